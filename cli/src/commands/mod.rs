//! The commands, one a file.

mod build;
mod check;
mod completions;
mod convert;
mod dump;
mod info;
mod roundtrip;

use crate::args::Command;
use crate::failure::Result;

/// Runs a command.
pub(crate) fn run(command: Command) -> Result {
    match command {
        Command::Build(args) => build::run(&args),
        Command::Check { schema } => check::run(&schema),
        Command::Info { file, json } => info::run(&file, json),
        Command::Dump { file, debug } => dump::run(&file, debug),
        Command::Roundtrip { files, canonical } => roundtrip::run(&files, canonical.into()),
        Command::Convert { file, output, to, canonical } => {
            convert::run(&file, &output, to.as_deref(), canonical)
        }
        Command::Completions { shell } => completions::run(shell),
    }
}
