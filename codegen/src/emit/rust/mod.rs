//! Rust source from the model.
//!
//! Every record, union and operation becomes a type. A type without parts of variable length is one `Copy` struct. Any other type
//! is emitted twice: borrowed from the input in the module `view`, and owned. Readers return the borrowed type, and writers take
//! the owned one.
//!
//! `to_owned` converts one to the other. Operations also get a kind, an enum, a visitor and a builder. A `codec` in the format's
//! *host* module reads and writes values that the language cannot describe. The host also provides the contexts of readers and
//! writers. A format without a host gets a plain context.
//!
//! Unions with the entries of one table in different dialects together become one type, which is read by the dialect's name.
//! Layouts of properties, signatures and default values become one text with a table for each dialect, in a file of its own if a
//! build script generates the code. A table is parsed on the first query about the dialect, and contains equal values once.
//! Templates, examples and the properties of operations become rows of words, which are parsed at the first use. What is the same
//! for all items is in the runtime. A dialect may have releases of its own: its gates, layouts and conversions then refer to them,
//! and `DialectReleases` contains the known release of each dialect.
//!
//! Functions are force-inlined only without debug assertions. In other builds the copies would cost minutes of compile time.

mod axes;
mod builders;
mod by_release;
mod conversions;
mod declared;
mod defaults;
mod derived;
mod documentation;
mod edits;
mod entries;
mod enums;
mod examples;
mod existing;
mod fast_records;
mod fields;
mod file_parts;
mod file_record;
mod frame;
mod from_text;
mod hygiene;
mod integers;
mod kinds;
mod names;
mod op_enums;
mod op_kinds;
mod op_tables;
mod open_ends;
mod operation;
mod operation_read;
mod operation_text;
mod operation_write;
mod ops;
mod packed;
mod plan;
mod presence;
mod properties;
mod records;
mod references;
mod reflect;
mod refused;
mod release_gates;
mod release_names;
mod releases;
mod samples;
mod scan;
mod sections;
mod short_operations;
mod signatures;
mod templates;
mod types;
mod unions;
mod versions;
mod visitors;
mod words;

pub use file_record::missing as missing_in_file;

pub use existing::{
    Alternative, Coding, Custom, Dialect, Existing, Generics, Held, Holds, Member, Operation,
    OperationPart, OperationText, Owned, Part, PartKind, Shape, Stub, StubOf, Table,
    TypedOperation, Upgrade, dialect, implement, operation, stub, typed_operation, without_text,
};

use crate::model::{Kinds, Model, Reserved, VarintKind};
use documentation::document;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::collections::{BTreeSet, HashSet};

/// The environment of generated code.
#[derive(Clone, Debug)]
pub struct Options {
    /// Path of the `bytespec` crate: `crate` inside it, `::bytespec` elsewhere.
    pub runtime: TokenStream,
    /// The module with the handwritten parts of the format: the contexts of reading and writing, and codecs. Without one, a plain
    /// context is generated.
    pub host: Option<TokenStream>,
    /// Also emit code that reads and writes every item by its name, for samples, under the cargo feature `samples`.
    pub samples: bool,
    /// Also emit code that changes parts of owned values by their names, together with the samples.
    pub edits: bool,
    /// Also emit `plan()`, which returns the plan of the schema. A file of this name next to the code contains its bytes
    /// ([`bytespec_plan::Plan::to_bytes`]).
    pub plan: Option<String>,
    /// A file next to the code that contains the text of the tables of operations by release ([`emit_with_tables`]). Without one, the
    /// code contains the text.
    pub tables: Option<String>,
    /// Also emit functions that find the references in an entry of a table in its bytes.
    ///
    /// The host's module of codecs must then have a function `pass_<codec>` for each codec, which moves a `wire::Scan` past a
    /// value.
    pub scan: bool,
    /// Also implement the traits that let derived items of the format contain types of the format.
    ///
    /// The contexts of a host then implement the trait `Convention`, as they also do if a codec is derived.
    pub derived: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            runtime: quote!(::bytespec),
            host: None,
            samples: false,
            edits: false,
            plan: None,
            tables: None,
            scan: false,
            derived: false,
        }
    }
}

/// The shared context of the emitters.
struct Cx<'m> {
    model: &'m Model,
    options: &'m Options,
    /// For an existing item: its names are kept, and Rust resolves the types of its fields.
    existing: Option<&'m Existing>,
    /// Emit only declarations of names of the schema, without the functions whose names are the same for every item.
    declarations: bool,
    /// Records without parts of variable length.
    plain_records: Vec<bool>,
    plain_unions: Vec<bool>,
    /// Unions whose variants can all be parsed.
    readable_unions: Vec<bool>,
    /// Records that contain themselves without a union in between, which would limit their depth.
    recursive_records: Vec<bool>,
    open_ends: open_ends::OpenEnds,
    tables: by_release::Tables<'m>,
    /// Every restriction of a reference to kinds of entries, once.
    restrictions: Vec<&'m Kinds>,
}

