//! Modules of Tile IR.

use crate::sources;
use bytespec::tile_ir::{
    BlockId, Body, Builder, ConstantId, DebugId, Display, FunctionId, GlobalId, Import, Module,
    Numbering, OpId, OpKind, Place, Profile, StringId, Type, TypeId, Version, WriteOptions, ops,
};
use bytespec::values::{RegionId, Value};
use bytespec::{Dimension, Error, Result};
use bytespec_tests::corpus::valid;

/// Numbers that nothing of the module under test has.
const WRONG: [u32; 3] = [1_000, u32::MAX - 1, u32::MAX];

const FIRST: FunctionId = FunctionId::at(0);

/// A kernel with a loop, whose region is the only one.
fn kernel() -> Module {
    let mut module = Module::new(Version::LATEST);
    let scalar = module.scalar(Type::Int32);
    let made = module.kernel("looped", &[scalar], |b, params| {
        let n = params[0];
        b.for_(n, n, n, []).body(&[scalar], |b, _| b.continue_([]).build()).build();
        b.return_([]).build();
    });
    made.expect("a kernel");
    module
}

fn end() -> ops::Return {
    ops::Return { operands: Vec::new().into() }
}

type BodyCall = fn(&mut Body, u32) -> Result<()>;

#[rustfmt::skip]
const BODY: &[(&str, BodyCall)] = &[
    ("op", |b, n| b.op(OpId::at(n)).map(|_| ())),
    ("op_mut", |b, n| b.op_mut(OpId::at(n)).map(|_| ())),
    ("arguments", |b, n| some(b.arguments(BlockId::at(n)).first())),
    ("ops", |b, n| some(b.ops(BlockId::at(n)).next())),
    ("blocks", |b, n| some(b.blocks(RegionId::at(n)).next())),
    ("regions", |b, n| some(b.regions(OpId::at(n)).next())),
    ("definition", |b, n| some(b.definition(Value::new(n)))),
    ("value_type", |b, n| some(b.value_type(Value::new(n)))),
    ("location", |b, n| b.location(OpId::at(n)).map_or(Err(Error::invalid("none")), |_| Ok(()))),
    ("set_location", |b, n| b.set_location(OpId::at(n), Some(DebugId(0)))),
    ("add_block", |b, n| b.add_block(RegionId::at(n), &[]).map(|_| ())),
    ("add_argument", |b, n| b.add_argument(BlockId::at(n), TypeId(0)).map(|_| ())),
    ("push", |b, n| b.push(BlockId::at(n), end()).map(|_| ())),
    ("insert", |b, n| b.insert(Place::AtStart(BlockId::at(n)), end()).map(|_| ())),
    ("insert", |b, n| b.insert(Place::Before(OpId::at(n)), end()).map(|_| ())),
    ("insert", |b, n| b.insert(Place::After(OpId::at(n)), end()).map(|_| ())),
    ("set_op", |b, n| b.set_op(OpId::at(n), end())),
    ("set_operands", |b, n| b.set_operands(OpId::at(n), &[])),
    ("set_operands", |b, n| b.set_operands(OpId::at(1), &[Value::new(n); 3])),
    ("replace", |b, n| b.replace(OpId::at(n), &[])),
    ("replace", |b, n| b.replace(OpId::at(1), &[Value::new(n)])),
    ("replace_uses", |b, n| b.replace_uses(Value::new(n), Value::new(0))),
    ("replace_uses", |b, n| b.replace_uses(Value::new(0), Value::new(n))),
    ("get", |b, n| b.get(OpId::at(n), "overflow").map(|_| ())),
    ("set", |b, n| b.set(OpId::at(n), "overflow", true)),
    ("set", |b, n| b.set(OpId::at(1), "nothing", n)),
    ("unset", |b, n| b.unset(OpId::at(n), "overflow")),
    ("results", |b, n| some(b.results(OpId::at(n)).next())),
    ("result", |b, n| some(b.result(OpId::at(n), 0))),
    ("uses", |b, n| some(b.uses(Value::new(n)).next())),
    ("users", |b, n| some(b.users(Value::new(n)).next())),
    ("post_order_op", |b, n| some(b.post_order_op(OpId::at(n)).next())),
    ("block", |b, n| some(b.block(OpId::at(n)))),
    ("region", |b, n| some(b.region(BlockId::at(n)))),
    ("region_op", |b, n| some(b.region_op(RegionId::at(n)))),
    ("next", |b, n| some(b.next(OpId::at(n)))),
    ("previous", |b, n| some(b.previous(OpId::at(n)))),
    ("parent", |b, n| some(b.parent(OpId::at(n)))),
    ("walk_op", |b, n| some(b.walk_op(OpId::at(n)).next())),
    ("info", |b, n| some((b.info(OpId::at(n)) != Default::default()).then_some(()))),
    ("unused", |b, n| some((!b.unused(OpId::at(n))).then_some(()))),
    ("before", |b, n| b.before(OpId::at(n)).map(|_| ())),
    ("after", |b, n| b.after(OpId::at(n)).map(|_| ())),
    ("at_start", |b, n| b.at_start(BlockId::at(n)).map(|_| ())),
    ("at_end", |b, n| b.at_end(BlockId::at(n)).map(|_| ())),
    ("move_to", |b, n| b.move_to(Place::AtEnd(Body::ENTRY), OpId::at(n))),
    ("move_to", |b, n| b.move_to(Place::AtEnd(BlockId::at(n)), OpId::at(0))),
    ("append", |b, n| b.append(Body::ENTRY, OpId::at(n))),
    ("append", |b, n| b.append(BlockId::at(n), OpId::at(0))),
    ("insert_before", |b, n| b.insert_before(OpId::at(n), OpId::at(0))),
    ("insert_before", |b, n| b.insert_before(OpId::at(0), OpId::at(n))),
    ("insert_after", |b, n| b.insert_after(OpId::at(n), OpId::at(0))),
    ("insert_after", |b, n| b.insert_after(OpId::at(0), OpId::at(n))),
    ("remove", |b, n| b.remove(OpId::at(n))),
    ("erase", |b, n| b.erase(OpId::at(n))),
    ("clone_op", |b, n| b.clone_op(OpId::at(n)).map(|_| ())),
];

