//! `completions`: prints a completion script for a shell.

use crate::args::Args;
use crate::failure::Result;
use crate::output;
use clap::CommandFactory;

/// Prints the script.
pub(crate) fn run(shell: clap_complete::Shell) -> Result {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "bytespec", &mut script);
    output::bytes(&script)
}
