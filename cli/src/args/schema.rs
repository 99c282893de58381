//! Options of commands that check a schema, or generate something from it.

use crate::findings::args::FindingArgs;
use clap::ValueEnum;
use std::path::PathBuf;

/// The options of `build`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct BuildArgs {
    /// Folders of YAML files, or single files; by default `schema/mlir` and `schema/tile_ir`, if they
    /// exist
    pub(crate) schemas: Vec<PathBuf>,
    /// Folder to write to; with several schemas, each gets a subfolder with the name of its format
    #[arg(long, value_name = "DIR", default_value = "target/bytespec")]
    pub(crate) out: PathBuf,
    /// Files to round-trip; by default a few built-in ones
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) samples: Vec<PathBuf>,
    /// Path of the `bytespec` crate in the generated code
    #[arg(long, value_name = "PATH", default_value = "crate")]
    pub(crate) runtime: String,
    /// Path of the module with the handwritten parts of the format; by default `<runtime>::<format>::host`
    /// for a format with handwritten codecs
    #[arg(long, value_name = "PATH")]
    pub(crate) host: Option<String>,
}

/// The options of `check`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CheckArgs {
    /// Folders of YAML files, or single files; by default `schema/mlir` and `schema/tile_ir`, if they
    /// exist
    pub(crate) schemas: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) shown: FindingArgs,
    /// Print the JSON Schema of a line of `--json`
    #[arg(long, conflicts_with_all = ["schemas", "json", "sarif", "annotations", "fix", "strict", "explain"])]
    pub(crate) json_schema: bool,
    /// Make every change that has no alternative in the files, and report it
    #[arg(long)]
    pub(crate) fix: bool,
    /// Fail for warnings too: findings about a usable schema that is probably not intended
    #[arg(long)]
    pub(crate) strict: bool,
    /// Explain a rule, with an example and its findings; without a rule, list all rules
    #[arg(long, value_name = "RULE", num_args = 0..=1, conflicts_with_all = ["schemas", "json", "sarif", "annotations", "fix", "strict"])]
    pub(crate) explain: Option<Option<String>>,
}

/// The options of `docs`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct DocsArgs {
    /// Folders of YAML files, or single files; by default `schema/mlir` and `schema/tile_ir`, if they
    /// exist
    pub(crate) schemas: Vec<PathBuf>,
    /// Folder to write to; only files with the same names are replaced
    #[arg(long, value_name = "DIR", default_value = "target/bytespec/site")]
    pub(crate) out: PathBuf,
    /// Open the first page in a browser
    #[arg(long)]
    pub(crate) open: bool,
}

/// The options of `export`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ExportArgs {
    /// A folder of YAML files, or a single file
    pub(crate) schema: PathBuf,
    /// The language
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) to: Viewer,
    /// The file to write, in an existing folder; `-`, the default, is the standard output
    #[arg(short, long, value_name = "OUT", default_value = "-", hide_default_value = true)]
    pub(crate) output: PathBuf,
}

/// Languages of programs that show files.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Viewer {
    /// Kaitai Struct
    Ksy,
    /// The pattern language of ImHex
    Hexpat,
}

/// The options of `import tablegen`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TablegenArgs {
    /// The dumps; `-` is the standard input
    #[arg(required = true, value_name = "DUMP")]
    pub(crate) dumps: Vec<PathBuf>,
    /// Import only this dialect; can be given several times
    #[arg(long, value_name = "DIALECT")]
    pub(crate) only: Vec<String>,
    /// The release of the definitions; not needed if they state versions themselves. With `--check`, the
    /// default is the newest published release
    #[arg(long, value_name = "RELEASE")]
    pub(crate) release: Option<String>,
    /// Folder of the schema
    #[arg(long, value_name = "DIR", default_value = "schema/mlir")]
    pub(crate) out: PathBuf,
    /// The dumps lack operations of their dialects; such operations stay unchanged
    #[arg(long)]
    pub(crate) partial: bool,
    /// The dumps contain all dialects that use this release; a dialect that they lack has ended
    #[arg(long, conflicts_with = "partial")]
    pub(crate) whole: bool,
    /// Include enums that the schema does not describe
    #[arg(long)]
    pub(crate) enums: bool,
    /// Write nothing; list the differences
    #[arg(long)]
    pub(crate) check: bool,
}
