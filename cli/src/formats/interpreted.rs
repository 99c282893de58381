//! Runs a schema on files without generated code.

use super::converted::Carried;
use super::format::Format;
use super::objects::{self, Objects};
use super::proof::{Listings, Proof, listings, prove};
use super::report::{head, print_json, sections};
use super::section::Section;
use super::undescribed::{Finder, Undescribed};
use super::whole::parts;
use crate::failure::{Failure, Result};
use crate::output::{self, Align, HEAD, Table, line};
use crate::schema;
use bytespec::plan::data::{ItemId, Plan};
use bytespec::plan::{At, Executor, Explanation, File, Listing, Sink, What};
use bytespec_codegen::model::{Example, Model};
use bytespec_site::FileParts;
use serde::Serialize;
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::path::Path;

/// A loaded schema, as a plan.
#[derive(Debug)]
pub(crate) struct Schema {
    title: String,
    name: String,
    plan: Plan,
    /// The axes that the command line sets, with their versions.
    versions: Vec<(usize, u32)>,
}

/// Reads files of a schema. The plan is prepared once for all files.
#[derive(Debug)]
pub(crate) struct Reader<'s> {
    title: &'s str,
    name: &'s str,
    executor: Executor<'s>,
}

/// The content of a file for `info`.
#[derive(Debug, Serialize)]
struct Info {
    format: String,
    title: String,
    version: String,
    producer: Option<String>,
    size: usize,
    sections: Vec<Section>,
    /// The bytes that the schema does not describe, by kind.
    undescribed: Undescribed,
    /// The number of occurrences of each item of the schema, by kind and name.
    items: BTreeMap<&'static str, BTreeMap<String, usize>>,
}

impl Schema {
    /// Loads a schema, checks it, and lowers it to a plan. `releases` are `[DIALECT=]RELEASE`.
    pub(crate) fn read(folder: &Path, releases: &[String]) -> Result<Self> {
        let model = schema::load(folder)?.model;
        let plan = bytespec_codegen::plan::lower(&model);
        let versions = versions(&plan, releases)?;
        Ok(Schema { title: model.title, name: model.docs.name, plan, versions })
    }

    /// The plan of a checked schema.
    pub(crate) fn of(model: &Model) -> Self {
        Schema {
            title: model.title.clone(),
            name: model.docs.name.clone(),
            plan: bytespec_codegen::plan::lower(model),
            versions: Vec::new(),
        }
    }

    /// Whether the schema describes complete files.
    pub(crate) fn has_files(&self) -> bool {
        self.plan.file.is_some()
    }

    /// Whether bytes begin with the magic number of the schema.
    pub(crate) fn is_magic(&self, bytes: &[u8]) -> bool {
        File::is_magic(&self.plan, bytes)
    }

    /// Reads and writes the examples of the schema.
    pub(crate) fn prove(&self, model: &Model) -> Result<Proof> {
        prove(model, &self.plan).map_err(|error| Failure::Input(error.to_string()))
    }

    /// A listing of every byte in the examples of the schema.
    pub(crate) fn listings(&self, model: &Model) -> Result<Listings> {
        listings(model, &self.plan).map_err(|error| Failure::Input(error.to_string()))
    }

    /// The parts of the complete files among the examples of the schema, by their bytes.
    pub(crate) fn files(&self, model: &Model) -> Result<BTreeMap<Vec<u8>, FileParts>> {
        let parts =
            |example: &Example| Ok((example.bytes.clone(), parts(&self.plan, &example.bytes)?));
        let files: bytespec::Result<_> = model.docs.examples.iter().map(parts).collect();
        files.map_err(|error| Failure::Input(error.to_string()))
    }

    /// A reader of files of the schema.
    pub(crate) fn reader(&self) -> Result<Reader<'_>> {
        let executor = Executor::new(&self.plan, &self.versions);
        let executor = executor.map_err(|error| Failure::Input(error.to_string()))?;
        Ok(Reader { title: &self.title, name: &self.name, executor })
    }
}

impl Reader<'static> {
    /// A reader of files of an included format, with the plan of its generated code.
    pub(crate) fn shipped(format: Format, releases: &[String]) -> Result<Self> {
        let (title, executor) = (format.title(), format.executor());
        let executor = executor.with(&versions(executor.plan(), releases)?);
        Ok(Reader { title, name: title, executor })
    }
}

