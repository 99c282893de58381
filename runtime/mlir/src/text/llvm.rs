//! Attributes that a file has as text, by what they are made of: tools look for aliases in them.

use super::super::generated::{AttributeId, Release, view};
use super::super::module::Module;
use crate::codec::context::EntryReleases;
use crate::tables::entry::Handle;
use bytespec_core::error::Error;
use bytespec_core::reflect::{Names, Text};
use bytespec_core::wire::Cursor;
use std::collections::HashMap;
use std::fmt;
use std::ops::RangeInclusive;

/// The dialect that has attributes as text in which others lie.
pub(super) const DIALECT: &str = "llvm";

/// The first release with an encoding, which has the fields of what earlier ones have as text.
pub(super) const ENCODED_SINCE: Release = Release::R22;

/// Releases whose reader takes the same text in several entries, distinct attributes in it and all, for one attribute; in
/// any other one what is distinct in an entry is in no other (`mlir-opt` 17 to 19 and 21 to 23, observed).
const SHARED: RangeInclusive<Release> = Release::R20..=Release::R21;

/// The bytes of an attribute that a file has as text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Bytes {
    /// Those of the first release with an encoding.
    Encoded(Vec<u8>),
    /// Those of what only has text.
    Text(Vec<u8>),
}

/// What attributes that are text are made of. Each is one of a module whose tables have what lies inside, too.
#[derive(Debug, Default)]
pub(super) struct LlvmAttributes {
    /// The attribute that stands for one that a file has as text.
    pub(super) same: HashMap<AttributeId, AttributeId>,
    entries: HashMap<AttributeId, Bytes>,
    /// The attributes by their bytes.
    numbers: HashMap<Bytes, AttributeId>,
    /// Entries with text that cannot be read.
    pub(super) wrong: HashMap<Handle, Error>,
    /// The attributes by their text, where the same text in several entries is one attribute.
    shared: Option<HashMap<String, AttributeId>>,
}

/// An attribute that a file has as text.
#[allow(clippy::large_enum_variant, reason = "it borrows, and lives on the stack of who asked")]
pub(super) enum Part<'a> {
    Encoded(view::AttributeEntry<'a>),
    Text(view::LlvmText<'a>),
}

impl Text for Part<'_> {
    fn text(&self, f: &mut dyn fmt::Write, names: &dyn Names) -> fmt::Result {
        match self {
            Part::Encoded(entry) => entry.text(f, names),
            Part::Text(entry) => entry.text(f, names),
        }
    }
}

impl LlvmAttributes {
    /// What a reader of a release makes of the entries of a file, of which none was read yet.
    pub(super) fn of_file(release: Release) -> Self {
        let shared = SHARED.contains(&release).then(HashMap::new);
        LlvmAttributes { shared, ..LlvmAttributes::default() }
    }

    /// The attribute that was read of a text in this or another entry.
    pub(super) fn shared(&self, dialect: &str, text: &str) -> Option<AttributeId> {
        let shared = self.shared.as_ref().filter(|_| dialect == DIALECT)?;
        shared.get(text).copied()
    }

    /// Says what was read of a text.
    pub(super) fn share(&mut self, dialect: &str, text: &str, id: AttributeId) {
        if let Some(shared) = self.shared.as_mut().filter(|_| dialect == DIALECT) {
            shared.insert(text.to_owned(), id);
        }
    }

    /// The attribute that has some bytes.
    pub(super) fn number(&self, bytes: &Bytes) -> Option<AttributeId> {
        self.numbers.get(bytes).copied()
    }

    /// The attributes of which it is known what they are made of, in order.
    pub(super) fn ids(&self) -> Vec<AttributeId> {
        let mut ids: Vec<AttributeId> = self.entries.keys().copied().collect();
        ids.sort_by_key(|id| id.0);
        ids
    }

    /// What an attribute that is text is made of, in a module.
    pub(super) fn part<'p>(&'p self, module: &Module<'_>, id: AttributeId) -> Option<Part<'p>> {
        let id = self.same.get(&id).copied().unwrap_or(id);
        let cx = module.plain_context();
        match self.entries.get(&id)? {
            Bytes::Encoded(bytes) => {
                let cx = cx.under(Some(releases(module)));
                let read = view::AttributeEntry::read(DIALECT, &mut Cursor::new(bytes), &cx);
                read?.ok().map(Part::Encoded)
            }
            Bytes::Text(bytes) => {
                view::LlvmText::read(&mut Cursor::new(bytes), &cx).ok().map(Part::Text)
            }
        }
    }

    /// Whether it is known of an attribute what it is made of.
    pub(super) fn has(&self, id: AttributeId) -> bool {
        self.entries.contains_key(&id)
    }

    /// Says what an attribute is made of.
    pub(super) fn insert(&mut self, id: AttributeId, bytes: Bytes) {
        self.numbers.insert(bytes.clone(), id);
        self.entries.insert(id, bytes);
    }
}

/// Under which releases bytes of the first release with an encoding are read, unless the module has one itself.
pub(super) fn releases(module: &Module<'_>) -> EntryReleases {
    EntryReleases { release: Some(ENCODED_SINCE), dialects: module.dialect_releases() }
}
