//! Documentation in generated code has the style of handwritten comments: a space follows the slashes of each line.

use crate::sources::root;
use bytespec_codegen::build::generate;
use bytespec_codegen::emit::rust::Options;
use std::path::{Path, PathBuf};

/// Folders with schemas.
fn schemas(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    let is_yaml = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == "yaml");
    let is_format = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        text.lines().any(|line| line.starts_with("- format:"))
    };
    if paths.iter().filter(is_yaml).any(is_format) {
        return found.push(folder.to_path_buf());
    }
    for path in paths.iter().filter(|path| path.is_dir() && !path.ends_with("target")) {
        schemas(path, found);
    }
}

#[test]
fn generated_documentation_has_its_blanks() {
    let mut folders = Vec::new();
    schemas(&root(), &mut folders);
    let (mut lines, mut faults, mut formats) = (0, Vec::new(), 0);
    for folder in folders {
        let host = "crate::host".parse().ok();
        let options = Options {
            plan: Some("format.plan".into()),
            samples: true,
            scan: true,
            host,
            ..Options::default()
        };
        // Files that are refused are not schemas.
        let Ok(text) = generate(&folder, &options) else { continue };
        formats += 1;
        for line in text.lines().map(str::trim_start) {
            let written = line.strip_prefix("///");
            lines += usize::from(written.is_some());
            let is_right = written.is_none_or(|text| text.is_empty() || text.starts_with(' '));
            if !is_right || line.starts_with("/**") || line.contains("#[doc =") {
                faults.push(format!("{}: {line}", folder.display()));
            }
        }
    }
    assert!(formats > 5 && lines > 1_000, "{formats} schemas, {lines} lines");
    assert_eq!(faults, Vec::<String>::new());
}
