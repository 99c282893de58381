//! Entries of the attribute and type tables.

use crate::codec::context::{Context, EntryReleases};
use crate::codec::encoder::Encoder;
use crate::dialect::{Index, Table};
use crate::generated::{AttributeEntry, AttributeId, DialectReleases, TypeEntry, TypeId, view};
use crate::tables::data::{Data, Entry};
use crate::tables::release_cache::CacheEntry;
use bytespec_core::axes::DialectAxes as _;
use bytespec_core::dimension::Dimension;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::from;
use bytespec_core::reflect::{IndexNames, Kinds, Names, Reflect, Text as _, write_item};
use bytespec_core::wire::{Cursor, List, Prefix, Writer, Zigzag};

/// An attribute or a type in one of its three forms in a file.
#[allow(clippy::large_enum_variant, reason = "it borrows, and lives on the stack of who asked")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EntryForm<'a, T> {
    /// An entry that a schema describes, decoded.
    Typed(T),
    /// Assembly text of a dialect.
    Text {
        /// The dialect's name.
        dialect: &'a [u8],
        /// The text, without its terminating zero byte.
        text: &'a [u8],
    },
    /// A custom encoding that no schema describes for the file's release.
    Opaque {
        /// The dialect's name.
        dialect: &'a [u8],
        /// The whole entry.
        bytes: &'a [u8],
    },
}

/// An attribute in one of its three forms in a file.
pub type Attribute<'a> = EntryForm<'a, view::AttributeEntry<'a>>;

/// A type in one of its three forms in a file.
pub type Type<'a> = EntryForm<'a, view::TypeEntry<'a>>;

/// The entries of a table that a schema describes, by the type of their numbers.
pub(crate) trait Described: Index {
    type View<'a>: PartialEq + Reflect;
    type Owned: PartialEq;

    /// Reads an entry of a dialect. `None` if no schema describes the dialect.
    fn read<'a>(
        dialect: &str,
        cursor: &mut Cursor<'a>,
        cx: &Context<'a>,
    ) -> Option<Result<Self::View<'a>>>;
    /// The same, but passes the entry to `found`, which avoids a copy.
    fn read_with<'a>(
        dialect: &str,
        cursor: &mut Cursor<'a>,
        cx: &Context<'a>,
        found: impl FnOnce(Self::View<'a>),
    ) -> Option<Result<()>>;
    fn to_owned(view: &Self::View<'_>) -> Self::Owned;
    fn write(entry: &Self::Owned, writer: &mut Writer, cx: &mut Encoder<'_>) -> Result<()>;
    /// The names of the dialect and of the variant.
    fn names(view: &Self::View<'_>) -> (&'static str, &'static str);
    /// Calls `check` for each reference that is restricted to kinds of entries.
    fn kinds(
        view: &Self::View<'_>,
        check: &mut dyn FnMut(&'static str, u32, &'static Kinds) -> Result<()>,
    ) -> Result<()>;
}

macro_rules! described {
    ($($id:ident $entry:ident;)*) => {$(
        impl Described for $id {
            type View<'a> = view::$entry<'a>;
            type Owned = $entry;

            fn read<'a>(
                dialect: &str,
                cursor: &mut Cursor<'a>,
                cx: &Context<'a>,
            ) -> Option<Result<Self::View<'a>>> {
                view::$entry::read(dialect, cursor, cx)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn read_with<'a>(
                dialect: &str,
                cursor: &mut Cursor<'a>,
                cx: &Context<'a>,
                found: impl FnOnce(Self::View<'a>),
            ) -> Option<Result<()>> {
                view::$entry::read_with(dialect, cursor, cx, found)
            }

            fn to_owned(view: &Self::View<'_>) -> $entry {
                view.to_owned()
            }

            fn write(entry: &$entry, writer: &mut Writer, cx: &mut Encoder<'_>) -> Result<()> {
                entry.write(writer, cx)
            }

            fn names(view: &Self::View<'_>) -> (&'static str, &'static str) {
                (view.dialect(), view.variant_name())
            }

            fn kinds(
                view: &Self::View<'_>,
                check: &mut dyn FnMut(&'static str, u32, &'static Kinds) -> Result<()>,
            ) -> Result<()> {
                view.kinds(check)
            }
        }
    )*};
}

described! {
    AttributeId AttributeEntry;
    TypeId TypeEntry;
}

/// An entry with a number of this type.
pub(crate) type FormOf<'a, I> = EntryForm<'a, <I as Described>::View<'a>>;

impl<'a, T> EntryForm<'a, T> {
    /// The text of an entry that is text.
    pub(crate) fn text(&self) -> Option<&'a [u8]> {
        match self {
            EntryForm::Text { text, .. } => Some(text),
            _ => None,
        }
    }
}

