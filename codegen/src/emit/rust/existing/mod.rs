//! Codecs of Rust items that already exist, under the names that the model has for them.
//!
//! Such an item keeps the types of its fields, and Rust resolves them. A field whose type the model cannot see into is a codec of the
//! model: `FromWire` reads it and `ToWire` writes it.

mod dialect;
mod entries;
mod enums;
mod export;
mod open_ends;
mod operation;
mod parts;
mod rebuilt;
mod records;
mod shape;
mod sizes;
mod stub;
mod texts;
mod typed_operation;
mod unions;
mod upgrades;

pub use dialect::{Dialect, dialect};
pub use operation::{Operation, operation};
pub use parts::Part;
pub use rebuilt::{Alternative, Owned};
pub use shape::{Held, Member, Shape};
pub use stub::{Stub, StubOf, stub};
pub use texts::without_text;
pub use typed_operation::{
    OperationPart, OperationText, PartKind, TypedOperation, typed_operation,
};
pub use upgrades::Upgrade;

use super::{Cx, Options, hygiene, names};
use crate::ast::{Literal, before};
use crate::model::{Default, Extent, Field, Model, Wire};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

/// The information about an existing item, for [`implement`].
#[derive(Clone, Debug)]
pub struct Existing {
    /// Path of the `bytespec` crate.
    pub runtime: TokenStream,
    /// The position of the item, for errors of the compiler.
    pub span: Span,
    /// The parameters of the item.
    pub generics: Generics,
    /// The dialect with the versions and tables of the item; none for an item of any format.
    pub dialect: Option<TokenStream>,
    /// The module of the format with the contexts of the item.
    pub format: Option<TokenStream>,
    /// Whether the model fixes the varint; otherwise the context of the reader determines it.
    pub varint: bool,
    /// The Rust types for the model's codecs, in the same order.
    pub codecs: Vec<Custom>,
    /// Defaults that are Rust values: the model contains the texts `0`, `1`, ... Each has the type of its field.
    pub defaults: Vec<(TokenStream, TokenStream)>,
    /// The alternatives of a union in any order, or the struct of a record.
    pub shapes: Vec<Shape>,
    /// The table of the dialect, if the item is an entry.
    pub table: Option<Table>,
    /// The enum member for all other numbers.
    pub other: Option<Ident>,
    /// Entries are spelled with `Display` instead of `Debug`.
    pub display: bool,
    /// The alternatives with all of their fields, for code that rebuilds the item.
    pub alternatives: Vec<Alternative>,
    /// The path of the item of another crate that this one represents.
    pub remote: Option<TokenStream>,
    /// Whether the item has a conversion into one that borrows nothing.
    pub into_owned: bool,
    /// The positions of version names.
    pub versions: Vec<(String, Span)>,
}

/// A table with entries of dialects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// The attributes.
    Attribute,
    /// The types.
    Type,
}

impl Table {
    fn name(self) -> &'static str {
        match self {
            Table::Attribute => "Attribute",
            Table::Type => "Type",
        }
    }
}

/// The parameters of an item.
#[derive(Clone, Debug, Default)]
pub struct Generics {
    /// The lifetime of borrowed input.
    pub lifetime: Option<TokenStream>,
    /// The other parameters as they are declared, each with a comma after it.
    pub declared: TokenStream,
    /// All parameters as arguments, each with a comma after it.
    pub arguments: TokenStream,
    /// The bounds of the item's `where` clause, each with a comma after it.
    pub bounds: TokenStream,
    /// The names of the type parameters.
    pub types: Vec<Ident>,
    /// The names of the constant parameters.
    pub constants: Vec<Ident>,
}

/// The Rust type for a codec of the model.
#[derive(Clone, Debug)]
pub struct Custom {
    /// The Rust type of the value.
    pub ty: TokenStream,
    /// The code that reads and writes it.
    pub coding: Coding,
    /// The number of values in it, which determines what a text can omit.
    pub holds: Holds,
}

/// The number of values in a type, as its tokens show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// One value.
    One,
    /// One, or none.
    Option,
    /// Any number of them.
    List,
}

/// The code that reads and writes a value.
#[derive(Clone, Debug)]
pub enum Coding {
    /// The type itself.
    Type,
    /// A module, with the functions `read` and `write`.
    Module(TokenStream),
    /// A module of the library for dialects, by name: a number whose width a type determines.
    Sized(Ident),
    /// The structure of the type.
    Part(Part),
}

