//! Text that was printed once and stands again as it was: most operations have a name, types, properties and attributes that
//! others have, too.

use super::super::generated::{AttributeId, OpNameId, PropertyBlobId, TypeId};
use super::super::ir::Op;
use super::super::module::Module;
use crate::text::hash::SPREAD;

/// Longer texts are printed again, in bytes.
const MAX_KEPT: usize = 1 << 10;
/// As many bytes are kept in all.
const MAX_ALL: usize = 1 << 22;

/// A piece of what is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    start: u32,
    len: u32,
}

/// In place of a piece, where nothing is kept.
const NOTHING: Kept = Kept { start: u32::MAX, len: 0 };

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

/// What the attributes of an operation depend on: its name, its dictionary and its properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    name: OpNameId,
    attributes: Option<AttributeId>,
    properties: Option<PropertyBlobId>,
}

impl Key {
    pub(super) fn of(module: &Module<'_>, op: Op) -> Key {
        Key {
            name: module.name_id(op),
            attributes: module.attributes(op),
            properties: module.properties_id(op),
        }
    }
}

/// Something for the attributes of operations. A key has one place, and the last one that comes there stays.
#[derive(Debug)]
pub(super) struct Lasts<T>(Vec<Option<(Key, T)>>);

/// The fewest places, and the most.
const MIN_PLACES: usize = 1 << 6;
const MAX_PLACES: usize = 1 << 14;

impl<T: Copy> Lasts<T> {
    pub(super) fn new(module: &Module<'_>) -> Self {
        let count = module.properties.len() + module.attributes.len() + module.op_names.len();
        Lasts(vec![None; (2 * count).next_power_of_two().clamp(MIN_PLACES, MAX_PLACES)])
    }

    fn place(&mut self, key: &Key) -> &mut Option<(Key, T)> {
        let part = |part: Option<u32>| part.map_or(0, |number| u64::from(number) + 1);
        let parts = [key.properties.map(|id| id.0), key.attributes.map(|id| id.0)];
        let parts = parts.into_iter().map(part);
        let spread = parts.fold(u64::from(key.name.0), |sum, part| sum.wrapping_mul(SPREAD) ^ part);
        let bits = self.0.len().trailing_zeros();
        let index = spread.wrapping_mul(SPREAD) >> (u64::BITS - bits);
        &mut self.0[index as usize]
    }

    pub(super) fn get(&mut self, key: &Key) -> Option<T> {
        let (there, value) = (*self.place(key))?;
        (there == *key).then_some(value)
    }

    pub(super) fn set(&mut self, key: &Key, value: T) {
        *self.place(key) = Some((*key, value));
    }
}

/// What was kept.
#[derive(Debug)]
pub(super) struct Memo {
    text: String,
    /// For each kind of slot, by number.
    slots: [Vec<Kept>; 5],
    /// Attributes of operations: those in front of the regions, and those behind.
    lasts: Lasts<[Kept; 2]>,
    /// Whether types are those of functions, by number.
    functions: Vec<Option<bool>>,
}

impl Memo {
    pub(super) fn new(module: &Module<'_>) -> Self {
        let (attributes, names) = (module.attributes.len(), module.op_names.len());
        let each = [attributes, attributes, attributes, module.types.len(), names];
        Memo {
            text: String::new(),
            slots: each.map(|count| vec![NOTHING; count]),
            lasts: Lasts::new(module),
            functions: vec![None; module.types.len()],
        }
    }

    /// Nothing is kept: for an entry that is printed once.
    pub(super) fn none() -> Self {
        let lasts = Lasts(vec![None; MIN_PLACES]);
        Memo { text: String::new(), slots: Default::default(), lasts, functions: Vec::new() }
    }

    fn slot(&mut self, slot: Slot) -> Option<&mut Kept> {
        let (kind, index) = match slot {
            Slot::Attribute(id) => (0, id.0),
            Slot::Bare(id) => (1, id.0),
            Slot::Location(id) => (2, id.0),
            Slot::Type(id) => (3, id.0),
            Slot::Name(id) => (4, id.0),
        };
        self.slots[kind].get_mut(index as usize)
    }

    /// The text of a slot.
    #[inline]
    pub(super) fn get(&mut self, slot: Slot) -> Option<&str> {
        let kept = *self.slot(slot)?;
        self.at(kept)
    }

    #[inline]
    fn at(&self, Kept { start, len }: Kept) -> Option<&str> {
        self.text.get(start as usize..start as usize + len as usize)
    }

    /// Keeps the text of a slot.
    pub(super) fn keep(&mut self, slot: Slot, text: &str) {
        let kept = self.kept(text);
        if let Some(there) = self.slot(slot) {
            *there = kept;
        }
    }

    fn kept(&mut self, text: &str) -> Kept {
        if text.len() > MAX_KEPT || self.text.len() + text.len() > MAX_ALL {
            return NOTHING;
        }
        let kept = Kept { start: self.text.len() as u32, len: text.len() as u32 };
        self.text.push_str(text);
        kept
    }

    /// Whether a type is that of a function, which is asked once.
    pub(super) fn is_function(&mut self, id: TypeId, ask: impl FnOnce() -> bool) -> bool {
        match self.functions.get_mut(id.0 as usize) {
            Some(known) => *known.get_or_insert_with(ask),
            None => ask(),
        }
    }

    /// The text of attributes of an operation: those in front of the regions, or `behind` them.
    pub(super) fn attributes(&mut self, key: &Key, behind: bool) -> Option<&str> {
        let texts = self.lasts.get(key)?;
        self.at(texts[usize::from(behind)])
    }

    /// Keeps the text of attributes of an operation.
    pub(super) fn keep_attributes(&mut self, key: &Key, behind: bool, text: &str) {
        let kept = self.kept(text);
        let mut texts = self.lasts.get(key).unwrap_or([NOTHING; 2]);
        texts[usize::from(behind)] = kept;
        self.lasts.set(key, texts);
    }
}
