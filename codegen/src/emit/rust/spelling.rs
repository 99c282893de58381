//! The spelling of a field's values, as expressions that write and parse it.

use super::{Cx, names};
use crate::model::{Enum, Field, Kind, Record, Wire};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// The special spelling of values of a field.
#[derive(Clone, Copy, Default)]
pub(super) struct Spelling<'f> {
    values: &'f [(i128, String)],
    names: Option<usize>,
    /// The texts that are omitted before and after an entry.
    short: Option<(&'f str, &'f str)>,
}

impl<'f> Spelling<'f> {
    pub(super) fn new(field: &'f Field) -> Self {
        Spelling {
            values: &field.spelled,
            names: field.names,
            short: field.short.as_deref().map(|short| short.split_once('*').unwrap_or((short, ""))),
        }
    }

    fn enumeration<'m>(&self, cx: &Cx<'m>) -> Option<(&'m Enum, Ident)> {
        let item = &cx.model.enums[self.names?];
        Some((item, names::camel(&item.docs.name)))
    }

    /// A statement that writes a number with a special spelling; none for a field without one.
    pub(super) fn write_number(&self, cx: &Cx<'_>, value: &TokenStream) -> Option<TokenStream> {
        let runtime = &cx.options.runtime;
        if let Some((item, name)) = self.enumeration(cx) {
            let open =
                item.open.then(|| quote!(Some(#name::Unknown(number)) => write!(f, "{number}")?,));
            let open = open.iter();
            return Some(match item.flags {
                true => quote! {
                    #runtime::reflect::write_flags(
                        f, u64::from(#value), #name::ALL, #name::name, #name::number,
                    )?;
                },
                false => quote! {
                    match #name::from_number(u64::from(#value)) {
                        #(#open)*
                        Some(member) => f.write_str(member.name())?,
                        None => write!(f, "{}", #value)?,
                    }
                },
            });
        }
        let arms = self.values.iter().map(|(number, text)| {
            let number = Literal::i128_unsuffixed(*number);
            quote!(#number => f.write_str(#text)?,)
        });
        let written = quote!(match #value { #(#arms)* number => write!(f, "{number}")? });
        (!self.values.is_empty()).then_some(written)
    }

    /// An expression that parses a number of a type.
    pub(super) fn read_number(&self, cx: &Cx<'_>, ty: &TokenStream) -> TokenStream {
        if let Some((item, name)) = self.enumeration(cx) {
            let method = if item.flags { quote!(flags) } else { quote!(named) };
            return quote!(scanner.#method::<_, #ty>(#name::ALL, #name::name, #name::number)?);
        }
        let read = quote!(scanner.decimal::<#ty>()?);
        let values = self.values.iter().map(|(number, text)| {
            let number = Literal::i128_unsuffixed(*number);
            quote!(if scanner.eat_literal(#text, true) { #number } else)
        });
        quote!(#(#values)* { #read })
    }

    /// A statement that writes an entry of a table.
    pub(super) fn write_index(&self, table: &str, value: &TokenStream) -> TokenStream {
        match self.short {
            Some((before, after)) => {
                quote!(names.shortened(f, #table, #value.0, #before, #after)?;)
            }
            None => quote!(names.reference(f, #table, #value.0)?;),
        }
    }

    /// An expression that parses an entry of a table, in a text of a dialect.
    pub(super) fn read_index(&self, table: &str, dialect: &str) -> TokenStream {
        match self.short {
            Some((before, after)) => {
                quote!(entries.shortened(scanner, #table, #dialect, #before, #after)?)
            }
            None => quote!(entries.reference(scanner, #table)?),
        }
    }
}

/// The only field of a record: such a record is spelled as its field.
pub(super) fn sole<'m>(cx: &Cx<'m>, wire: &Wire) -> Option<(&'m Record, &'m Field, &'m Wire)> {
    let Wire::Item(Kind::Record, index) = wire else { return None };
    let record = &cx.model.records[*index];
    let [field] = record.fields.as_slice() else { return None };
    match &field.kind {
        crate::model::FieldKind::Value(wire) => Some((record, field, wire)),
        _ => None,
    }
}
