//! Walks operations in the order of printing.

use super::super::generated::{Attribute, ConstantId, NamedAttribute, Op, TypeId};
use super::groups::Groups;
use super::parts::{Form, Given, ShowAttribute};
use crate::MAX_REGION_DEPTH;
use crate::module::body::{BlockId, Body, OpId};
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::reflect::RegionInfo;
use bytespec_core::wire::MAX_DEPTH;
use std::borrow::Cow;

/// The printed operations of a block: up to an implied one at the end.
#[derive(Clone, Debug)]
pub(super) struct Printed<'m> {
    body: &'m Body,
    next: Option<OpId>,
    end: Option<OpId>,
}

impl Iterator for Printed<'_> {
    type Item = OpId;

    fn next(&mut self) -> Option<OpId> {
        let op = self.next.filter(|op| self.end != Some(*op))?;
        self.next = self.body.forest().next_op(op);
        Some(op)
    }
}

/// The printed operations of a region with these blocks: all except an implied one at the end.
///
/// # Errors
/// A region of several blocks, which has no text form, and a missing block in a region that needs one.
pub(super) fn printed<'m>(
    body: &'m Body,
    mut blocks: impl Iterator<Item = BlockId>,
    region: &RegionInfo,
) -> Result<Printed<'m>> {
    let block = blocks.next();
    if blocks.next().is_some() {
        return Err(no_text("a region of several blocks"));
    }
    if block.is_none() && !region.may_be_empty {
        return Err(no_text("a region without a block"));
    }
    let forest = body.forest();
    let mut printed =
        Printed { body, next: block.and_then(|block| forest.first_op(block)), end: None };
    if let Some(last) = block.and_then(|block| forest.last_op(block)) {
        let op = body.op(last)?;
        let mut groups = Groups::default();
        groups.fill(op);
        let bare = groups.operands.iter().all(|group| group.is_empty());
        if !region.implied.is_empty() && op.kind().info().name == region.implied && bare {
            printed.end = Some(last);
        }
    }
    Ok(printed)
}

/// The description of a function's region.
pub(super) static FUNCTION: RegionInfo =
    RegionInfo { name: "body", may_be_empty: false, arguments: &[], implied: "" };

/// Calls `visit` with every printed operation, each before those in its regions.
pub(super) fn each_printed(body: &Body, visit: &mut impl FnMut(OpId) -> Result<()>) -> Result<()> {
    let mut stack = vec![printed(body, [Body::ENTRY].into_iter(), &FUNCTION)?];
    let mut groups = Groups::default();
    while let Some(ops) = stack.last_mut() {
        let Some(id) = ops.next() else {
            stack.pop();
            continue;
        };
        visit(id)?;
        let op = body.op(id)?;
        groups.fill(op);
        if groups.regions.is_empty() {
            continue;
        }
        if stack.len() > MAX_REGION_DEPTH {
            return Err(too_deep());
        }
        let mut inner = Vec::new();
        for (index, info) in (0..groups.regions.len()).zip(op.kind().info().regions) {
            inner.push(printed(body, body.blocks(body.own_region(id, index)?), info)?);
        }
        stack.extend(inner.into_iter().rev());
    }
    Ok(())
}

/// Visits attributes and constants.
pub(super) trait Visit {
    /// Visits an attribute, with how much of its type the text contains.
    fn attribute(&mut self, attribute: &Attribute, form: Form) -> Result<()> {
        let _ = (attribute, form);
        Ok(())
    }

    /// Visits a constant, with its type.
    fn constant(&mut self, ty: TypeId, constant: ConstantId) -> Result<()>;

    /// Visits an attribute and those inside of it. Attributes that are nested too deep are not visited; printing reports them.
    fn each_attribute(&mut self, attribute: &Attribute, form: Form, depth: u32) -> Result<()> {
        if depth >= MAX_DEPTH {
            return Ok(());
        }
        self.attribute(attribute, form)?;
        match attribute {
            Attribute::Array { elements } => self.each_of(elements, Form::Short, depth + 1),
            Attribute::Dictionary { entries } => {
                let mut values = entries.iter().map(|entry| &entry.value);
                values.try_for_each(|value| self.each_attribute(value, Form::Full, depth + 1))
            }
            Attribute::OptimizationHints { entries } => self.each_hint(entries, depth + 1),
            Attribute::DenseElements { r#type, constant } => self.constant(*r#type, *constant),
            _ => Ok(()),
        }
    }

    /// Visits attributes and those inside of them.
    fn each_of(&mut self, attributes: &[Attribute], form: Form, depth: u32) -> Result<()> {
        attributes.iter().try_for_each(|attribute| self.each_attribute(attribute, form, depth))
    }

    /// Visits the attributes of hints and those inside of them.
    fn each_hint(&mut self, entries: &[NamedAttribute], depth: u32) -> Result<()> {
        for entry in entries {
            match &entry.value {
                Attribute::Dictionary { entries } => {
                    self.attribute(&entry.value, Form::Full)?;
                    for hint in entries.iter() {
                        self.each_attribute(&hint.value, Form::Bare, depth + 1)?;
                    }
                }
                other => self.each_attribute(other, Form::Full, depth)?,
            }
        }
        Ok(())
    }

    /// Visits every attribute of an operation and those inside of them, and every constant. The type of a constant that is an
    /// attribute of the operation is that of the first result.
    fn each_of_op(&mut self, op: &Op) -> Result<()> {
        let mut groups = Groups::default();
        groups.fill(op);
        let ty = groups.results.first().and_then(|group| group.first()).map(|one| one.ty);
        for position in 0..op.kind().info().attributes.len() {
            match op.attribute(position) {
                Some(Given::Constant(id)) => ty.map_or(Ok(()), |ty| self.constant(ty, id))?,
                Some(Given::Attribute(attribute)) => {
                    self.each_attribute(&attribute, Form::Full, 0)?;
                }
                Some(Given::Attributes(list)) => self.each_of(&list, Form::Short, 0)?,
                Some(Given::Named(entries)) => self.each_hint(&entries, 0)?,
                _ => {}
            }
        }
        Ok(())
    }
}

/// The error for regions that are nested too deep.
#[cold]
pub(super) fn too_deep() -> Error {
    let max = MAX_REGION_DEPTH as u64;
    Error::new(ErrorKind::Limit { limit: "nested regions", found: max + 1, max })
}

/// The error for an item without a text form.
#[cold]
pub(super) fn no_text(item: impl Into<Cow<'static, str>>) -> Error {
    Error::new(ErrorKind::NoText { item: item.into() })
}
