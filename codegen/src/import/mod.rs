//! Imports definitions of operations in TableGen into a schema.
//!
//! `llvm-tblgen --dump-json` writes definitions as records. [`Definitions`] reads operations, attributes, types and enums from them.
//! [`merge`] adds these to an existing schema, and [`drift`] reports differences. What a definition does not state is a [`Gap`], never
//! a guess.
//!
//! * `dump`, `operations`, `layout`, `code` and `enums` read definitions.
//! * `merge` adds operations to a schema, `entries` codes and `members` enums. They edit its text at spans (`edit`).
//! * `drift`, `codes`, `enums` and `numbered` report differences.
//!
//! All of these modules depend on TableGen's way to define things, and on no dialect.

mod code;
mod codes;
mod cpp;
mod default_text;
mod default_value;
mod definitions;
mod dialect;
mod difference;
mod drift;
mod dump;
mod edit;
mod entries;
mod enums;
mod extent;
mod fact;
mod gap;
mod layout;
mod members;
mod merge;
mod numbered;
mod operation;
mod operations;
mod ranges;
mod releases;
mod signature;
mod versions;
mod words;

use std::fmt;

pub use code::{Code, CodeTable, Member, Shape};
pub use default_text::DefaultText;
pub use definitions::Definitions;
pub use dialect::Dialect;
pub use difference::{Difference, Drift, Kind};
pub use drift::drift;
pub use enums::{Enum, EnumCase};
pub use gap::Gap;
pub use merge::{Change, Merged, merge};
pub use operation::{Argument, ArgumentKind, Bounds, Count, Group, Operation};

/// Which definitions are meant, and of what release they are.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// The release that they are of; none where the definitions tell versions themselves, and the newest
    /// that is out where differences are asked for.
    pub release: Option<String>,
    /// The dialects; all that are defined where it is empty.
    pub only: Vec<String>,
    /// The dumps do not have all operations of their dialects: one that they lack is as it was.
    pub partial: bool,
    /// The dumps have all dialects that count this release: one that they lack has ended.
    pub whole: bool,
    /// Enums that the schema does not have are meant too.
    pub enums: bool,
}

/// Why definitions cannot be read or brought into a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportError(String);

impl ImportError {
    fn new(message: impl Into<String>) -> Self {
        ImportError(message.into())
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ImportError {}

/// Something that was read, or why not.
type Result<T, E = ImportError> = std::result::Result<T, E>;
