//! Edits by path: a part that is set has its value in the file, or nothing is written.

use super::Paths;
use bytespec::plan::edit::Editor;
use bytespec::plan::{Executor, Explanation, File, Value};
use bytespec::sample::Source;

/// Texts of values.
const TEXTS: &[&str] = &["0", "1", "3", "200", "a", "abcd", "6162", "\"\"", "none", "one"];

/// Sets a part of a file that is chosen by its path, and tells whether it was written.
pub(super) fn of_set(
    executor: &Executor<'_>,
    bytes: &[u8],
    source: &mut Source,
) -> Result<bool, String> {
    let mut paths = Paths(Vec::new());
    let found = Explanation::new(executor, bytes).map_err(|error| format!("explain: {error}"))?;
    let _ = found.walk(&mut paths);
    if paths.0.is_empty() {
        return Ok(false);
    }
    let path = &paths.0[source.below(paths.0.len())];
    let text = TEXTS[source.below(TEXTS.len())];
    let opened = |bytes| File::with(executor, bytes).map_err(|error| error.to_string());
    let mut file = opened(bytes)?;
    let mut editor = Editor::new(&mut file).map_err(|error| error.to_string())?;
    if editor.set(path, text).is_err() {
        return Ok(false);
    }
    let Ok(set) = editor.get(path).cloned() else { return Ok(false) };
    let Ok(written) = editor.write() else { return Ok(false) };
    let mut file = opened(&written.bytes)?;
    let editor = Editor::new(&mut file).map_err(|error| format!("{path} = {text}: {error}"))?;
    match editor.get(path) {
        Ok(read) if spelled(executor, read) == spelled(executor, &set) => Ok(true),
        // The number 0 is that of a new place.
        Ok(_) if set.number() == Some(0) => Ok(true),
        read => {
            let (followed, bytes) = (&written.followed, &written.bytes);
            Err(format!("set: {path} = {text} is {read:?}\n{followed:?}\n{bytes:02x?}"))
        }
    }
}

fn spelled(executor: &Executor<'_>, value: &Value) -> String {
    let mut text = String::new();
    let _ = value.spell(executor.plan(), &mut text);
    text
}
