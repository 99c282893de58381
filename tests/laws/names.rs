//! The generator knows no format: nothing in it has the name of a format or of a part of one.

use crate::sources::{read, root, rust_files, short};
use bytespec_codegen::build;
use bytespec_codegen::model::{Docs, Model};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;

/// Folders with code for every format.
const ANY_FORMAT: [&str; 2] = ["codegen/src", "codegen/plan/src"];

/// Code that reads TableGen knows how LLVM defines operations.
const IMPORT: &str = "codegen/src/import/";

/// Names that are also those of parts of a format, but mean something else: the places, the names, and their meaning.
const OTHERS: [(&str, &[&str], &str); 3] = [
    (
        "codegen/src/emit/docs/",
        &["Dialect", "Header", "Operation", "Type"],
        "heads of tables for people",
    ),
    ("codegen/src/emit/rust/existing/mod.rs", &["Attribute", "Type"], "tables that dialects have"),
    ("codegen/src/emit/rust/hygiene.rs", &["Debug", "String"], "names of Rust and of the runtime"),
];

/// Names of parts of a format that are allowed everywhere: operands are values in every format.
const VALUES: &str = "Value";

fn shipped() -> Vec<Model> {
    let read = |name: &str| match build::load(&root().join("schema").join(name)) {
        Ok(model) => model,
        Err(findings) => panic!("{findings}"),
    };
    ["mlir", "tile_ir"].map(read).into()
}

/// Names of formats and producers, only their letters.
fn formats(models: &[Model]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for model in models {
        names.insert(letters(&model.docs.name));
        let releases = model.releases.iter();
        names.extend(releases.filter_map(|found| found.title.split(' ').next()).map(letters));
    }
    names
}

/// Names of tables, records, unions and enums.
fn parts(models: &[Model]) -> BTreeSet<&str> {
    let mut docs: Vec<&Docs> = Vec::new();
    for model in models {
        docs.extend(&model.tables);
        docs.extend(model.records.iter().map(|item| &item.docs));
        docs.extend(model.unions.iter().map(|item| &item.docs));
        docs.extend(model.enums.iter().map(|item| &item.docs));
    }
    docs.iter().map(|docs| docs.name.as_str()).collect()
}

fn letters(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_ascii_lowercase()
}

/// Identifiers and literals, those in comments of items included.
fn words(tokens: TokenStream, out: &mut Vec<(usize, String)>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => words(group.stream(), out),
            TokenTree::Ident(ident) => out.push((ident.span().start().line, ident.to_string())),
            TokenTree::Literal(word) => out.push((word.span().start().line, word.to_string())),
            TokenTree::Punct(_) => {}
        }
    }
}

#[test]
fn the_generator_names_no_format() {
    let models = shipped();
    let (formats, parts) = (formats(&models), parts(&models));
    assert!(formats.len() > 2 && parts.len() > 50, "{formats:?}, {} parts", parts.len());
    let (mut found, mut used, mut seen) = (Vec::new(), BTreeSet::new(), 0);
    for path in ANY_FORMAT.iter().flat_map(|folder| rust_files(&root().join(folder))) {
        let file = short(&path);
        if file.starts_with(IMPORT) {
            continue;
        }
        let Ok(tokens) = read(&path).parse::<TokenStream>() else { panic!("{file} is no Rust") };
        let mut all = Vec::new();
        words(tokens, &mut all);
        seen += all.len();
        for (line, word) in all {
            let plain = letters(&word);
            if formats.iter().any(|format| plain.contains(format)) {
                found.push(format!("{file}:{line}: {word}"));
            }
            let Some(text) = word.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
                continue;
            };
            if !parts.contains(text) || text == VALUES {
                continue;
            }
            let other = OTHERS
                .iter()
                .position(|(place, names, _)| file.starts_with(place) && names.contains(&text));
            match other {
                Some(other) => drop(used.insert((other, text.to_owned()))),
                None => found.push(format!("{file}:{line}: {word}")),
            }
        }
    }
    assert!(seen > 50_000, "only {seen} words were seen");
    assert!(found.is_empty(), "a format is named:\n{}", found.join("\n"));
    for (index, (place, names, _)) in OTHERS.iter().enumerate() {
        for name in *names {
            assert!(used.contains(&(index, (*name).to_owned())), "{place} does not say {name}");
        }
    }
}
