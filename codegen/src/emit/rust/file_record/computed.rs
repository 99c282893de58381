//! Methods for values that the schema computes from fields of the same record.

use super::expressions::{binary, encoding_name};
use super::{Records, generics};
use crate::emit::rust::{names, versions};
use bytespec_plan::{Encoding, Expr, ExprId, ItemId, Role, Shape, Sign, Step};
use proc_macro2::TokenStream;
use quote::quote;

/// The greatest depth of computed values that use each other.
const MAX_DEPTH: u32 = 8;

impl Records<'_, '_> {
    /// The methods of a record that return the values of its `let` fields; none for a value that uses more than the record's own
    /// fields.
    pub(super) fn computed(&self, item: ItemId) -> TokenStream {
        let steps = (0..).zip(self.plan.steps_of(item));
        let methods = steps.filter_map(|(at, step)| self.computed_method(item, at, step));
        let methods: Vec<TokenStream> = methods.collect();
        if methods.is_empty() {
            return quote!();
        }
        let name = self.type_name(item);
        let lifetime = generics(self.reached.borrows(item), &quote!('_));
        quote!(impl #name #lifetime { #(#methods)* })
    }

    fn computed_method(&self, item: ItemId, at: u32, step: &Step) -> Option<TokenStream> {
        let (Some(Shape::Computed { shape, .. }), Role::Derived(_)) =
            (self.shape(step.shape), step.role)
        else {
            return None;
        };
        if !step.gate.is_empty() {
            return None;
        }
        let name = self.step_name(item, at);
        // A step without a name in the schema is a part of a type.
        let docs = versions::part_docs(self.cx, self.field_docs(item, name)?);
        let method = names::snake(name);
        let when = match step.when {
            Some(when) => {
                let when = self.of_value(item, when, 0)?;
                quote!(if #when == 0 { return None; })
            }
            None => quote!(),
        };
        let number = self.of_computed(item, step, 0)?;
        let (ty, value) = match self.shape_in_any_order(shape)? {
            Shape::Bool => (quote!(bool), quote!(Some(number != 0))),
            Shape::Integer { bits, sign, .. } => {
                let ty = self.integer_type(bits, sign);
                let value = match sign {
                    Sign::Unsigned => quote!(#ty::try_from(number).ok()),
                    _ => quote!(#ty::try_from(number.cast_signed()).ok()),
                };
                (ty, value)
            }
            Shape::Enum { name, number, .. } => {
                let ty = names::camel(self.plan.name(name));
                let number = self.of_bits(number, &quote!(number));
                (quote!(#ty), quote!(#ty::from_number(#number)))
            }
            _ => return None,
        };
        Some(quote! {
            #docs
            ///
            /// Computed from other fields. None if they do not determine it.
            #[must_use]
            pub fn #method(&self) -> Option<#ty> {
                #when
                let number: u64 = #number;
                #value
            }
        })
    }

    /// The value of a computed step, in a function that returns none if there is no value.
    fn of_computed(&self, item: ItemId, step: &Step, depth: u32) -> Option<TokenStream> {
        self.of_value(item, step.role.computed()?, depth + 1)
    }

    /// An expression over the values of a record, as a number of 64 bits.
    fn of_value(&self, item: ItemId, id: ExprId, depth: u32) -> Option<TokenStream> {
        let part = |id: ExprId| self.of_value(item, id, depth);
        if depth > MAX_DEPTH {
            return None;
        }
        Some(match *self.plan.exprs.get(id.index())? {
            Expr::Number(number) => quote!(#number),
            Expr::Field(at) => self.of_field(item, at, depth)?,
            Expr::Present(at) => {
                let step = self.step_at(item, at).filter(|step| step.role == Role::Visible)?;
                let name = names::snake(self.step_name(item, at));
                match self.is_optional(step) {
                    true => quote!(u64::from(self.#name.is_some())),
                    false => quote!(1u64),
                }
            }
            Expr::Elements(at) => {
                self.step_at(item, at).filter(|step| step.role == Role::Visible)?;
                let name = names::snake(self.step_name(item, at));
                quote!(record::RecordField::count(&self.#name))
            }
            Expr::Not(a) => {
                let a = part(a)?;
                quote!(u64::from(#a == 0))
            }
            Expr::If(a, b, c) => {
                let (a, b, c) = (part(a)?, part(b)?, part(c)?);
                quote!((if #a != 0 { #b } else { #c }))
            }
            Expr::Binary(operator, a, b) => {
                let (a, b) = (part(a)?, part(b)?);
                binary(operator, &a, &b).unwrap_or_else(|| {
                    let operator = self.operator(operator);
                    quote!(#operator.apply(#a, #b)?)
                })
            }
            Expr::Signed(operator, a, b) => {
                let (operator, a, b) = (self.operator(operator), part(a)?, part(b)?);
                quote!(#operator.apply_signed(#a, #b)?)
            }
            Expr::Float(operator, bits, a, b) => {
                let (operator, a, b) = (self.operator(operator), part(a)?, part(b)?);
                quote!(#operator.apply_float(#bits, #a, #b))
            }
            Expr::Natural(a, signed) => {
                let a = part(a)?;
                quote!(record::natural(#a, #signed, 0).ok()?)
            }
            Expr::Bytes(at) => {
                let content = self.content_of(item, at)?;
                quote!((#content.len() as u64))
            }
            Expr::Element(of, at) => {
                let (content, at) = (self.content_of(item, of)?, part(at)?);
                quote!(record::byte_of(&#content, #at)?)
            }
            Expr::Matches(at, bytes) => {
                let (content, bytes) = (self.content_of(item, at)?, self.bytes(bytes));
                quote!(u64::from(*#content == *#bytes))
            }
            Expr::Big(at) => {
                let content = self.content_of(item, at)?;
                self.tag_of(&quote!(&#content))
            }
            Expr::Digits(at, base) => {
                let content = self.content_of(item, at)?;
                quote!(record::digits(&#content, #base).ok()?)
            }
            _ => return None,
        })
    }

    /// The number of a field.
    fn of_field(&self, item: ItemId, at: u32, depth: u32) -> Option<TokenStream> {
        let step = self.step_at(item, at)?;
        if step.role == Role::Visible {
            let name = names::snake(self.step_name(item, at));
            return Some(quote!(record::RecordField::number(&self.#name)));
        }
        let number = self.of_computed(item, step, depth)?;
        let Some(when) = step.when else { return Some(number) };
        let when = self.of_value(item, when, depth)?;
        Some(quote!((if #when != 0 { #number } else { 0u64 })))
    }

    fn step_at(&self, item: ItemId, at: u32) -> Option<&Step> {
        self.plan.steps_of(item).get(usize::try_from(at).ok()?)
    }

    /// The bytes of a field with bytes or a text.
    fn content_of(&self, item: ItemId, at: u32) -> Option<TokenStream> {
        self.step_at(item, at).filter(|step| step.role == Role::Visible)?;
        let encoding = match self.shape_of(item, at)? {
            Shape::Bytes(_) => encoding_name(Encoding::Utf8),
            Shape::Text { encoding, .. } => encoding_name(encoding),
            _ => return None,
        };
        let name = names::snake(self.step_name(item, at));
        Some(quote! {
            record::RecordField::content(
                &self.#name,
                #encoding,
            )?
        })
    }
}
