//! Text is read: what is printed of it is the same text, and what was printed of a file is the same module.
//!
//! `parse_texts.txt` and `parse_files.txt` say of each that differs why it does.

use super::differences::differences;
use super::print::printed_by;
use super::unspelled;
use bytespec::mlir::{
    Module, Numbering, OpId, ParseOptions, PrintOptions, Release, Value, WriteOptions,
};
use bytespec_tests::ill_formed::ill_formed_mlir;
use bytespec_tests::mlir_corpus::{MlirFile, mlir_corpus, mlir_texts};
use expect_test::expect_file;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Why the text of a tool may come out otherwise: what stands in it, or in its path.
const TEXT_REASONS: &[(Where, &str, &str)] = &[
    (Where::Theirs, "module attributes", "the text is not generic"),
    (Where::Theirs, "#executable_target", "another tool's dialects have aliases of their own"),
    (
        Where::Name,
        "real/iree-20230524.529/",
        "the tool is a build between releases, which has properties of some dialects only",
    ),
    (Where::Name, "real/jax-0.4.13/", "the tool's dialects had no properties yet"),
    (Where::Name, "real/jax-0.4.20/", "the tool's dialects had no properties yet"),
];

/// Why the module of what was printed may be another one, where what differs is in the text or not looked at.
const FILE_REASONS: &[(Where, &str, &str)] = &[
    (Where::Theirs, "<bytecode \"0x", "entries that no schema describes are refused"),
    (Where::Theirs, "<properties \"0x", "properties that no schema describes are refused"),
    (Where::Theirs, "\"spirv.ARM.Graph\"", "the type of a graph is spelled as one of functions"),
    (
        Where::Problem,
        "is not the code of an optional value",
        "properties have another layout than those of the release",
    ),
    (Where::Problem, "the property `", "an operation lacks what its release always has"),
];

#[derive(Clone, Copy)]
enum Where {
    Theirs,
    Name,
    Problem,
}

fn reason(
    reasons: &'static [(Where, &str, &'static str)],
    name: &str,
    text: &str,
    problem: &str,
) -> Option<&'static str> {
    let found = reasons.iter().find(|(place, what, _)| match place {
        Where::Theirs => text.contains(what),
        Where::Name => name.contains(what),
        Where::Problem => problem.contains(what),
    });
    found.map(|(.., reason)| *reason)
}

/// The first line that differs, or what keeps a text from being read.
fn reprinted(
    name: &str,
    text: &str,
    release: Option<Release>,
    registered: Option<BTreeSet<String>>,
) -> Result<(), String> {
    let options = ParseOptions::default().release(release).registered(registered);
    let module = Module::parse(text, &options).map_err(|errors| errors.to_string())?;
    let options = PrintOptions::default().release(release).locations(text.contains(" loc("));
    let again = module.print(&options).map_err(|error| error.to_string())?;
    if again.trim_end() == text.trim_end() {
        return Ok(());
    }
    let different = again.lines().zip(text.lines()).find(|(again, text)| again != text);
    Err(format!("{name}: {different:?}"))
}

fn release_of(file: &MlirFile, module: &Module<'_>) -> Option<Release> {
    let inferred = || module.inferred_releases().next_back();
    printed_by(&file.name).or(module.release()).or_else(inferred)
}

fn read(file: &MlirFile) -> Module<'_> {
    match Module::read(&file.bytes) {
        Ok(module) => module,
        Err(error) => panic!("{}: {error}", file.name),
    }
}

#[test]
fn every_text_comes_out_as_it_went_in() {
    // One text serves files of several versions.
    let mut texts = BTreeMap::new();
    for file in mlir_corpus() {
        let Some(path) = &file.text else { continue };
        let module = read(file);
        texts.entry(path.as_str()).or_insert_with(|| release_of(file, &module));
    }
    let (mut table, mut same, mut unexplained) = (String::new(), 0, Vec::new());
    for (path, release) in texts {
        let text = mlir_texts().get(path).map(Vec::as_slice).unwrap_or_default();
        let Ok(text) = std::str::from_utf8(text) else { panic!("{path} is not UTF-8") };
        match reprinted(path, text, release, None) {
            Ok(()) => same += 1,
            Err(problem) => match reason(TEXT_REASONS, path, text, &problem) {
                Some(reason) => {
                    let _ = writeln!(table, "{path:<58} {reason}");
                }
                None => unexplained.push(problem),
            },
        }
    }
    let _ = writeln!(table, "{same} others are the same");
    expect_file!["parse_texts.txt"].assert_eq(&table);
    assert!(unexplained.is_empty(), "these differ:\n{}", unexplained.join("\n"));
}

/// Text does not tell the order of uses.
fn without_orders(module: &mut Module<'_>) {
    let ops: Vec<OpId> = module.walk().collect();
    for op in ops {
        let blocks: Vec<_> = module
            .regions(op)
            .flat_map(|region| module.blocks(region).collect::<Vec<_>>())
            .collect();
        let arguments = blocks.into_iter().flat_map(|block| module.arguments(block));
        let values: Vec<Value> = module.results(op).chain(arguments).collect();
        for value in values {
            // That a value is used as itself says nothing about the order.
            let replaced = module.replace_uses(value, value);
            assert!(replaced.is_ok());
        }
    }
}

/// The operations that the writer of a module knows, which text does not tell.
fn registered(module: &Module<'_>) -> BTreeSet<String> {
    let names = module.walk().map(|op| module.name(op));
    names.filter(|name| name.registered).map(|name| name.full().to_string()).collect()
}

