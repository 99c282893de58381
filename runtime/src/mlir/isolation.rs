//! Which operations use nothing from outside their regions.

use super::ir::{Block, Ir, Op, OrderOwner, Value};

/// For each operation, whether no operation inside its regions uses a value defined outside them.
/// Regions that are unread were isolated in the file.
pub(super) fn find(ir: &Ir, root: Block) -> Vec<bool> {
    let made = (0..ir.op_count() as u32).map(Op);
    // Operations that were read come after the one around them; those that were moved may not.
    let mut around = Around::default();
    if made.clone().all(|op| around.of(ir, op).is_none_or(|parent| parent < op)) {
        return among(ir, made);
    }
    let order: Vec<Op> = ir.walk(root).collect();
    among(ir, order.iter().copied())
}

/// The operation around others, which is looked up once for those that stand in one block.
#[derive(Default)]
struct Around {
    block: Option<Block>,
    parent: Option<Op>,
}

impl Around {
    #[inline]
    fn of(&mut self, ir: &Ir, op: Op) -> Option<Op> {
        let block = ir.op_block(op);
        if block != self.block {
            self.block = block;
            let region = block.and_then(|block| ir.block_region(block));
            self.parent = region.map(|region| ir.region_op(region));
        }
        self.parent
    }
}

/// The same for operations that stand in an order in which each comes after the one around it.
fn among(ir: &Ir, order: impl DoubleEndedIterator<Item = Op> + Clone) -> Vec<bool> {
    let mut isolated = vec![true; ir.op_count()];
    // How deep the operations of each block are.
    let mut depth = vec![0u32; ir.block_count()];
    let of_op = |depth: &[u32], op: Op| {
        let block = ir.op_block(op).and_then(|block| depth.get(block.index()));
        block.copied().unwrap_or(0)
    };
    let mut around = Around::default();
    for op in order.clone() {
        let before = around.block;
        let parent = around.of(ir, op);
        if around.block != before
            && let (Some(block), Some(parent)) = (around.block, parent)
        {
            depth[block.index()] = of_op(&depth, parent) + 1;
        }
    }
    let defined_at = |value: Value| match ir.owner(value) {
        Some(OrderOwner::Op(op)) => of_op(&depth, op),
        Some(OrderOwner::Block(block)) => match ir.block_region(block) {
            Some(region) => of_op(&depth, ir.region_op(region)) + 1,
            None => 0,
        },
        None => u32::MAX,
    };
    // Depth of the outermost value used inside an operation.
    let mut outermost = vec![u32::MAX; ir.op_count()];
    for op in order.rev() {
        let inside = outermost[op.index()];
        isolated[op.index()] = inside > of_op(&depth, op);
        if let Some(parent) = around.of(ir, op) {
            let own = ir.operands(op).iter().map(|value| defined_at(*value)).min();
            let place = &mut outermost[parent.index()];
            *place = inside.min(own.unwrap_or(u32::MAX)).min(*place);
        }
    }
    isolated
}