/// Emits the codecs and descriptions of the existing items of a model.
///
/// The model has one enum, record or union.
#[must_use]
pub fn implement(model: &Model, existing: &Existing) -> TokenStream {
    let options = Options { runtime: existing.runtime.clone(), ..Options::default() };
    let cx = Cx::new(model, &options, Some(existing));
    let enums = model.enums.iter().map(|item| enums::implement(&cx, existing, item));
    let records = model.records.iter().map(|item| records::implement(&cx, existing, item));
    let unions = model.unions.iter().map(|item| unions::implement(&cx, existing, item));
    let declared = existing.declared();
    let tokens = quote!(#(#enums)* #(#records)* #(#unions)*);
    // An item of a format with a schema is described by that schema.
    let export = existing.format.is_none().then(|| export::implement(model, existing));
    let docs = model.enums.iter().map(|item| &item.docs);
    let docs = docs.chain(model.records.iter().map(|item| &item.docs));
    let docs = docs.chain(model.unions.iter().map(|item| &item.docs));
    let rebuilt = docs.map(|docs| existing.rebuilt(&cx.item_name(&docs.name)));
    hygiene::unmarked(quote!(#tokens #export #declared #(#rebuilt)*))
}

/// The two functions of an item, and its sizes.
struct Codec {
    name: Ident,
    read: TokenStream,
    write: TokenStream,
    /// A constant expression: whether a value extends to the end of the bytes. None if it never does.
    is_open: Option<TokenStream>,
    /// A constant expression with the number of bytes of a value.
    sizes: TokenStream,
}

impl Existing {
    /// The attributes before an `impl` block.
    fn attributes() -> TokenStream {
        quote! {
            #[automatically_derived]
            #[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
        }
    }

    /// The imports at the start of a function body, next to items with unknown names: traits without a name, and no names other
    /// than those of `Option` and `Result`. They work without a prelude.
    fn imports(&self) -> TokenStream {
        let runtime = &self.runtime;
        quote! {
            #[allow(unused_imports)]
            use ::core::{
                convert::{From as _, Into as _},
                iter::{IntoIterator as _, Iterator as _},
                option::Option::{None, Some},
                result::Result::{Err, Ok},
            };
            #[allow(unused_imports)]
            use #runtime::error::Context as _;
        }
    }

    /// The lifetime of the input.
    fn lifetime(&self) -> TokenStream {
        self.generics.lifetime.clone().unwrap_or_else(|| quote!('__a))
    }

    /// The name of the item with its parameters.
    fn item(&self, name: &Ident) -> TokenStream {
        let arguments = &self.generics.arguments;
        if arguments.is_empty() { quote!(#name) } else { quote!(#name<#arguments>) }
    }

    /// The implementations of `FromWire` and `ToWire`.
    fn implement(&self, codec: &Codec) -> TokenStream {
        let Existing { runtime, generics, .. } = self;
        let Codec { name, read, write, is_open, sizes } = codec;
        let Generics { declared, bounds, types, .. } = generics;
        let item = self.item(name);
        let is_open = is_open
            .as_ref()
            .map(|is_open| quote!(const IS_OPEN: ::core::primitive::bool = #is_open;));
        let attributes = Existing::attributes();
        let imports = self.imports();
        let lifetime = self.lifetime();
        let own = generics.lifetime.iter();
        let context = match (&self.dialect, &self.format) {
            (None, None) => quote!(__C: #runtime::wire::Convention,),
            _ => quote!(),
        };
        // In a bound, the context must be the same as in the trait, so that its lifetimes have names.
        let named = self.dialect.is_some() && !types.is_empty();
        let (for_in, for_out) =
            if named { (quote!('__c), quote!('__w, '__m)) } else { (quote!('_), quote!('_, '_)) };
        let (reading, writing) = match self.format {
            Some(_) => (self.reading(&lifetime), self.writing(&quote!('__w))),
            None => (self.reading(&for_in), self.writing(&for_out)),
        };
        let (for_in, for_out) = match (named, &self.format) {
            (true, _) => (quote!(#for_in,), quote!(#for_out,)),
            (false, Some(_)) => (quote!(), quote!('__w,)),
            (false, None) => (quote!(), quote!()),
        };
        quote! {
            #attributes
            impl<#lifetime, #for_in #declared #context> #runtime::wire::FromWire<#lifetime, #reading>
                for #item
            where
                #bounds
                #(#types: #runtime::wire::FromWire<#lifetime, #reading>,)*
            {
                #[inline]
                #[allow(unused_variables, unused_mut)]
                fn from_wire(
                    cursor: &mut #runtime::wire::Cursor<#lifetime>,
                    cx: &#reading,
                ) -> #runtime::error::Result<Self> {
                    #imports
                    #read
                }
            }

            #attributes
            impl<#(#own,)* #for_out #declared #context> #runtime::wire::ToWire<#writing> for #item
            where
                #bounds
                #(#types: #runtime::wire::ToWire<#writing>,)*
            {
                #is_open
                const SIZES: #runtime::wire::Sizes = #sizes;
                #[inline]
                #[allow(unused_variables)]
                fn to_wire(
                    &self,
                    writer: &mut #runtime::wire::Writer,
                    cx: &mut #writing,
                ) -> #runtime::error::Result<()> {
                    #imports
                    #write
                    Ok(())
                }
            }
        }
    }

    /// The context of readers with this lifetime.
    fn reading(&self, lifetime: &TokenStream) -> TokenStream {
        let runtime = &self.runtime;
        match (&self.dialect, &self.format) {
            (Some(dialect), _) => quote!(#runtime::dialect::In<#lifetime, #dialect>),
            (None, Some(format)) => {
                quote!(<#format::Version as #runtime::wire::Format>::Reading<#lifetime>)
            }
            (None, None) => quote!(__C),
        }
    }

    /// The context of writers: with two lifetimes in a dialect, with one in a format.
    fn writing(&self, lifetimes: &TokenStream) -> TokenStream {
        let runtime = &self.runtime;
        match (&self.dialect, &self.format) {
            (Some(dialect), _) => quote!(#runtime::dialect::Out<#lifetimes, #dialect>),
            (None, Some(format)) => {
                quote!(<#format::Version as #runtime::wire::Format>::Writing<#lifetimes>)
            }
            (None, None) => quote!(__C),
        }
    }

    /// The names of the item's versions, oldest first: those of its dialect or of its format.
    fn names_of_versions(&self) -> TokenStream {
        let Existing { runtime, dialect, format, .. } = self;
        match (dialect, format) {
            (Some(dialect), _) => {
                quote!(<#dialect as #runtime::dialect::DeclaredVersions>::VERSIONS)
            }
            (None, Some(format)) => {
                quote!(<#format::Version as #runtime::wire::Format>::VERSIONS)
            }
            // An item without versions refers to none.
            (None, None) => quote!(&[]),
        }
    }

    /// Compile-time errors for versions that the dialect or the format does not have.
    fn declared(&self) -> TokenStream {
        let (runtime, versions) = (&self.runtime, self.names_of_versions());
        let (owner, help) = match self.dialect {
            Some(_) => ("dialect", ": add it to its `versions`"),
            None => ("format", ": add it to its schema"),
        };
        let checks = self.versions.iter().map(|(name, place)| {
            let message = format!("the {owner} declares no version {name}{help}");
            let oldest = self.upgrades().any(|upgrade| upgrade.before == *name).then(|| {
                let message = format!("the {owner} has no version before {name}");
                quote_spanned! {*place=>
                    const _: () =
                        ::core::assert!(!#runtime::versions::is_oldest(#versions, #name), #message);
                }
            });
            quote_spanned! {*place=>
                const _: () = ::core::assert!(#runtime::versions::declared(#versions, #name), #message);
                #oldest
            }
        });
        quote!(#(#checks)*)
    }

    /// The statement that computes `version`.
    pub(super) fn version(&self) -> TokenStream {
        match (&self.dialect, &self.format) {
            (Some(_), _) => quote!(let version = cx.version().index();),
            (None, Some(_)) => quote!(let version = cx.version() as ::core::primitive::u32;),
            (None, None) => quote!(),
        }
    }

    /// The number of a version in the dialect or in the format.
    pub(super) fn version_number(&self, name: &str) -> TokenStream {
        let (runtime, versions) = (&self.runtime, self.names_of_versions());
        let (name, before) = match before::later(name) {
            Some(later) => (later, quote!(.saturating_sub(1))),
            None => (name, quote!()),
        };
        quote! {
            const { #runtime::versions::index_of(#versions, #name)#before }
        }
    }

    pub(super) fn gate_error(&self, item: &str, needs: &str) -> TokenStream {
        let runtime = &self.runtime;
        match self.dialect {
            Some(_) => quote!(#runtime::dialect::gate_error(#item, #needs, cx.version())),
            None => quote!(#runtime::versions::gate_error(#item, #needs, cx.version().name())),
        }
    }

    /// Whether the context determines the varint.
    pub(super) fn varint_of_context(&self) -> bool {
        self.dialect.is_none() && !self.varint
    }

    /// A method for the varint of the context.
    pub(super) fn varint(&self, suffix: &str) -> TokenStream {
        let method = names::ident(&format!("varint{suffix}"));
        let context = self.reading(&quote!('static));
        quote!(#method::<#context>)
    }

    /// An expression of type `Result` that reads a value that is not of a generated type.
    pub(super) fn read(&self, cx: &Cx<'_>, wire: &Wire) -> Option<TokenStream> {
        let runtime = &self.runtime;
        match wire {
            Wire::Bytes(Extent::Rest, _) => {
                Some(quote!(#runtime::error::Result::Ok(cursor.take_rest())))
            }
            Wire::Codec(index, arguments) => {
                let Custom { ty, coding, .. } = self.codecs.get(*index)?;
                let place = place(ty);
                let context = self.reading(&quote!('_));
                Some(match coding {
                    Coding::Type => quote_spanned! {place=>
                        <#ty as #runtime::wire::FromWire<'_, #context>>::from_wire(cursor, cx)
                    },
                    Coding::Module(_) | Coding::Sized(_) => {
                        let path = self.module(coding);
                        let arguments = arguments.iter().map(|name| names::local(name));
                        quote_spanned!(place=> #path::read(cursor, cx, #(#arguments),*))
                    }
                    Coding::Part(part) => {
                        let part = self.read_part(cx, part);
                        quote!((|| -> #runtime::error::Result<_> { Ok(#part) })())
                    }
                })
            }
            _ => None,
        }
    }

    /// Statements that write a field that is not of a generated type.
    pub(super) fn write(
        &self,
        cx: &Cx<'_>,
        (item, field): (&str, &Field),
        wire: &Wire,
        value: &TokenStream,
    ) -> Option<TokenStream> {
        let runtime = &self.runtime;
        let name = &field.docs.name;
        // A variant has a place of its own in errors; the field that contains a record identifies the record.
        let item = (!cx.model.unions.is_empty()).then(|| quote!(.item(#item)));
        let located = quote!(.field(#name)#item?;);
        let Wire::Codec(index, arguments) = wire else { return None };
        let Custom { ty, coding, .. } = self.codecs.get(*index)?;
        let place = place(ty);
        Some(match coding {
            Coding::Type => {
                let context = self.writing_of_a_field();
                quote_spanned! {place=>
                    <#ty as #runtime::wire::ToWire<#context>>::to_wire(&#value, writer, cx)#located
                }
            }
            Coding::Module(_) | Coding::Sized(_) => {
                let path = self.module(coding);
                let arguments = arguments.iter().map(|name| names::local(name));
                quote_spanned! {place=>
                    #path::write(&#value, writer, cx, #(*#arguments),*)#located
                }
            }
            Coding::Part(part) => {
                let part = self.write_part(cx, part, &quote!(whole));
                quote! {
                    (|| -> #runtime::error::Result<()> {
                        let whole = &#value;
                        #part
                        Ok(())
                    })()#located
                }
            }
        })
    }

    /// The module with the functions of a coding; empty for a coding without a module.
    fn module(&self, coding: &Coding) -> TokenStream {
        let runtime = &self.runtime;
        match coding {
            Coding::Module(path) => path.clone(),
            Coding::Sized(name) => quote!(#runtime::dialect::#name),
            Coding::Type | Coding::Part(_) => TokenStream::new(),
        }
    }

    /// The context of writers, with unnamed lifetimes.
    fn writing_of_a_field(&self) -> TokenStream {
        self.writing(&match self.format {
            Some(_) => quote!('_),
            None => quote!('_, '_),
        })
    }

    /// The default of a field.
    pub(super) fn default(&self, field: &Field) -> TokenStream {
        match &field.default {
            Some(Default::Literal(Literal::Int(value))) => {
                let value = proc_macro2::Literal::i128_unsuffixed(*value);
                quote!(#value)
            }
            Some(Default::Literal(Literal::Bool(value))) => quote!(#value),
            Some(Default::Literal(Literal::Text(text))) => match self.rust_default(text) {
                Some((value, _)) => value.clone(),
                None => quote!(::core::default::Default::default()),
            },
            _ => quote!(::core::default::Default::default()),
        }
    }

    /// A default that is a Rust value, with its type.
    fn rust_default(&self, text: &str) -> Option<&(TokenStream, TokenStream)> {
        self.defaults.get(text.parse::<usize>().ok()?)
    }

    /// A condition: whether the local (a reference) equals the field's default.
    pub(super) fn is_default(&self, field: &Field, local: &Ident) -> TokenStream {
        match &field.default {
            None => quote!(false),
            Some(Default::Literal(Literal::EmptyList)) => quote!(#local.is_empty()),
            Some(_) => {
                let default = self.default(field);
                quote!(*#local == #default)
            }
        }
    }
}

/// The position of a type in the source, for errors of the compiler; names resolve as in the other code.
fn place(ty: &TokenStream) -> Span {
    let first = ty.clone().into_iter().next();
    Span::call_site().located_at(first.map_or_else(Span::call_site, |token| token.span()))
}
