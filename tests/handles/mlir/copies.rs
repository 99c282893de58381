//! Copies of operations: in the same module, and in another one.

use super::{PRODUCER, canonical, check_sound, nested, pinned, small};
use bytespec::ErrorKind;
use bytespec::mlir::{BlockId, Import, Module, OpId, PrintOptions, ReadOptions, Use, Value};
use bytespec_tests::mlir_corpus::mlir_corpus;
use bytespec_tests::mutate::Random;
use std::collections::{BTreeMap, BTreeSet};

/// The uses of every value, counted from nothing.
fn recount(module: &Module<'_>, loose: &BTreeSet<OpId>) -> BTreeMap<Value, Vec<Use>> {
    let mut uses: BTreeMap<Value, Vec<Use>> = BTreeMap::new();
    let placed = module.walk();
    for op in placed.chain(loose.iter().flat_map(|op| module.walk_op(*op))) {
        for (operand, value) in (0..).zip(module.operands(op)) {
            uses.entry(*value).or_default().push(Use { op, operand });
        }
    }
    uses.values_mut().for_each(|uses| uses.sort());
    uses
}

fn values(module: &Module<'_>) -> Vec<Value> {
    let ops: Vec<OpId> = module.walk().collect();
    let results = ops.iter().flat_map(|op| module.results(*op));
    let blocks = blocks(module);
    results.chain(blocks.iter().flat_map(|block| module.arguments(*block))).collect()
}

fn blocks(module: &Module<'_>) -> Vec<BlockId> {
    let regions = module.walk().flat_map(|op| module.regions(op));
    regions.flat_map(|region| module.blocks(region).collect::<Vec<_>>()).collect()
}

#[test]
fn uses_after_random_edits_are_those_of_a_recount() {
    const EDITS: usize = 1000;
    let mut random = Random::new(7);
    let (mut module, handles) = small();
    let ty = handles.ty;
    let mut loose: BTreeSet<OpId> = BTreeSet::new();
    let mut done = [0_usize; 8];
    for edit in 0..EDITS {
        let mut ops: Vec<OpId> = module.walk().skip(1).collect();
        while ops.len() < 4 {
            let body = module.body();
            nested(&mut module, body, 1);
            ops = module.walk().skip(1).collect();
        }
        let (values, blocks) = (values(&module), blocks(&module));
        let op = ops[random.below(ops.len())];
        let other = ops[random.below(ops.len())];
        let block = blocks[random.below(blocks.len())];
        let one = values[random.below(values.len())];
        let two = values[random.below(values.len())];
        let kind = random.below(8);
        let edited = match kind {
            0 => {
                module.at_end(block).op("toy.new").operands(&[one, two]).result(ty).build().is_ok()
            }
            1 => module.set_operands(op, &[one, two, one][..random.below(4)]).is_ok(),
            2 => module.replace_uses(one, two).is_ok(),
            3 => module.erase(op).is_ok(),
            4 if module.walk_op(op).count() < 50 => {
                let copy = module.clone_op(op).unwrap();
                let placed = module.append(block, copy).is_ok();
                if !placed {
                    loose.insert(copy);
                }
                placed
            }
            5 => module.insert_after(op, other).is_ok(),
            6 => module.before(op).put(other).is_ok(),
            _ => module.replace(op, &[one]).is_ok(),
        };
        done[kind] += usize::from(edited);
        if ops.len() > 300 {
            module
                .erase_where(|module, op| module.unused(op) && module.regions(op).len() == 0)
                .unwrap();
        }
        if edit % 10 == 0 {
            let counted = recount(&module, &loose);
            for index in self::values(&module) {
                let mut found: Vec<Use> = module.uses(index).collect();
                found.sort();
                assert_eq!(found, counted.get(&index).cloned().unwrap_or_default(), "{edit}");
            }
        }
        if edit % 100 == 0 {
            check_sound("random edits", &module);
        }
    }
    assert!(done.iter().all(|count| *count > 0), "{done:?}");
}

#[test]
fn a_walk_goes_over_everything_in_both_orders() {
    for file in mlir_corpus().iter().filter(|file| file.bytes.len() < 20_000) {
        let Ok(module) = Module::read(&file.bytes) else { continue };
        let before: Vec<OpId> = module.walk().collect();
        let after: Vec<OpId> = module.post_order().collect();
        let (mut one, mut two) = (before.clone(), after.clone());
        one.sort();
        two.sort();
        assert_eq!(one, two, "{}", file.name);
        let place: BTreeMap<OpId, usize> = after.iter().copied().zip(0..).collect();
        for op in before {
            if let Some(parent) = module.parent(op) {
                assert!(place[&op] < place[&parent], "{}", file.name);
            }
            assert_eq!(module.post_order_op(op).last(), Some(op), "{}", file.name);
        }
    }
}

