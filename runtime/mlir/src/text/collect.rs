//! Finds the attributes and types with aliases, and where the aliases are defined.
//!
//! All references of operations are visited in the order of printing. Entries with aliases are sorted by depth, so that a
//! definition uses only earlier ones. Entries that only locations of operations refer to are defined after the operation
//! (printer of `mlir-opt` 16, 19 and 22, observed).

use super::super::generated::{AttributeId, view};
use super::aliases::{Aliases, Base};
use super::children::{LOCATION, attribute_base, of_attribute, of_type, type_base};
use super::places::{Object, Places};
use super::printer::{NESTED, Printer};
use super::shapes::Shapes;
use crate::module::ir::{BlockId, OpId};
use crate::module::kinds::Last;
use crate::tables::entry::Attribute;
use bytespec_core::error::{Error, Result};
use bytespec_core::text::wrong::too_deep;
use bytespec_core::wire::MAX_DEPTH;
use std::collections::HashMap;

/// The aliases for an operation with its content, and the shapes of the operations.
pub(super) fn aliases(printer: &Printer<'_, '_>, top: OpId) -> Result<(Aliases, Shapes)> {
    let mut visitor = Visitor {
        printer,
        found: Vec::new(),
        places: Places::new(printer.module),
        shapes: Shapes::new(&printer.module.ir),
        points: HashMap::new(),
        depth: 0,
        last: None,
    };
    visitor.operations(top)?;
    let Visitor { mut found, mut places, shapes, .. } = visitor;
    let mut order: Vec<usize> =
        (0..found.len()).filter(|place| found[*place].base.is_some()).collect();
    order.sort_by(|one, other| {
        let key = |found: &Found| (found.depth, !matches!(found.object, Object::Type(_)));
        let (one, other) = (&found[*one], &found[*other]);
        key(one).cmp(&key(other)).then_with(|| one.base.cmp(&other.base))
    });
    let mut ranks: Vec<Option<usize>> = vec![None; found.len()];
    for (rank, place) in order.iter().enumerate() {
        ranks[*place] = Some(rank);
    }
    let entries = order.into_iter().map(|place| {
        let Found { object, base, deferrable, .. } = &mut found[place];
        (*object, base.take().unwrap_or_default(), *deferrable)
    });
    places.renumber(|place| ranks[place]);
    Ok((Aliases::new(printer.release, entries, places), shapes))
}

/// A visited entry.
struct Found {
    object: Object,
    base: Option<Base>,
    depth: u32,
    /// Whether only locations of operations refer to it.
    deferrable: bool,
    children: Vec<Object>,
}

struct Visitor<'v, 'p, 'a> {
    printer: &'v Printer<'p, 'a>,
    found: Vec<Found>,
    places: Places,
    /// Only the first operation of each shape is visited.
    shapes: Shapes,
    /// Places in files, by their content.
    points: HashMap<(AttributeId, u64, u64), AttributeId>,
    depth: u32,
    last: Last,
}

/// The role of an entry in the search for aliases.
enum Looked {
    /// It is equal to another one.
    Same(Object),
    /// Its references, and the name of its alias.
    New(Vec<Object>, Option<Base>),
}

/// A step left to visit.
enum Step {
    /// An operation, and those after it in its block.
    From(OpId),
    Block(BlockId),
    Leave(OpId),
}