impl<'s> Reader<'s> {
    /// Opens a file.
    pub(crate) fn open<'i>(&self, name: &Path, bytes: &'i [u8]) -> Result<File<'s, 'i>> {
        self.refuse_without_file(name)?;
        File::with(&self.executor, bytes).map_err(|error| Failure::input(name, error))
    }

    fn refuse_without_file(&self, name: &Path) -> Result {
        if self.executor.plan().file.is_none() {
            return Err(Failure::input(
                name,
                format_args!(
                    "the schema of {} has neither `file` nor `header` and `sections`: it does not describe a file",
                    self.title
                ),
            ));
        }
        Ok(())
    }

    /// The title of the format.
    pub(crate) fn title(&self) -> &'s str {
        self.title
    }

    /// An explanation of every byte of a file.
    pub(crate) fn explanation<'i>(
        &self,
        name: &Path,
        bytes: &'i [u8],
    ) -> Result<Explanation<'s, 'i>> {
        self.refuse_without_file(name)?;
        Explanation::new(&self.executor, bytes).map_err(|error| Failure::input(name, error))
    }

    /// Prints a summary of a file.
    pub(crate) fn info(&self, name: &Path, bytes: &[u8], json: bool) -> Result {
        let mut file = self.open(name, bytes)?;
        let plan = self.executor.plan();
        let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
        let mut undescribed = Undescribed::default();
        let read = file.read_with(
            |_| (Count(BTreeMap::new()), Finder::new(plan)),
            |_, (counted, finder)| {
                for (item, count) in counted.0 {
                    *counts.entry(item).or_default() += count;
                }
                undescribed.extend(finder.found);
                Ok(())
            },
        );
        read.map_err(|error| Failure::input(name, error))?;
        left(name, &file, &mut undescribed)?;
        let mut items: BTreeMap<&'static str, BTreeMap<String, usize>> = BTreeMap::new();
        for (item, count) in counts {
            let Some(item) = plan.items.get(item as usize) else { continue };
            let named = items.entry(item.kind.word()).or_default();
            *named.entry(plan.name(item.name).to_owned()).or_default() += count;
        }
        let info = Info {
            format: self.name.to_owned(),
            title: self.title.to_owned(),
            version: file.executor().version().unwrap_or("?").to_owned(),
            producer: file.producer().map(|text| String::from_utf8_lossy(text).into_owned()),
            size: bytes.len(),
            sections: Section::all(&file),
            undescribed,
            items,
        };
        if json { print_json(name, &info) } else { print(name, &info) }
    }

    /// Prints a listing of every byte of a file, up to a fault.
    pub(crate) fn dump(&self, name: &Path, bytes: &[u8], depth: Option<usize>) -> Result {
        let mut file = self.open(name, bytes)?;
        let executor: Executor<'_> = file.executor().clone();
        let head = file.head(&executor).map_err(|error| Failure::input(name, error))?;
        output::print(format_args!("{head}"))?;
        let texts = RefCell::new(SectionTexts::of(&file));
        let read = file.read_with(
            |section| {
                let (header, texts) = (section.header, &texts);
                let listing = Listing::new(&executor).up_to(depth.unwrap_or(usize::MAX));
                listing.handed_to(move |text| texts.borrow_mut().add(header, text))
            },
            |section, listing| texts.borrow_mut().end(section.header, &listing.into_text()),
        );
        texts.into_inner().finish()?;
        read.map_err(|error| Failure::input(name, error))
    }

    /// Prints every byte of a file as JSON objects, one per line, up to a fault.
    pub(crate) fn objects(&self, name: &Path, bytes: &[u8]) -> Result {
        let mut file = self.open(name, bytes)?;
        let executor: Executor<'_> = file.executor().clone();
        objects::head(name, self.title, &file)?;
        let mut lines = Ok(());
        let read = file.read_with(
            |section| Objects::new(&executor, section.name),
            |_, found| {
                lines = std::mem::replace(&mut lines, Ok(())).and(found.end());
                Ok(())
            },
        );
        lines?;
        read.map_err(|error| Failure::input(name, error))
    }

    /// Reads a file and writes it again. Returns the new bytes, and the content that the schema does not describe.
    pub(crate) fn encode(&self, name: &Path, bytes: &[u8]) -> Result<(Vec<u8>, Carried)> {
        let mut file = self.open(name, bytes)?;
        let mut undescribed = Undescribed::default();
        let value = file.read_beside(
            |_| Finder::new(self.executor.plan()),
            |_, finder| undescribed.extend(finder.found),
        );
        let value = value.map_err(|error| Failure::input(name, error))?;
        left(name, &file, &mut undescribed)?;
        let written = file.write(&value).map_err(|error| Failure::input(name, error))?;
        Ok((written, undescribed.carried()))
    }
}

/// The axes that `[DIALECT=]RELEASE` sets.
fn versions(plan: &Plan, releases: &[String]) -> Result<Vec<(usize, u32)>> {
    let found = releases.iter().map(|release| {
        version(plan, release).ok_or_else(|| {
            Failure::Usage(format!("--release {release}: the schema knows no such release"))
        })
    });
    found.collect()
}

