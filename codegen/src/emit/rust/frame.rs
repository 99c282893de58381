//! The common code of records, unions, entries and sections: two forms of a type, and functions that read, write and own it.

use super::versions::item_gate;
use super::{Cx, Family};
use crate::model::Docs;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// A type of the format in one of its forms.
pub(super) struct Frame<'c, 'm> {
    pub(super) cx: &'c Cx<'m>,
    pub(super) name: Ident,
    pub(super) family: Family,
    /// One `Copy` type is both forms.
    pub(super) plain: bool,
}

/// The lifetime of the input, for a type that borrows from it.
pub(super) fn lifetime(borrows: bool) -> TokenStream {
    if borrows { quote!(<'a>) } else { quote!() }
}

/// The lifetime of the input as a parameter of a method, if the type has no such lifetime.
pub(super) fn of_method(lifetime: &TokenStream) -> TokenStream {
    if lifetime.is_empty() { quote!(<'a>) } else { quote!() }
}

/// The lifetime of the input, if it needs no name.
pub(super) fn elided(lifetime: &TokenStream) -> TokenStream {
    if lifetime.is_empty() { quote!() } else { quote!(<'_>) }
}

impl Frame<'_, '_> {
    /// Whether this form is read.
    pub(super) fn is_read(&self) -> bool {
        self.plain || self.family == Family::View
    }

    pub(super) fn lifetime(&self) -> TokenStream {
        lifetime(self.family == Family::View && !self.plain)
    }

    pub(super) fn derive(&self) -> TokenStream {
        match self.family {
            Family::View => quote!(#[derive(Clone, Copy, Debug, PartialEq)]),
            Family::Owned if self.plain => {
                quote!(#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)])
            }
            Family::Owned | Family::Parts => quote!(#[derive(Clone, Debug, PartialEq)]),
        }
    }

    /// The function that reads this form, if it can be read: `words` document it, `body` makes the value.
    pub(super) fn reader(
        &self,
        docs: &Docs,
        words: &TokenStream,
        body: &TokenStream,
    ) -> TokenStream {
        let (name, lifetime) = (&self.name, self.lifetime());
        let (method, context) = (of_method(&lifetime), self.cx.read_context());
        let gate = item_gate(self.cx, docs, true);
        quote! {
            impl #lifetime #name #lifetime {
                #words
                #[allow(unused_variables, unused_mut)]
                pub fn read #method(cursor: &mut Cursor<'a>, cx: &#context) -> Result<Self> {
                    let version = cx.version();
                    let start = cursor.position();
                    #gate
                    #body
                }
            }
        }
    }

    /// The implementation that makes this form an element of a list.
    pub(super) fn decode(&self) -> TokenStream {
        let (name, lifetime, context) = (&self.name, self.lifetime(), self.cx.read_context());
        quote! {
            impl<'a> Decode<'a> for #name #lifetime {
                type Value = Self;
                type Context = #context;

                fn decode(cursor: &mut Cursor<'a>, cx: &#context) -> Result<Self> {
                    Self::read(cursor, cx)
                }
            }
        }
    }

    /// The function that writes `name`, a type of this form. `words` are the first lines of its documentation.
    pub(super) fn writer(
        &self,
        docs: &Docs,
        words: &TokenStream,
        body: &TokenStream,
    ) -> TokenStream {
        let (name, context) = (&self.name, self.cx.write_context());
        let lifetime = (self.family == Family::Parts).then(|| quote!(<'_>));
        let gate = item_gate(self.cx, docs, false);
        quote! {
            impl #name #lifetime {
                #words
                ///
                /// # Errors
                /// A value that the version cannot encode.
                #[allow(unused_variables)]
                pub fn write(&self, writer: &mut Writer, cx: &mut #context) -> Result<()> {
                    let version = cx.version();
                    #gate
                    #body
                }
            }
        }
    }

    /// The conversion from the borrowed form to the owned one.
    pub(super) fn to_owned(&self, body: &TokenStream) -> TokenStream {
        let name = &self.name;
        quote! {
            impl #name<'_> {
                /// The same value, owned.
                #[must_use]
                #[allow(clippy::wrong_self_convention, clippy::redundant_clone)]
                pub fn to_owned(&self) -> super::#name {
                    #body
                }
            }
        }
    }

    /// The implementation of `Reflect`, which visits the fields by name; `template` is the method of a type that has templates.
    pub(super) fn reflect(
        &self,
        item_name: &TokenStream,
        fields: &TokenStream,
        template: Option<TokenStream>,
    ) -> TokenStream {
        let (name, lifetime) = (&self.name, elided(&self.lifetime()));
        let any = (!self.is_read()).then(|| {
            quote! {
                fn any(&self) -> Option<&dyn ::core::any::Any> {
                    Some(self)
                }
            }
        });
        quote! {
            impl Reflect for #name #lifetime {
                fn item_name(&self) -> &'static str {
                    #item_name
                }

                #[allow(unused_variables)]
                fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
                    #fields
                }

                #template
                #any
            }
        }
    }

    /// The method that returns the template of a value.
    pub(super) fn template(&self, body: &TokenStream) -> TokenStream {
        let runtime = &self.cx.options.runtime;
        quote! {
            fn template(&self) -> Option<&'static #runtime::text::template::Template> {
                #body
            }
        }
    }
}
