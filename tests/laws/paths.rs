//! Every path and every target of cargo that documents and comments name exists.

use crate::sources::{packages, read, root, short};
use std::path::{Path, PathBuf};

/// Endings of files for people, and the beginning of a line of a comment; none if the whole file is text.
const TEXTS: [(&str, Option<&str>); 6] = [
    ("md", None),
    ("rs", Some("//")),
    ("sh", Some("#")),
    ("py", Some("#")),
    ("toml", Some("#")),
    ("yaml", Some("#")),
];

/// Folders with content of others, build output, or content that is not for people.
const PASSED: [&str; 4] = ["target", "data", ".git", "expand"];

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
    {
        let name = path.file_name().unwrap_or_default();
        if path.is_dir() {
            if !PASSED.iter().any(|passed| name == *passed) {
                collect(&path, found);
            }
        } else if path
            .extension()
            .is_some_and(|ending| TEXTS.iter().any(|(known, _)| ending == *known))
        {
            found.push(path);
        }
    }
}

/// Folders that a command makes when it runs.
const MADE: [&str; 2] = ["tests/fuzz/corpus/", "tests/fuzz/artifacts/"];

/// Whether a character can be part of a path in documents.
fn is_path(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_-./".contains(c)
}

/// The words of a line that could be paths, and whether a pattern follows.
fn words(line: &str) -> impl Iterator<Item = (&str, bool)> {
    let starts = line.char_indices().filter(|&(at, c)| {
        is_path(c)
            && !line[..at]
                .chars()
                .next_back()
                .is_some_and(|before| is_path(before) || "<{$*:@".contains(before))
    });
    starts.map(|(at, _)| {
        let rest = &line[at..];
        let end = rest.find(|c| !is_path(c)).unwrap_or(rest.len());
        let pattern = rest[end..].starts_with(['*', '<', '{', '$']);
        (rest[..end].trim_end_matches('.'), pattern)
    })
}

/// The targets of Markdown links, except addresses and places in the same file.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let targets = line.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let files = targets.map(|(target, _)| target.split('#').next().unwrap_or_default());
    files.filter(|target| target.contains(['/', '.']) && !target.contains("::"))
}

/// The folder of the package that a file is in.
fn package(file: &Path) -> PathBuf {
    let mut folders = file.ancestors().skip(1);
    folders.find(|folder| folder.join("Cargo.toml").is_file()).map_or_else(root, Path::to_path_buf)
}

/// Names of a package's targets of a kind: files of a folder, and those that the manifest names.
fn targets(package: &Path, kind: &str, folder: &str) -> Vec<String> {
    let files = std::fs::read_dir(package.join(folder)).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        files.filter_map(|file| Some(file.path().file_stem()?.to_str()?.to_owned())).collect();
    let manifest = read(&package.join("Cargo.toml"));
    for part in manifest.split(&format!("[[{kind}]]")).skip(1) {
        let name = part.lines().find_map(|line| line.strip_prefix("name = "));
        names.extend(name.map(|name| name.trim_matches('"').to_owned()));
    }
    names
}

/// Targets and packages of a cargo command that do not exist.
fn missing_targets(line: &str) -> Vec<String> {
    let mut missing = Vec::new();
    let Some((_, command)) = line.split_once("cargo ") else { return missing };
    let command = command.split(['`', '|', '#', ';']).next().unwrap_or_default();
    let command = command.split(" -- ").next().unwrap_or_default();
    let words: Vec<&str> = command.split([' ', ',', ')']).filter(|word| !word.is_empty()).collect();
    let after = |options: &[&str]| {
        words.windows(2).find(|pair| options.contains(&pair[0])).map(|pair| pair[1])
    };
    let mut chosen = packages();
    if let Some(name) = after(&["-p", "--package"]) {
        let wanted = format!("name = \"{name}\"");
        chosen
            .retain(|package| read(&package.join("Cargo.toml")).lines().any(|line| line == wanted));
        if chosen.is_empty() && !name.contains(['$', '"']) {
            missing.push(format!("package {name}"));
        }
    }
    let kinds = [("test", "tests"), ("bench", "benches"), ("example", "examples")];
    for (kind, folder) in kinds {
        let Some(name) = after(&[&format!("--{kind}")]) else { continue };
        let exists = chosen
            .iter()
            .any(|package| targets(package, kind, folder).iter().any(|target| target == name));
        if !exists {
            missing.push(format!("{kind} {name}"));
        }
    }
    missing
}

#[test]
fn every_path_in_documents_and_comments_exists() {
    let root = root();
    let folders: Vec<String> = std::fs::read_dir(&root)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.path().is_dir() && entry.file_name() != "target")
        .map(|entry| format!("{}/", entry.file_name().display()))
        .collect();
    let mut files = Vec::new();
    collect(&root, &mut files);
    let (mut missing, mut named) = (Vec::new(), 0);
    for file in &files {
        let ending = file.extension().unwrap_or_default();
        let comment =
            TEXTS.iter().find(|(known, _)| ending == *known).and_then(|(_, comment)| *comment);
        let package = package(file);
        let beside = file.parent().unwrap_or(&root);
        for (index, line) in read(file).lines().enumerate() {
            let text = line.trim_start();
            if comment.is_some_and(|comment| !text.starts_with(comment)) {
                continue;
            }
            let mut report =
                |what: &str| missing.push(format!("{}:{}: {what}", short(file), index + 1));
            if comment.is_none() {
                for link in links(text).filter(|link| !link.contains(":")) {
                    named += 1;
                    if !beside.join(link).exists() {
                        report(link);
                    }
                }
            }
            for (word, pattern) in words(text) {
                let made = MADE.iter().any(|folder| word.starts_with(folder));
                if made || !folders.iter().any(|folder| word.starts_with(folder.as_str())) {
                    continue;
                }
                named += 1;
                let known = match (pattern, word.rsplit_once('/')) {
                    (true, Some((folder, _))) => folder,
                    _ => word,
                };
                if ![&root, &package, beside].iter().any(|base| base.join(known).exists()) {
                    report(word);
                }
            }
            missing_targets(text).iter().for_each(|what| report(what));
        }
    }
    assert!(named > 50, "only {named} paths were found");
    assert!(missing.is_empty(), "these do not exist:\n{}", missing.join("\n"));
}
