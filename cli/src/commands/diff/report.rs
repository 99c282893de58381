//! Changes and breaks, for people and for programs.

use super::allow::Entries;
use super::broken::Broken;
use super::corpus::{Concerned, Corpus};
use super::verdict::{Level, Verdict, Verdicts, WireBreak};
use crate::failure::Result;
use crate::findings::Finding;
use crate::output::{self, BAD, ERROR, GOOD, HEAD};
use crate::schema;
use bytespec::plan::compatible::FileOutcome;
use bytespec_codegen::syntax::{About, Change};
use schemars::JsonSchema;
use serde::Serialize;

/// The maximum number of bytes of a value that are shown to people.
const MAX_BYTES: usize = 32;

/// The maximum length of a changed value, in characters. Longer ones are cut.
const MAX_SHOWN: usize = 100;

/// The maximum number of items that contain a changed item. Others are only counted.
const MAX_HELD: usize = 8;

/// The content of the report.
pub(super) struct Report<'r> {
    pub(super) verdicts: &'r Verdicts,
    pub(super) broken: &'r [Broken],
    pub(super) corpus: Option<&'r Corpus>,
    pub(super) entries: &'r Entries,
    /// The level that must not break.
    pub(super) level: Level,
}

impl Report<'_> {
    /// The breaks that must not happen and are not allowed.
    fn failing(&self) -> impl Iterator<Item = &Broken> {
        self.broken.iter().filter(|broken| broken.level >= self.level && broken.allowed.is_none())
    }

    /// Whether the command fails.
    pub(super) fn fails(&self) -> bool {
        self.failing().next().is_some() || !self.entries.found.is_empty()
    }

    /// Prints changes by item, and then breaks, each with a value that shows it.
    pub(super) fn text(&self) -> Result {
        changes(self.verdicts)?;
        self.breaks()?;
        if let Some(corpus) = self.corpus {
            files(corpus)?;
        }
        if !self.verdicts.changes.is_empty() {
            output::line(format_args!(""))?;
        }
        for Broken { rule, item, allowed, .. } in self.broken {
            if let Some(reason) = allowed {
                output::line(format_args!("{GOOD}allowed{GOOD:#}[{rule}]: {item}: {reason}"))?;
            }
        }
        summary(self.verdicts)?;
        let failing: Vec<&Broken> = self.failing().collect();
        if failing.iter().any(|broken| broken.level == Level::Wire) {
            output::line(format_args!(
                "A released version is frozen: put changes into a new version, with `since` and `until`."
            ))?;
        }
        if !failing.is_empty() {
            output::line(format_args!(
                "To allow an intended break, add an entry with a reason and an end to a file for `--allow`:\n"
            ))?;
        }
        for Broken { rule, item, fingerprint, .. } in failing {
            output::line(format_args!(
                "- rule: {rule}\n  item: {item}\n  fingerprint: \"{fingerprint}\"\n  reason: \"\"\n  until: \"\""
            ))?;
        }
        if !self.entries.found.is_empty() {
            output::flush()?;
            schema::show(&self.entries.found, &self.entries.sources);
        }
        Ok(())
    }

    /// Prints the breaks of files that are not allowed, each with a value.
    fn breaks(&self) -> Result {
        let is_allowed = |broken: &&WireBreak| {
            let mut of =
                self.broken.iter().filter(|of| of.subjects.contains(&broken.found.subject));
            of.any(|of| of.allowed.is_some())
        };
        let (held, own): (Vec<_>, Vec<_>) =
            self.verdicts.breaks.iter().partition(|broken| broken.is_held);
        let is_own = own.is_empty();
        let own: Vec<&WireBreak> = own.into_iter().filter(|broken| !is_allowed(broken)).collect();
        let held: Vec<&WireBreak> = match is_own {
            true => held.into_iter().filter(|broken| !is_allowed(broken)).collect(),
            // An item that only contains allowed breaks is not reported.
            false if own.is_empty() => Vec::new(),
            false => held,
        };
        // An item that contains a changed item is omitted if the changed item has its own report.
        let shown = if is_own { &held[..held.len().min(1)] } else { own.as_slice() };
        for broken in shown {
            output::line(format_args!(""))?;
            wire(broken)?;
        }
        let others: Vec<String> = held
            .iter()
            .skip(usize::from(is_own))
            .map(|broken| format!("{} `{}`", broken.found.subject.0, broken.found.subject.1))
            .collect();
        let first = &others[..others.len().min(MAX_HELD)];
        if first.is_empty() {
            return Ok(());
        }
        let more = match others.len() - first.len() {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        output::line(format_args!(
            "\nThese contain it and break as well: {}{more}",
            first.join(", ")
        ))
    }
}

/// Prints changes by item.
fn changes(verdicts: &Verdicts) -> Result {
    let mut item = None;
    for (change, verdict) in &verdicts.changes {
        let of = (change.kind, change.item.as_str());
        if item != Some(of) {
            output::line(format_args!("{HEAD}{} {}{HEAD:#}", change.kind, change.item))?;
            item = Some(of);
        }
        let path = &change.path;
        let colon = if path.is_empty() { "" } else { ": " };
        let verdict = words(*verdict, change.about);
        let place = &change.place;
        let (old, new) = (shown(&change.old), shown(&change.new));
        match (&change.old, &change.new) {
            (None, Some(_)) => output::line(format_args!(
                "  {GOOD}+{GOOD:#} {path}{colon}{new}  ({place}){verdict}"
            ))?,
            (Some(_), None) => output::line(format_args!(
                "  {BAD}-{BAD:#} {path}{colon}{old}  ({place}){verdict}"
            ))?,
            _ => output::line(format_args!("    {path}{colon}{old} -> {new}  ({place}){verdict}"))?,
        }
    }
    Ok(())
}

