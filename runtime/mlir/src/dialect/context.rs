//! The contexts for reading and writing items of a dialect.

use super::producer::Producer;
use super::version::Numbered;
use crate::{Context, Encoder, TypeId};
use bytespec_core::error::Result;
use bytespec_core::wire::Convention;

/// The context of reading items of a dialect whose version is a `V`.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'c, V> {
    cx: Context<'c>,
    version: V,
}

/// The context of reading items of a dialect that declares its versions.
pub type In<'c, D> = Reading<'c, Numbered<D>>;

impl<'c, V> Reading<'c, V> {
    pub(crate) fn new(cx: Context<'c>, version: V) -> Self {
        Reading { cx, version }
    }

    /// The version of the dialect in the file.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn version(&self) -> V
    where
        V: Copy,
    {
        self.version
    }

    /// The producer of the file.
    #[must_use]
    pub fn producer(&self) -> Producer<'c> {
        self.cx.producer()
    }

    /// The context of the file: format version and release.
    #[must_use]
    pub fn file(&self) -> Context<'c> {
        self.cx
    }

    /// The width in bits of the numbers of a type: an integer, a float or `index`.
    ///
    /// # Errors
    /// An index past the table, and a type that is not numeric.
    pub fn width(&self, id: TypeId) -> Result<u64> {
        self.cx.width(id)
    }

    /// The same context with another version.
    pub(super) fn with<W>(&self, version: W) -> Reading<'c, W> {
        Reading { cx: self.cx, version }
    }
}

impl<V> Convention for Reading<'_, V> {
    const PREFIX: bool = true;
}

/// The context of writing items of a dialect whose version is a `V`.
#[derive(Debug)]
pub struct Writing<'w, 'm, V> {
    encoder: &'w mut Encoder<'m>,
    version: V,
}

/// The context of writing items of a dialect that declares its versions.
pub type Out<'w, 'm, D> = Writing<'w, 'm, Numbered<D>>;

impl<'w, 'm, V> Writing<'w, 'm, V> {
    pub(crate) fn new(encoder: &'w mut Encoder<'m>, version: V) -> Self {
        Writing { encoder, version }
    }

    /// The version of the dialect to write.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn version(&self) -> V
    where
        V: Copy,
    {
        self.version
    }

    /// The producer of the file to write.
    #[must_use]
    pub fn producer(&self) -> Producer<'m> {
        self.encoder.producer()
    }

    /// The context of the file: format version, release and the mapping of references.
    pub fn encoder(&mut self) -> &mut Encoder<'m> {
        self.encoder
    }

    /// The width in bits of the numbers of a type: an integer, a float or `index`.
    ///
    /// # Errors
    /// An index past the table, and a type that is not numeric.
    pub fn width(&self, id: TypeId) -> Result<u64> {
        self.encoder.width(id)
    }

    /// The same context with another version.
    pub(super) fn with<W>(&mut self, version: W) -> Writing<'_, 'm, W> {
        Writing { encoder: self.encoder, version }
    }
}

impl<V> Convention for Writing<'_, '_, V> {
    const PREFIX: bool = true;
}
