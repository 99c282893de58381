//! What may stand behind commands that check a schema, or make something from it.

use crate::findings::args::FindingArgs;
use clap::ValueEnum;
use std::path::PathBuf;

/// The options of `build`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct BuildArgs {
    /// Folders of YAML files, or single files; `schema/mlir` and `schema/tile_ir` where they exist,
    /// when left out
    pub(crate) schemas: Vec<PathBuf>,
    /// Folder to write to; with several schemas, each gets a folder in it by the name of its format
    #[arg(long, value_name = "DIR", default_value = "target/bytespec")]
    pub(crate) out: PathBuf,
    /// Files to round-trip; a few built-in ones when left out
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) samples: Vec<PathBuf>,
    /// Path of the `bytespec` crate in the generated code
    #[arg(long, value_name = "PATH", default_value = "crate")]
    pub(crate) runtime: String,
    /// Path of the module with the format's hand-written parts; by default `<runtime>::<format>::host`
    /// for a format that names hand-written codecs
    #[arg(long, value_name = "PATH")]
    pub(crate) host: Option<String>,
}

/// The options of `check`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CheckArgs {
    /// Folders of YAML files, or single files; `schema/mlir` and `schema/tile_ir` where they exist,
    /// when left out
    pub(crate) schemas: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) shown: FindingArgs,
    /// Print the JSON Schema of what `--json` prints in a line
    #[arg(long, conflicts_with_all = ["schemas", "json", "sarif", "annotations", "fix", "strict", "explain"])]
    pub(crate) json_schema: bool,
    /// Make the changes that are certain in the files, and say which
    #[arg(long)]
    pub(crate) fix: bool,
    /// Also fail where there are only warnings: what can be used, but is hardly meant
    #[arg(long)]
    pub(crate) strict: bool,
    /// Say what a rule asks, with an example and what is found in it; without a rule, list the rules
    #[arg(long, value_name = "RULE", num_args = 0..=1, conflicts_with_all = ["schemas", "json", "sarif", "annotations", "fix", "strict"])]
    pub(crate) explain: Option<Option<String>>,
}

/// The options of `docs`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct DocsArgs {
    /// Folders of YAML files, or single files; `schema/mlir` and `schema/tile_ir` where they exist,
    /// when left out
    pub(crate) schemas: Vec<PathBuf>,
    /// Folder to write to; files of the same names are replaced, and no others
    #[arg(long, value_name = "DIR", default_value = "target/bytespec/site")]
    pub(crate) out: PathBuf,
    /// Show the first page in a browser
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
    /// The file to write, in a folder that exists; `-`, which goes without saying, is the standard output
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
    /// Only this dialect; may come several times
    #[arg(long, value_name = "DIALECT")]
    pub(crate) only: Vec<String>,
    /// The release that the definitions are of; not needed where they tell versions themselves. With
    /// `--check` the newest one that is out, when left out
    #[arg(long, value_name = "RELEASE")]
    pub(crate) release: Option<String>,
    /// Folder of the schema
    #[arg(long, value_name = "DIR", default_value = "schema/mlir")]
    pub(crate) out: PathBuf,
    /// The dumps do not have all operations of their dialects: what they lack stays as it is
    #[arg(long)]
    pub(crate) partial: bool,
    /// The dumps have all dialects that count this release: one that they lack has ended
    #[arg(long, conflicts_with = "partial")]
    pub(crate) whole: bool,
    /// Also enums that the schema does not describe
    #[arg(long)]
    pub(crate) enums: bool,
    /// Write nothing; list what differs
    #[arg(long)]
    pub(crate) check: bool,
}
