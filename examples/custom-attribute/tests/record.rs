//! A record goes into a file of `mlir-opt`, through programs that do not know it, and comes out again.

use bytespec::mlir::{Attribute, Module, NewOperation, WriteOptions};
use custom_attribute::{BuildRecord, Input, NAME, find, store};
use std::path::Path;
use std::process::{Command, Output};

const FILE: &[u8] = include_bytes!("data/cfg_graph.mlirbc");

fn record() -> BuildRecord<'static> {
    let inputs = vec![Input::new("a.mlir", b"a"), Input::new("b/c.mlir", b"")];
    BuildRecord { tool: "builder 3", time: 1_700_000_000, inputs }
}

fn names(module: &Module<'_>) -> Vec<String> {
    module.walk().map(|op| module.name(op).full().into_owned()).collect()
}

#[track_caller]
fn check(bytes: &[u8]) {
    let module = Module::read(bytes).unwrap();
    assert_eq!(find(&module), Ok(Some(record())));
}

#[test]
fn a_record_comes_back_and_the_rest_stays() {
    let before = Module::read(FILE).unwrap();
    assert_eq!(find(&before), Ok(None));
    let stored = store(FILE, &record()).unwrap();
    check(&stored);
    let mut after = Module::read(&stored).unwrap();
    assert_eq!(names(&after), names(&before));
    for (old, new) in before.walk().zip(after.walk().collect::<Vec<_>>()).skip(1) {
        assert_eq!(before.attributes(old), after.attributes(new));
        assert_eq!(before.properties_id(old), after.properties_id(new));
        assert_eq!(before.location(old), after.location(new));
    }
    let op = after.walk().next().unwrap();
    after.set_attribute(op, NAME, None).unwrap();
    assert_eq!(after.attributes(op), before.attributes(before.walk().next().unwrap()));
}

#[test]
fn a_newer_record_takes_the_place_of_an_older_one() {
    let older = BuildRecord { tool: "builder 2", time: 0, inputs: Vec::new() };
    let stored = store(&store(FILE, &older).unwrap(), &record()).unwrap();
    check(&stored);
}

/// A program without the dialect: it has no registry and sees bytes.
#[test]
fn a_reader_that_does_not_know_it_carries_it() {
    let stored = store(FILE, &record()).unwrap();
    let mut module = Module::read(&stored).unwrap();
    let root = module.walk().next().unwrap();
    let id = module.get_attribute(root, NAME).unwrap().unwrap();
    let entry = module.attribute(id).unwrap();
    assert!(matches!(entry, Attribute::Opaque { dialect: b"build", .. }), "{entry:?}");
    assert_eq!(module.write(&WriteOptions::default()).unwrap(), stored);

    let function = module.walk().find(|op| module.name(*op).full() == "func.func").unwrap();
    module.set_symbol_name(function, "renamed").unwrap();
    let location = module.unknown_location().unwrap();
    let note = module.string_attribute("checked").unwrap();
    module.set_attribute(root, "audit.note", Some(note)).unwrap();
    let mark = module.make("audit.seen", location, NewOperation::default()).unwrap();
    module.insert_before(function, mark).unwrap();
    let edited = module.write(&WriteOptions::default()).unwrap();
    assert_ne!(edited, stored);
    check(&edited);
    assert!(names(&Module::read(&edited).unwrap()).contains(&"audit.seen".to_owned()));
}

#[test]
fn hashes_are_those_that_are_published() {
    // http://www.isthe.com/chongo/tech/comp/fnv/
    let hashes = [(&b""[..], 0xcbf2_9ce4_8422_2325), (b"a", 0xaf63_dc4c_8601_ec8c)];
    for (content, hash) in hashes {
        assert_eq!(Input::new("", content).hash, hash);
    }
}

#[test]
fn damaged_records_are_errors() {
    let mut module = Module::read(FILE).unwrap();
    let root = module.walk().next().unwrap();
    let id = module.add_attribute_bytes(b"build", &[1, 3, b'x']).unwrap();
    module.set_attribute(root, NAME, Some(id)).unwrap();
    let error = find(&module).unwrap_err().to_string();
    assert!(error.contains(&format!("attributes[{}] BuildRecord.time", id.0)), "{error}");
}

fn run(arguments: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_custom-attribute")).args(arguments).output().unwrap()
}

#[test]
fn the_program() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cfg_graph.mlirbc");
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("recorded.mlirbc");
    let stored = run(&[&file, &out, &file]);
    assert!(stored.status.success(), "{stored:?}");
    let printed = String::from_utf8(stored.stdout).unwrap();
    let hash = Input::new("", FILE).hash;
    assert!(printed.ends_with(&format!("input: {hash:016x} {}\n", file.display())), "{printed}");
    assert_eq!(String::from_utf8(run(&[&out]).stdout).unwrap(), printed);

    let none = run(&[&file]);
    assert!(!none.status.success());
    assert!(String::from_utf8_lossy(&none.stderr).contains("there is no record of a build"));
}
