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

/// Calls `visit` with an attribute and with those inside of it, each with how much of its type the text contains. Attributes
/// that are nested too deep are not visited; printing reports them.
pub(super) fn each_attribute(
    attribute: &Attribute,
    form: Form,
    depth: u32,
    visit: &mut dyn FnMut(&Attribute, Form) -> Result<()>,
) -> Result<()> {
    if depth >= MAX_DEPTH {
        return Ok(());
    }
    visit(attribute, form)?;
    match attribute {
        Attribute::Array { elements } => {
            for element in elements.iter() {
                each_attribute(element, Form::Short, depth + 1, visit)?;
            }
        }
        Attribute::Dictionary { entries } => {
            for entry in entries.iter() {
                each_attribute(&entry.value, Form::Full, depth + 1, visit)?;
            }
        }
        Attribute::OptimizationHints { entries } => each_hint(entries, depth + 1, visit)?,
        _ => {}
    }
    Ok(())
}

/// Calls `visit` with the attributes of hints, as [`each_attribute`] does.
pub(super) fn each_hint(
    entries: &[NamedAttribute],
    depth: u32,
    visit: &mut dyn FnMut(&Attribute, Form) -> Result<()>,
) -> Result<()> {
    for entry in entries {
        match &entry.value {
            Attribute::Dictionary { entries } => {
                visit(&entry.value, Form::Full)?;
                for hint in entries.iter() {
                    each_attribute(&hint.value, Form::Bare, depth + 1, visit)?;
                }
            }
            other => each_attribute(other, Form::Full, depth, visit)?,
        }
    }
    Ok(())
}

/// Calls `visit` with every attribute of an operation, as [`each_attribute`] does, and `constant` with every constant and its type,
/// which is that of the first result.
pub(super) fn each_of_op(
    op: &Op,
    visit: &mut dyn FnMut(&Attribute, Form) -> Result<()>,
    constant: &mut dyn FnMut(TypeId, ConstantId) -> Result<()>,
) -> Result<()> {
    let mut groups = Groups::default();
    groups.fill(op);
    let ty = groups.results.first().and_then(|group| group.first()).map(|one| one.ty);
    for position in 0..op.kind().info().attributes.len() {
        match op.attribute(position) {
            Some(Given::Constant(id)) => ty.map_or(Ok(()), |ty| constant(ty, id))?,
            Some(Given::Attribute(attribute)) => each_attribute(&attribute, Form::Full, 0, visit)?,
            Some(Given::Attributes(list)) => {
                for attribute in &list {
                    each_attribute(attribute, Form::Short, 0, visit)?;
                }
            }
            Some(Given::Named(entries)) => each_hint(&entries, 0, visit)?,
            _ => {}
        }
    }
    Ok(())
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
