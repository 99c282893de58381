//! Parsed attributes that are text in a file: tools look for aliases inside them.

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

/// The dialect with attributes that are text and contain other attributes.
pub(super) const DIALECT: &str = "llvm";

/// The first release with an encoding. Its fields are the same as those in the text of earlier releases.
pub(super) const ENCODED_SINCE: Release = Release::R22;

/// Releases whose reader treats the same text in several entries as one attribute, including distinct attributes inside. In
/// other releases the distinct attributes of an entry are different from those of all others (`mlir-opt` 17 to 19 and 21 to 23,
/// observed).
const SHARED: RangeInclusive<Release> = Release::R20..=Release::R21;

/// The bytes of an attribute that is text in a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Bytes {
    /// The encoding of the first release with an encoding.
    Encoded(Vec<u8>),
    /// The encoding of an attribute that only has text.
    Text(Vec<u8>),
}

/// The parsed content of attributes that are text. Their references are in the tables of the same module.
#[derive(Debug, Default)]
pub(super) struct LlvmAttributes {
    /// The parsed attribute for each attribute that is text in a file.
    pub(super) same: HashMap<AttributeId, AttributeId>,
    entries: HashMap<AttributeId, Bytes>,
    /// The attributes by their bytes.
    numbers: HashMap<Bytes, AttributeId>,
    /// The entries with text that cannot be parsed.
    pub(super) wrong: HashMap<Handle, Error>,
    /// The attributes by their text, in releases in which the same text in several entries is one attribute.
    shared: Option<HashMap<String, AttributeId>>,
}

/// An attribute that is text in a file.
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
    /// The state before reading the entries of a file, for a reader of a release.
    pub(super) fn of_file(release: Release) -> Self {
        let shared = SHARED.contains(&release).then(HashMap::new);
        LlvmAttributes { shared, ..LlvmAttributes::default() }
    }

    /// The attribute that was parsed from the same text, in this or another entry.
    pub(super) fn shared(&self, dialect: &str, text: &str) -> Option<AttributeId> {
        let shared = self.shared.as_ref().filter(|_| dialect == DIALECT)?;
        shared.get(text).copied()
    }

    /// Records the attribute that was parsed from a text.
    pub(super) fn share(&mut self, dialect: &str, text: &str, id: AttributeId) {
        if let Some(shared) = self.shared.as_mut().filter(|_| dialect == DIALECT) {
            shared.insert(text.to_owned(), id);
        }
    }

    /// The attribute with these bytes.
    pub(super) fn number(&self, bytes: &Bytes) -> Option<AttributeId> {
        self.numbers.get(bytes).copied()
    }

    /// The parsed attributes, in order.
    pub(super) fn ids(&self) -> Vec<AttributeId> {
        let mut ids: Vec<AttributeId> = self.entries.keys().copied().collect();
        ids.sort_by_key(|id| id.0);
        ids
    }

    /// The parsed content of an attribute that is text.
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

    /// Whether an attribute was parsed.
    pub(super) fn has(&self, id: AttributeId) -> bool {
        self.entries.contains_key(&id)
    }

    /// Records the parsed content of an attribute.
    pub(super) fn insert(&mut self, id: AttributeId, bytes: Bytes) {
        self.numbers.insert(bytes.clone(), id);
        self.entries.insert(id, bytes);
    }
}

/// The releases for decoding the bytes of the first release with an encoding, unless the module has such a release itself.
pub(super) fn releases(module: &Module<'_>) -> EntryReleases {
    EntryReleases { release: Some(ENCODED_SINCE), dialects: module.dialect_releases() }
}
