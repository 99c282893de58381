//! Replacements of items with a fault, so that code that uses them does not cause more errors.
//!
//! A replacement implements everything that the item would implement without the fault, for any context. Its functions never run,
//! because the fault is an error of the compiler.

use super::dialect::implementation;
use super::{Dialect, Existing, Generics, Table};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// An item with a fault.
#[derive(Clone, Debug)]
pub struct Stub {
    /// Path of the `bytespec` crate.
    pub runtime: TokenStream,
    /// The item.
    pub name: Ident,
    /// The parameters of the item; `declared` includes the lifetimes.
    pub generics: Generics,
    /// The kind of the item.
    pub of: StubOf,
}

/// The kind of an item with a fault.
#[derive(Clone, Debug)]
pub enum StubOf {
    /// An enum of plain names.
    Enum,
    /// A struct with fields.
    Record,
    /// A choice by code, with the table and the dialect of its entries if the dialect is known.
    Union(Table, Option<TokenStream>),
    /// A dialect, which is implemented in full.
    Dialect(Box<Dialect>),
    /// The properties of an operation of a dialect, if the dialect is known.
    Operation(Option<TokenStream>),
    /// An operation of a dialect, if the dialect is known.
    TypedOperation(Option<TokenStream>),
}

/// Emits the replacement of an item.
#[must_use]
pub fn stub(item: &Stub) -> TokenStream {
    match &item.of {
        StubOf::Enum => {
            let (values, members) = (item.values(), item.members());
            quote!(#values #members)
        }
        StubOf::Record => item.values(),
        StubOf::Union(table, dialect) => {
            let (values, union) = (item.values(), item.union());
            let entry = dialect.as_ref().map(|dialect| item.entry(*table, dialect));
            quote!(#values #union #entry)
        }
        // Other items cannot refer to a dialect with parameters.
        StubOf::Dialect(_) if !item.generics.arguments.is_empty() => quote!(),
        StubOf::Dialect(dialect) => implementation(dialect),
        StubOf::Operation(dialect) => item.operation(dialect.as_ref()),
        StubOf::TypedOperation(dialect) => {
            dialect.as_ref().map_or_else(TokenStream::new, |dialect| item.typed_operation(dialect))
        }
    }
}

/// The body of every function.
fn never() -> TokenStream {
    quote!(::core::unreachable!("the item has a fault, which is an error of the compiler"))
}

impl Stub {
    /// The type and its bounds.
    fn ty(&self) -> (TokenStream, TokenStream) {
        let (Stub { name, .. }, Generics { arguments, bounds, .. }) = (self, &self.generics);
        (quote!(#name<#arguments>), quote!(#bounds))
    }

    /// The traits for reading, writing and describing.
    fn values(&self) -> TokenStream {
        let runtime = &self.runtime;
        let declared = &self.generics.declared;
        let (ty, bounds) = self.ty();
        let attributes = Existing::attributes();
        let never = never();
        quote! {
            #attributes
            impl<'__a, #declared __C> #runtime::wire::FromWire<'__a, __C> for #ty where #bounds {
                fn from_wire(
                    _: &mut #runtime::wire::Cursor<'__a>,
                    _: &__C,
                ) -> #runtime::error::Result<Self> {
                    #never
                }
            }

            #attributes
            impl<#declared __C> #runtime::wire::ToWire<__C> for #ty where #bounds {
                fn to_wire(
                    &self,
                    _: &mut #runtime::wire::Writer,
                    _: &mut __C,
                ) -> #runtime::error::Result<()> {
                    #never
                }
            }

            #attributes
            impl<#declared> #runtime::export::Describe for #ty where #bounds {
                fn describe(_: &mut #runtime::export::Schema) -> ::std::string::String {
                    #never
                }
            }
        }
    }

    /// The traits of enums.
    fn members(&self) -> TokenStream {
        if !self.generics.arguments.is_empty() {
            return quote!();
        }
        let Stub { runtime, name, .. } = self;
        let attributes = Existing::attributes();
        let never = never();
        quote! {
            #attributes
            impl #runtime::wire::Enumeration for #name {
                type Number = ::core::primitive::u64;

                const ALL: &'static [Self] = &[];

                fn number(self) -> ::core::primitive::u64 {
                    #never
                }

                fn name(self) -> &'static ::core::primitive::str {
                    #never
                }

                fn from_number(_: ::core::primitive::u64) -> ::core::option::Option<Self> {
                    #never
                }
            }

            #attributes
            impl #runtime::export::Literal for #name {
                fn literal(&self) -> ::std::string::String {
                    #never
                }
            }
        }
    }

    fn union(&self) -> TokenStream {
        let runtime = &self.runtime;
        let declared = &self.generics.declared;
        let (ty, bounds) = self.ty();
        let attributes = Existing::attributes();
        let never = never();
        quote! {
            #attributes
            impl<#declared> #runtime::export::DescribeEntry for #ty where #bounds {
                fn union(_: &mut #runtime::export::Schema) -> #runtime::export::Union {
                    #never
                }
            }
        }
    }

    fn entry(&self, table: Table, dialect: &TokenStream) -> TokenStream {
        let runtime = &self.runtime;
        let Generics { declared, types, .. } = &self.generics;
        let (ty, bounds) = self.ty();
        let attributes = Existing::attributes();
        let never = never();
        let id = format_ident!("{}Id", table.name());
        let version = quote!(<#dialect as #runtime::dialect::Dialect>::Version);
        quote! {
            #attributes
            impl<'__a, #declared> #runtime::dialect::Entry<'__a> for #ty
            where
                #bounds
                #(#types: ::core::fmt::Debug,)*
            {
                type Dialect = #dialect;
                type Id = #runtime::dialect::#id;
                const CODES: &'static [::core::primitive::u64] = &[];
                const LISTED: () = ();

                fn read(
                    _: &mut #runtime::wire::Cursor<'__a>,
                    _: &#runtime::dialect::Reading<'_, #version>,
                ) -> #runtime::error::Result<Self> {
                    #never
                }

                fn write(
                    &self,
                    _: &mut #runtime::wire::Writer,
                    _: &mut #runtime::dialect::Writing<'_, '_, #version>,
                ) -> #runtime::error::Result<()> {
                    #never
                }
            }
        }
    }

    fn typed_operation(&self, dialect: &TokenStream) -> TokenStream {
        let runtime = &self.runtime;
        let declared = &self.generics.declared;
        let (ty, bounds) = self.ty();
        let attributes = Existing::attributes();
        let never = never();
        quote! {
            #attributes
            impl<#declared> #runtime::dialect::Operation for #ty where #bounds {
                type Dialect = #dialect;
                const OPERATION: &'static ::core::primitive::str = "";
                const PARTS: &'static [#runtime::dialect::OpGroup] = &[];

                fn from_parts(
                    _: &mut dyn #runtime::dialect::OpParts,
                ) -> #runtime::error::Result<Self> {
                    #never
                }

                fn to_parts(&self) -> ::std::vec::Vec<::std::vec::Vec<#runtime::dialect::OpPart>> {
                    #never
                }
            }

            #attributes
            impl<#declared> #runtime::dialect::DialectOperation for #ty where #bounds {
                const OPERATION: &'static ::core::primitive::str = "";
                const LAYOUT: &'static [#runtime::properties::Field] = &[];
            }
        }
    }

    fn operation(&self, dialect: Option<&TokenStream>) -> TokenStream {
        let runtime = &self.runtime;
        let declared = &self.generics.declared;
        let (ty, bounds) = self.ty();
        let attributes = Existing::attributes();
        let never = never();
        let unknown = quote!(__Unknown);
        let nowhere = dialect.is_none().then(|| {
            quote! {
                struct #unknown;

                impl #runtime::dialect::Dialect for #unknown {
                    const NAME: &'static ::core::primitive::str = "";
                    type Version = #runtime::dialect::Unversioned;
                    type Attributes<'__a> = ();
                    type Types<'__a> = ();
                }
            }
        });
        let dialect = dialect.unwrap_or(&unknown);
        quote! {
            const _: () = {
                #nowhere

                #attributes
                impl<#declared> #runtime::dialect::OpProperties for #ty where #bounds {
                    type Dialect = #dialect;
                    const OPERATION: &'static ::core::primitive::str = "";
                    const LAYOUT: &'static [#runtime::properties::Field] = &[];

                    fn from_properties(
                        _: &mut dyn ::core::ops::FnMut(
                            &::core::primitive::str,
                        ) -> ::core::option::Option<#runtime::dialect::PropertyValue>,
                    ) -> #runtime::error::Result<Self> {
                        #never
                    }

                    fn to_properties(
                        &self,
                    ) -> ::std::vec::Vec<(
                        &'static ::core::primitive::str,
                        #runtime::dialect::PropertyValue,
                    )> {
                        #never
                    }
                }

                #attributes
                impl<#declared> #runtime::dialect::DialectOperation for #ty where #bounds {
                    const OPERATION: &'static ::core::primitive::str = "";
                    const LAYOUT: &'static [#runtime::properties::Field] = &[];
                }
            };
        }
    }
}
