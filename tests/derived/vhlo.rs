//! The dialect `vhlo`, whose versions the name of the producer tells.

use super::samples::Samples;
use super::twin::{comes_back, plan_of, renamed, same};
use bytespec::axes::DialectAxes as _;
use bytespec::dialect::{Form, Registry};
use bytespec::mlir::{
    ApFloat, Attribute, AttributeEntry, AttributeId, BuiltinType, DialectReleases, File, Module,
    Signedness, Type, TypeEntry, TypeId, WriteOptions, plan,
};
use bytespec::plan::{Executor, Fact, Tables};
use bytespec::sample::Source;
use bytespec_tests::mlir_corpus::mlir_corpus;

#[path = "vhlo_enums.rs"]
mod vhlo_enums;
#[path = "vhlo_twin.rs"]
mod vhlo_twin;

use vhlo_twin::{Vhlo, VhloAttribute, VhloType};

/// The dialect, and the derived one, which cannot have its name.
const NAMES: (&str, &str) = ("vhlo", "vhl2");

/// What the derived dialect says in other words.
const OTHERS: &[(&str, &str)] = &[
    ("subaxisinfo: whole", "hassubaxisinfo: false, subaxisinfo: none"),
    ("subaxisinfo: part(", "hassubaxisinfo: true, subaxisinfo: some("),
];

fn registry() -> Registry {
    Registry::new().with::<Vhlo>()
}

#[test]
fn every_entry_of_the_corpus() {
    let (mut attributes, mut types) = (0, 0);
    for found in mlir_corpus() {
        let file = File::open(&found.bytes).unwrap();
        let Some(bytes) = renamed(&file, NAMES).unwrap() else { continue };
        let twin = File::open(&bytes).unwrap().with_registry(registry());
        let mut module = Module::read(&bytes).unwrap();
        module.set_registry(registry());
        for id in 0..file.attribute_count().unwrap() as u32 {
            let id = AttributeId(id);
            let Ok(Attribute::Typed(entry)) = file.attribute(id) else { continue };
            let AttributeEntry::Vhlo(value) = entry.to_owned() else { continue };
            let Some(Form::Value(derived)) = twin.entry::<VhloAttribute<'_>>(id).unwrap() else {
                panic!("{}: {value:?} is no entry of the twin", found.name);
            };
            same(&found.name, &value, &derived, OTHERS);
            let again = module.add_entry(&derived).unwrap();
            let bytes = |id| twin.attribute_bytes(id).unwrap().1;
            assert_eq!(bytes(again), bytes(id), "{}: {value:?}", found.name);
            attributes += 1;
        }
        for id in 0..file.type_count().unwrap() as u32 {
            let id = TypeId(id);
            let Ok(Type::Typed(entry)) = file.ty(id) else { continue };
            let TypeEntry::Vhlo(value) = entry.to_owned() else { continue };
            let Some(Form::Value(derived)) = twin.entry::<VhloType>(id).unwrap() else {
                panic!("{}: {value:?} is no entry of the twin", found.name);
            };
            same(&found.name, &value, &derived, OTHERS);
            let again = module.add_entry(&derived).unwrap();
            let bytes = |id| twin.type_bytes(id).unwrap().1;
            assert_eq!(bytes(again), bytes(id), "{}: {value:?}", found.name);
            types += 1;
        }
    }
    assert!(attributes > 1000 && types > 1000, "{attributes} attributes and {types} types");
}

/// Types that are integers as wide as their number.
struct Integers;

impl Tables for Integers {
    fn bytes(&self, table: &str, index: u64) -> bytespec::Result<&[u8]> {
        let _ = (table, index);
        Ok(&[0])
    }

    fn fact(&self, _: &str, index: u64, _: &str) -> bytespec::Result<Option<Fact>> {
        Ok(Some(Fact::Number(index)))
    }
}

