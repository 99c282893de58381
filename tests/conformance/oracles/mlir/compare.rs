//! What a tool prints for a file of ours, beside what it prints for one of the reference.

use bytespec_conformance::mlir_opt::MlirOpt;
use bytespec_conformance::process::{Refusal, in_parallel};
use std::collections::BTreeMap;

/// A file of the reference.
pub(super) enum Reference {
    /// As it is.
    File(&'static [u8]),
    /// One that the tool that made it rewrites for a version.
    Rewritten(&'static [u8], MlirOpt, u64),
}

/// A file of ours that a tool must print like one of the reference.
pub(super) struct Comparison {
    /// What is compared, for people.
    pub(super) what: String,
    /// The name of the case that exceptions go by.
    pub(super) case: &'static str,
    /// The tool.
    pub(super) tool: MlirOpt,
    /// What we wrote.
    pub(super) ours: Vec<u8>,
    /// What it is compared with.
    pub(super) reference: Reference,
}

/// Files that a tool does not read even when the reference wrote them.
pub(super) struct Exception {
    /// Releases of the tools.
    pub(super) tools: &'static [u8],
    /// How the names of the cases begin.
    pub(super) cases: &'static [&'static str],
    /// What is in the tool's complaint.
    pub(super) complaint: &'static str,
    /// Why.
    pub(super) reason: &'static str,
}

enum Outcome {
    Same,
    Different(String),
    Refused(Refusal),
    /// The tool refuses what the reference wrote.
    Incomparable(Refusal),
}

/// How comparisons went.
#[derive(Default)]
pub(super) struct Tally {
    /// Files that are printed the same.
    pub(super) same: usize,
    /// Reasons for which files were not compared, with their numbers.
    pub(super) excluded: BTreeMap<&'static str, usize>,
    /// What is wrong.
    pub(super) wrong: Vec<String>,
}

impl Tally {
    pub(super) fn exclude(&mut self, reason: &'static str) {
        *self.excluded.entry(reason).or_default() += 1;
    }

    /// Lets the tools print everything, and compares. Every exception must be needed.
    pub(super) fn run(&mut self, comparisons: &[Comparison], exceptions: &[Exception]) {
        let outcomes = in_parallel(comparisons, Comparison::outcome);
        let mut needed = vec![false; exceptions.len()];
        for (comparison, outcome) in comparisons.iter().zip(outcomes) {
            let Comparison { what, case, tool, .. } = comparison;
            match outcome {
                Outcome::Same => self.same += 1,
                Outcome::Different(at) => {
                    self.wrong.push(format!("{what}: {tool} prints it otherwise: {at}"));
                }
                Outcome::Refused(refusal) => {
                    self.wrong.push(format!("{what}: {tool} refuses it: {}", head(&refusal)));
                }
                Outcome::Incomparable(refusal) => {
                    let found = exceptions.iter().position(|exception| {
                        exception.tools.contains(&tool.release)
                            && exception.cases.iter().any(|prefix| case.starts_with(prefix))
                            && refusal.contains(exception.complaint)
                    });
                    match found {
                        Some(index) => {
                            needed[index] = true;
                            self.exclude(exceptions[index].reason);
                        }
                        None => self.wrong.push(format!(
                            "{what}: {tool} refuses the reference: {}",
                            head(&refusal)
                        )),
                    }
                }
            }
        }
        for (exception, _) in exceptions.iter().zip(needed).filter(|(_, needed)| !needed) {
            self.wrong.push(format!("no file needs the exception: {}", exception.reason));
        }
    }

    /// Prints the numbers and fails with every finding.
    #[track_caller]
    pub(super) fn report(self, what: &str) {
        let excluded: usize = self.excluded.values().sum();
        println!("{what}: {} printed as by the reference, {excluded} exceptions", self.same);
        for (reason, count) in &self.excluded {
            println!("  {count}: {reason}");
        }
        crate::suite::report(&self.wrong);
    }
}

impl Comparison {
    fn outcome(&self) -> Outcome {
        let expected = match self.reference {
            Reference::File(bytes) => self.tool.print(bytes),
            Reference::Rewritten(bytes, producer, version) => {
                producer.rewrite(bytes, version).and_then(|rewritten| self.tool.print(&rewritten))
            }
        };
        match (expected, self.tool.print(&self.ours)) {
            (Err(refusal), _) => Outcome::Incomparable(refusal),
            (Ok(_), Err(refusal)) => Outcome::Refused(refusal),
            (Ok(expected), Ok(found)) if expected == found => Outcome::Same,
            (Ok(expected), Ok(found)) => Outcome::Different(difference(&expected, &found)),
        }
    }
}

/// The beginning of what a tool complained about.
pub(crate) fn head(refusal: &str) -> &str {
    let end = refusal.char_indices().nth(300).map_or(refusal.len(), |(end, _)| end);
    &refusal[..end]
}

/// The first lines that differ.
pub(crate) fn difference(expected: &str, found: &str) -> String {
    let (mut expected, mut found) = (expected.lines(), found.lines());
    loop {
        match (expected.next(), found.next()) {
            (None, None) => return "only the ends of lines".to_owned(),
            (expected, found) if expected == found => {}
            (expected, found) => {
                let [expected, found] = [expected, found].map(|line| line.unwrap_or("(nothing)"));
                return format!("expected\n    {expected}\n  found\n    {found}");
            }
        }
    }
}
