//! The formats of files, which are recognized by their first bytes.
//!
//! [`FileFormat`] is the interface of a format for the commands; `registry` lists the formats that ship with the command.

mod bounds;
mod content;
mod converted;
pub(crate) mod explain;
mod file_format;
mod format;
mod hex;
mod input;
pub(crate) mod interpreted;
mod listing;
mod mlir;
mod objects;
mod proof;
mod registry;
mod report;
mod section;
mod spelling;
mod stop;
mod target;
mod tile_ir;
mod undescribed;
mod whole;

pub(crate) use content::Comparison;
pub(crate) use converted::{Carried, Converted};
pub(crate) use file_format::{Encoding, InfoOptions};
pub(crate) use format::Format;
pub(crate) use input::{Input, parse};
pub(crate) use registry::text_format;
pub(crate) use target::Target;
