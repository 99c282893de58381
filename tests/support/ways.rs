//! Conversions of a module of MLIR: to text, other versions and other numbers. Each preserves the meaning; what it cannot keep is
//! refused with its place, or dropped and listed.

use crate::meaning::{EntryTexts, Meaning};
use bytespec::mlir::{
    Losses, Module, Numbering, ParseOptions, PrintOptions, TextLosses, Version, WriteOptions,
};
use bytespec::{Error, ErrorKind};

/// What became of a module on every way, or what went wrong there.
#[must_use]
pub fn ways(module: &Module<'_>) -> Vec<Result<&'static str, String>> {
    let mut texts = EntryTexts::default();
    let mut results = vec![renumbered(module, &mut texts), through_text(module, &mut texts)];
    for version in Version::ALL.iter().filter(|version| **version != module.version()) {
        results.push(converted(module, *version, &mut texts));
    }
    results
}

fn meaning(module: &Module<'_>, texts: &mut EntryTexts) -> Result<Meaning, String> {
    Meaning::of(module, texts).map_err(|error| error.to_string())
}

/// Whether an error has a place: in bytes, or in an operation or entry.
fn has_place(error: &Error) -> bool {
    error.offset().is_some() || !error.path().is_empty()
}

/// Canonical writing gives entries other numbers, or refuses to.
fn renumbered(module: &Module<'_>, texts: &mut EntryTexts) -> Result<&'static str, String> {
    let options = WriteOptions::default().numbering(Numbering::Canonical);
    let bytes = match module.write(&options) {
        Ok(bytes) => bytes,
        Err(error) => {
            return match error.kind() {
                ErrorKind::Opaque { .. }
                | ErrorKind::Unnumbered { .. }
                | ErrorKind::NoLayout { .. } => Ok("numbered anew: refused"),
                _ => Err(format!("numbered anew: {error}")),
            };
        }
    };
    let again = Module::read(&bytes).map_err(|error| format!("numbered anew: {error}"))?;
    let (one, other) = (meaning(module, texts)?, meaning(&again, texts)?);
    match one.difference(&other, texts) {
        Some(difference) => Err(format!("numbered anew: {difference}")),
        None => Ok("numbered anew: the same"),
    }
}

/// Another version, with what it cannot carry refused, or dropped and listed.
fn converted(
    module: &Module<'_>,
    version: Version,
    texts: &mut EntryTexts,
) -> Result<&'static str, String> {
    let mut other = module.clone();
    let refused = other.convert(version, Losses::Refuse).err();
    if let Some(error) = &refused {
        let is_loss = matches!(error.kind(), ErrorKind::Loss { .. } | ErrorKind::NoLayout { .. });
        let what = error.to_string();
        if !is_loss || !has_place(error) && !what.contains("the version of") {
            return Err(format!("to {version}: {what}"));
        }
        match other.convert(version, Losses::Allow) {
            Ok(lost) if lost.is_empty() => {
                return Err(format!("to {version}: refused, and nothing is listed"));
            }
            Ok(_) => {}
            // Which operations have properties is no loss, and is not known.
            Err(error) if matches!(error.kind(), ErrorKind::NoLayout { .. }) => {
                return Ok("to another version: refused");
            }
            Err(error) => return Err(format!("to {version}: {error}")),
        }
    }
    let bytes = other.write(&WriteOptions::default()).map_err(|error| error.to_string())?;
    let again = Module::read(&bytes).map_err(|error| format!("to {version}: {error}"))?;
    let (before, after) = (meaning(module, texts)?, meaning(&again, texts)?);
    match (refused, before.difference(&after, texts)) {
        (None, Some(difference)) => Err(format!("to {version}: {difference}")),
        (None, None) => Ok("to another version: the same"),
        (Some(_), _) => Ok("to another version: with losses, which are listed"),
    }
}

/// What is in the text is read again, and what is not is listed.
fn through_text(module: &Module<'_>, texts: &mut EntryTexts) -> Result<&'static str, String> {
    let printing = PrintOptions::default().locations(true);
    let mut text = Vec::new();
    let losses = module.print_to(&mut text, &printing).map_err(|error| error.to_string())?;
    let text = String::from_utf8(text).map_err(|error| error.to_string())?;
    let mut inferred = module.inferred_releases().rev();
    let release = module.release().or_else(|| inferred.find(|release| release.is_out()));
    let names = module.walk().map(|op| module.name(op));
    let registered = names.filter(|name| name.registered).map(|name| name.full().into_owned());
    let options = ParseOptions::default()
        .release(release)
        .producer(module.producer().into_owned())
        .registered(registered.collect::<std::collections::BTreeSet<_>>())
        .defaults(false);
    let parsed = match Module::parse(&text, &options) {
        Ok(_) if !losses.unreadable.is_empty() => {
            return Err("text that holds bytes is read".to_owned());
        }
        Ok(parsed) => parsed,
        Err(errors) if errors.iter().all(|error| error.line > 0 && error.column > 0) => {
            return match losses.unreadable.is_empty() {
                true => Err(errors.to_string()),
                false => Ok("text: refused"),
            };
        }
        Err(errors) => return Err(format!("an error without a place: {errors}")),
    };
    let (before, after) = (meaning(module, texts)?, meaning(&parsed, texts)?);
    let mut difference = before.difference_of_operations(&after, texts);
    if difference.is_some() && losses.missing.iter().any(|loss| loss.name == "builtin") {
        let mut texts = EntryTexts::as_spelled();
        let (before, after) = (meaning(module, &mut texts)?, meaning(&parsed, &mut texts)?);
        difference = before.difference_of_operations(&after, &texts);
    }
    let top = losses.missing.iter().any(|loss| loss.what.contains("at the top"));
    match difference {
        Some(difference) if !top => return Err(format!("text: {difference}")),
        _ => {}
    }
    unlisted(&before, &after, &losses)?;
    Ok(match losses.is_empty() {
        true => "text: the same",
        false => "text: with losses, which are listed",
    })
}

/// Resources and versions that are not there after text are listed.
fn unlisted(before: &Meaning, after: &Meaning, losses: &TextLosses) -> Result<(), String> {
    let lost: Vec<_> = before.resources.difference(&after.resources).collect();
    let listed = losses.missing.iter().filter(|loss| loss.what.contains("resource")).count();
    if lost.len() > listed {
        return Err(format!("text: lost and not listed: {lost:?}"));
    }
    for (dialect, version) in &before.versions {
        let is_listed =
            losses.missing.iter().any(|loss| loss.what == "the version" && loss.name == *dialect);
        if after.versions.get(dialect) != Some(version) && !is_listed {
            return Err(format!("text: the version of {dialect} is lost and not listed"));
        }
    }
    Ok(())
}
