//! Taking functions and operations of Tile IR over into another module.

use bytespec::tile_ir::{
    Body, DebugEntry, Function, Global, Import, Module, Numbering, Op, OpId, PrintOptions, Profile,
    Type, TypeId, Version, WriteOptions,
};
use bytespec::values::Value;
use bytespec::{ErrorKind, Result};
use bytespec_tests::corpus::valid;

fn canonical(module: &Module) -> Result<Vec<u8>> {
    let numbering = Numbering::Canonical(Profile::Cxx);
    module.write_unverified(&WriteOptions::default().numbering(numbering))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A module that has entries of its own, so that no number stays what it is.
fn other(from: &Module) -> Module {
    let mut to = Module::new(from.version);
    to.features = from.features;
    to.string("a string in front");
    to.ty(Type::Float32);
    to.tile(Type::Float32, &[3, 5]);
    to.pointer(Type::Float32);
    to.constant([0xa5; 3]);
    to.debug(DebugEntry::Unknown);
    to
}

/// All of a module, taken over into another one.
fn taken(from: &Module) -> Result<Module> {
    let mut to = other(from);
    let mut import = Import::new(from);
    for global in &from.globals {
        import.global(&mut to, &text(from.string_at(global.name)?))?;
    }
    for function in &from.functions {
        import.function(&mut to, &text(from.string_at(function.name)?))?;
    }
    to.producer =
        from.producer.map(|id| from.string_at(id)).transpose()?.map(|name| to.string(name));
    Ok(to)
}

#[test]
fn every_module_comes_out_of_another_one_as_it_was() {
    let (mut same, mut refused) = (0, Vec::new());
    for file in valid() {
        let Ok(from) = Module::read(&file.bytes) else { continue };
        // Two of a name cannot be distinguished.
        let to = match taken(&from) {
            Ok(to) => to,
            Err(error) => {
                refused.push(format!("{}: {error}", file.short_name()));
                continue;
            }
        };
        let names = |module: &Module| -> Vec<String> {
            module
                .functions
                .iter()
                .filter_map(|f| module.string_at(f.name).ok().map(text))
                .collect()
        };
        if names(&from) != names(&to) {
            refused.push(format!("{}: functions in the order of calls", file.short_name()));
            continue;
        }
        match (canonical(&from), canonical(&to)) {
            (Ok(expected), Ok(found)) => assert_eq!(found, expected, "{}", file.name),
            (expected, found) => assert_eq!(
                expected.map_err(|error| error.to_string()).err(),
                found.map_err(|error| error.to_string()).err(),
                "{}",
                file.name
            ),
        }
        same += 1;
    }
    println!("{same} files the same; not taken: {refused:#?}");
    assert!(same > 1_000 && refused.len() < 10, "{same}, {refused:#?}");
}

fn library() -> Result<Module> {
    let mut library = Module::new(Version::LATEST);
    let scalar = library.scalar(Type::Int32);
    for name in ["twice", "square"] {
        library.kernel(name, &[scalar], |b, arguments| {
            b.addi(arguments[0], arguments[0]).build();
            b.return_([]).build();
        })?;
    }
    Ok(library)
}

#[test]
fn existing_items_are_not_imported_again() -> Result<()> {
    let library = library()?;
    let mut module = Module::new(Version::LATEST);
    let mut import = Import::new(&library);
    let square = import.function(&mut module, "square")?;
    let types = module.types().len();
    let twice = import.function(&mut module, "twice")?;
    assert_eq!((square.index(), twice.index()), (0, 1));
    assert_eq!(import.function(&mut module, "square")?, square);
    assert_eq!((module.functions.len(), module.types().len()), (2, types));
    let error = module.import(&library, "twice").unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::Duplicate { what: "function", name } if name == "twice")
    );
    let error = module.import(&library, "thrice").unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::Missing { what: "function", name, .. } if name == "thrice")
    );
    Module::read(&module.write(&Default::default())?)?.verify()
}

