//! Prints a module in MLIR's generic form.

use super::convert::listed;
use super::release::{llvm, options};
use crate::args::PrintArgs;
use crate::failure::{Failure, Result};
use bytespec::mlir::{Module, OpId, PrintOptions, ReadOptions, TextLosses};
use std::io::Write;

/// Prints a file. Returns notes about the content that the text lacks.
pub(crate) fn text(args: &PrintArgs, bytes: &[u8], out: &mut dyn Write) -> Result<Vec<String>> {
    let open = options(&args.release)?;
    let release = args.to_release.as_ref().map(|name| llvm("--to-release", name)).transpose()?;
    let how = PrintOptions::default()
        .locations(args.debug)
        .release(release)
        .elide_elements(args.elide_elements)
        .elide_resources(args.elide_resources);
    let failure = |error| Failure::input(&args.file, error);
    let mut module =
        Module::read_with(bytes, &ReadOptions::default().open(open)).map_err(failure)?;
    let printed = match &args.symbol {
        None => module.print_to(out, &how),
        Some(path) => {
            // An entry that cannot be read is an error where it is printed.
            let _ = module.resolve_texts();
            match find(&module, path).map_err(failure)? {
                Some(op) => module.print_op_to(op, out, &how),
                None => {
                    let missing = format_args!("there is no symbol `{path}`");
                    return Err(Failure::input(&args.file, missing));
                }
            }
        }
    };
    let losses = printed.map_err(|error| Failure::output(&args.file, &args.output, error))?;
    Ok(notes(&losses))
}

/// Notes about the content that the text lacks.
fn notes(losses: &TextLosses) -> Vec<String> {
    let mut notes = Vec::new();
    listed("the text does not hold", &losses.missing, &mut notes);
    listed("the text does not hold", &losses.unreadable, &mut notes);
    if !losses.unreadable.is_empty() {
        let why =
            "the text is to look at: `parse` refuses it, and `convert` keeps what the file means";
        notes.push(why.to_owned());
    }
    notes
}

/// The operation that defines a symbol. Each part of the path is looked up inside the previous one.
fn find(module: &Module<'_>, path: &str) -> bytespec::Result<Option<OpId>> {
    let mut found: Option<OpId> = None;
    for part in path.split("::") {
        let name = part.strip_prefix('@').unwrap_or(part);
        let inside: Vec<OpId> = match found {
            Some(op) => module.walk_op(op).skip(1).collect(),
            None => module.walk().collect(),
        };
        let mut next = None;
        for op in inside {
            if module.symbol_name(op)?.is_some_and(|symbol| symbol == name) {
                next = Some(op);
                break;
            }
        }
        match next {
            Some(op) => found = Some(op),
            None => return Ok(None),
        }
    }
    Ok(found)
}
