//! Direct and indirect references of entries.

use super::super::module::Module;
use crate::dialect::Table;
use crate::tables::entry::{EntryForm, Handle};
use crate::write::numbering::Entries;
use bytespec_core::error::Result;

/// The result of [`Module::reachable`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reachable {
    /// The entries, including the roots, each once and before its references.
    pub entries: Vec<Handle>,
    /// Those of them whose references are not known, because neither a schema nor the registry describes them.
    pub opaque: Vec<Handle>,
}

impl Module<'_> {
    /// The entries that can be reached from the roots by following references. Each entry is visited once, so cycles end, and
    /// depth is not limited.
    ///
    /// # Errors
    /// Indices past their tables, and damaged entries.
    pub fn reachable(&self, roots: impl IntoIterator<Item = Handle>) -> Result<Reachable> {
        let mut found = Reachable::default();
        let mut attributes = vec![false; self.attributes.len()];
        let mut types = vec![false; self.types.len()];
        let entries = Entries::new(self);
        let mut left: Vec<Handle> = roots.into_iter().collect();
        left.reverse();
        let mut references = Vec::new();
        while let Some(handle) = left.pop() {
            let seen = match handle.table() {
                Table::Attribute => &mut attributes,
                Table::Type => &mut types,
            };
            let known = seen.get_mut(handle.number() as usize);
            if known.map(|seen| std::mem::replace(seen, true)) == Some(true) {
                continue;
            }
            found.entries.push(handle);
            references.clear();
            let listed = entries
                .entry(handle)
                .and_then(|entry| entries.list((handle, entry), &mut references));
            if let Err(error) = listed {
                if self.is_described(handle)? {
                    return Err(error);
                }
                found.opaque.push(handle);
                continue;
            }
            left.extend(references.iter().rev().filter_map(|reference| reference.entry()));
        }
        Ok(found)
    }

    /// Whether a schema or the registry describes an entry.
    pub(crate) fn is_described(&self, handle: Handle) -> Result<bool> {
        let entry = self.stored(handle.table(), handle.number())?;
        let opaque = match handle {
            Handle::Attribute(id) => matches!(self.attribute(id)?, EntryForm::Opaque { .. }),
            Handle::Type(id) => matches!(self.ty(id)?, EntryForm::Opaque { .. }),
        };
        Ok(!opaque || self.registry.get(self.dialect_name(entry.dialect())).is_some())
    }
}
