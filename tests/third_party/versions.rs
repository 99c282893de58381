//! Gates: what a version does not have is an error to write unless it is the default, and never read.

use crate::log::{Log, thermometer};
use crate::sensor_log::{Context, Device, Reading, Unit, Version, view};
use bytespec::wire::{Cursor, Writer};
use bytespec::{ErrorKind, Result};
use expect_test::{Expect, expect};

fn log(device: Device, readings: Vec<Reading>) -> Log {
    Log { version: Version::LATEST, devices: vec![device], readings }
}

fn check(result: Result<Vec<u8>>, expected: &Expect) {
    let Err(error) = result else { panic!("it was written") };
    assert!(matches!(error.kind(), ErrorKind::Gate { .. }));
    expected.assert_eq(&error.to_string());
}

#[test]
fn late_fields_with_their_defaults_are_left_out() {
    let mut sizes = Vec::new();
    for &version in Version::ALL {
        let mut writer = Writer::new();
        assert_eq!(thermometer().write(&mut writer, &mut Context::new(version)), Ok(()));
        let bytes = writer.into_bytes();
        let read = view::Device::read(&mut Cursor::new(&bytes), &Context::new(version));
        assert_eq!(read.map(|device| device.to_owned()), Ok(thermometer()), "{version}");
        sizes.push(bytes.len());
    }
    // The interval and the unit, then the number of labels.
    assert_eq!(sizes, [5, 7, 8]);
}

#[test]
fn late_fields_with_other_values_need_their_version() {
    let device = Device { interval: 61, ..thermometer() };
    check(
        log(device, Vec::new()).write(Version::V1_0),
        &expect!["`Device.interval` needs version 1.1 or later, but the version is 1.0"],
    );
    let device = Device { offset: Some(0), ..thermometer() };
    check(
        log(device, Vec::new()).write(Version::V1_0),
        &expect!["`Device.offset` needs version 1.1 or later, but the version is 1.0"],
    );
    let device = Device { labels: vec![1].into(), ..thermometer() };
    check(
        log(device, Vec::new()).write(Version::V1_1),
        &expect!["`Device.labels` needs version 2.0 or later, but the version is 1.1"],
    );
}

#[test]
fn variants_and_members_have_their_versions() {
    let one = |reading| log(thermometer(), vec![reading]);
    check(
        one(Reading::Gap { reason: None }).write(Version::V1_0),
        &expect!["readings[0]: `Gap` needs version 1.1 or later, but the version is 1.0"],
    );
    check(
        one(Reading::Position { east: 0, north: 0 }).write(Version::V1_1),
        &expect!["readings[0]: `Position` needs version 2.0 or later, but the version is 1.1"],
    );
    check(
        one(Reading::Note { text: Vec::new() }).write(Version::V2_0),
        &expect!["readings[0]: `Note` needs version 1.1 or earlier, but the version is 2.0"],
    );
    let device = Device { unit: Unit::Pascal, ..thermometer() };
    check(
        log(device, Vec::new()).write(Version::V1_0),
        &expect!["`Device.unit` needs version 1.1 or later, but the version is 1.0"],
    );
}

#[test]
fn newer_content_in_an_older_file_is_not_read() {
    let mut newer = log(thermometer(), vec![Reading::Gap { reason: None }]);
    newer.version = Version::V1_1;
    let Ok(mut bytes) = newer.write(Version::V1_1) else { panic!("not written") };
    // The device has two bytes more than the older version reads, which the section may carry; the
    // reading is the error.
    bytes[5] = 0;
    let Err(error) = Log::read(&bytes) else { panic!("it was read") };
    expect![
        "at byte 28 (0x1c), readings[0]: `Gap` needs version 1.1 or later, but the version is 1.0"
    ]
    .assert_eq(&error.to_string());
}
