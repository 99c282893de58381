//! Lists without a number of their own: up to the end, and as long as another field says.

use crate::parcels::{Context, Kind, Load, Note, PlaceId, Stop, Version, view};
use bytespec::reflect::{Names, Text};
use bytespec::wire::{Cursor, Writer};
use expect_test::expect;
use std::fmt::{self, Write};

fn load() -> Load {
    Load {
        refused: false,
        crates: 2,
        drivers: 1,
        names: vec![PlaceId(7)].into(),
        weights: Some(Box::new(vec![10, 1 << 40].into())),
        stops: vec![
            Stop { place: None, minutes: 5 },
            Stop { place: Some(PlaceId(3)), minutes: 300 },
        ]
        .into(),
    }
}

fn written(load: &Load, version: Version) -> bytespec::Result<Vec<u8>> {
    let mut writer = Writer::new();
    load.write(&mut writer, &mut Context::new(version))?;
    Ok(writer.into_bytes())
}

#[test]
fn nothing_counts_them_on_the_wire() {
    let Ok(bytes) = written(&load(), Version::V6) else { panic!("not written") };
    // Head, a driver, two weights (one of 41 bits), two stops (one of three bytes).
    assert_eq!(bytes.len(), 2 + 1 + 1 + 6 + 2 + 3);
    let cx = Context::new(Version::V6);
    let read = view::Load::read(&mut Cursor::new(&bytes), &cx);
    assert_eq!(read.map(|load| load.to_owned()), Ok(load()));
    let Err(error) = view::Load::read(&mut Cursor::new(&bytes[..14]), &cx) else {
        panic!("half a stop was read")
    };
    expect![
        "at byte 13 (0xd), stops[1].minutes: unexpected end of data, expected the rest of a varint"
    ]
    .assert_eq(&error.to_string());
}

#[test]
fn their_length_is_the_value_of_the_field() {
    let Err(error) = written(&Load { crates: 3, ..load() }, Version::V6) else {
        panic!("two crates were written as three")
    };
    expect!["weights: there are 2 elements, but `crates` is 3"].assert_eq(&error.to_string());
    let Err(error) = written(&Load { names: Vec::new().into(), ..load() }, Version::V6) else {
        panic!("no driver was written as one")
    };
    expect!["names: there are 0 elements, but `drivers` is 1"].assert_eq(&error.to_string());
    let Err(error) = written(&load(), Version::V0) else { panic!("stops were lost") };
    expect!["`Load.stops` needs version 1 or later, but the version is 0"]
        .assert_eq(&error.to_string());
    let without = Load { stops: Vec::new().into(), ..load() };
    let Ok(bytes) = written(&without, Version::V0) else { panic!("not written") };
    let cx = Context::new(Version::V0);
    let read = view::Load::read(&mut Cursor::new(&bytes), &cx);
    assert_eq!(read.map(|load| load.to_owned()), Ok(without));
}

struct Numbers;

impl Names for Numbers {
    fn reference(&self, f: &mut dyn Write, table: &'static str, index: u32) -> fmt::Result {
        write!(f, "{table} {index}")
    }
}

/// The spelling of a note that was written and read.
fn spelled(note: &Note) -> String {
    let mut writer = Writer::new();
    let mut cx = Context::new(Version::LATEST);
    assert_eq!(note.write(&mut writer, &mut cx), Ok(()));
    let bytes = writer.into_bytes();
    let Ok(read) = view::Note::read(&mut Cursor::new(&bytes), &cx) else { panic!("not read") };
    let mut text = String::new();
    assert_eq!(read.text(&mut text, &Numbers), Ok(()));
    text
}

#[test]
fn they_are_spelled_like_other_lists() {
    for (by, loud, expected) in [
        (None, false, expect!["words<3 500>"]),
        (Some(PlaceId(2)), true, expect!["words<3 500, loud, by Place 2>"]),
    ] {
        let words = vec![3, 500].into();
        expected.assert_eq(&spelled(&Note::Words { loud, kind: Kind::Cooled, by, words }));
    }
}

#[test]
fn a_number_is_spelled_as_the_schema_says_and_nowhere_else() {
    let exact: Vec<i64> = vec![i64::MIN, -1, 0];
    let sizes = |sizes: Vec<i64>, floor, depth| Note::Sizes {
        sizes: sizes.into(),
        floor,
        depth,
        exact: exact.clone().into(),
    };
    expect!["sizes<anyx{}x1, at ground, bottomless; -9223372036854775808, -1, 0>"]
        .assert_eq(&spelled(&sizes(vec![-1, 0, 1], 0, Some(i64::MIN))));
    expect!["sizes<-9223372036854775808, at 1, 0; -9223372036854775808, -1, 0>"]
        .assert_eq(&spelled(&sizes(vec![i64::MIN], 1, Some(0))));
}
