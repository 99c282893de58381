//! Writing from scratch gives the bytes of the reference writer.

use bytespec::Result;
use bytespec::mlir::{Module, Numbering, WriteOptions};
use bytespec_tests::mlir_corpus::{MlirFile, mlir_corpus};
use expect_test::expect;
use std::collections::BTreeMap;

/// Files of the reference that do not come out the same, by folder, how many they are, and why.
const EXCEPTIONS: [(&str, usize, &str); 1] = [(
    "small/17_versioned_test_dialect",
    8,
    "attributes and properties are in an encoding that only the dialect of MLIR's own tests knows",
)];

fn write(file: &MlirFile) -> Result<Vec<u8>> {
    let options = WriteOptions::default().numbering(Numbering::Canonical);
    match Module::read(&file.bytes) {
        Ok(module) => module.write(&options),
        Err(error) => panic!("{} is not read: {error}", file.name),
    }
}

#[test]
fn every_file_of_the_reference_is_the_same() {
    let mut same = 0;
    let mut others = BTreeMap::new();
    for file in mlir_corpus().iter().filter(|file| file.is_by_reference()) {
        match write(file) {
            Ok(written) if written == file.bytes => same += 1,
            outcome => {
                println!("{}: {:?}", file.name, outcome.map(|_| "other bytes"));
                *others.entry(file.folder()).or_insert(0) += 1;
            }
        }
    }
    println!("{same} the same, {} exceptions", others.values().sum::<usize>());
    let expected: BTreeMap<&str, usize> =
        EXCEPTIONS.iter().map(|(folder, count, _)| (*folder, *count)).collect();
    assert_eq!(others, expected);
    assert_eq!(same, 457);
}

/// Files of other writers, of LLVM 16 and of builds between releases, come out the same wherever it
/// is known what everything in them refers to.
#[test]
fn other_files_are_the_same_or_refused() {
    let mut same = BTreeMap::new();
    let mut unknown = BTreeMap::new();
    for file in mlir_corpus().iter().filter(|file| !file.is_by_reference()) {
        match write(file) {
            Ok(written) => {
                assert!(written == file.bytes, "{} changed", file.name);
                let group = file.folder().split('/').take(2).collect::<Vec<_>>().join("/");
                let group = if group.starts_with("small/") { "small".to_owned() } else { group };
                *same.entry(group).or_insert(0) += 1;
            }
            Err(error) => {
                let text = error.kind().to_string();
                let Some((reason, _)) = text.split_once(", so its") else { panic!("{text}") };
                assert!(text.ends_with("can only be written with pinned numbering"), "{text}");
                *unknown.entry(reason.to_owned()).or_insert(0) += 1;
            }
        }
    }
    // What is met first in each of the refused files.
    let refused: String =
        unknown.iter().map(|(reason, count)| format!("{count}: {reason}\n")).collect();
    expect![[r#"
        2: the layout of the properties of comb.add is unknown
        1: the layout of the properties of comb.xor is unknown
        3: the layout of the properties of flow.executable is unknown
        1: the layout of the properties of hal.executable is unknown
        1: the layout of the properties of seq.hlmem is unknown
        1: the layout of the properties of stream.executable is unknown
        1: the layout of the properties of tm_tensor.sort is unknown
        1: the layout of the properties of torch.constant.bool is unknown
        2: the layout of the properties of torch.constant.int is unknown
        3: the layout of the properties of torch.operator is unknown
        3: the layout of the properties of torch.vtensor.literal is unknown
        19: the layout of the properties of tt.func is unknown
        3: the layout of the properties of util.func is unknown
        3: the layout of the properties of util.global is unknown
        1: the layout of the properties of verif.assert is unknown
        2: the layout of the properties of vm.module is unknown
    "#]]
    .assert_eq(&refused);
    let report: String = same.iter().map(|(group, count)| format!("{group}: {count}\n")).collect();
    expect![[r#"
        real/circt-1.62.0: 2
        real/iree-20230209.425: 2
        real/iree-20230524.529: 9
        real/iree-20240410.859: 5
        real/jax: 43
        real/jax-0.4.13: 5
        real/jax-0.4.20: 13
        real/jax-0.4.28: 6
        real/jax-0.4.38: 16
        real/jax-0.6.2: 5
        real/jax-0.8.2: 4
        real/jax-pallas: 7
        real/mlir-opt-16: 7
        real/probes: 3
        real/tensorflow-2.21.0: 6
        real/torch-mlir: 6
        small: 17
    "#]]
    .assert_eq(&report);
}

/// Canonical numbers come from the content alone: entries that nothing refers to leave no trace, and
/// writing twice gives the same bytes.
#[test]
fn unused_entries_vanish() -> Result<()> {
    let options = WriteOptions::default().numbering(Numbering::Canonical);
    for file in mlir_corpus().iter().filter(|file| file.bytes.len() < 20_000) {
        let Ok(expected) = write(file) else { continue };
        let mut module = Module::read(&file.bytes)?;
        let text = module.string_attribute("nothing refers to this")?;
        let entries = vec![(module.add_string(b"nor to this")?, text)];
        module.dictionary_attribute(entries)?;
        module.add_type_text(b"nobody", "!nobody.knows")?;
        module.add_op_name("nobody.does", true)?;
        let padded = module.write(&WriteOptions::default())?;
        assert!(padded.len() > file.bytes.len(), "{}", file.name);
        let again = Module::read(&padded)?.write(&options)?;
        assert!(again == expected, "{} changed", file.name);
        assert!(Module::read(&again)?.write(&options)? == expected, "{} changed", file.name);
    }
    Ok(())
}
