//! Construction and matching of alternatives in Rust.

use super::super::names;
use super::Upgrade;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

/// An alternative of a union in Rust (a variant of an enum or a whole struct), or the struct of a record.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// The variant; none for a struct.
    pub variant: Option<Ident>,
    /// The fields in order.
    pub fields: Vec<Member>,
    /// The variants of the model for it: the name of each, and the fields without a value on the wire. A record has none.
    pub forms: Vec<(String, Vec<(String, Held)>)>,
    /// It contains the text of an entry that is text.
    pub text: bool,
    /// It contains all codes that no other alternative has: its fields are the code and the bytes after it.
    pub other: bool,
    /// A record with itself as its only field: another type determines its encoding.
    pub itself: bool,
    /// Its types in older versions, oldest first.
    pub upgrades: Vec<Upgrade>,
}

/// A field in Rust.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its name in the model.
    pub name: String,
    /// Its name in Rust, or its number.
    pub member: TokenStream,
    /// Its value on reading, if it is not on the wire.
    pub skipped: Option<TokenStream>,
    /// For a field that exists only on the wire, its type and the value to write, `&Type = value`.
    pub gone: Option<TokenStream>,
}

/// The content of a field that a form fixes.
#[derive(Clone, Debug)]
pub enum Held {
    /// Nothing.
    None,
    /// A value that is on the wire without a presence mark.
    Some,
    /// A Boolean.
    Bool(bool),
    /// A member of an enum, by its path, which is not on the wire.
    Member(TokenStream),
}

impl Shape {
    /// A constructor or a pattern: braces work for an alternative of any kind.
    pub(super) fn braces(&self, fields: &[TokenStream]) -> TokenStream {
        let variant = self.variant.iter();
        quote!(Self #(::#variant)* { #(#fields),* })
    }

    /// The constructor of a form, from the locals of its fields.
    pub(super) fn constructor(&self, held: &[(String, Held)]) -> TokenStream {
        self.form(held, |default| default.clone())
    }

    /// A pattern that matches only this form, and binds the locals of its fields.
    pub(super) fn pattern(&self, held: &[(String, Held)]) -> TokenStream {
        self.form(held, |_| quote!(_))
    }

    /// Statements that declare the locals of fields that Rust does not have.
    pub(super) fn gone(&self) -> TokenStream {
        let gone = self.fields.iter().filter_map(|field| {
            let (local, value) = (names::local(&field.name), field.gone.as_ref()?);
            Some(quote!(let #local: #value;))
        });
        quote!(#(#gone)*)
    }

    fn form(
        &self,
        held: &[(String, Held)],
        skipped: impl Fn(&TokenStream) -> TokenStream,
    ) -> TokenStream {
        if let (true, Some(whole)) = (self.itself, self.fields.first()) {
            return names::local(&whole.name).to_token_stream();
        }
        let fields = self.fields.iter().filter(|field| field.gone.is_none());
        let fields = fields.map(|Member { name, member, skipped: default, .. }| {
            let local = names::local(name);
            let held = held.iter().find(|(held, _)| held == name);
            let value = match (default, held) {
                (Some(default), _) => skipped(default),
                (None, None) => quote!(#local),
                (None, Some((_, Held::None))) => quote!(None),
                (None, Some((_, Held::Some))) => quote!(Some(#local)),
                (None, Some((_, Held::Bool(value)))) => quote!(#value),
                (None, Some((_, Held::Member(path)))) => path.clone(),
            };
            quote!(#member: #value)
        });
        self.braces(&fields.collect::<Vec<_>>())
    }
}
