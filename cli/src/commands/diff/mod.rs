//! `diff`: what changed between two schemas, and what that breaks.

mod report;
mod sources;
mod verdict;

use crate::args::DiffArgs;
use crate::failure::{Failure, Result};
use crate::schema;
use bytespec_codegen::plan::lower;
use bytespec_codegen::syntax;
use sources::Source;
pub(crate) use verdict::Level;
use verdict::Verdicts;

/// Compares two schemas.
pub(crate) fn run(args: &DiffArgs) -> Result {
    let old = Source::new(&args.old, &args.new)?;
    let new = Source::new(&args.new, &args.old)?;
    let texts = [old.texts()?, new.texts()?];
    let plan = |source: &Source<'_>, texts: &Vec<_>| {
        let loaded = schema::lower(source.path(), texts.clone());
        let loaded = loaded.map_err(|(found, sources)| schema::show(&found, &sources))?;
        Ok::<_, Failure>(lower(&loaded.model))
    };
    let plans = [plan(&old, &texts[0])?, plan(&new, &texts[1])?];
    let [of_old, of_new] = texts;
    let changes = syntax::changes(of_old, of_new).map_err(Failure::Input)?;
    let verdicts = Verdicts::new(changes, &plans[0], &plans[1])?;
    match (args.json, args.markdown) {
        (true, _) => report::json(&verdicts)?,
        (_, true) => report::markdown(&verdicts)?,
        _ => report::text(&verdicts)?,
    }
    match verdicts.worst() {
        Some(worst) if worst >= args.level => Err(Failure::Reported),
        _ => Ok(()),
    }
}
