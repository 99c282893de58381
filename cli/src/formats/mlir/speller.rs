//! Entries of tables, spelled, without a listing that is much longer than its file.
//!
//! An entry with a long spelling is referred to by its number and spelled once, apart, and so is one
//! that lies deep inside others. Chains, circles and entries that are used again and again thus end.

use super::strings;
use crate::formats::bounds::Allowance;
use bytespec::error::{Error, Result};
use bytespec::mlir::{Attribute, AttributeId, File, StringId, Type, TypeId};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;
use std::rc::Rc;

/// What is longer is spelled apart.
const MAX_SPELLED: usize = 512;

/// The most that is spelled of one entry.
const MAX_APART: usize = 1 << 20;

/// Entries are spelled inside one another up to this depth.
const MAX_DEPTH: u32 = 64;

/// An entry of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Entry {
    /// An attribute.
    Attribute(AttributeId),
    /// A type.
    Type(TypeId),
    /// A string.
    String(StringId),
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Attribute(id) => write!(f, "#{}", id.0),
            Entry::Type(id) => write!(f, "!{}", id.0),
            Entry::String(id) => write!(f, "string {}", id.0),
        }
    }
}

/// Spells what stands in a file.
#[derive(Debug)]
pub(super) struct Speller<'f, 'a> {
    pub(super) file: &'f File<'a>,
    /// What may still be spelled where it is referred to.
    pub(super) allowance: Allowance,
    /// The types that were spelled.
    types: RefCell<HashMap<u32, Rc<str>>>,
    /// The entries that are referred to by number.
    apart: RefCell<HashSet<Entry>>,
    /// Those that were not spelled yet.
    pending: RefCell<BTreeSet<Entry>>,
    /// The first entry that cannot be read.
    failure: RefCell<Option<Error>>,
}

impl<'f, 'a> Speller<'f, 'a> {
    /// Spells what stands in `file`.
    pub(super) fn new(file: &'f File<'a>) -> Self {
        Speller {
            file,
            allowance: Allowance::of(file.bytes().len()),
            types: RefCell::default(),
            apart: RefCell::default(),
            pending: RefCell::default(),
            failure: RefCell::default(),
        }
    }

    fn text(&self, limit: usize) -> Text<'_, 'f, 'a> {
        Text { speller: self, out: String::new(), limit, depth: 0 }
    }

    /// A text that entries are added to, each as long as it may be.
    pub(super) fn line(&self) -> Text<'_, 'f, 'a> {
        self.text(usize::MAX)
    }

    /// A text that is part of one that lies inside others.
    pub(super) fn nested(&self, depth: u32) -> Text<'_, 'f, 'a> {
        Text { depth, ..self.line() }
    }

    /// A type.
    pub(super) fn ty(&self, id: TypeId) -> Rc<str> {
        if let Some(known) = self.types.borrow().get(&id.0) {
            return Rc::clone(known);
        }
        let mut text = self.line();
        text.fresh_type(id);
        let spelled: Rc<str> = text.out.into();
        self.types.borrow_mut().insert(id.0, Rc::clone(&spelled));
        spelled
    }

    /// The next entry that was referred to by number.
    pub(super) fn next_apart(&self) -> Option<Entry> {
        self.pending.borrow_mut().pop_first()
    }

    /// An entry in full.
    pub(super) fn whole(&self, entry: Entry) -> String {
        let mut text = self.text(MAX_APART);
        text.content(entry);
        if text.is_full() {
            text.push(" ...");
        }
        text.out
    }

    /// The error of the first entry that cannot be read.
    pub(super) fn failure(&self) -> Result<()> {
        self.failure.borrow_mut().take().map_or(Ok(()), Err)
    }
}

/// A spelling in the making.
pub(super) struct Text<'s, 'f, 'a> {
    pub(super) speller: &'s Speller<'f, 'a>,
    pub(super) out: String,
    /// The length from which on it is of no use to go on.
    pub(super) limit: usize,
    /// Entries that it lies in.
    pub(super) depth: u32,
}

impl fmt::Write for Text<'_, '_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.push_str(text);
        Ok(())
    }
}

impl<'f> Text<'_, 'f, '_> {
    /// Adds text.
    pub(super) fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Adds formatted text.
    pub(super) fn format(&mut self, text: fmt::Arguments<'_>) {
        // A string takes whatever is written.
        let _ = fmt::Write::write_fmt(self, text);
    }

    /// Whether the text has become too long to be of use.
    pub(super) fn is_full(&self) -> bool {
        self.out.len() > self.limit
    }

