//! Checks a schema against its own examples: its plan reads and writes their bytes.

use super::whole;
use bytespec::plan::data::{ItemId, Kind, Plan};
use bytespec::plan::{Builtin, Executor, Listing, NoTables, Surroundings, Tree};
use bytespec::wire::{Cursor, Writer};
use bytespec_codegen::model::{Bounds, Docs, Model};
use std::collections::BTreeMap;

/// Texts of examples, by the place of an item in the schema and the bytes.
pub(crate) type Listings = BTreeMap<(String, Vec<u8>), String>;

/// The text of an error about entries of other sections.
const NO_TABLES: &str = "there are no tables";

/// The results for the examples of a schema.
#[derive(Debug, Default)]
pub(crate) struct Proof {
    /// The number of examples that were read and written with the same bytes.
    pub(crate) proved: usize,
    /// The number of examples that depend on other content of a file.
    pub(crate) left: usize,
    /// The faults of the other examples.
    pub(crate) wrong: Vec<String>,
}

/// Reads and writes all examples.
pub(crate) fn prove(model: &Model, plan: &Plan) -> bytespec::Result<Proof> {
    let mut proof = Proof::default();
    each(model, plan, |executor, item, docs, version| {
        examples(executor, item, docs, (version, model.pad), &mut proof);
    })?;
    for example in &model.docs.examples {
        match whole::proved(model, plan, example) {
            Ok(()) => proof.proved += 1,
            Err(wrong) => proof.wrong.push(format!("{}: {wrong}", model.docs.name)),
        }
    }
    Ok(proof)
}

/// A listing of every byte of the examples: for the place of an item in the schema and the bytes of an example, one line per
/// value. Examples that depend on other content of a file are left out.
pub(crate) fn listings(model: &Model, plan: &Plan) -> bytespec::Result<Listings> {
    let mut listings = Listings::new();
    each(model, plan, |executor, item, docs, version| {
        let around = Surroundings { functions: &Builtin, tables: &NoTables };
        let examples = docs.examples.iter();
        for example in
            examples.filter(|example| example.version == version && example.context.is_empty())
        {
            let mut listing = Listing::new(executor);
            let mut cursor = Cursor::new(&example.bytes);
            if executor.read(item, &mut cursor, around, &mut listing).is_ok() {
                let key = (docs.place.clone(), example.bytes.clone());
                listings.insert(key, listing.into_text());
            }
        }
    })?;
    Ok(listings)
}

/// Visits every item with an executor for each version, at a release that has the item.
fn each(
    model: &Model,
    plan: &Plan,
    mut visit: impl FnMut(&Executor<'_>, ItemId, &Docs, usize),
) -> bytespec::Result<()> {
    for version in 0..model.versions.len() {
        let executor = Executor::new(plan, &[(0, version as u32)])?;
        let records = model.records.iter().map(|item| (Kind::Record, &item.docs, None));
        let unions = model.unions.iter().map(|item| (Kind::Union, &item.docs, None));
        let variants = model.unions.iter().flat_map(|union| {
            let name = union.docs.name.as_str();
            union.variants.iter().map(move |variant| (Kind::Union, &variant.docs, Some(name)))
        });
        let sections = model.sections.iter().filter(|section| section.content.is_none());
        let sections = sections.map(|item| (Kind::Section, &item.docs, None));
        for (kind, docs, union) in records.chain(unions).chain(variants).chain(sections) {
            let Some(item) = plan.item(kind, union.unwrap_or(&docs.name)) else { continue };
            let release = release(model, plan, &docs.gate.releases);
            let known: Vec<(usize, u32)> =
                [(0, version as u32)].into_iter().chain(release).collect();
            match release {
                Some(_) if has_examples(docs, version) => {
                    let executor = executor.with(&known);
                    visit(&executor, item, docs, version);
                }
                Some(_) => {}
                None => visit(&executor, item, docs, version),
            }
        }
    }
    Ok(())
}

fn has_examples(docs: &Docs, version: usize) -> bool {
    docs.examples.iter().any(|example| example.version == version)
}

/// A release that has an item, with its axis, if not all releases have the item.
fn release(model: &Model, plan: &Plan, bounds: &Bounds) -> Option<(usize, u32)> {
    let version = bounds.until.or(bounds.since)?;
    let axis = match bounds.dialect {
        Some(dialect) => format!("dialect {}", model.dialects.get(dialect)?.docs.label),
        None => "release".to_owned(),
    };
    Some((plan.axis(&axis)?, version as u32))
}

fn examples(
    executor: &Executor<'_>,
    item: ItemId,
    docs: &Docs,
    (version, pad): (usize, u8),
    proof: &mut Proof,
) {
    let around = Surroundings { functions: &Builtin, tables: &NoTables };
    for example in docs.examples.iter().filter(|example| example.version == version) {
        if !example.context.is_empty() {
            proof.left += 1;
            continue;
        }
        let mut tree = Tree::new(executor);
        let mut cursor = Cursor::new(&example.bytes);
        let read = executor.read(item, &mut cursor, around, &mut tree).and_then(|()| {
            let value = tree.into_value();
            let mut writer = Writer::new();
            executor.write(item, &value, pad, around, &mut writer)?;
            Ok(writer.into_bytes())
        });
        let name = &docs.name;
        match read {
            Ok(written) if written == example.bytes => proof.proved += 1,
            // What it is depends on an entry of another section.
            Err(error) if error.to_string().contains(NO_TABLES) => proof.left += 1,
            Ok(_) => proof.wrong.push(format!("{name}: an example is written in another way")),
            Err(error) => proof.wrong.push(format!("{name}: {error}")),
        }
    }
}
