//! Entries of tables as the textual forms of the shipped formats have them.

use crate::failure::Result;
use crate::formats::{Format, mlir};
use bytespec::mlir::{AttributeId, Module, OpNameId};
use bytespec::plan::explain::Spell;
use bytespec::tile_ir;
use std::cell::RefCell;
use std::fmt;

/// The longest spelling, in characters.
const MAX_SPELLED: usize = 120;

/// Nothing is spelled.
struct Nothing;

impl Spell for Nothing {
    fn entry(&self, _: &mut String, _: &str, _: u64) -> bool {
        false
    }
}

/// Types of Tile IR.
struct TileIr<'f, 'a>(&'f tile_ir::File<'a>, tile_ir::Spelling<'f, 'a>);

impl Spell for TileIr<'_, '_> {
    fn entry(&self, text: &mut String, table: &str, index: u64) -> bool {
        let id = u32::try_from(index).map(tile_ir::TypeId);
        let known = id.ok().filter(|id| table == tile_ir::TypeId::TABLE && self.0.ty(*id).is_ok());
        let Some(id) = known else { return false };
        // A type that is too long ends early.
        let _ = self.1.write_ty(&mut Short(text), id);
        cut(text);
        true
    }
}

/// Attributes, types and names of operations of MLIR.
struct Mlir<'f, 'm> {
    file: &'f bytespec::mlir::File<'m>,
    speller: RefCell<mlir::Speller<'f>>,
    counts: (u64, u64),
}

impl Spell for Mlir<'_, '_> {
    fn entry(&self, text: &mut String, table: &str, index: u64) -> bool {
        let (Ok(id), Ok(mut speller)) = (u32::try_from(index), self.speller.try_borrow_mut())
        else {
            return false;
        };
        if table == OpNameId::TABLE {
            let Ok(name) = self.file.op_name(OpNameId(id)) else { return false };
            text.push_str(&name.full());
        } else if table == AttributeId::TABLE && index < self.counts.0 {
            speller.attribute(text, AttributeId(id));
        } else if table == bytespec::mlir::TypeId::TABLE && index < self.counts.1 {
            speller.ty(text, bytespec::mlir::TypeId(id));
        } else {
            return false;
        }
        cut(text);
        speller.failure().is_none()
    }
}

/// A text that takes no more once it is longer than a spelling.
struct Short<'t>(&'t mut String);

impl fmt::Write for Short<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        self.0.push_str(part);
        if self.0.len() > MAX_SPELLED * char::MAX_LEN_UTF8 { Err(fmt::Error) } else { Ok(()) }
    }
}

fn cut(text: &mut String) {
    if let Some((end, _)) = text.char_indices().nth(MAX_SPELLED) {
        text.truncate(end);
        text.push_str("...");
    }
}

/// Runs with what spells entries of a file; of one that is damaged they are as the schema has them.
pub(super) fn with(
    format: Option<Format>,
    bytes: &[u8],
    release: &[String],
    run: impl FnOnce(&dyn Spell) -> Result,
) -> Result {
    match format {
        Some(Format::TileIr) => match tile_ir::File::open(bytes) {
            Ok(file) => run(&TileIr(&file, tile_ir::Spelling::new(&file))),
            Err(_) => run(&Nothing),
        },
        Some(Format::Mlir) => {
            let options = mlir::options(release)?;
            let file = bytespec::mlir::File::open_with(bytes, &options);
            let tables = file.as_ref().ok().and_then(|file| Module::tables(file).ok());
            match (file, tables) {
                (Ok(file), Some(tables)) => {
                    let counts = (tables.attribute_count() as u64, tables.type_count() as u64);
                    let speller = RefCell::new(mlir::Speller::new(&tables, bytes.len()));
                    run(&Mlir { file: &file, speller, counts })
                }
                _ => run(&Nothing),
            }
        }
        None => run(&Nothing),
    }
}