    /// Adds elements with something between them, as long as there is room.
    pub(super) fn list<T>(
        &mut self,
        between: &str,
        elements: impl IntoIterator<Item = T>,
        mut add: impl FnMut(&mut Self, T),
    ) {
        for (index, element) in elements.into_iter().enumerate() {
            if self.is_full() {
                return;
            }
            if index > 0 {
                self.push(between);
            }
            add(self, element);
        }
    }

    /// Adds an attribute.
    pub(super) fn attribute(&mut self, id: AttributeId) {
        self.entry(Entry::Attribute(id), |text| text.content(Entry::Attribute(id)));
    }

    /// Adds a location without the word in front that it has as an attribute.
    pub(super) fn location(&mut self, id: AttributeId) {
        self.entry(Entry::Attribute(id), |text| {
            if let Some(attribute) = text.read_attribute(id) {
                text.location_content(id, &attribute);
            }
        });
    }

    /// Adds a type.
    pub(super) fn ty(&mut self, id: TypeId) {
        if self.depth == 0 {
            if self.speller.allowance.is_spent() {
                return self.refer(Entry::Type(id));
            }
            let spelled = self.speller.ty(id);
            self.speller.allowance.spend(spelled.len());
            return self.push(&spelled);
        }
        // The spelling of an outer type that was cut off inside says nothing of this one.
        let known = self.speller.types.borrow().get(&id.0).map(Rc::clone);
        match known {
            Some(spelled) => self.push(&spelled),
            None => self.fresh_type(id),
        }
    }

    fn fresh_type(&mut self, id: TypeId) {
        self.entry(Entry::Type(id), |text| text.content(Entry::Type(id)));
    }

    /// Adds a string, in quotes.
    pub(super) fn string(&mut self, id: StringId) {
        self.entry(Entry::String(id), |text| text.content(Entry::String(id)));
    }

    /// Adds an entry by what `spell` adds, or by its number.
    fn entry(&mut self, entry: Entry, spell: impl FnOnce(&mut Self)) {
        if self.depth >= MAX_DEPTH
            || self.speller.apart.borrow().contains(&entry)
            || self.depth == 0 && self.speller.allowance.is_spent()
        {
            return self.refer(entry);
        }
        let start = self.out.len();
        let limit = std::mem::replace(&mut self.limit, start.saturating_add(MAX_SPELLED));
        self.depth += 1;
        spell(self);
        self.depth -= 1;
        let long = self.is_full();
        self.limit = limit;
        if self.depth == 0 {
            self.speller.allowance.spend(self.out.len() - start);
        }
        if long {
            self.out.truncate(start);
            self.refer(entry);
        }
    }

    /// Adds the number of an entry that is spelled apart.
    fn refer(&mut self, entry: Entry) {
        if self.speller.apart.borrow_mut().insert(entry) {
            self.speller.pending.borrow_mut().insert(entry);
        }
        self.format(format_args!("{entry}"));
    }

    fn content(&mut self, entry: Entry) {
        match entry {
            Entry::Attribute(id) => {
                if let Some(attribute) = self.read_attribute(id) {
                    self.attribute_content(id, &attribute);
                }
            }
            Entry::Type(id) => {
                if let Some(ty) = self.read_type(id) {
                    self.type_content(&ty);
                }
            }
            Entry::String(id) => {
                if let Some(bytes) = self.read_string(id) {
                    let limit = self.limit;
                    strings::quote(&mut self.out, bytes, limit);
                }
            }
        }
    }

    /// An attribute; what stands in its place when it cannot be read.
    pub(super) fn read_attribute(&mut self, id: AttributeId) -> Option<Attribute<'f>> {
        let attribute = self.speller.file.attribute(id);
        self.checked(attribute, |text| text.format(format_args!("<bad attribute {}>", id.0)))
    }

    /// A type; what stands in its place when it cannot be read.
    pub(super) fn read_type(&mut self, id: TypeId) -> Option<Type<'f>> {
        let ty = self.speller.file.ty(id);
        self.checked(ty, |text| text.format(format_args!("<bad type {}>", id.0)))
    }

    /// A string; what stands in its place when it cannot be read.
    pub(super) fn read_string(&mut self, id: StringId) -> Option<&'f [u8]> {
        let string = self.speller.file.string(id);
        self.checked(string, |text| text.format(format_args!("<bad string {}>", id.0)))
    }

    /// A value; the error is remembered.
    pub(super) fn checked<T>(
        &mut self,
        value: Result<T>,
        instead: impl FnOnce(&mut Self),
    ) -> Option<T> {
        match value {
            Ok(value) => Some(value),
            Err(error) => {
                self.speller.failure.borrow_mut().get_or_insert(error);
                instead(self);
                None
            }
        }
    }
}
