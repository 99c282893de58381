//! Erases and replaces operations of an owner, which knows their values.

use super::OpId;
use crate::error::{Error, ErrorKind, Result};

/// Erases every operation for which `wanted` returns true, the last one first. Returns how often it returned true.
///
/// # Errors
/// Those of `erase`. Operations that were erased before stay erased.
pub fn erase_where<O>(
    owner: &mut O,
    ops: Vec<OpId>,
    mut wanted: impl FnMut(&O, OpId) -> bool,
    erase: impl Fn(&mut O, OpId) -> Result<()>,
) -> Result<usize> {
    let mut erased = 0;
    for op in ops.into_iter().rev() {
        if wanted(owner, op) {
            erase(owner, op)?;
            erased += 1;
        }
    }
    Ok(erased)
}

/// Replaces the uses of results by other values.
///
/// # Errors
/// Another number of values ([`ErrorKind::Index`]), and those of `replace_uses`.
pub fn replace_results<O, V: Copy>(
    owner: &mut O,
    results: Vec<V>,
    values: &[V],
    replace_uses: impl Fn(&mut O, V, V) -> Result<()>,
) -> Result<()> {
    if results.len() != values.len() {
        let (found, len) = (values.len() as u64, results.len() as u64);
        return Err(Error::new(ErrorKind::Index { table: "result".into(), found, len }));
    }
    results.into_iter().zip(values).try_for_each(|(from, to)| replace_uses(owner, from, *to))
}
