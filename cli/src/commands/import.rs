//! `import tablegen`: imports TableGen definitions into a schema, or compares the two.

use crate::args::TablegenArgs;
use crate::failure::{Failure, Result, display};
use crate::files;
use crate::output::{self, Align, GOOD, HEAD, Table};
use crate::report::note;
use crate::schema::{self, Written};
use bytespec_codegen::import::{self, Change, Definitions, Drift, ImportError, Kind, Scope};
use std::path::PathBuf;

/// Imports, or compares.
pub(crate) fn run(args: &TablegenArgs) -> Result {
    let texts = schema::texts(&args.out)?;
    let written = schema::check(texts.clone())?;
    let mut definitions = Definitions::default();
    for name in &args.dumps {
        let bytes = files::read(name)?;
        definitions.read(&bytes).map_err(|error| Failure::input(name, error))?;
    }
    let scope = Scope {
        release: args.release.clone(),
        only: args.only.clone(),
        partial: args.partial,
        whole: args.whole,
        enums: args.enums,
    };
    if args.check {
        return check(&written, &definitions, &scope);
    }
    let Written { tree, sources } = &written;
    let merged = import::merge(tree, sources, &args.out, &definitions, &scope).map_err(refused)?;
    // Only a valid schema is written.
    schema::check(with(texts, &merged.files))?;
    for (path, text) in &merged.files {
        files::write_with_folders(path, text.as_bytes())?;
    }
    report(&merged.changes)?;
    merged.changes.iter().for_each(remarks);
    for line in &merged.written {
        output::line(format_args!("{line}"))?;
    }
    for line in &merged.left {
        note(&format!("{line}; write this by hand"));
    }
    for release in &merged.releases {
        note(&format!(
            "{release} is new to the schema: dialects that were not imported are assumed to be unchanged in it"
        ));
    }
    let count = merged.files.len();
    let plural = if count == 1 { "" } else { "s" };
    output::line(format_args!("{GOOD}done{GOOD:#}: {count} file{plural} written"))?;
    merged.files.iter().try_for_each(|(path, _)| output::line(format_args!("  {}", display(path))))
}

fn refused(error: ImportError) -> Failure {
    Failure::Input(error.to_string())
}

/// The texts of a schema, with some files replaced or added.
fn with(mut texts: Vec<(PathBuf, String)>, files: &[(PathBuf, String)]) -> Vec<(PathBuf, String)> {
    for (path, text) in files {
        match texts.iter_mut().find(|(known, _)| known == path) {
            Some((_, known)) => known.clone_from(text),
            None => texts.push((path.clone(), text.clone())),
        }
    }
    texts
}

/// Prints the number of operations of each dialect that were added, changed and ended.
fn report(changes: &[Change]) -> Result {
    let columns = ["same", "added", "changed", "ended", "gaps", "signatures", "defaults"]
        .map(|name| (name, Align::Right));
    let mut table = Table::new(&[&[("dialect", Align::Left)], columns.as_slice()].concat());
    for change in changes {
        let counts = [
            change.same,
            change.added.len(),
            change.changed.len(),
            change.ended.len(),
            change.gaps.len(),
            change.signatures,
            change.defaults,
        ];
        let counts = counts.map(|count| count.to_string());
        table.row(std::iter::once(change.dialect.clone()).chain(counts));
    }
    table.print()
}

/// Prints what a person should check.
fn remarks(change: &Change) {
    for (operation, gap, by_hand) in &change.gaps {
        let name = format!("{}.{operation}", change.dialect);
        match by_hand {
            true => note(&format!("{name}: {gap}; the schema's layout stays")),
            false => note(&format!("{name}: {gap}; its layout is left open, marked in the file")),
        }
    }
    if !change.ended.is_empty() {
        note(&format!("{} has no longer: {}", change.dialect, change.ended.join(", ")));
    }
    if !change.kept.is_empty() {
        note(&format!(
            "the dumps do not define of {}: {}; the schema keeps them",
            change.dialect,
            change.kept.join(", ")
        ));
    }
}

/// Prints the differences.
fn check(written: &Written, definitions: &Definitions, scope: &Scope) -> Result {
    let drift = import::drift(&written.tree, definitions, scope).map_err(refused)?;
    let Drift { differences, gaps, operations, others, releases } = &drift;
    for kind in [Kind::Breaking, Kind::Addition, Kind::Signature, Kind::Default, Kind::Text] {
        let mut found = differences.iter().filter(|difference| difference.kind == kind).peekable();
        if found.peek().is_some() {
            output::line(format_args!("{HEAD}{kind}{HEAD:#}"))?;
        }
        for difference in found {
            output::line(format_args!("  {}: {}", difference.item, difference.what))?;
        }
    }
    for (item, gap) in gaps {
        note(&format!("{item}: not compared: {gap}"));
    }
    let releases: Vec<&str> = releases.iter().map(String::as_str).collect();
    let of =
        if releases.is_empty() { String::new() } else { format!(" in {}", releases.join(", ")) };
    let count = |kind| differences.iter().filter(|difference| difference.kind == kind).count();
    let more = match others {
        0 => String::new(),
        others => format!(" and {others} enums and codes"),
    };
    output::line(format_args!("the same{of}: {operations} operations{more}"))?;
    output::line(format_args!(
        "different: {} breaking, {} added, {} in signatures, {} in defaults, {} in words",
        count(Kind::Breaking),
        count(Kind::Addition),
        count(Kind::Signature),
        count(Kind::Default),
        count(Kind::Text)
    ))?;
    if differences.is_empty() { Ok(()) } else { Err(Failure::Reported) }
}
