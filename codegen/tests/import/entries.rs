//! Codes of attributes and types that an import writes.

use super::{Texts, defined, dumps, imported, parsed, read_dump, scope, without_operations};
use bytespec_codegen::ast::{Schema, Spanned, Variant};
use bytespec_codegen::import::{Definitions, drift};
use expect_test::expect;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The releases of LLVM whose codes are in the dumps.
const RELEASES: [&str; 5] = ["19", "21", "22", "23", "24"];

/// The items of a file, each with the comments above it.
fn items(text: &str) -> Vec<String> {
    let mut found: Vec<String> = vec![String::new()];
    for line in text.split_inclusive('\n') {
        if line.starts_with("- ") {
            found.push(String::new());
        }
        found.last_mut().expect("an item").push_str(line);
    }
    found
}

/// What an item says behind a key of its own.
fn said<'t>(item: &'t str, key: &str) -> Option<&'t str> {
    let line = item.lines().find_map(|line| line.strip_prefix(&format!("  {key}: ")));
    line.map(|value| value.trim_matches('"'))
}

fn file_of<'t>(texts: &'t mut Texts, name: &str) -> &'t mut String {
    let path = texts.keys().find(|path| path.ends_with(name)).expect("the file").clone();
    texts.get_mut(&path).expect("the file")
}

/// Imports the codes of one release.
fn import(texts: &mut Texts, dumps: &BTreeMap<String, Vec<u8>>, release: &str) -> Vec<String> {
    let definitions = defined(dumps, &[&format!("llvm{release}-codes")]);
    imported(texts, &definitions, &scope(Some(release), &[], false)).unwrap().left
}

/// What differs in a release, a line each.
fn differences(texts: &Texts, dumps: &BTreeMap<String, Vec<u8>>, release: &str) -> Vec<String> {
    let definitions = defined(dumps, &[&format!("llvm{release}-codes")]);
    let (schema, _) = parsed(texts);
    let found = drift(&schema, &definitions, &scope(Some(release), &[], false)).unwrap();
    let lines = found.differences.iter();
    lines.map(|found| format!("{}: {}: {}", found.kind, found.item, found.what)).collect()
}

#[test]
fn existing_entries_keep_their_text() {
    let dumps = dumps();
    let mut texts = without_operations();
    let shipped = texts.clone();
    for release in RELEASES {
        assert_eq!(import(&mut texts, &dumps, release), Vec::<String>::new());
        let breaks = |line: &String| !line.starts_with("text");
        let found = differences(&texts, &dumps, release);
        assert_eq!(found.into_iter().filter(breaks).collect::<Vec<_>>(), Vec::<String>::new());
    }
    assert!(texts == shipped);
}

/// A release at an end of those that have a variant is taken away, and comes back to the character.
#[test]
fn a_release_of_codes_comes_back_to_the_character() {
    let dumps = dumps();
    let shipped = without_operations();
    for (release, beside, key) in [
        ("22", "23", "since_release"),
        ("23", "24", "since_release"),
        ("24", "23", "until_release"),
    ] {
        let mut texts = shipped.clone();
        let mut taken = 0;
        for file in ["dialects/builtin.yaml", "dialects/llvm.yaml", "dialects/quant.yaml"] {
            let text = file_of(&mut texts, file);
            let mut kept = String::new();
            for item in items(text) {
                let of_variant = item.starts_with("- variant:");
                // One whose fields begin with the release loses them with it.
                let fields = item.contains(&format!("since_release: \"{release}\", default"));
                let alone = said(&item, "since_release") == said(&item, "until_release");
                if of_variant && !alone && !fields && said(&item, key) == Some(release) {
                    taken += 1;
                    let before = format!("  {key}: \"{release}\"");
                    kept += &item.replacen(&before, &format!("  {key}: \"{beside}\""), 1);
                } else {
                    kept += &item;
                }
            }
            *text = kept;
        }
        assert!(taken > 10, "{release}: only {taken} variants begin or end with it");
        assert_eq!(import(&mut texts, &dumps, release), Vec::<String>::new());
        for (path, text) in &shipped {
            assert!(texts[path] == *text, "{release}: {}\n{}", path.display(), texts[path]);
        }
    }
}

