//! Rust names from schema names, as tokens.

use crate::rust_name;
use proc_macro2::{Ident, Span};

/// An identifier; a keyword becomes a raw identifier.
pub(super) fn ident(name: &str) -> Ident {
    const KEYWORDS: &[&str] = &[
        "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do",
        "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in",
        "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
        "return", "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe",
        "unsized", "use", "virtual", "where", "while", "yield",
    ];
    // Words that cannot be raw identifiers.
    if matches!(name, "crate" | "self" | "super" | "Self") {
        plain(format!("{name}_"))
    } else if KEYWORDS.contains(&name) {
        Ident::new_raw(name, Span::call_site())
    } else {
        plain(name.to_owned())
    }
}

fn plain(name: String) -> Ident {
    Ident::new(&rust_name::valid(name), Span::call_site())
}

/// The name of a type or enum member.
///
/// A name in camel case is kept: the words of `Float8E5M2` cannot be determined.
pub(super) fn camel(name: &str) -> Ident {
    let camel = rust_name::camel(name);
    match camel.as_str() {
        "Self" => plain("Self_".to_owned()),
        _ => plain(super::hygiene::marked(camel)),
    }
}

/// The name of the index type of a table.
pub(super) fn index_type(table: &str) -> Ident {
    plain(super::hygiene::marked(rust_name::index_type(table)))
}

/// The name of a release.
pub(super) fn release(name: &str) -> Ident {
    plain(format!("R{}", name.replace(['.', '-'], "_")))
}

/// The name of a field or function.
pub(super) fn snake(name: &str) -> Ident {
    ident(&rust_name::snake(name))
}

/// The name of a function made of a prefix and a name.
pub(super) fn prefixed(prefix: &str, name: &str) -> Ident {
    ident(&format!("{prefix}{}", rust_name::snake(name)))
}

/// The name of a constant.
pub(super) fn shouty(name: &str) -> Ident {
    ident(&rust_name::shouty(name))
}

/// The local variable for a field.
pub(super) fn local(name: &str) -> Ident {
    plain(format!("f_{}", heck::ToSnakeCase::to_snake_case(name)))
}

/// The variant of `Version` for a version number.
pub(super) fn version(name: &str) -> Ident {
    plain(format!("V{}", name.replace(['.', '-'], "_")))
}
