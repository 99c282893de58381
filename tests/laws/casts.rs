//! A schema is lowered without casts and without substitutes for missing values: a number that does not fit and a missing name
//! are findings, and never become another number or name.

use crate::sources::{read, root, rust_files, short};
use proc_macro2::{TokenStream, TokenTree};

/// Folders of `codegen` that process numbers of a schema.
const FOLDERS: &[&str] = &["plan", "model", "emit"];

/// Folders with output for people: a missing word is omitted there.
const FOR_PEOPLE: &[&str] = &["emit/docs", "emit/viewers"];

const INTEGERS: &[&str] =
    &["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];

/// The places in the folders where a pattern is found, by file and line.
fn found_in_all(seen: Seen, is_meant: impl Fn(&str) -> bool) -> Vec<String> {
    let (mut all, mut files) = (Vec::new(), 0);
    for folder in FOLDERS {
        for path in rust_files(&root().join("codegen/src").join(folder)) {
            let name = short(&path);
            let Ok(tokens) = read(&path).parse::<TokenStream>() else {
                panic!("{name} is no Rust");
            };
            files += 1;
            let mut found = Vec::new();
            find(tokens, seen, &mut found);
            all.extend(found.into_iter().map(|line| format!("{name}:{line}")));
        }
    }
    assert!(files > 50, "only {files} files were seen");
    all.retain(|place| is_meant(place));
    all
}

#[test]
fn numbers_of_a_schema_are_not_cast() {
    let casts = found_in_all(is_cast, |_| true);
    assert!(casts.is_empty(), "`try_from` says what does not fit:\n{}", casts.join("\n"));
}

#[test]
fn missing_values_of_a_schema_have_no_substitute() {
    let made_up =
        found_in_all(is_made_up, |place| !FOR_PEOPLE.iter().any(|folder| place.contains(folder)));
    assert!(made_up.is_empty(), "a finding says what is missing:\n{}", made_up.join("\n"));
}

/// Whether a pattern begins at a token.
type Seen = fn(&[TokenTree]) -> bool;

/// Whether a token is one of some words.
fn is_word(token: Option<&TokenTree>, words: &[&str]) -> bool {
    matches!(token, Some(TokenTree::Ident(ident)) if words.iter().any(|word| ident == word))
}

/// A cast to an integer.
fn is_cast(tokens: &[TokenTree]) -> bool {
    is_word(tokens.first(), &["as"]) && is_word(tokens.get(1), INTEGERS)
}

/// A substitute for a missing value: a default or a number.
fn is_made_up(tokens: &[TokenTree]) -> bool {
    let number = || match tokens.get(1) {
        Some(TokenTree::Group(group)) => {
            matches!(group.stream().into_iter().next(), Some(TokenTree::Literal(_)))
        }
        _ => false,
    };
    is_word(tokens.first(), &["unwrap_or_default"])
        || is_word(tokens.first(), &["unwrap_or"]) && number()
}

/// The lines with a pattern, except those in code that is generated.
fn find(tokens: TokenStream, seen: Seen, lines: &mut Vec<usize>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        if seen(&tokens[at..]) {
            lines.push(token.span().start().line);
        }
        match token {
            TokenTree::Group(_) if at >= 2 && is_word(tokens.get(at - 2), &["quote"]) => {}
            TokenTree::Group(group) => find(group.stream(), seen, lines),
            _ => {}
        }
    }
}

#[test]
fn a_cast_is_seen() {
    let code = "let a = f(b as u8); quote! { c as u8 }; d as Kind;\nlet e = [g as usize];";
    let mut lines = Vec::new();
    find(code.parse().expect("Rust"), is_cast, &mut lines);
    assert_eq!(lines.len(), 2);
}

#[test]
fn invented_defaults_are_found() {
    let code = "a.unwrap_or(0); b.unwrap_or(last); quote! { c.unwrap_or_default() };\nf(d.unwrap_or_default());";
    let mut lines = Vec::new();
    find(code.parse().expect("Rust"), is_made_up, &mut lines);
    assert_eq!(lines, [1, 2]);
}
