//! Files of any schema: the header, and sections in the order of the file.

use super::notes::{List, Notes, Table};
use super::order::Order;
use super::{At, Builtin, Executor, Fact, Leaf, Sink, Surroundings, Tables, Tree, Value, What};
use crate::container::{Container, SectionSpec};
use crate::error::{Context as _, Error, ErrorKind, Result};
use crate::wire::{Cursor, Writer};
use bytespec_plan::{Coding, FileShape, ItemId, Kind, Plan, Role, Run, Shape, ShapeId};
use std::ops::Range;

/// The most bytes that an entry has of which something is asked.
const MAX_FACT_BYTES: usize = 32;

/// A file as a plan sees it: opened, with the entries of its tables found.
#[derive(Debug)]
pub struct File<'p, 'i> {
    executor: Executor<'p>,
    shape: FileShape,
    input: &'i [u8],
    header: Range<usize>,
    producer: Option<&'i [u8]>,
    sections: Vec<Section<'i>>,
    tables: Vec<Table>,
    /// What steps were of which a list is kept.
    lists: Vec<List>,
}

/// A section of a file.
#[derive(Clone, Debug)]
pub struct Section<'i> {
    /// The number in its header.
    pub id: u8,
    /// Its name; none where the plan does not have it.
    pub name: Option<String>,
    /// Where its header begins, in bytes.
    pub header: usize,
    /// Its payload, by offsets in bytes.
    pub payload: Range<usize>,
    /// The alignment in its header, in bytes.
    pub alignment: Option<u64>,
    /// The filler before its payload.
    pub filler: &'i [u8],
    /// What its payload is; none for a section that the plan does not have, that ends the file, or that comes
    /// again.
    pub item: Option<ItemId>,
}

/// A file as a value: what is needed to write it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileValue {
    /// What follows the first bytes.
    pub header: Value,
    /// The name of the producer, where the header has one.
    pub producer: Option<Vec<u8>>,
    /// The sections, in the order of the file.
    pub sections: Vec<SectionValue>,
}

/// A section as a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionValue {
    /// The number in its header.
    pub id: u8,
    /// The alignment in its header, in bytes.
    pub alignment: Option<u64>,
    /// The filler before its payload.
    pub filler: Vec<u8>,
    /// Its payload.
    pub content: SectionContent,
}

/// The payload of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SectionContent {
    /// As the plan has it.
    Item(ItemId, Value),
    /// Bytes that the plan does not describe.
    Bytes(Vec<u8>),
}

fn no_file() -> Error {
    Error::invalid(
        "the schema has no `header` and `sections`, so that it does not say what a file is",
    )
}

/// What the plan says of section headers, in the words of [`Container`].
fn specs(plan: &Plan) -> Vec<SectionSpec<'_>> {
    let sections = plan.sections.iter().map(|section| SectionSpec {
        id: section.id as u8,
        name: plan.items.get(section.item.index()).map_or("?", |item| plan.name(item.name)),
        required: section.required,
        alignment: u64::from(section.align).max(1),
        must_align: section.align > 0,
        must_not_align: section.unaligned,
        end: section.end,
    });
    sections.collect()
}

