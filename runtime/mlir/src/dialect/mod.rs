//! Hooks of dialects: how attributes, types and properties of one's own stand in MLIR bytecode.
//!
//! MLIR leaves the bytes of a dialect's attributes and types to the dialect, and lets it write a version of its own
//! into the file. A [`Dialect`] says all that in Rust: its name, its [`Version`] type and its entries.
//! As a rule it is derived, by `Dialect`, `BytecodeAttribute` and `BytecodeType`; by hand it is
//! written with the handles [`EntryReader`] and [`EntryWriter`].
//!
//! A [`Registry`] holds dialects. A [`File`](crate::File) or a [`Module`](crate::Module) that
//! has one numbers entries of these dialects anew, changes their version, knows the layouts of their properties
//! and spells them.
//!
//! **Assembly text is always possible.** An entry that has no encoding of its own stands as text in the file, so
//! a dialect may encode a part of what it has, or nothing.
//!
//! **An entry may refer to any other**, itself included. A reference is a number, and nothing
//! is decoded before it is asked for, so neither a long chain nor a circle is a matter of depth;
//! [`Module::reachable`](crate::Module::reachable) follows references without recursion.

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
    Codes, Dialect, Entries, Entry, Form, Index, Parsed, VersionOf, codes_apart, in_table, listed,
};
pub use handle::{EntryReader, EntryWriter};
pub use hooks::{Hooks, ParsedEntry, Record, RegisteredDialect};
pub use number::{ap_float, ap_int};
pub(crate) use op_text::MAX_UNSAID_RESULTS;
pub use op_text::{
    DialectOperation, ListedOperation, OpGroup, OpPartKind, OpText, find_text, has_property,
    is_plain_property, says_all,
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
