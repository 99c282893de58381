//! Emitters: from the model to texts. They see the model only.

pub mod docs;
pub mod rust;
pub mod viewers;
pub mod yaml;
