//! The events of a walk: operations, blocks and regions.

use crate::codec::context::Context;
use crate::file::use_lists::UseLists;
use crate::generated::{
    AttributeId, OpNameId, PropertyBlobId, RegionBlockId, RegionHeader, RegionsHeader, TypeId,
    ValueId, Version, view,
};
use bytespec_core::error::Result;
use bytespec_core::wire::Cursor;

/// An event of a [`Walker`](super::Walker). It borrows the operation or block until the walk continues.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'w, 'a> {
    /// An operation. If it has regions, they follow, and then [`Event::End`].
    Operation(&'w Operation<'a>),
    /// A region of the innermost open operation.
    Region(RegionHeader),
    /// A block of the innermost open region.
    Block(&'w Block<'a>),
    /// The end of the innermost open region.
    EndRegion,
    /// The end of the innermost open operation.
    End,
}

// It is moved at each step.
const _: () = assert!(size_of::<Event<'_, '_>>() <= 32);

/// An operation of a walk, with the numbers of the file.
#[derive(Clone, Debug)]
pub struct Operation<'a> {
    /// Offset from the start of the file, in bytes.
    pub offset: usize,
    /// The number of operations around it.
    pub depth: usize,
    /// Its name.
    pub name: OpNameId,
    /// Its location, an attribute.
    pub location: AttributeId,
    /// Its attribute dictionary.
    pub attributes: Option<AttributeId>,
    /// Its property blob, since version 5.
    pub properties: Option<PropertyBlobId>,
    /// Number of regions, and whether they are isolated from above; `None` for an operation without regions.
    pub regions: Option<RegionsHeader>,
    /// The number of its first result; the others follow it.
    pub first_result: u32,
    pub(super) has_use_lists: bool,
    pub(super) results: Vec<TypeId>,
    pub(super) operands: Vec<ValueId>,
    pub(super) successors: Vec<RegionBlockId>,
    version: Version,
    input: &'a [u8],
}

impl<'a> Operation<'a> {
    pub(super) fn of(version: Version, input: &'a [u8]) -> Self {
        Operation {
            offset: 0,
            depth: 0,
            name: OpNameId(0),
            location: AttributeId(0),
            attributes: None,
            properties: None,
            regions: None,
            first_result: 0,
            has_use_lists: false,
            results: Vec::new(),
            operands: Vec::new(),
            successors: Vec::new(),
            version,
            input,
        }
    }

    /// The types of its results.
    #[must_use]
    pub fn results(&self) -> &[TypeId] {
        &self.results
    }

    /// The values of its operands.
    #[must_use]
    pub fn operands(&self) -> &[ValueId] {
        &self.operands
    }

    /// Its successors.
    #[must_use]
    pub fn successors(&self) -> &[RegionBlockId] {
        &self.successors
    }

    /// All fields as they are in the file. This decodes them again.
    #[must_use]
    pub fn record(&self) -> view::Operation<'a> {
        self.parts().0
    }

    /// The use-list orders of its results, if the file states them.
    #[must_use]
    #[inline]
    pub fn use_lists(&self) -> Option<UseLists<'a>> {
        if !self.has_use_lists {
            return None;
        }
        let (_, mut cursor) = self.parts();
        let cx = Context::new(self.version, None);
        UseLists::read(&mut cursor, &cx, self.results.len()).ok()
    }

    fn parts(&self) -> (view::Operation<'a>, Cursor<'a>) {
        again(self.input, self.offset, |cursor| {
            view::Operation::read(cursor, &Context::new(self.version, None))
        })
    }
}

/// Decodes again what was decoded before: the same bytes of the same version, and the part after it.
fn again<'a, T>(
    input: &'a [u8],
    offset: usize,
    read: impl FnOnce(&mut Cursor<'a>) -> Result<T>,
) -> (T, Cursor<'a>) {
    let found = Cursor::over(input, offset, input.len())
        .and_then(|mut cursor| Ok((read(&mut cursor)?, cursor)));
    match found {
        Ok(found) => found,
        Err(error) => unreachable!("was read once and is not readable again: {error}"),
    }
}

/// A block of a walk.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// Offset from the start of the file, in bytes.
    pub offset: usize,
    /// Number of operations.
    pub operations: u64,
    /// Number of arguments.
    pub arguments: usize,
    /// The number of its first argument; the others follow it.
    pub first_argument: u32,
    pub(super) has_use_lists: bool,
    pub(super) version: Version,
    pub(super) input: &'a [u8],
}

impl<'a> Block<'a> {
    pub(super) fn of(version: Version, input: &'a [u8]) -> Self {
        let (offset, operations, arguments, first_argument) = (0, 0, 0, 0);
        let has_use_lists = false;
        Block { offset, operations, arguments, first_argument, has_use_lists, version, input }
    }

    /// Number of operations, and the arguments. This decodes them again.
    #[must_use]
    pub fn record(&self) -> view::BlockHeader<'a> {
        self.parts().0
    }

    /// The use-list orders of its arguments, if the file states them.
    #[must_use]
    #[inline]
    pub fn use_lists(&self) -> Option<UseLists<'a>> {
        if !self.has_use_lists {
            return None;
        }
        let (_, mut cursor) = self.parts();
        let cx = Context::new(self.version, None);
        UseLists::read(&mut cursor, &cx, self.arguments).ok()
    }

    fn parts(&self) -> (view::BlockHeader<'a>, Cursor<'a>) {
        again(self.input, self.offset, |cursor| {
            view::BlockHeader::read(cursor, &Context::new(self.version, None))
        })
    }
}
