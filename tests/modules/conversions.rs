//! Modules in other versions: nothing is lost, or it is refused or listed.

use bytespec::ErrorKind;
use bytespec::mlir::{
    BuiltinAttribute, BuiltinType, Loss, Losses, Module, NewOperation as Operation, Numbering,
    PropertyValue, SEGMENT_SIZES_ATTRIBUTE, SEGMENT_SIZES_SPARSE, Version, WriteOptions, section,
    section_since,
};

const PRODUCER: &str = "MLIR22.1.8";

/// The version before the one that has properties.
fn before_properties() -> Version {
    let since = section_since(section::PROPERTIES);
    Version::ALL.iter().copied().rfind(|version| *version < since).unwrap()
}

fn written(module: &Module<'_>) -> Vec<u8> {
    let canonical = WriteOptions::default().numbering(Numbering::Canonical);
    module.write(&canonical).unwrap()
}

/// A module with operations of every kind, of which no version loses anything.
fn module(version: Version) -> Module<'static> {
    let mut module = Module::for_version(PRODUCER, version);
    let location = module.unknown_location().unwrap();
    let name = module.string_attribute("f").unwrap();
    let top = module.walk().next().unwrap();
    let body = module.blocks(module.regions(top).next().unwrap()).next().unwrap();
    let index = module.add_type(BuiltinType::IndexType).unwrap();

    let op = module.make("cf.cond_br", location, Operation::default()).unwrap();
    let sizes = PropertyValue::Segments(vec![1, 0, 2]);
    module.set_property(op, "operandSegmentSizes", sizes).unwrap();
    module.set_attribute(op, "zeta", Some(name)).unwrap();
    module.append(body, op).unwrap();

    let operation = if version >= section_since(section::PROPERTIES) {
        let given = [("callee", PropertyValue::Attribute(name))];
        let properties = module.make_properties("func.call", &given).unwrap();
        Operation { properties, ..Operation::default() }
    } else {
        let key = module.add_string(b"callee").unwrap();
        let attributes = module.dictionary_attribute(vec![(key, name)]).unwrap();
        Operation { attributes, ..Operation::default() }
    };
    let op = module.make("func.call", location, operation).unwrap();
    module.append(body, op).unwrap();

    let operation = Operation { regions: 1, ..Operation::default() };
    let op = module.make("my.op", location, operation).unwrap();
    module.set_attribute(op, "alpha", Some(name)).unwrap();
    module.append(body, op).unwrap();
    let region = module.regions(op).next().unwrap();
    let file = BuiltinAttribute::FileLineColLoc { filename: name, line: 1, column: 2 };
    let file = module.add_attribute(file).unwrap();
    // A version whose arguments cannot be without a location has the unknown one.
    let block = module.add_block(region, &[index, index]).unwrap();
    let second = module.argument(block, 1).unwrap();
    module.set_argument_location(second, Some(file)).unwrap();
    module
}

#[test]
fn every_version_to_every_other() {
    for &from in Version::ALL {
        for &to in Version::ALL {
            let mut converted = module(from);
            assert_eq!(converted.convert(to, Losses::Refuse).unwrap(), []);
            assert_eq!(converted.version(), to);
            assert_eq!(written(&converted), written(&module(to)), "{from} to {to}");
            let pinned = converted.write(&WriteOptions::default()).unwrap();
            let read = Module::read(&pinned).unwrap();
            assert_eq!(written(&read), written(&converted), "{from} to {to}");
        }
    }
}

