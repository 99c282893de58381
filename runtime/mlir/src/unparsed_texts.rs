//! The place of the text form in a build without it: entries that a file stores as text cannot be parsed.

use crate::BUILTIN;
use crate::module::Module;
use crate::tables::data::Entry;
use bytespec_core::error::{Error, ErrorKind, Result};

impl Module<'_> {
    /// Refuses attributes and types of the dialect `builtin` that are text.
    pub(crate) fn resolve_texts(&mut self) -> Result<usize> {
        self.check_texts().map(|()| 0)
    }

    /// Refuses attributes and types of the dialect `builtin` that are text.
    pub(crate) fn check_texts(&self) -> Result<()> {
        let Some(builtin) = self.find_dialect(BUILTIN) else { return Ok(()) };
        let is_text = |entry: Entry| entry.is_text_of(builtin);
        let attribute = self.attributes.iter().position(is_text).map(|at| ("attribute", at));
        let ty = || self.types.iter().position(is_text).map(|at| ("type", at));
        match attribute.or_else(ty) {
            Some((kind, at)) => {
                let item = format!("{kind} {at}, which is text that the feature `text` parses,");
                Err(Error::new(ErrorKind::Opaque { item }))
            }
            None => Ok(()),
        }
    }
}
