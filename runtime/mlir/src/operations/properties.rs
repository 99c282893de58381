//! The properties of operations: fields one after the other. The release determines their order, and no file records it.

use crate::codec::context::Context;
use crate::codec::encoder::Encoder;
use crate::dialect::{Registry, Table};
use crate::file::{File, record_number};
use crate::generated::{
    AttributeId, DialectReleases, OpNameId, PropertyBlobId, References, Release,
    SEGMENT_SIZES_SPARSE, Signedness, SparseArrayHeader, StringId, TypeId, Version,
    property_layout, section, section_since, view,
};
use crate::module::Module;
use crate::operations::unknown::Unknown;
use crate::release::infer::Candidates;
use crate::tables::OpName;
use crate::tables::data::{Data, Span};
use crate::tables::entry::{Attribute, Type};
use bytespec_core::axes::DialectAxes as _;
use bytespec_core::error::{Context as _, Error, ErrorKind, Result};
use bytespec_core::properties::{Field, Kind};
use bytespec_core::wire::{Cursor, Scan, Writer, flag, narrow, unflag};
use std::borrow::Cow;

/// The width of an index in a sparse array, in bits. Readers accept no more.
const INDEX_BITS: u32 = u8::BITS;

/// A property of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// The name.
    pub name: &'static str,
    /// The value.
    pub value: PropertyValue,
}

/// The value of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PropertyValue {
    /// An attribute.
    Attribute(AttributeId),
    /// An optional property that is absent.
    None,
    /// A number, or the number of an enumeration's member.
    Number(u64),
    /// A Boolean.
    Bool(bool),
    /// A string.
    String(StringId),
    /// The segment sizes of operands or results.
    Segments(Vec<u32>),
}

impl PropertyValue {
    /// The error for a property of another kind, or a missing one.
    #[cold]
    pub(crate) fn misfit(found: Option<&Self>, expected: impl Into<Cow<'static, str>>) -> Error {
        let (item, expected) = ("the property".to_owned(), expected.into());
        let found = found.map_or("missing".to_owned(), |value| format!("{value:?}"));
        Error::new(ErrorKind::Kind { item, found, expected })
    }

    /// The default value of a property that is not set; `None` for a required property.
    pub(crate) fn empty(kind: Kind) -> Option<PropertyValue> {
        Some(match kind {
            Kind::Attribute | Kind::String => return None,
            Kind::OptionalAttribute | Kind::OptionalVarint => PropertyValue::None,
            Kind::Varint => PropertyValue::Number(0),
            Kind::Bool => PropertyValue::Bool(false),
            Kind::Segments(count) => PropertyValue::Segments(vec![0; count as usize]),
        })
    }
}

/// Whether operations have properties.
pub(crate) fn exist(version: Version) -> bool {
    version >= section_since(section::PROPERTIES)
}

/// Whether segment sizes are arrays after the other fields, instead of attributes among them.
pub(crate) fn are_sparse(version: Version) -> bool {
    version >= SEGMENT_SIZES_SPARSE
}

/// The conditions that determine the possible layouts of a dialect's operations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axes {
    /// The release of the producer, if it is stated.
    pub(crate) release: Option<Release>,
    /// The possible releases, if the release is not stated.
    pub(crate) inferred: Candidates,
    /// The releases of dialects.
    pub(crate) dialects: DialectReleases,
    /// The version record of the dialect; 0 if there is none.
    pub(crate) record: u64,
}

/// The possible layouts of an operation in the known releases, oldest first.
pub(crate) fn layouts(axes: &Axes, dialect: &[u8], operation: &[u8]) -> Layouts {
    let names = (std::str::from_utf8(dialect), std::str::from_utf8(operation));
    let (Ok(dialect), Ok(operation)) = names else { return Layouts::None };
    let of_release = |release| property_layout(release, axes.record, dialect, operation);
    if let Some(fields) = axes.release.and_then(of_release) {
        return Layouts::One(fields);
    }
    // Layouts by releases of the dialect apply only to producers whose release is unknown.
    if axes.release.is_some() && DialectReleases::title(dialect).is_none() {
        return Layouts::None;
    }
    let (found, is_known) = match different(axes.inferred.releases.iter().filter_map(of_release)) {
        Layouts::None => {
            let own = DialectReleases::title(dialect).is_some();
            let is_known = !own || axes.dialects.for_reading().index(dialect).is_some();
            (different(axes.dialects.layouts(dialect, operation)), is_known)
        }
        found => (found, axes.inferred.whole),
    };
    match found {
        Layouts::One(fields) if !is_known => Layouts::Several(vec![fields]),
        found => found,
    }
}

