//! Layouts, and properties by name.

use bytespec::Result;
use bytespec::dialect::{Dialect, Registry, Unversioned};
use bytespec::mlir::internals::{Referred, references_of_properties, renumbered_properties};
use bytespec::mlir::{
    Module, NewOperation as Operation, PropertyValue, SEGMENT_SIZES_ATTRIBUTE,
    SEGMENT_SIZES_SPARSE, Version, section, section_since,
};
use bytespec::properties::{Field, Kind};

/// Whether operations have properties.
fn exist(version: Version) -> bool {
    version >= section_since(section::PROPERTIES)
}

/// Whether sizes of segments are arrays behind the other fields, and not attributes among them.
fn are_sparse(version: Version) -> bool {
    version >= SEGMENT_SIZES_SPARSE
}

static FIELDS: [Field; 6] = [
    Field::new("flag", Kind::OptionalAttribute),
    Field::new("sizes", Kind::Segments(2)),
    Field::new("type", Kind::Attribute),
    Field::new("count", Kind::OptionalVarint),
    Field::new("fast", Kind::Bool),
    Field::new("name", Kind::String),
];

/// Operations with so many segments, which their name says.
struct Segmented;

static SEGMENTS: [(&str, [Field; 1]); 5] = [
    ("none", [Field::new("sizes", Kind::Segments(0))]),
    ("one", [Field::new("sizes", Kind::Segments(1))]),
    ("two", [Field::new("sizes", Kind::Segments(2))]),
    ("three", [Field::new("sizes", Kind::Segments(3))]),
    ("many", [Field::new("sizes", Kind::Segments(300))]),
];

impl Dialect for Segmented {
    const NAME: &'static str = "segmented";
    type Version = Unversioned;
    type Attributes<'a> = ();
    type Types<'a> = ();

    fn property_layout(name: &str) -> Option<&'static [Field]> {
        SEGMENTS.iter().find(|(known, _)| *known == name).map(|(_, fields)| fields.as_slice())
    }
}

/// A module that knows the operations, and the name of the one with so many segments.
fn segmented(len: usize) -> (Module<'static>, String) {
    let mut module = Module::new("MLIR22.1.8");
    module.set_registry(Registry::new().with::<Segmented>());
    let of_len = |fields: &[Field]| fields[0].kind == Kind::Segments(len as u32);
    let (name, _) = SEGMENTS.iter().find(|(_, fields)| of_len(fields)).expect("an operation");
    (module, format!("segmented.{name}"))
}

fn sparse(numbers: &[u32]) -> Vec<u8> {
    let (mut module, name) = segmented(numbers.len());
    let given = [("sizes", PropertyValue::Segments(numbers.to_vec()))];
    let properties = module.make_properties(&name, &given).unwrap().unwrap();
    module.properties(properties).unwrap().to_vec()
}

fn dense(bytes: &[u8], len: usize) -> Result<Vec<u32>> {
    let (mut module, name) = segmented(len);
    let location = module.unknown_location()?;
    let properties = Some(module.add_properties(bytes)?);
    let operation = Operation { registered: Some(true), properties, ..Operation::default() };
    let op = module.make(&name, location, operation)?;
    match module.property(op, "sizes")? {
        Some(PropertyValue::Segments(sizes)) => Ok(sizes),
        other => panic!("{other:?}"),
    }
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

/// New numbers of attributes and strings.
const NUMBERS: Option<[&[u32]; 2]> = Some([&[9, 8, 7, 6], &[5, 4]]);

const NEWEST: [u8; 9] = [0x07, 0x05, 0x01, 0x09, 0x01, 0x03, 0x09, 0x03, 0x03];
const OLDER: [u8; 7] = [0x07, 0x07, 0x05, 0x01, 0x09, 0x01, 0x03];

#[test]
fn a_layout_in_both_orders() {
    let attribute = |id| -> Referred { ("attribute", id) };
    let name: Referred = ("string", 1);
    let through =
        |bytes: &[u8], version, numbers| renumbered_properties(&FIELDS, version, bytes, numbers);
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
        assert_eq!(through(bytes, version, None).unwrap(), bytes);
        assert_eq!(through(bytes, version, NUMBERS).unwrap(), renumbered);
        let (found, read) = references_of_properties(&FIELDS, version, bytes);
        assert_eq!(read.unwrap(), references);
        // Sparse arrays are read.
        assert_eq!(found, (!are_sparse(version)).then_some(references));
        for len in 0..bytes.len() {
            through(&bytes[..len], version, None).unwrap_err();
            assert_eq!(references_of_properties(&FIELDS, version, &bytes[..len]).0, None);
        }
    }
}

#[test]
fn damaged_properties() {
    const NONE: u32 = u32::MAX;
    let error = |bytes: &[u8], numbers: [&[u32]; 2]| {
        let written = renumbered_properties(&FIELDS, Version::LATEST, bytes, Some(numbers));
        written.unwrap_err().to_string()
    };
    let longer = [&NEWEST[..], &[1]].concat();
    assert!(error(&longer, [&[0; 3], &[0; 2]]).contains("1 bytes follow the last property"));
    let none = [&[0, NONE, 0][..], &[0; 2]];
    assert!(error(&NEWEST, none).starts_with("flag: the number of Attribute 1 is missing"));
    let even = [&[0x05], &NEWEST[1..]].concat();
    assert!(
        error(&even, [&[0; 3], &[0; 2]])
            .starts_with("at byte 0 (0x0), flag: 2 is not the code of an optional value")
    );
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
