//! Lists resources.

use super::strings;
use crate::formats::hex;
use bytespec::error::Result;
use bytespec::mlir::{File, Owner, Resource, StringId};

/// The maximum length of a string that is shown completely.
const MAX_STRING: usize = 512;

/// The owner of a resource.
pub(super) fn owner(file: &File<'_>, owner: Owner) -> Result<String> {
    Ok(match owner {
        Owner::Dialect(id) => strings::label(file.dialect(id)?.name),
        Owner::External(id) => format!("external {}", name(file, id)?),
    })
}

/// The key of a resource.
pub(super) fn name(file: &File<'_>, id: StringId) -> Result<String> {
    let mut text = String::new();
    strings::name(&mut text, file.string(id)?, MAX_STRING);
    Ok(text)
}

/// The content of a resource, in one line.
pub(super) fn content(file: &File<'_>, resource: &Resource<'_>) -> Result<String> {
    Ok(match resource {
        Resource::Blob { alignment, bytes, .. } => {
            let data = if bytes.is_empty() { "" } else { ": " };
            let preview = hex::preview(bytes);
            format!("blob, {} bytes, alignment {alignment}{data}{preview}", bytes.len())
        }
        Resource::Bool(value) => format!("bool, {value}"),
        Resource::String(id) => {
            let mut text = "string, ".to_owned();
            strings::quote(&mut text, file.string(*id)?, MAX_STRING);
            text
        }
        Resource::None => "declared without data".to_owned(),
    })
}
