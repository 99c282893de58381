//! Emitters: from the model to texts. `viewers` and `rust/file_record` read the plan that is made from the model.

pub mod docs;
pub mod rust;
pub mod viewers;
pub mod yaml;
