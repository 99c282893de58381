//! Packed fields, flagged values, and fields whose presence follows from a part, a number or an enum.

use crate::parcels::samples::{ITEMS, round_trip};
use crate::parcels::{Address, Context, Kind, Parcel, PlaceId, Release, Version};
use bytespec::plan::data::Plan;
use bytespec::plan::proof::{Generated, KnownVersions, Proof};
use bytespec::reflect::Seen;
use bytespec::sample::Source;
use bytespec::wire::{Cursor, Writer};
use bytespec::{ErrorKind, Result};
use expect_test::{Expect, expect};

fn parcel() -> Parcel {
    Parcel {
        has_place: true,
        kind: Kind::Plain,
        pieces: 1,
        number: 5,
        place: Some(PlaceId(2)),
        celsius: None,
        handling: None,
        insured: None,
        from: None,
        floor: 0,
        lift: None,
    }
}

fn write(parcel: &Parcel, version: Version) -> Result<Vec<u8>> {
    let mut writer = Writer::new();
    parcel.write(&mut writer, &mut Context::new(version))?;
    Ok(writer.into_bytes())
}

/// The number that a prefix varint of one byte holds.
fn small(byte: u8) -> u8 {
    byte >> 1
}

fn refused(result: Result<Vec<u8>>, expected: &Expect) {
    let Err(error) = result else { panic!("it was written") };
    expected.assert_eq(&error.to_string());
}

#[test]
fn parts_move_down_where_lower_ones_are_not_there() {
    for (version, head) in [
        (Version::V0, 5),
        (Version::V2, 5 << 4 | 1),
        (Version::V4, 5 << 5 | 1 << 1 | 1),
        (Version::V5, 5 << 7 | 1 << 3 | 1),
    ] {
        let Ok(bytes) = write(&parcel(), version) else { panic!("{version} is not written") };
        let mut cursor = Cursor::new(&bytes);
        assert_eq!(cursor.prefix(), Ok(head), "{version}");
        let read = Parcel::read(&mut Cursor::new(&bytes), &Context::new(version));
        assert_eq!(read, Ok(parcel()), "{version}");
    }
}

#[test]
fn parts_that_a_version_lacks_have_their_default_there() {
    let away = Parcel { has_place: false, place: None, ..parcel() };
    refused(
        write(&away, Version::V3),
        &expect!["`Parcel.has_place` needs version 4 or later, but the version is 3"],
    );
    assert!(write(&away, Version::V4).is_ok());
    let cooled = Parcel { kind: Kind::Cooled, celsius: Some(-18), handling: Some(1), ..parcel() };
    refused(
        write(&cooled, Version::V4),
        &expect!["`Parcel.kind` needs version 5 or later, but the version is 4"],
    );
    let written = write(&cooled, Version::V5);
    let Err(error) = &written else { panic!("it was written") };
    assert!(matches!(error.kind(), ErrorKind::Gate { .. }));
    refused(written, &expect!["`Kind.cooled` needs version 6 or later, but the version is 5"]);
    assert!(write(&cooled, Version::V6).is_ok());
}

#[test]
fn values_that_do_not_fit_are_refused() {
    refused(
        write(&Parcel { pieces: 16, ..parcel() }, Version::V2),
        &expect!["head.pieces: the value 0x10 does not fit in 4 bits"],
    );
    let most = u64::MAX >> 7;
    assert!(write(&Parcel { number: most, ..parcel() }, Version::V6).is_ok());
    refused(
        write(&Parcel { number: most + 1, ..parcel() }, Version::V6),
        &expect!["head.has_place: the value 0x8000000000000004 does not fit in 63 bits"],
    );
    let worth = Parcel { insured: Some(1 << 63), ..parcel() };
    refused(
        write(&worth, Version::V6),
        &expect!["insured: the value 0x8000000000000000 does not fit in 63 bits"],
    );
    // A reference has 32 bits.
    let mut writer = Writer::new();
    writer.prefix(1 << (32 + 13));
    let read = Address::read(&mut Cursor::new(writer.as_slice()), &Context::new(Version::LATEST));
    let Err(error) = read else { panic!("it was read") };
    expect!["at byte 0 (0x0), type: 4294967296 does not fit u32"].assert_eq(&error.to_string());
}

#[test]
fn flagged_values_are_odd_or_zero() {
    let worth = Parcel { insured: Some(3), from: Some(PlaceId(4)), ..parcel() };
    let Ok(bytes) = write(&worth, Version::V1) else { panic!("not written") };
    let numbers: Vec<u8> = bytes.iter().copied().map(small).collect();
    // Number, place, worth, origin, floor.
    assert_eq!(numbers, [5, 2, 7, 9, 0]);
    let mut bent = bytes;
    bent[2] = 6 << 1 | 1;
    let read = Parcel::read(&mut Cursor::new(&bent), &Context::new(Version::V1));
    let Err(error) = read else { panic!("it was read") };
    expect![
        "at byte 2 (0x2), insured: 6 is not the code of an optional value: it is even, but not zero"
    ]
    .assert_eq(&error.to_string());
}

#[test]
fn presence_follows_from_parts_numbers_and_members() {
    refused(
        write(&Parcel { place: None, ..parcel() }, Version::V6),
        &expect!["`Parcel.place` must be present if and only if `has_place` is true"],
    );
    refused(
        write(&Parcel { floor: 3, ..parcel() }, Version::V6),
        &expect!["`Parcel.lift` must be present if and only if `floor` is not 0"],
    );
    refused(
        write(&Parcel { celsius: Some(0), ..parcel() }, Version::V6),
        &expect!["`Parcel.celsius` must be present if and only if `kind` is cooled"],
    );
    refused(
        write(&Parcel { handling: Some(0), ..parcel() }, Version::V6),
        &expect!["`Parcel.handling` must be present if and only if `kind` is not plain"],
    );
}

struct Parcels(Plan);

impl Generated for Parcels {
    fn items(&self) -> &[(&'static str, &'static str)] {
        ITEMS
    }

    fn source(&self, seed: u64) -> Source {
        Source::new(seed)
    }

    fn round_trip(
        &self,
        item: (&str, &str),
        bytes: &[u8],
        read: &KnownVersions,
        write: &KnownVersions,
        see: &mut dyn FnMut(Seen<'_>),
    ) -> Result<Vec<u8>> {
        let context = |versions: &KnownVersions| {
            let release = Release::ALL[versions[1].1 as usize];
            Context::new(Version::ALL[versions[0].1 as usize]).with_release(Some(release))
        };
        round_trip(item, bytes, &context(read), &mut context(write), see)
    }
}

#[test]
fn samples_come_back() {
    let generated = Parcels(crate::plan_of("parcels"));
    let releases = 0..Release::ALL.len() as u32;
    let versions = 0..Version::ALL.len() as u32;
    let scopes = versions
        .flat_map(|version| releases.clone().map(move |release| vec![(0, version), (1, release)]));
    let scopes: Vec<KnownVersions> = scopes.collect();
    let proof = Proof::new(&generated.0, &generated);
    let (values, gates) = (proof.values_round_trip(&scopes, 100), proof.gates_hold(&scopes));
    println!("{values:?} {gates:?}");
    assert!(values.values > 1000 && gates.refused > 0 && gates.hidden == 0);
}
