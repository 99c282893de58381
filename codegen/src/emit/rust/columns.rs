//! Lines of columns, as the runtime reads them: the tables that generated code contains as text.

use proc_macro2::{Literal, TokenStream};
use quote::ToTokens;

/// Escapes the separators of columns and lines.
pub(super) fn escaped(column: &str) -> String {
    column.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
}

/// A string literal in which each line of the text has a line of its own.
pub(super) fn lines_literal(text: &str) -> TokenStream {
    let mut hashes = "#".to_owned();
    while text.contains(&format!("\"{hashes}")) {
        hashes.push('#');
    }
    let raw = format!("r{hashes}\"{text}\"{hashes}");
    raw.parse().unwrap_or_else(|_| Literal::string(text).into_token_stream())
}
