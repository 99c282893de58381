//! Findings about a schema: what is wrong, where, and what would help.

use std::collections::BTreeSet;
use std::fmt;

use crate::ast::Span;
use crate::rules::{Severity, rule};

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule that was broken, by its short name.
    pub rule: &'static str,
    /// What is wrong, one line.
    pub message: String,
    /// Places and what to say at each; the first one is where the fault is.
    pub labels: Vec<(Span, String)>,
    /// How to mend it.
    pub help: Option<String>,
    /// What to write where to mend it.
    pub edits: Vec<Edit>,
}

/// A change of the text that mends a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is changed: a value.
    pub span: Span,
    /// How it is changed.
    pub change: Change,
    /// Whether no other change is meant, whatever the schema is about.
    pub is_certain: bool,
}

/// How a text is changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A word of the value, which stands there once, gets another text.
    Word {
        /// The word.
        from: String,
        /// The text.
        to: String,
    },
    /// All of the value gets another text.
    Whole(String),
    /// The mapping that the value is in gets another key, right behind it.
    Key {
        /// The key.
        key: String,
        /// Its value, as YAML.
        value: String,
    },
}

impl Diagnostic {
    /// A finding of a rule, still without a place.
    pub fn new(rule: &'static str, message: impl Into<String>) -> Self {
        let (labels, edits) = Default::default();
        Diagnostic { rule, message: message.into(), labels, help: None, edits }
    }

    /// Adds a place; the first one added is where the fault is.
    #[must_use]
    pub fn at(mut self, span: Span, label: impl Into<String>) -> Self {
        self.labels.push((span, label.into()));
        self
    }

    /// Says how to mend it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Offers the candidate that `name` was probably meant to be, if one is near.
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
            // Another number is not a slip of the pen.
            is_certain: near.len() == 1 && digits(name) == digits(other),
        });
        self.edits = edits.collect();
    }

    /// Says what to write in place of the value at a span, which is certain.
    #[must_use]
    pub fn write(mut self, span: Span, text: impl Into<String>) -> Self {
        self.edits.push(Edit { span, change: Change::Whole(text.into()), is_certain: true });
        self
    }

    /// Says which key to write behind the value at a span, which is certain; `value` is YAML.
    #[must_use]
    pub fn add_key(mut self, span: Span, key: &str, value: impl Into<String>) -> Self {
        let change = Change::Key { key: key.to_owned(), value: value.into() };
        self.edits.push(Edit { span, change, is_certain: true });
        self
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        rule(self.rule).map_or(Severity::Error, |rule| rule.severity)
    }

    /// The place of the fault.
    pub fn primary(&self) -> Option<Span> {
        self.labels.first().map(|(span, _)| *span)
    }
}

/// A finding that has been added.
pub struct Found<'d>(&'d mut Diagnostic);

impl Found<'_> {
    /// Adds a place; the first one added is where the fault is.
    pub fn at(self, span: Span, label: impl Into<String>) -> Self {
        self.0.labels.push((span, label.into()));
        self
    }

    /// Says how to mend it.
    pub fn help(self, help: impl Into<String>) -> Self {
        self.0.help = Some(help.into());
        self
    }

    /// Says what to write in place of the value at a span, which is certain.
    pub fn write(self, span: Span, text: impl Into<String>) -> Self {
        self.0.edits.push(Edit { span, change: Change::Whole(text.into()), is_certain: true });
        self
    }

    /// Offers the candidate that `name` was probably meant to be, if one is near.
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

/// All findings of a run; a run never stops at the first.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    found: Vec<Diagnostic>,
}

impl Diagnostics {
    /// No findings yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a finding of a rule; what is given back says where it is, and what would help.
    pub fn found(&mut self, rule: &'static str, message: impl Into<String>) -> Found<'_> {
        let at = self.found.len();
        self.found.push(Diagnostic::new(rule, message));
        Found(&mut self.found[at])
    }

    /// Adds a finding.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Leaves out places that are none. What has no place left is about something that is missing, of which another finding tells.
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

    /// Sorts by the place of the fault, with `key` telling which place comes first.
    ///
    /// A span is only a number of the front end, so the order of places is the front end's to say.
    pub fn sort_by_place<K: Ord>(&mut self, key: impl Fn(Span) -> K) {
        self.found.sort_by_cached_key(|d| (d.primary().map(&key), d.rule, d.message.clone()));
    }

    /// Removes findings that say the same at the same place.
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

/// The candidate nearest to `name`, if it is near enough to be a slip of the pen.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    near(name, candidates).first().copied()
}

/// The candidates nearest to `name`, all equally near, where they are near enough to be a slip of the pen.
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

fn digits(name: &str) -> String {
    name.chars().filter(char::is_ascii_digit).collect()
}

/// Edit distance in characters, without regard to case.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.to_lowercase().chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replace = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = replace.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_takes_slips_only() {
        let keys = ["summary", "since", "source"];
        assert_eq!(nearest("sumary", keys), Some("summary"));
        assert_eq!(nearest("Since", keys), Some("since"));
        assert_eq!(nearest("opcode", keys), None);
        assert_eq!(near("op2", ["op1", "op3", "opcode"]), BTreeSet::from(["op1", "op3"]));
    }
}
