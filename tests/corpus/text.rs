//! Text of Tile IR: what the reference disassembler prints, to the byte.

use bytespec::tile_ir::{Module, PrintOptions};
use bytespec_tests::corpus::valid;
use expect_test::expect;

/// How a text is printed, plain or with locations.
fn options(locations: bool) -> PrintOptions {
    PrintOptions { locations, ..PrintOptions::default() }
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

/// The tool refuses some files for reasons that are none of their text.
#[test]
fn what_the_disassembler_refuses_is_printed_by_the_same_rules() {
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
    let few = PrintOptions { max_bytes: Some(1000), ..PrintOptions::default() };
    let error = module.print(&few).expect_err("there is more text than that").to_string();
    assert!(error.contains("bytes of"), "{error}");
}
