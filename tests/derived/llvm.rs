//! The dialect `llvm`, whose versions are the releases of LLVM.

use super::samples::Samples;
use super::twin::{comes_back, plan_of, renamed, same};
use bytespec::dialect::{Form, Registry};
use bytespec::mlir::{
    Attribute, AttributeEntry, AttributeId, File, Module, OpenOptions, Release, Version, plan,
};
use bytespec::plan::{Executor, NoTables};
use bytespec::sample::Source;
use bytespec_tests::mlir_corpus::mlir_corpus;
use std::collections::BTreeMap;

#[path = "llvm_twin.rs"]
mod llvm_twin;

use llvm_twin::{Llvm, LlvmAttribute};

/// The dialect, and the derived one, which cannot have its name.
const NAMES: (&str, &str) = ("llvm", "lvm2");

/// The releases whose attributes of the dialect have an encoding.
const RELEASES: [(&str, Release); 3] =
    [("22", Release::R22), ("23", Release::R23), ("24", Release::R24)];

fn registry() -> Registry {
    Registry::new().with::<Llvm>()
}

#[test]
fn every_entry_of_the_corpus() {
    let mut entries: BTreeMap<Release, usize> = BTreeMap::new();
    for found in mlir_corpus() {
        let file = File::open(&found.bytes).unwrap();
        // Where the release is not known the library tries all of them.
        let Some(release) = file.release() else { continue };
        let Some(bytes) = renamed(&file, NAMES).unwrap() else { continue };
        let twin = File::open(&bytes).unwrap().with_registry(registry());
        let mut module = Module::read(&bytes).unwrap();
        module.set_registry(registry());
        for id in (0..file.attribute_count().unwrap() as u32).map(AttributeId) {
            let Ok(Attribute::Typed(entry)) = file.attribute(id) else { continue };
            let AttributeEntry::Llvm(value) = entry.to_owned() else { continue };
            let Some(Form::Value(derived)) = twin.entry::<LlvmAttribute>(id).unwrap() else {
                panic!("{}: {value:?} is no entry of the twin", found.name);
            };
            same(&found.name, &value, &derived, &[]);
            let again = module.add_entry(&derived).unwrap();
            let bytes = |id| twin.attribute_bytes(id).unwrap().1;
            assert_eq!(bytes(again), bytes(id), "{}: {value:?}", found.name);
            *entries.entry(release).or_default() += 1;
        }
    }
    assert_eq!(entries.len(), RELEASES.len(), "{entries:?}");
    assert!(entries.values().all(|count| *count > 20), "{entries:?}");
}

/// A module of a release with as many entries as samples refer to.
fn tables(release: &str) -> Module<'static> {
    let mut module = Module::new(&format!("MLIR{release}.1.0"));
    module.set_registry(registry());
    for text in 0..300 {
        module.add_string(text.to_string().as_bytes()).unwrap();
        module.string_attribute(&text.to_string()).unwrap();
    }
    module
}

/// Random entries of a release, in every release: both take them and write the same, or both refuse them.
#[test]
fn every_release() {
    let plan = plan();
    let axis = plan.axis("release").unwrap();
    let derived_plan = plan_of::<Llvm>();
    let mut source = Source::new(3);
    source.tables = vec![("Attribute", 300), ("String", 300)];
    let (mut taken, mut refused) = (0, 0);
    for (at, (name, release)) in RELEASES.iter().enumerate() {
        let axes = [(0, Version::LATEST as u32), (axis, *release as u32)];
        let samples = Samples::new(plan, "LlvmAttribute", &axes);
        let executor = Executor::new(&derived_plan, &[(0, at as u32)]).unwrap();
        let module = tables(name);
        let others = RELEASES.map(|(other, _)| (other, tables(other)));
        for _ in 0..1_000 {
            let bytes = samples.one(&mut source);
            comes_back(&executor, "LlvmAttribute", &bytes, &NoTables);
            let mut module = module.clone();
            let id = module.add_attribute_bytes(b"llvm", &bytes).unwrap();
            let twin = module.add_attribute_bytes(b"lvm2", &bytes).unwrap();
            let Ok(Attribute::Typed(entry)) = module.attribute(id) else { panic!("{bytes:?}") };
            let value = entry.to_owned();
            let derived = module.entry::<LlvmAttribute>(twin).unwrap().unwrap().value().unwrap();
            for (other, tables) in &others {
                let mut module = tables.clone();
                let added = module.add_attribute(value.clone());
                let again = module.add_entry(&derived);
                let what = format!("{other}: {derived:?} of {name}: {added:?} and {again:?}");
                assert_eq!(added.is_ok(), again.is_ok(), "{what}");
                let (Ok(added), Ok(again)) = (added, again) else {
                    refused += 1;
                    continue;
                };
                let written = module.write(&Default::default()).unwrap();
                let file = File::open(&written).unwrap();
                let bytes = |id| file.attribute_bytes(id).unwrap().1;
                assert_eq!(bytes(added), bytes(again), "{what}");
                taken += 1;
            }
        }
    }
    assert!(taken > 3_000 && refused > 300, "{taken} taken and {refused} refused");
}

#[test]
fn damage_is_found_by_both() {
    let mut source = Source::new(6);
    let (mut read, mut refused) = (0, 0);
    for (name, _) in RELEASES {
        let mut module = tables(name);
        for _ in 0..10_000 {
            let len = source.below(24);
            let mut bytes: Vec<u8> = (0..len).map(|_| source.number(4) as u8).collect();
            if let Some(code) = bytes.first_mut() {
                *code = (*code % 20) << 1 | 1;
            }
            let id = module.add_attribute_bytes(b"llvm", &bytes).unwrap();
            let twin = module.add_attribute_bytes(b"lvm2", &bytes).unwrap();
            let (found, derived) = (module.attribute(id), module.entry::<LlvmAttribute>(twin));
            // What a release that is not out does not know may still come.
            let is_read = matches!(found, Ok(Attribute::Typed(_)));
            assert_eq!(is_read, derived.is_ok(), "{bytes:?}: {found:?}, but {derived:?}");
            if derived.is_ok() { read += 1 } else { refused += 1 }
        }
    }
    assert!(read > 300 && refused > 1_000, "{read} read and {refused} refused");
}

#[test]
fn callers_state_the_release() {
    let mut module = tables("23");
    let unit = LlvmAttribute::DIExpressionElemAttr { opcode: 6, arguments: None };
    let id = module.add_entry(&unit).unwrap();
    let error = module.convert_dialect("lvm2", Some("22")).unwrap_err().to_string();
    assert!(error.contains("it is the release of the whole file"), "{error}");
    let bytes = module.write(&Default::default()).unwrap();
    let at = bytes.windows(4).position(|word| word == b"MLIR").unwrap();
    let mut unnamed = bytes.clone();
    unnamed[at..at + 4].copy_from_slice(b"Tool");
    let error = File::open(&unnamed).unwrap().entry::<LlvmAttribute>(id).unwrap_err().to_string();
    assert!(error.contains("`Tool23.1.0` is not a known version"), "{error}");
    let options = OpenOptions::default().release(Release::R23);
    let file = File::open_with(&unnamed, &options).unwrap();
    assert_eq!(file.entry(id), Ok(Some(Form::Value(unit))));
}
