//! Functions and files are short.

use crate::sources::{read, root, rust_files, short};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Folders of the repository with sources.
const FOLDERS: &[&str] =
    &["cli", "codegen", "derive", "docs", "examples", "runtime", "schema", "tests"];

/// The most lines of a function, from the one with its name to its last brace.
const MAX_FUNCTION_LINES: usize = 80;

/// The most lines of a file.
const MAX_FILE_LINES: usize = 600;

/// Output of a generator or the compiler, which tests compare.
const STORED: &[&str] = &["derive/tests/expand", "derive/tests/schema", "derive/faults/tests/ui"];

#[test]
fn functions_and_files_are_short() {
    let (mut functions, mut files, mut long) = (0, 0, Vec::new());
    for path in FOLDERS.iter().flat_map(|folder| rust_files(&root().join(folder))) {
        if STORED.iter().any(|folder| path.starts_with(root().join(folder))) {
            continue;
        }
        files += 1;
        let (name, text) = (short(&path), read(&path));
        let lines = text.lines().count();
        if lines > MAX_FILE_LINES {
            long.push(format!("{name}: {lines} lines, of {MAX_FILE_LINES}"));
        }
        let Ok(tokens) = text.parse() else { panic!("{name} is no Rust") };
        let mut found = Vec::new();
        find(tokens, &mut found);
        functions += found.len();
        for Function { name: function, line, lines } in found {
            if lines > MAX_FUNCTION_LINES {
                long.push(format!(
                    "{name}:{line}: `{function}` has {lines} lines, of {MAX_FUNCTION_LINES}"
                ));
            }
        }
    }
    assert!(
        long.is_empty(),
        "what is longer has parts with names of their own:\n{}",
        long.join("\n")
    );
    assert!(files > 1000, "only {files} files were seen");
    assert!(functions > 5000, "only {functions} functions were seen");
}

/// A function with a body.
#[derive(Debug, PartialEq, Eq)]
struct Function {
    name: String,
    line: usize,
    lines: usize,
}

/// The functions of some code, including nested ones.
fn find(tokens: TokenStream, found: &mut Vec<Function>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(word) if word == "fn" => found.extend(function(&tokens[at..])),
            TokenTree::Group(group) => find(group.stream(), found),
            _ => {}
        }
    }
}

/// The function that begins at a token; none for the type of a function, or without a body.
fn function(tokens: &[TokenTree]) -> Option<Function> {
    let [first, TokenTree::Ident(name), rest @ ..] = tokens else { return None };
    let body = rest.iter().find_map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(Some(group)),
        TokenTree::Punct(mark) if mark.as_char() == ';' => Some(None),
        _ => None,
    })??;
    let (line, end) = (first.span().start().line, body.span_close().end().line);
    Some(Function { name: name.to_string(), line, lines: end - line + 1 })
}

#[test]
fn lengths_of_functions_are_seen() {
    let code = "trait T { fn none(&self); }\nfn outer(f: fn() -> u8)\nwhere u8: Copy {\n    fn inner() {}\n\n}\n";
    let mut found = Vec::new();
    find(code.parse().expect("Rust"), &mut found);
    let of = |name: &str, line, lines| Function { name: name.to_owned(), line, lines };
    assert_eq!(found, [of("outer", 2, 5), of("inner", 4, 1)]);
}
