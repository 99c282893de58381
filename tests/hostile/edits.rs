//! As many edits as a module can have, one after the other: each must cost what it touches. Edits that cost what the module holds
//! do not come to an end here.

use bytespec::plan::Executor;
use bytespec::tile_ir::{self, Body, OpId, Version};
use bytespec::{Result, mlir};
use bytespec_cli::CommandLine;
use std::borrow::Cow;

const MANY: usize = 50_000;

/// The blob of each resource is its number, so that no two are the same.
fn blob(number: usize) -> mlir::NewResource<'static> {
    let bytes = Cow::Owned(number.to_le_bytes().to_vec());
    mlir::NewResource::Blob { alignment: 8, bytes }
}

#[test]
fn resources_are_taken_over() -> Result<()> {
    let mut from = mlir::Module::new("example");
    let ty = from.add_type_text(b"toy", "!toy.brick")?;
    let mut attributes = Vec::new();
    for number in 0..MANY {
        // Every key stands for something else there.
        let key = format!("key_{number}");
        let handle = from.add_resource(b"builtin", key.as_bytes(), blob(number))?;
        let attribute = mlir::BuiltinAttribute::DenseResourceElementsAttr { r#type: ty, handle };
        attributes.push(from.add_attribute(attribute)?);
        if number % 2 == 0 {
            let text = format!("#toy.speaks<of, {number}>");
            attributes.push(from.add_attribute_text(b"toy", &text)?);
        }
    }
    let mut to = mlir::Module::new("example");
    for number in 0..MANY {
        to.add_resource(b"builtin", format!("key_{number}").as_bytes(), blob(number + MANY))?;
    }
    let mut import = mlir::Import::new(&from, &to)?;
    for id in attributes {
        import.attribute(&mut to, id)?;
    }
    assert_eq!(to.resource_count(), 2 * MANY);
    Ok(())
}

#[test]
fn operations_of_mlir_are_taken_over_one_by_one() -> Result<()> {
    let mut from = mlir::Module::new("example");
    let (i32, body) = (from.integer_type(32)?, from.body());
    let mut at = from.at_end(body);
    let mut last = at.op("toy.first").result(i32).value()?;
    for _ in 0..MANY {
        last = at.op("toy.next").operand(last).result(i32).value()?;
    }
    let mut to = mlir::Module::new("example");
    let there = to.body();
    let mut import = mlir::Import::new(&from, &to)?;
    for op in from.ops(body) {
        let copy = import.op(&mut to, op)?;
        to.append(there, copy)?;
    }
    assert_eq!(to.op_count(), from.op_count());
    Ok(())
}

/// A kernel whose operations use the one before, and its parameter.
fn chain() -> Result<(tile_ir::Module, tile_ir::FunctionId)> {
    let mut module = tile_ir::Module::new(Version::LATEST);
    let scalar = module.scalar(tile_ir::Type::Int32);
    let made = module.kernel("chain", &[scalar], |b, params| {
        let mut last = params[0];
        for _ in 0..MANY {
            last = b.addi(last, params[0]).build();
        }
        b.return_([]).build();
    })?;
    Ok((module, made))
}

#[test]
fn operations_of_tile_ir_are_taken_over_one_by_one() -> Result<()> {
    let (from, there) = chain()?;
    let mut to = tile_ir::Module::new(Version::LATEST);
    let scalar = to.scalar(tile_ir::Type::Int32);
    let here = to.kernel("empty", &[scalar], |_, _| ())?;
    let mut import = tile_ir::Import::new(&from);
    let parameter = |module: &tile_ir::Module| module.functions[0].body.params()[0].value;
    import.value(there, parameter(&from), here, parameter(&to));
    for op in from.functions[0].body.walk() {
        let copy = import.op(&mut to, here, there, op)?;
        // Its place is the end: nothing is looked for there.
        to.functions[0].body.append(Body::ENTRY, copy)?;
    }
    to.verify()
}

#[test]
fn functions_are_taken_over_one_by_one() -> Result<()> {
    let mut from = tile_ir::Module::new(Version::LATEST);
    for number in 0..MANY {
        from.kernel(&format!("kernel_{number}"), &[], |b, _| b.return_([]).build())?;
    }
    let mut to = tile_ir::Module::new(Version::LATEST);
    let mut import = tile_ir::Import::new(&from);
    for number in (0..MANY).rev() {
        import.function(&mut to, &format!("kernel_{number}"))?;
    }
    assert_eq!(to.functions.len(), MANY);
    Ok(())
}

#[test]
fn uses_are_replaced_and_users_go() -> Result<()> {
    let (mut module, _) = chain()?;
    let body = &mut module.functions[0].body;
    let parameter = body.params()[0].value;
    for op in (0..MANY as u32).map(OpId::at) {
        let result = body.result(op, 0).expect("it has one");
        body.replace_uses(result, parameter)?;
    }
    assert_eq!(body.uses(parameter).count(), 2 * MANY);
    // The first user was put into the list first.
    for op in (0..MANY as u32).map(OpId::at) {
        body.set_operands(op, &[parameter, parameter])?;
        body.op_mut(op)?.each_operand_mut(|operand| *operand = parameter);
        body.erase(op)?;
    }
    assert_eq!((body.uses(parameter).count(), body.op_count()), (0, 1));
    Ok(())
}

/// What follows from a plan is computed once for all files and commands.
#[test]
fn shipped_plans_are_prepared_once() {
    let mut module = tile_ir::Module::new(Version::LATEST);
    module.kernel("k", &[], |b, _| b.return_([]).build()).expect("a kernel");
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("prepared_once.tileirbc");
    std::fs::write(&path, module.write(&Default::default()).expect("a module")).expect("a folder");
    let name = path.to_str().expect("a path");
    let cost = |files: usize| {
        let words = ["dump", "--json"].into_iter().chain(std::iter::repeat_n(name, files));
        let line = CommandLine::parse(&words.collect::<Vec<_>>()).expect("a command line");
        let mut outcome = None;
        let memory = allocation_counter::measure(|| outcome = Some(line.run(&[])));
        assert!(outcome.is_some_and(|outcome| outcome.code == 0));
        memory.bytes_total
    };
    // The first command prepares it.
    cost(1);
    let plan = tile_ir::plan();
    let prepared = allocation_counter::measure(|| drop(Executor::new(plan, &[]))).bytes_total;
    for files in [1, 20] {
        let cost = cost(files);
        assert!(2 * cost < files as u64 * prepared, "{cost} for {files}, {prepared} for the plan");
    }
}
