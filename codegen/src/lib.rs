//! From a schema of a versioned binary format to Rust codecs, documentation and JSON Schema.
//!
//! The way of a schema: [`syntax`] reads YAML into the tree of [`ast`], every value with its place;
//! [`check`] holds the rules, one a file, and finds all errors at once ([`rules`] says what each asks), and [`dry_run`] those that only a build would meet; [`model`] has names resolved
//! and versions turned into gates; [`emit`] turns the model into texts, and
//! [`plan`] into steps and shapes, which can be run as they are. Without the feature `yaml`
//! the tree can be built by other means, as the derive macros do.

pub mod ast;
mod braces;
#[cfg(feature = "build")]
pub mod build;
pub mod check;
pub mod diagnostics;
pub mod dry_run;
pub mod emit;
pub mod expression;
#[cfg(feature = "import")]
pub mod import;
pub mod integer;
pub mod model;
pub mod operation_text;
pub mod plan;
pub mod rules;
mod rust_name;
#[cfg(feature = "yaml")]
pub mod syntax;
pub mod text;
pub mod type_expr;
