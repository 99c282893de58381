use super::{BlockId, Erased, Forest, OpId, Place, RegionId};
use crate::error::{Error, ErrorKind, Misplacement, Result};

/// A loop in a root, whose body has a block of one operation and a block without operations.
struct Nest {
    forest: Forest,
    root: BlockId,
    outer: OpId,
    region: RegionId,
    body: BlockId,
    inner: OpId,
    last: BlockId,
}

fn nest() -> Result<Nest> {
    let mut forest = Forest::default();
    let root = forest.add_root()?;
    let outer = forest.add_op()?;
    forest.append(root, outer)?;
    let region = forest.add_region(outer)?;
    let body = forest.add_block(region)?;
    let inner = forest.add_op()?;
    forest.append(body, inner)?;
    let last = forest.add_block(region)?;
    Ok(Nest { forest, root, outer, region, body, inner, last })
}

/// The operations in a block at any depth, by recursion.
fn listed(forest: &Forest, block: BlockId, before: bool, out: &mut Vec<OpId>) {
    for op in forest.ops(block) {
        assert_eq!(forest.op_block(op), Some(block));
        if before {
            out.push(op);
        }
        for region in forest.regions(op) {
            assert_eq!(forest.region_op(region), Some(op));
            for block in forest.blocks(region) {
                assert_eq!(forest.block_region(block), Some(region));
                listed(forest, block, before, out);
            }
        }
        if !before {
            out.push(op);
        }
    }
}

fn misplaced(name: &str, why: Misplacement) -> Result<()> {
    Err(Error::new(ErrorKind::Misplaced { operation: name.to_owned(), why }))
}

fn wrong(what: &'static str, number: u32, erased: bool) -> Result<()> {
    Err(Error::new(ErrorKind::Handle { what, number, erased }))
}

#[test]
fn an_operation_moves_anywhere_but_into_itself() -> Result<()> {
    let Nest { mut forest, root, outer, body, inner, last, .. } = nest()?;
    let refused = forest.append(body, outer);
    assert_eq!(refused, misplaced("operation 0", Misplacement::InsideItself));
    let refused = forest.move_to(Place::After(inner), inner);
    assert_eq!(refused, misplaced("operation 1", Misplacement::NextToItself));
    forest.move_to(Place::AtStart(last), inner)?;
    assert_eq!((forest.op_block(inner), forest.first_op(body)), (Some(last), None));
    forest.move_to(Place::Before(outer), inner)?;
    assert_eq!(forest.walk(root).collect::<Vec<_>>(), [inner, outer]);
    forest.remove(inner)?;
    let refused = forest.move_to(Place::Before(inner), outer);
    assert_eq!(refused, misplaced("operation 1", Misplacement::NextToDetached));
    Ok(())
}

#[test]
fn a_block_moves_anywhere_but_into_itself() -> Result<()> {
    let Nest { mut forest, root, outer, region, body, inner, last } = nest()?;
    forest.insert_block_before(body, last)?;
    assert_eq!(forest.blocks(region).collect::<Vec<_>>(), [last, body]);
    forest.append_block(region, last)?;
    assert_eq!(forest.blocks(region).collect::<Vec<_>>(), [body, last]);
    let refused = forest.append_block(region, root);
    assert_eq!(refused, misplaced("block 0", Misplacement::InsideItself));
    let refused = forest.insert_block_before(body, body);
    assert_eq!(refused, misplaced("block 1", Misplacement::NextToItself));
    let refused = forest.insert_block_before(root, body);
    assert_eq!(refused, misplaced("block 1", Misplacement::NextToRoot));
    let deeper = forest.add_region(inner)?;
    let refused = forest.append_block(deeper, body);
    assert_eq!(refused, misplaced("block 1", Misplacement::InsideItself));
    forest.append_block(deeper, last)?;
    let root_of_its_own = forest.add_root()?;
    forest.append_block(deeper, root_of_its_own)?;
    assert_eq!(forest.blocks(deeper).collect::<Vec<_>>(), [last, root_of_its_own]);
    assert_eq!(forest.walk(root).collect::<Vec<_>>(), [outer, inner]);
    Ok(())
}

#[test]
fn a_walk_stays_in_its_block() -> Result<()> {
    let Nest { mut forest, outer, body, inner, last, .. } = nest()?;
    let behind = forest.add_op()?;
    forest.append(last, behind)?;
    let after = forest.add_op()?;
    forest.move_to(Place::After(outer), after)?;
    assert_eq!(forest.walk(body).collect::<Vec<_>>(), [inner]);
    assert_eq!(forest.post_order(body).collect::<Vec<_>>(), [inner]);
    assert_eq!(forest.walk(last).collect::<Vec<_>>(), [behind]);
    assert_eq!(forest.post_order_op(outer).collect::<Vec<_>>(), [inner, behind, outer]);
    Ok(())
}

