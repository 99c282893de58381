//! The files of the corpus that `mlir-opt` wrote.

use bytespec::mlir::{File, Module, Release, Version};
use bytespec_conformance::mlir_opt::MlirOpt;
use bytespec_tests::mlir_corpus::mlir_corpus;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// A file that a release of `mlir-opt` wrote.
pub(super) struct Source {
    /// The path in the corpus.
    pub(super) name: &'static str,
    /// The path without the version: the same for all versions of one module.
    pub(super) case: &'static str,
    /// The bytecode.
    pub(super) bytes: &'static [u8],
    /// The version of the format.
    pub(super) version: Version,
    /// The tool that wrote it.
    pub(super) producer: MlirOpt,
    /// The dialects and names of its operations.
    op_names: Vec<(String, String)>,
}

impl Source {
    pub(super) fn module(&self) -> Module<'static> {
        match Module::read(self.bytes) {
            Ok(module) => module,
            Err(error) => panic!("{}: {error}", self.name),
        }
    }

    /// Whether another tool has the layouts of the producer for the properties of all operations. It
    /// takes those that it has itself without a look at the producer.
    pub(super) fn has_layouts_of(&self, tool: MlirOpt) -> bool {
        let layout = |tool: MlirOpt, (dialect, name): &(String, String)| {
            let release = tool.release.to_string().parse::<Release>().ok()?;
            bytespec::mlir::property_layout(release, 0, dialect, name)
        };
        tool == self.producer
            || self.op_names.iter().all(|name| layout(tool, name) == layout(self.producer, name))
    }
}

/// The number of a version in the file.
pub(super) fn number(version: Version) -> u64 {
    Version::ALL.iter().position(|other| *other == version).unwrap_or_default() as u64
}

/// The files in some folders of the corpus.
fn below(folders: &[&str]) -> Vec<Source> {
    let files = mlir_corpus().iter();
    let files = files.filter(|file| folders.iter().any(|folder| file.name.starts_with(folder)));
    files.map(|file| source(&file.name, &file.bytes)).collect()
}

/// All files of three releases of `mlir-opt`.
fn all() -> &'static [Source] {
    static SOURCES: OnceLock<Vec<Source>> = OnceLock::new();
    SOURCES.get_or_init(|| below(&["small/", "real/mlir-opt-"]))
}

/// Modules that each release of `mlir-opt` wrote.
pub(super) fn of_releases() -> &'static [Source] {
    static SOURCES: OnceLock<Vec<Source>> = OnceLock::new();
    SOURCES.get_or_init(|| below(&["releases/"]))
}

/// The files of three releases of `mlir-opt`, the same bytes once.
pub(super) fn sources() -> Vec<&'static Source> {
    let mut seen = HashSet::new();
    all().iter().filter(|source| seen.insert(source.bytes)).collect()
}

fn source(name: &'static str, bytes: &'static [u8]) -> Source {
    let open = || -> bytespec::Result<Source> {
        let file = File::open(bytes)?;
        let version = file.version();
        let release = file.release().and_then(|release| release.name().parse().ok());
        let op_names = (0..file.op_name_count()? as u32).map(|id| {
            let name = file.op_name(bytespec::mlir::OpNameId(id))?;
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            Ok((text(name.dialect), text(name.name)))
        });
        let case = name.strip_suffix(&format!(".v{}", number(version))).unwrap_or(name);
        let Some(release) = release else { panic!("{name} is of no release") };
        let op_names = op_names.collect::<bytespec::Result<_>>()?;
        Ok(Source { name, case, bytes, version, producer: MlirOpt { release }, op_names })
    };
    match open() {
        Ok(source) => source,
        Err(error) => panic!("{name}: {error}"),
    }
}

/// The file of a case in a version, where the corpus has it.
pub(super) fn in_version(case: &str, version: Version) -> Option<&'static Source> {
    static KNOWN: OnceLock<HashMap<(&'static str, Version), &'static Source>> = OnceLock::new();
    let known = KNOWN.get_or_init(|| {
        all().iter().map(|source| ((source.case, source.version), source)).collect()
    });
    known.get(&(case, version)).copied()
}