/// The distinct layouts.
fn different(mut found: impl Iterator<Item = &'static [Field]>) -> Layouts {
    let Some(first) = found.next() else { return Layouts::None };
    let Some(second) = found.find(|fields| *fields != first) else { return Layouts::One(first) };
    let mut several = vec![first, second];
    for fields in found {
        // Equal layouts of several ranges count once.
        if !several.contains(&fields) {
            several.push(fields);
        }
    }
    Layouts::Several(several)
}

/// The possible layouts of an operation.
#[derive(Clone, Debug)]
pub(crate) enum Layouts {
    /// No possible release of the file is known to have the operation.
    None,
    One(&'static [Field]),
    /// Several. The one that fits the bytes is right.
    Several(Vec<&'static [Field]>),
    /// The operation has no description. A dialect of the registry can determine the layout from the bytes.
    Unknown(Unknown),
}

impl Layouts {
    /// The layout, if there is exactly one; it need not fit.
    pub(crate) fn sole(&self) -> Option<&'static [Field]> {
        match self {
            Layouts::One(fields) => Some(fields),
            Layouts::Several(layouts) if layouts.len() == 1 => layouts.first().copied(),
            _ => None,
        }
    }

    /// The layout of an operation with these properties: the only possible one, or the only one that decodes all bytes. For an
    /// operation without properties, the newest.
    pub(crate) fn choose(
        &self,
        bytes: Option<&[u8]>,
        version: Version,
    ) -> Option<&'static [Field]> {
        let layouts = match self {
            Layouts::None => return None,
            Layouts::One(fields) => return Some(fields),
            Layouts::Unknown(operation) => {
                let stated = bytes.and_then(|bytes| Some((operation.layout(bytes)?, bytes)));
                let fit = stated.filter(|(fields, bytes)| fits(fields, bytes, version, |_| Ok(())));
                return fit.map(|(fields, _)| fields);
            }
            Layouts::Several(layouts) => layouts,
        };
        let Some(bytes) = bytes else { return layouts.last().copied() };
        let mut fit = layouts.iter().filter(|fields| fits(fields, bytes, version, |_| Ok(())));
        let found = fit.next()?;
        fit.next().is_none().then_some(*found)
    }
}

/// The layouts of an operation: those of the registry, otherwise those of the releases, otherwise the one that the dialect of
/// the registry determines from the bytes.
pub(crate) fn layouts_in(
    registry: &Registry,
    axes: &Axes,
    dialect: &[u8],
    operation: &[u8],
) -> Layouts {
    let known = registry.get(dialect).zip(std::str::from_utf8(operation).ok());
    if let Some(fields) = known.and_then(|(known, name)| known.property_layout(name)) {
        return Layouts::One(fields);
    }
    let found = layouts(axes, dialect, operation);
    match (&found, known) {
        (Layouts::None, Some((_, name))) => {
            let unknown = registry.shared(dialect).map(|dialect| Unknown::new(dialect, name));
            unknown.map_or(found, Layouts::Unknown)
        }
        _ => found,
    }
}

/// The layout of an operation's properties, if it is known. The properties of an operation that the producer did not know have
/// no layout: they are the number of one attribute.
pub(crate) fn layout_of(
    module: &Module<'_>,
    id: OpNameId,
    blob: Option<PropertyBlobId>,
) -> Result<Option<&'static [Field]>> {
    let bytes = blob.map(|blob| module.properties(blob)).transpose()?;
    Ok(layouts_of(module, id)?.choose(bytes, module.version))
}

/// The possible layouts of the properties of the operations with a name.
pub(crate) fn layouts_of(module: &Module<'_>, id: OpNameId) -> Result<Layouts> {
    let OpName { dialect, name, registered } = module.op_name(id)?;
    if !registered {
        return Ok(Layouts::None);
    }
    Ok(module.layouts_named(dialect, name, record_of(module, id)))
}

/// The number in the version record of an operation's dialect; 0 if there is none.
pub(crate) fn record_of(module: &Module<'_>, id: OpNameId) -> u64 {
    let of_dialect = module.op_names.get(id.0 as usize).map(|name| name.dialect.0 as usize);
    let version = of_dialect.and_then(|index| module.dialects.get(index)?.version);
    record_number(version.map(|span| module.data().bytes(span)))
}

