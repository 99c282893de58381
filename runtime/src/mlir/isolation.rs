//! Which operations use nothing from outside their regions.

use super::ir::{Definition, Ir, Op};

/// For each operation, whether no operation inside its regions uses a value defined outside them.
/// Regions that are unread were isolated in the file.
pub(super) fn find(ir: &Ir, root: super::ir::Block) -> Vec<bool> {
    let mut isolated = vec![true; ir.op_count()];
    let order: Vec<Op> = ir.walk(root).collect();
    // Depth of the region that an operation stands in, and of the outermost value used inside it.
    let mut depth = vec![0u32; ir.op_count()];
    for &op in &order {
        if let Some(parent) = ir.parent(op) {
            depth[op.index()] = depth[parent.index()] + 1;
        }
    }
    let defined_at = |value| match ir.definition(value) {
        Some(Definition::Result(op, _)) => depth[op.index()],
        Some(Definition::Argument(block, _)) => match ir.block_region(block) {
            Some(region) => depth[ir.region_op(region).index()] + 1,
            None => 0,
        },
        None => u32::MAX,
    };
    let mut outermost = vec![u32::MAX; ir.op_count()];
    for &op in order.iter().rev() {
        let own = ir.operands(op).iter().map(|value| defined_at(*value)).min();
        isolated[op.index()] = outermost[op.index()] > depth[op.index()];
        if let Some(parent) = ir.parent(op) {
            let least = own.unwrap_or(u32::MAX).min(outermost[op.index()]);
            let place = &mut outermost[parent.index()];
            *place = (*place).min(least);
        }
    }
    isolated
}
