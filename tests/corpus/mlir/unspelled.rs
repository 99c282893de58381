//! Resources without values, which a file lists and text leaves out.

use bytespec::mlir::{File, Resource};

/// Whether a file lists resources, and has the value of none.
pub(super) fn has_no_values(bytes: &[u8]) -> bytespec::Result<bool> {
    let file = File::open(bytes)?;
    let count = file.resources()?.entries().len();
    for at in 0..count {
        if file.resource(at)? != Resource::None {
            return Ok(false);
        }
    }
    Ok(count > 0)
}

/// A text without the part that has the values of resources.
pub(super) fn without_values(text: &str) -> String {
    let (before, rest) = text.split_once("\n{-#").unwrap_or((text, ""));
    let after = rest.split_once("#-}").map_or(rest, |(_, after)| after);
    format!("{}{after}", before.trim_end())
}
