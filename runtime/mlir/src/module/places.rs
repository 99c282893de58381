//! The places of table entries, for errors about them.

use super::Module;
use super::ir::{Definition, OpId, Value};
use crate::generated::PropertyBlobId;
use crate::tables::data::Span;
use crate::tables::entry::Handle;
use crate::tables::names::wrong_entry;
use bytespec_core::error::{Error, Segment};
use std::borrow::Cow;

impl Module<'_> {
    /// The error for an entry of another kind than the reference to it requires.
    #[cold]
    pub(crate) fn wrong_entry(
        &self,
        entry: impl Into<Handle>,
        expected: impl Into<Cow<'static, str>>,
    ) -> Error {
        let entry = entry.into();
        self.at_entry(entry, 0, wrong_entry(entry.table().item(), entry.number(), expected))
    }

    /// The operation with a value as a result, or with regions in which it is a block argument.
    pub(crate) fn definer(&self, value: Value) -> Option<OpId> {
        match self.definition(value)? {
            Definition::Result(op, _) => Some(op),
            Definition::Argument(block, _) => {
                self.region(block).and_then(|region| self.region_op(region))
            }
        }
    }

    /// The offset of the first byte of an entry.
    fn start_of(&self, entry: Handle) -> Option<usize> {
        self.table(entry.table()).get(entry.number() as usize).map(|entry| entry.span().start)
    }

    /// An error in an entry, `behind` bytes after its start.
    #[cold]
    pub(crate) fn at_entry(&self, entry: Handle, behind: usize, error: Error) -> Error {
        let error = match self.start_of(entry) {
            Some(start) if start < self.input.len() => error.moved_to(start + behind),
            _ => error.without_offset(),
        };
        let error = error.within(Segment::Index(entry.number().into()));
        error.within(Segment::Field(entry.table().field().into()))
    }

    /// An error in an entry, with the place of the entry if the error has none.
    #[cold]
    pub(crate) fn within_entry(&self, entry: impl Into<Handle>, error: Error) -> Error {
        let entry = entry.into();
        let start = self.start_of(entry).filter(|start| *start < self.input.len());
        let placed = error.offset().is_some() || error.has_path() && start.is_none();
        if placed { error } else { self.at_entry(entry, 0, error) }
    }

    /// An error in an operation, with the place of its properties if the error has none.
    #[cold]
    pub(crate) fn within_properties(&self, op: OpId, error: Error) -> Error {
        let span = self.properties_id(op).and_then(|id| self.properties.get(id.0 as usize));
        match span.filter(|span| span.start < self.input.len() && error.offset().is_none()) {
            Some(span) => error
                .or_at(span.start)
                .within(Segment::Field("properties".into()))
                .within(Segment::Item(self.name(op).full())),
            None => error,
        }
    }

    /// An error about properties as a whole.
    #[cold]
    pub(crate) fn at_properties(&self, id: PropertyBlobId, error: Error) -> Error {
        let error = match self.properties.get(id.0 as usize) {
            Some(span) if span.start < self.input.len() => error.moved_to(span.start),
            _ => error.without_offset(),
        };
        error.within(Segment::Index(u64::from(id.0))).within(Segment::Field("properties".into()))
    }

    /// An error in bytes. It gets no offset if the bytes were added to the module, because they have no place in the file.
    #[cold]
    pub(crate) fn in_bytes(&self, span: Span, error: Error) -> Error {
        if span.start < self.input.len() { error } else { error.without_offset() }
    }
}
