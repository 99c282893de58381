//! The faults of examples, and examples that are complete files.

use bytespec::plan::data::Plan;
use bytespec::plan::{Executor, File, Listing};
use bytespec_codegen::model::{Example, Model};
use bytespec_site::{FilePart, FileParts};
use std::collections::BTreeMap;

/// The fault of an example.
#[derive(Debug)]
pub(super) enum Fault {
    /// Its bytes cannot be read, or are written in another way.
    Bytes(String),
    /// Its bytes are of this version.
    Version(String),
    /// Its bytes have these sections.
    Sections(String),
}

impl From<bytespec::Error> for Fault {
    fn from(error: bytespec::Error) -> Self {
        Fault::Bytes(error.to_string())
    }
}

/// Checks that bytes were written as they were read.
pub(super) fn same(bytes: &[u8], written: &[u8]) -> Result<(), Fault> {
    if bytes == written {
        return Ok(());
    }
    let at = bytes.iter().zip(written).take_while(|(a, b)| a == b).count();
    let word = |bytes: &[u8]| match bytes.get(at) {
        Some(byte) => format!("`{byte:02x}`"),
        None => "the end".to_owned(),
    };
    let (read, written) = (word(bytes), word(written));
    Err(Fault::Bytes(format!("writers write {written} at offset {at:#x}, not {read}")))
}

/// Reads and writes a file, and compares its version and its sections with those that the example states.
pub(super) fn proved(model: &Model, plan: &Plan, example: &Example) -> Result<(), Fault> {
    let executor = Executor::new(plan, &[])?;
    let mut file = File::with(&executor, &example.bytes)?;
    let value = file.read()?;
    same(&example.bytes, &file.write(&value)?)?;
    let version = model.versions.get(example.version).map(|version| version.docs.name.as_str());
    match file.executor().version() {
        Some(found) if Some(found) != version => return Err(Fault::Version(found.to_owned())),
        _ => {}
    }
    let sections: Vec<&str> = file.sections().iter().filter_map(|section| section.name).collect();
    let sections = sections.join(", ");
    if sections == example.value { Ok(()) } else { Err(Fault::Sections(sections)) }
}

/// The parts of a file, and a listing of every byte.
pub(crate) fn parts(plan: &Plan, bytes: &[u8]) -> bytespec::Result<FileParts> {
    let mut file = File::with(&Executor::new(plan, &[])?, bytes)?;
    let executor: Executor<'_> = file.executor().clone();
    let mut texts: BTreeMap<usize, String> = BTreeMap::new();
    file.read_with(
        |_| Listing::new(&executor),
        |section, listing| {
            texts.insert(section.header, listing.into_text());
            Ok(())
        },
    )?;
    let mut listing = file.head(&executor)?;
    let starts = file.sections().iter().map(|section| section.header);
    let ends: Vec<usize> = starts.chain([bytes.len()]).collect();
    let head = "magic number and header".to_owned();
    let first = ends.first().copied().unwrap_or(bytes.len());
    let mut parts = vec![FilePart { name: head, section: None, start: 0, len: first }];
    for (section, range) in file.sections().iter().zip(ends.windows(2)) {
        let &[start, end] = range else { continue };
        let name = section.name.unwrap_or("unknown section");
        listing.push_str(&format!("{start:#08x} section {name} ({})\n", section.id));
        listing.extend(texts.remove(&start));
        let part = FilePart {
            name: name.to_owned(),
            section: section.name.map(str::to_owned),
            start,
            len: end.saturating_sub(start),
        };
        parts.push(part);
    }
    Ok(FileParts { parts, listing })
}
