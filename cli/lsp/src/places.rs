//! Which files are a schema, and what editors call files.

use lsp_types::Uri;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The path of a file that an editor names.
pub(super) fn path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let mut bytes = Vec::new();
    let mut left = path.bytes();
    while let Some(byte) = left.next() {
        match byte {
            b'%' => {
                let digits = [left.next()?, left.next()?];
                bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
            }
            byte => bytes.push(byte),
        }
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/C:/schema` is a path of Windows.
    let is_drive =
        path.as_bytes().get(2) == Some(&b':') && path.as_bytes()[1].is_ascii_alphabetic();
    Some(PathBuf::from(if is_drive { &path[1..] } else { &path }))
}

/// What an editor calls a file.
pub(super) fn uri(path: &Path) -> Option<Uri> {
    let path = path.to_str()?.replace('\\', "/");
    let mut text = String::from(if path.starts_with('/') { "file://" } else { "file:///" });
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                text.push(char::from(byte));
            }
            byte => text.push_str(&format!("%{byte:02X}")),
        }
    }
    Uri::from_str(&text).ok()
}

/// How far up the format of a file is looked for.
const MAX_UP: usize = 8;

/// Files that are larger have no format.
const MAX_LEN: u64 = 1 << 24;

/// The schema that a file belongs to: the nearest folder up in which one file has the format. Where several have one, or this file
/// has, each such file is a schema of its own. `text` gives the text of a file, which an editor may have open.
pub(super) fn schema(file: &Path, text: &dyn Fn(&Path) -> Option<String>) -> Option<PathBuf> {
    for folder in file.ancestors().skip(1).take(MAX_UP) {
        let Ok(entries) = std::fs::read_dir(folder) else { continue };
        let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let has_format = |path: &PathBuf| {
            let is_yaml = path.extension().is_some_and(|end| end == "yaml" || end == "yml");
            let is_small = path.metadata().is_ok_and(|file| file.len() <= MAX_LEN);
            is_yaml && is_small && text(path).is_some_and(|text| declares_format(&text))
        };
        let formats: Vec<PathBuf> = files.filter(has_format).collect();
        match formats.as_slice() {
            [] => {}
            [_] => return Some(folder.to_owned()),
            formats => return formats.iter().find(|path| *path == file).cloned(),
        }
    }
    None
}

fn declares_format(text: &str) -> bool {
    text.starts_with("- format:") || text.contains("\n- format:")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_come_back() {
        for name in ["/a/b c/é.yaml", "C:/a/%.yaml"] {
            let uri = uri(Path::new(name)).unwrap();
            assert_eq!(path(&uri).unwrap(), Path::new(name), "{}", uri.as_str());
        }
    }
}
