//! Entries of the attribute and type tables.

use crate::codec::context::{Context, EntryReleases};
use crate::generated::{AttributeId, DialectReleases, TypeId, view};
use crate::tables::data::{Data, Entry};
use crate::tables::release_cache::CacheEntry;
use bytespec_core::axes::DialectAxes as _;
use bytespec_core::dimension::Dimension;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::reflect::{IndexNames, Names, Reflect, Text as _, write_item};
use bytespec_core::wire::{Cursor, List, Prefix, Zigzag};

/// An attribute in one of its three forms in a file.
#[allow(clippy::large_enum_variant, reason = "it borrows, and lives on the stack of who asked")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Attribute<'a> {
    /// An attribute that a schema describes, decoded.
    Typed(view::AttributeEntry<'a>),
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

/// A type in one of its three forms in a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Type<'a> {
    /// A type that a schema describes, decoded.
    Typed(view::TypeEntry<'a>),
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

impl From<AttributeId> for Handle {
    fn from(id: AttributeId) -> Self {
        Handle::Attribute(id)
    }
}

impl From<TypeId> for Handle {
    fn from(id: TypeId) -> Self {
        Handle::Type(id)
    }
}

/// The form of an entry.
pub(crate) enum Form<'a, T> {
    Typed(T),
    Text(&'a [u8]),
    Opaque(&'a [u8]),
}

/// Reads an entry with the reader of its dialect.
///
/// Codes and layouts are those of a release. If the release is known and the schema describes it, bytes that do not match are
/// an error. In a file of another producer they stay bytes, because its codes can be newer.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn read<'a, T>(
    dialect: Option<&str>,
    entry: Entry,
    data: Data<'a>,
    cx: &Context<'a>,
    typed: impl FnOnce(&mut Cursor<'a>, &Context<'a>) -> Option<Result<T>>,
) -> Result<Form<'a, T>> {
    let (slice, start) = data.slice(entry.span());
    let mut cursor = Cursor::over(slice, start, start + entry.len as usize)?;
    if !entry.custom() {
        let text = cursor.nul_terminated()?;
        if !cursor.is_empty() {
            return Err(Error::trailing(cursor.position(), cursor.remaining(), "the text"));
        }
        return Ok(Form::Text(text));
    }
    let bytes = cursor.rest();
    let value = match typed(&mut cursor, cx) {
        None => return Ok(Form::Opaque(bytes)),
        Some(value) => value,
    };
    let error = match value {
        Ok(value) if cursor.is_empty() => return Ok(Form::Typed(value)),
        Ok(_) => bytes_follow(&cursor),
        Err(error) => error,
    };
    let newer = matches!(error.kind(), ErrorKind::Unknown { .. } | ErrorKind::Gate { .. });
    let known = dialect.is_some_and(|dialect| cx.knows(dialect));
    if !known || (newer && cx.is_unbounded()) {
        return Ok(Form::Opaque(bytes));
    }
    Err(error)
}

#[cold]
fn bytes_follow(cursor: &Cursor<'_>) -> Error {
    Error::trailing(cursor.position(), cursor.remaining(), "the last field")
}

/// The releases for reading an entry of a dialect with releases of its own, if the file does not state the release: the newest
/// release that decodes all bytes, provided that all releases that do so give the same value.
pub(crate) fn dialect_releases<'a, T: PartialEq + Reflect>(
    dialect: Option<&str>,
    entry: Entry,
    data: Data<'a>,
    cx: &Context<'a>,
    cached: CacheEntry<'_>,
    typed: impl Fn(&str, &mut Cursor<'a>, &Context<'a>) -> Option<Result<T>>,
) -> Option<EntryReleases> {
    let dialect = dialect?;
    if !DialectReleases::binds_readers(dialect) || cx.knows(dialect) || !entry.custom() {
        return None;
    }
    let of = |index| {
        let mut dialects = cx.dialects();
        dialects.select(dialect, index);
        EntryReleases { release: cx.release(), dialects }
    };
    let index = cached.release(cx.decode_key(), || {
        let newest_first = (0..DialectReleases::names(dialect).len()).rev();
        only(newest_first.map(|index| (index, of(index))), dialect, entry, data, cx, typed)
    });
    index.map(of)
}

