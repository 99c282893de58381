//! `diff`: compares two schemas, and shows what the changes break.

mod allow;
mod broken;
mod corpus;
mod report;
mod sources;
mod verdict;

use crate::args::DiffArgs;
use crate::failure::{Failure, Result};
use crate::findings::{self, Shown};
use crate::output;
use crate::schema;
use allow::Entries;
use bytespec_codegen::plan::lower;
use bytespec_codegen::syntax;
use report::Report;
use sources::Source;
pub(crate) use verdict::Level;
use verdict::Verdicts;

/// Compares two schemas.
pub(crate) fn run(args: &DiffArgs) -> Result {
    let (Some(old), Some(new)) = (&args.old, &args.new) else {
        return output::json(&schemars::schema_for!(report::Line<'_>));
    };
    let (old, new) = (Source::new(old, new)?, Source::new(new, old)?);
    let texts = [old.texts()?, new.texts()?];
    let model = |source: &Source<'_>, texts: &Vec<_>| {
        let loaded = schema::lower(source.path(), texts.clone());
        let loaded = loaded.map_err(|(found, sources)| schema::show(&found, &sources))?;
        Ok::<_, Failure>(loaded.model)
    };
    let models = [model(&old, &texts[0])?, model(&new, &texts[1])?];
    let plans = [lower(&models[0]), lower(&models[1])];
    let [of_old, of_new] = texts;
    let changes = syntax::changes(of_old, of_new).map_err(Failure::Input)?;
    let verdicts = Verdicts::new(changes, &plans[0], &plans[1])?;
    let read = |folder| corpus::read(folder, &plans[0], &plans[1]);
    let corpus = args.corpus.as_deref().map(read).transpose()?;
    let concerned = corpus.as_ref().map_or(&[][..], |corpus| &corpus.concerned);
    let mut broken = broken::broken(&verdicts, concerned);
    let newest = models[1].versions.last().map_or("", |version| version.docs.name.as_str());
    let entries = match &args.allow {
        Some(file) => allow::allow(file, &mut broken, newest)?,
        None => Entries::default(),
    };
    let report = Report {
        verdicts: &verdicts,
        broken: &broken,
        corpus: corpus.as_ref(),
        entries: &entries,
        level: args.level,
    };
    if args.sarif || args.annotations {
        let mut shown: Vec<Shown> =
            broken.iter().map(|broken| broken.shown(broken.level >= args.level)).collect();
        shown.extend(entries.found.iter().map(|found| Shown::new(found, &entries.sources)));
        match args.sarif {
            true => findings::sarif(&shown)?,
            false => findings::annotations(&shown)?,
        }
    } else {
        match (args.json, args.markdown) {
            (true, _) => report.json()?,
            (_, true) => report.markdown()?,
            _ => report.text()?,
        }
    }
    match report.fails() {
        true => Err(Failure::Reported),
        false => Ok(()),
    }
}
