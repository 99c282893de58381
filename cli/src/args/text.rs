//! Options of commands that print, read and convert files.

use crate::formats::Format;
use clap::ValueEnum;
use std::path::{Path, PathBuf};

/// The options of `print`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PrintArgs {
    /// The file; `-` is the standard input
    pub(crate) file: PathBuf,
    /// The format of the file, if its first bytes or words do not determine it
    #[arg(long, value_name = "NAME")]
    pub(crate) format: Option<Format>,
    /// The file to write, in an existing folder; `-`, the default, is the standard output
    #[arg(short, long, value_name = "OUT", default_value = "-", hide_default_value = true)]
    pub(crate) output: PathBuf,
    /// Also print source locations
    #[arg(short = 'g', long = "debug")]
    pub(crate) debug: bool,
    /// Also report on the standard error which parts of Tile IR its own disassembler refuses to print, and why
    #[arg(long)]
    pub(crate) warn: bool,
    /// Print as this release of LLVM does, such as 19, instead of the one that wrote the file
    #[arg(long, value_name = "RELEASE")]
    pub(crate) to_release: Option<String>,
    /// Print only the operation that defines this symbol; write a nested symbol as `@outer::@inner`
    #[arg(long, value_name = "SYMBOL")]
    pub(crate) symbol: Option<String>,
    /// Leave out the elements of an attribute with more than this many elements
    #[arg(long, value_name = "COUNT")]
    pub(crate) elide_elements: Option<u64>,
    /// Leave out resources whose value has more than this many characters
    #[arg(long, value_name = "COUNT")]
    pub(crate) elide_resources: Option<usize>,
    /// Release of LLVM with the encodings of the MLIR bytecode, such as 22, instead of the one that the
    /// file states; or release of a dialect, such as `stablehlo=1.8.7`
    #[arg(long, value_name = "[DIALECT=]RELEASE")]
    pub(crate) release: Vec<String>,
}

impl PrintArgs {
    /// All of a file.
    pub(crate) fn whole(file: &Path, output: &Path) -> Self {
        PrintArgs {
            file: file.to_owned(),
            format: None,
            output: output.to_owned(),
            debug: false,
            warn: false,
            to_release: None,
            symbol: None,
            elide_elements: None,
            elide_resources: None,
            release: Vec::new(),
        }
    }
}

/// The options of `parse`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ParseArgs {
    /// The file; `-` is the standard input
    pub(crate) file: PathBuf,
    /// The format of the file, if its first bytes or words do not determine it
    #[arg(long, value_name = "NAME")]
    pub(crate) format: Option<Format>,
    /// The file to write, in an existing folder; `-` is the standard output
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// The version to write; by default the newest one of the release
    #[arg(long, value_name = "VERSION")]
    pub(crate) to: Option<String>,
    /// The release of LLVM that the file is for, such as 19; by default the newest one
    #[arg(long, value_name = "RELEASE")]
    pub(crate) to_release: Option<String>,
    /// Drop content that the version cannot represent, and report it
    #[arg(long)]
    pub(crate) lossy: bool,
}

/// The options of `convert`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ConvertArgs {
    /// The file; `-` is the standard input
    pub(crate) file: PathBuf,
    /// The format of the file, if its first bytes or words do not determine it
    #[arg(long, value_name = "NAME")]
    pub(crate) format: Option<Format>,
    /// The file to write, in an existing folder; `-` is the standard output
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// What to write
    #[arg(long, value_name = "WHAT", default_value = "bytecode")]
    pub(crate) emit: Emit,
    /// The version to write; by default that of the file
    #[arg(long, value_name = "VERSION")]
    pub(crate) to: Option<String>,
    /// How table entries are numbered
    #[arg(
        long,
        value_name = "WRITER",
        num_args = 0..=1,
        require_equals = true,
        default_value = "pinned",
        default_missing_value = "cxx"
    )]
    pub(crate) canonical: Numbering,
    /// Convert to a release of a dialect in MLIR bytecode, such as `vhlo=1.8.0` for a version of
    /// StableHLO; implies `--canonical`
    #[arg(long, value_name = "DIALECT=RELEASE")]
    pub(crate) dialect: Vec<String>,
    /// Drop content of MLIR bytecode that the version cannot represent, and report it
    #[arg(long)]
    pub(crate) lossy: bool,
    /// Release of LLVM with the encodings of the MLIR bytecode, such as 22, instead of the one that the
    /// file states; or release of a dialect, such as `stablehlo=1.8.7`
    #[arg(long, value_name = "[DIALECT=]RELEASE")]
    pub(crate) release: Vec<String>,
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Emit {
    /// Bytecode
    Bytecode,
    /// Text, as `print` writes it
    Text,
}

/// A reference writer.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Writer {
    /// The encoders of the `cuda-tile` Python package
    Python,
    /// The C++ writer of the reference implementation
    Cxx,
}

/// How table entries are numbered.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Numbering {
    /// Keep the numbers of the file
    Pinned,
    /// New numbers, as the encoders of the `cuda-tile` Python package assign them
    Python,
    /// New numbers, as the C++ writer of the reference implementation assigns them
    Cxx,
}

impl From<Option<Writer>> for Numbering {
    fn from(writer: Option<Writer>) -> Self {
        match writer {
            None => Numbering::Pinned,
            Some(Writer::Python) => Numbering::Python,
            Some(Writer::Cxx) => Numbering::Cxx,
        }
    }
}
