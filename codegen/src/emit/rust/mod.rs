//! Rust source from the model.
//!
//! Every record, union and operation becomes a type. A type that holds nothing of any length is one
//! `Copy` struct; any other comes twice: borrowed from the input in the module `view`, and owned.
//! Reading goes to the borrowed one, writing comes from the owned one.

mod builders;
mod enums;
mod fields;
mod names;
mod ops;
mod records;
mod reflect;
mod samples;
mod sections;
mod text;
mod types;
mod unions;
mod versions;

use crate::model::{Model, VarintKind};
use proc_macro2::TokenStream;
use quote::quote;

/// How generated code reaches its surroundings.
#[derive(Clone, Debug)]
pub struct Options {
    /// Path of the `bytespec` crate: `crate` inside it, `::bytespec` elsewhere.
    pub runtime: TokenStream,
    /// The module that holds the hand-written parts of the format (the reading and the writing
    /// context, hand-written codecs); without one, a plain context is generated.
    pub host: Option<TokenStream>,
    /// Also emit random values of every type, under the cargo feature `samples`.
    pub samples: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { runtime: quote!(::bytespec), host: None, samples: false }
    }
}

/// What the emitters share.
struct Cx<'m> {
    model: &'m Model,
    options: &'m Options,
    /// Records without anything of variable length.
    plain_records: Vec<bool>,
    plain_unions: Vec<bool>,
}

/// Which of the two families of types is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    View,
    Owned,
}

/// Emits the whole format as the items of one module.
#[must_use]
pub fn emit(model: &Model, options: &Options) -> TokenStream {
    let mut cx = Cx {
        model,
        options,
        plain_records: vec![true; model.records.len()],
        plain_unions: vec![true; model.unions.len()],
    };
    cx.find_plain();
    let runtime = &options.runtime;
    let versions = versions::emit(&cx);
    let context = context(&cx);
    let tables = types::tables(&cx);
    let enums = model.enums.iter().map(|item| enums::emit(&cx, item));
    let (records, record_views) = records::emit(&cx);
    let (unions, union_views) = unions::emit(&cx);
    let (sections, section_views) = sections::emit(&cx);
    let (ops, op_views) = ops::emit(&cx);
    let builders = builders::emit(&cx);
    let samples = if options.samples { samples::emit(&cx) } else { quote!() };
    quote! {
        #[allow(unused_imports)]
        use #runtime::error::{Context as _, Error, ErrorKind, Result};
        #[allow(unused_imports)]
        use #runtime::reflect::{FieldValue, Reflect};
        #[allow(unused_imports)]
        use #runtime::small::{ThinVec, ValueList};
        #[allow(unused_imports)]
        use #runtime::values::{self, RegionId, Typed, TypedValues, Value, Values};
        #[allow(unused_imports)]
        use #runtime::wire::{self, Cursor, Decode, List, OffsetTable, TableBuilder, Writer};
        #versions
        #context
        #tables
        #(#enums)*
        #records
        #unions
        #sections
        #ops
        #builders
        #samples

        /// The same items, borrowed from the input they are read from.
        pub mod view {
            #[allow(unused_imports, clippy::wildcard_imports)]
            use super::*;
            #record_views
            #union_views
            #section_views
            #op_views
        }
    }
}

fn context(cx: &Cx<'_>) -> TokenStream {
    if cx.options.host.is_some() {
        return quote!();
    }
    quote! {
        /// What readers and writers need besides bytes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Context {
            /// The version that the bytes are of.
            pub version: Version,
            /// The features that the file announces.
            pub features: Features,
        }

        impl Context {
            /// A context for a version, without features.
            #[must_use]
            pub fn new(version: Version) -> Self {
                Context { version, features: Features::NONE }
            }

            /// The version that the bytes are of.
            #[inline]
            #[must_use]
            pub fn version(&self) -> Version {
                self.version
            }

            /// Whether the file announces a feature.
            #[inline]
            #[must_use]
            pub fn has_feature(&self, feature: Feature) -> bool {
                self.features.contains(feature)
            }
        }
    }
}

impl Cx<'_> {
    /// The type of the reading context.
    fn read_context(&self) -> TokenStream {
        match &self.options.host {
            Some(host) => quote!(#host::Context<'a>),
            None => quote!(Context),
        }
    }

    /// The type of the writing context.
    fn write_context(&self) -> TokenStream {
        match &self.options.host {
            Some(host) => quote!(#host::Encoder<'_>),
            None => quote!(Context),
        }
    }

    /// Name of a method of the format's varint, such as `leb128_u32`.
    fn varint(&self, suffix: &str) -> proc_macro2::Ident {
        let base = match self.model.varint {
            VarintKind::Leb128 => "leb128",
            VarintKind::Prefix => "prefix",
        };
        names::ident(&format!("{base}{suffix}"))
    }
}