/// The error for properties without a known layout.
#[cold]
pub(crate) fn no_layout(release: Option<Release>, operation: &str) -> Error {
    Error::new(ErrorKind::NoLayout {
        operation: operation.to_owned(),
        release: release.map(|release| format!("LLVM {}", release.name())),
    })
}

/// The fields in the order of the bytes.
pub(crate) fn in_order(
    fields: &'static [Field],
    version: Version,
) -> impl Iterator<Item = &'static Field> {
    let sparse = are_sparse(version);
    let last = move |field: &&Field| sparse && matches!(field.kind, Kind::Segments(_));
    fields.iter().filter(move |field| !last(field)).chain(fields.iter().filter(last))
}

/// Reads the fields one after the other, which must take all bytes.
fn read<'a>(
    fields: &'static [Field],
    mut cursor: Cursor<'a>,
    cx: &Context<'a>,
    mut each: impl FnMut(&'static Field, PropertyValue, usize) -> Result<()>,
) -> Result<()> {
    for field in in_order(fields, cx.version()) {
        let at = cursor.position();
        read_field(field, &mut cursor, cx)
            .and_then(|value| each(field, value, at))
            .field(field.name)?;
    }
    if !cursor.is_empty() {
        return Err(Error::trailing(cursor.position(), cursor.remaining(), "the last property"));
    }
    Ok(())
}

/// Whether a layout decodes all bytes of a blob, and `check` accepts every value.
pub(super) fn fits(
    fields: &'static [Field],
    bytes: &[u8],
    version: Version,
    check: impl Fn(&PropertyValue) -> Result<()>,
) -> bool {
    let cx = Context::new(version, None);
    read(fields, Cursor::new(bytes), &cx, |_, value, _| check(&value)).is_ok()
}

fn read_field<'a>(
    field: &Field,
    cursor: &mut Cursor<'a>,
    cx: &Context<'a>,
) -> Result<PropertyValue> {
    Ok(match field.kind {
        Kind::Segments(count) if are_sparse(cx.version()) => {
            PropertyValue::Segments(read_sparse(count as usize, cursor, cx)?)
        }
        Kind::Attribute | Kind::Segments(_) => {
            PropertyValue::Attribute(AttributeId(cursor.prefix_u32()?))
        }
        Kind::OptionalAttribute => {
            let start = cursor.position();
            let index = unflag(start, cursor.prefix()?, "u32")?;
            index.map_or(PropertyValue::None, |index| PropertyValue::Attribute(AttributeId(index)))
        }
        Kind::Varint => PropertyValue::Number(cursor.prefix()?),
        Kind::OptionalVarint if cursor.bool()? => PropertyValue::Number(cursor.prefix()?),
        Kind::OptionalVarint => PropertyValue::None,
        Kind::Bool => PropertyValue::Bool(cursor.bool()?),
        Kind::String => PropertyValue::String(StringId(cursor.prefix_u32()?)),
    })
}

/// Writes one field. The caller writes the fields in the order of the version.
pub(crate) fn write_field(
    field: &Field,
    value: &PropertyValue,
    cx: &mut Encoder<'_>,
    writer: &mut Writer,
) -> Result<()> {
    let sparse = are_sparse(cx.version());
    match (field.kind, value) {
        (Kind::Attribute, PropertyValue::Attribute(id)) => {
            writer.prefix(u64::from(cx.attribute_index(*id)?));
        }
        (Kind::OptionalAttribute, PropertyValue::Attribute(id)) => {
            writer.prefix(flag(Some(u64::from(cx.attribute_index(*id)?)))?);
        }
        (Kind::OptionalAttribute, PropertyValue::None) => writer.prefix(flag(None)?),
        (Kind::Varint, PropertyValue::Number(number)) => writer.prefix(*number),
        (Kind::OptionalVarint, PropertyValue::Number(number)) => {
            writer.bool(true);
            writer.prefix(*number);
        }
        (Kind::OptionalVarint, PropertyValue::None) => writer.bool(false),
        (Kind::Bool, PropertyValue::Bool(value)) => writer.bool(*value),
        (Kind::String, PropertyValue::String(id)) => {
            writer.prefix(u64::from(cx.string_index(*id)?));
        }
        (Kind::Segments(_), PropertyValue::Attribute(id)) if !sparse => {
            writer.prefix(u64::from(cx.attribute_index(*id)?));
        }
        (Kind::Segments(count), PropertyValue::Segments(sizes))
            if sparse && sizes.len() == count as usize =>
        {
            write_sparse(sizes, cx, writer)?;
        }
        (kind, value) => return Err(PropertyValue::misfit(Some(value), expected(kind))),
    }
    Ok(())
}

