//! Operations that no schema describes, of files of Torch, Triton and IREE, as dialects of a registry see them: what a dialect tells by
//! bytes alone is listed, printed as the tool that made the file prints it, edited and numbered anew.

use super::print::printed_by;
use bytespec::Result;
use bytespec::dialect::{Dialect, Registry, Unversioned};
use bytespec::mlir::{Module, Numbering, ParseOptions, PrintOptions, WriteOptions};
use bytespec::properties::{Field, layout};
use bytespec_tests::mlir_corpus::{MlirFile, mlir_corpus, mlir_texts};
use std::collections::BTreeMap;

#[path = "../../../runtime/examples/foreign_operations.rs"]
#[allow(dead_code, unreachable_pub, reason = "the example is a program")]
mod foreign_operations;

fn options() -> WriteOptions {
    WriteOptions::default().numbering(Numbering::Canonical)
}

fn files() -> impl Iterator<Item = (&'static MlirFile, &'static str)> {
    let of = |file: &MlirFile| {
        let tools = ["real/torch-mlir/", "real/triton", "real/iree"];
        tools.into_iter().find(|tool| file.name.starts_with(tool))
    };
    mlir_corpus().iter().filter_map(move |file| Some((file, of(file)?)))
}

fn read(bytes: &[u8]) -> Result<Module<'_>> {
    let mut module = Module::read(bytes)?;
    module.set_registry(foreign_operations::registry());
    Ok(module)
}

fn printed(file: &MlirFile, module: &Module<'_>, locations: bool) -> Result<String> {
    let release = printed_by(&file.name);
    module.print(&PrintOptions::default().locations(locations).release(release))
}

/// A file that cannot be numbered anew without the dialects can be with them, and says the same then. Its text is the one of its tool.
#[test]
fn dialects_offer_a_view_of_what_they_do_not_know() -> Result<()> {
    let mut counts: BTreeMap<&str, [usize; 4]> = BTreeMap::new();
    for (file, tool) in files() {
        let stranger = Module::read(&file.bytes)?;
        let module = read(&file.bytes)?;
        // Other dialects of the same files are as unknown as before.
        let Ok(bytes) = module.write(&options()) else { continue };
        if stranger.write(&options()).is_ok() {
            continue;
        }
        let text = printed(file, &module, true)?;
        assert_eq!(printed(file, &read(&bytes)?, true)?, text, "{}", file.name);
        let [anew, parsed, same, edited] = counts.entry(tool).or_default();
        *anew += 1;
        *parsed += usize::from(is_read_back(&module)?);
        if let Some(theirs) = file.text.as_ref().and_then(|name| mlir_texts().get(name)) {
            let theirs = String::from_utf8_lossy(theirs);
            assert_eq!(properties(&text), properties(&theirs), "{}", file.name);
            *same += 1;
        }
        *edited += usize::from(is_renamed(file, &text)?);
    }
    println!("numbered anew, read from text, printed as by the tool, edited: {counts:?}");
    let expected = [
        ("real/iree", [2, 2, 2, 2]),
        ("real/torch-mlir/", [9, 9, 6, 0]),
        ("real/triton", [16, 16, 16, 16]),
    ];
    assert_eq!(counts, BTreeMap::from(expected));
    Ok(())
}

/// Whether the text of a module is read as the same text, and its operations that dialects of the registry know by name have their
/// properties. Text does not tell the layout of others.
fn is_read_back(module: &Module<'_>) -> Result<bool> {
    let text = module.print(&PrintOptions::default())?;
    let registry = foreign_operations::registry();
    let options = ParseOptions::default()
        .release(module.release())
        .registry(registry.clone())
        .defaults(false);
    let Ok(read) = Module::parse(&text, &options) else { return Ok(false) };
    let known = |module: &Module<'_>| -> Result<Vec<String>> {
        let mut lines = foreign_operations::seen(module)?;
        lines.retain(|(op, _)| {
            let name = module.name(*op);
            let dialect = registry.get(name.dialect);
            let operation = std::str::from_utf8(name.name).unwrap_or_default();
            dialect.is_some_and(|known| known.property_layout(operation).is_some())
        });
        Ok(lines.into_iter().map(|(_, line)| line).collect())
    };
    assert_eq!(known(&read)?, known(module)?);
    Ok(read.print(&PrintOptions::default())? == text)
}

/// The properties in a text, operation by operation.
fn properties(text: &str) -> Vec<&str> {
    let of_line = |line: &'_ str| Some((line.find(" <{")?, line.find("}>")?));
    text.lines().filter_map(|line| of_line(line).map(|(from, to)| &line[from..to])).collect()
}

/// Whether functions got other names, and nothing else changed.
fn is_renamed(file: &MlirFile, before: &str) -> Result<bool> {
    let bytes = foreign_operations::renamed(&file.bytes)?;
    let after = printed(file, &read(&bytes)?, true)?;
    let mut renamed = false;
    for (before, after) in before.lines().zip(after.lines()) {
        if before != after {
            assert!(after.contains("sym_name = \"function_"), "{}: {after}", file.name);
            renamed = true;
        }
    }
    assert_eq!(before.lines().count(), after.lines().count(), "{}", file.name);
    Ok(renamed)
}

/// A dialect that takes every property for two attributes.
struct Wrong;

impl Dialect for Wrong {
    const NAME: &'static str = "torch";
    type Version = Unversioned;
    type Attributes<'a> = ();
    type Types<'a> = ();

    fn unknown_properties(_: &str, _: &[u8]) -> Option<&'static [Field]> {
        static TWO: [Field; 2] = layout("a, b");
        Some(&TWO)
    }
}

/// What a dialect tells and the bytes do not hold is not believed: they stay bytes, in text too, and are not numbered anew.
#[test]
fn a_view_that_does_not_fit_changes_nothing() -> Result<()> {
    let mut count = 0;
    for (file, _) in files().filter(|(_, tool)| *tool == "real/torch-mlir/") {
        let stranger = Module::read(&file.bytes)?;
        let Err(expected) = stranger.write(&options()) else { continue };
        let mut module = Module::read(&file.bytes)?;
        module.set_registry(Registry::new().with::<Wrong>());
        assert_eq!(module.write(&options()), Err(expected), "{}", file.name);
        assert_eq!(printed(file, &module, true), printed(file, &stranger, true), "{}", file.name);
        count += 1;
    }
    assert_eq!(count, 10);
    Ok(())
}
