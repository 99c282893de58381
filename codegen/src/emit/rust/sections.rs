//! Sections of the file.

use super::fields::Fields;
use super::frame::{Frame, elided};
use super::versions::{docs, docs_of_form};
use super::{Cx, Family, file_parts, names, open_ends, reflect};
use crate::model::{FieldKind, Section, SectionHeader, Wire};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The section list and the owned payloads, and the borrowed payloads.
pub(super) fn emit(cx: &Cx<'_>) -> (TokenStream, TokenStream) {
    if cx.model.sections.is_empty() {
        return (quote!(), quote!());
    }
    let runtime = &cx.options.runtime;
    let specs = cx.model.sections.iter().map(|section| spec(cx, section));
    let constants = cx.model.sections.iter().map(|section| {
        let name = names::shouty(&section.docs.name);
        let id = section.id;
        let docs = docs(cx, &section.docs);
        quote!(#docs pub const #name: u8 = #id;)
    });
    let mut ids = std::collections::HashSet::new();
    let first = cx.model.sections.iter().filter(|section| ids.insert(section.id));
    let since = first.map(|section| {
        let name = names::shouty(&section.docs.name);
        let version = names::version(&cx.model.versions[section.docs.gate.since].docs.name);
        quote!(section::#name => Version::#version,)
    });
    let since = quote! {
        /// The first version with a section; the newest version for an unknown id.
        #[must_use]
        pub const fn section_since(id: u8) -> Version {
            match id { #(#since)* _ => Version::LATEST }
        }
    };
    let container = cx.model.section_header.as_ref().map(|header| container(cx, header));
    let file_parts = file_parts::emit(cx);
    let payloads = || cx.model.sections.iter().filter(|section| !section.fields.is_empty());
    let owned = payloads().map(|section| payload(cx, section, Family::Owned));
    let views = payloads().map(|section| payload(cx, section, Family::View));
    (
        quote! {
            /// The ids of the sections.
            pub mod section {
                #(#constants)*
            }

            /// The rules of the format for its sections.
            pub const SECTIONS: &[#runtime::container::SectionSpec] = &[#(#specs),*];

            #container

            #since

            #file_parts

            #(#owned)*
        },
        quote!(#(#views)*),
    )
}

/// The rules of the format for a section, as a constant.
fn spec(cx: &Cx<'_>, section: &Section) -> TokenStream {
    let runtime = &cx.options.runtime;
    let name = &section.docs.name;
    let (id, required, end) = (section.id, section.required, section.end);
    let (align, must) = match section.align {
        Some(align) => (align, true),
        None => (1, false),
    };
    let forbidden = section.align_forbidden;
    let repeated = section.repeated;
    let (since, until) = (
        proc_macro2::Literal::usize_unsuffixed(section.docs.gate.since),
        option(section.docs.gate.until.map(proc_macro2::Literal::usize_unsuffixed)),
    );
    let (requires, place) = (option(section.requires), option(section.place));
    quote!(#runtime::container::SectionSpec {
        id: #id,
        name: #name,
        required: #required,
        since: #since,
        until: #until,
        requires: #requires,
        place: #place,
        repeated: #repeated,
        alignment: #align,
        must_align: #must,
        must_not_align: #forbidden,
        end: #end,
    })
}

/// The constant with the encoding of sections in a file.
fn container(cx: &Cx<'_>, header: &SectionHeader) -> TokenStream {
    let runtime = &cx.options.runtime;
    let prefix = cx.model.varint == crate::model::VarintKind::Prefix;
    let SectionHeader { unknown_error, again_error, .. } = header;
    let filler_error = cx.model.filler_error;
    quote! {
        /// The encoding of sections in a file.
        pub const CONTAINER: #runtime::container::Container = #runtime::container::Container {
            sections: SECTIONS,
            id_mask: SECTION_ID_MASK,
            aligned: SECTION_ALIGNED,
            pad: PAD,
            prefix: #prefix,
            unknown_error: #unknown_error,
            again_error: #again_error,
            filler_error: #filler_error,
        };
    }
}

/// An optional number, as Rust.
fn option<N: quote::ToTokens>(number: Option<N>) -> TokenStream {
    match number {
        Some(number) => quote!(Some(#number)),
        None => quote!(None),
    }
}

fn payload(cx: &Cx<'_>, section: &Section, family: Family) -> TokenStream {
    let name = format_ident!("{}Section", names::camel(&section.docs.name));
    let fields = Fields::new(cx, &section.docs, &section.fields);
    let trailing = section.has_trailing();
    let plain = cx.plain_fields(&section.fields) && !trailing;
    let frame = Frame { cx, name: name.clone(), family, plain: plain && family == Family::View };
    let members = fields.members(family, true);
    if cx.declarations {
        let trailing = trailing.then(|| quote!(pub trailing: Vec<u8>,));
        return quote!(pub struct #name { #(#members,)* #trailing });
    }
    let section_docs = docs_of_form(cx, &section.docs, family);
    let (derive, bytes, functions) = match family {
        Family::Owned | Family::Parts => {
            (quote!(Clone, Debug, PartialEq), quote!(Vec<u8>), writer(&frame, section, &fields))
        }
        Family::View => {
            let read = reader(&frame, section, &fields);
            let to_owned = to_owned(&frame, &fields, trailing);
            let reflect = reflect::record(&frame, &section.docs.label, &fields);
            (quote!(Clone, Copy, Debug), quote!(&'a [u8]), quote!(#read #to_owned #reflect))
        }
    };
    let trailing = trailing.then(|| {
        quote! {
            /// Bytes after the last field.
            pub trailing: #bytes,
        }
    });
    let lifetime = frame.lifetime();
    quote! {
        #section_docs
        #[derive(#derive)]
        pub struct #name #lifetime {
            #(#members,)*
            #trailing
        }
        #functions
    }
}

fn writer(frame: &Frame<'_, '_>, section: &Section, fields: &Fields<'_, '_>) -> TokenStream {
    let (self_locals, write) = (fields.self_locals(), fields.write());
    let trailing = section.has_trailing().then(|| {
        let refuse = refuse_trailing(fields);
        quote!(#refuse writer.bytes(&self.trailing);)
    });
    let words = quote! {
        /// Writes the payload. Alignments in it count from the start of `writer`.
    };
    frame.writer(&section.docs, &words, &quote!(#self_locals #write #trailing Ok(())))
}

/// Statements that refuse bytes after a field that takes all of them.
fn refuse_trailing(fields: &Fields<'_, '_>) -> Option<TokenStream> {
    let takes_all = open_ends::of_fields(fields)?;
    let runtime = &fields.cx.options.runtime;
    Some(quote! {
        if !self.trailing.is_empty() && (#takes_all) {
            return Err(Error::new(#runtime::error::ErrorKind::Trailing {
                bytes: self.trailing.len(),
                after: "a field that takes all bytes",
            }))
            .field("trailing");
        }
    })
}

fn reader(frame: &Frame<'_, '_>, section: &Section, fields: &Fields<'_, '_>) -> TokenStream {
    let (read, bindings) = (fields.read(), fields.bindings());
    let refuse = (section.trailing_error && !section.takes_rest()).then(|| {
        quote! {
            if !cursor.is_empty() {
                let (at, left) = (cursor.position(), cursor.remaining());
                return Err(Error::trailing(at, left, "the last field of the section"));
            }
        }
    });
    let (read_trailing, trailing) = match section.has_trailing() {
        true => (quote!(let trailing = cursor.take_rest();), quote!(trailing)),
        false => (quote!(#refuse), quote!()),
    };
    let words = quote! {
        /// Reads the payload. The elements of tables are decoded on use.
        ///
        /// # Errors
        /// A section that the version does not have, or the first field that cannot be
        /// read, with its offset.
    };
    let body = quote! {
        let origin = start;
        #read
        #read_trailing
        Ok(Self { #(#bindings,)* #trailing })
    };
    frame.reader(&section.docs, &words, &body)
}

/// The conversion from the borrowed payload to the owned one.
fn to_owned(frame: &Frame<'_, '_>, fields: &Fields<'_, '_>, trailing: bool) -> TokenStream {
    let (name, locals) = (&frame.name, fields.copies());
    let members = fields.visible().zip(fields.owned_bindings()).map(|(field, binding)| {
        let FieldKind::Value(Wire::OffsetTable { .. }) = &field.kind else { return binding };
        let (member, local) = (names::snake(&field.docs.name), names::local(&field.docs.name));
        let table = &field.docs.name;
        quote!(#member: #local.to_owned(#table)?)
    });
    let trailing = trailing.then(|| quote!(trailing: self.trailing.to_vec(),));
    let lifetime = elided(&frame.lifetime());
    quote! {
        impl #name #lifetime {
            /// The same payload, owned.
            ///
            /// # Errors
            /// A table whose offsets descend or exceed its end.
            #[allow(clippy::wrong_self_convention)]
            pub fn to_owned(&self) -> Result<super::#name> {
                #locals
                Ok(super::#name { #(#members,)* #trailing })
            }
        }
    }
}
