//! Prints constants.

use super::super::generated::{ConstantId, TypeId};
use super::elements::{Elements, Number};
use super::printer::Printer;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::text::output::FLUSH_SIZE;
use std::fmt::Write;

/// Constants of more elements than this are printed as their bytes.
const MAX_ELEMENTS: usize = 100;

impl Printer<'_> {
    /// Prints the elements of a constant and their type.
    pub(super) fn elements(&mut self, ty: TypeId, constant: ConstantId) -> Result<()> {
        let text = self.types.text(ty)?;
        let Some(elements) = Elements::of(self.module, ty, constant)? else {
            let (item, found) = ("a constant".to_owned(), format!("of type {text}"));
            let expected = "of a type of constants".into();
            return Err(Error::new(ErrorKind::Kind { item, found, expected }));
        };
        let element = self.types.text(elements.element)?;
        let _ = write!(self.out, "<{element}: ");
        if let Some(bits) = elements.splat() {
            elements.number.write(&mut self.out, bits);
        } else if !elements.is_right() {
            self.hex(elements.data().iter().copied())?;
        } else if elements.len() > MAX_ELEMENTS {
            self.out.push_str("\"0x");
            for index in 0..elements.len() {
                let bytes = elements.get(index).to_le_bytes();
                let size = if elements.number == Number::Truth { 1 } else { elements.size };
                for byte in bytes.get(..size).unwrap_or(&bytes) {
                    push_hex(&mut self.out, *byte);
                }
                if self.out.len() >= FLUSH_SIZE {
                    self.out.flush_if_full()?;
                }
            }
            self.out.push('"');
        } else {
            self.nested(&elements);
        }
        let _ = write!(self.out, "> : {text}");
        Ok(())
    }

    fn hex(&mut self, bytes: impl Iterator<Item = u8>) -> Result<()> {
        self.out.push_str("\"0x");
        for byte in bytes {
            push_hex(&mut self.out, byte);
        }
        self.out.push('"');
        self.out.room()
    }

    /// Prints elements in nested brackets, by their shape.
    fn nested(&mut self, elements: &Elements<'_>) {
        let sizes: Vec<usize> =
            elements.shape.iter().map(|size| usize::try_from(*size).unwrap_or(1)).collect();
        for index in 0..elements.len() {
            // One bracket for each dimension that begins here.
            let mut span = 1;
            let mut begins = 0;
            let mut ends = 0;
            for size in sizes.iter().rev() {
                span *= size;
                begins += usize::from(index.is_multiple_of(span));
                ends += usize::from((index + 1).is_multiple_of(span));
            }
            self.out.push_str(if index > 0 { ", " } else { "" });
            self.out.extend(std::iter::repeat_n('[', begins));
            elements.number.write(&mut self.out, elements.get(index));
            self.out.extend(std::iter::repeat_n(']', ends));
        }
    }
}

fn push_hex(out: &mut String, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    for digit in [byte >> 4, byte & 0xf] {
        out.push(char::from(DIGITS[usize::from(digit)]));
    }
}
