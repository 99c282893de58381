//! `mlir-opt` of several releases of LLVM, run on bytecode.

use crate::process::{Folder, Refusal, complaint};
use crate::tools::root;
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

/// Names of files, which stand in for locations that a module does not have.
const INPUT: &str = "input";
const OUTPUT: &str = "output";
/// The flag that makes the tool print locations.
const DEBUG_INFO: &str = "--mlir-print-debuginfo";
/// The flags that let operations break their own rules.
const UNVERIFIED: [&str; 2] =
    ["--mlir-very-unsafe-disable-verifier-on-parsing", "--verify-each=false"];
/// The bytes that a file needs for the tools to map it into memory, so that it starts at a page.
const MAPPED: usize = 16 << 10;
/// Files of whole pages are not mapped.
const PAGE: usize = 4 << 10;
/// Bytes before the version.
const BEFORE_VERSION: usize = 4;

/// `mlir-opt` of one release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MlirOpt {
    /// The release.
    pub release: u8,
}

/// The output of the tool for a file, or its error.
pub type Print = Result<Arc<str>, Refusal>;

/// A file as the tool writes it, or why it does not.
pub type Rewritten = Result<Arc<[u8]>, Refusal>;

impl fmt::Display for MlirOpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mlir-opt {}", self.release)
    }
}

impl MlirOpt {
    /// Those that the system packages.
    pub const ALL: [MlirOpt; 3] =
        [MlirOpt { release: 16 }, MlirOpt { release: 19 }, MlirOpt { release: 22 }];

    /// The newest one.
    pub const NEWEST: MlirOpt = MlirOpt { release: 22 };

    /// Those of other releases that `tests/conformance/install-mlir-releases.sh` has unpacked.
    ///
    /// # Panics
    /// When there are none: a suite that compares with nothing must not pass.
    #[must_use]
    pub fn unpacked() -> Vec<MlirOpt> {
        let releases = (17..=99).map(|release| MlirOpt { release });
        let found: Vec<_> =
            releases.filter(|tool| !Self::ALL.contains(tool) && tool.path().is_file()).collect();
        assert!(
            !found.is_empty(),
            "no release is unpacked: run tests/conformance/install-oracles.sh"
        );
        found
    }

    /// Whether it reads files of a version.
    #[must_use]
    pub fn reads(self, version: u64) -> bool {
        version == 0 || self.release > 16
    }

    /// Where it is when it is installed.
    fn path(self) -> PathBuf {
        if Self::ALL.contains(&self) {
            PathBuf::from(format!("/usr/lib/llvm-{}/bin/mlir-opt", self.release))
        } else {
            root().join(format!("mlir-releases/{}/bin/mlir-opt", self.release))
        }
    }

    /// The folder of the headers of the release, where the system has them.
    pub(crate) fn headers(self) -> PathBuf {
        PathBuf::from(format!("/usr/lib/llvm-{}/include", self.release))
    }

    /// # Panics
    /// When it is not there: a suite that compares with nothing must not pass.
    pub(crate) fn program(self) -> PathBuf {
        let path = self.path();
        assert!(
            path.is_file(),
            "{self} is not installed: run tests/conformance/install-oracles.sh"
        );
        path
    }

    /// The generic text of a file, with locations. A file is printed once, however often it is asked
    /// for.
    ///
    /// # Errors
    /// What the tool prints when it refuses the file.
    pub fn print(self, bytes: &[u8]) -> Print {
        static CACHE: Cache<(MlirOpt, Vec<u8>), Print> = Cache::new();
        CACHE.get((self, bytes.to_vec()), || self.print_with(bytes, &[DEBUG_INFO]))
    }

    /// The generic text of a file or of text, without locations.
    ///
    /// # Errors
    /// What the tool prints when it refuses the file.
    pub fn print_plain(self, bytes: &[u8]) -> Print {
        self.print_with(bytes, &[])
    }

    /// The same with every location in its place instead of names for them, so that a line depends
    /// on its operation alone.
    ///
    /// # Errors
    /// What the tool prints when it refuses the file.
    pub fn print_local(self, bytes: &[u8]) -> Print {
        self.print_with(bytes, &[DEBUG_INFO, "--mlir-print-local-scope"])
    }

    /// Whether the tool reads a file, be operations in it as their rules say or not. Locations are not printed: one that lies in
    /// itself has no end.
    #[must_use]
    pub fn reads_unverified(self, bytes: &[u8]) -> bool {
        self.print_with(bytes, &UNVERIFIED).is_ok()
    }

    /// The generic text of a file whose operations may break their own rules. Only the newest release
    /// can do that.
    ///
    /// # Errors
    /// What the tool prints when it refuses the file.
    pub fn print_unverified(self, bytes: &[u8]) -> Print {
        let [parsing, passes] = UNVERIFIED;
        let flags = [DEBUG_INFO, parsing, passes];
        self.print_with(bytes, &flags)
    }

