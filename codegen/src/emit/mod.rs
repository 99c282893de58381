//! Emitters: from the model to texts. `viewers` and `rust/file_record` read the plan that is made from the model.

#[cfg(feature = "tools")]
pub mod docs;
pub mod rust;
#[cfg(feature = "tools")]
pub mod viewers;
pub mod yaml;
