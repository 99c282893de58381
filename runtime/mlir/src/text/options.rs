//! How a module is printed.

use super::super::generated::Release;
use super::super::module::Module;
use bytespec_core::options;

options! {
    /// How a module is printed.
    #[derive(Clone, Debug, Default)]
    pub struct PrintOptions {
        /// Also print locations, as `--mlir-print-debuginfo` does.
        locations: bool,
        /// Print all operations in MLIR's generic form, also those that a dialect of the module's registry gives a form of their own
        /// ([`OpText`](crate::dialect::OpText)).
        generic: bool,
        /// Print as this release of LLVM does; as that of the module when left out, and as the newest one that it may be
        /// of where it does not tell.
        release: Option<Release>,
        /// Elements of dense and sparse attributes are left out where there are more of them, as by
        /// `--mlir-elide-elementsattrs-if-larger`.
        elide_elements: Option<u64>,
        /// Resources whose value is longer are left out, in characters, as by
        /// `--mlir-elide-resource-strings-if-larger`.
        elide_resources: Option<usize>,
        /// The most bytes of text; none for as many as the limit in proportion to the module allows.
        max_bytes: Option<usize>,
    }
}

impl PrintOptions {
    /// The release that the text of a module is of.
    pub(super) fn release_of(&self, module: &Module<'_>) -> Release {
        let inferred = || module.inferred_releases().next_back();
        let newest = || Release::ALL.last().copied();
        let release = self.release.or(module.release()).or_else(inferred).or_else(newest);
        release.unwrap_or(Release::R16)
    }
}
