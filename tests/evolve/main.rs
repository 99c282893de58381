//! Adding a version and an operation is an edit of the schema: in a copy of the sources, of which only
//! YAML changes, a program uses the new operation, operations made at random are read as they are printed, and the crates of the
//! README and of `bytespec new` work.

mod operations;
mod readme;

use bytespec_codegen::model::Model;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// The content of files by their paths.
type Files = BTreeMap<PathBuf, Vec<u8>>;

/// What the schemas are in, and what is generated from them. All else is used where it is.
const FOLDERS: [&str; 2] = ["runtime", "schema"];

/// How many operations with text a run of the suite makes.
const TEXTS: u64 = 200;

/// With the features that the crates to begin with ask for, so that the library is built once.
const PROGRAM_MANIFEST: &str = "\
[package]
name = \"program\"
version = \"0.0.0\"
edition = \"2024\"

[[bin]]
name = \"program\"
path = \"main.rs\"

[dependencies]
bytespec = { path = \"../runtime\", features = [\"derive\", \"samples\"] }
";

fn read(path: &Path) -> String {
    match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

fn load(schema: &Path) -> Model {
    match bytespec_codegen::build::load(schema) {
        Ok(model) => model,
        Err(findings) => panic!("{findings}"),
    }
}

/// Adds the files under a folder, named by their paths from the root.
fn collect(root: &Path, folder: &Path, files: &mut Files) {
    for path in fs::read_dir(root.join(folder)).into_iter().flatten().flatten() {
        let name = folder.join(path.file_name());
        if path.path().is_dir() {
            collect(root, &name, files);
        } else if let Ok(content) = fs::read(path.path()) {
            files.insert(name, content);
        }
    }
}

/// Makes the folders hold these files and no others. What is the same already is not touched, so that
/// cargo does not build it again.
fn place(copy: &Path, files: &Files) {
    let mut old = Files::new();
    for folder in FOLDERS {
        collect(copy, Path::new(folder), &mut old);
    }
    for name in old.keys().filter(|name| !files.contains_key(*name)) {
        let _ = fs::remove_file(copy.join(name));
    }
    for (name, content) in files.iter().filter(|(name, content)| old.get(*name) != Some(content)) {
        let path = copy.join(name);
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        if let Err(error) = folder.and_then(|()| fs::write(&path, content)) {
            panic!("{}: {error}", path.display());
        }
    }
}

/// What no schema has yet: the version after the newest, and an opcode.
struct Free {
    newest: String,
    next: String,
    opcode: u64,
    /// Those that are taken.
    opcodes: BTreeSet<u64>,
}

impl Free {
    fn of(model: &Model) -> Self {
        let Some(newest) = model.versions.last() else { panic!("there are no versions") };
        // One byte holds it, so that places in a file do not depend on it.
        let opcode = (0..0x80).rev().find(|free| model.ops.iter().all(|op| op.opcode != *free));
        let Some(opcode) = opcode else { panic!("no opcode of one byte is free") };
        let newest = newest.docs.name.clone();
        let opcodes = model.ops.iter().map(|op| op.opcode).collect();
        Free { next: next(&newest), newest, opcode, opcodes }
    }

    /// A text with its placeholders filled in.
    fn fill(&self, text: &str) -> String {
        let text = text.replace("NEW_VERSION", &self.next).replace("OLD_VERSION", &self.newest);
        text.replace("FREE_OPCODE", &self.opcode.to_string())
    }

    /// The schema's new text, with the version added at the end of the list.
    fn with_new_version(&self, text: &str) -> String {
        let last = format!("- {{version: \"{}\",", self.newest);
        let mut edited = String::new();
        for line in text.lines() {
            edited.push_str(line);
            edited.push('\n');
            if line.trim_start().starts_with(&last) {
                let new = "    - {version: \"NEW_VERSION\", summary: Mixing of tiles}\n";
                edited.push_str(&self.fill(new));
            }
        }
        edited
    }
}

/// The number after a dotted one.
fn next(number: &str) -> String {
    let (head, last) = number.rsplit_once('.').map_or(("", number), |(head, last)| (head, last));
    let next = last.parse::<u64>().map_or(0, |last| last + 1).to_string();
    if head.is_empty() { next } else { format!("{head}.{next}") }
}

/// A schema's text with one more release at the end of each list of them.
fn with_new_releases(text: &str) -> String {
    const LIST: &str = "names: [";
    let Some((before, rest)) = text.split_once(LIST) else { return text.to_owned() };
    let Some((names, after)) = rest.split_once(']') else { return text.to_owned() };
    let last = names.rsplit(',').next().unwrap_or_default().trim().trim_matches('"');
    let names = format!("{}, \"{}\"", names.trim_end(), next(last));
    format!("{before}{LIST}{names}]{}", with_new_releases(after))
}

/// A text with tags that no builtin entry has, and the release of LLVM after the newest, in its placeholders.
fn with_free_tags(text: &str, model: &Model) -> String {
    let free = |name: &str| {
        let union = model.unions.iter().find(|union| union.docs.name == name);
        let tags = union.into_iter().flat_map(|union| &union.variants).map(|variant| variant.tag);
        tags.max().map_or(0, |last| last + 1)
    };
    let newest = model.releases.as_ref().and_then(|releases| releases.names.last());
    let attribute = free("BuiltinAttribute");
    text.replace("FREE_ATTRIBUTE", &attribute.to_string())
        .replace("NEXT_ATTRIBUTE", &(attribute + 1).to_string())
        .replace("FREE_TYPE", &free("BuiltinType").to_string())
        .replace("NEW_RELEASE", &newest.map_or_else(String::new, |newest| next(newest)))
}

/// The workspace's manifest with other members, and without profiles: those of tests are for its own, and `.cargo/config.toml` has
/// what is for all.
fn with_members(text: &str) -> String {
    let text = text.split("\n[profile").next().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with("default-members"));
    let lines = lines.map(|line| match line.starts_with("members = ") {
        true => "members = [\"runtime\", \"runtime/core\", \"runtime/mlir\", \"runtime/tile_ir\", \"program\", \"readme\", \"new-shelf\", \"new-music\"]",
        false => line,
    });
    lines.map(|line| format!("{line}\n")).collect()
}

/// A manifest in which paths to what is not copied lead to the sources themselves.
fn with_paths(manifest: &str, root: &Path) -> String {
    let mut pieces = manifest.split("path = \"");
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (path, rest) = piece.split_once('"').unwrap_or((piece, ""));
        let inside = path.trim_start_matches("../");
        let path = match FOLDERS.iter().any(|folder| Path::new(inside).starts_with(folder)) {
            true => path.to_owned(),
            false => root.join(inside).display().to_string(),
        };
        text.push_str(&format!("path = {path:?}{rest}"));
    }
    text
}

