//! A decoder of Tile IR 13.1 in Python that was written from the pages of the site alone reads every file of that version to the values
//! that `dump --json` lists. Where there is no `python3`, this is skipped with a word.

#[path = "../support/mod.rs"]
mod support;

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use support::{HERE, bytespec, corpus, finished};

/// Where a value stands, how many bytes it has, and what it is.
type Leaf = (u64, u64, String);

/// The values of each file, sorted. What has no bytes is left out.
fn values(output: &[u8]) -> BTreeMap<String, Vec<Leaf>> {
    let mut files: BTreeMap<String, Vec<Leaf>> = BTreeMap::new();
    let mut file = String::new();
    for line in String::from_utf8_lossy(output).lines() {
        let entry: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(entry.get("wrong"), None, "{file}");
        if let Some(name) = entry["file"].as_str() {
            name.clone_into(&mut file);
            files.entry(file.clone()).or_default();
        }
        let length = entry["length"].as_u64().filter(|length| *length > 0);
        if let (Some(value), Some(length)) = (entry.get("value"), length) {
            let leaf = (entry["offset"].as_u64().expect("an offset"), length, value.to_string());
            files.entry(file.clone()).or_default().push(leaf);
        }
    }
    files.values_mut().for_each(|leaves| leaves.sort());
    files
}

#[test]
fn a_decoder_that_was_written_from_the_site_reads_every_file() {
    if !Command::new("python3")
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
    {
        eprintln!("skipped: there is no python3");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let files = corpus(folder.path(), |name| name.contains("13.1"));
    assert!(files.len() > 300, "{} files", files.len());
    let wanted = values(&finished(bytespec().args(["dump", "--json"]).args(&files)).stdout);
    let decoder = Path::new(HERE).join("tests/from_site/tile_ir_13_1.py");
    let found = values(&finished(Command::new("python3").arg(decoder).args(&files)).stdout);
    assert_eq!(wanted.len(), files.len());
    for (file, wanted) in &wanted {
        assert!(!wanted.is_empty(), "{file}: no values");
        assert_eq!(found.get(file), Some(wanted), "{file}");
    }
}
