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
