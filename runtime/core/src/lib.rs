//! What formats of Bytespec stand on: bytes and errors, the executor of plans, the IR forest, and support for generated
//! code. It knows no format. The crate `bytespec` hands on what is public here; depend on that.
//!
//! | floor | modules |
//! | --- | --- |
//! | bytes | [`wire`] reads and writes numbers, lists and tables; [`container`] sections; [`error`] says what is wrong, and where |
//! | IR | `forest` says what stands in what; [`values`] and `uses` who defines and who uses what; [`dimension`] the sizes of types, [`elements`] what constants hold; [`parts`] visits operands, results and regions of any operation; `interner` and `ordering` give numbers to entries of tables |
//! | support for generated code | [`axes`] are releases, [`by_release`] tables that are looked into by them; [`properties`] and [`signatures`] of operations; [`reflect`] shows values by the names of their fields; [`upgrade`] goes from one release to the next; [`versions`] are found by their names; [`small`] are short lists; `hash` maps for short keys that no input slows down |
//! | text | [`text`] has tokens, places and templates; [`operation_text`] templates of operations; `op_table` what a schema says of them; `decimal` spells numbers, `quoted` bytes |
//! | plans | [`plan`] reads, writes and explains the bytes of any schema |

pub mod axes;
pub mod by_release;
pub mod container;
#[doc(hidden)]
pub mod decimal;
pub mod dimension;
#[cfg(any(test, feature = "samples"))]
pub mod edit;
pub mod elements;
pub mod error;
pub mod export;
#[doc(hidden)]
pub mod forest;
#[doc(hidden)]
pub mod hash;
#[doc(hidden)]
pub mod interner;
mod notation;
#[doc(hidden)]
pub mod op_table;
pub mod operation_text;
mod options;
#[doc(hidden)]
pub mod ordering;
pub mod parts;
pub mod plan;
pub mod properties;
#[doc(hidden)]
pub mod quoted;
pub mod reflect;
#[cfg(any(test, feature = "samples"))]
pub mod sample;
pub mod signatures;
pub mod small;
pub mod text;
pub mod upgrade;
#[doc(hidden)]
pub mod uses;
pub mod values;
pub mod versions;
pub mod wire;

pub use dimension::Dimension;
pub use error::{
    BodyFault, Error, ErrorKind, GateAxis, Misplacement, PlanFault, Result, SectionFault,
    TextFault, UseOrderFault,
};
