//! Which operations use nothing from outside their regions.

use super::ir::{Block, Ir, Op, OrderOwner, Value};

/// For each operation, whether no operation inside its regions uses a value defined outside them.
/// Regions that are unread were isolated in the file.
pub(super) fn find(ir: &Ir, root: Block) -> Vec<bool> {
    let made = (0..ir.op_count() as u32).map(Op);
    // Operations that were read come after the one around them; those that were moved may not.
    if made.clone().all(|op| ir.parent(op).is_none_or(|parent| parent < op)) {
        return among(ir, made);
    }
    let order: Vec<Op> = ir.walk(root).collect();
    among(ir, order.iter().copied())
}

/// The same for operations that stand in an order in which each comes after the one around it.
fn among(ir: &Ir, order: impl DoubleEndedIterator<Item = Op> + Clone) -> Vec<bool> {
    let mut isolated = vec![true; ir.op_count()];
    let mut depth = vec![0u32; ir.op_count()];
    for op in order.clone() {
        if let Some(parent) = ir.parent(op) {
            depth[op.index()] = depth[parent.index()] + 1;
        }
    }
    let defined_at = |value: Value| match ir.owner(value) {
        Some(OrderOwner::Op(op)) => depth[op.index()],
        Some(OrderOwner::Block(block)) => match ir.block_region(block) {
            Some(region) => depth[ir.region_op(region).index()] + 1,
            None => 0,
        },
        None => u32::MAX,
    };
    // Depth of the outermost value used inside an operation.
    let mut outermost = vec![u32::MAX; ir.op_count()];
    for op in order.rev() {
        let inside = outermost[op.index()];
        isolated[op.index()] = inside > depth[op.index()];
        if let Some(parent) = ir.parent(op) {
            let own = ir.operands(op).iter().map(|value| defined_at(*value)).min();
            let place = &mut outermost[parent.index()];
            *place = inside.min(own.unwrap_or(u32::MAX)).min(*place);
        }
    }
    isolated
}