impl<'a> Attribute<'a> {
    /// The attribute, if it is one of the dialect `builtin` that the schema describes.
    #[must_use]
    pub fn builtin(&self) -> Option<view::BuiltinAttribute<'a>> {
        match self {
            Attribute::Typed(view::AttributeEntry::Builtin(attribute)) => Some(*attribute),
            _ => None,
        }
    }
}

impl<'a> Type<'a> {
    /// The type, if it is one of the dialect `builtin` that the schema describes.
    #[must_use]
    pub fn builtin(&self) -> Option<view::BuiltinType<'a>> {
        match self {
            Type::Typed(view::TypeEntry::Builtin(ty)) => Some(*ty),
            _ => None,
        }
    }

    /// The sizes of the dimensions, outermost first, of a ranked tensor, a vector or a ranked memref, of the dialect `builtin`
    /// or `vhlo`; `None` for other types. See [`Type::element`] for the element type.
    #[must_use]
    pub fn shape(&self) -> Option<impl ExactSizeIterator<Item = Dimension> + Clone + use<'a>> {
        self.sizes().map(|(sizes, _)| sizes.iter().map(Dimension::from))
    }

    /// The element type, if the type has a [shape](Type::shape).
    #[must_use]
    pub fn element(&self) -> Option<TypeId> {
        self.sizes().map(|(_, element)| element)
    }

    /// The sizes of a shape as the numbers in the file, and the element type.
    pub(crate) fn sizes(&self) -> Option<(List<'a, Prefix<Zigzag>>, TypeId)> {
        use view::BuiltinType as T;
        use view::VhloType as V;
        match *self {
            Type::Typed(view::TypeEntry::Builtin(
                T::RankedTensorType { shape, element }
                | T::RankedTensorTypeWithEncoding { shape, element, .. }
                | T::VectorType { shape, element }
                | T::VectorTypeWithNumScalableDims { shape, element, .. }
                | T::VectorTypeWithScalableDims { shape, element, .. }
                | T::MemRefType { shape, element, .. }
                | T::MemRefTypeWithMemSpace { shape, element, .. },
            ))
            | Type::Typed(view::TypeEntry::Vhlo(
                V::RankedTensorV1Type { shape, element }
                | V::RankedTensorV1TypeWithEncoding { shape, element, .. },
            )) => Some((shape, element)),
            _ => None,
        }
    }
}

/// An entry of the attribute table or of the type table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Handle {
    /// An attribute.
    Attribute(AttributeId),
    /// A type.
    Type(TypeId),
}

impl Handle {
    pub(crate) fn new(table: Table, number: u32) -> Self {
        match table {
            Table::Attribute => Handle::Attribute(AttributeId(number)),
            Table::Type => Handle::Type(TypeId(number)),
        }
    }

    #[inline]
    pub(crate) fn table(self) -> Table {
        match self {
            Handle::Attribute(_) => Table::Attribute,
            Handle::Type(_) => Table::Type,
        }
    }

    #[inline]
    pub(crate) fn number(self) -> u32 {
        let (Handle::Attribute(AttributeId(number)) | Handle::Type(TypeId(number))) = self;
        number
    }
}

from! {
    Handle:
    AttributeId, id => Handle::Attribute(id);
    TypeId, id => Handle::Type(id);
}

/// An entry to decode.
pub(crate) struct Encoded<'c, 'a> {
    pub(crate) dialect: &'a [u8],
    pub(crate) entry: Entry,
    pub(crate) data: Data<'a>,
    pub(crate) cx: &'c Context<'a>,
    pub(crate) cached: CacheEntry<'c>,
}

