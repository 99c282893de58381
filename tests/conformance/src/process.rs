//! Programs that are run on files, a few at a time.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::{env, fs, process, thread};

/// Processes that run at the same time, over all tests.
const PARALLEL: usize = 2;

/// The error output of a tool that refused a file.
pub type Refusal = String;

/// Processes the items, as many at a time as processes may run, and returns the results in
/// the order of the items.
pub fn in_parallel<T: Sync, R: Send>(items: &[T], each: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut results = Vec::new();
        while let Some((index, item)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, items.get(i)?)))
        {
            results.push((index, each(item)));
        }
        results
    };
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..PARALLEL).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(|worker| match worker.join() {
            Ok(results) => results,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        joined.flatten().collect()
    });
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Runs a program, after others if too many processes run.
///
/// # Panics
/// When it cannot be started.
pub fn run(program: &Path, flags: &[&str], files: &[&OsStr]) -> Output {
    start(Command::new(program).args(flags).args(files))
}

fn start(command: &mut Command) -> Output {
    let _turn = Turn::take();
    match command.output() {
        Ok(output) => output,
        Err(error) => panic!("cannot run {}: {error}", Path::new(command.get_program()).display()),
    }
}

/// The error output of a failed program, or its exit status.
#[must_use]
pub fn complaint(output: &Output) -> Refusal {
    let text = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    if text.is_empty() { output.status.to_string() } else { text }
}

/// A temporary file, which is removed on drop.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// A path for a new file.
    #[must_use]
    pub fn new(ending: &str) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        Scratch(env::temp_dir().join(format!("bytespec-{}-{count}.{ending}", process::id())))
    }

    /// The path, as an argument.
    #[must_use]
    pub fn path(&self) -> &OsStr {
        self.0.as_os_str()
    }

    /// Writes the file.
    ///
    /// # Panics
    /// When it cannot be written.
    pub fn write(&self, bytes: &[u8]) {
        if let Err(error) = fs::write(&self.0, bytes) {
            panic!("cannot write {}: {error}", self.0.display());
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // The file does not exist if the program that writes it failed.
        fs::remove_file(&self.0).ok();
    }
}

/// A temporary folder, which is removed on drop. A program that runs in it sees the same names
/// of files every time.
#[derive(Debug)]
pub struct Folder(Scratch);

impl Folder {
    /// A folder with one file.
    ///
    /// # Panics
    /// When it cannot be written.
    #[must_use]
    pub fn with(name: &str, bytes: &[u8]) -> Self {
        let folder = Folder(Scratch::new("folder"));
        let written =
            fs::create_dir(&folder.0.0).and_then(|()| fs::write(folder.0.0.join(name), bytes));
        if let Err(error) = written {
            panic!("cannot write {}: {error}", folder.0.0.display());
        }
        folder
    }

    /// Writes one more file.
    ///
    /// # Panics
    /// When it cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) {
        if let Err(error) = fs::write(self.0.0.join(name), bytes) {
            panic!("cannot write {}: {error}", self.0.0.display());
        }
    }

    /// Runs a program in the folder, after others if too many processes run.
    ///
    /// # Panics
    /// When it cannot be started.
    pub fn run(&self, program: &Path, arguments: &[&str]) -> Output {
        start(Command::new(program).args(arguments).current_dir(&self.0.0))
    }

    /// The bytes of a file in the folder, if it exists.
    #[must_use]
    pub fn read(&self, name: &str) -> Option<Vec<u8>> {
        fs::read(self.0.0.join(name)).ok()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0.0).ok();
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
