//! Values of fields in texts of entries.

use super::{Entries, Scanner};
use crate::error::{Error, ErrorKind, Result};
use crate::quoted::quote;
use crate::reflect::{FieldValue, Names};
use crate::wire::Enumeration;
use std::fmt::{self, Write};

/// A value in the text of an entry of a dialect, at `{field}` in the template of the entry.
///
/// Derived enums of names implement it, and so do integers, `bool`, strings and references to tables of the file. A number without a
/// name, which an enum may keep, is printed as its digits. An `Option` is printed as its value, or as the word `none`. A list has a
/// template of its own, `{field:, }`, and its elements are values. A value with a text borrows nothing, since it is made when a text is
/// parsed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no text that a template can show",
    note = "implement `bytespec::text::TextValue` for it, or leave the `text` of the entry"
)]
pub trait TextValue: Sized + 'static {
    /// Prints the value; `names` prints what it refers to.
    ///
    /// # Errors
    /// Those of `f` and of `names`.
    fn print(&self, f: &mut dyn Write, names: &dyn Names) -> fmt::Result;

    /// Parses what [`TextValue::print`] prints; `entries` reads what it refers to. Only if it is `open`, letters of the template may
    /// directly follow a word of the value.
    ///
    /// # Errors
    /// Another text, with its offset in bytes.
    fn parse(scanner: &mut Scanner<'_>, entries: &mut dyn Entries, open: bool) -> Result<Self>;

    /// Calls `visit` with the value as something to display.
    #[doc(hidden)]
    fn visit(&self, names: &dyn Names, visit: &mut dyn FnMut(FieldValue<'_>)) {
        visit(FieldValue::Text(&Printed(self, names)));
    }
}

/// A value that its type prints, and the names of what it refers to.
struct Printed<'v, T>(&'v T, &'v dyn Names);

impl<T: TextValue> fmt::Display for Printed<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.print(f, self.1)
    }
}

macro_rules! integers {
    ($($int:ident)*) => {$(
        impl TextValue for $int {
            fn print(&self, f: &mut dyn Write, _: &dyn Names) -> fmt::Result {
                write!(f, "{self}")
            }

            fn parse(scanner: &mut Scanner<'_>, _: &mut dyn Entries, _: bool) -> Result<Self> {
                scanner.decimal()
            }
        }
    )*};
}

integers!(u8 u16 u32 u64 i8 i16 i32 i64);

impl TextValue for bool {
    fn print(&self, f: &mut dyn Write, _: &dyn Names) -> fmt::Result {
        write!(f, "{self}")
    }

    fn parse(scanner: &mut Scanner<'_>, _: &mut dyn Entries, _: bool) -> Result<Self> {
        scanner.boolean()
    }
}

impl<E: Enumeration + Copy> TextValue for E {
    fn print(&self, f: &mut dyn Write, _: &dyn Names) -> fmt::Result {
        let number = self.number();
        match has_name::<E>(number) {
            true => f.write_str(self.name()),
            false => write!(f, "{number}"),
        }
    }

    fn parse(scanner: &mut Scanner<'_>, _: &mut dyn Entries, open: bool) -> Result<Self> {
        let at = scanner.offset();
        let first = scanner.text().as_bytes().get(at);
        if !first.is_some_and(|byte| byte.is_ascii_digit() || *byte == b'-') {
            return scanner.member(E::ALL, open, E::name);
        }
        let number: E::Number = scanner.decimal()?;
        let value = E::from_number(number).filter(|_| !has_name::<E>(number));
        value.ok_or_else(|| scanner.misfit(at, "a name, or a number that has none"))
    }
}

/// Whether a member has the number.
fn has_name<E: Enumeration + Copy>(number: E::Number) -> bool {
    E::ALL.iter().any(|member| member.number() == number)
}

impl<T: TextValue> TextValue for Option<T> {
    fn print(&self, f: &mut dyn Write, names: &dyn Names) -> fmt::Result {
        match self {
            Some(value) => value.print(f, names),
            None => f.write_str("none"),
        }
    }

    fn parse(scanner: &mut Scanner<'_>, entries: &mut dyn Entries, open: bool) -> Result<Self> {
        if scanner.eat_word("none") {
            return Ok(None);
        }
        T::parse(scanner, entries, open).map(Some)
    }
}

impl TextValue for String {
    fn print(&self, f: &mut dyn Write, _: &dyn Names) -> fmt::Result {
        let mut quoted = String::new();
        quote(&mut quoted, self.as_bytes());
        f.write_str(&quoted)
    }

    fn parse(scanner: &mut Scanner<'_>, _: &mut dyn Entries, _: bool) -> Result<Self> {
        let at = scanner.offset();
        let bytes = scanner.string()?.into_owned();
        String::from_utf8(bytes).map_err(|_| Error::at(at, ErrorKind::Utf8))
    }
}
