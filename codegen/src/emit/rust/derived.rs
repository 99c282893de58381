//! Code that lets a format and derived Rust items contain each other.
//!
//! A derived item implements `FromWire` and `ToWire` for a context. The types of the format implement both traits for the
//! contexts of the format.

use super::{Cx, names};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The contexts of the format. With the option `derived`, also the traits of its types.
pub(super) fn emit(cx: &Cx<'_>) -> TokenStream {
    let has_codecs = cx.model.codecs.iter().any(|codec| codec.derived);
    let contexts = (cx.options.derived || has_codecs).then(|| contexts(cx));
    if !cx.options.derived {
        return quote!(#contexts);
    }
    let enums = cx.model.enums.iter().map(|item| (&item.docs, true, false));
    let records = cx.model.records.iter().enumerate();
    let records =
        records.map(|(at, item)| (&item.docs, cx.plain_records[at], cx.open_ends.record(at)));
    let unions = cx.model.unions.iter().enumerate();
    let unions = unions.map(|(at, item)| (&item.docs, cx.plain_unions[at], cx.open_ends.union(at)));
    let types = enums.chain(records).chain(unions).map(|(docs, plain, is_open)| {
        let name = names::camel(&docs.name);
        if plain { copied(cx, &name, is_open) } else { borrowed(cx, &name, is_open) }
    });
    quote!(#contexts #(#types)*)
}

/// The contexts of readers and writers.
fn contexts(cx: &Cx<'_>) -> TokenStream {
    let runtime = &cx.options.runtime;
    let prefix = cx.model.varint == crate::model::VarintKind::Prefix;
    let convention = |context: TokenStream| {
        quote! {
            impl #runtime::wire::Convention for #context {
                const PREFIX: bool = #prefix;
            }
        }
    };
    let (reading, writing, conventions) = match &cx.options.host {
        Some(host) => {
            let (reading, writing) =
                (convention(quote!(#host::Context<'_>)), convention(quote!(#host::Encoder<'_>)));
            (quote!(#host::Context<'a>), quote!(#host::Encoder<'a>), quote!(#reading #writing))
        }
        None => (quote!(Context), quote!(Context), convention(quote!(Context))),
    };
    quote! {
        #conventions

        impl #runtime::wire::Format for Version {
            const VERSIONS: &'static [&'static str] = Version::NAMES;
            type Reading<'a> = #reading;
            type Writing<'a> = #writing;
        }
    }
}

/// A type that contains no data of variable length.
fn copied(cx: &Cx<'_>, name: &Ident, is_open: bool) -> TokenStream {
    let read = reader(cx, &quote!(#name), &quote!(#name::read(cursor, cx)));
    let write = writer(cx, &quote!(#name), &quote!((*self).write(writer, cx)), is_open);
    quote!(#read #write)
}

/// A type with two forms: borrowed from the input, and owned.
fn borrowed(cx: &Cx<'_>, name: &Ident, is_open: bool) -> TokenStream {
    let owned = quote!(view::#name::read(cursor, cx).map(|value| value.to_owned()));
    let read = reader(cx, &quote!(#name), &owned);
    let write = writer(cx, &quote!(#name), &quote!((*self).write(writer, cx)), is_open);
    let read_view = reader(cx, &quote!(view::#name<'a>), &quote!(view::#name::read(cursor, cx)));
    let write_view = quote!(self.to_owned().write(writer, cx));
    let write_view = writer(cx, &quote!(view::#name<'_>), &write_view, is_open);
    quote!(#read #write #read_view #write_view)
}

fn reader(cx: &Cx<'_>, ty: &TokenStream, read: &TokenStream) -> TokenStream {
    let runtime = &cx.options.runtime;
    let context = cx.read_context();
    quote! {
        impl<'a> #runtime::wire::FromWire<'a, #context> for #ty {
            #[inline]
            fn from_wire(
                cursor: &mut #runtime::wire::Cursor<'a>,
                cx: &#context,
            ) -> #runtime::error::Result<Self> {
                #read
            }
        }
    }
}

fn writer(cx: &Cx<'_>, ty: &TokenStream, write: &TokenStream, is_open: bool) -> TokenStream {
    let is_open = is_open.then(|| {
        quote!(
            const IS_OPEN: bool = true;
        )
    });
    let runtime = &cx.options.runtime;
    let context = cx.write_context();
    quote! {
        impl #runtime::wire::ToWire<#context> for #ty {
            #is_open
            #[inline]
            fn to_wire(
                &self,
                writer: &mut #runtime::wire::Writer,
                cx: &mut #context,
            ) -> #runtime::error::Result<()> {
                #write
            }
        }
    }
}
