//! The presence of optional fields: conditions, reading and writing.

use super::fields::Fields;
use super::names;
use crate::ast::Test;
use crate::model::{Field, Gate, Kind, Presence, PresenceHow, Wire};
use proc_macro2::TokenStream;
use quote::quote;

/// A test in words; `number` is set for a test of an integer.
fn stated(test: &Test, number: bool, wanted: bool) -> String {
    let (field, not) = (&test.field, |not: bool| if not { "not " } else { "" });
    match &test.member {
        Some(member) => format!("`{field}` is {}{member}", not(!wanted)),
        None if number => format!("`{field}` is {}0", not(wanted)),
        None => format!("`{field}` is {wanted}"),
    }
}

impl Fields<'_, '_> {
    /// A condition: whether `value`, a place of the tested field's type, passes the test.
    pub(super) fn test(&self, test: &Test, value: &TokenStream) -> TokenStream {
        match (self.tested(test), &test.member) {
            (Some(Wire::Item(Kind::Enum, index)), Some(member)) => {
                let item = &self.cx.model.enums[*index];
                let name = self.cx.item_name(&item.docs.name);
                let member = self.cx.member_name(member);
                quote!((#value == #name::#member))
            }
            (Some(wire), Some(number)) if wire.is_whole() => match number.parse() {
                Ok(number) => {
                    let number = proc_macro2::Literal::i128_unsuffixed(number);
                    quote!((#value == #number))
                }
                // No number equals it.
                Err(_) => quote!(false),
            },
            (Some(wire), _) if wire.is_whole() => quote!((#value != 0)),
            _ => value.clone(),
        }
    }

    /// The shape of the field in a test; none for a unit.
    fn tested(&self, test: &Test) -> Option<&Wire> {
        let field = self.fields.iter().find(|field| field.docs.name == test.field);
        field.and_then(Field::wire)
    }

    /// A condition for reading: whether the optional field is present.
    pub(super) fn present(&self, presence: &[Presence], gate: &Gate) -> TokenStream {
        let ways = presence.iter().map(|way| {
            let stated = match &way.how {
                PresenceHow::Bit(bit) => quote!(flags >> #bit & 1 != 0),
                PresenceHow::Field(name) => {
                    let local = names::local(name);
                    quote!(#local)
                }
                PresenceHow::When(test) => {
                    let local = names::local(&test.field);
                    self.test(test, &quote!(#local))
                }
                PresenceHow::Unless(test) => {
                    let local = names::local(&test.field);
                    let test = self.test(test, &quote!(#local));
                    quote!(!#test)
                }
                PresenceHow::Version => {
                    let condition = self.condition(gate);
                    return condition.unwrap_or_else(|| quote!(true));
                }
            };
            match self.condition(&gate.and(&way.gate)) {
                Some(condition) => quote!((#condition && #stated)),
                None => stated,
            }
        });
        quote!(#(#ways)||*)
    }

    /// Statements that write an optional field.
    pub(super) fn write_optional(
        &self,
        field: &Field,
        wire: &Wire,
        presence: &[Presence],
        local: &proc_macro2::Ident,
    ) -> TokenStream {
        let write = self.write_value(field, wire, local);
        let refused = self.refused_write(field, wire);
        let count = self.check_count(field, wire);
        let item = format!("{}.{}", self.item, field.docs.name);
        let runtime = &self.cx.options.runtime;
        // In some versions a Boolean field alone can determine the presence: the two must agree.
        let agree = presence.iter().filter_map(|way| {
            let (test, wanted) = match &way.how {
                PresenceHow::When(test) => (test, true),
                PresenceHow::Unless(test) => (test, false),
                PresenceHow::Version => {
                    let condition = self.condition(&field.docs.gate).into_iter();
                    let stated = "the version has it";
                    return Some(quote! {
                        if #(#condition &&)* #local.is_none() {
                            return Err(#runtime::error::Error::new(#runtime::error::ErrorKind::Presence {
                                item: #item.into(),
                                when: Some(#stated),
                            }));
                        }
                    });
                }
                _ => return None,
            };
            let when = names::local(&test.field);
            let holds = self.test(test, &quote!(*#when));
            let stated = stated(test, self.tested(test).is_some_and(Wire::is_whole), wanted);
            let check = quote! {
                if (#holds == #wanted) != #local.is_some() {
                    return Err(#runtime::error::Error::new(#runtime::error::ErrorKind::Presence {
                        item: #item.into(),
                        when: Some(#stated),
                    }));
                }
            };
            Some(match self.condition(&field.docs.gate.and(&way.gate)) {
                Some(condition) => quote!(if #condition { #check }),
                None => check,
            })
        });
        let gates: Vec<Gate> = presence.iter().map(|way| field.docs.gate.and(&way.gate)).collect();
        let conditions: Option<Vec<TokenStream>> =
            gates.iter().map(|gate| self.condition(gate)).collect();
        let refuse = match conditions {
            Some(conditions) if !conditions.is_empty() => {
                let error = self.gate_error(field, gates.first().unwrap_or(self.gate));
                quote!(if !(#((#conditions))||*) { #error })
            }
            _ => quote!(),
        };
        quote! {
            #(#agree)*
            if let Some(#local) = #local {
                #refuse
                #count
                #refused
                #write
            }
        }
    }
}
