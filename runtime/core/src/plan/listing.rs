//! What every byte is: a sink that writes a line for each value.

use super::{At, Executor, Leaf, Sink, What};
use crate::error::Result;
use bytespec_plan::{Kind, Role, Shape};
use std::fmt::Write as _;
use std::ops::Range;

/// The most bytes of a value that a line shows.
const SHOWN: usize = 32;

/// Deeper values are not moved further to the right.
const DEEP: usize = 32;

/// What is open: whether it has a line, and what its parts are named after where it is not an item that is
/// seen.
#[derive(Debug)]
struct Open {
    shown: bool,
    name: Option<String>,
}

/// A sink that lists what is read: offset, length, name and value, a line each.
#[derive(Debug)]
pub struct Listing<'e, 'p> {
    executor: &'e Executor<'p>,
    text: String,
    depth: usize,
    open: Vec<Open>,
}

impl<'e, 'p> Listing<'e, 'p> {
    /// An empty listing.
    #[must_use]
    pub fn new(executor: &'e Executor<'p>) -> Self {
        Listing { executor, text: String::new(), depth: 0, open: Vec::new() }
    }

    /// The listing.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }

    fn name(&self, at: At) -> String {
        let outer = self.open.last().and_then(|open| open.name.as_deref());
        match at {
            At::Top => String::new(),
            At::Element(index) => format!("{}[{index}]", outer.unwrap_or_default()),
            At::Step(step) => {
                let Some(step) = self.executor.plan.steps.get(step as usize) else {
                    return String::new();
                };
                let name = self.executor.plan.name(step.name);
                match outer {
                    // What is visible of a value that takes several steps is the value.
                    Some(outer) if step.role == Role::Visible => outer.to_owned(),
                    Some(outer) => format!("{outer} {name}"),
                    None => name.to_owned(),
                }
            }
        }
    }

    fn line(&mut self, offset: usize, len: Option<usize>, name: &str, value: &str) {
        let _ = match len {
            Some(len) => write!(self.text, "{offset:#08x} {len:>5}  "),
            None => write!(self.text, "{offset:#08x}        "),
        };
        for _ in 0..self.depth.min(DEEP) {
            self.text.push_str("  ");
        }
        let between = if name.is_empty() || value.is_empty() { "" } else { " = " };
        let _ = writeln!(self.text, "{name}{between}{value}");
    }
}

impl<'i> Sink<'i> for Listing<'_, '_> {
    fn begin(&mut self, at: At, what: What, offset: usize) -> Result<()> {
        let plan = self.executor.plan;
        let label = match what {
            What::Sequence => "",
            What::Item(item) => match plan.items.get(item.index()) {
                Some(item) if item.kind.is_transparent() => "",
                Some(item) if item.kind == Kind::Section => plan.name(item.name),
                Some(item) => plan.name(item.label),
                None => "",
            },
        };
        let shown = !label.is_empty();
        let name = self.name(at);
        if shown {
            self.line(offset, None, &name, label);
        }
        self.depth += usize::from(shown);
        self.open.push(Open { shown, name: (!shown).then_some(name) });
        Ok(())
    }

    fn end(&mut self, _: usize) -> Result<()> {
        self.depth -= usize::from(self.open.pop().is_some_and(|open| open.shown));
        Ok(())
    }

    fn value(
        &mut self,
        at: At,
        shape: &Shape,
        leaf: Leaf<'_, 'i>,
        span: Range<usize>,
    ) -> Result<()> {
        let plan = self.executor.plan;
        let mut value = String::new();
        let _ = match leaf {
            Leaf::Number(number) => {
                self.executor.number_value(shape, number).spell(plan, &mut value)
            }
            Leaf::Value(read) => read.spell(plan, &mut value),
            Leaf::Text(text) => write!(value, "{text:?}"),
            Leaf::Bytes(bytes) | Leaf::Opaque(_, bytes) | Leaf::Unknown(_, bytes) => {
                let more = if bytes.len() > SHOWN { "..." } else { "" };
                let shown = bytes.iter().take(SHOWN);
                let shown = shown.map(|byte| format!("{byte:02x}")).collect::<String>();
                let what = match leaf {
                    Leaf::Unknown(what, _) => format!(" ({what})"),
                    _ => String::new(),
                };
                write!(value, "{shown}{more}{what}")
            }
        };
        let derived = self.executor.is_derived(at);
        // What takes no bytes and was computed says nothing that is not said elsewhere.
        if span.is_empty() && (derived || value.is_empty()) {
            return Ok(());
        }
        let name = self.name(at);
        self.line(span.start, Some(span.len()), &name, &value);
        Ok(())
    }
}
