//! The runtime that all formats share: bytes and errors, the executor of plans, the IR forest, and support for generated
//! code. It depends on no format. The crate `bytespec` re-exports the public items; depend on that crate instead.
//!
//! | layer | modules |
//! | --- | --- |
//! | bytes | [`wire`] reads and writes numbers, lists and tables; [`container`] reads and writes sections; [`error`] reports faults and their places |
//! | IR | [`forest`] stores the nesting of operations, blocks and regions; [`values`] and `uses` store definitions and uses; [`dimension`] describes sizes of types, [`elements`] the elements of constants; [`parts`] visits operands, results and regions of any operation; `interner` and `ordering` number the entries of tables |
//! | support for generated code | [`axes`] holds releases, and [`by_release`] tables that are looked up by them; [`properties`] and [`signatures`] describe operations; [`reflect`] shows values by the names of their fields; [`upgrade`] converts from one release to the next; [`versions`] finds versions by name; [`small`] has short lists; `hash` has maps for short keys that no input can slow down |
//! | text | [`text`] has tokens, places and templates; [`operation_text`] has templates of operations; `op_table` has the schema's facts about operations; `decimal` spells numbers, `quoted` bytes |
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
pub mod forest;
mod from;
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
#[doc(hidden)]
pub mod words;

pub use dimension::Dimension;
pub use error::{
    BodyFault, Error, ErrorKind, GateAxis, Misplacement, OtherTag, PlanFault, Result, SectionFault,
    TextFault, UseOrderFault,
};