/// The release for reading an entry that cannot be read without one, if the producer's release is not known: the newest of the
/// possible releases that decodes all bytes, provided that all that do so give the same value.
///
/// An entry that can be read without a release has the same meaning in all of them: a reader without a release does not know
/// removed items.
#[cold]
pub(crate) fn inferred<'a, T: PartialEq + Reflect>(
    dialect: Option<&str>,
    entry: Entry,
    data: Data<'a>,
    cx: &Context<'a>,
    cached: CacheEntry<'_>,
    typed: impl Fn(&str, &mut Cursor<'a>, &Context<'a>) -> Option<Result<T>>,
) -> Option<EntryReleases> {
    let dialect = dialect?;
    let is_known = DialectReleases::title(dialect).is_some() || cx.release().is_some();
    if is_known || !entry.custom() {
        return None;
    }
    let of = |release| EntryReleases { release: Some(release), dialects: cx.dialects() };
    let index = cached.release(cx.decode_key(), || {
        let newest_first = cx.inferred().iter().rev().map(of).enumerate();
        only(newest_first, dialect, entry, data, cx, typed)
    });
    cx.inferred().iter().rev().nth(index?).map(of)
}

/// The index of the first candidate that decodes all bytes of an entry, provided that all that do so give the same value.
fn only<'a, T: PartialEq + Reflect>(
    candidates: impl Iterator<Item = (usize, EntryReleases)>,
    dialect: &str,
    entry: Entry,
    data: Data<'a>,
    cx: &Context<'a>,
    typed: impl Fn(&str, &mut Cursor<'a>, &Context<'a>) -> Option<Result<T>>,
) -> Option<usize> {
    let (slice, start) = data.slice(entry.span());
    let whole = Cursor::over(slice, start, start + entry.len as usize).ok()?;
    let mut found: Option<(T, usize)> = None;
    for (index, releases) in candidates {
        let mut cursor = whole;
        let value = match typed(dialect, &mut cursor, &cx.under(Some(releases))) {
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

/// Whether two values have the same fields with the same values. A layout that was removed and added again consists of several
/// items.
fn is_alike(one: &dyn Reflect, other: &dyn Reflect) -> bool {
    let spelled = |item: &dyn Reflect| {
        let mut text = String::new();
        write_item(&mut text, item, &IndexNames).map(|()| text)
    };
    matches!((spelled(one), spelled(other)), (Ok(one), Ok(other)) if one == other)
}

/// The releases for reading an attribute, if they differ from those of the context.
pub(crate) fn attribute_releases<'a>(
    dialect: Option<&str>,
    entry: Entry,
    data: Data<'a>,
    cx: &Context<'a>,
    cached: CacheEntry<'_>,
) -> Option<EntryReleases> {
    releases(dialect, entry, data, cx, cached, view::AttributeEntry::read)
}

/// The releases for reading an entry, if they differ from those of the context.
fn releases<'a, T: PartialEq + Reflect>(
    dialect: Option<&str>,
    entry: Entry,
    data: Data<'a>,
    cx: &Context<'a>,
    cached: CacheEntry<'_>,
    typed: impl Fn(&str, &mut Cursor<'a>, &Context<'a>) -> Option<Result<T>> + Copy,
) -> Option<EntryReleases> {
    dialect_releases(dialect, entry, data, cx, cached, typed).or_else(|| {
        match is_read(dialect, entry, data, cx, typed) {
            true => None,
            false => inferred(dialect, entry, data, cx, cached, typed),
        }
    })
}

/// Whether a schema describes attributes of a dialect.
pub(crate) fn has_attributes(dialect: &[u8], cx: &Context<'_>) -> bool {
    let name = std::str::from_utf8(dialect);
    name.is_ok_and(|name| view::AttributeEntry::read(name, &mut Cursor::new(&[]), cx).is_some())
}

/// Whether a schema describes types of a dialect.
pub(crate) fn has_types(dialect: &[u8], cx: &Context<'_>) -> bool {
    let name = std::str::from_utf8(dialect);
    name.is_ok_and(|name| view::TypeEntry::read(name, &mut Cursor::new(&[]), cx).is_some())
}

/// Whether an entry can be decoded in the context as it is.
fn is_read<'a, T>(
    dialect: Option<&str>,
    entry: Entry,
    data: Data<'a>,
    cx: &Context<'a>,
    typed: impl Fn(&str, &mut Cursor<'a>, &Context<'a>) -> Option<Result<T>>,
) -> bool {
    let form = read(dialect, entry, data, cx, |cursor, cx| typed(dialect?, cursor, cx));
    matches!(form, Ok(Form::Typed(_)))
}

