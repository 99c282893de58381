//! The documentation of generated code describes the encoding of each value.

use crate::sources::root;
use bytespec_codegen::build::{generate, load};
use bytespec_codegen::emit::rust::Options;
use bytespec_codegen::model::{Field, FieldKind, Union};
use std::collections::HashMap;
use syn::visit::{self, Visit};

/// The documentation of items, with the lines of each item joined.
fn text(attributes: &[syn::Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        syn::Meta::NameValue(meta) if meta.path.is_ident("doc") => match &meta.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Only letters and digits count in a name: `addf` is `AddF`, and `type` is `r#type`.
fn plain(name: &str) -> String {
    let name = name.trim_start_matches("r#");
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.collect::<String>().to_ascii_lowercase()
}

/// The names of the fields that are members of the Rust type.
fn members(fields: &[Field]) -> Vec<String> {
    let hidden = |kind: &FieldKind| {
        matches!(kind, FieldKind::Flags(_) | FieldKind::Presence | FieldKind::Packed { .. })
    };
    let fields = fields.iter().filter(|field| !hidden(&field.kind));
    fields.map(|field| plain(&field.docs.name)).collect()
}

struct Found<'m> {
    unions: HashMap<String, &'m Union>,
    /// The members of records, sections and operations.
    structs: HashMap<String, Vec<String>>,
    variants: usize,
    fields: usize,
}

impl Found<'_> {
    fn check(&mut self, owner: &str, members: &[String], fields: &syn::Fields) {
        for field in fields {
            let name = field.ident.as_ref().map_or(String::new(), |name| plain(&name.to_string()));
            if members.contains(&name) {
                let text = text(&field.attrs);
                assert!(text.contains("\n Wire: `"), "{owner}.{name}: {text}");
                self.fields += 1;
            }
        }
    }
}

impl<'ast> Visit<'ast> for Found<'_> {
    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        let Some(union) = self.unions.get(&plain(&item.ident.to_string())).copied() else { return };
        for variant in &item.variants {
            let name = plain(&variant.ident.to_string());
            let mut known = union.variants.iter();
            let Some(known) = known.find(|known| plain(&known.docs.name) == name) else { continue };
            let text = text(&variant.attrs);
            let tag = format!("\n Tag {}.", known.tag);
            assert!(text.ends_with(&tag), "{}.{name}: {text}", union.docs.name);
            self.variants += 1;
            self.check(&name, &members(&known.fields), &variant.fields);
        }
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        let name = plain(&item.ident.to_string());
        if let Some(members) = self.structs.get(&name).cloned() {
            self.check(&name, &members, &item.fields);
        }
        visit::visit_item_struct(self, item);
    }
}

#[test]
fn every_variant_has_its_number_and_every_field_its_type() {
    for format in ["tile_ir", "mlir"] {
        let folder = root().join("schema").join(format);
        let model = load(&folder).unwrap_or_else(|findings| panic!("{findings}"));
        let host = "crate::host".parse().ok();
        let options = Options { host, ..Options::default() };
        let generated = generate(&folder, &options).unwrap_or_else(|findings| panic!("{findings}"));
        let file = syn::parse_file(&generated).expect("generated code is Rust");
        let records = model.records.iter().map(|item| (&item.docs.name, &item.fields));
        let ops = model.ops.iter().map(|item| (&item.docs.name, &item.attributes));
        let unions = model.unions.iter().map(|item| (plain(&item.docs.name), item));
        let structs = records.chain(ops).map(|(name, fields)| (plain(name), members(fields)));
        let mut found =
            Found { unions: unions.collect(), structs: structs.collect(), variants: 0, fields: 0 };
        found.visit_file(&file);
        let variants: usize = model.unions.iter().map(|item| item.variants.len()).sum();
        println!("{format}: {} variants, {} fields", found.variants, found.fields);
        // Each exists once or twice: borrowed and owned.
        assert!(found.variants >= variants && found.fields > variants, "{format}");
    }
}