/// The axis and the version that `[DIALECT=]RELEASE` names. If files do not state their version, a release without a dialect is a
/// version of the format.
fn version(plan: &Plan, text: &str) -> Option<(usize, u32)> {
    let (axis, release) = match text.split_once('=') {
        Some((dialect, release)) => (format!("dialect {dialect}"), release),
        None if plan.file.is_some_and(|file| file.version.is_empty()) => {
            ("version".to_owned(), text)
        }
        None => ("release".to_owned(), text),
    };
    let at = plan.axis(&axis)?;
    let mut versions = plan.name(plan.axes.get(at)?.versions).split(' ');
    let version = versions.position(|version| version == release)?;
    Some((at, u32::try_from(version).ok()?))
}

/// Records unknown sections, sections that are ignored because a later one has the same id, and bytes between values at offsets.
fn left(name: &Path, file: &File<'_, '_>, undescribed: &mut Undescribed) -> Result {
    let gaps = file.undescribed().map_err(|error| Failure::input(name, error))?;
    for gap in gaps {
        undescribed.add("bytes between fields".to_owned(), gap.len());
    }
    let left = file.sections().iter().filter(|section| section.item.is_none());
    for section in left.filter(|section| !section.payload.is_empty()) {
        let name = section.name.map_or("an unknown section".to_owned(), |name| {
            format!("a section {name} that a later one replaces")
        });
        undescribed.add(name, section.payload.len());
    }
    Ok(())
}

fn print(name: &Path, info: &Info) -> Result {
    head(name, (&info.title, &info.format), &info.version)?;
    if let Some(producer) = &info.producer {
        line(format_args!("  producer  {}", producer.escape_debug()))?;
    }
    line(format_args!("  size      {} bytes", info.size))?;
    let described = info.size.saturating_sub(info.undescribed.bytes());
    line(format_args!("  described {described} of them"))?;
    if !info.sections.is_empty() {
        line(format_args!(""))?;
        sections(&info.sections, info.size)?;
    }
    if !info.undescribed.is_empty() {
        line(format_args!(""))?;
        let columns =
            [("not described", Align::Left), ("count", Align::Right), ("bytes", Align::Right)];
        let mut table = Table::new(&columns);
        for (what, spans) in info.undescribed.sorted() {
            table.row([what.to_owned(), spans.count.to_string(), spans.bytes.to_string()]);
        }
        table.print()?;
    }
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

/// Collects the text of sections. Sections are printed in the order of the file, but read in another order.
struct SectionTexts {
    /// The sections that are not completely printed yet, in the order of the file: each heading, with the text so far.
    left: VecDeque<SectionText>,
    failure: Option<Failure>,
}

struct SectionText {
    header: usize,
    heading: String,
    /// The text of a section that was not read.
    unread: String,
    text: String,
    is_read: bool,
    has_ended: bool,
}

impl SectionTexts {
    fn of(file: &File<'_, '_>) -> Self {
        let text = |section: &bytespec::plan::Section<'_, '_>| {
            let title = section.name.unwrap_or("unknown section");
            let (header, payload) = (section.header, &section.payload);
            let unread = format!("{:#08x} {:>5}  (not read)\n", payload.start, payload.len());
            SectionText {
                header,
                heading: match file.has_sections() {
                    true => {
                        format!("{HEAD}{header:#08x} section {title} ({}){HEAD:#}\n", section.id)
                    }
                    false => String::new(),
                },
                unread: if payload.is_empty() { String::new() } else { unread },
                text: String::new(),
                is_read: false,
                has_ended: false,
            }
        };
        SectionTexts { left: file.sections().iter().map(text).collect(), failure: None }
    }

    /// Adds text to a section.
    fn add(&mut self, header: usize, text: &str) -> bytespec::Result<()> {
        if let Some(section) = self.left.iter_mut().find(|section| section.header == header) {
            section.text.push_str(text);
            section.is_read = true;
        }
        self.print().map_err(|failure| {
            self.failure = Some(failure);
            bytespec::Error::invalid("the output ended")
        })
    }

    /// Adds the last text of a section.
    fn end(&mut self, header: usize, text: &str) -> bytespec::Result<()> {
        if let Some(section) = self.left.iter_mut().find(|section| section.header == header) {
            section.has_ended = true;
        }
        self.add(header, text)
    }

    /// Prints the text of all sections whose preceding sections are complete.
    fn print(&mut self) -> Result {
        while let Some(first) = self.left.front_mut().filter(|first| first.is_read) {
            let (heading, text) =
                (std::mem::take(&mut first.heading), std::mem::take(&mut first.text));
            output::print(format_args!("{heading}{text}"))?;
            if !first.has_ended {
                break;
            }
            self.left.pop_front();
        }
        Ok(())
    }

    /// Prints the remaining text. Call it after reading has ended.
    fn finish(mut self) -> Result {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        for SectionText { heading, unread, text, is_read, .. } in std::mem::take(&mut self.left) {
            let text = if is_read { text } else { unread };
            output::print(format_args!("{heading}{text}"))?;
        }
        Ok(())
    }
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
