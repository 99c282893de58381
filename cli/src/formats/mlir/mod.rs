//! MLIR bytecode: what each command says of it.

mod convert;
mod dump;
mod info;
mod locate;
mod operations;
mod parse;
mod release;
mod report;
mod resources;
mod speller;
pub(crate) use speller::Speller;
mod strings;
mod text;

pub(crate) use convert::{Encoding, encode};
pub(crate) use dump::dump;
pub(crate) use info::info;
pub(crate) use locate::locate;
pub(crate) use parse::parse;
pub(crate) use release::{llvm, options, target};
pub(crate) use report::print;
pub(crate) use text::text;