fn container<'s>(file: &FileShape, sections: &'s [SectionSpec<'s>]) -> Container<'s> {
    Container {
        sections,
        id_mask: 1u8.checked_shl(file.id_bits.into()).map_or(u8::MAX, |bit| bit - 1),
        aligned: file.aligned_bit.map_or(0, |bit| 1 << bit),
        pad: file.pad,
        prefix: file.coding == Coding::Prefix,
    }
}

impl<'p, 'i> File<'p, 'i> {
    /// Whether bytes begin as a file of the plan does.
    #[must_use]
    pub fn is_magic(plan: &Plan, input: &[u8]) -> bool {
        let magic = plan.file.map(|file| file.magic.of(&plan.bytes));
        magic.is_some_and(|magic| !magic.is_empty() && input.starts_with(magic))
    }

    /// Opens a file: its header, the headers of its sections, and where the entries of its tables are.
    ///
    /// `hands` are clocks that the file does not tell, by index.
    ///
    /// # Errors
    /// Bytes that do not begin like such a file, a version that the plan does not have, section headers
    /// that break their rules, and a table that cannot be read.
    pub fn open(plan: &'p Plan, input: &'i [u8], hands: &[(usize, u32)]) -> Result<Self> {
        let shape = plan.file.ok_or_else(no_file)?;
        let magic = shape.magic.of(&plan.bytes);
        if !input.starts_with(magic) {
            return Err(Error::at(
                0,
                ErrorKind::Invalid("another magic number is needed".to_owned()),
            ));
        }
        let newest = plan.clocks.first().map_or(0, |clock| ticks(plan, clock.ticks).count() as u32);
        let mut known = hands.to_vec();
        known.push((0, newest.saturating_sub(1)));
        let executor = Executor::new(plan, &known)?;
        let start = magic.len();
        let mut cursor = Cursor::over(input, start, input.len())?;
        // The version that the header's first fields say may decide about the later ones.
        let mut ahead = cursor;
        let (executor, _) = executor.header(&shape, &mut ahead, start)?;
        let mut tree = Tree::new(&executor);
        executor
            .read(shape.header, &mut cursor, Surroundings::default(), &mut tree)
            .field("header")?;
        let header = start..cursor.position();
        let producer = match shape.producer {
            true => Some(cursor.nul_terminated().field("producer").field("header")?),
            false => None,
        };
        let specs = specs(plan);
        // Of a lifetime of its own: what is found borrows the names of the sections.
        let mut headers = Cursor::over(input, cursor.position(), input.len())?;
        let found = container(&shape, &specs).read(&mut headers)?;
        let mut sections = Vec::new();
        for (index, section) in found.iter().enumerate() {
            let spec = plan.sections.iter().find(|spec| spec.id == u64::from(section.id));
            // Of several with one id the last counts.
            let again = found[index + 1..].iter().any(|later| later.id == section.id);
            let item = spec.filter(|spec| !spec.end && !again).map(|spec| spec.item);
            sections.push(Section {
                id: section.id,
                name: section.name.map(str::to_owned),
                header: section.header,
                payload: section.offset..section.offset + section.len,
                alignment: section.alignment,
                filler: input
                    .get(section.offset - section.padding.len()..section.offset)
                    .unwrap_or_default(),
                item,
            });
        }
        let tables = vec![Table::default(); plan.tables.len()];
        let lists = Vec::new();
        let executor = match producer {
            Some(name) => executor.of_producer(name),
            None => executor,
        };
        Ok(File { executor, shape, input, header, producer, sections, tables, lists })
    }

    /// What the file is read with.
    #[must_use]
    pub fn executor(&self) -> &Executor<'p> {
        &self.executor
    }

    /// The whole input.
    #[must_use]
    pub fn input(&self) -> &'i [u8] {
        self.input
    }

    /// The name of the producer, where the header has one.
    #[must_use]
    pub fn producer(&self) -> Option<&'i [u8]> {
        self.producer
    }

    /// What stands before the sections, as a listing.
    ///
    /// # Errors
    /// None but those of opening the file.
    pub fn head(&self, executor: &Executor<'_>) -> Result<String> {
        let mut listing = super::Listing::new(executor);
        let mut cursor = Cursor::over(self.input, self.header.start, self.header.end)?;
        executor.read(self.shape.header, &mut cursor, Surroundings::default(), &mut listing)?;
        let mut text = format!("{:#08x} {:>5}  magic number\n", 0, self.header.start);
        text.push_str(&listing.into_text());
        if let Some(producer) = self.producer {
            let (at, len) = (self.header.end, producer.len() + 1);
            let producer = producer.escape_ascii();
            text.push_str(&format!("{at:#08x} {len:>5}  producer = {producer}\n"));
        }
        Ok(text)
    }

    /// The sections, in the order of the file.
    #[must_use]
    pub fn sections(&self) -> &[Section<'i>] {
        &self.sections
    }

    /// The sections in the order in which they are read: those that hold tables first, and then by id; but one that another
    /// depends on comes before that.
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        self.order_by(&Order::new(self.executor.plan()))
    }

    fn order_by(&self, needs: &Order<'p>) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.sections.len()).collect();
        order.retain(|index| self.sections[*index].item.is_some());
        order.sort_by_key(|index| {
            let section = &self.sections[*index];
            (section.item.is_some_and(|item| self.table_step(item).is_none()), section.id)
        });
        let items: Vec<ItemId> =
            order.iter().filter_map(|index| self.sections[*index].item).collect();
        let sorted = needs.sorted(&items);
        sorted.into_iter().map(|at| order[at]).collect()
    }

    /// The step of a section that holds a table.
    fn table_step(&self, item: ItemId) -> Option<(u32, u32)> {
        let plan = self.executor.plan();
        let first = plan.items.get(item.index())?.steps.start;
        let mut steps = plan.steps_of(item).iter().enumerate();
        steps.find_map(|(at, step)| match plan.shapes.get(step.shape.index())? {
            // Whose entries are noted as they are read.
            Shape::Sequence { .. } | Shape::Bytes(_) => None,
            _ => Some((first + at as u32, step.holds?)),
        })
    }

    /// Reads the whole file in the documented order, see [`File::order`], and tells a sink for each section; `done` is
    /// called with it behind the section, or where the section cannot be read.
    ///
    /// # Errors
    /// The first thing that is not as the plan says, or that a sink refuses.
    pub fn read_with<S: Sink<'i>>(
        &mut self,
        mut sink: impl FnMut(&Section<'i>) -> S,
        mut done: impl FnMut(&Section<'i>, S) -> Result<()>,
    ) -> Result<()> {
        let needs = Order::new(self.executor.plan());
        let order = self.order_by(&needs);
        self.find_entries(&order, &needs)?;
        for index in order {
            let section = self.sections[index].clone();
            let Some(item) = section.item else { continue };
            let mut notes = Notes { lists: self.lists.clone(), ..Notes::default() };
            for list in needs.lists_of(item) {
                notes.clear(list);
            }
            let mut sink = sink(&section);
            let table = self.table_step(item);
            let mut entries = Entries::new(table.map(|table| table.0));
            let range = section.payload.clone();
            let mut cursor = Cursor::over(self.input, range.start, range.end)?;
            let around = Surroundings { functions: &Builtin, tables: &*self };
            let name = section.name.clone().unwrap_or_default();
            let mut both = (&mut entries, &mut sink);
            let read = self.executor.read_noting(item, &mut cursor, around, &mut notes, &mut both);
            let read = read.and_then(|()| match cursor.is_empty() {
                true => Ok(()),
                false => {
                    let words = "bytes after the last field of the section";
                    Err(cursor.error(ErrorKind::Invalid(words.to_owned())))
                }
            });
            if let Err(error) = read {
                // What was read so far is worth knowing too.
                done(&section, sink)?;
                return Err(error.within(crate::error::Segment::Item(name.into())));
            }
            // Others need what this section says of them.
            self.lists = notes.lists;
            if let Some((step, table)) = table {
                let element = self.element_of(step);
                if let Some(place) = self.tables.get_mut(table as usize) {
                    *place = Table { entries: entries.found, element };
                }
            }
            done(&section, sink)?;
        }
        Ok(())
    }

    /// Finds the entries of tables, and what steps were of which lists are kept, before anything is looked into.
    fn find_entries(&mut self, order: &[usize], needs: &Order<'p>) -> Result<()> {
        if self.executor.plan().lists.is_empty() {
            return Ok(());
        }
        let items: Vec<ItemId> =
            order.iter().filter_map(|index| self.sections[*index].item).collect();
        let needed = needs.needed(&items);
        self.lists.clear();
        for (&index, needed) in order.iter().zip(needed) {
            let section = &self.sections[index];
            let Some(item) = section.item.filter(|_| needed) else { continue };
            let range = section.payload.clone();
            let mut cursor = Cursor::over(self.input, range.start, range.end)?;
            let lists = std::mem::take(&mut self.lists);
            let mut notes = Notes { lists, pass: true, ..Notes::default() };
            let around = Surroundings { functions: &Builtin, tables: &*self };
            let read = self.executor.read_noting(item, &mut cursor, around, &mut notes, &mut ());
            self.lists = notes.lists;
            for (at, table) in notes.tables.into_iter().enumerate() {
                if let Some(place) = self.tables.get_mut(at).filter(|_| table.element.is_some()) {
                    *place = table;
                }
            }
            if let Err(error) = read {
                let name = self.sections[index].name.clone().unwrap_or_default();
                return Err(error.within(crate::error::Segment::Item(name.into())));
            }
        }
        Ok(())
    }

    /// What an entry of the table is that a step holds.
    fn element_of(&self, step: u32) -> Option<ShapeId> {
        let plan = self.executor.plan();
        let mut shape = plan.steps.get(step as usize)?.shape;
        // Through the items that a table is made of.
        for _ in 0..4 {
            match *plan.shapes.get(shape.index())? {
                Shape::Offsets { element, .. } | Shape::Sequence { element, .. } => {
                    return Some(element);
                }
                Shape::Item(item) => {
                    let steps = plan.steps_of(item).iter();
                    let mut visible = steps.filter(|step| step.role == Role::Visible);
                    shape = visible.next_back()?.shape;
                }
                _ => return None,
            }
        }
        None
    }

    /// Reads the whole file in the documented order.
    ///
    /// # Errors
    /// The first thing that is not as the plan says.
    pub fn read(&mut self) -> Result<FileValue> {
        let executor = self.executor.clone();
        let mut tree = Tree::new(&executor);
        let mut cursor = Cursor::over(self.input, self.header.start, self.header.end)?;
        executor.read(self.shape.header, &mut cursor, Surroundings::default(), &mut tree)?;
        let header = tree.into_value();
        let mut values = Vec::new();
        self.read_with(
            |_| Tree::new(&executor),
            |section, tree| {
                values.push((section.header, tree.into_value()));
                Ok(())
            },
        )?;
        let sections = self.sections.iter().map(|section| {
            let value = values.iter_mut().find(|(header, _)| *header == section.header);
            let content = match (section.item, value) {
                (Some(item), Some((_, value))) => SectionContent::Item(item, std::mem::take(value)),
                _ => {
                    let bytes = self.input.get(section.payload.clone()).unwrap_or_default();
                    SectionContent::Bytes(bytes.to_vec())
                }
            };
            let (id, alignment) = (section.id, section.alignment);
            SectionValue { id, alignment, filler: section.filler.to_vec(), content }
        });
        let sections = sections.collect();
        Ok(FileValue { header, producer: self.producer.map(<[u8]>::to_vec), sections })
    }

    /// Writes a file that was read from this one, changed or not: entries of its tables that something is asked of are still
    /// those of this file.
    ///
    /// # Errors
    /// A value that is not as the plan says.
    pub fn write(&self, file: &FileValue) -> Result<Vec<u8>> {
        let plan = self.executor.plan();
        let around = Surroundings { functions: &Builtin, tables: self };
        let mut writer = Writer::new();
        writer.bytes(self.shape.magic.of(&plan.bytes));
        let pad = self.shape.pad;
        self.executor.write(self.shape.header, &file.header, pad, around, &mut writer)?;
        if let Some(producer) = &file.producer {
            writer.nul_terminated(producer);
        }
        let specs = specs(plan);
        let container = container(&self.shape, &specs);
        // What a section says of another one has to be known before that is written.
        let items: Vec<(usize, ItemId, &Value)> = file
            .sections
            .iter()
            .enumerate()
            .filter_map(|(at, section)| match &section.content {
                SectionContent::Item(item, value) => Some((at, *item, value)),
                SectionContent::Bytes(_) => None,
            })
            .collect();
        let ids: Vec<ItemId> = items.iter().map(|(_, item, _)| *item).collect();
        let mut notes = Notes::default();
        let mut payloads = vec![Writer::new(); file.sections.len()];
        for at in Order::new(plan).sorted(&ids) {
            let (place, item, value) = items[at];
            let payload = &mut payloads[place];
            self.executor.write_noting(item, value, pad, around, &mut notes, payload)?;
        }
        for (section, mut payload) in file.sections.iter().zip(payloads) {
            if let SectionContent::Bytes(bytes) = &section.content {
                payload.bytes(bytes);
            }
            let (id, filler) = (section.id, section.filler.as_slice());
            container.write(&mut writer, id, section.alignment, filler, payload.as_slice());
        }
        Ok(writer.into_bytes())
    }
}

