//! Deep, circular, endless and backward content: each an error that says which limit it is over.

use super::bytes::{
    Forged, array_tag, function, nested_loops, pair, return_op, signature, table_at, varints,
};
use bytespec::tile_ir::{File, Module, Numbering, Profile, Spelling, TypeId, WriteOptions};
use bytespec::wire::Writer;
use bytespec_tests::hostile;
use expect_test::{Expect, expect};

fn check(bytes: &[u8], expected: &Expect) {
    hostile::check(bytes);
    let Err(error) = Module::read(bytes) else { panic!("the file was read") };
    assert!(error.offset().is_some(), "no offset: {error}");
    let text = error.to_string();
    // Paths through deep nesting are long; both ends say enough.
    let head: String = text.chars().take(90).collect();
    let tail: String = match text.char_indices().rev().nth(130) {
        Some((start, _)) if start > head.len() => format!(" [...] {}", &text[start..]),
        _ => text[head.len()..].to_owned(),
    };
    expected.assert_eq(&format!("{head}{tail}"));
}

#[test]
fn the_forged_file_is_valid() {
    let findings = hostile::check(&Forged::new().bytes());
    assert!(findings.read, "{:?}", Module::read(&Forged::new().bytes()).err());
    assert_eq!(findings.ops, 1);
    assert!(hostile::check(&Forged::with_body(&nested_loops(1000)).bytes()).read);
}

#[test]
fn attributes_nested_deep() {
    let mut attribute = varints(&[array_tag(), 1]).repeat(10_000);
    attribute.extend(varints(&[array_tag(), 0]));
    check(
        &Forged::with_arg_attrs(&attribute).bytes(),
        &expect![
            "at byte 288 (0x120), functions[0].arg_attrs Array.elements[0] Array.elements[0] Array.elem [...] y.elements[0] Array.elements[0] Array.elements[0] Array.elements[0] Array.elements[0]: 129 is over the limit `nesting depth` of 128"
        ],
    );
}

#[test]
fn regions_nested_deep() {
    check(
        &Forged::with_body(&nested_loops(100_000)).bytes(),
        &expect![
            "at byte 7208 (0x1c28), functions[0].body.ops[0].regions[0].ops[0].regions[0].ops[0].region [...] ps ... ops[0].regions[0].ops[0].regions[0].ops[0].regions[0].ops[0].regions[0]: 1025 is over the limit `nesting of regions` of 1024"
        ],
    );
}

#[test]
fn counts_that_cannot_be_there() {
    for count in [1 << 32, 1 << 63] {
        let mut forged = Forged::new();
        forged.functions = varints(&[count]);
        assert_over(&forged.bytes(), count);

        let mut forged = Forged::new();
        forged.strings = varints(&[count]);
        forged.strings.extend([0; 16]);
        assert_over(&forged.bytes(), count);

        let mut forged = Forged::new();
        let mut params = varints(&[u64::from(signature(&[])[0]), count]);
        params.extend([0; 64]);
        forged.types[0] = params;
        assert_over(&forged.bytes(), count);

        assert_over(&Forged::with_arg_attrs(&varints(&[array_tag(), count])).bytes(), count);

        let mut body = nested_loops(1);
        // The number of blocks of the loop's region.
        body.splice(4..5, varints(&[count]));
        assert_over(&Forged::with_body(&body).bytes(), count);
    }
}

#[track_caller]
fn assert_over(bytes: &[u8], count: u64) {
    hostile::check(bytes);
    let Err(error) = Module::read(bytes) else { panic!("the file was read") };
    let text = error.to_string();
    let wanted = format!("the count {count} exceeds the elements that fit the bytes left, ");
    assert!(text.contains(&wanted), "{text}");
}

#[test]
fn offsets_that_descend() {
    let mut forged = Forged::new();
    forged.strings = table_at(&[1, 0], b"kk");
    check(
        &forged.bytes(),
        &expect![
            "at byte 60 (0x3c), strings[0]: string entry 0 starts at 1, which is after the next entry or past the 2 bytes of the table"
        ],
    );
}

