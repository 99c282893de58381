//! Caches printed text. Most operations have the same name, types, properties and attributes as others.

use super::super::generated::{AttributeId, OpNameId, TypeId};
use super::super::module::Module;
use super::shapes::{Shape, Shapes};
use crate::module::ir::OpId;
use bytespec_core::decimal::Number;
use bytespec_core::error::Result;
use bytespec_core::text::line::Line;

/// The maximum size of a cached text, in bytes.
const MAX_KEPT: usize = 1 << 10;
/// The maximum size of all cached texts, in bytes.
const MAX_ALL: usize = 1 << 22;

/// The place of a cached text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CachedText {
    start: u32,
    len: u32,
}

/// Marks an empty cache slot.
const NOTHING: CachedText = CachedText { start: u32::MAX, len: 0 };

/// A key of the cache.
#[derive(Clone, Copy, Debug)]
pub(super) enum Slot {
    Attribute(AttributeId),
    /// An attribute without the type that lists do not need.
    Bare(AttributeId),
    /// A location without the keyword `loc`.
    Location(AttributeId),
    Type(TypeId),
    Name(OpNameId),
}

/// The number of kinds of slots.
const KINDS: usize = 5;

impl Slot {
    /// The kind, and the index in the kind.
    #[inline]
    fn place(self) -> (usize, usize) {
        let (kind, index) = match self {
            Slot::Attribute(id) => (0, id.0),
            Slot::Bare(id) => (1, id.0),
            Slot::Location(id) => (2, id.0),
            Slot::Type(id) => (3, id.0),
            Slot::Name(id) => (4, id.0),
        };
        (kind, index as usize)
    }
}

/// A part of an operation's text around its regions.
#[derive(Clone, Copy, Debug)]
pub(super) enum Side {
    Front,
    Behind,
    /// Both parts together, if there is no region in between.
    Both,
}

/// The text of an operation without its values.
#[derive(Clone, Copy, Debug)]
pub(super) struct OperationText {
    start: u32,
    /// The size of the part before the operands, and of the part after them, in bytes.
    pub(super) head: u32,
    pub(super) tail: u32,
}

/// The cached texts. By default nothing is cached, for an entry that is printed once.
#[derive(Debug, Default)]
pub(super) struct PrintCache {
    text: String,
    /// The slots of each kind, by number, up to the last used one.
    slots: [Vec<CachedText>; KINDS],
    /// The number of slots of each kind in the module.
    slot_counts: [usize; KINDS],
    shapes: Shapes,
    /// The texts around the regions of operations of a shape, by side.
    sides: Vec<[CachedText; 3]>,
    /// The texts of operations of a shape that have neither regions nor successors.
    operations: Vec<Option<OperationText>>,
    /// The bytes of these texts, followed by a block of padding.
    operation_texts: Vec<u8>,
    /// Whether types are function types, by number.
    functions: Vec<Option<bool>>,
    /// The number formats of types, by number.
    numbers: Vec<Option<Number>>,
}

impl PrintCache {
    pub(super) fn new(module: &Module<'_>) -> Self {
        PrintCache::of_first(module, usize::MAX)
    }

    /// A cache for only the first `most` entries of each table: writers give the most used entries the lowest numbers.
    pub(super) fn of_first(module: &Module<'_>, most: usize) -> Self {
        let lengths = [module.attributes.len(), module.types.len(), module.op_names.len()];
        let [attributes, types, names] = lengths.map(|len| len.min(most));
        PrintCache {
            slot_counts: [attributes, attributes, attributes, types, names],
            functions: vec![None; types],
            numbers: vec![None; types],
            ..PrintCache::default()
        }
    }

    /// The cached text of a slot.
    #[inline]
    pub(super) fn get(&self, slot: Slot) -> Option<&str> {
        let (kind, index) = slot.place();
        self.at(*self.slots[kind].get(index)?)
    }

