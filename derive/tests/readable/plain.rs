//! Plain values, of no dialect: written and read with either varint.

use std::fmt::Debug;

use bytespec::wire::{Convention, Cursor, FromWire, MAX_DEPTH, Prefixed, ToWire, Writer};
use bytespec::{BytecodeAttribute, BytecodeRecord};

#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
struct Nothing {}

#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
struct Holder<T> {
    values: Vec<T>,
}

#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
struct Numbers {
    #[bytecode(wire = "varint")]
    numbers: Vec<u64>,
    #[allow(clippy::box_collection, reason = "what a user may write")]
    boxed: Box<Vec<u8>>,
}

#[derive(BytecodeAttribute, Clone, Debug, PartialEq)]
enum Nest {
    #[bytecode(code = 0)]
    End(Numbers),
    #[bytecode(code = 1)]
    Boxed(Box<Nest>),
    #[bytecode(code = 2)]
    Listed(Vec<Nest>),
    #[bytecode(code = 3)]
    Present {
        #[bytecode(present)]
        inner: Option<Box<Nest>>,
    },
}

/// Whether a value is written, and is then read again.
fn is_written<T, C>(value: &T, mut cx: C) -> bool
where
    C: Convention,
    T: ToWire<C> + for<'a> FromWire<'a, C> + PartialEq + Debug,
{
    let mut writer = Writer::new();
    if let Err(error) = value.to_wire(&mut writer, &mut cx) {
        // A writer goes on after an error.
        writer.clear();
        assert_eq!(0u8.to_wire(&mut writer, &mut cx), Ok(()), "{error}");
        return false;
    }
    let mut cursor = Cursor::new(writer.as_slice());
    let read = T::from_wire(&mut cursor, &cx);
    assert!(read.as_ref() == Ok(value) && cursor.is_empty(), "{:?}", read.err());
    true
}

#[test]
fn lists_of_nothing() {
    for count in 0..3 {
        let list = vec![Nothing {}; count];
        assert_eq!(is_written(&list, ()), count == 0);
        assert_eq!(is_written(&Holder { values: list.clone() }, Prefixed), count == 0);
        assert!(is_written(&vec![Holder { values: Vec::<Nothing>::new() }; count], ()));
    }
}

#[test]
fn one_limit_of_depth() {
    type Wrap = fn(Nest) -> Nest;
    let wraps: [Wrap; 3] = [
        |inner| Nest::Boxed(Box::new(inner)),
        |inner| Nest::Listed(vec![inner]),
        |inner| Nest::Present { inner: Some(Box::new(inner)) },
    ];
    for wrap in wraps {
        let mut value = Nest::End(Numbers { numbers: vec![1], boxed: Box::new(vec![2]) });
        let mut written = Vec::new();
        for _ in 0..MAX_DEPTH {
            written.push(is_written(&value, ()));
            assert_eq!(is_written(&value, Prefixed), *written.last().unwrap());
            value = wrap(value);
        }
        let deepest = written.iter().filter(|written| **written).count();
        assert!(written.is_sorted_by(|a, b| a >= b), "deeper is never easier");
        assert!(deepest > MAX_DEPTH as usize / 3 && deepest < MAX_DEPTH as usize, "{deepest}");
    }
}