fn expected(kind: Kind) -> Cow<'static, str> {
    match kind {
        Kind::Attribute => "an attribute".into(),
        Kind::OptionalAttribute => "an attribute, or none".into(),
        Kind::Varint => "a number".into(),
        Kind::OptionalVarint => "a number, or none".into(),
        Kind::Bool => "a truth value".into(),
        Kind::String => "a string".into(),
        Kind::Segments(count) => format!("the sizes of {count} segments").into(),
    }
}

/// Reads an array of `len` numbers, most of which are usually zero.
fn read_sparse<'a>(len: usize, cursor: &mut Cursor<'a>, cx: &Context<'a>) -> Result<Vec<u32>> {
    let header = SparseArrayHeader::read(cursor, cx)?;
    let mut numbers = vec![0; len];
    if header.count == 0 {
        return Ok(numbers);
    }
    let mut bits = 0;
    if header.sparse {
        let start = cursor.position();
        let found = cursor.prefix()?;
        bits = u32::try_from(found).ok().filter(|bits| *bits <= INDEX_BITS).ok_or_else(|| {
            let (limit, max) = ("bits of an index", INDEX_BITS.into());
            Error::at(start, ErrorKind::Limit { limit, found, max })
        })?;
    }
    for index in 0..header.count {
        let start = cursor.position();
        let code = cursor.prefix()?;
        let (index, number) =
            if header.sparse { (code & ((1 << bits) - 1), code >> bits) } else { (index, code) };
        let place = usize::try_from(index).ok().and_then(|index| numbers.get_mut(index));
        let Some(place) = place else {
            let (table, len) = ("number".into(), len as u64);
            return Err(Error::at(start, ErrorKind::Index { table, found: index, len }));
        };
        *place = narrow(start, number, "u32")?;
    }
    Ok(numbers)
}

/// Writes the same form as the reference writer.
fn write_sparse(numbers: &[u32], cx: &mut Encoder<'_>, writer: &mut Writer) -> Result<()> {
    let set = numbers.iter().filter(|number| **number != 0).count();
    let last = numbers.iter().rposition(|number| *number != 0).unwrap_or(0);
    let bits = usize::BITS - last.leading_zeros();
    let sparse = set <= numbers.len() / 2 && bits <= INDEX_BITS;
    let count = if sparse { set } else { numbers.len() } as u64;
    SparseArrayHeader { sparse, count }.write(writer, cx)?;
    if !sparse {
        numbers.iter().for_each(|number| writer.prefix(u64::from(*number)));
        return Ok(());
    }
    if set > 0 {
        writer.prefix(u64::from(bits));
    }
    for (index, number) in numbers.iter().enumerate().filter(|(_, number)| **number != 0) {
        writer.prefix(u64::from(*number) << bits | index as u64);
    }
    Ok(())
}

/// Shows the references in properties of `version`; `None` if they have to be decoded.
pub(crate) fn scan<'s>(
    fields: &'static [Field],
    version: Version,
    mut cursor: Scan<'s>,
    seen: &mut dyn References,
) -> Option<Scan<'s>> {
    for field in in_order(fields, version) {
        match field.kind {
            Kind::Segments(_) if are_sparse(version) => return None,
            Kind::Attribute | Kind::Segments(_) => {
                let (id, found) = cursor.index()?;
                seen.attribute_reference(AttributeId(id), found)?;
            }
            Kind::OptionalAttribute => {
                if let (Some(id), found) = cursor.flagged()? {
                    seen.attribute_reference(AttributeId(id), found)?;
                }
            }
            Kind::String => {
                let (id, found) = cursor.index()?;
                seen.string_reference(StringId(id), found)?;
            }
            Kind::OptionalVarint if !cursor.bool()? => {}
            Kind::Varint | Kind::OptionalVarint => cursor.number().map(|_| ())?,
            Kind::Bool => cursor.bool().map(|_| ())?,
        }
    }
    Some(cursor)
}

