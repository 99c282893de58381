//! Findings as workflow commands of GitHub, which it takes from the output of a program.

use super::Shown;
use crate::failure::Result;
use crate::output;
use std::fmt::Write as _;

/// Prints a command for each finding that counts.
pub(crate) fn annotations(findings: &[Shown]) -> Result {
    findings.iter().filter(|found| found.allowed.is_none()).try_for_each(|found| {
        let mut place = format!("file={}", property(&found.file));
        if let Some(region) = &found.region {
            let _ = write!(place, ",line={},endLine={}", region.line, region.end_line);
            // Columns count only in one line.
            if let (Some((from, to)), true) = (region.columns, region.line == region.end_line) {
                let _ = write!(place, ",col={from},endColumn={to}");
            }
        }
        let command = if found.is_error { "error" } else { "warning" };
        let (rule, message) = (property(found.rule), escaped(&found.message));
        output::line(format_args!("::{command} {place},title={rule}::{message}"))
    })
}

/// The text of a command.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a command's property.
fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}
