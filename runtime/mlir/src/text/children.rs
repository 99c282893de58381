//! The references of an entry, and whether it has an alias.

use super::super::generated::{AttributeId, Release, TypeId, view};
use super::aliases::Base;
use super::llvm::DIALECT;
use super::places::Object;
use super::printer::Printer;
use crate::dialect::Index;
use crate::tables::entry::{Attribute, Type};
use bytespec_core::error::Result;
use bytespec_core::reflect::{Names, Text};
use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt::{self, Write};

/// The alias name of every location.
pub(super) const LOCATION: Base = Cow::Borrowed("loc");

/// A tuple with more elements has an alias.
const MAX_TUPLE: usize = 16;

/// The first release whose distinct attributes have aliases.
const DISTINCT_SINCE: Release = Release::R17;

/// The references in an attribute in which the printer looks for aliases, in the order of its text.
pub(super) fn of_attribute(
    printer: &Printer<'_, '_>,
    id: AttributeId,
    attribute: &Attribute<'_>,
) -> Result<Vec<Object>> {
    match attribute {
        Attribute::Typed(view::AttributeEntry::Builtin(attribute)) => builtin(printer, attribute),
        Attribute::Typed(entry) => Ok(references(entry)),
        Attribute::Text { .. } => {
            Ok(printer.llvm_part(id).map(|part| references(&part)).unwrap_or_default())
        }
        Attribute::Opaque { .. } => derived(printer, id),
    }
}

/// The references in a type, see [`of_attribute`].
pub(super) fn of_type(printer: &Printer<'_, '_>, id: TypeId, ty: &Type<'_>) -> Result<Vec<Object>> {
    match ty {
        Type::Typed(view::TypeEntry::Builtin(ty)) => builtin_type(printer, ty),
        Type::Typed(entry) => Ok(references(entry)),
        Type::Text { .. } => Ok(Vec::new()),
        Type::Opaque { .. } => derived(printer, id),
    }
}

fn attributes<'i>(ids: impl IntoIterator<Item = AttributeId> + 'i) -> Vec<Object> {
    ids.into_iter().map(Object::Attribute).collect()
}

