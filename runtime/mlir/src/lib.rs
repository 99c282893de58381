//! MLIR bytecode.
//!
//! [`File`] opens a file and looks things up on use; [`Module`] is the same content in memory, to
//! walk, edit and write. Sections, records, attributes, types and their numbers are generated from
//! `schema/mlir`.

mod codec;
pub mod dialect;
mod dialects;
mod edit;
#[cfg(any(test, feature = "samples"))]
mod example_tables;
#[doc(hidden)]
pub mod export;
mod file;
mod generated {
    include!(concat!(env!("OUT_DIR"), "/mlir.rs"));
}
mod host;
#[cfg(any(test, feature = "samples"))]
#[doc(hidden)]
pub mod internals;
mod module;
mod operations;
mod release;
mod tables;
mod text;
mod write;

/// The dialect that every file has.
pub(crate) const BUILTIN: &str = "builtin";

pub use codec::context::Context;
pub use codec::encoder::Encoder;
pub use codec::numbers::view::{ApFloat as ApFloatView, ApInt as ApIntView, Word};
pub use codec::numbers::{ApFloat, ApInt, Double};
pub(crate) use codec::numbers::{owned_float, owned_int, write_ap_float, write_ap_int};
pub use dialects::Reachable;
pub use edit::{
    AttributeValue, Function, Import, Insertion, Operation as NewOperation, OperationBuilder,
};
pub use file::use_lists::{UseList, UseLists};
pub use file::walk::{Block as WalkedBlock, Event, Operation as WalkedOperation, Walker};
pub use file::{Decoded, File, OpenOptions};
pub use generated::*;
pub use module::ir::{Block, Definition, Op, PostOrder, PreOrder, Region, Use, Value};
pub use module::read::ReadOptions;
pub use module::{Module, NewResource, StreamSource};
pub use operations::properties::{Property, PropertyValue};
pub use operations::signatures::SegmentSizes;
pub use release::infer::Inference;
pub use release::losses::{Loss, Losses};
pub use release::reencode::{Amount, Difference, Forms, Reencoded};
pub use release::rewritten::rewritten_by;
pub use tables::entry::{Attribute, Handle, Type};
pub use tables::resources::{Owner, Resource, ResourceInfo, Resources};
pub use tables::{Dialect, MAX_NAME_BYTES, OpName};
pub use text::{
    Display, Displayed, Entry, ParseError, ParseErrors, ParseOptions, PrintOptions, Spelling,
    TextLosses,
};
pub use write::{Numbering, WriteOptions};
