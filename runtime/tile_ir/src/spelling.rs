//! Prints references to a file's tables, for listings.

use super::file::File;
use super::generated::{ConstantId, DebugId, StringId, TypeId};
use super::text::elements::number;
use bytespec_core::reflect::{Names, Text};
use bytespec_core::wire::MAX_DEPTH;
use std::cell::Cell;
use std::fmt::{self, Write};

/// The maximum size of one printed reference, in bytes. Longer text is cut and ends in `...`: the text of types that refer to
/// one type several times can double with each step.
pub const MAX_SPELLING: usize = 1 << 14;

/// Prints types, strings, constants and debug entries of a file as the reference disassembler does.
#[derive(Debug)]
pub struct Spelling<'f, 'a> {
    file: &'f File<'a>,
    /// The nesting depth of the current type. Types can refer to each other in a cycle.
    depth: Cell<u32>,
}

impl<'f, 'a> Spelling<'f, 'a> {
    /// A printer for the entries of `file`.
    #[must_use]
    pub fn new(file: &'f File<'a>) -> Self {
        Spelling { file, depth: Cell::new(0) }
    }

    /// The text of a type.
    #[must_use]
    pub fn ty(&self, id: TypeId) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_ty(&mut text, id);
        text
    }

    /// Writes the text of a type, as from [`Spelling::ty`], to `f`.
    ///
    /// # Errors
    /// Those of `f`. The type is then incomplete.
    pub fn write_ty(&self, f: &mut dyn Write, id: TypeId) -> fmt::Result {
        self.reference(f, TypeId::TABLE, id.0)
    }

    /// A number of a type, from its bits, as in the text form without its type. If the type is not numeric, the bits as a
    /// number.
    #[must_use]
    pub fn number(&self, ty: TypeId, bits: u64) -> String {
        let spelled = self.file.ty(ty).ok().and_then(|ty| number(&ty, bits));
        spelled.unwrap_or_else(|| bits.to_string())
    }

    /// The text of a string, with quotes and escapes.
    #[must_use]
    pub fn string(&self, id: StringId) -> String {
        let mut text = String::new();
        let _ = self.reference(&mut text, StringId::TABLE, id.0);
        text
    }
}

/// Writes bytes between quotes. A backslash is doubled; quotes and bytes that are not printable ASCII are written as a
/// backslash and two hexadecimal digits.
///
/// # Errors
/// Those of `f`.
pub fn write_quoted(f: &mut dyn Write, bytes: &[u8]) -> fmt::Result {
    f.write_char('"')?;
    for &byte in bytes {
        match byte {
            b'\\' => f.write_str("\\\\")?,
            b'"' => f.write_str("\\22")?,
            b' '..=b'~' => f.write_char(char::from(byte))?,
            _ => write!(f, "\\{byte:02X}")?,
        }
    }
    f.write_char('"')
}

impl Names for Spelling<'_, '_> {
    fn reference(&self, f: &mut dyn Write, table: &'static str, index: u32) -> fmt::Result {
        if self.depth.get() > 0 {
            return self.entry(f, table, index);
        }
        let mut bounded = Bounded { f, left: MAX_SPELLING, full: false };
        let result = self.entry(&mut bounded, table, index);
        if bounded.full { f.write_str("...") } else { result }
    }
}

/// Writes text up to a limit, and then fails to stop the printer.
struct Bounded<'w> {
    f: &'w mut dyn Write,
    left: usize,
    full: bool,
}

impl Write for Bounded<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        match self.left.checked_sub(text.len()) {
            Some(left) => {
                self.left = left;
                self.f.write_str(text)
            }
            None => {
                self.full = true;
                Err(fmt::Error)
            }
        }
    }
}

impl Spelling<'_, '_> {
    fn entry(&self, f: &mut dyn Write, table: &'static str, index: u32) -> fmt::Result {
        if self.depth.get() >= MAX_DEPTH {
            return f.write_str("...");
        }
        self.depth.set(self.depth.get() + 1);
        let result = match table {
            TypeId::TABLE => match self.file.ty(TypeId(index)) {
                Ok(ty) => ty.text(f, self),
                Err(_) => write!(f, "<bad type {index}>"),
            },
            StringId::TABLE => match self.file.string(StringId(index)) {
                Ok(text) => write_quoted(f, text),
                Err(_) => write!(f, "<bad string {index}>"),
            },
            ConstantId::TABLE => match self.file.constant(ConstantId(index)) {
                Ok(bytes) => write!(f, "constant #{index} ({} bytes)", bytes.len()),
                Err(_) => write!(f, "<bad constant {index}>"),
            },
            DebugId::TABLE => write!(f, "#debug{index}"),
            _ => write!(f, "{table} {index}"),
        };
        self.depth.set(self.depth.get() - 1);
        result
    }
}
