//! Explains one byte: the items around it, its meaning, and the earlier bytes that determine both.

use super::{Description, counted, picture, place, stop, walk};
use crate::failure::{Failure, Result};
use crate::output::{BAD, DIM, HEAD, line};
use bytespec::plan::Explanation;
use bytespec::plan::data::{Expr, ExprId, ItemId, Plan, Shape, Step, Until};
use bytespec::plan::explain::{About, Explainer, Level, Part, Words};
use std::fmt::Write as _;
use std::path::Path;

/// The maximum number of lines of each kind.
const MAX_LINES: usize = 64;

/// An offset, in decimal or in hexadecimal after `0x`.
pub(super) fn offset(text: &str) -> Result<usize> {
    let number = match text.strip_prefix("0x") {
        Some(digits) => usize::from_str_radix(digits, 16),
        None => text.parse(),
    };
    number.map_err(|_| {
        Failure::Usage(format!("--at {text}: expected an offset, such as 499 or 0x1f3"))
    })
}

/// Explains a byte.
pub(super) fn explain<'f, 'p, 'i>(
    found: &Explanation<'_, 'i>,
    words: Words<'f, 'p, 'i>,
    (name, offset): (&Path, usize),
    bytes: &'i [u8],
) -> Result {
    if offset >= bytes.len() {
        let size = bytes.len();
        return Err(Failure::input(
            name,
            format_args!("byte {offset} is past the end of the file, which has {size} bytes"),
        ));
    }
    let plan = found.file().executor().plan();
    let mut seeker =
        Seeker { offset: offset as u64, started: 0, open: Vec::new(), is_found: false };
    walk(found, &mut seeker);
    let mut finder = Finder {
        around: seeker.open,
        started: 0,
        plan,
        words,
        bytes,
        offset: offset as u64,
        open: Vec::new(),
        header: Vec::new(),
        parts: Vec::new(),
        chain: Vec::new(),
        reasons: Vec::new(),
        left: 0,
    };
    walk(found, &mut finder);
    finder.print()
}

/// Finds the levels around a byte in a first pass.
struct Seeker {
    offset: u64,
    /// The number of levels that have started.
    started: u64,
    /// The open levels, by the number of levels that started before each.
    open: Vec<u64>,
    is_found: bool,
}

impl<'i> Explainer<'i> for Seeker {
    fn begin(&mut self, _: &Level<'_>) -> bytespec::Result<()> {
        self.open.push(self.started);
        self.started += 1;
        Ok(())
    }

    fn end(&mut self, _: u64) -> bytespec::Result<()> {
        // The levels around the byte stay open.
        if self.is_found {
            return Err(stop());
        }
        self.open.pop();
        Ok(())
    }

    fn part(&mut self, part: &Part<'_, 'i>) -> bytespec::Result<()> {
        self.is_found = covers(part, self.offset);
        if self.is_found { Err(stop()) } else { Ok(()) }
    }
}

/// Whether a part contains bits of a byte.
fn covers(part: &Part<'_, '_>, offset: u64) -> bool {
    part.bits.start < 8 * offset + 8 && part.bits.end > 8 * offset
}

/// A part that was read before.
#[derive(Clone, Debug)]
struct ReadPart {
    /// The step, by its index in the plan.
    step: Option<u32>,
    start: u64,
    text: String,
}

/// An open level.
#[derive(Debug)]
struct Open {
    path: String,
    label: String,
    start: u64,
    end: u64,
    about: About,
    item: Option<ItemId>,
    /// Whether its parts can be relevant: it is around the byte, or is the header, or is a value without a label in such a level.
    is_relevant: bool,
    /// The parts that its steps read.
    known: Vec<ReadPart>,
}

struct Finder<'f, 'p, 'i> {
    /// The levels around the byte, outermost first, by the number of levels that started before each.
    around: Vec<u64>,
    /// The number of levels that have started.
    started: u64,
    plan: &'p Plan,
    words: Words<'f, 'p, 'i>,
    bytes: &'i [u8],
    offset: u64,
    open: Vec<Open>,
    /// The parts of the header.
    header: Vec<ReadPart>,
    /// The parts that contain the byte.
    parts: Vec<String>,
    /// The levels around the byte, outermost first.
    chain: Vec<Open>,
    reasons: Vec<String>,
    /// The number of levels of the chain that have not ended.
    left: usize,
}