#[test]
fn losses_are_refused_or_listed() {
    let old = before_properties();
    let mut module = module(Version::LATEST);
    let location = module.unknown_location().unwrap();
    let top = module.walk().next().unwrap();
    let body = module.blocks(module.regions(top).next().unwrap()).next().unwrap();
    let add = module.make("llvm.add", location, Operation::default()).unwrap();
    module.append(body, add).unwrap();
    assert_eq!(module.clone().convert(old, Losses::Refuse).unwrap(), []);

    module.set_property(add, "overflowFlags", PropertyValue::Number(2)).unwrap();
    let strange = module.make("my.strange", location, Operation::default()).unwrap();
    module.append(body, strange).unwrap();
    module.set_property(strange, "x", PropertyValue::Attribute(location)).unwrap();
    module.set_dialect_version(b"my", Some(&[1])).unwrap();

    let before = module.write(&WriteOptions::default()).unwrap();
    let error = module.convert(old, Losses::Refuse).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Loss { .. }));
    assert_eq!(
        error.to_string(),
        format!(
            "operations[4]: version {old} cannot represent the property `overflowFlags` (2) of llvm.add"
        )
    );
    assert_eq!(module.write(&WriteOptions::default()).unwrap(), before);

    let oldest = Version::ALL[0];
    let losses = module.convert(oldest, Losses::Allow).unwrap();
    let texts: Vec<_> = losses.iter().map(Loss::to_string).collect();
    assert_eq!(
        texts,
        [
            "the property `overflowFlags` (2) of llvm.add",
            "the properties of my.strange",
            "the version of my"
        ]
    );
    assert_eq!(losses[0].op, Some(add));
    assert_eq!(losses[2].op, None);
    assert_eq!(module.convert(Version::LATEST, Losses::Refuse).unwrap(), []);
    let flags = module.property(add, "overflowFlags").unwrap();
    assert_eq!(flags, Some(PropertyValue::Number(0)));
    assert_eq!(module.unregistered_properties(strange), None);
}

#[test]
fn properties_without_a_layout_cannot_cross() {
    let mut module = Module::new(PRODUCER);
    let location = module.unknown_location().unwrap();
    let properties = Some(module.add_properties(&[1]).unwrap());
    let operation = Operation { registered: Some(true), properties, ..Operation::default() };
    let op = module.make("my.op", location, operation).unwrap();
    // An operation that stands nowhere is in nobody's way.
    module.clone().convert(before_properties(), Losses::Refuse).unwrap();
    module.append(module.root(), op).unwrap();
    for version in [before_properties(), SEGMENT_SIZES_ATTRIBUTE] {
        assert!(version < SEGMENT_SIZES_SPARSE);
        let error = module.convert(version, Losses::Refuse).unwrap_err().to_string();
        let expected = "properties[1]: the layout of the properties of my.op is not known";
        assert!(error.starts_with(expected), "{error}");
        let mut converted = module.clone();
        let lost: Vec<_> = converted
            .convert(version, Losses::Allow)
            .unwrap()
            .iter()
            .map(Loss::to_string)
            .collect();
        assert_eq!(lost, ["the properties, whose layout is not known, of my.op"]);
        assert_eq!(converted.properties_id(op), None);
    }

    let mut module = Module::for_version("MLIR16.0.0", before_properties());
    module.convert(Version::ALL[0], Losses::Refuse).unwrap();
    let error = module.convert(Version::LATEST, Losses::Allow).unwrap_err().to_string();
    assert!(error.ends_with("is not known in LLVM 16"), "{error}");
}

#[test]
fn damaged_dictionaries_of_properties() {
    let old = before_properties();
    let mut module = Module::for_version(PRODUCER, old);
    let location = module.unknown_location().unwrap();
    let op = module.make("cf.cond_br", location, Operation::default()).unwrap();
    module.append(module.root(), op).unwrap();
    for (sizes, fits) in [("array<i32: 1, 0>", false), ("array<i32: 1, 0, 2>", true)] {
        let sizes = module.parse_attribute(sizes).unwrap();
        module.set_attribute(op, "operandSegmentSizes", None).unwrap();
        module.set_attribute(op, "operand_segment_sizes", Some(sizes)).unwrap();
        assert_eq!(module.convert(Version::LATEST, Losses::Refuse).is_ok(), fits);
    }
    let sizes = module.property(op, "operandSegmentSizes").unwrap();
    assert_eq!(sizes, Some(PropertyValue::Segments(vec![1, 0, 2])));

    let key = module.add_string(b"operandSegmentSizes").unwrap();
    let twice = module.dictionary_attribute(vec![(key, location)]).unwrap();
    module.set_attributes(op, twice).unwrap();
    let error = module.convert(old, Losses::Allow).unwrap_err().to_string();
    assert!(error.contains("a second property or attribute"), "{error}");
}
