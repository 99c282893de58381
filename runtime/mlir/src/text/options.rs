//! Options for printing a module.

use super::super::generated::Release;
use super::super::module::Module;
use bytespec_core::options;

options! {
    /// Options for printing a module.
    #[derive(Clone, Debug, Default)]
    pub struct PrintOptions {
        /// Whether to print locations, as `--mlir-print-debuginfo` does.
        locations: bool,
        /// Whether to print all operations in MLIR's generic form, including those with a text template
        /// ([`OpText`](crate::dialect::OpText)) in a dialect of the module's registry.
        generic: bool,
        /// The release of LLVM whose text form is printed. By default that of the module; if the module does not state it, the
        /// newest possible one.
        release: Option<Release>,
        /// Omits the elements of dense and sparse attributes with more elements than this, as
        /// `--mlir-elide-elementsattrs-if-larger` does.
        elide_elements: Option<u64>,
        /// Omits the values of resources that are longer than this, in characters, as `--mlir-elide-resource-strings-if-larger`
        /// does.
        elide_resources: Option<usize>,
        /// The maximum size of the text, in bytes. By default 256 bytes for each byte of the module, and at least 4 MiB.
        max_bytes: Option<usize>,
    }
}

impl PrintOptions {
    /// The release whose text form is printed for a module.
    pub(super) fn release_of(&self, module: &Module<'_>) -> Release {
        let inferred = || module.inferred_releases().next_back();
        let newest = || Release::ALL.last().copied();
        let release = self.release.or(module.release()).or_else(inferred).or_else(newest);
        release.unwrap_or(Release::R16)
    }
}
