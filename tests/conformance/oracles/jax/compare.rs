//! What a release prints for a file of ours, beside what it prints for one of the reference.

use crate::mlir::compare::{difference, head};
use crate::suite::report;
use bytespec_conformance::jaxlib::{Answer, Jaxlib, Job, Task};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

/// A file of ours that a release must print like one of the reference.
pub(super) struct Comparison {
    /// What is compared, for people.
    pub(super) what: String,
    /// The release that reads both.
    pub(super) library: Jaxlib,
    /// How it reads them: [`Task::Parse`] or [`Task::Deserialize`].
    pub(super) task: Task,
    /// What we wrote.
    pub(super) ours: Vec<u8>,
    /// What it is compared with.
    pub(super) reference: Cow<'static, [u8]>,
}

/// How comparisons went.
#[derive(Default)]
pub(super) struct Tally {
    /// Files that are printed the same.
    pub(super) same: usize,
    /// Reasons for which files were not compared, with their numbers.
    excluded: BTreeMap<&'static str, usize>,
    /// What is wrong.
    pub(super) wrong: Vec<String>,
}

/// What a release is asked about some bytes.
pub(super) type Question<'q> = (Jaxlib, Task, &'q [u8]);

/// The answers to questions, in their order. What is asked twice is answered once.
pub(super) fn answers(questions: &[Question<'_>]) -> Vec<Rc<Answer>> {
    let mut known: HashMap<&Question<'_>, Rc<Answer>> = HashMap::new();
    for library in Jaxlib::ALL {
        let asked: HashSet<_> = questions.iter().filter(|(of, ..)| *of == library).collect();
        let asked: Vec<_> = asked.into_iter().collect();
        let jobs: Vec<Job<'_>> =
            asked.iter().map(|(_, task, bytes)| Job { task: task.clone(), bytes }).collect();
        known.extend(asked.into_iter().zip(library.run(&jobs).into_iter().map(Rc::new)));
    }
    questions.iter().map(|question| Rc::clone(&known[question])).collect()
}

impl Tally {
    pub(super) fn exclude(&mut self, reason: &'static str) {
        *self.excluded.entry(reason).or_default() += 1;
    }

    /// Lets the releases print everything, and compares. They read all that the reference wrote.
    pub(super) fn run(&mut self, comparisons: &[Comparison]) {
        let questions: Vec<Question<'_>> = comparisons
            .iter()
            .flat_map(|Comparison { library, task, ours, reference, .. }| {
                [(*library, task.clone(), &**reference), (*library, task.clone(), &**ours)]
            })
            .collect();
        let answers = answers(&questions);
        for (comparison, pair) in comparisons.iter().zip(answers.chunks_exact(2)) {
            let Comparison { what, library, .. } = comparison;
            match (&*pair[0], &*pair[1]) {
                (Ok(expected), Ok(found)) if expected == found => self.same += 1,
                (Ok(expected), Ok(found)) => {
                    let [expected, found] =
                        [expected, found].map(|text| String::from_utf8_lossy(text));
                    let at = difference(&expected, &found);
                    self.wrong.push(format!("{what}: {library} prints it otherwise: {at}"));
                }
                (Ok(_), Err(refusal)) => {
                    self.wrong.push(format!("{what}: {library} refuses it: {}", head(refusal)));
                }
                (Err(refusal), _) => {
                    let head = head(refusal);
                    self.wrong.push(format!("{what}: {library} refuses the reference: {head}"));
                }
            }
        }
    }

    /// Prints the numbers and fails with every finding.
    #[track_caller]
    pub(super) fn report(self, what: &str) {
        let excluded: usize = self.excluded.values().sum();
        println!("{what}: {} printed as the reference, {excluded} exceptions", self.same);
        for (reason, count) in &self.excluded {
            println!("  {count}: {reason}");
        }
        report(&self.wrong);
    }
}
