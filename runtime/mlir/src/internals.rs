//! Functions for the tests of this crate. They are not part of its public interface.

use crate::codec::context::Context;
use crate::codec::encoder::{Encoder, EntryNumbers, Map, Reference};
use crate::generated::{AttributeEntry, Release, Version};
use crate::module::Module;
use crate::operations::properties;
use crate::release::infer::{self, Evidence, Inference};
use crate::tables::entry::Handle;
use crate::write::numbering::{Entries, Renumbered};
use bytespec_core::error::Result;
use bytespec_core::properties::Field;
use bytespec_core::wire::{Scan, Writer};

/// The context for reading entries of a module.
#[must_use]
pub fn context<'m>(module: &'m Module<'_>) -> Context<'m> {
    module.context()
}

/// The context for writing entries of a module; they can be missing from its tables.
#[must_use]
pub fn encoder<'m>(module: &'m Module<'_>) -> Encoder<'m> {
    module.pinned()
}

/// Replaces an entry by text of the same dialect.
///
/// # Errors
/// A text with a zero byte, and too many bytes.
pub fn set_text(module: &mut Module<'_>, entry: Handle, text: &str) -> Result<()> {
    module.set_text(entry, text)
}

/// The same result, computed in two ways.
pub type Twice<T> = [Result<T>; 2];

/// A table, and a number in it.
pub type Referred = (&'static str, u32);

fn referred(found: Vec<Reference>) -> Vec<Referred> {
    let one = |reference| match reference {
        Reference::Attribute(id) => ("attribute", id.0),
        Reference::Type(id) => ("type", id.0),
        Reference::String(id) => ("string", id.0),
        Reference::Resource(id) => ("resource", id.0),
    };
    found.into_iter().map(one).collect()
}

/// The references of an entry, found in its bytes and in its decoded value.
///
/// # Errors
/// An index past the table.
pub fn references(module: &Module<'_>, entry: Handle) -> Result<Twice<Vec<Referred>>> {
    let entries = Entries::new(module);
    let (mut found, mut read) = (Vec::new(), Vec::new());
    let listed = entries.list((entry, entries.entry(entry)?), &mut found).map(|_| ());
    let mut cx = entries.encoder(EntryNumbers::Collect(&mut read));
    let written = entries.write(entry, &mut Writer::new(), &mut cx);
    Ok([listed.map(|()| referred(found)), written.map(|()| referred(read))])
}

/// An entry with other numbers of attributes, types, strings and resources: by copying the bytes between the references, and by
/// writing the decoded value.
///
/// # Errors
/// An index past the table.
pub fn renumbered(
    module: &Module<'_>,
    entry: Handle,
    numbers: [&[u32]; 4],
) -> Result<Twice<Vec<u8>>> {
    let [attributes, types, strings, resources] = numbers.map(<[u32]>::to_vec);
    let map = Map { attributes, types, strings, resources, ..Map::default() };
    let entries = Entries::new(module);
    let (mut writer, mut cx) = (Writer::new(), entries.encoder(EntryNumbers::Mapped(&map)));
    let written = entries.write(entry, &mut writer, &mut cx);
    let mut renumbering = Renumbered::new(&map, Writer::new());
    let copied = entries.renumber((entry, entries.entry(entry)?), &mut renumbering, &mut cx);
    Ok([copied.map(|_| renumbering.into_bytes()), written.map(|()| writer.into_bytes())])
}

/// Whether the references of an attribute of a dialect can be found without decoding it.
#[must_use]
pub fn is_scanned(module: &Module<'_>, dialect: &str, bytes: &[u8]) -> bool {
    let (cx, writing) = (module.context(), module.pinned());
    let scan = Scan::new(bytes, 0..bytes.len());
    let passed = AttributeEntry::scanner(dialect)
        .zip(scan)
        .and_then(|(scanner, scan)| scanner(scan, &cx, &writing, &mut Vec::<Reference>::new()));
    passed.is_some_and(|scan| scan.is_done())
}

/// The references of properties with a layout: found in their bytes, if possible, and in their decoded values.
pub fn references_of_properties(
    fields: &'static [Field],
    version: Version,
    bytes: &[u8],
) -> (Option<Vec<Referred>>, Result<Vec<Referred>>) {
    let (mut found, mut read) = (Vec::new(), Vec::new());
    let scan = Scan::new(bytes, 0..bytes.len());
    let passed = scan.and_then(|scan| properties::scan(fields, version, scan, &mut found));
    let written = transcoded(fields, version, bytes, EntryNumbers::Collect(&mut read));
    let found = passed.is_some_and(|passed| passed.is_done()).then(|| referred(found));
    (found, written.map(|_| referred(read)))
}

/// Properties with a layout, with other numbers of attributes and strings, or with the same numbers.
///
/// # Errors
/// Bytes that do not match the layout, and numbers without a replacement.
pub fn renumbered_properties(
    fields: &'static [Field],
    version: Version,
    bytes: &[u8],
    numbers: Option<[&[u32]; 2]>,
) -> Result<Vec<u8>> {
    let Some([attributes, strings]) = numbers else {
        return transcoded(fields, version, bytes, EntryNumbers::UNCHECKED);
    };
    let map = Map { attributes: attributes.to_vec(), strings: strings.to_vec(), ..Map::default() };
    transcoded(fields, version, bytes, EntryNumbers::Mapped(&map))
}

fn transcoded(
    fields: &'static [Field],
    version: Version,
    bytes: &[u8],
    numbers: EntryNumbers<'_>,
) -> Result<Vec<u8>> {
    let (mut writer, mut cx) = (Writer::new(), Encoder::new(version, None, None, numbers));
    properties::transcode(fields, version, bytes, &mut cx, &mut writer)?;
    Ok(writer.into_bytes())
}

/// The inference from the properties of a file: how many blobs fit some releases and no others.
#[must_use]
pub fn inference(seen: &[(&[Release], usize)], producer: &str) -> Inference {
    let seen = seen.iter().map(|(fitting, count)| (fitting.iter().copied().collect(), *count));
    Evidence::of(seen).infer(producer)
}

/// The releases that are nearest to the name of a producer.
#[must_use]
pub fn nearest(releases: &[Release], producer: &str) -> Vec<Release> {
    infer::nearest(releases.iter().copied().collect(), producer).iter().collect()
}