fn ticks(plan: &Plan, text: bytespec_plan::Text) -> impl Iterator<Item = &str> {
    plan.name(text).split(' ').filter(|tick| !tick.is_empty())
}

impl<'p> Executor<'p> {
    /// Reads the header, and sets the clocks that it tells.
    fn header(
        &self,
        file: &FileShape,
        cursor: &mut Cursor<'_>,
        start: usize,
    ) -> Result<(Executor<'p>, Value)> {
        let plan = self.plan();
        let read = |executor: &Executor<'p>, mut cursor: Cursor<'_>| -> Result<Value> {
            let mut tree = Tree::new(executor);
            executor.read(file.header, &mut cursor, Surroundings::default(), &mut tree)?;
            Ok(tree.into_value())
        };
        let numbers = |value: &Value, run: Run| -> Vec<u64> {
            let Value::Item(_, values) = value else { return Vec::new() };
            let places = run.of(&plan.numbers).iter();
            places.map(|at| values.get(*at as usize).and_then(Value::number).unwrap_or(0)).collect()
        };
        let header = read(self, *cursor).field("header")?;
        let parts: Vec<String> =
            numbers(&header, file.version).iter().map(u64::to_string).collect();
        let name = parts.join(".");
        let versions = plan.clocks.first().map(|clock| clock.ticks);
        let mut known = versions.into_iter().flat_map(|text| ticks(plan, text));
        let Some(version) = known.position(|known| known == name) else {
            let message = format!("version {name} is not supported");
            return Err(Error::at(start, ErrorKind::Invalid(message)));
        };
        let mut hands: Vec<(usize, u32)> = self
            .hands
            .iter()
            .enumerate()
            .filter_map(|(clock, hand)| Some((clock, (*hand)?)))
            .collect();
        hands.push((0, version as u32));
        let header = read(&self.with(&hands), *cursor).field("header")?;
        if let Value::Item(_, values) = &header {
            for pair in file.features.of(&plan.numbers).chunks_exact(2) {
                let number = values.get(pair[0] as usize).and_then(Value::number).unwrap_or(0);
                hands.push((pair[1] as usize, u32::from(number != 0)));
            }
        }
        Ok((self.with(&hands), header))
    }
}

