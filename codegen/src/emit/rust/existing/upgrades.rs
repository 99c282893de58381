//! Older versions of items: in these versions, an item is read as another type and converted.

use super::{Existing, place};
use crate::ast::before;
use crate::emit::yaml;
use crate::model::{Model, Record};
use crate::rust_name;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

/// The type of an alternative or a record in older versions.
#[derive(Clone, Debug)]
pub struct Upgrade {
    /// The name of the variant of the model, or of the record of the type.
    pub name: String,
    /// The type with the encoding.
    pub ty: TokenStream,
    /// The first version with this type; none if it is the oldest version.
    pub since: Option<String>,
    /// The first version without this type.
    pub before: String,
    /// Whether writers use the type in its versions, too.
    pub back: bool,
}

impl Upgrade {
    /// A condition: whether the version has this type.
    fn condition(&self, existing: &Existing) -> TokenStream {
        let before = existing.version_number(&self.before);
        let since = self.since.as_ref().map(|since| existing.version_number(since));
        let since = since.iter();
        quote!(#(version >= #since &&)* version < #before)
    }

    /// A statement that refuses to read versions before this type.
    pub(super) fn refuse_earlier(&self, existing: &Existing, item: &str) -> TokenStream {
        let Some(since) = &self.since else { return quote!() };
        let first = existing.version_number(since);
        let error = existing.gate_error(item, &format!("{since} or later"));
        quote!(if version < #first { return Err(#error.or_at(start)); })
    }

    /// Converts a value of this type.
    pub(super) fn convert(&self, existing: &Existing, value: &TokenStream) -> TokenStream {
        let runtime = &existing.runtime;
        quote_spanned!(place(&self.ty)=> #runtime::wire::convert::<Self, _>(start, #value))
    }

    /// Statements that read this type in its versions, and return.
    pub(super) fn read(&self, existing: &Existing) -> TokenStream {
        let (runtime, ty, condition) = (&existing.runtime, &self.ty, self.condition(existing));
        let context = existing.reading(&quote!('_));
        let read = quote_spanned! {place(ty)=>
            <#ty as #runtime::wire::FromWire<'_, #context>>::from_wire(cursor, cx)?
        };
        let convert = self.convert(existing, &read);
        quote!(if #condition { return #convert; })
    }

    /// Statements that write this type in its versions, after `number`, and return; errors name the `item`, if there is one.
    pub(super) fn write(
        &self,
        existing: &Existing,
        number: &TokenStream,
        item: Option<&str>,
    ) -> Option<TokenStream> {
        let (runtime, ty, condition) = (&existing.runtime, &self.ty, self.condition(existing));
        let context = existing.writing_of_a_field();
        let item = item.map(|item| quote!(.item(#item)));
        let write = quote_spanned! {place(ty)=>
            let older: #ty = #runtime::wire::convert_back(::core::clone::Clone::clone(self))#item?;
            <#ty as #runtime::wire::ToWire<#context>>::to_wire(&older, writer, cx)#item?;
        };
        self.back.then(|| quote!(if #condition { #number #write return Ok(()); }))
    }
}

impl Existing {
    /// The older types of all alternatives.
    pub(super) fn upgrades(&self) -> impl Iterator<Item = &Upgrade> {
        self.shapes.iter().flat_map(|shape| &shape.upgrades)
    }

    /// Fills in the versions before other versions, which the model states by the names of the latter.
    pub(super) fn with_versions(&self, text: TokenStream) -> TokenStream {
        let (runtime, versions) = (&self.runtime, self.names_of_versions());
        match self.upgrades().next() {
            Some(_) => quote!(#runtime::export::fill_versions(&#text, #versions)),
            None => text,
        }
    }

    /// A constant condition, `own` or that of an older type: whether a value extends to the end of the bytes.
    pub(super) fn is_open_in_any_version(&self, own: Option<TokenStream>) -> Option<TokenStream> {
        let older = self.upgrades().map(|upgrade| self.is_open_type(&upgrade.ty));
        own.into_iter().chain(older).reduce(|all, one| quote!(#all || #one))
    }

    /// The sizes of a record: `own`, or those of an older type.
    pub(super) fn sizes_in_all_versions(&self, own: TokenStream) -> TokenStream {
        let (runtime, context) = (&self.runtime, self.writing_of_a_field());
        self.upgrades().fold(own, |all, Upgrade { ty, .. }| {
            quote!(#all.or(<#ty as #runtime::wire::ToWire<#context>>::SIZES))
        })
    }

    /// The text of a record, `fill`, in the schema language. If the record has older types, it is a record of all types, each in
    /// its versions.
    pub(super) fn record_of_all_versions(
        &self,
        model: &Model,
        item: &Record,
        fill: TokenStream,
    ) -> TokenStream {
        let (Some(first), Some(last)) = (self.upgrades().next(), self.upgrades().last()) else {
            return fill;
        };
        let runtime = &self.runtime;
        let since = |version: &str| format!(", since: {}", yaml::quoted(version));
        let rows = self.upgrades().map(|Upgrade { name, ty, since: from, before, .. }| {
            let until = format!(", until: {}", yaml::quoted(&before::before(before)));
            let bounds = from.iter().map(|from| since(from)).chain([until]).collect::<String>();
            let ty = quote_spanned! {place(ty)=>
                <#ty as #runtime::export::Describe>::describe(schema)
            };
            let name = rust_name::snake(name);
            quote!((#name, #ty, #bounds))
        });
        let (name, bounds) = (rust_name::snake(&item.docs.name), since(&last.before));
        let keys = yaml::bounds(first.since.as_deref(), model, &item.docs.gate);
        self.with_versions(quote! {
            {
                let newest = ::std::string::ToString::to_string(&#fill);
                let versions = ::std::vec![
                    #(#rows,)*
                    (#name, ::std::string::String::new(), #bounds)
                ];
                schema.by_version(&name, #keys, newest, versions)
            }
        })
    }
}
