//! An entry is read by the name of its dialect, and knows it again.

use crate::toy_chest::{
    ATTRIBUTE_DIALECTS, AttributeEntry, Context, DialectReleases, References, Scanner, StringId,
    TYPE_DIALECTS, TinFact, TypeEntry, Version, Weight, WoodAttribute, WoodType, view,
};
use bytespec::axes::DialectAxes as _;
use bytespec::error::Error;
use bytespec::reflect::{Names, Reflect, Text};
use bytespec::wire::{Cursor, Found, Scan, Writer};

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

/// The strings that an entry refers to, and where that stands.
#[derive(Default)]
struct Strings(Vec<(StringId, Found)>);

impl References for Strings {
    fn string_reference(&mut self, id: StringId, found: Found) -> Option<()> {
        self.0.push((id, found));
        Some(())
    }
}

/// What is found in the bytes of an entry that is read for one version and written for another.
fn scanned(
    scanner: Option<Scanner>,
    bytes: &[u8],
    from: Version,
    to: Version,
) -> Option<Vec<(StringId, Found)>> {
    let mut found = Strings::default();
    let scan = Scan::new(bytes, 0..bytes.len())?;
    let passed = scanner?(scan, &Context::new(from), &Context::new(to), &mut found)?;
    passed.is_done().then_some(found.0)
}

#[test]
fn references_are_found_in_the_bytes_of_entries() {
    for (entry, version, _) in entries() {
        let bytes = written(&entry, version).expect("the version has it");
        let scan = |bytes: &[u8]| {
            scanned(AttributeEntry::scanner(entry.dialect()), bytes, version, version)
        };
        // What no schema knows is left to who reads it.
        assert_eq!(scan(&bytes).is_some(), entry.variant_name() != "opaque");
        for len in 0..bytes.len() {
            assert_eq!(scan(&bytes[..len]), None, "{}", entry.variant_name());
        }
        assert_eq!(scan(&[&bytes[..], &[1]].concat()), None);
    }
    let colour = AttributeEntry::from(WoodAttribute::Colour { name: StringId(5) });
    let bytes = written(&colour, Version::V5).expect("the version has it");
    let wood = AttributeEntry::scanner("wood");
    let found = Found { before: 1, after: 0, flagged: false };
    let both = |from, to| scanned(wood, &bytes, from, to);
    assert_eq!(both(Version::V5, Version::V5), Some(vec![(StringId(5), found)]));
    assert_eq!(both(Version::V5, Version::V4), None);
    assert_eq!(both(Version::V4, Version::V4), None);
    // A number in more bytes than it takes is not what a writer writes.
    assert_eq!(scanned(wood, &[15, 22, 0], Version::V5, Version::V5), None);
    let train = TypeEntry::scanner("wood");
    assert_eq!(scanned(train, &[3, 13], Version::V4, Version::V4), Some(vec![]));
    assert_eq!(scanned(train, &[3, 2, 4], Version::V4, Version::V4), None);
    assert!(TypeEntry::scanner("paper").is_none());
}

/// Readers of wax ignore the release, and writers check it.
#[test]
fn entries_that_the_release_of_the_writer_lacks_are_not_passed() {
    let wax = AttributeEntry::scanner("wax");
    let mut releases = DialectReleases::default();
    assert_eq!(scanned(wax, &[0], Version::V5, Version::V5), Some(vec![]));
    releases.select("wax", 0);
    let (reading, writing) = (Context::new(Version::V5), Context::new(Version::V5));
    let writing = writing.with_dialects(releases);
    let scan = Scan::new(&[0], 0..1).expect("a byte");
    let wax = wax.expect("a known dialect");
    assert!(wax(scan, &reading, &writing, &mut Strings::default()).is_none());
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
    assert_eq!(ATTRIBUTE_DIALECTS, ["clay", "lead", "tin_toys", "wax", "wood"]);
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
