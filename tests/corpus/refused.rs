//! The files that the reference implementation ships for readers to refuse.

use bytespec::tile_ir::{Module, Version};
use bytespec_tests::corpus::{Kind, corpus};
use expect_test::expect;

#[test]
fn invalid_files_are_refused_with_place_and_reason() {
    let mut report = String::new();
    for file in corpus().iter().filter(|file| file.kind == Kind::ShippedInvalid) {
        let Err(error) = Module::read(&file.bytes) else { panic!("{} was read", file.name) };
        assert!(error.offset().is_some_and(|offset| offset <= file.bytes.len()), "{}", file.name);
        report.push_str(&format!("{}\n    {error}\n", file.short_name()));
    }
    let known = format!("{} to {}", Version::ALL[0], Version::LATEST);
    let report = report.replace(&known, "FIRST to LAST");
    expect![[r#"
        excessive_section_length
            at byte 13 (0xd): the end section is not the last: 7 bytes follow
        f4e2m1fn-in-13.1
            at byte 64 (0x40), types[0]: `Float4E2M1FN` needs version 13.3 or later, but the version is 13.1
        invalid_attribute_name
            at byte 68 (0x44), strings[0]: string entry 0 starts at 458752, which is after the next entry or past the 28 bytes of the table
        invalid_dense_map_value
            at byte 45 (0x2d), functions[0].body.ops[1].regions[0].ops[2] permute.permutation[1]: the value -2147483648 is not allowed here
        invalid_magic_number
            at byte 0 (0x0): this is not CUDA Tile IR bytecode: the magic number 7f 54 69 6c 65 49 52 00 is missing
        invalid_section_id
            at byte 15 (0xf), sections[1].header: unexpected end of data, expected a section header (the end section is missing)
        unsupported_version
            at byte 8 (0x8): version 18.0 is not supported, known: FIRST to LAST
    "#]].assert_eq(&report);
}
