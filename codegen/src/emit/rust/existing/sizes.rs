//! The sizes of values. A macro does not know the sizes of the types of fields, so that it emits constant expressions for them.

use super::super::fields::Fields;
use super::super::{Cx, unions};
use super::{Coding, Custom, Existing, Part};
use crate::model::{self, Enum, FieldKind, Integer, Sign, Union, VarintKind, Wire};
use bytespec_plan::bits_of;
use proc_macro2::TokenStream;
use quote::quote;

/// The sum of sizes: the known part, and expressions for the others.
#[derive(Default)]
pub(super) struct Row {
    min: usize,
    max: usize,
    others: Vec<TokenStream>,
}

impl Row {
    /// A fixed number of bytes.
    fn exactly(bytes: usize) -> Row {
        Row { min: bytes, max: bytes, others: Vec::new() }
    }

    fn of(sizes: TokenStream) -> Row {
        Row { others: vec![sizes], ..Row::default() }
    }

    fn then(&mut self, other: Row) {
        self.min += other.min;
        self.max += other.max;
        self.others.extend(other.others);
    }

    /// An expression for the sum.
    fn sum(self, runtime: &TokenStream) -> TokenStream {
        let Row { min, max, others } = self;
        let known = max != 0 || others.is_empty();
        let known = known.then(|| quote!(#runtime::wire::Sizes::between(#min, #max)));
        let mut all = known.into_iter().chain(others);
        let first = all.next();
        quote!(#first #(.then(#all))*)
    }
}

impl Existing {
    /// The sizes of an enum.
    pub(super) fn sizes_of_enum(&self, cx: &Cx<'_>, item: &Enum) -> TokenStream {
        let integer = item.wire.integer().unwrap_or(Integer::VARINT);
        let row = match integer.width() {
            Some(_) => self.integer_sizes(cx, integer),
            None if item.open || item.is_signed() => self.integer_sizes(cx, integer),
            None => {
                let numbers = || item.members.iter().map(|member| member.value);
                let [least, greatest] = [numbers().min(), numbers().max()].map(|number| {
                    number.map_or(0, |number| u64::BITS - bits_of(number).leading_zeros())
                });
                self.varint_sizes(cx, least, greatest)
            }
        };
        row.sum(&self.runtime)
    }

    /// The sizes of the fields of a record.
    pub(super) fn sizes_of_fields(&self, cx: &Cx<'_>, fields: &Fields<'_, '_>) -> TokenStream {
        self.fields_row(cx, fields).sum(&self.runtime)
    }

    /// The sizes of a union: those of one of the variants, with its number.
    pub(super) fn sizes_of_union<'v>(
        &self,
        cx: &Cx<'_>,
        item: &Union,
        variants: impl Iterator<Item = &'v model::Variant>,
    ) -> TokenStream {
        let integer = item.tag.integer().unwrap_or(Integer::VARINT);
        let all = variants.map(|variant| {
            let bits = u64::BITS - variant.tag.leading_zeros();
            let mut row = match integer.width() {
                Some(_) => self.integer_sizes(cx, integer),
                None => self.varint_sizes(cx, bits, bits),
            };
            row.then(self.fields_row(cx, &unions::fields(cx, variant)));
            row.sum(&self.runtime)
        });
        let runtime = &self.runtime;
        let other = self.shapes.iter().any(|shape| shape.other).then(|| {
            let mut row = self.integer_sizes(cx, integer);
            row.then(Row::of(self.any()));
            row.sum(&self.runtime)
        });
        let joined = all.chain(other).reduce(|all, one| quote!(#all.or(#one)));
        joined.unwrap_or_else(|| quote!(#runtime::wire::Sizes::NONE))
    }

    fn fields_row(&self, cx: &Cx<'_>, fields: &Fields<'_, '_>) -> Row {
        let mut row = Row::default();
        for field in fields.fields {
            let (own, may_lack) = match &field.kind {
                FieldKind::Value(wire) | FieldKind::Flags(wire) => {
                    (self.wire_sizes(cx, wire), false)
                }
                FieldKind::Optional(wire, _) => (self.wire_sizes(cx, wire), true),
                FieldKind::Presence => (Row::exactly(1), false),
                FieldKind::Unit { .. } | FieldKind::Part(..) => continue,
                FieldKind::Packed { .. } => (Row::of(self.any()), false),
            };
            if may_lack || fields.condition(&field.docs.gate).is_some() {
                let sum = own.sum(&self.runtime);
                row.then(Row::of(quote!(#sum.maybe())));
            } else {
                row.then(own);
            }
        }
        row
    }

    fn wire_sizes(&self, cx: &Cx<'_>, wire: &Wire) -> Row {
        match wire {
            Wire::Integer(integer) => self.integer_sizes(cx, *integer),
            Wire::Bool => Row::exactly(1),
            Wire::Codec(index, _) => match self.codecs.get(*index) {
                Some(Custom { ty, coding: Coding::Type, .. }) => self.type_sizes(ty),
                Some(Custom { coding: Coding::Part(part), .. }) => self.part_sizes(cx, part),
                _ => Row::of(self.any()),
            },
            _ => Row::of(self.any()),
        }
    }

    fn part_sizes(&self, cx: &Cx<'_>, part: &Part) -> Row {
        let runtime = &self.runtime;
        match part {
            Part::Itself(ty) | Part::Through(_, ty) => self.type_sizes(ty),
            Part::Number(integer) | Part::Float(integer) | Part::NonZero(integer) => {
                self.integer_sizes(cx, *integer)
            }
            Part::Truth(integer) => match integer.width() {
                Some(_) => self.integer_sizes(cx, *integer),
                None => Row::exactly(1),
            },
            Part::Optional(of) => {
                let of = self.part_sizes(cx, of).sum(runtime);
                let mut row = Row::exactly(1);
                row.then(Row::of(quote!(#of.maybe())));
                row
            }
            // The greatest number plus one needs one more bit.
            Part::Shifted(integer) => {
                let bits = u32::from(integer.bits).saturating_add(1).min(u64::BITS);
                self.varint_sizes(cx, 0, bits)
            }
            Part::List(_) => Row::of(quote!(#runtime::wire::Sizes::COUNTED)),
            Part::Array(of, len) => {
                let of = self.part_sizes(cx, of).sum(runtime);
                Row::of(quote!(#of.times(#len)))
            }
            Part::Boxed(_) | Part::Module(..) => Row::of(self.any()),
            Part::Tuple(parts) => parts.iter().fold(Row::default(), |mut row, part| {
                row.then(self.part_sizes(cx, part));
                row
            }),
        }
    }

    /// The sizes of a type, from its own constant.
    fn type_sizes(&self, ty: &TokenStream) -> Row {
        let (runtime, context) = (&self.runtime, self.writing_of_a_field());
        Row::of(quote!(<#ty as #runtime::wire::ToWire<#context>>::SIZES))
    }

    fn integer_sizes(&self, cx: &Cx<'_>, integer: Integer) -> Row {
        let bits = u32::from(integer.bits);
        match (integer.width(), integer.sign) {
            (Some(_), _) => Row::exactly(usize::from(integer.bits / 8)),
            (None, Sign::Extended) => {
                let runtime = &self.runtime;
                Row::of(quote!(#runtime::wire::Sizes::leb128(#bits)))
            }
            (None, _) => self.varint_sizes(cx, 0, bits),
        }
    }

    /// The sizes of varints of numbers with at least and at most this many bits.
    fn varint_sizes(&self, cx: &Cx<'_>, fewest: u32, most: u32) -> Row {
        let (runtime, context) = (&self.runtime, self.writing_of_a_field());
        let context = match cx.model.varint {
            _ if self.varint_of_context() => context,
            VarintKind::Prefix => quote!(#runtime::wire::Prefixed),
            VarintKind::Leb128 | VarintKind::Bounded => quote!(()),
        };
        Row::of(quote!(#runtime::wire::Sizes::varints::<#context>(#fewest, #most)))
    }

    fn any(&self) -> TokenStream {
        let runtime = &self.runtime;
        quote!(#runtime::wire::Sizes::ANY)
    }
}
