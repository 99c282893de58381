//! One dialect twice: `quant` as the library has it from a schema, and as it is derived.

use bytespec::dialect::Registry;
use bytespec::mlir::{
    AttributeId, BuiltinType, Module, NewOperation, Numbering, Release, Signedness, Type,
    TypeEntry, TypeId, Version, WriteOptions, plan,
};
use bytespec::sample::Source;
use bytespec::wire::Writer;

#[path = "models/quant.rs"]
mod quant;
#[path = "models/samples.rs"]
mod samples;

use quant::{Quant, QuantType};
use samples::Samples;

/// The derived dialect, which cannot have the name of the other.
const TWIN: &[u8] = b"quant_twin";

fn encoded(module: &Module<'_>, sample: &bytespec::mlir::QuantType) -> Vec<u8> {
    let mut writer = Writer::new();
    sample.write(&mut writer, &mut module.encoder()).unwrap();
    writer.into_bytes()
}

#[test]
fn the_same_bytes_both_ways() {
    let axes = [(0, Version::LATEST as u32), (1, Release::R22 as u32)];
    let samples = Samples::new(plan(), "QuantType", &axes);
    let mut source = Source::new(5);
    source.tables = vec![("Attribute", 900), ("Type", 900)];
    let mut module = Module::new("MLIR22.1.8");
    for width in 0..900 {
        module.string_attribute(&width.to_string()).unwrap();
        let signedness = Signedness::Signless;
        module.add_type(BuiltinType::IntegerType { signedness, width }).unwrap();
    }
    for _ in 0..20_000 {
        let bytes = samples.one(&mut source);
        let typed = module.add_type_bytes(b"quant", &bytes).unwrap();
        let Ok(Type::Typed(entry)) = module.ty(typed) else { panic!("{bytes:?} is not typed") };
        let TypeEntry::Quant(sample) = entry.to_owned() else { panic!("{bytes:?} is no quant") };
        assert_eq!(encoded(&module, &sample), bytes);
        assert_eq!(module.add_type(TypeEntry::Quant(sample.clone())), Ok(typed));
        let id = module.add_type_bytes(TWIN, &bytes).unwrap();
        let derived = module.entry::<QuantType>(id).unwrap().unwrap().value().unwrap();
        // Entries are there once: the same bytes have the same number.
        let count = module.type_count();
        assert_eq!(module.add_entry(&derived), Ok(id), "{sample:?} as {derived:?}");
        assert_eq!(module.type_count(), count);
    }
}

#[test]
fn damage_is_found_by_both() {
    let mut source = Source::new(6);
    let mut read = 0;
    let mut module = Module::new("MLIR22.1.8");
    for _ in 0..20_000 {
        let len = source.below(16);
        let mut bytes: Vec<u8> = (0..len).map(|_| source.number(8) as u8).collect();
        if let Some(code) = bytes.first_mut() {
            *code = (*code % 8) << 1 | 1;
        }
        let (id, twin) =
            (module.add_type_bytes(b"quant", &bytes), module.add_type_bytes(TWIN, &bytes));
        let (typed, derived) = (module.ty(id.unwrap()), module.entry::<QuantType>(twin.unwrap()));
        assert_eq!(typed.is_ok(), derived.is_ok(), "{bytes:?}: {typed:?}, but {derived:?}");
        read += usize::from(derived.is_ok());
    }
    assert!(read > 100, "{read}");
}

#[test]
fn the_derived_one_is_numbered_anew() {
    let mut module = Module::new("MLIR22.1.8");
    module.set_registry(Registry::new().with::<Quant>());
    let storage = module.add_type(bytespec::mlir::BuiltinType::IndexType).unwrap();
    let any = QuantType::Any { flags: 1, storage, expressed: None, min: -8, max: 7 };
    let id: TypeId = module.add_entry(&any).unwrap();
    let location: AttributeId = module.unknown_location().unwrap();
    let op = NewOperation { results: vec![id], ..NewOperation::default() };
    let op = module.make("test.op", location, op).unwrap();
    module.append(module.root(), op).unwrap();
    let canonical = WriteOptions::default().numbering(Numbering::Canonical);
    let bytes = module.write(&canonical).unwrap();
    let read = Module::read(&bytes).unwrap();
    let op = read.walk().find(|op| read.name(*op).full() == "test.op").unwrap();
    let ty = read.value_type(read.results(op).next().unwrap()).unwrap();
    let found = read.entry::<QuantType>(ty).unwrap().unwrap().value().unwrap();
    assert!(matches!(found, QuantType::Any { flags: 1, min: -8, max: 7, .. }));
}
