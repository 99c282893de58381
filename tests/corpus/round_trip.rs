//! Bytes in, same bytes out: pinned writing keeps the numbers and the layout of the file read.

use bytespec::tile_ir::{Module, Numbering, Profile, WriteOptions};
use bytespec_tests::corpus::{Kind, valid};
use expect_test::expect;
use std::collections::BTreeSet;

#[test]
fn pinned_writing_gives_the_same_bytes() {
    let mut same = 0;
    for file in valid() {
        let module = match Module::read(&file.bytes) {
            Ok(module) => module,
            Err(error) => panic!("{}: {error}", file.name),
        };
        assert_eq!(module.opaque_bytes(), 0, "{} has bytes that were not decoded", file.name);
        match module.write(&Default::default()) {
            Ok(written) => assert!(written == file.bytes, "{} changed", file.name),
            Err(error) => panic!("{}: {error}", file.name),
        }
        same += 1;
    }
    println!("{same} files came back byte for byte, nothing in them was carried undecoded");
    assert_eq!(same, 1289);
}

/// The two reference writers differ in their numbers alone, so that nothing is lost when one follows the
/// other, but for what one of them leaves out: the producer and empty hints that nobody asked for
/// (Python), and locations in a function whose own location is unknown (C++).
#[test]
fn canonical_writing_keeps_the_content() {
    let write = |module: &Module, profile| {
        let numbering = Numbering::Canonical(profile);
        module.write(&WriteOptions::default().numbering(numbering))
    };
    let mut lossy = BTreeSet::new();
    for file in valid() {
        let Ok(module) = Module::read(&file.bytes) else { panic!("{} is not read", file.name) };
        for (first, second) in [(Profile::Python, Profile::Cxx), (Profile::Cxx, Profile::Python)] {
            let again = |bytes: &[u8], profile| write(&Module::read(bytes)?, profile);
            let Ok(once) = write(&module, first) else { panic!("{}", file.name) };
            match again(&once, second).and_then(|other| again(&other, first)) {
                Ok(back) if back == once => {}
                Ok(_) => {
                    let subject = match file.kind {
                        Kind::Assembled => file.name.split("__v").next().unwrap_or_default(),
                        _ => &file.name,
                    };
                    lossy.insert(format!("{subject}: {first:?} after {second:?}"));
                }
                Err(error) => panic!("{}: {error}", file.name),
            }
        }
    }
    expect![[r#"
        cutile_python/raw_flag6_empty_hints: Cxx after Python
        cutile_python/raw_producer_section: Cxx after Python
        reference_writer/13.3/Bytecode__producerTest: Cxx after Python
        reference_writer/13.3/Bytecode__versioning__producer_attr_backward_compat: Cxx after Python"#]]
    .assert_eq(&lossy.into_iter().collect::<Vec<_>>().join("\n"));
}