#[test]
fn erased_operations_are_refused_by_name() -> Result<()> {
    let Nest { mut forest, root, outer, region, body, inner, last } = nest()?;
    let (number, counts) = (body.number(), forest.counts());
    let erased = forest.erase_block(body)?;
    assert_eq!(erased, Erased { ops: vec![inner], blocks: vec![body], regions: vec![] });
    assert_eq!(forest.blocks(region).collect::<Vec<_>>(), [last]);
    assert_eq!(forest.append(body, outer), wrong("block", number, true));
    assert_eq!((forest.outermost(body), forest.outermost(last)), (None, Some(root)));
    assert_eq!(forest.outermost(BlockId::at(9)), None);
    let erased = forest.erase(outer)?;
    assert_eq!(erased, Erased { ops: vec![outer], blocks: vec![last], regions: vec![region] });
    assert_eq!(forest.walk(root).next(), None);
    assert_eq!(forest.erase(outer).map(drop), wrong("operation", 0, true));
    assert_eq!(forest.add_block(region).map(drop), wrong("region", 0, true));
    assert_eq!(forest.remove(OpId::at(9)), wrong("operation", 9, false));
    // Numbers are not used again.
    assert_eq!(forest.add_op()?.index(), counts.ops);
    Ok(())
}

#[test]
fn a_million_levels_are_walked_moved_and_erased() -> Result<()> {
    let mut forest = Forest::default();
    let root = forest.add_root()?;
    let mut block = root;
    for _ in 0..1_000_000 {
        let op = forest.add_op()?;
        forest.append(block, op)?;
        let region = forest.add_region(op)?;
        block = forest.add_block(region)?;
    }
    assert_eq!(forest.post_order(root).count(), 1_000_000);
    assert_eq!(forest.outermost(block), Some(root));
    assert_eq!(forest.erase_block(root)?.blocks.len(), 1_000_001);
    Ok(())
}

#[test]
fn random_edits_keep_it_a_forest() -> Result<()> {
    let mut forest = Forest::default();
    let root = forest.add_root()?;
    let mut state = 1_u64;
    let mut below = |limit: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((state >> 33) % limit.max(1) as u64) as u32
    };
    let (mut done, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let counts = forest.counts();
        let op = OpId::at(below(counts.ops));
        let other = OpId::at(below(counts.ops));
        let block = BlockId::at(below(counts.blocks));
        let region = RegionId::at(below(counts.regions));
        let edited = match below(12) {
            0 | 1 => forest.add_op().and_then(|op| forest.append(block, op)),
            2 => forest.add_region(op).map(drop),
            3 => forest.add_block(region).map(drop),
            4 => forest.move_to(Place::Before(other), op),
            5 => forest.move_to(Place::After(other), op),
            6 => forest.move_to(Place::AtStart(block), op),
            7 => forest.append_block(region, block),
            8 => forest.insert_block_before(BlockId::at(below(counts.blocks)), block),
            9 => forest.remove(op),
            10 if below(8) == 0 => forest.erase(op).map(drop),
            _ if below(8) == 0 && block != root => forest.erase_block(block).map(drop),
            _ => Ok(()),
        };
        match edited {
            Ok(()) => done += 1,
            Err(error) => {
                let kind = error.kind();
                assert!(matches!(kind, ErrorKind::Handle { .. } | ErrorKind::Misplaced { .. }));
                refused += 1;
            }
        }
    }
    let mut reached = 0;
    for number in 0..forest.counts().blocks as u32 {
        let block = BlockId::at(number);
        let (mut before, mut after) = (Vec::new(), Vec::new());
        listed(&forest, block, true, &mut before);
        listed(&forest, block, false, &mut after);
        assert_eq!(forest.walk(block).collect::<Vec<_>>(), before);
        assert_eq!(forest.post_order(block).collect::<Vec<_>>(), after);
        assert_eq!(forest.last_op(block), forest.ops(block).last());
        assert!(forest.check_block(block).is_ok() || before.is_empty());
        reached += before.len();
    }
    assert!(done > 5_000 && refused > 1_000 && reached > 100, "{done}, {refused}, {reached}");
    Ok(())
}
