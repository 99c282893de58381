//! Widths of numbers, from types of dialects in the registry.

use super::context::Reading;
use super::handle::EntryReader;
use super::registry::Registry;
use crate::TypeId;
use crate::codec::context::{Context, HasTypes, TypeTable};
use crate::codec::widths::MAX_NUMBER_TYPE;
use crate::tables::data::Data;
use crate::tables::entry_table::EntryTable;
use crate::tables::names::Strings;
use crate::tables::release_cache::ReleaseCache;
use bytespec_core::error::Result;
use bytespec_core::wire::Cursor;
use std::sync::LazyLock;

/// The width of the numbers of a type, from its dialect in the registry; `None` if the registry lacks the dialect.
pub(crate) fn registered_width(
    registry: &Registry,
    table: &TypeTable<'_>,
    id: TypeId,
    cx: &Context<'_>,
) -> Option<Result<Option<u64>>> {
    if registry.iter().len() == 0 {
        return None;
    }
    let found = table.entries.get(id.0 as usize)?;
    let hooks = registry.get(table.dialect_name(found.dialect())?)?;
    if !found.custom() || found.len > MAX_NUMBER_TYPE {
        return Some(Ok(None));
    }
    let record = table.dialects.get(found.dialect() as usize).and_then(|found| found.version);
    let no_types = NoTypes(cx.producer().name());
    let cx = Reading::new(cx.with_types(&no_types), record.map(|span| table.data.bytes(span)));
    let (slice, start) = table.data.slice(found.span());
    let cursor = Cursor::over(slice, start, start + found.len as usize);
    Some(cursor.and_then(|mut cursor| hooks.width(&mut EntryReader::new(&mut cursor, &cx))))
}

/// The context for reading a type to find its width. It has no other types: a width that depends on another type could depend
/// on itself.
#[derive(Debug)]
struct NoTypes<'p>(&'p [u8]);

impl HasTypes for NoTypes<'_> {
    fn type_table(&self) -> TypeTable<'_> {
        static STRINGS: Strings = Strings { spans: Vec::new() };
        static ENTRIES: EntryTable = EntryTable::EMPTY;
        static RELEASE_CACHE: LazyLock<ReleaseCache> = LazyLock::new(ReleaseCache::default);
        TypeTable {
            entries: &ENTRIES,
            dialects: &[],
            strings: &STRINGS,
            data: Data { input: &[], added: &[] },
            release_cache: &RELEASE_CACHE,
        }
    }

    fn producer(&self) -> &[u8] {
        self.0
    }

    fn registered_width(&self, _: TypeId, _: &Context<'_>) -> Option<Result<Option<u64>>> {
        None
    }
}
