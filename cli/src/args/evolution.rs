//! Options of commands that begin a format, and of those that change one.

use crate::commands::diff::Level;
use crate::findings::args::FindingArgs;
use std::path::PathBuf;

/// The options of `new`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct NewArgs {
    /// The folder of the crate, which has its name; it must be empty or not there. Of a dialect, that name when left out
    #[arg(required_unless_present = "dialect")]
    pub(crate) path: Option<PathBuf>,
    /// A dialect of MLIR by this name, derived from Rust types, in place of a format with a schema
    #[arg(long, value_name = "NAME")]
    pub(crate) dialect: Option<String>,
    /// The folder with the sources of Bytespec that the crate depends on, as seen from the crate; those that this command was
    /// built from, when left out, or what is published, where these are gone
    #[arg(long, value_name = "DIR")]
    pub(crate) bytespec: Option<PathBuf>,
}

/// The options of `diff`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct DiffArgs {
    /// The schema that was released: a folder, a file, or `git:REVISION[:PATH]`
    #[arg(required_unless_present = "json_schema")]
    pub(crate) old: Option<String>,
    /// The schema that is to be: the same
    #[arg(required_unless_present = "json_schema")]
    pub(crate) new: Option<String>,
    /// What must not break: a break of this level or of a worse one makes the exit code 1
    #[arg(long, value_name = "LEVEL", default_value = "wire")]
    pub(crate) level: Level,
    /// A YAML file of breaks that are wanted, each with its rule, item, fingerprint, reason and end. An entry that
    /// allows nothing, or is over, makes the exit code 1, too
    #[arg(long, value_name = "FILE")]
    pub(crate) allow: Option<PathBuf>,
    /// Also read the files of the format in this folder by both schemas, and say which of them the new one refuses or
    /// reads otherwise
    #[arg(long, value_name = "DIR")]
    pub(crate) corpus: Option<PathBuf>,
    /// Print JSON, an object a line: changes with verdicts, breaks with the values that show them, and findings
    #[arg(long)]
    pub(crate) json: bool,
    /// Print the JSON Schema of what `--json` prints in a line
    #[arg(long, conflicts_with_all = ["old", "new", "json", "markdown", "sarif", "annotations"])]
    pub(crate) json_schema: bool,
    /// Print a list for release notes, in Markdown
    #[arg(long, conflicts_with = "json")]
    pub(crate) markdown: bool,
    /// Print what breaks as one document in SARIF 2.1.0, which code hosts show beside the lines
    #[arg(long, conflicts_with_all = ["json", "markdown"])]
    pub(crate) sarif: bool,
    /// Print what breaks as commands of GitHub's workflows, which show it beside the lines
    #[arg(long, conflicts_with_all = ["json", "markdown", "sarif"])]
    pub(crate) annotations: bool,
}

/// The options of `lock`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LockArgs {
    /// Folders of YAML files, or single files; `schema/mlir` and `schema/tile_ir` where they exist,
    /// when left out
    pub(crate) schemas: Vec<PathBuf>,
    /// Write nothing; what is no longer as it was released makes the exit code 1
    #[arg(long)]
    pub(crate) check: bool,
    /// Also write what is no longer as it was released: files of these versions are given up
    #[arg(long, conflicts_with = "check")]
    pub(crate) rewrite: bool,
    #[command(flatten)]
    pub(crate) shown: FindingArgs,
}

/// The options of `expand`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ExpandArgs {
    /// The item: its name, or its kind and name, such as `record Header`; those that there are are listed, when left out
    pub(crate) item: Option<String>,
    /// A folder of YAML files, or a single file
    #[arg(long, value_name = "DIR", default_value = "schema")]
    pub(crate) schema: PathBuf,
}
