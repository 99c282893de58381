//! The format without a host.

use self::matrix::samples::{ITEMS, edited, round_trip};
use self::matrix::{Context, Feature, Features, Refuses, Version, ops, view};
use crate::SEEDS;
use bytespec::ErrorKind;
use bytespec::edit::{Change, Part};
use bytespec::plan::data::Plan;
use bytespec::plan::proof::{Generated, KnownVersions, Proof};
use bytespec::plan::same::FunctionSamples;
use bytespec::plan::{Builtin, Functions};
use bytespec::reflect::Seen;
use bytespec::sample::Source;
use bytespec::values::{Typed, Value};
use bytespec::wire::{Cursor, Writer};
use bytespec_codegen::{build, plan};
use std::path::Path;

#[deny(warnings, missing_docs, unreachable_pub, unused, clippy::all)]
mod matrix {
    //! Generated.
    include!(concat!(env!("OUT_DIR"), "/matrix_plain.rs"));
}

const SCHEMA: &str = concat!(env!("OUT_DIR"), "/matrix_plain");
const FUNCTIONS: Builtin = Builtin;

fn context(version: Version, features: Features) -> Context {
    Context { version, features }
}

fn encoder(version: Version, features: Features) -> Context {
    context(version, features)
}

include!("round_trip.rs");

fn refuses() -> Refuses {
    Refuses {
        number: 1,
        numbers: vec![2, 3].into(),
        maybe: Some(1),
        many: Some(Box::new(vec![1, -9].into())),
        later: 3,
        low: 1,
        high: 1,
    }
}

/// Each field with a value that it refuses, and where that stands in the bytes.
#[test]
fn invalid_values_are_neither_read_nor_written() {
    let cx = Context::new(Version::LATEST);
    let allowed = {
        let mut writer = Writer::new();
        assert_eq!(refuses().write(&mut writer, &mut cx.clone()), Ok(()));
        writer.into_bytes()
    };
    // Flags, number, numbers, maybe, many, later, packed.
    assert_eq!(allowed, [3, 1, 2, 2, 0, 3, 0, 1, 2, 2, 17, 3, 9]);
    let many = Some(Box::new(vec![1, 9].into()));
    for (wrong, place, byte, bent) in [
        (Refuses { number: 0, ..refuses() }, "number", 1, 0),
        (Refuses { numbers: vec![2, 1].into(), ..refuses() }, "numbers[1]", 5, 1),
        (Refuses { maybe: Some(9), ..refuses() }, "maybe", 7, 9),
        (Refuses { many, ..refuses() }, "many[1]", 10, 18),
        (Refuses { later: 4, ..refuses() }, "later", 11, 4),
        (Refuses { low: 5, ..refuses() }, "low", 12, 13),
        (Refuses { high: 0, ..refuses() }, "high", 12, 1),
    ] {
        let Err(error) = wrong.write(&mut Writer::new(), &mut cx.clone()) else {
            panic!("{place} was written")
        };
        assert!(error.to_string().starts_with(&format!("{place}: the value")), "{error}");
        let mut bytes = allowed.clone();
        bytes[byte] = bent;
        let Err(error) = view::Refuses::read(&mut Cursor::new(&bytes), &cx) else {
            panic!("{place} was read")
        };
        let expected = format!("at byte {byte} ({byte:#x}), {place}: the value");
        assert!(error.to_string().starts_with(&expected), "{error}");
    }
}

/// A context that knows no other operations lets no result go.
#[test]
fn a_result_that_a_version_lacks_is_not_lost() {
    let ty = matrix::TypeId(1);
    let result = |index| Typed { value: Value::new(index), ty };
    let mut op = ops::Ports {
        value: result(1),
        added: Some(result(2)),
        first: Value::new(0),
        group: Vec::new().into(),
        maybe: None,
    };
    let write = |op: &ops::Ports, version| op.write(&mut Writer::new(), &mut Context::new(version));
    assert_eq!(write(&op, Version::V2), Ok(()));
    assert!(write(&op, Version::V1).is_err());
    op.added = None;
    assert_eq!(write(&op, Version::V1), Ok(()));
    assert!(write(&op, Version::V2).is_err());
}

/// What holds itself is read as deep as anything else.
#[test]
fn a_record_in_itself_has_a_limit() {
    let cx = Context::new(Version::LATEST);
    let bytes = vec![1; 1 << 20];
    let Err(error) = view::Node::read(&mut Cursor::new(&bytes), &cx) else { panic!("it was read") };
    assert!(matches!(error.kind(), ErrorKind::Limit { .. }), "{error}");
}