/// A module of a version with as many entries as samples refer to.
fn tables(version: &str) -> Module<'static> {
    let index = DialectReleases::names("vhlo").iter().position(|name| *name == version);
    let format = index.and_then(|index| DialectReleases::format("vhlo", index)).unwrap();
    let mut module = Module::for_version(&format!("StableHLO_v{version}"), format);
    module.set_registry(registry());
    let before = module.type_count() as u64;
    for width in before..300 {
        module.add_string(width.to_string().as_bytes()).unwrap();
        module.string_attribute(&width.to_string()).unwrap();
        let signedness = Signedness::Signless;
        module.add_type(BuiltinType::IntegerType { signedness, width }).unwrap();
    }
    module
}

/// Random entries of the newest version, in every version: both take them, or both refuse them.
#[test]
fn every_version() {
    let axis = plan().axis("dialect vhlo").unwrap();
    let newest = DialectReleases::names("vhlo").len() as u32 - 1;
    let axes = [(0, bytespec::mlir::Version::LATEST as u32), (axis, newest)];
    let samples = ["VhloAttribute", "VhloType"].map(|of| Samples::new(plan(), of, &axes));
    let newest = tables("1.20.0");
    let modules = DialectReleases::names("vhlo").iter().map(|name| (*name, tables(name)));
    let modules: Vec<_> = modules.collect();
    let mut source = Source::new(3);
    source.tables = vec![("Attribute", 300), ("Type", 300), ("String", 300)];
    let (mut taken, mut refused) = (0, 0);
    for count in 0..2_000 {
        let bytes = samples[count % 2].one_of(&mut source, &Integers);
        let mut newest = newest.clone();
        if count % 2 == 0 {
            let id = newest.add_attribute_bytes(b"vhlo", &bytes).unwrap();
            let twin = newest.add_attribute_bytes(b"vhl2", &bytes).unwrap();
            // Numbers as wide as a type say a type of another dialect, which may be no number.
            let value = match newest.attribute(id) {
                Ok(Attribute::Typed(entry)) => entry.to_owned(),
                found => {
                    assert!(newest.entry::<VhloAttribute<'_>>(twin).is_err(), "{found:?}");
                    continue;
                }
            };
            let derived =
                newest.entry::<VhloAttribute<'_>>(twin).unwrap().unwrap().value().unwrap();
            for (name, module) in &modules {
                let mut module = module.clone();
                let added = module.add_attribute(value.clone());
                let again = module.add_entry(&derived);
                assert_eq!(
                    added.is_ok(),
                    again.is_ok(),
                    "{name}: {derived:?}: {added:?} and {again:?}"
                );
                if again.is_ok() { taken += 1 } else { refused += 1 }
            }
        } else {
            let id = newest.add_type_bytes(b"vhlo", &bytes).unwrap();
            let twin = newest.add_type_bytes(b"vhl2", &bytes).unwrap();
            let Ok(Type::Typed(entry)) = newest.ty(id) else { panic!("{bytes:?}") };
            let value = entry.to_owned();
            let derived = newest.entry::<VhloType>(twin).unwrap().unwrap().value().unwrap();
            for (name, module) in &modules {
                let mut module = module.clone();
                let added = module.add_type(value.clone());
                let again = module.add_entry(&derived);
                assert_eq!(
                    added.is_ok(),
                    again.is_ok(),
                    "{name}: {derived:?}: {added:?} and {again:?}"
                );
                if again.is_ok() { taken += 1 } else { refused += 1 }
            }
        }
    }
    assert!(taken > 10_000 && refused > 1_000, "{taken} taken and {refused} refused");
}

/// What the derived dialect says of itself in the language of schemas has the same bytes.
#[test]
fn the_same_as_a_schema() {
    let axis = plan().axis("dialect vhlo").unwrap();
    let newest = DialectReleases::names("vhlo").len() as u32 - 1;
    let axes = [(0, bytespec::mlir::Version::LATEST as u32), (axis, newest)];
    let derived = plan_of::<Vhlo>();
    let executor = Executor::new(&derived, &[(0, newest)]).unwrap();
    let mut source = Source::new(4);
    source.tables = vec![("Attribute", 300), ("Type", 300), ("String", 300)];
    for union in ["VhloAttribute", "VhloType"] {
        let samples = Samples::new(plan(), union, &axes);
        for _ in 0..5_000 {
            let bytes = samples.one_of(&mut source, &Integers);
            comes_back(&executor, union, &bytes, &Integers);
        }
    }
}

#[test]
fn damage_is_found_by_both() {
    let mut module = tables("1.20.0");
    let mut source = Source::new(6);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let len = source.below(12);
        let mut bytes: Vec<u8> = (0..len).map(|_| source.number(8) as u8).collect();
        if let Some(code) = bytes.first_mut() {
            *code = (*code % 45) << 1 | 1;
        }
        let id = module.add_attribute_bytes(b"vhlo", &bytes).unwrap();
        let twin = module.add_attribute_bytes(b"vhl2", &bytes).unwrap();
        let (found, derived) = (module.attribute(id), module.entry::<VhloAttribute<'_>>(twin));
        assert_eq!(found.is_ok(), derived.is_ok(), "{bytes:?}: {found:?}, but {derived:?}");
        let id = module.add_type_bytes(b"vhlo", &bytes).unwrap();
        let twin = module.add_type_bytes(b"vhl2", &bytes).unwrap();
        let (found, derived) = (module.ty(id), module.entry::<VhloType>(twin));
        assert_eq!(found.is_ok(), derived.is_ok(), "{bytes:?}: {found:?}, but {derived:?}");
        if derived.is_ok() { read += 1 } else { refused += 1 }
    }
    assert!(read > 1_000 && refused > 1_000, "{read} read and {refused} refused");
}

#[test]
fn the_producer_states_the_version() {
    let mut module = tables("1.7.0");
    let count = module.attribute_count();
    let small = module.add_entry(&VhloType::FloatF8E3M4V1Type).unwrap();
    let half = ApFloat::Small(0x38);
    let number = VhloAttribute::FloatV1Attr { r#type: small, value: half };
    let number = module.add_entry(&number).unwrap();
    assert_eq!(module.attribute_count(), count + 1);
    let error = module.convert_dialect("vhl2", Some("1.6.0")).unwrap_err().to_string();
    let fault = "`vhl2.FloatF8E3M4V1Type` needs version 1.7.0 or later, but the version is 1.6.0";
    assert!(error.ends_with(fault), "{error}");
    assert_eq!(module.producer(), "StableHLO_v1.7.0");
    module.convert_dialect("vhl2", None).unwrap();
    assert_eq!(module.producer(), "StableHLO_v1.20.0");
    assert!(module.dialects().all(|dialect| dialect.version.is_none()));

    let bytes = module.write(&WriteOptions::default()).unwrap();
    let file = File::open(&bytes).unwrap();
    // The width of the number is that of a type of a dialect that nobody knows.
    let error = file.entry::<VhloAttribute<'_>>(number).unwrap_err().to_string();
    assert!(error.ends_with("is not a number"), "{error}");
    let file = file.with_registry(registry());
    assert!(matches!(file.entry(number), Ok(Some(Form::Value(VhloAttribute::FloatV1Attr { .. })))));

    let mut unknown = Module::new("MLIR22.1.8");
    let error = unknown.add_entry(&VhloType::FloatF8E3M4V1Type).unwrap_err().to_string();
    assert!(error.contains("`MLIR22.1.8` is not a known version of the dialect vhl2"), "{error}");
    let mut newer = Module::new("StableHLO_v1.21.0");
    assert!(newer.add_entry(&VhloType::FloatF8E3M4V1Type).is_err());
    let mut patched = Module::new("StableHLO_v1.20.4");
    assert!(patched.add_entry(&VhloType::FloatF8E3M4V1Type).is_ok());
}