/// The family of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    /// Borrowed from the input.
    View,
    Owned,
    /// Lists are slices in memory, for writing data that is stored in another form.
    Parts,
}

/// Emits the whole format as the items of one module.
#[must_use]
pub fn emit(model: &Model, options: &Options) -> TokenStream {
    emit_with_tables(model, options).0
}

/// Emits the whole format, and the text of the file that [`Options::tables`] names; empty if the format has no such tables.
#[must_use]
pub fn emit_with_tables(model: &Model, options: &Options) -> (TokenStream, String) {
    let cx = Cx::new(model, options, None);
    let runtime = &options.runtime;
    let items = items(&cx);
    let items = hygiene::resolved(model, runtime, items);
    // Users can use any part of the code anywhere, under any lints.
    let code = quote! {
        #[allow(
            dead_code,
            unexpected_cfgs,
            unreachable_pub,
            unused,
            clippy::all,
            nonstandard_style,
            clippy::pedantic,
            rustdoc::all
        )]
        mod generated {
            #items
        }
        #[allow(unreachable_pub, unused_imports)]
        pub use generated::*;
    };
    (code, cx.tables.into_text())
}

/// The facts about operations in releases.
fn tables(model: &Model) -> by_release::Tables<'_> {
    let mut tables = by_release::Tables::default();
    properties::add(model, &mut tables);
    signatures::add(model, &mut tables);
    defaults::add(model, &mut tables);
    tables
}

/// The items of a format, before names are made unambiguous.
fn items(cx: &Cx<'_>) -> TokenStream {
    if let Some(items) = file_record::items(cx) {
        return items;
    }
    let (model, runtime) = (cx.model, &cx.options.runtime);
    let versions = versions::emit(cx);
    let releases = releases::emit(cx);
    let conversions = conversions::emit(cx);
    let context = context(cx);
    let tables = types::tables(cx);
    let enums = model.enums.iter().map(|item| enums::emit(cx, item));
    let (records, record_views, record_parts) = records::emit(cx);
    let (fast, references) = (fast_records::emit(cx), scan::emit(cx));
    let (unions, union_views) = unions::emit(cx);
    let (visitors, visitor_views) = visitors::emit(cx);
    let (entries, entry_views) = entries::emit(cx);
    let (sections, section_views) = sections::emit(cx);
    let (ops, op_views) = ops::emit(cx);
    let builders = builders::emit(cx);
    let op_texts = model.operations.as_ref().filter(|_| !cx.declarations);
    let op_texts = op_texts.map(|found| operation_text::emit(cx, found, &op_kinds::sections(cx)));
    let facts = facts(cx);
    let derived = derived::emit(cx);
    let subjects = samples::subjects(cx);
    let samples = samples::emit(cx, &subjects, &edits::emit(cx, &subjects));
    let examples = examples::emit(cx, &subjects);
    let (plan, contents) = (plan::emit(cx), file_record::contents(cx));
    let kinds = kinds::table(cx);
    quote! {
        #[allow(unused_imports)]
        use #runtime::error::{Context as _, Error, ErrorKind, Result};
        #[allow(unused_imports)]
        use #runtime::parts::OperationParts as _;
        #[allow(unused_imports)]
        use #runtime::reflect::{FieldValue, Reflect, VisitField as _};
        #[allow(unused_imports)]
        use #runtime::small::{ThinVec, ValueList};
        #[allow(unused_imports)]
        use #runtime::values::{self, ReadParts as _, RegionId, Typed, TypedValues, Value, Values, WriteParts as _};
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
        #visitors
        #references
        #entries
        #sections
        #ops
        #builders
        #op_texts
        #facts
        #derived
        #kinds
        #plan
        #contents
        #samples
        #examples

        /// The same items, borrowed from the input.
        pub mod view {
            #[allow(unused_imports, clippy::wildcard_imports)]
            use super::*;
            #record_views
            #union_views
            #visitor_views
            #entry_views
            #section_views
            #op_views
        }

        #record_parts
        #fast
    }
}

