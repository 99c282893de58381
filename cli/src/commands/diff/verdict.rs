//! The effect of changes between two schemas on files and on programs.

use crate::failure::{Failure, Result};
use bytespec::plan::compatible::{Break, Compatibility, Subject, compare};
use bytespec::plan::data::Plan;
use bytespec_codegen::syntax::{About, Change};
use clap::ValueEnum;
use schemars::JsonSchema;
use serde::Serialize;

/// The number of values of each item that are tried in each version.
const VALUES: u64 = 64;

/// What a change breaks, the worst last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Level {
    /// Texts and listings
    Text,
    /// Programs that use generated code
    Api,
    /// Files of released versions
    Wire,
}

/// The effect of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Verdict {
    /// Nothing breaks.
    Compatible,
    /// It may break files, but no value that was tried shows this.
    Possible,
    /// It breaks something.
    Breaks(Level),
}

/// A break of files, with the broken rule.
#[derive(Debug)]
pub(super) struct WireBreak {
    pub(super) rule: &'static str,
    /// The readers that fail, in words.
    pub(super) words: &'static str,
    pub(super) found: Break,
    /// Whether the changed item is contained in this one.
    pub(super) is_held: bool,
}

/// The effects of all changes.
#[derive(Debug)]
pub(super) struct Verdicts {
    pub(super) changes: Vec<(Change, Verdict)>,
    pub(super) breaks: Vec<WireBreak>,
}

impl Verdicts {
    /// Runs both plans, and determines the effect of each change.
    pub(super) fn new(changes: Vec<Change>, old: &Plan, new: &Plan) -> Result<Self> {
        let failed = |error: bytespec::Error| Failure::Input(error.to_string());
        let forward = compare(old, new, VALUES).map_err(failed)?;
        let backward = compare(new, old, VALUES).map_err(failed)?;
        let mut breaks = Vec::new();
        for found in &forward.breaks {
            let (rule, words) = match found.read {
                Err(_) => ("wire-refused", "readers of the new schema refuse it"),
                Ok(_) => ("wire-changed", "readers of the new schema read another value"),
            };
            breaks.push(WireBreak { rule, words, found: found.clone(), is_held: false });
        }
        for found in &backward.breaks {
            let words =
                "readers of the old schema cannot read files of the new one in their versions";
            let known = breaks.iter().any(|other| other.found.subject == found.subject);
            if !known {
                let found = found.clone();
                breaks.push(WireBreak { rule: "wire-unread", words, found, is_held: false });
            }
        }
        for broken in &mut breaks {
            broken.is_held = !changes.iter().any(|change| concerns(change, &broken.found.subject));
        }
        let judged = changes.into_iter().map(|change| {
            let verdict = verdict(&change, &breaks, [&forward, &backward]);
            (change, verdict)
        });
        let mut changes: Vec<_> = judged.collect();
        // If no value shows a break of a containing item, one of the changes is the cause.
        if !breaks.is_empty()
            && !changes.iter().any(|(_, verdict)| *verdict == Verdict::Breaks(Level::Wire))
        {
            let of_values = changes.iter_mut().filter(|(change, verdict)| {
                change.about == About::Values && *verdict == Verdict::Compatible
            });
            of_values.for_each(|(_, verdict)| *verdict = Verdict::Possible);
        }
        Ok(Verdicts { changes, breaks })
    }
}

/// Whether a change belongs to a subject, or to an item that the subject is a case of.
pub(super) fn concerns(change: &Change, (kind, name): &Subject) -> bool {
    match (change.kind, *kind) {
        (a, b) if a == b && change.kind != "enum" => change.item == *name,
        ("enum", "enum") | ("union", "variant") => {
            name.split_once('.').is_some_and(|(of, _)| of == change.item)
        }
        // The format contains the layouts of operations and the headers of sections.
        ("format", "op") => change.path.starts_with("operations"),
        _ => false,
    }
}

fn verdict(change: &Change, breaks: &[WireBreak], tried: [&Compatibility; 2]) -> Verdict {
    match change.about {
        About::Documentation => return Verdict::Compatible,
        About::Text if change.old.is_some() => return Verdict::Breaks(Level::Text),
        About::Text => return Verdict::Compatible,
        About::Values => {}
    }
    if breaks.iter().any(|broken| concerns(change, &broken.found.subject)) {
        return Verdict::Breaks(Level::Wire);
    }
    let is_version = change.kind == "format" && change.path.starts_with("versions.");
    if change.new.is_none() && is_version {
        return Verdict::Breaks(Level::Wire);
    }
    let is_tried = tried.iter().any(|found| found.unchanged.keys().any(|of| concerns(change, of)));
    let last = change.path.rsplit('.').next().unwrap_or_default();
    let is_api = match (&change.old, &change.new) {
        (Some(_), None) => true,
        (Some(_), Some(_)) => {
            ["type", "wire", "optional", "variadic", "of", "order"].contains(&last)
        }
        _ => false,
    };
    match () {
        () if is_api => Verdict::Breaks(Level::Api),
        // A new item, a new version.
        () if is_tried || change.old.is_none() && (change.path.is_empty() || is_version) => {
            Verdict::Compatible
        }
        () => Verdict::Possible,
    }
}