impl Finder<'_, '_, '_> {
    /// Stores a part for later parts.
    fn keep(&mut self, known: ReadPart) {
        if let Some(open) = self.open.last_mut() {
            // Later parts do not depend on the last elements of a long sequence.
            if known.step.is_some() || open.known.len() < MAX_LINES {
                open.known.push(known);
            }
        }
    }

    fn reason(&mut self, why: &str, known: &ReadPart) {
        self.keep_reason(format!("{:<9} {why}: {}", place(known.start), known.text));
    }

    fn keep_reason(&mut self, text: String) {
        if !self.reasons.contains(&text) && self.reasons.len() < MAX_LINES {
            self.reasons.push(text);
        }
    }

    /// Finds the parts that determine a property of a step, in the innermost item that contains the step.
    fn decide(&mut self, about: &About, levels: usize) {
        let plan = self.plan;
        let step = about.step.and_then(|step| plan.steps.get(step as usize));
        if let Some(step) = step {
            for (why, expr) in expressions(plan, step) {
                self.decided_by(why, expr, levels);
            }
        }
        let since = self.words.since(about).to_owned();
        if !since.is_empty() {
            let why = format!("whether the file has it (since {since})");
            let version = plan.file.map(|file| file.version.of(&plan.numbers).to_vec());
            let first = plan.file.and_then(|file| plan.items.get(file.header.index()));
            let first = first.map_or(0, |item| item.steps.start);
            for at in version.unwrap_or_default() {
                let step = u32::try_from(at).ok().map(|at| first + at);
                if let Some(known) = self.header.iter().find(|known| known.step == step).cloned() {
                    self.reason(&why, &known);
                }
            }
        }
    }

    fn decided_by(&mut self, why: &str, expr: ExprId, levels: usize) {
        let plan = self.plan;
        let mut left = vec![expr];
        while let Some(expr) = left.pop() {
            let of = plan.exprs.get(expr.index());
            match of {
                Some(
                    Expr::Field(at)
                    | Expr::Present(at)
                    | Expr::Elements(at)
                    | Expr::Bytes(at)
                    | Expr::Tag(at)
                    | Expr::Starts(at)
                    | Expr::Sizes(at),
                ) => self.decided_by_step(why, None, *at, levels),
                Some(Expr::Around(item, at)) => {
                    self.decided_by_step(why, Some(*item), *at, levels);
                }
                Some(
                    Expr::Count(list)
                    | Expr::Total(list)
                    | Expr::Listed(list, _)
                    | Expr::Later(list, _)
                    | Expr::Find(list, _),
                ) => {
                    self.decided_by_list(why, *list);
                }
                _ => {}
            }
            left.extend(of.into_iter().flat_map(|of| of.parts().rev()));
        }
    }

    fn decided_by_step(&mut self, why: &str, item: Option<ItemId>, at: u32, levels: usize) {
        let around = self.open.iter().take(levels).rev();
        let mut around = around.filter(|open| open.item.is_some());
        let Some(open) = around.find(|open| item.is_none() || open.item == item) else { return };
        let first = open.item.and_then(|item| self.plan.items.get(item.index()));
        let step = first.map(|item| item.steps.start + at);
        let known = open.known.iter().rev().find(|known| known.step == step).cloned();
        if let Some(known) = known {
            self.reason(why, &known);
        } else if let Some(step) = step.and_then(|step| self.plan.steps.get(step as usize)) {
            // A computed step has no part of its own: its expression determines it.
            if let Some(Shape::Computed { value, .. }) = self.plan.shapes.get(step.shape.index()) {
                self.decided_by(why, *value, levels);
            }
        }
    }

    /// Finds the parts of a list, in any section.
    fn decided_by_list(&mut self, why: &str, list: u32) {
        let Some((item, step)) = self.plan.lists.get(list as usize) else { return };
        let step = self.plan.steps_of(*item).get(*step as usize);
        let step = step.map_or("?", |step| self.plan.name(step.name));
        let item = self.words.item(*item);
        self.keep_reason(format!("{:<9} {why}: all earlier values of `{step}` of {item}", ""));
    }

    /// Stores a part that contains the byte.
    fn hit(&mut self, part: &Part<'_, '_>, description: &Description) {
        if self.parts.len() >= MAX_LINES {
            return;
        }
        let mut text = String::new();
        let equals = if description.value.is_empty() { "" } else { " = " };
        let _ = writeln!(text, "{HEAD}{}{HEAD:#}{equals}{}", part.path, description.value);
        let bits = part.bits.end - part.bits.start;
        let size = match bits % 8 {
            0 => counted(bits / 8, "byte"),
            _ => counted(bits, "bit"),
        };
        let (start, bytes) = (place(part.bits.start), picture(self.bytes, part));
        let kind = Some(self.words.type_of(part).to_owned());
        let kind = kind.filter(|kind| !kind.is_empty()).unwrap_or(part.kind.word().to_owned());
        let _ = writeln!(text, "  {start}, {size}: {bytes}  ({kind})");
        if !description.meaning.is_empty() {
            match part.faults.is_empty() {
                true => {
                    let _ = writeln!(text, "  {}", description.meaning);
                }
                false => {
                    let _ = writeln!(text, "  {BAD}error: {}{BAD:#}", description.meaning);
                }
            }
        }
        if let Some((file, at)) = self.words.schema(&part.about) {
            let _ = writeln!(text, "  {DIM}schema: {file}:{at}{DIM:#}");
        }
        self.parts.push(text);
        self.decide(&part.about, self.open.len());
    }

    fn print(self) -> Result {
        let at = self.offset;
        line(format_args!("byte {at} ({at:#x}) of {}", self.bytes.len()))?;
        line(format_args!(""))?;
        for part in &self.parts {
            line(format_args!("{}", part.trim_end()))?;
        }
        if !self.chain.is_empty() {
            line(format_args!(""))?;
            line(format_args!("{HEAD}in{HEAD:#}"))?;
        }
        for open in self.chain.iter().rev().filter(|open| !open.label.is_empty()) {
            let (start, end) = (place(open.start), place(open.end));
            let schema = self.words.schema(&open.about);
            let schema =
                schema.map_or(String::new(), |(file, at)| format!("  {DIM}{file}:{at}{DIM:#}"));
            let path = short(&open.path);
            line(format_args!("  {start:<9} {path}  {}  to {end}{schema}", open.label))?;
        }
        if !self.reasons.is_empty() {
            line(format_args!(""))?;
            line(format_args!("{HEAD}decided by{HEAD:#}"))?;
        }
        for reason in &self.reasons {
            line(format_args!("  {reason}"))?;
        }
        Ok(())
    }
}

