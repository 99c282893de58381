//! Entries of the attribute and type tables, written again with other numbers.

use super::super::context::{Context, TypeTable};
use super::super::data::Entry;
use super::super::encoder::{Encoder, Numbers};
use super::super::entry::{self, Form};
use super::super::generated::{AttributeId, TypeId, view};
use super::super::module::Module;
use super::super::names::lookup;
use crate::dialect::Table;
use crate::error::{Context as _, Error, Result};
use crate::wire::Writer;

/// Reads entries of a module and writes them with other numbers.
#[derive(Debug)]
pub(in super::super) struct Entries<'m> {
    module: &'m Module<'m>,
    types: TypeTable<'m>,
    cx: Context<'m>,
    /// Names of the dialects by number, of those that are UTF-8.
    dialects: Vec<Option<&'m str>>,
}

/// Reads an entry and writes it, where a schema describes it.
macro_rules! rewrite {
    ($union:ident, $self:ident, $entry:ident, $place:ident, $writer:ident, $encoder:ident) => {{
        let dialect = $self.dialect($entry);
        let data = $self.module.data();
        let before = ($writer.len(), $encoder.listed());
        let read = view::$union::read;
        let mut settled = entry::settled(dialect, $entry, data, &$self.cx, $place, read);
        let mut again = false;
        loop {
            let cx = $self.cx.under(settled);
            let mut written = Ok(());
            let form = $encoder.under(settled, |encoder| {
                entry::read(dialect, $entry, data, &cx, |cursor, cx| {
                    let rewritten = view::$union::rewrite(dialect?, cursor, cx, $writer, encoder)?;
                    // What goes wrong in writing does not make the entry one of an unknown encoding.
                    Some(rewritten.map(|result| written = result))
                })
            });
            if matches!(form, Ok(Form::Opaque(_))) && !again {
                settled = entry::inferred(dialect, $entry, data, &$self.cx, $place, read);
                again = true;
                if settled.is_some() {
                    // What a reader without a release began to write.
                    $writer.truncate(before.0);
                    $encoder.forget(before.1);
                    continue;
                }
            }
            break form.and_then(|form| written.map(|()| form));
        }
    }};
}

impl<'m> Entries<'m> {
    pub(in super::super) fn new(module: &'m Module<'_>) -> Self {
        let types = module.type_table();
        let dialects = (0..module.dialects.len() as u32)
            .map(|id| std::str::from_utf8(module.dialect_name(id)).ok())
            .collect();
        Entries { module, types, cx: module.plain_context().with_types(types), dialects }
    }

    pub(in super::super) fn encoder<'e>(&'e self, numbers: Numbers<'e>) -> Encoder<'e> {
        let Module { version, release, dialect_releases, .. } = *self.module;
        Encoder::new(version, release, Some(self.types), numbers).with_dialects(dialect_releases)
    }

    fn dialect(&self, entry: Entry) -> Option<&'m str> {
        self.dialects.get(entry.dialect() as usize).copied().flatten()
    }

    /// Writes an attribute with the numbers of `cx`; its text comes back where it is text.
    ///
    /// # Errors
    /// An encoding that neither a schema nor the registry describes.
    pub(in super::super) fn write_attribute(
        &self,
        id: AttributeId,
        writer: &mut Writer,
        cx: &mut Encoder<'_>,
    ) -> Result<Option<&'m [u8]>> {
        let entry = lookup(AttributeId::TABLE, &self.module.attributes, id.0)?;
        let before = (writer.len(), cx.listed());
        let place = self.module.settlements.attribute(id.0, self.module.attributes.len());
        rewrite!(AttributeEntry, self, entry, place, writer, cx)
            .and_then(|form| self.finish(Table::Attribute, entry, form, before, writer, cx))
            .index(u64::from(id.0))
            .field("attributes")
    }

    /// Writes a type with the numbers of `cx`; its text comes back where it is text.
    ///
    /// # Errors
    /// An encoding that neither a schema nor the registry describes.
    pub(in super::super) fn write_type(
        &self,
        id: TypeId,
        writer: &mut Writer,
        cx: &mut Encoder<'_>,
    ) -> Result<Option<&'m [u8]>> {
        let entry = lookup(TypeId::TABLE, &self.module.types, id.0)?;
        let before = (writer.len(), cx.listed());
        let place = self.module.settlements.ty(id.0, self.module.types.len());
        rewrite!(TypeEntry, self, entry, place, writer, cx)
            .and_then(|form| self.finish(Table::Type, entry, form, before, writer, cx))
            .index(u64::from(id.0))
            .field("types")
    }

    fn finish(
        &self,
        table: Table,
        entry: Entry,
        form: Form<'m, ()>,
        (start, listed): (usize, usize),
        writer: &mut Writer,
        cx: &mut Encoder<'_>,
    ) -> Result<Option<&'m [u8]>> {
        match form {
            Form::Typed(()) => Ok(None),
            Form::Text(text) => {
                writer.nul_terminated(text);
                Ok(Some(text))
            }
            Form::Opaque(_) => {
                // What a schema that does not fit began to write.
                writer.truncate(start);
                cx.forget(listed);
                match self.module.transcode_entry(table, entry, writer, cx) {
                    Some(written) => written.map(|()| None),
                    None => Err(self.opaque(entry)),
                }
            }
        }
    }

    #[cold]
    fn opaque(&self, entry: Entry) -> Error {
        Error::invalid(format!(
            "the encoding of the dialect {} is not known, so that what the entry refers to cannot \
             be renumbered: the module can only be written with pinned numbering",
            String::from_utf8_lossy(self.module.dialect_name(entry.dialect()))
        ))
    }
}
