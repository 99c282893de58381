//! Layouts, and properties by name.

use super::*;
use crate::codec::encoder::{Map, Numbers, Reference};
use crate::edit::Operation;
use crate::generated::SEGMENT_SIZES_ATTRIBUTE;

static FIELDS: [Field; 6] = [
    Field::new("flag", Kind::OptionalAttribute),
    Field::new("sizes", Kind::Segments(2)),
    Field::new("type", Kind::Attribute),
    Field::new("count", Kind::OptionalVarint),
    Field::new("fast", Kind::Bool),
    Field::new("name", Kind::String),
];

fn sparse(numbers: &[u32]) -> Vec<u8> {
    let mut cx = Encoder::new(Version::LATEST, None, None, Numbers::UNCHECKED);
    let mut writer = Writer::new();
    write_sparse(numbers, &mut cx, &mut writer).unwrap();
    writer.into_bytes()
}

fn dense(bytes: &[u8], len: usize) -> Result<Vec<u32>> {
    let mut cursor = Cursor::new(bytes);
    let numbers = read_sparse(len, &mut cursor, &Context::new(Version::LATEST, None))?;
    assert!(cursor.is_empty());
    Ok(numbers)
}

#[test]
fn sparse_arrays() {
    for (numbers, bytes) in [
        (&[0, 0][..], &[0x03][..]),
        (&[1, 0], &[0x07, 0x01, 0x03]),
        (&[0, 1], &[0x07, 0x03, 0x07]),
        (&[1, 1], &[0x09, 0x03, 0x03]),
        (&[7], &[0x05, 0x0f]),
        (&[], &[0x03]),
    ] {
        assert_eq!(sparse(numbers), bytes, "{numbers:?}");
        assert_eq!(dense(bytes, numbers.len()).unwrap(), numbers);
    }
    for place in [1, 2, 3, 4, 31, 127, 128, 255, 256, 257] {
        let mut numbers = vec![0; 300];
        numbers[place] = u32::MAX;
        numbers[0] = 5;
        assert_eq!(dense(&sparse(&numbers), 300).unwrap(), numbers, "{place}");
    }
    // Fewer numbers than elements, and more bits than the index needs.
    assert_eq!(dense(&[0x05, 0x0f], 3).unwrap(), [7, 0, 0]);
    assert_eq!(dense(&[0x07, 0x11, 0x06, 0x10], 3).unwrap(), [0, 4, 0]);
}

