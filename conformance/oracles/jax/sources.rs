//! The files of the corpus that `jaxlib` wrote.

use bytespec::mlir::Module;
use bytespec_conformance::jaxlib::Jaxlib;
use bytespec_tests::mlir_corpus::mlir_corpus;

/// A file that a release of the library wrote.
pub(super) struct Source {
    /// The path in the corpus.
    pub(super) name: &'static str,
    /// The bytecode.
    pub(super) bytes: &'static [u8],
    /// The release that wrote it.
    pub(super) producer: Jaxlib,
}

impl Source {
    pub(super) fn module(&self) -> Module<'static> {
        match Module::read(self.bytes) {
            Ok(module) => module,
            Err(error) => panic!("{}: {error}", self.name),
        }
    }

    /// Whether it is a portable artifact; else it holds the operations of the program themselves.
    pub(super) fn is_artifact(&self) -> bool {
        self.name.ends_with(".vhlo")
    }
}

/// All files of the folders of the library, `real/jax` for the newest release and
/// `real/jax-RELEASE` for the others. Those of Pallas have operations that only JAX itself knows.
pub(super) fn sources() -> Vec<Source> {
    let files = mlir_corpus().iter().filter_map(|file| {
        let folder = file.name.strip_prefix("real/jax")?.split('/').next()?;
        let producer = match folder.strip_prefix('-') {
            None => Jaxlib::NEWEST,
            Some(release) => *Jaxlib::ALL.iter().find(|library| library.release == release)?,
        };
        Some(Source { name: &file.name, bytes: &file.bytes, producer })
    });
    files.collect()
}

/// The portable artifacts.
pub(super) fn artifacts() -> Vec<Source> {
    sources().into_iter().filter(Source::is_artifact).collect()
}
