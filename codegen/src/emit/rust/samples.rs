//! All items that can be read and written alone, by their kind and name in the schema. Property tests, gate tests and fuzzers use
//! them.

use super::operation::instructions;
use super::{Cx, enums, from_text, names};
use crate::model::Docs;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// An item that can be read and written alone.
pub(super) struct Subject<'m> {
    pub(super) kind: &'static str,
    /// The name of the item.
    pub(super) name: &'m str,
    /// The documentation of the item, or of one of its variants.
    pub(super) docs: &'m Docs,
    /// The code that reads, shows and writes it.
    round_trip: TokenStream,
    /// The code that reads it and makes it owned.
    pub(super) owned: TokenStream,
}

/// All items that can be read and written alone; unions also occur once for each variant.
pub(super) fn subjects<'m>(cx: &Cx<'m>) -> Vec<Subject<'m>> {
    let (model, runtime) = (cx.model, &cx.options.runtime);
    let mut subjects = Vec::new();
    let mut push = |kind, name: &'m str, docs, round_trip, owned| {
        subjects.push(Subject { kind, name, docs, round_trip, owned });
    };
    let path = |name: &str, plain: bool| {
        let ident = names::camel(name);
        match plain {
            true => (quote!(#ident), quote!()),
            false => (quote!(view::#ident), quote!(.to_owned())),
        }
    };
    for item in &model.enums {
        let ident = names::camel(&item.docs.name);
        let seen = enums::spelled(
            cx,
            item,
            &quote!(value),
            quote!(#runtime::reflect::Seen::Member(value.name())),
            &quote!(#runtime::reflect::Seen::Number(value.number().into())),
        );
        let round_trip = quote! {
            let value = #ident::read(cursor, cx)?;
            see(#seen);
            value.write(writer, out)
        };
        push("enum", &item.docs.name, &item.docs, round_trip, quote!(#ident::read(cursor, cx)?));
    }
    for (item, &plain) in model.records.iter().zip(&cx.plain_records) {
        let (path, owned) = path(&item.docs.name, plain);
        let round_trip = quote! {
            let value = #path::read(cursor, cx)?;
            see(#runtime::reflect::Seen::Item(&value));
            value #owned.write(writer, out)
        };
        let owned = quote!(#path::read(cursor, cx)? #owned);
        push("record", &item.docs.name, &item.docs, round_trip, owned);
    }
    for (item, &plain) in model.unions.iter().zip(&cx.plain_unions) {
        let (path, owned) = path(&item.docs.name, plain);
        let check_round_trip = from_text::check_round_trip(cx, item);
        let round_trip = quote! {
            let value = #path::read(cursor, cx)?;
            see(#runtime::reflect::Seen::Text(&value, &value));
            let owned = value #owned;
            #check_round_trip
            owned.write(writer, out)
        };
        let owned = quote!(#path::read(cursor, cx)? #owned);
        push("union", &item.docs.name, &item.docs, round_trip, owned);
        for variant in &item.variants {
            push("union", &item.docs.name, &variant.docs, quote!(), quote!());
        }
    }
    for item in model.sections.iter().filter(|section| !section.fields.is_empty()) {
        let ident = format_ident!("{}Section", names::camel(&item.docs.name));
        let round_trip = quote! {
            let value = view::#ident::read(cursor, cx)?;
            see(#runtime::reflect::Seen::Item(&value));
            value.to_owned()?.write(writer, out)
        };
        let owned = quote!(view::#ident::read(cursor, cx)?.to_owned()?);
        push("section", &item.docs.name, &item.docs, round_trip, owned);
    }
    for op in instructions(cx) {
        push("operation", &op.docs.name, &op.docs, quote!(), quote!());
    }
    subjects
}

/// The condition for compiling tests.
pub(super) fn cfg(cx: &Cx<'_>) -> TokenStream {
    match cx.options.samples {
        true => quote!(any(test, feature = "samples")),
        false => quote!(test),
    }
}

/// The module of samples; `edits` is the code for edits of values.
pub(super) fn emit(cx: &Cx<'_>, subjects: &[Subject<'_>], edits: &TokenStream) -> TokenStream {
    let example = subjects.iter().any(|subject| !subject.docs.examples.is_empty());
    if !cx.options.samples && !example {
        return quote!();
    }
    let runtime = &cx.options.runtime;
    let (read_context, write_context) = (cx.read_context(), cx.write_context());
    let values = instructions(cx).next().map(|_| {
        quote! {
            /// The number of values that operations can use, from `%0` on. The numbers of results follow.
            pub const VALUES: u32 = 100;
        }
    });
    let items = named_items(cx, subjects);
    let dispatch = read_and_write(cx, subjects);
    let cfg = cfg(cx);
    quote! {
        /// Functions for all items that can be read alone, by their kind and name in the schema.
        #[cfg(#cfg)]
        #[allow(clippy::all, clippy::pedantic, unused_variables, unused_mut)]
        pub mod samples {
            use super::*;

            #values

            /// The kind and the name of each item.
            pub const ITEMS: &[(&str, &str)] = &[#(#items),*];

            /// Reads an item of [`ITEMS`] from all bytes, passes it to `see`, and writes it. The content of an operation's
            /// regions is not included.
            ///
            /// # Errors
            /// Bytes that are not such an item, without a call of `see`, and a value that `out` cannot encode.
            pub fn round_trip<'a>(
                item: (&str, &str),
                bytes: &'a [u8],
                cx: &#read_context,
                out: &mut #write_context,
                see: &mut dyn FnMut(#runtime::reflect::Seen<'_>),
            ) -> Result<Vec<u8>> {
                let (mut cursor, mut writer) = (Cursor::new(bytes), Writer::new());
                read_and_write(item, &mut cursor, &mut writer, cx, out, see)?;
                if !cursor.is_empty() {
                    return Err(Error::trailing(cursor.position(), cursor.remaining(), "the item"));
                }
                Ok(writer.into_bytes())
            }

            #dispatch

            #edits
        }
    }
}

/// The kind and the name of each item that can be read alone.
fn named_items(cx: &Cx<'_>, subjects: &[Subject<'_>]) -> Vec<TokenStream> {
    // If the content of a section is a run-only record, only files contain it.
    let described = |name: &str| {
        cx.model.sections.iter().any(|item| item.docs.name == name && item.content.is_some())
    };
    let items = subjects.iter().filter(|subject| match subject.kind {
        "operation" => true,
        "section" => !described(subject.name),
        _ => !subject.round_trip.is_empty(),
    });
    items.map(|Subject { kind, name, .. }| quote!((#kind, #name))).collect()
}

/// The function that reads an item, shows it and writes it again.
fn read_and_write(cx: &Cx<'_>, subjects: &[Subject<'_>]) -> TokenStream {
    let runtime = &cx.options.runtime;
    let (read_context, write_context) = (cx.read_context(), cx.write_context());
    let arms = subjects.iter().filter(|subject| !subject.round_trip.is_empty());
    let arms = arms
        .map(|Subject { kind, name, round_trip, .. }| quote!((#kind, #name) => { #round_trip }));
    let operations = instructions(cx).next().map(|_| {
        quote! {
            ("operation", _) => {
                let (value, _) = view::Op::read(cursor, cx, VALUES)?;
                see(#runtime::reflect::Seen::Item(&value));
                value.to_owned(&mut values::Same::default()).write(writer, out)
            }
        }
    });
    quote! {
        fn read_and_write<'a>(
            item: (&str, &str),
            cursor: &mut Cursor<'a>,
            writer: &mut Writer,
            cx: &#read_context,
            out: &mut #write_context,
            see: &mut dyn FnMut(#runtime::reflect::Seen<'_>),
        ) -> Result<()> {
            match item {
                #(#arms)*
                #operations
                (what, name) => Err(Error::new(#runtime::error::ErrorKind::Absent {
                    item: ::std::format!("the {what} `{name}`").into(),
                    why: "is not in the schema",
                })),
            }
        }
    }
}
