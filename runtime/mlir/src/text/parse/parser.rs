//! The state of a parser.

use super::super::super::generated::{
    AttributeId, BuiltinAttribute, BuiltinType, Release, ResourceId, Signedness, TypeId, Version,
    covers_properties,
};
use super::super::super::module::Module;
use super::super::llvm::LlvmAttributes;
use super::names::Aliases;
use super::options::ParseOptions;
use super::state::{CachedReference, Made, OpKind, ResultName, Suffixes, Values};
use crate::module::ir::OpId;
use crate::number_formats::number_of;
use crate::operations::properties::exist;
use bytespec_core::decimal::Number;
use bytespec_core::error::{Error, Result};
use bytespec_core::hash::Map;
use bytespec_core::text::ParseErrors;
use bytespec_core::text::wrong::too_deep;
use bytespec_core::text::{Kind, Scanner};
use bytespec_core::wire::MAX_DEPTH;

/// Parses a text into a module.
pub(super) struct Parser<'t, 'o> {
    pub(super) scanner: Scanner<'t>,
    pub(super) module: Module<'static>,
    pub(super) options: &'o ParseOptions,
    pub(super) release: Release,
    /// The aliases of attributes and types.
    pub(super) aliases: Aliases<'t>,
    /// Distinct attributes with their content, by their number in the text.
    pub(super) distinct: Map<u64, (AttributeId, AttributeId)>,
    pub(super) resources: Map<(Vec<u8>, Vec<u8>), ResourceId>,
    /// Types by their whole text.
    pub(super) types: Map<&'t str, TypeId>,
    /// String attributes by their literal.
    pub(super) literals: Map<&'t str, AttributeId>,
    pub(super) numbers: Map<TypeId, Option<Number>>,
    pub(super) op_kinds: Map<&'t str, OpKind>,
    pub(super) usual: Usual,
    pub(super) values: Values<'t>,
    /// The result names of unfinished operations.
    pub(super) result_names: Vec<ResultName<'t>>,
    pub(super) suffixes: Suffixes<'t>,
    pub(super) errors: Vec<Error>,
    /// Operations with successors, and their offsets.
    pub(super) branches: Vec<(OpId, usize)>,
    pub(super) lines: Lines,
    /// Whether the text states a location in its own file.
    pub(super) states_own_location: bool,
    pub(super) made: Made,
    /// The entries that templates parsed, by table and offset.
    pub(super) references: Map<(&'static str, usize), CachedReference>,
    /// The parsed attributes that are text.
    pub(super) llvm: LlvmAttributes,
    /// The default values that were given to operations, by their text.
    pub(super) given: Map<&'static str, AttributeId>,
    /// The nesting depth of templates.
    pub(super) templates: u32,
    /// The number of bytes that replaced aliases in text.
    pub(super) expanded: usize,
    depth: u32,
}

/// Entries that are needed often.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usual {
    pub(super) i64: Option<TypeId>,
    pub(super) f64: Option<TypeId>,
    pub(super) truth: [Option<AttributeId>; 2],
    pub(super) file: Option<AttributeId>,
    pub(super) unit: Option<AttributeId>,
}

/// The line of an offset.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lines {
    at: usize,
    /// The number of lines before it.
    ended: u64,
    /// The start of the line.
    start: usize,
}

impl Lines {
    /// The line and the column of an offset, counted from 1. The offset must not be before that of the previous call.
    pub(super) fn place(&mut self, text: &[u8], offset: usize) -> (u64, u64) {
        if let Some(passed) = text.get(self.at..offset) {
            let ends = count_lines(passed);
            if ends > 0 {
                self.ended += ends as u64;
                let last = passed.iter().rposition(|byte| *byte == b'\n').unwrap_or_default();
                self.start = self.at + last + 1;
            }
            self.at = offset;
        }
        (self.ended + 1, (offset.saturating_sub(self.start) + 1) as u64)
    }
}

/// The number of line ends in a text.
fn count_lines(text: &[u8]) -> usize {
    // A piece has as many bytes as a `u8` can count, so that the compiler compares many bytes at once.
    let ends = |piece: &[u8]| piece.iter().map(|byte| u8::from(*byte == b'\n')).sum::<u8>();
    text.chunks(usize::from(u8::MAX)).map(|piece| usize::from(ends(piece))).sum()
}

/// The size of a short operation, in bytes.
const MIN_OPERATION: usize = 32;

/// The default release of a module.
fn newest() -> Release {
    let known = |release: &Release| release.is_out() && covers_properties(*release);
    let newest = Release::ALL.iter().rev().copied().find(known);
    newest.unwrap_or(Release::R16)
}

