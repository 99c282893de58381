//! Incompatible changes, by item and rule. Users can allow them.

use super::corpus::Concerned;
use super::verdict::{Level, Verdict, Verdicts, WireBreak, concerns};
use crate::findings::{Region, Shown};
use bytespec::plan::compatible::{FileOutcome, Subject};
use bytespec_codegen::fingerprint::Fingerprint;
use bytespec_codegen::syntax::{About, Change};

/// The rules that a change can break, and their requirements.
pub(super) const RULES: [(&str, &str); 7] = [
    ("wire-refused", "the new schema reads values that the old schema writes in a version of both"),
    (
        "wire-changed",
        "the new schema reads the same values that the old schema writes in a version of both",
    ),
    (
        "wire-unread",
        "the old schema reads the same values that the new schema writes in a version of both",
    ),
    ("version-removed", "versions are not removed"),
    ("api-removed", "public items of generated code are not removed"),
    ("api-changed", "public items of generated code keep their types"),
    ("text-changed", "the textual form of values does not change"),
];

/// A break: a rule that the changes of an item break.
#[derive(Debug)]
pub(super) struct Broken {
    pub(super) rule: &'static str,
    pub(super) level: Level,
    /// The kind and the name of the item.
    pub(super) item: String,
    /// The changes, in one line.
    pub(super) what: String,
    /// The file and the line of the first change.
    pub(super) place: String,
    /// A hash of the old and the new state.
    pub(super) fingerprint: String,
    /// The reason why it is allowed, if the user allowed it.
    pub(super) allowed: Option<String>,
    /// The kinds and names of the items whose samples show the break.
    pub(super) subjects: Vec<Subject>,
}

/// All breaks, the most severe first.
pub(super) fn broken(verdicts: &Verdicts, files: &[Concerned]) -> Vec<Broken> {
    let mut found = Vec::new();
    for level in [Level::Wire, Level::Api, Level::Text] {
        let of_level = verdicts.changes.iter();
        let of_level = of_level.filter(|(_, verdict)| *verdict == Verdict::Breaks(level));
        let mut rest: Vec<&Change> = of_level.map(|(change, _)| change).collect();
        while let Some(first) = rest.first() {
            let of = (first.kind, first.item.clone());
            let is_of = |change: &&Change| (change.kind, &change.item) == (of.0, &of.1);
            let (own, others): (Vec<_>, Vec<_>) = rest.into_iter().partition(is_of);
            rest = others;
            let shown = |broken: &&WireBreak| {
                own.iter().any(|change| concerns(change, &broken.found.subject))
            };
            let breaks: Vec<_> = verdicts.breaks.iter().filter(shown).collect();
            let is_removed = own.iter().any(|change| change.new.is_none());
            let rule = match level {
                Level::Wire => breaks.first().map_or("version-removed", |broken| broken.rule),
                Level::Api if is_removed => "api-removed",
                Level::Api => "api-changed",
                Level::Text => "text-changed",
            };
            let subjects = breaks.iter().map(|broken| broken.found.subject.clone()).collect();
            let item = format!("{} {}", of.0, of.1);
            found.push(Broken::new(rule, level, item, &own, subjects));
        }
    }
    let is_shown = |broken: &Broken| broken.level == Level::Wire;
    let changed = || -> Vec<&Change> {
        let changes = verdicts.changes.iter().map(|(change, _)| change);
        changes.filter(|change| change.about == About::Values).collect()
    };
    // A break of a containing item is reported for the changed item, unless the changed item shows no break itself.
    if !found.iter().any(is_shown) {
        for broken in &verdicts.breaks {
            let subject = broken.found.subject.clone();
            let item = format!("{} {}", subject.0, subject.1);
            found.push(Broken::new(broken.rule, Level::Wire, item, &changed(), vec![subject]));
        }
    }
    if !found.iter().any(is_shown) {
        for Concerned { name, reading } in files {
            let rule = match reading {
                FileOutcome::Refused(_) => "wire-refused",
                _ => "wire-changed",
            };
            let item = format!("file {name}");
            found.push(Broken::new(rule, Level::Wire, item, &changed(), Vec::new()));
        }
    }
    found.sort_by_key(|broken| std::cmp::Reverse(broken.level));
    found
}

impl Broken {
    fn new(
        rule: &'static str,
        level: Level,
        item: String,
        changes: &[&Change],
        subjects: Vec<Subject>,
    ) -> Self {
        let mut hash = Fingerprint::default();
        for Change { kind, item, path, old, new, .. } in changes {
            for part in [kind, item.as_str(), path] {
                hash.add(part);
            }
            for side in [old, new] {
                // Distinguishes an absent side from an empty text.
                hash.add(if side.is_some() { "+" } else { "-" });
                hash.add(side.as_deref().unwrap_or_default());
            }
        }
        let one = |Change { path, old, new, .. }: &&Change| {
            let path = if path.is_empty() { "" } else { &format!("`{path}` ") };
            match (old, new) {
                (Some(old), Some(new)) => format!("{path}was `{old}` and is `{new}`"),
                (None, _) => format!("{path}is new"),
                (_, None) => format!("{path}is gone"),
            }
        };
        Broken {
            rule,
            level,
            item,
            what: changes.iter().map(one).collect::<Vec<_>>().join(", "),
            place: changes.first().map(|change| change.place.clone()).unwrap_or_default(),
            fingerprint: hash.to_string(),
            allowed: None,
            subjects,
        }
    }

    /// The break in the form for CI systems.
    pub(super) fn shown(&self, fails: bool) -> Shown {
        let Broken { rule, item, what, place, fingerprint, allowed, .. } = self;
        let (file, line) = place.rsplit_once(':').unwrap_or((place, ""));
        let requirement =
            RULES.iter().find(|(name, _)| name == rule).map(|(_, requirement)| *requirement);
        let region = |line| Region { line, end_line: line, columns: None };
        Shown {
            rule,
            requirement: requirement.unwrap_or_default().to_owned(),
            is_error: fails,
            message: format!("{item}: {what}"),
            file: file.to_owned(),
            region: line.parse().ok().map(region),
            fingerprint: Some(fingerprint.clone()),
            allowed: allowed.clone(),
        }
    }
}
