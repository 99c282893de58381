//! `edit`: changes values of a file by their paths.

use crate::args::{Edit, EditArgs};
use crate::failure::{Failure, Result};
use crate::formats::Input;
use crate::formats::interpreted::{Reader, Schema};
use crate::report::note;
use crate::{files, output};
use bytespec::plan::edit::{EditError, EditFault, Editor, Rewritten};
use bytespec_codegen::diagnostics::nearest;
use std::path::Path;

/// Edits the file.
pub(super) fn run(args: &EditArgs) -> Result {
    let to = match &args.output {
        Some(to) => to.as_path(),
        None if output::is_terminal() => {
            let why = "-o FILE is missing; `-o -` writes the bytes to the terminal";
            return Err(Failure::Usage(why.to_owned()));
        }
        None => Path::new("-"),
    };
    if let Some(folder) = &args.schema {
        let schema = Schema::read(folder, &args.release)?;
        return edit(&schema.reader()?, &files::read(&args.file)?, args, to);
    }
    let Input { format, bytes } = Input::read(&args.file, args.format, &args.release)?;
    format.check_releases(&args.release)?;
    edit(&Reader::shipped(format, &args.release)?, &bytes, args, to)
}

/// Makes the edits, and writes the result to the file `to`, or to the standard output for `-`.
fn edit(reader: &Reader<'_>, bytes: &[u8], args: &EditArgs, to: &Path) -> Result {
    let mut file = reader.open(&args.file, bytes)?;
    let editor = Editor::new(&mut file);
    let mut editor = editor.map_err(|error| Failure::input(&args.file, error))?;
    for edit in &args.edits.0 {
        let edited = match edit {
            Edit::Set(path, value) => match value.strip_prefix('@') {
                Some(name) => editor.set_bytes(path, files::read(Path::new(name))?.to_vec()),
                None => editor.set(path, value),
            },
            Edit::Insert(path, value) => editor.insert(path, value),
            Edit::Copy(path) => editor.copy(path),
            Edit::Remove(path) => editor.remove(path),
        };
        note(&edited.map_err(|error| failed(&args.file, &error))?.to_string());
    }
    let Rewritten { bytes: written, followed } =
        editor.write().map_err(|error| failed(&args.file, &error))?;
    for edited in followed {
        note(&format!("{edited}, which follows"));
    }
    let size = size(bytes.len(), written.len());
    if to == Path::new("-") {
        note(&size);
        return output::bytes(&written);
    }
    files::write(to, &written)?;
    output::line(format_args!("{}: {size}", to.display()))
}

/// The size of the result, beside that of the file.
fn size(before: usize, after: usize) -> String {
    match after.cmp(&before) {
        std::cmp::Ordering::Less => format!("{after} bytes, {} fewer", before - after),
        std::cmp::Ordering::Equal => format!("{after} bytes, as many as before"),
        std::cmp::Ordering::Greater => format!("{after} bytes, {} more", after - before),
    }
}

/// The failure for an edit that is not possible.
fn failed(file: &Path, error: &EditError) -> Failure {
    let near = error.fault.names().and_then(|(name, known)| {
        let near = nearest(name, known.iter().map(String::as_str))?;
        Some(format!(", did you mean `{near}`?"))
    });
    let near = near.unwrap_or_default();
    match error.fault {
        EditFault::Path { .. } => Failure::Usage(error.to_string()),
        _ => Failure::input(file, format_args!("{error}{near}")),
    }
}
