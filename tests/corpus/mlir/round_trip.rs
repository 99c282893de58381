//! Bytes in, same bytes out: pinned writing keeps the numbers and the layout of the file read.

use bytespec::mlir::{
    Attribute, AttributeId, File, Module, ReadOptions, Type, TypeId, WriteOptions,
};
use bytespec_tests::mlir_corpus::mlir_corpus;
use expect_test::expect;
use std::collections::BTreeSet;

#[test]
fn pinned_writing_gives_the_same_bytes() {
    for lazy in [false, true] {
        let options = ReadOptions::default().lazy(lazy);
        for file in mlir_corpus() {
            let written = Module::read_with(&file.bytes, &options)
                .and_then(|module| module.write(&WriteOptions::default()));
            match written {
                Ok(written) => assert!(written == file.bytes, "{} changed", file.name),
                Err(error) => panic!("{}: {error}", file.name),
            }
        }
        println!("{} files came back byte for byte, lazy: {lazy}", mlir_corpus().len());
    }
}

#[test]
fn unread_regions_that_are_loaded_later_give_the_same_bytes() {
    for file in mlir_corpus() {
        let options = ReadOptions::default().lazy(true);
        let written = Module::read_with(&file.bytes, &options).and_then(|mut module| {
            module.materialize_all()?;
            module.write(&WriteOptions::default())
        });
        match written {
            Ok(written) => assert!(written == file.bytes, "{} changed", file.name),
            Err(error) => panic!("{}: {error}", file.name),
        }
    }
}

#[test]
fn writing_piece_by_piece_gives_the_same_bytes() {
    for file in mlir_corpus() {
        let Ok(module) = Module::read(&file.bytes) else { panic!("{} is not read", file.name) };
        let mut out = Vec::new();
        match module.write_to(&mut out, &WriteOptions::default()) {
            Ok(()) => assert!(out == file.bytes, "{} changed", file.name),
            Err(error) => panic!("{}: {error}", file.name),
        }
    }
}

/// What is decoded is encoded again, and added to the module that it is from: it must be found there
/// by its bytes. Only distinct attributes, which are never the same, become new entries.
#[test]
fn every_typed_entry_encodes_to_its_bytes() {
    let (mut attributes, mut types, mut ended) = (0, 0, 0);
    for corpus_file in mlir_corpus() {
        let mut again = || -> bytespec::Result<(u64, u64)> {
            let file = File::open(&corpus_file.bytes)?;
            let mut module = Module::read(&corpus_file.bytes)?;
            let mut entries = Vec::new();
            for index in 0..file.attribute_count()? as u32 {
                if let Attribute::Typed(typed) = file.attribute(AttributeId(index))? {
                    match module.add_attribute(typed.to_owned()) {
                        Ok(id) => entries.push((index, id)),
                        // It has the only layout that makes sense of its bytes, of a release that
                        // is over; nobody says that the module is of that release.
                        Err(error)
                            if error.to_string().contains("an unknown StableHLO version") =>
                        {
                            ended += 1;
                        }
                        Err(error) => return Err(error),
                    }
                }
            }
            let mut same = Vec::new();
            for index in 0..file.type_count()? as u32 {
                if let Type::Typed(typed) = file.ty(TypeId(index))? {
                    same.push((index, module.add_type(typed.to_owned())?));
                }
            }
            let written = module.write(&WriteOptions::default())?;
            let written = File::open(&written)?;
            for &(index, id) in &entries {
                let (_, before) = file.attribute_bytes(AttributeId(index))?;
                let (_, after) = written.attribute_bytes(id)?;
                assert_eq!(before, after, "attribute {index}");
            }
            for &(index, id) in &same {
                let (_, before) = file.type_bytes(TypeId(index))?;
                let (_, after) = written.type_bytes(id)?;
                assert_eq!(before, after, "type {index}");
            }
            assert_eq!(file.type_count()?, written.type_count()?);
            Ok((entries.len() as u64, same.len() as u64))
        };
        match again() {
            Ok((of_attributes, of_types)) => {
                attributes += of_attributes;
                types += of_types;
            }
            Err(error) => panic!("{}: {error}", corpus_file.name),
        }
    }
    println!("{attributes} attributes and {types} types were decoded and encoded; {ended} ended");
    assert!(ended < 20, "{ended} attributes are of a release that is over");
    assert!(attributes > 600_000 && types > 5_000);
}

/// The same for properties, by the names of the operations that they belong to.
#[test]
fn every_entry_is_the_same_when_it_is_written_again() {
    let mut reference = [0; 2];
    let mut others = [0; 2];
    let mut unknown = BTreeSet::new();
    for file in mlir_corpus() {
        let found = match Module::read(&file.bytes).and_then(|module| module.reencode()) {
            Ok(found) => found,
            Err(error) => panic!("{}: {error}", file.name),
        };
        assert_eq!(found.difference, None, "{}", file.name);
        for (name, forms) in &found.properties {
            let sum = if file.is_by_reference() { &mut reference } else { &mut others };
            sum[0] += forms.typed.entries;
            sum[1] += forms.opaque.entries;
            assert_eq!(forms.text.entries, 0);
            if file.is_by_reference() && forms.opaque.entries > 0 {
                unknown.insert(name.clone());
            }
        }
    }
    println!(
        "properties of LLVM 19 and 22: {} typed, {} opaque; of others: {} typed, {} opaque",
        reference[0], reference[1], others[0], others[1]
    );
    let unknown: String = unknown.iter().map(|name| format!("{name}\n")).collect();
    expect![[r#"
        test.versionedC
    "#]]
    .assert_eq(&unknown);
}
