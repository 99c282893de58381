//! Checks a schema against its own examples: its plan reads and writes their bytes.

use super::whole::{self, Fault, same};
use bytespec::plan::data::{ItemId, Kind, Plan};
use bytespec::plan::{Builtin, Executor, Listing, NoTables, Surroundings, Tree};
use bytespec::wire::{Cursor, Writer};
use bytespec_codegen::diagnostics::{Diagnostic, Diagnostics};
use bytespec_codegen::model::{Bounds, Docs, Example, Model};
use std::collections::BTreeMap;

/// Texts of examples, by the place of an item in the schema and the bytes.
pub(crate) type Listings = BTreeMap<(String, Vec<u8>), String>;

/// The text of an error about entries of other sections.
const NO_TABLES: &str = "there are no tables";

/// The rule that findings about examples report.
const RULE: &str = "examples";

/// The results for the examples of a schema.
#[derive(Debug, Default)]
pub(crate) struct Proof {
    /// The number of examples that were read and written with the same bytes.
    pub(crate) proved: usize,
    /// The number of examples that depend on other content of a file.
    pub(crate) left: usize,
    /// The faults of the other examples.
    pub(crate) wrong: Diagnostics,
}

impl Proof {
    fn add(&mut self, name: &str, example: &Example, result: Result<(), Fault>) {
        let fault = match result {
            Ok(()) => {
                self.proved += 1;
                return;
            }
            Err(fault) => fault,
        };
        let message = format!("an example of `{name}` does not follow the schema");
        let found = Diagnostic::new(RULE, message);
        self.wrong.push(match fault {
            Fault::Bytes(text) => found.at(example.span, text),
            Fault::Version(version) => found
                .at(example.span, format!("these bytes are of version {version}"))
                .help(format!("state `version: \"{version}\"`")),
            Fault::Sections(names) => {
                found.at(example.value_span, format!("the bytes have the sections `{names}`"))
            }
        });
    }
}

/// Reads and writes all examples.
pub(crate) fn prove(model: &Model, plan: &Plan) -> bytespec::Result<Proof> {
    let mut proof = Proof::default();
    each(model, plan, |executor, item, docs, version| {
        for example in docs.examples.iter().filter(|example| example.version == version) {
            match example.context.is_empty().then(|| proved(executor, item, model.pad, example)) {
                // The value depends on an entry of another section.
                Some(Err(Fault::Bytes(text))) if text.contains(NO_TABLES) => proof.left += 1,
                Some(result) => proof.add(&docs.name, example, result),
                None => proof.left += 1,
            }
        }
    })?;
    for example in &model.docs.examples {
        proof.add(&model.docs.name, example, whole::proved(model, plan, example));
    }
    proof.wrong.sort_by_place(|span| span);
    Ok(proof)
}

/// Reads and writes an example of an item.
fn proved(executor: &Executor<'_>, item: ItemId, pad: u8, example: &Example) -> Result<(), Fault> {
    let around = Surroundings { functions: &Builtin, tables: &NoTables };
    let mut tree = Tree::new(executor, &example.bytes);
    let mut cursor = Cursor::new(&example.bytes);
    executor.read(item, &mut cursor, around, &mut tree)?;
    let left = cursor.remaining();
    if left > 0 {
        let end = example.bytes.len() - left;
        return Err(Fault::Bytes(format!(
            "the value ends at offset {end:#x}, before the bytes end"
        )));
    }
    let value = tree.into_value();
    let mut writer = Writer::new();
    executor.write(item, &value, pad, around, &mut writer)?;
    same(&example.bytes, &writer.into_bytes())
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
        // Beside `fields`, the content need not be readable alone.
        let sections = model.sections.iter();
        let sections = sections.filter(|item| item.content.is_none() || item.fields.is_empty());
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
