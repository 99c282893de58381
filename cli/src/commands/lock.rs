//! `lock`: records the wire shapes of released versions, and checks a schema against them.

use crate::args::LockArgs;
use crate::failure::{Failure, Result, display};
use crate::files;
use crate::findings::Report;
use crate::output::{self, GOOD};
use crate::report::note;
use crate::schema::{self, Loaded};
use bytespec_codegen::diagnostics::Diagnostics;
use bytespec_codegen::lock::{self, Comparison};
use std::path::Path;

/// Records the versions of schemas, or reports differences from the recorded ones.
pub(crate) fn run(args: &LockArgs) -> Result {
    let mut report = Report::new(args.shown);
    let mut wrong = false;
    for path in schema::named(&args.schemas)? {
        wrong |= !freeze(args, &path, &mut report)?;
    }
    report.end()?;
    if wrong { Err(Failure::Reported) } else { Ok(()) }
}

/// Records or checks one schema. Returns whether it is correct.
fn freeze(args: &LockArgs, path: &Path, report: &mut Report) -> Result<bool> {
    let Loaded { model, written, .. } = schema::load(path)?;
    let mut sources = written.sources;
    let now = lock::shapes(&model);
    let file = lock::path(path);
    let name = display(&file);
    let print = |word: &str, more: &str| match args.shown.is_for_people() {
        true => output::line(format_args!("{GOOD}{word}{GOOD:#} {name}: {more}")),
        false => Ok(()),
    };
    let old = match std::fs::read_to_string(&file) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => return Err(Failure::io(&file, &error)),
    };
    let Some(old) = old else {
        if args.check {
            let why = format!("does not exist; `bytespec lock {}` creates it", display(path));
            return Err(Failure::Input(format!("{name} {why}")));
        }
        files::write(&file, now.to_string().as_bytes())?;
        print("made", &now.summary())?;
        return Ok(true);
    };
    let (id, released) = match lock::open(&file, &old, &mut sources) {
        Ok(lock) => lock,
        Err(fault) => {
            report.add(&Diagnostics::from(*fault), &sources)?;
            return Ok(false);
        }
    };
    let Comparison { found, fresh } = lock::compare((id, &released), (path, &now), &mut sources);
    if !found.is_empty() && !args.rewrite {
        report.add(&found, &sources)?;
        if args.shown.is_for_people() {
            note(
                "a released version is frozen: put changes into a new version; `bytespec lock --rewrite` discards the released shapes",
            );
        }
        return Ok(false);
    }
    let with_fresh = |summary: String, words: &str| match fresh.as_slice() {
        [] => summary,
        fresh => format!("{summary}; {words}: {}", fresh.join(", ")),
    };
    if args.check {
        print("ok", &with_fresh(released.summary(), "not frozen yet"))?;
        return Ok(true);
    }
    let text = now.to_string();
    if text == old {
        print("ok", &now.summary())?;
        return Ok(true);
    }
    files::write(&file, text.as_bytes())?;
    print("renewed", &with_fresh(now.summary(), "frozen now"))?;
    Ok(true)
}
