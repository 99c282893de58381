//! Values in transformed bytes.

use super::Reader;
use crate::error::{Error, Result};
use crate::plan::transform::Key;
use crate::plan::{At, Leaf, Sink, Tree, Unknown, Value, What};
use crate::wire::Cursor;
use bytespec_plan::{Expr, ExprId, ItemId, Plan, Shape, ShapeId, Transform};
use std::ops::Range;

impl<'p, 'i> Reader<'_, 'p, 'i> {
    /// Reads the item in transformed bytes. The sink receives the bytes, then the parts of the item,
    /// and then all of it as one value.
    pub(super) fn transformed(
        &mut self,
        shape: &Shape,
        (by, key): (Transform, ExprId),
        value: ShapeId,
        at: At,
    ) -> Result<()> {
        let Some(&Shape::Item(item)) = self.plan.shapes.get(value.index()) else { return Ok(()) };
        let start = self.cursor.position();
        let executor = self.executor;
        let Some(keyed) = executor.transform(by, self.key_of(key)?)? else {
            return self.untransformed(shape, by, at);
        };
        let rest = self.cursor.rest();
        let (found, size) = self.state.reversed(&keyed, rest, (start, self.input.len()))?;
        let bytes = self.cursor.bytes(size)?;
        let end = self.cursor.position();
        self.sink.value(at, shape, Leaf::Bytes(bytes), start..end)?;
        self.sink.begin(at, What::Transformed, end)?;
        self.state.begin_transformed().map_err(|error| error.or_at(start))?;
        let read = self.inside(item, &found, end);
        self.state.inside -= 1;
        let value = read.map_err(|error| error.moved_to(start))?;
        self.sink.end(end)?;
        let Some(value) = value else { return Ok(()) };
        let value = Value::Transformed(Box::new(value), bytes.to_vec());
        self.sink.value(at, shape, Leaf::Transformed(&value), end..end)
    }

    /// The key of a transform.
    pub(super) fn key_of<'k>(&self, key: ExprId) -> Result<Key<'k>>
    where
        'p: 'k,
        'i: 'k,
    {
        Ok(match self.plan.exprs.get(key.index()) {
            Some(Expr::Content(step)) => Key::Bytes(self.content_of(*step)?.into()),
            Some(Expr::Constant(bytes)) => Key::Bytes(bytes.of(&self.plan.bytes).into()),
            _ => Key::Number(self.eval(key)?),
        })
    }

    /// Takes the bytes of a transform that the host lacks: all remaining ones.
    fn untransformed(&mut self, shape: &Shape, by: Transform, at: At) -> Result<()> {
        let start = self.cursor.position();
        let bytes = self.cursor.rest();
        self.cursor.bytes(bytes.len())?;
        let name = by.host().map(|name| self.plan.name(*name));
        let why = Some("a transform that this program does not have");
        let unknown = Unknown { what: "bytes", dialect: name, operation: None, why };
        let span = start..self.cursor.position();
        self.sink.value(at, shape, Leaf::Unknown(&unknown, bytes), span)
    }

    /// Reads an item from all of some bytes that are not in the file. Returns its value, if the sink needs events.
    fn inside(&mut self, item: ItemId, bytes: &[u8], end: usize) -> Result<Option<Value>> {
        let (executor, around) = (self.executor, self.around);
        let mut cursor = Cursor::new(bytes);
        let mut tree = Tree::new(executor, bytes);
        let needs_events = self.sink.needs_events();
        if needs_events {
            let mut sinks = (&mut tree, Inside { sink: &mut *self.sink, end });
            executor.read_into(item, &mut cursor, around, self.state, &mut sinks)?;
        } else {
            executor.read_into(item, &mut cursor, around, self.state, &mut ())?;
        }
        match cursor.remaining() {
            0 => Ok(needs_events.then(|| tree.into_value())),
            left => Err(Error::trailing(cursor.position(), left, "the transformed value")),
        }
    }
}

/// Passes on what is in transformed bytes, at the end of these bytes in the file.
struct Inside<'s, 'i> {
    sink: &'s mut (dyn Sink<'i> + 's),
    end: usize,
}

impl<'b> Sink<'b> for Inside<'_, '_> {
    fn begin(&mut self, at: At, what: What, _: usize) -> Result<()> {
        self.sink.begin(at, what, self.end)
    }

    fn end(&mut self, _: usize) -> Result<()> {
        self.sink.end(self.end)
    }

    fn value(&mut self, at: At, shape: &Shape, leaf: Leaf<'_, 'b>, _: Range<usize>) -> Result<()> {
        let owned = match leaf {
            Leaf::Number(_) => Value::Absent,
            Leaf::Bytes(bytes) => Value::Bytes(bytes.to_vec()),
            Leaf::Text(text) => Value::Text(text.to_owned()),
            Leaf::Opaque(tag, bytes) => Value::Opaque(tag, bytes.to_vec()),
            Leaf::Unknown(_, bytes) => Value::Opaque(Plan::NOWHERE, bytes.to_vec()),
            Leaf::Value(value) | Leaf::Transformed(value) => value.clone(),
        };
        let leaf = match leaf {
            Leaf::Number(number) => Leaf::Number(number),
            Leaf::Transformed(_) => Leaf::Transformed(&owned),
            _ => Leaf::Value(&owned),
        };
        self.sink.value(at, shape, leaf, self.end..self.end)
    }

    fn absent(&mut self, step: u32) -> Result<()> {
        self.sink.absent(step)
    }
}
