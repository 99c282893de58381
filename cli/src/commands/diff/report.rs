//! Changes and breaks, for people and for programs.

use super::verdict::{Level, Verdict, Verdicts, WireBreak};
use crate::failure::Result;
use crate::output::{self, BAD, ERROR, GOOD, HEAD};
use bytespec_codegen::syntax::{About, Change};
use serde::Serialize;

/// More bytes of a value are not shown to people.
const MAX_BYTES: usize = 32;

/// More things that hold something that changed are counted.
const MAX_HELD: usize = 8;

/// Prints changes by item, then what breaks, with a value that shows it.
pub(super) fn text(verdicts: &Verdicts) -> Result {
    let mut item = None;
    for (change, verdict) in &verdicts.changes {
        let of = (change.kind, change.item.as_str());
        if item != Some(of) {
            output::line(format_args!("{HEAD}{} {}{HEAD:#}", change.kind, change.item))?;
            item = Some(of);
        }
        let path = if change.path.is_empty() { "" } else { change.path.as_str() };
        let colon = if path.is_empty() { "" } else { ": " };
        let verdict = words(*verdict, change.about);
        let place = &change.place;
        match (&change.old, &change.new) {
            (None, Some(new)) => {
                output::line(format_args!(
                    "  {GOOD}+{GOOD:#} {path}{colon}{new}  ({place}){verdict}"
                ))?;
            }
            (Some(old), None) => {
                output::line(format_args!(
                    "  {BAD}-{BAD:#} {path}{colon}{old}  ({place}){verdict}"
                ))?;
            }
            (old, new) => {
                let (old, new) = (shown(old), shown(new));
                output::line(format_args!("    {path}{colon}{old} -> {new}  ({place}){verdict}"))?;
            }
        }
    }
    let (held, own): (Vec<_>, Vec<_>) = verdicts.breaks.iter().partition(|broken| broken.is_held);
    // What holds something that changed shows no more than that, where that shows itself.
    let shown = if own.is_empty() { &held[..held.len().min(1)] } else { own.as_slice() };
    for broken in shown {
        output::line(format_args!(""))?;
        wire(broken)?;
    }
    let others: Vec<String> = held
        .iter()
        .skip(if own.is_empty() { 1 } else { 0 })
        .map(|broken| format!("{} `{}`", broken.found.subject.0, broken.found.subject.1))
        .collect();
    if let Some(first) = others.get(..others.len().min(MAX_HELD)).filter(|first| !first.is_empty())
    {
        let more = match others.len() - first.len() {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        output::line(format_args!("\nWhat holds it breaks as well: {}{more}", first.join(", ")))?;
    }
    if !verdicts.changes.is_empty() {
        output::line(format_args!(""))?;
    }
    summary(verdicts)
}

fn shown(text: &Option<String>) -> &str {
    text.as_deref().unwrap_or_default()
}

fn words(verdict: Verdict, about: About) -> &'static str {
    match verdict {
        Verdict::Breaks(Level::Wire) => ": breaks files",
        Verdict::Breaks(Level::Api) => ": breaks programs",
        Verdict::Breaks(Level::Text) => ": changes text",
        Verdict::Possible => ": may break files",
        Verdict::Compatible if about == About::Documentation => "",
        Verdict::Compatible => ": compatible",
    }
}

fn wire(broken: &WireBreak) -> Result {
    let (kind, name) = &broken.found.subject;
    let versions = broken.found.versions.join(", ");
    let rule = broken.rule;
    output::line(format_args!(
        "{ERROR}error[{rule}]{ERROR:#}: {kind} `{name}` of version {versions}: {}",
        broken.words
    ))?;
    let bytes = &broken.found.bytes;
    let mut hex: Vec<String> = bytes.iter().take(MAX_BYTES).map(|b| format!("{b:02x}")).collect();
    if bytes.len() > MAX_BYTES {
        hex.push(format!("... ({} bytes)", bytes.len()));
    }
    output::line(format_args!("  bytes    {}", hex.join(" ")))?;
    output::line(format_args!("  written  {}", broken.found.written))?;
    match &broken.found.read {
        Ok(read) => output::line(format_args!("  read     {read}")),
        Err(error) => output::line(format_args!("  read     {BAD}{error}{BAD:#}")),
    }
}