/// The facts about operations that files do not contain.
fn facts(cx: &Cx<'_>) -> TokenStream {
    let tables = cx.tables.constant(cx.options.tables.as_deref());
    let (properties, signatures) = (properties::emit(cx), signatures::emit(cx));
    let defaults = defaults::emit(cx);
    quote!(#tables #properties #signatures #defaults)
}

/// The names that the code of a format declares more than once, so that it does not compile. Only the declarations of the code
/// are generated.
#[must_use]
pub fn declared_twice(model: &Model) -> BTreeSet<String> {
    // All options whose code declares names of the schema.
    let options = Options { host: Some(quote!(crate::host)), scan: true, ..Options::default() };
    let mut cx = Cx::new(model, &options, None);
    cx.declarations = true;
    declared::twice(items(&cx), &hygiene::own(model))
}

/// The names that complete code declares more than once.
#[must_use]
pub fn declared_twice_in(code: TokenStream) -> BTreeSet<String> {
    declared::twice(code, &HashSet::new())
}

/// The context of formats without a host.
fn context(cx: &Cx<'_>) -> TokenStream {
    if cx.options.host.is_some() {
        return quote!();
    }
    let (fields, nothing, methods) = axes_of_context(cx);
    let used = cx.model.operations.is_some().then(|| {
        quote! {
            /// Whether an operation uses a value. This context does not know the other operations, so the answer is always yes.
            #[must_use]
            pub fn is_used(&self, _: Value) -> bool {
                true
            }
        }
    });
    quote! {
        /// The context of readers and writers: the version, the features and the releases.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Context {
            /// The format version of the bytes.
            pub version: Version,
            /// The features that the file announces.
            pub features: Features,
            #(#fields)*
        }

        impl Context {
            /// A context for a version, without features.
            #[must_use]
            pub fn new(version: Version) -> Self {
                Context { version, features: Features::NONE, #(#nothing)* }
            }

            #(#methods)*

            /// The format version of the bytes.
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

            #used
        }
    }
}

/// The axes of a context besides the version: members, their values if nothing is known, and methods.
fn axes_of_context(cx: &Cx<'_>) -> (Vec<TokenStream>, Vec<TokenStream>, Vec<TokenStream>) {
    // Members, each with its type, and its value if nothing is known.
    let dialects = cx.model.axes().next().map(|_| {
        let none = quote!(DialectReleases::default());
        ("dialects", "releases of dialects", quote!(DialectReleases), none)
    });
    let release = cx
        .model
        .releases
        .as_ref()
        .map(|_| ("release", "release of the producer", quote!(Option<Release>), quote!(None)));
    let axes = release.into_iter().chain(dialects).map(|(name, words, ty, none)| {
        let (field, with) = (names::ident(name), format_ident!("with_{name}"));
        let known = if name == "dialects" { "as far as they are known" } else { "if it is known" };
        let known = document(&format!("The {words}, {known}."));
        let doc = document(&format!("The same context with the {words}."));
        let methods = quote! {
            #doc
            #[must_use]
            pub fn #with(self, #field: #ty) -> Self {
                Context { #field, ..self }
            }

            #known
            #[inline]
            #[must_use]
            pub fn #field(&self) -> #ty {
                self.#field
            }
        };
        (quote!(#known pub #field: #ty,), quote!(#field: #none,), methods)
    });
    axes.collect()
}

impl<'m> Cx<'m> {
    /// Whether operations of the format have text.
    fn has_text(&self) -> bool {
        self.options.host.is_some() && self.model.ops.iter().any(|op| !op.text.is_empty())
    }

    fn new(model: &'m Model, options: &'m Options, existing: Option<&'m Existing>) -> Self {
        let mut cx = Cx {
            model,
            options,
            existing,
            declarations: false,
            plain_records: vec![true; model.records.len()],
            plain_unions: vec![true; model.unions.len()],
            readable_unions: Vec::new(),
            recursive_records: types::recursive_records(model),
            open_ends: open_ends::OpenEnds::of(model),
            tables: tables(model),
            restrictions: kinds::restrictions(model),
        };
        cx.find_plain();
        cx.find_readable();
        cx
    }

    /// The index type of a table.
    fn table_id(&self, table: usize) -> proc_macro2::Ident {
        names::index_type(&self.model.tables[table].name)
    }

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

    /// The statement that computes `version`.
    fn version(&self) -> TokenStream {
        match self.existing {
            Some(existing) => existing.version(),
            None => quote!(let version = cx.version();),
        }
    }

    /// The error for an unknown number `number`, read at `start`.
    fn unknown(&self, label: &str, reserved: &[Reserved], number: &TokenStream) -> TokenStream {
        let runtime = &self.options.runtime;
        let unknown = quote!(#runtime::values::unknown_number(start, #label, #number));
        let arms: Vec<_> = reserved
            .iter()
            .filter(|reserved| !reserved.was.is_empty())
            .map(|Reserved { number: reserved, was }| {
                let reserved = proc_macro2::Literal::i128_unsuffixed(*reserved);
                let dead = quote!(#runtime::values::dead_number(start, #label, #number, #was));
                quote!(#reserved => #dead,)
            })
            .collect();
        if arms.is_empty() { unknown } else { quote!(match #number { #(#arms)* _ => #unknown }) }
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

    /// Name of a method of the format's varint, such as `leb128_u32`.
    fn varint(&self, suffix: &str) -> TokenStream {
        if let Some(existing) = self.existing.filter(|existing| existing.varint_of_context()) {
            return existing.varint(suffix);
        }
        let method = names::ident(&format!("{}{suffix}", self.varint_name()));
        quote!(#method)
    }

    fn varint_name(&self) -> &'static str {
        match self.model.varint {
            VarintKind::Leb128 => "leb128",
            VarintKind::Bounded => "bounded",
            VarintKind::Prefix => "prefix",
        }
    }
}
