//! `check`: whether a schema is right.

use crate::failure::Result;
use crate::output::{self, GOOD};
use crate::schema;
use std::path::Path;

/// Checks the schema.
pub(crate) fn run(path: &Path) -> Result {
    let loaded = schema::load(path)?;
    let items: Vec<_> = schema::items(&loaded.model);
    let total: usize = items.iter().map(|(_, gates)| gates.len()).sum();
    let kinds: Vec<_> =
        items.iter().map(|(name, gates)| format!("{} {name}", gates.len())).collect();
    let files = loaded.files.len();
    output::line(format_args!(
        "{GOOD}ok{GOOD:#}: {files} file{}, {total} items: {}",
        if files == 1 { "" } else { "s" },
        kinds.join(", ")
    ))
}
