//! Values from text, as listings show them.

use super::fault::{EditError, EditFault};
use super::number::{integer, number};
use super::opaque::Choice;
use super::quoted::{Quoted, hexadecimal, quoted};
use super::shape::{Inner, Of};
use crate::plan::{Executor, Value};
use bytespec_plan::{Absent, Encoding, Item, ItemId, Plan, Role, Run, Shape, Step};

/// The most levels of lists and records in a text.
const MAX_DEPTH: usize = 64;

/// The word for no value.
const NONE: &str = "none";

/// The word for bytes with a tag that the plan does not have.
const OPAQUE: &str = "opaque";

/// Reads values from a text.
struct Reader<'t, 'e, 'p> {
    executor: &'e Executor<'p>,
    rest: &'t str,
    /// The item of the value before the edit.
    current: Option<ItemId>,
    /// The tag of the bytes before the edit that the plan does not describe.
    tag: Option<u64>,
    /// The item with the value.
    item: Option<ItemId>,
    /// The path of the value that is read.
    path: String,
    depth: usize,
}

/// Reads a value of a shape from the whole of a text.
///
/// `step` is the step with the value, if it is no element, and `item` the item with the step; `current` is the value before the edit.
///
/// # Errors
/// A text that is not a value of the shape.
pub(super) fn value_of(
    executor: &Executor<'_>,
    (of, step, item): (Of, Option<&Step>, Option<ItemId>),
    current: &Value,
    (path, text): (&str, &str),
) -> Result<Value, EditError> {
    let plan = executor.plan();
    let inner = Inner::new(plan, of);
    let tag = match current.bare() {
        Value::Opaque(tag, _) => Some(*tag),
        _ => None,
    };
    if let Some(tag) = tag
        && Choice::new(plan, &inner, item).is_none()
        && let Some(bytes) = bytes_of(text)
    {
        return Ok(Value::Opaque(tag, bytes));
    }
    match inner.shape(plan) {
        // A text without quotes is itself.
        Some(Shape::Text { encoding, .. }) if !text.starts_with('"') => {
            return in_encoding(encoding, text.to_owned()).map_err(|fault| fault.at(path));
        }
        Some(Shape::Bytes(_)) => {
            if let Some(bytes) = bytes_of(text) {
                return Ok(Value::Bytes(bytes));
            }
        }
        Some(Shape::Function { .. }) => return of_function(current, text).map_err(|f| f.at(path)),
        _ => {}
    }
    let current = match current.bare() {
        Value::Item(item, _) => Some(*item),
        _ => None,
    };
    let (rest, path_text, depth) = (text.trim(), path.to_owned(), 0);
    let mut reader = Reader { executor, rest, current, tag, item, path: path_text, depth };
    let value = reader.value(of, step)?;
    match reader.rest {
        "" => Ok(value),
        rest => Err(expected(rest, "the end of the value").at(path)),
    }
}

/// The value of a shape of bytes or text that bytes are.
///
/// # Errors
/// Another shape, and bytes that are no text of a field that has nothing else.
pub(super) fn of_bytes(
    plan: &Plan,
    (of, item): (Of, Option<ItemId>),
    current: &Value,
    bytes: Vec<u8>,
) -> Result<Value, EditFault> {
    let inner = Inner::new(plan, of);
    match (inner.shape(plan), current.bare()) {
        (Some(Shape::Text { encoding, strict, .. }), _) => match encoding.decode(&bytes) {
            Some(text) => Ok(Value::Text(text.into_owned())),
            None if !strict => Ok(Value::Bytes(bytes)),
            None => Err(expected("other bytes", format!("a text in {}", encoding.word()))),
        },
        (Some(Shape::Bytes(_)), _) | (Some(Shape::Function { .. }), Value::Bytes(_)) => {
            Ok(Value::Bytes(bytes))
        }
        (_, current) => {
            let choice = Choice::new(plan, &inner, item);
            let tag = match (choice, current) {
                (Some(choice), _) if choice.is_stated(plan) => Some(Plan::NOWHERE),
                (_, Value::Opaque(tag, _)) => Some(*tag),
                _ => None,
            };
            tag.map(|tag| Value::Opaque(tag, bytes)).ok_or(EditFault::NoBytes)
        }
    }
}

