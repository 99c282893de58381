//! Checks that the output of a template is read as the same value.

use super::{Entries, Kind, Scanner};
use crate::error::{Error, ErrorKind, Result};
use crate::reflect::{IndexNames, Text};
use std::fmt::Debug;

/// Reads references by table and number, as [`IndexNames`] writes them.
#[derive(Clone, Copy, Debug)]
struct Numbered;

impl Entries for Numbered {
    fn reference(&mut self, scanner: &mut Scanner<'_>, table: &'static str) -> Result<u32> {
        scanner.literal(&format!("{table} "), true)?;
        scanner.number()
    }
}

/// Writes a value as listings do, parses the text, and compares.
///
/// # Errors
/// Text that cannot be parsed, or that is parsed as another value.
pub fn check_round_trip<T: PartialEq + Debug>(
    value: &T,
    written: &dyn Text,
    read: impl FnOnce(&mut Scanner<'_>, &mut dyn Entries) -> Result<T>,
) -> Result<()> {
    let mut text = String::new();
    written
        .text(&mut text, &IndexNames)
        .map_err(|_| Error::new(ErrorKind::NoText { item: "a value".into() }))?;
    let mut scanner = Scanner::new(&text);
    let (item, read) = (format!("text `{text}`"), read(&mut scanner, &mut Numbered));
    match read {
        Ok(found) if found == *value && scanner.kind() == Kind::End => Ok(()),
        read => Err(Error::new(ErrorKind::RoundTrip { item, error: read.err() })),
    }
}
