//! Numbers: their types, and code that reads and writes them.

use super::{Cx, names};
use crate::model::{Coding, Integer, Sign};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// The Rust integer type for a number, or for the bits of a float.
pub(super) fn primitive(integer: Integer) -> Ident {
    names::ident(integer.rust())
}

/// The method that reads or writes a number of fixed width.
fn method(integer: Integer) -> Ident {
    match integer.coding {
        Coding::Big => format_ident!("{}_be", integer.rust()),
        _ => primitive(integer),
    }
}

/// Converts `value`, a number of 64 bits, into the Rust integer type of a number.
pub(super) fn narrowed(integer: Option<Integer>, value: &TokenStream) -> TokenStream {
    match integer.filter(|integer| integer.bits < 64) {
        Some(integer) => {
            let ty = primitive(integer);
            quote!((#value as #ty))
        }
        None => value.clone(),
    }
}

impl Cx<'_> {
    /// The Rust type of a number.
    pub(super) fn integer_type(&self, integer: Integer) -> TokenStream {
        let ty = match integer.float() {
            true => format_ident!("F{}", integer.bits),
            false => primitive(integer),
        };
        if integer.float() { quote!(wire::#ty) } else { quote!(#ty) }
    }

    /// The type that reads a number as an element of a borrowed list.
    pub(super) fn integer_element(&self, integer: Integer) -> TokenStream {
        let ty = self.integer_type(integer);
        let varint = self.varint_marker();
        match (integer.coding, integer.sign) {
            // A number that is run only has no generated code.
            (Coding::Little | Coding::Selected | Coding::Vlq(_) | Coding::Digits(_), _) => ty,
            (Coding::Big, _) => quote!(wire::Big<#ty>),
            (Coding::Varint, Sign::Zigzag) if integer.bits == 64 => {
                quote!(wire::#varint<wire::Zigzag>)
            }
            (Coding::Varint, Sign::Zigzag) => quote!(wire::#varint<wire::Zigzag<#ty>>),
            (Coding::Varint, Sign::Extended) => {
                let bits = u32::from(integer.bits);
                quote!(wire::Signed<#bits, #ty>)
            }
            (Coding::Varint, _) => quote!(wire::#varint<#ty>),
        }
    }

    /// An expression of type `Result` that reads a number from `cursor`.
    pub(super) fn read_integer(&self, integer: Integer) -> TokenStream {
        let bits = u32::from(integer.bits);
        // The method for a varint of 64 bits has no suffix.
        let varint = || match bits {
            64 => self.varint(""),
            bits => self.varint(&format!("_u{bits}")),
        };
        match (integer.coding, integer.sign) {
            (Coding::Little | Coding::Big | Coding::Selected, Sign::Float) => {
                let (method, ty) = (method(integer), self.integer_type(integer));
                quote!(cursor.#method().map(#ty))
            }
            (
                Coding::Little
                | Coding::Big
                | Coding::Selected
                | Coding::Vlq(_)
                | Coding::Digits(_),
                _,
            ) => {
                let method = method(integer);
                quote!(cursor.#method())
            }
            (Coding::Varint, Sign::Zigzag) if bits == 64 => {
                let method = self.varint("_zigzag");
                quote!(cursor.#method())
            }
            (Coding::Varint, Sign::Zigzag) => {
                let (method, ty, runtime) = (varint(), primitive(integer), &self.options.runtime);
                let decode = quote!(#runtime::wire::zigzag_decode);
                quote!(cursor.#method().map(|code| #decode(u64::from(code)) as #ty))
            }
            (Coding::Varint, Sign::Extended) if bits > 32 => quote!(cursor.signed::<#bits>()),
            (Coding::Varint, Sign::Extended) => {
                let ty = primitive(integer);
                quote!(cursor.signed::<#bits>().map(|number| number as #ty))
            }
            (Coding::Varint, Sign::Twos) => {
                let method = varint();
                quote!(cursor.#method().map(|bits| bits.cast_signed()))
            }
            (Coding::Varint, _) => {
                let method = varint();
                quote!(cursor.#method())
            }
        }
    }

    /// Statements that write `value`, a number, to `writer`.
    pub(super) fn write_integer(&self, integer: Integer, value: &TokenStream) -> TokenStream {
        let varint = self.varint("");
        match (integer.coding, integer.sign) {
            (
                Coding::Little
                | Coding::Big
                | Coding::Selected
                | Coding::Vlq(_)
                | Coding::Digits(_),
                sign,
            ) => {
                let method = method(integer);
                let bits = (sign == Sign::Float).then(|| quote!(.0));
                quote!(writer.#method(#value #bits);)
            }
            (Coding::Varint, Sign::Zigzag) => {
                let method = self.varint("_zigzag");
                let value = match integer.bits {
                    64 => value.clone(),
                    _ => quote!(i64::from(#value)),
                };
                quote!(writer.#method(#value);)
            }
            (Coding::Varint, Sign::Extended) => {
                let bits = u32::from(integer.bits);
                quote!(writer.signed::<#bits>(i64::from(#value))?;)
            }
            (Coding::Varint, Sign::Twos) => {
                quote!(writer.#varint(u64::from(#value.cast_unsigned()));)
            }
            (Coding::Varint, _) if integer.bits == 64 => quote!(writer.#varint(#value);),
            (Coding::Varint, _) => quote!(writer.#varint(u64::from(#value));),
        }
    }

    /// The marker type of the format's varint in a list.
    pub(super) fn varint_marker(&self) -> Ident {
        names::camel(self.varint_name())
    }
}