/// What differs between a module and that of its text where text does not tell it, in words; an error where it does.
fn read_back(file: &MlirFile, text: &str, module: &Module<'_>) -> Result<Option<String>, String> {
    let mut inferred = module.inferred_releases().rev();
    let release = module.release().or_else(|| inferred.find(|release| release.is_out()));
    let options = ParseOptions::default()
        .release(release)
        .producer(module.producer().into_owned())
        .registered(registered(module))
        .use_orders(false);
    let parsed = Module::parse(text, &options).map_err(|errors| errors.to_string())?;
    let numbering = Numbering::Canonical;
    let options = WriteOptions::default().numbering(numbering).version(module.version());
    let expected = match module.write(&options) {
        Ok(expected) => expected,
        // Bytes that refer to others cannot be numbered anew: then the text says enough.
        Err(_) => {
            return reprinted(&file.name, text, release, Some(registered(module))).map(|()| None);
        }
    };
    let found = parsed.write(&options).map_err(|error| error.to_string())?;
    if found == expected {
        return Ok(None);
    }
    let read = |bytes| Module::read(bytes).map_err(|error| error.to_string());
    let (one, other) = (read(&expected)?, read(&found)?);
    let tops: Vec<OpId> = one.ops(one.root()).collect();
    if let [top] = tops[..]
        && one.name(top).full() != "builtin.module"
    {
        return in_a_module(&one, top, &other).map(Some);
    }
    let printing = PrintOptions::default().locations(true).release(release);
    let differ = differences(&one, &other, &printing)?;
    if differ.is_empty() {
        return without_tools(parsed, &expected, &options).map(Some);
    }
    Ok(Some(differ.into_iter().collect::<Vec<_>>().join("; ")))
}

/// A module that lacks what text has no place for is written the same once it is there, but for its kinds.
fn without_tools(
    mut parsed: Module<'_>,
    expected: &[u8],
    options: &WriteOptions,
) -> Result<String, String> {
    let wrong = |error: bytespec::Error| error.to_string();
    let unprinted = unspelled::add_of_tools(&mut parsed, expected).map_err(wrong)?;
    let found = parsed.write(options).map_err(wrong)?;
    let others = found.iter().zip(expected).filter(|(one, other)| one != other).count();
    match found.len() == expected.len() && others == unprinted {
        true => Ok("text has no resources of tools without values".to_owned()),
        false => Err(format!("{} bytes in place of {}", found.len(), expected.len())),
    }
}

/// What is no module at the top is put into one, and is the same there.
fn in_a_module(one: &Module<'_>, top: OpId, other: &Module<'_>) -> Result<String, String> {
    let inside: Vec<OpId> = other.ops(other.body()).collect();
    let [inside] = inside[..] else { return Err(format!("{} operations", inside.len())) };
    let options = PrintOptions::default().locations(true);
    let text =
        |module: &Module<'_>, op| module.print_op(op, &options).map_err(|error| error.to_string());
    match text(one, top)? == text(other, inside)? {
        true => Ok("what is no module at the top is put into one".to_owned()),
        false => Err("another text in the module".to_owned()),
    }
}

#[test]
fn printed_files_parse_to_their_modules() {
    let (mut table, mut same, mut unexplained) = (String::new(), 0, Vec::new());
    for file in mlir_corpus() {
        let mut module = read(file);
        without_orders(&mut module);
        let options = PrintOptions::default().locations(true);
        let text = match module.print(&options) {
            Ok(text) => text,
            Err(error) => panic!("{}: {error}", file.name),
        };
        match read_back(file, &text, &module) {
            Ok(None) => same += 1,
            Ok(Some(differences)) => {
                let _ = writeln!(table, "{:<58} {differences}", file.name);
            }
            Err(problem) => match reason(FILE_REASONS, &file.name, &text, &problem) {
                Some(reason) => {
                    let _ = writeln!(table, "{:<58} {reason}", file.name);
                }
                None => unexplained.push(format!("{}: {problem}", file.name)),
            },
        }
    }
    let _ = writeln!(table, "{same} others are the same");
    expect_file!["parse_files.txt"].assert_eq(&table);
    assert!(unexplained.is_empty(), "these differ:\n{}", unexplained.join("\n"));
}

/// Each text with one fault is refused at its line, and it is said what is wrong; what is wrong is one thing.
#[test]
fn faults_are_reported_at_their_place() {
    let mut report = String::new();
    for case in ill_formed_mlir() {
        let _ = writeln!(report, "## {}", case.name);
        match Module::parse(&case.text, &ParseOptions::default()) {
            Ok(_) => panic!("{} is read", case.name),
            Err(errors) => {
                let _ = writeln!(report, "{errors}\n");
            }
        }
    }
    expect_file!["ill_formed.txt"].assert_eq(&report);
}

/// Behind something wrong the rest is read, and what depends on it is not wrong too.
#[test]
fn several_faults_are_reported_at_once() {
    let text = r#"
%0 = "t.a"() {a = nonsense} : () -> i32
"t.b"(%0) : (i32) -> ()
"t.c"() ({
^bb0(%a: i32):
  "t.d"(%a) : (i64) -> ()
  %1:2 = "t.e"() : () -> i32
  "t.f"(%1#1) {
    b = [1, 2,, 3]
  } : (i32) -> ()
  "t.g"()[^bb7] : () -> ()
}) : () -> ()
"t.h"(%missing) : (i32) -> ()
"#;
    let Err(errors) = Module::parse(text, &ParseOptions::default()) else { panic!("it is read") };
    let lines: Vec<u32> = errors.iter().map(|error| error.line).collect();
    assert_eq!(lines, [2, 6, 7, 9, 11, 13], "{errors}");
}