impl Tables for File<'_, '_> {
    fn bytes(&self, table: &str, index: u64) -> Result<&[u8]> {
        let (_, range) = self.entry(table, index)?;
        Ok(self.input.get(range).unwrap_or_default())
    }

    fn fact(&self, table: &str, index: u64, fact: &str) -> Result<Option<Fact>> {
        let (element, range) = self.entry(table, index)?;
        let plan = self.executor.plan();
        let Some(element) = element else { return Ok(None) };
        if let Some(Shape::Item(item)) = plan.shapes.get(element.index()) {
            let end = range.end.min(range.start + MAX_FACT_BYTES);
            let cursor = Cursor::over(self.input, range.start, end)?;
            return self.executor.fact(*item, cursor, fact);
        }
        // One whose size stands elsewhere is looked into as a whole, or not at all.
        if range.len() > MAX_FACT_BYTES {
            return Ok(None);
        }
        let mut cursor = Cursor::over(self.input, range.start, range.end)?;
        let mut notes = Notes { lists: self.lists.clone(), ..Notes::default() };
        let around = Surroundings { functions: &super::NoFunctions, tables: self };
        let mut tree = Tree::new(&self.executor);
        let entry = (element, index);
        self.executor.read_entry(entry, &mut cursor, around, &mut notes, &mut tree)?;
        Ok(self.executor.stated(&tree.into_value(), fact))
    }
}

