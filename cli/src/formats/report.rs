//! The parts of `info` that all formats share.

use super::section::Section;
use crate::failure::{Result, display};
use crate::output::{self, Align, HEAD, Table, line};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// Prints the summary of a file as one line of JSON.
pub(crate) fn print_json(name: &Path, info: &impl Serialize) -> Result {
    #[derive(Serialize)]
    struct Named<'i, I> {
        file: String,
        #[serde(flatten)]
        info: &'i I,
    }
    output::json(&Named { file: display(name), info })
}

/// Prints the name of a file, its format (title and name), and its version.
pub(crate) fn head(file: &Path, (title, format): (&str, &str), version: &str) -> Result {
    line(format_args!("{HEAD}{}{HEAD:#}", display(file)))?;
    line(format_args!("  format    {title} ({format})"))?;
    line(format_args!("  version   {version}"))
}

/// Prints the number of operations of each kind, the most frequent first, with their share.
pub(crate) fn operations<K: AsRef<str>>(by_kind: &BTreeMap<K, usize>, all: usize) -> Result {
    let columns = [("operation", Align::Left), ("count", Align::Right), ("share", Align::Right)];
    let mut table = Table::new(&columns);
    let mut kinds: Vec<_> = by_kind.iter().collect();
    kinds.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for (name, count) in kinds {
        table.row([name.as_ref().to_owned(), count.to_string(), share(*count, all)]);
    }
    table.print()
}

/// A share in percent.
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

/// Prints counts with their names.
pub(crate) fn counted(counts: &[(&str, usize)]) -> Result {
    let mut table = Table::new(&[("what", Align::Left), ("count", Align::Right)]);
    for (name, count) in counts {
        table.row([(*name).to_owned(), count.to_string()]);
    }
    table.print()
}
