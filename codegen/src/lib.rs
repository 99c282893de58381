//! From a schema of a versioned binary format to Rust codecs, documentation and JSON Schema.
//!
//! The way of a schema: [`syntax`] reads YAML into the tree of [`ast`], every value with its place;
//! [`check`] holds the rules, one a file, and finds all errors at once ([`rules`] says what each asks), and [`dry_run`] those that only a build would meet; [`model`] has names resolved
//! and versions turned into gates; [`emit`] turns the model into texts, and
//! [`plan`] into steps and shapes, which can be run as they are. Without the feature `yaml`
//! the tree can be built by other means, as the derive macros do.
//!
//! # Inside
//! Whatever has fields goes through `emit/rust/fields`, and every generated type through `emit/rust/frame`: its two forms, and what reads,
//! writes, owns, reflects and spells it. A shape (`model/wire`) is a number, a truth value, an index, an optional value, a sequence, a table
//! of offsets, bytes, an item or a codec; what differs inside a kind (where a sequence ends, what bytes hold) is a part of it. How a schema
//! spells each stands in `model/spelling`. All that is said of numbers (names, what they hold, types of Rust) stands in `integer`, and how they
//! are read and written in `emit/rust/integers`.
//!
//! What changed between two schemas is found in their nodes, by items and keys (`syntax/changes`), so that no kind of item has code of its
//! own there, and none is forgotten. What a change does to files is not concluded from it: the runtime runs both plans on random values and
//! on real files. `check/references` says what each name refers to, as the rules look names up, for editors. `syntax/together` says which keys go
//! together, and `syntax/patterns` what texts look like, for the JSON Schema. A file of plain YAML is read from the parser's events
//! (`syntax/events`), any other through values of serde.
//!
//! A [`Span`](ast::Span) is a number that only the front end that made it can read, so YAML files and macro input go through the same rules.

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
#[cfg(feature = "import")]
pub mod import;
pub mod integer;
#[cfg(feature = "yaml")]
pub mod lock;
pub mod model;
pub mod operation_text;
pub mod plan;
pub mod rules;
pub mod run_only;
mod rust_name;
#[cfg(feature = "yaml")]
pub mod syntax;
pub mod text;
pub mod type_expr;
