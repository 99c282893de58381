//! Uses an operation of a version that only the edited schema knows.

mod assembled;
mod entries;

use bytespec::ErrorKind;
use bytespec::tile_ir::{
    Body, Function, Module, Op, OpKind, ParseOptions, PrintOptions, RoundingMode, Type, TypeId, Version, WriteOptions, ops,
};
use bytespec::values::{Typed, Value};

/// A module with one kernel that blends two numbers, with a weight or without.
fn module(version: Version, weighted: bool) -> Module {
    let mut module = Module::new(version);
    let element = module.ty(Type::Float32);
    let tile = module.ty(Type::Tile { element, shape: [].into(), symbolic_shape: [].into() });
    let params = [tile, tile];
    let signature =
        module.ty(Type::Function { params: params[..].into(), results: Vec::new().into() });
    let name = module.string("mix");
    let mut function = Function::kernel(name, signature, &params);
    fill(&mut function.body, tile, weighted);
    module.functions.push(function);
    module
}

fn fill(body: &mut Body, tile: TypeId, weighted: bool) {
    let (lhs, rhs) = (body.params()[0].value, body.params()[1].value);
    let curve = body.add_region();
    let block = body.add_block(curve, &[tile]).expect("the region is there");
    let weight = body.arguments(block)[0].value;
    body.push(block, ops::Yield { operands: [weight].into() }).expect("the block is there");
    body.push(
        Body::ENTRY,
        ops::Blend {
            result: Typed { value: Value::new(0), ty: tile },
            rounding_mode: RoundingMode::Zero,
            lhs,
            rhs,
            weight: weighted.then_some(lhs),
            curve,
        },
    )
    .expect("the entry block is there");
    body.push(Body::ENTRY, ops::Return { operands: Vec::new().into() })
        .expect("the entry block is there");
}

fn main() {
    let new: Version = "NEW_VERSION".parse().expect("the schema has the version");
    let old: Version = "OLD_VERSION".parse().expect("the schema keeps the older ones");
    assert_eq!(Version::LATEST, new);
    assert_eq!(bytespec::mlir::Version::LATEST.name(), "NEW_OTHER");
    let empty = bytespec::mlir::Module::new("evolve").write(&Default::default());
    let empty = empty.expect("the new version is written");
    let read = bytespec::mlir::Module::read(&empty).expect("and read");
    assert_eq!(read.version(), bytespec::mlir::Version::LATEST);
    for weighted in [false, true] {
        let text = module(new, weighted).print(&PrintOptions::default()).expect("it has text");
        let read_back = Module::parse(&text, &ParseOptions::default()).expect("its text is read");
        assert_eq!(read_back.print(&PrintOptions::default()).as_ref(), Ok(&text));
        assert_eq!(read_back.functions[0].body.op_count(), 3);
        let weight = if weighted { " by %arg0" } else { "" };
        let line = format!("%0 = blend %arg0, %arg1{weight} zero : tile<f32> (%arg2: tile<f32>) {{");
        assert!(text.contains(&line), "{text}");
        let module = module(new, weighted);
        let bytes = module.write(&Default::default()).expect("the new version has the operation");
        let read = Module::read(&bytes).expect("what was written is read");
        assert_eq!(read.version, new);
        let body = &read.functions[0].body;
        let blend = body.op(body.ops(Body::ENTRY).next().unwrap()).unwrap();
        assert!(matches!(blend, Op::Blend(op) if op.weight.is_some() == weighted));
        assert_eq!(read.functions[0].body.op_count(), 3);
        assert_eq!(read.write(&Default::default()).as_deref(), Ok(&bytes[..]));

        let options = WriteOptions::default().version(old);
        let error = module.write(&options).expect_err("the old version lacks the operation");
        assert!(
            matches!(error.kind(), ErrorKind::Gate { needs, .. } if needs.contains(new.name()))
        );
        println!("{error}");

        // The same bytes under the older version: the operation is known, and too new.
        let mut older = module.clone();
        older.functions[0].body = Body::new(&[TypeId(1), TypeId(1)]);
        older.version = old;
        let end = ops::Return { operands: Vec::new().into() };
        older.functions[0].body.push(Body::ENTRY, end).expect("the entry block is there");
        assert!(older.write(&Default::default()).is_ok(), "{:?}", older.write(&Default::default()));
        let minor = bytes.iter().zip(older.write(&Default::default()).unwrap()).position(|(a, b)| *a != b);
        let mut forged = bytes.clone();
        let minor = minor.expect("the versions differ in the header");
        forged[minor] = *old.parts().last().unwrap() as u8;
        let error = Module::read(&forged).expect_err("an operation that is too new was read");
        println!("{error}");
    }
    random_operations();
    entries::check();
    println!("ok");
}

/// Operations that were made at random are read as they are printed.
fn random_operations() {
    let is_random = |kind: OpKind| kind.name().starts_with("random_");
    let outcome = assembled::tried(&[Version::LATEST], is_random);
    let all: Vec<OpKind> = OpKind::ALL.iter().copied().filter(|kind| is_random(*kind)).collect();
    let unmet = all.iter().filter(|kind| !outcome.seen.contains(kind.name()));
    for kind in unmet {
        eprintln!("`{}` is never printed: {:?}", kind.name(), outcome.refused.get(kind.name()));
    }
    let (same, kinds) = (outcome.same, outcome.seen.len());
    eprintln!("{same} operations of {kinds} kinds of {}", all.len());
    let wrong: Vec<String> = outcome.wrong.into_values().collect();
    assert!(wrong.is_empty(), "{} kinds are wrong\n{}", wrong.len(), wrong.join("\n"));
    assert!(kinds * 10 > all.len() * 8, "most are never printed");
}