/// The sources with their new version, a program that uses it, and crates to begin with.
struct Sources {
    path: PathBuf,
    /// Where cargo builds it: the folder of `trybuild`, which has built the generator for the faults of derive macros.
    target: PathBuf,
    free: Free,
}

/// One copy, so that what both tests use is built once.
static SOURCES: LazyLock<Sources> = LazyLock::new(|| {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = tests.parent().unwrap_or(tests);
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = temporary.join("evolve");
    let target = temporary.parent().unwrap_or(temporary).join("tests/trybuild");
    let mut files = Files::new();
    for folder in FOLDERS {
        collect(root, Path::new(folder), &mut files);
    }
    let format = Path::new("schema/tile_ir/format.yaml");
    let free = Free::of(&load(&root.join("schema/tile_ir")));
    let edited = free.with_new_version(&read(&root.join(format)));
    assert_eq!(edited.matches("Mixing of tiles").count(), 1, "the list of versions was not found");
    files.insert(format.into(), edited.into());
    // The other format gets a version, and each of its axes a release.
    let other = Path::new("schema/mlir/format.yaml");
    let mlir = load(&root.join("schema/mlir"));
    let newer = Free::of(&mlir);
    files.insert(other.into(), newer.with_new_version(&read(&root.join(other))).into());
    for (_, content) in files.iter_mut().filter(|(name, _)| name.starts_with("schema/mlir")) {
        *content = with_new_releases(&String::from_utf8_lossy(content)).into_bytes();
    }
    files.insert(
        "schema/tile_ir/ops/blend.yaml".into(),
        free.fill(include_str!("blend.yaml")).into(),
    );
    let entries = include_str!("entries.yaml");
    files.insert("schema/mlir/dialects/entries.yaml".into(), with_free_tags(entries, &mlir).into());
    let made = random_operations(&files, &free.opcodes);
    files.extend(made.into_iter().map(|(path, text)| (path, text.into_bytes())));
    let workspace = with_members(&read(&root.join("Cargo.toml")));
    files.insert("Cargo.toml".into(), with_paths(&workspace, root).into());
    files.insert("Cargo.lock".into(), read(&root.join("Cargo.lock")).into());
    files.insert("program/Cargo.toml".into(), PROGRAM_MANIFEST.into());
    let program = include_str!("program/main.rs").replace("NEW_OTHER", &newer.next);
    files.insert("program/main.rs".into(), free.fill(&program).into());
    files.insert("program/entries.rs".into(), include_str!("program/entries.rs").into());
    files.insert("program/assembled.rs".into(), read(&tests.join("modules/assembled.rs")).into());
    for (name, content) in readme::files(&root.join("docs/your-own-format.md")) {
        files.insert(Path::new("readme").join(name), content);
    }
    files.extend(readme::new_crates());
    for manifest in ["readme/Cargo.toml", "new-shelf/Cargo.toml", "new-music/Cargo.toml"] {
        let manifest = files.get_mut(Path::new(manifest)).expect("the manifest of a crate");
        *manifest = with_paths(&String::from_utf8_lossy(manifest), root).into_bytes();
    }
    place(&path, &files);
    Sources { path, target, free }
});

