//! `jaxlib` of several releases, run on StableHLO programs.

use crate::process::{Folder, Refusal, complaint, in_parallel};
use crate::tools;
use std::collections::HashMap;
use std::fmt;
use std::path::Path;

/// The program that the releases are run with.
const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/jaxlib.py");

/// The file with the jobs of the program.
const JOBS: &str = "jobs";

/// Jobs that one process does. Starting one takes as long as several of them.
const BATCH: usize = 40;

/// One release of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Jaxlib {
    /// The name of the release, such as `0.10.2`.
    pub release: &'static str,
}

/// What the library does with some bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// Reads bytecode of any dialects, and gives its generic text with locations. That of artifacts
    /// is only read by 0.4.38 and later.
    Parse,
    /// Reads a portable artifact, and gives the generic text of its program with locations.
    Deserialize,
    /// Reads a program, which may be bytecode, text, or an artifact, and gives a portable artifact of
    /// this version, such as `1.0.0`.
    Serialize(String),
    /// Gives the newest version that the release writes, whatever the bytes are.
    Version,
}

/// Bytes, and what is done with them.
#[derive(Clone, Debug)]
pub struct Job<'j> {
    /// What is done.
    pub task: Task,
    /// The bytes.
    pub bytes: &'j [u8],
}

/// The result of the library, or its error.
pub type Answer = Result<Vec<u8>, Refusal>;

impl fmt::Display for Jaxlib {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "jaxlib {}", self.release)
    }
}

impl Jaxlib {
    /// Those that `tests/conformance/install-oracles.sh` installs, the oldest first.
    pub const ALL: [Jaxlib; 7] = [
        Jaxlib { release: "0.4.13" },
        Jaxlib { release: "0.4.20" },
        Jaxlib { release: "0.4.28" },
        Jaxlib { release: "0.4.38" },
        Jaxlib { release: "0.6.2" },
        Jaxlib { release: "0.8.2" },
        Jaxlib::NEWEST,
    ];

    /// The newest one.
    pub const NEWEST: Jaxlib = Jaxlib { release: "0.10.2" };

    /// Whether it can print artifacts as they are: releases up to 0.4.28 do not let others see the
    /// dialect that these are in.
    #[must_use]
    pub fn parses_artifacts(self) -> bool {
        !["0.4.13", "0.4.20", "0.4.28"].contains(&self.release)
    }

    /// The version of StableHLO that it has, which is the newest that it writes.
    #[must_use]
    pub fn stablehlo(self) -> [u64; 3] {
        match self.release {
            "0.4.13" => [0, 13, 4],
            "0.4.20" => [0, 14, 27],
            "0.4.28" => [0, 19, 10],
            "0.4.38" => [1, 8, 7],
            "0.6.2" => [1, 11, 0],
            "0.8.2" => [1, 13, 5],
            _ => [1, 17, 0],
        }
    }

    /// Does all jobs, and gives the answers in their order. A job on which the library crashes is
    /// refused, and costs no other its answer.
    #[must_use]
    pub fn run(self, jobs: &[Job<'_>]) -> Vec<Answer> {
        let batches: Vec<&[Job<'_>]> = jobs.chunks(BATCH).collect();
        in_parallel(&batches, |batch| self.run_batch(batch)).into_iter().flatten().collect()
    }

    /// Does one job.
    ///
    /// # Errors
    /// The error of the library, or its exit status.
    pub fn answer(self, task: Task, bytes: &[u8]) -> Answer {
        let answers = self.run_batch(&[Job { task, bytes }]);
        answers.into_iter().next().unwrap_or_else(|| Err("no answer".to_owned()))
    }

    fn run_batch(self, jobs: &[Job<'_>]) -> Vec<Answer> {
        let mut answers = Vec::new();
        while answers.len() < jobs.len() {
            answers.extend(self.run_until_crash(&jobs[answers.len()..]));
        }
        answers
    }

    /// Does jobs in one process: the answers up to the first crash, and that one's.
    ///
    /// # Panics
    /// When the library is not there, or the program fails before it comes to a job: a suite that
    /// compares with nothing must not pass.
    fn run_until_crash(self, jobs: &[Job<'_>]) -> Vec<Answer> {
        let root = tools::root();
        let packages = root.join(format!("jaxlib-{}", self.release));
        assert!(
            packages.is_dir(),
            "{self} is not installed in {}: run tests/conformance/install-oracles.sh",
            packages.display()
        );
        let mut list = String::new();
        for (index, job) in jobs.iter().enumerate() {
            let task = match &job.task {
                Task::Parse => "parse",
                Task::Deserialize => "deserialize",
                Task::Serialize(_) => "serialize",
                Task::Version => "version",
            };
            let version = match &job.task {
                Task::Serialize(version) => version.as_str(),
                _ => "",
            };
            list.push_str(&format!("{index} {task} {index}.in {index}.out {version}\n"));
        }
        let folder = Folder::with(JOBS, list.as_bytes());
        for (index, job) in jobs.iter().enumerate() {
            folder.write(&format!("{index}.in"), job.bytes);
        }
        let arguments = [PROGRAM, &packages.to_string_lossy(), JOBS];
        let output = folder.run(&root.join(Path::new("bin/python")), &arguments);
        let printed = String::from_utf8_lossy(&output.stdout);
        let states: HashMap<&str, &str> =
            printed.lines().filter_map(|line| line.split_once(' ')).collect();
        assert!(!states.is_empty(), "{self} did nothing: {}", complaint(&output));
        let mut answers = Vec::new();
        for index in 0..jobs.len() {
            let result = folder.read(&format!("{index}.out")).unwrap_or_default();
            match states.get(index.to_string().as_str()) {
                Some(&"ok") => answers.push(Ok(result)),
                Some(&"refused") => {
                    answers.push(Err(String::from_utf8_lossy(&result).into_owned()));
                }
                _ => {
                    answers.push(Err(format!("crash: {}", complaint(&output))));
                    break;
                }
            }
        }
        answers
    }
}

#[cfg(all(test, feature = "oracles"))]
mod tests {
    use super::{Jaxlib, Job, Task};

    #[test]
    fn releases_are_of_these_versions() {
        for library in Jaxlib::ALL {
            let expected = library.stablehlo().map(|part| part.to_string()).join(".");
            let version = library.answer(Task::Version, &[]);
            assert_eq!(version.as_deref(), Ok(expected.as_bytes()), "{library}");
        }
    }

    /// An integer of a width that the library writes and cannot read ends the process.
    #[test]
    fn a_crash_costs_one_answer() {
        let text = b"func.func @f() attributes {a.b = 1 : i2} { return }";
        let artifact = Jaxlib::NEWEST.answer(Task::Serialize("1.17.0".to_owned()), text);
        let Ok(artifact) = artifact else { panic!("{artifact:?}") };
        let good = b"module @good {}".as_slice();
        let job = |bytes| Job { task: Task::Parse, bytes };
        let jobs = [job(good), job(&artifact), job(b"nonsense"), job(&artifact), job(good)];
        let answers = Jaxlib::NEWEST.run(&jobs);
        let kinds: Vec<&str> = answers
            .iter()
            .map(|answer| match answer {
                Ok(text) if String::from_utf8_lossy(text).contains("good") => "good",
                Ok(_) => "other",
                Err(refusal) if refusal.starts_with("crash: ") => "crash",
                Err(_) => "refused",
            })
            .collect();
        assert_eq!(kinds, ["good", "crash", "refused", "crash", "good"]);
    }
}
