//! Rust source from the model.
//!
//! Every record, union and operation becomes a type. A type that holds nothing of any length is one
//! `Copy` struct; any other comes twice: borrowed from the input in the module `view`, and owned.
//! Reading goes to the borrowed one, writing comes from the owned one.

mod builders;
mod clocks;
mod conversions;
mod entries;
mod enums;
mod fields;
mod names;
mod ops;
mod packed;
mod presence;
mod properties;
mod records;
mod reflect;
mod releases;
mod rewrite;
mod samples;
mod sections;
mod text;
mod types;
mod unions;
mod versions;

use crate::model::{Model, VarintKind};
use proc_macro2::{Ident, Span, TokenStream};
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
    /// Also emit functions that read an entry of a table and at once write it with other numbers.
    ///
    /// The writing context of the host then has two more methods for each table that is referred to,
    /// which take the writer and write a reference: `<table>_reference` and, for `flagged`,
    /// `<table>_flagged`.
    pub rewrite: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { runtime: quote!(::bytespec), host: None, samples: false, rewrite: false }
    }
}

/// What there is to know about items that exist already, for [`implement`].
#[derive(Clone, Debug)]
pub struct Existing {
    /// Path of the `bytespec` crate.
    pub runtime: TokenStream,
    /// Where the items are, for errors of the compiler.
    pub span: Span,
    /// The Rust types that the model's codecs stand for, in the model's order.
    pub types: Vec<TokenStream>,
}

/// What the emitters share.
struct Cx<'m> {
    model: &'m Model,
    options: &'m Options,
    /// The items exist already: their names are kept, and there is neither version nor context.
    existing: Option<&'m Existing>,
    /// Records without anything of variable length.
    plain_records: Vec<bool>,
    plain_unions: Vec<bool>,
    /// What is written are locals of the borrowed types.
    rewriting: bool,
}

/// Which of the two families of types is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    /// Borrowed from the input.
    View,
    Owned,
    /// Lists are slices in memory: for writing what is kept in another form.
    Parts,
}

/// Emits the whole format as the items of one module.
#[must_use]
pub fn emit(model: &Model, options: &Options) -> TokenStream {
    let cx = Cx::new(model, options, None);
    let runtime = &options.runtime;
    let versions = versions::emit(&cx);
    let releases = releases::emit(&cx);
    let conversions = conversions::emit(&cx);
    let context = context(&cx);
    let tables = types::tables(&cx);
    let enums = model.enums.iter().map(|item| enums::emit(&cx, item));
    let (records, record_views, record_parts) = records::emit(&cx);
    let (unions, union_views) = unions::emit(&cx);
    let (entries, entry_views) = entries::emit(&cx);
    let (sections, section_views) = sections::emit(&cx);
    let (ops, op_views) = ops::emit(&cx);
    let builders = builders::emit(&cx);
    let properties = properties::emit(&cx);
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
        #releases
        #conversions
        #context
        #tables
        #(#enums)*
        #records
        #unions
        #entries
        #sections
        #ops
        #builders
        #properties
        #samples

        /// The same items, borrowed from the input they are read from.
        pub mod view {
            #[allow(unused_imports, clippy::wildcard_imports)]
            use super::*;
            #record_views
            #union_views
            #entry_views
            #section_views
            #op_views
        }

        #record_parts
    }
}

