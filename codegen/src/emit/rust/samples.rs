//! Random values of every type.

use super::Cx;
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn emit(_cx: &Cx<'_>) -> TokenStream {
    quote!()
}
