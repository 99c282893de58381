//! Prints constants.

use super::super::generated::{ConstantId, TypeId};
use super::elements::Constant;
use super::printer::Printer;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::text::output::Print;
use bytespec_core::text::write_hexadecimal;
use std::fmt::Write;

/// Constants of more elements than this are printed as their bytes.
const MAX_ELEMENTS: usize = 100;

impl Printer<'_> {
    /// Prints the elements of a constant and their type.
    pub(super) fn elements(&mut self, ty: TypeId, constant: ConstantId) -> Result<()> {
        let text = self.type_text(ty)?;
        let Some(constant) = Constant::of(self.module, ty, constant)? else {
            let (item, found) = ("a constant".to_owned(), format!("of type {text}"));
            let expected = "of a type of constants".into();
            return Err(Error::new(ErrorKind::Kind { item, found, expected }));
        };
        let element = self.type_text(constant.element)?;
        let _ = write!(self.out, "<{element}: ");
        let number = |out: &mut String, bits: u64| constant.number.write(out, &bits.to_le_bytes());
        if let Some(bits) = constant.splat() {
            number(&mut self.out, bits);
        } else if constant.elements.is_none() {
            self.out.push_str("\"0x");
            write_hexadecimal(&mut self.out, constant.data);
            self.out.push('"');
            self.out.room()?;
        } else if constant.len() > MAX_ELEMENTS {
            self.out.push_str("\"0x");
            for index in 0..constant.len() {
                let bytes = constant.get(index).to_le_bytes();
                write_hexadecimal(&mut self.out, &bytes[..constant.number.size()]);
                self.out.flush_if_full()?;
            }
            self.out.push('"');
        } else {
            self.nested_lists(&constant.sizes, ('[', ']'), u64::MAX, |printer, index| {
                number(&mut printer.out, constant.get(index as usize));
                Ok(())
            })?;
        }
        let _ = write!(self.out, "> : {text}");
        Ok(())
    }
}
