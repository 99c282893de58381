//! The sources of the schemas to compare: a folder, a file, or a revision of a repository.

use crate::failure::{Failure, Result};
use crate::schema;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The prefix of a revision.
const REVISION: &str = "git:";

/// A schema in the form of the command line.
#[derive(Clone, Debug)]
pub(super) enum Source<'a> {
    /// A folder or a file.
    Path(&'a Path),
    /// A revision of the repository that contains this folder, and a folder or file in the revision.
    Revision { revision: &'a str, path: &'a Path },
}

impl<'a> Source<'a> {
    /// A schema by its name. The default folder of a schema in a revision is that of the other schema.
    pub(super) fn new(name: &'a str, other: &'a str) -> Result<Self> {
        let Some(rest) = name.strip_prefix(REVISION) else {
            return Ok(Source::Path(Path::new(name)));
        };
        let (revision, path) = match rest.split_once(':') {
            Some((revision, path)) => (revision, path),
            None if other.starts_with(REVISION) => {
                return Err(Failure::Usage(format!(
                    "{name}: name the folder in the revision, as in `{name}:schema/tile_ir`"
                )));
            }
            None => (rest, other),
        };
        // Git reads a leading dash as an option.
        if revision.is_empty() || revision.starts_with('-') {
            return Err(Failure::Usage(format!("{name}: `{revision}` is not a revision")));
        }
        Ok(Source::Revision { revision, path: Path::new(path) })
    }

    /// The folder or file.
    pub(super) fn path(&self) -> &'a Path {
        match self {
            Source::Path(path) | Source::Revision { path, .. } => path,
        }
    }

    /// The texts of the schema.
    pub(super) fn texts(&self) -> Result<Vec<(PathBuf, String)>> {
        let Source::Revision { revision, path } = self else { return schema::texts(self.path()) };
        let listed = git(&["ls-tree", "-r", "--name-only", revision, "--"], Some(path))?;
        let is_yaml = |name: &&str| name.ends_with(".yaml") || name.ends_with(".yml");
        let mut texts = Vec::new();
        for name in listed.lines().filter(is_yaml) {
            texts.push((
                PathBuf::from(name),
                git(&["show", &format!("{revision}:./{name}")], None)?,
            ));
        }
        texts.sort();
        if texts.is_empty() {
            let path = path.display();
            return Err(Failure::Input(format!("{revision}: there are no YAML files in `{path}`")));
        }
        Ok(texts)
    }
}

/// The output of Git.
fn git(arguments: &[&str], path: Option<&Path>) -> Result<String> {
    let output = Command::new("git").args(arguments).args(path).output();
    let output = output.map_err(|error| Failure::Io(format!("git: {error}")))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(Failure::Input(format!("git {}: {}", arguments.join(" "), errors.trim())));
    }
    String::from_utf8(output.stdout).map_err(|_| Failure::Input("git: not UTF-8".to_owned()))
}