fn summary(verdicts: &Verdicts) -> Result {
    let count = verdicts.changes.len();
    let breaking = |level| {
        let all = verdicts.changes.iter();
        all.filter(|(_, verdict)| *verdict == Verdict::Breaks(level)).count()
    };
    let possible = verdicts.changes.iter().filter(|(_, verdict)| *verdict == Verdict::Possible);
    let parts = [
        (breaking(Level::Wire), "break files"),
        (breaking(Level::Api), "break programs"),
        (breaking(Level::Text), "change text"),
        (possible.count(), "may break files"),
    ];
    let parts: Vec<String> = parts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    let plural = if count == 1 { "" } else { "s" };
    let rest = if parts.is_empty() { "none breaks anything".to_owned() } else { parts.join(", ") };
    match count {
        0 => output::line(format_args!("{GOOD}no changes{GOOD:#}"))?,
        _ => output::line(format_args!("{count} change{plural}: {rest}"))?,
    }
    if verdicts.worst() == Some(Level::Wire) {
        output::line(format_args!(
            "A released version is frozen: give what is new or other a version of its own, with `since` and `until`."
        ))?;
    }
    Ok(())
}

/// A line of JSON.
#[derive(Serialize)]
#[serde(tag = "object", rename_all = "lowercase")]
enum Line<'l> {
    Change {
        kind: &'static str,
        item: &'l str,
        path: &'l str,
        old: Option<&'l str>,
        new: Option<&'l str>,
        place: &'l str,
        verdict: &'static str,
        level: Option<Level>,
    },
    Break {
        rule: &'static str,
        level: Level,
        kind: &'static str,
        item: &'l str,
        versions: &'l [String],
        /// In hexadecimal.
        bytes: String,
        written: &'l str,
        read: Option<&'l str>,
        error: Option<String>,
    },
}

/// Prints an object a line: changes, then breaks with the values that show them.
pub(super) fn json(verdicts: &Verdicts) -> Result {
    for (change, verdict) in &verdicts.changes {
        let Change { kind, item, path, old, new, place, .. } = change;
        let (verdict, level) = match verdict {
            Verdict::Compatible => ("compatible", None),
            Verdict::Possible => ("possible", None),
            Verdict::Breaks(level) => ("breaks", Some(*level)),
        };
        let (old, new) = (old.as_deref(), new.as_deref());
        output::json(&Line::Change { kind, item, path, old, new, place, verdict, level })?;
    }
    for broken in &verdicts.breaks {
        let (kind, item) = &broken.found.subject;
        output::json(&Line::Break {
            rule: broken.rule,
            level: Level::Wire,
            kind,
            item,
            versions: &broken.found.versions,
            bytes: broken.found.bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
            written: &broken.found.written,
            read: broken.found.read.as_deref().ok(),
            error: broken.found.read.as_ref().err().map(ToString::to_string),
        })?;
    }
    Ok(())
}

/// Prints the changes as a list for release notes.
pub(super) fn markdown(verdicts: &Verdicts) -> Result {
    let kind = |change: &Change| match (&change.old, &change.new) {
        (None, _) => "Added",
        (_, None) => "Removed",
        _ => "Changed",
    };
    for title in ["Added", "Changed", "Removed"] {
        let of_kind = verdicts.changes.iter().filter(|(change, _)| kind(change) == title);
        let mut of_kind = of_kind.peekable();
        if of_kind.peek().is_none() {
            continue;
        }
        output::line(format_args!("### {title}\n"))?;
        for (change, verdict) in of_kind {
            let Change { kind, item, path, old, new, .. } = change;
            let of = if path.is_empty() { String::new() } else { format!(": `{path}`") };
            let value = match (old, new) {
                (Some(old), Some(new)) => format!(" from `{old}` to `{new}`"),
                _ => String::new(),
            };
            let verdict = match verdict {
                Verdict::Breaks(Level::Wire) => " **(breaks files)**",
                Verdict::Breaks(Level::Api) => " (breaks programs)",
                _ => "",
            };
            output::line(format_args!("- {kind} `{item}`{of}{value}{verdict}"))?;
        }
        output::line(format_args!(""))?;
    }
    Ok(())
}
