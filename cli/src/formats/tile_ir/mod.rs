//! CUDA Tile IR bytecode: what each command says of it.

mod attributes;
mod body;
mod constants;
mod convert;
mod dump;
mod info;
mod locate;
mod locations;
mod parse;
mod text;
mod tree;

pub(crate) use convert::encode;
pub(crate) use dump::dump;
pub(crate) use info::{Info, info};
pub(crate) use locate::{locate, payload_difference};
pub(crate) use parse::parse;
pub(crate) use text::{printable, text};
