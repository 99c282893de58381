//! A file as JSON objects, one per line: the file, its sections, and every item and value with its place.

use super::section::Section;
use crate::failure::{Result, display};
use crate::output;
use bytespec::plan::data::{Kind, Role, Shape};
use bytespec::plan::{At, Executor, File, Leaf, Sink, Value, What};
use serde::Serialize;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;

/// The object of the file, before everything in it.
#[derive(Serialize)]
struct Head<'h> {
    file: String,
    format: &'h str,
    version: Option<&'h str>,
    producer: Option<String>,
    size: usize,
    sections: Vec<Section>,
}

/// Prints the object of a file.
pub(super) fn head(name: &Path, title: &str, file: &File<'_, '_>) -> Result {
    let producer = file.producer().map(|text| String::from_utf8_lossy(text).into_owned());
    output::json(&Head {
        file: display(name),
        format: title,
        version: file.executor().version(),
        producer,
        size: file.input().len(),
        sections: Section::all(file),
    })
}

/// The object of an item or a value.
#[derive(Default, Serialize)]
struct Line<'l> {
    /// Offset from the start of the file, in bytes.
    offset: usize,
    /// Length of a value, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    /// The path from the section.
    path: &'l str,
    /// The item.
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<&'l str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<JsonValue>,
    /// Bytes as text, if they are printable.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// Whether the bytes are not valid in the encoding of a text; the value is then hexadecimal.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    ill_formed: bool,
    /// Whether the bytes are the result of a transform, whose value follows with the same path.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    transformed: bool,
    /// The kind of the bytes, if no schema describes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    undescribed: Option<String>,
    /// Whether the schema computes it from other values, so that it has no bytes.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    computed: bool,
}

/// A value in JSON.
#[derive(Serialize)]
#[serde(untagged)]
enum JsonValue {
    Truth(bool),
    Unsigned(u64),
    Signed(i64),
    /// Text, a name, or bytes in hexadecimal.
    Text(String),
}

/// Prints an object for each item and value.
pub(super) struct Objects<'e, 'p> {
    executor: &'e Executor<'p>,
    section: String,
    /// The open items, and whether each only holds one value, which has the same path.
    open: Vec<(At, bool)>,
    /// The path to the current item.
    path: String,
    /// The result of printing.
    printed: Result,
}

/// The maximum number of steps in a path; of longer paths, the last steps are shown, because the depth of a file is not
/// limited.
const MAX_STEPS: usize = 24;

impl<'e, 'p> Objects<'e, 'p> {
    /// A printer of the objects of a section.
    pub(super) fn new(executor: &'e Executor<'p>, section: Option<&str>) -> Self {
        let section = section.unwrap_or("unknown section").to_owned();
        Objects { executor, section, open: Vec::new(), path: String::new(), printed: Ok(()) }
    }

    /// The result: whether everything was printed.
    pub(super) fn end(self) -> Result {
        self.printed
    }

    /// Prints a line for the item at the end of the steps.
    fn print(&mut self, at: At, line: Line<'_>) -> bytespec::Result<()> {
        let plan = self.executor.plan();
        self.path.clear();
        let hidden = self.open.len().saturating_sub(MAX_STEPS);
        self.path.push_str(if hidden == 0 { &self.section } else { "..." });
        let mut in_transparent = false;
        for (at, is_transparent) in self.open[hidden..].iter().chain([&(at, false)]) {
            let _ = match *at {
                At::Top => Ok(()),
                At::Element(index) => write!(self.path, "[{index}]"),
                At::Step(step) => match plan.steps.get(step as usize) {
                    Some(step) if in_transparent && step.role == Role::Visible => Ok(()),
                    Some(step) => write!(self.path, ".{}", plan.name(step.name)),
                    None => Ok(()),
                },
            };
            in_transparent = *is_transparent;
        }
        if self.printed.is_ok() {
            self.printed = output::json(&Line { path: &self.path, ..line });
        }
        // If the output is closed, reading stops.
        match self.printed {
            Ok(()) => Ok(()),
            Err(_) => Err(bytespec::Error::invalid("the output cannot be written")),
        }
    }
}

impl<'i> Sink<'i> for Objects<'_, '_> {
    fn begin(&mut self, at: At, what: What, offset: usize) -> bytespec::Result<()> {
        let plan = self.executor.plan();
        let item = match what {
            What::Item(item) => plan.items.get(item.index()),
            What::Sequence | What::Transformed => None,
        };
        let is_transparent = item.is_some_and(|item| item.kind.is_transparent());
        let item = item.filter(|item| !is_transparent && item.kind != Kind::Section);
        let printed = match item {
            Some(item) => self
                .print(at, Line { offset, item: Some(plan.name(item.label)), ..Line::default() }),
            None => Ok(()),
        };
        self.open.push((at, is_transparent));
        printed
    }

    fn end(&mut self, _: usize) -> bytespec::Result<()> {
        self.open.pop();
        Ok(())
    }

    fn value(
        &mut self,
        at: At,
        shape: &Shape,
        leaf: Leaf<'_, 'i>,
        span: Range<usize>,
    ) -> bytespec::Result<()> {
        let computed = self.executor.is_computed(at);
        // Other derived values without bytes repeat values that are printed elsewhere.
        if span.is_empty() && self.executor.is_derived(at) && !computed {
            return Ok(());
        }
        // Its parts are printed.
        if let Leaf::Transformed(_) = leaf {
            return Ok(());
        }
        let hex = |bytes: &[u8]| {
            let mut digits = String::with_capacity(2 * bytes.len());
            bytes.iter().for_each(|byte| {
                let _ = write!(digits, "{byte:02x}");
            });
            JsonValue::Text(digits)
        };
        let bytes = leaf.bytes();
        let undescribed = match leaf {
            Leaf::Unknown(what, _) => Some(what.to_string()),
            _ => None,
        };
        let text = bytes.filter(|_| undescribed.is_none()).and_then(printable);
        let value = match (leaf, bytes) {
            (_, Some(bytes)) => hex(bytes),
            (Leaf::Number(number), _) => {
                self.json_value(&self.executor.number_value(shape, number))
            }
            (Leaf::Text(text), _) => JsonValue::Text(text.to_owned()),
            (Leaf::Value(value) | Leaf::Transformed(value), _) => self.json_value(value),
            (Leaf::Bytes(_) | Leaf::Opaque(..) | Leaf::Unknown(..), None) => return Ok(()),
        };
        let ill_formed = matches!(shape, Shape::Text { .. }) && bytes.is_some();
        let transformed = matches!(shape, Shape::Transformed { .. });
        let (offset, length, value) = (span.start, Some(span.len()), Some(value));
        self.print(
            at,
            Line {
                offset,
                length,
                value,
                text,
                ill_formed,
                transformed,
                undescribed,
                computed,
                ..Line::default()
            },
        )
    }
}

/// Bytes as text, if they are printable.
fn printable(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| !text.is_empty())?;
    text.chars().all(|letter| !letter.is_control()).then(|| text.to_owned())
}

impl Objects<'_, '_> {
    fn json_value(&self, value: &Value) -> JsonValue {
        match value {
            Value::Bool(value) => JsonValue::Truth(*value),
            Value::Unsigned(number) | Value::Index { index: number, .. } => {
                JsonValue::Unsigned(*number)
            }
            Value::Signed(number) => JsonValue::Signed(*number),
            Value::Text(text) => JsonValue::Text(text.clone()),
            other => {
                let mut text = String::new();
                let _ = other.spell(self.executor.plan(), &mut text);
                JsonValue::Text(text)
            }
        }
    }
}
