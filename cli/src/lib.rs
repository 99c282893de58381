//! The command `bytespec`: it generates code and documentation from schemas, and reads and converts files.
//!
//! It is a library, so that a program can also run a command line inside itself and measure its cost. [`CommandLine`] does that;
//! `tests/hostile` uses it to measure every command.
//!
//! * `formats/listing` is the one listing of operations. Each format provides the content of a line.
//! * The printer of the textual form spells entries of MLIR, with folds: a long or deep part becomes a number, and is spelled once, on its
//!   own. Entries are spelled where they are referenced, up to an allowance in proportion to the file (`formats/bounds`). A line marks
//!   where the allowance ended. Lines are indented up to some depth; beyond it the depth is a number.
//! * `commands/diff` names a break between two schemas by rule, item and a hash of the change. The same name allows the break.
//! * A lock is a file next to the schema. It shows each item of the plan at each version that changes it.
//! * `expand` finds the code of an item in the output of the emitter, by the place in its documentation.

mod args;
mod commands;
mod failure;
mod files;
mod findings;
mod formats;
mod mapped;
mod output;
mod report;
mod schema;

use clap::Parser;
use std::process::ExitCode;

/// Runs the command line of the process.
pub fn main() -> ExitCode {
    let args = args::Args::parse();
    output::set_color(args.color);
    let result = commands::run(args.command).and_then(|()| output::flush());
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => ExitCode::from(report::report(failure)),
    }
}

/// A command line that can run repeatedly.
#[derive(Clone, Debug)]
pub struct CommandLine(args::Args);

/// The result of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The exit code.
    pub code: u8,
    /// Bytes printed to the standard output.
    pub printed: u64,
    /// The text that was printed to the standard error.
    pub stderr: String,
}

impl CommandLine {
    /// Parses a command line without the name of the program.
    ///
    /// # Errors
    /// A description of the error.
    pub fn parse(words: &[&str]) -> Result<Self, String> {
        let words = std::iter::once(&"bytespec").chain(words);
        args::Args::try_parse_from(words).map(CommandLine).map_err(|error| error.to_string())
    }

    /// Runs it in this thread, with `input` as the standard input. Standard output is counted, but not stored.
    pub fn run(&self, input: &[u8]) -> Outcome {
        let streams = output::Streams { input: input.to_vec(), ..output::Streams::default() };
        output::redirect(Some(streams));
        let code = match commands::run(self.0.command.clone()) {
            Ok(()) => 0,
            Err(failure) => report::report(failure),
        };
        let output::Streams { printed, stderr, .. } = output::redirect(None).unwrap_or_default();
        Outcome { code, printed, stderr }
    }
}
