//! The YAML front end: files to the syntax tree, with a place for every finding.

mod allowed;
mod byte_order;
mod changes;
mod events;
mod fix;
mod json;
mod json_schema;
mod keys;
mod lower;
mod mistakes;
mod names;
mod node;
mod patterns;
mod properties;
mod read;
mod render;
mod renew;
mod run_keys;
mod source_map;
mod spec;
mod together;
mod validate;

use std::collections::HashSet;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::ast::Schema;
use crate::check;
use crate::diagnostics::Diagnostics;
use crate::dry_run;
use crate::model::Model;
use crate::rules::{Rule, Side};

pub use crate::type_expr::{TypeError, parse_type};
pub use allowed::{Allowed, read_allowed};
pub use changes::{About, Change, changes};
pub use fix::{Fixed, Made, fix, replaced};
pub use json_schema::json_schema;
pub use keys::item_kinds;
pub use render::render;
pub use renew::{Renewed, renew_examples};
pub use source_map::{FileId, Location, SourceMap};
pub use spec::{Condition, KeySpec, KindSpec, Shape, Together};

/// Why a schema could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// A file or folder could not be read.
    Io(PathBuf, io::Error),
    /// The schema breaks rules.
    Findings(Diagnostics, SourceMap),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            ReadError::Findings(found, sources) => f.write_str(&render(found, sources, false)),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ReadError::Io(_, error) => Some(error),
            ReadError::Findings(..) => None,
        }
    }
}

/// Reads every YAML file of a folder, in the order of their paths, and runs every rule.
pub fn read_folder(path: &Path) -> Result<(Schema, SourceMap), ReadError> {
    let files = list_folder(path)?;
    let mut texts = Vec::new();
    for file in files {
        match std::fs::read_to_string(&file) {
            Ok(text) => texts.push((file, text)),
            Err(error) => return Err(ReadError::Io(file, error)),
        }
    }
    let (schema, sources, found) = read_and_hold(texts);
    if found.is_empty() { Ok((schema, sources)) } else { Err(ReadError::Findings(found, sources)) }
}

/// The YAML files under a folder, in the order of their paths.
pub fn list_folder(path: &Path) -> Result<Vec<PathBuf>, ReadError> {
    let mut files = Vec::new();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        let failed = |error| ReadError::Io(folder.clone(), error);
        for entry in std::fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let path = entry.path();
            // Links to folders are not followed: they could form a cycle.
            if entry.file_type().map_err(failed)?.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "yaml" || end == "yml") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Reads files and runs every rule. If there is no finding, does what a build would do. Returns all findings, by place.
pub fn read_and_check(files: Vec<(PathBuf, String)>) -> (Schema, SourceMap, Diagnostics) {
    let (schema, sources, mut found) = read_and_hold(files);
    if found.is_empty() {
        found = checked_model(Path::new(""), &schema, &sources).err().unwrap_or_default();
    }
    (schema, sources, found)
}

/// The model of a schema without findings. The paths of its files are relative to `folder`.
///
/// # Errors
/// The findings of a build, by place.
pub fn checked_model(
    folder: &Path,
    schema: &Schema,
    sources: &SourceMap,
) -> Result<Model, Diagnostics> {
    dry_run::lower(schema, &|span| sources.line_in(folder, span)).map_err(|mut found| {
        sort(&mut found, sources);
        found
    })
}

/// Warnings about a valid schema, by place.
pub fn warnings(schema: &Schema, sources: &SourceMap) -> Diagnostics {
    let mut found = check::warnings(schema);
    sort(&mut found, sources);
    found
}

/// The rendered findings of the example of a rule.
pub fn example_findings(rule: &Rule, color: bool) -> String {
    let files = vec![(PathBuf::from("example.yaml"), rule.schema(Side::Wrong))];
    let (schema, sources, mut found) = read_and_check(files);
    // A schema alone does not state whether its format has a host.
    if found.is_empty() {
        found = check::without_host(&schema);
    }
    if found.is_empty() {
        found = warnings(&schema, &sources);
    }
    render(&found, &sources, color)
}

/// Reads files and runs every rule, without a build.
pub fn read_and_hold(files: Vec<(PathBuf, String)>) -> (Schema, SourceMap, Diagnostics) {
    let (schema, sources, mut found) = read_sources(files);
    found.extend(check::check(&schema));
    found.extend(check::made_beside(&schema));
    found.keep_placed(|span| sources.resolve(span).is_some());
    sort(&mut found, &sources);
    (schema, sources, found)
}

/// Reads files; the findings are only those that depend on a single file.
pub fn read_sources(mut files: Vec<(PathBuf, String)>) -> (Schema, SourceMap, Diagnostics) {
    files.sort();
    let mut schema = Schema::default();
    let mut sources = SourceMap::default();
    let mut out = Diagnostics::new();
    for (path, text) in files {
        let file = sources.add(path, text);
        match read::parse(file, &mut sources) {
            Ok(root) => read_file(&root, &mut schema, &mut sources, &mut out),
            Err(found) => {
                schema.incomplete = true;
                out.push(found);
            }
        }
    }
    schema.propagate_dialects();
    byte_order::resolve(&mut schema);
    names::resolve(&mut schema);
    sort(&mut out, &sources);
    (schema, sources, out)
}

fn read_file(
    root: &node::Node,
    schema: &mut Schema,
    sources: &mut SourceMap,
    out: &mut Diagnostics,
) {
    let mut validator = validate::Validator { sources, out, broken: HashSet::new(), lost: false };
    let items = validator.items(root);
    schema.incomplete |= validator.lost;
    let broken = validator.broken;
    let mut lower = lower::Lower { sources, out, broken: &broken };
    for (kind, node) in items {
        lower.item(kind, node, schema);
    }
}

fn sort(found: &mut Diagnostics, sources: &SourceMap) {
    found.sort_by_place(|span| sources.place(span).map(|(file, bytes)| (file, bytes.start)));
    found.dedup();
}
