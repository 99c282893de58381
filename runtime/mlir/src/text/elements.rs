//! Prints elements of shaped attributes.

use super::super::generated::{AttributeId, TypeId, view};
use super::printer::Printer;
use crate::number_formats::needed_number;
use crate::tables::names::past_end;
use bytespec_core::decimal::Number;
use bytespec_core::elements::{Elements, Storage};
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::text::output::Print;
use bytespec_core::text::write_hexadecimal;
use std::fmt::Write as _;

/// More elements than this are printed as one string of digits.
const MAX_LISTED: u64 = 100;

/// The maximum number of elements that are printed in a listing.
const SHOWN: u64 = 16;

/// The brackets of a list.
const LIST: (char, char) = ('[', ']');

/// The shape of a shaped type.
struct Shape {
    sizes: Vec<u64>,
    /// The product of all sizes.
    count: u64,
    element: TypeId,
}

impl Printer<'_, '_> {
    fn shape(&self, ty: TypeId) -> Result<Shape> {
        let Some((sizes, element)) = self.module.ty(ty)?.sizes() else {
            return Err(self.module.wrong_entry(ty, "a type with a shape"));
        };
        let sizes: Option<Vec<u64>> = sizes.iter().map(|size| u64::try_from(size).ok()).collect();
        let count =
            |sizes: &Vec<u64>| sizes.iter().try_fold(1u64, |count, size| count.checked_mul(*size));
        let known = sizes.and_then(|sizes| Some((count(&sizes)?, sizes)));
        let Some((count, sizes)) = known else {
            let expected = "a type with a known number of elements";
            return Err(self.module.wrong_entry(ty, expected));
        };
        Ok(Shape { sizes, count, element })
    }

    /// Prints numbers in a shape, without their type.
    pub(super) fn dense(&mut self, ty: TypeId, data: &[u8]) -> Result<()> {
        let shape = self.shape(ty)?;
        if self.is_elided(shape.count, self.is_splat(&shape, data)?) {
            self.out.push_str("dense_resource<__elided__>");
            return Ok(());
        }
        self.out.push_str("dense<");
        self.elements(&shape, data, true)?;
        self.out.push('>');
        Ok(())
    }

    fn is_elided(&self, count: u64, splat: bool) -> bool {
        !splat && self.options.elide_elements.is_some_and(|max| count > max)
    }

    /// The number format of a numeric type.
    pub(super) fn number_of(&self, ty: TypeId) -> Result<Number> {
        needed_number(self.module, ty)
    }

    /// Whether one element represents all.
    fn is_splat(&self, shape: &Shape, data: &[u8]) -> Result<bool> {
        let number = self.number_of(shape.element)?;
        Ok(match data {
            [] => false,
            [byte] if number.is_truth() => *byte == 0 || *byte == u8::MAX || shape.count == 1,
            _ => !number.is_truth() && data.len() == number.size(),
        })
    }

    /// Prints numbers: one for all, nested lists, or digits if there are many and `digits` allows it.
    fn elements(&mut self, shape: &Shape, data: &[u8], digits: bool) -> Result<()> {
        let number = self.number_of(shape.element)?;
        if self.is_splat(shape, data)? {
            number.write(&mut self.out, data);
            return Ok(());
        }
        let elements = Elements::new(number, shape.count, data, Storage::Short)?;
        if digits && shape.count > MAX_LISTED && self.folds.is_none() {
            self.out.push_str("\"0x");
            write_hexadecimal(&mut self.out, data);
            self.out.push('"');
            return self.out.room();
        }
        self.nested(&shape.sizes, LIST, |printer, place| {
            elements.write(&mut printer.out, place as usize);
            printer.out.room()
        })
    }

