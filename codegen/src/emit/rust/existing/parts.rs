//! Types whose encoding depends on keys: numbers and options at any depth.

use super::super::Cx;
use super::super::integers::primitive;
use super::export::last_ident;
use super::{Existing, place};
use crate::model::{Integer, Sign};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote, quote_spanned};

/// The structure of a type, down to types with their own encoding.
#[derive(Clone, Debug)]
pub enum Part {
    /// A type with its own encoding.
    Itself(TokenStream),
    /// A number.
    Number(Integer),
    /// A float.
    Float(Integer),
    /// A `NonZero`.
    NonZero(Integer),
    /// A Boolean: the number 0 or 1.
    Truth(Integer),
    /// An `Option` with a presence byte.
    Optional(Box<Part>),
    /// An `Option` of a number, with the code zero for none and otherwise the value plus one.
    Shifted(Integer),
    /// A `Vec`, after its count.
    List(Box<Part>),
    /// An array of a constant length.
    Array(Box<Part>, TokenStream),
    /// A tuple.
    Tuple(Vec<Part>),
    /// A `Box`.
    Boxed(Box<Part>),
    /// A type that a module reads and writes.
    Module(TokenStream, TokenStream),
    /// A type that is read and written through a value of another type, which is mostly the same type.
    Through(TokenStream, TokenStream),
}

impl Part {
    /// The types in it that have their own encoding.
    pub(super) fn types(&self) -> Vec<&TokenStream> {
        match self {
            Part::Itself(ty) | Part::Through(_, ty) => vec![ty],
            Part::Number(_)
            | Part::Float(_)
            | Part::NonZero(_)
            | Part::Truth(_)
            | Part::Shifted(_)
            | Part::Module(..) => Vec::new(),
            Part::Optional(of) | Part::List(of) | Part::Array(of, _) | Part::Boxed(of) => {
                of.types()
            }
            Part::Tuple(parts) => parts.iter().flat_map(Part::types).collect(),
        }
    }

