//! Changing a module: its tables, its operations and what these have.
//!
//! `tables` adds entries, `resources` adds data, `operations` makes, moves and changes operations, `insertion` makes
//! them where they stand, `find` looks for them, `erase` removes them, `clone` and `import` copy them, `properties` and `values` say what
//! they have, as the bytes do and as values of Rust, and `rules` what definitions rule out.

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
mod tables;
mod values;

pub use find::Function;
pub use import::Import;
pub use insertion::{Insertion, OperationBuilder};
pub use operations::Operation;
pub(super) use properties::check_registered;
pub use values::AttributeValue;
