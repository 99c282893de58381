//! What was derived describes itself in the schema's own language, and what is generated from that has the
//! same bytes. The test `generated` keeps what was generated.

use bytespec::dialect::Version as _;
use bytespec::mlir::{AttributeId, BuiltinType, Module, Signedness, TypeId};
use bytespec::plan::data::Plan;
use bytespec::sample::Source;
use bytespec::wire::{Cursor, FromWire, ToWire, Writer};
use bytespec_codegen::{build, plan};
use std::path::Path;
use std::sync::OnceLock;

#[path = "models/log.rs"]
mod log;
#[path = "models/motor.rs"]
mod motor;
#[path = "models/quant.rs"]
mod quant;
#[path = "models/samples.rs"]
mod samples;

use samples::Samples;

macro_rules! generated {
    ($($name:ident $path:literal;)*) => {$(
        #[rustfmt::skip]
        #[path = $path]
        mod $name;
    )*};
}

generated! {
    motor_yaml "schema/motor/generated.rs";
    log_yaml "schema/log/generated.rs";
    quant_yaml "schema/quant/generated.rs";
}

const SAMPLES: u64 = 20_000;

/// The plan of what a dialect or a format said of itself.
fn plan_of(name: &str) -> Plan {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schema").join(name);
    plan::lower(&build::load(&folder).unwrap())
}

/// Entries that a generated writer made are read by the derived reader and come back as they were.
macro_rules! same_entries {
    ($test:ident, $dialect:ty, $entry:ty, $yaml:ident::$view:ident, $schema:literal, $add:ident) => {
        #[test]
        fn $test() {
            let mut read = 0;
            let plan = plan_of($schema);
            for version in $yaml::Version::ALL {
                let mut module = Module::new("MLIR22.1.8");
                let found = bytespec::dialect::Numbered::<$dialect>::from_name(version.name());
                let record = found.unwrap().write();
                let name = <$dialect as bytespec::dialect::Dialect>::NAME.as_bytes();
                module.set_dialect_version(name, record.as_deref()).unwrap();
                let mut cx = $yaml::Context::new(*version);
                let axes = [(0, *version as u32)];
                let samples = Samples::new(&plan, stringify!($view), &axes);
                let mut source = Source::new(7);
                source.tables = vec![("Attribute", 9), ("Type", 300), ("String", 5)];
                for _ in 0..SAMPLES / 10 {
                    let bytes = samples.one(&mut source);
                    let sample = $yaml::view::$view::read(&mut Cursor::new(&bytes), &cx);
                    let sample = sample.unwrap().to_owned();
                    let mut writer = Writer::new();
                    sample.write(&mut writer, &mut cx).unwrap();
                    assert_eq!(writer.as_slice(), bytes);
                    let id = module.$add(name, writer.as_slice()).unwrap();
                    let value = module.entry::<$entry>(id).unwrap().unwrap().value();
                    let Some(value) = value else { panic!("{sample:?} is text") };
                    let again = value_id(&module, &value);
                    assert_eq!(again, writer.as_slice(), "{sample:?} as {value:?}");
                    let mut cursor = Cursor::new(&again);
                    let back = $yaml::view::$view::read(&mut cursor, &cx).unwrap().to_owned();
                    assert_eq!(back, sample);
                    read += 1;
                }
            }
            assert!(read > 0);
        }
    };
}

/// A module with as many entries as samples refer to.
fn tables() -> Module<'static> {
    static TABLES: OnceLock<Module<'static>> = OnceLock::new();
    let tables = TABLES.get_or_init(|| {
        let mut module = Module::new("MLIR22.1.8");
        for width in 0..300 {
            module.string_attribute(&width.to_string()).unwrap();
            let signedness = Signedness::Signless;
            module.add_type(BuiltinType::IntegerType { signedness, width }).unwrap();
        }
        module
    });
    tables.clone()
}

