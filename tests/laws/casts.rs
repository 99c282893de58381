//! What a schema says is lowered without a cast: a number that does not fit is a finding, and never another number.

use crate::sources::{read, root, rust_files, short};
use proc_macro2::{TokenStream, TokenTree};

/// Folders of `codegen` that numbers of a schema go through.
const FOLDERS: &[&str] = &["plan", "model", "emit"];

const INTEGERS: &[&str] =
    &["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];

#[test]
fn numbers_of_a_schema_are_not_cast() {
    let (mut casts, mut files) = (Vec::new(), 0);
    for folder in FOLDERS {
        for path in rust_files(&root().join("codegen/src").join(folder)) {
            let Ok(tokens) = read(&path).parse::<TokenStream>() else {
                panic!("{} is no Rust", short(&path));
            };
            files += 1;
            let mut found = Vec::new();
            find(tokens, &mut found);
            casts.extend(found.into_iter().map(|line| format!("{}:{line}", short(&path))));
        }
    }
    assert!(casts.is_empty(), "`try_from` says what does not fit:\n{}", casts.join("\n"));
    assert!(files > 50, "only {files} files were seen");
}

/// The lines of casts to integers, but for those in code that is generated.
fn find(tokens: TokenStream, lines: &mut Vec<usize>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is = |at: usize, words: &[&str]| match tokens.get(at) {
        Some(TokenTree::Ident(ident)) => words.iter().any(|word| ident == word),
        _ => false,
    };
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(ident) if ident == "as" && is(at + 1, INTEGERS) => {
                lines.push(ident.span().start().line);
            }
            TokenTree::Group(_) if at >= 2 && is(at - 2, &["quote"]) => {}
            TokenTree::Group(group) => find(group.stream(), lines),
            _ => {}
        }
    }
}

#[test]
fn a_cast_is_seen() {
    let code = "let a = f(b as u8); quote! { c as u8 }; d as Kind;\nlet e = [g as usize];";
    let mut lines = Vec::new();
    find(code.parse().expect("Rust"), &mut lines);
    assert_eq!(lines.len(), 2);
}
