//! The shape of a value, without what has no level of its own in a value.

use bytespec_plan::{ItemId, Plan, Shape, ShapeId};

/// The shape of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    /// An item.
    Item(ItemId),
    /// A shape of the plan.
    Shape(ShapeId),
}

/// The innermost shape of a value, behind everything that has the same value.
#[derive(Debug)]
pub(super) struct Inner {
    /// The shape: no transparent item, and no shape that only places or transforms another one.
    pub(super) of: Of,
    /// The transparent items around it, outermost first.
    pub(super) around: Vec<ItemId>,
    /// The number of levels that can note spellings of numbers, in the value behind the last transform. The innermost is a
    /// sequence.
    pub(super) levels: usize,
}

/// A list: the shape of each element, and whether the last one is first in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListShape {
    pub(super) element: ShapeId,
    pub(super) reversed: bool,
}

impl Inner {
    /// The innermost shape of a value of a shape.
    pub(super) fn new(plan: &Plan, outer: Of) -> Self {
        let mut inner = Inner { of: outer, around: Vec::new(), levels: 0 };
        // A broken plan can have a circle of items.
        for _ in 0..plan.shapes.len() + plan.items.len() {
            let next = match inner.of {
                Of::Item(item) => inner.through(plan, item),
                Of::Shape(shape) => match plan.shapes.get(shape.index()) {
                    Some(Shape::Item(item)) => Some(Of::Item(*item)),
                    Some(Shape::Transformed { value, .. }) => {
                        inner.levels = 0;
                        Some(Of::Shape(*value))
                    }
                    Some(
                        Shape::Sized { value, .. }
                        | Shape::At { value, .. }
                        | Shape::With { value, .. }
                        | Shape::Part { value, .. }
                        | Shape::Computed { shape: value, .. }
                        // The byte order differs.
                        | Shape::Either { then: value, .. },
                    ) => Some(Of::Shape(*value)),
                    Some(Shape::Sequence { .. } | Shape::Offsets { .. }) => {
                        inner.levels += 1;
                        None
                    }
                    _ => None,
                },
            };
            match next {
                Some(next) => inner.of = next,
                None => break,
            }
        }
        inner
    }

    /// The shape of the visible step of a transparent item; none for another item.
    fn through(&mut self, plan: &Plan, item: ItemId) -> Option<Of> {
        plan.items.get(item.index()).filter(|item| item.kind.is_transparent())?;
        let step = plan.steps_of(item).get(plan.visible_step(item)?)?;
        self.around.push(item);
        self.levels += 1;
        Some(Of::Shape(step.shape))
    }

    /// The shape in the plan; none for an item.
    pub(super) fn shape(&self, plan: &Plan) -> Option<Shape> {
        match self.of {
            Of::Item(_) => None,
            Of::Shape(shape) => plan.shapes.get(shape.index()).copied(),
        }
    }

    /// The shape as a list; none for other shapes.
    pub(super) fn list(&self, plan: &Plan) -> Option<ListShape> {
        match self.shape(plan)? {
            Shape::Sequence { element, reversed, .. } => Some(ListShape { element, reversed }),
            Shape::Offsets { element, .. } => Some(ListShape { element, reversed: false }),
            _ => None,
        }
    }
}
