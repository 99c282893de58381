//! Dialects that have releases of their own.

use crate::toy_chest::{
    AttributeEntry, ClayAttribute, ClayRelease, Context, DialectReleases, Glazing, Version,
    WaxAttribute, WaxRelease, conversion_limits, conversions, dialect_layouts, view,
};
use bytespec::axes::DialectAxes as _;
use bytespec::error::{Error, ErrorKind};
use bytespec::properties::{Field, Kind};
use bytespec::upgrade::Piece;
use bytespec::wire::{Cursor, Writer};

fn clay(release: Option<ClayRelease>) -> DialectReleases {
    DialectReleases { clay: release, ..DialectReleases::default() }
}

fn written(entry: impl Into<AttributeEntry>, releases: DialectReleases) -> Result<Vec<u8>, Error> {
    let mut writer = Writer::new();
    let mut cx = Context::new(Version::LATEST).with_dialects(releases);
    entry.into().write(&mut writer, &mut cx)?;
    Ok(writer.into_bytes())
}

fn read(dialect: &str, bytes: &[u8], releases: DialectReleases) -> Result<AttributeEntry, Error> {
    let mut cursor = Cursor::new(bytes);
    let cx = Context::new(Version::LATEST).with_dialects(releases);
    let entry = view::AttributeEntry::read(dialect, &mut cursor, &cx).expect("a known dialect")?;
    assert!(cursor.is_empty(), "{} bytes are left", cursor.remaining());
    Ok(entry.to_owned())
}

#[test]
fn releases_are_selected_by_numbers() {
    let set = |numbers: &[u64]| {
        let mut releases = DialectReleases::default();
        assert_eq!(releases.set("clay", numbers), releases.clay.is_some());
        releases.get("clay")
    };
    assert_eq!(set(&[1, 0]), Some("1.0"));
    assert_eq!(set(&[1, 1, 7]), Some("1.0"));
    assert_eq!(set(&[1, 2]), Some("1.2"));
    assert_eq!(set(&[1, 99]), Some("1.2"));
    assert_eq!(set(&[2, 5]), Some("2.0"), "newer in the last number only");
    assert_eq!(set(&[3, 0]), None, "newer than all");
    assert_eq!(set(&[0, 9]), None, "older than all");
    assert_eq!(set(&[]), None);
    assert!(!DialectReleases::default().set("paper", &[1]));

    for (producer, expected) in [
        ("Kiln-1.2", Some("1.2")),
        ("some Kiln-2.0 here", Some("2.0")),
        ("Kiln-", None),
        ("Kiln-x", None),
        ("Oven-1.2", None),
    ] {
        assert_eq!(DialectReleases::from_producer(producer).get("clay"), expected, "{producer}");
    }
    assert_eq!(DialectReleases::latest().clay, Some(ClayRelease::R2_0));
    assert_eq!(bytespec::axes::parse("1.10"), Some(vec![1, 10]));
    for wrong in ["+1.10", "1.+10", "-1", "1.", "", "1.x"] {
        assert_eq!(bytespec::axes::parse(wrong), None, "{wrong}");
    }
    for (dialect, name) in [("clay", "3.0"), ("clay", "soft"), ("wax", "0"), ("lead", "1")] {
        let error = DialectReleases::default().set_named(dialect, name).expect_err("no release");
        let known = DialectReleases::names(dialect);
        let title = DialectReleases::title(dialect).unwrap_or("release").to_owned();
        let (dialect, found) = (dialect.to_owned(), name.to_owned());
        assert_eq!(*error.kind(), ErrorKind::Release { dialect, title, found, known });
    }
    assert_eq!(DialectReleases::title("clay"), Some("kiln"));
    assert_eq!(DialectReleases::title("lead"), None);
    assert_eq!(
        (DialectReleases::record_len("clay"), DialectReleases::record_len("wax")),
        (Some(2), None)
    );
    assert_eq!(DialectReleases::format("clay", 1), Some(Version::V4));
    assert_eq!(DialectReleases::format("clay", 2), Some(Version::V5));
    assert_eq!(DialectReleases::format("wax", 0), None);
    assert_eq!(DialectReleases::knows_other("clay", "Spring"), Some(1));
    assert_eq!(DialectReleases::knows_other("wax", "Spring"), None);
}