/// A path, without its start if it is long.
fn short(path: &str) -> String {
    const MAX_LENGTH: usize = 72;
    let start = path.len().saturating_sub(MAX_LENGTH);
    let cut = path.char_indices().map(|(at, _)| at).find(|at| *at >= start).unwrap_or(0);
    match path.get(cut..).unwrap_or_default().find('.').filter(|_| start > 0) {
        Some(dot) => format!("...{}", path.get(cut + dot..).unwrap_or_default()),
        None => path.to_owned(),
    }
}

/// The expressions that a step depends on, and their purpose.
fn expressions(plan: &Plan, step: &Step) -> Vec<(&'static str, ExprId)> {
    let mut found = Vec::new();
    found.extend(step.when.map(|when| ("whether it is present", when)));
    let mut shape = Some(step.shape);
    while let Some(of) = shape.take().and_then(|id| plan.shapes.get(id.index())) {
        match *of {
            Shape::Sequence { element, until, .. } => {
                match until {
                    Until::Count(count) => found.push(("how many elements there are", count)),
                    Until::Reached(a, b) => {
                        found
                            .extend([("where the elements end", a), ("where the elements end", b)]);
                    }
                    // Its elements determine the end.
                    Until::End | Until::Balanced | Until::Holds(_) => {}
                }
                shape = Some(element);
            }
            Shape::Sized { size, value } => {
                found.push(("how many bytes it has", size));
                shape = Some(value);
            }
            Shape::With { by, value, .. } => {
                found.push(("which argument it gets", by));
                shape = Some(value);
            }
            Shape::At { offset, value } => {
                found.push(("which offset it has", offset));
                shape = Some(value);
            }
            Shape::Bytes(length) | Shape::Text { length, .. } => {
                found.extend(length.expr().map(|count| ("how many bytes it has", count)));
            }
            Shape::Either { test, then, .. } => {
                found.push(("which of two shapes it has", test));
                shape = Some(then);
            }
            Shape::Choice { tag, .. } => found.push(("which case it is", tag)),
            Shape::Named { dialect, operation, .. } => {
                found.push(("which layout it has", dialect));
                found.extend(operation.map(|operation| ("which layout it has", operation)));
            }
            Shape::Padding { align, strict, from } => {
                let all = [align, strict].into_iter().chain(from);
                found.extend(all.map(|part| ("whether there is filler", part)));
            }
            _ => {}
        }
    }
    found
}

