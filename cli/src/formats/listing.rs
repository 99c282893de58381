//! Lists operations of any format: one line each, with their regions inside.

use super::bounds::{Allowance, Indent};
use super::stop::Stop;
use crate::output;
use std::fmt::Write as _;
use std::ops::Range;

/// The names of regions by ranges of their indices. Regions outside of all ranges have no name.
pub(super) type Names = Vec<(Range<usize>, &'static str)>;

/// Lists operations.
#[derive(Debug, Default)]
pub(super) struct Listing {
    /// The operations with open regions.
    open: Vec<Open>,
}

#[derive(Debug)]
struct Open {
    /// The number of regions, and how many of them have started.
    regions: u64,
    started: usize,
    names: Names,
}

impl Open {
    /// The start of the next region: its name and a brace.
    fn begin(&self) -> String {
        let mut of = self.names.iter().filter(|(places, _)| places.contains(&self.started));
        match of.next().map(|(_, name)| *name).filter(|name| !name.is_empty()) {
            Some(name) => format!("{name} {{"),
            None => "{".to_owned(),
        }
    }
}

impl Listing {
    /// Whether no operation is open.
    pub(super) fn is_outside(&self) -> bool {
        self.open.is_empty()
    }

    fn line(&self, depth: usize, text: &str, allowance: &Allowance) -> Result<(), Stop> {
        output::line(format_args!("{}{text}", Indent(depth)))?;
        match allowance.notice() {
            Some(notice) => Ok(output::line(format_args!("{notice}"))?),
            None => Ok(()),
        }
    }

    /// Lists an operation without regions.
    pub(super) fn operation(&self, text: &str, allowance: &Allowance) -> Result<(), Stop> {
        self.line(self.open.len(), text, allowance)
    }

    /// Lists an operation with this number of regions, which follow.
    pub(super) fn begin(
        &mut self,
        mut text: String,
        (regions, names): (u64, Names),
        allowance: &Allowance,
    ) -> Result<(), Stop> {
        let open = Open { regions, started: 0, names };
        if regions > 0 {
            let _ = write!(text, " {}", open.begin());
        }
        self.operation(&text, allowance)?;
        self.open.push(open);
        Ok(())
    }

    /// Starts the next region of the current operation.
    pub(super) fn region(&mut self, allowance: &Allowance) -> Result<(), Stop> {
        let depth = self.open.len().saturating_sub(1);
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        let line = (open.started > 0).then(|| format!("}} {}", open.begin()));
        open.started += 1;
        line.map_or(Ok(()), |line| self.line(depth, &line, allowance))
    }

    /// Lists the label of a block, with its arguments.
    pub(super) fn block(&self, text: &str, allowance: &Allowance) -> Result<(), Stop> {
        self.line(self.open.len().saturating_sub(1), text, allowance)
    }

    /// Ends the operation whose regions started last.
    pub(super) fn end(&mut self, allowance: &Allowance) -> Result<(), Stop> {
        match self.open.pop() {
            Some(open) if open.regions > 0 => self.operation("}", allowance),
            _ => Ok(()),
        }
    }
}

/// Appends the text of each element, separated by commas.
pub(super) fn list<T>(
    out: &mut String,
    elements: impl IntoIterator<Item = T>,
    mut add: impl FnMut(&mut String, T),
) {
    for (index, element) in elements.into_iter().enumerate() {
        out.push_str(if index > 0 { ", " } else { "" });
        add(out, element);
    }
}

/// Appends a group of a list: `name=element`, or `name=[element, element]` for a variadic group. A group without a name has no
/// `name=`.
pub(super) fn group<T>(
    out: &mut String,
    (name, many): (&str, bool),
    elements: impl IntoIterator<Item = T>,
    add: impl FnMut(&mut String, T),
) {
    let many = many && !name.is_empty();
    out.push_str(name);
    out.push_str(if name.is_empty() { "" } else { "=" });
    out.push_str(if many { "[" } else { "" });
    list(out, elements, add);
    out.push_str(if many { "]" } else { "" });
}
