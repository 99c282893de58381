//! Files with sections of which a content is a record: the type of a file, and of the content of any section.

use super::reached::Reached;
use super::{Records, generics};
use crate::emit::rust::{Cx, versions};
use crate::plan::lower;
use bytespec_plan::ItemId;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The modules with the types of a file and of the contents of its sections, if one is a record, for a format without a host.
pub(in crate::emit::rust) fn contents(cx: &Cx<'_>) -> TokenStream {
    let is_read = cx.options.host.is_none() && cx.options.plan.is_some();
    let has_contents = cx.model.sections.iter().any(|section| section.content.is_some());
    if !has_contents || !(is_read || cx.declarations) {
        return quote!();
    }
    let plan = lower(cx.model);
    let Some(header) = plan.file.map(|file| file.header) else { return quote!() };
    let sections = plan.sections.iter().filter(|section| !section.end).map(|section| section.item);
    let typed = sections.filter(|item| Reached::new(&plan, &[*item]).missing.is_none());
    let typed: Vec<ItemId> = typed.collect();
    let records = Records::new(cx, plan, &[&[header], &typed[..]].concat());
    let file = File { records: &records, header, typed: &typed };
    let (types, all) = (file.types(), records.all(&file.methods()));
    let runtime = &cx.options.runtime;
    quote! {
        #types

        /// The header of a file, and the contents of its sections.
        pub mod content {
            #[allow(unused_imports, clippy::wildcard_imports)]
            use super::*;
            #[allow(unused_imports)]
            use #runtime::plan::{self, data, record};
            #all
        }
    }
}

/// A file with sections.
struct File<'r, 'c, 'm> {
    records: &'r Records<'c, 'm>,
    header: ItemId,
    /// The contents with a type.
    typed: &'r [ItemId],
}

impl File<'_, '_, '_> {
    /// Whether a content borrows from the file.
    fn borrows(&self) -> bool {
        self.typed.iter().any(|item| self.records.reached.borrows(*item))
    }

    /// The variant and the item of each content.
    fn variants(&self) -> Vec<(Ident, ItemId)> {
        self.typed.iter().map(|item| (self.records.type_name(*item), *item)).collect()
    }

    /// The module with the types of a file.
    fn types(&self) -> TokenStream {
        let records = self.records;
        let runtime = &records.cx.options.runtime;
        let of = generics(self.borrows(), &quote!('i));
        let variants = self.variants().into_iter().map(|(name, item)| {
            let docs = records.record_docs(item).map(|docs| versions::part_docs(records.cx, docs));
            let lifetime = records.lifetime(item);
            quote!(#docs #name(super::content::#name #lifetime))
        });
        let (header, of_header) = (records.type_name(self.header), records.lifetime(self.header));
        let any = generics(self.borrows() || records.reached.borrows(self.header), &quote!('i));
        quote! {
            /// Files with their sections.
            pub mod file {
                use #runtime::plan;

                /// A file: its header, and its sections.
                pub type File #any =
                    plan::FileValue<super::content::#header #of_header, Content #of>;

                /// The content of a section.
                #[derive(Clone, Debug, PartialEq, Eq)]
                pub enum Content #of {
                    #(#variants,)*
                    /// The bytes of a section that the schema does not describe or that another one replaces, or a value without a
                    /// type.
                    Other(plan::SectionContent),
                }
            }
        }
    }

    /// The functions that read and convert contents.
    fn methods(&self) -> TokenStream {
        let records = self.records;
        let runtime = &records.cx.options.runtime;
        let [of, any, owned] = [quote!('i), quote!('_), quote!('static)]
            .map(|lifetime| generics(self.borrows(), &lifetime));
        let variants = self.variants();
        let names: Vec<&Ident> = variants.iter().map(|(name, _)| name).collect();
        let readers = variants.iter().map(|(name, item)| {
            let (read, item) = (records.read_name(*item), item.0);
            quote!(data::ItemId(#item) => Some(|r| Ok(file::Content::#name(read::#read(r)?))),)
        });
        let (header, of_header) = (records.type_name(self.header), records.lifetime(self.header));
        let (read_header, around) = (records.read_name(self.header), records.reached.around.len());
        quote! {
            impl From<plan::SectionContent> for file::Content #any {
                fn from(content: plan::SectionContent) -> Self {
                    Self::Other(content)
                }
            }

            impl record::RecordField for file::Content #any {
                type Owned = file::Content #owned;

                fn to_value(&self) -> plan::Value {
                    match self {
                        #(Self::#names(content) => record::RecordField::to_value(content),)*
                        Self::Other(content) => record::RecordField::to_value(content),
                    }
                }

                fn into_owned(self) -> Self::Owned {
                    match self {
                        #(Self::#names(content) => {
                            file::Content::#names(record::RecordField::into_owned(content))
                        })*
                        Self::Other(content) => file::Content::Other(content),
                    }
                }
            }

            impl<'i> record::FileContent<'i> for file::Content #of {
                type Header = #header #of_header;

                const AROUND: usize = #around;

                fn executor() -> &'static plan::Executor<'static> {
                    executor()
                }

                fn read_header(
                    r: &mut record::RecordReader<'_, 'i>,
                ) -> #runtime::error::Result<Self::Header> {
                    read::#read_header(r)
                }

                fn reader(item: data::ItemId) -> Option<record::Reading<'i, Self>> {
                    match item {
                        #(#readers)*
                        _ => None,
                    }
                }
            }
        }
    }
}
