//! Summarizes a file.

use crate::failure::{Failure, Result};
use crate::formats::section::Section;
use bytespec::error::{Context as _, Error};
use bytespec::reflect::{FieldValue, Reflect};
use bytespec::tile_ir::{Event, File, TITLE, view};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// The summary of a file.
#[derive(Debug, Serialize)]
pub(crate) struct Info {
    /// The format's name.
    pub(crate) format: &'static str,
    /// The format's title.
    #[serde(skip)]
    pub(crate) title: &'static str,
    /// The version.
    pub(crate) version: String,
    /// The program that wrote the file.
    pub(crate) producer: Option<String>,
    /// Whether the header has the feature for preview content.
    pub(crate) preview: bool,
    /// Size in bytes.
    pub(crate) size: usize,
    /// The sections in the order of the file.
    pub(crate) sections: Vec<Section>,
    /// Counts of everything.
    pub(crate) counts: Counts,
    /// The functions in the order of the file.
    pub(crate) functions: Vec<Function>,
    /// Number of operations of each kind.
    pub(crate) operations_by_kind: BTreeMap<&'static str, usize>,
}

/// Counts of everything.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Counts {
    /// Functions.
    pub(crate) functions: usize,
    /// Operations.
    pub(crate) operations: usize,
    /// Entries of the type table.
    pub(crate) types: usize,
    /// Entries of the string table.
    pub(crate) strings: usize,
    /// Entries of the constant table.
    pub(crate) constants: usize,
    /// Global variables.
    pub(crate) globals: usize,
    /// Entries of the debug table.
    pub(crate) debug_entries: usize,
    /// Blocks, including the entry blocks of functions.
    pub(crate) blocks: usize,
    /// Regions of operations.
    pub(crate) regions: usize,
    /// Values: parameters, block arguments and results.
    pub(crate) values: usize,
}

/// A function.
#[derive(Debug, Serialize)]
pub(crate) struct Function {
    /// The name.
    pub(crate) name: String,
    /// Number of operations, including those in regions.
    pub(crate) operations: usize,
    /// Number of parameters.
    pub(crate) parameters: usize,
    /// Whether it is a kernel, which the host can launch.
    pub(crate) kernel: bool,
    /// Whether it is invisible outside the file.
    pub(crate) private: bool,
}

/// Summarizes a file.
pub(crate) fn info(name: &Path, bytes: &[u8]) -> Result<Info> {
    collect(bytes).map_err(|error| Failure::input(name, error))
}

fn collect(bytes: &[u8]) -> Result<Info, Error> {
    let file = File::open(bytes)?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let sections = file.sections().iter().map(Section::from);
    let mut info = Info {
        format: "tile_ir",
        title: TITLE,
        version: file.version().to_string(),
        producer: file.producer().field("producer")?.map(text),
        preview: file.header().preview,
        size: bytes.len(),
        sections: sections.collect(),
        counts: Counts {
            types: file.type_count(),
            strings: file.string_count(),
            constants: file.constant_count(),
            globals: file.globals()?.len(),
            debug_entries: file.debug()?.map_or(0, |debug| debug.len()),
            ..Counts::default()
        },
        functions: Vec::new(),
        operations_by_kind: BTreeMap::new(),
    };
    for (index, function) in file.functions()?.enumerate() {
        let entry = function.entry();
        let place = |result: Result<(), Error>| result.index(index as u64).field("functions");
        let mut operations = 0;
        let mut parameters = 0;
        let mut name = String::new();
        place((|| {
            name = text(file.string(entry.name).field("name")?);
            let body = function.body()?;
            parameters = body.params().len();
            info.counts.values += parameters;
            info.counts.blocks += usize::from(!entry.body.is_empty());
            for event in body.events() {
                match event? {
                    Event::Op(op) => {
                        operations += 1;
                        info.counts.values += results(&op);
                        *info.operations_by_kind.entry(op.kind().name()).or_default() += 1;
                    }
                    Event::BeginRegion(_) => info.counts.regions += 1,
                    Event::BeginBlock(arguments) => {
                        info.counts.blocks += 1;
                        info.counts.values += arguments.len();
                    }
                    _ => {}
                }
            }
            Ok(())
        })())?;
        info.counts.operations += operations;
        info.functions.push(Function {
            name,
            operations,
            parameters,
            kernel: entry.kernel,
            private: entry.private,
        });
    }
    info.counts.functions = info.functions.len();
    Ok(info)
}

/// Number of results.
fn results(op: &view::Op<'_>) -> usize {
    let mut count = 0;
    op.fields(&mut |_, value| match value {
        FieldValue::Result { .. } => count += 1,
        FieldValue::List(_, each) => {
            each(&mut |element| count += usize::from(matches!(element, FieldValue::Result { .. })));
        }
        _ => {}
    });
    count
}