/// Emits the readers and writers of enums and records that exist already, under the names that the
/// model has for them.
///
/// Such an item belongs to no format, so it has no versions, and `()` is its context. The records
/// hold nothing of variable length. A codec of the model is any Rust type with `Decode` and `Encode`.
#[must_use]
pub fn implement(model: &Model, existing: &Existing) -> TokenStream {
    let options = Options { runtime: existing.runtime.clone(), ..Options::default() };
    let cx = Cx::new(model, &options, Some(existing));
    let enums = model.enums.iter().map(|item| enums::implement(&cx, item));
    let records = model.records.iter().map(|item| records::implement(&cx, item));
    quote!(#(#enums)* #(#records)*)
}

fn context(cx: &Cx<'_>) -> TokenStream {
    if cx.options.host.is_some() {
        return quote!();
    }
    let clocks = cx.model.clocks().next().is_some();
    let dialects_field = clocks.then(|| {
        quote! {
            /// The releases of dialects, where they are known.
            pub dialects: DialectReleases,
        }
    });
    let no_dialects = clocks.then(|| quote!(dialects: DialectReleases::default(),));
    let dialects = clocks.then(|| {
        quote! {
            /// The same with the releases of dialects.
            #[must_use]
            pub fn with_dialects(self, dialects: DialectReleases) -> Self {
                Context { dialects, ..self }
            }

            /// The releases of dialects, where they are known.
            #[inline]
            #[must_use]
            pub fn dialects(&self) -> DialectReleases {
                self.dialects
            }
        }
    });
    let has = cx.model.releases.is_some();
    let field = has.then(|| {
        quote! {
            /// The release of the producer, where it is known.
            pub release: Option<Release>,
        }
    });
    let none = has.then(|| quote!(release: None));
    let release = has.then(|| {
        quote! {
            /// The same with the release of the producer.
            #[must_use]
            pub fn with_release(self, release: Option<Release>) -> Self {
                Context { release, ..self }
            }

            /// The release of the producer, where it is known.
            #[inline]
            #[must_use]
            pub fn release(&self) -> Option<Release> {
                self.release
            }
        }
    });
    quote! {
        /// What readers and writers need besides bytes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Context {
            /// The version that the bytes are of.
            pub version: Version,
            /// The features that the file announces.
            pub features: Features,
            #dialects_field
            #field
        }

        impl Context {
            /// A context for a version, without features.
            #[must_use]
            pub fn new(version: Version) -> Self {
                Context { version, features: Features::NONE, #no_dialects #none }
            }

            #release
            #dialects

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

impl<'m> Cx<'m> {
    fn new(model: &'m Model, options: &'m Options, existing: Option<&'m Existing>) -> Self {
        let mut cx = Cx {
            model,
            options,
            existing,
            plain_records: vec![true; model.records.len()],
            plain_unions: vec![true; model.unions.len()],
            rewriting: false,
        };
        cx.find_plain();
        cx
    }

    /// The type of the reading context.
    fn read_context(&self) -> TokenStream {
        match &self.options.host {
            _ if self.existing.is_some() => quote!(()),
            Some(host) => quote!(#host::Context<'a>),
            None => quote!(Context),
        }
    }

    /// The type of the writing context.
    fn write_context(&self) -> TokenStream {
        match &self.options.host {
            _ if self.existing.is_some() => quote!(()),
            Some(host) => quote!(#host::Encoder<'_>),
            None => quote!(Context),
        }
    }

    /// The statement that makes `version`, where there is one.
    fn version(&self) -> TokenStream {
        match self.existing {
            Some(_) => quote!(),
            None => quote!(let version = cx.version();),
        }
    }

    /// What stands first in a function body, beside items of which nothing is known: traits by no
    /// name, and of names only those of `Option` and `Result`, even where there is no prelude.
    fn imports(&self) -> TokenStream {
        if self.existing.is_none() {
            return quote!();
        }
        let runtime = &self.options.runtime;
        quote! {
            #[allow(unused_imports)]
            use ::core::{
                convert::{From as _, Into as _},
                option::Option::{None, Some},
                result::Result::{Err, Ok},
            };
            #[allow(unused_imports)]
            use #runtime::error::Context as _;
        }
    }

    /// What stands before an `impl` block.
    fn impl_attributes(&self) -> TokenStream {
        match self.existing {
            Some(_) => quote! {
                #[automatically_derived]
                #[allow(dead_code, unreachable_pub)]
            },
            None => quote!(),
        }
    }

    /// The Rust name of an enum or record.
    fn item_name(&self, name: &str) -> Ident {
        match self.existing {
            Some(existing) => {
                let mut ident = names::ident(name);
                ident.set_span(existing.span);
                ident
            }
            None => names::camel(name),
        }
    }

    /// The Rust name of an enum's member.
    fn member_name(&self, name: &str) -> Ident {
        match self.existing {
            Some(_) => names::ident(name),
            None => names::camel(name),
        }
    }

    /// The Rust name of a field.
    fn field_name(&self, name: &str) -> Ident {
        match self.existing {
            Some(_) => names::ident(name),
            None => names::snake(name),
        }
    }

    /// Name of a method of the format's varint, such as `leb128_u32`.
    fn varint(&self, suffix: &str) -> Ident {
        let base = match self.model.varint {
            VarintKind::Leb128 => "leb128",
            VarintKind::Prefix => "prefix",
        };
        names::ident(&format!("{base}{suffix}"))
    }
}
