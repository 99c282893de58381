//! `export`: writes a format in the language of a viewer.

use crate::args::{ExportArgs, Viewer};
use crate::failure::Result;
use crate::{files, output, schema};
use bytespec_codegen::emit::viewers;
use std::path::Path;

/// Writes the description.
pub(super) fn run(args: &ExportArgs) -> Result {
    let model = schema::load(&args.schema)?.model;
    let text = match args.to {
        Viewer::Ksy => viewers::ksy(&model),
        Viewer::Hexpat => viewers::hexpat(&model),
    };
    match args.output == Path::new("-") {
        true => output::bytes(text.as_bytes()),
        false => files::write(&args.output, text.as_bytes()),
    }
}
