//! The output of the macros for the items in `tests/models` is stored in `tests/expand`, where the test `expand` compiles
//! it. `BLESS=1 cargo test -p bytespec-derive --lib` updates it.

use std::path::Path;

use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{Attribute, DeriveInput, Fields, Item, Token};

use crate::expand::by_name;

/// Removes the macros of this crate from the attributes. Returns their names.
pub(crate) fn strip(attributes: &mut Vec<Attribute>) -> Vec<String> {
    let mut ours = Vec::new();
    attributes.retain(|attribute| !attribute.path().is_ident("bytecode"));
    for attribute in attributes.iter_mut().filter(|a| a.path().is_ident("derive")) {
        let paths = attribute
            .parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated)
            .expect("a list of macros");
        let is_ours = |path: &&syn::Path| {
            let name = path.segments.last().map(|segment| segment.ident.to_string());
            name.is_some_and(|name| name.starts_with("Bytecode"))
                || ["Dialect", "OpProperties", "Operation"].iter().any(|name| path.is_ident(name))
        };
        ours.extend(paths.iter().filter(is_ours).map(|path| path.to_token_stream().to_string()));
        let others: Vec<_> = paths.iter().filter(|path| !is_ours(path)).collect();
        *attribute = syn::parse_quote!(#[derive(#(#others),*)]);
    }
    ours
}

fn strip_fields(fields: &mut Fields) {
    fields.iter_mut().for_each(|field| drop(strip(&mut field.attrs)));
}

/// The items of a file with the output of the macros.
fn expanded(source: &str) -> String {
    let mut file = syn::parse_file(source).expect("a file of Rust");
    let mut items = Vec::new();
    for mut item in std::mem::take(&mut file.items) {
        let input = item.to_token_stream();
        let ours = match &mut item {
            Item::Struct(item) => {
                strip_fields(&mut item.fields);
                strip(&mut item.attrs)
            }
            Item::Enum(item) => {
                for variant in &mut item.variants {
                    strip_fields(&mut variant.fields);
                    strip(&mut variant.attrs);
                }
                strip(&mut item.attrs)
            }
            _ => Vec::new(),
        };
        items.push(item);
        for name in ours {
            let input: DeriveInput = syn::parse2(input.clone()).expect("an item");
            let made = by_name(&name, &input).expect("one of ours");
            let made: syn::File = syn::parse2(quote!(#made)).expect("items");
            items.extend(made.items);
        }
    }
    file.items = items;
    prettyplease::unparse(&file)
}

#[test]
fn expansions_are_of_today() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut old = Vec::new();
    for name in ["log.rs", "motor.rs", "quant.rs"] {
        let source = std::fs::read_to_string(tests.join("models").join(name)).expect("a model");
        let path = tests.join("expand").join(name);
        let text = expanded(&source);
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &text).expect("a place to write to");
        }
        if std::fs::read_to_string(&path).unwrap_or_default() != text {
            old.push(path);
        }
    }
    assert!(old.is_empty(), "old: run with BLESS=1: {old:?}");
}