    /// The output of the tool for each operation, each in its own part of a text: its text, or the rule that it breaks with the
    /// name of the operation. None if the tool crashes.
    pub fn shown(self, text: &str) -> Option<String> {
        let folder = Folder::with(INPUT, text.as_bytes());
        let flags = [
            "--allow-unregistered-dialect",
            "--mlir-print-op-generic",
            "--no-implicit-module",
            "--split-input-file",
            INPUT,
        ];
        let output = folder.run(&self.program(), &flags);
        let mut shown = String::from_utf8_lossy(&output.stdout).into_owned();
        // What is quoted of the text itself is not what the tool made of it.
        for line in String::from_utf8_lossy(&output.stderr).lines() {
            if let Some((_, operation)) = line.split_once("see current operation: ") {
                shown += &format!("{operation}\n");
            }
        }
        // A crash is a signal, or what a shell makes of one.
        output.status.code().filter(|code| *code < 128).map(|_| shown)
    }

    /// Whether it transforms text whose operations may break their own rules.
    #[must_use]
    pub fn transforms_unverified(self) -> bool {
        self.release > 20
    }

    /// The generic text that a pass of the tool makes of text, whose operations may break their own rules.
    ///
    /// # Panics
    /// When the tool refuses the text, which is a fault of the test that has it.
    #[must_use]
    pub fn transformed(self, text: &str, pass: &str) -> String {
        let [parsing, passes] = UNVERIFIED;
        let flags = [parsing, passes, &format!("--{pass}")];
        match self.print_with(text.as_bytes(), &flags) {
            Ok(print) => print.to_string(),
            Err(refusal) => panic!("{self}: {refusal:?}"),
        }
    }

    fn print_with(self, bytes: &[u8], flags: &[&str]) -> Print {
        let folder = Folder::with(INPUT, &mappable(bytes));
        let mut arguments = vec!["--allow-unregistered-dialect", "--mlir-print-op-generic"];
        arguments.extend(flags);
        arguments.push(INPUT);
        let output = folder.run(&self.program(), &arguments);
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into())
        } else {
            Err(complaint(&output))
        }
    }

    /// The same module as the tool itself writes it for a version.
    ///
    /// # Errors
    /// What the tool prints when it refuses the file.
    pub fn rewrite(self, bytes: &[u8], version: u64) -> Rewritten {
        static CACHE: Cache<(MlirOpt, Vec<u8>, u64), Rewritten> = Cache::new();
        CACHE.get((self, bytes.to_vec(), version), || self.rewritten(bytes, version))
    }

    fn rewritten(self, bytes: &[u8], version: u64) -> Rewritten {
        let folder = Folder::with(INPUT, &mappable(bytes));
        let version = format!("--emit-bytecode-version={version}");
        let mut arguments =
            vec!["--allow-unregistered-dialect", "--emit-bytecode", INPUT, "-o", OUTPUT];
        // Release 16 lacks the flag: it has one version.
        if self.release > 16 {
            arguments.push(&version);
        }
        let output = folder.run(&self.program(), &arguments);
        match folder.read(OUTPUT) {
            Some(bytes) if output.status.success() => Ok(bytes.into()),
            _ => Err(complaint(&output)),
        }
    }
}

/// A cache of results.
struct Cache<K, V>(LazyLock<Mutex<HashMap<K, Arc<OnceLock<V>>>>>);

impl<K: Eq + Hash, V: Clone> Cache<K, V> {
    const fn new() -> Self {
        Cache(LazyLock::new(Mutex::default))
    }

    fn get(&self, key: K, compute: impl FnOnce() -> V) -> V {
        let place = {
            let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(cache.entry(key).or_default())
        };
        place.get_or_init(compute).clone()
    }
}

/// A file that the tools map into memory.
///
/// They take the alignment of resources for one of addresses, and put a small file wherever there is
/// room. A longer name of the producer makes it a large one. Whole pages more change no alignment.
fn mappable(bytes: &[u8]) -> Vec<u8> {
    // The lowest bit that is set tells how many bytes the version has.
    let version = bytes.get(BEFORE_VERSION).map_or(0, |first| first.trailing_zeros() as usize + 1);
    let before = BEFORE_VERSION + version;
    let rest = bytes.get(before..).unwrap_or_default();
    let name = rest.iter().position(|byte| *byte == 0);
    let Some(name) = name.filter(|_| needs_alignment(bytes)) else { return bytes.to_vec() };
    let (before, after) = bytes.split_at(before + name);
    let mut longer = before.to_vec();
    longer.resize(before.len() + MAPPED, b' ');
    longer.extend_from_slice(after);
    assert!(longer.len() % PAGE != 0, "a file of whole pages cannot be mapped");
    longer
}

/// Whether a section of a file is aligned, or it cannot be told.
fn needs_alignment(bytes: &[u8]) -> bool {
    match bytespec::mlir::File::open(bytes) {
        Ok(file) => file.sections().iter().any(|section| section.alignment.is_some()),
        Err(_) => true,
    }
}
