//! The key `schema` in a build without the feature that reads schemas.

use bytespec_codegen::ast::Schema;
use bytespec_codegen::diagnostics::Diagnostic;
use bytespec_codegen::emit::rust::Custom;
use proc_macro2::TokenStream;

use crate::keys::Keys;
use crate::place::Places;

/// Reports a `schema` key.
pub(crate) fn of(keys: &Keys, _: &Schema, _: &[Custom], places: &mut Places) -> TokenStream {
    if let Some(place) = keys.place("schema") {
        places.found(
            Diagnostic::new("schema-agreement", "this build cannot read schemas")
                .at(place, "requires the feature `derive-schema` of `bytespec`")
                .help("enable the feature in `Cargo.toml`"),
        );
    }
    TokenStream::new()
}
