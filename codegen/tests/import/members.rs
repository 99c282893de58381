//! Enums that an import writes.

use super::{Texts, defined, dumps, imported, parsed, read_dump, scope, without_operations};
use bytespec_codegen::ast::Schema;
use bytespec_codegen::import::{Definitions, Scope, drift};
use expect_test::expect;
use serde_json::{Map, Value, json};
use std::path::PathBuf;

/// The names and numbers of an enum's members.
fn members(schema: &Schema, name: &str) -> Vec<(String, i128)> {
    let item = schema.enums.iter().find(|item| item.common.name.value == name).expect("the enum");
    let member = |member: &bytespec_codegen::ast::Member| {
        (member.common.name.value.clone(), member.value.as_ref().expect("a number").value)
    };
    item.members.iter().map(member).collect()
}

/// Enums without which nothing else of the schema is missing are taken away whole, and others by a member.
#[test]
fn enums_that_are_taken_away_are_back() {
    let dumps = dumps();
    let definitions = defined(&dumps, &["stablehlo"]);
    let shipped = without_operations();
    let (known, _) = parsed(&shipped);
    let scope = Scope { enums: true, ..scope(Some("1.20.0"), &["stablehlo"], false) };
    let path = shipped.keys().find(|path| path.ends_with("stablehlo/enums.yaml")).unwrap().clone();
    let text = &shipped[&path];
    // The last member of each.
    let mut texts = shipped.clone();
    let mut names = Vec::new();
    for item in text.split("\n- enum: ").skip(1) {
        let (name, _) = item.split_once('\n').expect("a name");
        let last = item.lines().rfind(|line| line.starts_with("    - {name: ")).expect("a member");
        let without = item.replacen(&format!("{last}\n"), "", 1);
        let text = texts.get_mut(&path).expect("the enums");
        *text = text.replacen(item, &without, 1);
        names.push(name);
    }
    assert!(names.len() > 5, "{names:?}");
    let (less, _) = parsed(&texts);
    imported(&mut texts, &definitions, &scope).unwrap();
    let (again, _) = parsed(&texts);
    for name in names {
        assert_ne!(members(&less, name), members(&known, name));
        assert_eq!(members(&again, name), members(&known, name));
    }
    // One that nothing else of the schema needs any more.
    let mut texts = shipped.clone();
    let attributes =
        shipped.keys().find(|path| path.ends_with("stablehlo/attributes.yaml")).unwrap();
    let cut = |text: &str, from: &str| {
        let start = text.find(from).expect("the item");
        let end = text[start + 2..].find("\n- ").map_or(text.len(), |end| start + 2 + end + 1);
        format!("{}{}", &text[..start], &text[end..])
    };
    texts.insert(attributes.clone(), cut(&shipped[attributes], "- variant: FftTypeAttr\n"));
    texts.insert(path.clone(), cut(text, "- enum: FftType\n"));
    imported(&mut texts, &definitions, &scope).unwrap();
    assert_eq!(members(&parsed(&texts).0, "FftType"), members(&known, "FftType"));
    let again = imported(&mut texts, &definitions, &scope).unwrap();
    assert_eq!(again.files, []);
}

