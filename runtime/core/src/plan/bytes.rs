//! The number of bytes of a value, for the executor and for generated readers.

use super::expression::past_the_end;
use crate::error::{Error, ErrorKind, FILE_SIZE, PlanFault, Result};
use crate::wire::Cursor;
use bytespec_plan::{FileShape, find};

/// The bytes without the filler at their end: units of `unit` bytes that are all `pad`. A text that ends inside a unit has none.
pub(super) fn unpadded(bytes: &[u8], pad: u8, unit: usize) -> &[u8] {
    let units = bytes.rchunks_exact(unit.max(1));
    if !units.remainder().is_empty() {
        return bytes;
    }
    let filler = units.take_while(|of| of.iter().all(|byte| *byte == pad)).count() * unit;
    bytes.get(..bytes.len() - filler).unwrap_or(bytes)
}

/// The bytes before a marker, which begins at a multiple of `unit` bytes; all bytes if there is none.
pub(super) fn before<'i>(bytes: &'i [u8], marker: &[u8], unit: usize) -> &'i [u8] {
    find(bytes, marker, unit).and_then(|len| bytes.get(..len)).unwrap_or(bytes)
}

/// Reads the bytes up to a marker, which begins at a multiple of `unit` bytes, and skips the marker.
#[inline]
pub(super) fn until<'i>(cursor: &mut Cursor<'i>, marker: &[u8], unit: usize) -> Result<&'i [u8]> {
    let Some(len) = find(cursor.rest(), marker, unit) else {
        let expected = match marker {
            [_] => "the byte that ends the value",
            _ => "the bytes that end the value",
        };
        let expected = expected.into();
        return Err(Error::at(cursor.position(), ErrorKind::UnexpectedEnd { expected }));
    };
    let bytes = cursor.bytes(len)?;
    cursor.bytes(marker.len())?;
    Ok(bytes)
}

/// Reads all remaining bytes except the last `left`.
#[inline]
pub(super) fn all_but<'i>(cursor: &mut Cursor<'i>, left: u32) -> Result<&'i [u8]> {
    match cursor.remaining().checked_sub(left as usize) {
        Some(len) => cursor.bytes(len),
        None => Err(cursor.error(past_the_end(left.into(), cursor.remaining() as u64))),
    }
}

/// The number of bytes of filler from a position up to a multiple of `align` bytes, counted from `origin`, which can be later.
pub(super) fn filler_len(position: u64, origin: u64, align: u64) -> u64 {
    let align = align.max(1);
    let (position, origin) = (position % align, origin % align);
    match origin.checked_sub(position) {
        Some(filler) => filler,
        None => align - (position - origin),
    }
}

/// Reads the filler up to a multiple of `align` bytes, counted from `origin`, and checks its bytes if the format requires that.
/// Filler that is not strict may be cut off by the end of the input.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn filler<'i>(
    cursor: &mut Cursor<'i>,
    file: Option<FileShape>,
    (align, strict): (u64, bool),
    origin: u64,
) -> Result<&'i [u8]> {
    let start = cursor.position();
    let filler = filler_len(start as u64, origin, align);
    let filler = usize::try_from(filler).unwrap_or(usize::MAX);
    let filler = if strict { filler } else { filler.min(cursor.remaining()) };
    let bytes = cursor.bytes(filler)?;
    if let Some(file) = file.filter(|file| file.filler_error) {
        Error::check_filler(bytes, file.pad, start, || "the next field".into())?;
    }
    Ok(bytes)
}

/// A cursor over the input from an offset on; errors are located at `at`.
///
/// # Errors
/// An offset past the end of the input.
pub(super) fn placed(input: &[u8], offset: u64, at: usize) -> Result<Cursor<'_>> {
    let start = usize::try_from(offset).ok().filter(|start| *start <= input.len());
    let Some(start) = start else {
        let (found, max) = (offset, input.len() as u64);
        let kind = ErrorKind::Limit { limit: FILE_SIZE, found, max };
        return Err(Error::at(at, kind));
    };
    Cursor::over(input, start, input.len())
}

/// Checks that bytes at an offset are the required ones.
///
/// # Errors
/// Other bytes.
pub(super) fn same_bytes(expected: &[u8], found: &[u8], start: usize) -> Result<()> {
    if expected == found {
        return Ok(());
    }
    let (expected, found) = (expected.to_vec(), found.to_vec());
    Err(Error::at(start, ErrorKind::Plan(PlanFault::Constant { expected, found })))
}
