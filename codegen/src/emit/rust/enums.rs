//! Enumerations.

use super::versions::{condition, docs, item_gate, part_docs, refusal};
use super::{Cx, names};
use crate::model::{Enum, Integer, Member};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// An enum of the schema.
pub(super) fn emit(cx: &Cx<'_>, item: &Enum) -> TokenStream {
    let name = cx.item_name(&item.docs.name);
    let members = item.members.iter().map(|m| cx.member_name(&m.docs.name));
    let of_number = number_type(item);
    let unknown = item.open.then(|| {
        quote! {
            /// A number that no member has.
            Unknown(#of_number),
        }
    });
    if cx.declarations {
        return quote!(pub enum #name { #(#members,)* #unknown });
    }
    let item_docs = docs(cx, &item.docs);
    let member_docs = item.members.iter().map(|member| part_docs(cx, &member.docs));
    let values = item.members.iter().map(|member| {
        let value = Literal::i128_unsuffixed(member.value);
        is_cast(item).then(|| quote!(= #value))
    });
    let repr = (!item.open).then(|| {
        let repr = repr(item);
        quote!(#[repr(#repr)])
    });
    let implementation = codec(cx, item);
    quote! {
        #item_docs
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #repr
        pub enum #name {
            #(#member_docs #members #values,)*
            #unknown
        }

        #implementation
    }
}

/// The integer of Rust that its numbers have.
pub(super) fn number_type(item: &Enum) -> Ident {
    names::ident(if item.is_signed() { "i64" } else { "u64" })
}

/// The narrowest integer of Rust that holds the numbers of all members.
fn repr(item: &Enum) -> Ident {
    let sign = if item.is_signed() { "i" } else { "u" };
    let types = ["8", "16", "32"].map(|bits| format!("{sign}{bits}"));
    let holds = |ty: &&String| {
        let range = Integer::of_rust(ty).and_then(Integer::range);
        range.is_some_and(|(least, greatest)| {
            item.members.iter().all(|member| (least..=greatest).contains(&member.value))
        })
    };
    types.iter().find(holds).map_or_else(|| number_type(item), |ty| names::ident(ty))
}

/// The numbers and names of an enum, as expressions.
pub(super) struct EnumExpressions {
    /// Every member.
    pub(super) all: TokenStream,
    /// The number of `self`.
    pub(super) number: TokenStream,
    /// The name of `self`.
    pub(super) name: TokenStream,
    /// The member with `number`, if there is one.
    pub(super) member: TokenStream,
    /// Whether the number of a member equals its index among all members.
    table: bool,
}

pub(super) fn numbers(cx: &Cx<'_>, item: &Enum) -> EnumExpressions {
    let name = cx.item_name(&item.docs.name);
    let members: Vec<_> = item.members.iter().map(|m| cx.member_name(&m.docs.name)).collect();
    let values: Vec<_> = item.members.iter().map(|m| Literal::i128_unsuffixed(m.value)).collect();
    let labels: Vec<_> = item.members.iter().map(|m| m.docs.label.as_str()).collect();
    let (unknown, of_number) = (unknown(cx, item), number_type(item));
    let of_unknown = unknown.iter();
    let number = match is_cast(item) {
        true => quote!(self as #of_number),
        false => quote! {
            match self { #(#name::#members => #values,)* #(#of_unknown(number) => number,)* }
        },
    };
    let last = last_of_numbers(item).map(|member| {
        let (value, ident) =
            (Literal::i128_unsuffixed(member.value), cx.member_name(&member.docs.name));
        quote!(#value => ::core::option::Option::Some(#name::#ident),)
    });
    let of_unknown = unknown.iter();
    let unknown_label = match cx.existing.and_then(|existing| existing.other.as_ref()) {
        Some(other) => other.to_string(),
        None => "unknown".to_owned(),
    };
    let unknown_arm = unknown.iter().map(|unknown| {
        let dead = reserved(item);
        quote! {
            #(#dead => ::core::option::Option::None,)*
            _ => ::core::option::Option::Some(#unknown(number)),
        }
    });
    let rest = match item.open {
        true => quote!(#(#unknown_arm)*),
        false => quote!(_ => ::core::option::Option::None),
    };
    EnumExpressions {
        all: quote!(&[#(#name::#members),*]),
        number,
        name: quote!(match self { #(#name::#members => #labels,)* #(#of_unknown(_) => #unknown_label,)* }),
        member: quote!(match number { #(#last)* #rest }),
        table: is_counted(item),
    }
}

/// The reserved numbers.
fn reserved(item: &Enum) -> impl Iterator<Item = Literal> {
    item.reserved.iter().map(|reserved| Literal::i128_unsuffixed(reserved.number))
}

/// The variant for unknown numbers, if the enum keeps them.
fn unknown(cx: &Cx<'_>, item: &Enum) -> Option<TokenStream> {
    let name = cx.item_name(&item.docs.name);
    let variant = match cx.existing {
        Some(existing) => existing.other.clone(),
        None => Some(names::ident("Unknown")),
    };
    variant.filter(|_| item.open).map(|variant| quote!(#name::#variant))
}

/// `member`, or `number` if `value` is an unknown number.
pub(super) fn spelled(
    cx: &Cx<'_>,
    item: &Enum,
    value: &TokenStream,
    member: TokenStream,
    number: &TokenStream,
) -> TokenStream {
    match unknown(cx, item) {
        Some(unknown) => {
            quote!(if ::core::matches!(#value, #unknown(_)) { #number } else { #member })
        }
        None => member,
    }
}

/// The numbers, names, reader and writer of an enum.
fn codec(cx: &Cx<'_>, item: &Enum) -> TokenStream {
    let name = cx.item_name(&item.docs.name);
    let runtime = &cx.options.runtime;
    let context = cx.read_context();
    let (names, code) = (names_of_members(cx, item), read_and_write(cx, item));
    let value = quote!(#runtime::reflect::FieldValue);
    let member = quote!(#value::Enum { name: self.name(), number: self.number().into() });
    let number = match item.is_signed() {
        true => quote!(#value::Signed(self.number())),
        false => quote!(#value::Unsigned(self.number())),
    };
    let shown = spelled(cx, item, &quote!(self), member, &number);
    quote! {
        impl #name {
            #names

            #code
        }

        impl<'a> #runtime::wire::Decode<'a> for #name {
            type Value = #name;
            type Context = #context;

            #[inline]
            fn decode(
                cursor: &mut #runtime::wire::Cursor<'a>,
                cx: &#context,
            ) -> #runtime::error::Result<#name> {
                #name::read(cursor, cx)
            }
        }

        impl #runtime::reflect::ReflectField for #name {
            fn reflect(&self, see: &mut dyn FnMut(#value<'_>)) {
                see(#shown);
            }
        }
    }
}

/// The list of an enum's members, and the conversions between a member, its number and its name.
fn names_of_members(cx: &Cx<'_>, item: &Enum) -> TokenStream {
    let name = cx.item_name(&item.docs.name);
    let EnumExpressions { all, number, name: spelling, member, table } = numbers(cx, item);
    let of_number = number_type(item);
    let member = match table {
        // A table lookup avoids a jump that the processor would predict badly.
        true => quote! {
            if number < #name::ALL.len() as #of_number {
                ::core::option::Option::Some(#name::ALL[number as usize])
            } else {
                ::core::option::Option::None
            }
        },
        false => member,
    };
    quote! {
        /// Every member, by number.
        pub const ALL: &[#name] = #all;

        /// The number on the wire.
        #[inline]
        #[must_use]
        pub const fn number(self) -> #of_number {
            #number
        }

        /// The member's spelling in listings.
        #[must_use]
        pub const fn name(self) -> &'static str {
            #spelling
        }

        /// The member with a number. If several members have the number, the last of them.
        #[inline]
        #[must_use]
        pub const fn from_number(number: #of_number) -> ::core::option::Option<#name> {
            #member
        }
    }
}

/// The methods that read and write a member.
fn read_and_write(cx: &Cx<'_>, item: &Enum) -> TokenStream {
    let name = cx.item_name(&item.docs.name);
    let runtime = &cx.options.runtime;
    let (read, write, source, sink) = match cx.short_enum(item) {
        Some((read, write)) => (
            read,
            write,
            quote!(impl #runtime::wire::Leb128Source),
            quote!(impl #runtime::wire::Leb128Sink),
        ),
        None => (
            cx.read(&item.wire),
            cx.write(&item.wire, &wire_value(cx, item, &quote!(self))),
            quote!(#runtime::wire::Cursor<'a>),
            quote!(#runtime::wire::Writer),
        ),
    };
    let context = cx.read_context();
    let write_context = cx.write_context();
    let check_gate = write_gate(cx, item, &quote!(self));
    let read_gate = read_gate(cx, item);
    let unknown = cx.unknown(&item.docs.name, &item.reserved, &quote!(number));
    let (version, find) = find(cx, item, &quote!(number));
    let of_number = number_type(item);
    quote! {
        /// Reads a member.
        ///
        /// # Errors
        /// A number that no member has, or one whose member the version does not have.
        #[cfg_attr(not(debug_assertions), inline(always))]
        #[allow(unused_variables)]
        pub fn read<'a>(
            cursor: &mut #source,
            cx: &#context,
        ) -> #runtime::error::Result<#name> {
            #version
            let start = cursor.position();
            let number = #of_number::from(#read?);
            let Some(member) = #find else { return Err(#unknown); };
            #read_gate
            Ok(member)
        }

        /// Writes the member.
        ///
        /// # Errors
        /// A member that the version does not have.
        #[cfg_attr(not(debug_assertions), inline(always))]
        #[allow(unused_variables)]
        pub fn write(
            self,
            writer: &mut #sink,
            cx: &mut #write_context,
        ) -> #runtime::error::Result<()> {
            #check_gate
            #write
            Ok(())
        }
    }
}

/// Whether several members have the same number in different versions.
fn shares_numbers(item: &Enum) -> bool {
    item.members.windows(2).any(|pair| pair[0].value == pair[1].value)
}

/// Whether a Rust cast gives the number of a member.
fn is_cast(item: &Enum) -> bool {
    !item.open && !shares_numbers(item)
}

/// Whether the enum is closed, and its members are numbered from zero on without a gap.
fn is_counted(item: &Enum) -> bool {
    !item.open && (0..).zip(&item.members).all(|(number, member)| member.value == number)
}

/// The last member of each number.
fn last_of_numbers(item: &Enum) -> impl Iterator<Item = &Member> {
    let next = item.members.iter().skip(1).map(Some).chain([None]);
    let pairs = item.members.iter().zip(next);
    pairs.filter(|(member, next)| next.is_none_or(|next| next.value != member.value)).map(|p| p.0)
}

/// An expression for the member with a number at the current version, and the statement that computes the version if it is
/// needed.
pub(super) fn find(
    cx: &Cx<'_>,
    item: &Enum,
    number: &TokenStream,
) -> (Option<TokenStream>, TokenStream) {
    let name = cx.item_name(&item.docs.name);
    let from_number = match cx.existing {
        Some(existing) => existing.reader(&name),
        None => quote!(#name::from_number),
    };
    if !shares_numbers(item) {
        return (None, quote!(#from_number(#number)));
    }
    let arms = item.members.iter().enumerate().filter_map(|(at, member)| {
        let shared = item.members.get(at + 1).is_some_and(|next| next.value == member.value);
        let condition = condition(cx, &member.docs.gate, &item.docs.gate).filter(|_| shared)?;
        let value = Literal::i128_unsuffixed(member.value);
        let ident = cx.member_name(&member.docs.name);
        Some(quote!(#value if #condition => Some(#name::#ident),))
    });
    let find = quote!((match #number { #(#arms)* number => #from_number(number) }));
    (Some(cx.version()), find)
}

/// Whether every member is allowed in every file, and no two have the same number.
pub(super) fn is_open(cx: &Cx<'_>, item: &Enum) -> bool {
    !shares_numbers(item) && read_gate(cx, item).is_empty()
}

/// Members that some files must not have: member, condition and error.
fn gated(cx: &Cx<'_>, item: &Enum) -> Vec<(Ident, TokenStream, TokenStream)> {
    let gated = item.members.iter().filter_map(|member| {
        let condition = condition(cx, &member.docs.gate, &item.docs.gate)?;
        let name = format!("{}.{}", item.docs.name, member.docs.label);
        let error = refusal(cx, &name, &member.docs.gate);
        Some((cx.member_name(&member.docs.name), condition, error))
    });
    gated.collect()
}

/// Statements that return an error for `member`, read at `start`, if the file must not have it.
pub(super) fn read_gate(cx: &Cx<'_>, item: &Enum) -> TokenStream {
    let name = cx.item_name(&item.docs.name);
    let whole = item_gate(cx, &item.docs, true);
    let gated = gated(cx, item);
    if gated.is_empty() && whole.is_empty() {
        return quote!();
    }
    let arms = gated.iter().map(|(ident, condition, error)| {
        quote!(#name::#ident if !(#condition) => { return Err(#error.or_at(start)); })
    });
    let members = (!gated.is_empty()).then(|| quote!(match member { #(#arms)* _ => {} }));
    let version = cx.version();
    quote!(#version #whole #members)
}

/// Statements that return an error for the member `value` if the file must not have it, and for an unknown number that is the
/// number of a known member.
pub(super) fn write_gate(cx: &Cx<'_>, item: &Enum, value: &TokenStream) -> TokenStream {
    let name = cx.item_name(&item.docs.name);
    let whole = item_gate(cx, &item.docs, false);
    let gated = gated(cx, item);
    let unknown = unknown(cx, item).map(|unknown| {
        let runtime = &cx.options.runtime;
        let members = item.members.iter().map(|member| Literal::i128_unsuffixed(member.value));
        let known = members.chain(reserved(item));
        let width = width(item.wire.integer());
        quote! {
            if let #unknown(number) = #value {
                #runtime::values::unknown_member(number, &[#(#known),*], #width)?;
            }
        }
    });
    if gated.is_empty() && whole.is_empty() {
        return quote!(#unknown);
    }
    let arms = gated
        .iter()
        .map(|(ident, condition, error)| quote!(#name::#ident if !(#condition) => Err(#error),));
    let members = (!gated.is_empty()).then(|| {
        quote! {
            let checked = match #value { #(#arms)* _ => Ok(()) };
            checked?;
        }
    });
    let version = cx.version();
    quote!(#version #whole #members #unknown)
}

/// The number of bits of an integer, and whether it has a sign.
pub(super) fn width(integer: Option<Integer>) -> TokenStream {
    let integer = integer.unwrap_or(Integer::VARINT);
    let (bits, is_signed) = (Literal::u32_unsuffixed(integer.bits.into()), integer.signed());
    quote!((#bits, #is_signed))
}

/// The number of the member `value`, in the wire type.
pub(super) fn wire_value(cx: &Cx<'_>, item: &Enum, value: &TokenStream) -> TokenStream {
    let integer = item.wire.integer().unwrap_or(Integer::VARINT);
    let ty = super::integers::primitive(integer);
    // For a derived enum, the method belongs to a trait, which need not be in scope.
    let number = match cx.existing {
        Some(existing) => {
            let runtime = &existing.runtime;
            quote!(#runtime::wire::Enumeration::number(#value))
        }
        None => quote!(#value.number()),
    };
    match is_cast(item) {
        true => quote!(#value as #ty),
        false if integer.bits == 64 => number,
        false => quote!(#number as #ty),
    }
}
