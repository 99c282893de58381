//! Widths of numbers, from their types.

use crate::codec::context::{Context, TypeTable};
use crate::generated::TypeId;
use crate::tables::entry::{self, Encoded};
use crate::tables::names::wrong_entry;
use crate::tables::release_cache::CacheEntry;
use bytespec_core::error::{Error, ErrorKind, Result};

/// The size of the longest entry of a numeric type, in bytes.
pub(crate) const MAX_NUMBER_TYPE: u32 = 32;

impl Context<'_> {
    /// The width in bits of the numbers of a type: an integer, a float or `index`.
    ///
    /// # Errors
    /// An index past the table, and a type that is not numeric.
    pub fn width(&self, id: TypeId) -> Result<u64> {
        let Some(types) = self.types() else {
            let item = "the table of types".into();
            return Err(Error::new(ErrorKind::Absent { item, why: "is missing" }));
        };
        match types.registered_width(id, self) {
            Some(width) => width?.ok_or_else(|| wrong_entry("type", id.0, "a number")),
            None => types.type_table().width(id, self),
        }
    }
}

impl TypeTable<'_> {
    fn width(&self, id: TypeId, cx: &Context<'_>) -> Result<u64> {
        let place = self.release_cache.width(id.0, self.entries.len());
        place.width(cx.decode_key(), || self.find_width(id, cx))
    }

    fn find_width(&self, id: TypeId, cx: &Context<'_>) -> Result<u64> {
        let found = self.entries.lookup(TypeId::TABLE, id.0)?;
        let not_a_number = || wrong_entry("type", id.0, "a number");
        // Types of numbers are shorter. A longer entry can have any number of parts, and would be read again for each number of
        // this type.
        if found.len > MAX_NUMBER_TYPE {
            return Err(not_a_number());
        }
        let dialect = self.dialect_name(found.dialect()).ok_or_else(not_a_number)?;
        let plain = cx.without_types();
        let (data, cx, cached) = (self.data, &plain, CacheEntry::none());
        let ty = Encoded { dialect, entry: found, data, cx, cached }.decode::<TypeId>()?;
        entry::width(&ty).ok_or_else(not_a_number)
    }
}
