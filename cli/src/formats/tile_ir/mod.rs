//! CUDA Tile IR bytecode as a format of the commands.

mod attributes;
mod body;
mod constants;
mod convert;
mod dump;
mod info;
mod locate;
mod locations;
mod parse;
mod report;
mod spelled;
mod text;
mod tree;

use super::content::Content;
use super::converted::Converted;
use super::file_format::{Encoding, FileFormat, InfoOptions, Print};
use super::report::print_json;
use super::target::Target;
use crate::args::{Numbering, PrintArgs};
use crate::failure::Result;
use bytespec::plan::Executor;
use bytespec::plan::explain::Spell;
use bytespec::text::{Kind, Scanner};
use bytespec::tile_ir::{self, begins_module};
use locate::{locate, payload_difference};
use std::path::Path;

/// The prefix of the text of a module that states its producer.
const PRODUCER: &str = "// Producer: ";

/// CUDA Tile IR.
pub(crate) struct TileIr;

impl FileFormat for TileIr {
    fn title(&self) -> &'static str {
        tile_ir::TITLE
    }

    fn magic(&self) -> &'static [u8] {
        &tile_ir::MAGIC
    }

    fn executor(&self) -> &'static Executor<'static> {
        tile_ir::executor()
    }

    fn is_text(&self, text: &str, mut first: Scanner<'_>) -> bool {
        match first.kind() {
            Kind::Word if begins_module(first.spelling()) => true,
            // The module of MLIR that one front end puts around.
            Kind::Word if first.spelling() == "module" => {
                first.advance();
                first.eat_kind(Kind::At);
                first.eat(b'{') && begins_module(first.spelling())
            }
            Kind::End => text.starts_with(PRODUCER),
            _ => false,
        }
    }

    fn check_releases(&self, releases: &[String]) -> Result {
        self.refuse("--release", !releases.is_empty())
    }

    fn parse(
        &self,
        name: &Path,
        title: String,
        text: &str,
        target: &Target<'_>,
    ) -> Result<Converted<'static>> {
        self.refuse("--to-release", target.to_release.is_some())?;
        self.refuse("--lossy", target.lossy)?;
        parse::parse(name, title, text, target.version)
    }

    fn encode<'m>(
        &self,
        name: &Path,
        bytes: &'m [u8],
        how: &Encoding<'_>,
    ) -> Result<Converted<'m>> {
        self.refuse("--lossy", how.lossy)?;
        self.refuse("--dialect", !how.dialects.is_empty())?;
        self.check_releases(how.releases)?;
        convert::encode(name, bytes, how.to, how.numbering)
    }

    fn place(&self, old: &[u8], new: &Content<'_>, at: usize, _: &[String]) -> Result<String> {
        let place = locate(old, at);
        let Content::Bytes(new) = new else { return Ok(place) };
        Ok(match payload_difference(old, new, at) {
            Some(at) => {
                format!("{place} (its content from byte {at} ({at:#x}), {})", locate(old, at))
            }
            None => place,
        })
    }

    /// Compares with the output of the writer that numbers in another order.
    fn is_renumbered(
        &self,
        name: &Path,
        old: &[u8],
        new: &Converted<'_>,
        numbering: Numbering,
    ) -> Result<bool> {
        let other = match numbering {
            Numbering::Pinned => return Ok(false),
            Numbering::Python => Numbering::Cxx,
            Numbering::Cxx => Numbering::Python,
        };
        let Content::Bytes(bytes) = &new.content else { return Ok(false) };
        let numbered = |bytes| convert::encode(name, bytes, None, other)?.content.into_bytes(name);
        Ok(new.notes.is_empty() && numbered(old)? == numbered(bytes)?)
    }

    fn info(&self, name: &Path, bytes: &[u8], asked: &InfoOptions<'_>) -> Result {
        self.check_releases(asked.releases)?;
        self.refuse("--evidence", asked.evidence)?;
        let info = info::info(name, bytes)?;
        if asked.json { print_json(name, &info) } else { report::print(name, &info) }
    }

    fn dump(&self, name: &Path, bytes: &[u8], debug: bool, releases: &[String]) -> Result {
        self.check_releases(releases)?;
        dump::dump(name, bytes, debug)
    }

    fn printer<'b>(&self, args: &'b PrintArgs, bytes: &'b [u8]) -> Result<Print<'b>> {
        let module = text::printable(args, bytes)?;
        Ok(Box::new(move |out| {
            text::text(args, &module, out)?;
            Ok(Vec::new())
        }))
    }

    fn spelled(
        &self,
        bytes: &[u8],
        _: &[String],
        run: &mut dyn FnMut(&dyn Spell) -> Result,
    ) -> Result {
        spelled::with(bytes, run)
    }
}
