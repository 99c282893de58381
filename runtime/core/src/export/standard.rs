//! Types of the standard library in the schema language.

use super::{Describe, Literal, Schema};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::rc::Rc;
use std::sync::Arc;

macro_rules! plain {
    ($($ty:ty: $name:literal;)*) => {$(
        impl Describe for $ty {
            fn describe(_: &mut Schema) -> String {
                $name.to_owned()
            }
        }
    )*};
}

plain! {
    u8: "u8";
    u16: "u16";
    u32: "u32";
    u64: "u64";
    i8: "i8";
    i16: "i16";
    i32: "i32";
    i64: "i64";
    bool: "bool";
    &[u8]: "blob";
    &str: "utf8";
    f32: "f32";
    f64: "f64";
    Cow<'_, [u8]>: "blob";
    String: "utf8";
    Box<str>: "utf8";
    Rc<str>: "utf8";
    Arc<str>: "utf8";
    Cow<'_, str>: "utf8";
}

macro_rules! literals {
    ($($ty:ty)*) => {$(
        impl Literal for $ty {
            fn literal(&self) -> String {
                self.to_string()
            }
        }
    )*};
}

literals!(u8 u16 u32 u64 i8 i16 i32 i64 bool);

macro_rules! nonzero {
    ($($ty:ident)*) => {$(
        impl Describe for NonZero<$ty> {
            fn describe(schema: &mut Schema) -> String {
                schema.nonzero(stringify!($ty).to_owned())
            }
        }
    )*};
}

nonzero!(u8 u16 u32 u64 i8 i16 i32 i64);

impl<T: Describe> Describe for Vec<T> {
    fn describe(schema: &mut Schema) -> String {
        let element = T::describe(schema);
        schema.list(element)
    }
}

impl<T: Describe, const N: usize> Describe for [T; N] {
    fn describe(schema: &mut Schema) -> String {
        let element = T::describe(schema);
        schema.array(N, element)
    }
}

impl<K: Describe, V: Describe> Describe for BTreeMap<K, V> {
    fn describe(schema: &mut Schema) -> String {
        let (key, value) = (K::describe(schema), V::describe(schema));
        schema.map(key, value)
    }
}

macro_rules! tuples {
    ($(($($part:ident)*);)*) => {$(
        impl<$($part: Describe),*> Describe for ($($part,)*) {
            fn describe(schema: &mut Schema) -> String {
                let parts = [$($part::describe(schema)),*];
                schema.tuple(&parts)
            }
        }
    )*};
}

tuples! {
    (T0);
    (T0 T1);
    (T0 T1 T2);
    (T0 T1 T2 T3);
    (T0 T1 T2 T3 T4);
    (T0 T1 T2 T3 T4 T5);
    (T0 T1 T2 T3 T4 T5 T6);
    (T0 T1 T2 T3 T4 T5 T6 T7);
}

macro_rules! pointers {
    ($($ty:ident)*) => {$(
        impl<T: Describe> Describe for $ty<T> {
            fn describe(schema: &mut Schema) -> String {
                T::describe(schema)
            }
        }
    )*};
}

pointers!(Box Rc Arc);
