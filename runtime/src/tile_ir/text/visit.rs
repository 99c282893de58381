//! Operations in the order in which they are printed.

use super::super::body::{Body, OpId};
use super::groups::Groups;
use crate::error::{Error, ErrorKind, Result};
use crate::reflect::RegionInfo;
use crate::tile_ir::MAX_REGION_DEPTH;
use std::borrow::Cow;

/// The operations of a region that are printed: all but one at its end that goes without saying.
///
/// # Errors
/// A region of several blocks, of which text has no form.
pub(super) fn printed<'m>(
    body: &'m Body,
    blocks: &[super::super::body::BlockId],
    region: &RegionInfo,
) -> Result<&'m [OpId]> {
    let block = match blocks {
        [] => return Ok(&[]),
        [block] => body.block(*block)?,
        _ => return Err(no_text("a region of several blocks")),
    };
    let Some((last, before)) = block.ops.split_last() else { return Ok(&[]) };
    let op = body.op(*last)?;
    let mut groups = Groups::default();
    groups.fill(op);
    let bare = groups.operands.iter().all(|group| group.is_empty());
    let left_out = !region.implied.is_empty() && op.kind().info().name == region.implied && bare;
    Ok(if left_out { before } else { &block.ops })
}

/// The region that a function is.
pub(super) static FUNCTION: RegionInfo =
    RegionInfo { name: "body", may_be_empty: false, arguments: &[], implied: "" };

/// Calls `visit` with every operation that is printed, each before those in its regions.
pub(super) fn each_printed(body: &Body, visit: &mut impl FnMut(OpId) -> Result<()>) -> Result<()> {
    let mut stack = vec![printed(body, &[Body::ENTRY], &FUNCTION)?.iter()];
    let mut groups = Groups::default();
    while let Some(ops) = stack.last_mut() {
        let Some(&id) = ops.next() else {
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
        for (&region, info) in groups.regions.iter().zip(op.kind().info().regions) {
            inner.push(printed(body, body.region(region)?, info)?.iter());
        }
        stack.extend(inner.into_iter().rev());
    }
    Ok(())
}

/// The error for regions that lie in too many others.
#[cold]
pub(super) fn too_deep() -> Error {
    let max = MAX_REGION_DEPTH as u64;
    Error::new(ErrorKind::Limit { limit: "nested regions", found: max + 1, max })
}

/// The error for something that has no text.
#[cold]
pub(super) fn no_text(item: impl Into<Cow<'static, str>>) -> Error {
    Error::new(ErrorKind::NoText { item: item.into() })
}
