//! The commands, one per file.

mod build;
mod check;
mod completions;
mod convert;
pub(crate) mod diff;
mod docs;
mod dump;
mod each;
mod edit;
mod expand;
mod explain;
mod export;
mod import;
mod info;
mod interpreted;
mod lock;
mod man;
mod new;
mod parse;
mod print;
mod roundtrip;

use crate::args::{Command, ImportCommand};
use crate::failure::{Failure, Result};
use crate::formats::InfoOptions;
use crate::output;
use bytespec_codegen::syntax;
use each::{each, titled};

/// Runs a command.
pub(crate) fn run(command: Command) -> Result {
    match command {
        Command::Build(args) => build::run(&args),
        Command::Docs(args) => docs::run(&args),
        Command::Check(args) => check::run(&args),
        Command::JsonSchema => output::print(format_args!("{}", syntax::json_schema())),
        Command::Lsp => {
            bytespec_lsp::serve().map_err(|error| Failure::Input(format!("the editor: {error}")))
        }
        Command::New(args) => new::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Lock(args) => lock::run(&args),
        Command::Expand(args) => expand::run(&args),
        Command::Info { files, format, json, all, evidence, release, schema } => {
            output::show_all(all);
            match schema {
                Some(folder) => interpreted::info(&files, &folder, &release, json),
                None => {
                    let options = InfoOptions { json, evidence, releases: &release };
                    each(&files, json, |file| info::run(file, format, &options))
                }
            }
        }
        Command::Dump { files, format, debug, json, release, schema, depth } => match schema {
            Some(folder) => interpreted::dump(&files, &folder, &release, debug, json, depth),
            None if json => interpreted::objects(&files, format, &release),
            None => titled(&files, |file| dump::run(file, format, debug, &release)),
        },
        Command::Export(args) => export::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Print(args) => print::run(&args),
        Command::Parse(args) => parse::run(&args),
        Command::Roundtrip { files, format, canonical, release, schema } => match schema {
            Some(folder) => interpreted::roundtrip(&files, &folder, &release, canonical.is_some()),
            None => roundtrip::run(&files, format, canonical.into(), &release),
        },
        Command::Convert(args) => convert::run(&args),
        Command::Edit(args) => edit::run(&args),
        Command::Import(ImportCommand::Tablegen(args)) => import::run(&args),
        Command::Completions { shell } => completions::run(shell),
        Command::Man { out } => man::run(out.as_deref()),
    }
}
