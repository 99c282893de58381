//! Resources.

use super::bytes::{Forged, report, varints};
use bytespec::Result;
use bytespec::mlir::{File, ResourceId, section};
use expect_test::expect;

/// Kinds of resources.
const BLOB: u8 = 0;
const BOOL: u8 = 1;
const STRING: u8 = 2;

/// A file with one resource of the dialect `builtin`, named by string 4.
fn with(kind: u8, data: &[u8]) -> Forged {
    listed(&[0, 0, 1, 4, data.len() as u64], kind, data)
}

fn listed(offsets: &[u64], kind: u8, data: &[u8]) -> Forged {
    Forged::new()
        .with(section::RESOURCE_OFFSET, [varints(offsets), vec![kind]].concat())
        .with(section::RESOURCE, data.to_vec())
}

#[test]
fn places() {
    let text = report(&[
        ("as it should be", with(BOOL, &[1])),
        ("a key that is no string", listed(&[0, 0, 1, 9, 1], BOOL, &[1])),
        ("a dialect that is not there", listed(&[0, 9, 1, 4, 1], BOOL, &[1])),
        ("a tool named by no string", listed(&[1, 9, 1, 4, 1], BOOL, &[1])),
        ("longer than the section", listed(&[0, 0, 1, 4, 2], BOOL, &[1])),
        ("2^63 bytes", listed(&[0, 0, 1, 4, 1 << 63], BOOL, &[1])),
        ("bytes after the last", listed(&[0, 0, 1, 4, 1], BOOL, &[1, 1])),
        ("more than there is room for", listed(&[0, 0, 1 << 50, 4, 1], BOOL, &[1])),
        ("more tools than there is room for", listed(&[1 << 50, 4, 1, 4, 1], BOOL, &[1])),
        ("an unknown kind", with(7, &[1])),
        ("an empty group", listed(&[0, 0, 0, 0, 1, 4, 1], BOOL, &[1])),
        // Writers of elided data leave these behind.
        ("nothing at all, for a dialect", with(BLOB, &[])),
        ("nothing at all, for a tool", listed(&[1, 4, 1, 4, 0], BLOB, &[])),
    ]);
    expect![[r#"
        as it should be
            accepted
        a key that is no string
            at byte 63 (0x3f), resource_offset.dialect[0]: String index 9 is out of bounds (there are 5)
        a dialect that is not there
            at byte 63 (0x3f), resource_offset: Dialect index 9 is out of bounds (there are 2)
        a tool named by no string
            at byte 63 (0x3f), resource_offset: String index 9 is out of bounds (there are 5)
        longer than the section
            at byte 63 (0x3f), resource_offset.dialect[0]: a resource of 2 bytes does not fit the 1 bytes left
        2^63 bytes
            at byte 63 (0x3f), resource_offset.dialect[0]: a resource of 9223372036854775808 bytes does not fit the 1 bytes left
        bytes after the last
            at byte 71 (0x47), resource_offset: 1 bytes follow the last resource
        more than there is room for
            at byte 72 (0x48), resource_offset.dialect.entries: the count 1125899906842624 exceeds the elements that fit the bytes left, 3
        more tools than there is room for
            at byte 70 (0x46), resource_offset.external: the count 1125899906842624 exceeds the elements that fit the bytes left, 2
        an unknown kind
            at byte 67 (0x43), resource_offset.dialect.entries[0].kind: 7 is not a known ResourceKind
        an empty group
            accepted
        nothing at all, for a dialect
            accepted
        nothing at all, for a tool
            accepted
    "#]].assert_eq(&text);
}

#[test]
fn data() {
    let blob = |numbers: &[u64], bytes: &[u8]| with(BLOB, &[&varints(numbers)[..], bytes].concat());
    let filled = [0xcb, 0xcb, 0xcb, 0xcb, 0xcb, 0xcb, 7, 7];
    let mut aligned = blob(&[8, 2], &filled);
    for section in &mut aligned.sections {
        if section.id == section::RESOURCE {
            section.alignment = Some(8);
        }
    }
    let text = report(&[
        ("a truth value of two bytes", with(BOOL, &[1, 1])),
        ("a truth value of neither kind", with(BOOL, &[2])),
        ("a string that is not there", with(STRING, &varints(&[9]))),
        ("a string with a byte after it", with(STRING, &varints(&[0, 0]))),
        ("a string cut short", with(STRING, &[0x10])),
        ("a blob", aligned),
        // Writing aligns the section, so that the data is where it asks to be.
        ("a blob in a section that is not aligned", blob(&[8, 2], &filled)),
        ("a blob longer than its entry", blob(&[1, 9], &[7, 7])),
        ("a blob of 2^62 bytes", blob(&[1, 1 << 62], &[7, 7])),
        ("a blob with a byte after it", blob(&[1, 1], &[7, 7])),
        ("a blob aligned to three", blob(&[3, 2], &[7, 7])),
        ("a blob aligned to 2^40", blob(&[1 << 40, 2], &[7, 7])),
        ("a blob with damaged filler", blob(&[8, 2], &[0, 0, 0, 0, 0, 0, 7, 7])),
        ("a blob with filler cut short", blob(&[64, 2], &[0xcb, 0xcb])),
        // The reference writes this for a blob without bytes, and then refuses to read it.
        ("a blob aligned to zero", blob(&[0, 0], &[])),
    ]);
    expect![[r#"
        a truth value of two bytes
            at byte 71 (0x47), resources[0]: 1 bytes follow the data
        a truth value of neither kind
            at byte 70 (0x46), resources[0]: 2 is not a known boolean (0 or 1)
        a string that is not there
            at byte 70 (0x46), resources[0]: String index 9 is out of bounds (there are 5)
        a string with a byte after it
            at byte 71 (0x47), resources[0]: 1 bytes follow the data
        a string cut short
            at byte 70 (0x46), resources[0]: unexpected end of data, expected the rest of a varint
        a blob
            accepted
        a blob in a section that is not aligned
            accepted
        a blob longer than its entry
            at byte 72 (0x48), resources[0].size: the size 9 exceeds the bytes left, 2
        a blob of 2^62 bytes
            at byte 80 (0x50), resources[0].size: the size 4611686018427387904 exceeds the bytes left, 2
        a blob with a byte after it
            at byte 73 (0x49), resources[0]: 1 bytes follow the data
        a blob aligned to three
            at byte 70 (0x46), resources[0].alignment: the alignment 3 is not a power of two of at most 4 GiB
        a blob aligned to 2^40
            at byte 70 (0x46), resources[0].alignment: the alignment 1099511627776 is not a power of two of at most 4 GiB
        a blob with damaged filler
            at byte 72 (0x48), resources[0]: the filler before the blob is damaged: expected cb, found 00
        a blob with filler cut short
            at byte 72 (0x48), resources[0]: unexpected end of data, expected 62 bytes, found 2
        a blob aligned to zero
            accepted
    "#]].assert_eq(&text);
}

#[test]
fn references_past_the_table() -> Result<()> {
    let bytes = with(BOOL, &[1]).bytes();
    let file = File::open(&bytes)?;
    let other = with(BOOL, &[0, 0]).bytes();
    let other = File::open(&other)?;
    let of_another = file.resource_data(&other.resources()?.entries()[0]);
    let text = format!("{:?}\n{of_another:?}", file.resource(ResourceId(1)));
    expect![[r#"
        Err(Resource index 1 is out of bounds (there are 1))
        Err(resource 0 is not in this module)"#]]
    .assert_eq(&text);
    Ok(())
}
