//! Hooks of dialects: the encoding of your own attributes, types and properties in MLIR bytecode.
//!
//! MLIR leaves the bytes of a dialect's attributes and types to the dialect. The dialect can also write a version of its own into the
//! file. A [`Dialect`] states all of this in Rust: its name, its [`Version`] type and its entries. You usually derive it, with
//! `Dialect`, `BytecodeAttribute` and `BytecodeType`. To write it by hand, use the handles [`EntryReader`] and [`EntryWriter`].
//!
//! A [`Registry`] holds dialects. A [`File`](crate::File) or a [`Module`](crate::Module) with a registry can renumber entries of these
//! dialects, change their version, lay out their properties, and spell them.
//!
//! **Assembly text is always possible.** An entry without an encoding is stored in the file as text. A dialect can therefore encode
//! some of its entries, or none.
//!
//! **An entry may refer to any other**, including itself. A reference is a number, and nothing is decoded before it is requested.
//! Long chains and cycles therefore do not add depth. [`Module::reachable`](crate::Module::reachable) follows references without
//! recursion.

mod context;
mod entry;
mod handle;
mod hooks;
mod number;
mod op_text;
mod operation;
mod producer;
mod properties;
mod registry;
mod table;
mod value;
mod version;
mod widths;

#[doc(no_inline)]
pub use crate::{AttributeId, PropertyValue, TypeId};
pub use context::{In, Out, Reading, Writing};
pub use entry::{
    AnyEntry, Codes, Dialect, Entries, Entry, Form, Index, Parsed, VersionOf, codes_are_distinct,
    in_table, listed,
};
pub use handle::{EntryReader, EntryWriter};
pub use hooks::{Hooks, ParsedEntry, Record, RegisteredDialect};
pub use number::{ap_float, ap_int};
#[cfg(feature = "text")]
pub(crate) use op_text::MAX_UNTYPED_RESULTS;
pub use op_text::{
    DialectOperation, ListedOperation, OpGroup, OpPartKind, OpText, find_text, has_property,
    is_plain_property, shows_every_property,
};
pub use operation::{
    OpField, OpPart, OpParts, OpRegion, OpResult, Operation, field,
    properties as operation_properties,
};
pub(crate) use operation::{full_name, missing};
pub use producer::Producer;
pub use properties::{OpProperties, PropertyType, find_layout};
pub use registry::Registry;
pub use table::Table;
pub use version::{DeclaredVersions, Numbered, Unversioned, Version, gate_error, is_described};
pub(crate) use widths::registered_width;
