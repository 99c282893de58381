//! Generating Rust from a build script.
//!
//! ```no_run
//! // build.rs
//! bytespec_codegen::build::Format::new("schema").build("my_format.rs");
//! ```
//! and in the crate: `include!(concat!(env!("OUT_DIR"), "/my_format.rs"));`

use crate::ast::Schema;
use crate::check;
use crate::diagnostics::Diagnostics;
use crate::dry_run;
use crate::emit::rust::{self, Options};
use crate::model::{self, Model};
use crate::plan;
use crate::syntax::{self, SourceMap};
use proc_macro2::TokenStream;
use std::path::{Path, PathBuf};

/// A schema to generate from, and how.
#[derive(Clone, Debug)]
pub struct Format {
    schema: PathBuf,
    options: Options,
}

impl Format {
    /// The schema in a folder; the path is relative to the crate's root.
    pub fn new(schema: impl Into<PathBuf>) -> Self {
        Format { schema: schema.into(), options: Options::default() }
    }

    /// Path of the `bytespec` crate in generated code, when it is not `::bytespec`.
    #[must_use]
    pub fn runtime(mut self, path: &str) -> Self {
        self.options.runtime = tokens(path);
        self
    }

    /// Path of the module with the hand-written parts of the format: `Context`, `Encoder`, and
    /// `codec` with the hand-written codecs.
    #[must_use]
    pub fn host(mut self, path: &str) -> Self {
        self.options.host = Some(tokens(path));
        self
    }

    /// Also generate `plan()`, what the schema says about bytes as data, and `executor()`, which runs it. [`Format::build`] writes
    /// the bytes of the plan to a file of this name.
    #[must_use]
    pub fn plan(mut self, file: &str) -> Self {
        self.options.plan = Some(file.to_owned());
        self
    }

    /// Also generate what reads and writes every item by its name, for samples, under the cargo feature `samples` of the
    /// crate.
    #[must_use]
    pub fn samples(mut self, samples: bool) -> Self {
        self.options.samples = samples;
        self
    }

    /// Also generate what changes parts of owned values by their names, with the samples: proofs see by it that writers refuse
    /// what readers would not read.
    #[must_use]
    pub fn edits(mut self, edits: bool) -> Self {
        self.options.edits = edits;
        self
    }

    /// Also generate functions that show the references in an entry of a table, see [`Options::scan`].
    #[must_use]
    pub fn scan(mut self, scan: bool) -> Self {
        self.options.scan = scan;
        self
    }

    /// Also let items of Rust that derive their codecs, and say `format`, hold types of the format, see
    /// [`Options::derived`].
    #[must_use]
    pub fn derived(mut self, derived: bool) -> Self {
        self.options.derived = derived;
        self
    }

    /// The formatted Rust source.
    ///
    /// # Errors
    /// Those of [`generate`].
    pub fn source(&self) -> Result<String, String> {
        generate(&self.schema, &self.options)
    }

    /// Generates `$OUT_DIR/<file>`, with its tables of operations by release in a file of the same name and the extension `tables`,
    /// and tells cargo when to do so again.
    ///
    /// Ends the build script where the schema is not right, with every finding, each with file, line
    /// and column, or where the file cannot be written.
    pub fn build(&self, file: &str) {
        println!("cargo::rerun-if-changed={}", self.schema.display());
        let tables = Path::new(file).with_extension("tables").display().to_string();
        let options = Options { tables: Some(tables.clone()), ..self.options.clone() };
        let Made { source, model, plan, tables: text } = match made(&self.schema, &options, file) {
            Ok(made) => made,
            Err(findings) => end(&findings),
        };
        let Some(out) = std::env::var_os("OUT_DIR") else {
            end("OUT_DIR is not set: this is for build scripts, which cargo runs")
        };
        let write = |file: &str, bytes: &[u8]| {
            let path = Path::new(&out).join(file);
            if let Err(error) = std::fs::write(&path, bytes) {
                end(&format!("cannot write {}: {error}", path.display()));
            }
        };
        write(file, source.as_bytes());
        if let Some(file) = plan {
            write(&file, &plan::lower(&model).to_bytes());
        }
        if !text.is_empty() {
            write(&tables, text.as_bytes());
        }
    }
}

