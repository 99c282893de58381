//! Entries of dialects whose release a file does not tell.

use bytespec::axes::DialectAxes as _;
use bytespec::mlir::{Attribute, DialectReleases, Module, WriteOptions};
use bytespec::reflect::Reflect as _;

const NUMBERS: &[u8] = b"stablehlo";

/// Dimension numbers of a gather: one without and one with batch dimensions.
const SHORT: &[u8] = &[0x0f, 0x01, 0x03, 0x01, 0x03, 0x01, 0x05];
const LONG: &[u8] = &[0x0f, 0x01, 0x03, 0x05, 0x03, 0x01, 0x03, 0x01, 0x03, 0x05, 0x09];

fn module() -> Module<'static> {
    let bytes = Module::new("MLIR22.1.8").write(&WriteOptions::default()).unwrap();
    let module = Module::read(&bytes).unwrap().into_owned();
    assert_eq!(module.dialect_releases(), DialectReleases::default());
    module
}

#[test]
fn bytes_tell_the_layout_where_the_release_is_unknown() {
    let mut module = module();
    for (bytes, fields) in [(SHORT, 4), (LONG, 6)] {
        let id = module.add_attribute_bytes(NUMBERS, bytes).unwrap();
        let Attribute::Typed(read) = module.attribute(id).unwrap() else {
            panic!("{bytes:02x?} is not described");
        };
        let mut found = 0;
        read.fields(&mut |_, _| found += 1);
        assert_eq!(found, fields, "{}", read.variant_name());
    }
    let reencoded = module.reencode().unwrap();
    assert_eq!(reencoded.difference, None);
    assert_eq!(reencoded.attributes["stablehlo"].typed.entries, 2);
}

#[test]
fn bytes_of_no_release_are_carried() {
    let mut module = module();
    let id = module.add_attribute_bytes(NUMBERS, &LONG[..LONG.len() - 1]).unwrap();
    assert!(matches!(module.attribute(id), Ok(Attribute::Opaque { .. })));
    // Of a known release they are an error.
    let mut module = Module::new("MLIR22.1.8");
    assert_eq!(module.dialect_releases(), DialectReleases::latest());
    let id = module.add_attribute_bytes(NUMBERS, &LONG[..LONG.len() - 1]).unwrap();
    assert!(module.attribute(id).is_err());
}
