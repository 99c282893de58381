//! Rebuilds an item from its fields: as the same item of another crate, or as an item that borrows nothing.

use super::Existing;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// An alternative of an item in Rust, with all of its fields.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// The variant; none for a struct.
    pub variant: Option<Ident>,
    /// The fields by name or number, and the conversions of their values into owned ones.
    pub fields: Vec<(TokenStream, Owned)>,
}

/// The conversion of a value into an owned one.
#[derive(Clone, Debug)]
pub enum Owned {
    /// It borrows nothing.
    Itself,
    /// A `Cow`.
    Cow,
    /// A type with its own conversion.
    Type,
    /// An `Option`.
    Option(Box<Owned>),
    /// A `Vec`.
    List(Box<Owned>),
    /// An array.
    Array(Box<Owned>),
    /// A `Box`.
    Boxed(Box<Owned>),
    /// A tuple.
    Tuple(Vec<Owned>),
}

impl Existing {
    /// The conversions between the item and the same item of another crate, and into the item that borrows nothing.
    pub(super) fn rebuilt(&self, name: &Ident) -> TokenStream {
        let remote = self.remote.as_ref().map(|remote| self.of_remote(name, remote));
        let owned = self.into_owned.then(|| self.owned(name));
        quote!(#remote #owned)
    }

    fn of_remote(&self, name: &Ident, remote: &TokenStream) -> TokenStream {
        let (own, attributes) = (quote!(#name), Existing::attributes());
        let ty = self.item(name);
        let (declared, bounds) = (&self.generics.declared, &self.generics.bounds);
        let lifetime = self.generics.lifetime.iter();
        let parameters = quote!(<#(#lifetime,)* #declared>);
        let there = self.arms(&own, remote, |_, local| local);
        let back = self.arms(remote, &own, |_, local| local);
        quote! {
            #attributes
            impl #parameters ::core::convert::From<#ty> for #remote where #bounds {
                fn from(value: #ty) -> Self {
                    match value { #there }
                }
            }

            #attributes
            impl #parameters ::core::convert::From<#remote> for #ty where #bounds {
                fn from(value: #remote) -> Self {
                    match value { #back }
                }
            }
        }
    }

    fn owned(&self, name: &Ident) -> TokenStream {
        let Existing { runtime, generics, .. } = self;
        let (own, attributes, ty) = (quote!(#name), Existing::attributes(), self.item(name));
        let (declared, bounds) = (&generics.declared, &generics.bounds);
        let lifetime = generics.lifetime.iter();
        let (types, constants) = (&generics.types, &generics.constants);
        let arms = self.arms(&own, &own, |owned, local| owned.made(runtime, &local));
        quote! {
            #attributes
            impl<#(#lifetime,)* #declared> #runtime::wire::IntoOwned for #ty where #bounds {
                type Owned = #name<'static, #(#types,)* #(#constants,)*>;

                fn into_owned(self) -> Self::Owned {
                    match self { #arms }
                }
            }
        }
    }

    /// An arm for each alternative of one type, which constructs that of the other type.
    fn arms(
        &self,
        of: &TokenStream,
        into: &TokenStream,
        made: impl Fn(&Owned, TokenStream) -> TokenStream,
    ) -> TokenStream {
        let arms = self.alternatives.iter().map(|Alternative { variant, fields }| {
            let variant: Vec<_> = variant.iter().collect();
            let locals = (0..fields.len()).map(|at| format_ident!("field{at}"));
            let locals: Vec<_> = locals.collect();
            let members: Vec<_> = fields.iter().map(|(member, _)| member).collect();
            let values =
                fields.iter().zip(&locals).map(|((_, owned), local)| made(owned, quote!(#local)));
            quote! {
                #of #(::#variant)* { #(#members: #locals),* } => {
                    #into #(::#variant)* { #(#members: #values),* }
                }
            }
        });
        quote!(#(#arms)*)
    }
}

impl Owned {
    /// An expression that makes `value` owned.
    fn made(&self, runtime: &TokenStream, value: &TokenStream) -> TokenStream {
        let each = |of: &Owned| {
            let made = of.made(runtime, &quote!(each));
            quote!(|each| #made)
        };
        match self {
            Owned::Itself => value.clone(),
            Owned::Cow => quote!(::std::borrow::Cow::Owned(::std::borrow::Cow::into_owned(#value))),
            Owned::Type => quote!(#runtime::wire::IntoOwned::into_owned(#value)),
            Owned::Option(of) => {
                let each = each(of);
                quote!(::core::option::Option::map(#value, #each))
            }
            Owned::List(of) => {
                let each = each(of);
                quote! {
                    ::core::iter::Iterator::collect(::core::iter::Iterator::map(
                        ::core::iter::IntoIterator::into_iter(#value),
                        #each,
                    ))
                }
            }
            Owned::Array(of) => {
                let each = each(of);
                quote!(#value.map(#each))
            }
            Owned::Boxed(of) => {
                let made = of.made(runtime, &quote!((*#value)));
                quote!(::std::boxed::Box::new(#made))
            }
            Owned::Tuple(parts) => {
                let names: Vec<_> = (0..parts.len()).map(|at| format_ident!("part{at}")).collect();
                let made =
                    parts.iter().zip(&names).map(|(part, name)| part.made(runtime, &quote!(#name)));
                quote!({ let (#(#names,)*) = #value; (#(#made,)*) })
            }
        }
    }
}
