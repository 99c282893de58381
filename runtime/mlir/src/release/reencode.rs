//! Decodes every entry and encodes it again. This shows which entries a schema describes, which are kept as bytes, and whether
//! decoding and encoding agree.

use crate::codec::encoder::Encoder;
use crate::dialect::Table;
use crate::generated::{AttributeId, OpNameId, PropertyBlobId, TypeId};
use crate::module::Module;
use crate::operations::properties;
use crate::tables::data::{Data, Entry, Span};
use crate::tables::entry::{Described, Encoded, EntryForm};
use crate::tables::names::lookup;
use crate::tables::release_cache::CacheEntry;
use bytespec_core::error::{Context as _, Result};
use bytespec_core::wire::Writer;
use std::collections::{BTreeMap, HashSet};

/// A number of entries and their size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    /// The number of entries.
    pub entries: usize,
    /// Their size in bytes.
    pub bytes: usize,
}

impl Amount {
    fn add(&mut self, bytes: usize) {
        self.entries += 1;
        self.bytes += bytes;
    }
}

/// Entries by their form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forms {
    /// Entries that a schema describes.
    pub typed: Amount,
    /// Assembly text.
    pub text: Amount,
    /// Entries that no schema describes.
    pub opaque: Amount,
}

/// An entry that was written as other bytes than were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The entry, such as `attribute 12`.
    pub entry: String,
    /// Offset of the first byte that differs, from the start of the file.
    pub offset: usize,
    /// The byte that was read; `None` at the end of the entry.
    pub read: Option<u8>,
    /// The byte that was written; `None` at the end of the entry.
    pub written: Option<u8>,
}

/// The result of [`Module::reencode`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reencoded {
    /// Attributes by dialect.
    pub attributes: BTreeMap<String, Forms>,
    /// Types by dialect.
    pub types: BTreeMap<String, Forms>,
    /// Properties by operation. Those that no operation refers to have an empty name.
    pub properties: BTreeMap<String, Forms>,
    /// Versions of dialects, which only the dialect can decode.
    pub versions: BTreeMap<String, Amount>,
    /// Bytes after the last entry of the attribute and type tables.
    pub unused: usize,
    /// Entries and property blobs with numbers that take more bytes than necessary. They are written shorter, with the same
    /// meaning.
    pub longer: Amount,
    /// The first entry that was written as other bytes and does not count as `longer`.
    pub difference: Option<Difference>,
}

impl Reencoded {
    /// Records an entry that was written as other bytes. `same` returns whether they have the same meaning.
    fn compare(
        &mut self,
        entry: impl FnOnce() -> String,
        span: Span,
        (read, new): (&[u8], &[u8]),
        same: impl FnOnce() -> bool,
    ) {
        if read == new {
            return;
        }
        if new.len() < read.len() && same() {
            self.longer.add(read.len());
            return;
        }
        if self.difference.is_some() {
            return;
        }
        let same = read.iter().zip(new).take_while(|(read, new)| read == new).count();
        self.difference = Some(Difference {
            entry: entry(),
            offset: span.start + same,
            read: read.get(same).copied(),
            written: new.get(same).copied(),
        });
    }
}

