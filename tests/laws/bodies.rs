//! Every error in a function of Tile IR has a kind with fields, whether the function is read, checked or written.

use bytespec::tile_ir::{Body, Builder, Module, OpId, Place, Type, Version, WriteOptions};
use bytespec::values::Value;
use bytespec::{BodyFault, Error, ErrorKind};
use bytespec_tests::corpus::corpus;
use bytespec_tests::mutate::{Random, mutant};
use std::collections::BTreeMap;

/// The kinds of errors from reading bodies.
fn name(kind: &ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Flags { .. } => "flags",
        ErrorKind::Count { .. } => "count",
        ErrorKind::Width { .. } => "width",
        ErrorKind::WrongEntry { .. } => "type",
        ErrorKind::Body(BodyFault::NoTerminatorInBytes) => "unended",
        ErrorKind::Index { .. } => "index",
        ErrorKind::Unknown { .. } => "unknown",
        ErrorKind::Gate { .. } => "gate",
        ErrorKind::Invalid(_) => "words",
        _ => "other",
    }
}

#[test]
fn faults_in_the_bytes_of_a_body_have_kinds() {
    let files = corpus();
    let mut random = Random::new(9);
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for _ in 0..30_000 {
        let file = &files[random.below(files.len())];
        let other = &files[random.below(files.len())];
        let bytes = mutant(&mut random, &file.bytes, &other.bytes);
        if let Err(error) = Module::read(&bytes)
            && error.path().contains(".body")
        {
            let kind = name(error.kind());
            assert_ne!(kind, "words", "{error}");
            *seen.entry(kind).or_default() += 1;
        }
    }
    println!("{seen:?}");
    for kind in ["flags", "count", "type", "unended", "index", "unknown"] {
        assert!(seen.contains_key(kind), "{kind} is not found: {seen:?}");
    }
}

/// The error of writing a kernel with a parameter of each of two types.
fn refused(fill: impl FnOnce(&mut Builder<'_>, &[Value])) -> ErrorKind {
    let mut module = Module::new(Version::LATEST);
    let types = [Type::Int32, Type::Float32].map(|ty| module.scalar(ty));
    module.kernel("wrong", &types, fill).expect("handles are right");
    kind(module.write(&Default::default()).expect_err("the schema does not allow it"))
}

fn kind(error: Error) -> ErrorKind {
    error.kind().clone()
}

#[test]
fn violations_of_the_schema_have_distinct_errors() {
    let mixed = refused(|b, params| {
        b.addi(params[0], params[1]).build();
        b.return_([]).build();
    });
    let ErrorKind::Constraint { found, allowed: Some(_) } = mixed else { panic!("{mixed}") };
    assert_eq!(found, [("rhs", "tile<f32>".to_owned())]);
    let unended = refused(|b, params| {
        b.addi(params[0], params[0]).build();
    });
    assert_eq!(unended, ErrorKind::Body(BodyFault::NoTerminator));
    let nothing = refused(|_, _| {});
    assert_eq!(nothing, ErrorKind::Body(BodyFault::EmptyBlock { block: Body::ENTRY.number() }));
    let early = refused(|b, _| {
        b.return_([]).build();
        b.return_([]).build();
    });
    assert_eq!(early, ErrorKind::Body(BodyFault::EarlyTerminator));
    let hollow = refused(|b, params| {
        b.for_(params[0], params[0], params[0], []).build();
        b.return_([]).build();
    });
    assert_eq!(hollow, ErrorKind::Body(BodyFault::EmptyRegion { name: "region" }));
}

/// A kernel with a parameter, two operations and an end.
fn kernel() -> Module {
    let mut module = Module::new(Version::LATEST);
    let int = module.scalar(Type::Int32);
    let filled = module.kernel("k", &[int], |b, params| {
        let sum = b.addi(params[0], params[0]).build();
        b.addi(sum, sum).build();
        b.return_([]).build();
    });
    filled.expect("handles are right");
    module
}

#[test]
fn modules_that_cannot_be_written_have_distinct_errors() {
    let mut module = kernel();
    module.functions.push(module.functions[0].clone());
    let (what, name) = ("function", "k".to_owned());
    assert_eq!(
        kind(module.write(&Default::default()).unwrap_err()),
        ErrorKind::Duplicate { what, name }
    );

    let mut module = kernel();
    let body = &mut module.functions[0].body;
    body.insert_after(OpId::at(1), OpId::at(0)).unwrap();
    let sum = body.result(OpId::at(0), 0).unwrap();
    assert_eq!(
        kind(module.write(&Default::default()).unwrap_err()),
        ErrorKind::NotVisible { value: sum.index() }
    );

    let mut module = Module::new(Version::LATEST);
    let int = module.scalar(Type::Int32);
    let filled = module.kernel("k", &[int], |b, params| {
        let n = params[0];
        b.for_(n, n, n, []).body(&[int], |b, _| b.continue_([]).build()).build();
        b.return_([]).build();
    });
    filled.expect("handles are right");
    let body = &mut module.functions[0].body;
    let looped = body.ops(Body::ENTRY).next().unwrap();
    let region = body.regions(looped).next().unwrap().number();
    let again = body.op(looped).unwrap().clone();
    body.insert(Place::After(looped), again).unwrap();
    let twice = ErrorKind::Body(BodyFault::SharedRegion { region });
    assert_eq!(kind(module.write(&Default::default()).unwrap_err()), twice);
    let options = WriteOptions::default();
    assert_eq!(kind(module.write_unverified(&options).unwrap_err()), twice);

    let mut module = kernel();
    let int = module.scalar(Type::Int32);
    module.functions[0].body.add_argument(Body::ENTRY, int).unwrap();
    let parameters = ErrorKind::Body(BodyFault::Parameters);
    assert_eq!(kind(module.write(&Default::default()).unwrap_err()), parameters);

    let mut module = kernel();
    module.functions[0].signature = int;
    let error = kind(module.write(&Default::default()).unwrap_err());
    let ErrorKind::Kind { item, expected, .. } = error else { panic!("{error}") };
    assert_eq!((item.as_str(), &*expected), ("the signature", "a function type"));
}
