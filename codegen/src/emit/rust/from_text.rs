//! Parsing of unions with the templates of listings.

use super::fields::{Fields, boxed, pattern};
use super::spelling::{Spelling, sole};
use super::versions::condition;
use super::{Cx, Family, names};
use crate::model::{
    Field, FieldKind, Kind, Mark, Sequence, TextPiece, Union, Until, Variant, Wire,
};
use crate::text;
use proc_macro2::TokenStream;
use quote::quote;

/// The function that parses what [`super::text`] writes, if a template of a variant of the union contains the whole value.
pub(super) fn emit(cx: &Cx<'_>, item: &Union) -> Option<TokenStream> {
    if !is_readable(cx, item) {
        return None;
    }
    let variants = item.variants.iter().filter_map(|variant| self::variant(cx, item, variant));
    let (name, runtime, context) =
        (names::camel(&item.docs.name), &cx.options.runtime, cx.read_context());
    let label = &item.docs.label;
    Some(quote! {
        impl #name {
            /// Reads a value as listings spell it; what it refers to is read by `entries`. Of the variants that
            /// the version has that is taken whose text is longest, the first of several.
            ///
            /// # Errors
            /// Text of no variant that has a template, with its offset in bytes, and those of `entries`.
            #[allow(unused_variables, unused_mut, unused_assignments)]
            pub fn from_text<'a>(
                scanner: &mut #runtime::text::Scanner<'_>,
                entries: &mut dyn #runtime::text::Entries,
                cx: &#context,
            ) -> Result<Self> {
                let version = cx.version();
                scanner.inside(|scanner| {
                    let mut longest = #runtime::text::Longest::new(scanner);
                    #(#variants)*
                    longest.taken(scanner, concat!("a value of ", #label))
                })
            }
        }
    })
}

impl Cx<'_> {
    /// Finds the unions whose variants can all be parsed.
    pub(super) fn find_readable(&mut self) {
        self.readable_unions = vec![true; self.model.unions.len()];
        loop {
            let is_whole = |item: &Union| {
                let mut variants = item.variants.iter();
                variants.all(|variant| Template::new(self, item, variant).is_some())
            };
            let readable: Vec<bool> = self.model.unions.iter().map(is_whole).collect();
            if readable == self.readable_unions {
                return;
            }
            self.readable_unions = readable;
        }
    }
}

/// Whether any variant can be parsed.
pub(super) fn is_readable(cx: &Cx<'_>, item: &Union) -> bool {
    item.variants.iter().any(|variant| Template::new(cx, item, variant).is_some())
}

fn variant(cx: &Cx<'_>, item: &Union, variant: &Variant) -> Option<TokenStream> {
    let made =
        Fields::new(cx, &variant.docs, &variant.fields).variant(&names::camel(&variant.docs.name));
    variant_as(cx, item, variant, &made)
}

