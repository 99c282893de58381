//! Editing modules of Tile IR that were read.

use bytespec::ErrorKind;
use bytespec::tile_ir::{
    BlockId, Body, FunctionId, Import, Module, Op, OpId, Place, PrintOptions, Type, Version,
    WriteOptions, ops,
};
use bytespec::values::Value;
use bytespec_tests::corpus::valid;
use bytespec_tests::mutate::Random;
use std::collections::BTreeMap;

/// How many edits of one body there are.
const EDITS: usize = 1_000;

fn modules() -> impl Iterator<Item = (&'static str, Module)> {
    valid().filter_map(|file| Some((file.short_name(), Module::read(&file.bytes).ok()?)))
}

/// The users of each value, counted anew.
fn recount(body: &Body) -> BTreeMap<Value, Vec<OpId>> {
    let mut users: BTreeMap<Value, Vec<OpId>> = BTreeMap::new();
    for id in body.walk() {
        let Ok(op) = body.op(id) else { panic!("operation {id:?}") };
        op.each_operand(|value| users.entry(*value).or_default().push(id));
    }
    users.values_mut().for_each(|users| users.sort_unstable());
    users
}

#[track_caller]
fn check(body: &Body) {
    let expected = recount(body);
    for index in 0..body.value_count() as u32 {
        let value = Value::new(index);
        let mut found: Vec<OpId> = body.users(value).collect();
        found.sort_unstable();
        assert_eq!(found, expected.get(&value).cloned().unwrap_or_default(), "{value}");
    }
    for block in (0..body.block_count() as u32).map(BlockId::at) {
        for op in body.ops(block) {
            assert_eq!(body.block(op), Some(block));
        }
    }
    for op in body.walk() {
        for region in body.regions(op) {
            assert_eq!(body.region_op(region), Some(op));
            for block in body.blocks(region) {
                assert_eq!(body.region(block), Some(region));
            }
        }
    }
}

/// Does something to a body; whether it was done.
fn edit(body: &mut Body, random: &mut Random) -> bool {
    let op = |random: &mut Random| OpId::at(random.below(body.op_limit()) as u32);
    let (one, other) = (op(random), op(random));
    let block = BlockId::at(random.below(body.block_count()) as u32);
    let value = |random: &mut Random| Value::new(random.below(body.value_count()) as u32);
    let (old, new) = (value(random), value(random));
    match random.below(10) {
        0 => body.move_to(Place::AtEnd(block), one).is_ok(),
        1 => body.insert_before(other, one).is_ok(),
        2 => body.insert_after(other, one).is_ok(),
        3 => body.remove(one).is_ok() && body.append(block, one).is_ok(),
        4 => body.erase(one).is_ok(),
        5 => body.replace_uses(old, new).is_ok(),
        6 => body.clone_op(one).and_then(|copy| body.append(block, copy)).is_ok(),
        7 => body.move_to(Place::AtStart(block), one).is_ok(),
        8 => match body.op(other).cloned() {
            // Its regions come, too, from where they are.
            Ok(content) => body.set_op(one, content).is_ok(),
            Err(_) => false,
        },
        _ => match body.op(other).cloned() {
            Ok(content) => body.push(block, content).is_ok(),
            Err(_) => false,
        },
    }
}

#[test]
fn uses_after_many_edits_are_those_that_are_counted() {
    let mut random = Random::new(7);
    let mut done = 0;
    let nested = modules().filter(|(_, module)| {
        module.functions.iter().any(|function| function.body.block_count() > 3)
    });
    for (_, mut module) in nested.step_by(3).take(12) {
        for function in &mut module.functions {
            let body = &mut function.body;
            if body.is_empty() {
                continue;
            }
            let _ = body.users(Value::new(0)).count();
            for _ in 0..EDITS {
                done += usize::from(edit(body, &mut random));
                // Copies of copies have no end.
                if body.op_limit() > 2_000 {
                    break;
                }
            }
            check(body);
        }
    }
    println!("{done} edits");
    assert!(done > EDITS);
}

#[test]
fn each_edit_keeps_the_links() {
    let mut random = Random::new(11);
    let found = modules().find(|(_, module)| {
        module.functions.iter().any(|function| function.body.block_count() > 3)
    });
    let Some((_, mut module)) = found else { panic!("the corpus has lost its regions") };
    let body = &mut module.functions[0].body;
    for _ in 0..300 {
        edit(body, &mut random);
        check(body);
    }
}

/// Edits of each file when nobody says how many; `BYTESPEC_EDITS` does.
const SOAKED: usize = 40;