/// Reads properties and writes them with the numbers of `cx`, both in `version`.
pub(crate) fn transcode(
    fields: &'static [Field],
    version: Version,
    bytes: &[u8],
    cx: &mut Encoder<'_>,
    writer: &mut Writer,
) -> Result<()> {
    let reading = Context::new(version, cx.release());
    read(fields, Cursor::new(bytes), &reading, |field, value, _| {
        write_field(field, &value, cx, writer)
    })
}

/// The number of the attribute that holds the properties of an operation that the producer did not know.
pub(crate) fn sole_attribute(data: Data<'_>, span: Span) -> Result<AttributeId> {
    let (slice, start) = data.slice(span);
    let mut cursor = Cursor::over(slice, start, start + span.len)?;
    let id = AttributeId(cursor.prefix_u32().field("properties")?);
    if !cursor.is_empty() {
        let (at, left) = (cursor.position(), cursor.remaining());
        return Err(Error::trailing(at, left, "the attribute")).field("properties");
    }
    Ok(id)
}

/// The numbers in an array attribute, and their type.
fn numbers(attribute: &Attribute<'_>) -> Option<(TypeId, Vec<u32>)> {
    let view::BuiltinAttribute::DenseArrayAttr { element_type, size, raw_data } =
        attribute.builtin()?
    else {
        return None;
    };
    let (numbers, rest) = raw_data.as_chunks();
    let whole = rest.is_empty() && numbers.len() as u64 == size;
    whole.then(|| (element_type, numbers.iter().copied().map(u32::from_le_bytes).collect()))
}

fn is_i32(ty: &Type<'_>) -> bool {
    let bits = u64::from(u32::BITS);
    matches!(
        ty.builtin(),
        Some(view::BuiltinType::IntegerType { signedness: Signedness::Signless, width })
            if width == bits
    )
}

/// The tables that numbers in properties refer to.
pub(crate) trait Tables {
    /// Refuses a number past the end of its table.
    fn check(&self, value: &PropertyValue) -> Result<()>;

    /// The sizes in an array of `i32`; `None` for any other attribute.
    fn sizes(&self, id: AttributeId) -> Result<Option<Vec<u32>>>;
}

impl Tables for File<'_> {
    fn check(&self, value: &PropertyValue) -> Result<()> {
        match value {
            PropertyValue::Attribute(id) => self.stored(Table::Attribute, id.0).map(|_| ()),
            PropertyValue::String(id) => self.strings()?.get(*id).map(|_| ()),
            _ => Ok(()),
        }
    }

    fn sizes(&self, id: AttributeId) -> Result<Option<Vec<u32>>> {
        let Some((ty, sizes)) = numbers(&self.attribute(id)?) else { return Ok(None) };
        Ok(is_i32(&self.ty(ty)?).then_some(sizes))
    }
}

impl Tables for Module<'_> {
    fn check(&self, value: &PropertyValue) -> Result<()> {
        match value {
            PropertyValue::Attribute(id) => self.stored(Table::Attribute, id.0).map(|_| ()),
            PropertyValue::String(id) => self.strings.get(*id).map(|_| ()),
            _ => Ok(()),
        }
    }

    fn sizes(&self, id: AttributeId) -> Result<Option<Vec<u32>>> {
        let Some((ty, sizes)) = numbers(&self.attribute(id)?) else { return Ok(None) };
        Ok(is_i32(&self.ty(ty)?).then_some(sizes))
    }
}

/// The values of a blob. Segment sizes are returned as sizes in any version, if they are well-formed.
pub(crate) fn list<'a>(
    fields: &'static [Field],
    data: Data<'a>,
    span: Span,
    cx: &Context<'a>,
    tables: &impl Tables,
) -> Result<Vec<Property>> {
    let (slice, start) = data.slice(span);
    let cursor = Cursor::over(slice, start, start + span.len)?;
    let mut list = Vec::with_capacity(fields.len());
    read(fields, cursor, cx, |field, value, at| {
        tables.check(&value).map_err(|error| error.or_at(at))?;
        let sizes = match (field.kind, &value) {
            (Kind::Segments(_), PropertyValue::Attribute(id)) => {
                tables.sizes(*id).map_err(|error| error.or_at(at))?
            }
            _ => None,
        };
        let value = sizes.map_or(value, PropertyValue::Segments);
        list.push(Property { name: field.name, value });
        Ok(())
    })
    .field("properties")?;
    Ok(list)
}
