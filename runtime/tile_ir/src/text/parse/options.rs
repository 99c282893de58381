//! Options for parsing text.

use crate::Version;
use bytespec_core::options;

/// The default maximum number of errors.
const MAX_ERRORS: usize = 20;

options! {
    /// Options for parsing text.
    #[derive(Clone, Debug)]
    pub struct ParseOptions {
        /// The name of the text in errors.
        file_name: String,
        /// The version of the module.
        version: Version,
        /// The maximum number of errors.
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
