//! Every file is read to its end, and everything in it that the schema describes is decoded.

use bytespec::mlir::{Attribute, AttributeId, Event, File, Module, Type, TypeId, Version};
use bytespec_tests::mlir_corpus::mlir_corpus;
use bytespec_tests::mlir_hostile;
use std::collections::BTreeMap;
use std::fmt::Write;

#[test]
fn the_corpus_is_whole() {
    let files = mlir_corpus();
    let count = |prefix: &str| files.iter().filter(|file| file.name.starts_with(prefix)).count();
    assert_eq!((count("small/"), count("real/"), count("releases/")), (290, 218, 160));
    assert_eq!(files.len(), 668);
    assert_eq!(files.iter().filter(|file| file.use_order.is_some()).count(), 70);
    for file in files {
        let is_real = file.name.starts_with("real/");
        assert_eq!(file.operations.is_some(), is_real, "{}", file.name);
    }
    let mut versions = BTreeMap::new();
    for file in files {
        match File::open(&file.bytes) {
            Ok(file) => *versions.entry(file.version()).or_insert(0) += 1,
            Err(error) => panic!("{}: {error}", file.name),
        }
    }
    let found: Vec<Version> = versions.keys().copied().collect();
    // No real file has the newest versions at first.
    assert!(Version::ALL.starts_with(&found), "{found:?}: a version is missing");
    println!("{} files: {versions:?}", files.len());
}

#[test]
fn everything_in_a_file_is_readable() {
    let mut operations = 0;
    for file in mlir_corpus() {
        let findings = mlir_hostile::check(&file.bytes);
        assert!(findings.opened && findings.read, "{}: {findings:?}", file.name);
        assert_eq!(findings.damaged, 0, "{}: {findings:?}", file.name);
        if let Some(expected) = file.operations {
            assert_eq!(findings.operations, expected, "{}", file.name);
        }
        operations += findings.operations;
    }
    println!("{operations} operations");
}

/// How entries of a dialect came out.
#[derive(Default)]
struct Forms {
    typed: u64,
    text: u64,
    opaque: u64,
}

#[test]
fn every_attribute_and_type_is_decoded() {
    let mut dialects: BTreeMap<String, Forms> = BTreeMap::new();
    let mut entry = |dialect: &[u8], count: fn(&mut Forms) -> &mut u64| {
        let dialect = String::from_utf8_lossy(dialect).into_owned();
        *count(dialects.entry(dialect).or_default()) += 1;
    };
    for corpus_file in mlir_corpus() {
        let name = &corpus_file.name;
        let file = match File::open(&corpus_file.bytes) {
            Ok(file) => file,
            Err(error) => panic!("{name}: {error}"),
        };
        for index in 0..file.attribute_count().unwrap_or(0) as u32 {
            match file.attribute(AttributeId(index)) {
                Ok(Attribute::Typed(typed)) => {
                    entry(typed.dialect().as_bytes(), |forms| &mut forms.typed);
                }
                Ok(Attribute::Text { dialect, .. }) => entry(dialect, |forms| &mut forms.text),
                Ok(Attribute::Opaque { dialect, .. }) => entry(dialect, |forms| &mut forms.opaque),
                Err(error) => panic!("{name}: {error}"),
            }
        }
        for index in 0..file.type_count().unwrap_or(0) as u32 {
            match file.ty(TypeId(index)) {
                Ok(Type::Typed(typed)) => {
                    entry(typed.dialect().as_bytes(), |forms| &mut forms.typed);
                }
                Ok(Type::Text { dialect, .. }) => entry(dialect, |forms| &mut forms.text),
                Ok(Type::Opaque { dialect, .. }) => entry(dialect, |forms| &mut forms.opaque),
                Err(error) => panic!("{name}: {error}"),
            }
        }
    }
    let mut report = String::new();
    for (dialect, Forms { typed, text, opaque }) in &dialects {
        let _ = writeln!(report, "{dialect}: {typed} typed, {text} as text, {opaque} opaque");
    }
    println!("{report}");
}

/// The same operations come out of the file and of the module in memory.
#[test]
fn names_and_types_agree_with_the_module_in_memory() {
    for corpus_file in mlir_corpus() {
        let name = &corpus_file.name;
        let read = || -> bytespec::Result<()> {
            let file = File::open(&corpus_file.bytes)?;
            let module = Module::read(&corpus_file.bytes)?;
            let mut ops = module.walk();
            let mut walker = file.walk();
            while let Some(event) = walker.next()? {
                let Event::Operation(operation) = event else { continue };
                let Some(op) = ops.next() else { panic!("{name}: there are fewer in memory") };
                assert_eq!(file.op_name(operation.name)?, module.name(op), "{name}");
                assert_eq!(Some(operation.location), module.location(op), "{name}");
                assert_eq!(operation.attributes, module.attributes(op), "{name}");
                assert_eq!(operation.properties, module.properties_id(op), "{name}");
                let types: Vec<TypeId> =
                    module.results(op).filter_map(|value| module.value_type(value)).collect();
                assert_eq!(operation.results(), types, "{name}");
                assert_eq!(operation.operands().len(), module.operands(op).len(), "{name}");
                let regions = operation.regions.map_or(0, |header| header.regions as usize);
                assert_eq!(regions, module.regions(op).len(), "{name}");
            }
            assert!(ops.next().is_none(), "{name}: there are more in memory");
            Ok(())
        };
        if let Err(error) = read() {
            panic!("{name}: {error}");
        }
    }
}
