//! The key `schema` without what reads schemas.

use bytespec_codegen::ast::Schema;
use bytespec_codegen::diagnostics::Diagnostic;
use bytespec_codegen::emit::rust::Custom;
use proc_macro2::TokenStream;

use crate::keys::Keys;
use crate::place::Places;

/// Complains of a schema that is named.
pub(crate) fn of(keys: &Keys, _: &Schema, _: &[Custom], places: &mut Places) -> TokenStream {
    if let Some(place) = keys.place("schema") {
        places.found(
            Diagnostic::new("schema-agreement", "schemas are not read in this build")
                .at(place, "compared by the feature `derive-schema` of `bytespec`")
                .help("enable the feature in `Cargo.toml`"),
        );
    }
    TokenStream::new()
}
