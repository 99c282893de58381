//! MLIR bytecode as a format of the commands.

mod convert;
mod dump;
mod info;
mod locate;
mod operations;
mod parse;
mod release;
mod report;
mod resources;
mod spelled;
mod speller;
mod strings;
mod text;

use super::content::Content;
use super::converted::Converted;
use super::file_format::{Encoding, FileFormat, InfoOptions, Print};
use super::report::print_json;
use super::target::Target;
use crate::args::PrintArgs;
use crate::failure::Result;
use bytespec::mlir;
use bytespec::plan::Executor;
use bytespec::plan::explain::Spell;
use bytespec::text::{Kind, Scanner};
use release::options;
use std::path::Path;

/// MLIR.
pub(crate) struct Mlir;

impl FileFormat for Mlir {
    fn title(&self) -> &'static str {
        mlir::TITLE
    }

    fn magic(&self) -> &'static [u8] {
        &mlir::MAGIC
    }

    fn executor(&self) -> &'static Executor<'static> {
        mlir::executor()
    }

    fn is_text(&self, text: &str, first: Scanner<'_>) -> bool {
        match first.kind() {
            Kind::String | Kind::Percent | Kind::MetadataBegin => true,
            Kind::Word => first.spelling() == "module" || is_operation(first.spelling()),
            // A file with aliases alone, or with nothing but comments.
            Kind::End => !text.trim().is_empty(),
            _ => false,
        }
    }

    fn converts_text(&self) -> bool {
        true
    }

    fn check_releases(&self, _: &[String]) -> Result {
        Ok(())
    }

    fn parse(
        &self,
        _: &Path,
        title: String,
        text: &str,
        target: &Target<'_>,
    ) -> Result<Converted<'static>> {
        parse::parse(title, text, target)
    }

    fn encode<'m>(
        &self,
        name: &Path,
        bytes: &'m [u8],
        how: &Encoding<'_>,
    ) -> Result<Converted<'m>> {
        convert::encode(name, bytes, how)
    }

    fn place(&self, old: &[u8], _: &Content<'_>, at: usize, releases: &[String]) -> Result<String> {
        Ok(locate::locate(old, at, &options(releases)?))
    }

    fn info(&self, name: &Path, bytes: &[u8], asked: &InfoOptions<'_>) -> Result {
        let options = options(asked.releases)?;
        let mut info = info::info(name, bytes, &options)?;
        if asked.evidence {
            let found = mlir::rewritten_by(bytes, &options);
            info.rewritten_by = Some(found.iter().map(|release| release.name()).collect());
        }
        if asked.json { print_json(name, &info) } else { report::print(name, &info) }
    }

    fn dump(&self, name: &Path, bytes: &[u8], debug: bool, releases: &[String]) -> Result {
        dump::dump(name, bytes, debug, &options(releases)?)
    }

    fn printer<'b>(&self, args: &'b PrintArgs, bytes: &'b [u8]) -> Result<Print<'b>> {
        self.refuse("--warn", args.warn)?;
        Ok(Box::new(move |out| text::text(args, bytes, out)))
    }

    fn spelled(
        &self,
        bytes: &[u8],
        releases: &[String],
        run: &mut dyn FnMut(&dyn Spell) -> Result,
    ) -> Result {
        spelled::with(bytes, &options(releases)?, run)
    }
}

/// Whether a word can be the name of an operation in its custom form, such as `func.func`.
fn is_operation(word: &str) -> bool {
    let part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_lowercase())
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    word.split_once('.').is_some_and(|(dialect, rest)| part(dialect) && rest.split('.').all(part))
}
