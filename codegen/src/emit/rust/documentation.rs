//! Documentation comments of generated code.

use proc_macro2::TokenStream;
use quote::quote;

/// A text as documentation: line by line, with a blank before each, as a person writes it.
pub(super) fn document(text: &str) -> TokenStream {
    let lines = text.lines().map(|line| match line.trim_end() {
        "" => String::new(),
        line => format!(" {line}"),
    });
    quote!(#(#[doc = #lines])*)
}
