//! Finds names that generated code declares twice in one scope. It reads the tokens, so that the source of the names does not
//! matter.

use super::hygiene;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The namespace in which items with the same name conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Space {
    Types,
    Values,
    Fields,
    Methods,
}

/// The names that are declared more than once, in order. Imports of names in `own` become nameless when all names are resolved.
pub(super) fn twice(tokens: TokenStream, own: &HashSet<String>) -> BTreeSet<String> {
    let mut found =
        Declared { own, scopes: HashMap::new(), seen: HashSet::new(), twice: BTreeSet::new() };
    found.module(&tokens.into_iter().collect::<Vec<_>>(), 0);
    found.twice
}

struct Declared<'o> {
    own: &'o HashSet<String>,
    /// The numbers of scopes, by the number of the outer scope (0 for the outermost) and the name.
    scopes: HashMap<(usize, String), usize>,
    seen: HashSet<(usize, Space, String)>,
    twice: BTreeSet<String>,
}

impl Declared<'_> {
    /// Whether the name is the first of its kind in the scope.
    fn declare(&mut self, scope: usize, space: Space, name: &str) -> bool {
        let name = hygiene::without_mark(name);
        let first = name == "_" || self.seen.insert((scope, space, name.clone()));
        if !first {
            self.twice.insert(name.trim_start_matches("r#").to_owned());
        }
        first
    }

    /// The scope with a name in another scope.
    fn inner(&mut self, scope: usize, name: &str) -> usize {
        let next = self.scopes.len() + 1;
        *self.scopes.entry((scope, name.to_owned())).or_insert(next)
    }

    /// The items of a module.
    fn module(&mut self, tokens: &[TokenTree], scope: usize) {
        self.items(tokens, scope, Space::Values);
    }

    /// Declares items; functions and constants go into the namespace `values`.
    fn items(&mut self, tokens: &[TokenTree], scope: usize, values: Space) {
        let mut rest = tokens;
        let mut conditional = false;
        while let [first, tail @ ..] = rest {
            rest = tail;
            match first {
                TokenTree::Punct(hash) if hash.as_char() == '#' => {
                    if let [TokenTree::Group(attribute), tail @ ..] = rest {
                        let mut words = attribute.stream().into_iter();
                        conditional |= words.next().is_some_and(|word| is_word(&word, "cfg"));
                        rest = tail;
                    }
                }
                TokenTree::Ident(word) => {
                    let word = word.to_string();
                    rest = self.item(&word, rest, (scope, values), conditional);
                    conditional &= matches!(word.as_str(), "pub" | "unsafe" | "const" | "async");
                }
                _ => {}
            }
        }
    }

    /// Declares an item that begins with a word. Returns the tokens after it.
    fn item<'t>(
        &mut self,
        word: &str,
        rest: &'t [TokenTree],
        (scope, values): (usize, Space),
        conditional: bool,
    ) -> &'t [TokenTree] {
        let name = rest.first().and_then(ident);
        match (word, name) {
            ("pub", _) => match rest {
                [TokenTree::Group(_), rest @ ..] => rest,
                rest => rest,
            },
            ("const", Some(next)) if next == "fn" => rest,
            // Items that only some builds have may occur twice.
            ("mod" | "struct" | "enum" | "trait" | "type" | "const" | "static" | "fn", _)
                if conditional =>
            {
                after_item(rest)
            }
            ("mod", Some(name)) => {
                self.declare(scope, Space::Types, &name);
                if let Some(body) = body(rest) {
                    let inner = self.inner(scope, &name);
                    self.module(&body, inner);
                }
                after_item(rest)
            }
            ("struct" | "enum" | "trait" | "type", Some(name)) => {
                self.declare(scope, Space::Types, &name);
                let inner = self.inner(scope, &name);
                match (word, body(rest)) {
                    ("struct", Some(body)) => self.members(&body, inner, true),
                    ("enum", Some(body)) => self.members(&body, inner, false),
                    ("trait", Some(body)) => self.items(&body, inner, Space::Methods),
                    _ => {}
                }
                after_item(rest)
            }
            ("const" | "static", Some(name)) => {
                self.declare(scope, values, &name);
                after_statement(rest)
            }
            ("fn", Some(name)) => {
                let first = self.declare(scope, values, &name);
                let parameters = rest.iter().find_map(|token| group(token, Delimiter::Parenthesis));
                if let Some(parameters) = parameters.filter(|_| first) {
                    let inner = self.inner(scope, &format!("{name}()"));
                    self.members(&parameters, inner, true);
                }
                after_item(rest)
            }
            ("impl", _) => {
                if let (Some(of), Some(body)) = (inherent(rest), body(rest)) {
                    let inner = of.split("::").fold(scope, |scope, name| self.inner(scope, name));
                    self.items(&body, inner, Space::Methods);
                }
                after_item(rest)
            }
            ("use", _) => {
                let end = rest.iter().position(|token| is_punct(token, ';'));
                let (path, rest) = rest.split_at(end.unwrap_or(rest.len()));
                self.imports(path, scope);
                rest
            }
            _ => rest,
        }
    }

    /// Declares the names that a `use` imports.
    fn imports(&mut self, path: &[TokenTree], scope: usize) {
        if let Some(names) = path.last().and_then(|token| group(token, Delimiter::Brace)) {
            for name in parts(&names) {
                self.imports(name, scope);
            }
        } else if let Some(name) = path.last().and_then(ident)
            && name != "self"
            && !self.own.contains(&name)
        {
            self.declare(scope, Space::Types, &name);
        }
    }

    /// Declares fields and parameters (`name: type`), or variants (`name`, with content).
    fn members(&mut self, tokens: &[TokenTree], scope: usize, typed: bool) {
        for part in parts(tokens) {
            let mut rest = part;
            loop {
                rest = match rest {
                    [TokenTree::Punct(hash), _, rest @ ..] if hash.as_char() == '#' => rest,
                    [word, TokenTree::Group(of), rest @ ..]
                        if is_word(word, "pub") && of.delimiter() == Delimiter::Parenthesis =>
                    {
                        rest
                    }
                    [word, rest @ ..] if is_word(word, "pub") || is_word(word, "mut") => rest,
                    _ => break,
                };
            }
            match rest {
                [name, colon, ..] if typed && is_punct(colon, ':') => {
                    if let Some(name) = ident(name) {
                        self.declare(scope, Space::Fields, &name);
                    }
                }
                [name, holds @ ..] if !typed => {
                    let Some(name) = ident(name) else { continue };
                    self.declare(scope, Space::Types, &name);
                    if let Some(fields) =
                        holds.first().and_then(|token| group(token, Delimiter::Brace))
                    {
                        let inner = self.inner(scope, &name);
                        self.members(&fields, inner, true);
                    }
                }
                _ => {}
            }
        }
    }
}

