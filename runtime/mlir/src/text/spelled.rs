//! Types that are one word.

use super::super::generated::{BuiltinType, view};
use bytespec_core::reflect::{IndexNames, Text};

/// Types without fields, which the schema spells.
const WORDS: &[(BuiltinType, view::BuiltinType<'static>)] = {
    macro_rules! words {
        ($($name:ident)*) => {
            &[$((BuiltinType::$name, view::BuiltinType::$name)),*]
        };
    }
    words! {
        IndexType NoneType TokenType BFloat16Type Float16Type Float32Type Float64Type Float80Type Float128Type
        FloatTF32Type Float8E5M2Type Float8E4M3Type Float8E4M3FNType Float8E5M2FNUZType Float8E4M3FNUZType
        Float8E4M3B11FNUZType Float8E3M4Type Float4E2M1FNType Float6E2M3FNType Float6E3M2FNType Float8E8M0FNUType
    }
};

/// The type for a word.
pub(super) fn ty(word: &str) -> Option<BuiltinType> {
    let mut spelling = String::new();
    let found = WORDS.iter().find(|(_, view)| {
        spelling.clear();
        view.text(&mut spelling, &IndexNames).is_ok() && spelling == word
    });
    found.map(|(ty, _)| ty.clone())
}
