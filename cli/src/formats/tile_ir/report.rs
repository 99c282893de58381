//! Prints the summary of a file.

use super::info::Info;
use crate::failure::Result;
use crate::formats::report::{counted, head, operations, sections};
use crate::output::{Align, Table, line};
use std::path::Path;

/// Prints the summary of a file.
pub(super) fn print(file: &Path, info: &Info) -> Result {
    let preview = if info.preview { ", with preview content" } else { "" };
    head(file, (info.title, info.format), &format!("{}{preview}", info.version))?;
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
        operations(&info.operations_by_kind, info.counts.operations)?;
    }
    Ok(())
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