/// Ends the build script; cargo shows what it printed. A panic would put its own words below that.
fn end(message: &str) -> ! {
    eprintln!("{message}");
    std::process::exit(1)
}

fn tokens(path: &str) -> TokenStream {
    match path.parse() {
        Ok(tokens) => tokens,
        Err(error) => panic!("`{path}` is not a path: {error}"),
    }
}

/// Reads and checks the schema in a folder.
///
/// # Errors
/// The findings, rendered with their source lines, or why the folder cannot be read.
pub fn load(schema: &Path) -> Result<Model, String> {
    read(schema, |_| Diagnostics::new()).map(|read| read.model)
}

/// A schema that no rule complains about.
struct Read {
    tree: Schema,
    sources: SourceMap,
    model: Model,
}

/// Reads a schema and checks it, with one rule more.
fn read(schema: &Path, rule: impl Fn(&Schema) -> Diagnostics) -> Result<Read, String> {
    let (tree, sources) = syntax::read_folder(schema).map_err(|error| error.to_string())?;
    let found = rule(&tree);
    let place = |span| sources.line_in(schema, span);
    let model = if found.is_empty() { model::lower_checked(&tree, &place) } else { Err(found) };
    let model = model.and_then(|model| match dry_run::plan(&tree, &model) {
        found if found.is_empty() => Ok(model),
        found => Err(found),
    });
    match model {
        Ok(model) => Ok(Read { tree, sources, model }),
        Err(findings) => Err(syntax::render(&findings, &sources, false)),
    }
}

/// Generates formatted Rust source from the schema in a folder.
///
/// # Errors
/// The findings, rendered with their source lines, or why the folder cannot be read.
pub fn generate(schema: &Path, options: &Options) -> Result<String, String> {
    made(schema, options, "format.rs").map(|made| made.source)
}

/// What is generated from a schema.
struct Made {
    source: String,
    model: Model,
    /// The file that has the plan, where there is one.
    plan: Option<String>,
    /// The text of the tables of operations by release.
    tables: String,
}

/// Reads a schema and checks it, also for what it needs without a host, and generates from it; the source goes into `file`.
fn made(schema: &Path, options: &Options, file: &str) -> Result<Made, String> {
    let Read { tree, sources, model } = match options.host {
        Some(_) => read(schema, |_| Diagnostics::new())?,
        None => read(schema, check::without_host)?,
    };
    // The code for a file of one record needs the plan to write it.
    let of_file = model.file.as_ref().map(|_| Path::new(file).with_extension("plan"));
    let of_file = of_file.map(|path| path.display().to_string());
    let plan = options.plan.clone().or(of_file);
    let options = Options { plan: plan.clone(), ..options.clone() };
    let (code, tables) = rust::emit_with_tables(&model, &options);
    let found = dry_run::names(&tree, &rust::declared_twice_in(code.clone()));
    if !found.is_empty() {
        return Err(syntax::render(&found, &sources, false));
    }
    Ok(Made { source: formatted(code)?, model, plan, tables })
}

/// Generates formatted Rust source from a model.
///
/// # Errors
/// Generated code that is not Rust: a fault of the generator, with the parser's message.
pub fn source(model: &Model, options: &Options) -> Result<String, String> {
    formatted(rust::emit(model, options))
}

fn formatted(code: TokenStream) -> Result<String, String> {
    let file: syn::File =
        syn::parse2(code).map_err(|error| format!("the generated code is not Rust: {error}"))?;
    Ok(prettyplease::unparse(&file))
}
