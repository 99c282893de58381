//! `build`: generates all output of a schema.

use super::roundtrip::{self, Outcome};
use crate::args::BuildArgs;
use crate::failure::{Failure, Result, display};
use crate::formats::interpreted::Schema;
use crate::output::{self, Align, GOOD, HEAD, Table};
use crate::report::{note, print_error};
use crate::{files, schema};
use bytespec_codegen::emit::docs::{self, ItemCount};
use bytespec_codegen::emit::rust;
use bytespec_codegen::model::Model;
use bytespec_codegen::plan;
use bytespec_codegen::syntax;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A built-in file.
type Sample = (&'static str, &'static [u8]);

/// Files of MLIR bytecode that are round-tripped by default.
const MLIR_SAMPLES: &[Sample] = &[
    ("empty.6.mlirbc", include_bytes!("../../samples/empty.6.mlirbc")),
    ("locations.6.mlirbc", include_bytes!("../../samples/locations.6.mlirbc")),
    ("regions.0.mlirbc", include_bytes!("../../samples/regions.0.mlirbc")),
    ("regions.6.mlirbc", include_bytes!("../../samples/regions.6.mlirbc")),
    ("resources.6.mlirbc", include_bytes!("../../samples/resources.6.mlirbc")),
    ("versioned.6.mlirbc", include_bytes!("../../samples/versioned.6.mlirbc")),
];

/// Files of CUDA Tile IR bytecode that are round-tripped by default.
const TILE_IR_SAMPLES: &[Sample] = &[
    ("call_site.13.5.tileirbc", include_bytes!("../../samples/call_site.13.5.tileirbc")),
    ("get_global.13.5.tileirbc", include_bytes!("../../samples/get_global.13.5.tileirbc")),
    ("kernel_mm.13.5.tileirbc", include_bytes!("../../samples/kernel_mm.13.5.tileirbc")),
    ("kernel_vadd.13.1.tileirbc", include_bytes!("../../samples/kernel_vadd.13.1.tileirbc")),
    ("operations.13.3.tileirbc", include_bytes!("../../samples/operations.13.3.tileirbc")),
];

/// A file to write.
struct Made {
    path: PathBuf,
    bytes: Vec<u8>,
}

/// Runs the command.
pub(crate) fn run(args: &BuildArgs) -> Result {
    let start = Instant::now();
    let schemas = schema::named(&args.schemas)?;
    for schema in &schemas {
        one(args, schema, schemas.len() == 1)?;
    }
    let seconds = start.elapsed().as_secs_f64();
    output::line(format_args!("{GOOD}done{GOOD:#} in {seconds:.2} s"))
}

