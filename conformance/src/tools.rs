//! NVIDIA's disassembler and assembler, run on bytes.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::{env, fs, process, thread};

/// Processes that run at the same time, over all tests.
const PARALLEL: usize = 2;

/// The installed tools.
#[derive(Debug)]
pub struct Tools {
    folder: PathBuf,
    python: PathBuf,
}

/// Why a tool refused a file: what it printed.
pub type Refusal = String;

impl Tools {
    /// The tools, found once: below the folder in `BYTESPEC_ORACLES`, or below the one where
    /// `scripts/install-oracles.sh` puts them.
    ///
    /// # Panics
    /// When they are not there: a suite that compares with nothing must not pass.
    pub fn get() -> &'static Tools {
        static TOOLS: OnceLock<Tools> = OnceLock::new();
        TOOLS.get_or_init(|| {
            let root = env::var_os("BYTESPEC_ORACLES").map_or_else(
                || {
                    Path::new(&env::var_os("HOME").unwrap_or_default())
                        .join(".cache/bytespec-oracles")
                },
                PathBuf::from,
            );
            match find(&root) {
                Some(folder) => Tools { folder, python: root.join("bin/python") },
                None => panic!(
                    "NVIDIA's tools are not installed below {}: run scripts/install-oracles.sh, or \
                     name their folder in BYTESPEC_ORACLES",
                    root.display()
                ),
            }
        })
    }

    /// What the disassembler prints for a file.
    ///
    /// # Errors
    /// What it prints when it refuses the file.
    pub fn disassemble(&self, bytes: &[u8], flags: &[&str]) -> Result<String, Refusal> {
        let input = Scratch::new("tileirbc");
        input.write(bytes);
        let output = self.run("tileirdisasm", flags, &[input.0.as_os_str()]);
        fs::remove_file(&input.0).ok();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.success() { Ok(text) } else { Err(complaint(&output)) }
    }

    /// What the disassembler prints for each of many files.
    pub fn disassemble_all(
        &self,
        files: &[Vec<u8>],
        flags: &[&str],
    ) -> Vec<Result<String, Refusal>> {
        let size = files.len().div_ceil(PARALLEL).max(1);
        thread::scope(|scope| {
            let workers: Vec<_> = files
                .chunks(size)
                .map(|chunk| {
                    scope.spawn(move || {
                        chunk.iter().map(|bytes| self.disassemble(bytes, flags)).collect::<Vec<_>>()
                    })
                })
                .collect();
            workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
        })
    }

    /// The cubin that the assembler makes of a file for a GPU such as `sm_90`.
    ///
    /// # Errors
    /// What it prints when it refuses the file.
    pub fn assemble(&self, bytes: &[u8], gpu: &str) -> Result<Vec<u8>, Refusal> {
        let (input, target) = (Scratch::new("tileirbc"), Scratch::new("cubin"));
        input.write(bytes);
        let gpu = format!("--gpu-name={gpu}");
        let files = [OsStr::new("-o"), target.0.as_os_str(), input.0.as_os_str()];
        let output = self.run("tileiras", &[&gpu], &files);
        let cubin = fs::read(&target.0);
        fs::remove_file(&input.0).ok();
        fs::remove_file(&target.0).ok();
        match cubin {
            Ok(cubin) if output.status.success() => Ok(cubin),
            _ => Err(complaint(&output)),
        }
    }

    /// Runs the Python of the virtual environment.
    ///
    /// # Panics
    /// When it cannot be started.
    pub fn python(&self, arguments: &[&OsStr]) -> Output {
        run(&self.python, &[], arguments)
    }

    fn run(&self, tool: &str, flags: &[&str], files: &[&OsStr]) -> Output {
        run(&self.folder.join(tool), flags, files)
    }
}

fn run(program: &Path, flags: &[&str], files: &[&OsStr]) -> Output {
    let _turn = Turn::take();
    match Command::new(program).args(flags).args(files).output() {
        Ok(output) => output,
        Err(error) => panic!("cannot run {}: {error}", program.display()),
    }
}

fn complaint(output: &Output) -> Refusal {
    let text = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    if text.is_empty() { output.status.to_string() } else { text }
}

/// The folder with the tools in a virtual environment.
fn find(root: &Path) -> Option<PathBuf> {
    let pythons = fs::read_dir(root.join("lib")).ok()?;
    pythons
        .filter_map(Result::ok)
        .map(|entry| entry.path().join("site-packages/nvidia/cu13/bin"))
        .find(|folder| folder.join("tileirdisasm").is_file() && folder.join("tileiras").is_file())
}

/// A file of our own for the length of a run.
struct Scratch(PathBuf);

impl Scratch {
    fn new(ending: &str) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        Scratch(env::temp_dir().join(format!("bytespec-{}-{count}.{ending}", process::id())))
    }

    fn write(&self, bytes: &[u8]) {
        if let Err(error) = fs::write(&self.0, bytes) {
            panic!("cannot write {}: {error}", self.0.display());
        }
    }
}

/// The right to run one process.
struct Turn;

static RUNNING: Mutex<usize> = Mutex::new(0);
static ENDED: Condvar = Condvar::new();

impl Turn {
    fn take() -> Self {
        let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut running = ENDED
            .wait_while(running, |running| *running >= PARALLEL)
            .unwrap_or_else(PoisonError::into_inner);
        *running += 1;
        Turn
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        ENDED.notify_one();
    }
}