/// All variants of a union are taken away. What definitions tell comes back with the same codes and fields, and what
/// they do not tell is a marked place.
#[test]
fn codes_that_are_taken_away_are_back() {
    let dumps = dumps();
    let shipped = without_operations();
    let mut texts = shipped.clone();
    let text = file_of(&mut texts, "dialects/llvm.yaml");
    let all = items(text);
    // One stays, since a union has a variant.
    let stays = |item: &String| !item.starts_with("- variant:") || item.contains("\n  tag: 0\n");
    *text = all.into_iter().filter(stays).collect();
    let releases = ["22", "23", "24"];
    let mut open: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for release in releases {
        let left = import(&mut texts, &dumps, release);
        assert!(!left.is_empty());
        open.insert(release, left);
    }
    let text = file_of(&mut texts, "dialects/llvm.yaml").clone();
    for release in releases {
        // Nothing differs but what is left to be written by hand, of which each place is marked once.
        let found = differences(&texts, &dumps, release);
        assert_eq!(found.len(), open[release].len(), "{found:?}");
        let item = |line: &String| {
            line.split(": ").find(|part| part.starts_with("llvm, ")).expect("an item").to_owned()
        };
        let left: Vec<String> = open[release].iter().map(item).collect();
        for difference in &found {
            assert!(difference.starts_with("added: "), "{difference}");
            let item = item(difference);
            assert!(left.contains(&item), "{item}");
            let mark = format!("# {}, ", item.trim_start_matches("llvm, "));
            assert!(text.contains(&mark), "{mark}");
        }
    }
    // A second time there is nothing to do.
    let before = texts.clone();
    for release in releases {
        import(&mut texts, &dumps, release);
    }
    assert!(texts == before);
    // What came back is what was there: numbers, releases, and types of fields in order.
    let (known, _) = parsed(&shipped);
    let (back, _) = parsed(&texts);
    let mut same = 0;
    for variant in
        back.variants.iter().filter(|v| v.of.as_ref().is_some_and(|of| of.value == "LlvmAttribute"))
    {
        let tag = variant.tag().map(|tag| tag.value);
        let at = |release: &str| {
            let is = |found: &&Variant| {
                let number = |bound: &Option<Spanned<String>>, none: u32| {
                    bound.as_ref().map_or(none, |bound| bound.value.parse().expect("a release"))
                };
                let release: u32 = release.parse().expect("a release");
                found.of.as_ref().is_some_and(|of| of.value == "LlvmAttribute")
                    && found.tag().map(|tag| tag.value) == tag
                    && (number(&found.common.since_release, 0)
                        ..=number(&found.common.until_release, 99))
                        .contains(&release)
            };
            let types = |found: &Variant| {
                found
                    .fields
                    .iter()
                    .map(|field| (field.ty.name.clone(), field.ty.args.len()))
                    .collect::<Vec<_>>()
            };
            let one = |schema: &Schema| schema.variants.iter().find(is).map(types);
            (one(&back), one(&known))
        };
        for release in releases {
            if let (Some(back), known) = at(release) {
                assert_eq!(Some(back), known, "{} in {release}", variant.common.name.value);
                same += 1;
            }
        }
    }
    assert!(same > 25, "{same}");
}

/// Fields that a release added are taken away, and come back with their releases and a default. Definitions do not tell
/// the kinds of references.
#[test]
fn fields_that_are_taken_away_are_back() {
    let dumps = dumps();
    let mut texts = without_operations();
    let text = file_of(&mut texts, "dialects/llvm.yaml");
    let added =
        |line: &&str| line.contains("    - {name: ") && line.contains("since_release: \"23\"");
    let facts = |text: &str| {
        let lines: Vec<String> = text
            .lines()
            .filter(added)
            .map(|line| {
                line.split(", summary")
                    .next()
                    .and_then(|line| line.split_once(", type"))
                    .map_or("", |(_, facts)| facts)
                    .split(", kinds: ")
                    .next()
                    .unwrap_or_default()
                    .split(", ")
                    .filter(|fact| !fact.starts_with("short: ") && !fact.starts_with("names: "))
                    .collect::<Vec<_>>()
                    .join(", ")
            })
            .collect();
        lines
    };
    let shipped = facts(text);
    assert!(shipped.len() > 1, "{shipped:?}");
    // How an entry is spelled speaks of its fields, and goes with them.
    let spelled = |line: &str| line.starts_with("  text: ");
    let kept = |line: &&str| !added(line) && !spelled(line);
    *text = text.split_inclusive('\n').filter(kept).collect();
    for release in ["23", "24"] {
        import(&mut texts, &dumps, release);
    }
    assert_eq!(facts(file_of(&mut texts, "dialects/llvm.yaml")), shipped);
    for release in ["22", "23", "24"] {
        assert_eq!(
            differences(&texts, &dumps, release),
            differences(&without_operations(), &dumps, release)
        );
    }
}

/// Codes in a dump: a name each, and fields by their class and name.
type Codes<'c> = [Option<(&'c str, &'c [(&'c str, &'c str)])>];