    /// An expression for its type in the schema language.
    pub(super) fn describe(&self, runtime: &TokenStream) -> TokenStream {
        let within = |of: &Part, method: TokenStream, arguments: TokenStream| {
            let of = of.describe(runtime);
            quote!({ let of = #of; schema.#method(#arguments of) })
        };
        let number = |integer: &Integer| {
            let spelling = integer.spelling();
            quote!(::std::borrow::ToOwned::to_owned(#spelling))
        };
        match self {
            Part::Itself(ty) | Part::Through(_, ty) => {
                quote!(<#ty as #runtime::export::Describe>::describe(schema))
            }
            Part::Module(path, ty) => {
                let (name, value) = (last_ident(path), last_ident(ty));
                quote!(schema.coded(#name, #value))
            }
            Part::Number(integer) | Part::Float(integer) => number(integer),
            Part::NonZero(integer) => {
                let number = number(integer);
                quote!(schema.nonzero(#number))
            }
            Part::Truth(integer) => {
                let number = number(integer);
                quote!(schema.truth(#number))
            }
            Part::Shifted(integer) => {
                let spelling = format!("shifted<{}>", integer.spelling());
                quote!(::std::borrow::ToOwned::to_owned(#spelling))
            }
            Part::Optional(of) => within(of, quote!(optional), quote!()),
            Part::List(of) => within(of, quote!(list), quote!()),
            Part::Array(of, len) => within(of, quote!(array), quote!(#len,)),
            Part::Boxed(of) => of.describe(runtime),
            Part::Tuple(parts) => {
                let parts = parts.iter().map(|part| part.describe(runtime));
                quote!({ let parts = [#(#parts),*]; schema.tuple(&parts) })
            }
        }
    }
}

impl Existing {
    /// An expression that reads a part, and returns from the function on an error.
    pub(super) fn read_part(&self, cx: &Cx<'_>, part: &Part) -> TokenStream {
        let runtime = &self.runtime;
        match part {
            Part::Itself(ty) => {
                let context = self.reading(&quote!('_));
                quote!(<#ty as #runtime::wire::FromWire<'_, #context>>::from_wire(cursor, cx)?)
            }
            Part::Module(path, _) => {
                quote_spanned!(place(path)=> #path::read(cursor, cx)?)
            }
            Part::Through(ty, _) => {
                let read = self.read_part(cx, &Part::Itself(ty.clone()));
                quote!({
                    let at = cursor.position();
                    #runtime::wire::convert(at, #read)?
                })
            }
            Part::Number(integer) => {
                let read = cx.read_integer(*integer);
                quote!(#read?)
            }
            Part::Float(integer) => {
                let (float, bits) = float(*integer);
                let read = cx.read_integer(bits);
                quote!(::core::primitive::#float::from_bits(#read?))
            }
            Part::NonZero(integer) => self.read_nonzero(cx, *integer),
            Part::Truth(integer) => self.read_truth(cx, *integer),
            Part::Optional(of) => {
                let of = self.read_part(cx, of);
                quote!(if cursor.bool()? { Some(#of) } else { None })
            }
            Part::Shifted(integer) => {
                let (varint, ty, name) = (cx.varint(""), primitive(*integer), integer.rust());
                quote!({
                    let at = cursor.position();
                    let code = cursor.#varint()?;
                    #runtime::wire::unshift::<::core::primitive::#ty>(at, code, #name)?
                })
            }
            Part::List(of) => {
                let (of, varint) = (self.read_part(cx, of), cx.varint(""));
                quote!({
                    let count = cursor.#varint()?;
                    #runtime::wire::read_elements(cursor, count, |cursor| Ok(#of))?
                })
            }
            Part::Array(of, _) => {
                let of = self.read_part(cx, of);
                quote!(#runtime::wire::read_array(cursor, |cursor| Ok(#of))?)
            }
            Part::Boxed(of) => {
                let of = self.read_part(cx, of);
                quote!({
                    cursor.enter()?;
                    let value = #of;
                    cursor.leave();
                    ::std::boxed::Box::new(value)
                })
            }
            Part::Tuple(parts) => {
                let parts = parts.iter().enumerate().map(|(at, part)| {
                    let (part, at) = (self.read_part(cx, part), index(at));
                    quote!((|| -> #runtime::error::Result<_> { Ok(#part) })().index(#at)?)
                });
                quote!((#(#parts,)*))
            }
        }
    }

    /// An expression that reads a number and refuses zero.
    fn read_nonzero(&self, cx: &Cx<'_>, integer: Integer) -> TokenStream {
        let (runtime, read) = (&self.runtime, cx.read_integer(integer));
        quote!({
            let at = cursor.position();
            ::core::num::NonZero::new(#read?)
                .ok_or_else(|| #runtime::values::rejected(at, 0))?
        })
    }

    /// An expression that reads a number and refuses all values except 0 and 1.
    fn read_truth(&self, cx: &Cx<'_>, integer: Integer) -> TokenStream {
        let (runtime, read) = (&self.runtime, cx.read_integer(integer));
        quote!({
            let at = cursor.position();
            #runtime::wire::truth(at, u64::from(#read?))?
        })
    }

    /// Statements that write a part to which `value` refers, and return from the function on an error.
    pub(super) fn write_part(&self, cx: &Cx<'_>, part: &Part, value: &TokenStream) -> TokenStream {
        let runtime = &self.runtime;
        match part {
            Part::Itself(ty) => {
                let context = self.writing_of_a_field();
                quote!(<#ty as #runtime::wire::ToWire<#context>>::to_wire(#value, writer, cx)?;)
            }
            Part::Module(path, _) => {
                quote_spanned!(place(path)=> #path::write(#value, writer, cx)?;)
            }
            Part::Through(_, ty) => {
                let write = self.write_part(cx, &Part::Itself(ty.clone()), &quote!(&other));
                quote! {
                    let other: #ty = ::core::convert::Into::into(::core::clone::Clone::clone(#value));
                    #write
                }
            }
            Part::Number(integer) => cx.write_integer(*integer, &quote!((*#value))),
            Part::Float(integer) => cx.write_integer(float(*integer).1, &quote!(#value.to_bits())),
            Part::NonZero(integer) => cx.write_integer(*integer, &quote!(#value.get())),
            Part::Truth(integer) => {
                let ty = primitive(*integer);
                cx.write_integer(*integer, &quote!(#ty::from(*#value)))
            }
            Part::Optional(of) => {
                let of = self.write_part(cx, of, &quote!(inner));
                quote! {
                    writer.bool(#value.is_some());
                    if let Some(inner) = #value { #of }
                }
            }
            Part::Shifted(_) => {
                let varint = cx.varint("");
                quote!(writer.#varint(#runtime::wire::shift(
                    ::core::option::Option::map(*#value, u64::from)
                )?);)
            }
            Part::List(of) => {
                let (of, varint) = (self.write_part(cx, of, &quote!(element)), cx.varint(""));
                quote! {
                    writer.#varint(#value.len() as u64);
                    #runtime::wire::write_elements(writer, #value, |writer, element| {
                        #of
                        Ok(())
                    })?;
                }
            }
            Part::Array(of, _) => {
                let of = self.write_part(cx, of, &quote!(element));
                quote! {
                    #runtime::wire::write_array(writer, #value, |writer, element| {
                        #of
                        Ok(())
                    })?;
                }
            }
            Part::Boxed(of) => {
                let of = self.write_part(cx, of, &quote!(inner));
                quote! {
                    writer.nested(|writer| -> #runtime::error::Result<()> {
                        let inner = &**#value;
                        #of
                        Ok(())
                    })?;
                }
            }
            Part::Tuple(parts) => {
                let names: Vec<_> = (0..parts.len()).map(|at| format_ident!("part{at}")).collect();
                let parts = parts.iter().zip(&names).enumerate().map(|(at, (part, name))| {
                    let (part, at) = (self.write_part(cx, part, &quote!(#name)), index(at));
                    quote!((|| -> #runtime::error::Result<()> { #part Ok(()) })().index(#at)?;)
                });
                quote!({
                    let (#(#names,)*) = #value;
                    #(#parts)*
                })
            }
        }
    }
}

/// The Rust name of a float, and the integer of its bits.
fn float(integer: Integer) -> (Ident, Integer) {
    let bits = Integer { sign: Sign::Unsigned, ..integer };
    (format_ident!("f{}", integer.bits), bits)
}

fn index(at: usize) -> Literal {
    Literal::usize_unsuffixed(at)
}