impl<'a> Encoded<'_, 'a> {
    /// The dialect's name, if it is UTF-8.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn name(&self) -> Option<&'a str> {
        std::str::from_utf8(self.dialect).ok()
    }

    /// The same entry under other conditions, without a cache.
    pub(crate) fn under<'d>(&self, cx: &'d Context<'a>) -> Encoded<'d, 'a> {
        Encoded { cx, cached: CacheEntry::none(), ..*self }
    }

    fn cursor(&self) -> Result<Cursor<'a>> {
        let (slice, start) = self.data.slice(self.entry.span());
        Cursor::over(slice, start, start + self.entry.len as usize)
    }

    /// Decodes the entry.
    ///
    /// Attributes are large, and each call that returns one copies it. The decoder therefore stores it directly in the result.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn decode<I: Described>(&self) -> Result<FormOf<'a, I>> {
        let mut found = Ok(EntryForm::Opaque { dialect: self.dialect, bytes: &[] });
        let put_in = &mut found;
        let typed = |name: &str, cursor: &mut Cursor<'a>, cx: &Context<'a>| {
            I::read_with(name, cursor, cx, |value| *put_in = Ok(EntryForm::Typed(value)))
        };
        let name = self.name();
        let releases = self.dialect_releases::<I>(name);
        match self.read(name, &self.cx.under(releases), typed) {
            Ok(EntryForm::Typed(())) => {}
            Ok(EntryForm::Text { dialect, text }) => found = Ok(EntryForm::Text { dialect, text }),
            Ok(EntryForm::Opaque { dialect, bytes }) => {
                found = Ok(EntryForm::Opaque { dialect, bytes });
                // It is read again with the releases that it can belong to.
                if let Some(releases) = self.inferred::<I>(name) {
                    return self.under(&self.cx.under(Some(releases))).decode::<I>();
                }
            }
            Err(error) => found = Err(error),
        }
        found
    }

    /// Reads the entry with the reader of its dialect.
    ///
    /// Codes and layouts are those of a release. If the release is known and the schema describes it, bytes that do not match
    /// are an error. In a file of another producer they stay bytes, because its codes can be newer.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read<T>(
        &self,
        name: Option<&str>,
        cx: &Context<'a>,
        typed: impl FnOnce(&str, &mut Cursor<'a>, &Context<'a>) -> Option<Result<T>>,
    ) -> Result<EntryForm<'a, T>> {
        let Encoded { dialect, entry, .. } = *self;
        let mut cursor = self.cursor()?;
        if !entry.custom() {
            let text = cursor.nul_terminated()?;
            if !cursor.is_empty() {
                let (at, left) = (cursor.position(), cursor.remaining());
                return Err(Error::trailing(at, left, "the text"));
            }
            return Ok(EntryForm::Text { dialect, text });
        }
        let bytes = cursor.rest();
        let error = match name.and_then(|name| typed(name, &mut cursor, cx)) {
            None => return Ok(EntryForm::Opaque { dialect, bytes }),
            Some(Ok(value)) if cursor.is_empty() => return Ok(EntryForm::Typed(value)),
            Some(Ok(_)) => bytes_follow(&cursor),
            Some(Err(error)) => error,
        };
        let newer = matches!(error.kind(), ErrorKind::Unknown { .. } | ErrorKind::Gate { .. });
        let known = name.is_some_and(|name| cx.knows(name));
        if !known || (newer && cx.is_unbounded()) {
            return Ok(EntryForm::Opaque { dialect, bytes });
        }
        Err(error)
    }

    /// Whether a schema describes entries of the dialect.
    pub(crate) fn is_described<I: Described>(&self) -> bool {
        self.name().is_some_and(|name| I::read(name, &mut Cursor::new(&[]), self.cx).is_some())
    }

    /// The releases for reading the entry, if they differ from those of the context.
    pub(crate) fn releases<I: Described>(&self) -> Option<EntryReleases> {
        let name = self.name();
        self.dialect_releases::<I>(name).or_else(|| match self.read(name, self.cx, I::read) {
            Ok(EntryForm::Typed(_)) => None,
            _ => self.inferred::<I>(name),
        })
    }

    /// The releases for reading an entry of a dialect with releases of its own, if the file does not state the release: the
    /// newest release that decodes all bytes, provided that all releases that do so give the same value.
    fn dialect_releases<I: Described>(&self, dialect: Option<&str>) -> Option<EntryReleases> {
        let (dialect, cx) = (dialect?, self.cx);
        if !DialectReleases::binds_readers(dialect) || cx.knows(dialect) || !self.entry.custom() {
            return None;
        }
        let of = |index| {
            let mut dialects = cx.dialects();
            dialects.select(dialect, index);
            EntryReleases { release: cx.release(), dialects }
        };
        let index = self.cached.release(cx.decode_key(), || {
            let newest_first = (0..DialectReleases::names(dialect).len()).rev();
            self.only::<I>(newest_first.map(|index| (index, of(index))), dialect)
        });
        index.map(of)
    }

    /// The release for reading an entry that cannot be read without one, if the producer's release is not known: the newest of
    /// the possible releases that decodes all bytes, provided that all that do so give the same value.
    ///
    /// An entry that can be read without a release has the same meaning in all of them: a reader without a release does not
    /// know removed items.
    #[cold]
    fn inferred<I: Described>(&self, dialect: Option<&str>) -> Option<EntryReleases> {
        let (dialect, cx) = (dialect?, self.cx);
        let is_known = DialectReleases::title(dialect).is_some() || cx.release().is_some();
        if is_known || !self.entry.custom() {
            return None;
        }
        let of = |release| EntryReleases { release: Some(release), dialects: cx.dialects() };
        let index = self.cached.release(cx.decode_key(), || {
            self.only::<I>(cx.inferred().iter().rev().map(of).enumerate(), dialect)
        });
        cx.inferred().iter().rev().nth(index?).map(of)
    }

    /// The index of the first candidate that decodes all bytes, provided that all that do so give the same value.
    fn only<I: Described>(
        &self,
        candidates: impl Iterator<Item = (usize, EntryReleases)>,
        dialect: &str,
    ) -> Option<usize> {
        let whole = self.cursor().ok()?;
        let mut found: Option<(I::View<'a>, usize)> = None;
        for (index, releases) in candidates {
            let mut cursor = whole;
            let value = match I::read(dialect, &mut cursor, &self.cx.under(Some(releases))) {
                Some(Ok(value)) if cursor.is_empty() => value,
                _ => continue,
            };
            match &found {
                Some((other, _)) if *other != value && !is_alike(other, &value) => return None,
                Some(_) => {}
                None => found = Some((value, index)),
            }
        }
        found.map(|(_, index)| index)
    }
}

