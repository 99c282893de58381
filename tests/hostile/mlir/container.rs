//! The header and the sections.

use super::bytes::{Forged, outcome, report, varints};
use bytespec::ErrorKind;
use bytespec::mlir::{File, Version, section};
use expect_test::expect;

#[test]
fn the_forged_files_are_valid() {
    for version in 0..=6 {
        assert_eq!(outcome(&Forged::of(version).bytes()), "accepted", "version {version}");
    }
}

#[test]
fn headers() {
    let newer = Forged { version: 127, ..Forged::new() };
    let far = Forged::new();
    let mut far_bytes = far.bytes();
    far_bytes.splice(4..5, varints(&[1 << 40]));
    let endless =
        Forged { producer: b"MLIR22.1.8".to_vec(), sections: Vec::new(), ..Forged::new() };
    let nobody = Forged { producer: vec![0], ..Forged::new() };
    let not_text = Forged { producer: b"\xff\xfe\0".to_vec(), ..Forged::new() };
    let known = format!("{} to {}", Version::ALL[0], Version::LATEST);
    let masked = |text: String| text.replace(&known, "FIRST to LAST");
    let text = masked(report(&[
        ("a newer version", newer),
        ("a producer without end", endless),
        ("a producer without name", nobody),
        ("a producer that is not text", not_text),
    ]));
    expect![[r#"
        a newer version
            at byte 4 (0x4): version 127 is not supported, known: FIRST to LAST
        a producer without end
            at byte 5 (0x5), producer: unexpected end of data, expected a zero byte
        a producer without name
            accepted
        a producer that is not text
            accepted
    "#]]
    .assert_eq(&text);
    let text = masked(format!(
        "{}\n{}\n{}",
        outcome(b""),
        outcome(b"ML\xefR\x0dMLIR22.1.8\0"),
        outcome(&far_bytes)
    ));
    expect![[r#"
        at byte 0 (0x0): this is not MLIR bytecode: the magic number 4d 4c ef 52 is missing
        at byte 16 (0x10): the string section is missing
        at byte 4 (0x4): version 1099511627776 is not supported, known: FIRST to LAST"#]]
    .assert_eq(&text);
}

#[test]
fn missing_sections() {
    let cases: Vec<(&str, Forged)> = [
        ("string", section::STRING),
        ("dialect", section::DIALECT),
        ("attr_type", section::ATTR_TYPE),
        ("attr_type_offset", section::ATTR_TYPE_OFFSET),
        ("ir", section::IR),
        ("resource", section::RESOURCE),
        ("resource_offset", section::RESOURCE_OFFSET),
        ("properties", section::PROPERTIES),
    ]
    .map(|(name, id)| {
        let forged = Forged::new().without(id);
        let error = File::open(&forged.bytes()).expect_err("a section is missing");
        assert_eq!(*error.kind(), ErrorKind::MissingSection { section: name.into() });
        (name, forged)
    })
    .to_vec();
    expect![[r#"
        string
            at byte 71 (0x47): the string section is missing
        dialect
            at byte 91 (0x5b): the dialect section is missing
        attr_type
            at byte 95 (0x5f): the attr_type section is missing
        attr_type_offset
            at byte 92 (0x5c): the attr_type_offset section is missing
        ir
            at byte 90 (0x5a): the ir section is missing
        resource
            at byte 101 (0x65): the resource section is missing
        resource_offset
            at byte 100 (0x64): the resource_offset section is missing
        properties
            at byte 97 (0x61): the properties section is missing
    "#]]
    .assert_eq(&report(&cases));
    let text = report(&[
        (
            "neither of the two sections of resources",
            Forged::new().without(section::RESOURCE).without(section::RESOURCE_OFFSET),
        ),
        ("no properties in version 4", Forged::of(4)),
    ]);
    expect![[r#"
        neither of the two sections of resources
            accepted
        no properties in version 4
            accepted
    "#]]
    .assert_eq(&text);
}

#[test]
fn sections_that_should_not_be_there() {
    let mut unknown = Forged::new();
    unknown.push(9, Vec::new());
    let mut last = Forged::new();
    last.push(127, vec![1, 2, 3]);
    let mut twice = Forged::new();
    twice.push(section::STRING, vec![1]);
    let mut early = Forged::of(4);
    early.push(section::PROPERTIES, vec![1]);
    // Readers pass it, so it is kept.
    let mut versions = Forged::new();
    versions.push(section::DIALECT_VERSIONS, vec![5, 1]);
    let mut order = Forged::new();
    order.sections.reverse();
    let text = report(&[
        ("an unknown section", unknown),
        ("the last id", last),
        ("a section twice", twice),
        ("properties in version 4", early),
        ("versions at the top", versions),
        ("sections in another order", order),
    ]);
    expect![[r#"
        an unknown section
            at byte 103 (0x67): 9 is not the id of a section
        the last id
            at byte 103 (0x67): 127 is not the id of a section
        a section twice
            at byte 103 (0x67): there is a second string section
        properties in version 4
            accepted
        versions at the top
            accepted
        sections in another order
            accepted
    "#]]
    .assert_eq(&text);
}

#[test]
fn lengths_and_alignments() {
    let aligned = |alignment: u64, filler: u8| {
        let mut forged = Forged::new();
        let section = forged.push(section::DIALECT_VERSIONS, vec![5, 1]);
        (section.alignment, section.filler) = (Some(alignment), filler);
        forged
    };
    let huge = [&[section::DIALECT_VERSIONS][..], &varints(&[1 << 63])].concat();
    let text = report(&[
        ("a section longer than the rest", Forged::new().and(&[section::DIALECT_VERSIONS, 201, 0])),
        ("a length of 64 bits", Forged::new().and(&huge)),
        ("an id at the end", Forged::new().and(&[section::DIALECT_VERSIONS])),
        ("a length cut short", Forged::new().and(&[section::DIALECT_VERSIONS, 0x10])),
        ("an alignment of zero", aligned(0, 0xcb)),
        ("an alignment of three", aligned(3, 0xcb)),
        ("an alignment past the file", aligned(1 << 32, 0xcb)),
        ("an alignment too large", aligned(1 << 40, 0xcb)),
        ("an alignment of eight", aligned(8, 0xcb)),
        ("damaged filler", aligned(64, 0)),
    ]);
    expect![[r#"
        a section longer than the rest
            at byte 105 (0x69), sections[8].header: the size 100 exceeds the bytes left, 1
        a length of 64 bits
            at byte 113 (0x71), sections[8].header: the size 9223372036854775808 exceeds the bytes left, 0
        an id at the end
            at byte 104 (0x68), sections[8].header: unexpected end of data, expected a varint
        a length cut short
            at byte 104 (0x68), sections[8].header: unexpected end of data, expected the rest of a varint
        an alignment of zero
            at byte 103 (0x67), sections[8].header: the alignment 0 is not a power of two of at most 4 GiB
        an alignment of three
            at byte 103 (0x67), sections[8].header: the alignment 3 is not a power of two of at most 4 GiB
        an alignment past the file
            at byte 110 (0x6e), sections[8].header: unexpected end of data, expected 4294967186 bytes, found 3988
        an alignment too large
            at byte 103 (0x67), sections[8].header: the alignment 1099511627776 is not a power of two of at most 4 GiB
        an alignment of eight
            accepted
        damaged filler
            at byte 103 (0x67), sections[8].header: the filler before the dialect_versions section is damaged: expected cb, found 00
    "#]].assert_eq(&text);
}

/// A file cut short anywhere is refused.
#[test]
fn cut_short() {
    for version in 0..=6 {
        let bytes = Forged::of(version).bytes();
        for len in 0..bytes.len() {
            let text = outcome(&bytes[..len]);
            assert!(text.starts_with("at byte "), "version {version}, {len} bytes: {text}");
        }
    }
}