/// Builds the output of one schema. `only` states whether it is the only one.
fn one(args: &BuildArgs, schema: &Path, only: bool) -> Result {
    let loaded = schema::load(schema)?;
    let model = &loaded.model;
    let made = make(args, schema, model)?;
    let out = if only { args.out.clone() } else { args.out.join(&model.docs.name) };
    let plan = Schema::of(model);
    let samples = samples(args, model, &plan, only)?;
    let bar = output::progress(made.len() + samples.len());
    let mut table = Table::new(&[("made", Align::Left), ("bytes", Align::Right)]);
    for file in &made {
        let path = out.join(&file.path);
        bar.set_message(path.display().to_string());
        files::write_with_folders(&path, &file.bytes)?;
        table.row([path.display().to_string(), file.bytes.len().to_string()]);
        bar.inc(1);
    }
    let reader = plan.reader()?;
    let mut same = 0;
    for (name, bytes) in &samples {
        bar.set_message(display(name));
        // Uses the current schema: the compiled code is of an older one.
        let written = reader.encode(name, bytes);
        match written.map(|(new, carried)| roundtrip::compared(bytes, &new, carried)) {
            Ok(Outcome::Same { .. }) => same += 1,
            Ok(Outcome::Different { how, .. }) => {
                bar.suspend(|| print_error(&format!("{}: different {how}", display(name))));
            }
            Err(Failure::Input(message)) => bar.suspend(|| print_error(&message)),
            Err(other) => return Err(other),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    table.print()?;
    output::line(format_args!(""))?;
    counts(model)?;
    output::line(format_args!(""))?;
    let proof = plan.prove(model)?;
    if !proof.wrong.is_empty() {
        schema::show(&proof.wrong, &loaded.written.sources);
    }
    let all = proof.proved + proof.wrong.len();
    if all > 0 {
        let left = match proof.left {
            0 => String::new(),
            left => format!(", {left} more depend on their context"),
        };
        output::line(format_args!("examples: {} of {all} read and written{left}", proof.proved))?;
    }
    if !samples.is_empty() {
        output::line(format_args!("round trips: {same} of {} files the same", samples.len()))?;
    }
    if same < samples.len() || !proof.wrong.is_empty() {
        return Err(Failure::Reported);
    }
    Ok(())
}

/// All output for a model.
fn make(args: &BuildArgs, schema: &Path, model: &Model) -> Result<Vec<Made>> {
    let format = &model.docs.name;
    let host = match &args.host {
        None if !model.needs_host() => None,
        None => Some(format!("{}::{format}::host", args.runtime)),
        Some(host) => Some(host.clone()),
    };
    let option = |name, error| Failure::Usage(format!("--{name}: {error}"));
    let options = rust::Options {
        runtime: args.runtime.parse().map_err(|error| option("runtime", error))?,
        host: match host {
            None => None,
            Some(path) => Some(path.parse().map_err(|error| option("host", error))?),
        },
        samples: true,
        plan: model.file.as_ref().map(|_| format!("{format}.plan")),
        ..rust::Options::default()
    };
    let source = bytespec_codegen::build::source(model, &options)
        .map_err(|error| Failure::input(schema, error))?;
    let mut made = vec![
        Made { path: PathBuf::from(format!("{format}.rs")), bytes: source.into_bytes() },
        Made { path: PathBuf::from("schema.json"), bytes: syntax::json_schema().into_bytes() },
    ];
    if let Some(file) = &options.plan {
        made.push(Made { path: PathBuf::from(file), bytes: plan::lower(model).to_bytes() });
    }
    let docs = Path::new("docs");
    made.extend(
        docs::emit(model)
            .into_iter()
            .map(|page| Made { path: docs.join(page.path), bytes: page.text.into_bytes() }),
    );
    Ok(made)
}

/// The files to round-trip: the named files that start as files of the schema, or the built-in ones.
fn samples(
    args: &BuildArgs,
    model: &Model,
    schema: &Schema,
    only: bool,
) -> Result<Vec<(PathBuf, Vec<u8>)>> {
    if !schema.has_files() {
        let name = &model.docs.name;
        note(&format!("no round trips: the schema of `{name}` does not describe a file"));
        return Ok(Vec::new());
    }
    if args.samples.is_empty() {
        let samples = MLIR_SAMPLES.iter().chain(TILE_IR_SAMPLES);
        let samples = samples.filter(|(_, bytes)| schema.is_magic(bytes));
        return Ok(samples.map(|(name, bytes)| (PathBuf::from(name), bytes.to_vec())).collect());
    }
    let mut samples = Vec::new();
    for name in &args.samples {
        let bytes = files::read(name)?;
        if only || schema.is_magic(&bytes) {
            samples.push((name.clone(), bytes.to_vec()));
        }
    }
    Ok(samples)
}

/// Prints the number of items in each version.
fn counts(model: &Model) -> Result {
    output::line(format_args!("{HEAD}{}{HEAD:#}, items by version", model.title))?;
    let mut columns = vec![("items", Align::Left)];
    columns.extend(model.versions.iter().map(|version| (version.docs.name.as_str(), Align::Right)));
    let mut table = Table::new(&columns);
    for ItemCount { kind: (_, name), gates } in schema::items(model) {
        let counts = (0..model.versions.len())
            .map(|version| gates.iter().filter(|gate| gate.has(version)).count().to_string());
        table.row(std::iter::once(name).chain(counts));
    }
    table.print()
}
