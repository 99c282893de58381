//! Everything that readers must accept is read to its end.

use bytespec::tile_ir::{Event, File, Module, OpKind, Structure, view::VisitOp};
use bytespec_tests::corpus::{Kind, corpus, valid};
use bytespec_tests::hostile;
use std::collections::BTreeSet;

/// Collects the kinds of operations in the order of the visits.
struct Kinds(Vec<OpKind>);

impl VisitOp<'_> for Kinds {
    type Output = ();

    fn visit_unhandled(&mut self, kind: OpKind) {
        self.0.push(kind);
    }
}

impl Structure<'_> for Kinds {}

#[test]
fn the_corpus_is_whole() {
    let count = |kind| corpus().iter().filter(|file| file.kind == kind).count();
    assert_eq!(count(Kind::Python), 954);
    assert_eq!(count(Kind::Assembled), 35);
    assert_eq!(count(Kind::ReferenceWriter), 298);
    assert_eq!(count(Kind::ShippedValid), 2);
    assert_eq!(count(Kind::ShippedInvalid), 7);
    assert!(corpus().iter().all(|file| !file.bytes.is_empty()));
    for file in valid().filter(|file| file.name.starts_with("cutile_python")) {
        assert!(file.text.is_some(), "{} has no text", file.name);
    }
}

#[test]
fn visits_events_and_the_owned_module_agree() {
    let mut ops = 0;
    let mut functions = 0;
    for corpus_file in valid() {
        let name = &corpus_file.name;
        let file = match File::open(&corpus_file.bytes) {
            Ok(file) => file,
            Err(error) => panic!("{name}: {error}"),
        };
        let module = match Module::read(&corpus_file.bytes) {
            Ok(module) => module,
            Err(error) => panic!("{name}: {error}"),
        };
        let readers = match file.functions() {
            Ok(readers) => readers,
            Err(error) => panic!("{name}: {error}"),
        };
        assert_eq!(readers.len(), module.functions.len(), "{name}");
        for (reader, owned) in readers.zip(&module.functions) {
            let body = match reader.body() {
                Ok(body) => body,
                Err(error) => panic!("{name}: {error}"),
            };
            let mut visited = Kinds(Vec::new());
            if let Err(error) = body.walk(&mut visited) {
                panic!("{name}: {error}");
            }
            let events: Result<Vec<OpKind>, _> = body
                .events()
                .filter_map(|event| match event {
                    Ok(Event::Op(op)) => Some(Ok(op.kind())),
                    Ok(_) => None,
                    Err(error) => Some(Err(error)),
                })
                .collect();
            assert_eq!(events.as_ref(), Ok(&visited.0), "{name}");
            let mut kinds = Vec::new();
            owned.body.each_op(|_, op| kinds.push(op.kind()));
            assert_eq!(kinds, visited.0, "{name}");
            functions += 1;
            ops += kinds.len();
        }
    }
    println!("{} files, {functions} functions, {ops} operations", valid().count());
}

#[test]
fn everything_in_a_valid_file_is_readable() {
    for file in valid() {
        let findings = hostile::check(&file.bytes);
        assert!(findings.opened && findings.read, "{}: {findings:?}", file.name);
        assert!(findings.listed > 0, "{}", file.name);
    }
}

#[test]
fn every_operation_is_in_the_corpus() {
    let mut seen = BTreeSet::new();
    let mut newest = None;
    for file in valid() {
        let Ok(module) = Module::read(&file.bytes) else { panic!("{} is not read", file.name) };
        newest = newest.max(Some(module.version));
        for function in &module.functions {
            function.body.each_op(|_, op| {
                seen.insert(op.kind().info().name);
            });
        }
    }
    let missing: Vec<&str> = OpKind::ALL
        .iter()
        .filter(|&&kind| {
            // No real file has what is newer than all of them.
            Some(kind.since()) <= newest
        })
        .map(|kind| kind.info().name)
        .filter(|name| !seen.contains(name))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}
