//! Options of commands that create a format, and of those that change one.

use crate::commands::diff::Level;
use crate::findings::args::FindingArgs;
use std::path::PathBuf;

/// The options of `new`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct NewArgs {
    /// The folder of the crate, which gives the crate its name. It must be empty or not exist. For a dialect, the default is
    /// its name
    #[arg(required_unless_present = "dialect")]
    pub(crate) path: Option<PathBuf>,
    /// Create a dialect of MLIR with this name, derived from Rust types, instead of a format with a schema
    #[arg(long, value_name = "NAME")]
    pub(crate) dialect: Option<String>,
    /// The folder with the sources of Bytespec that the crate depends on, relative to the crate. The default are the sources
    /// that this command was built from, or the published version if these no longer exist
    #[arg(long, value_name = "DIR")]
    pub(crate) bytespec: Option<PathBuf>,
}

/// The options of `diff`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct DiffArgs {
    /// The released schema: a folder, a file, or `git:REVISION[:PATH]`
    #[arg(required_unless_present = "json_schema")]
    pub(crate) old: Option<String>,
    /// The new schema, in one of the same forms
    #[arg(required_unless_present = "json_schema")]
    pub(crate) new: Option<String>,
    /// Breaks of this level and of worse levels make the exit code 1
    #[arg(long, value_name = "LEVEL", default_value = "wire")]
    pub(crate) level: Level,
    /// A YAML file of intended breaks, each with its rule, item, fingerprint, reason and end. An entry that allows
    /// nothing, or that has expired, also makes the exit code 1
    #[arg(long, value_name = "FILE")]
    pub(crate) allow: Option<PathBuf>,
    /// Also read the files of the format in this folder with both schemas, and report those that the new schema refuses or
    /// reads differently
    #[arg(long, value_name = "DIR")]
    pub(crate) corpus: Option<PathBuf>,
    /// Print JSON, one object per line: changes with verdicts, breaks with the values that show them, and findings
    #[arg(long)]
    pub(crate) json: bool,
    /// Print the JSON Schema of a line of `--json`
    #[arg(long, conflicts_with_all = ["old", "new", "json", "markdown", "sarif", "annotations"])]
    pub(crate) json_schema: bool,
    /// Print a list for release notes, in Markdown
    #[arg(long, conflicts_with = "json")]
    pub(crate) markdown: bool,
    /// Print breaks as one SARIF 2.1.0 document, which code hosts show beside the lines
    #[arg(long, conflicts_with_all = ["json", "markdown"])]
    pub(crate) sarif: bool,
    /// Print breaks as workflow commands of GitHub, which shows them beside the lines
    #[arg(long, conflicts_with_all = ["json", "markdown", "sarif"])]
    pub(crate) annotations: bool,
}

/// The options of `lock`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LockArgs {
    /// Folders of YAML files, or single files; by default `schema/mlir` and `schema/tile_ir`, if they
    /// exist
    pub(crate) schemas: Vec<PathBuf>,
    /// Write nothing; changes to frozen versions make the exit code 1
    #[arg(long)]
    pub(crate) check: bool,
    /// Also write changed versions that were frozen, and give up files of these versions
    #[arg(long, conflicts_with = "check")]
    pub(crate) rewrite: bool,
    #[command(flatten)]
    pub(crate) shown: FindingArgs,
}

/// The options of `expand`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ExpandArgs {
    /// The item: its name, or its kind and name, such as `record Header`. Without it, all items are listed
    pub(crate) item: Option<String>,
    /// A folder of YAML files, or a single file
    #[arg(long, value_name = "DIR", default_value = "schema")]
    pub(crate) schema: PathBuf,
}
