//! From a schema of a versioned binary format to Rust codecs, documentation and JSON Schema.
//!
//! The steps:
//!
//! * [`syntax`] reads YAML into the tree of [`ast`], with a place for every value.
//! * [`check`] has the rules, one per file, and reports all errors at once ([`rules`] describes each rule). [`dry_run`] finds the
//!   errors that only a build would find.
//! * [`model`] resolves names and turns versions into gates.
//! * [`emit`] turns the model into texts.
//! * [`plan`] turns the model into steps and shapes, which can be executed directly.
//!
//! Without the feature `yaml` the tree comes from elsewhere, such as from the derive macros.
//!
//! # Inside
//! Everything with fields goes through `emit/rust/fields`. Every generated type goes through `emit/rust/frame`: its two forms, and the
//! code that reads, writes, owns, reflects and spells it. A shape (`model/wire`) is a number, a truth value, an index, an optional
//! value, a sequence, a table of offsets, bytes, an item or a codec. Differences inside a kind (the end of a sequence, the content of
//! bytes) are a part of it. `model/spelling` gives the spelling of each in a schema. `integer` holds all facts about numbers (names,
//! ranges, Rust types), and `emit/rust/integers` reads and writes them.
//!
//! `syntax/changes` finds the changes between two schemas in their nodes, by items and keys. No kind of item needs code of its own
//! there, so none can be forgotten. It does not conclude what a change does to files: the runtime executes both plans on random
//! values and on real files. `check/references` resolves each name as the rules do, for editors. For the JSON Schema, `syntax/together`
//! lists the keys that go together, and `syntax/patterns` the patterns of texts. A file of plain YAML is read from the parser's
//! events (`syntax/events`), any other file through values of serde.
//!
//! A [`Span`](ast::Span) is a number that only the front end that made it can read, so the same rules apply to YAML files and macro
//! input.

pub mod ast;
mod braces;
#[cfg(feature = "build")]
pub mod build;
pub mod builtin;
pub mod check;
pub mod diagnostics;
pub mod dry_run;
pub mod emit;
pub mod expression;
pub mod fingerprint;
#[cfg(feature = "tools")]
pub mod import;
pub mod integer;
#[cfg(feature = "yaml")]
pub mod lock;
pub mod model;
pub mod operation_text;
mod other_languages;
pub mod plan;
pub mod rules;
pub mod run_only;
mod rust_name;
#[cfg(feature = "yaml")]
pub mod syntax;
pub mod text;
pub mod type_expr;
