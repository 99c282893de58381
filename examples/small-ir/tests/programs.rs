//! Sample programs in both versions: read, edited, written, damaged.

use bytespec::Result;
use small_ir::Program;
use small_ir::small_ir::Version;
use std::process::Command;

const SAMPLES: [(Version, &[u8]); 2] = [
    (Version::V1, include_bytes!("../samples/loops_1.smir")),
    (Version::V2, include_bytes!("../samples/loops_2.smir")),
];

#[test]
fn unedited_programs_keep_their_bytes() -> Result<()> {
    for (version, bytes) in SAMPLES {
        let program = Program::read(bytes)?;
        assert_eq!((program.version(), program.write()?.as_slice()), (version, bytes));
    }
    // A count in two bytes, where one is enough.
    let padded: &[u8] = &[b's', b'm', b'i', b'r', 1, 1, 3, 0, 0x80, 0];
    assert_eq!(Program::read(padded)?.write()?, padded);
    Ok(())
}

#[test]
fn passes_keep_what_has_an_effect() -> Result<()> {
    for (version, bytes) in SAMPLES {
        let mut program = Program::read(bytes)?;
        assert_eq!((program.hoist()?, program.erase_unused()?), (1, 3));
        let written = program.write()?;
        let mut again = Program::read(&written)?;
        assert_eq!(again.version(), version);
        let (forest, root) = again.nesting();
        let labels = forest.walk(root).filter_map(|op| Some(again.op(op)?.code.label()));
        let product = if version == Version::V1 { "add" } else { "multiply" };
        let expected = ["constant", "constant", product, "repeat", "add", "print"];
        assert_eq!(labels.collect::<Vec<_>>(), expected);
        assert_eq!((again.hoist()?, again.erase_unused()?), (0, 0));
        assert_eq!(again.write()?, written);
    }
    Ok(())
}

#[test]
fn damage_is_an_error_with_a_place() {
    let damaged = |at: usize, byte: u8| {
        let mut bytes = SAMPLES[0].1.to_vec();
        bytes[at] = byte;
        Program::read(&bytes).expect_err("it is damaged").to_string()
    };
    let expected =
        "at byte 23 (0x17), program.root.operations[2].operands[0]: Value index 9 is out of bounds";
    assert!(damaged(23, 9).starts_with(expected), "{}", damaged(23, 9));
    let inside =
        "at byte 29 (0x1d), program.root.operations[2].regions[0].blocks[0].operations[0].code";
    assert_eq!(damaged(29, 99), format!("{inside}: 99 is not a known Code"));
    let newer = "`Multiply` needs version 2 or later, but the version is 1";
    assert_eq!(damaged(29, 4), format!("{inside}: {newer}"));
    let (_, bytes) = SAMPLES[1];
    for len in 0..bytes.len() {
        let error = Program::read(&bytes[..len]).expect_err("it is cut");
        assert!(error.offset().is_some_and(|at| at <= len), "{len}: {error}");
    }
}

#[test]
fn the_readme_shows_what_is_printed() {
    let program = Command::new(env!("CARGO_BIN_EXE_small-ir")).arg("samples/loops_2.smir").output();
    let printed = program.expect("it runs").stdout;
    assert!(include_str!("../README.md").contains(&*String::from_utf8_lossy(&printed)));
}