#[test]
fn gates_count_the_releases_of_the_dialect() {
    let pot = ClayAttribute::PotWithHandle { size: 3, handle: 1 };
    for (release, expected) in [
        (Some(ClayRelease::R1_2), false),
        (Some(ClayRelease::R2_0), true),
        // What began is taken to be there, and what ended is not.
        (None, true),
    ] {
        assert_eq!(written(pot, clay(release)).is_ok(), expected, "{release:?}");
    }
    let old = ClayAttribute::Pot { size: 3 };
    assert!(written(old, clay(None)).is_err());
    let bytes = written(old, clay(Some(ClayRelease::R1_0))).expect("the release has it");
    assert_eq!(read("clay", &bytes, clay(Some(ClayRelease::R1_0))).expect("an entry"), old.into());

    let blue = ClayAttribute::Glaze { kind: Glazing::Blue };
    let error = written(blue, clay(Some(ClayRelease::R1_2))).expect_err("a gate");
    let ErrorKind::Gate { item, needs, version, .. } = error.kind() else { panic!("{error}") };
    assert_eq!((item.as_str(), version.as_str()), ("Glazing.blue", "kiln 1.2"));
    assert_eq!(needs, "in kiln 2.0 or later");
    let error = read("clay", &[1, 1], clay(Some(ClayRelease::R1_2))).expect_err("a gate");
    assert!(matches!(error.kind(), ErrorKind::Gate { .. }), "{error}");
}

#[test]
fn some_releases_bind_writers_only() {
    let mut releases = DialectReleases { wax: Some(WaxRelease::R1), ..DialectReleases::default() };
    assert!(written(WaxAttribute::Candle, releases).is_err());
    assert_eq!(releases.for_reading().wax, None);
    assert!(!DialectReleases::binds_readers("wax") && DialectReleases::binds_readers("clay"));
    assert!(read("wax", &[0], releases.for_reading()).is_ok());
    releases.clear("wax");
    assert_eq!(releases, DialectReleases::default());
    releases.override_by(&DialectReleases::latest());
    assert_eq!(releases.index("wax"), Some(1));
}

const HEAT: Field = Field::new("heat", Kind::Attribute);

#[test]
fn layouts_hold_up_to_the_next() {
    let layouts = |release, operation| -> Vec<&'static [Field]> {
        clay(release).layouts("clay", operation).collect()
    };
    let long: &[Field] = &[HEAT, Field::new("hours", Kind::OptionalAttribute)];
    assert_eq!(layouts(Some(ClayRelease::R1_0), "fire"), [&[HEAT][..]]);
    assert_eq!(layouts(Some(ClayRelease::R1_2), "fire"), [long]);
    assert_eq!(layouts(Some(ClayRelease::R2_0), "fire"), [long]);
    assert_eq!(layouts(None, "fire"), [&[HEAT][..], long]);
    assert_eq!(layouts(Some(ClayRelease::R2_0), "dry").len(), 0);
    assert_eq!(layouts(Some(ClayRelease::R1_2), "dry").len(), 1);
    assert_eq!(layouts(Some(ClayRelease::R1_2), "dry_v2").len(), 0);
    assert_eq!(layouts(None, "burn").len(), 0);
    assert_eq!(dialect_layouts("clay", "turn").len(), 1);
    assert_eq!(dialect_layouts("wood", "roll").len(), 0);
}

#[test]
fn layouts_of_another_dialect_need_a_release_that_is_known() {
    let sift = |release| clay(release).layouts("sand", "sift").count();
    assert_eq!(sift(None), 0);
    assert_eq!(sift(Some(ClayRelease::R1_0)), 0);
    assert_eq!(sift(Some(ClayRelease::R1_2)), 1);
}

#[test]
fn steps_have_their_constants() {
    assert!(conversions("wax").is_empty());
    let [step] = conversions("clay") else { panic!("one step") };
    assert_eq!((step.from, step.to, step.release), ("dry", "dry_v2", 2));
    assert_eq!((step.operands, step.regions), (Some(1), None));
    let [limit] = conversion_limits("clay") else { panic!("one limit") };
    assert_eq!((limit.operation, limit.before, limit.same), ("fire", 1, Some("size")));
    assert_eq!((limit.property, limit.operands), (Some(("heat", "Glaze")), Some("Candle")));
    let [("shade", twice)] = step.adds else { panic!("one property") };
    assert_eq!((twice.dialect, twice.table), ("clay", "Attribute"));
    let [Piece::Bytes([2]), Piece::Reference(shadow)] = twice.pieces else { panic!("{twice:?}") };
    assert!(matches!(shadow.pieces, [Piece::Bytes([1, 0])]));
    assert!(matches!(shadow.like, [Piece::Bytes([1, 0])]));
    assert!(matches!(twice.like, [Piece::Bytes([2]), Piece::Any]));
}
