//! `lock`: the wire shapes of released versions, and whether a schema still has them.

mod compare;
mod shapes;
mod text;

use crate::args::LockArgs;
use crate::failure::{Failure, Result, display};
use crate::output::{self, GOOD};
use crate::report::note;
use crate::{files, schema};
use compare::Comparison;
use shapes::shapes;
use std::path::{Path, PathBuf};
use text::Lock;

/// The lock of a folder of YAML files.
const FILE: &str = "wire.lock";

/// Freezes the versions of schemas, or says what is no longer as it was released.
pub(crate) fn run(args: &LockArgs) -> Result {
    let mut wrong = false;
    for path in schema::named(&args.schemas)? {
        wrong |= !lock(args, &path)?;
    }
    if wrong { Err(Failure::Reported) } else { Ok(()) }
}

/// Whether all is as it must be.
fn lock(args: &LockArgs, path: &Path) -> Result<bool> {
    let model = schema::load(path)?.model;
    let now = shapes(&model);
    let file = place(path);
    let name = display(&file);
    let old = match std::fs::read_to_string(&file) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => return Err(Failure::io(&file, &error)),
    };
    let Some(old) = old else {
        if args.check {
            let why = format!("is not there; `bytespec lock {}` makes it", display(path));
            return Err(Failure::Input(format!("{name} {why}")));
        }
        files::write(&file, now.to_string().as_bytes())?;
        output::line(format_args!("{GOOD}made{GOOD:#} {name}: {}", now.summary()))?;
        return Ok(true);
    };
    let lock = Lock::read(&old).map_err(|(line, why)| {
        Failure::Input(format!("{name}:{line}: {why}; `bytespec lock` writes such files"))
    })?;
    let Comparison { found, sources, fresh } = compare::compare(&file, &old, &lock, &now);
    if !found.is_empty() && !args.rewrite {
        schema::show(&found, &sources);
        note(
            "a released version is frozen: give what is new or other a version of its own; `bytespec lock --rewrite` gives up what was released",
        );
        return Ok(false);
    }
    if args.check {
        let fresh = match fresh.as_slice() {
            [] => String::new(),
            fresh => format!("; not frozen yet: {}", fresh.join(", ")),
        };
        output::line(format_args!("{GOOD}ok{GOOD:#} {name}: {}{fresh}", lock.summary()))?;
        return Ok(true);
    }
    let text = now.to_string();
    if text == old {
        output::line(format_args!("{GOOD}ok{GOOD:#} {name}: {}", now.summary()))?;
        return Ok(true);
    }
    files::write(&file, text.as_bytes())?;
    let fresh = match fresh.as_slice() {
        [] => String::new(),
        fresh => format!("; frozen now: {}", fresh.join(", ")),
    };
    output::line(format_args!("{GOOD}renewed{GOOD:#} {name}: {}{fresh}", now.summary()))?;
    Ok(true)
}

/// Where the lock of a schema stands.
fn place(schema: &Path) -> PathBuf {
    if schema.is_dir() { schema.join(FILE) } else { schema.with_extension("lock") }
}
