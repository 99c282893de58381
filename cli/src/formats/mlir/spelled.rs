//! Attributes, types and operation names in their text form.

use super::speller::Speller;
use crate::failure::Result;
use crate::formats::spelling::{Nothing, cut};
use bytespec::mlir::{AttributeId, File, Module, OpNameId, OpenOptions, TypeId};
use bytespec::plan::explain::Spell;
use std::cell::RefCell;

/// Prints attributes, types and operation names.
struct Entries<'f, 'm> {
    file: &'f File<'m>,
    speller: RefCell<Speller<'f>>,
    counts: (u64, u64),
}

impl Spell for Entries<'_, '_> {
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
        } else if table == TypeId::TABLE && index < self.counts.1 {
            speller.ty(text, TypeId(id));
        } else {
            return false;
        }
        cut(text);
        speller.failure().is_none()
    }
}

/// Calls `run` with a printer of a file's entries, or without one if the file is damaged.
pub(super) fn with(
    bytes: &[u8],
    options: &OpenOptions,
    run: &mut dyn FnMut(&dyn Spell) -> Result,
) -> Result {
    let file = File::open_with(bytes, options);
    let tables = file.as_ref().ok().and_then(|file| Module::tables(file).ok());
    match (file, tables) {
        (Ok(file), Some(tables)) => {
            let counts = (tables.attribute_count() as u64, tables.type_count() as u64);
            let speller = RefCell::new(Speller::new(&tables, bytes.len()));
            run(&Entries { file: &file, speller, counts })
        }
        _ => run(&Nothing),
    }
}
