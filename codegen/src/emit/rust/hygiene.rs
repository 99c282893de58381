//! Separates names of a schema from names that generated code uses itself.
//!
//! A record can be named `Value` or `Option`. While the code is assembled, such a name has a mark if it means the item of the
//! schema. At the end, the names that the code uses itself become full paths, and the marks are removed.

use crate::model::Model;
use crate::rust_name;
use proc_macro2::{Group, Ident, Spacing, TokenStream, TokenTree};
use quote::quote;
use std::collections::HashSet;
use std::sync::LazyLock;

const MARK: &str = "__of_schema";

/// Names of the standard library.
const STANDARD: &[(&str, &str)] = &[
    ("Box", "::std::boxed::Box"),
    ("Clone", "::core::clone::Clone"),
    ("Copy", "::core::marker::Copy"),
    ("Debug", "::core::fmt::Debug"),
    ("Default", "::core::default::Default"),
    ("Eq", "::core::cmp::Eq"),
    ("Err", "::core::result::Result::Err"),
    ("Fn", "::core::ops::Fn"),
    ("FnMut", "::core::ops::FnMut"),
    ("FnOnce", "::core::ops::FnOnce"),
    ("From", "::core::convert::From"),
    ("Hash", "::core::hash::Hash"),
    ("Into", "::core::convert::Into"),
    ("IntoIterator", "::core::iter::IntoIterator"),
    ("Iterator", "::core::iter::Iterator"),
    ("None", "::core::option::Option::None"),
    ("Ok", "::core::result::Result::Ok"),
    ("Option", "::core::option::Option"),
    ("Ord", "::core::cmp::Ord"),
    ("PartialEq", "::core::cmp::PartialEq"),
    ("PartialOrd", "::core::cmp::PartialOrd"),
    ("Some", "::core::option::Option::Some"),
    ("String", "::std::string::String"),
    ("Vec", "::std::vec::Vec"),
];

/// Names of the runtime, below its root.
const RUNTIME: &[(&str, &str)] = &[
    ("Cursor", "wire::Cursor"),
    ("Decode", "wire::Decode"),
    ("Error", "error::Error"),
    ("ErrorKind", "error::ErrorKind"),
    ("FieldValue", "reflect::FieldValue"),
    ("List", "wire::List"),
    ("OffsetTable", "wire::OffsetTable"),
    ("Reflect", "reflect::Reflect"),
    ("RegionId", "values::RegionId"),
    ("Result", "error::Result"),
    ("TableBuilder", "wire::TableBuilder"),
    ("ThinVec", "small::ThinVec"),
    ("Typed", "values::Typed"),
    ("TypedValues", "values::TypedValues"),
    ("Value", "values::Value"),
    ("ValueList", "small::ValueList"),
    ("Values", "values::Values"),
    ("Writer", "wire::Writer"),
];

fn is_known(name: &str) -> bool {
    static KNOWN: LazyLock<HashSet<&str>> =
        LazyLock::new(|| STANDARD.iter().chain(RUNTIME).map(|(known, _)| *known).collect());
    KNOWN.contains(name)
}

/// A name of the schema, with a mark if generated code uses the name, too.
pub(super) fn marked(name: String) -> String {
    if is_known(&name) { name + MARK } else { name }
}

/// A name without its mark.
pub(super) fn without_mark(name: &str) -> String {
    name.replace(MARK, "")
}

/// The code without marks.
pub(super) fn unmarked(tokens: TokenStream) -> TokenStream {
    let resolver = Resolver { own: HashSet::new(), runtime: &TokenStream::new() };
    resolver.resolve(tokens)
}

/// The code of a whole format with unambiguous names.
pub(super) fn resolved(model: &Model, runtime: &TokenStream, tokens: TokenStream) -> TokenStream {
    let resolver = Resolver { own: own(model), runtime };
    resolver.resolve(tokens)
}

