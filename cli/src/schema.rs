//! Loads a schema and prints its findings.

use crate::failure::{Failure, Result};
use crate::output;
use bytespec_codegen::ast::Schema;
use bytespec_codegen::diagnostics::Diagnostics;
use bytespec_codegen::emit::docs::{self, ItemCount};
use bytespec_codegen::model::Model;
use bytespec_codegen::syntax::{self, SourceMap};
use std::path::{Path, PathBuf};

/// A schema without errors.
#[derive(Debug)]
pub(crate) struct Loaded {
    /// The model.
    pub(crate) model: Model,
    /// The files that it was read from.
    pub(crate) files: Vec<PathBuf>,
    /// The schema in its source form.
    pub(crate) written: Written,
}

/// The schemas that ship with Bytespec, relative to the root of its sources.
const SHIPPED: [&str; 2] = ["schema/mlir", "schema/tile_ir"];

/// The schemas to process: those given, otherwise the existing shipped ones.
pub(crate) fn named(given: &[PathBuf]) -> Result<Vec<PathBuf>> {
    if !given.is_empty() {
        return Ok(given.to_vec());
    }
    let found: Vec<PathBuf> =
        SHIPPED.iter().map(PathBuf::from).filter(|folder| folder.is_dir()).collect();
    if found.is_empty() {
        let [first, second] = SHIPPED;
        return Err(Failure::Usage(format!(
            "no schema: this folder has neither `{first}` nor `{second}`; name the folder of one"
        )));
    }
    Ok(found)
}

/// A schema without errors, in its source form.
#[derive(Debug)]
pub(crate) struct Written {
    /// The tree.
    pub(crate) tree: Schema,
    /// The sources.
    pub(crate) sources: SourceMap,
}

/// Reads a folder or a file, and checks it. Findings are printed to the standard error.
pub(crate) fn load(path: &Path) -> Result<Loaded> {
    lower(path, texts(path)?).map_err(|(found, sources)| show(&found, &sources))
}

/// Checks the texts of a schema and lowers them to a model.
///
/// # Errors
/// All findings, with the texts that they refer to.
pub(crate) fn lower(
    path: &Path,
    texts: Vec<(PathBuf, String)>,
) -> std::result::Result<Loaded, (Diagnostics, SourceMap)> {
    let files = texts.iter().map(|(path, _)| path.clone()).collect();
    let (tree, sources, found) = syntax::read_and_hold(texts);
    if !found.is_empty() {
        return Err((found, sources));
    }
    match syntax::checked_model(path, &tree, &sources) {
        Ok(model) => Ok(Loaded { model, files, written: Written { tree, sources } }),
        Err(found) => Err((found, sources)),
    }
}

/// The texts of a folder or a file.
pub(crate) fn texts(path: &Path) -> Result<Vec<(PathBuf, String)>> {
    let files = if path.is_file() {
        vec![path.to_owned()]
    } else {
        syntax::list_folder(path).map_err(|error| match error {
            syntax::ReadError::Io(path, error) => Failure::io(&path, &error),
            other => Failure::Input(other.to_string()),
        })?
    };
    if files.is_empty() {
        return Err(Failure::input(path, "there are no YAML files in this folder"));
    }
    let mut texts = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).map_err(|error| Failure::io(&file, &error))?;
        texts.push((file, text));
    }
    Ok(texts)
}

/// Checks texts. Findings are printed to the standard error.
pub(crate) fn check(texts: Vec<(PathBuf, String)>) -> Result<Written> {
    let (tree, sources, found) = syntax::read_and_check(texts);
    if found.is_empty() { Ok(Written { tree, sources }) } else { Err(show(&found, &sources)) }
}

/// Prints findings to the standard error.
pub(crate) fn show(found: &Diagnostics, sources: &SourceMap) -> Failure {
    let text = syntax::render(found, sources, output::error_has_color());
    output::error_line(format_args!("{}", text.trim_end()));
    Failure::Reported
}

/// The number of items of each kind in a schema.
pub(crate) fn items(model: &Model) -> Vec<ItemCount> {
    let mut items = docs::items(model);
    for ItemCount { kind: (one, many), .. } in &mut items {
        one.retain(|c| c != '`');
        many.retain(|c| c != '`');
    }
    let properties = model.properties.iter();
    let layouts = properties.flat_map(|item| item.entries.iter().map(|_| item.docs.gate.clone()));
    let kind = ("layout of properties".to_owned(), "layouts of properties".to_owned());
    items.push(ItemCount { kind, gates: layouts.collect() });
    items.retain(|items| !items.gates.is_empty());
    items
}