fn ident(token: &TokenTree) -> Option<String> {
    match token {
        TokenTree::Ident(ident) => Some(ident.to_string()),
        _ => None,
    }
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

fn is_punct(token: &TokenTree, c: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == c)
}

fn group(token: &TokenTree, delimiter: Delimiter) -> Option<Vec<TokenTree>> {
    match token {
        TokenTree::Group(group) if group.delimiter() == delimiter => {
            Some(group.stream().into_iter().collect())
        }
        _ => None,
    }
}

/// The position of the end of an item: its body, or its semicolon.
fn end_of(rest: &[TokenTree]) -> Option<usize> {
    rest.iter().position(|token| {
        is_punct(token, ';')
            || matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
    })
}

/// The body of an item, if it has one.
fn body(rest: &[TokenTree]) -> Option<Vec<TokenTree>> {
    group(&rest[end_of(rest)?], Delimiter::Brace)
}

/// The tokens after the body or the semicolon of an item.
fn after_item(rest: &[TokenTree]) -> &[TokenTree] {
    end_of(rest).map_or(&[], |end| &rest[end + 1..])
}

fn after_statement(rest: &[TokenTree]) -> &[TokenTree] {
    let end = rest.iter().position(|token| is_punct(token, ';'));
    end.map_or(&[], |end| &rest[end + 1..])
}

