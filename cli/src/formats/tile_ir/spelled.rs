//! Types in their text form.

use crate::failure::Result;
use crate::formats::spelling::{Nothing, Short, cut};
use bytespec::plan::explain::Spell;
use bytespec::tile_ir::{File, Spelling, TypeId};

/// Prints types.
struct Types<'f, 'a>(&'f File<'a>, Spelling<'f, 'a>);

impl Spell for Types<'_, '_> {
    fn entry(&self, text: &mut String, table: &str, index: u64) -> bool {
        let id = u32::try_from(index).map(TypeId);
        let known = id.ok().filter(|id| table == TypeId::TABLE && self.0.ty(*id).is_ok());
        let Some(id) = known else { return false };
        // A type that is too long ends early.
        let _ = self.1.write_ty(&mut Short(text), id);
        cut(text);
        true
    }
}

/// Calls `run` with a printer of a file's types, or without one if the file is damaged.
pub(super) fn with(bytes: &[u8], run: &mut dyn FnMut(&dyn Spell) -> Result) -> Result {
    match File::open(bytes) {
        Ok(file) => run(&Types(&file, Spelling::new(&file))),
        Err(_) => run(&Nothing),
    }
}
