//! A stub for a faulty item, so that the compiler reports only its faults.

use bytespec_codegen::emit::rust::{Generics, Stub, StubOf, Table, stub};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{DeriveInput, GenericParam};

use crate::dialects;
use crate::item::{runtime, union_keys};
use crate::keys::{self, Keys};
use crate::place::Places;

/// The stub for an item of a macro, from the readable keys.
pub(crate) fn of(name: &str, input: &DeriveInput) -> TokenStream {
    // The faults were reported before.
    let places = &mut Places::default();
    let known = match name {
        "BytecodeEnum" => keys::ENUM,
        "BytecodeRecord" => keys::RECORD,
        "Dialect" => keys::DIALECT_KEYS,
        "OpProperties" => keys::PROPERTIES,
        "Operation" => keys::OPERATION,
        _ => union_keys(input),
    };
    let keys = Keys::read(&input.attrs, known, "item", places);
    let dialect = keys.ty("dialect").map(ToTokens::to_token_stream);
    let of = match name {
        "BytecodeEnum" => StubOf::Enum,
        "BytecodeRecord" => StubOf::Record,
        "BytecodeAttribute" => StubOf::Union(Table::Attribute, dialect),
        "BytecodeType" => StubOf::Union(Table::Type, dialect),
        "Dialect" => {
            let mut dialect = dialects::lower(input, places).0;
            if keys.texts("versions").is_empty() {
                dialect.versions.clear();
            }
            StubOf::Dialect(Box::new(dialect))
        }
        "Operation" => StubOf::TypedOperation(dialect),
        _ => StubOf::Operation(dialect),
    };
    let (name, runtime) = (input.ident.clone(), runtime(&keys, places));
    stub(&Stub { runtime, name, generics: generics(&input.generics), of })
}

/// All parameters in their declared form, of any kind and number.
fn generics(item: &syn::Generics) -> Generics {
    let mut generics = Generics::default();
    for parameter in &item.params {
        let mut parameter = parameter.clone();
        match &mut parameter {
            GenericParam::Lifetime(parameter) => parameter.attrs.clear(),
            GenericParam::Type(parameter) => {
                parameter.attrs.clear();
                (parameter.eq_token, parameter.default) = (None, None);
                generics.types.push(parameter.ident.clone());
            }
            GenericParam::Const(parameter) => {
                parameter.attrs.clear();
                (parameter.eq_token, parameter.default) = (None, None);
            }
        }
        generics.declared.extend(quote!(#parameter,));
        generics.arguments.extend(match &parameter {
            GenericParam::Lifetime(parameter) => parameter.lifetime.to_token_stream(),
            GenericParam::Type(parameter) => parameter.ident.to_token_stream(),
            GenericParam::Const(parameter) => parameter.ident.to_token_stream(),
        });
        generics.arguments.extend(quote!(,));
    }
    if let Some(clause) = &item.where_clause {
        generics.bounds = clause.predicates.iter().map(|bound| quote!(#bound,)).collect();
    }
    generics
}
