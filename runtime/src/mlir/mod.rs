//! MLIR bytecode.
//!
//! [`File`] opens a file and looks things up on use; [`Module`] is the same content in memory, to
//! walk, edit and write. Sections, records, attributes, types and their numbers are generated from
//! `schema/mlir`.

mod context;
mod convert;
mod data;
mod dialects;
mod edit;
mod encoder;
mod entry;
#[cfg(any(test, feature = "samples"))]
mod example_tables;
mod file;
mod generated {
    include!(concat!(env!("OUT_DIR"), "/mlir.rs"));
}
mod host;
mod infer;
mod ir;
mod isolation;
mod known;
mod losses;
mod module;
mod names;
mod numbering;
mod numbers;
mod properties;
mod read;
mod reencode;
mod release;
mod resources;
mod rewritten;
mod settlements;
mod signatures;
mod tables;
#[cfg(test)]
mod tests;
mod text;
mod use_lists;
mod walk;
mod widths;
mod write;
mod write_ir;
mod write_plan;

/// The dialect that every file has.
pub(crate) const BUILTIN: &str = "builtin";

pub use context::Context;
pub use dialects::Reachable;
pub use edit::{
    AttributeValue, Function, Import, Insertion, Operation as NewOperation, OperationBuilder,
};
pub use encoder::Encoder;
pub use entry::{Attribute, Handle, Type};
pub use file::{Decoded, File, OpenOptions};
pub use generated::*;
pub use infer::Inference;
pub use ir::{Block, Definition, Op, PostOrder, PreOrder, Region, Use, Value};
pub use losses::{Loss, Losses};
pub use module::{Module, NewResource, StreamSource};
pub use numbers::view::{ApFloat as ApFloatView, ApInt as ApIntView, Word};
pub use numbers::{ApFloat, ApInt, Double};
pub(crate) use numbers::{owned_float, owned_int, write_ap_float, write_ap_int};
pub use properties::{Property, PropertyValue};
pub use read::ReadOptions;
pub use reencode::{Amount, Difference, Forms, Reencoded};
pub use resources::{Owner, Resource, ResourceInfo, Resources};
pub use rewritten::rewritten_by;
pub use signatures::SegmentSizes;
pub use tables::{Dialect, MAX_NAME_BYTES, OpName};
pub use text::{
    Display, Displayed, Entry, ParseError, ParseErrors, ParseOptions, PrintOptions, Spelling,
};
pub use use_lists::{UseList, UseLists};
pub use walk::{Block as WalkedBlock, Event, Operation as WalkedOperation, Walker};
pub use write::{Numbering, WriteOptions};