/// Prints the affected files.
fn files(corpus: &Corpus) -> Result {
    let Corpus { folder, files, unread, concerned } = corpus;
    let plural = if *files == 1 { "" } else { "s" };
    let unread = match unread {
        0 => String::new(),
        unread => format!("; {unread} cannot be read by the old schema either"),
    };
    output::line(format_args!(
        "\n{} of {files} file{plural} of the format in `{folder}` are affected{unread}",
        concerned.len()
    ))?;
    for Concerned { name, reading } in concerned {
        match reading {
            FileOutcome::Refused(error) => {
                output::line(format_args!("  {name}: {BAD}refused{BAD:#}: {error}"))?;
            }
            FileOutcome::Otherwise { path, old, new } => {
                let (old, new) = (cut(old), cut(new));
                output::line(format_args!("  {name}: {path}: {old} -> {new}"))?;
            }
            FileOutcome::Same | FileOutcome::Unread(_) => {}
        }
    }
    Ok(())
}

/// A text, cut if it is too long.
fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_owned(),
    }
}

fn shown(text: &Option<String>) -> String {
    text.as_deref().map(cut).unwrap_or_default()
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
    Ok(())
}

/// A line of `diff --json`.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "object", rename_all = "lowercase")]
pub(super) enum Line<'l> {
    /// A change.
    Change {
        /// The kind of the item, such as `op`.
        kind: &'static str,
        /// The name of the item.
        item: &'l str,
        /// The keys that lead to the change; empty for the item itself.
        path: &'l str,
        /// The old text; null for something new.
        old: Option<&'l str>,
        /// The new text; null for something removed.
        new: Option<&'l str>,
        /// The file and the line, as `FILE:LINE`.
        place: &'l str,
        /// `compatible`, `possible`, or `breaks`.
        verdict: &'static str,
        /// The level that it breaks.
        level: Option<Level>,
    },
    /// A value that shows that files break.
    Break {
        /// The broken rule.
        rule: &'static str,
        /// Always `wire`.
        level: Level,
        /// The kind of the item that breaks.
        kind: &'static str,
        /// The name of the item.
        item: &'l str,
        /// The versions in which it breaks.
        versions: &'l [String],
        /// The bytes, in hexadecimal.
        bytes: String,
        /// The value in the spelling of its writer.
        written: &'l str,
        /// The value in the spelling of its reader; null if the reader refuses it.
        read: Option<&'l str>,
        /// The reason why the reader refuses it.
        error: Option<String>,
    },
    /// A rule that a change of an item breaks, in the form in which it can be allowed.
    Finding {
        /// The broken rule.
        rule: &'static str,
        /// The level that it breaks.
        level: Level,
        /// The kind and the name of the item.
        item: &'l str,
        /// The change.
        message: &'l str,
        /// The file and the line.
        place: &'l str,
        /// A hash that distinguishes this change from others of the item.
        fingerprint: &'l str,
        /// The reason of the entry that allows it; null if no entry does.
        allowed: Option<&'l str>,
    },
    /// An affected file of the corpus.
    File {
        /// The path in the folder.
        file: &'l str,
        /// The path to the first value that is read differently; null for a file that is refused.
        path: Option<&'l str>,
        /// This value, as the old schema reads it.
        old: Option<&'l str>,
        /// This value, as the new schema reads it.
        new: Option<&'l str>,
        /// The reason why the new schema refuses the file.
        error: Option<String>,
    },
    /// A faulty entry of the allowed breaks.
    Entry(Finding<'l>),
}

impl Report<'_> {
    /// Prints one object per line: changes, breaks with the values that show them, files, and findings.
    pub(super) fn json(&self) -> Result {
        for (change, verdict) in &self.verdicts.changes {
            let Change { kind, item, path, old, new, place, .. } = change;
            let (verdict, level) = match verdict {
                Verdict::Compatible => ("compatible", None),
                Verdict::Possible => ("possible", None),
                Verdict::Breaks(level) => ("breaks", Some(*level)),
            };
            let (old, new) = (old.as_deref(), new.as_deref());
            output::json(&Line::Change { kind, item, path, old, new, place, verdict, level })?;
        }
        for broken in &self.verdicts.breaks {
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
        for Concerned { name, reading } in self.corpus.iter().flat_map(|corpus| &corpus.concerned) {
            let (mut path, mut sides, mut error) = (None, (None, None), None);
            match reading {
                FileOutcome::Otherwise { path: at, old, new } => {
                    path = Some(at.as_str());
                    sides = (Some(old.as_str()), Some(new.as_str()));
                }
                FileOutcome::Refused(refused) => error = Some(refused.to_string()),
                FileOutcome::Same | FileOutcome::Unread(_) => {}
            }
            output::json(&Line::File { file: name, path, old: sides.0, new: sides.1, error })?;
        }
        for broken in self.broken {
            let Broken { rule, level, item, what, place, fingerprint, allowed, .. } = broken;
            let (level, allowed) = (*level, allowed.as_deref());
            output::json(&Line::Finding {
                rule,
                level,
                item,
                message: what,
                place,
                fingerprint,
                allowed,
            })?;
        }
        let entries = self.entries.found.iter();
        entries
            .map(|found| Finding::new(found, &self.entries.sources))
            .try_for_each(|found| output::json(&Line::Entry(found)))
    }

    /// Prints the changes as a list for release notes.
    pub(super) fn markdown(&self) -> Result {
        let verdicts = self.verdicts;
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
                let Change { kind, item, path, .. } = change;
                let (old, new) = (change.old.as_deref().map(cut), change.new.as_deref().map(cut));
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
}
