//! `info`: what is in a file, counted.

use crate::failure::{Result, display};
use crate::formats::tile_ir::Info;
use crate::formats::{self, Format, Input, Section};
use crate::output::{self, Align, HEAD, Table, line};
use bytespec::mlir::rewritten_by;
use serde::Serialize;
use std::path::Path;

/// Says what is in the file.
pub(crate) fn run(
    file: &Path,
    wanted: Option<Format>,
    json: bool,
    evidence: bool,
    release: &[String],
) -> Result {
    let Input { format, bytes } = Input::read(file, wanted, release)?;
    match format {
        Format::Mlir => {
            let options = formats::mlir::options(release)?;
            let mut info = formats::mlir::info(file, &bytes, &options)?;
            if evidence {
                let found = rewritten_by(&bytes, &options);
                info.rewritten_by = Some(found.iter().map(|release| release.name()).collect());
            }
            if json { print_json(file, &info) } else { formats::mlir::print(file, &info) }
        }
        Format::TileIr => {
            format.refuse("--release", !release.is_empty())?;
            format.refuse("--evidence", evidence)?;
            let info = formats::tile_ir::info(file, &bytes)?;
            if json { print_json(file, &info) } else { print(file, &info) }
        }
    }
}

/// Prints what is said of a file as one line of JSON.
pub(crate) fn print_json(name: &Path, info: &impl Serialize) -> Result {
    #[derive(Serialize)]
    struct Named<'i, I> {
        file: String,
        #[serde(flatten)]
        info: &'i I,
    }
    output::json(&Named { file: display(name), info })
}

fn print(file: &Path, info: &Info) -> Result {
    line(format_args!("{HEAD}{}{HEAD:#}", display(file)))?;
    line(format_args!("  format    {} ({})", info.title, info.format))?;
    let preview = if info.preview { ", with preview content" } else { "" };
    line(format_args!("  version   {}{preview}", info.version))?;
    let producer = match &info.producer {
        Some(producer) => producer.escape_debug().to_string(),
        None => "not recorded".to_owned(),
    };
    line(format_args!("  producer  {producer}"))?;
    line(format_args!("  size      {} bytes", info.size))?;
    line(format_args!(""))?;
    sections(&info.sections, info.size)?;
    line(format_args!(""))?;
    counts(info)?;
    if !info.functions.is_empty() {
        line(format_args!(""))?;
        functions(info)?;
    }
    if !info.operations_by_kind.is_empty() {
        line(format_args!(""))?;
        kinds(info)?;
    }
    Ok(())
}

/// A part in percent.
pub(crate) fn share(part: usize, whole: usize) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

/// Prints the sections of a file of `size` bytes.
pub(crate) fn sections(sections: &[Section], size: usize) -> Result {
    let mut table = Table::new(&[
        ("section", Align::Left),
        ("id", Align::Right),
        ("offset", Align::Right),
        ("size", Align::Right),
        ("alignment", Align::Right),
        ("share", Align::Right),
    ]);
    let mut rest = size;
    for section in sections {
        rest = rest.saturating_sub(section.size);
        table.row([
            section.name.as_deref().unwrap_or("unknown").to_owned(),
            section.id.to_string(),
            format!("{:#x}", section.offset),
            section.size.to_string(),
            section.alignment.map_or_else(|| "-".to_owned(), |bytes| bytes.to_string()),
            share(section.size, size),
        ]);
    }
    let [id, offset, alignment] = [(); 3].map(|()| String::new());
    let headers = "(headers)".to_owned();
    table.row([headers, id, offset, rest.to_string(), alignment, share(rest, size)]);
    table.print()
}

/// Prints how many there are of each.
pub(crate) fn counted(counts: &[(&str, usize)]) -> Result {
    let mut table = Table::new(&[("what", Align::Left), ("count", Align::Right)]);
    for (name, count) in counts {
        table.row([(*name).to_owned(), count.to_string()]);
    }
    table.print()
}

fn counts(info: &Info) -> Result {
    let counts = &info.counts;
    counted(&[
        ("functions", counts.functions),
        ("operations", counts.operations),
        ("regions", counts.regions),
        ("blocks", counts.blocks),
        ("values", counts.values),
        ("types", counts.types),
        ("strings", counts.strings),
        ("constants", counts.constants),
        ("globals", counts.globals),
        ("debug entries", counts.debug_entries),
    ])
}

fn functions(info: &Info) -> Result {
    let mut table = Table::new(&[
        ("function", Align::Left),
        ("kind", Align::Left),
        ("parameters", Align::Right),
        ("operations", Align::Right),
    ]);
    for function in &info.functions {
        let private = if function.private { "private " } else { "" };
        let kind = if function.kernel { "kernel" } else { "function" };
        table.row([
            function.name.escape_debug().to_string(),
            format!("{private}{kind}"),
            function.parameters.to_string(),
            function.operations.to_string(),
        ]);
    }
    table.print()
}

fn kinds(info: &Info) -> Result {
    let mut table =
        Table::new(&[("operation", Align::Left), ("count", Align::Right), ("share", Align::Right)]);
    let mut kinds: Vec<_> = info.operations_by_kind.iter().collect();
    kinds.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for (name, count) in kinds {
        table.row([(*name).to_owned(), count.to_string(), share(*count, info.counts.operations)]);
    }
    table.print()
}
