//! Options of commands that print findings.

/// How findings are printed; by default as people read them.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct FindingArgs {
    /// Print findings as JSON, an object a line: rule, severity, message, places, help, and changes that mend them
    #[arg(long)]
    pub(crate) json: bool,
    /// Print findings as one document in SARIF 2.1.0, which code hosts show beside the lines
    #[arg(long, conflicts_with = "json")]
    pub(crate) sarif: bool,
    /// Print findings as commands of GitHub's workflows, which show them beside the lines
    #[arg(long, conflicts_with_all = ["json", "sarif"])]
    pub(crate) annotations: bool,
}

impl FindingArgs {
    /// Whether people read what is printed.
    pub(crate) fn is_for_people(self) -> bool {
        !(self.json || self.sarif || self.annotations)
    }
}