fn builtin(
    printer: &Printer<'_, '_>,
    attribute: &view::BuiltinAttribute<'_>,
) -> Result<Vec<Object>> {
    use view::BuiltinAttribute as A;
    Ok(match attribute {
        A::ArrayAttr { value } => attributes(value.iter()),
        A::DictionaryAttr { value } => attributes(value.iter().map(|entry| entry.value)),
        A::TypeAttr { value } => vec![Object::Type(*value)],
        A::StringAttrWithType { r#type, .. }
        | A::DenseIntOrFPElementsAttr { r#type, .. }
        | A::DenseStringElementsAttr { r#type, .. }
        | A::SparseElementsAttr { r#type, .. }
        | A::DenseResourceElementsAttr { r#type, .. } => vec![Object::Type(*r#type)],
        A::DistinctAttr { referenced } => attributes([*referenced]),
        A::NameLoc { child, .. } => {
            attributes(Some(*child).filter(|child| !printer.is_unknown_location(*child)))
        }
        A::CallSiteLoc { callee, caller } => attributes([*callee, *caller]),
        A::FusedLoc { locations } => attributes(locations.iter()),
        A::FusedLocWithMetadata { locations, metadata } => {
            attributes(std::iter::once(*metadata).chain(locations.iter()))
        }
        _ => Vec::new(),
    })
}

fn builtin_type(printer: &Printer<'_, '_>, ty: &view::BuiltinType<'_>) -> Result<Vec<Object>> {
    use view::BuiltinType as T;
    let mut found = references(ty);
    if let T::MemRefType { shape, layout, .. } | T::MemRefTypeWithMemSpace { shape, layout, .. } =
        ty
        && printer.is_usual_layout(*layout, shape.len())?
    {
        // The text omits it.
        let place = found.iter().position(|object| *object == Object::Attribute(*layout));
        found.drain(place.map_or(0..0, |place| place..place + 1));
    }
    Ok(found)
}

/// The references in the text of an entry that a dialect of the registry describes.
fn derived<I: Index>(printer: &Printer<'_, '_>, id: I) -> Result<Vec<Object>> {
    let (printed, found) =
        seen(|nowhere, names| printer.module.print_entry(I::TABLE, id.number(), nowhere, names));
    printed.map(|_| found)
}

/// The references in the spelling of an item.
fn references(item: &dyn Text) -> Vec<Object> {
    // The output is discarded, so its size does not matter.
    seen(|nowhere, names| item.text(nowhere, names)).1
}

/// The result of printing, and the references in it.
fn seen<T>(print: impl FnOnce(&mut dyn Write, &dyn Names) -> T) -> (T, Vec<Object>) {
    struct Nowhere;
    impl Write for Nowhere {
        fn write_str(&mut self, _: &str) -> fmt::Result {
            Ok(())
        }
    }
    struct Seen(RefCell<Vec<Object>>);
    impl Names for Seen {
        fn reference(&self, _: &mut dyn Write, table: &'static str, index: u32) -> fmt::Result {
            match table {
                AttributeId::TABLE => {
                    self.0.borrow_mut().push(Object::Attribute(AttributeId(index)));
                }
                TypeId::TABLE => self.0.borrow_mut().push(Object::Type(TypeId(index))),
                _ => {}
            }
            Ok(())
        }
    }
    let seen = Seen(RefCell::default());
    let printed = print(&mut Nowhere, &seen);
    (printed, seen.0.into_inner())
}

/// The alias name of a type.
pub(super) fn type_base(ty: &Type<'_>) -> Option<Base> {
    match ty.builtin() {
        Some(view::BuiltinType::TupleType { types }) if types.len() > MAX_TUPLE => {
            Some(Base::Borrowed("tuple"))
        }
        _ => None,
    }
}

/// The alias name of an attribute.
pub(super) fn attribute_base(
    printer: &Printer<'_, '_>,
    id: AttributeId,
    attribute: &Attribute<'_>,
) -> Option<Base> {
    use view::BuiltinAttribute as A;
    match attribute {
        Attribute::Typed(view::AttributeEntry::Builtin(attribute)) => match attribute {
            A::AffineMapAttr { .. } => Some("map".into()),
            A::IntegerSetAttr { .. } => Some("set".into()),
            A::DistinctAttr { referenced } => {
                let plain = printer.release < DISTINCT_SINCE || printer.is_unit(*referenced);
                (!plain).then_some("distinct".into())
            }
            attribute => attribute.location().map(|_| LOCATION),
        },
        Attribute::Typed(entry) => {
            super::dialects::alias(entry.dialect(), &printer.mnemonic(entry), printer.release)
        }
        Attribute::Text { dialect, text } => match printer.llvm_part(id) {
            Some(part) => {
                super::dialects::alias(DIALECT, &printer.mnemonic(&part), printer.release)
            }
            None => text_base(dialect, text, printer.release),
        },
        Attribute::Opaque { .. } => None,
    }
}

/// The alias name of an attribute that is text.
fn text_base(dialect: &[u8], text: &[u8], release: Release) -> Option<Base> {
    let (dialect, text) = (std::str::from_utf8(dialect).ok()?, std::str::from_utf8(text).ok()?);
    if dialect == super::super::BUILTIN {
        let name = text.split('<').next();
        return match name {
            Some("affine_map") => Some("map".into()),
            Some("affine_set") => Some("set".into()),
            _ => None,
        };
    }
    let body = text.strip_prefix('#')?.strip_prefix(dialect)?.strip_prefix('.')?;
    let mnemonic = body.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next()?;
    super::dialects::alias(dialect, mnemonic, release)
}
