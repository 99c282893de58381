//! A file as one HTML page: bytes on the left, their meaning on the right. The page contains the bytes and a stream of rows,
//! both compressed. Its script renders the visible part.

mod page;
mod stream;

use super::walk;
use crate::failure::{Failure, Result, display};
use crate::output;
use base64::Engine as _;
use bytespec::plan::Explanation;
use bytespec::plan::explain::Words;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use std::io::Write;
use std::path::Path;
use stream::Stream;

/// Writes the page to a file or to the standard output, with links into the documentation if its place is given.
pub(super) fn explain<'f, 'p, 'i>(
    found: &Explanation<'_, 'i>,
    words: Words<'f, 'p, 'i>,
    (name, title): (&Path, &str),
    (out, docs): (Option<&Path>, Option<&str>),
    bytes: &'i [u8],
) -> Result {
    let mut stream = Stream::new(words);
    walk(found, &mut stream);
    let fault = found.fault().map(ToString::to_string);
    let tables = stream.tables(found.file());
    let tables = serde_json::to_string(&tables)
        .map_err(|error| Failure::Io(format!("{}: {error}", display(name))))?;
    let page = page::page(&page::Content {
        name: &display(name),
        title,
        docs: docs.map(|docs| docs.trim_end_matches('/')),
        fault: fault.as_deref(),
        bytes: &packed(bytes)?,
        rows: &packed(&stream.into_bytes())?,
        tables: &packed(tables.as_bytes())?,
    });
    match out.filter(|out| *out != Path::new("-")) {
        Some(out) => std::fs::write(out, page).map_err(|error| Failure::io(out, &error)),
        None => output::bytes(page.as_bytes()),
    }
}

/// Bytes in the form of the page: compressed, as characters.
fn packed(bytes: &[u8]) -> Result<String> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes)?;
    let packed = encoder.finish()?;
    Ok(base64::engine::general_purpose::STANDARD.encode(packed))
}