/// Operations made at random, each in a file.
fn random_operations(files: &Files, opcodes: &BTreeSet<u64>) -> Vec<(PathBuf, String)> {
    let is_schema = |path: &Path| {
        path.starts_with("schema/tile_ir") && path.extension().is_some_and(|end| end == "yaml")
    };
    let schema: Vec<(PathBuf, String)> = files
        .iter()
        .filter(|(path, _)| is_schema(path))
        .map(|(path, text)| (path.clone(), String::from_utf8_lossy(text).into_owned()))
        .collect();
    let number = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    let first = number("BYTESPEC_TEXTS_SEED").unwrap_or(1);
    let count = number("BYTESPEC_TEXTS_COUNT").unwrap_or(TEXTS);
    let made = operations::accepted(&schema, opcodes, first, count);
    println!("{} of {count} operations are accepted", made.len());
    assert!(made.len() as u64 * 10 > count, "the texts are too wild");
    made
}

impl Sources {
    /// Runs cargo there; what it printed.
    fn cargo(&self, args: &[&str]) -> String {
        let output = Command::new(env!("CARGO"))
            .args(args)
            // As `trybuild` asks: what build scripts stand on is shared only by builds for a target.
            .args(["--offline", "--quiet", "--target", env!("TARGET")])
            .current_dir(&self.path)
            .env("CARGO_TARGET_DIR", &self.target)
            // Nobody debugs what is built here.
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .output();
        let output = match output {
            Ok(output) => output,
            Err(error) => panic!("cargo does not start: {error}"),
        };
        let printed = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{printed}{errors}");
        eprint!("{errors}");
        printed.into_owned()
    }
}

#[test]
fn a_new_operation_is_an_edit_of_the_schema() {
    let printed = SOURCES.cargo(&["run", "--package", "program"]);
    let free = &SOURCES.free;
    assert!(printed.ends_with("ok\n"), "{printed}");
    expect_test::expect![[r#"
        functions[0].body.ops[1] blend: `blend` needs version NEW_VERSION or later, but the version is OLD_VERSION
        at byte 26 (0x1a), functions[0].body.ops[0]: `blend` needs version NEW_VERSION or later, but the version is OLD_VERSION
        functions[0].body.ops[1] blend: `blend` needs version NEW_VERSION or later, but the version is OLD_VERSION
        at byte 26 (0x1a), functions[0].body.ops[0]: `blend` needs version NEW_VERSION or later, but the version is OLD_VERSION
        ok
    "#]].assert_eq(&printed.replace(&free.next, "NEW_VERSION").replace(&free.newest, "OLD_VERSION"));
}
