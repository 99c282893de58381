//! What the owner of the format with a host writes by hand.

use crate::hosted::matrix::{Feature, Features, Op, StringId, ThingId, TypeId, Version};
use bytespec::error::{Error, Result};
use bytespec::values::{RegionId, Value};
use std::marker::PhantomData;

/// What readers are given.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    version: Version,
    features: Features,
    tables: PhantomData<&'a ()>,
}

/// What writers are given.
#[derive(Debug)]
pub struct Encoder<'a> {
    version: Version,
    features: Features,
    tables: PhantomData<&'a ()>,
}

macro_rules! same {
    ($($name:ident)*) => {$(
        impl $name<'_> {
            pub fn new(version: Version, features: Features) -> Self {
                $name { version, features, tables: PhantomData }
            }

            pub fn version(&self) -> Version {
                self.version
            }

            pub fn has_feature(&self, feature: Feature) -> bool {
                self.features.contains(feature)
            }
        }
    )*};
}

same!(Context Encoder);

/// Of three strings the last is empty.
fn is_empty(id: StringId) -> bool {
    id.0 == 2
}

impl Context<'_> {
    pub fn check_nonempty(&self, id: StringId, offset: usize) -> Result<()> {
        if is_empty(id) { Err(Error::invalid("empty").or_at(offset)) } else { Ok(()) }
    }
}

impl Encoder<'_> {
    pub fn check_nonempty(&self, id: StringId) -> Result<()> {
        if is_empty(id) { Err(Error::invalid("empty")) } else { Ok(()) }
    }

    pub fn string_index(&mut self, id: StringId) -> Result<u32> {
        Ok(id.0)
    }

    pub fn thing_index(&mut self, id: ThingId) -> Result<u32> {
        Ok(id.0)
    }

    pub fn type_index(&mut self, id: TypeId) -> Result<u32> {
        Ok(id.0)
    }

    pub fn value_index(&mut self, value: Value) -> Result<u32> {
        Ok(value.index())
    }

    pub fn is_used(&mut self, _: Value) -> bool {
        true
    }
}

/// Takes operations in the making.
#[derive(Debug)]
pub struct Builder<'b> {
    ops: &'b mut Vec<Op>,
}

#[allow(dead_code, reason = "what builders of any operation call")]
impl<'b> Builder<'b> {
    pub(crate) fn add(&mut self, op: impl Into<Op>) -> usize {
        self.ops.push(op.into());
        self.ops.len() - 1
    }

    pub(crate) fn result(&self, op: usize, index: usize) -> Value {
        Value::new((op + index) as u32)
    }

    pub(crate) fn results(&self, op: usize) -> Vec<Value> {
        vec![self.result(op, 0)]
    }

    pub(crate) fn type_of(&self, _: Value) -> TypeId {
        TypeId(0)
    }

    pub(crate) fn add_region(&mut self) -> RegionId {
        RegionId::at(0)
    }
}

/// Codecs that the schema names and does not describe.
pub mod codec {
    use super::{Context, Encoder};
    use bytespec::BytecodeRecord;
    use bytespec::error::{Error, Result};
    use bytespec::wire::{Cursor, Writer};
    use std::fmt;

    /// A sum, in cents.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Money(pub(crate) i128);

    /// Text, owned.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Motto(pub(crate) Vec<u8>);

    /// What is borrowed from the input.
    pub mod view {
        /// Text.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Motto<'a>(pub(crate) &'a [u8]);

        /// Text that reads and writes itself.
        #[derive(bytespec::BytecodeRecord, Clone, Copy, Debug, PartialEq)]
        pub struct Mark<'a> {
            pub(crate) text: &'a str,
        }

        impl Mark<'_> {
            pub fn to_owned(self) -> super::Mark {
                super::Mark { text: self.text.to_owned() }
            }
        }

        impl Motto<'_> {
            pub fn to_owned(self) -> super::Motto {
                super::Motto(self.0.to_owned())
            }
        }
    }

    impl From<Money> for u64 {
        fn from(money: Money) -> u64 {
            money.0 as u64
        }
    }

    impl fmt::Display for Money {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{}.{:02}", self.0 / 100, self.0.abs() % 100)
        }
    }

    impl fmt::Display for view::Motto<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{:?}", self.0)
        }
    }

    /// Coins: a type that reads and writes itself.
    #[derive(BytecodeRecord, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Coins {
        pub(crate) count: u8,
        #[bytecode(wire = "varint<u32>")]
        pub(crate) worth: u32,
    }

    /// Text that reads and writes itself, owned.
    #[derive(BytecodeRecord, Clone, Debug, PartialEq)]
    pub struct Mark {
        pub(crate) text: String,
    }

    impl fmt::Display for Coins {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{} x {}", self.count, self.worth)
        }
    }

    impl fmt::Display for view::Mark<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.text)
        }
    }

    type In<'c, 'a> = &'c Context<'a>;
    type Out<'c, 'a> = &'c mut Encoder<'a>;

    pub fn read_amount(cursor: &mut Cursor<'_>, _: In<'_, '_>) -> Result<u64> {
        cursor.u64()
    }

    pub fn write_amount(writer: &mut Writer, _: Out<'_, '_>, value: u64) -> Result<()> {
        writer.u64(value);
        Ok(())
    }

    pub fn read_debt(cursor: &mut Cursor<'_>, _: In<'_, '_>) -> Result<i64> {
        cursor.i64()
    }

    pub fn write_debt(writer: &mut Writer, _: Out<'_, '_>, value: i64) -> Result<()> {
        writer.i64(value);
        Ok(())
    }

    pub fn read_money(cursor: &mut Cursor<'_>, _: In<'_, '_>) -> Result<Money> {
        cursor.i64().map(|cents| Money(cents.into()))
    }

    pub fn write_money(writer: &mut Writer, _: Out<'_, '_>, value: Money) -> Result<()> {
        let cents = i64::try_from(value.0).map_err(|_| Error::invalid("too much money"))?;
        writer.i64(cents);
        Ok(())
    }

    pub fn read_wide(cursor: &mut Cursor<'_>, _: In<'_, '_>, by: u8) -> Result<u32> {
        let start = cursor.position();
        let value = cursor.u64()?.checked_sub(by.into());
        let value = value.and_then(|value| u32::try_from(value).ok());
        value.ok_or_else(|| Error::invalid("too small").or_at(start))
    }

    pub fn write_wide(writer: &mut Writer, _: Out<'_, '_>, value: u32, by: u8) -> Result<()> {
        writer.u64(u64::from(value) + u64::from(by));
        Ok(())
    }

    pub fn read_motto<'a>(cursor: &mut Cursor<'a>, cx: In<'_, 'a>) -> Result<view::Motto<'a>> {
        read_padded(cursor, cx, 0)
    }

    pub fn write_motto(writer: &mut Writer, cx: Out<'_, '_>, value: &Motto) -> Result<()> {
        write_padded(writer, cx, value, 0)
    }

    pub fn read_padded<'a>(
        cursor: &mut Cursor<'a>,
        _: In<'_, 'a>,
        by: u8,
    ) -> Result<view::Motto<'a>> {
        let start = cursor.position();
        let len = cursor.u16()?.checked_sub(by.into());
        let len = len.ok_or_else(|| Error::invalid("too short").or_at(start))?;
        cursor.bytes(len.into()).map(view::Motto)
    }

    pub fn write_padded(writer: &mut Writer, _: Out<'_, '_>, value: &Motto, by: u8) -> Result<()> {
        writer.u16(value.0.len() as u16 + u16::from(by));
        writer.bytes(&value.0);
        Ok(())
    }
}
