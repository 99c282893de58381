//! A file as nested text, one line per part.

use super::{Description, bits, counted, picture, place, stop, walk};
use crate::args::ExplainArgs;
use crate::failure::{Failure, Result};
use crate::formats::bounds::Indent;
use crate::output::{self, BAD, DIM, HEAD};
use bytespec::plan::Explanation;
use bytespec::plan::data::{Length, Shape};
use bytespec::plan::explain::{About, Explainer, Held, Level, Name, Part, PartKind, Words};

/// The number of elements of a sequence that are shown on a terminal.
const SHOWN: u64 = 16;

/// Explains a file.
pub(super) fn explain<'f, 'p, 'i>(
    found: &Explanation<'_, 'i>,
    words: Words<'f, 'p, 'i>,
    args: &'f ExplainArgs,
    bytes: &'i [u8],
) -> Result {
    let most = match args.collapse {
        Some(most) => most,
        None if !output::is_terminal() => 0,
        None => SHOWN,
    };
    let mut text = Text {
        words,
        bytes,
        most: if most == 0 { u64::MAX } else { most },
        depth: args.depth.unwrap_or(usize::MAX),
        section: args.section.as_deref(),
        open: Vec::new(),
        around: String::new(),
        hidden: None,
        is_inside: args.section.is_none(),
        found_section: args.section.is_none(),
        failure: None,
    };
    walk(found, &mut text);
    if let Some(failure) = text.failure {
        return Err(failure);
    }
    match (text.found_section, &args.section) {
        (false, Some(name)) => {
            let known: Vec<&str> =
                found.file().sections().iter().filter_map(|section| section.name).collect();
            let known = known.join(", ");
            Err(Failure::Usage(format!("--section {name}: the file has the sections {known}")))
        }
        _ => Ok(()),
    }
}

/// An open level.
#[derive(Debug)]
struct Open {
    /// The previous prefix of names, if the level has a line.
    outer: Option<Outer>,
    /// The elements of a sequence so far: their number, the start of the last hidden ones, and their common length.
    elements: Option<Elements>,
    start: u64,
    line: Option<String>,
    parts: u64,
}

/// The path around a level with a line.
#[derive(Debug)]
enum Outer {
    /// The length of the prefix of the level's own path.
    Prefix(usize),
    Other(String),
}

#[derive(Clone, Copy, Debug, Default)]
struct Elements {
    count: u64,
    hidden: u64,
    hidden_start: u64,
    last_start: u64,
    stride: Option<u64>,
    is_even: bool,
}

struct Text<'f, 'p, 'i> {
    words: Words<'f, 'p, 'i>,
    bytes: &'i [u8],
    most: u64,
    depth: usize,
    section: Option<&'f str>,
    open: Vec<Open>,
    /// The prefix of the names of parts: the path of the last level with a line.
    around: String,
    /// The number of open levels at the start of the hidden part.
    hidden: Option<usize>,
    is_inside: bool,
    found_section: bool,
    failure: Option<Failure>,
}

impl Text<'_, '_, '_> {
    fn depth(&self) -> usize {
        self.open.iter().filter(|open| open.outer.is_some()).count()
    }

    fn line(&mut self, start: &str, bytes: &str, what: &str) -> bytespec::Result<()> {
        let depth = Indent(self.depth());
        let text = format!("{start:<9} {bytes:<24} {depth}{what}");
        output::line(format_args!("{}", text.trim_end())).map_err(|failure| {
            self.failure = Some(failure);
            stop()
        })
    }

    /// A name: the path relative to that of the level around it.
    fn name<'n>(&self, path: &'n str) -> &'n str {
        let inside = path.strip_prefix(&*self.around);
        // The name of a part at another path is its whole path.
        match inside.filter(|rest| rest.is_empty() || rest.starts_with(['.', '['])) {
            Some(rest) => rest.trim_start_matches('.'),
            None => path,
        }
    }

    /// Sets the prefix of names to a path. The paths of deep files are long, so they are not stored once for each level.
    fn enter(&mut self, path: &str) -> Outer {
        let len = self.around.len();
        match path.strip_prefix(&*self.around) {
            Some(rest) => {
                self.around.push_str(rest);
                Outer::Prefix(len)
            }
            None => Outer::Other(std::mem::replace(&mut self.around, path.to_owned())),
        }
    }

    fn about(&mut self, about: &About) -> String {
        let mut text = String::new();
        let since = self.words.since(about);
        if !since.is_empty() {
            text.push_str(&format!("  since {since}"));
        }
        if let Some((file, line)) = self.words.schema(about) {
            text.push_str(&format!("  {DIM}{file}:{line}{DIM:#}"));
        }
        text
    }

    /// Counts an element of the innermost sequence. Returns whether it is shown.
    fn count(&mut self, name: Name<'_>, start: u64) -> bool {
        let Name::Index(_) = name else { return true };
        let most = self.most;
        let Some(elements) = self.open.last_mut().and_then(|open| open.elements.as_mut()) else {
            return true;
        };
        if elements.count > 0 {
            let stride = start - elements.last_start;
            elements.is_even &= elements.stride.is_none_or(|known| known == stride);
            elements.stride = Some(stride);
        }
        (elements.count, elements.last_start) = (elements.count + 1, start);
        if elements.count <= most {
            return true;
        }
        if elements.hidden == 0 {
            elements.hidden_start = start;
        }
        elements.hidden += 1;
        false
    }

    fn end_elements(&mut self, elements: Elements, end: u64) -> bytespec::Result<()> {
        if elements.hidden == 0 {
            return Ok(());
        }
        let stride = elements.stride.filter(|stride| {
            elements.is_even && elements.last_start + stride == end && stride % 8 == 0
        });
        let each = stride.map_or(String::new(), |stride| format!(" of {} bytes each", stride / 8));
        let what =
            format!("{DIM}{} more elements{each}, up to {}{DIM:#}", elements.hidden, place(end));
        self.line(&place(elements.hidden_start), "", &what)
    }

    /// The text of a part with a fault.
    fn fault(&self, part: &Part<'_, '_>, description: &Description) -> String {
        let path = match part.faults.first() {
            Some(fault) if fault.has_path() && part.held.is_none() => fault.path(),
            _ => self.name(part.path).to_owned(),
        };
        let value = if description.value.is_empty() {
            String::new()
        } else {
            format!(" = {}", description.value)
        };
        format!("{path}{value}  {BAD}error: {}{BAD:#}", description.meaning)
    }
}