/// The bytes of an entry in a module that has the versions of another.
fn value_id<'v, E: bytespec::dialect::Entry<'v>>(module: &Module<'_>, value: &E) -> Vec<u8> {
    use bytespec::dialect::{Dialect, Index, Table};
    use bytespec::mlir::{File, WriteOptions};
    let name = <E::Dialect as Dialect>::NAME.as_bytes();
    let record = module.dialects().find(|dialect| dialect.name == name).and_then(|d| d.version);
    let mut other = tables();
    other.set_dialect_version(name, record).unwrap();
    let id = other.add_entry(value).unwrap();
    let bytes = other.write(&WriteOptions::default()).unwrap();
    let file = File::open(&bytes).unwrap();
    let entry = match E::Id::TABLE {
        Table::Attribute => file.attribute_bytes(AttributeId(id.number())),
        Table::Type => file.type_bytes(TypeId(id.number())),
    };
    entry.unwrap().1.to_vec()
}

same_entries!(
    motor_attributes,
    motor::Motor,
    motor::MotorAttribute<'_>,
    motor_yaml::MotorAttribute,
    "motor",
    add_attribute_bytes
);
same_entries!(
    quant_types,
    quant::Quant,
    quant::QuantType,
    quant_yaml::QuantType,
    "quant",
    add_type_bytes
);

#[test]
fn motor_types() {
    // Two types of Rust are one union of the schema.
    let mut module = Module::new("MLIR22.1.8");
    let plan = plan_of("motor");
    let axes = [(0, motor_yaml::Version::LATEST as u32)];
    let samples = Samples::new(&plan, "MotorType", &axes);
    let mut source = Source::new(7);
    source.tables = vec![("Attribute", 9), ("Type", 300)];
    let mut wires = 0;
    for _ in 0..SAMPLES / 10 {
        let bytes = samples.one(&mut source);
        module.set_dialect_version(b"motor", Some(&[5, 1])).unwrap();
        let id = module.add_type_bytes(b"motor", &bytes).unwrap();
        if let Ok(wire) = module.entry::<motor::Wire>(id) {
            let wire = wire.and_then(|form| form.value()).unwrap();
            assert_eq!(value_id(&module, &wire), bytes);
            wires += 1;
        } else {
            let ty = module.entry::<motor::MotorType>(id).unwrap().unwrap().value().unwrap();
            assert_eq!(value_id(&module, &ty), bytes);
        }
    }
    assert!(wires > 0 && wires < SAMPLES / 10);
}

#[test]
fn log_events() {
    let cx = log_yaml::Context::new(log_yaml::Version::LATEST);
    let plan = plan_of("log");
    let samples = Samples::new(&plan, "Event", &[(0, log_yaml::Version::LATEST as u32)]);
    let mut source = Source::new(3);
    for _ in 0..SAMPLES {
        let bytes = samples.one(&mut source);
        let sample = log_yaml::view::Event::read(&mut Cursor::new(&bytes), &cx).unwrap().to_owned();
        let value = log::Event::from_wire(&mut Cursor::new(&bytes), &()).unwrap();
        let mut again = Writer::new();
        value.to_wire(&mut again, &mut ()).unwrap();
        assert_eq!(again.as_slice(), bytes, "{sample:?} as {value:?}");
        let mut cursor = Cursor::new(again.as_slice());
        assert_eq!(log_yaml::view::Event::read(&mut cursor, &cx).unwrap().to_owned(), sample);
    }
}

#[test]
fn damage_is_found_by_both() {
    let cx = log_yaml::Context::new(log_yaml::Version::LATEST);
    let mut source = Source::new(11);
    for _ in 0..SAMPLES {
        let len = source.below(24);
        let bytes: Vec<u8> = (0..len).map(|_| (source.number(8)) as u8).collect();
        let derived = log::Event::from_wire(&mut Cursor::new(&bytes), &());
        let generated = log_yaml::view::Event::read(&mut Cursor::new(&bytes), &cx);
        match (derived, generated) {
            (Ok(_), Ok(_)) | (Err(_), Err(_)) => {}
            (derived, generated) => panic!("{bytes:?}: {derived:?}, but {generated:?}"),
        }
    }
}
