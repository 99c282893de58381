//! What a format is to the commands.

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

/// Prints a module; what the text does not hold comes back.
pub(crate) type Print<'b> = Box<dyn FnOnce(&mut dyn Write) -> Result<Vec<String>> + 'b>;

/// A format of modules, as bytecode and as text.
///
/// A command asks the format of a file for its part. What a format has no use for on the command line, it refuses.
pub(crate) trait FileFormat {
    /// The title, as messages have it.
    fn title(&self) -> &'static str;

    /// The first bytes of every file.
    fn magic(&self) -> &'static [u8];

    /// Runs what the schema says about bytes.
    fn executor(&self) -> &'static Executor<'static>;

    /// Whether text is of the format; the scanner stands at its first word, behind aliases.
    fn is_text(&self, text: &str, first: Scanner<'_>) -> bool;

    /// Whether text goes to another version at once, and not by way of the newest one: what the version cannot carry
    /// then has a line.
    fn converts_text(&self) -> bool {
        false
    }

    /// Refuses an option that the format has no use for.
    fn refuse(&self, option: &str, given: bool) -> Result {
        if given {
            let title = self.title();
            return Err(Failure::Usage(format!("{option}: not an option for {title}")));
        }
        Ok(())
    }

    /// Refuses releases that the command line names, where the format has none.
    fn check_releases(&self, releases: &[String]) -> Result;

    /// Bytecode of the text of a file, which the tools of the format call `title`.
    fn parse(
        &self,
        name: &Path,
        title: String,
        text: &str,
        target: &Target<'_>,
    ) -> Result<Converted<'static>>;

    /// Decodes all of a file and encodes it.
    fn encode<'m>(&self, name: &Path, bytes: &'m [u8], how: &Encoding<'_>)
    -> Result<Converted<'m>>;

    /// What stands at the first byte in which a file that was written differs from the one that was read.
    fn place(
        &self,
        old: &[u8],
        new: &Content<'_>,
        at: usize,
        releases: &[String],
    ) -> Result<String>;

    /// Whether a file that was written differs in the numbers of entries only, and in where sections stand.
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

    /// Says what is in a file, counted.
    fn info(&self, name: &Path, bytes: &[u8], options: &InfoOptions<'_>) -> Result;

    /// Lists everything that is in a file.
    fn dump(&self, name: &Path, bytes: &[u8], debug: bool, releases: &[String]) -> Result;

    /// What prints a file as text. What is said of the file is said at once, and not in the middle of the text.
    fn printer<'b>(&self, args: &'b PrintArgs, bytes: &'b [u8]) -> Result<Print<'b>>;

    /// Runs with what spells entries of a file; of one that is damaged they are as the schema has them.
    fn spelled(
        &self,
        bytes: &[u8],
        releases: &[String],
        run: &mut dyn FnMut(&dyn Spell) -> Result,
    ) -> Result;
}

/// How a file is encoded.
#[derive(Debug)]
pub(crate) struct Encoding<'t> {
    /// The version; its own when absent.
    pub(crate) to: Option<&'t str>,
    /// How table entries are numbered.
    pub(crate) numbering: Numbering,
    /// Releases that the command line names, as it names them.
    pub(crate) releases: &'t [String],
    /// Dialects, each with the release of it to write: `dialect=release`.
    pub(crate) dialects: &'t [String],
    /// What the version cannot carry is dropped.
    pub(crate) lossy: bool,
    /// Every entry of a table is decoded and encoded too.
    pub(crate) entries: bool,
}

/// What `info` is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InfoOptions<'t> {
    /// One line of JSON.
    pub(crate) json: bool,
    /// The releases whose reference writer gives the bytes of the file.
    pub(crate) evidence: bool,
    /// Releases that the command line names, as it names them.
    pub(crate) releases: &'t [String],
}
