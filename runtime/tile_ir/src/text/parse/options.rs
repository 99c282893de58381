//! How text is read.

use crate::Version;
use bytespec_core::options;

/// The most errors that are looked for, unless said otherwise.
const MAX_ERRORS: usize = 20;

options! {
    /// How text is read.
    #[derive(Clone, Debug)]
    pub struct ParseOptions {
        /// What the text is called in errors.
        file_name: String,
        /// The version of the module.
        version: Version,
        /// The most errors that are looked for.
        max_errors: usize,
    }
}

impl Default for ParseOptions {
    fn default() -> Self {
        ParseOptions {
            file_name: "<stdin>".to_owned(),
            version: Version::LATEST,
            max_errors: MAX_ERRORS,
        }
    }
}
