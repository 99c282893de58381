//! The parts of a file, also of a damaged one.

use super::File;
use crate::error::{Error, Result};
use crate::plan::execution_state::{ExecutionState, List};
use crate::plan::explain::parts::{Parts, of_item, within_section};
use crate::plan::explain::places::Places;
use crate::plan::explain::{About, Explainer, Held, Level, Part};
use crate::plan::{Executor, Leaf, Section, Sink, Surroundings};
use crate::wire::Cursor;
use bytespec_plan::{Coding, ExprId, ItemId, Length, Plan, Run, Shape, Sign};
use std::collections::HashMap;
use std::sync::Arc;

/// The most errors that are collected in a file.
const MAX_FAULTS: usize = 1000;

/// A file, with all its parts and faults.
#[derive(Debug)]
pub struct Explanation<'p, 'i> {
    file: File<'p, 'i>,
    /// The first error that a reader encounters.
    first: Option<Error>,
    /// All errors, by offset.
    faults: Vec<Error>,
    /// Those of them that belong to a part by their path, by that path, and those that belong to a byte.
    own: HashMap<String, Vec<Error>>,
    of_bytes: Vec<Error>,
    /// The lists that the earlier sections provided, for each section that is read.
    lists: Vec<(usize, ItemId, Vec<List>)>,
}

/// Collects errors, and continues after them.
#[derive(Default)]
struct Faults(Vec<Error>);

impl<'i> Sink<'i> for Faults {
    fn needs_events(&self) -> bool {
        false
    }

    fn resumes(&self) -> bool {
        true
    }

    fn resume(&mut self, error: Error, _: usize, _: usize) -> Result<()> {
        if self.0.len() >= MAX_FAULTS {
            return Err(error);
        }
        self.0.push(error);
        Ok(())
    }
}

/// Finds the errors of parts without bytes, and of parts of numbers: the bytes at their offsets are those of other parts.
struct Owners<'p> {
    plan: &'p Plan,
    /// By path, as errors have it.
    faults: HashMap<String, Vec<Error>>,
    /// By path of the part.
    own: HashMap<String, Vec<Error>>,
}

impl<'i> Explainer<'i> for Owners<'_> {
    fn begin(&mut self, _: &Level<'_>) -> Result<()> {
        Ok(())
    }

    fn end(&mut self, _: u64) -> Result<()> {
        Ok(())
    }

    fn part(&mut self, part: &Part<'_, 'i>) -> Result<()> {
        let is_part = part.about.is_part_of_number(self.plan);
        if !(part.bits.is_empty() || is_part) || part.held.is_none() {
            return Ok(());
        }
        let span = part.shared.clone().unwrap_or(part.bits.clone());
        let ends = part.path.match_indices(['.', '[']).map(|(end, _)| end);
        // An error of a value with parts elsewhere belongs to the first of them.
        let around = ends.filter(|_| part.shared.is_some());
        let within = within_section(part.path);
        for end in around.chain([part.path.len()]) {
            let whole = part.path.get(..end).unwrap_or_default();
            let inner = whole.get(part.path.len() - within.len()..).unwrap_or(whole);
            let path = if self.faults.contains_key(whole) { whole } else { inner };
            let Some(faults) = self.faults.get_mut(path) else { continue };
            let is_here = |error: &mut Error| {
                let bit = 8 * error.offset().unwrap_or(0) as u64;
                bit == span.start || span.contains(&bit) || is_part && bit < span.start
            };
            let own: Vec<Error> = faults.extract_if(.., is_here).collect();
            if !own.is_empty() {
                self.own.entry(part.path.to_owned()).or_default().extend(own);
            }
        }
        Ok(())
    }
}

impl<'p, 'i> Explanation<'p, 'i> {
    /// Reads the whole file, and continues after a fault if lengths locate the next part. The versions of `executor` are those
    /// that the file does not state.
    ///
    /// # Errors
    /// A plan that does not describe a file.
    pub fn new(executor: &Executor<'p>, input: &'i [u8]) -> Result<Self> {
        let (file, fault) = File::as_far_as_read(executor, input)?;
        let (lists, of_bytes) = (Vec::new(), Vec::new());
        let (first, faults, own) = (None, Vec::new(), HashMap::new());
        let mut found = Explanation { file, first, faults, own, of_bytes, lists };
        let mut sink = Faults(fault.into_iter().collect());
        let read = found.read(&mut sink);
        let mut faults = sink.0;
        faults.extend(read.err());
        found.first = faults.first().cloned();
        found.place(faults, input.len());
        Ok(found)
    }