    /// The sizes of a shape, and each number in it as it is printed.
    pub(super) fn dense_parts(&mut self, id: AttributeId) -> Result<(Vec<u64>, Vec<String>)> {
        let module = self.module;
        let Some(view::BuiltinAttribute::DenseIntOrFPElementsAttr { r#type, raw_data }) =
            module.attribute(id)?.builtin()
        else {
            return Err(module.wrong_entry(id, "a list of numbers"));
        };
        let shape = self.shape(r#type)?;
        let number = self.number_of(shape.element)?;
        let spell = |bytes: &[u8]| {
            let mut text = String::new();
            number.write(&mut text, bytes);
            text
        };
        let each = raw_data.chunks_exact(number.size().max(1)).map(spell);
        let numbers = match self.is_splat(&shape, raw_data)? {
            // The limit for the length of a printed list.
            true if shape.count <= MAX_LISTED => vec![spell(raw_data); shape.count as usize],
            _ => each.collect(),
        };
        Ok((shape.sizes, numbers))
    }

    /// Prints elements in nested lists, one level for each size.
    pub(super) fn nested(
        &mut self,
        sizes: &[u64],
        brackets: (char, char),
        element: impl FnMut(&mut Self, u64) -> Result<()>,
    ) -> Result<()> {
        self.nested_lists(sizes, brackets, self.shown(), element)
    }

    /// The number of elements that are printed one by one, which is limited in a listing.
    fn shown(&self) -> u64 {
        if self.folds.is_some() { SHOWN } else { u64::MAX }
    }

    /// Prints a list of numbers of one type.
    pub(super) fn dense_array(&mut self, element: TypeId, data: &[u8]) -> Result<()> {
        self.out.push_str("array<");
        self.ty(element)?;
        let number = self.number_of(element)?;
        let size = number.size();
        if size == 0 || !data.len().is_multiple_of(size) {
            let (bytes, after) = (data.len().checked_rem(size).unwrap_or(0), "the last number");
            return Err(Error::new(ErrorKind::Trailing { bytes, after }));
        }
        let mut between = ": ";
        let count = (data.len() / size) as u64;
        let shown = count.min(self.shown());
        for bytes in data.chunks_exact(size).take(shown as usize) {
            self.out.push_str(std::mem::replace(&mut between, ", "));
            number.write(&mut self.out, bytes);
        }
        if shown < count {
            let _ = write!(self.out, ", ... {count} elements");
        }
        self.out.push('>');
        self.out.room()
    }

    /// Prints strings in a shape.
    pub(super) fn dense_strings(
        &mut self,
        ty: TypeId,
        splat: bool,
        len: u64,
        mut element: impl FnMut(&mut Self, u64) -> Result<()>,
    ) -> Result<()> {
        let shape = self.shape(ty)?;
        if self.is_elided(shape.count, splat) {
            self.out.push_str("dense_resource<__elided__>");
            return Ok(());
        }
        self.out.push_str("dense<");
        if splat {
            element(self, 0)?;
        } else if shape.count != len {
            let (what, expected) = ("strings", shape.count);
            return Err(Error::new(ErrorKind::Count { what, expected, found: len }));
        } else {
            self.nested(&shape.sizes, LIST, element)?;
        }
        self.out.push('>');
        Ok(())
    }

    /// The number of elements of a dense elements attribute.
    fn count_of(&mut self, id: AttributeId) -> Result<u64> {
        match self.builtin(id) {
            Some(
                view::BuiltinAttribute::DenseIntOrFPElementsAttr { r#type, .. }
                | view::BuiltinAttribute::DenseStringElementsAttr { r#type, .. },
            ) => Ok(self.shape(r#type)?.count),
            _ => Err(self.module.wrong_entry(id, "dense elements")),
        }
    }

    /// Prints sparse numbers: their indices, and their values.
    pub(super) fn sparse(
        &mut self,
        ty: TypeId,
        indices: AttributeId,
        values: AttributeId,
    ) -> Result<()> {
        let count = self.shape(ty)?.count;
        let numbers = self.count_of(indices)?;
        let values_count = self.count_of(values)?;
        if self.is_elided(count, false) {
            self.out.push_str("dense_resource<__elided__>");
            return Ok(());
        }
        self.out.push_str("sparse<");
        if values_count == 0 {
            self.found.alike("the type of indices that there are none of");
        } else if numbers == 0 {
            self.found.alike("the values of sparse elements without indices");
        } else {
            self.part(indices, false)?;
            self.out.push_str(", ");
            self.part(values, true)?;
        }
        self.out.push('>');
        Ok(())
    }

    /// Prints the content of the brackets of a dense elements attribute.
    fn part(&mut self, id: AttributeId, digits: bool) -> Result<()> {
        let module = self.module;
        match module.attribute(id)?.builtin() {
            Some(view::BuiltinAttribute::DenseIntOrFPElementsAttr { r#type, raw_data }) => {
                let shape = self.shape(r#type)?;
                self.elements(&shape, raw_data, digits)
            }
            Some(view::BuiltinAttribute::DenseStringElementsAttr { r#type, is_splat, strings }) => {
                let shape = self.shape(r#type)?;
                let element = |printer: &mut Self, place: u64| {
                    let id = strings.get(place as usize);
                    let missing = || few_strings(place, strings.len());
                    printer.string(id.ok_or_else(missing)?)
                };
                match is_splat {
                    0 => self.nested(&shape.sizes, LIST, element),
                    _ => element(self, 0),
                }
            }
            _ => Err(module.wrong_entry(id, "dense elements")),
        }
    }
}

/// The error for an element without a string.
#[cold]
pub(super) fn few_strings(place: u64, len: usize) -> Error {
    past_end("string", u32::try_from(place).unwrap_or(u32::MAX), len)
}