impl<'t, 'o> Parser<'t, 'o> {
    pub(super) fn new(text: &'t str, options: &'o ParseOptions) -> Self {
        let named = options.producer.as_deref().and_then(Release::from_producer);
        let release = options.release.or(named).unwrap_or_else(newest);
        let producer = match &options.producer {
            Some(producer) => producer.clone(),
            None => format!("bytespec {}", release.producer()),
        };
        let has = |version: &&Version| {
            exist(**version) == (release >= super::super::properties::PROPERTIES_SINCE)
        };
        let mut versions = Version::ALL.iter().filter(has);
        // The first release wrote only the first version. All others write their newest one.
        let version = match release {
            Release::R16 => versions.next(),
            _ => versions.next_back(),
        };
        let version = version.copied().unwrap_or(Version::LATEST);
        let mut module = Module::without_operations(&producer, version);
        module.set_registry(options.registry.clone());
        module.release = Some(release);
        // An estimate: one operation for each line.
        let lines = count_lines(text.as_bytes());
        module.ir.reserve(lines.min(text.len() / MIN_OPERATION));
        Parser {
            scanner: Scanner::new(text),
            module,
            options,
            release,
            aliases: Aliases::default(),
            distinct: Map::default(),
            resources: Map::default(),
            types: Map::default(),
            literals: Map::default(),
            numbers: Map::default(),
            op_kinds: Map::default(),
            usual: Usual::default(),
            values: Values::new(text.len()),
            result_names: Vec::new(),
            suffixes: Suffixes::default(),
            errors: Vec::new(),
            branches: Vec::new(),
            lines: Lines::default(),
            states_own_location: false,
            made: Made::default(),
            references: Map::default(),
            llvm: LlvmAttributes::default(),
            given: Map::default(),
            templates: 0,
            expanded: 0,
            depth: 0,
        }
    }

    pub(super) fn module(mut self) -> Result<Module<'static>, ParseErrors> {
        self.top();
        if self.errors.is_empty() {
            // Writing then checks what the parser did not check.
            self.module.ir.edited.moved = true;
            self.module.know_attributes();
            return Ok(self.module);
        }
        Err(ParseErrors::new(&self.options.file_name, self.scanner.text(), &self.errors))
    }

    pub(super) fn text(&self) -> &'t str {
        self.scanner.text()
    }

    pub(super) fn bytes(&self) -> &'t [u8] {
        self.scanner.text().as_bytes()
    }

    /// Parses nested content, within the limit of depth.
    pub(super) fn inside<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            return Err(too_deep("nested text").moved_to(self.scanner.offset()));
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    /// Parses items separated by commas up to a closing mark, and skips the mark.
    pub(super) fn list(
        &mut self,
        close: u8,
        mut read: impl FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        if self.scanner.eat(close) {
            return Ok(());
        }
        loop {
            read(self)?;
            if self.scanner.eat(close) {
                return Ok(());
            }
            if !self.scanner.eat(b',') {
                let close = char::from(close);
                return Err(self.scanner.missing(format!("`,` or `{close}`")));
            }
        }
    }

    /// Parses an unsigned number.
    pub(super) fn unsigned(&mut self, what: &'static str) -> Result<u64> {
        let spelling = self.scanner.spelling();
        let number = match spelling.strip_prefix("0x") {
            _ if self.scanner.kind() != Kind::Integer => None,
            Some(digits) => u64::from_str_radix(digits, 16).ok(),
            None => spelling.parse().ok(),
        };
        let Some(number) = number else { return Err(self.scanner.expected(what)) };
        self.scanner.advance();
        Ok(number)
    }

    /// An attribute of the dialect `builtin`.
    pub(super) fn add(&mut self, attribute: BuiltinAttribute) -> Result<AttributeId> {
        self.module.add_attribute(attribute)
    }

    /// The signless integer type of a width in bits.
    pub(super) fn signless(&mut self, width: u64) -> Result<TypeId> {
        let signedness = Signedness::Signless;
        self.module.add_type(BuiltinType::IntegerType { signedness, width })
    }

    pub(super) fn i64(&mut self) -> Result<TypeId> {
        if let Some(id) = self.usual.i64 {
            return Ok(id);
        }
        let id = self.signless(u64::from(u64::BITS))?;
        self.usual.i64 = Some(id);
        Ok(id)
    }

    pub(super) fn f64(&mut self) -> Result<TypeId> {
        if let Some(id) = self.usual.f64 {
            return Ok(id);
        }
        let id = self.module.add_type(BuiltinType::Float64Type)?;
        self.usual.f64 = Some(id);
        Ok(id)
    }

    pub(super) fn unit(&mut self) -> Result<AttributeId> {
        if let Some(id) = self.usual.unit {
            return Ok(id);
        }
        let id = self.add(BuiltinAttribute::UnitAttr)?;
        self.usual.unit = Some(id);
        Ok(id)
    }

    /// A string attribute without a type.
    pub(super) fn string_attribute(&mut self, bytes: &[u8]) -> Result<AttributeId> {
        let value = self.module.add_string(bytes)?;
        self.add(BuiltinAttribute::StringAttr { value })
    }

    /// The number format of a type; `None` if it is not numeric.
    pub(super) fn number_of(&mut self, ty: TypeId) -> Result<Option<Number>> {
        if let Some(found) = self.numbers.get(&ty) {
            return Ok(*found);
        }
        let found = number_of(&self.module, ty)?;
        self.numbers.insert(ty, found);
        Ok(found)
    }
}
