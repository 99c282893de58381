//! Text that was printed once and stands again as it was: most operations have a name, types, properties and attributes that
//! others have, too.

use super::super::generated::{AttributeId, OpNameId, TypeId};
use super::super::module::Module;
use super::shapes::{Shape, Shapes};
use crate::module::ir::Op;
use bytespec_core::decimal::Number;
use bytespec_core::error::Result;
use bytespec_core::text::line::Line;

/// Longer texts are printed again, in bytes.
const MAX_KEPT: usize = 1 << 10;
/// As many bytes are kept in all.
const MAX_ALL: usize = 1 << 22;

/// A piece of what is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CachedText {
    start: u32,
    len: u32,
}

/// In place of a piece, where nothing is kept.
const NOTHING: CachedText = CachedText { start: u32::MAX, len: 0 };

/// What stands at several places.
#[derive(Clone, Copy, Debug)]
pub(super) enum Slot {
    Attribute(AttributeId),
    /// An attribute without the type that goes without saying in lists.
    Bare(AttributeId),
    /// A location without the word in front.
    Location(AttributeId),
    Type(TypeId),
    Name(OpNameId),
}

/// How many kinds of slots there are.
const KINDS: usize = 5;

impl Slot {
    /// The kind, and which of the kind it is.
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

/// Which text around the regions of an operation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Side {
    Front,
    Behind,
    /// Both, where there is no region between.
    Both,
}

/// The text of an operation but for its values.
#[derive(Clone, Copy, Debug)]
pub(super) struct OperationText {
    start: u32,
    /// What stands in front of the operands, and behind them, in bytes.
    pub(super) head: u32,
    pub(super) tail: u32,
}

/// What was kept; by default nothing is, for an entry that is printed once.
#[derive(Debug, Default)]
pub(super) struct PrintCache {
    text: String,
    /// For each kind of slot, by number, as far as one was kept.
    slots: [Vec<CachedText>; KINDS],
    /// How many slots of each kind the module has.
    slot_counts: [usize; KINDS],
    shapes: Shapes,
    /// What stands around the regions of operations of a shape, by the side.
    sides: Vec<[CachedText; 3]>,
    /// What operations of a shape that have neither regions nor successors are printed as.
    operations: Vec<Option<OperationText>>,
    /// The texts of those, and a block behind them.
    operation_texts: Vec<u8>,
    /// Whether types are those of functions, by number.
    functions: Vec<Option<bool>>,
    /// The numbers of types, by number.
    numbers: Vec<Option<Number>>,
}

impl PrintCache {
    pub(super) fn new(module: &Module<'_>) -> Self {
        PrintCache::of_first(module, usize::MAX)
    }

    /// Of each table only so many entries, the first ones, are kept: writers number what is used most first.
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

    /// The text of a slot.
    #[inline]
    pub(super) fn get(&self, slot: Slot) -> Option<&str> {
        let (kind, index) = slot.place();
        self.at(*self.slots[kind].get(index)?)
    }

    #[inline]
    fn at(&self, CachedText { start, len }: CachedText) -> Option<&str> {
        self.text.get(start as usize..start as usize + len as usize)
    }

    /// Keeps the text of a slot.
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

    /// Whether a type is that of a function, which is asked once.
    pub(super) fn is_function(&mut self, id: TypeId, ask: impl FnOnce() -> bool) -> bool {
        match self.functions.get_mut(id.0 as usize) {
            Some(known) => *known.get_or_insert_with(ask),
            None => ask(),
        }
    }

    /// The numbers of a type, which is asked once.
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

    /// Says what shapes operations have.
    pub(super) fn shape(&mut self, shapes: Shapes) {
        self.sides = vec![[NOTHING; 3]; shapes.len()];
        self.operations = vec![None; shapes.len()];
        self.shapes = shapes;
    }

    /// The shape of an operation.
    #[inline]
    pub(super) fn shape_of(&self, op: Op) -> Option<Shape> {
        self.shapes.get(op)
    }

    /// The text of operations of a shape on one side of their regions.
    #[inline]
    pub(super) fn side(&self, shape: Option<Shape>, side: Side) -> Option<&str> {
        self.at(self.sides.get(shape?.index())?[side as usize])
    }

    /// Keeps the text of operations of a shape, if several have it.
    pub(super) fn cache_side(&mut self, shape: Option<Shape>, side: Side, text: &str) {
        let Some(shape) = shape.filter(|shape| self.shapes.is_shared(*shape)) else { return };
        let cached = self.add(text);
        if let Some(sides) = self.sides.get_mut(shape.index()) {
            sides[side as usize] = cached;
        }
    }

    /// What stands in front of the operands of operations of a shape, and behind them; both are followed by a block of bytes.
    #[inline]
    pub(super) fn operation(&self, op: Op) -> Option<(&[u8], OperationText)> {
        let layout = (*self.operations.get(self.shapes.get(op)?.index())?)?;
        Some((self.operation_texts.get(layout.start as usize..)?, layout))
    }

    /// Keeps what an operation without regions and successors was printed as.
    pub(super) fn cache_operation(&mut self, op: Op, name: OpNameId) {
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
