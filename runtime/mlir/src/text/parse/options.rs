//! How text is read.

use super::super::super::generated::Release;
use crate::dialect::Registry;
use bytespec_core::options;
use std::collections::BTreeSet;

/// The most errors that are looked for, unless said otherwise.
const MAX_ERRORS: usize = 20;

options! {
    /// How text is read.
    #[derive(Clone, Debug)]
    pub struct ParseOptions {
        /// The name that locations have for the file.
        file_name: String,
        /// The release of LLVM that the module is for: its layouts of properties and its encodings; the newest one whose
        /// layouts are known when left out.
        release: Option<Release>,
        /// The program that the file is said to be written by. It must tell the release, as `MLIR22.1.8` does; `bytespec` and the
        /// release when left out.
        producer: Option<String>,
        /// The operations that the program that the file is said to be written by knows, by their whole names: text does not tell.
        /// Those that the release has when left out.
        registered: Option<BTreeSet<String>>,
        /// Dialects whose operations have the properties that these say, where no schema describes them, and a form of their own, where these
        /// give them one; the module keeps them.
        registry: Registry,
        /// Give operations what the text leaves out and the release has a default for, as `mlir-opt` does. A module that is to be
        /// what was printed, of a program that left something out, is read without.
        defaults: bool,
        /// Tell the orders of uses that `mlir-opt` makes of the text, where they are not those of the operations. Versions before
        /// those that have them cannot carry them.
        use_orders: bool,
        /// Operations are where they stand in the text, whatever location the text gives them: to say where in the text something
        /// is that comes of them.
        text_locations: bool,
        /// The most errors that are looked for.
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
