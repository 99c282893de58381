//! The state of a printer.

use super::super::generated::{AttributeId, Release, ResourceId, StringId, TypeId};
use super::super::module::Module;
use super::aliases::Aliases;
use super::folds::{Entry, Folds};
use super::llvm::LlvmAttributes;
use super::losses::Found;
use super::options::PrintOptions;
use super::print_cache::{PrintCache, Slot};
use super::strings;
use super::values::ValueNames;
use crate::dialect::OpText;
use crate::module::ir::OpId;
use crate::operations::properties::Layouts;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::text::line::Line;
use bytespec_core::text::output::{Output, Print};
use bytespec_core::text::wrong::too_deep;
use bytespec_core::wire::MAX_DEPTH;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::io;

/// What cannot be nested too deep.
pub(super) const NESTED: &str = "nested entries";

/// Prints an operation with its aliases and resources.
pub(super) struct Printer<'p, 'a> {
    pub(super) module: &'p Module<'a>,
    pub(super) options: PrintOptions,
    pub(super) release: Release,
    pub(super) out: Output<'p>,
    /// The current line, which is appended to `out` before anything else.
    pub(super) line: Line,
    pub(super) numbers: ValueNames,
    pub(super) aliases: Aliases,
    /// The parsed attributes that are text, if they were parsed.
    pub(super) texts: Option<&'p LlvmAttributes>,
    /// The number of each distinct attribute, in the order of printing.
    pub(super) distinct: HashMap<AttributeId, usize>,
    /// The resources that were referred to, in order.
    pub(super) resources: Vec<ResourceId>,
    pub(super) named: HashSet<ResourceId>,
    /// The content that the text lacks.
    pub(super) found: Found,
    pub(super) cache: PrintCache,
    /// The possible layouts of properties, by the number of the operation name.
    pub(super) layouts: Vec<OnceCell<Layouts>>,
    /// The text templates of operations, by the number of the operation name.
    pub(super) op_texts: Vec<OnceCell<Option<&'static OpText>>>,
    /// The references by number, in a listing.
    pub(super) folds: Option<Folds>,
    depth: u32,
}

impl Print for Printer<'_, '_> {
    fn out(&mut self) -> &mut String {
        &mut self.out
    }
}

impl<'p, 'a> Printer<'p, 'a> {
    /// A printer of an operation with its content.
    pub(super) fn new(
        module: &'p Module<'a>,
        top: OpId,
        options: &PrintOptions,
        sink: &'p mut dyn io::Write,
        max: usize,
    ) -> Self {
        let entries = Printer::of_entry(module, options.clone(), max);
        Printer {
            out: Output::new(Some(sink), max),
            line: Line::default(),
            numbers: ValueNames::of(&module.ir, top, entries.release),
            cache: PrintCache::new(module),
            layouts: vec![OnceCell::new(); module.op_names.len()],
            op_texts: vec![OnceCell::new(); module.op_names.len()],
            ..entries
        }
    }

    /// A printer of attributes and types.
    pub(super) fn of_entry(module: &'p Module<'a>, options: PrintOptions, max: usize) -> Self {
        let release = options.release_of(module);
        Printer {
            module,
            options,
            release,
            out: Output::new(None, max),
            line: Line::none(),
            numbers: ValueNames::default(),
            aliases: Aliases::default(),
            texts: None,
            distinct: HashMap::new(),
            resources: Vec::new(),
            named: HashSet::new(),
            found: Found::default(),
            cache: PrintCache::default(),
            layouts: Vec::new(),
            op_texts: Vec::new(),
            folds: None,
            depth: 0,
        }
    }

    /// Prints nested content, within the limits of depth and size.
    pub(super) fn inside(&mut self, print: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        if self.depth == MAX_DEPTH {
            return Err(too_deep(NESTED));
        }
        self.out.flush_if_full()?;
        self.depth += 1;
        let printed = print(self);
        self.depth -= 1;
        printed
    }

    /// Prints an entry as its alias, or its content, see [`Printer::inside`]. In a listing, prints its number if the content is too
    /// long.
    fn entry(
        &mut self,
        slot: Slot,
        entry: Entry,
        print: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        self.once(slot, |printer| {
            let alias = match entry {
                Entry::Attribute(id) => printer.aliases.attribute(id),
                Entry::Type(id) => printer.aliases.ty(id),
                Entry::String(_) => None,
            };
            if let Some(alias) = alias {
                printer.out.push_str(alias);
                return Ok(());
            }
            let printed = match printer.folds.is_some() {
                true => printer.folded(entry, print),
                false => printer.inside(print),
            };
            printed.map_err(|error| printer.placed(entry, error))
        })
    }

    /// An error in the content of an entry, with the place of the entry if the error has none.
    #[cold]
    fn placed(&self, entry: Entry, error: Error) -> Error {
        match entry {
            Entry::Attribute(id) => self.module.within_entry(id, error),
            Entry::Type(id) => self.module.within_entry(id, error),
            Entry::String(_) => error,
        }
    }

    /// Prints an attribute, or its alias. `bare` omits the types that lists do not need.
    pub(super) fn attribute(&mut self, id: AttributeId, bare: bool) -> Result<()> {
        let slot = if bare { Slot::Bare(id) } else { Slot::Attribute(id) };
        self.entry(slot, Entry::Attribute(id), |printer| printer.attribute_content(id, bare))
    }

    /// Prints the content of a slot, from the cache if possible.
    #[inline]
    pub(super) fn once(
        &mut self,
        slot: Slot,
        print: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let by_number = self.folds.as_ref().is_some_and(Folds::is_by_number);
        if !by_number && let Some(text) = self.cache.get(slot) {
            self.out.push_str(text);
            return self.out.flush_if_full();
        }
        let (start, written) = (self.out.len(), self.out.written());
        print(self)?;
        if self.out.written() == written {
            self.cache.insert(slot, &self.out[start..]);
        }
        Ok(())
    }

    /// Prints a location without the keyword `loc`, or its alias.
    pub(super) fn location(&mut self, id: AttributeId) -> Result<()> {
        let slot = Slot::Location(id);
        self.entry(slot, Entry::Attribute(id), |printer| printer.location_content(id))
    }

    /// Prints a type, or its alias.
    pub(super) fn ty(&mut self, id: TypeId) -> Result<()> {
        self.entry(Slot::Type(id), Entry::Type(id), |printer| printer.type_content(id))
    }

    /// Prints a string literal.
    pub(super) fn string(&mut self, id: StringId) -> Result<()> {
        if self.folds.is_some() {
            return self.folded(Entry::String(id), |printer| printer.string_content(id));
        }
        self.string_content(id)
    }

    pub(super) fn string_content(&mut self, id: StringId) -> Result<()> {
        strings::quote(&mut self.out, self.module.string(id)?);
        Ok(())
    }

    /// Prints text of a dialect as it is in the file.
    pub(super) fn raw(&mut self, text: &[u8]) -> Result<()> {
        let text = std::str::from_utf8(text).map_err(|_| Error::new(ErrorKind::Utf8))?;
        if self.folds.is_none() {
            self.out.push_str(text);
            return Ok(());
        }
        // A listing is one line.
        for piece in text.split_inclusive(char::is_control) {
            let control = piece.chars().next_back().filter(|letter| letter.is_control());
            self.out.push_str(&piece[..piece.len() - control.map_or(0, char::len_utf8)]);
            self.out.extend(control.into_iter().flat_map(char::escape_default));
            self.out.room()?;
        }
        Ok(())
    }
}
