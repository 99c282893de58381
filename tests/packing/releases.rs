//! The second axis: what the release of the producer decides.

use crate::parcels::{Context, Kind, Release, Stamp, Version};
use bytespec::wire::{Cursor, Writer};
use bytespec::{ErrorKind, Result};
use expect_test::{Expect, expect};

fn cx(release: Option<Release>) -> Context {
    Context::new(Version::LATEST).with_release(release)
}

fn written(stamp: Stamp, mut cx: Context) -> Result<Vec<u8>> {
    let mut writer = Writer::new();
    stamp.write(&mut writer, &mut cx)?;
    Ok(writer.into_bytes())
}

fn refused(stamp: Stamp, cx: Context, expected: &Expect) {
    let Err(error) = written(stamp, cx) else { panic!("it was written") };
    assert!(matches!(error.kind(), ErrorKind::Gate { .. }));
    expected.assert_eq(&error.to_string());
}

#[test]
fn a_producer_states_its_release() {
    for (producer, release) in [
        ("Depot7.0", Some(Release::R7)),
        ("Depot10.1.8", Some(Release::R10)),
        ("Depot10.0.0git", None),
        ("Depot10", None),
        ("Depot1.0", None),
        ("Depot11.0", None),
        ("Store7.0", None),
        ("Store 2.0 Depot7.0", Some(Release::R7)),
        ("Depot7.0 Store 2.0", None),
        ("Store-Depot7.0", None),
    ] {
        assert_eq!(Release::from_producer(producer), release, "{producer}");
    }
    for &release in Release::ALL {
        assert_eq!(Release::from_producer(&release.producer()), Some(release));
    }
    assert_eq!("9".parse(), Ok(Release::R9));
    let unknown = "99".parse::<Release>().unwrap_err();
    assert!(
        matches!(unknown.kind(), ErrorKind::Release { found, known, .. } if found == "99" && *known == Release::NAMES),
        "{unknown}"
    );
    assert_eq!(Release::ALL.last().map(|release| release.name()), Some("10"));
    assert!(Release::R9 < Release::R10);
}

#[test]
fn one_tag_is_two_variants_in_two_releases() {
    let (lion, tiger) = (Stamp::Lion { legs: 3 }, Stamp::Tiger { stripes: 3, teeth: 30 });
    assert_eq!(lion.tag(), tiger.tag());
    for (release, stamp) in [(Some(Release::R8), lion), (Some(Release::R9), tiger)] {
        let Ok(bytes) = written(stamp, cx(release)) else { panic!("{stamp:?} is not written") };
        assert_eq!(Stamp::read(&mut Cursor::new(&bytes), &cx(release)), Ok(stamp));
    }
    // What began is taken to be there where the release is not known, and what ended is not.
    let Ok(bytes) = written(Stamp::Tiger { stripes: 3, teeth: 7 }, cx(None)) else {
        panic!("not written")
    };
    assert_eq!(bytes.len(), 3);
    refused(
        lion,
        cx(None),
        &expect![
            "`Lion` is only in depot release 8 or earlier, but the version is 6 of an unknown depot release"
        ],
    );
}

#[test]
fn errors_name_the_release() {
    refused(
        Stamp::Tiger { stripes: 0, teeth: 30 },
        cx(Some(Release::R8)),
        &expect![
            "`Tiger` is only in depot release 9 or later, but the version is 6 of depot release 8"
        ],
    );
    refused(
        Stamp::Tiger { stripes: 0, teeth: 31 },
        cx(Some(Release::R9)),
        &expect![
            "`Tiger.teeth` is only in depot release 10 or later, but the version is 6 of depot release 9"
        ],
    );
    refused(
        Stamp::Both { lion: false, number: 1 },
        cx(Some(Release::R8)),
        &expect![
            "`Both.lion` is only in depot release 9 or later, but the version is 6 of depot release 8"
        ],
    );
    refused(
        Stamp::Both { lion: true, number: 1 },
        Context::new(Version::V2).with_release(Some(Release::R8)),
        &expect![
            "`Both` needs version 3 or later in depot release 8 to 9, but the version is 2 of depot release 8"
        ],
    );
    let mut cx = cx(Some(Release::R10));
    let Err(error) = Kind::Folded.write(&mut Writer::new(), &mut cx) else {
        panic!("it was written")
    };
    expect!["`Kind.folded` is only in depot release 9 or earlier, but the version is 6 of depot release 10"]
        .assert_eq(&error.to_string());
    let Err(error) = Stamp::read(&mut Cursor::new(&[5, 1]), &cx) else { panic!("it was read") };
    expect!["at byte 0 (0x0): `Both` needs version 3 or later in depot release 8 to 9, but the version is 6 of depot release 10"]
        .assert_eq(&error.to_string());
}