#[test]
fn globals_come_with_what_refers_to_them() -> Result<()> {
    let with_globals = valid().filter_map(|file| Module::read(&file.bytes).ok());
    let mut found = 0;
    for from in with_globals.filter(|module| !module.globals.is_empty()) {
        for function in &from.functions {
            let mut names = Vec::new();
            function.body.each_op(|_, op| {
                if let Op::GetGlobal(op) = op {
                    names.push(op.name);
                }
            });
            let mut to = Module::new(from.version);
            to.import(&from, &text(from.string_at(function.name)?))?;
            for name in names {
                let name = from.string_at(name)?;
                let is_named = |global: &Global| to.string_at(global.name) == Ok(name);
                assert!(to.globals.iter().any(is_named));
                found += 1;
            }
        }
    }
    assert!(found > 0);
    Ok(())
}

#[test]
fn entries_that_hold_each_other_are_refused() -> Result<()> {
    let mut library = library()?;
    let next = bytespec::tile_ir::DebugId(library.debug_entries().len() as u32);
    let circle = library.debug(DebugEntry::CallSite { callee: Some(next), caller: Some(next) });
    library.functions[0].location = Some(circle);
    let error = Module::new(Version::LATEST).import(&library, "twice").unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Cycle { .. }), "{error}");
    Ok(())
}

/// The operands that an operation and those inside of it have from outside, and all of their places.
fn operands(body: &Body, op: OpId) -> Vec<(bool, Value)> {
    let mut inside = std::collections::HashSet::new();
    let mut found = Vec::new();
    for op in body.walk_op(op) {
        inside.extend(body.results(op));
        for block in body.regions(op).flat_map(|region| body.blocks(region)) {
            inside.extend(body.arguments(block).iter().map(|argument| argument.value));
        }
    }
    for op in body.walk_op(op) {
        let Ok(content) = body.op(op) else { continue };
        content.each_operand(|value| found.push((!inside.contains(value), *value)));
    }
    found
}

/// Operations of each function, and what they became.
type Copies = Vec<Vec<(OpId, OpId)>>;

/// Every operation of a module, with what is in its regions, alone in a function of another one, where parameters are its operands;
/// what it became.
fn alone(from: &Module) -> Result<(Module, Copies)> {
    let mut to = other(from);
    let mut import = Import::new(from);
    let mut copies = Vec::new();
    // What operations refer to by name comes along, behind the functions that stand for those of the other module.
    for (index, function) in from.functions.iter().enumerate() {
        let name = to.string(format!("function {index}"));
        to.functions.push(Function::kernel(name, TypeId(0), &[]));
        to.functions[index].has_locations = function.has_locations;
    }
    for (id, function) in from.function_ids().zip(&from.functions) {
        let body = &function.body;
        let mut made = Vec::new();
        for op in body.post_order() {
            for (outside, value) in operands(body, op) {
                if outside {
                    let ty = import.ty(&mut to, body.value_type(value).expect("it is used"))?;
                    let parameter = to.function_at_mut(id)?.body.add_argument(Body::ENTRY, ty)?;
                    import.value(id, value, id, parameter);
                }
            }
            let copy = import.op(&mut to, id, id, op)?;
            to.function_at_mut(id)?.body.append(Body::ENTRY, copy)?;
            made.push((op, copy));
        }
        copies.push(made);
    }
    Ok((to, copies))
}

/// Every operation of a module is replaced by what `alone` has of it.
fn back(from: &Module, alone: &Module, copies: Copies) -> Result<Module> {
    let mut to = from.clone();
    let mut import = Import::new(alone);
    for (id, copies) in from.function_ids().zip(copies) {
        for (op, copy) in copies {
            let there = operands(&alone.function_at(id)?.body, copy);
            let here = operands(&to.function_at(id)?.body, op);
            assert_eq!(there.len(), here.len());
            for ((_, there), (outside, here)) in there.into_iter().zip(here) {
                if outside {
                    import.value(id, there, id, here);
                }
            }
            let made = import.op(&mut to, id, id, copy)?;
            let body = &mut to.function_at_mut(id)?.body;
            body.insert_before(op, made)?;
            for (old, new) in body.results(op).zip(body.results(made)) {
                body.replace_uses(old, new)?;
            }
            body.erase(op)?;
        }
    }
    Ok(to)
}

