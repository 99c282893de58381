//! CUDA Tile IR bytecode.
//!
//! [`File`] opens a file and decodes its content on use. [`Module`] owns the same content, to build, edit and write. The types,
//! attributes, operations and their numbers are generated from `schema/tile_ir`.
//!
//! # Inside
//! | module | contents |
//! | --- | --- |
//! | `codec` | the context for readers (`context`), and codecs that the schema cannot describe (`custom`) |
//! | `file` | a file that is decoded on use; `walker` visits bodies |
//! | `module` | tables and functions; `body` (operations, next to the forest), `functions` (handles), `uses`, `walks`, `arguments`, `read` |
//! | `edit` | `builder`, `change`, `moves`, `clone`, `import`, `symbols`; `attribute_values` and `values` give access to parts of operations by name |
//! | `write` | `numbering` (canonical order), `verify`, `profile` (the writer whose choices are followed) |
//! | `shape`, `elements` | sizes and strides of types, and the elements of constants |
//! | `text` | the syntax of the tools |

mod codec;
mod edit;
mod elements;
#[cfg(any(test, feature = "samples"))]
mod example_tables;
mod file;
mod generated {
    include!(concat!(env!("OUT_DIR"), "/tile_ir.rs"));
}
mod host;
#[cfg(any(test, feature = "samples"))]
#[doc(hidden)]
pub mod internals;
mod module;
mod shape;
mod spelling;
mod text;
mod write;

pub use module::body::{BlockId, Body, Definition, OpId, Place, Use};
pub use module::functions::{FunctionId, GlobalId};

pub use bytespec_core::dimension::Dimension;
pub use bytespec_core::elements::{Element, Elements};
pub use bytespec_core::forest::{PostOrder, PreOrder};
pub use codec::context::Context;
pub use codec::custom::FloatBits;
pub use edit::builder::{Builder, KernelBuilder};
pub use edit::change::OpMut;
pub use edit::import::Import;
pub use edit::symbols::{Symbol, SymbolUse};
pub use edit::values::AttributeValue;
pub use file::walker::{BodyReader, Event, Events, MAX_REGION_DEPTH, Structure, Walker};
pub use file::{DebugLists, File, FunctionReader, MAX_BODY_BYTES, MAX_SIGNATURE_BYTES};
pub use generated::*;
pub use module::{DebugLayout, Function, Layout, Module, SectionLayout};
pub use spelling::{MAX_SPELLING, Spelling, write_quoted};
pub use text::{
    Display, Displayed, Omission, OmittedPart, ParseOptions, PrintOptions, Refusal, RefusalReason,
    RefusedPlace, begins_module,
};
pub use write::numbering::Encoder;
pub use write::profile::Profile;
pub use write::{Numbering, WriteOptions};
