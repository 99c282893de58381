//! Options for printing a module.

use bytespec_core::options;

options! {
    /// Options for printing a module.
    #[derive(Clone, Debug, Default)]
    pub struct PrintOptions {
        /// Whether to print locations, as `tileirdisasm -g` does.
        locations: bool,
        /// The maximum size of the text, in bytes. By default a limit in proportion to the size of the module.
        max_bytes: Option<usize>,
    }
}