/// Edits that leave a function that the format allows are kept: after each the module is written, read, and the same.
#[test]
fn modules_are_the_same_after_edits() {
    let count = std::env::var("BYTESPEC_EDITS").ok().and_then(|count| count.parse().ok());
    let count: usize = count.unwrap_or(SOAKED);
    let mut random = Random::new(13);
    let (mut kept, mut undone) = (0, 0);
    for (name, mut module) in modules().step_by(7).take(40) {
        for _ in 0..count {
            let Some(at) = random.below(module.functions.len() + 1).checked_sub(1) else {
                continue;
            };
            let before = module.functions[at].body.clone();
            if before.is_empty() || before.op_count() > 400 {
                continue;
            }
            if !edit(&mut module.functions[at].body, &mut random) {
                undone += 1;
                continue;
            }
            check(&module.functions[at].body);
            let Ok(bytes) = module.write(&Default::default()) else {
                module.functions[at].body = before;
                undone += 1;
                continue;
            };
            kept += 1;
            let Ok(read) = Module::read(&bytes) else { panic!("{name}: it is not read") };
            assert_eq!(read.write(&Default::default()).as_ref(), Ok(&bytes), "{name}");
            assert_eq!(printed(&read), printed(&module), "{name}");
            if kept % 8 == 0 {
                let mut all = Module::new(module.version);
                let mut import = Import::new(&module);
                for function in &module.functions {
                    let name = module.string_at(function.name).unwrap_or_default();
                    let name = String::from_utf8_lossy(name);
                    assert!(import.function(&mut all, &name).is_ok(), "{name}");
                }
                assert_eq!(all.verify(), Ok(()), "{name}");
            }
        }
    }
    println!("{kept} edits kept, {undone} undone");
    assert!(kept > count);
}

fn printed(module: &Module) -> String {
    match module.print(&PrintOptions::default().locations(true)) {
        Ok(text) => text,
        Err(error) => panic!("{error}"),
    }
}

/// A body whose operations are all replaced by their copies is the same text.
#[test]
fn copies_are_the_same() {
    let mut copied = 0;
    for (name, mut module) in modules().step_by(3) {
        let before = printed(&module);
        for function in &mut module.functions {
            let body = &mut function.body;
            for op in body.ops(Body::ENTRY).collect::<Vec<_>>() {
                let Ok(copy) = body.clone_op(op) else { panic!("{name}") };
                assert!(body.insert_before(op, copy).is_ok(), "{name}");
                for (old, new) in body.results(op).zip(body.results(copy)) {
                    assert!(body.replace_uses(old, new).is_ok(), "{name}");
                }
                assert!(body.erase(op).is_ok(), "{name}");
                copied += 1;
            }
            check(body);
        }
        assert_eq!(printed(&module), before, "{name}");
        let bytes = module.write(&WriteOptions::default());
        let again = bytes.and_then(|bytes| Module::read(&bytes));
        assert_eq!(again.map(|again| printed(&again)).as_deref(), Ok(&*before), "{name}");
    }
    println!("{copied} operations");
    assert!(copied > 1_000);
}

/// Every attribute of every operation is set to what it is: nothing is changed by that.
#[test]
fn attributes_that_are_set_to_what_they_are_stay() {
    let (mut set, mut unset) = (0, 0);
    for (name, mut module) in modules() {
        for function in &mut module.functions {
            let body = &mut function.body;
            for op in body.walk().collect::<Vec<_>>() {
                let Ok(before) = body.op(op).cloned() else { panic!("{name}") };
                for attribute in before.kind().info().attributes {
                    let Ok(value) = body.get(op, attribute) else { panic!("{name}") };
                    let Some(value) = value else {
                        assert_eq!(body.unset(op, attribute), Ok(()), "{name}: {attribute}");
                        continue;
                    };
                    // What has a default may go, and come again.
                    unset += usize::from(body.unset(op, attribute).is_ok());
                    assert_eq!(body.set(op, attribute, value), Ok(()), "{name}: {attribute}");
                    set += 1;
                }
                assert_eq!(body.op(op), Ok(&before), "{name}");
            }
            check(body);
        }
    }
    println!("{set} attributes set, {unset} unset");
    assert!(set > 1_000 && unset > 100);
}

/// A kernel with a loop in it.
fn looped() -> Module {
    let mut module = Module::new(Version::LATEST);
    let scalar = module.scalar(Type::Int32);
    let made = module.kernel("looped", &[scalar], |b, params| {
        let sum = b.addi(params[0], params[0]).build();
        b.for_(sum, sum, sum, [])
            .body(&[scalar], |b, arguments| {
                b.muli(arguments[0], sum).build();
                b.continue_([]).build();
            })
            .build();
        b.return_([]).build();
    });
    assert!(made.is_ok());
    module
}

