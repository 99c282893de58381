//! The plan of a schema, for uses without typed values.

use super::Cx;
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn emit(cx: &Cx<'_>) -> TokenStream {
    let file = match &cx.options.plan {
        Some(file) => file.as_str(),
        // The declarations do not depend on the options.
        None if cx.declarations => "",
        None => return quote!(),
    };
    let runtime = &cx.options.runtime;
    quote! {
        /// The byte-level content of the schema, as data that an executor runs.
        #[must_use]
        pub fn plan() -> &'static #runtime::plan::data::Plan {
            static PLAN: ::std::sync::OnceLock<#runtime::plan::data::Plan> =
                ::std::sync::OnceLock::new();
            let bytes = ::core::include_bytes!(#file);
            PLAN.get_or_init(|| match #runtime::plan::data::Plan::from_bytes(bytes) {
                ::core::option::Option::Some(plan) => plan,
                // The generator wrote them.
                ::core::option::Option::None => ::core::unreachable!("the bytes of a plan"),
            })
        }

        /// The executor of [`plan`] without known versions. The first call prepares it. Its method `with` returns executors for
        /// known versions, which share the prepared plan.
        #[must_use]
        pub fn executor() -> &'static #runtime::plan::Executor<'static> {
            static EXECUTOR: ::std::sync::OnceLock<#runtime::plan::Executor<'static>> =
                ::std::sync::OnceLock::new();
            EXECUTOR.get_or_init(|| match #runtime::plan::Executor::new(plan(), &[]) {
                ::core::result::Result::Ok(executor) => executor,
                // The generator checked it.
                ::core::result::Result::Err(error) => ::core::panic!("{error}"),
            })
        }
    }
}