impl File<'_, '_> {
    fn entry(&self, name: &str, index: u64) -> Result<(Option<ShapeId>, Range<usize>)> {
        let plan = self.executor.plan();
        let at = plan.tables.iter().position(|table| plan.name(*table) == name);
        let table = at.and_then(|at| self.tables.get(at));
        let entries = table.map_or(&[][..], |table| &table.entries);
        let entry = usize::try_from(index).ok().and_then(|index| entries.get(index));
        match (table, entry) {
            (Some(table), Some(entry)) => Ok((table.element, entry.clone())),
            _ => {
                let len = entries.len();
                let message = format!("{name} index {index} is out of bounds (there are {len})");
                Err(Error::invalid(message))
            }
        }
    }
}

impl Executor<'_> {
    /// What is stated of the variant that bytes are, or what a field of it holds.
    ///
    /// # Errors
    /// Bytes that are no such item.
    pub fn fact(&self, item: ItemId, mut cursor: Cursor<'_>, fact: &str) -> Result<Option<Fact>> {
        let mut tree = Tree::new(self);
        self.read(item, &mut cursor, Surroundings::default(), &mut tree)?;
        Ok(self.stated(&tree.into_value(), fact))
    }

    /// What is stated of the first variant in a value, or what a field of it holds. A text that is the spelling of
    /// a variant without fields stands for that.
    fn stated(&self, value: &Value, fact: &str) -> Option<Fact> {
        let plan = self.plan();
        let mut left = vec![value];
        while let Some(value) = left.pop() {
            match value {
                Value::Item(id, values) => {
                    let item = plan.items.get(id.index())?;
                    if item.kind == Kind::Variant {
                        let stated = fact_of(plan, *id, fact);
                        let field = || value.get(plan, fact).and_then(Value::number);
                        return stated.or_else(|| field().map(Fact::Number));
                    }
                    left.extend(values.iter().rev());
                }
                Value::List(values) => left.extend(values.iter().rev()),
                Value::Bytes(text) => {
                    let text = std::str::from_utf8(text).ok().map(str::to_owned).map(Fact::Text);
                    let mut items = (0..plan.items.len() as u32).map(ItemId);
                    let spelled =
                        items.find(|id| text.is_some() && fact_of(plan, *id, SPELLED) == text);
                    if let Some(item) = spelled {
                        return fact_of(plan, item, fact);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The same, with clocks that the name of a producer tells.
    fn of_producer(&self, producer: &[u8]) -> Self {
        let Ok(producer) = std::str::from_utf8(producer) else { return self.clone() };
        let mut hands: Vec<(usize, u32)> = Vec::new();
        let mut any = Vec::new();
        for (at, clock) in self.plan.clocks.iter().enumerate() {
            let prefix = self.plan.name(clock.producer);
            let told = match self.hands.get(at).copied().flatten() {
                Some(hand) => Some(hand),
                None if prefix.is_empty() => None,
                None => {
                    let names: Vec<&str> = ticks(self.plan, clock.ticks).collect();
                    told(&names, prefix, producer)
                }
            };
            match told {
                // Readers take what any tick has.
                Some(_) if clock.writers_only => any.push(at),
                told => hands.extend(told.map(|tick| (at, tick))),
            }
        }
        let mut executor = self.with(&hands);
        executor.told = any;
        executor
    }
}

/// The fact that is the spelling of a variant without fields.
const SPELLED: &str = "spelled";

/// What is stated of an item.
fn fact_of(plan: &Plan, item: ItemId, fact: &str) -> Option<Fact> {
    let facts = plan.items.get(item.index())?.facts.of(&plan.facts);
    let known = facts.iter().find(|known| plan.name(known.name) == fact)?;
    Some(match known.value {
        bytespec_plan::FactValue::Number(number) => Fact::Number(number),
        bytespec_plan::FactValue::Text(text) => Fact::Text(plan.name(text).to_owned()),
    })
}

/// The tick that the name of a producer tells, behind `prefix`: the newest that is not newer than that, where only its
/// last number differs.
fn told(names: &[&str], prefix: &str, producer: &str) -> Option<u32> {
    let (_, text) = producer.rsplit_once(prefix)?;
    if !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    let numbers = |text: &str| -> Vec<u64> {
        text.split('.').map(|number| number.parse().unwrap_or(0)).collect()
    };
    let told = numbers(text);
    let found = names.iter().rposition(|name| {
        let mut name = numbers(name);
        let len = name.len().min(told.len());
        let last = name.pop().unwrap_or(0);
        let same = told.get(..len.saturating_sub(1)) == name.get(..len.saturating_sub(1));
        match len {
            0 => false,
            1 => told[0] == last,
            len => same && last <= told[len - 1],
        }
    });
    found.map(|at| at as u32)
}

/// Finds the entries of the table that a step holds.
#[derive(Debug)]
struct Entries {
    step: Option<u32>,
    /// How deep in the step the reading is; zero outside of it.
    depth: u32,
    found: Vec<Range<usize>>,
    start: usize,
}

impl Entries {
    fn new(step: Option<u32>) -> Self {
        Entries { step, depth: 0, found: Vec::new(), start: 0 }
    }
}

impl<'i> Sink<'i> for Entries {
    fn begin(&mut self, at: At, what: What, offset: usize) -> Result<()> {
        if self.depth > 0 || (self.step.is_some() && at == self.step.map_or(At::Top, At::Step)) {
            // Of several sequences that a table is made of the last has the entries.
            if self.depth == 1 && what == What::Sequence {
                self.found.clear();
            }
            if self.depth == 2 {
                self.start = offset;
            }
            self.depth += 1;
        }
        Ok(())
    }

    fn end(&mut self, offset: usize) -> Result<()> {
        self.depth = self.depth.saturating_sub(1);
        if self.depth == 2 {
            self.found.push(self.start..offset);
        }
        Ok(())
    }

    fn value(&mut self, _: At, _: &Shape, _: Leaf<'_, 'i>, span: Range<usize>) -> Result<()> {
        if self.depth == 2 {
            self.found.push(span);
        }
        Ok(())
    }
}
