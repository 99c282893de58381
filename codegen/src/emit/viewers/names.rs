//! Names that are valid in both languages.

use heck::ToSnakeCase as _;
use std::collections::BTreeSet;

/// Words that are not valid as names in the language of a viewer, or in a language that descriptions are compiled to.
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

/// A text converted to a name: lower-case letters, digits and underscores, beginning with a letter.
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

/// The names used in one scope, each of them once.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeSet<String>);

impl Names {
    /// A scope in which these names are used already.
    pub(super) fn with<'n>(names: impl Iterator<Item = &'n String>) -> Self {
        Names(names.cloned().collect())
    }

    /// An unused name derived from a text.
    pub(super) fn give(&mut self, text: &str) -> String {
        let plain = plain(text);
        let more = (2_u64..).map(|number| format!("{plain}_{number}"));
        let mut names = std::iter::once(plain.clone()).chain(more);
        let name = names.find(|name| !self.0.contains(name)).unwrap_or_default();
        self.0.insert(name.clone());
        name
    }
}