fn codes(codes: &Codes<'_>) -> Definitions {
    let mut records = Map::new();
    let reference = |name: &str| json!({"def": name, "kind": "def"});
    let mut record = |name: &str, classes: &[&str], fields: Value| {
        let mut fields = fields.as_object().expect("fields").clone();
        fields.insert("!superclasses".to_owned(), json!(classes));
        records.insert(name.to_owned(), Value::Object(fields));
    };
    for (name, writer) in [
        ("Number", "$_writer.writeVarInt($_getter)"),
        ("Signed", "$_writer.writeSignedVarInt($_getter)"),
        ("Flag", "$_writer.writeOwnedBool($_getter)"),
        ("Text", "$_writer.writeOwnedString($_getter)"),
        ("Bytes", "$_writer.writeOwnedBlob($_getter)"),
        ("Attr", "$_writer.writeAttribute($_getter)"),
        ("Maybe", "$_writer.writeOptionalAttribute($_getter)"),
        ("Kind", "$_writer.writeType($_getter)"),
        ("Odd", "writeOddly($_writer,\n  $_getter)"),
        ("Computed", ""),
    ] {
        record(name, &["Bytecode"], json!({"cPrinter": writer}));
    }
    record("Kinds", &["Array"], json!({"elemT": reference("Kind")}));
    record("Odds", &["Array"], json!({"elemT": reference("Odd")}));
    record("Free", &["ReservedOrDead"], json!({}));
    let mut elements = Vec::new();
    for code in codes {
        let Some((name, members)) = code else {
            elements.push(reference("Free"));
            continue;
        };
        let members: Vec<Value> =
            members.iter().map(|(class, name)| json!([reference(class), name])).collect();
        let fields =
            json!({"members": {"kind": "dag", "operator": reference("attr"), "args": members}});
        record(name, &["DialectAttribute"], fields);
        elements.push(reference(name));
    }
    record("Toy_Dialect", &["Dialect"], json!({"name": "toy"}));
    record("ToyAttributes", &["DialectAttributes"], json!({"dialect": "Toy", "elems": elements}));
    let of_class = json!({"DialectAttributes": ["ToyAttributes"], "Dialect": ["Toy_Dialect"]});
    records.insert("!instanceof".to_owned(), of_class);
    read_dump(&Value::Object(records))
}

const FORMAT: &str = r#"
- format: box
  title: Box
  summary: A box of toys
  magic: "01"
  varint: leb128
  versions: [{version: "1", summary: The only one}]
  releases: {title: box maker, summary: Who makes the box, producer: "Box", names: ["1"]}
- table: String
  summary: Texts
- table: Attribute
  summary: Attributes
- table: Type
  summary: Types
"#;

fn import_toy(texts: &mut Texts, definitions: &Definitions, release: &str) -> Vec<String> {
    let merged = imported(texts, definitions, &scope(Some(release), &[], false)).unwrap();
    let again = imported(texts, definitions, &scope(Some(release), &[], false)).unwrap();
    assert_eq!(again.files, []);
    merged.left
}

const ALL_FIELDS: &[(&str, &str)] = &[
    ("Number", "a"),
    ("Signed", "b"),
    ("Flag", "c"),
    ("Text", "d"),
    ("Bytes", "e"),
    ("Attr", "f"),
    ("Kind", "g"),
    ("Kinds", "hs"),
];

/// The codes of the first release.
const FIRST: &Codes<'_> = &[
    Some(("BallAttr", &[("Number", "sizeInBits"), ("Maybe", "colour"), ("Computed", "both")])),
    None,
    Some(("AllAttr", ALL_FIELDS)),
    Some(("OddAttr", &[("Number", "size"), ("Odd", "way")])),
    Some(("KiteAttr", &[("Text", "tail")])),
];

/// Those of the second one.
const SECOND: &Codes<'_> = &[
    Some((
        "BallAttr",
        &[
            ("Flag", "isRound"),
            ("Number", "sizeInBits"),
            ("Maybe", "colour"),
            ("Maybe", "owner"),
            ("Computed", "both"),
        ],
    )),
    Some(("TopAttr", &[])),
    Some(("AllAttr", ALL_FIELDS)),
    Some(("OddAttr", &[("Number", "size"), ("Odd", "way")])),
    Some(("KiteAttr", &[("Attr", "tail")])),
];

/// The file that codes of `toy` are written to.
fn toy_attributes() -> PathBuf {
    PathBuf::from("schema/dialects/toy-attributes.yaml")
}

/// A schema with the codes of the first release.
fn first_release() -> Texts {
    let mut texts = Texts::new();
    texts.insert(PathBuf::from("box/format.yaml"), FORMAT.to_owned());
    let left = import_toy(&mut texts, &codes(FIRST), "1");
    assert_eq!(
        left,
        ["toy, attribute 3: `OddAttr`: field way is written by writeOddly($_writer, $_getter)"]
    );
    texts
}

/// The lines of a text that another one has not.
fn new_lines(before: &str, after: &str) -> String {
    let lines: Vec<&str> = before.lines().collect();
    after
        .lines()
        .filter(|line| line.is_empty() || !lines.contains(line))
        .map(|line| format!("{line}\n"))
        .collect()
}

