//! The files of the corpus that `jaxlib` wrote.

use bytespec::axes::DialectAxes as _;
use bytespec::mlir::{DialectReleases, Module, OpenOptions, ReadOptions, Release};
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
        let mut open = OpenOptions::default();
        if !self.is_artifact() {
            let mut dialects = DialectReleases::default();
            for dialect in ["stablehlo", "chlo"] {
                assert!(dialects.set(dialect, &self.producer.stablehlo()), "{}", self.name);
            }
            open = open.release(self.release().parse::<Release>().ok()).dialects(dialects);
        }
        match Module::read_with(self.bytes, &ReadOptions::default().open(open)) {
            Ok(module) => module,
            Err(error) => panic!("{}: {error}", self.name),
        }
    }

    /// A release of LLVM that has the same layouts of properties as the state that the library was
    /// built from, which only artifacts can do without.
    fn release(&self) -> &'static str {
        match self.producer.release {
            "0.6.2" | "0.8.2" | "0.10.2" => "22",
            _ => "19",
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