#[test]
fn operations_with_users_are_not_erased() {
    let mut module = looped();
    let body = &mut module.functions[0].body;
    let ops: Vec<OpId> = body.walk().collect();
    let error = body.erase(ops[0]).expect_err("it is used");
    let ErrorKind::InUse { item, users } = error.kind() else { panic!("{error}") };
    assert_eq!(item, "ops[0] addi");
    assert_eq!(users, &["ops[1] muli", "ops[3] for"]);
    assert_eq!(error.to_string(), "ops[0] addi is used by ops[1] muli, ops[3] for");
    // What uses it goes before it, and what stands inside before that.
    let all = |body: &Body, op: OpId| !matches!(body.op(op), Ok(Op::Return(_)));
    assert_eq!(body.erase_where(all), Ok(4));
    assert_eq!(body.op_count(), 1);
    assert!(module.write(&Default::default()).is_ok());
}

#[test]
fn operations_are_found_wherever_they_stand() {
    let module = looped();
    let body = &module.functions[0].body;
    assert_eq!(body.find::<ops::Muli>().count(), 1);
    assert_eq!(body.find::<ops::Addi>().count(), 1);
    let kinds = |ops: &mut dyn Iterator<Item = OpId>| {
        ops.filter_map(|op| Some(body.op(op).ok()?.kind().name())).collect::<Vec<_>>()
    };
    assert_eq!(kinds(&mut body.walk()), ["addi", "for", "muli", "continue", "return"]);
    assert_eq!(kinds(&mut body.post_order()), ["addi", "muli", "continue", "for", "return"]);
    let inner = body.find::<ops::Muli>().next().map(|(op, _)| op);
    let outer = body.find::<ops::For>().next().map(|(op, _)| op);
    assert_eq!(inner.and_then(|op| body.parent(op)), outer);
    let unused = body.walk().filter(|op| body.unused(*op) && body.info(*op).pure);
    assert_eq!(unused.collect::<Vec<_>>(), inner.into_iter().collect::<Vec<_>>());
    assert_eq!(body.ops_named("muli"), inner.into_iter().collect::<Vec<_>>());
    let loops = outer.map(|op| kinds(&mut body.post_order_op(op)));
    assert_eq!(loops.as_deref(), Some(&["muli", "continue", "for"][..]));
}

#[test]
fn operations_are_added_where_they_are_wanted() {
    let bytes = looped().write(&Default::default());
    let Ok(mut module) = bytes.and_then(|bytes| Module::read(&bytes)) else { panic!() };
    let body = &module.functions[0].body;
    let param = body.params()[0].value;
    let (inner, _) = body.find::<ops::Muli>().next().expect("it was built");
    let place = body.before(inner).expect("it stands somewhere");
    let function = module.function_ids().next().expect("it was built");
    let made = module.build_at(function, place, |b| {
        let two = b.i32(2);
        b.addi(param, two).build()
    });
    assert!(made.is_ok());
    let text = printed(&module);
    assert!(text.contains("%cst_2_i32 = constant <i32: 2> : tile<i32> loc(#loc)\n    %"), "{text}");
    assert!(module.verify().is_ok() && module.write(&Default::default()).is_ok());
    // A value of no body is reported at the end.
    let body = &module.functions[0].body;
    let place = body.at_end(Body::ENTRY).expect("it is there");
    assert!(module.build_at(function, place, |b| b.type_of(Value::new(1_000))).is_err());
    assert!(module.build_at(FunctionId::at(9), place, |_| ()).is_err());
}

#[test]
fn impossible_edits_are_refused() {
    let mut module = looped();
    let body = &mut module.functions[0].body;
    let (outer, _) = body.find::<ops::For>().next().expect("it was built");
    let (inner, _) = body.find::<ops::Muli>().next().expect("it was built");
    for place in [Place::Before(inner), Place::After(inner), Place::Before(outer)] {
        assert!(body.move_to(place, outer).is_err());
    }
    assert!(body.clone_op(OpId::at(1_000)).is_err() && body.erase(OpId::at(1_000)).is_err());
    // Writing reports a use before its definition, with its place.
    let first = body.walk().next().expect("it was built");
    assert!(body.append(Body::ENTRY, first).is_ok());
    let end = body.find::<ops::Return>().next().map(|(op, _)| op).expect("it was built");
    assert!(body.append(Body::ENTRY, end).is_ok());
    let error = module.write(&Default::default()).expect_err("a use comes first");
    assert!(error.path().starts_with("functions[0].body"), "{error}");
}
