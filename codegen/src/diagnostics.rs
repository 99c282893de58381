//! Findings about a schema: a message, places and a help.

use std::collections::BTreeSet;
use std::fmt;

use crate::ast::Span;
use crate::rules::{Severity, rule};

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The name of the broken rule.
    pub rule: &'static str,
    /// The fault, in one line.
    pub message: String,
    /// Places with labels; the first one is the place of the fault.
    pub labels: Vec<(Span, String)>,
    /// How to fix it.
    pub help: Option<String>,
    /// Edits that fix it.
    pub edits: Vec<Edit>,
}

/// A change of the text that fixes a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The place of the changed value.
    pub span: Span,
    /// The change.
    pub change: Change,
    /// Whether it is the only possible fix.
    pub is_certain: bool,
}

/// A change of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Replaces a word that occurs once in the value.
    Word {
        /// The word.
        from: String,
        /// The text.
        to: String,
    },
    /// Replaces the whole value.
    Whole(String),
    /// Adds a key after the value, in the same mapping.
    Key {
        /// The key.
        key: String,
        /// Its value, as YAML.
        value: String,
    },
}

impl Diagnostic {
    /// A finding of a rule, without a place.
    pub fn new(rule: &'static str, message: impl Into<String>) -> Self {
        let (labels, edits) = Default::default();
        Diagnostic { rule, message: message.into(), labels, help: None, edits }
    }

    /// Adds a place; the first one is the place of the fault.
    #[must_use]
    pub fn at(mut self, span: Span, label: impl Into<String>) -> Self {
        self.labels.push((span, label.into()));
        self
    }

    /// Sets the help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Suggests the candidate with the most similar spelling to `name`, if one is similar enough.
    #[must_use]
    pub fn suggest<'a>(
        mut self,
        name: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        self.suggest_near(name, candidates);
        self
    }

    fn suggest_near<'a>(&mut self, name: &str, candidates: impl IntoIterator<Item = &'a str>) {
        let near = near(name, candidates);
        let Some(first) = near.first() else { return };
        self.help = Some(format!("did you mean `{first}`?"));
        let edits = near.iter().map(|other| Edit {
            span: self.primary().unwrap_or_default(),
            change: Change::Word { from: name.to_owned(), to: (*other).to_owned() },
            is_certain: near.len() == 1 && is_typing_mistake(name, other),
        });
        self.edits = edits.collect();
    }

    /// Adds a certain edit: replaces the value at a span.
    #[must_use]
    pub fn write(mut self, span: Span, text: impl Into<String>) -> Self {
        self.edits.push(Edit { span, change: Change::Whole(text.into()), is_certain: true });
        self
    }

    /// Adds a certain edit: a key after the value at a span; `value` is YAML.
    #[must_use]
    pub fn add_key(mut self, span: Span, key: &str, value: impl Into<String>) -> Self {
        let change = Change::Key { key: key.to_owned(), value: value.into() };
        self.edits.push(Edit { span, change, is_certain: true });
        self
    }

    /// Its severity.
    pub fn severity(&self) -> Severity {
        rule(self.rule).map_or(Severity::Error, |rule| rule.severity)
    }

    /// The place of the fault.
    pub fn primary(&self) -> Option<Span> {
        self.labels.first().map(|(span, _)| *span)
    }
}

/// An added finding.
pub struct Found<'d>(&'d mut Diagnostic);

impl Found<'_> {
    /// Adds a place; the first one is the place of the fault.
    pub fn at(self, span: Span, label: impl Into<String>) -> Self {
        self.0.labels.push((span, label.into()));
        self
    }

    /// Sets the help.
    pub fn help(self, help: impl Into<String>) -> Self {
        self.0.help = Some(help.into());
        self
    }

    /// Adds a certain edit: replaces the value at a span.
    pub fn write(self, span: Span, text: impl Into<String>) -> Self {
        self.0.edits.push(Edit { span, change: Change::Whole(text.into()), is_certain: true });
        self
    }

    /// Suggests the candidate with the most similar spelling to `name`, if one is similar enough.
    pub fn suggest<'a>(self, name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Self {
        self.0.suggest_near(name, candidates);
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.message, self.rule)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

/// All findings of a run, which never stops at the first one.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    found: Vec<Diagnostic>,
}

