//! An error states its offset, the path to it, and the reason.

use crate::sources::{LIBRARY, read, root, rust_files, short};
use bytespec::mlir;
use bytespec::tile_ir::{Module, Version};
use bytespec::{Error, ErrorKind};
use bytespec_tests::corpus::{corpus, valid};
use bytespec_tests::mlir_corpus::mlir_corpus;
use bytespec_tests::mutate::{Random, mutant};
use proc_macro2::{TokenStream, TokenTree};

/// The text consists of these parts, in one form.
fn check_shape(error: &Error, len: usize, whose: &str) {
    let text = error.to_string();
    let Some(offset) = error.offset() else { panic!("{whose}: no offset: {text}") };
    assert!(offset <= len, "{whose}: offset past the {len} bytes: {text}");
    let path = error.path();
    let comma = if path.is_empty() { String::new() } else { format!(", {path}") };
    let reason = error.kind();
    assert_eq!(text, format!("at byte {offset} ({offset:#x}){comma}: {reason}"), "{whose}");
    assert!(!reason.to_string().is_empty());
}

#[test]
fn every_error_of_reading_has_an_offset() {
    let files = corpus();
    let mut random = Random::new(2);
    let mut errors = 0;
    let mut with_path = 0;
    for seed in 0..20_000 {
        let file = &files[random.below(files.len())];
        let other = &files[random.below(files.len())];
        let bytes = mutant(&mut random, &file.bytes, &other.bytes);
        if let Err(error) = Module::read(&bytes) {
            check_shape(&error, bytes.len(), &format!("mutant {seed} of {}", file.name));
            errors += 1;
            with_path += u64::from(!error.path().is_empty());
        }
    }
    println!("{errors} errors, {with_path} with a path");
    // Errors of the whole file have no path: magic number, version, missing sections.
    assert!(with_path * 10 > errors * 6, "{with_path} of {errors} errors have a path");
}

/// The first error of a file of MLIR bytecode, if everything in it is read.
fn first_error(bytes: &[u8]) -> bytespec::Result<()> {
    let file = mlir::File::open(bytes)?;
    let module = mlir::Module::from_file(&file, &mlir::ReadOptions::default())?;
    (0..file.attribute_count()? as u32)
        .try_for_each(|index| file.attribute(mlir::AttributeId(index)).map(|_| ()))?;
    (0..file.type_count()? as u32)
        .try_for_each(|index| file.ty(mlir::TypeId(index)).map(|_| ()))?;
    let entries = file.resources()?.entries();
    entries.iter().try_for_each(|entry| file.resource_data(entry).map(|_| ()))?;
    module.reencode().map(|_| ())
}

#[test]
fn every_error_of_reading_mlir_has_an_offset() {
    let small = mlir_corpus().iter().filter(|file| file.bytes.len() <= 1024);
    let files: Vec<_> = small.collect();
    let mut random = Random::new(3);
    let mut errors = 0;
    let mut with_path = 0;
    for seed in 0..20_000 {
        let file = files[random.below(files.len())];
        let other = files[random.below(files.len())];
        let bytes = mutant(&mut random, &file.bytes, &other.bytes);
        if let Err(error) = first_error(&bytes) {
            check_shape(&error, bytes.len(), &format!("mutant {seed} of {}", file.name));
            errors += 1;
            with_path += u64::from(!error.path().is_empty());
        }
    }
    println!("{errors} errors, {with_path} with a path");
    assert!(with_path * 10 > errors * 6, "{with_path} of {errors} errors have a path");
}

#[test]
fn an_error_of_a_gate_names_the_version_that_allows_it() {
    let mut gates = 0;
    for file in valid().step_by(3) {
        let Ok(module) = Module::read(&file.bytes) else { panic!("{}", file.name) };
        for &version in Version::ALL.iter().filter(|&&version| version < module.version) {
            let options = bytespec::tile_ir::WriteOptions::default().version(version);
            let Err(error) = module.write(&options) else { continue };
            let ErrorKind::Gate { item, needs, axis, version: found } = error.kind() else {
                continue;
            };
            assert_eq!(*axis, bytespec::GateAxis::Version);
            assert!(!item.is_empty());
            assert!(Version::ALL.iter().any(|v| needs.contains(v.name())), "{needs}");
            assert_eq!(found, version.name());
            gates += 1;
        }
    }
    assert!(gates > 100, "only {gates} gates were found");
}

/// The names of the variants of an enum in a source.
fn variants(source: TokenStream, name: &str) -> Vec<String> {
    let tokens: Vec<TokenTree> = source.into_iter().collect();
    let body = tokens.windows(3).find_map(|tokens| match tokens {
        [TokenTree::Ident(word), TokenTree::Ident(found), TokenTree::Group(body)]
            if word == "enum" && found == name =>
        {
            Some(body.stream())
        }
        _ => None,
    });
    let body = body.into_iter().flatten();
    body.filter_map(|token| match token {
        TokenTree::Ident(variant) => Some(variant.to_string()),
        _ => None,
    })
    .collect()
}

#[test]
fn every_kind_of_error_has_a_text_of_its_own() {
    let source = |file: &str| read(&root().join("runtime/core/src/error").join(file));
    let kinds = variants(source("kind.rs").parse().expect("Rust"), "ErrorKind");
    assert!(kinds.len() > 60, "only {} kinds were seen", kinds.len());
    let texts: TokenStream = source("display.rs").parse().expect("Rust");
    let texts: String = texts.to_string().split_whitespace().collect();
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let has_text = |kind: &String| {
        let arm = format!("ErrorKind::{kind}");
        texts.match_indices(&arm).any(|(at, _)| !texts[at + arm.len()..].starts_with(is_word))
    };
    let missing: Vec<_> = kinds.iter().filter(|kind| !has_text(kind)).collect();
    assert!(missing.is_empty(), "{missing:?} have no text");
}

/// The code that can make errors without a kind, and the reason.
const WORDS: [(&str, &str); 3] = [
    ("runtime/core/src/error/display.rs", "shows the words of others"),
    (
        "runtime/core/src/error/mod.rs",
        "takes the words of hooks and codecs that are written by hand",
    ),
    (
        "runtime/core/src/wire/standard.rs",
        "takes the words of conversions that are written by hand",
    ),
];

/// Whether a part of a source makes an error that is only text.
fn is_only_text(source: &str) -> bool {
    ["Error::invalid(", "Kind::Invalid("].iter().any(|made| source.contains(made))
}

#[test]
fn no_error_of_the_library_is_only_words() {
    assert!(is_only_text("return Err(Error::invalid(message))"));
    assert!(is_only_text("Error::at(0, ErrorKind::Invalid(message))"));
    assert!(!is_only_text("io::Error::new(io::ErrorKind::InvalidData, error)"));
    let (mut files, mut found) = (0, Vec::new());
    for folder in LIBRARY.into_iter().chain(["codegen/src/emit", "derive/src"]) {
        for path in rust_files(&root().join(folder)) {
            // Tests implement hooks and hosts themselves.
            if path.file_name().is_some_and(|name| name == "tests.rs") {
                continue;
            }
            let text = read(&path);
            let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
            files += 1;
            if is_only_text(code) {
                found.push(short(&path));
            }
        }
    }
    assert!(files > 300, "only {files} files were looked at");
    assert_eq!(found, WORDS.map(|(path, _)| path));
}
