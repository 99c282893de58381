//! Texts as tags of variants: each is a number.

use crate::Plan;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// The highest bits of the number of a text of more than eight bytes. No text in UTF-8 begins with their bytes.
const LONG: u64 = 0xfffe << 48;

/// The number of a text, or of bytes, as a tag. Up to eight bytes are a number with the first byte highest. For more bytes, it is a
/// hash (FNV-1a, folded to 48 bits) below the bytes `ff fe`.
#[must_use]
pub fn tag_of(bytes: &[u8]) -> u64 {
    if bytes.len() <= 8 {
        return bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
    }
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    });
    LONG | (hash ^ hash >> 48) & !LONG
}

impl Plan {
    /// The number of bytes as a tag, see [`tag_of`]; [`Plan::NOWHERE`] for more than eight bytes that are no tag of a variant.
    #[must_use]
    pub fn tag_of(&self, bytes: &[u8]) -> u64 {
        let is_tag = || self.tags.iter().any(|tag| self.name(*tag).as_bytes() == bytes);
        if bytes.len() <= 8 || is_tag() { tag_of(bytes) } else { Plan::NOWHERE }
    }

    /// The bytes of which a number is the tag; none for the number of unknown bytes.
    #[must_use]
    pub fn tag_bytes(&self, tag: u64) -> Option<Cow<'_, [u8]>> {
        if tag & LONG == LONG {
            let mut tags = self.tags.iter().map(|tag| self.name(*tag).as_bytes());
            let found = tags.find(|bytes| tag_of(bytes) == tag);
            if found.is_some() || tag == Plan::NOWHERE {
                return found.map(Cow::Borrowed);
            }
        }
        let bytes = tag.to_be_bytes().into_iter().skip_while(|byte| *byte == 0);
        Some(Cow::Owned(bytes.collect::<Vec<u8>>()))
    }
}