impl Diagnostics {
    /// No findings yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a finding of a rule; the result adds its places and its help.
    pub fn found(&mut self, rule: &'static str, message: impl Into<String>) -> Found<'_> {
        let at = self.found.len();
        self.found.push(Diagnostic::new(rule, message));
        Found(&mut self.found[at])
    }

    /// Adds a finding.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Replaces the help of the last finding: exactly this name is better than a similar one.
    pub(crate) fn help_last(&mut self, help: String) {
        if let Some(last) = self.found.last_mut() {
            last.help = Some(help);
            last.edits.clear();
        }
    }

    /// Removes invalid places. A finding without places is about something missing that another finding reports, and is removed.
    pub fn keep_placed(&mut self, is_place: impl Fn(Span) -> bool) {
        let mut lost = Vec::new();
        for finding in &mut self.found {
            let before = finding.labels.len();
            finding.labels.retain(|(span, _)| is_place(*span));
            lost.push(before > 0 && finding.labels.is_empty());
        }
        if lost.contains(&false) {
            let mut lost = lost.into_iter();
            self.found.retain(|_| lost.next() != Some(true));
        }
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Number of findings.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// The findings in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.found.iter()
    }

    /// Sorts by the place of the fault; `key` orders the places.
    ///
    /// A span is only a number of the front end, so only the front end knows the order of places.
    pub fn sort_by_place<K: Ord>(&mut self, key: impl Fn(Span) -> K) {
        self.found.sort_by_cached_key(|d| (d.primary().map(&key), d.rule, d.message.clone()));
    }

    /// Removes findings with the same rule and message at the same place.
    pub fn dedup(&mut self) {
        let mut seen = BTreeSet::new();
        self.found.retain(|d| seen.insert((d.primary(), d.rule, d.message.clone())));
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(finding: Diagnostic) -> Self {
        let mut all = Diagnostics::new();
        all.push(finding);
        all
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, iter: I) {
        self.found.extend(iter);
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.found.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The candidate nearest to `name`, if it is near enough to be a spelling mistake.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    near(name, candidates).first().copied()
}

/// The candidates nearest to `name`, all equally near, if they are near enough to be spelling mistakes.
fn near<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> BTreeSet<&'a str> {
    let mut allowed = (name.chars().count() / 3).max(1);
    let mut found = BTreeSet::new();
    for candidate in candidates.into_iter().filter(|candidate| *candidate != name) {
        let distance = distance(name, candidate);
        if distance < allowed {
            found.clear();
        }
        if distance <= allowed {
            allowed = distance;
            found.insert(candidate);
        }
    }
    found
}

/// The fewest letters of a word in which another letter is a typing mistake.
const CERTAIN_LENGTH: usize = 5;

/// Whether one word is surely meant where another one is written: in a short word, one letter makes another word, and another
/// number is not a spelling mistake.
fn is_typing_mistake(name: &str, other: &str) -> bool {
    let is_long = name.chars().count().min(other.chars().count()) >= CERTAIN_LENGTH;
    let distance = distance(name, other);
    digits(name) == digits(other) && (distance == 0 || distance == 1 && is_long)
}

fn digits(name: &str) -> String {
    name.chars().filter(char::is_ascii_digit).collect()
}

/// Edit distance in characters, without regard to case. Two letters in the wrong order are one edit.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut before = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = vec![i];
        for j in 1..=b.len() {
            let replace = row[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replace.min(next[j - 1] + 1).min(row[j] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                let swapped: usize = before[j - 2];
                least = least.min(swapped + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_typing_mistakes_are_certain() {
        for (name, other) in
            [("sumary", "summary"), ("summray", "summary"), ("Count", "count"), ("U8", "u8")]
        {
            assert!(is_typing_mistake(name, other), "{name}");
        }
        for (name, other) in [
            ("repeat", "reject"),
            ("bits", "bit"),
            ("E", "F"),
            ("whence", "when"),
            ("field1", "field2"),
        ] {
            assert!(!is_typing_mistake(name, other), "{name}");
        }
    }

    #[test]
    fn nearest_finds_spelling_mistakes() {
        let keys = ["summary", "since", "source"];
        assert_eq!(nearest("sumary", keys), Some("summary"));
        assert_eq!(nearest("Since", keys), Some("since"));
        assert_eq!(nearest("opcode", keys), None);
        assert_eq!(near("op2", ["op1", "op3", "opcode"]), BTreeSet::from(["op1", "op3"]));
    }
}
