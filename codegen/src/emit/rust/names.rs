//! Rust names from schema names.

use heck::{ToShoutySnakeCase, ToSnakeCase, ToUpperCamelCase};
use proc_macro2::{Ident, Span};

/// An identifier; a keyword becomes a raw one.
pub(super) fn ident(name: &str) -> Ident {
    const KEYWORDS: &[&str] = &[
        "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do",
        "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in",
        "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
        "return", "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe",
        "unsized", "use", "virtual", "where", "while", "yield",
    ];
    // Words that are no name even as raw ones.
    if matches!(name, "crate" | "self" | "super" | "Self") {
        Ident::new(&format!("{name}_"), Span::call_site())
    } else if KEYWORDS.contains(&name) {
        Ident::new_raw(name, Span::call_site())
    } else {
        Ident::new(name, Span::call_site())
    }
}

/// The name of a type or enum member.
///
/// A name in camel case stays as it is: `Float8E5M2` has its own ideas of words.
pub(super) fn camel(name: &str) -> Ident {
    let is_camel = name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric());
    let camel = if is_camel { name.to_owned() } else { name.to_upper_camel_case() };
    match camel.as_str() {
        "Self" => Ident::new("Self_", Span::call_site()),
        _ => Ident::new(&super::hygiene::marked(camel), Span::call_site()),
    }
}

/// The name of a release.
pub(super) fn release(name: &str) -> Ident {
    Ident::new(&format!("R{}", name.replace(['.', '-'], "_")), Span::call_site())
}

/// The name of a field or function.
pub(super) fn snake(name: &str) -> Ident {
    ident(&name.to_snake_case())
}

/// The name of a function made of a prefix and a name.
pub(super) fn prefixed(prefix: &str, name: &str) -> Ident {
    ident(&format!("{prefix}{}", name.to_snake_case()))
}

/// The name of a constant.
pub(super) fn shouty(name: &str) -> Ident {
    ident(&name.to_shouty_snake_case())
}

/// The local variable that holds a field while it is read.
pub(super) fn local(name: &str) -> Ident {
    Ident::new(&format!("f_{}", name.to_snake_case()), Span::call_site())
}

/// The variant of `Version` for a version number.
pub(super) fn version(name: &str) -> Ident {
    Ident::new(&format!("V{}", name.replace(['.', '-'], "_")), Span::call_site())
}
