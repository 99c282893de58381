//! MLIR bytecode: what each command says of it.

mod affine;
mod attributes;
mod convert;
mod dump;
mod info;
mod items;
mod locate;
mod locations;
mod numbers;
mod operations;
mod parse;
mod release;
mod report;
mod resources;
mod speller;
mod strings;
mod text;
mod types;
mod vhlo;

pub(crate) use convert::{Encoding, encode};
pub(crate) use dump::dump;
pub(crate) use info::info;
pub(crate) use locate::locate;
pub(crate) use parse::parse;
pub(crate) use release::{llvm, options, target};
pub(crate) use report::print;
pub(crate) use text::text;
