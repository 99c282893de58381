//! Prints attributes.

use super::super::generated::{AttributeId, Release, StringId, TypeId, view};
use super::elements::few_strings;
use super::llvm;
use super::printer::Printer;
use super::strings;
use crate::BUILTIN;
use crate::number_formats::needed_number;
use crate::tables::entry::Attribute;
use bytespec_core::error::Result;
use bytespec_core::text::output::Print;
use bytespec_core::text::unquote;
use std::borrow::Cow;
use std::fmt::Write as _;

/// The first release that prints a symbol with an empty name as such.
const EMPTY_SYMBOLS_SINCE: Release = Release::R17;
/// The first release that prints the type of a number in an array if the number is printed as its bits.
const TYPED_BITS_SINCE: Release = Release::R17;

impl<'p> Printer<'p, '_> {
    /// Whether an attribute is the unit attribute.
    pub(super) fn is_unit(&self, id: AttributeId) -> bool {
        let entry = self.module.attributes.get(id.0 as usize);
        // A unit attribute is its tag only: one byte.
        let may_be = entry.is_some_and(|entry| !entry.custom() || entry.len == 1);
        may_be && matches!(self.builtin(id), Some(view::BuiltinAttribute::UnitAttr))
    }

    /// The attribute, if it is a builtin one that is not text.
    pub(super) fn builtin(&self, id: AttributeId) -> Option<view::BuiltinAttribute<'_>> {
        self.module.attribute(id).ok()?.builtin()
    }

    /// Prints the content of an attribute.
    pub(super) fn attribute_content(&mut self, id: AttributeId, bare: bool) -> Result<()> {
        let module = self.module;
        match module.attribute(id)? {
            Attribute::Typed(view::AttributeEntry::Builtin(attribute)) => {
                if attribute.location().is_some() {
                    self.out.push_str("loc(");
                    self.location_content(id)?;
                    self.out.push(')');
                    return Ok(());
                }
                self.builtin_attribute(id, &attribute, bare)
            }
            Attribute::Typed(view::AttributeEntry::Vhlo(attribute)) => {
                self.vhlo_attribute(&attribute)
            }
            Attribute::Typed(view::AttributeEntry::Stablehlo(attribute)) => {
                self.stablehlo_attribute(&attribute)
            }
            Attribute::Typed(entry) => self.symbol('#', entry.dialect(), &entry),
            Attribute::Text { text, .. } => match self.llvm_part(id) {
                Some(part) => self.symbol('#', llvm::DIALECT, &part),
                None => self.check_text(id.into()).and_then(|()| self.raw(text)),
            },
            Attribute::Opaque { dialect, bytes } => self.derived('#', id, dialect, bytes),
        }
    }

    fn builtin_attribute(
        &mut self,
        id: AttributeId,
        attribute: &view::BuiltinAttribute<'_>,
        bare: bool,
    ) -> Result<()> {
        use view::BuiltinAttribute as A;
        match attribute {
            A::ArrayAttr { value } => {
                self.out.push('[');
                self.list(value.iter(), |printer, id| printer.attribute(id, true))?;
                self.out.push(']');
            }
            A::DictionaryAttr { value } => {
                self.out.push('{');
                self.list(value.iter(), |printer, entry| {
                    printer.string_name(entry.name)?;
                    printer.value_of_entry(entry.value)
                })?;
                self.out.push('}');
            }
            A::StringAttr { value } => self.string(*value)?,
            A::StringAttrWithType { value, r#type } => self.typed_string(*value, *r#type)?,
            A::FlatSymbolRefAttr { root } => self.symbol_name(*root)?,
            A::SymbolRefAttr { root, nested } => {
                self.symbol_name(*root)?;
                for symbol in *nested {
                    self.out.push_str("::");
                    self.attribute(symbol, true)?;
                }
            }
            A::TypeAttr { value } => self.ty(*value)?,
            A::IntegerAttr { r#type, value } | A::FloatAttr { r#type, value } => {
                let bytes = little_endian(value.to_owned().words());
                self.number(*r#type, &bytes, bare)?;
            }
            A::DenseArrayAttr { element_type, raw_data, .. } => {
                self.dense_array(*element_type, raw_data)?;
            }
            A::DenseIntOrFPElementsAttr { r#type, raw_data } => {
                self.dense(*r#type, raw_data)?;
                self.of_type(*r#type)?;
            }
            A::DenseStringElementsAttr { r#type, is_splat, strings } => {
                let splat = *is_splat != 0;
                self.dense_strings(*r#type, splat, strings.len() as u64, |printer, place| {
                    match strings.get(place as usize) {
                        Some(id) => printer.string(id),
                        None => Err(few_strings(place, strings.len())),
                    }
                })?;
                self.of_type(*r#type)?;
            }
            A::SparseElementsAttr { r#type, indices, values } => {
                self.sparse(*r#type, *indices, *values)?;
                self.of_type(*r#type)?;
            }
            A::DistinctAttr { referenced } => self.distinct(id, *referenced)?,
            A::AffineMapAttr { .. } | A::IntegerSetAttr { .. } => self.affine(attribute)?,
            other => self.builtin_template(other)?,
        }
        Ok(())
    }

    /// Prints a string and its type.
    fn typed_string(&mut self, value: StringId, ty: TypeId) -> Result<()> {
        self.string(value)?;
        // The type `none` is not printed.
        let builtin = self.module.ty(ty)?.builtin();
        if !matches!(builtin, Some(view::BuiltinType::NoneType)) {
            self.of_type(ty)?;
        }
        Ok(())
    }

    /// Prints a distinct attribute, with its number in the order of printing.
    fn distinct(&mut self, id: AttributeId, referenced: AttributeId) -> Result<()> {
        let next = self.distinct.len();
        let number = *self.distinct.entry(id).or_insert(next);
        let _ = write!(self.out, "distinct[{number}]<");
        if !self.is_unit(referenced) {
            self.attribute(referenced, false)?;
        }
        self.out.push('>');
        Ok(())
    }

    /// Prints a colon and the type of the preceding value.
    pub(super) fn of_type(&mut self, ty: TypeId) -> Result<()> {
        self.out.push_str(" : ");
        self.ty(ty)
    }

    /// Prints the value in a dictionary entry. A unit attribute is omitted.
    pub(super) fn value_of_entry(&mut self, value: AttributeId) -> Result<()> {
        if self.is_unit(value) {
            return Ok(());
        }
        self.out.push_str(" = ");
        self.attribute(value, false)
    }

    /// Prints a name from a string attribute.
    fn string_name(&mut self, id: AttributeId) -> Result<()> {
        let name = self.text_of(id)?;
        strings::name(&mut self.out, &name);
        Ok(())
    }

    fn symbol_name(&mut self, id: AttributeId) -> Result<()> {
        let name = self.text_of(id)?;
        self.out.push('@');
        if name.is_empty() && self.release >= EMPTY_SYMBOLS_SINCE {
            self.out.push_str("<<INVALID EMPTY SYMBOL>>");
        } else {
            strings::name(&mut self.out, &name);
        }
        Ok(())
    }

    /// The bytes of a string attribute, which can be text in the file.
    fn text_of(&self, id: AttributeId) -> Result<Cow<'p, [u8]>> {
        let module = self.module;
        if let Attribute::Text { dialect, text } = module.attribute(id)?
            && dialect == BUILTIN.as_bytes()
            && let Some(bytes) = std::str::from_utf8(text).ok().and_then(unquote)
        {
            return Ok(Cow::Owned(bytes.into_owned()));
        }
        Ok(Cow::Borrowed(module.string(module.string_of(id)?)?))
    }

    /// Prints a number and its type. The type is omitted for Booleans, and in lists for the most common types.
    pub(super) fn number(&mut self, ty: TypeId, bytes: &[u8], bare: bool) -> Result<()> {
        let module = self.module;
        let number = self.cache.number(ty, || needed_number(module, ty))?;
        let decimal = number.write(&mut self.out, bytes);
        let usual = number.is_usual() && (decimal || self.release < TYPED_BITS_SINCE);
        if number.is_truth() || bare && usual {
            return Ok(());
        }
        self.of_type(ty)
    }
}

/// The bytes of words, in little-endian order.
pub(super) fn little_endian(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
