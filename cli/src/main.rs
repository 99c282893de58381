//! The `bytespec` command: schemas in, codecs and documentation out; files in, answers out.

mod args;
mod commands;
mod failure;
mod files;
mod formats;
mod output;
mod schema;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = args::Args::parse();
    output::set_color(args.color);
    let result = commands::run(args.command).and_then(|()| output::flush());
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
