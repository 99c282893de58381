//! A dialect in C++ that `mlir-opt` loads.

use crate::mlir_opt::{MlirOpt, Print, Rewritten};
use crate::process::{Folder, complaint};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const INPUT: &str = "input";
const OUTPUT: &str = "output";
/// The flags that LLVM is built with, from `llvm-config --cxxflags`.
const FLAGS: [&str; 4] = ["-std=c++17", "-fno-rtti", "-fno-exceptions", "-fPIC"];

/// A plugin for the newest `mlir-opt`, compiled.
#[derive(Debug)]
pub struct Plugin(PathBuf);

impl Plugin {
    /// Compiles a file of C++, by the program in `CXX` or else by `c++`, to a library in the folder `target`.
    ///
    /// # Panics
    /// When it is not compiled: a suite that compares with nothing must not pass.
    #[must_use]
    pub fn compile(source: &Path, target: &Path) -> Plugin {
        fs::create_dir_all(target).expect("a folder to write to");
        let name = source.file_stem().expect("a file with a name");
        let library = target.join(name).with_extension("so");
        let include = MlirOpt::NEWEST.headers();
        let compiler = env::var_os("CXX").unwrap_or_else(|| "c++".into());
        let output = Command::new(&compiler)
            .args(FLAGS)
            .args(["-shared", "-I"])
            .arg(&include)
            .arg(source)
            .arg("-o")
            .arg(&library)
            .output()
            .unwrap_or_else(|error| panic!("cannot run {}: {error}", compiler.display()));
        assert!(
            output.status.success(),
            "{} is not compiled; tests/conformance/install-oracles.sh installs the headers: {}",
            source.display(),
            complaint(&output)
        );
        Plugin(library)
    }

    /// The generic text of a file or of text, without locations.
    ///
    /// # Errors
    /// What the tool prints when it refuses the file.
    pub fn print(&self, input: &[u8]) -> Print {
        self.printed(input, &["--mlir-print-op-generic", INPUT])
    }

    /// The text of a file or of text in the forms that dialects give their operations, without locations.
    ///
    /// # Errors
    /// What the tool prints when it refuses the file.
    pub fn print_custom(&self, input: &[u8]) -> Print {
        self.printed(input, &[INPUT])
    }

    fn printed(&self, input: &[u8], arguments: &[&str]) -> Print {
        let folder = Folder::with(INPUT, input);
        let output = self.run(&folder, arguments);
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into()),
            false => Err(complaint(&output)),
        }
    }

    /// The bytecode that the tool writes of a file or of text.
    ///
    /// # Errors
    /// What the tool prints when it refuses the file.
    pub fn write(&self, input: &[u8]) -> Rewritten {
        let folder = Folder::with(INPUT, input);
        let output = self.run(&folder, &["--emit-bytecode", INPUT, "-o", OUTPUT]);
        match folder.read(OUTPUT) {
            Some(bytes) if output.status.success() => Ok(bytes.into()),
            _ => Err(complaint(&output)),
        }
    }

    fn run(&self, folder: &Folder, arguments: &[&str]) -> std::process::Output {
        let load = format!("--load-dialect-plugin={}", self.0.display());
        let arguments: Vec<_> = [load.as_str()].iter().chain(arguments).copied().collect();
        folder.run(&MlirOpt::NEWEST.program(), &arguments)
    }
}
