//! A parser reuses the result of a repeated text after operands: the module must be that of a text without repetitions.

use bytespec::mlir::{Module, ParseOptions, WriteOptions};
use bytespec_tests::mlir_corpus::mlir_texts;

/// The same text with other blanks in front of the types on each line, so that no two lines are the same after the operands.
fn without_repetitions(text: &str) -> String {
    const TYPES: &str = " : (";
    let mut found = String::with_capacity(2 * text.len());
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let Some(at) = line.rfind(TYPES).filter(|_| !line.contains("//")) else {
            found.push_str(line);
            continue;
        };
        let (before, types) = line.split_at(at + TYPES.len() - 1);
        found.push_str(before);
        let bits = (0..usize::BITS - number.leading_zeros()).map(|bit| number >> bit & 1);
        found.extend(bits.map(|bit| if bit == 0 { ' ' } else { '\t' }));
        found.push_str(types);
    }
    found
}

#[test]
fn repeated_texts_have_the_same_entries() {
    let mut compared = 0;
    for (name, text) in mlir_texts() {
        let Ok(text) = std::str::from_utf8(text) else { continue };
        let parse = |text: &str| Module::parse(text, &ParseOptions::default());
        let written = |module: &Module<'_>| module.write(&WriteOptions::default());
        match (parse(text), parse(&without_repetitions(text))) {
            (Ok(one), Ok(other)) => {
                assert_eq!(written(&one), written(&other), "{name}");
                compared += 1;
            }
            (Err(_), Err(_)) => {}
            (one, other) => panic!("{name}: {:?}, {:?}", one.err(), other.err()),
        }
    }
    assert!(compared > 100, "only {compared} texts were compared");
}

#[test]
fn faults_are_those_of_the_operation() {
    let lines = [
        "\"t.make\"() : () -> (i32, i64)",
        "%0:2 = \"t.make\"() : () -> (i32, i64)",
        "\"t.use\"(%0#0) : (i32) -> ()",
    ];
    let text = |last: &str| format!("{}\n{last}\n", lines.join("\n"));
    for (last, error) in [
        ("\"t.use\"(%0#1) : (i32) -> ()", "operand 0 is of type `i64`, not of type `i32`"),
        ("\"t.use\"() : (i32) -> ()", "expected 0 types of operands, found 1"),
        ("%1 = \"t.make\"() : () -> (i32, i64)", "expected 2 names of results, found 1"),
        ("%1 = \"t.use\"(%0#0) : (i32) -> ()", "expected 0 names of results, found 1"),
        ("\"t.use\"(%9) : (i32) -> ()\n%9 = \"t.make\"() : () -> i64", "`%9`"),
    ] {
        let errors = Module::parse(&text(last), &ParseOptions::default()).unwrap_err();
        assert!(errors.to_string().contains(error), "{last}: {errors}");
    }
    // What is fine stays so, also where the value is defined later.
    let later = "\"t.use\"(%9) : (i32) -> ()\n%9 = \"t.other\"() : () -> i32";
    Module::parse(&text(later), &ParseOptions::default()).unwrap();
}
