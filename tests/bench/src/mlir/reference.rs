//! The C++ reference: `mlir-opt`, and a program that measures the reader and the writer of LLVM.
//!
//! `tests/bench/build-mlir-reference.sh` builds the program from `reference/reference.cpp`.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use std::{env, fs, process};

/// Where Debian puts the tool.
const MLIR_OPT: &str = "/usr/lib/llvm-22/bin/mlir-opt";

/// A file in the folder for temporary ones, gone when this is.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// A name that no other process uses.
    pub fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("bytespec-bench-{}-{count}.mlirbc", process::id());
        Scratch(env::temp_dir().join(name))
    }

    /// A file with these bytes.
    ///
    /// # Panics
    /// When it cannot be written.
    pub fn with(bytes: &[u8]) -> Self {
        let scratch = Scratch::new();
        fs::write(&scratch.0, bytes).expect("room for temporary files");
        scratch
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Default for Scratch {
    fn default() -> Self {
        Scratch::new()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_file(&self.0).ok();
    }
}

/// The same module in the bytes that `mlir-opt` 22 gives it; none without the tool.
///
/// # Panics
/// When the tool refuses the file.
pub fn rewritten(bytes: &[u8]) -> Option<Vec<u8>> {
    if !Path::new(MLIR_OPT).exists() {
        return None;
    }
    let (input, output) = (Scratch::with(bytes), Scratch::new());
    let status = Command::new(MLIR_OPT)
        .args(["--emit-bytecode", "--mlir-disable-threading"])
        .args([input.path().as_os_str(), "-o".as_ref(), output.path().as_os_str()])
        .status();
    assert!(status.is_ok_and(|status| status.success()), "mlir-opt refuses a generated file");
    fs::read(output.path()).ok()
}

/// What the reference is known to do, in megabytes per second.
#[derive(Debug, Clone, Copy)]
pub struct Known {
    /// Reading a whole file.
    pub read: f64,
    /// Opening one without the bodies of functions.
    pub lazy: f64,
    /// Writing.
    pub write: f64,
}

/// What the reference did, single-threaded, with generated files of about this size.
pub fn known(size: usize) -> Known {
    match size {
        ..4_000_000 => Known { read: 21.0, lazy: 1270.0, write: 24.0 },
        4_000_000..40_000_000 => Known { read: 12.0, lazy: 740.0, write: 15.0 },
        _ => Known { read: 9.0, lazy: 430.0, write: 8.0 },
    }
}

/// The program that measures.
#[derive(Debug)]
pub struct Reference {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Reference {
    /// Starts it; none where it was not built.
    pub fn start() -> Option<Self> {
        let folder = env::var_os("BYTESPEC_ORACLES").map_or_else(
            || Path::new(&env::var_os("HOME").unwrap_or_default()).join(".cache/bytespec-oracles"),
            PathBuf::from,
        );
        let mut child = Command::new(folder.join("mlir-reference"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .ok()?;
        let (input, output) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
        Some(Reference { child, input, output })
    }

    fn ask(&mut self, command: &str, file: &Path) -> Option<u64> {
        writeln!(self.input, "{command} {}", file.display()).ok()?;
        let mut answer = String::new();
        self.output.read_line(&mut answer).ok()?;
        answer.trim().parse().ok()
    }

    /// The time that a command takes for a file: `read`, `lazy` or `write`.
    ///
    /// # Panics
    /// When the reference refuses the file.
    pub fn time(&mut self, command: &str, file: &Path) -> Duration {
        Duration::from_nanos(self.ask(command, file).expect("the reference takes the file"))
    }

    /// By how many bytes the peak of resident memory grows when a process reads a file.
    pub fn memory(file: &Path) -> Option<u64> {
        Reference::start()?.ask("memory", file)
    }
}

impl Drop for Reference {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
