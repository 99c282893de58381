//! Complete files that are examples of a schema.

use bytespec::plan::data::Plan;
use bytespec::plan::{Executor, File, Listing};
use bytespec_codegen::model::{Example, Model};
use bytespec_site::{FilePart, FileParts};
use std::collections::BTreeMap;

/// Reads and writes a file, and compares its version and its sections with those that the example states.
pub(crate) fn proved(model: &Model, plan: &Plan, example: &Example) -> Result<(), String> {
    let words = |error: bytespec::Error| error.to_string();
    let executor = Executor::new(plan, &[]).map_err(words)?;
    let mut file = File::with(&executor, &example.bytes).map_err(words)?;
    let value = file.read().map_err(words)?;
    let written = file.write(&value).map_err(words)?;
    let version = model.versions.get(example.version).map(|version| version.docs.name.as_str());
    let sections: Vec<&str> = file.sections().iter().filter_map(|section| section.name).collect();
    let sections = sections.join(", ");
    match file.executor().version() {
        _ if written != example.bytes => Err("an example is written in another way".to_owned()),
        found if found != version => Err(format!(
            "an example has the bytes of version {}, and is of {}: say its `version`",
            found.unwrap_or("?"),
            version.unwrap_or("?")
        )),
        _ if sections != example.value => Err(format!("an example has the sections `{sections}`")),
        _ => Ok(()),
    }
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