impl Module<'_> {
    /// Decodes every attribute, type and property blob, and writes it again with its numbers. Properties of operations in lazy
    /// regions count as properties without an operation.
    ///
    /// # Errors
    /// An entry that cannot be decoded or written.
    pub fn reencode(&self) -> Result<Reencoded> {
        self.check_texts()?;
        let mut found = Reencoded { unused: self.layout.slack.len, ..Reencoded::default() };
        self.reencode_table::<AttributeId>(&mut found)?;
        self.reencode_table::<TypeId>(&mut found)?;
        self.reencode_properties(&mut found)?;
        for dialect in self.dialects() {
            if let Some(version) = dialect.version {
                found.versions.entry(text(dialect.name)).or_default().add(version.len());
            }
        }
        Ok(found)
    }

    /// The context for writing a single attribute or type with the numbers of this module.
    #[must_use]
    pub fn encoder(&self) -> Encoder<'_> {
        self.pinned()
    }

    fn reencode_table<I: Described>(&self, found: &mut Reencoded) -> Result<()> {
        let (mut cx, reading) = (self.pinned(), self.context());
        let mut writer = Writer::new();
        for index in 0..self.table(I::TABLE).len() as u32 {
            let entry = self.stored(I::TABLE, index)?;
            let dialects = match I::TABLE {
                Table::Attribute => &mut found.attributes,
                Table::Type => &mut found.types,
            };
            let forms = named(dialects, self.dialect_name(entry.dialect()));
            let len = entry.span().len;
            let typed = match self.form(I::new(index))? {
                EntryForm::Text { .. } => {
                    forms.text.add(len);
                    continue;
                }
                EntryForm::Opaque { .. } => {
                    forms.opaque.add(len);
                    continue;
                }
                EntryForm::Typed(typed) => I::to_owned(&typed),
            };
            forms.typed.add(len);
            writer.clear();
            let encoded = self.encoded(I::new(index), entry, &reading);
            cx.under(encoded.releases::<I>(), |cx| I::write(&typed, &mut writer, cx))
                .index(index.into())
                .field(I::TABLE.field())?;
            let (read, new) = (self.data().bytes(entry.span()), writer.as_slice());
            let same = || {
                let (entry, data) = alone(entry, new);
                let dialect = self.dialect_name(entry.dialect());
                let (cx, cached) = (&reading, CacheEntry::none());
                let again = Encoded { dialect, entry, data, cx, cached }.decode::<I>();
                matches!(again, Ok(EntryForm::Typed(again)) if I::to_owned(&again) == typed)
            };
            let name = || format!("{} {index}", I::TABLE.item());
            found.compare(name, entry.span(), (read, new), same);
        }
        Ok(())
    }

    fn reencode_properties(&self, found: &mut Reencoded) -> Result<()> {
        let mut seen = HashSet::new();
        // Different operations can share one blob of properties. One known owner is enough.
        let mut owners: Vec<Option<(OpNameId, bool)>> = vec![None; self.properties.len()];
        for op in self.walk() {
            let name = self.ir.name(op);
            let Some(id) = self.properties_id(op) else { continue };
            let span = lookup(PropertyBlobId::TABLE, &self.properties, id.0)?;
            if !seen.insert((name, id)) {
                continue;
            }
            let typed = self.reencode_blob(name, id, span, found)?;
            if let Some(owner) = owners.get_mut(id.0 as usize)
                && owner.is_none_or(|(_, known)| typed && !known)
            {
                *owner = Some((name, typed));
            }
        }
        for (span, owner) in self.properties.iter().zip(owners) {
            let (name, typed) = match owner {
                Some((name, typed)) => (self.op_name(name)?.full(), typed),
                None => ("".into(), false),
            };
            let forms = named(&mut found.properties, name.as_bytes());
            if typed { forms.typed.add(span.len) } else { forms.opaque.add(span.len) }
        }
        Ok(())
    }

    /// Writes the properties again. Returns whether their layout is known.
    fn reencode_blob(
        &self,
        name: OpNameId,
        id: PropertyBlobId,
        span: Span,
        found: &mut Reencoded,
    ) -> Result<bool> {
        let data = self.data();
        let mut writer = Writer::new();
        let layout = properties::layout_of(self, name, Some(id))?;
        let mut list = Vec::new();
        if let Some(fields) = layout {
            list = properties::list(fields, data, span, &self.plain_context(), self)?;
            let bytes = data.bytes(span);
            properties::transcode(fields, self.version, bytes, &mut self.pinned(), &mut writer)?;
        } else if !self.op_name(name)?.registered {
            // The producer kept the properties of an operation that it did not know as an attribute.
            match properties::sole_attribute(data, span) {
                Ok(attribute) => writer.prefix(u64::from(attribute.0)),
                Err(_) => return Ok(false),
            }
        } else {
            return Ok(false);
        }
        let owner = self.op_name(name)?;
        let entry = || format!("property blob {} of {}", id.0, owner.full());
        let (read, new) = (data.bytes(span), writer.as_slice());
        let same = || {
            let (whole, data) =
                (Span { start: 0, len: new.len() }, Data { input: new, added: &[] });
            match layout {
                Some(fields) => {
                    let again = properties::list(fields, data, whole, &self.plain_context(), self);
                    again.is_ok_and(|again| again == list)
                }
                // One number.
                None => true,
            }
        };
        found.compare(entry, span, (read, new), same);
        Ok(true)
    }
}

/// An entry of its own for the bytes that an entry was written as.
fn alone(entry: Entry, bytes: &[u8]) -> (Entry, Data<'_>) {
    let span = Span { start: 0, len: bytes.len() };
    let again = Entry::new(entry.dialect(), entry.custom(), span);
    (again.unwrap_or_default(), Data { input: bytes, added: &[] })
}

fn text(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}

fn named<'m>(map: &'m mut BTreeMap<String, Forms>, name: &[u8]) -> &'m mut Forms {
    map.entry(text(name)).or_default()
}
