//! What is written is read again, at every version, and bytes are what the schema says.

use crate::log::{Log, thermometer};
use crate::sensor_log::{
    Context, Device, DeviceId, MAGIC, Reading, ReadingId, TITLE, Unit, Version, view,
};
use bytespec::ErrorKind;
use bytespec::reflect::Reflect;
use bytespec::wire::{Cursor, Writer};
use expect_test::expect;

/// A log with everything that a version has.
fn full(version: Version) -> Log {
    let mut device = thermometer();
    let mut readings = vec![
        Reading::Number { device: DeviceId(0), value: -1250 },
        Reading::Series { device: DeviceId(1), values: vec![i16::MIN, 0, i16::MAX].into() },
    ];
    if version >= Version::V1_1 {
        device.offset = Some(-2);
        device.interval = 1 << 20;
        device.unit = Unit::Pascal;
        readings.push(Reading::Gap { reason: None });
        readings.push(Reading::Gap { reason: Some(ReadingId(1)) });
    }
    if version >= Version::V2_0 {
        device.labels = vec![7, 65_535].into();
        readings.push(Reading::Position { east: -40, north: i32::MAX });
    } else {
        readings.push(Reading::Note { text: "clouds, späť".as_bytes().to_vec() });
    }
    Log { version, devices: vec![thermometer(), device], readings }
}

#[test]
fn every_version_reads_what_it_wrote() {
    for &version in Version::ALL {
        let log = full(version);
        let Ok(bytes) = log.write(version) else { panic!("{version} is not written") };
        assert_eq!(Log::read(&bytes), Ok(log), "{version}");
    }
}

#[test]
fn a_device_has_the_bytes_of_the_example_in_the_schema() {
    let mut writer = Writer::new();
    let device = Device { offset: Some(-2), calibrated: false, ..thermometer() };
    let written = device.write(&mut writer, &mut Context::new(Version::V1_1));
    assert_eq!(written, Ok(()));
    // The same as the example of the schema: name, flags, serial, offset, interval, unit.
    assert_eq!(writer.as_slice(), [0x05, 0x74, 0x31, 0x0a, 0x5b, 0x07, 0x79, 0x01]);
}

#[test]
fn a_reading_that_nobody_knows_is_carried() {
    let unknown = Reading::Opaque { tag: 200, bytes: vec![1, 2, 3] };
    let mut log = full(Version::V1_0);
    log.readings.insert(1, unknown.clone());
    let Ok(bytes) = log.write(Version::V1_0) else { panic!("not written") };
    let Ok(read) = Log::read(&bytes) else { panic!("not read") };
    assert_eq!(read.readings[1], unknown);
    assert_eq!(read.write(Version::V1_0), Ok(bytes));
    let too_large = Reading::Opaque { tag: 456, bytes: Vec::new() };
    let written = too_large.write(&mut Writer::new(), &mut Context::new(Version::V1_0));
    assert!(written.is_err(), "a tag that does not fit was cut off");
}

#[test]
fn fields_are_seen_by_their_names() {
    let mut writer = Writer::new();
    let mut cx = Context::new(Version::LATEST);
    assert_eq!(full(Version::LATEST).devices[1].write(&mut writer, &mut cx), Ok(()));
    let bytes = writer.into_bytes();
    let Ok(device) = view::Device::read(&mut Cursor::new(&bytes), &cx) else { panic!("not read") };
    let mut names = Vec::new();
    device.fields(&mut |name, _| names.push(name));
    assert_eq!(device.item_name(), "Device");
    expect!["name calibrated serial offset interval unit labels"].assert_eq(&names.join(" "));
}

#[test]
fn refused_files_have_a_kind_of_error() {
    let Ok(bytes) = full(Version::LATEST).write(Version::LATEST) else { panic!("not written") };
    for at in 0..MAGIC.len() {
        let mut bent = bytes.clone();
        bent[at] ^= 1;
        let Err(error) = Log::read(&bent) else { panic!("read without its magic number") };
        let ErrorKind::Magic { format, expected } = error.kind() else { panic!("{error}") };
        assert_eq!((*format, &**expected), (TITLE, &MAGIC[..]));
    }
    for number in 0..=u8::MAX {
        let mut other = bytes.clone();
        other[MAGIC.len()] = number;
        let found = format!("{number}.{}", other[MAGIC.len() + 1]);
        if !Version::NAMES.contains(&found.as_str()) {
            let Err(error) = Log::read(&other) else { panic!("{found} was read") };
            assert_eq!(error.offset(), Some(MAGIC.len()));
            let kind = ErrorKind::Version { format: TITLE, found, known: Version::NAMES };
            assert_eq!(*error.kind(), kind);
        }
    }
}

#[test]
fn damage_is_an_error_with_a_place() {
    let Ok(bytes) = full(Version::LATEST).write(Version::LATEST) else { panic!("not written") };
    for len in 0..bytes.len() {
        assert!(Log::read(&bytes[..len]).is_err(), "the first {len} bytes were read");
    }
    let mut bent = bytes.clone();
    // A flag bit that no version has, in the first device.
    bent[12] |= 0x40;
    let Err(error) = Log::read(&bent) else { panic!("the flag was taken") };
    expect!["at byte 12 (0xc), devices[0]: bits 0x40 belong to no field in this version"]
        .assert_eq(&error.to_string());
}