#[test]
fn codes_are_written() {
    let texts = first_release();
    expect![[r#"
        - union: ToyAttribute
          dialect: toy
          entries: Attribute
          tag: varint
          unknown: error
          since_release: "1"
          summary: Attribute of the dialect toy
          source: "TableGen definitions of box maker 1"

        - variant: BallAttr
          of: ToyAttribute
          tag: 0
          since_release: "1"
          summary: Ball
          source: "TableGen definitions of box maker 1"
          fields:
            - {name: size_in_bits, type: varint, summary: Size in bits}
            - {name: colour, type: flagged<ref<Attribute>>, summary: Colour}

        - variant: AllAttr
          of: ToyAttribute
          tag: 2
          since_release: "1"
          summary: All
          source: "TableGen definitions of box maker 1"
          fields:
            - {name: a, type: varint, summary: A}
            - {name: b, type: zigzag, summary: B}
            - {name: c, type: bool, summary: C}
            - {name: d, type: ref<String>, summary: D}
            - {name: e, type: blob, summary: E}
            - {name: f, type: ref<Attribute>, summary: F}
            - {name: g, type: ref<Type>, summary: G}
            - {name: hs, type: list<ref<Type>>, summary: Hs}

        # attribute 3, OddAttr: not derived: field way is written by writeOddly($_writer, $_getter)

        - variant: KiteAttr
          of: ToyAttribute
          tag: 4
          since_release: "1"
          summary: Kite
          source: "TableGen definitions of box maker 1"
          fields:
            - {name: tail, type: ref<String>, summary: Tail}
    "#]]
    .assert_eq(&texts[&toy_attributes()]);
}

/// One that is taken away comes back to the character.
#[test]
fn variants_that_are_taken_away_are_back() {
    let path = toy_attributes();
    let mut texts = first_release();
    let text = texts[&path].clone();
    for item in items(&text).iter().filter(|item| item.starts_with("- variant")) {
        // The mark of the one behind it stays.
        let (item, _) = item.split_once("\n# ").unwrap_or((item, ""));
        let without = text.replacen(&format!("{}\n\n", item.trim_end()), "", 1);
        let without = if without == text { text.replacen(item, "", 1) } else { without };
        assert!(without != text);
        texts.insert(path.clone(), format!("{}\n", without.trim_end()));
        import_toy(&mut texts, &codes(FIRST), "1");
        assert_eq!(texts[&path], text);
    }
}

#[test]
fn changed_codes_of_later_releases_are_found() {
    let path = toy_attributes();
    let mut texts = first_release();
    // Texts by hand stay where the next release changes something.
    let before = texts[&path].replace("summary: Size in bits", "summary: \"How large, by hand\"");
    texts.insert(path.clone(), before.clone());
    let left = import_toy(&mut texts, &codes(SECOND), "2");
    assert_eq!(left.len(), 1);
    let after = texts[&path].clone();
    let new = new_lines(&before, &after);
    expect![[r#"

            - {name: is_round, type: bool, since_release: "2", default: false, summary: Is round}
            - {name: owner, type: flagged<ref<Attribute>>, since_release: "2", default: none, summary: Owner}

        - variant: TopAttr
          tag: 1
          since_release: "2"
          summary: Top
          source: "TableGen definitions of box maker 2"



          until_release: "1"

        - variant: Kite2Attr
          since_release: "2"
          label: KiteAttr
          summary: "Kite, as box maker 2 has it"
          source: "TableGen definitions of box maker 2"
            - {name: tail, type: ref<Attribute>, summary: Tail}
    "#]].assert_eq(&new);
    // A third release that has the codes of the first one.
    let left = import_toy(&mut texts, &codes(FIRST), "3");
    expect!["toy, attribute 3: `OddAttr`: field way is written by writeOddly($_writer, $_getter)"]
        .assert_eq(&left.join("\n"));
    let new = new_lines(&after, &texts[&path]);
    expect![[r#"

            - {name: is_round, type: bool, since_release: "2", until_release: "2", default: false, summary: Is round}
            - {name: owner, type: flagged<ref<Attribute>>, since_release: "2", until_release: "2", default: none, summary: Owner}

          until_release: "2"




          until_release: "2"

        - variant: Kite3Attr
          since_release: "3"
          summary: "Kite, as box maker 3 has it"
          source: "TableGen definitions of box maker 3"
    "#]].assert_eq(&new);
    let (schema, _) = parsed(&texts);
    for (release, definitions) in [("1", codes(FIRST)), ("2", codes(SECOND)), ("3", codes(FIRST))] {
        let found = drift(&schema, &definitions, &scope(Some(release), &[], false)).unwrap();
        let found: Vec<_> = found.differences.iter().map(|found| &*found.item).collect();
        assert_eq!(found, ["toy, attribute 3"], "{release}");
    }
}
