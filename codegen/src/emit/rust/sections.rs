//! Sections of the file.

use super::fields::Fields;
use super::versions::{docs, docs_of_form, item_gate};
use super::{Cx, Family, names, reflect};
use crate::model::{FieldKind, Section, Wire};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The section list and the owned payloads, and the borrowed payloads.
pub(super) fn emit(cx: &Cx<'_>) -> (TokenStream, TokenStream) {
    if cx.model.sections.is_empty() {
        return (quote!(), quote!());
    }
    let runtime = &cx.options.runtime;
    let specs = cx.model.sections.iter().map(|section| {
        let name = &section.docs.name;
        let (id, required, end) = (section.id as u8, section.required, section.end);
        let align = section.align.unwrap_or(1);
        let must = section.align.is_some();
        let forbidden = section.align_forbidden;
        quote!(#runtime::container::SectionSpec {
            id: #id,
            name: #name,
            required: #required,
            alignment: #align,
            must_align: #must,
            must_not_align: #forbidden,
            end: #end,
        })
    });
    let constants = cx.model.sections.iter().map(|section| {
        let name = names::shouty(&section.docs.name);
        let id = section.id as u8;
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
        /// The first version that has a section; the newest one for an unknown id.
        #[must_use]
        pub const fn section_since(id: u8) -> Version {
            match id { #(#since)* _ => Version::LATEST }
        }
    };
    let prefix = cx.model.varint == crate::model::VarintKind::Prefix;
    let container = cx.model.section_header.map(|_| {
        quote! {
            /// How the sections stand in a file.
            pub const CONTAINER: #runtime::container::Container = #runtime::container::Container {
                sections: SECTIONS,
                id_mask: SECTION_ID_MASK,
                aligned: SECTION_ALIGNED,
                pad: PAD,
                prefix: #prefix,
            };
        }
    });
    let payloads = || cx.model.sections.iter().filter(|section| !section.fields.is_empty());
    let owned = payloads().map(|section| payload(cx, section, Family::Owned));
    let views = payloads().map(|section| payload(cx, section, Family::View));
    (
        quote! {
            /// The ids of the sections.
            pub mod section {
                #(#constants)*
            }

            /// What the format says of its sections.
            pub const SECTIONS: &[#runtime::container::SectionSpec] = &[#(#specs),*];

            #container

            #since

            #(#owned)*
        },
        quote!(#(#views)*),
    )
}

fn payload(cx: &Cx<'_>, section: &Section, family: Family) -> TokenStream {
    let name = format_ident!("{}Section", names::camel(&section.docs.name));
    let section_docs = docs_of_form(cx, &section.docs, family);
    let fields =
        Fields { cx, fields: &section.fields, item: &section.docs.name, gate: &section.docs.gate };
    let members = fields.members(family, true);
    let trailing_used = section.has_trailing();
    match family {
        Family::Owned | Family::Parts => {
            let context = cx.write_context();
            let gate = item_gate(cx, &section.docs, false);
            let self_locals = fields.self_locals();
            let write = fields.write();
            let trailing = trailing_used.then(|| {
                quote! {
                    /// Bytes after the last field.
                    pub trailing: Vec<u8>,
                }
            });
            let write_trailing = trailing_used.then(|| quote!(writer.bytes(&self.trailing);));
            quote! {
                #section_docs
                #[derive(Clone, Debug, PartialEq)]
                pub struct #name {
                    #(#members,)*
                    #trailing
                }

                impl #name {
                    /// Writes the payload; alignment inside counts from the start of `writer`.
                    ///
                    /// # Errors
                    /// A value that the version cannot carry.
                    #[allow(unused_variables)]
                    pub fn write(&self, writer: &mut Writer, cx: &mut #context) -> Result<()> {
                        let version = cx.version();
                        #gate
                        #self_locals
                        #write
                        #write_trailing
                        Ok(())
                    }
                }
            }
        }
        Family::View => {
            let plain = cx.plain_fields(&section.fields) && !trailing_used;
            let lifetime = if plain { quote!() } else { quote!(<'a>) };
            let context = cx.read_context();
            let gate = item_gate(cx, &section.docs, true);
            let read = fields.read();
            let bindings = fields.bindings();
            let trailing = trailing_used.then(|| {
                quote! {
                    /// Bytes after the last field.
                    pub trailing: &'a [u8],
                }
            });
            let read_trailing = trailing_used.then(|| {
                let refuse = section.trailing_error.then(|| {
                    quote! {
                        if !cursor.is_empty() {
                            return Err(cursor.error(ErrorKind::Invalid(
                                "bytes after the last field of the section".to_owned(),
                            )));
                        }
                    }
                });
                quote!(#refuse let trailing = cursor.take_rest();)
            });
            let bind_trailing = trailing_used.then(|| quote!(trailing));
            let to_owned = to_owned(&fields, &name, plain, trailing_used);
            let reflect =
                reflect::record(cx, &fields, &quote!(#name #lifetime), &section.docs.name);
            quote! {
                #section_docs
                #[derive(Clone, Copy, Debug)]
                pub struct #name #lifetime {
                    #(#members,)*
                    #trailing
                }

                impl<'a> #name #lifetime {
                    /// Reads the shape of the payload; tables are looked into on use.
                    ///
                    /// # Errors
                    /// A section that the version does not have, or the first field that cannot be
                    /// read, with its offset.
                    #[allow(unused_variables)]
                    pub fn read(cursor: &mut Cursor<'a>, cx: &#context) -> Result<Self> {
                        let version = cx.version();
                        let start = cursor.position();
                        let origin = start;
                        #gate
                        #read
                        #read_trailing
                        Ok(Self { #(#bindings,)* #bind_trailing })
                    }
                }

                #to_owned
                #reflect
            }
        }
    }
}

/// From the borrowed payload to the owned one.
fn to_owned(
    fields: &Fields<'_, '_>,
    name: &proc_macro2::Ident,
    plain: bool,
    trailing: bool,
) -> TokenStream {
    let shown = || fields.fields.iter().filter(|field| field.visible());
    let lets = shown().map(|field| {
        let (member, local) = (names::snake(&field.docs.name), names::local(&field.docs.name));
        quote!(let #local = self.#member;)
    });
    let members = shown().zip(fields.owned_bindings()).map(|(field, binding)| {
        let FieldKind::Value(Wire::OffsetTable { .. }) = &field.kind else { return binding };
        let (member, local) = (names::snake(&field.docs.name), names::local(&field.docs.name));
        let table = &field.docs.name;
        quote!(#member: #local.to_owned(#table)?)
    });
    let trailing = trailing.then(|| quote!(trailing: self.trailing.to_vec(),));
    let lifetime = if plain { quote!() } else { quote!(<'_>) };
    quote! {
        impl #name #lifetime {
            /// The same payload, owned.
            ///
            /// # Errors
            /// A table whose offsets descend or lead past its end.
            #[allow(clippy::wrong_self_convention)]
            pub fn to_owned(&self) -> Result<super::#name> {
                #(#lets)*
                Ok(super::#name { #(#members,)* #trailing })
            }
        }
    }
}
