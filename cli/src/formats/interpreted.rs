//! Files of a schema that is read when the command runs: its plan is run as it stands, nothing is generated.

use super::proof::{Proof, prove};
use super::{Carried, Section};
use crate::failure::{Failure, Result, display};
use crate::output::{self, Align, HEAD, Table, line};
use crate::schema;
use bytespec::plan::data::{ItemId, Plan};
use bytespec::plan::{At, Executor, File, Listing, SectionContent, Sink, What};
use bytespec_codegen::model::Model;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// A schema that was read, as a plan.
#[derive(Debug)]
pub(crate) struct Schema {
    title: String,
    name: String,
    plan: Plan,
    /// The clocks that the command line sets, by index.
    hands: Vec<(usize, u32)>,
}

/// What is in a file, as `info` says it.
#[derive(Debug, Serialize)]
struct Info {
    format: String,
    title: String,
    version: String,
    producer: Option<String>,
    size: usize,
    sections: Vec<Section>,
    /// How many there are of each item of the schema, by kind and name.
    items: BTreeMap<&'static str, BTreeMap<String, usize>>,
}

impl Schema {
    /// Reads a schema, checks it and lowers it. `releases` are `[DIALECT=]RELEASE`.
    pub(crate) fn read(folder: &Path, releases: &[String]) -> Result<Self> {
        let model = schema::load(folder)?.model;
        let plan = bytespec_codegen::plan::lower(&model);
        let mut hands = Vec::new();
        for release in releases {
            hands.push(hand(&plan, release).ok_or_else(|| {
                Failure::Usage(format!("--release {release}: the schema knows no such release"))
            })?);
        }
        Ok(Schema { title: model.title, name: model.docs.name, plan, hands })
    }

    /// The plan of a schema that is checked already.
    pub(crate) fn of(model: &Model) -> Self {
        Schema {
            title: model.title.clone(),
            name: model.docs.name.clone(),
            plan: bytespec_codegen::plan::lower(model),
            hands: Vec::new(),
        }
    }

    /// Whether the schema says what a file is.
    pub(crate) fn has_files(&self) -> bool {
        self.plan.file.is_some()
    }

    /// Whether bytes begin as a file of the schema.
    pub(crate) fn is_magic(&self, bytes: &[u8]) -> bool {
        File::is_magic(&self.plan, bytes)
    }

    /// Reads and writes the examples of the schema.
    pub(crate) fn prove(&self, model: &Model) -> Result<Proof> {
        prove(model, &self.plan).map_err(|error| Failure::Input(error.to_string()))
    }

