//! Names that both languages take.

use heck::ToSnakeCase as _;
use std::collections::BTreeSet;

/// Words that are no names in a language that viewers have, or in one that their descriptions are compiled to.
const RESERVED: &[&str] = &[
    "addressof",
    "and",
    "as",
    "assert",
    "async",
    "auto",
    "await",
    "be",
    "bitfield",
    "bool",
    "break",
    "char",
    "class",
    "const",
    "continue",
    "def",
    "del",
    "double",
    "elif",
    "else",
    "end",
    "enum",
    "except",
    "false",
    "finally",
    "float",
    "fn",
    "for",
    "from",
    "global",
    "if",
    "import",
    "in",
    "is",
    "lambda",
    "le",
    "match",
    "namespace",
    "none",
    "nonlocal",
    "not",
    "null",
    "or",
    "out",
    "padding",
    "parent",
    "pass",
    "raise",
    "ref",
    "return",
    "sizeof",
    "str",
    "strz",
    "struct",
    "this",
    "true",
    "try",
    "typenameof",
    "union",
    "unsigned",
    "using",
    "while",
    "with",
    "yield",
];

/// A text as a name: small letters, digits and underscores, a letter first.
pub(super) fn plain(text: &str) -> String {
    let letters: String =
        text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' }).collect();
    let name = letters.to_snake_case();
    match name.starts_with(|c: char| c.is_ascii_lowercase()) {
        true if !RESERVED.contains(&&*name) => name,
        true => format!("{name}_"),
        false => format!("x{name}"),
    }
}

/// Names of one place, each once.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeSet<String>);

impl Names {
    /// These names are given already.
    pub(super) fn with<'n>(names: impl Iterator<Item = &'n String>) -> Self {
        Names(names.cloned().collect())
    }

    /// A name like this text that is not given yet.
    pub(super) fn give(&mut self, text: &str) -> String {
        let plain = plain(text);
        let more = (2_u64..).map(|number| format!("{plain}_{number}"));
        let mut names = std::iter::once(plain.clone()).chain(more);
        let name = names.find(|name| !self.0.contains(name)).unwrap_or_default();
        self.0.insert(name.clone());
        name
    }
}