/// The parts between commas, except commas in angle brackets.
fn parts(tokens: &[TokenTree]) -> Vec<&[TokenTree]> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    for (at, token) in tokens.iter().enumerate() {
        let arrow = at > 0 && (is_punct(&tokens[at - 1], '-') || is_punct(&tokens[at - 1], '='));
        if is_punct(token, '<') {
            depth += 1;
        } else if is_punct(token, '>') && !arrow {
            depth -= 1;
        } else if is_punct(token, ',') && depth == 0 {
            parts.push(&tokens[start..at]);
            start = at + 1;
        }
    }
    parts.push(&tokens[start..]);
    parts
}

/// The type of an `impl` without a trait.
fn inherent(rest: &[TokenTree]) -> Option<String> {
    let end = end_of(rest);
    let mut depth = 0;
    let mut path = String::new();
    for (at, token) in rest[..end?].iter().enumerate() {
        let arrow = at > 0 && is_punct(&rest[at - 1], '-');
        if is_punct(token, '<') {
            depth += 1;
        } else if is_punct(token, '>') && !arrow {
            depth -= 1;
        } else if depth == 0 {
            if is_word(token, "for") {
                return None;
            }
            if is_word(token, "where") {
                break;
            }
            path.push_str(&token.to_string());
        }
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;
    use quote::quote;
    use std::collections::{BTreeSet, HashSet};

    fn twice(tokens: TokenStream) -> BTreeSet<String> {
        super::twice(tokens, &HashSet::new())
    }

    #[test]
    fn every_scope_has_its_own_names() {
        let tokens = quote! {
            use a::{b::C, D as _, self};
            #[derive(Clone)]
            pub struct A<'a> { pub a: u8, #[doc = "x"] pub(crate) b: Map<u8, &'a [u8]>, c: fn(u8) -> u8 }
            pub struct B(pub u8);
            enum E { A { a: u8, b: u8 }, B(u8, u8), C = 3 }
            impl<'a> A<'a> { const N: u8 = 1; pub const fn f(&self, a: u8, mut b: u8) -> u8 { 1 } }
            impl<'a> Trait<'a> for A<'a> { fn f() {} }
            impl E { fn f() {} }
            fn f() { struct A; }
            const A: u8 = { 3 };
            mod inner { use super::*; struct A; fn f<T: Fn(u8, u8) -> u8>(a: T, b: T) {} }
            #[cfg(test)]
            mod inner {}
        };
        assert!(twice(tokens).is_empty());
    }

    #[test]
    fn duplicates_are_found() {
        for (tokens, name) in [
            (quote! { struct A; enum A {} }, "A"),
            (quote! { use a::{A, B}; pub struct A(u8); }, "A"),
            (quote! { struct A { a: Vec<u8, u8>, a: u8 } }, "a"),
            (quote! { enum A { B, C { d: u8 }, B(u8) } }, "B"),
            (quote! { enum A { C { d: u8, d: u8 } } }, "d"),
            (quote! { const A: u8 = 1; static A: u8 = 2; }, "A"),
            (quote! { impl A { fn f() {} } impl<'a> A { const fn f() {} } }, "f"),
            (quote! { impl A<'_> { fn f(a: u8, r#fn: u8, r#fn: u8) {} } }, "fn"),
            (quote! { mod a { trait T { fn f(); fn f(); } } }, "f"),
            (quote! { mod a {} mod a {} }, "a"),
        ] {
            let found = twice(tokens.clone());
            assert!(found.contains(name), "{tokens}: {found:?}");
        }
    }
}
