//! Runs NVIDIA's disassembler and assembler.

use crate::process::{Refusal, Scratch, complaint, in_parallel, run};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::OnceLock;
use std::{env, fs};

/// The installed tools.
#[derive(Debug)]
pub struct Tools {
    folder: PathBuf,
    python: PathBuf,
}

impl Tools {
    /// The tools. They are searched once, in the folder in `BYTESPEC_ORACLES`, or in the folder where
    /// `tests/conformance/install-oracles.sh` installs them.
    ///
    /// # Panics
    /// The tools are not installed. A suite without a reference must not pass.
    pub fn get() -> &'static Tools {
        static TOOLS: OnceLock<Tools> = OnceLock::new();
        TOOLS.get_or_init(|| {
            let root = root();
            match find(&root) {
                Some(folder) => Tools { folder, python: root.join("bin/python") },
                None => panic!(
                    "NVIDIA's tools are not installed below {}: run tests/conformance/install-oracles.sh, or \
                     name their folder in BYTESPEC_ORACLES",
                    root.display()
                ),
            }
        })
    }

    /// The output of the disassembler for a file.
    ///
    /// # Errors
    /// The message of the disassembler, if it refuses the file.
    pub fn disassemble(&self, bytes: &[u8], flags: &[&str]) -> Result<String, Refusal> {
        let input = Scratch::new("tileirbc");
        input.write(bytes);
        let output = self.run("tileirdisasm", flags, &[input.path()]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.success() { Ok(text) } else { Err(complaint(&output)) }
    }

    /// The output of the disassembler for each of several files.
    pub fn disassemble_all(
        &self,
        files: &[Vec<u8>],
        flags: &[&str],
    ) -> Vec<Result<String, Refusal>> {
        in_parallel(files, |bytes| self.disassemble(bytes, flags))
    }

    /// The cubin that the assembler creates from a file, for a GPU such as `sm_90`.
    ///
    /// # Errors
    /// The message of the assembler, if it refuses the file.
    pub fn assemble(&self, bytes: &[u8], gpu: &str) -> Result<Vec<u8>, Refusal> {
        let (input, target) = (Scratch::new("tileirbc"), Scratch::new("cubin"));
        input.write(bytes);
        let gpu = format!("--gpu-name={gpu}");
        let files = [OsStr::new("-o"), target.path(), input.path()];
        let output = self.run("tileiras", &[&gpu], &files);
        let cubin = fs::read(target.path());
        match cubin {
            Ok(cubin) if output.status.success() => Ok(cubin),
            _ => Err(complaint(&output)),
        }
    }

    /// Runs the Python of the virtual environment.
    ///
    /// # Panics
    /// Python cannot be started.
    pub fn python(&self, arguments: &[&OsStr]) -> Output {
        run(&self.python, &[], arguments)
    }

    fn run(&self, tool: &str, flags: &[&str], files: &[&OsStr]) -> Output {
        run(&self.folder.join(tool), flags, files)
    }
}

/// The virtual environment that `tests/conformance/install-oracles.sh` creates. The folder also contains other tools.
pub(crate) fn root() -> PathBuf {
    env::var_os("BYTESPEC_ORACLES").map_or_else(
        || Path::new(&env::var_os("HOME").unwrap_or_default()).join(".cache/bytespec-oracles"),
        PathBuf::from,
    )
}

/// The folder with the tools in a virtual environment.
fn find(root: &Path) -> Option<PathBuf> {
    let pythons = fs::read_dir(root.join("lib")).ok()?;
    pythons
        .filter_map(Result::ok)
        .map(|entry| entry.path().join("site-packages/nvidia/cu13/bin"))
        .find(|folder| folder.join("tileirdisasm").is_file() && folder.join("tileiras").is_file())
}
