//! How an alternative is made and taken apart in Rust.

use super::super::names;
use super::Upgrade;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

/// An alternative of a union in Rust, a variant of an enum or a whole struct; or the struct that a record is.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// The variant; none for a struct.
    pub variant: Option<Ident>,
    /// The fields in order.
    pub fields: Vec<Member>,
    /// The variants of the model that it is: for each its name, and which fields have no value on the wire. A record has none.
    pub forms: Vec<(String, Vec<(String, Held)>)>,
    /// It holds the text of an entry that is text.
    pub text: bool,
    /// It holds all codes that no other alternative has: its fields are the code and the bytes behind it.
    pub other: bool,
    /// A record whose only field is itself: another type says how it is written.
    pub itself: bool,
    /// What it is in older versions, oldest first.
    pub upgrades: Vec<Upgrade>,
}

/// A field in Rust.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its name in the model.
    pub name: String,
    /// Its name in Rust, or its number.
    pub member: TokenStream,
    /// Its value where it is read, if it is not on the wire.
    pub skipped: Option<TokenStream>,
    /// A type and the value that is written, `&Type = value`, of a field that is on the wire alone.
    pub gone: Option<TokenStream>,
}

/// What a field holds that a form says nothing more of.
#[derive(Clone, Debug)]
pub enum Held {
    /// Nothing.
    None,
    /// A value, which is on the wire without a mark.
    Some,
    /// A truth value.
    Bool(bool),
    /// A member of an enum, by its path, which is not on the wire.
    Member(TokenStream),
}

impl Shape {
    /// A constructor or a pattern: braces stand for an alternative of any shape.
    pub(super) fn braces(&self, fields: &[TokenStream]) -> TokenStream {
        let variant = self.variant.iter();
        quote!(Self #(::#variant)* { #(#fields),* })
    }

    /// The constructor of a form, of the locals of its fields.
    pub(super) fn constructor(&self, held: &[(String, Held)]) -> TokenStream {
        self.form(held, |default| default.clone())
    }

    /// A pattern that matches a form only, and makes the locals of its fields.
    pub(super) fn pattern(&self, held: &[(String, Held)]) -> TokenStream {
        self.form(held, |_| quote!(_))
    }

    /// Statements that make the locals of fields that Rust does not have.
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