impl Visitor<'_, '_, '_> {
    /// Visits the references of operations in the order of the printer: the content of an operation comes before its types.
    fn operations(&mut self, top: OpId) -> Result<()> {
        let printer = self.printer;
        let ir = &printer.module.ir;
        let mut left = Vec::new();
        self.enter(top, &mut left)?;
        while let Some(step) = left.pop() {
            match step {
                Step::From(first) => {
                    let mut next = Some(first);
                    while let Some(op) = next {
                        next = ir.forest().next_op(op);
                        if ir.has_regions(op) {
                            left.extend(next.take().map(Step::From));
                            self.enter(op, &mut left)?;
                        } else {
                            self.location(op)?;
                            self.leave(op)?;
                        }
                    }
                }
                Step::Block(block) => {
                    for (place, argument) in ir.arguments(block).enumerate() {
                        self.visit(Object::Type(ir.value_type(argument)), false)?;
                        if printer.options.locations {
                            let location = ir.argument_location(block, place);
                            match location {
                                Some(location) => self.visit_location(location, false)?,
                                None => self.visit(Object::UnknownLocation, false).map(drop)?,
                            }
                        }
                    }
                    left.extend(ir.forest().first_op(block).map(Step::From));
                }
                Step::Leave(op) => self.leave(op)?,
            }
        }
        Ok(())
    }

    fn location(&mut self, op: OpId) -> Result<()> {
        if self.printer.options.locations {
            self.visit_location(self.printer.module.ir.op(op).location, true)?;
        }
        Ok(())
    }

    /// Visits the location of an operation or of an argument.
    fn visit_location(&mut self, id: AttributeId, deferrable: bool) -> Result<()> {
        self.visit(Object::Attribute(id), deferrable)?;
        let place = self.places.get(Object::Attribute(id));
        match place.and_then(|place| self.found[place].base.as_ref()) {
            Some(base) if *base == LOCATION => Ok(()),
            _ => self.printer.module.check_location(id),
        }
    }

    /// Visits the part before the regions of an operation, and lists the regions.
    fn enter(&mut self, op: OpId, left: &mut Vec<Step>) -> Result<()> {
        let ir = &self.printer.module.ir;
        self.location(op)?;
        left.push(Step::Leave(op));
        let inside = left.len();
        left.extend(ir.regions(op).flat_map(|region| ir.forest().blocks(region)).map(Step::Block));
        left[inside..].reverse();
        Ok(())
    }

    /// Visits the references of an operation itself.
    fn leave(&mut self, op: OpId) -> Result<()> {
        let visited = self.visit_op(op);
        visited.map_err(|error| self.printer.module.within_properties(op, error))
    }

    fn visit_op(&mut self, op: OpId) -> Result<()> {
        let ir = &self.printer.module.ir;
        if !self.shapes.meet(ir, op) {
            return Ok(());
        }
        for value in ir.operands(op).iter().copied().chain(ir.results(op)) {
            self.visit(Object::Type(ir.value_type(value)), false)?;
        }
        for attribute in self.printer.visited(op)? {
            self.visit(Object::Attribute(attribute), false)?;
        }
        Ok(())
    }

    /// Visits an entry and its references. Returns the depth of aliases in it.
    fn visit(&mut self, object: Object, deferrable: bool) -> Result<u32> {
        if let Some(place) = self.places.get(object) {
            if !deferrable {
                self.keep(place);
            }
            return Ok(self.found[place].depth);
        }
        if self.depth == MAX_DEPTH {
            return Err(too_deep(NESTED));
        }
        let (children, base) =
            match self.look(object).map_err(|error| self.placed(object, error))? {
                Looked::New(children, base) => (children, base),
                Looked::Same(same) => {
                    let depth = self.visit(same, deferrable)?;
                    if let Some(place) = self.places.get(same) {
                        self.places.set(object, place);
                    }
                    return Ok(depth);
                }
            };
        let place = self.found.len();
        self.places.set(object, place);
        let own = u32::from(base.is_some());
        self.found.push(Found { object, base, depth: 0, deferrable, children: Vec::new() });
        self.depth += 1;
        let mut deepest = 0;
        for child in &children {
            let depth = self.visit(*child, deferrable);
            deepest = deepest.max(depth.map_err(|error| self.placed(object, error))?);
        }
        self.depth -= 1;
        let depth = if deepest > 0 { deepest + 1 } else { own };
        let found = &mut self.found[place];
        found.depth = depth;
        found.children = children;
        Ok(depth)
    }

    /// An error with the place of the entry, if it has none.
    #[cold]
    fn placed(&self, object: Object, error: Error) -> Error {
        match object {
            Object::Attribute(id) => self.printer.module.within_entry(id, error),
            Object::Type(id) => self.printer.module.within_entry(id, error),
            Object::UnknownLocation => error,
        }
    }

    /// Inspects an entry that was not visited before. Its decoded form is large, and is dropped before others are visited.
    #[inline(never)]
    fn look(&mut self, object: Object) -> Result<Looked> {
        let printer = self.printer;
        Ok(match object {
            Object::Attribute(id) => {
                let attribute = printer.module.attribute(id)?;
                printer.module.check_form_kinds(id, &attribute, &mut self.last)?;
                if let Some(same) = self.same(id, &attribute) {
                    return Ok(Looked::Same(same));
                }
                let children = of_attribute(printer, id, &attribute)?;
                Looked::New(children, attribute_base(printer, id, &attribute))
            }
            Object::Type(id) => {
                let ty = printer.module.ty(id)?;
                printer.module.check_form_kinds(id, &ty, &mut self.last)?;
                Looked::New(of_type(printer, id, &ty)?, type_base(&ty))
            }
            Object::UnknownLocation => Looked::New(Vec::new(), Some(LOCATION)),
        })
    }

    /// The entry that an attribute is equal to, although its bytes differ.
    fn same(&mut self, id: AttributeId, attribute: &Attribute<'_>) -> Option<Object> {
        use view::BuiltinAttribute as A;
        if let Some(same) = self.printer.texts.and_then(|llvm| llvm.same.get(&id)) {
            return Some(Object::Attribute(*same));
        }
        let Attribute::Typed(view::AttributeEntry::Builtin(attribute)) = attribute else {
            return None;
        };
        let point = match *attribute {
            A::UnknownLoc => return Some(Object::UnknownLocation),
            A::FileLineColLoc { filename, line, column } => (filename, line, column),
            // A range with only a line and a column is a point.
            A::FileLineColRange { filename, data } if data.len() == 2 => {
                (filename, data.get(0)?, data.get(1)?)
            }
            _ => return None,
        };
        let first = *self.points.entry(point).or_insert(id);
        (first != id).then_some(Object::Attribute(first))
    }

    /// Defines an entry that is not only used in locations before the operation, with all its references.
    fn keep(&mut self, place: usize) {
        let mut left = vec![place];
        while let Some(place) = left.pop() {
            let found = &mut self.found[place];
            if std::mem::take(&mut found.deferrable) {
                left.extend(found.children.iter().filter_map(|child| self.places.get(*child)));
            }
        }
    }
}
