//! Text of Tile IR: what the reference disassembler prints, to the byte.

use bytespec::tile_ir::{
    Module, Numbering, OmittedPart, OpKind, ParseOptions, PrintOptions, Profile, WriteOptions,
};
use bytespec_tests::corpus::{CorpusFile, valid};
use expect_test::expect;
use std::collections::BTreeSet;

/// How a text is printed, plain or with locations.
fn options(locations: bool) -> PrintOptions {
    PrintOptions::default().locations(locations)
}

#[test]
fn files_are_printed_as_the_disassembler_prints_them() {
    let mut same = 0;
    for file in valid() {
        let Some(texts) = &file.printed else { continue };
        let Ok(module) = Module::read(&file.bytes) else { panic!("{} is not read", file.name) };
        for (locations, expected) in [false, true].into_iter().zip(texts) {
            match module.print(&options(locations)) {
                Ok(text) => assert!(
                    text == *expected,
                    "{} is printed in another way:\n{text}\nThe tool prints:\n{expected}",
                    file.name
                ),
                Err(error) => panic!("{}: {error}", file.name),
            }
        }
        same += 1;
    }
    println!(
        "{same} files are printed as the disassembler prints them, with locations and without"
    );
    assert_eq!(same, 1274);
}

/// What is printed does not depend on how: a piece after the other, or as a whole.
#[test]
fn streams_have_the_same_text() {
    for file in valid().step_by(50) {
        let Ok(module) = Module::read(&file.bytes) else { panic!("{} is not read", file.name) };
        let mut streamed = Vec::new();
        if let Err(error) = module.print_to(&mut streamed, &options(true)) {
            panic!("{}: {error}", file.name);
        }
        assert_eq!(module.print(&options(true)).map(String::into_bytes), Ok(streamed));
    }
}