#[test]
fn damaged_sparse_arrays() {
    for (bytes, message) in [
        (&[0x07, 0x13, 0x03][..], "9 is over the limit `bits of an index` of 8"),
        (&[0x07, 0x05, 0x07], "number index 3 is out of bounds (there are 2)"),
        (&[0x0d, 0x03, 0x03, 0x03], "number index 2 is out of bounds (there are 2)"),
        (&[0x05, 0x10, 0, 0, 0, 0x20], "does not fit u32"),
        (&[0x05], "unexpected end"),
    ] {
        let error = dense(bytes, 2).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

fn through(bytes: &[u8], version: Version, numbers: Numbers<'_>) -> Result<Vec<u8>> {
    let mut cx = Encoder::new(version, None, None, numbers);
    let mut writer = Writer::new();
    transcode(&FIELDS, version, bytes, &mut cx, &mut writer)?;
    Ok(writer.into_bytes())
}

const NEWEST: [u8; 9] = [0x07, 0x05, 0x01, 0x09, 0x01, 0x03, 0x09, 0x03, 0x03];
const OLDER: [u8; 7] = [0x07, 0x07, 0x05, 0x01, 0x09, 0x01, 0x03];

#[test]
fn a_layout_in_both_orders() {
    let map = Map { attributes: vec![9, 8, 7, 6], strings: vec![5, 4], ..Map::default() };
    let attribute = |id| Reference::Attribute(AttributeId(id));
    let name = Reference::String(StringId(1));
    for (version, bytes, renumbered, references) in [
        (
            Version::LATEST,
            &NEWEST[..],
            &[0x23, 0x0f, 0x01, 0x09, 0x01, 0x09, 0x09, 0x03, 0x03][..],
            vec![attribute(1), attribute(2), name],
        ),
        (
            SEGMENT_SIZES_ATTRIBUTE,
            &OLDER,
            &[0x23, 0x0d, 0x0f, 0x01, 0x09, 0x01, 0x09],
            vec![attribute(1), attribute(3), attribute(2), name],
        ),
    ] {
        assert_eq!(through(bytes, version, Numbers::UNCHECKED).unwrap(), bytes);
        assert_eq!(through(bytes, version, Numbers::Mapped(&map)).unwrap(), renumbered);
        let mut list = Vec::new();
        through(bytes, version, Numbers::Collect(&mut list)).unwrap();
        assert_eq!(list, references);
        let found = |bytes: &[u8]| {
            let (mut found, cursor) = (Vec::new(), Scan::new(bytes, 0..bytes.len())?);
            let passed = scan(&FIELDS, version, cursor, &mut found)?;
            passed.is_done().then_some(found)
        };
        // Sparse arrays are read.
        assert_eq!(found(bytes), (!are_sparse(version)).then_some(references));
        for len in 0..bytes.len() {
            through(&bytes[..len], version, Numbers::UNCHECKED).unwrap_err();
            assert_eq!(found(&bytes[..len]), None);
        }
    }
}

#[test]
fn damaged_properties() {
    let error = |bytes: &[u8], map: &Map| {
        through(bytes, Version::LATEST, Numbers::Mapped(map)).unwrap_err().to_string()
    };
    let map = Map { attributes: vec![0; 3], strings: vec![0; 2], ..Map::default() };
    let longer = [&NEWEST[..], &[1]].concat();
    assert!(error(&longer, &map).contains("1 bytes follow the last property"));
    let none = Map { attributes: vec![0, Map::NONE, 0], ..map.clone() };
    assert!(error(&NEWEST, &none).starts_with("flag: the number of Attribute 1 is missing"));
    let even = [&[0x05], &NEWEST[1..]].concat();
    assert!(error(&even, &map).starts_with("at byte 0 (0x0), flag: 2 is even"));
}

#[test]
fn properties_by_name() {
    let mut module = Module::new("MLIR22.1.8");
    let location = module.unknown_location().unwrap();
    let call = |module: &mut Module<'_>, operation| module.make("func.call", location, operation);
    let error = call(&mut module, Operation::default()).unwrap_err();
    assert_eq!(error.to_string(), "the property `callee` of func.call is missing");

    let callee = module.string_attribute("f").unwrap();
    let values = [("callee", PropertyValue::Attribute(callee))];
    let properties = module.make_properties("func.call", &values).unwrap();
    let op = call(&mut module, Operation { properties, ..Operation::default() }).unwrap();
    let list = module.property_list(op).unwrap().unwrap();
    let names: Vec<_> = list.iter().map(|property| property.name).collect();
    assert_eq!(names, ["arg_attrs", "callee", "no_inline", "res_attrs"]);
    assert_eq!(module.property(op, "callee").unwrap(), Some(values[0].1.clone()));
    assert_eq!(module.property(op, "no_inline").unwrap(), Some(PropertyValue::None));
    assert_eq!(module.property(op, "other").unwrap(), None);

    module.set_property(op, "no_inline", PropertyValue::Attribute(location)).unwrap();
    let set = PropertyValue::Attribute(location);
    assert_eq!(module.property(op, "no_inline").unwrap(), Some(set));
    for (name, value) in [
        ("callee", PropertyValue::None),
        ("no_inline", PropertyValue::Number(1)),
        ("other", PropertyValue::None),
    ] {
        module.set_property(op, name, value).unwrap_err();
    }
    assert_eq!(module.property(op, "callee").unwrap(), Some(values[0].1.clone()));
}

#[test]
fn sizes_of_segments_in_each_version() {
    for &version in Version::ALL {
        let mut module = Module::for_version("MLIR22.1.8", version);
        let location = module.unknown_location().unwrap();
        let op = module.make("scf.reduce", location, Operation::default()).unwrap();
        assert_eq!(module.property_list(op).unwrap().is_some(), exist(version));
        let op = module.make("cf.cond_br", location, Operation::default()).unwrap();
        let sizes = PropertyValue::Segments(vec![1, 0, 2]);
        module.set_property(op, "operandSegmentSizes", sizes.clone()).unwrap();
        assert_eq!(module.property(op, "operandSegmentSizes").unwrap(), Some(sizes));
        let wrong = PropertyValue::Segments(vec![1]);
        let refused = module.set_property(op, "operandSegmentSizes", wrong).is_err();
        assert_eq!(refused, exist(version));
    }
}

#[test]
fn names_of_symbols() {
    for &version in Version::ALL {
        let mut module = Module::for_version("MLIR22.1.8", version);
        let location = module.unknown_location().unwrap();
        for name in ["builtin.module", "arith.constant_like", "my.symbol"] {
            let op = module.make(name, location, Operation::default()).unwrap();
            assert_eq!(module.symbol_name(op).unwrap(), None);
            module.set_symbol_name(op, "a").unwrap();
            module.set_symbol_name(op, "b").unwrap();
            assert_eq!(module.symbol_name(op).unwrap().as_deref(), Some("b"));
            let dictionary = !exist(version) || name != "builtin.module";
            assert_eq!(module.attributes(op).is_some(), dictionary, "{name}");
        }
    }
}

#[test]
fn properties_of_an_operation_that_the_producer_did_not_know() {
    let mut module = Module::new("MLIR22.1.8");
    let location = module.unknown_location().unwrap();
    let op = module.make("my.op", location, Operation::default()).unwrap();
    assert_eq!(module.unregistered_properties(op), None);
    module.set_property(op, "x", PropertyValue::Attribute(location)).unwrap();
    assert!(module.unregistered_properties(op).is_some());
    assert_eq!(module.property_list(op).unwrap(), None);
    let value = PropertyValue::Attribute(location);
    assert_eq!(module.property(op, "x").unwrap(), Some(value));
    module.set_property(op, "x", PropertyValue::None).unwrap();
    assert_eq!(module.unregistered_properties(op), None);
}
