//! MLIR bytecode.
//!
//! [`File`] opens a file and decodes its content on use. [`Module`] holds the same content in memory, to walk, edit and write.
//! Sections, records, attributes, types and their numbers are generated from `schema/mlir`.
//!
//! # Inside
//! | module | contents |
//! | --- | --- |
//! | `codec` | what readers (`context`) and writers (`encoder`) need besides bytes; `numbers` and `widths` of integers and floats |
//! | `file` | a file that is decoded on use; `walk` visits its operations, `use_lists` has the orders of uses |
//! | `tables` | the tables that the rest of a file refers to: `names`, `entry`, `resources`, `data` (bytes by place), `entry_table` (entries by number, shared by a file and its modules), `interners` (entries by content), `release_cache` (the release that follows from the bytes of an entry, the width of the numbers of a type) |
//! | `module` | tables and `ir` (the parts of operations, by number, next to the forest; it knows no table); `read` |
//! | `edit` | `tables` adds entries, `operations` moves and changes operations, `insertion` creates them, `erase`, `clone`, `import`, `find`; `values` and `properties` give access to the parts of operations, as Rust values and as bytes |
//! | `write` | `plan` (what is written in which order), `operations`, `numbering` (canonical order), `isolation`, `original` (bytes that are copied) |
//! | `operations` | facts about operations by name: `properties` (layouts are interpreted, because there are thousands), `signatures`, `unknown` |
//! | `release` | conversion from one release of a dialect to another; `convert` (format versions), `losses`; the possible releases of a file (`infer`, `rewritten`, `reencode`) |
//! | `dialect`, `dialects` | dialects that are written in Rust, and modules that have them |
//! | `elements` | the elements of dense attributes as numbers of Rust |
//! | `text` | the generic form |
//!
//! **The release of a file.** The name of the producer or a record states it, or nothing does. If nothing does, an entry or a
//! property blob is read by the only layout of any release that fits all its bytes; if several fit, it stays bytes. If the producer
//! does not state the release of LLVM, `infer` takes the releases whose layouts fit the most property blobs. `rewritten` writes a file
//! as each release would, and reports which one gives its bytes.
//!
//! **References.** Generated code (`scan`) finds the references in the bytes of an entry. Canonical writing copies the bytes between
//! them. It does this only for bytes that a writer would write again. All other content is decoded and encoded.

// Some queries have no other users than the text form.
#![cfg_attr(not(feature = "text"), allow(dead_code))]

mod codec;
pub mod dialect;
mod dialects;
mod edit;
mod elements;
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
mod number_formats;
mod operations;
mod release;
mod tables;
#[cfg(feature = "text")]
mod text;
#[cfg(not(feature = "text"))]
mod unparsed_texts;
mod write;

/// The name of the dialect that is built into MLIR.
pub(crate) const BUILTIN: &str = "builtin";

pub use bytespec_core::dimension::Dimension;
pub use bytespec_core::elements::{Element, Elements};
pub use codec::context::Context;
pub use codec::encoder::Encoder;
pub use codec::numbers::view::{ApFloat as ApFloatView, ApInt as ApIntView, Word};
pub use codec::numbers::{ApFloat, ApInt, Double};
pub(crate) use codec::numbers::{owned_float, owned_int, write_ap_float, write_ap_int};
pub use dialects::Reachable;
pub use edit::{
    AttributeValue, Function, Import, Insertion, Operation as NewOperation, OperationBuilder,
    SymbolUse, SymbolUses,
};
pub use file::use_lists::{UseList, UseLists};
pub use file::walk::{Block as WalkedBlock, Event, Operation as WalkedOperation, Walker};
pub use file::{Decoded, File, OpenOptions};
pub use generated::*;
pub use module::ir::{BlockId, Definition, OpId, PostOrder, PreOrder, RegionId, Use, Value};
pub use module::read::ReadOptions;
pub use module::{Module, NewResource, StreamSource};
pub use operations::properties::{Property, PropertyValue};
pub use operations::signatures::SegmentSizes;
pub use release::infer::Inference;
pub use release::losses::{Loss, Losses};
pub use release::reencode::{Amount, Difference, Forms, Reencoded};
pub use release::rewritten::rewritten_by;
pub use tables::entry::{Attribute, EntryForm, Handle, Type};
pub use tables::resources::{Owner, Resource, ResourceInfo, Resources};
pub use tables::{Dialect, MAX_NAME_BYTES, OpName};
#[cfg(feature = "text")]
pub use text::{
    Display, Displayed, Entry, ParseError, ParseErrors, ParseOptions, PrintOptions, Spelling,
    TextLosses,
};
pub use write::{Numbering, WriteOptions};
