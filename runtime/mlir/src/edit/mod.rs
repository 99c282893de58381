//! Edits of a module: its tables, its operations and their parts.
//!
//! * `tables` adds entries, and `resources` adds data.
//! * `operations` creates, moves and changes operations; `insertion` creates them in place.
//! * `find` searches for operations, `symbols` for the uses of symbols, `erase` removes them, `clone` and `import` copy them.
//! * `properties` and `values` give access to the parts of operations, as bytes and as Rust values.
//! * `substitution` adds entries again with other references.
//! * `rules` has the restrictions that definitions impose.

mod attribute_values;
mod clone;
mod erase;
mod find;
mod import;
mod import_resources;
mod insertion;
mod operations;
mod properties;
mod resources;
pub(super) mod rules;
mod substitution;
mod symbols;
mod tables;
mod values;

pub use find::Function;
pub use import::Import;
pub use insertion::{Insertion, OperationBuilder};
pub use operations::Operation;
pub(super) use properties::check_registered;
pub use symbols::{SymbolUse, SymbolUses};
pub use values::AttributeValue;