    /// Finds the part of each error.
    fn place(&mut self, mut faults: Vec<Error>, size: usize) {
        let offset = |error: &Error| error.offset().unwrap_or(0);
        for fault in &mut faults {
            let at = offset(fault).min(size);
            *fault = fault.clone().moved_to(at);
        }
        faults.sort_by_key(offset);
        // The first error takes precedence at its offset.
        let first = self.first.clone().map(|first| {
            let at = offset(&first).min(size);
            first.moved_to(at)
        });
        // A fault that is found twice, before and in the turn of its section, is one error.
        faults.dedup_by(|b, a| offset(a) == offset(b) && a.path() == b.path());
        self.own = self.owners(&faults);
        let is_own = |error: &Error| self.own.values().flatten().any(|own| own == error);
        let mut of_bytes: Vec<Error> =
            faults.iter().filter(|error| !is_own(error)).cloned().collect();
        of_bytes.dedup_by_key(|error| offset(error));
        if let Some(first) = first.filter(|first| !is_own(first)) {
            let here = |fault: &&mut Error| offset(fault) == offset(&first);
            of_bytes.iter_mut().filter(here).for_each(|fault| *fault = first.clone());
        }
        self.faults = self.own.values().flatten().chain(&of_bytes).cloned().collect();
        self.faults.sort_by_key(|error| (offset(error), error.path()));
        self.of_bytes = of_bytes;
    }

    /// The errors of parts without bytes, by the path of the part.
    fn owners(&mut self, faults: &[Error]) -> HashMap<String, Vec<Error>> {
        let plan = self.file.executor().plan();
        let mut owners = Owners { plan, faults: HashMap::new(), own: HashMap::new() };
        if !faults.is_empty() {
            for fault in faults {
                owners.faults.entry(fault.part_path()).or_default().push(fault.clone());
            }
            // Parts that only repeat another value are passed on if they have an error.
            self.own.clone_from(&owners.faults);
            // It refuses nothing.
            let _ = self.walk(&mut owners);
        }
        owners.own
    }

    fn read(&mut self, sink: &mut Faults) -> Result<()> {
        let mut state = ExecutionState::default();
        let read = self.file.find_entries(&mut state, sink)?;
        let schedule = Arc::clone(&self.file.schedule);
        for turn in &schedule.turns {
            let file = &mut self.file;
            state.lists.clone_from(&file.lists);
            state.begin_section(turn);
            let before = state.share();
            self.lists.push((turn.section, turn.item, before));
            if read.contains(&turn.section) {
                continue;
            }
            let section = &file.sections[turn.section];
            let result = file.section(section, turn.item, &mut state, sink);
            if let Err(error) = result {
                sink.resume(error, 0, section.payload.end)?;
            }
            self.file.end_section(turn, &mut state);
        }
        Ok(())
    }

    /// The first error that a reader of the file encounters; none for a valid file.
    #[must_use]
    pub fn fault(&self) -> Option<&Error> {
        self.first.as_ref()
    }

    /// All errors, by offset.
    #[must_use]
    pub fn faults(&self) -> &[Error] {
        &self.faults
    }

    /// The file, up to where it can be read.
    #[must_use]
    pub fn file(&self) -> &File<'p, 'i> {
        &self.file
    }

    /// Passes all bytes of the file to an explainer.
    ///
    /// # Errors
    /// Those of the explainer.
    pub fn walk(&self, explainer: &mut dyn Explainer<'i>) -> Result<()> {
        let file = &self.file;
        let mut parts = Parts::new(&file.executor, explainer, (&self.of_bytes, &self.own));
        let result = self.head(&mut parts);
        let result = result.and_then(|()| {
            file.sections.iter().enumerate().try_for_each(|at| self.section(at, &mut parts))
        });
        let result = result.and_then(|()| parts.pass(file.input.len()));
        let result = result.and_then(|()| parts.faults_at(file.input.len()));
        match parts.stopped {
            Some(stopped) => Err(stopped),
            None => result,
        }
    }

    /// The magic number, the header, and the name of the producer.
    fn head(&self, parts: &mut Parts<'_, '_, 'p, 'i>) -> Result<()> {
        let (file, input) = (&self.file, self.file.input);
        if !file.has_sections() {
            return Ok(());
        }
        let magic = file.shape.magic.len as usize;
        let found = input.get(..magic.min(input.len())).unwrap_or_default();
        let held = Held { shape: &BYTES, leaf: Leaf::Bytes(found) };
        parts.fixed("magic", held, found.len(), About::default())?;
        if file.header.start < magic || found.len() < magic {
            return Ok(());
        }
        let mut cursor = Cursor::over(input, file.header.start, input.len())?;
        let header = file.shape.header;
        let about = of_item(&file.executor, Some(header));
        parts.enter("header", "header", about)?;
        parts.begin_reader();
        // The faults are known already.
        let read = file.executor.read(header, &mut cursor, Surroundings::default(), parts);
        parts.leave(1)?;
        if let (Ok(()), Some(producer)) = (read, file.producer) {
            let end = parts.next + producer.len() + 1;
            let held = Held { shape: &TEXT, leaf: Leaf::Bytes(producer) };
            parts.fixed("header.producer", held, end, about)?;
        }
        parts.leave(0)
    }