#[test]
fn every_operation_goes_to_another_module_and_back() {
    let (mut same, mut ops, mut refused) = (0, 0, Vec::new());
    for file in valid() {
        let Ok(from) = Module::read(&file.bytes) else { continue };
        let done = alone(&from).and_then(|(alone, copies)| {
            ops += copies.iter().map(Vec::len).sum::<usize>();
            back(&from, &alone, copies)
        });
        let to = match done {
            Ok(to) => to,
            Err(error) => {
                refused.push(format!("{}: {error}", file.short_name()));
                continue;
            }
        };
        let printed = |module: &Module| module.print(&PrintOptions::default().locations(true));
        let whole = |module: &Module| {
            let bytes = canonical(module).map_err(|error| error.to_string());
            (bytes, printed(module).map_err(|error| error.to_string()))
        };
        assert!(whole(&from) == whole(&to), "{}", file.name);
        same += 1;
    }
    println!("{ops} operations of {same} files; not taken: {refused:#?}");
    assert!(same > 1_250 && ops > 6_000 && refused.len() < 2, "{same}, {ops}, {refused:#?}");
}

#[test]
fn operations_that_cannot_be_taken_are_refused() -> Result<()> {
    let library = library()?;
    let mut module = Module::new(Version::LATEST);
    let scalar = module.scalar(Type::Int32);
    let here = module.kernel("k", &[scalar], |b, _| b.return_([]).build())?;
    let before = module.write(&Default::default())?;
    let mut functions = library.function_ids();
    let (Some(there), Some(other)) = (functions.next(), functions.next()) else { panic!() };
    let sum = library.functions[0].body.walk().next().expect("it was made");
    let parameter = library.functions[0].body.params()[0].value;
    let mut import = Import::new(&library);
    let error = import.op(&mut module, here, there, sum).unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::Foreign { item } if item == "operand %0 of ops[0] addi"),
        "{error}"
    );
    // What takes its place must be there, and what takes the place of another function's is none of it.
    import.value(there, parameter, here, Value::new(99));
    let error = import.op(&mut module, here, there, sum).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Handle { what: "value", .. }), "{error}");
    let error = import.op(&mut module, here, other, sum).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Foreign { .. }), "{error}");
    assert!(module.write(&Default::default())? == before);
    import.value(there, parameter, here, module.functions[0].body.params()[0].value);
    let copy = import.op(&mut module, here, there, sum)?;
    // It stands nowhere, and is not written.
    assert!(module.write(&Default::default())? == before);
    let body = &mut module.functions[0].body;
    body.insert_before(OpId::at(0), copy)?;
    module.verify()
}

#[test]
fn writing_names_an_operation_that_the_version_of_the_module_lacks() -> Result<()> {
    let mut library = Module::new(Version::LATEST);
    let scalar = library.scalar(Type::Float32);
    let there = library.kernel("new", &[scalar], |b, arguments| {
        b.atan2(arguments[0], arguments[0]).build();
        b.return_([]).build();
    })?;
    let mut module = Module::new(Version::V13_1);
    let scalar = module.scalar(Type::Float32);
    let here = module.kernel("old", &[scalar], |b, _| b.return_([]).build())?;
    let mut import = Import::new(&library);
    let parameter = |module: &Module| module.functions[0].body.params()[0].value;
    import.value(there, parameter(&library), here, parameter(&module));
    let op = library.functions[0].body.walk().next().expect("it was made");
    let copy = import.op(&mut module, here, there, op)?;
    module.functions[0].body.insert_before(OpId::at(0), copy)?;
    let error = module.write(&Default::default()).unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::Gate { item, .. } if item.contains("atan2")),
        "{error}"
    );
    Ok(())
}
