//! The same input has the same output.

use crate::sources::root;
use bytespec::mlir;
use bytespec::tile_ir::{Module, Numbering, Profile, WriteOptions};
use bytespec_codegen::build::generate;
use bytespec_codegen::emit::rust::Options;
use bytespec_tests::corpus::valid;
use bytespec_tests::mlir_corpus::mlir_corpus;

#[test]
fn generating_twice_gives_the_same_text() {
    let schemas = root().join("schema");
    let Ok(entries) = std::fs::read_dir(&schemas) else { panic!("there are no schemas") };
    let mut formats = 0;
    let folders = entries.flatten().map(|entry| entry.path());
    for folder in folders.filter(|path| path.join("format.yaml").is_file()) {
        let host = "crate::host".parse().ok();
        let options =
            Options { plan: Some("format.plan".into()), samples: true, host, ..Options::default() };
        let generated = || match generate(&folder, &options) {
            Ok(text) => text,
            Err(findings) => panic!("{findings}"),
        };
        // Each hash map has another order of keys, so two runs in one process are sufficient.
        assert!(generated() == generated(), "{} differs", folder.display());
        formats += 1;
    }
    assert!(formats > 0);
}

#[test]
fn writing_twice_gives_the_same_bytes() {
    for file in valid().step_by(7) {
        for numbering in [
            Numbering::Pinned,
            Numbering::Canonical(Profile::Python),
            Numbering::Canonical(Profile::Cxx),
        ] {
            let options = WriteOptions::default().numbering(numbering);
            let written = || Module::read(&file.bytes)?.write(&options);
            assert_eq!(written(), written(), "{}", file.name);
        }
    }
}

#[test]
fn writing_mlir_twice_gives_the_same_bytes() {
    for file in mlir_corpus().iter().filter(|file| file.bytes.len() <= 20_000).step_by(3) {
        for numbering in [mlir::Numbering::Pinned, mlir::Numbering::Canonical] {
            for &version in mlir::Version::ALL {
                let options = mlir::WriteOptions::default().numbering(numbering).version(version);
                let written = || mlir::Module::read(&file.bytes)?.write_lossy(&options);
                assert_eq!(written(), written(), "{} as version {version}", file.name);
            }
        }
    }
}
