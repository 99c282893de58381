//! Every error of a damaged file says where: at which byte, or in which entry or operation.

use bytespec::mlir::{
    File, Losses, Module, Numbering, PrintOptions, ReadOptions, Version, WriteOptions,
};
use bytespec::{Error, ErrorKind, Result};
use bytespec_tests::mlir_corpus::mlir_corpus;
use bytespec_tests::mutate::{Random, mutant};
use std::collections::BTreeMap;

/// Damaged files that are tried, and the largest file that is damaged, in bytes.
const MUTANTS: u64 = 4000;
const MAX_SIZE: usize = 20_000;

/// So many that have no place are shown.
const SHOWN: usize = 60;

/// What is wrong with a file as a whole has no place in it.
fn is_of_the_whole(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::MissingSection { .. } | ErrorKind::Limit { limit: "bytes of text", .. }
    )
}

/// All that is done with a file, and the errors that come of it.
fn errors(bytes: &[u8]) -> Vec<(&'static str, Error)> {
    let mut found = Vec::new();
    let mut see = |what, result: Result<()>| found.extend(result.err().map(|error| (what, error)));
    let file = match File::open(bytes) {
        Ok(file) => file,
        Err(error) => return vec![("opened", error)],
    };
    see("tables", Module::tables(&file).and_then(|tables| tables.check_texts()));
    let mut walker = file.walk();
    see(
        "walked",
        loop {
            match walker.next() {
                Ok(Some(_)) => {}
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
        },
    );
    let options = ReadOptions::default();
    let module = match Module::read_with(bytes, &options) {
        Ok(module) => module,
        Err(error) => {
            see("read", Err(error));
            return found;
        }
    };
    see("reencoded", module.reencode().map(|_| ()));
    see("printed", module.print(&PrintOptions::default().locations(true)).map(|_| ()));
    let canonical = WriteOptions::default().numbering(Numbering::Canonical);
    see("numbered anew", module.write(&canonical).map(|_| ()));
    for version in [Version::ALL[0], Version::LATEST] {
        see("converted", module.clone().convert(version, Losses::Refuse).map(|_| ()));
    }
    for op in module.walk() {
        see("symbols", module.symbol_name(op).map(|_| ()));
        see("properties", module.property_list(op).map(|_| ()));
        if let Some(id) = module.attributes(op) {
            see("dictionaries", module.dictionary(id).map(|_| ()));
        }
    }
    found
}

#[test]
fn every_error_of_a_file_has_a_place() {
    let files: Vec<&[u8]> = mlir_corpus()
        .iter()
        .map(|file| file.bytes.as_slice())
        .filter(|bytes| bytes.len() <= MAX_SIZE)
        .collect();
    let mut random = Random::new(37);
    let (mut count, mut without) = (0, BTreeMap::<String, usize>::new());
    for _ in 0..MUTANTS {
        let pair = (random.pick(&files).copied(), random.pick(&files).copied());
        let (Some(file), Some(other)) = pair else { continue };
        for (what, error) in errors(&mutant(&mut random, file, other)) {
            count += 1;
            if error.offset().is_none() && error.path().is_empty() && !is_of_the_whole(&error) {
                *without.entry(format!("{what}: {error}")).or_default() += 1;
            }
        }
    }
    assert!(count > MUTANTS / 2, "{count} errors");
    let shown: Vec<_> = without.iter().take(SHOWN).collect();
    assert!(without.is_empty(), "{} errors without a place: {shown:#?}", without.len());
}