    fn section(
        &self,
        (at, section): (usize, &Section<'p, 'i>),
        parts: &mut Parts<'_, '_, 'p, 'i>,
    ) -> Result<()> {
        let file = &self.file;
        parts.pass(section.header)?;
        let mut known = file.executor.plan().sections.iter();
        let spec = known.find(|known| known.id == section.id.into()).map(|known| known.item);
        let about = of_item(&file.executor, file.shape.content.or(spec));
        let place = format!("sections[{at}]");
        let (name, label) = match section.name {
            Some(name) if file.has_sections() => (name, "section"),
            Some(name) => (name, "file"),
            None => (place.as_str(), "unknown section"),
        };
        parts.enter(name, label, about)?;
        if file.has_sections() {
            self.section_header(section, (&place, about), parts)?;
        }
        let read = self.lists.iter().find(|(of, ..)| *of == at);
        let (start, end) = (section.payload.start, section.payload.end);
        parts.pass(start)?;
        if let Some((_, item, _)) = read.filter(|_| file.executor.prepared.has_places) {
            self.places(section, *item, parts)?;
            parts.leave(1)?;
        } else if let Some((_, item, lists)) = read {
            parts.begin_reader();
            let mut state = ExecutionState {
                lists: lists.clone(),
                tables_known: true,
                ..ExecutionState::default()
            };
            // The faults are known already.
            let _ = file.section(section, *item, &mut state, parts);
            if let Some(stopped) = &parts.stopped {
                return Err(stopped.clone());
            }
            parts.leave(1)?;
        } else if start < end {
            let bytes = file.input.get(start..end).unwrap_or_default();
            let held = Held { shape: &BYTES, leaf: Leaf::Opaque(section.id.into(), bytes) };
            parts.fixed(&format!("{place}.payload"), held, end, about)?;
        }
        parts.pass(end)?;
        parts.leave(0)
    }

    /// Passes a file with values at offsets, in the order of its bytes.
    fn places(
        &self,
        section: &Section<'p, 'i>,
        item: ItemId,
        parts: &mut Parts<'_, '_, 'p, 'i>,
    ) -> Result<()> {
        let file = &self.file;
        let mut places = Places::new(&file.executor);
        let mut state = ExecutionState { tables_known: true, ..ExecutionState::default() };
        // The faults are known already.
        let _ = file.section(section, item, &mut state, &mut places);
        places.replay(parts)
    }

    /// Passes the bytes before the payload of a section.
    fn section_header(
        &self,
        section: &Section<'p, 'i>,
        (place, about): (&str, About),
        parts: &mut Parts<'_, '_, 'p, 'i>,
    ) -> Result<()> {
        let (file, start) = (&self.file, section.payload.start);
        let byte = file.input.get(section.header).copied().unwrap_or_default();
        let (id_bits, aligned) = (file.shape.id_bits.clamp(1, 8), file.shape.aligned_bit);
        let mut from = 0;
        while from < 8 {
            let (name, to, shape) = match aligned {
                _ if from == 0 => ("id", id_bits, &ID),
                Some(bit) if from == bit => ("aligned", bit + 1, &Shape::Bool),
                Some(bit) if from < bit => ("unused", bit.min(8), &ID),
                _ => ("unused", 8, &ID),
            };
            let number = u64::from(byte >> from) & ((1 << (to - from)) - 1);
            let held = Held { shape, leaf: Leaf::Number(number) };
            let base = 8 * section.header as u64;
            let bits = base + u64::from(from)..base + u64::from(to);
            parts.fixed_bits(&format!("{place}.header.{name}"), held, bits, about)?;
            from = to;
        }
        parts.next = section.header + 1;
        let mut cursor = Cursor::over(file.input, parts.next, start)?;
        let coding = file.shape.coding;
        let shape = Shape::Integer { coding, bits: 64, sign: Sign::Unsigned };
        for (name, is_there) in [("length", true), ("alignment", section.alignment.is_some())] {
            if is_there && !cursor.is_empty() {
                let number = match coding {
                    Coding::Prefix => cursor.prefix(),
                    _ => cursor.leb128(),
                };
                let held = Held { shape: &shape, leaf: Leaf::Number(number.unwrap_or_default()) };
                let end = cursor.position();
                parts.fixed(&format!("{place}.header.{name}"), held, end, about)?;
            }
        }
        if !section.filler.is_empty() {
            let held = Held { shape: &PADDING, leaf: Leaf::Bytes(section.filler) };
            parts.fixed(&format!("{place}.header.filler"), held, start, about)?;
        }
        Ok(())
    }
}

/// Bytes that no step describes.
const BYTES: Shape = Shape::Bytes(Length::Rest);
/// Text up to a zero byte.
const TEXT: Shape = Shape::Bytes(Length::Marker(Run::EMPTY));
const PADDING: Shape = Shape::Padding { align: ExprId(0), strict: ExprId(0), from: None };
/// The number of a section.
const ID: Shape = Shape::Integer { coding: Coding::Little, bits: 8, sign: Sign::Unsigned };
