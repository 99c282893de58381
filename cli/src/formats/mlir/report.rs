//! Prints the summary of a file.

use super::info::{Dialect, Forms, Info};
use crate::failure::Result;
use crate::formats::report::{counted, head, operations, sections, share};
use crate::output::{Align, Table, line};
use bytespec::axes::DialectAxes as _;
use bytespec::mlir::DialectReleases;
use std::path::Path;

/// Prints the summary of a file.
pub(crate) fn print(file: &Path, info: &Info) -> Result {
    head(file, (info.title, info.format), &info.version)?;
    line(format_args!("  producer  {}", info.producer.escape_debug()))?;
    line(format_args!("  release   {}", info.release_note))?;
    if let Some(releases) = &info.rewritten_by {
        line(format_args!("  evidence  {}", rewritten(releases)))?;
    }
    for dialect in &info.dialects {
        if let Some(text) = release(dialect) {
            line(format_args!("  {:<9} {text}", dialect.name))?;
        }
    }
    line(format_args!("  size      {} bytes", info.size))?;
    for carried in carried(info) {
        line(format_args!("  opaque    {carried}"))?;
    }
    line(format_args!(""))?;
    sections(&info.sections, info.size)?;
    line(format_args!(""))?;
    counts(info)?;
    if !info.dialects.is_empty() {
        line(format_args!(""))?;
        dialects(info)?;
    }
    if !info.largest_resources.is_empty() {
        line(format_args!(""))?;
        resources(info)?;
    }
    if !info.operations_by_kind.is_empty() {
        line(format_args!(""))?;
        operations(&info.operations_by_kind, info.counts.operations)?;
    }
    Ok(())
}

/// The releases whose writer produces the bytes of the file, in words.
fn rewritten(releases: &[&str]) -> String {
    match releases {
        [] => "written anew, no release of LLVM gives the bytes of the file".to_owned(),
        [one] => format!("written anew, LLVM {one} alone gives the bytes of the file"),
        [some @ .., last] => {
            let some = some.join(", ");
            format!("written anew, LLVM {some} and {last} give the bytes of the file")
        }
    }
}

/// The release of a dialect that wrote the file, and the releases that can read it.
fn release(dialect: &Dialect) -> Option<String> {
    let title = DialectReleases::title(&dialect.name)?;
    let release = dialect.release.as_ref()?;
    Some(match dialect.oldest_release {
        Some(oldest) => format!("{title} {release}; {oldest} and later can read it"),
        None => format!("{title} {release}; no known one has all that is in it"),
    })
}

/// The content that is kept as bytes.
fn carried(info: &Info) -> Vec<String> {
    let sum = |of: fn(&Dialect) -> usize| info.dialects.iter().map(of).sum::<usize>();
    let all = [
        ("the properties of", sum(|dialect| dialect.properties.opaque), "operation"),
        ("", sum(|dialect| dialect.attributes.opaque), "attribute"),
        ("", sum(|dialect| dialect.types.opaque), "type"),
    ];
    let some = all.into_iter().filter(|(_, count, _)| *count > 0);
    some.map(|(of, count, what)| {
        let plural = if count == 1 { "" } else { "s" };
        format!("{of} {count} {what}{plural}").trim_start().to_owned()
    })
    .collect()
}

fn counts(info: &Info) -> Result {
    let counts = &info.counts;
    counted(&[
        ("operations", counts.operations),
        ("regions", counts.regions),
        ("blocks", counts.blocks),
        ("values", counts.values),
        ("symbols", counts.symbols),
        ("terminators", counts.terminators),
        ("attributes", counts.attributes),
        ("types", counts.types),
        ("strings", counts.strings),
        ("operation names", counts.operation_names),
        ("properties", counts.properties),
        ("resources", counts.resources),
    ])
}

fn dialects(info: &Info) -> Result {
    let versions = info.dialects.iter().any(|dialect| dialect.version.is_some());
    let mut columns = vec![
        ("dialect", Align::Left),
        ("operations", Align::Right),
        ("attributes", Align::Right),
        ("opaque", Align::Right),
        ("text", Align::Right),
        ("types", Align::Right),
        ("opaque", Align::Right),
        ("text", Align::Right),
    ];
    if versions {
        columns.push(("version", Align::Left));
    }
    let mut table = Table::new(&columns);
    let some = |count: usize| if count == 0 { "-".to_owned() } else { count.to_string() };
    for dialect in &info.dialects {
        let forms = |forms: &Forms| [forms.typed, forms.opaque, forms.text].map(some);
        let cells = [dialect.name.escape_debug().to_string(), some(dialect.operations)];
        let entries = [forms(&dialect.attributes), forms(&dialect.types)].into_iter().flatten();
        let version = dialect.version.iter().cloned();
        table.row(cells.into_iter().chain(entries).chain(version));
    }
    table.print()
}

fn resources(info: &Info) -> Result {
    let mut table = Table::new(&[
        ("resource", Align::Left),
        ("owner", Align::Left),
        ("kind", Align::Left),
        ("size", Align::Right),
        ("alignment", Align::Right),
        ("share", Align::Right),
    ]);
    for resource in &info.largest_resources {
        table.row([
            resource.name.clone(),
            resource.owner.clone(),
            resource.kind.unwrap_or("no data").to_owned(),
            resource.size.to_string(),
            resource.alignment.map_or_else(|| "-".to_owned(), |bytes| bytes.to_string()),
            share(resource.size, info.size),
        ]);
    }
    table.print()?;
    match info.counts.resources - info.largest_resources.len() {
        0 => Ok(()),
        more => line(format_args!("and {more} smaller")),
    }
}
