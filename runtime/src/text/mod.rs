//! Reading of text in the lexis of MLIR: tokens, places, and values by the templates of a schema.
//!
//! Nothing here knows a format. A [`Scanner`] holds the token that comes next; [`FromText`] is what generated code makes of a
//! template, where [`Entries`] are what it refers to.

mod from_text;
mod lexer;
mod place;
mod scanner;
mod string;

pub use from_text::{Entries, FromText};
pub use lexer::{Kind, Token};
pub use place::{Place, Underlined};
pub use scanner::{Mark, Scanner};
pub use string::unquote;
