//! Static tables of the changes of operations between releases of a dialect.

use super::{Cx, names};
use crate::ast::upgrade::Piece;
use crate::model::{Constant, Conversions, Limit};
use proc_macro2::TokenStream;
use quote::quote;

/// The function that returns the steps of a dialect.
pub(super) fn emit(cx: &Cx<'_>) -> TokenStream {
    let model = cx.model;
    if model.conversions.is_empty() {
        return quote!();
    }
    let runtime = &cx.options.runtime;
    let constants = model.constants.iter().map(|found| constant(cx, found));
    let tables = model.conversions.iter().map(steps);
    let limits = model.conversions.iter().map(|item| {
        let dialect = &item.docs.name;
        let limits = item.limits.iter().map(|found| limit(cx, found));
        quote!(#dialect => &[#(#limits),*],)
    });
    let arms = model.conversions.iter().map(|item| {
        let (dialect, table) =
            (&item.docs.name, names::shouty(&format!("{}_steps", item.docs.name)));
        quote!(#dialect => &conversion_tables::#table,)
    });
    quote! {
        /// The changes of a dialect's operations from one of its releases to the next, in the order of the newer operations.
        #[must_use]
        pub fn conversions(dialect: &str) -> &'static [#runtime::upgrade::Step] {
            match dialect {
                #(#arms)*
                _ => &[],
            }
        }

        /// The restrictions on a dialect's operations before some of its releases.
        #[must_use]
        pub fn conversion_limits(dialect: &str) -> &'static [#runtime::upgrade::Limit] {
            match dialect {
                #(#limits)*
                _ => &[],
            }
        }

        mod conversion_tables {
            use #runtime::upgrade::{Constant, Piece, Step};
            #(#constants)*
            #(#tables)*
        }
    }
}

/// The static value of a constant.
fn constant(cx: &Cx<'_>, constant: &Constant) -> TokenStream {
    let ident = names::shouty(&constant.docs.name);
    let (dialect, table) = (&constant.dialect, &cx.model.tables[constant.table].name);
    let (pieces, like) = (pieces(&constant.pieces), pieces(&constant.like));
    quote! {
        pub(super) static #ident: Constant =
            Constant { dialect: #dialect, table: #table, pieces: #pieces, like: #like };
    }
}

/// The static table of a dialect's steps.
fn steps(item: &Conversions) -> TokenStream {
    let table = names::shouty(&format!("{}_steps", item.docs.name));
    let steps = item.steps.iter().map(|step| {
        let (from, to, release, drops) = (&step.from, &step.to, step.release, &step.drops);
        let adds = step.adds.iter().map(|(name, constant)| {
            let constant = names::shouty(constant);
            quote!((#name, &#constant))
        });
        let count = |count: Option<usize>| match count {
            Some(count) => quote!(Some(#count)),
            None => quote!(None),
        };
        let (operands, regions) = (count(step.operands), count(step.regions));
        quote! {
            Step {
                from: #from,
                to: #to,
                release: #release,
                adds: &[#(#adds),*],
                drops: &[#(#drops),*],
                operands: #operands,
                regions: #regions,
            }
        }
    });
    let count = item.steps.len();
    quote!(pub(super) static #table: [Step; #count] = [#(#steps),*];)
}

/// A restriction of an operation before a release.
fn limit(cx: &Cx<'_>, limit: &Limit) -> TokenStream {
    let runtime = &cx.options.runtime;
    let option = |text: &Option<String>| match text {
        Some(text) => quote!(Some(#text)),
        None => quote!(None),
    };
    let (operation, before) = (&limit.operation, limit.before);
    let property = match &limit.property {
        Some((name, variant)) => quote!(Some((#name, #variant))),
        None => quote!(None),
    };
    let (operands, same) = (option(&limit.operands), option(&limit.same));
    quote! {
        #runtime::upgrade::Limit {
            operation: #operation,
            before: #before,
            property: #property,
            operands: #operands,
            same: #same,
        }
    }
}

fn pieces(pieces: &[Piece]) -> TokenStream {
    let pieces = pieces.iter().map(|piece| match piece {
        Piece::Bytes(bytes) => quote!(Piece::Bytes(&[#(#bytes),*])),
        Piece::Reference(name) => {
            let name = names::shouty(name);
            quote!(Piece::Reference(&#name))
        }
        Piece::Any => quote!(Piece::Any),
    });
    quote!(&[#(#pieces),*])
}
