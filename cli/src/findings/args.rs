//! Options of commands that print findings.

/// How findings are printed; by default as text for people.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct FindingArgs {
    /// Print findings as JSON, one object per line: rule, severity, message, places, help, and changes that fix them
    #[arg(long)]
    pub(crate) json: bool,
    /// Print findings as one SARIF 2.1.0 document, which code hosts show beside the lines
    #[arg(long, conflicts_with = "json")]
    pub(crate) sarif: bool,
    /// Print findings as workflow commands of GitHub, which shows them beside the lines
    #[arg(long, conflicts_with_all = ["json", "sarif"])]
    pub(crate) annotations: bool,
}

impl FindingArgs {
    /// Whether the output is for people.
    pub(crate) fn is_for_people(self) -> bool {
        !(self.json || self.sarif || self.annotations)
    }
}
