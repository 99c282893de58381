//! How a module is printed.

use bytespec_core::options;

options! {
    /// How a module is printed.
    #[derive(Clone, Debug, Default)]
    pub struct PrintOptions {
        /// Also print locations, as `tileirdisasm -g` does.
        locations: bool,
        /// The most bytes of text; none for as many as the limit in proportion to the module allows.
        max_bytes: Option<usize>,
    }
}
