//! What formats of Bytespec stand on: bytes and errors, the executor of plans, the IR forest, and support for generated
//! code. It knows no format. The crate `bytespec` hands on what is public here; depend on that.

pub mod axes;
pub mod by_release;
pub mod container;
#[doc(hidden)]
pub mod decimal;
#[cfg(any(test, feature = "samples"))]
pub mod edit;
pub mod error;
pub mod export;
#[doc(hidden)]
pub mod forest;
#[doc(hidden)]
pub mod hash;
#[doc(hidden)]
pub mod interner;
mod notation;
pub mod operation_text;
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
pub mod wire;

pub use error::{
    BodyFault, Error, ErrorKind, GateAxis, Misplacement, PlanFault, Result, SectionFault,
    TextFault, UseOrderFault,
};
