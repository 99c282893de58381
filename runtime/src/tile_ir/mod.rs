//! CUDA Tile IR bytecode.
//!
//! [`File`] opens a file and looks things up on use; [`Module`] is the same content owned, to build,
//! edit and write. The types, attributes, operations and their numbers are generated from
//! `schema/tile_ir`.

mod attribute_values;
mod body;
mod builder;
mod change;
mod clone;
mod codecs;
mod context;
mod edit;

#[cfg(any(test, feature = "samples"))]
mod example_tables;
mod file;
mod generated {
    include!(concat!(env!("OUT_DIR"), "/tile_ir.rs"));
}
mod host;
mod import;
mod module;
mod numbering;
mod profile;
mod read;
mod spelling;
mod text;
mod uses;
mod values;
mod verify;
mod walker;
mod walks;
mod write;

#[cfg(test)]
mod tests;

pub use body::{BlockId, Body, Definition, OpId, Place, Use};

pub use crate::nesting::{PostOrder, PreOrder};
pub use builder::{Builder, KernelBuilder};
pub use change::OpMut;
pub use codecs::FloatBits;
pub use context::Context;
pub use file::{DebugLists, File, FunctionReader, MAX_BODY_BYTES, MAX_SIGNATURE_BYTES};
pub use generated::*;
pub use import::Import;
pub use module::{DebugLayout, Function, Layout, Module, SectionLayout};
pub use numbering::Encoder;
pub use profile::Profile;
pub use spelling::{MAX_SPELLING, Spelling, write_quoted};
pub use text::{
    Display, Displayed, ParseOptions, PrintOptions, Refusal, RefusalReason, RefusedPlace,
    begins_module,
};
pub use values::AttributeValue;
pub use walker::{BodyReader, Event, Events, MAX_REGION_DEPTH, Structure, Walker};
pub use write::{Numbering, WriteOptions};
