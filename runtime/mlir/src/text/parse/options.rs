//! Options for parsing text.

use super::super::super::generated::Release;
use crate::dialect::Registry;
use bytespec_core::options;
use std::collections::BTreeSet;

/// The default maximum number of errors.
const MAX_ERRORS: usize = 20;

options! {
    /// Options for parsing text.
    #[derive(Clone, Debug)]
    pub struct ParseOptions {
        /// The file name in locations.
        file_name: String,
        /// The release of LLVM for the module, which determines its layouts of properties and its encodings. By default the
        /// release in `producer`; otherwise the newest one with known layouts.
        release: Option<Release>,
        /// The name of the program that the file states as its producer. It must state the release, as `MLIR22.1.8` does. By
        /// default `bytespec` and the release.
        producer: Option<String>,
        /// The operations that the producer knows, by their full names, because text does not state this. By default those of
        /// the release.
        registered: Option<BTreeSet<String>>,
        /// Dialects that define the properties of their operations, if no schema describes them, and their custom forms. The
        /// module keeps the registry.
        registry: Registry,
        /// Whether operations get the default values of the release for what the text omits, as in `mlir-opt`. Set it to false
        /// to read a module exactly as it was printed by a program that omitted something.
        defaults: bool,
        /// Whether to state the use-list orders that `mlir-opt` creates for the text, if they differ from the order of the
        /// operations. Versions without use-list orders cannot represent them.
        use_orders: bool,
        /// Whether the location of every operation is its place in the text, instead of the location that the text states. Use
        /// it to report errors in the text.
        text_locations: bool,
        /// The maximum number of errors.
        max_errors: usize,
    }
}

impl Default for ParseOptions {
    fn default() -> Self {
        ParseOptions {
            file_name: "<stdin>".to_owned(),
            release: None,
            producer: None,
            registered: None,
            registry: Registry::new(),
            defaults: true,
            use_orders: true,
            text_locations: false,
            max_errors: MAX_ERRORS,
        }
    }
}
