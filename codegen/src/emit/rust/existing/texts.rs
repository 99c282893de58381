//! Texts of entries: prints and parses entries with the templates of the variants.

use super::super::{Cx, from_text, integers::primitive, text};
use super::{Existing, Holds, Shape, place};
use crate::model::{Model, Union, Variant, Wire};
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

/// The functions of an entry that print and parse it.
pub(super) fn implement(cx: &Cx<'_>, existing: &Existing, item: &Union) -> TokenStream {
    let Existing { runtime, dialect, .. } = existing;
    let variants: Vec<(&Variant, &Shape, usize)> = variants(existing, item).collect();
    if variants.is_empty() {
        return quote!();
    }
    let print = variants.iter().map(|(variant, shape, form)| {
        let pattern = shape.pattern(&shape.forms[*form].1);
        let pieces = text::pieces(cx, variant);
        quote!(#pattern => { #pieces })
    });
    let parse = variants.iter().filter_map(|(variant, shape, form)| {
        let made = shape.constructor(&shape.forms[*form].1);
        from_text::variant_as(cx, item, variant, &made)
    });
    let what = format!("a value of {}", item.docs.name);
    let imports = existing.imports();
    quote! {
        #[allow(unused_variables, unused_mut)]
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

        #[allow(unused_variables, unused_mut, unused_assignments)]
        fn parse(
            scanner: &mut #runtime::text::Scanner<'_>,
            entries: &mut dyn #runtime::text::Entries,
            version: <#dialect as #runtime::dialect::Dialect>::Version,
        ) -> #runtime::error::Result<Self> {
            #imports
            let version = version.index();
            scanner.inside(|scanner| {
                let mut longest = #runtime::text::Longest::new(scanner);
                #(#parse)*
                longest.taken(scanner, #what)
            })
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
        let unread = variants(existing, item).filter(|(variant, ..)| {
            from_text::variant_as(&cx, item, variant, &TokenStream::new()).is_none()
        });
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

    /// A condition: whether the local (a reference) contains a value. None if it always does.
    pub(in super::super) fn is_held(&self, codec: usize, local: &Ident) -> Option<TokenStream> {
        match self.codecs.get(codec)?.holds {
            Holds::One => None,
            Holds::Option => Some(quote!(#local.is_some())),
            Holds::List => Some(quote!(!#local.is_empty())),
        }
    }

    /// Statements that print a value, which is a reference. The elements of a list have a separator between them, or after each.
    pub(in super::super) fn print_value(
        &self,
        wire: &Wire,
        value: &TokenStream,
        separator: &str,
        trailing: bool,
    ) -> TokenStream {
        let (runtime, ty) = (&self.runtime, self.value_type(wire));
        let place = place(&ty);
        if self.holds(wire) != Holds::List {
            return quote_spanned! {place=>
                <#ty as #runtime::text::TextValue>::print(#value, f, names)?;
            };
        }
        let print = quote_spanned!(place=> #runtime::text::TextValue::print(element, f, names)?;);
        let after = trailing.then(|| quote!(if !#value.is_empty() { f.write_str(#separator)?; }));
        quote! {
            for (index, element) in #value.iter().enumerate() {
                if index > 0 { f.write_str(#separator)?; }
                #print
            }
            #after
        }
    }

    /// An expression that parses a value. A list has a separator, which can also follow the last element, and a text after it.
    pub(in super::super) fn parse_value(
        &self,
        wire: &Wire,
        (separator, trailing, after): (&str, bool, &str),
        open: bool,
    ) -> TokenStream {
        let (runtime, ty) = (&self.runtime, self.value_type(wire));
        let place = place(&ty);
        if self.holds(wire) != Holds::List {
            return quote_spanned! {place=>
                <#ty as #runtime::text::TextValue>::parse(scanner, entries, #open)?
            };
        }
        let element = quote_spanned! {place=>
            #runtime::text::TextValue::parse(scanner, entries, true)?
        };
        let method = if trailing { quote!(ended) } else { quote!(separated) };
        let after = (!trailing).then(|| quote!(#after,));
        quote!(scanner.#method(#separator, #after |scanner| Ok(#element))?)
    }
}