impl<'i> Explainer<'i> for Finder<'_, '_, 'i> {
    fn begin(&mut self, level: &Level<'_>) -> bytespec::Result<()> {
        if level.start > 8 * self.offset + 7 && self.left == 0 && !self.parts.is_empty() {
            return Err(stop());
        }
        let item = level.about.item.filter(|_| !level.is_sequence);
        let is_around = self.around.get(self.open.len()) == Some(&self.started);
        self.started += 1;
        let is_in_relevant = self.open.last().is_none_or(|open| open.is_relevant);
        let of_header = self.open.first().map_or(level.path, |open| &open.path) == "header";
        // The text of other levels is never printed.
        let owned = |text: &str| if is_in_relevant { text.to_owned() } else { String::new() };
        self.open.push(Open {
            path: owned(level.path),
            label: owned(level.label),
            is_relevant: is_around || of_header || is_in_relevant && level.label.is_empty(),
            start: level.start,
            end: level.start,
            about: level.about,
            item,
            known: Vec::new(),
        });
        Ok(())
    }

    fn end(&mut self, bit: u64) -> bytespec::Result<()> {
        let Some(mut open) = self.open.pop() else { return Ok(()) };
        open.end = bit;
        if self.left > 0 && self.open.len() < self.left {
            self.left = self.open.len();
            let (step, start) = (open.about.step, open.start);
            let text = short(&open.path);
            self.chain.insert(0, open);
            self.keep(ReadPart { step, start, text });
            return if self.left == 0 { Err(stop()) } else { Ok(()) };
        }
        if !self.open.last().is_none_or(|open| open.is_relevant) {
            return Ok(());
        }
        let value =
            open.known.iter().rev().find(|known| known.step.is_some()).map(|k| k.text.clone());
        let text = match open.label.is_empty() {
            true => value.unwrap_or(short(&open.path)),
            false => short(&open.path),
        };
        self.keep(ReadPart { step: open.about.step, start: open.start, text });
        Ok(())
    }

    fn part(&mut self, part: &Part<'_, 'i>) -> bytespec::Result<()> {
        let is_hit = covers(part, self.offset);
        if !is_hit && !self.open.last().is_none_or(|open| open.is_relevant) {
            return Ok(());
        }
        let description = Description::of(&mut self.words, part);
        if is_hit {
            self.hit(part, &description);
            if self.left == 0 {
                self.left = self.open.len();
                let levels: Vec<About> = self.open.iter().map(|open| open.about).collect();
                for (at, about) in levels.iter().enumerate().rev() {
                    self.decide(about, at);
                }
                if self.left == 0 {
                    return Err(stop());
                }
            }
        } else if !self.parts.is_empty() && self.left == 0 {
            return Err(stop());
        }
        if self.parts.is_empty() {
            let meaning = if description.meaning.is_empty() { "" } else { "  " };
            let text = format!(
                "{} = {}{meaning}{}",
                short(part.path),
                description.value,
                description.meaning
            );
            let known = ReadPart { step: part.about.step, start: part.bits.start, text };
            if self.open.first().is_some_and(|open| open.path == "header") {
                self.header.push(known.clone());
            }
            self.keep(known);
        }
        Ok(())
    }
}