/// Statements that parse a variant into `longest`, as the value `made` from the locals of its fields; none if its text does not
/// contain the whole value.
pub(super) fn variant_as(
    cx: &Cx<'_>,
    item: &Union,
    variant: &Variant,
    made: &TokenStream,
) -> Option<TokenStream> {
    let template = Template::new(cx, item, variant)?;
    let locals = template.fields().map(|field| {
        let (local, ty) = (names::local(&field.docs.name), template.ty(field));
        quote!(let mut #local: ::core::option::Option<#ty> = None;)
    });
    let gate = condition(cx, &variant.docs.gate, &item.docs.gate);
    let (begins, rest) = match &*variant.text {
        [TextPiece::Literal(text), rest @ ..] => {
            let open = matches!(rest.first(), Some(TextPiece::Field { .. }));
            (Some(quote!(scanner.literal_end(#text, #open))), rest)
        }
        rest => (None, rest),
    };
    let pieces = template.pieces(rest, "");
    let values = template.fields().map(|field| template.value(field));
    let read = match rest.is_empty() && template.fields().next().is_none() {
        true => quote!(|_| Ok(#made)),
        false => quote! {
            |scanner| {
                let mut first = true;
                #(#locals)*
                #pieces
                #(#values)*
                Ok(#made)
            }
        },
    };
    let read = match begins {
        Some(end) => quote! {
            if let Some(end) = #end {
                longest.read_behind(scanner, end, #read);
            }
        },
        None => quote!(longest.read(scanner, #read);),
    };
    Some(match gate {
        Some(gate) => quote!(if #gate { #read }),
        None => read,
    })
}

/// A statement that refuses the value `owned` if its text is not parsed as the same value.
pub(super) fn read_again(cx: &Cx<'_>, item: &Union) -> Option<TokenStream> {
    let readable = |variant: &&Variant| {
        Template::new(cx, item, variant).is_some_and(|template| template.says_all(&variant.text, 0))
    };
    let patterns: Vec<_> = item.variants.iter().filter(readable).map(pattern).collect();
    let (name, runtime) = (names::camel(&item.docs.name), &cx.options.runtime);
    (!patterns.is_empty()).then(|| {
        quote! {
            if matches!(owned, #(#name::#patterns)|*) {
                #runtime::text::check_round_trip(&owned, &value, |scanner, entries| {
                    #name::from_text(scanner, entries, cx)
                })?;
            }
        }
    })
}

/// The template of a variant that can be parsed.
struct Template<'c, 'm> {
    cx: &'c Cx<'m>,
    /// The dialect of the text; empty if there is none.
    dialect: &'c str,
    variant: &'c Variant,
}

impl<'c, 'm> Template<'c, 'm> {
    /// None if a field cannot be parsed.
    fn new(cx: &'c Cx<'m>, item: &'c Union, variant: &'c Variant) -> Option<Self> {
        let entries = item.entries.as_ref().map(|entries| &entries.dialect);
        let dialect = entries.or(item.text_of.as_ref()).map_or("", |dialect| dialect);
        let template = Template { cx, dialect, variant };
        let said = text::fields(&variant.text);
        let readable = |field: &Field| {
            let name = field.docs.name.as_str();
            match said.contains(&name) {
                true => template.is_said(&variant.text, field, false),
                false => lacks(cx, field),
            }
        };
        let whole = variant.reads_as.is_none()
            && !item.listed_only
            && !variant.text.is_empty()
            && template.fields().all(readable);
        whole.then_some(template)
    }

    fn fields(&self) -> impl Iterator<Item = &'c Field> {
        self.variant.fields.iter().filter(|field| field.visible())
    }

    fn field(&self, name: &str) -> Option<&'c Field> {
        self.fields().find(|field| field.docs.name == name)
    }

    /// Whether pieces determine the value of a field, or its absence: without these pieces the value is known.
    fn is_said(&self, pieces: &[TextPiece], field: &Field, apart: bool) -> bool {
        let own = |name: &String| *name == field.docs.name;
        pieces.iter().any(|piece| match piece {
            TextPiece::Literal(_) | TextPiece::Comma => false,
            TextPiece::Field { name, .. } => {
                own(name) && !apart && field.wire().is_some_and(|wire| is_value(self.cx, wire))
            }
            TextPiece::IfPresent(name, inner) if own(name) => {
                lacks(self.cx, field) && (is_flag(field) || self.is_said(inner, field, false))
            }
            TextPiece::IfPresent(_, inner) => self.is_said(inner, field, !lacks(self.cx, field)),
            TextPiece::IfNotIdentity(name, of, inner) => {
                own(name) && of.is_some() && self.is_said(inner, field, false)
            }
        })
    }

    /// Whether no piece is omitted because of another absent field.
    fn says_all(&self, pieces: &[TextPiece], groups: usize) -> bool {
        pieces.iter().all(|piece| match piece {
            TextPiece::Literal(_) | TextPiece::Comma => true,
            TextPiece::Field { .. } => groups < 2,
            TextPiece::IfPresent(_, inner) | TextPiece::IfNotIdentity(_, _, inner) => {
                self.says_all(inner, groups + 1)
            }
        })
    }

    fn ty(&self, field: &Field) -> TokenStream {
        if let (Some(existing), Some(wire)) = (self.cx.existing, field.wire()) {
            return existing.value_type(wire);
        }
        match field.wire() {
            Some(wire) => self.cx.rust_type(wire, Family::Owned),
            None => quote!(bool),
        }
    }

    /// Statements that parse pieces into the locals of their fields; `after` is the literal after them.
    fn pieces(&self, pieces: &[TextPiece], after: &str) -> TokenStream {
        let statements = pieces.iter().enumerate().map(|(at, piece)| {
            let after = match pieces.get(at + 1) {
                Some(TextPiece::Literal(text)) => text.as_str(),
                Some(_) => "",
                None => after,
            };
            let open = matches!(pieces.get(at + 1), Some(TextPiece::Field { .. }));
            self.piece(piece, after, open)
        });
        quote!(#(#statements)*)
    }

    fn piece(&self, piece: &TextPiece, after: &str, open: bool) -> TokenStream {
        match piece {
            TextPiece::Literal(text) => quote!(scanner.literal(#text, #open)?;),
            TextPiece::Comma => quote!(scanner.comma(&mut first)?;),
            TextPiece::Field { name, separator, trailing } => {
                let Some(field) = self.field(name) else { return quote!() };
                let (local, Some(wire)) = (names::local(name), field.wire()) else {
                    return quote!();
                };
                let listed = Listed { separator, trailing: *trailing, after, open };
                let read = self.read(wire, Spelling::new(field), &listed);
                match field.kind {
                    FieldKind::Optional(..) => {
                        quote!(#local = if scanner.eat(b'?') { None } else { Some(#read) };)
                    }
                    _ => quote!(#local = Some(#read);),
                }
            }
            TextPiece::IfPresent(name, inner) => {
                // If the pieces contain the field itself, its text counts.
                let only = |field: &&Field| {
                    is_flag(field) && !text::fields(inner).contains(&name.as_str())
                };
                let flag = self.field(name).filter(only).map(|_| {
                    let local = names::local(name);
                    quote!(#local = Some(true);)
                });
                self.group(inner, &quote!(#flag), after)
            }
            TextPiece::IfNotIdentity(name, of, inner) => {
                let group = self.group(inner, &quote!(), after);
                let local = names::local(name);
                let absent = of.as_ref().map(|of| {
                    let of = names::local(of);
                    quote! {
                        if #local.is_none() {
                            let count = #of.as_ref().map_or(0, |list| list.len());
                            #local = Some((0..count).filter_map(|at| at.try_into().ok()).collect());
                        }
                    }
                });
                quote!(#group #absent)
            }
        }
    }

    /// Optional pieces: their values are kept only if all pieces are present.
    fn group(&self, inner: &[TextPiece], flag: &TokenStream, after: &str) -> TokenStream {
        let mut said = text::fields(inner);
        said.sort_unstable();
        said.dedup();
        let mut set: Vec<_> = said
            .iter()
            .filter(|name| self.field(name).is_some())
            .map(|name| names::local(name))
            .collect();
        set.push(quote::format_ident!("first"));
        let outer = (!flag.is_empty()).then_some(flag);
        let pieces = self.pieces(inner, after);
        quote! {
            let read = scanner.attempt(|scanner| {
                #(let mut #set = #set.clone();)*
                #pieces
                Ok((#(#set,)*))
            });
            if let Some(read) = read {
                (#(#set,)*) = read;
                #outer
            }
        }
    }

    /// An expression that parses a value of a shape.
    fn read(&self, wire: &Wire, spelling: Spelling<'_>, listed: &Listed<'_>) -> TokenStream {
        if let Some(existing) = self.cx.existing {
            let Listed { separator, trailing, after, open } = *listed;
            return existing.parse_value(wire, (separator, trailing, after), open);
        }
        let inside = Listed { separator: "", trailing: false, after: "", open: true };
        if let Some((record, field, wire)) = sole(self.cx, wire) {
            let (name, part) = (names::camel(&record.docs.name), names::snake(&field.docs.name));
            let read = self.read(wire, spelling, listed);
            return quote!(#name { #part: #read });
        }
        match wire {
            Wire::Bool => quote!(scanner.boolean()?),
            Wire::Index(table) => {
                let (id, table) = (self.cx.table_id(*table), &self.cx.model.tables[*table].name);
                let read = spelling.read_index(table, self.dialect);
                quote!(#id(#read))
            }
            Wire::Optional(inner, mark) => {
                let none = if *mark == Mark::PlusOne { "unknown" } else { "none" };
                let read = self.read(inner, spelling, &inside);
                quote!(if scanner.eat_word(#none) { None } else { Some(#read) })
            }
            Wire::Item(Kind::Enum, index) => {
                let name = names::camel(&self.cx.model.enums[*index].docs.name);
                let open = listed.open;
                quote!(scanner.member(#name::ALL, #open, #name::name)?)
            }
            Wire::Item(_, index) => {
                let name = names::camel(&self.cx.model.unions[*index].docs.name);
                quote!(#name::from_text(scanner, entries, cx)?)
            }
            Wire::Sequence(Sequence { element, .. }) => {
                let element = self.read(element, spelling, &inside);
                let Listed { separator, trailing, after, .. } = listed;
                let method = if *trailing { quote!(ended) } else { quote!(separated) };
                let after = (!trailing).then(|| quote!(#after,));
                quote! {
                    scanner.#method(#separator, #after |scanner| Ok(#element))?.into()
                }
            }
            Wire::Codec(index, _) => {
                let (codec, host) = (&self.cx.model.codecs[*index], &self.cx.options.host);
                let function = quote::format_ident!("{}_from_text", codec.docs.name);
                quote!(#host::codec::#function(scanner)?)
            }
            Wire::Indirect(inner) => {
                let read = self.read(inner, spelling, listed);
                quote!(#read.into())
            }
            wire => {
                let ty = self.cx.rust_type(wire, Family::Owned);
                spelling.read_number(self.cx, &ty)
            }
        }
    }

    /// The statement that converts what was parsed into the value of a field.
    fn value(&self, field: &Field) -> TokenStream {
        let local = names::local(&field.docs.name);
        match &field.kind {
            FieldKind::Optional(wire, _) if boxed(wire) => {
                quote!(let #local = #local.map(Box::new);)
            }
            FieldKind::Optional(..) => quote!(),
            _ if lacks(self.cx, field) => quote!(let #local = #local.unwrap_or_default();),
            _ => quote! {
                let Some(#local) = #local else { return Err(scanner.expected("more")) };
            },
        }
    }
}

/// The notation of a list in a template.
struct Listed<'t> {
    separator: &'t str,
    trailing: bool,
    /// The literal after it.
    after: &'t str,
    /// The text after it can continue the last word.
    open: bool,
}

/// Whether the value of the field without its group is the default of its type.
fn lacks(cx: &Cx<'_>, field: &Field) -> bool {
    match &field.kind {
        FieldKind::Optional(..) | FieldKind::Unit { .. } => true,
        FieldKind::Value(wire) | FieldKind::Part(wire, _) => match wire {
            Wire::Bool | Wire::Optional(..) => true,
            Wire::Codec(index, _) if let Some(existing) = cx.existing => existing.may_lack(*index),
            Wire::Sequence(list) => !matches!(list.until, Until::Count(Some(_)) | Until::Balanced),
            wire => wire.is_whole(),
        },
        _ => false,
    }
}

/// Whether the presence of the field's group determines its value.
fn is_flag(field: &Field) -> bool {
    match &field.kind {
        FieldKind::Unit { .. } => true,
        FieldKind::Value(wire) | FieldKind::Part(wire, _) => *wire == Wire::Bool,
        _ => false,
    }
}

/// Whether a value of the shape can be parsed.
fn is_value(cx: &Cx<'_>, wire: &Wire) -> bool {
    match wire {
        // Rust resolves it.
        _ if cx.existing.is_some() => true,
        Wire::Bool | Wire::Index(_) => true,
        // A number without a name could be parsed together with the text next to it.
        Wire::Item(Kind::Enum, index) => !cx.model.enums[*index].open,
        Wire::Item(Kind::Union, index) => cx.readable_unions[*index],
        Wire::Optional(inner, _) => is_value(cx, inner),
        Wire::Codec(index, _) => cx.model.codecs[*index].readable && cx.options.host.is_some(),
        Wire::Sequence(Sequence { element, until }) => {
            *until != Until::Balanced
                && !matches!(**element, Wire::Sequence(_))
                && is_value(cx, element)
        }
        Wire::Item(Kind::Record, _) => sole(cx, wire).is_some_and(|(.., wire)| is_value(cx, wire)),
        wire => wire.is_whole(),
    }
}
