//! What becomes of a file that is written, and of one that is replaced.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

const SAMPLE: &str = "samples/kernel_vadd.13.1.tileirbc";

fn convert(input: &Path, output: &Path, to: &str) {
    let status = Command::new(env!("CARGO_BIN_EXE_bytespec"))
        .args(["convert", "--to", to])
        .args([input.as_os_str(), "-o".as_ref(), output.as_os_str()])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output();
    assert!(status.is_ok_and(|output| output.status.success()), "{}", output.display());
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn a_replaced_file_keeps_its_mode() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out.tileirbc");
    for wanted in [0o600, 0o640, 0o666, 0o755] {
        fs::write(&output, "old").unwrap();
        fs::set_permissions(&output, fs::Permissions::from_mode(wanted)).unwrap();
        convert(Path::new(SAMPLE), &output, "13.2");
        assert_ne!(fs::read(&output).unwrap(), b"old");
        assert_eq!(mode(&output), wanted, "{wanted:o}");
    }
}

#[test]
fn a_new_file_has_the_mode_of_other_new_files() {
    let folder = tempfile::tempdir().unwrap();
    let (output, other) = (folder.path().join("out.tileirbc"), folder.path().join("other"));
    fs::write(&other, "").unwrap();
    convert(Path::new(SAMPLE), &output, "13.2");
    assert_eq!(mode(&output), mode(&other));
}

#[test]
fn a_link_stays_a_link_to_its_own_input() {
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("file.tileirbc"), folder.path().join("link.tileirbc"));
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join(SAMPLE);
    fs::copy(&sample, &file).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    symlink(&file, &link).unwrap();
    convert(&file, &link, "13.2");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(mode(&file), 0o600);
    convert(&link, &link, "13.1");
    assert_eq!(fs::read(&file).unwrap(), fs::read(sample).unwrap());
}

/// A large file is mapped, and what is written over it is another file.
#[test]
fn a_large_file_is_written_over_itself() {
    use bytespec::mlir::{Module, NewResource, Resource, ResourceId, WriteOptions};
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("weights.mlirbc");
    let weights: Vec<u8> = (0..3 << 20).map(|index: u32| (index % 251) as u8).collect();
    let mut module = Module::new("example");
    let resource = NewResource::Blob { alignment: 64, bytes: weights.as_slice().into() };
    module.add_resource(b"builtin", b"weights", resource).unwrap();
    fs::write(&file, module.write(&WriteOptions::default()).unwrap()).unwrap();
    for to in ["5", "6", "5"] {
        convert(&file, &file, to);
        let bytes = fs::read(&file).unwrap();
        let module = Module::read(&bytes).unwrap();
        assert_eq!(module.version().to_string(), to);
        match module.resource(ResourceId(0)).unwrap() {
            Resource::Blob { bytes, .. } => assert!(bytes == weights),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_schema_is_mended_in_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let schema = folder.path().join("format.yaml");
    let wrong = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/bad_schema/format.yaml");
    fs::copy(wrong, &schema).unwrap();
    let check = |options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bytespec"));
        let output = command.arg("check").args(options).arg(folder.path()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let before = fs::read_to_string(&schema).unwrap();
    assert_eq!(check(&[]).0, Some(1));
    assert_eq!(fs::read_to_string(&schema).unwrap(), before);
    let (code, said) = check(&["--fix"]);
    assert_eq!(code, Some(0), "{said}");
    let lines = [
        "format.yaml:17: changed `1` to `2`",
        "format.yaml:19: changed `sumary` to `summary`",
        "ok: ",
    ];
    assert!(lines.iter().all(|line| said.contains(line)), "{said}");
    let mended = fs::read_to_string(&schema).unwrap();
    assert_eq!(
        mended,
        before.replace("opcode: 1\n  since", "opcode: 2\n  since").replace("sumary", "summary")
    );
    // Nothing is left to do.
    assert_eq!(check(&["--fix", "--json"]), (Some(0), String::new()));
    assert_eq!(fs::read_to_string(&schema).unwrap(), mended);
}