/// The reasons for which the tool refuses files are known, and found in no other file.
#[test]
fn refusals_of_the_disassembler_are_reported() {
    let mut refused = Vec::new();
    for file in valid() {
        let Ok(module) = Module::read(&file.bytes) else { panic!("{} is not read", file.name) };
        let Ok(refusals) = module.refusals() else { panic!("{}", file.name) };
        assert_eq!(refusals.is_empty(), file.printed.is_some(), "{}", file.name);
        if let (Some(first), true) = (refusals.first(), file.name.contains("13.3/")) {
            refused.push(format!("{}: {} of which {first}", file.short_name(), refusals.len()));
        }
    }
    expect![[r#"
        Bytecode__multidimTensorTest: 1 of which function @array_constants, ops[2] constant: a constant of `i1` has 4 elements in 4 bytes
        Bytecode__operationsTest: 3 of which function @join_tokens_op: parameter 0 has the type `token` and not a tile of rank zero
        Bytecode__operationsTest.fn.007.join_tokens_op: 2 of which function @join_tokens_op: parameter 0 has the type `token` and not a tile of rank zero
        Bytecode__operationsTest.fn.008.assume: 1 of which function @assume: parameter 3 has the type `tensor_view<8192x8192x64xf32, strides=[524288,64,1]>` and not a tile of rank zero
        OpsTd__AtomicCASTkoOp.0: 1 of which function @example, ops[6] constant: a constant of `i1` has 8 elements in 8 bytes"#]].assert_eq(&refused.join("\n"));
}

/// The tool refuses some files for reasons that are none of their text.
#[test]
fn files_that_the_disassembler_refuses_are_printed_by_the_same_rules() {
    let mut refused = Vec::new();
    for file in valid().filter(|file| file.printed.is_none()) {
        let Ok(module) = Module::read(&file.bytes) else { panic!("{} is not read", file.name) };
        match module.print(&options(false)) {
            Ok(text) => refused.push(format!("{}: {} lines", file.name, text.lines().count())),
            Err(error) => panic!("{}: {error}", file.name),
        }
    }
    expect![[r#"
        reference_writer/13.1/Bytecode__multidimTensorTest: 16 lines
        reference_writer/13.1/Bytecode__operationsTest: 70 lines
        reference_writer/13.1/Bytecode__operationsTest.fn.007.join_tokens_op: 4 lines
        reference_writer/13.1/Bytecode__operationsTest.fn.008.assume: 13 lines
        reference_writer/13.1/OpsTd__AtomicCASTkoOp.0: 14 lines
        reference_writer/13.2/Bytecode__multidimTensorTest: 16 lines
        reference_writer/13.2/Bytecode__operationsTest: 70 lines
        reference_writer/13.2/Bytecode__operationsTest.fn.007.join_tokens_op: 4 lines
        reference_writer/13.2/Bytecode__operationsTest.fn.008.assume: 13 lines
        reference_writer/13.2/OpsTd__AtomicCASTkoOp.0: 14 lines
        reference_writer/13.3/Bytecode__multidimTensorTest: 16 lines
        reference_writer/13.3/Bytecode__operationsTest: 70 lines
        reference_writer/13.3/Bytecode__operationsTest.fn.007.join_tokens_op: 4 lines
        reference_writer/13.3/Bytecode__operationsTest.fn.008.assume: 13 lines
        reference_writer/13.3/OpsTd__AtomicCASTkoOp.0: 14 lines"#]]
    .assert_eq(&refused.join("\n"));
}

#[test]
fn text_has_an_end() {
    let Some(file) = valid().find(|file| file.short_name().starts_with("kernel_mm")) else {
        panic!("the corpus has lost a file")
    };
    let Ok(module) = Module::read(&file.bytes) else { panic!("{} is not read", file.name) };
    let few = PrintOptions::default().max_bytes(1000);
    let error = module.print(&few).expect_err("there is more text than that").to_string();
    assert!(error.contains("bytes of"), "{error}");
}

/// The files whose text is read: all.
fn readable() -> impl Iterator<Item = (&'static CorpusFile, Module)> {
    valid().map(|file| match Module::read(&file.bytes) {
        Ok(module) => (file, module),
        Err(error) => panic!("{}: {error}", file.name),
    })
}

/// The module that is parsed from the text of another.
fn again(file: &CorpusFile, module: &Module, locations: bool) -> (String, Module) {
    let Ok(text) = module.print(&options(locations)) else { panic!("{} has no text", file.name) };
    let how = ParseOptions::default().version(module.version);
    match Module::parse(&text, &how) {
        Ok(module) => (text, module),
        Err(errors) => panic!("{}:\n{errors}", file.name),
    }
}

#[test]
fn printed_text_is_parsed_and_printed_the_same() {
    let mut files = 0;
    for (file, module) in readable() {
        for locations in [false, true] {
            let (text, again) = again(file, &module, locations);
            assert_eq!(again.print(&options(locations)).as_deref(), Ok(&*text), "{}", file.name);
        }
        files += 1;
    }
    println!("{files} texts are read and printed the same");
    assert_eq!(files, 1289);
}

/// Omissions of text are listed, and nothing else is lost: the text of a module is another module exactly where something is
/// listed that canonical numbering keeps.
#[test]
fn omissions_of_text_are_listed() {
    let mut lost = Vec::new();
    let numbering = Numbering::Canonical(Profile::Cxx);
    let write = |module: &Module| module.write(&WriteOptions::default().numbering(numbering));
    for (file, module) in readable() {
        let (_, again) = again(file, &module, true);
        let Ok(mut omissions) = module.omissions() else { panic!("{}", file.name) };
        let layout = [OmittedPart::Sections, OmittedPart::Bytes];
        omissions.retain(|omission| !layout.contains(&omission.part));
        let same = match (write(&again), write(&module)) {
            (Ok(found), Ok(expected)) => found == expected,
            (found, _) => panic!("{}: {:?}", file.name, found.err()),
        };
        assert_eq!(same, omissions.is_empty(), "{}: {omissions:?}", file.name);
        for omission in omissions {
            lost.push(format!("{}: {omission}", file.name));
        }
    }
    expect![[r#"
        cutile_python/debug.nested_region__v13.1: 2 locations, the first in function @k
        cutile_python/debug.nested_region__v13.5: 2 locations, the first in function @k
        cutile_python/raw_flag6_empty_hints__v13.1: 1 list of hints, in function @k
        cutile_python/raw_flag6_empty_hints__v13.2: 1 list of hints, in function @k
        cutile_python/raw_flag6_empty_hints__v13.3: 1 list of hints, in function @k
        cutile_python/raw_flag6_empty_hints__v13.4: 1 list of hints, in function @k
        reference_writer/13.1/Bytecode__multidimTensorTest: 1 way in which a constant is stored, in function @array_constants, ops[2] constant
        reference_writer/13.1/OpsTd__AtomicCASTkoOp.0: 1 way in which a constant is stored, in function @example, ops[6] constant
        reference_writer/13.2/Bytecode__multidimTensorTest: 1 way in which a constant is stored, in function @array_constants, ops[2] constant
        reference_writer/13.2/OpsTd__AtomicCASTkoOp.0: 1 way in which a constant is stored, in function @example, ops[6] constant
        reference_writer/13.3/Bytecode__multidimTensorTest: 1 way in which a constant is stored, in function @array_constants, ops[2] constant
        reference_writer/13.3/OpsTd__AtomicCASTkoOp.0: 1 way in which a constant is stored, in function @example, ops[6] constant"#]].assert_eq(&lost.join("\n"));
}

/// The corpus has text of every operation.
#[test]
fn every_operation_is_printed_and_read() {
    let mut seen = BTreeSet::new();
    for (file, module) in readable() {
        let (_, again) = again(file, &module, false);
        for function in &again.functions {
            function.body.each_op(|_, op| {
                seen.insert(op.kind());
            });
        }
    }
    let all = OpKind::ALL.iter();
    let missing: Vec<&str> =
        all.filter(|kind| !seen.contains(kind)).map(|kind| kind.name()).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(OpKind::ALL.iter().all(|kind| !kind.info().text.is_empty()));
}