#[test]
fn types_in_a_circle_end() {
    let mut forged = Forged::new();
    forged.types.push(signature(&[3]));
    forged.types.push(signature(&[2]));
    let bytes = forged.bytes();
    hostile::check(&bytes);
    let Ok(file) = File::open(&bytes) else { panic!("the file does not open") };
    assert!(Spelling::new(&file).ty(TypeId(2)).contains("..."));
    // Nothing refers to them, so reading does not care; writing from scratch drops them.
    let Ok(mut module) = Module::read(&bytes) else { panic!("the file is not read") };
    let numbering = Numbering::Canonical(Profile::Cxx);
    let options = WriteOptions::default().numbering(numbering);
    assert!(module.write(&options).is_ok());
    module.functions[0].signature = TypeId(2);
    let Err(error) = module.write(&options) else { panic!("a circle was written") };
    expect!["entry 2 contains itself, directly or through others"].assert_eq(&error.to_string());
}

#[test]
fn chains_of_types_end() {
    let mut forged = Forged::new();
    for index in 2..10_000 {
        forged.types.push(signature(&[index + 1]));
    }
    forged.types.push(signature(&[]));
    let bytes = forged.bytes();
    hostile::check(&bytes);
    let Ok(mut module) = Module::read(&bytes) else { panic!("the file is not read") };
    module.functions[0].signature = TypeId(2);
    let numbering = Numbering::Canonical(Profile::Cxx);
    let Err(error) = module.write(&WriteOptions::default().numbering(numbering)) else {
        panic!("the chain was written")
    };
    expect!["129 is over the limit `nesting of types or debug entries` of 128"]
        .assert_eq(&error.to_string());
}

/// Each type holds the one before twice: spelled out, the last one would fill every memory.
#[test]
fn types_that_double_are_spelled_in_bounds() {
    let mut forged = Forged::new();
    for index in 1..100 {
        forged.types.push(pair(index));
    }
    let bytes = forged.bytes();
    hostile::check(&bytes);
    let Ok(file) = File::open(&bytes) else { panic!("the file does not open") };
    let text = Spelling::new(&file).ty(TypeId(100));
    assert!(text.len() < 100_000, "{} characters", text.len());
    assert!(text.ends_with("..."));
}

#[test]
fn sections_without_number() {
    let mut forged = Forged::new();
    let mut writer = Writer::new();
    for _ in 0..100_000 {
        writer.bytes(&[0x7e, 0]);
    }
    forged.more = writer.into_bytes();
    check(
        &forged.bytes(),
        &expect!["at byte 2060 (0x80c): 1025 is over the limit `sections of a file` of 1024"],
    );
}

#[test]
fn an_alignment_past_the_file() {
    let mut forged = Forged::new();
    let mut writer = Writer::new();
    writer.u8(0x7e | 0x80);
    writer.leb128(0);
    writer.leb128(1 << 32);
    forged.more = writer.into_bytes();
    check(
        &forged.bytes(),
        &expect![
            "at byte 19 (0x13), sections[0].header: unexpected end of data, expected 4294967277 bytes, found 55"
        ],
    );
}

#[test]
fn a_section_longer_than_the_file() {
    let mut forged = Forged::new();
    forged.more = varints(&[0x7e, 1 << 40]);
    check(
        &forged.bytes(),
        &expect![
            "at byte 19 (0x13), sections[0].header: the size 1099511627776 exceeds the bytes left, 55"
        ],
    );
}

/// Small functions that share one long signature: all parameters together have a limit.
#[test]
fn many_functions_with_a_long_signature() {
    let count = 8_000;
    let mut forged = Forged::new();
    forged.types[0] = signature(&[1; 8_000]);
    let mut functions = varints(&[count]);
    for _ in 0..count {
        functions.extend(function(&[], &[], &return_op()));
    }
    forged.functions = functions;
    check(
        &forged.bytes(),
        &expect![
            "at byte 1283 (0x503), functions[104]: 840525 is over the limit `bytes of the names and signatures of all functions` of 836624"
        ],
    );
}

#[test]
fn a_signature_over_the_limit() {
    let mut forged = Forged::new();
    forged.types[0] = signature(&vec![1; 100_000]);
    check(
        &forged.bytes(),
        &expect![
            "at byte 52 (0x34), functions[0].signature: 100005 is over the limit `bytes of a signature` of 32768"
        ],
    );
}
