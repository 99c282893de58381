//! The entries of a table that dialects share: an enum with the union of each described dialect.

use super::documentation::document;
use super::frame::{Frame, elided, of_method};
use super::unions::is_text;
use super::{Cx, Family, from_text, kinds, names, scan};
use crate::model::Union;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// The entries of one table.
struct Table<'c, 'm> {
    cx: &'c Cx<'m>,
    index: usize,
    name: Ident,
    /// One `Copy` type is both forms.
    plain: bool,
    dialects: Vec<Dialect<'m>>,
}

/// The union of a dialect.
struct Dialect<'m> {
    /// Spelled as in the file.
    label: &'m str,
    variant: Ident,
    union: Ident,
    item: &'m Union,
    plain: bool,
    readable: bool,
}

/// The owned or plain types, and the borrowed ones.
pub(super) fn emit(cx: &Cx<'_>) -> (TokenStream, TokenStream) {
    let mut owned = TokenStream::new();
    let mut views = TokenStream::new();
    for index in 0..cx.model.tables.len() {
        let Some(table) = Table::new(cx, index) else { continue };
        owned.extend(table.dialects_constant());
        owned.extend(table.entry(Family::Owned));
        if table.plain {
            let name = &table.name;
            views.extend(quote!(pub use super::#name;));
        } else {
            views.extend(table.entry(Family::View));
        }
    }
    (owned, views)
}

impl<'c, 'm> Table<'c, 'm> {
    fn new(cx: &'c Cx<'m>, index: usize) -> Option<Self> {
        let dialects: Vec<Dialect<'m>> = cx
            .model
            .entries(index)
            .into_iter()
            .map(|(label, union)| Dialect {
                label,
                variant: names::camel(label),
                union: names::camel(&cx.model.unions[union].docs.name),
                item: &cx.model.unions[union],
                plain: cx.plain_unions[union],
                readable: from_text::is_readable(cx, &cx.model.unions[union]),
            })
            .collect();
        let plain = dialects.iter().all(|dialect| dialect.plain);
        let name = format_ident!("{}Entry", names::camel(&cx.model.tables[index].name));
        (!dialects.is_empty()).then_some(Table { cx, index, name, plain, dialects })
    }

    fn dialects_constant(&self) -> TokenStream {
        let table = &self.cx.model.tables[self.index].name;
        let name = names::shouty(&format!("{table}_dialects"));
        let labels = self.dialects.iter().map(|dialect| dialect.label);
        let doc = document(&format!(
            "The dialects whose entries of the table `{table}` the schema describes, sorted."
        ));
        quote! {
            #doc
            pub const #name: &[&str] = &[#(#labels),*];
        }
    }

    fn entry(&self, family: Family) -> TokenStream {
        let name = &self.name;
        let table = &self.cx.model.tables[self.index].name;
        let id = self.cx.table_id(self.index);
        let doc = document(&format!(
            "An entry of the table `{table}`, with a variant for each dialect. [`{id}`] is the index of an entry."
        ));
        let frame = Frame { cx: self.cx, name: name.clone(), family, plain: self.plain };
        let (derive, lifetime) = (frame.derive(), frame.lifetime());
        let variants =
            self.dialects.iter().map(|Dialect { label, variant, union, plain, .. }| {
                let doc = document(&format!("An entry of the dialect `{label}`."));
                let lifetime = (family == Family::View && !plain).then(|| quote!(<'a>));
                quote!(#doc #variant(#union #lifetime))
            });
        let common = self.common(&lifetime);
        let read = frame.is_read().then(|| self.reader(&lifetime));
        let reflect = frame.is_read().then(|| self.reflect(&frame));
        let kinds = (frame.is_read() && kinds::is_wanted(self.cx)).then(|| self.kinds(&frame));
        let scan = (family == Family::Owned && scan::is_wanted(self.cx)).then(|| self.scanner());
        let to_owned = (family == Family::View).then(|| self.to_owned(&frame));
        let write = (family == Family::Owned).then(|| self.writer());
        let from_text = (family == Family::Owned).then(|| self.reader_of_text());
        quote! {
            #doc
            #derive
            pub enum #name #lifetime {
                #(#variants,)*
            }
            #common
            #read
            #scan
            #to_owned
            #write
            #from_text
            #reflect
            #kinds
        }
    }

    fn kinds(&self, frame: &Frame<'_, '_>) -> TokenStream {
        let body = self.each(|dialect| match kinds::union_has_kinds(self.cx, dialect.item) {
            true => quote!(entry.kinds(check)),
            false => quote!({
                let _ = entry;
                Ok(())
            }),
        });
        kinds::method(frame, &body)
    }

    /// A match on the entry. In every arm, `entry` is the value of the union.
    fn each(&self, arm: impl Fn(&Dialect<'_>) -> TokenStream) -> TokenStream {
        let arms = self.dialects.iter().map(|dialect| {
            let variant = &dialect.variant;
            let arm = arm(dialect);
            quote!(Self::#variant(entry) => #arm,)
        });
        quote!(match self { #(#arms)* })
    }

    fn reader_of_text(&self) -> Option<TokenStream> {
        let arms: Vec<_> = self
            .dialects
            .iter()
            .filter(|dialect| dialect.readable)
            .map(|Dialect { label, variant, union, .. }| {
                quote!(#label => #union::from_text(scanner, entries, cx).map(Self::#variant),)
            })
            .collect();
        let (name, runtime, context) =
            (&self.name, &self.cx.options.runtime, self.cx.read_context());
        (!arms.is_empty()).then(|| {
            quote! {
                impl #name {
                    /// Parses an entry of a dialect from its text in listings. `entries` parses the entries that it refers to.
                    /// None if the schema has no templates for the dialect.
                    ///
                    /// # Errors
                    /// Text that no template matches, with its offset in bytes, and the errors of `entries`.
                    pub fn from_text<'a>(
                        dialect: &str,
                        scanner: &mut #runtime::text::Scanner<'_>,
                        entries: &mut dyn #runtime::text::Entries,
                        cx: &#context,
                    ) -> Option<Result<Self>> {
                        Some(match dialect {
                            #(#arms)*
                            _ => return None,
                        })
                    }
                }
            }
        })
    }

    fn common(&self, lifetime: &TokenStream) -> TokenStream {
        let name = &self.name;
        let lifetime = elided(lifetime);
        let tag = self.each(|_| quote!(entry.tag()));
        let variant_name = self.each(|_| quote!(entry.variant_name()));
        let dialects = self
            .dialects
            .iter()
            .map(|Dialect { label, variant, .. }| quote!(Self::#variant(_) => #label,));
        let traits = self.traits();
        quote! {
            impl #name #lifetime {
                /// The name of the dialect, as in the file.
                #[must_use]
                pub const fn dialect(&self) -> &'static str {
                    match self { #(#dialects)* }
                }

                /// The number on the wire. Its meaning depends on the dialect.
                #[must_use]
                pub const fn tag(&self) -> u64 {
                    #tag
                }

                /// The variant's name in the schema.
                #[must_use]
                pub const fn variant_name(&self) -> &'static str {
                    #variant_name
                }

                #(#traits)*
            }
        }
    }

    /// The methods for numeric traits of the dialects' unions; a dialect without a trait returns none.
    fn traits(&self) -> Vec<TokenStream> {
        let is_number =
            |item: &Union, name: &String| item.traits.contains(name) && !is_text(item, name);
        let mut stated: Vec<&String> = Vec::new();
        for Dialect { item, .. } in &self.dialects {
            let numbers = item.traits.iter().filter(|name| is_number(item, name));
            stated.extend(numbers);
        }
        stated.sort_unstable();
        stated.dedup();
        let methods = stated.into_iter().map(|name| {
            let method = names::prefixed("", name);
            let arms = self.dialects.iter().map(|Dialect { variant, item, .. }| {
                if is_number(item, name) {
                    quote!(Self::#variant(entry) => entry.#method(),)
                } else {
                    quote!(Self::#variant(_) => None,)
                }
            });
            let doc = document(&format!(
                "The trait `{name}` of the variant; none if its dialect does not state it."
            ));
            quote! {
                #doc
                #[must_use]
                pub const fn #method(&self) -> Option<u64> {
                    match self { #(#arms)* }
                }
            }
        });
        methods.collect()
    }

    fn reader(&self, lifetime: &TokenStream) -> TokenStream {
        let name = &self.name;
        let context = self.cx.read_context();
        let arms = self.dialects.iter().map(|Dialect { label, variant, union, .. }| {
            quote!(#label => #union::read(cursor, cx).map(|value| found(Self::#variant(value))),)
        });
        let of_method = of_method(lifetime);
        quote! {
            impl #lifetime #name #lifetime {
                /// Reads an entry of a dialect. None, without reading anything, if no schema describes the entries of the
                /// dialect.
                ///
                /// # Errors
                /// An unknown tag, one that the version does not have, and the first field that
                /// cannot be read, with its offset.
                pub fn read #of_method(
                    dialect: &str,
                    cursor: &mut Cursor<'a>,
                    cx: &#context,
                ) -> Option<Result<Self>> {
                    let mut entry = None;
                    let read = Self::read_with(dialect, cursor, cx, |value| entry = Some(value))?;
                    match read {
                        Ok(()) => entry.map(Ok),
                        Err(error) => Some(Err(error)),
                    }
                }

                /// Like `read`, but passes the entry to `found`, which avoids a copy of a large value.
                #[cfg_attr(not(debug_assertions), inline(always))]
                pub(crate) fn read_with #of_method(
                    dialect: &str,
                    cursor: &mut Cursor<'a>,
                    cx: &#context,
                    found: impl FnOnce(Self),
                ) -> Option<Result<()>> {
                    Some(match dialect {
                        #(#arms)*
                        _ => return None,
                    })
                }
            }
        }
    }

    fn scanner(&self) -> TokenStream {
        let name = &self.name;
        let arms = self
            .dialects
            .iter()
            .map(|Dialect { label, union, .. }| quote!(#label => #union::scan,));
        let unions = self.dialects.iter().map(|dialect| scan::union(self.cx, dialect.item));
        quote! {
            impl #name {
                /// The function that finds the references in entries of a dialect; none if no schema describes them.
                pub(crate) fn scanner(dialect: &str) -> Option<Scanner> {
                    Some(match dialect {
                        #(#arms)*
                        _ => return None,
                    })
                }
            }
            #(#unions)*
        }
    }

    fn to_owned(&self, frame: &Frame<'_, '_>) -> TokenStream {
        let name = &self.name;
        let body = self.each(|Dialect { variant, plain, .. }| {
            if *plain {
                quote!(super::#name::#variant(*entry))
            } else {
                quote!(super::#name::#variant(entry.to_owned()))
            }
        });
        frame.to_owned(&body)
    }

    fn writer(&self) -> TokenStream {
        let name = &self.name;
        let context = self.cx.write_context();
        let write = self.each(|_| quote!(entry.write(writer, cx)));
        let from = self.dialects.iter().map(|Dialect { variant, union, .. }| {
            quote! {
                impl From<#union> for #name {
                    fn from(entry: #union) -> Self {
                        Self::#variant(entry)
                    }
                }
            }
        });
        quote! {
            impl #name {
                /// Writes the tag and the fields.
                ///
                /// # Errors
                /// A value that the version cannot encode.
                pub fn write(&self, writer: &mut Writer, cx: &mut #context) -> Result<()> {
                    #write
                }
            }
            #(#from)*
        }
    }

    fn reflect(&self, frame: &Frame<'_, '_>) -> TokenStream {
        let item_name = self.each(|_| quote!(entry.item_name()));
        let fields = self.each(|_| quote!(entry.fields(visit)));
        let template = frame.template(&self.each(|_| quote!(entry.template())));
        frame.reflect(&item_name, &fields, Some(template))
    }
}
