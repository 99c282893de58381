//! What an import writes into a schema of nobody's, and what it leaves alone.

use super::toy::{FORMAT, Op, SAME, TOY, definitions, dump, op, path, schema};
use super::{Texts, imported, parsed, scope};
use bytespec_codegen::import::{Definitions, Gap, Kind, Scope, drift};
use expect_test::{Expect, expect};
use serde_json::{Value, json};
use std::path::PathBuf;

/// The layouts of `toy` after an import.
fn toy(release: &str, operations: &[Op], expected: &Expect) {
    let mut texts = schema();
    imported(&mut texts, &definitions(operations), &scope(Some(release), &[], false)).unwrap();
    let text = &texts[&path("properties/toy.yaml")];
    let (_, layouts) = text.split_once("  operations:\n").unwrap();
    expected.assert_eq(&unindented(layouts));
}

/// Layouts without the indentation that all of them have.
fn unindented(layouts: &str) -> String {
    let lines = layouts.lines().map(|line| line.strip_prefix("    ").unwrap_or(line));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn every_rule_of_a_layout() {
    let operations = [
        op("names", &[("Described", "b"), ("Attr", "Z"), ("Attr", "_a"), ("Default", "a")]),
        op(
            "native",
            &[("Number", "z"), ("Attr", "m"), ("Flag", "a"), ("Maybe", "n"), ("Text", "t")],
        ),
        Op {
            traits: &["Both"],
            ..op(
                "sizes",
                &[("Many", "xs"), ("Attr", "a"), ("Optional", "z"), ("Any", "y"), ("Flag", "f")],
            )
        },
        Op { traits: &["Results"], ..op("some", &[("Attr", "r"), ("Attr", "s")]) },
    ];
    let definitions = definitions(&operations);
    let toy = &definitions.dialects()["toy"];
    let spelled: Vec<String> = toy
        .operations
        .iter()
        .map(|(name, operation)| {
            let layout = operation.layout.as_deref().expect("a layout");
            format!("{name}: {}", bytespec_codegen::model::spelled(layout))
        })
        .collect();
    expect![[r#"
        names: Z, _a, a?, b
        native: m, z: varint, a: bool, n: varint?, t: string
        sizes: a, operandSegmentSizes[2], resultSegmentSizes[2], z?, f: bool
        some: r, resultSegmentSizes[2], s"#]]
    .assert_eq(&spelled.join("\n"));
}

#[test]
fn an_import_without_changes_keeps_every_byte() {
    let mut texts = schema();
    let scope = scope(Some("2"), &[], false);
    let merged = imported(&mut texts, &definitions(&SAME()), &scope).unwrap();
    assert_eq!((merged.files.len(), merged.changes[0].same), (0, 4));
    assert!(texts == schema());
}

#[test]
fn only_what_changed_is_written() {
    let mut operations = SAME();
    operations[0] = op("ball", &[("Attr", "size"), ("Optional", "colour")]);
    operations[2] = op("train", &[("Attr", "cars")]);
    operations.push(op("car", &[]));
    operations.push(op("zebra", &[]));
    toy(
        "2",
        &operations,
        &expect![[r#"
                # The oldest one.
                ball: {"1": "size", "2": "colour?, size", "4": "size"}
                car: {"2": "", "4": none}
                doll: {"1": "eyes",   "2": "eyes, hair"} # by hand
                # Below stands what spins.
                top: {"1": "", "2": none, "4": "speed?"}
                train: {"2": "cars", "4": none}
                yoyo: {"1": ""}
                zebra: {"2": "", "4": none}
        "#]],
    );
}

#[test]
fn a_new_release_finds_its_place_among_the_names() {
    let mut operations = SAME();
    operations[1] = op("doll", &[("Attr", "eyes")]);
    for (release, names) in [
        ("3", r#""1", "2", "3", "4""#),
        ("5", r#""1", "2", "4", "5""#),
        ("0.9", r#""0.9", "1", "2", "4""#),
        ("10", r#""1", "2", "4", "10""#),
    ] {
        let mut texts = schema();
        let scope = scope(Some(release), &[], false);
        let merged = imported(&mut texts, &definitions(&operations), &scope).unwrap();
        assert_eq!(merged.releases, [format!("box maker {release}")]);
        let format = &texts[&path("format.yaml")];
        assert!(format.contains(&format!("names: [{names}]")), "{format}");
        // Imported again, it says nothing new, and the check finds nothing.
        let again = imported(&mut texts, &definitions(&operations), &scope).unwrap();
        assert_eq!(again.files, []);
        let (schema, _) = parsed(&texts);
        assert_eq!(drift(&schema, &definitions(&operations), &scope).unwrap().differences, []);
    }
}

#[test]
fn a_release_before_the_first_moves_the_beginning() {
    let mut texts = schema();
    let operations = [op("ball", &[]), op("yoyo", &[])];
    imported(&mut texts, &definitions(&operations), &scope(Some("0"), &[], false)).unwrap();
    let text = &texts[&path("properties/toy.yaml")];
    expect![[r#"
        # Toys. This line was written by hand.
        - properties: toy
          since_release: "0"
          summary: Properties of the operations of `toy`
          doc: |
            A text by hand.
          operations:
            # The oldest one.
            ball: {"0": "", "1": "size"}
            doll: {"1": "eyes",   "2": "eyes, hair"} # by hand
            # Below stands what spins.
            top:
              "1": ""
              "4": "speed?"
            yoyo: ""
    "#]]
    .assert_eq(text);
}

#[test]
fn underivable_parts_are_marked_and_stay_marked() {
    let mut operations = SAME();
    operations[0].custom = true;
    operations.push(op("odd", &[("Odd", "way")]));
    let mut texts = schema();
    let scope = scope(Some("4"), &[], false);
    operations[2] = op("top", &[("Optional", "speed")]);
    let merged = imported(&mut texts, &definitions(&operations), &scope).unwrap();
    let writer = Gap::Writer {
        property: "way".to_owned(),
        text: "writeOddly($_writer, $_storage);".to_owned(),
    };
    let gaps = [("ball".to_owned(), Gap::CustomEncoding, false), ("odd".to_owned(), writer, false)];
    assert_eq!(merged.changes[0].gaps, gaps);
    let text = texts[&path("properties/toy.yaml")].clone();
    let (_, layouts) = text.split_once("  operations:\n").unwrap();
    expect![[r#"
            # The oldest one.
            ball: {"1": "size", "4": none} # not derived: properties are written by hand (useCustomPropertiesEncoding)
            doll: {"1": "eyes",   "2": "eyes, hair"} # by hand
            odd: {"4": none} # not derived: property way is written by writeOddly($_writer, $_storage);
            # Below stands what spins.
            top:
              "1": ""
              "4": "speed?"
            yoyo: {"1": ""}
    "#]]
    .assert_eq(&unindented(layouts));
    // A layout by hand in its place stays, and is no difference.
    let by_hand = text
        .replace("\"4\": none} # not derived: properties", "\"4\": \"size, hand\"} # properties");
    texts.insert(path("properties/toy.yaml"), by_hand.clone());
    imported(&mut texts, &definitions(&operations), &scope).unwrap();
    assert_eq!(texts[&path("properties/toy.yaml")], by_hand);
    let (schema, _) = parsed(&texts);
    let drift = drift(&schema, &definitions(&operations), &scope).unwrap();
    assert_eq!(drift.differences, []);
    let open: Vec<&str> = drift.gaps.iter().map(|(item, _)| item.as_str()).collect();
    assert_eq!(open, ["toy.ball", "toy.odd"]);
    // What is still open in the next release says no more.
    operations[0].custom = false;
    let next = super::scope(Some("5"), &[], false);
    let merged = imported(&mut texts, &definitions(&operations), &next).unwrap();
    assert_eq!(merged.changes[0].changed, ["ball"]);
    let text = &texts[&path("properties/toy.yaml")];
    let odd = text.lines().find(|line| line.starts_with("    odd")).expect("the gap");
    assert_eq!(odd.matches("none").count(), 1, "{odd}");
    // One that nobody marked is something new.
    operations.push(op("whip", &[("Odd", "way")]));
    let (schema, _) = parsed(&texts);
    let drift = bytespec_codegen::import::drift(&schema, &definitions(&operations), &next).unwrap();
    let kinds: Vec<_> = drift.differences.iter().map(|found| (found.kind, &*found.item)).collect();
    assert_eq!(kinds, [(Kind::Addition, "toy.whip")]);
}

#[test]
fn dumps_that_do_not_have_all_end_nothing() {
    let mut texts = schema();
    let operations = [op("ball", &[])];
    let scope = scope(Some("4"), &[], true);
    let merged = imported(&mut texts, &definitions(&operations), &scope).unwrap();
    assert_eq!(merged.changes[0].changed, ["ball"]);
    assert_eq!(merged.changes[0].kept, ["doll", "top", "yoyo"]);
    assert!(!texts[&path("properties/toy.yaml")].contains("none"));
}

#[test]
fn a_dialect_that_is_defined_no_longer_ends() {
    let doll = TOY.replace("toy", "puppet");
    let with_doll = || {
        let mut texts = schema();
        texts.insert(path("properties/puppet.yaml"), doll.clone());
        texts
    };
    let mut texts = with_doll();
    let whole = Scope { whole: true, ..scope(Some("4"), &[], false) };
    imported(&mut texts, &definitions(&SAME()), &whole).unwrap();
    let (_, layouts) = texts[&path("properties/puppet.yaml")].split_once("operations:\n").unwrap();
    expect![[r##"
        # The oldest one.
        ball: {"1": "size", "4": none}
        doll: {"1": "eyes", "2": "eyes, hair", "4": none} # by hand
        # Below stands what spins.
        top: {"1": "", "4": none}
        yoyo: {"1": "", "4": none}
    "##]]
    .assert_eq(&unindented(layouts));
    // Asked for alone, it ends too; where the dumps do not have all dialects, it stays.
    let mut by_name = with_doll();
    let only = Scope { whole: true, ..scope(Some("4"), &["puppet"], false) };
    imported(&mut by_name, &definitions(&SAME()), &only).unwrap();
    assert_eq!(by_name[&path("properties/puppet.yaml")], texts[&path("properties/puppet.yaml")]);
    let mut alone = with_doll();
    imported(&mut alone, &definitions(&SAME()), &scope(Some("4"), &[], false)).unwrap();
    assert_eq!(alone[&path("properties/puppet.yaml")], doll);
}

#[test]
fn a_dialect_without_layouts_gets_a_file() {
    let mut texts = schema();
    texts.remove(&path("properties/toy.yaml"));
    let operations =
        [op("ball", &[("Attr", "size")]), op("true", &[]), Op { custom: true, ..op("x", &[]) }];
    let mut other = Texts::new();
    other.insert(path("format.yaml"), FORMAT.to_owned());
    imported(&mut other, &definitions(&operations), &scope(Some("2"), &[], false)).unwrap();
    let (_, text) = other.iter().find(|(path, _)| path.ends_with("properties/toy.yaml")).unwrap();
    expect![[r#"
        - properties: toy
          since_release: "2"
          summary: Properties of the operations of `toy`
          source: "TableGen definitions of box maker 2"
          operations:
            ball: {"2": "size", "4": none}
            "true": {"2": "", "4": none}
            x: {"2": none} # not derived: properties are written by hand (useCustomPropertiesEncoding)
    "#]]
    .assert_eq(text);
}

#[test]
fn breaking_changes_come_first() {
    let (schema, _) = parsed(&schema());
    let operations = [
        op("ant", &[]),
        op("ball", &[("Optional", "size")]),
        op("doll", &[("Attr", "eyes"), ("Attr", "hair")]),
    ];
    let scope = scope(Some("2"), &[], false);
    let drift = drift(&schema, &definitions(&operations), &scope).unwrap();
    let found: Vec<String> = drift
        .differences
        .iter()
        .map(|found| format!("{}: {} {}", found.kind, found.item, found.what))
        .collect();
    expect![[r#"
        breaking: toy.ball has `size?`, in the schema `size`
        breaking: toy.top is no longer defined
        breaking: toy.yoyo is no longer defined
        added: toy.ant is not described: no properties"#]]
    .assert_eq(&found.join("\n"));
    assert_eq!(drift.operations, 1);
}

#[test]
fn refused_definitions_are_errors() {
    let import = |texts: &mut Texts, release: Option<&str>, only: &[&str]| {
        let found = imported(texts, &definitions(&[op("ball", &[])]), &scope(release, only, false));
        found.err().unwrap_or_default()
    };
    let with = |file: &str, from: &str, to: &str| {
        let mut texts = schema();
        let text = texts.get_mut(&path(file)).expect("the file");
        assert!(text.contains(from), "{from}");
        *text = text.replace(from, to);
        texts
    };
    let toy = "properties/toy.yaml";
    let ended = "  until_release: \"2\"\n  ended: true\n";
    let found = [
        import(&mut schema(), None, &[]),
        import(&mut schema(), Some("2"), &["bear"]),
        import(
            &mut with("format.yaml", "\"4\"]}", "\"4\"], undescribed: [\"2\"]}"),
            Some("2"),
            &[],
        ),
        import(
            &mut with(toy, "      \"4\": \"speed?\"", "      # fast\n      \"4\": \"speed?\""),
            Some("2"),
            &[],
        ),
        import(&mut with(toy, &TOY[TOY.find("    doll").unwrap_or(0)..], ended), Some("4"), &[]),
    ];
    expect![[r#"
        the definitions of `toy` do not state which box maker they are of: state it with `--release`
        the definitions have no operation of the dialect `bear`
        box maker 2 is in `undescribed`: remove it there, and import again
        box/properties/toy.yaml:12: `top` has a comment inside: write it as one line of its own, and import again
        the layouts of `toy` end with box maker 2: remove `until_release`, and import again"#]].assert_eq(&found.join("\n"));
}

/// Whatever a dump holds, it is read, or refused in words.
#[test]
fn dumps_that_are_no_dumps() {
    let whole = dump(&[Op {
        traits: &["Both"],
        ..op("ball", &[("Many", "xs"), ("Attr", "a"), ("Flag", "f")])
    }]);
    let mut refused = 0;
    let mut read = 0;
    let mut try_one =
        |value: &Value| match Definitions::default().read(value.to_string().as_bytes()) {
            Ok(()) => read += 1,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
            }
        };
    let records = whole.as_object().expect("records");
    let wrong = [
        json!(null),
        json!(7),
        json!("x"),
        json!([1]),
        json!({"def": "Toy_ball"}),
        json!({"args": [[1, 2]]}),
    ];
    for (name, record) in records {
        for fill in &wrong {
            let mut other = records.clone();
            other.insert(name.clone(), fill.clone());
            try_one(&Value::Object(other));
            for key in record.as_object().expect("fields").keys() {
                let mut other = whole.clone();
                other[name][key] = fill.clone();
                try_one(&other);
            }
        }
    }
    // A list of traits that is its own part.
    let mut circle = whole.clone();
    circle["Both"]["traits"] = json!([{"def": "Both"}]);
    try_one(&circle);
    assert!(refused > 100 && read > 100, "{refused} refused, {read} read");
    for text in ["", "[]", "{}", "{\"!instanceof\": 1}", "nonsense"] {
        assert!(Definitions::default().read(text.as_bytes()).is_err(), "{text}");
    }
    let text = whole.to_string();
    for length in 0..text.len() {
        assert!(Definitions::default().read(&text.as_bytes()[..length]).is_err(), "{length}");
    }
}

/// An operation is pure that may be done at any time and is said to have no effect, by whatever lists; not where one
/// of its operands has an effect, or an operation in its regions may have one.
#[test]
fn pure_operations() {
    let mut operations = SAME();
    let of = |name, arguments, traits| Op { traits, ..op(name, arguments) };
    operations.extend([
        of("by_list", &[("Any", "x")], &["Pure"]),
        of("by_parts", &[], &["NoEffect", "Speculatable"]),
        of("earlier_alone", &[], &["Speculatable"]),
        of("effects_alone", &[], &["NoEffect"]),
        of("reads", &[], &["Inner", "Reads"]),
        of("reads_besides", &[], &["Pure", "Reads"]),
        of("reads_operand", &[("Read", "x")], &["Pure"]),
        of("regions", &[], &["Pure", "Recursive"]),
    ]);
    let mut texts = schema();
    imported(&mut texts, &definitions(&operations), &scope(Some("2"), &[], true)).unwrap();
    let text = &texts[&path("signatures/toy.yaml")];
    let pure: Vec<&str> =
        text.lines().map(str::trim).filter(|line| line.contains(" pure")).collect();
    expect![[r#"
            by_list: {"2": "(x) -> (_, rest*) pure", "4": none}
            by_parts: {"2": "() -> (_, rest*) pure", "4": none}"#]]
    .assert_eq(&pure.join("\n"));
}

/// Signatures come beside layouts: what is new, what changed, and summaries of what has none.
#[test]
fn signatures_are_written_beside_layouts() {
    let mut operations = SAME();
    operations[1] = op("doll", &[("Attr", "hair"), ("Attr", "eyes"), ("Any", "dress")]);
    operations[3] = op("yoyo", &[("Many", "strings")]);
    let train = Op { traits: &["Both"], ..op("train", &[("Any", "engine"), ("Many", "2nd")]) };
    operations.push(train);
    let mut texts = schema();
    let scope = scope(Some("2"), &[], false);
    let merged = imported(&mut texts, &definitions(&operations), &scope).unwrap();
    assert_eq!(merged.changes[0].signatures, 3);
    let text = &texts[&path("signatures/toy.yaml")];
    let (_, signatures) = text.split_once("  operations:\n").unwrap();
    expect![[r#"
        # The oldest one.
        ball: "()"
        doll: {"1": "(string)", "2": "(dress)", "4": "()"} # by hand
        top: "()"
        train: {"2": "(engine, _*) -> (_, rest*)", "4": none}
        yoyo: {"1": "(string)", "2": "(strings*)", "4": "(string)"}
        summaries:
        ball: "Rolls, as was written by hand"
    "#]]
    .assert_eq(&unindented(&signatures.replace("  summaries", "    summaries")));
    // A second time there is nothing to do, and no difference.
    let again = imported(&mut texts, &definitions(&operations), &scope).unwrap();
    assert!(again.files.is_empty());
    let (known, _) = parsed(&texts);
    let same = drift(&known, &definitions(&operations), &scope).unwrap();
    assert_eq!(same.differences, []);
    // What differs is none of what breaks readers.
    operations[3] = op("yoyo", &[("Any", "string")]);
    let found = drift(&known, &definitions(&operations), &scope).unwrap();
    let found: Vec<String> = found
        .differences
        .iter()
        .map(|found| format!("{}: {}: {}", found.kind, found.item, found.what))
        .collect();
    assert_eq!(
        found,
        ["signature: toy.yoyo: has the signature `(string)`, in the schema `(strings*)`"]
    );
}

/// Default values come beside layouts, in a file of their own, and only where there are some.
#[test]
fn default_values_are_written_beside_layouts() {
    let mut operations = SAME();
    let mut texts = schema();
    let import = |texts: &mut Texts, operations: &[Op], release: &str| {
        let scope = scope(Some(release), &[], false);
        let merged = imported(texts, &definitions(operations), &scope).unwrap();
        let again = imported(texts, &definitions(operations), &scope).unwrap();
        assert_eq!(again.files, []);
        let (known, _) = parsed(texts);
        let same = drift(&known, &definitions(operations), &scope).unwrap();
        assert_eq!(same.differences, []);
        merged.changes[0].defaults
    };
    assert_eq!(import(&mut texts, &operations, "2"), 0);
    let file = PathBuf::from("schema/defaults/toy.yaml");
    assert!(!texts.contains_key(&file));
    operations[0] = op("ball", &[("Default", "round"), ("Red", "colour"), ("Attr", "size")]);
    operations[1] = op("doll", &[("Ones", "eyes"), ("Stays", "hair")]);
    assert_eq!(import(&mut texts, &operations, "2"), 2);
    let first = texts[&file].clone();
    expect![[r#"
        - defaults: toy
          since_release: "2"
          summary: Default values of properties of the operations of `toy`
          source: "TableGen definitions of box maker 2"
          operations:
            ball: {"2": "round = false; colour = #toy.colour<red>", "4": none}
            doll: {"2": "eyes = array<i64: 1, 1>; hair? = toy::Colour::Red", "4": none}
    "#]]
    .assert_eq(&first);
    // The next release has other ones, and a file by hand keeps what it says of others.
    operations[0] = op("ball", &[("Red", "colour"), ("Attr", "size")]);
    operations[1] = op("doll", &[("Attr", "eyes"), ("Attr", "hair")]);
    operations.push(op("yoyo", &[("Default", "up")]));
    operations.remove(3);
    texts.insert(file.clone(), first.replace("  operations:\n", "  operations:\n    # By hand.\n"));
    assert_eq!(import(&mut texts, &operations, "4"), 2);
    expect![[r#"
        - defaults: toy
          since_release: "2"
          summary: Default values of properties of the operations of `toy`
          source: "TableGen definitions of box maker 2"
          operations:
            # By hand.
            ball: {"2": "round = false; colour = #toy.colour<red>", "4": "colour = #toy.colour<red>"}
            doll: {"2": "eyes = array<i64: 1, 1>; hair? = toy::Colour::Red", "4": none}
            yoyo: {"4": "up = false"}
    "#]].assert_eq(&texts[&file]);
    // What differs is none of what breaks readers.
    operations[0] = op("ball", &[("Default", "colour"), ("Attr", "size")]);
    operations[1] = op("doll", &[("Ones", "eyes"), ("Null", "hair")]);
    operations[3] = op("yoyo", &[("Optional", "up")]);
    let (known, _) = parsed(&texts);
    let found = drift(&known, &definitions(&operations), &scope(Some("4"), &[], false)).unwrap();
    let found: Vec<String> = found
        .differences
        .iter()
        .filter(|found| found.kind == Kind::Default)
        .map(|found| format!("{}: {}: {}", found.kind, found.item, found.what))
        .collect();
    expect![[r#"
        default: toy.ball: has the defaults `colour = false`, in the schema `colour = #toy.colour<red>`
        default: toy.doll: has no defaults in the schema: `eyes = array<i64: 1, 1>; hair? = {}`
        default: toy.yoyo: has no defaults, in the schema `up = false`"#]].assert_eq(&found.join("\n"));
    // A file that is taken away comes back to the character.
    let mut texts = schema();
    let whole = [op("ball", &[("Default", "round")]), op("doll", &[("Ones", "eyes")])];
    import(&mut texts, &whole, "4");
    let text = texts.remove(&file).expect("the values");
    import(&mut texts, &whole, "4");
    assert_eq!(texts[&file], text);
    // What is more than one expression is listed.
    let more = [op("ball", &[("Two", "round")])];
    let merged = imported(&mut texts, &definitions(&more), &scope(Some("4"), &[], true)).unwrap();
    let gap = Gap::Default { property: "round".to_owned(), text: "f(); g()".to_owned() };
    assert_eq!(merged.changes[0].gaps, [("ball".to_owned(), gap, true)]);
}
