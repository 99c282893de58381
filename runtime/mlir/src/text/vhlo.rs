//! Prints attributes of the dialect `vhlo` that no template can express, as its tools do.

use super::super::generated::{TypeId, view};
use super::attributes::little_endian;
use super::printer::Printer;
use crate::tables::entry::Type;
use bytespec_core::error::Result;
use bytespec_core::text::output::Print;
use std::fmt::Write as _;

impl Printer<'_, '_> {
    pub(super) fn vhlo_attribute(&mut self, attribute: &view::VhloAttribute<'_>) -> Result<()> {
        use view::VhloAttribute as A;
        match attribute {
            A::DictionaryV1Attr { value } => {
                self.out.push_str("#vhlo.dict_v1<{");
                self.list(value.iter(), |printer, entry| {
                    printer.attribute(entry.name, false)?;
                    printer.out.push_str(" = ");
                    printer.attribute(entry.value, false)
                })?;
                self.out.push_str("}>");
            }
            A::IntegerV1Attr { r#type, value } | A::FloatV1Attr { r#type, value } => {
                let bytes = little_endian(value.to_owned().words());
                let name = self.mnemonic(attribute);
                let _ = write!(self.out, "#vhlo.{name}<");
                self.vhlo_number(*r#type, &bytes)?;
                self.out.push('>');
            }
            A::TensorV1Attr { r#type, data } => {
                self.out.push_str("#vhlo.tensor_v1<");
                self.dense(*r#type, data)?;
                self.out.push_str(" : ");
                self.as_builtin(*r#type)?;
                self.out.push('>');
            }
            other => self.symbol('#', "vhlo", other)?,
        }
        Ok(())
    }

    /// Prints a number and its builtin type.
    fn vhlo_number(&mut self, ty: TypeId, bytes: &[u8]) -> Result<()> {
        let number = self.number_of(ty)?;
        number.write(&mut self.out, bytes);
        if number.is_truth() {
            return Ok(());
        }
        self.out.push_str(" : ");
        self.as_builtin(ty)
    }

    /// Prints the builtin type for a type of this dialect, which the text of elements has.
    fn as_builtin(&mut self, id: TypeId) -> Result<()> {
        use view::VhloType as T;
        let module = self.module;
        let Type::Typed(view::TypeEntry::Vhlo(ty)) = module.ty(id)? else { return self.ty(id) };
        match ty {
            T::RankedTensorV1Type { shape, element }
            | T::RankedTensorV1TypeWithEncoding { shape, element, .. } => {
                self.out.push_str("tensor<");
                for size in shape {
                    self.size(size);
                    self.out.push('x');
                }
                self.inside(|printer| printer.as_builtin(element))?;
                self.out.push('>');
            }
            T::ComplexV1Type { element } => {
                self.out.push_str("complex<");
                self.inside(|printer| printer.as_builtin(element))?;
                self.out.push('>');
            }
            ty => match self.mnemonic(&ty).strip_suffix("_v1") {
                Some("bool") => self.out.push_str("i1"),
                Some("tf31") => self.out.push_str("tf32"),
                Some(name) => self.out.push_str(name),
                None => return self.ty(id),
            },
        }
        Ok(())
    }
}