    fn open<'s>(&'s self, name: &Path, bytes: &'s [u8]) -> Result<File<'s, 's>> {
        if self.plan.file.is_none() {
            return Err(Failure::input(
                name,
                format_args!(
                    "the schema of {} has no `header` and `sections`: it does not say what a file is",
                    self.title
                ),
            ));
        }
        File::open(&self.plan, bytes, &self.hands).map_err(|error| Failure::input(name, error))
    }

    /// Says what is in a file.
    pub(crate) fn info(&self, name: &Path, bytes: &[u8], json: bool) -> Result {
        let mut file = self.open(name, bytes)?;
        let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
        let read = file.read_with(
            |_| Count(BTreeMap::new()),
            |_, counted| {
                for (item, count) in counted.0 {
                    *counts.entry(item).or_default() += count;
                }
                Ok(())
            },
        );
        read.map_err(|error| Failure::input(name, error))?;
        let mut items: BTreeMap<&'static str, BTreeMap<String, usize>> = BTreeMap::new();
        for (item, count) in counts {
            let Some(item) = self.plan.items.get(item as usize) else { continue };
            let named = items.entry(item.kind.word()).or_default();
            *named.entry(self.plan.name(item.name).to_owned()).or_default() += count;
        }
        let info = Info {
            format: self.name.clone(),
            title: self.title.clone(),
            version: file.executor().version().unwrap_or("?").to_owned(),
            producer: file.producer().map(|text| String::from_utf8_lossy(text).into_owned()),
            size: bytes.len(),
            sections: file.sections().iter().map(section).collect(),
            items,
        };
        if json { crate::commands::info::print_json(&info) } else { print(name, &info) }
    }

    /// Lists what every byte of a file is, up to where it cannot be read.
    pub(crate) fn dump(&self, name: &Path, bytes: &[u8]) -> Result {
        let mut file = self.open(name, bytes)?;
        let executor: Executor<'_> = file.executor().clone();
        let mut texts: BTreeMap<usize, String> = BTreeMap::new();
        let read = file.read_with(
            |_| Listing::new(&executor),
            |section, listing| {
                texts.insert(section.header, listing.into_text());
                Ok(())
            },
        );
        let head = file.head(&executor).map_err(|error| Failure::input(name, error))?;
        output::print(format_args!("{head}"))?;
        for section in file.sections() {
            let title = section.name.unwrap_or("unknown section");
            let start = section.header;
            line(format_args!("{HEAD}{start:#08x} section {title} ({}){HEAD:#}", section.id))?;
            match texts.get(&start) {
                Some(text) => output::print(format_args!("{text}"))?,
                None if section.payload.is_empty() => {}
                None => {
                    let len = section.payload.len();
                    line(format_args!("{:#08x} {len:>5}  (not read)", section.payload.start))?;
                }
            }
        }
        read.map_err(|error| Failure::input(name, error))
    }

    /// Reads a file, writes what was read, and gives the new bytes, and what was carried undescribed.
    pub(crate) fn encode(&self, name: &Path, bytes: &[u8]) -> Result<(Vec<u8>, Carried)> {
        let mut file = self.open(name, bytes)?;
        let value = file.read().map_err(|error| Failure::input(name, error))?;
        let mut carried = Carried::default();
        for (section, value) in file.sections().iter().zip(&value.sections) {
            if let SectionContent::Bytes(bytes) = &value.content
                && !bytes.is_empty()
            {
                carried.bytes += bytes.len();
                let name = section.name.unwrap_or("an unknown section");
                carried.parts.push(format!("{} in {name}", bytes.len()));
            }
        }
        let written = file.write(&value).map_err(|error| Failure::input(name, error))?;
        Ok((written, carried))
    }
}

/// The clock and the tick that `[DIALECT=]RELEASE` names; where files do not tell their version, that is what a release is of.
fn hand(plan: &Plan, text: &str) -> Option<(usize, u32)> {
    let (clock, release) = match text.split_once('=') {
        Some((dialect, release)) => (format!("dialect {dialect}"), release),
        None if plan.file.is_some_and(|file| file.version.is_empty()) => {
            ("version".to_owned(), text)
        }
        None => ("release".to_owned(), text),
    };
    let at = plan.clock(&clock)?;
    let mut ticks = plan.name(plan.clocks.get(at)?.ticks).split(' ');
    let tick = ticks.position(|tick| tick == release)?;
    Some((at, u32::try_from(tick).ok()?))
}

fn section(section: &bytespec::plan::Section<'_, '_>) -> Section {
    Section {
        name: section.name.map(str::to_owned),
        id: section.id,
        offset: section.payload.start,
        size: section.payload.len(),
        alignment: section.alignment,
        header_offset: section.header,
    }
}

fn print(name: &Path, info: &Info) -> Result {
    line(format_args!("{HEAD}{}{HEAD:#}", display(name)))?;
    line(format_args!("  format    {} ({})", info.title, info.format))?;
    line(format_args!("  version   {}", info.version))?;
    if let Some(producer) = &info.producer {
        line(format_args!("  producer  {}", producer.escape_debug()))?;
    }
    line(format_args!("  size      {} bytes", info.size))?;
    line(format_args!(""))?;
    crate::commands::info::sections(&info.sections, info.size)?;
    for (kind, counts) in &info.items {
        line(format_args!(""))?;
        let mut table = Table::new(&[(kind, Align::Left), ("count", Align::Right)]);
        let mut counts: Vec<_> = counts.iter().collect();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        for (name, count) in counts {
            table.row([name.clone(), count.to_string()]);
        }
        table.print()?;
    }
    Ok(())
}

/// Counts items.
struct Count(BTreeMap<u32, usize>);

impl<'i> Sink<'i> for Count {
    fn begin(&mut self, _: At, what: What, _: usize) -> bytespec::Result<()> {
        if let What::Item(ItemId(item)) = what {
            *self.0.entry(item).or_default() += 1;
        }
        Ok(())
    }
}