/// Everything is taken into a module that holds something else, and from there into an empty one: that is, written
/// canonically, the file that the module itself is.
#[test]
fn a_module_taken_over_and_back_is_the_same() {
    let (mut same, mut refused) = (0_usize, BTreeMap::<String, usize>::new());
    for file in mlir_corpus().iter().filter(|file| file.bytes.len() < 100_000) {
        let Ok(module) = Module::read(&file.bytes) else { continue };
        let path = &file.name;
        let mut middle = Module::empty_like(&module);
        let root = middle.root();
        middle.at_end(root).op("toy.before").set("text", "what was there before").build().unwrap();
        let mut end = Module::empty_like(&module);
        let root = end.root();
        let taken = (|| {
            let tops: Vec<OpId> = module.ops(module.root()).collect();
            let mut import = Import::new(&module, &middle)?;
            let mut back = Vec::new();
            for op in tops {
                let copy = import.op(&mut middle, op)?;
                middle.append(root, copy)?;
                back.push(copy);
            }
            let mut import = Import::new(&middle, &end)?;
            for op in back {
                let copy = import.op(&mut end, op)?;
                end.append(root, copy)?;
            }
            Ok::<_, bytespec::Error>(())
        })();
        match taken {
            Ok(()) => {}
            Err(error) => {
                let kind = match error.kind() {
                    ErrorKind::Opaque { .. } => "entries that no schema describes",
                    ErrorKind::NoLayout { .. } => "properties without a layout",
                    _ => panic!("{path}: {error}"),
                };
                *refused.entry(kind.to_owned()).or_default() += 1;
                continue;
            }
        }
        let texts = [&module, &end].map(|module| {
            let release = end.release();
            module.print(&PrintOptions::default().locations(true).release(release))
        });
        let [Ok(before), Ok(after)] = texts else {
            *refused.entry("not printed".to_owned()).or_default() += 1;
            continue;
        };
        // Resources of tools are of the module, and not of its operations.
        let whole = |text: &str| text.split("\n{-#").next().unwrap_or_default().to_owned();
        let (before, after) = (whole(&before), whole(&after));
        let differ = before.lines().zip(after.lines()).find(|(before, after)| before != after);
        assert_eq!(differ, None, "{path}");
        assert_eq!(before.len(), after.len(), "{path}");
        let bytes = [&module, &end].map(|module| module.write(&canonical()).ok());
        if bytes[0].is_some() && bytes[0] == bytes[1] {
            same += 1;
        } else {
            assert!(module.resource_groups().count() > 0, "{path}");
            *refused.entry("resources that no operation refers to".to_owned()).or_default() += 1;
        }
    }
    assert!(same > 500, "{same} {refused:#?}");
}

#[test]
fn errors_name_items_that_cannot_be_imported() {
    let (from, handles) = small();
    let mut to = Module::new(PRODUCER);
    // It uses an argument of the block around it.
    let error = to.import(&from, handles.op).unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::Foreign { item } if item.contains("operand")),
        "{error}"
    );
    let body = to.body();
    let ty = to.add_type_text(b"toy", "!toy.brick").unwrap();
    let operand = to.at_end(body).op("toy.made").result(ty).value().unwrap();
    let mut import = Import::new(&from, &to).unwrap();
    import.value(handles.value, operand);
    let error = import.op(&mut to, handles.op).unwrap_err();
    assert!(error.to_string().contains("successor"), "{error}");
    // Bytes that nothing describes.
    let mut from = Module::new(PRODUCER);
    let unknown = from.add_attribute_bytes(b"unheard", &[1, 2, 3]).unwrap();
    let body = from.body();
    let op = from.at_end(body).op("toy.holder").set("what", unknown).build().unwrap();
    let error = to.import(&from, op).unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::Opaque { item } if item.contains("unheard")),
        "{error}"
    );
    // Regions that were not read.
    let (mut from, _) = small();
    let body = from.body();
    nested(&mut from, body, 2);
    let mut at = from.at_end(body);
    at.function("f", &[], &[]).unwrap();
    let bytes = from.write(&pinned()).unwrap();
    let lazy = ReadOptions::default().lazy(true);
    let from = Module::read_with(&bytes, &lazy).unwrap();
    let unread =
        from.walk().find(|op| from.is_materializable(*op)).expect("a function is isolated");
    let error = to.import(&from, unread).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::NotMaterialized { .. }), "{error}");
}

#[test]
fn a_copy_is_written_as_what_it_is_a_copy_of() {
    for file in mlir_corpus().iter().filter(|file| file.bytes.len() < 20_000) {
        let Ok(mut module) = Module::read(&file.bytes) else { continue };
        let tops: Vec<OpId> = module.ops(module.root()).collect();
        let before = module.write(&pinned()).unwrap();
        for op in tops {
            let copy = module.clone_op(op).unwrap();
            module.insert_before(op, copy).unwrap();
            module.erase(op).unwrap();
        }
        let after = module.write(&pinned()).unwrap();
        let (one, two) = (Module::read(&before).unwrap(), Module::read(&after).unwrap());
        let text = |module: &Module<'_>| module.print(&Default::default());
        match (text(&one), text(&two)) {
            (Ok(one), Ok(two)) => assert!(one == two, "{}", file.name),
            (one, two) => assert_eq!(one.is_err(), two.is_err(), "{}", file.name),
        }
    }
}