/// What says nothing of a handle is as good as an error.
fn some<T>(found: Option<T>) -> Result<()> {
    found.map_or(Err(Error::invalid("none")), |_| Ok(()))
}

/// What is shown in angle brackets is an error.
fn shown(found: Display<'_>) -> Result<()> {
    some((!found.to_string().starts_with('<')).then_some(()))
}

/// What a call on a body lets happen to the body is an error when it is written.
#[rustfmt::skip]
const LATER: &[(&str, BodyCall)] = &[
    ("op_mut", |b, n| b.op_mut(OpId::at(1)).map(|mut op| op.each_region_mut(|r| *r = RegionId::at(n)))),
    ("op_mut", |b, n| b.op_mut(OpId::at(1)).map(|mut op| op.each_operand_mut(|v| *v = Value::new(n)))),
    ("add_argument", |b, n| b.add_argument(Body::ENTRY, TypeId(n)).map(|_| ())),
];

type BuilderCall = fn(&mut Builder<'_>, u32);

#[rustfmt::skip]
const BUILDER: &[(&str, BuilderCall)] = &[
    ("tensor_view", |b, n| { let ty = b.partition_view(TypeId(n), &[1]); b.splat(ty, &[0]); }),
    ("partition_view", |b, n| { b.partition_view(TypeId(n), &[1]); }),
    ("assume_div_by", |b, n| { b.assume_div_by(Value::new(n), 2); }),
    ("assume_bounded", |b, n| { b.assume_bounded(Value::new(n), None, None); }),
    ("splat", |b, n| { b.splat(TypeId(n), &[0]); }),
    ("at", |b, n| { b.at(Some(DebugId(n))); b.i32(0); }),
    ("type_of", |b, n| { b.type_of(Value::new(n)); }),
    ("add", |b, n| { b.add(ops::Addi {
        result: bytespec::values::Typed { value: Value::new(0), ty: TypeId(0) },
        overflow: bytespec::tile_ir::IntegerOverflow::None,
        lhs: Value::new(n), rhs: Value::new(n) }); }),
    ("results", |b, n| { let found = b.results(OpId::at(n)); b.yield_(found).build(); }),
    ("result", |b, n| { let found = b.result(OpId::at(n), 0); b.assume_div_by(found, 2); }),
    ("fill_region", |b, n| b.fill_region(RegionId::at(n), &[], |_, _| {})),
];

type ModuleCall = fn(&mut Module, u32) -> Result<()>;

#[rustfmt::skip]
const MODULE: &[(&str, ModuleCall)] = &[
    ("type_at", |m, n| m.type_at(TypeId(n)).map(|_| ())),
    ("string_at", |m, n| m.string_at(StringId(n)).map(|_| ())),
    ("constant_at", |m, n| m.constant_at(ConstantId(n)).map(|_| ())),
    ("ty", |m, n| { m.ty(Type::Tile { element: TypeId(n), shape: [].into(), symbolic_shape: [].into() }); Ok(()) }),
    ("scalar", |m, n| { m.scalar(Type::Pointer { pointee: TypeId(n), ptr_attr: None }); Ok(()) }),
    ("tile", |m, n| { m.tile(Type::Pointer { pointee: TypeId(n), ptr_attr: None }, &[1]); Ok(()) }),
    ("pointer", |m, n| {
        m.pointer(Type::Pointer { pointee: TypeId(n), ptr_attr: None });
        Ok(())
    }),
    ("tensor_view", |m, n| {
        let one = [Dimension::Fixed(1)];
        m.tensor_view(Type::Pointer { pointee: TypeId(n), ptr_attr: None }, &one, &one);
        Ok(())
    }),
    ("partition_view", |m, n| { m.partition_view(TypeId(n), &[1]); Ok(()) }),
    ("debug", |m, n| {
        m.debug(bytespec::tile_ir::DebugEntry::File { name: StringId(n), directory: StringId(n) });
        Ok(())
    }),
    ("display", |m, n| shown(m.display((FIRST, OpId::at(n))))),
    ("display", |m, n| shown(m.display((FunctionId::at(n), OpId::at(0))))),
    ("display", |m, n| shown(m.display((FIRST, Value::new(n))))),
    ("display", |m, n| shown(m.display(TypeId(n)))),
    ("elements", |m, n| m.elements(TypeId(n), ConstantId(0)).map(|_| ())),
    ("elements", |m, n| {
        let tile = m.tile(Type::Int8, &[1]);
        m.elements(tile, ConstantId(n)).map(|_| ())
    }),
    ("build_at", |m, n| m.build_at(FIRST, Place::Before(OpId::at(n)), |_| ())),
    ("build_at", |m, n| m.build_at(FunctionId::at(n), Place::AtEnd(Body::ENTRY), |_| ())),
    ("function_at", |m, n| m.function_at(FunctionId::at(n)).map(|_| ())),
    ("function_at_mut", |m, n| m.function_at_mut(FunctionId::at(n)).map(|_| ())),
    ("global_at", |m, n| m.global_at(GlobalId::at(n)).map(|_| ())),
    ("symbol_uses", |m, n| m.symbol_uses(FunctionId::at(n)).map(|_| ())),
    ("symbol_uses", |m, n| m.symbol_uses(GlobalId::at(n)).map(|_| ())),
    ("rename_symbol", |m, n| m.rename_symbol(FunctionId::at(n), "other").map(|_| ())),
    ("rename_symbol", |m, n| m.rename_symbol(GlobalId::at(n), "other").map(|_| ())),
    ("kernel", |m, n| m.kernel("other", &[TypeId(n)], |b, _| b.return_([]).build()).map(|_| ())),
];

type ImportCall = fn(&mut Import<'_>, &mut Module, u32) -> Result<()>;

#[rustfmt::skip]
const IMPORT: &[(&str, ImportCall)] = &[
    ("op", |i, m, n| i.op(m, FIRST, FIRST, OpId::at(n)).map(|_| ())),
    ("op", |i, m, n| i.op(m, FunctionId::at(n), FIRST, OpId::at(1)).map(|_| ())),
    ("op", |i, m, n| i.op(m, FIRST, FunctionId::at(n), OpId::at(1)).map(|_| ())),
    // A place is given to a value that nothing has.
    ("value", |i, m, n| { i.value(FIRST, Value::new(n), FIRST, Value::new(0)); i.op(m, FIRST, FIRST, OpId::at(1)).map(|_| ()) }),
    ("value", |i, m, n| { i.value(FIRST, Value::new(0), FIRST, Value::new(n)); i.op(m, FIRST, FIRST, OpId::at(1)).map(|_| ()) }),
    ("value", |i, m, n| { i.value(FunctionId::at(n), Value::new(0), FIRST, Value::new(0)); i.op(m, FIRST, FIRST, OpId::at(1)).map(|_| ()) }),
    ("value", |i, m, n| { i.value(FIRST, Value::new(0), FunctionId::at(n), Value::new(0)); i.op(m, FIRST, FIRST, OpId::at(1)).map(|_| ()) }),
    ("ty", |i, m, n| i.ty(m, TypeId(n)).map(|_| ())),
    ("debug", |i, m, n| i.debug(m, DebugId(n)).map(|_| ())),
];

fn listed<T>(calls: &[(&'static str, T)]) -> std::collections::BTreeSet<String> {
    calls.iter().map(|(name, _)| (*name).to_owned()).collect()
}

#[test]
fn the_tables_of_calls_are_complete() {
    let handles = [
        "OpId",
        "BlockId",
        "RegionId",
        "Value",
        "TypeId",
        "StringId",
        "ConstantId",
        "DebugId",
        "FunctionId",
        "GlobalId",
        "Symbol",
        "Op",
        "Type",
        "DebugEntry",
        "Place",
    ];
    let unlisted = |of: &str, listed: &std::collections::BTreeSet<String>| {
        let mut methods = sources::methods("tile_ir", of, &handles);
        // What is made of no handle, stands nowhere yet, or names a kind of operation.
        for made in ["new", "add", "find"] {
            methods.remove(made);
        }
        methods.difference(listed).cloned().collect::<Vec<_>>()
    };
    assert_eq!(unlisted("Body", &listed(BODY)), [""; 0]);
    let mut module = listed(MODULE);
    let mut builder = listed(BUILDER);
    // These only pass on to the calls of the module of the same name.
    builder.extend(["ty", "scalar", "tile", "tensor_view"].map(str::to_owned));
    module.insert("kernel".to_owned());
    assert_eq!(unlisted("Module", &module), [""; 0]);
    assert_eq!(unlisted("Import", &listed(IMPORT)), [""; 0]);
    assert_eq!(unlisted("Builder", &builder), [""; 0]);
}

/// Writing refuses a module, in every way to write it, or what is written can be read.
fn check_sound(what: &str, module: &Module) -> bool {
    let mut refused = true;
    for checked in [true, false] {
        for numbering in [
            Numbering::Pinned,
            Numbering::Canonical(Profile::Python),
            Numbering::Canonical(Profile::Cxx),
        ] {
            let options = WriteOptions::default().numbering(numbering);
            let written = match checked {
                true => module.write(&options),
                false => module.write_unverified(&options),
            };
            if let Ok(bytes) = written {
                refused &= !checked || numbering != Numbering::Pinned;
                Module::read(&bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
            }
        }
    }
    refused
}

#[test]
fn handles_that_nothing_has_are_refused() {
    let module = kernel();
    for number in WRONG {
        for (name, call) in BODY {
            let mut module = module.clone();
            let body = &mut module.functions[0].body;
            assert!(call(body, number).is_err(), "{name} takes {number}");
            assert!(!check_sound(name, &module), "{name} changed the body");
        }
        for (name, call) in LATER {
            let mut module = module.clone();
            call(&mut module.functions[0].body, number).expect("a right handle");
            assert!(check_sound(name, &module), "{name} takes {number}");
        }
        for (name, call) in BUILDER {
            let mut module = Module::new(Version::LATEST);
            let made = module.kernel("built", &[], |b, _| {
                call(b, number);
                b.return_([]).build();
            });
            let refused = made.is_err() || check_sound(name, &module);
            assert!(refused, "{name} takes {number}");
        }
        for (name, call) in IMPORT {
            let mut to = module.clone();
            assert!(
                call(&mut Import::new(&module), &mut to, number).is_err(),
                "{name} takes {number}"
            );
            assert!(!check_sound(name, &to), "{name} changed the module");
        }
        for (name, call) in MODULE {
            let mut module = module.clone();
            let refused = call(&mut module, number).is_err() || check_sound(name, &module);
            assert!(refused, "{name} takes {number}");
        }
    }
}

/// Every operation of a body at every place of it, and with the region of every other one: nothing hangs, and what is
/// written can be read.
#[test]
fn bodies_put_together_wrongly_are_refused() {
    let module = kernel();
    let body = &module.functions[0].body;
    let (ops, blocks) = (body.op_limit() as u32, body.block_count() as u32);
    let looped = body.op(OpId::at(0)).expect("the loop").clone();
    for op in (0..ops).map(OpId::at) {
        let beside =
            (0..ops).flat_map(|op| [Place::Before(OpId::at(op)), Place::After(OpId::at(op))]);
        let inside = (0..blocks).flat_map(|block| {
            [Place::AtStart(BlockId::at(block)), Place::AtEnd(BlockId::at(block))]
        });
        for place in beside.chain(inside) {
            let mut changed = module.clone();
            let body = &mut changed.functions[0].body;
            let _ = body.move_to(place, op);
            let what = format!("{op:?} at {place:?}");
            assert_eq!(body.op_count(), ops as usize, "{what}");
            let is_same = *body == module.functions[0].body;
            assert!(is_same || check_sound(&what, &changed), "{what} is taken");
        }
        // A loop with the region of another one, in front of, behind and inside of that one.
        let mut module = module.clone();
        let body = &mut module.functions[0].body;
        let place = body.before(op).expect("a place");
        let copy = body.insert(place, looped.clone()).expect("a place");
        assert!(body.op_count() <= ops as usize + 1, "the walk goes on");
        let what = format!("{copy:?} before {op:?}");
        assert!(check_sound(&what, &module), "{what} is taken");
    }
}

fn refusal(module: &Module) -> String {
    module.write(&Default::default()).expect_err("the schema does not allow it").to_string()
}

#[test]
fn rules_of_the_schema_are_checked() {
    let mut module = Module::new(Version::LATEST);
    let int = module.scalar(Type::Int32);
    let float = module.scalar(Type::Float32);
    let refused = |fill: &dyn Fn(&mut Builder<'_>, &[Value])| {
        let mut module = module.clone();
        module.kernel("wrong", &[int, float], fill).expect("handles are right");
        refusal(&module)
    };
    let mixed = refused(&|b, params| {
        b.addi(params[0], params[1]).build();
        b.return_([]).build();
    });
    assert!(mixed.contains("functions[0].body.ops[0] addi") && mixed.contains("`rhs`"), "{mixed}");
    let floats = refused(&|b, params| {
        b.addi(params[1], params[1]).build();
        b.return_([]).build();
    });
    assert!(floats.contains("f32") && floats.contains("i32"), "{floats}");
    let endless = refused(&|b, params| {
        b.addi(params[0], params[0]).build();
    });
    assert!(endless.contains("is not a terminator"), "{endless}");
    let nothing = refused(&|_, _| {});
    assert!(nothing.contains("has no operation"), "{nothing}");
    let early = refused(&|b, _| {
        b.return_([]).build();
        b.return_([]).build();
    });
    assert!(early.contains("other operations follow"), "{early}");
    let hollow = refused(&|b, params| {
        let n = params[0];
        b.for_(n, n, n, []).build();
        b.return_([]).build();
    });
    assert!(hollow.contains("for") && hollow.contains("has no block"), "{hollow}");
    let mut twice = kernel();
    twice.functions.push(twice.functions[0].clone());
    assert!(refusal(&twice).contains("a second function `looped`"), "{}", refusal(&twice));
}

/// Each region of each kind of operation without a block, in a real file.
#[test]
fn a_region_has_no_block_only_if_the_schema_allows_it() {
    let mut wanted: Vec<(OpKind, usize)> = Vec::new();
    for &kind in OpKind::ALL {
        wanted.extend((0..kind.info().regions.len()).map(|place| (kind, place)));
    }
    for file in valid() {
        let module = Module::read(&file.bytes).expect("a valid file");
        for (index, function) in module.functions.iter().enumerate() {
            function.body.each_op(|id, op| {
                let (kind, rules) = (op.kind(), op.kind().info().regions);
                for (place, rule) in rules.iter().enumerate() {
                    let Some(at) = wanted.iter().position(|wanted| *wanted == (kind, place)) else {
                        continue;
                    };
                    wanted.remove(at);
                    let mut module = module.clone();
                    let body = &mut module.functions[index].body;
                    let empty = body.add_region();
                    let mut regions = 0..;
                    let mut changed = body.op_mut(id).expect("an operation");
                    changed.each_region_mut(|region| {
                        if regions.next() == Some(place) {
                            *region = empty;
                        }
                    });
                    drop(changed);
                    let refused = module.verify().err().map(|error| error.to_string());
                    let fault = format!("`{}` has no block", rule.name);
                    let missing = refused.as_ref().is_some_and(|refused| refused.contains(&fault));
                    assert_eq!(missing, !rule.may_be_empty, "{kind:?} {}: {refused:?}", rule.name);
                    assert!(missing || refused.is_none(), "{refused:?}");
                }
            });
        }
    }
    assert!(wanted.is_empty(), "no file has {wanted:?}");
}

/// What real tools wrote passes every check, so that the checks ask for nothing too much.
#[test]
fn every_valid_file_passes() {
    let mut checked = 0;
    let mut refused = std::collections::BTreeMap::new();
    for file in valid() {
        let Ok(module) = Module::read(&file.bytes) else { continue };
        if let Err(error) = module.verify() {
            let message = error.to_string();
            let message = message.rsplit(']').next().unwrap_or_default().to_owned();
            refused.entry(message).or_insert_with(|| file.name.clone());
        }
        checked += 1;
    }
    assert!(refused.is_empty(), "{refused:#?}");
    assert!(checked > 1_000, "{checked}");
}

/// A function that was read is written as it is, whatever it holds; once changed it is checked.
#[test]
fn functions_that_were_read_are_written_unchanged() {
    let mut module = Module::new(Version::LATEST);
    let float = module.scalar(Type::Float32);
    module
        .kernel("floats", &[float], |b, params| {
            b.addi(params[0], params[0]).build();
            b.return_([]).build();
        })
        .expect("handles are right");
    let bytes = module.write_unverified(&WriteOptions::default()).expect("the format allows it");
    let mut read = Module::read(&bytes).expect("the format allows it");
    assert_eq!(read.write(&Default::default()).as_deref(), Ok(&bytes[..]));
    assert!(read.verify().is_err());
    let body = &mut read.functions[0].body;
    let sum = body.result(OpId::at(0), 0).unwrap();
    body.replace_uses(body.params()[0].value, sum).unwrap();
    assert!(read.write(&Default::default()).is_err());
}