/// An enum in a dump: members by name and number.
type Cases<'c> = &'c [(&'c str, i128)];

fn enums(enums: &[(&str, bool, Cases<'_>)]) -> Definitions {
    let mut records = Map::new();
    let mut names = Vec::new();
    let reference = |name: &str| json!({"def": name, "kind": "def"});
    for (name, bits, cases) in enums {
        let mut members = Vec::new();
        for (symbol, value) in *cases {
            let case = format!("{name}_{symbol}");
            members.push(reference(&case));
            let fields = json!({"!superclasses": ["EnumCase"], "symbol": symbol, "str": symbol.to_lowercase(), "value": value});
            records.insert(case, fields);
        }
        let class = if *bits { "BitEnumBase" } else { "IntEnum" };
        let fields = json!({"!superclasses": [class], "className": name, "cppNamespace": "toy", "enumerants": members});
        records.insert((*name).to_owned(), fields);
        names.push(json!(name));
    }
    let dialect = json!({"!superclasses": ["Dialect"], "name": "toy", "cppNamespace": "toy"});
    records.insert("Toy_Dialect".to_owned(), dialect);
    records
        .insert("!instanceof".to_owned(), json!({"Dialect": ["Toy_Dialect"], "EnumInfo": names}));
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
"#;

#[test]
fn enums_are_written() {
    let mut texts = Texts::new();
    texts.insert(PathBuf::from("box/format.yaml"), FORMAT.to_owned());
    let colour: Cases<'_> = &[("Red", 0), ("DarkGreen", 1), ("Off", 300)];
    let flags: Cases<'_> = &[("A", 1), ("B", 2)];
    let first =
        enums(&[("Colour", false, colour), ("Flags", true, flags), ("Size", false, &[("Big", 7)])]);
    let with = |release| Scope { enums: true, ..scope(Some(release), &[], false) };
    // Without being asked, nothing that the schema does not have.
    assert!(imported(&mut texts, &first, &scope(Some("1"), &[], false)).is_err());
    let merged = imported(&mut texts, &first, &with("1")).unwrap();
    assert_eq!(merged.left, ["toy: enum `Flags` is of sets of bits"]);
    let path = PathBuf::from("schema/dialects/toy-enums.yaml");
    expect![[r#"
        - enum: Colour
          dialect: toy
          wire: varint<u16>
          summary: Colour
          source: "TableGen definitions of box maker 1"
          members:
            - {name: Red, value: 0, summary: Red}
            - {name: DarkGreen, value: 1, summary: Darkgreen}
            - {name: "Off", value: 300, summary: "Off"}

        - enum: Size
          dialect: toy
          wire: varint<u8>
          summary: Size
          source: "TableGen definitions of box maker 1"
          members:
            - {name: Big, value: 7, summary: Big}
    "#]]
    .assert_eq(&texts[&path]);
    assert_eq!(imported(&mut texts, &first, &with("1")).unwrap().files, []);
    // One that is taken away comes back to the character, at its place.
    let text = texts[&path].clone();
    for name in ["Colour", "Size"] {
        let start = text.find(&format!("- enum: {name}\n")).expect("the enum");
        let end = text[start + 2..].find("- enum: ").map_or(text.len(), |end| start + 2 + end);
        let without = format!("{}{}", &text[..start], &text[end..]);
        texts.insert(path.clone(), format!("{}\n", without.trim_end()));
        imported(&mut texts, &first, &with("1")).unwrap();
        assert_eq!(texts[&path], text);
    }
    // The next release: one more, one less, and another number.
    let by_hand = text.replace("summary: Red", "summary: \"Like fire, by hand\"");
    texts.insert(path.clone(), by_hand);
    let colour: Cases<'_> = &[("Red", 0), ("Blue", 2), ("Off", 301)];
    let second = enums(&[("Colour", false, colour), ("Size", false, &[("Big", 7)])]);
    let merged = imported(&mut texts, &second, &scope(Some("2"), &[], false)).unwrap();
    assert_eq!(merged.left, ["toy: `Off` of enum `Colour` has another number: write it by hand"]);
    expect![[r#"
        - enum: Colour
          dialect: toy
          wire: varint<u16>
          summary: Colour
          source: "TableGen definitions of box maker 1"
          members:
            - {name: Red, value: 0, summary: "Like fire, by hand"}
            - {name: DarkGreen, value: 1, until_release: "1", summary: Darkgreen}
            - {name: Blue, value: 2, since_release: "2", summary: Blue}
            - {name: "Off", value: 300, summary: "Off"}

    "#]]
    .assert_eq(texts[&path].split("- enum: Size").next().unwrap());
    let (schema, _) = parsed(&texts);
    let found = drift(&schema, &second, &scope(Some("2"), &[], false)).unwrap();
    let found: Vec<String> =
        found.differences.iter().map(|found| format!("{}: {}", found.kind, found.what)).collect();
    assert_eq!(found, ["breaking: `Off` is 301, in the schema 300"]);
    // One that is back.
    let merged = imported(&mut texts, &first, &scope(Some("3"), &[], false)).unwrap();
    assert_eq!(merged.left, ["toy: `DarkGreen` of enum `Colour` is there too: write it by hand"]);
}
