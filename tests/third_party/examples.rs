//! The examples of the schema are tests of the crate that has the format, and fail where they should.

use crate::sensor_log::examples::{Example, examples};

fn example(item: &str, version: &str) -> Example {
    let found = examples()
        .into_iter()
        .find(|example| example.item == item && example.version.to_string() == version);
    found.unwrap_or_else(|| panic!("no example of {item} in {version}"))
}

#[test]
fn every_kind_of_item_has_one() {
    let items: Vec<_> = examples().iter().map(|example| example.item).collect();
    assert_eq!(items, ["Unit", "Device", "Device", "Position", "devices"]);
}

#[test]
fn bytes_without_a_meaning_are_found() {
    let mut device = example("Device", "1.0");
    device.bytes = &[0x05, 0x74, 0x31, 0x00, 0x00];
    let error = device.spelled().expect_err("a byte is left");
    assert!(error.ends_with(": 1 bytes follow the item"), "{error}");
    device.bytes = &[0x05, 0x74];
    let error = device.spelled().expect_err("a byte is missing");
    assert!(error.starts_with("at byte "), "{error}");
}

#[test]
fn bytes_that_are_written_in_another_way_are_found() {
    let mut device = example("Device", "1.0");
    // The length of the name in two bytes.
    device.bytes = &[0x0a, 0x00, 0x74, 0x31, 0x00];
    let error = device.spelled().expect_err("an overlong number");
    assert!(error.ends_with("is written as [05, 74, 31, 00]"), "{error}");
}

#[test]
fn another_value_is_another_spelling() {
    let mut unit = example("Unit", "2.0");
    assert_eq!(unit.spelled().as_deref(), Ok(unit.value));
    unit.bytes = &[0x01];
    assert_eq!(unit.spelled().as_deref(), Ok("percent"));
}
