//! Texts of entries: prints and parses entries with the templates of the variants.

use super::super::templates::{Stored, Text};
use super::super::{Cx, from_text, integers::primitive, names};
use super::{Existing, Holds, Shape, place};
use crate::model::{Field, FieldKind, Model, Union, Variant, Wire};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

/// The templates of an entry, and the functions that print and parse it.
pub(super) fn implement(cx: &Cx<'_>, existing: &Existing, item: &Union) -> TokenStream {
    let Existing { runtime, dialect, .. } = existing;
    let variants: Vec<(&Variant, &Shape, usize)> = variants(existing, item).collect();
    if variants.is_empty() {
        return quote!();
    }
    let (mut stored, entry) = (Stored::default(), existing.entry());
    for (variant, ..) in &variants {
        stored.add(&Text::new(cx, item, variant));
    }
    let templates = stored.function(cx);
    let print = variants.iter().enumerate().map(|(at, (variant, shape, form))| {
        let pattern = shape.pattern(&shape.forms[*form].1);
        let text = Text::new(cx, item, variant);
        let fields = text.fields().enumerate().map(|(at, field)| {
            let visit = existing.visit(field);
            quote!(#at => #visit,)
        });
        quote!(#pattern => #runtime::text::template::print(
            &<Self as #entry>::templates()[#at],
            &|field, visit| match field {
                #(#fields)*
                _ => {}
            },
            f,
            names,
        )?,)
    });
    let parsed = variants.iter().map(|(variant, shape, form)| {
        let constructor = shape.constructor(&shape.forms[*form].1);
        (*variant, move |values: Vec<(&Field, TokenStream)>| {
            let locals = values.iter().map(|(field, value)| {
                let local = names::local(&field.docs.name);
                quote!(let #local = #value;)
            });
            quote!({ #(#locals)* #constructor })
        })
    });
    let what = format!("a value of {}", item.docs.name);
    let parse = from_text::body(cx, item, parsed, &stored.nested, &quote!(#what));
    let imports = existing.imports();
    quote! {
        #templates

        #[allow(unused_variables)]
        fn print(
            &self,
            f: &mut dyn ::core::fmt::Write,
            names: &dyn #runtime::reflect::Names,
        ) -> ::core::result::Result<::core::primitive::bool, ::core::fmt::Error> {
            #imports
            match self {
                #(#print)*
                #[allow(unreachable_patterns)]
                _ => return Ok(false),
            }
            Ok(true)
        }

        #[allow(unused_variables)]
        fn parse(
            scanner: &mut #runtime::text::Scanner<'_>,
            entries: &mut dyn #runtime::text::Entries,
            version: <#dialect as #runtime::dialect::Dialect>::Version,
        ) -> #runtime::error::Result<Self> {
            #imports
            let version = version.index();
            #parse
        }
    }
}

/// The variants with a text, each with its alternative in Rust, and the form of the alternative.
fn variants<'e>(
    existing: &'e Existing,
    item: &'e Union,
) -> impl Iterator<Item = (&'e Variant, &'e Shape, usize)> {
    let texts = item.variants.iter().filter(|variant| !variant.text.is_empty());
    texts.filter_map(|variant| {
        existing.shapes.iter().find_map(|shape| {
            let form = shape.forms.iter().position(|(name, _)| *name == variant.docs.name)?;
            Some((variant, shape, form))
        })
    })
}

/// The names of variants whose text does not contain all of the value.
#[must_use]
pub fn without_text(model: &Model, existing: &Existing) -> Vec<String> {
    let options = super::Options { runtime: existing.runtime.clone(), ..super::Options::default() };
    let cx = Cx::new(model, &options, Some(existing));
    let found = model.unions.iter().flat_map(|item| {
        let unread = variants(existing, item)
            .filter(|(variant, ..)| !Text::new(&cx, item, variant).is_whole());
        unread.map(|(variant, ..)| variant.docs.name.clone()).collect::<Vec<_>>()
    });
    found.collect()
}

impl Existing {
    /// The type of a value.
    pub(in super::super) fn value_type(&self, wire: &Wire) -> TokenStream {
        match wire {
            Wire::Codec(index, _) if let Some(custom) = self.codecs.get(*index) => {
                custom.ty.clone()
            }
            Wire::Integer(integer) => {
                let int = primitive(*integer);
                quote!(::core::primitive::#int)
            }
            _ => quote!(::core::primitive::bool),
        }
    }

    /// The trait of an entry.
    pub(in super::super) fn entry(&self) -> TokenStream {
        let (runtime, lifetime) = (&self.runtime, self.lifetime());
        quote!(#runtime::dialect::Entry<#lifetime>)
    }

    /// Whether the values of a codec are lists, whose elements have texts.
    pub(in super::super) fn is_list(&self, codec: usize) -> bool {
        self.codecs.get(codec).is_some_and(|of| of.holds == Holds::List)
    }

    fn holds(&self, wire: &Wire) -> Holds {
        match wire {
            Wire::Codec(index, _) => self.codecs.get(*index).map_or(Holds::One, |of| of.holds),
            _ => Holds::One,
        }
    }

    /// Whether a value that a text omits is the default of its type.
    pub(in super::super) fn may_lack(&self, codec: usize) -> bool {
        self.codecs.get(codec).is_some_and(|of| of.holds != Holds::One)
    }

    /// An expression that visits a field, whose local is a reference.
    fn visit(&self, field: &Field) -> TokenStream {
        let (runtime, local) = (&self.runtime, names::local(&field.docs.name));
        match &field.kind {
            FieldKind::Optional(wire, _) => {
                let visit = self.visit_value(wire, &quote!(value));
                quote!(match #local {
                    Some(value) => #visit,
                    None => visit(#runtime::reflect::FieldValue::Absent),
                })
            }
            FieldKind::Value(wire) | FieldKind::Part(wire, _) => {
                self.visit_value(wire, &quote!(#local))
            }
            _ => quote!(visit(#runtime::reflect::FieldValue::Bool(*#local))),
        }
    }

    /// An expression that visits a value, which is a reference.
    fn visit_value(&self, wire: &Wire, value: &TokenStream) -> TokenStream {
        let runtime = &self.runtime;
        let field_value = quote!(#runtime::reflect::FieldValue);
        let ty = self.value_type(wire);
        let place = place(&ty);
        let visit = |ty: TokenStream, value: &TokenStream, visit: TokenStream| {
            quote_spanned! {place=>
                <#ty as #runtime::text::TextValue>::visit(#value, names, #visit)
            }
        };
        let element = quote!(<#ty as ::core::iter::IntoIterator>::Item);
        match (wire, self.holds(wire)) {
            (Wire::Bool, _) => quote!(visit(#field_value::Bool(*#value))),
            (Wire::Integer(number), _) if number.signed() => {
                quote!(visit(#field_value::Signed(::core::primitive::i64::from(*#value))))
            }
            (Wire::Integer(_), _) => {
                quote!(visit(#field_value::Unsigned(::core::primitive::u64::from(*#value))))
            }
            (_, Holds::One) => visit(ty, value, quote!(visit)),
            (_, Holds::Option) => {
                let some = visit(element, &quote!(value), quote!(visit));
                quote!(match #value {
                    Some(value) => #some,
                    None => visit(#field_value::Absent),
                })
            }
            (_, Holds::List) => {
                let element = visit(element, &quote!(element), quote!(&mut *each));
                quote!(visit(#field_value::List(#value.len(), &|each| {
                    for element in #value.iter() { #element; }
                })))
            }
        }
    }

    /// An expression of type `Result` that parses a value of a codec, or an element of a list.
    pub(in super::super) fn parse(&self, codec: usize) -> TokenStream {
        let (runtime, of) = (&self.runtime, &self.codecs[codec]);
        let ty = &of.ty;
        let place = place(ty);
        match of.holds {
            Holds::List => quote_spanned! {place=>
                <<#ty as ::core::iter::IntoIterator>::Item as #runtime::text::TextValue>::parse(
                    scanner, entries, true,
                )
            },
            _ => quote_spanned! {place=>
                <#ty as #runtime::text::TextValue>::parse(scanner, entries, open)
            },
        }
    }

    /// An expression for the value of a codec, from what was parsed.
    pub(in super::super) fn value(&self, codec: usize, parsed: &TokenStream) -> TokenStream {
        let of = &self.codecs[codec];
        let ty = &of.ty;
        match of.holds {
            Holds::One => quote!(#parsed.item::<#ty>()?),
            Holds::Option => quote!(#parsed.item_or_default::<#ty>()?),
            Holds::List => quote!(#parsed.list::<_, ::std::vec::Vec<_>>(|value| value.item())?),
        }
    }
}
