//! The interface of formats for commands.

use super::content::Content;
use super::converted::Converted;
use super::target::Target;
use crate::args::{Numbering, PrintArgs};
use crate::failure::{Failure, Result};
use bytespec::plan::Executor;
use bytespec::plan::explain::Spell;
use bytespec::text::Scanner;
use std::io::Write;
use std::path::Path;

/// Prints a module. Returns notes about the content that the text lacks.
pub(crate) type Print<'b> = Box<dyn FnOnce(&mut dyn Write) -> Result<Vec<String>> + 'b>;

/// A format of modules, as bytecode and as text.
///
/// A command calls the format of a file for its format-specific part. A format refuses options that have no meaning for it.
pub(crate) trait FileFormat {
    /// The title in messages.
    fn title(&self) -> &'static str;

    /// The first bytes of every file.
    fn magic(&self) -> &'static [u8];

    /// Runs the schema on bytes.
    fn executor(&self) -> &'static Executor<'static>;

    /// Whether a text belongs to the format. The scanner is at its first word, after aliases.
    fn is_text(&self, text: &str, first: Scanner<'_>) -> bool;

    /// Whether text is converted directly to another version, instead of through the newest version. Content that the version
    /// cannot represent is then reported with its line.
    fn converts_text(&self) -> bool {
        false
    }

    /// Refuses an option that has no meaning for the format.
    fn refuse(&self, option: &str, given: bool) -> Result {
        if given {
            let title = self.title();
            return Err(Failure::Usage(format!("{option}: not an option for {title}")));
        }
        Ok(())
    }

    /// Refuses releases of the command line, if the format has none.
    fn check_releases(&self, releases: &[String]) -> Result;

    /// Parses the text of a file, which the tools of the format call `title`, into bytecode.
    fn parse(
        &self,
        name: &Path,
        title: String,
        text: &str,
        target: &Target<'_>,
    ) -> Result<Converted<'static>>;

    /// Decodes a complete file and encodes it.
    fn encode<'m>(&self, name: &Path, bytes: &'m [u8], how: &Encoding<'_>)
    -> Result<Converted<'m>>;

    /// The item at the first byte that differs between a file that was written and the one that was read.
    fn place(
        &self,
        old: &[u8],
        new: &Content<'_>,
        at: usize,
        releases: &[String],
    ) -> Result<String>;

    /// Whether a file that was written differs only in the numbers of entries and in the places of sections.
    fn is_renumbered(
        &self,
        name: &Path,
        old: &[u8],
        new: &Converted<'_>,
        numbering: Numbering,
    ) -> Result<bool> {
        let _ = (name, old, new, numbering);
        Ok(false)
    }

    /// Prints a summary of a file.
    fn info(&self, name: &Path, bytes: &[u8], options: &InfoOptions<'_>) -> Result;

    /// Lists the whole content of a file.
    fn dump(&self, name: &Path, bytes: &[u8], debug: bool, releases: &[String]) -> Result;

    /// A function that prints a file as text. This call prints messages about the file, so that they are not in the middle of
    /// the text.
    fn printer<'b>(&self, args: &'b PrintArgs, bytes: &'b [u8]) -> Result<Print<'b>>;

    /// Calls `run` with a printer of a file's entries. For a damaged file, entries are printed as in the schema.
    fn spelled(
        &self,
        bytes: &[u8],
        releases: &[String],
        run: &mut dyn FnMut(&dyn Spell) -> Result,
    ) -> Result;
}

/// Options for encoding a file.
#[derive(Debug)]
pub(crate) struct Encoding<'t> {
    /// The version; by default that of the file.
    pub(crate) to: Option<&'t str>,
    /// The numbering of table entries.
    pub(crate) numbering: Numbering,
    /// Releases as the command line names them.
    pub(crate) releases: &'t [String],
    /// Dialects with the release to write for each: `dialect=release`.
    pub(crate) dialects: &'t [String],
    /// Whether content that the version cannot represent is dropped.
    pub(crate) lossy: bool,
    /// Whether every table entry is decoded and encoded, too.
    pub(crate) entries: bool,
}

/// Options of `info`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InfoOptions<'t> {
    /// Whether to print one line of JSON.
    pub(crate) json: bool,
    /// Whether to find the releases whose reference writer produces the bytes of the file.
    pub(crate) evidence: bool,
    /// Releases as the command line names them.
    pub(crate) releases: &'t [String],
}
