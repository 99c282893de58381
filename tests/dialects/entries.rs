//! An entry is read by the name of its dialect, and knows it again.

use crate::toy_chest::{
    ATTRIBUTE_DIALECTS, AttributeEntry, Context, StringId, TYPE_DIALECTS, TinFact, TypeEntry,
    Version, Weight, WoodAttribute, WoodType, view,
};
use bytespec::error::Error;
use bytespec::reflect::{Names, Reflect, Text};
use bytespec::wire::{Cursor, Writer};

struct Plain;

impl Names for Plain {
    fn reference(
        &self,
        f: &mut dyn std::fmt::Write,
        table: &'static str,
        index: u32,
    ) -> std::fmt::Result {
        write!(f, "{table}{index}")
    }
}

/// Entries of every dialect, the version they are of, and how they are spelled.
fn entries() -> Vec<(AttributeEntry, Version, &'static str)> {
    let shape = WoodAttribute::Shape { sides: [3, 400].into_iter().collect() };
    let opaque = TinFact::Opaque { tag: 9, bytes: vec![1, 2] };
    vec![
        (shape.into(), Version::V4, "shape<3x400>"),
        (WoodAttribute::Colour { name: StringId(5) }.into(), Version::V5, "Colour<name = String5>"),
        (TinFact::Spring { turns: -4 }.into(), Version::V4, "Spring<turns = -4>"),
        (opaque.into(), Version::V4, "opaque<tag 9, 2 bytes>"),
        (Weight::Grams { grams: 70 }.into(), Version::V4, "Grams<grams = 70>"),
    ]
}

fn written(entry: &AttributeEntry, version: Version) -> Result<Vec<u8>, Error> {
    let mut writer = Writer::new();
    entry.write(&mut writer, &mut Context::new(version))?;
    Ok(writer.into_bytes())
}

#[test]
fn entries_come_back() {
    for (entry, version, text) in entries() {
        let bytes = written(&entry, version).expect("the version has it");
        let mut cursor = Cursor::new(&bytes);
        let read = view::AttributeEntry::read(entry.dialect(), &mut cursor, &Context::new(version));
        let read = read.expect("a known dialect").expect("an entry");
        assert!(cursor.is_empty());
        assert_eq!(read.to_owned(), entry);
        assert_eq!(read.dialect(), entry.dialect());
        assert_eq!((read.tag(), read.variant_name()), (entry.tag(), entry.variant_name()));
        let mut spelled = String::new();
        read.text(&mut spelled, &Plain).expect("room for text");
        assert_eq!(spelled, text);
    }
}

#[test]
fn a_dialect_gives_an_entry_its_meaning() {
    let bytes = [0x01, 0x01];
    let context = Context::new(Version::V5);
    let read = |dialect| view::AttributeEntry::read(dialect, &mut Cursor::new(&bytes), &context);
    let wood = read("wood").expect("a known dialect").expect("an entry");
    assert_eq!((wood.item_name(), wood.variant_name(), wood.tag()), ("Shape", "Shape", 0));
    let mut fields = Vec::new();
    wood.fields(&mut |name, _| fields.push(name));
    assert_eq!(fields, ["sides"]);
    let tin = read("tin_toys").expect("a known dialect").expect("an entry");
    assert_eq!(tin.variant_name(), "Spring");
    assert!(read("lead").expect("a known dialect").is_err());
    assert!(read("paper").is_none());
    assert!(read("TinToys").is_none());
}

#[test]
fn versions_hold_for_entries() {
    let colour = AttributeEntry::from(WoodAttribute::Colour { name: StringId(0) });
    let error = written(&colour, Version::V4).expect_err("a newer fact");
    assert!(error.to_string().contains("5 or later"), "{error}");
}

#[test]
fn dialects_are_listed_in_order() {
    assert_eq!(ATTRIBUTE_DIALECTS, ["lead", "tin_toys", "wood"]);
    assert_eq!(TYPE_DIALECTS, ["wood"]);
}

/// Where no entry has anything of variable length, one type is read and written.
#[test]
fn plain_entries_are_one_type() {
    let entry = TypeEntry::from(WoodType::Train { wagons: 6 });
    let mut writer = Writer::new();
    entry.write(&mut writer, &mut Context::new(Version::V4)).expect("the version has it");
    let bytes = writer.into_bytes();
    let read = view::TypeEntry::read("wood", &mut Cursor::new(&bytes), &Context::new(Version::V4));
    assert_eq!(read.expect("a known dialect").expect("an entry"), entry);
    assert_eq!(entry.item_name(), "Train");
}
