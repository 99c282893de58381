//! Finds the operations whose regions are isolated from above.

use crate::module::ir::{BlockId, Ir, RegionId};

/// A region that was visited, and its depth.
#[derive(Clone, Copy)]
struct Seen {
    region: RegionId,
    depth: u32,
}

/// For each operation, whether no operation inside its regions uses a value from outside. Lazy regions were isolated in the
/// file.
pub(crate) fn find(ir: &Ir, root: BlockId) -> Vec<bool> {
    // The depth of the definition of each value. A value without one is defined in the current region or in none around it.
    let mut defined_at = vec![u32::MAX; ir.value_count()];
    // Depth of the outermost value used inside each operation that has regions.
    let mut outermost = vec![u32::MAX; ir.op_count()];
    // In pre-order: a region follows the one around it.
    let mut seen: Vec<Seen> = Vec::new();
    look(ir, root, 0, &mut defined_at, &mut seen);
    let mut next = 0;
    while let Some(&Seen { region, depth }) = seen.get(next) {
        next += 1;
        let mut used = u32::MAX;
        for block in ir.forest().blocks(region) {
            used = used.min(look(ir, block, depth, &mut defined_at, &mut seen));
        }
        if let Some(place) = outermost.get_mut(ir.region_op(region).index()) {
            *place = used.min(*place);
        }
    }
    let mut isolated = vec![true; ir.op_count()];
    for Seen { region, depth } in seen.into_iter().rev() {
        let op = ir.region_op(region);
        let used = outermost.get(op.index()).copied().unwrap_or(u32::MAX);
        if let Some(isolated) = isolated.get_mut(op.index()) {
            *isolated = used >= depth;
        }
        let around = ir.forest().op_block(op).and_then(|block| ir.forest().block_region(block));
        let parent = around.map(|region| ir.region_op(region));
        if let Some(place) = parent.and_then(|parent| outermost.get_mut(parent.index())) {
            *place = used.min(*place);
        }
    }
    isolated
}

/// Records the depth of a block's values, and the regions in the block. Returns the depth of the outermost value that is used.
fn look(ir: &Ir, block: BlockId, depth: u32, defined_at: &mut [u32], seen: &mut Vec<Seen>) -> u32 {
    for value in ir.arguments(block) {
        defined_at[value.index()] = depth;
    }
    let mut outermost = u32::MAX;
    let mut next = ir.forest().first_op(block);
    while let Some(op) = next
        && let Some(written) = ir.written(op)
    {
        for value in written.operands {
            outermost = outermost.min(defined_at.get(value.index()).copied().unwrap_or(u32::MAX));
        }
        for value in ir.results(op) {
            defined_at[value.index()] = depth;
        }
        if written.has_regions {
            seen.extend(ir.regions(op).map(|region| Seen { region, depth: depth + 1 }));
        }
        next = written.next;
    }
    outermost
}
