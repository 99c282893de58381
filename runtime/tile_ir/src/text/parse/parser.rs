//! The state of the parser, and the top level of a text.

use super::super::super::generated::{DebugId, TypeId};
use super::super::super::module::Module;
use super::super::functions::{DECLARATION, FunctionForm, WHOLE};
use super::options::ParseOptions;
use super::state::{Block, Definition, Open, Reference, Scope, Target};
use crate::module::body::{Body, OpId};
use bytespec_core::error::{Error, ErrorKind, Result, TextFault};
use bytespec_core::text::wrong::too_deep;
use bytespec_core::text::{Kind, ParseErrors, Scanner};
use bytespec_core::wire::MAX_DEPTH;
use std::borrow::Cow;
use std::collections::HashMap;

/// The prefix of the producer in the text of the disassembler.
const PRODUCER: &str = "// Producer: ";

/// The dialect, as an optional prefix of words.
pub(super) const DIALECT: &str = "cuda_tile.";

/// An item with a location.
#[derive(Clone, Copy, Debug)]
pub(super) enum Located {
    Function(usize),
    Op(usize, OpId),
}

/// Parses a text.
pub(super) struct Parser<'t> {
    pub(super) scanner: Scanner<'t>,
    pub(super) options: &'t ParseOptions,
    pub(super) module: Module,
    /// Types by their text.
    pub(super) types: HashMap<&'t str, TypeId>,
    pub(super) errors: Vec<Error>,
    /// The current function.
    pub(super) body: Body,
    pub(super) scope: Scope<'t>,
    pub(super) open: Vec<Open<'t>>,
    pub(super) blocks: Vec<Block>,
    /// Definitions of aliases.
    pub(super) aliases: HashMap<&'t str, Definition>,
    pub(super) resolved: HashMap<&'t str, Option<DebugId>>,
    /// The items with locations.
    pub(super) located: Vec<(Located, DebugId)>,
    /// The texts of locations and of their parts, with their offsets.
    pub(super) references: Vec<(Reference<'t>, usize)>,
    /// The nesting depth of the current attribute, type or location.
    pub(super) depth: u32,
    /// Whether a type is parsed, and not an attribute in it.
    pub(super) in_type: bool,
    /// The number of results that names can still announce: in total one for each byte of the text.
    pub(super) results_left: usize,
}

impl<'t> Parser<'t> {
    pub(super) fn new(text: &'t str, options: &'t ParseOptions) -> Self {
        Parser {
            scanner: Scanner::new(text),
            options,
            module: Module::new(options.version),
            types: HashMap::new(),
            errors: Vec::new(),
            body: Body::default(),
            scope: Scope::default(),
            open: Vec::new(),
            blocks: Vec::new(),
            aliases: HashMap::new(),
            resolved: HashMap::new(),
            located: Vec::new(),
            references: Vec::new(),
            depth: 0,
            in_type: false,
            results_left: text.len(),
        }
    }

    /// Parses the whole text.
    pub(super) fn module(mut self) -> Result<Module, ParseErrors> {
        let text = self.scanner.text();
        if let Some(rest) = text.strip_prefix(PRODUCER) {
            // The producer ends with the comment.
            let producer = rest.split('\n').next().unwrap_or_default();
            self.module.producer = Some(self.module.string(producer));
        }
        let mut wrappers = 0usize;
        while self.scanner.kind() != Kind::End && self.errors.len() < self.options.max_errors {
            let start = self.scanner.offset();
            if let Err(error) = self.item(&mut wrappers) {
                self.report(error);
                self.open.clear();
                self.blocks.clear();
                if !self.recover(start) {
                    break;
                }
            }
        }
        if wrappers > 0 && self.errors.is_empty() {
            let error = self.scanner.expected("`}`");
            self.report(error);
        }
        if self.errors.is_empty()
            && let Err(error) = self.resolve()
        {
            self.report(error);
        }
        if self.errors.is_empty() {
            return Ok(self.module);
        }
        Err(ParseErrors::new(&self.options.file_name, text, &self.errors))
    }

    /// Parses an item at the top level, or in a module.
    fn item(&mut self, wrappers: &mut usize) -> Result<()> {
        if self.scanner.kind() == Kind::Hash {
            return self.alias();
        }
        if *wrappers > 0 && self.scanner.eat(b'}') {
            *wrappers -= 1;
            return self.optional_location().map(drop);
        }
        let word = self.scanner.spelling();
        let word = word.strip_prefix("builtin.").unwrap_or(word);
        match word.strip_prefix(DIALECT).unwrap_or(word) {
            "module" => {
                self.scanner.advance();
                if self.scanner.kind() == Kind::At {
                    self.scanner.symbol()?;
                }
                if self.scanner.eat_word("attributes") {
                    for entry in self.dictionary()? {
                        if let (
                            b"producer",
                            super::super::super::generated::Attribute::String { value },
                        ) = (self.module.string_at(entry.name)?, &entry.value)
                        {
                            self.module.producer = Some(*value);
                        }
                    }
                }
                self.scanner.expect(b'{')?;
                *wrappers += 1;
                Ok(())
            }
            "entry" => self.top(Target::Function, "entry"),
            "global" => self.top(Target::Global, "global"),
            DECLARATION => self.function(FunctionForm::Declaration),
            WHOLE => self.function(FunctionForm::Whole),
            _ => Err(self.scanner.expected(
                "`entry`, `function`, `preview$func`, `global`, `cuda_tile.module` or an alias",
            )),
        }
    }

    /// Parses nested content, within the limit of depth.
    pub(super) fn inside<T>(
        &mut self,
        limit: &'static str,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        if self.depth >= MAX_DEPTH {
            return Err(too_deep(limit).moved_to(self.scanner.offset()));
        }
        self.depth += 1;
        let found = read(self);
        self.depth -= 1;
        found
    }

    /// Parses elements separated by commas up to a closing mark, and skips the mark.
    pub(super) fn list<T>(
        &mut self,
        close: u8,
        read: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let found = self.elements_before(close, read)?;
        self.scanner.expect(close)?;
        Ok(found)
    }

    /// Parses elements separated by commas up to a closing mark.
    pub(super) fn elements_before<T>(
        &mut self,
        close: u8,
        mut read: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let (mut found, mut first) = (Vec::new(), true);
        while !self.scanner.is(close) {
            self.scanner.comma(&mut first)?;
            found.push(read(self)?);
        }
        Ok(found)
    }

    /// Records an error, unless it is a consequence of another one.
    pub(super) fn report(&mut self, error: Error) {
        // Errors of failed attempts matter only if the parser finally expected another token.
        let latest = self.scanner.latest(error.clone());
        let error = if matches!(error.kind(), ErrorKind::Syntax { .. }) { latest } else { error };
        if *error.kind() != ErrorKind::Text(TextFault::Follows) || self.errors.is_empty() {
            self.errors.push(error);
        }
    }

    /// Skips the faulty text that starts at an offset, up to what looks like the next item or operation. Returns false at the
    /// end.
    pub(super) fn recover(&mut self, start: usize) -> bool {
        let begins = |scanner: &Scanner<'_>| {
            matches!(scanner.kind(), Kind::Percent | Kind::Word | Kind::Hash)
        };
        self.scanner.recover(start, begins)
    }
}

/// The error for a missing item.
#[cold]
pub(super) fn missing_item(offset: usize, item: impl Into<Cow<'static, str>>) -> Error {
    Error::at(offset, ErrorKind::Absent { item: item.into(), why: "is missing" })
}
