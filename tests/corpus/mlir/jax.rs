//! The files of JAX: how much of each is typed, and that values lead back to the same bytes.
//!
//! `jax.txt` has the numbers, file by file.

use bytespec::axes::DialectAxes as _;
use bytespec::mlir::{
    DialectReleases, Forms, Module, OpenOptions, PropertyValue, ReadOptions, Reencoded,
};
use bytespec::{ErrorKind, Result};
use bytespec_tests::mlir_corpus::{MlirFile, mlir_corpus};
use expect_test::expect_file;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The files of the folders of JAX, those of Pallas included.
fn files() -> impl Iterator<Item = &'static MlirFile> {
    mlir_corpus().iter().filter(|file| file.name.starts_with("real/jax"))
}

fn is_artifact(file: &MlirFile) -> bool {
    file.name.ends_with(".vhlo")
}

/// Entries of all dialects together.
fn sum(forms: &BTreeMap<String, Forms>) -> Forms {
    let mut total = Forms::default();
    for Forms { typed, text, opaque } in forms.values() {
        total.typed.entries += typed.entries;
        total.text.entries += text.entries;
        total.opaque.entries += opaque.entries;
    }
    total
}

/// A line of the table.
fn line(name: &str, producer: &str, found: &Reencoded) -> String {
    let mut line = format!("{name:<50} {producer:<18}");
    for forms in [&found.attributes, &found.types] {
        let Forms { typed, text, opaque } = sum(forms);
        let custom = typed.entries + opaque.entries;
        let (typed, text, opaque) = (typed.entries, text.entries, opaque.entries);
        let _ = write!(line, " | {custom:>7} {typed:>7} {opaque:>7} {text:>7}");
    }
    let Forms { typed, opaque, .. } = sum(&found.properties);
    let _ = write!(line, " | {:>7} {:>7}", typed.entries, opaque.entries);
    line
}

/// The StableHLO of the release of JAX that made a file. Only artifacts tell it themselves.
fn stablehlo(file: &MlirFile) -> &'static [u64] {
    match file.folder() {
        "real/jax-0.4.13" => &[0, 13, 4],
        "real/jax-0.4.20" => &[0, 14, 27],
        "real/jax-0.4.28" => &[0, 19, 10],
        "real/jax-0.4.38" => &[1, 8, 7],
        "real/jax-0.6.2" => &[1, 11, 0],
        "real/jax-0.8.2" => &[1, 13, 5],
        "real/jax" | "real/jax-pallas" => &[1, 17, 0],
        other => panic!("{other} is of no known release"),
    }
}

/// The module, read as one of the release that made it.
fn of_its_release(file: &MlirFile) -> Result<Module<'_>> {
    let mut dialects = DialectReleases::default();
    if !is_artifact(file) {
        for dialect in ["stablehlo", "chlo"] {
            assert!(dialects.set(dialect, stablehlo(file)), "{}: {dialect}", file.name);
        }
    }
    let open = OpenOptions::default().dialects(dialects);
    Module::read_with(&file.bytes, &ReadOptions::default().open(open))
}

/// Decodes the properties of every operation by name and makes them anew: how many there were.
fn remade_properties(file: &MlirFile) -> Result<usize> {
    let mut module = of_its_release(file)?;
    let mut count = 0;
    for op in module.walk().collect::<Vec<_>>() {
        let list = match module.property_list(op) {
            Ok(Some(list)) => list,
            Ok(None) => continue,
            // What the release does not tell is told by no list.
            Err(error) if matches!(error.kind(), ErrorKind::NoLayout { .. }) => continue,
            Err(error) => return Err(error),
        };
        let Some(id) = module.properties_id(op) else { continue };
        let name = module.name(op).full().into_owned();
        let values: Vec<(&str, PropertyValue)> =
            list.into_iter().map(|property| (property.name, property.value)).collect();
        let made = module.make_properties(&name, &values)?;
        let made = made.map(|made| module.properties(made)).transpose()?;
        assert_eq!(made, Some(module.properties(id)?), "{}: {name}", file.name);
        count += 1;
    }
    Ok(count)
}

#[test]
fn entries_of_jax_are_typed_and_encode_to_their_bytes() {
    let mut table = format!("{:<50} {:<18}", "", "");
    for title in ["attributes", "types"] {
        let _ = write!(table, " | {title:<31}");
    }
    let _ = writeln!(table, " | {:<15}", "properties");
    let _ = write!(table, "{:<50} {:<18}", "file", "producer");
    for _ in 0..2 {
        let columns = ["custom", "typed", "opaque", "text"];
        let _ = write!(table, " | {}", columns.map(|name| format!("{name:>7}")).join(" "));
    }
    let _ = writeln!(table, " | {:>7} {:>7}", "typed", "opaque");
    let mut opaque = Vec::new();
    for file in files() {
        let read = || -> Result<(String, Reencoded)> {
            let module = Module::read(&file.bytes)?;
            Ok((module.producer().into_owned(), module.reencode()?))
        };
        let (producer, found) = match read() {
            Ok(found) => found,
            Err(error) => panic!("{}: {error}", file.name),
        };
        assert_eq!(found.difference, None, "{}", file.name);
        let name = file.name.strip_prefix("real/").unwrap_or(&file.name);
        let _ = writeln!(table, "{}", line(name, &producer, &found));
        for (what, forms) in [
            ("attributes", &found.attributes),
            ("types", &found.types),
            ("properties", &found.properties),
        ] {
            for (of, forms) in forms {
                if is_artifact(file) && forms.opaque.entries > 0 {
                    opaque.push(format!("{}: {what} of {of}: {:?}", file.name, forms.opaque));
                }
            }
        }
    }
    expect_file!["jax.txt"].assert_eq(&table);
    assert!(opaque.is_empty(), "opaque in artifacts:\n{}", opaque.join("\n"));
}

#[test]
fn properties_of_jax_are_made_again_by_name() {
    let (mut artifacts, mut others) = (0, 0);
    for file in files() {
        match remade_properties(file) {
            Ok(count) if is_artifact(file) => artifacts += count,
            Ok(count) => others += count,
            Err(error) => panic!("{}: {error}", file.name),
        }
    }
    println!("properties of {artifacts} operations in artifacts and of {others} in other files");
    assert!(artifacts > 10_000);
}
