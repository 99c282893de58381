//! Texts and bytes as tags of variants: each is a number.

use crate::{Expr, ExprId, ItemId, Plan, Run, Shape};
use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The highest bits of the number of a text of more than eight bytes. No text in UTF-8 begins with their bytes.
const LONG: u64 = 0xfffe << 48;

/// The most items and shapes between a union and the text that is its tag.
const MAX_DEPTH: u32 = 64;

/// Whether bytes as a tag are a number of all of them: at most eight. Bytes with a zero first would be the number of the others, and
/// eight bytes can begin like the number of a long text.
#[must_use]
pub fn is_short_tag(bytes: &[u8]) -> bool {
    let is_like_long = bytes.len() == size_of::<u64>() && bytes.starts_with(&[0xff, 0xfe]);
    bytes.len() <= size_of::<u64>() && bytes.first() != Some(&0) && !is_like_long
}

/// The number of a text, or of bytes, as a tag. A short one is a number with the first byte highest. For other bytes, it is a hash
/// (FNV-1a, folded to 48 bits) below the bytes `ff fe`.
#[must_use]
pub fn tag_of(bytes: &[u8]) -> u64 {
    if is_short_tag(bytes) {
        return bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
    }
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    });
    LONG | (hash ^ hash >> 48) & !LONG
}

/// The number of bytes as a tag, see [`tag_of`]; [`Plan::NOWHERE`] for bytes that are neither short nor one of the long `tags`.
#[must_use]
pub fn tag_among<'t>(bytes: &[u8], tags: impl IntoIterator<Item = &'t [u8]>) -> u64 {
    let is_tag = || tags.into_iter().any(|tag| tag == bytes);
    if is_short_tag(bytes) || is_tag() { tag_of(bytes) } else { Plan::NOWHERE }
}

/// The bytes of the number of at most eight bytes as a tag.
#[must_use]
pub fn short_tag(number: u64) -> Vec<u8> {
    number.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect()
}

impl Plan {
    /// The number of bytes as a tag of a variant, see [`tag_among`].
    #[must_use]
    pub fn tag_of(&self, bytes: &[u8]) -> u64 {
        tag_among(bytes, self.tags.iter().map(|tag| tag.of(&self.bytes)))
    }

    /// The bytes of which a number is the tag; none for the number of unknown bytes.
    #[must_use]
    pub fn tag_bytes(&self, tag: u64) -> Option<Cow<'_, [u8]>> {
        if tag & LONG == LONG {
            let mut tags = self.tags.iter().map(|tag| tag.of(&self.bytes));
            let found = tags.find(|bytes| tag_of(bytes) == tag);
            if found.is_some() || tag == Plan::NOWHERE {
                return found.map(Cow::Borrowed);
            }
        }
        Some(Cow::Owned(short_tag(tag)))
    }

    /// The text of a tag, in quotes.
    #[must_use]
    pub fn tag_text(&self, tag: u64) -> String {
        match self.tag_bytes(tag) {
            Some(bytes) => format!("\"{}\"", bytes.escape_ascii()),
            None => "another text".to_owned(),
        }
    }

    /// Whether the tags of a choice with these cases are texts.
    #[must_use]
    pub fn has_text_tags(&self, of: Run) -> bool {
        let is_text = |(at, shape): (usize, &Shape)| match *shape {
            Shape::Choice { tag, cases, .. } if cases == of => {
                self.is_text_tag(None, tag, 0) || self.has_text_field(at, tag)
            }
            _ => false,
        };
        self.shapes.iter().enumerate().any(is_text)
    }

    /// The step of an item whose bytes are a tag, also behind numbers that are computed as it; none if no step has them.
    #[must_use]
    pub fn step_of_tag(&self, item: ItemId, tag: ExprId) -> Option<u32> {
        let mut tag = tag;
        loop {
            let step = match *self.exprs.get(tag.index())? {
                Expr::Big(step) => return Some(step),
                Expr::Field(step) => self.steps_of(item).get(usize::try_from(step).ok()?)?,
                _ => return None,
            };
            match *self.shapes.get(step.shape.index())? {
                Shape::Computed { value, .. } => tag = value,
                _ => return None,
            }
        }
    }

    /// Whether a field of an item with the choice at a position gives the tag that bytes are.
    fn has_text_field(&self, choice: usize, tag: ExprId) -> bool {
        let Some(Expr::Field(_)) = self.exprs.get(tag.index()) else { return false };
        let items = (0..self.items.len() as u32).map(ItemId);
        let mut with_text = items.filter(|item| self.is_text_tag(Some(*item), tag, 0));
        with_text.any(|item| {
            let mut steps = self.steps_of(item).iter();
            steps.any(|step| self.contains(step.shape.index(), choice, 0))
        })
    }

    /// Whether a shape is another one, or one around it.
    fn contains(&self, shape: usize, inner: usize, depth: u32) -> bool {
        let Some(of) = self.shapes.get(shape) else { return false };
        let mut parts = of.shapes();
        shape == inner
            || depth < MAX_DEPTH && parts.any(|part| self.contains(part.index(), inner, depth + 1))
    }

    /// Whether an expression gives the tag that bytes are. `item` has the expression, if it is known, and `depth` is the number of
    /// steps between.
    fn is_text_tag(&self, item: Option<ItemId>, tag: ExprId, depth: u32) -> bool {
        let (item, step) = match self.exprs.get(tag.index()) {
            Some(Expr::Big(_)) => return true,
            Some(&(Expr::Inner(_, item, step) | Expr::Around(item, step))) => (item, step),
            Some(&Expr::Field(step)) if let Some(item) = item => (item, step),
            _ => return false,
        };
        let step = self.steps_of(item).get(step as usize);
        let value = step.and_then(|step| match self.shapes.get(step.shape.index()) {
            Some(Shape::Computed { value, .. }) => Some(*value),
            _ => step.role.computed(),
        });
        // A broken plan can have a circle of items.
        let is_text = |value| self.is_text_tag(Some(item), value, depth + 1);
        depth < MAX_DEPTH && value.is_some_and(is_text)
    }
}
