//! Taking functions of Tile IR over into another module.

use bytespec::tile_ir::{
    DebugEntry, Global, Import, Module, Numbering, Op, Profile, Type, Version, WriteOptions,
};
use bytespec::{ErrorKind, Result};
use bytespec_tests::corpus::valid;

fn canonical(module: &Module) -> Result<Vec<u8>> {
    let numbering = Numbering::Canonical(Profile::Cxx);
    module.encode_unverified(&WriteOptions { version: None, numbering })
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// All of a module, taken over into one that has entries of its own, so that no number stays what it is.
fn taken(from: &Module) -> Result<Module> {
    let mut to = Module::new(from.version);
    to.features = from.features;
    to.string("a string in front");
    to.ty(Type::Float32);
    to.tile(Type::Float32, &[3, 5]);
    to.pointer(Type::Float32);
    to.constant([0xa5; 3]);
    to.debug(DebugEntry::Unknown);
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
        // Two of a name cannot be told apart.
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
fn what_is_there_is_not_taken_again() -> Result<()> {
    let library = library()?;
    let mut module = Module::new(Version::LATEST);
    let mut import = Import::new(&library);
    assert_eq!(import.function(&mut module, "square")?, 0);
    let types = module.types().len();
    assert_eq!(import.function(&mut module, "twice")?, 1);
    assert_eq!(import.function(&mut module, "square")?, 0);
    assert_eq!((module.functions.len(), module.types().len()), (2, types));
    let error = module.import(&library, "twice").unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::Duplicate { what: "function", name } if name == "twice")
    );
    let error = module.import(&library, "thrice").unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::Missing { what: "function", name, .. } if name == "thrice")
    );
    Module::read(&module.encode()?)?.verify()
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
    assert!(matches!(error.kind(), ErrorKind::Circle { .. }), "{error}");
    Ok(())
}