/// The bytes that a text is: in quotes, or in hexadecimal.
fn bytes_of(text: &str) -> Option<Vec<u8>> {
    match quoted(text) {
        Some((Quoted { bytes, .. }, "")) => Some(bytes),
        _ => hexadecimal(text),
    }
}

/// A text of a field, if the encoding has its letters.
fn in_encoding(encoding: Encoding, text: String) -> Result<Value, EditFault> {
    match encoding.encode(&text) {
        Some(_) => Ok(Value::Text(text)),
        None => Err(expected(&text, format!("a text with letters of {}", encoding.word()))),
    }
}

fn expected(found: &str, expected: impl Into<String>) -> EditFault {
    const SHOWN: usize = 40;
    let found = found.chars().take(SHOWN).collect();
    EditFault::Value { found, expected: expected.into() }
}

/// A value of a function, which is of the same kind as before.
fn of_function(current: &Value, text: &str) -> Result<Value, EditFault> {
    let value = match current.bare() {
        Value::Unsigned(_) => text.parse().ok().map(Value::Unsigned),
        Value::Signed(_) => text.parse().ok().map(Value::Signed),
        Value::Bool(_) => text.parse().ok().map(Value::Bool),
        Value::Bytes(_) => bytes_of(text).map(Value::Bytes),
        _ => None,
    };
    value.ok_or_else(|| expected(text, "a value of the same kind as before"))
}

/// Whether a step can be absent.
pub(super) fn is_optional(executor: &Executor<'_>, step: &Step) -> bool {
    step.when.is_some() || executor.may_be_none(step.shape)
}

/// The value of an absent step, beside the values of the others.
pub(super) fn absent(executor: &Executor<'_>, step: &Step, values: &[Value]) -> Value {
    // Writers count the elements of the other step.
    let other = |at: u32| values.get(at as usize);
    match step.absent {
        Absent::Zeros(_) if values.is_empty() => Value::Absent,
        absent => executor.default_value(absent, step.shape, other),
    }
}

impl<'t> Reader<'t, '_, '_> {
    fn fail<T>(&self, what: impl Into<String>) -> Result<T, EditError> {
        Err(expected(self.found(), what).at(&self.path))
    }

