//! Resources without values, which a file lists and text leaves out.

use bytespec::mlir::{File, Module, NewResource, Owner, Resource, ResourceKind};

/// Whether a file lists resources, and has the value of none.
pub(super) fn has_no_values(bytes: &[u8]) -> bytespec::Result<bool> {
    let file = File::open(bytes)?;
    let entries = file.resources()?.entries();
    for entry in entries {
        if file.resource_data(entry)? != Resource::None {
            return Ok(false);
        }
    }
    Ok(!entries.is_empty())
}

/// A text without the part that has the values of resources.
pub(super) fn without_values(text: &str) -> String {
    let (before, rest) = text.split_once("\n{-#").unwrap_or((text, ""));
    let after = rest.split_once("#-}").map_or(rest, |(_, after)| after);
    format!("{}{after}", before.trim_end())
}

/// Adds to a module what a file lists of tools without values, which text has no place for. How many of these are of a kind
/// that what is added without a value is not.
pub(super) fn add_of_tools(module: &mut Module<'_>, bytes: &[u8]) -> bytespec::Result<usize> {
    let file = File::open(bytes)?;
    let mut unprinted = 0;
    for entry in file.resources()?.entries() {
        if let Owner::External(provider) = entry.owner
            && file.resource_data(entry)? == Resource::None
        {
            let (provider, key) = (file.string(provider)?, file.string(entry.key)?);
            module.add_external_resource(provider, key, NewResource::None)?;
            unprinted += usize::from(entry.kind != ResourceKind::Blob);
        }
    }
    Ok(unprinted)
}
