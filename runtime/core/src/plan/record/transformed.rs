//! Values in transformed bytes.

use super::field::Hosted;
use super::reader::RecordReader;
use super::sequence::Sequence;
use crate::error::{Error, Result};
use crate::plan::depth::Depth;
use crate::plan::transform::{Key, Keyed, lacking, plain};
use crate::wire::Cursor;
use bytespec_plan::Transform;

impl RecordReader<'_, '_> {
    /// Reads a value from transformed bytes. If the transform does not end itself, these are all remaining bytes.
    ///
    /// # Errors
    /// Bytes that the transform does not give, more bytes than the limit, and errors of `read`, all at the first byte.
    pub fn transformed<T>(
        &mut self,
        by: Transform,
        key: Key<'_>,
        read: impl for<'b> FnOnce(&mut RecordReader<'_, 'b>) -> Result<T>,
    ) -> Result<T> {
        match self.executor.transform(by, key)? {
            Some(keyed) => self.reversed(&keyed, read),
            None => Err(lacking(by.host().map_or("?", |name| self.executor.plan.name(*name)))),
        }
    }

    /// The same for a transform of the host. Without it, these bytes are opaque.
    ///
    /// # Errors
    /// Those of `transformed`.
    pub fn hosted<T>(
        &mut self,
        by: Transform,
        read: impl for<'b> FnOnce(&mut RecordReader<'_, 'b>) -> Result<T>,
    ) -> Result<Hosted<T>> {
        match self.executor.transform(by, Key::Number(0))? {
            Some(keyed) => self.reversed(&keyed, read).map(Hosted::Value),
            None => {
                let bytes = self.cursor.rest();
                self.cursor.bytes(bytes.len())?;
                Ok(Hosted::Opaque(bytes.to_vec()))
            }
        }
    }

    fn reversed<T>(
        &mut self,
        by: &Keyed<'_>,
        read: impl for<'b> FnOnce(&mut RecordReader<'_, 'b>) -> Result<T>,
    ) -> Result<T> {
        let start = self.position();
        let (bytes, size) =
            self.state.reversed(by, self.cursor.rest(), (start, self.input.len()))?;
        self.cursor.bytes(size)?;
        self.state.begin_transformed()?;
        let mut inner = RecordReader {
            executor: self.executor,
            input: &bytes,
            cursor: Cursor::new(&bytes),
            origin: 0,
            depth: Depth::new(self.executor.plan),
            state: std::mem::take(&mut self.state),
            around: std::mem::take(&mut self.around),
            sequence: Sequence::default(),
            placed: (0, 0),
            is_last: false,
            is_incomplete: false,
        };
        let read = read(&mut inner).and_then(|value| match inner.cursor.remaining() {
            0 => Ok(value),
            left => Err(Error::trailing(start, left, "the transformed value")),
        });
        (self.state, self.around) = (inner.state, inner.around);
        self.state.inside -= 1;
        read.map_err(|error| error.moved_to(start))
    }

    /// The bytes of which those of a field that was read are the transformed ones.
    ///
    /// # Errors
    /// A transform that needs the feature `transforms`.
    pub fn plain(&self, by: Transform, key: Key<'_>, bytes: &[u8]) -> Result<Vec<u8>> {
        plain(by, key, bytes)
    }
}
