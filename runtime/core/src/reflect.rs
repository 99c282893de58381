//! Visits values by the names of their fields in the schema.

use crate::operation_text::{Form, Piece};
use crate::small::ThinVec;
use crate::text::template::Template;
use crate::values::{Typed, TypedValues, Value, Values};
use crate::wire::{Decode, Enclosed, F16, F32, F64, Lazy, List, Offset, OffsetTable, UNREADABLE};
use std::any::Any;
use std::fmt::{self, Write};

/// Calls its argument with each element of a list.
pub type EachElement<'v> = dyn Fn(&mut dyn FnMut(FieldValue<'_>)) + 'v;

/// A field's value, whatever its type.
#[non_exhaustive]
pub enum FieldValue<'v> {
    /// An optional field that is absent.
    Absent,
    /// True or false.
    Bool(bool),
    /// An unsigned number.
    Unsigned(u64),
    /// A signed number.
    Signed(i64),
    /// The number of a value with a spelling of its own.
    Spelled(u64, &'v dyn fmt::Display),
    /// A member of an enum.
    Enum {
        /// The member's spelling.
        name: &'static str,
        /// The number on the wire.
        number: i128,
    },
    /// An index into a table.
    Ref {
        /// The table's name in the schema.
        table: &'static str,
        /// The index.
        index: u32,
    },
    /// An operand.
    Value(Value),
    /// A result: the value and the index of its type.
    Result {
        /// The value.
        value: Value,
        /// The name of the table of types.
        table: &'static str,
        /// Index into the type table.
        ty: u32,
    },
    /// Something with a spelling of its own.
    Text(&'v dyn fmt::Display),
    /// Bytes.
    Bytes(&'v [u8]),
    /// A list: the number of elements, and a function that calls its argument with each.
    List(usize, &'v EachElement<'v>),
    /// A nested record or union.
    Item(&'v dyn Reflect),
}

/// A value whose fields can be visited by name.
pub trait Reflect {
    /// The item's spelling in listings.
    fn item_name(&self) -> &'static str;

    /// Calls `visit` with each field's name and value, in wire order.
    fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>));

    /// The text of the value, if its type has one; other values are spelled by their fields.
    fn template(&self) -> Option<&'static Template> {
        None
    }

    /// The value itself, if it does not borrow.
    fn any(&self) -> Option<&dyn Any> {
        None
    }
}

impl<T: Reflect> Reflect for Box<T> {
    fn item_name(&self) -> &'static str {
        (**self).item_name()
    }

    fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
        (**self).fields(visit);
    }

    fn template(&self) -> Option<&'static Template> {
        (**self).template()
    }

    fn any(&self) -> Option<&dyn Any> {
        (**self).any()
    }
}

/// Calls `see` with each value inside of another, itself or in a list.
pub fn each_inside(item: &dyn Reflect, see: &mut dyn FnMut(&dyn Reflect)) {
    item.fields(&mut |_, value| match value {
        FieldValue::Item(inner) => see(inner),
        FieldValue::List(_, each) => each(&mut |element| {
            if let FieldValue::Item(inner) = element {
                see(inner);
            }
        }),
        _ => {}
    });
}