/// Names of types and operations of the schema that generated code uses, too.
pub(super) fn own(model: &Model) -> HashSet<String> {
    let enums = model.enums.iter().map(|item| &item.docs);
    let records = model.records.iter().map(|item| &item.docs);
    let unions = model.unions.iter().map(|item| &item.docs);
    let ops = model.ops.iter().map(|item| &item.docs);
    let run_records = model.run_records.iter().map(|item| &item.docs);
    let run_unions = model.run_unions.iter().map(|item| &item.docs);
    let docs = enums.chain(records).chain(unions).chain(ops).chain(run_records).chain(run_unions);
    let tables = model.tables.iter().map(|table| rust_name::index_type(&table.name));
    let own = docs.map(|docs| rust_name::camel(&docs.name)).chain(tables);
    own.filter(|name| is_known(name)).collect()
}

struct Resolver<'r> {
    /// Names of types and operations of the schema that generated code uses, too.
    own: HashSet<String>,
    runtime: &'r TokenStream,
}

impl Resolver<'_> {
    fn resolve(&self, tokens: TokenStream) -> TokenStream {
        let mut out: Vec<TokenTree> = Vec::new();
        let mut importing = false;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    importing |= name == "use";
                    out.extend(self.ident(ident, &name, &out, importing));
                }
                TokenTree::Group(group) => {
                    let inner = if importing {
                        self.import(group.stream())
                    } else {
                        self.resolve(group.stream())
                    };
                    let mut resolved = Group::new(group.delimiter(), inner);
                    resolved.set_span(group.span());
                    out.push(TokenTree::Group(resolved));
                }
                TokenTree::Punct(punct) => {
                    importing &= punct.as_char() != ';';
                    out.push(TokenTree::Punct(punct));
                }
                token => out.push(token),
            }
        }
        out.into_iter().collect()
    }

    fn ident(
        &self,
        ident: Ident,
        name: &str,
        before: &[TokenTree],
        importing: bool,
    ) -> TokenStream {
        let first = !follows_path(before);
        if name.contains(MARK) {
            return bare(&ident);
        }
        if !self.own.contains(name) {
            return quote!(#ident);
        }
        if importing {
            return quote!(#ident as _);
        }
        match self.path(name) {
            // The name declares a type of a trait, or refers to a member.
            Some(path) if first && !last_is(before, "type") => path,
            _ => quote!(#ident),
        }
    }

    /// An import keeps its name only if the schema does not use it.
    fn import(&self, tokens: TokenStream) -> TokenStream {
        let names = tokens.into_iter().map(|token| match token {
            TokenTree::Ident(ident) if self.own.contains(&ident.to_string()) => {
                quote!(#ident as _)
            }
            TokenTree::Ident(ident) => bare(&ident),
            token => quote!(#token),
        });
        names.collect()
    }

    fn path(&self, name: &str) -> Option<TokenStream> {
        let find = |list: &[(&str, &str)]| {
            let (_, path) = list.iter().find(|(known, _)| *known == name)?;
            path.parse::<TokenStream>().ok()
        };
        let runtime = self.runtime;
        find(STANDARD).or_else(|| find(RUNTIME).map(|path| quote!(#runtime::#path)))
    }
}

/// A name without its mark.
fn bare(ident: &Ident) -> TokenStream {
    let name = ident.to_string();
    match name.contains(MARK) {
        true => {
            let bare = Ident::new(&name.replace(MARK, ""), ident.span());
            quote!(#bare)
        }
        false => quote!(#ident),
    }
}

/// Whether the next token is a part of a path, or of a value.
fn follows_path(before: &[TokenTree]) -> bool {
    match before {
        [.., TokenTree::Punct(a), TokenTree::Punct(b)] if b.as_char() == ':' => {
            a.as_char() == ':' && a.spacing() == Spacing::Joint
        }
        [.., TokenTree::Punct(dot)] => {
            let range = matches!(before, [.., TokenTree::Punct(a), _] if a.as_char() == '.');
            dot.as_char() == '.' && !range
        }
        _ => false,
    }
}

fn last_is(before: &[TokenTree], word: &str) -> bool {
    matches!(before.last(), Some(TokenTree::Ident(ident)) if ident == word)
}
