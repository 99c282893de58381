//! Files of a folder: all that begin as their names say come back byte for byte.

use super::typed::typed;
use super::{Format, formats};
use bytespec::plan::{Executor, File};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// All files of a folder and of those in it, by ending.
fn files(folder: &Path, found: &mut BTreeMap<String, Vec<PathBuf>>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (path, Ok(kind)) = (entry.path(), entry.file_type()) else { continue };
        let ending = path.extension().and_then(|ending| ending.to_str());
        match ending {
            _ if kind.is_dir() => {
                let special = ["/proc", "/sys", "/dev"].iter().any(|top| path == Path::new(top));
                if !special {
                    files(&path, found);
                }
            }
            Some(ending) if kind.is_file() => {
                found.entry(ending.to_owned()).or_default().push(path);
            }
            _ => {}
        }
    }
}

/// Whether bytes begin as files of the format do.
fn begins(format: &Format, bytes: &[u8]) -> bool {
    let mut marks = format.marks.iter();
    marks.any(|(at, mark)| bytes.get(*at..).is_some_and(|bytes| bytes.starts_with(mark)))
}

#[test]
fn files_of_a_folder_come_back() {
    let folder = std::env::var_os("BYTESPEC_FILES");
    let folder = folder.map_or(Path::new(env!("CARGO_MANIFEST_DIR")).into(), PathBuf::from);
    let mut found = BTreeMap::new();
    files(&folder, &mut found);
    let mut failures = Vec::new();
    for format in formats() {
        let executor = Executor::new(format.plan, &[]).expect("a plan");
        let typed = typed(format.name);
        let paths = format.endings.iter().filter_map(|ending| found.get(*ending)).flatten();
        let (mut same, mut others) = (0, 0);
        for path in paths {
            let Ok(bytes) = std::fs::read(path) else { continue };
            if !begins(&format, &bytes) {
                others += 1;
                println!("{} is something else", path.display());
                continue;
            }
            let opened = File::with(&executor, &bytes);
            let written =
                opened.and_then(|mut file| file.read().and_then(|value| file.write(&value)));
            let by_types = typed(&bytes).and_then(|(_, written)| written);
            match written {
                _ if by_types != written => {
                    failures.push(format!("{}: types write something else", path.display()));
                }
                Ok(written) if written == bytes => same += 1,
                Ok(_) => failures.push(format!("{}: other bytes", path.display())),
                Err(error) => failures.push(format!("{}: {error}", path.display())),
            }
        }
        println!("{}: {same} come back, {others} are something else", format.name);
        assert!(same >= 3, "{}: {same} files; {}", format.name, failures.join("\n"));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