/// Reads an attribute.
///
/// Attributes are large, and each call that returns one copies it. The decoder therefore stores it directly in the result.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn attribute<'a>(
    dialect: &'a [u8],
    entry: Entry,
    data: Data<'a>,
    cx: &Context<'a>,
    cached: CacheEntry<'_>,
) -> Result<Attribute<'a>> {
    let name = std::str::from_utf8(dialect).ok();
    let mut found = Ok(Attribute::Opaque { dialect, bytes: &[] });
    let put_in = &mut found;
    let typed = |cursor: &mut Cursor<'a>, cx: &Context<'a>| {
        let put = |value| *put_in = Ok(Attribute::Typed(value));
        view::AttributeEntry::read_with(name?, cursor, cx, put)
    };
    let releases = dialect_releases(name, entry, data, cx, cached, view::AttributeEntry::read);
    let form = read(name, entry, data, &cx.under(releases), typed);
    match form {
        Ok(Form::Typed(())) => {}
        Ok(Form::Text(text)) => found = Ok(Attribute::Text { dialect, text }),
        Ok(Form::Opaque(bytes)) => {
            found = Ok(Attribute::Opaque { dialect, bytes });
            // It is read again with the releases that it can belong to.
            let read = view::AttributeEntry::read;
            if let Some(releases) = inferred(name, entry, data, cx, cached, read) {
                let cached = CacheEntry::none();
                return attribute(dialect, entry, data, &cx.under(Some(releases)), cached);
            }
        }
        Err(error) => found = Err(error),
    }
    found
}

/// The releases for reading a type, if they differ from those of the context.
pub(crate) fn ty_releases<'a>(
    dialect: Option<&str>,
    entry: Entry,
    data: Data<'a>,
    cx: &Context<'a>,
    cached: CacheEntry<'_>,
) -> Option<EntryReleases> {
    releases(dialect, entry, data, cx, cached, view::TypeEntry::read)
}

/// Reads a type.
pub(crate) fn ty<'a>(
    dialect: &'a [u8],
    entry: Entry,
    data: Data<'a>,
    cx: &Context<'a>,
    cached: CacheEntry<'_>,
) -> Result<Type<'a>> {
    let name = std::str::from_utf8(dialect).ok();
    let typed =
        |cursor: &mut Cursor<'a>, cx: &Context<'a>| view::TypeEntry::read(name?, cursor, cx);
    let releases = dialect_releases(name, entry, data, cx, cached, view::TypeEntry::read);
    Ok(match read(name, entry, data, &cx.under(releases), typed)? {
        Form::Typed(value) => Type::Typed(value),
        Form::Text(text) => Type::Text { dialect, text },
        Form::Opaque(bytes) => {
            match inferred(name, entry, data, cx, cached, view::TypeEntry::read) {
                Some(releases) => {
                    return ty(dialect, entry, data, &cx.under(Some(releases)), CacheEntry::none());
                }
                None => Type::Opaque { dialect, bytes },
            }
        }
    })
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
