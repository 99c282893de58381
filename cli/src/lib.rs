//! The command `bytespec`: schemas in, codecs and documentation out; files in, answers out.
//!
//! It is a library so that a command line can also be run inside a program that counts what it costs.
//!
//! There is one listing of operations, `formats/listing`; each format says what stands in a line. Entries of MLIR are spelled by the printer of
//! the textual form, with folds: what is long or deep is a number and is spelled once, on its own. Entries are spelled where they are referred to, up to an allowance in
//! proportion to the file (`formats/bounds`); a line says where the allowance ended. Lines are indented up to a depth, from which on the depth is a number.
//!
//! What breaks between two schemas is named by rule, item and a hash of the change, by which it can be allowed (`commands/diff`). A lock is a
//! file beside the schema: each item of the plan as it is shown at each version that changes it. `expand` finds the code of an item in
//! what the emitter gives, by the place that its documentation says.
//!
//! [`CommandLine`] runs a command line inside a program; `tests/hostile` counts so what every command costs.

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
        Err(failure) => ExitCode::from(report::tell(failure)),
    }
}

/// A command line that can be run again and again.
#[derive(Clone, Debug)]
pub struct CommandLine(args::Args);

/// What came of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The exit code.
    pub code: u8,
    /// Bytes printed to the standard output.
    pub printed: u64,
    /// What was printed to the standard error.
    pub said: String,
}

impl CommandLine {
    /// A command line without the name of the program.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(words: &[&str]) -> Result<Self, String> {
        let words = std::iter::once(&"bytespec").chain(words);
        args::Args::try_parse_from(words).map(CommandLine).map_err(|error| error.to_string())
    }

    /// Runs it in this thread, with `input` as the standard input. What it prints is counted only.
    pub fn run(&self, input: &[u8]) -> Outcome {
        let streams = output::Streams { input: input.to_vec(), ..output::Streams::default() };
        output::redirect(Some(streams));
        let code = match commands::run(self.0.command.clone()) {
            Ok(()) => 0,
            Err(failure) => report::tell(failure),
        };
        let output::Streams { printed, said, .. } = output::redirect(None).unwrap_or_default();
        Outcome { code, printed, said }
    }
}
