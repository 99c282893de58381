//! Attributes and types. They are decoded when they are asked for, one by one, so that a damaged one
//! is an error then, and what it refers to is found or not when that is looked up.

use super::bytes::{Entry, Forged, custom, i32_type, outcome, report, unknown_location, varints};
use bytespec::Result;
use bytespec::mlir::{AttributeId, File, Module, Release, StringId, TypeId, view};
use expect_test::expect;

/// A file with one attribute more.
fn with(attribute: &[u8]) -> Forged {
    Forged::with_attributes(&[attribute.to_vec()])
}

fn with_type(ty: &[u8]) -> Forged {
    let attributes = custom(&[unknown_location(), vec![0x01, 0x01]]);
    Forged::new().with_entries(&attributes, &custom(&[i32_type(), ty.to_vec()]))
}

/// A file whose third attribute is this one.
fn with_entry(entry: Entry) -> Forged {
    let mut attributes = custom(&[unknown_location(), vec![0x01, 0x01]]);
    attributes.push(entry);
    Forged::new().with_entries(&attributes, &custom(&[i32_type()]))
}

fn by(producer: &[u8], mut forged: Forged) -> Forged {
    forged.producer = producer.to_vec();
    forged
}

#[test]
fn codes() {
    let unknown = varints(&[99]);
    let later = Release::ALL.last().map(|release| format!("MLIR{}.0.0git\0", release.name()));
    let later = later.unwrap_or_default().into_bytes();
    let text = report(&[
        ("an unknown attribute", with(&unknown)),
        ("an unknown type", with_type(&unknown)),
        ("an attribute of a later release", by(b"MLIR16.0.6\0", with(&varints(&[21, 0])))),
        // What may be newer than the schema is kept as it is.
        ("an unknown attribute of a later release", by(&later, with(&unknown))),
        ("an unknown type of a later release", by(&later, with_type(&unknown))),
        ("an unknown attribute of another program", by(b"somebody\0", with(&unknown))),
        ("an unknown type of another program", by(b"somebody\0", with_type(&unknown))),
        ("a damaged attribute of another program", by(b"somebody\0", with(&[0x01, 0x09]))),
        ("a damaged attribute of a later release", by(&later, with(&[0x01, 0x09]))),
    ]);
    expect![[r#"
        an unknown attribute
            at byte 45 (0x2d), attributes[2]: 99 is not a known BuiltinAttribute
        an unknown type
            at byte 48 (0x30), types[1]: 99 is not a known BuiltinType
        an attribute of a later release
            at byte 45 (0x2d), attributes[2]: `DistinctAttr` is only in LLVM release 17 or later, but the version is 6 of LLVM release 16
        an unknown attribute of a later release
            accepted, 1 opaque
        an unknown type of a later release
            accepted, 1 opaque
        an unknown attribute of another program
            accepted, 1 opaque
        an unknown type of another program
            accepted, 1 opaque
        a damaged attribute of another program
            accepted, 1 opaque
        a damaged attribute of a later release
            accepted, 1 opaque
    "#]].assert_eq(&text);
}

#[test]
fn lengths() {
    let text = report(&[
        ("nothing at all", with(&[])),
        ("a code cut short", with(&[0x10])),
        ("a field cut short", with(&[0x05])),
        ("bytes after the last field", with(&[0x01, 0x01, 0x01])),
        ("bytes after the last field of a type", with_type(&[0x03, 0x01])),
        ("more elements than there is room for", with(&varints(&[0, 1 << 50]))),
        ("data longer than the entry", with(&[&varints(&[17, 0, 1, 100])[..], &[1, 2]].concat())),
        ("data of 2^60 bytes", with(&varints(&[18, 0, 1 << 60]))),
    ]);
    expect![[r#"
        nothing at all
            at byte 45 (0x2d), attributes[2]: unexpected end of data, expected a varint
        a code cut short
            at byte 45 (0x2d), attributes[2]: unexpected end of data, expected the rest of a varint
        a field cut short
            at byte 46 (0x2e), attributes[2] StringAttr.value: unexpected end of data, expected a varint
        bytes after the last field
            at byte 47 (0x2f), attributes[2]: 1 bytes follow the last field
        bytes after the last field of a type
            at byte 49 (0x31), types[1]: 1 bytes follow the last field
        more elements than there is room for
            at byte 54 (0x36), attributes[2] ArrayAttr.value: the count 1125899906842624 exceeds the elements that fit the bytes left, 0
        data longer than the entry
            at byte 49 (0x31), attributes[2] DenseArrayAttr.raw_data: the size 100 exceeds the bytes left, 2
        data of 2^60 bytes
            at byte 56 (0x38), attributes[2] DenseIntOrFPElementsAttr.raw_data: the size 1152921504606846976 exceeds the bytes left, 0
    "#]].assert_eq(&text);
}

#[test]
fn texts() {
    let text = |bytes: &[u8]| with_entry((1, false, bytes.to_vec()));
    let text = report(&[
        ("a text", text(b"#t.x\0")),
        ("nothing at all", text(b"")),
        ("no zero byte", text(b"#t.x")),
        ("bytes after the zero byte", text(b"#t.x\0y")),
        // The text belongs to its dialect; nobody here can say that it is wrong.
        ("a text that no parser would take", text(b")]}>\0")),
        ("a text that is not UTF-8", text(b"\xff\xfe\0")),
        ("an empty text", text(b"\0")),
    ]);
    expect![[r#"
        a text
            accepted
        nothing at all
            at byte 47 (0x2f), attributes[2]: unexpected end of data, expected a zero byte
        no zero byte
            at byte 47 (0x2f), attributes[2]: unexpected end of data, expected a zero byte
        bytes after the zero byte
            at byte 52 (0x34), attributes[2]: 1 bytes follow the text
        a text that no parser would take
            accepted
        a text that is not UTF-8
            accepted
        an empty text
            accepted
    "#]]
    .assert_eq(&text);
}

/// A dialect that no schema describes may use any encoding.
#[test]
fn encodings_of_unknown_dialects() {
    let text = report(&[("an encoding that is not known", with_entry((1, true, vec![1, 2, 3])))]);
    expect![[r#"
        an encoding that is not known
            accepted, 1 opaque
    "#]]
    .assert_eq(&text);
}

#[test]
fn numbers() {
    let wide = varints(&[0, 65 << 2]);
    let with_width = |attribute: &[u64], bytes: &[u8]| {
        let attribute = [&varints(attribute)[..], bytes].concat();
        let attributes = custom(&[unknown_location(), vec![0x01, 0x01], attribute]);
        let types = custom(&[i32_type(), wide.clone(), vec![0x05, 0x01, 0x01]]);
        Forged::new().with_entries(&attributes, &types)
    };
    let text = report(&[
        ("an integer of no type", with_width(&[8, 9], &[0x03])),
        ("an integer of a function's type", with_width(&[8, 2], &[0x03])),
        ("an integer of 32 bits", with_width(&[8, 0], &[0x03])),
        ("an integer of 65 bits", with_width(&[8, 1, 2], &[0x03, 0x03])),
        ("an integer of 65 bits in three words", with_width(&[8, 1, 3], &[0x03, 0x03, 0x03])),
        ("an integer of 65 bits in 2^60 words", with_width(&[8, 1, 1 << 60], &[])),
    ]);
    expect![[r#"
        an integer of no type
            at byte 49 (0x31), attributes[2] IntegerAttr.value: Type index 9 is out of bounds (there are 3)
        an integer of a function's type
            at byte 49 (0x31), attributes[2] IntegerAttr.value: type 2 is not a number
        an integer of 32 bits
            accepted
        an integer of 65 bits
            accepted
        an integer of 65 bits in three words
            at byte 49 (0x31), attributes[2] IntegerAttr.value: 3 words are more than 65 bits
        an integer of 65 bits in 2^60 words
            at byte 49 (0x31), attributes[2] IntegerAttr.value: 1152921504606846976 words are more than 65 bits
    "#]].assert_eq(&text);
}

/// Numbers in an attribute that lead nowhere are found by whoever follows them.
#[test]
fn references_past_their_tables() -> Result<()> {
    let text = with(&varints(&[2, 99])).bytes();
    assert_eq!(outcome(&text), "accepted");
    let file = File::open(&text)?;
    let Some(view::BuiltinAttribute::StringAttr { value }) =
        file.attribute(AttributeId(2))?.builtin()
    else {
        panic!("not a string");
    };
    let mut report = format!("{:?}\n", file.string(value).err());
    let array = with(&varints(&[0, 1, 77])).bytes();
    let file = File::open(&array)?;
    let Some(view::BuiltinAttribute::ArrayAttr { value }) =
        file.attribute(AttributeId(2))?.builtin()
    else {
        panic!("not an array");
    };
    let element = value.iter().next().unwrap_or(AttributeId(0));
    report.push_str(&format!("{:?}\n", file.attribute(element).err()));
    report.push_str(&format!("{:?}\n", file.ty(TypeId(5)).err()));
    report.push_str(&format!("{:?}\n", file.string(StringId(5)).err()));
    // Writing from scratch follows all that is in use.
    let mut module = Module::read(&array)?;
    if let Some(op) = module.walk().next() {
        module.set_location(op, AttributeId(2))?;
    }
    let options =
        bytespec::mlir::WriteOptions::default().numbering(bytespec::mlir::Numbering::Canonical);
    report.push_str(&format!("{:?}\n", module.write(&options).err()));
    expect![[r#"
        Some(String index 99 is out of bounds (there are 5))
        Some(Attribute index 77 is out of bounds (there are 3))
        Some(Type index 5 is out of bounds (there are 1))
        Some(String index 5 is out of bounds (there are 5))
        Some(operations[0]: Attribute index 77 is out of bounds (there are 3))
    "#]]
    .assert_eq(&report);
    Ok(())
}

/// That an attribute is of the wrong kind is found by whoever asks for that kind: a location that is
/// none and attributes that are no dictionary are numbers like others, and are kept.
#[test]
fn attributes_of_the_wrong_kind() -> Result<()> {
    use super::bytes::{ATTRIBUTES, op};
    let mut wrong = op(ATTRIBUTES, &[0]);
    wrong[2] = varints(&[1])[0];
    let bytes = Forged::with_ops(6, 0, &[wrong]).bytes();
    assert_eq!(outcome(&bytes), "accepted");
    let module = Module::read(&bytes)?;
    let Some(op) = module.walk().nth(1) else { panic!("there is no operation") };
    let location = module.attribute(module.location(op).unwrap())?.builtin();
    assert_eq!(location.map(|location| location.location()), Some(None));
    let mut report = format!("{:?}\n", module.get_attribute(op, "x").err());
    // A name that is no string.
    let bytes = with(&varints(&[1, 1, 0, 0])).bytes();
    assert_eq!(outcome(&bytes), "accepted");
    let module = Module::read(&bytes)?;
    report.push_str(&format!("{:?}\n", module.dictionary(AttributeId(2)).err()));
    expect![[r#"
        Some(at byte 41 (0x29), attributes[0]: attribute 0 is not a dictionary)
        Some(at byte 42 (0x2a), attributes[0]: attribute 0 is not a string)
    "#]]
    .assert_eq(&report);
    Ok(())
}