impl<'i> Explainer<'i> for Text<'_, '_, 'i> {
    fn begin(&mut self, level: &Level<'_>) -> bytespec::Result<()> {
        if self.open.is_empty()
            && let Some(section) = self.section
        {
            self.is_inside = level.path == section;
            self.found_section |= self.is_inside;
        }
        let is_shown = self.count(level.name, level.start);
        let mut open = Open {
            outer: None,
            elements: level
                .is_sequence
                .then_some(Elements { is_even: true, ..Elements::default() }),
            start: level.start,
            line: None,
            parts: 0,
        };
        let hides = !is_shown || (!level.label.is_empty() && self.depth() >= self.depth);
        if self.is_inside && self.hidden.is_none() && !level.label.is_empty() {
            let name = self.name(level.path).to_owned();
            let between = if name.is_empty() { "" } else { "  " };
            let about = self.about(&level.about);
            let origin = match level.origin == level.start {
                true => String::new(),
                false => format!("  begins at {}", place(level.origin)),
            };
            let text = format!("{HEAD}{name}{HEAD:#}{between}{}{origin}{about}", level.label);
            if is_shown && hides {
                open.line = Some(text);
            } else if is_shown {
                self.line(&place(level.start), "", &text)?;
                open.outer = Some(self.enter(level.path));
            }
        }
        if hides && self.hidden.is_none() {
            self.hidden = Some(self.open.len());
        }
        self.open.push(open);
        Ok(())
    }

    fn end(&mut self, bit: u64) -> bytespec::Result<()> {
        let Some(open) = self.open.pop() else { return Ok(()) };
        match open.outer {
            Some(Outer::Prefix(len)) => self.around.truncate(len),
            Some(Outer::Other(path)) => self.around = path,
            None => {}
        }
        if self.hidden == Some(self.open.len()) {
            self.hidden = None;
        }
        if self.hidden.is_some() || !self.is_inside {
            return Ok(());
        }
        if let Some(elements) = open.elements {
            self.end_elements(elements, bit)?;
        }
        if let Some(line) = open.line {
            let (bytes, parts) = ((bit - open.start) / 8, open.parts);
            let size = format!("{}, {}", counted(bytes, "byte"), counted(parts, "part"));
            self.line(&place(open.start), &size, &line)?;
        }
        Ok(())
    }

    fn by_fields(&self) -> bool {
        true
    }

    fn part(&mut self, part: &Part<'_, 'i>) -> bytespec::Result<()> {
        if self.open.is_empty()
            && let Some(section) = self.section
        {
            self.is_inside = part.path == section;
            self.found_section |= self.is_inside;
        }
        self.open.iter_mut().for_each(|open| open.parts += 1);
        let is_shown = self.count(part.name, part.bits.start);
        let is_wrong = part.kind == PartKind::Error;
        // Remaining bytes have a line only if there are any.
        let rest = |held: &Held<'_, '_>| {
            matches!(held.shape, Shape::Bytes(Length::Rest | Length::First(_)))
                && held.leaf.bytes().is_none_or(<[u8]>::is_empty)
        };
        let is_empty_rest = part.bits.is_empty() && part.held.as_ref().is_some_and(rest);
        let is_hidden = !is_shown || is_empty_rest || self.hidden.is_some();
        if !self.is_inside || (is_hidden && !is_wrong) {
            return Ok(());
        }
        let description = Description::of(&mut self.words, part);
        let about = self.about(&part.about);
        let name = self.name(part.path);
        let what = match part.kind {
            PartKind::Error => format!("{}{about}", self.fault(part, &description)),
            PartKind::Gap => format!("{DIM}{}{DIM:#}", description.meaning),
            PartKind::Padding => format!("{DIM}{name}  {}{DIM:#}{about}", description.meaning),
            _ if part.held.is_none() => format!("{name}  {}{about}", description.meaning),
            _ => {
                let between = if description.meaning.is_empty() { "" } else { "  " };
                let computed = self.words.is_computed(&part.about);
                let computed = if computed { " (computed)" } else { "" };
                let Description { value, meaning } = description;
                format!("{name} = {value}{computed}{between}{meaning}{about}")
            }
        };
        let bytes = picture(self.bytes, part);
        self.line(&place(bits(part).start), &bytes, &what)
    }
}