    /// What comes next: in a list or a record, up to the mark that ends a value, or that mark.
    fn found(&self) -> &'t str {
        if self.depth == 0 {
            return self.rest;
        }
        let (mut open, mut rest) = (0, self.rest);
        while let Some(letter) = rest.chars().next() {
            match letter {
                '"' if let Some((_, after)) = quoted(rest) => {
                    rest = after;
                    continue;
                }
                '<' | '[' => open += 1,
                ',' | '>' | ']' if open == 0 => break,
                '>' | ']' => open -= 1,
                _ => {}
            }
            rest = &rest[letter.len_utf8()..];
        }
        match self.rest[..self.rest.len() - rest.len()].trim_end() {
            "" => &self.rest[..rest.len().min(1)],
            found => found,
        }
    }

    /// Reads a punctuation mark, with the blanks around it.
    fn mark(&mut self, mark: char) -> bool {
        match self.rest.trim_start().strip_prefix(mark) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    /// The word that comes next, up to a mark that ends a value.
    fn word(&self) -> &'t str {
        let end = self.rest.find([',', '>', ']', '<', '[']).unwrap_or(self.rest.len());
        self.rest[..end].trim_end()
    }

    fn value(&mut self, of: Of, step: Option<&Step>) -> Result<Value, EditError> {
        let (executor, plan) = (self.executor, self.executor.plan());
        let inner = Inner::new(plan, of);
        let can_be_none = match (step, of) {
            (Some(step), _) => is_optional(executor, step),
            (None, Of::Shape(shape)) => executor.may_be_none(shape),
            (None, Of::Item(_)) => false,
        };
        let shape = match inner.of {
            Of::Item(item) => return self.item_or_none(&[item], can_be_none, None),
            Of::Shape(_) => inner.shape(plan),
        };
        match shape {
            Some(Shape::Choice { .. } | Shape::Named { .. }) => {
                let opaque = Choice::new(plan, &inner, self.item);
                self.item_or_none(&self.items_of(&inner), can_be_none, opaque)
            }
            Some(Shape::Sequence { element, .. } | Shape::Offsets { element, .. }) => {
                if can_be_none && self.word() == NONE {
                    return Ok(self.none());
                }
                self.list(Of::Shape(element))
            }
            Some(shape) => self.leaf(&shape, can_be_none),
            None => self.fail("a value that a text can state"),
        }
    }

    /// The items that a shape can be, in the version.
    fn items_of(&self, inner: &Inner) -> Vec<ItemId> {
        let (executor, plan) = (self.executor, self.executor.plan());
        let cases = |cases: Run| {
            let open = cases.of(&plan.cases).iter().filter(|case| executor.open(case.gate));
            open.filter_map(|case| case.item).collect::<Vec<_>>()
        };
        match (inner.of, inner.shape(plan)) {
            (Of::Item(item), _) => vec![item],
            (_, Some(Shape::Choice { cases: all, .. })) => cases(all),
            (_, Some(Shape::Named { among, .. })) => {
                let layouts = among.of(&plan.layouts).iter();
                let open = layouts.filter(|layout| executor.open(layout.gate));
                // The layout of a dialect is a union.
                let inner = open.map(|layout| Inner::new(plan, Of::Item(layout.item)));
                let items = inner.flat_map(|inner| match (inner.of, inner.shape(plan)) {
                    (_, Some(Shape::Choice { cases: all, .. })) => cases(all),
                    (Of::Item(item), _) => vec![item],
                    _ => Vec::new(),
                });
                items.collect()
            }
            _ => Vec::new(),
        }
    }

    fn none(&mut self) -> Value {
        self.rest = self.rest[NONE.len()..].trim_start();
        Value::Absent
    }

    /// Reads a number, a text or bytes.
    fn leaf(&mut self, shape: &Shape, can_be_none: bool) -> Result<Value, EditError> {
        if self.rest.starts_with('"') {
            let Some((Quoted { bytes, is_raw }, rest)) = quoted(self.rest) else {
                return self.fail("a text in quotes");
            };
            let value = match (shape, is_raw) {
                (Shape::Text { encoding, .. }, false) => {
                    let text = String::from_utf8(bytes).unwrap_or_default();
                    in_encoding(*encoding, text).map_err(|fault| fault.at(&self.path))?
                }
                (Shape::Bytes(_) | Shape::Text { .. }, _) => Value::Bytes(bytes),
                (Shape::Enum { .. }, false) => {
                    let name = String::from_utf8(bytes).unwrap_or_default();
                    let value = number(self.executor, shape, &name);
                    value.map_err(|fault| fault.at(&self.path))?.unwrap_or_default()
                }
                _ => return self.fail("a number without quotes"),
            };
            self.rest = rest.trim_start();
            return Ok(value);
        }
        let word = self.word();
        let read = match shape {
            Shape::Bytes(_) => hexadecimal(word)
                .map(Value::Bytes)
                .ok_or_else(|| expected(word, "bytes in hexadecimal, or a text in quotes")),
            Shape::Text { .. } => Err(expected(word, "a text in quotes")),
            shape => match number(self.executor, shape, word) {
                Ok(Some(value)) => Ok(value),
                Ok(None) => Err(expected(word, "a value that a text can state")),
                Err(fault) => Err(fault),
            },
        };
        match read {
            Ok(value) => {
                self.rest = self.rest[word.len()..].trim_start();
                Ok(value)
            }
            Err(_) if can_be_none && word == NONE => Ok(self.none()),
            Err(EditFault::Value { found, expected }) if found.is_empty() => self.fail(expected),
            Err(fault) => Err(fault.at(&self.path)),
        }
    }

    /// Notes that the reader is in a list or in a record.
    fn enter(&mut self) -> Result<(), EditError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.fail(format!("at most {MAX_DEPTH} levels"));
        }
        Ok(())
    }

    fn list(&mut self, element: Of) -> Result<Value, EditError> {
        self.enter()?;
        if !self.mark('[') {
            return self.fail("a list, such as [1, 2]");
        }
        let (mut elements, len) = (Vec::new(), self.path.len());
        if !self.mark(']') {
            loop {
                self.path.push_str(&format!("[{}]", elements.len()));
                elements.push(self.value(element, None)?);
                self.path.truncate(len);
                if self.mark(']') {
                    break;
                }
                if !self.mark(',') {
                    return self.fail("`,` or `]`");
                }
            }
        }
        self.depth -= 1;
        Ok(Value::List(elements))
    }

    /// Reads one of several items, which begins with its name. `opaque` is the choice, if the plan need not describe the value.
    fn item_or_none(
        &mut self,
        items: &[ItemId],
        can_be_none: bool,
        opaque: Option<Choice>,
    ) -> Result<Value, EditError> {
        let plan = self.executor.plan();
        let word = self.word();
        let item = items.iter().filter_map(|id| Some((*id, plan.items.get(id.index())?)));
        let named = |item: &Item| plan.name(item.label) == word || plan.name(item.name) == word;
        // Layouts of several operations have the same name.
        let own = item.clone().find(|(id, item)| Some(*id) == self.current && named(item));
        if let Some((id, _)) = own.or_else(|| item.clone().find(|(_, item)| named(item))) {
            self.rest = self.rest[word.len()..].trim_start();
            return self.item(id);
        }
        if can_be_none && word == NONE {
            return Ok(self.none());
        }
        if let Some(choice) = opaque {
            if word == OPAQUE && self.rest[word.len()..].starts_with('<') {
                return self.opaque(choice);
            }
            if let Some(tag) = self.tag_without_word(choice)
                && let Some(bytes) = self.bytes()
            {
                return Ok(Value::Opaque(tag, bytes));
            }
        }
        let name = |item: &Item| plan.name(item.label).to_owned();
        let mut names: Vec<String> = item.map(|(_, item)| name(item)).collect();
        names.dedup();
        names.truncate(2);
        let mut forms: Vec<String> = names.iter().map(|name| format!("{name}<...>")).collect();
        forms.extend(opaque.map(|_| format!("{OPAQUE}<tag = ..., bytes = ...>")));
        match forms.is_empty() {
            true => self.fail("a value that a text can state"),
            false => self.fail(format!("a value such as {}", forms.join(" or "))),
        }
    }

    /// Reads the fields of an item. Fields that can be absent may be missing.
    fn item(&mut self, id: ItemId) -> Result<Value, EditError> {
        self.enter()?;
        let (executor, plan) = (self.executor, self.executor.plan());
        let around = self.item.replace(id);
        let steps = plan.steps_of(id);
        let (mut values, len) = (vec![Value::Absent; steps.len()], self.path.len());
        let mut given = vec![false; steps.len()];
        let mut is_open = self.mark('<') && !self.mark('>');
        while is_open {
            let name = match self.rest.split_once('=') {
                Some((name, rest)) => {
                    self.rest = rest.trim_start();
                    name.trim()
                }
                None => return self.fail("a field, `=` and its value"),
            };
            let mut visible = steps
                .iter()
                .enumerate()
                .filter(|(_, step)| step.role == Role::Visible && plan.name(step.name) == name);
            let first = visible.clone().find(|(_, step)| executor.open(step.gate));
            let Some((at, step)) = first.or_else(|| visible.next()) else {
                let known = plan.shown_steps(id);
                let known = known.map(|(_, step)| plan.name(step.name).to_owned()).collect();
                let item = plan.items.get(id.index()).map_or("", |item| plan.name(item.label));
                let (name, item) = (name.to_owned(), item.to_owned());
                return Err(EditFault::UnknownField { name, item, known }.at(&self.path));
            };
            self.path.push('.');
            self.path.push_str(name);
            values[at] = self.value(Of::Shape(step.shape), Some(step))?;
            self.path.truncate(len);
            given[at] = true;
            if self.mark('>') {
                is_open = false;
            } else if !self.mark(',') {
                return self.fail("`,` or `>`");
            }
        }
        for (at, step) in steps.iter().enumerate() {
            if given[at] || step.role != Role::Visible {
                continue;
            }
            if executor.open(step.gate) && !is_optional(executor, step) {
                // It follows the bytes.
                if let Some(number) = plan.number_ahead(step) {
                    values[at] = executor.default_value(Absent::Number(0), number, |_| None);
                    continue;
                }
                let field = plan.name(step.name).to_owned();
                return Err(EditFault::MissingField { field }.at(&self.path));
            }
            values[at] = absent(executor, step, &values);
        }
        self.depth -= 1;
        self.item = around;
        Ok(Value::Item(id, values))
    }

    /// The tag of bytes without one: it follows other fields, or is that of the bytes before.
    fn tag_without_word(&self, choice: Choice) -> Option<u64> {
        match choice.is_stated(self.executor.plan()) {
            true => Some(Plan::NOWHERE),
            false => self.tag.filter(|_| self.depth == 0),
        }
    }

    /// Reads bytes, in hexadecimal or in quotes; none for something else.
    fn bytes(&mut self) -> Option<Vec<u8>> {
        let (bytes, rest) = match quoted(self.rest) {
            Some((Quoted { bytes, .. }, rest)) => (bytes, rest),
            None => {
                let rest = &self.rest[self.word().len()..];
                let bytes = hexadecimal(self.word())?;
                (!rest.starts_with(['<', '['])).then_some((bytes, rest))?
            }
        };
        self.rest = rest.trim_start();
        Some(bytes)
    }

    /// Reads a tag that the plan does not have, and the bytes with it.
    fn opaque(&mut self, choice: Choice) -> Result<Value, EditError> {
        const EXPECTED: &str = "opaque<tag = ..., bytes = ...>";
        let whole = self.rest;
        self.rest = &whole[OPAQUE.len()..];
        let (mut tag, mut bytes) = (None, None);
        let mut is_open = self.mark('<');
        while is_open {
            let (name, rest) = self.rest.split_once('=').unwrap_or_default();
            match name.trim() {
                "tag" if tag.is_none() => {
                    self.rest = rest.trim_start();
                    tag = Some(self.tag(choice)?);
                }
                "bytes" if bytes.is_none() => {
                    self.rest = rest.trim_start();
                    bytes = self.bytes();
                }
                _ => break,
            }
            is_open = self.mark(',');
        }
        let tag = tag.or_else(|| self.tag_without_word(choice));
        match (tag, bytes) {
            (Some(tag), Some(bytes)) if !is_open && self.mark('>') => Ok(Value::Opaque(tag, bytes)),
            _ => {
                self.rest = whole;
                self.fail(EXPECTED)
            }
        }
    }

    /// Reads a tag: a number, a member of the enum of its field, or a short text in quotes.
    fn tag(&mut self, Choice { item, tag }: Choice) -> Result<u64, EditError> {
        let plan = self.executor.plan();
        if let Some((Quoted { bytes, .. }, rest)) = quoted(self.rest) {
            if !bytespec_plan::is_short_tag(&bytes) {
                return self.fail("a tag of at most 8 bytes");
            }
            self.rest = rest.trim_start();
            return Ok(bytespec_plan::tag_of(&bytes));
        }
        let word = self.word();
        let shape = item.and_then(|item| plan.term_shape(item, tag));
        let read = match shape.and_then(|(shape, _)| plan.shapes.get(shape.index())) {
            Some(shape) => number(self.executor, shape, word)
                .map(|value| value.and_then(|value| value.number()).unwrap_or(Plan::NOWHERE)),
            None => integer(word, 64, false).map(|number| number as u64),
        };
        let number = read.map_err(|fault| fault.at(&self.path))?;
        self.rest = self.rest[word.len()..].trim_start();
        Ok(number)
    }
}
