//! Allowed breaks, and entries that allow nothing.

use super::broken::{Broken, RULES};
use crate::failure::{Failure, Result};
use crate::schema;
use bytespec_codegen::diagnostics::{Diagnostic, Diagnostics};
use bytespec_codegen::syntax::{Allowed, SourceMap, read_allowed};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// The entries of a file of allowed breaks, with its text and the findings in it.
#[derive(Debug, Default)]
pub(super) struct Entries {
    pub(super) found: Diagnostics,
    pub(super) sources: SourceMap,
}

/// The end of an entry's validity.
enum End {
    /// The last day, such as `2027-01-31`.
    Day(String),
    /// The last version, as its numbers.
    Version(Vec<u64>),
}

/// Marks the breaks that a file allows. Faults of the file become findings.
///
/// # Errors
/// A file that cannot be read, or that is not a file of allowed breaks. The faults are printed.
pub(super) fn allow(file: &Path, broken: &mut [Broken], newest: &str) -> Result<Entries> {
    let text = std::fs::read_to_string(file).map_err(|error| Failure::io(file, &error))?;
    let (entries, sources, mut found) = read_allowed(file.to_owned(), text);
    if !found.is_empty() {
        return Err(schema::show(&found, &sources));
    }
    let today = today();
    for entry in &entries {
        if let Some(wrong) = applied(entry, broken, newest, &today) {
            found.push(wrong);
        }
    }
    Ok(Entries { found, sources })
}

fn applied(
    entry: &Allowed,
    broken: &mut [Broken],
    newest: &str,
    today: &str,
) -> Option<Diagnostic> {
    let Allowed { rule, item, fingerprint, reason, until, span, until_span } = entry;
    if !RULES.iter().any(|(name, _)| name == rule) {
        let names: Vec<&str> = RULES.iter().map(|(name, _)| *name).collect();
        return Some(
            Diagnostic::new("allow-rule", format!("no rule is named `{rule}`"))
                .at(*span, "in this entry")
                .help(format!("rules: {}", names.join(", ")))
                .suggest(rule, names),
        );
    }
    let is_over = match end(until) {
        Some(End::Day(day)) => *today > *day,
        Some(End::Version(version)) => numbers(newest).is_some_and(|newest| newest >= version),
        None => {
            let message = format!("`{until}` is neither a day nor a version");
            return Some(
                Diagnostic::new("allow-until", message)
                    .at(*until_span, "the last day, or the version that ends the entry")
                    .help("write a day as \"2027-01-31\", a version as \"1.2\""),
            );
        }
    };
    let of_item: Vec<&mut Broken> =
        broken.iter_mut().filter(|broken| broken.rule == rule && broken.item == *item).collect();
    if of_item.is_empty() {
        return Some(
            Diagnostic::new("allow-unused", format!("`{rule}` of `{item}` is not broken"))
                .at(*span, "this entry allows nothing")
                .help("remove the entry"),
        );
    }
    if is_over {
        return Some(
            Diagnostic::new(
                "allow-over",
                format!("`{rule}` of `{item}` was allowed until {until}"),
            )
            .at(*until_span, "the entry has ended"),
        );
    }
    let now: Vec<String> = of_item.iter().map(|broken| broken.fingerprint.clone()).collect();
    match of_item.into_iter().find(|broken| broken.fingerprint == *fingerprint) {
        Some(broken) => {
            broken.allowed = Some(reason.clone());
            None
        }
        None => {
            let message =
                format!("the change of `{item}` does not have the fingerprint `{fingerprint}`");
            Some(
                Diagnostic::new("allow-other", message)
                    .at(*span, "this entry allows another change")
                    .help(format!("the fingerprint is `{}` now", now.join("`, `"))),
            )
        }
    }
}

fn end(until: &str) -> Option<End> {
    let is_day = |text: &str| {
        let parts: Vec<&str> = text.split('-').collect();
        let number = |part: &str, digits: usize, range: std::ops::RangeInclusive<u32>| {
            part.len() == digits && part.parse().is_ok_and(|number| range.contains(&number))
        };
        matches!(parts.as_slice(), [year, month, day]
            if number(year, 4, 1..=9999) && number(month, 2, 1..=12) && number(day, 2, 1..=31))
    };
    match is_day(until) {
        true => Some(End::Day(until.to_owned())),
        false => numbers(until).map(End::Version),
    }
}

/// The numbers of a version.
fn numbers(version: &str) -> Option<Vec<u64>> {
    version.split('.').map(|number| number.parse().ok()).collect()
}

/// The current day in UTC; if `SOURCE_DATE_EPOCH` is set, the day that it states.
fn today() -> String {
    let set = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok());
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    day(set.unwrap_or_else(now) / (24 * 60 * 60))
}

/// The date `days` days after 1 January 1970.
fn day(mut days: u64) -> String {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    // The calendar is the same every 400 years.
    let mut year = 1970 + days / 146_097 * 400;
    days %= 146_097;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let mut month = 1;
    for length in [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        let days =
            [(0, "1970-01-01"), (58, "1970-02-28"), (11_016, "2000-02-29"), (20_783, "2026-11-26")];
        for (number, text) in days {
            assert_eq!(day(number), text);
        }
    }
}
