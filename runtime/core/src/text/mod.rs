//! Reads text with the lexical syntax of MLIR: tokens, places, literals, and values by the templates of a schema. Prints text of a
//! limited size, and the lists in it.
//!
//! Nothing here depends on a format. A [`Scanner`] holds the next token. Generated code uses it to read the output of templates
//! (`from_text` of its unions); [`Entries`] reads the entries that a template refers to.

mod brackets;
#[doc(hidden)]
pub mod counted;
mod decimals;
#[doc(hidden)]
pub mod element_lists;
mod entries;
mod errors;
mod hexadecimal;
mod lexer;
#[doc(hidden)]
pub mod line;
mod lists;
#[doc(hidden)]
pub mod literal;
mod longest;
#[doc(hidden)]
pub mod mentions;
mod names;
#[doc(hidden)]
pub mod output;
mod place;
#[doc(hidden)]
pub mod print_entries;
#[cfg(any(test, feature = "samples"))]
mod round_trip;
mod scanner;
mod string;
#[doc(hidden)]
pub mod template;
mod value;
#[doc(hidden)]
pub mod wrong;

#[doc(hidden)]
pub use brackets::bracket_end;
pub use entries::Entries;
pub use errors::{ParseError, ParseErrors};
pub use hexadecimal::hexadecimal;
#[doc(hidden)]
pub use hexadecimal::write_hexadecimal;
pub use lexer::{Kind, Token};
#[doc(hidden)]
pub use lexer::{is_name, name_end, skip};
pub use longest::Longest;
pub use place::{Place, Underlined};
#[cfg(any(test, feature = "samples"))]
pub use round_trip::check_round_trip;
#[doc(hidden)]
pub use scanner::{ESCAPED, misspelled};
pub use scanner::{Mark, Scanner};
pub use string::unquote;
pub use value::TextValue;