/// The type of a field.
pub trait ReflectField {
    /// Calls `see` once, with the value.
    fn reflect(&self, see: &mut dyn FnMut(FieldValue<'_>));
}

/// The call that generated code makes for each field.
pub trait VisitField {
    /// Visits a field.
    fn field<T: ReflectField>(&mut self, name: &'static str, value: &T);
}

impl VisitField for dyn FnMut(&'static str, FieldValue<'_>) + '_ {
    fn field<T: ReflectField>(&mut self, name: &'static str, value: &T) {
        value.reflect(&mut |value| self(name, value));
    }
}

impl<T: Reflect> ReflectField for T {
    fn reflect(&self, see: &mut dyn FnMut(FieldValue<'_>)) {
        see(FieldValue::Item(self));
    }
}

macro_rules! reflect_field {
    ($($ty:ty: $value:ident => $field:expr;)*) => {$(
        impl ReflectField for $ty {
            fn reflect(&self, see: &mut dyn FnMut(FieldValue<'_>)) {
                let $value = self;
                see($field);
            }
        }
    )*};
}

reflect_field! {
    bool: value => FieldValue::Bool(*value);
    u8: value => FieldValue::Unsigned((*value).into());
    u16: value => FieldValue::Unsigned((*value).into());
    u32: value => FieldValue::Unsigned((*value).into());
    u64: value => FieldValue::Unsigned(*value);
    i8: value => FieldValue::Signed((*value).into());
    i16: value => FieldValue::Signed((*value).into());
    i32: value => FieldValue::Signed((*value).into());
    i64: value => FieldValue::Signed(*value);
    F16: value => FieldValue::Text(value);
    F32: value => FieldValue::Text(value);
    F64: value => FieldValue::Text(value);
    Value: value => FieldValue::Value(*value);
    &[u8]: value => FieldValue::Bytes(value);
    &str: value => FieldValue::Text(&format_args!("{value:?}"));
    Vec<u8>: value => FieldValue::Bytes(value);
    String: value => FieldValue::Text(&format_args!("{value:?}"));
}

/// Implements what indices into a table have: the table's name, and reading by a method of the cursor.
#[doc(hidden)]
#[macro_export]
macro_rules! table_index {
    ($id:ident, $name:literal, $read:ident) => {
        impl $id {
            /// The table's name.
            pub const TABLE: &str = $name;
        }

        impl ::std::fmt::Display for $id {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::write!(f, "{} {}", Self::TABLE, self.0)
            }
        }

        impl $crate::reflect::ReflectField for $id {
            fn reflect(&self, see: &mut dyn ::core::ops::FnMut($crate::reflect::FieldValue<'_>)) {
                see($crate::reflect::FieldValue::Ref { table: Self::TABLE, index: self.0 });
            }
        }

        impl ::core::convert::From<u32> for $id {
            fn from(index: u32) -> Self {
                $id(index)
            }
        }

        impl<'a> $crate::wire::Decode<'a> for $id {
            type Value = Self;
            type Context = ();

            #[inline]
            fn decode(
                cursor: &mut $crate::wire::Cursor<'a>,
                (): &(),
            ) -> $crate::error::Result<Self> {
                cursor.$read().map($id)
            }
        }
    };
}

/// A value of a codec, spelled as it is displayed.
#[derive(Clone, Copy, Debug)]
pub struct Displayed<T>(pub T);

impl<T: fmt::Display> ReflectField for Displayed<T> {
    fn reflect(&self, see: &mut dyn FnMut(FieldValue<'_>)) {
        see(FieldValue::Text(&self.0));
    }
}

/// A value of a codec that has a number and is spelled as it is displayed.
#[derive(Clone, Copy, Debug)]
pub struct Numbered<T>(pub T);

impl<T: Copy + Into<u64> + fmt::Display> ReflectField for Numbered<T> {
    fn reflect(&self, see: &mut dyn FnMut(FieldValue<'_>)) {
        see(FieldValue::Spelled(self.0.into(), &self.0));
    }
}

impl<T: ReflectField> ReflectField for Option<T> {
    fn reflect(&self, see: &mut dyn FnMut(FieldValue<'_>)) {
        match self {
            Some(value) => value.reflect(see),
            None => see(FieldValue::Absent),
        }
    }
}

/// Shows the elements of a list.
fn reflect_list<I: ExactSizeIterator<Item: ReflectField>>(
    list: impl Fn() -> I,
    see: &mut dyn FnMut(FieldValue<'_>),
) {
    see(FieldValue::List(list().len(), &|each| {
        list().for_each(|element| element.reflect(each));
    }));
}

impl<'a, T: Decode<'a, Value: ReflectField>> ReflectField for List<'a, T> {
    fn reflect(&self, see: &mut dyn FnMut(FieldValue<'_>)) {
        reflect_list(|| self.iter(), see);
    }
}

impl<T: ReflectField> ReflectField for ThinVec<T> {
    fn reflect(&self, see: &mut dyn FnMut(FieldValue<'_>)) {
        see(FieldValue::List(self.len(), &|each| {
            self.iter().for_each(|element| element.reflect(each));
        }));
    }
}

impl<T: ReflectField> ReflectField for Box<ThinVec<T>> {
    fn reflect(&self, see: &mut dyn FnMut(FieldValue<'_>)) {
        (**self).reflect(see);
    }
}

impl<const PREFIX: bool> ReflectField for Values<'_, PREFIX> {
    fn reflect(&self, see: &mut dyn FnMut(FieldValue<'_>)) {
        reflect_list(|| self.iter(), see);
    }
}

impl<'a, T: Decode<'a, Value: ReflectField>> ReflectField for TypedValues<'a, T> {
    fn reflect(&self, see: &mut dyn FnMut(FieldValue<'_>)) {
        reflect_list(|| self.iter(), see);
    }
}

/// A result: the value with the reference to its type.
impl<T: ReflectField> ReflectField for Typed<T> {
    fn reflect(&self, see: &mut dyn FnMut(FieldValue<'_>)) {
        self.ty.reflect(&mut |ty| match ty {
            FieldValue::Ref { table, index } => {
                see(FieldValue::Result { value: self.value, table, ty: index });
            }
            other => see(other),
        });
    }
}

impl<'a, T: Decode<'a, Value: ReflectField>> ReflectField for Lazy<'a, T> {
    fn reflect(&self, see: &mut dyn FnMut(FieldValue<'_>)) {
        self.get().reflect(see);
    }
}

/// The number of entries.
impl<O: Offset> ReflectField for OffsetTable<'_, O> {
    fn reflect(&self, see: &mut dyn FnMut(FieldValue<'_>)) {
        see(FieldValue::Unsigned(self.len() as u64));
    }
}

/// The fields of the value; none if it cannot be read.
impl<'a, T: Decode<'a, Value: Reflect>> Reflect for Enclosed<'a, T> {
    fn item_name(&self) -> &'static str {
        self.get().map_or(UNREADABLE, |value| value.item_name())
    }

    fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
        if let Ok(value) = self.get() {
            value.fields(visit);
        }
    }
}

/// Spells references to table entries.
pub trait Names {
    /// Writes entry `index` of `table` as it should appear in a listing.
    ///
    /// # Errors
    /// Those of `f`.
    fn reference(&self, f: &mut dyn Write, table: &'static str, index: u32) -> fmt::Result;

    /// Writes an entry at a place that determines the beginning of its text, `before`, which the text may omit. If `after` is not
    /// empty, the text may omit both around a word.
    ///
    /// # Errors
    /// Those of `f`.
    fn shortened(
        &self,
        f: &mut dyn Write,
        table: &'static str,
        index: u32,
        before: &'static str,
        after: &'static str,
    ) -> fmt::Result {
        let _ = (before, after);
        self.reference(f, table, index)
    }

    /// Writes a missing reference, which listings show as `word`.
    ///
    /// # Errors
    /// Those of `f`.
    fn absent(&self, f: &mut dyn Write, word: &'static str) -> fmt::Result {
        f.write_str(word)
    }

    /// Writes a value inside of another in a form of its own, and returns whether it did. Any other value is written by its
    /// template.
    ///
    /// # Errors
    /// Those of `f`.
    fn item(&self, f: &mut dyn Write, item: &dyn Reflect) -> Result<bool, fmt::Error> {
        let _ = (f, item);
        Ok(false)
    }
}

/// Spells references by table and number, such as `Type 3`, for values without a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct IndexNames;

impl Names for IndexNames {
    fn reference(&self, f: &mut dyn Write, table: &'static str, index: u32) -> fmt::Result {
        write!(f, "{table} {index}")
    }
}

/// The kinds of entries of a table that a reference may refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds {
    /// Dialects, and names of their variants.
    pub variants: &'static [(&'static str, &'static str)],
    /// Entries of other dialects are allowed, too.
    pub open: bool,
    /// The kinds, in the words of an error message.
    pub expected: &'static str,
}

impl Kinds {
    /// Whether an entry of a dialect may be of one of the kinds. `variant` is the name of its variant, if a schema describes it.
    #[must_use]
    pub fn may_be(&self, dialect: &str, variant: Option<&str>) -> bool {
        match variant {
            Some(variant) => self.variants.contains(&(dialect, variant)),
            None => self.open || self.variants.iter().any(|(known, _)| *known == dialect),
        }
    }
}

/// A value with a spelling of its own in listings.
pub trait Text {
    /// Writes the value; references are spelled by `names`.
    ///
    /// # Errors
    /// Those of `f`.
    fn text(&self, f: &mut dyn Write, names: &dyn Names) -> fmt::Result;
}

/// Something that was read, in a form that can be displayed.
#[derive(Clone, Copy)]
pub enum Seen<'s> {
    /// A member of an enum, by its name.
    Member(&'static str),
    /// A number that no member of an enum has.
    Number(i128),
    /// An item that is spelled by its fields.
    Item(&'s dyn Reflect),
    /// An item with a spelling of its own.
    Text(&'s dyn Reflect, &'s dyn Text),
}

impl Seen<'_> {
    /// The spelling in listings, references by table and number.
    #[must_use]
    pub fn spelled(&self) -> String {
        let mut text = String::new();
        // A string has room for all that is written to it.
        let _ = match self {
            Seen::Member(name) => text.write_str(name),
            Seen::Number(number) => write!(text, "{number}"),
            Seen::Item(item) => write_value(&mut text, &FieldValue::Item(*item), &IndexNames),
            Seen::Text(_, item) => item.text(&mut text, &IndexNames),
        };
        text
    }
}

/// Writes a record as `a = 1, b = 2`, or, where it has two fields `name` and `value`, as
/// `name = value`.
///
/// # Errors
/// Those of `f`.
pub fn write_item(f: &mut dyn Write, item: &dyn Reflect, names: &dyn Names) -> fmt::Result {
    let mut result = Ok(());
    let mut first = true;
    item.fields(&mut |name, value| {
        if result.is_err() {
            return;
        }
        result = (|| {
            if !std::mem::take(&mut first) {
                f.write_str(", ")?;
            }
            write!(f, "{name} = ")?;
            write_value(f, &value, names)
        })();
    });
    result
}

/// Writes a field's value.
///
/// # Errors
/// Those of `f`.
pub fn write_value(f: &mut dyn Write, value: &FieldValue<'_>, names: &dyn Names) -> fmt::Result {
    match value {
        FieldValue::Absent => f.write_str("none"),
        FieldValue::Bool(value) => write!(f, "{value}"),
        FieldValue::Unsigned(value) => write!(f, "{value}"),
        FieldValue::Signed(value) => write!(f, "{value}"),
        FieldValue::Spelled(_, text) => write!(f, "{text}"),
        FieldValue::Enum { name, .. } => f.write_str(name),
        FieldValue::Ref { table, index } => names.reference(f, table, *index),
        FieldValue::Value(value) => write!(f, "{value}"),
        FieldValue::Result { value, table, ty } => {
            write!(f, "{value}: ")?;
            names.reference(f, table, *ty)
        }
        FieldValue::Text(text) => write!(f, "{text}"),
        FieldValue::Bytes(bytes) => bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}")),
        FieldValue::List(_, each) => {
            f.write_char('[')?;
            let mut result = Ok(());
            let mut first = true;
            each(&mut |element| {
                if result.is_ok() {
                    result = (|| {
                        if !std::mem::take(&mut first) {
                            f.write_str(", ")?;
                        }
                        write_value(f, &element, names)
                    })();
                }
            });
            result?;
            f.write_char(']')
        }
        FieldValue::Item(item) => {
            write!(f, "{}<", item.item_name())?;
            write_item(f, *item, names)?;
            f.write_char('>')
        }
    }
}

/// How many values an operand or result group has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// One.
    One,
    /// One or none.
    Optional,
    /// Any number.
    Variadic,
}

/// What the schema states about a group of operands or results.
#[derive(Clone, Copy, Debug)]
pub struct PortInfo {
    /// The name.
    pub name: &'static str,
    /// The set of types that it may have.
    pub constraint: &'static str,
    /// How many values.
    pub arity: Arity,
    /// The name of a result in text, or the function that returns it, `name()`; empty where results are numbered.
    pub named: &'static str,
}

/// What the schema states about a region of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionInfo {
    /// The name.
    pub name: &'static str,
    /// It may have no block; otherwise it has one at least.
    pub may_be_empty: bool,
    /// The names of its arguments in text. The last name, with `*` for a number, is that of all further arguments, and `name()` is a
    /// function that returns the name. Empty where arguments are numbered.
    pub arguments: &'static [&'static str],
    /// The operation at its end that text omits if it has no operands; may be empty.
    pub implied: &'static str,
}

/// What the schema states about a kind of operation.
#[derive(Clone, Copy, Debug)]
pub struct OpInfo {
    /// The name in the schema.
    pub name: &'static str,
    /// The spelling in listings.
    pub label: &'static str,
    /// One line.
    pub summary: &'static str,
    /// The chapter that it belongs to.
    pub group: &'static str,
    /// Results in order.
    pub results: &'static [PortInfo],
    /// Names of the attributes, in wire order.
    pub attributes: &'static [&'static str],
    /// Operands in wire order.
    pub operands: &'static [PortInfo],
    /// Regions in order.
    pub regions: &'static [RegionInfo],
    /// Operands and results that have one type.
    pub same_type: &'static [&'static str],
    /// It ends a block.
    pub terminator: bool,
    /// It has no effect besides its results, whatever its operands are.
    pub pure: bool,
    /// The template of its text; empty if the schema has none.
    pub text: &'static [Piece],
    /// The form of each attribute in text.
    pub forms: &'static [Form],
    /// Which attributes may be absent, by position.
    pub optional: &'static [u16],
    /// Its results count as named in text, although they are numbered.
    pub names_results: bool,
}
