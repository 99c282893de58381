//! What is derived stands on absolute paths: no prelude, hostile names, a crate by another name.

/// No name is known here, and those that generated code might use mean something else.
mod no_prelude {
    #![no_implicit_prelude]
    #![deny(unused, missing_docs, unreachable_pub, clippy::pedantic)]
    #![allow(non_snake_case, non_camel_case_types)]

    mod core {}
    mod bytespec {}
    mod std {}

    #[allow(unused_imports)]
    use self::hostile::{Cursor, Decode, Encode, Error, List, Option, Result, Writer};
    #[allow(dead_code)]
    mod hostile {
        pub(crate) struct Cursor;
        pub(crate) struct Error;
        pub(crate) struct List;
        pub(crate) struct Option;
        pub(crate) struct Result;
        pub(crate) struct Writer;
        pub(crate) trait Decode {}
        pub(crate) trait Encode {}
    }
    mod values {}
    mod wire {}

    use self::Bad::{Err, None, Ok, Some};

    #[derive(
        ::bytespec::BytecodeEnum, ::std::clone::Clone, ::std::marker::Copy, ::std::fmt::Debug,
    )]
    #[bytecode(wire = "varint<u16>")]
    pub(crate) enum Bad {
        None = 0,
        Some = 1,
        Ok = 2,
        Err = 3,
    }

    #[derive(
        ::bytespec::BytecodeEnum, ::std::clone::Clone, ::std::marker::Copy, ::std::fmt::Debug,
    )]
    #[bytecode(wire = "u64")]
    enum Context {
        Self_ = 0,
        lower = 1,
        SHOUT_ED = 2,
    }

    #[derive(
        ::bytespec::BytecodeRecord, ::std::clone::Clone, ::std::marker::Copy, ::std::fmt::Debug,
    )]
    #[bytecode(flags = "varint<u32>")]
    struct Names {
        cursor: u8,
        writer: Context,
        cx: i64,
        start: u8,
        flags: u8,
        version: bool,
        camelCase: u8,
        #[bytecode(wire = "varint<i32>")]
        r#fn: i32,
        #[bytecode(bit = 0)]
        f_cx: ::std::option::Option<Bad>,
        #[bytecode(present)]
        f_start: ::core::option::Option<::core::primitive::u8>,
        #[bytecode(when = "version")]
        known: ::core::option::Option<u8>,
    }

    #[::core::prelude::v1::test]
    fn they_work() {
        let names = Names {
            cursor: 1,
            writer: Context::lower,
            cx: 2,
            start: 3,
            flags: 4,
            version: true,
            camelCase: 5,
            r#fn: -1,
            f_cx: ::core::option::Option::Some(Some),
            f_start: ::core::option::Option::None,
            known: ::core::option::Option::Some(6),
        };
        let mut writer = ::bytespec::wire::Writer::new();
        ::bytespec::wire::ToWire::to_wire(&names, &mut writer, &mut ()).unwrap();
        let mut cursor = ::bytespec::wire::Cursor::new(writer.as_slice());
        let read = <Names as ::bytespec::wire::FromWire<'_, ()>>::from_wire(&mut cursor, &());
        let read = read.unwrap();
        ::std::assert_eq!(::std::format!("{names:?}"), ::std::format!("{read:?}"));
        let _ = (None, Ok, Err, Bad::None);
    }
}

/// What stands in for `bytespec`: its own traits show that nothing else was used.
mod facade {
    pub(crate) use bytespec::{error, export, values};
    pub(crate) mod wire {
        pub(crate) use bytespec::wire::{Convention, Cursor, Writer};
        pub(crate) trait FromWire<'a, C>: Sized {
            fn from_wire(cursor: &mut Cursor<'a>, cx: &C) -> bytespec::Result<Self>;
        }
        pub(crate) trait ToWire<C> {
            fn to_wire(&self, writer: &mut Writer, cx: &mut C) -> bytespec::Result<()>;
        }
    }
}

#[derive(bytespec::BytecodeEnum, Clone, Copy)]
#[bytecode(wire = "u8", crate = "facade")]
enum Renamed {
    One = 1,
}

#[derive(bytespec::BytecodeRecord, Clone, Copy)]
#[bytecode(crate = "crate::facade")]
struct RenamedToo {
    a: u8,
    b: Renamed,
}

#[test]
fn a_crate_by_another_name() {
    use facade::wire::{FromWire, ToWire, Writer};

    let mut writer = Writer::new();
    RenamedToo { a: 7, b: Renamed::One }.to_wire(&mut writer, &mut ()).unwrap();
    assert_eq!(writer.as_slice(), [7, 1]);
    let mut cursor = facade::wire::Cursor::new(writer.as_slice());
    assert_eq!(RenamedToo::from_wire(&mut cursor, &()).unwrap().a, 7);
}