#[cold]
fn bytes_follow(cursor: &Cursor<'_>) -> Error {
    Error::trailing(cursor.position(), cursor.remaining(), "the last field")
}

/// Whether two values have the same fields with the same values. A layout that was removed and added again consists of several
/// items.
fn is_alike(one: &dyn Reflect, other: &dyn Reflect) -> bool {
    let spelled = |item: &dyn Reflect| {
        let mut text = String::new();
        write_item(&mut text, item, &IndexNames).map(|()| text)
    };
    matches!((spelled(one), spelled(other)), (Ok(one), Ok(other)) if one == other)
}

/// The width in bits of the numbers of a type, from the schema or from the type's text.
pub(crate) fn width(ty: &Type<'_>) -> Option<u64> {
    match ty {
        Type::Typed(view::TypeEntry::Builtin(view::BuiltinType::IntegerType { width, .. })) => {
            Some(*width)
        }
        Type::Typed(entry) => entry.width(),
        // Releases without codes for the small floats store these types as text. A writer can store any type so.
        Type::Text { dialect, text } if *dialect == crate::BUILTIN.as_bytes() => {
            let text = std::str::from_utf8(text).ok()?;
            let mut named = FLOATS.iter().chain(NUMBERS);
            let named = named.find(|number| is_spelled(number, text));
            named.map_or_else(|| integer_width(text), view::BuiltinType::width)
        }
        _ => None,
    }
}

/// Whether a text is a type that releases without a code for it write as text.
pub(crate) fn is_float(text: &str) -> bool {
    FLOATS.iter().any(|float| is_spelled(float, text))
}

/// The types that releases without a code for them write as text.
const FLOATS: &[view::BuiltinType<'static>] = &[
    view::BuiltinType::FloatTF32Type,
    view::BuiltinType::Float8E5M2Type,
    view::BuiltinType::Float8E4M3Type,
    view::BuiltinType::Float8E4M3FNType,
    view::BuiltinType::Float8E5M2FNUZType,
    view::BuiltinType::Float8E4M3FNUZType,
    view::BuiltinType::Float8E4M3B11FNUZType,
    view::BuiltinType::Float8E3M4Type,
    view::BuiltinType::Float4E2M1FNType,
    view::BuiltinType::Float6E2M3FNType,
    view::BuiltinType::Float6E3M2FNType,
    view::BuiltinType::Float8E8M0FNUType,
];

/// Other numeric types with a fixed width.
const NUMBERS: &[view::BuiltinType<'static>] = &[
    view::BuiltinType::IndexType,
    view::BuiltinType::BFloat16Type,
    view::BuiltinType::Float16Type,
    view::BuiltinType::Float32Type,
    view::BuiltinType::Float64Type,
    view::BuiltinType::Float80Type,
    view::BuiltinType::Float128Type,
];

/// The width of an integer type from its text.
fn integer_width(text: &str) -> Option<u64> {
    let digits = text.strip_prefix(['s', 'u']).unwrap_or(text).strip_prefix('i')?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

fn is_spelled(ty: &view::BuiltinType<'_>, text: &str) -> bool {
    struct Rest<'t>(&'t str);
    impl std::fmt::Write for Rest<'_> {
        fn write_str(&mut self, part: &str) -> std::fmt::Result {
            self.0 = self.0.strip_prefix(part).ok_or(std::fmt::Error)?;
            Ok(())
        }
    }
    struct NoNames;
    impl Names for NoNames {
        fn reference(
            &self,
            _: &mut dyn std::fmt::Write,
            _: &'static str,
            _: u32,
        ) -> std::fmt::Result {
            Err(std::fmt::Error)
        }
    }
    let mut rest = Rest(text);
    ty.text(&mut rest, &NoNames).is_ok() && rest.0.is_empty()
}