    #[inline]
    fn at(&self, CachedText { start, len }: CachedText) -> Option<&str> {
        self.text.get(start as usize..start as usize + len as usize)
    }

    /// Caches the text of a slot.
    pub(super) fn insert(&mut self, slot: Slot, text: &str) {
        let (kind, index) = slot.place();
        if index >= self.slot_counts[kind] {
            return;
        }
        let cached = self.add(text);
        let slots = &mut self.slots[kind];
        slots.resize(slots.len().max(index + 1), NOTHING);
        slots[index] = cached;
    }

    fn add(&mut self, text: &str) -> CachedText {
        if text.len() > MAX_KEPT || self.text.len() + text.len() > MAX_ALL {
            return NOTHING;
        }
        let cached = CachedText { start: self.text.len() as u32, len: text.len() as u32 };
        self.text.push_str(text);
        cached
    }

    /// Whether a type is a function type. Calls `ask` once for each type.
    pub(super) fn is_function(&mut self, id: TypeId, ask: impl FnOnce() -> bool) -> bool {
        match self.functions.get_mut(id.0 as usize) {
            Some(known) => *known.get_or_insert_with(ask),
            None => ask(),
        }
    }

    /// The number format of a type. It is computed once for each type.
    pub(super) fn number(
        &mut self,
        id: TypeId,
        ask: impl FnOnce() -> Result<Number>,
    ) -> Result<Number> {
        match self.numbers.get_mut(id.0 as usize) {
            Some(Some(known)) => Ok(*known),
            Some(unknown) => Ok(*unknown.insert(ask()?)),
            None => ask(),
        }
    }

    /// Sets the shapes of operations.
    pub(super) fn shape(&mut self, shapes: Shapes) {
        self.sides = vec![[NOTHING; 3]; shapes.len()];
        self.operations = vec![None; shapes.len()];
        self.shapes = shapes;
    }

    /// The shape of an operation.
    #[inline]
    pub(super) fn shape_of(&self, op: OpId) -> Option<Shape> {
        self.shapes.get(op)
    }

    /// The cached text of operations of a shape on one side of their regions.
    #[inline]
    pub(super) fn side(&self, shape: Option<Shape>, side: Side) -> Option<&str> {
        self.at(self.sides.get(shape?.index())?[side as usize])
    }

    /// Caches the text of operations of a shape, if several operations have the shape.
    pub(super) fn cache_side(&mut self, shape: Option<Shape>, side: Side, text: &str) {
        let Some(shape) = shape.filter(|shape| self.shapes.is_shared(*shape)) else { return };
        let cached = self.add(text);
        if let Some(sides) = self.sides.get_mut(shape.index()) {
            sides[side as usize] = cached;
        }
    }

    /// The cached text before and after the operands of operations of a shape. A block of bytes follows both parts.
    #[inline]
    pub(super) fn operation(&self, op: OpId) -> Option<(&[u8], OperationText)> {
        let layout = (*self.operations.get(self.shapes.get(op)?.index())?)?;
        Some((self.operation_texts.get(layout.start as usize..)?, layout))
    }

    /// Caches the text of an operation without regions and successors.
    pub(super) fn cache_operation(&mut self, op: OpId, name: OpNameId) {
        let Some(shape) = self.shapes.get(op) else { return };
        let (Some(head), Some(tail)) =
            (self.get(Slot::Name(name)), self.side(Some(shape), Side::Both))
        else {
            return;
        };
        let start = self.operation_texts.len().saturating_sub(Line::BLOCK);
        let layout =
            OperationText { start: start as u32, head: head.len() as u32, tail: tail.len() as u32 };
        if start > MAX_ALL || !matches!(self.operations.get(shape.index()), Some(None)) {
            return;
        }
        let text = [head.as_bytes(), tail.as_bytes(), &[b' '; Line::BLOCK]].concat();
        self.operation_texts.truncate(start);
        self.operation_texts.extend(text);
        self.operations[shape.index()] = Some(layout);
    }
}
