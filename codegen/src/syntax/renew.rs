//! Updates the values of examples.

use std::path::Path;

use super::{ReadError, read_folder};
use crate::ast::{Common, Example, Schema};

/// A file of a schema with outdated values of examples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renewed {
    /// The file.
    pub path: std::path::PathBuf,
    /// Its text with the new values.
    pub text: String,
}

/// The files of a schema whose examples differ from the values that `spell` returns for
/// the item, the bytes as written, and the version where one is given.
///
/// # Errors
/// A folder that cannot be read, or a schema with findings.
pub fn renew_examples(
    folder: &Path,
    mut spell: impl FnMut(&str, &str, Option<&str>) -> Option<String>,
) -> Result<Vec<Renewed>, ReadError> {
    let (schema, sources) = read_folder(folder)?;
    let mut places = Vec::new();
    let mut replace = |common: &Common, example: &Example| {
        let version = example.version.as_ref().map(|version| version.value.as_str());
        let spelled = spell(&common.name.value, &example.bytes.value, version);
        let spelled = spelled.filter(|spelled| *spelled != example.value.value);
        if let (Some(spelled), Some(place)) = (spelled, sources.place(example.value.span)) {
            places.push((place, quoted(&spelled)));
        }
    };
    for common in items(&schema) {
        common.examples.iter().for_each(|example| replace(common, example));
    }
    // From the end: a change must not move the places before it.
    places.sort_by_key(|((_, bytes), _)| std::cmp::Reverse(bytes.start));
    let mut renewed: Vec<(_, Renewed)> = Vec::new();
    for ((file, bytes), value) in places {
        if !renewed.iter().any(|(known, _)| *known == file) {
            let (path, text) = (sources.path(file).to_owned(), sources.text(file).to_owned());
            renewed.push((file, Renewed { path, text }));
        }
        if let Some((_, file)) = renewed.iter_mut().find(|(known, _)| *known == file) {
            file.text.replace_range(bytes, &value);
        }
    }
    Ok(renewed.into_iter().map(|(_, file)| file).collect())
}

/// All items that can have examples.
fn items(schema: &Schema) -> impl Iterator<Item = &Common> {
    let enums = schema.enums.iter().map(|item| &item.common);
    let records = schema.records.iter().map(|item| &item.common);
    let unions = schema.unions.iter().map(|item| &item.common);
    let variants = schema.variants.iter().map(|item| &item.common);
    let sections = schema.sections.iter().map(|item| &item.common);
    let ops = schema.ops.iter().map(|item| &item.common);
    enums.chain(records).chain(unions).chain(variants).chain(sections).chain(ops)
}

/// Text between quotes, as YAML reads it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted += &format!("\\u{:04x}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
