//! How a module is printed.

/// How a module is printed.
#[derive(Clone, Debug, Default)]
pub struct PrintOptions {
    /// Also print locations, as `tileirdisasm -g` does.
    pub locations: bool,
    /// The most bytes of text; none for as many as the limit in proportion to the module allows.
    pub max_bytes: Option<usize>,
}
