//! What is derived stands on absolute paths: no prelude, hostile names, a crate by another name.

mod minimal;

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
    mod dialect {}
    mod export {}

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

    /// Motors.
    #[derive(::bytespec::Dialect)]
    #[bytecode(
        name = "motor",
        versions("1.0", "1.1"),
        attributes(Motor<'x>),
        types(Version),
        operations(Spin)
    )]
    struct Dialect;

    #[derive(::bytespec::BytecodeAttribute, ::std::fmt::Debug)]
    #[bytecode(dialect = Dialect, dead(9, "gone"), display)]
    enum Motor<'x> {
        #[bytecode(code = 0)]
        None,
        #[bytecode(code = 1, since = "1.1")]
        Some {
            cursor: ::bytespec::mlir::AttributeId,
            #[bytecode(since = "1.1", default = ::core::option::Option::None)]
            value: ::core::option::Option<::bytespec::mlir::TypeId>,
            tag: ::std::vec::Vec<u8>,
            name: &'x [u8],
        },
        #[bytecode(form(code = 2, without = "read"), form(code = 3, with = "read"))]
        Ok { read: ::core::option::Option<u8>, version: bool },
        #[bytecode(text)]
        Err(&'x str),
    }

    impl ::std::fmt::Display for Motor<'_> {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            ::std::write!(f, "motor")
        }
    }

    #[derive(::bytespec::BytecodeType, ::std::fmt::Debug)]
    #[bytecode(dialect = Dialect, code = 0)]
    struct Version {
        types: u8,
        #[bytecode(until = "1.0", default = 7)]
        defaults: u8,
    }

    #[derive(::bytespec::OpProperties)]
    #[bytecode(dialect = Dialect, operation = "spin")]
    struct Spin {
        get: u64,
        r#type: bool,
    }

    #[derive(::bytespec::BytecodeAttribute, ::std::fmt::Debug)]
    enum Plain<'y, T> {
        #[bytecode(code = 1)]
        Text(&'y str),
        #[bytecode(code = 2)]
        Boxed { inner: ::std::boxed::Box<Plain<'y, T>>, value: T },
    }

    #[::core::prelude::v1::test]
    fn new_items_work_too() {
        let plain = Plain::Boxed { inner: ::std::boxed::Box::new(Plain::Text("a")), value: 7u8 };
        let mut writer = ::bytespec::wire::Writer::new();
        ::bytespec::wire::ToWire::to_wire(&plain, &mut writer, &mut ()).unwrap();
        ::std::assert_eq!(writer.as_slice(), [2, 1, 1, 97, 7]);
        let mut module = ::bytespec::mlir::Module::new("MLIR22.1.8");
        module.set_registry(::bytespec::dialect::Registry::new().with::<Dialect>());
        for motor in [
            Motor::None,
            Motor::Some {
                cursor: ::bytespec::mlir::AttributeId(0),
                value: ::core::option::Option::None,
                tag: ::std::vec![1, 2],
                name: &[3],
            },
            Motor::Ok { read: ::core::option::Option::Some(1), version: true },
            Motor::Err("text"),
        ] {
            let id = module.add_entry(&motor).unwrap();
            let found = module.entry::<Motor<'_>>(id).unwrap().unwrap().value().unwrap();
            ::std::assert_eq!(::std::format!("{motor:?}"), ::std::format!("{found:?}"));
        }
        let id = module.add_entry(&Version { types: 1, defaults: 7 }).unwrap();
        let mut text = ::std::string::String::new();
        ::std::assert_eq!(module.spell(id, &mut text), ::core::result::Result::Ok(true));
        let spin = Spin { get: 1, r#type: true };
        let blob = module.add_op_properties(&spin).unwrap();
        ::std::assert!(blob.is_some());
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
        pub(crate) use bytespec::wire::{Convention, Cursor, Enumeration, Sizes, Writer};
        pub(crate) trait FromWire<'a, C>: Sized {
            fn from_wire(cursor: &mut Cursor<'a>, cx: &C) -> bytespec::Result<Self>;
        }
        pub(crate) trait ToWire<C> {
            const IS_OPEN: bool = false;
            const SIZES: Sizes = Sizes::ANY;
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

/// The whole crate by another name.
mod shop {
    pub(crate) use bytespec as tools;
}

#[derive(shop::tools::Dialect)]
#[bytecode(name = "shop", attributes(Item), crate = "crate::shop::tools")]
struct Shop;

#[derive(shop::tools::BytecodeAttribute, Debug, PartialEq)]
#[bytecode(dialect = Shop, code = 3, crate = "crate::shop::tools")]
struct Item {
    price: u32,
}

#[test]
fn a_dialect_in_a_crate_by_another_name() {
    let mut module = shop::tools::mlir::Module::new("MLIR22.1.8");
    let id = module.add_entry(&Item { price: 7 }).unwrap();
    let found = module.entry::<Item>(id).unwrap().and_then(shop::tools::dialect::Form::value);
    assert_eq!(found, Some(Item { price: 7 }));
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
