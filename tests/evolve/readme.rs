//! The crate of the chapter about formats, made of exactly its texts, and those that `bytespec new` makes are built, and their tests run.

use super::{Files, SOURCES, collect, read};
use bytespec_cli::CommandLine;
use std::path::Path;
use std::process::Command;

/// The files that a text shows: blocks of code that begin with a path in a comment. Of several with one
/// path, the first.
fn shown(text: &str) -> Files {
    let mut files = Files::new();
    for block in text.split("\n```").skip(1).step_by(2) {
        let Some((_, code)) = block.split_once('\n') else { continue };
        let first = code.lines().next().unwrap_or_default();
        let path = first.strip_prefix("// ").or(first.strip_prefix("# ")).unwrap_or_default();
        if path.contains('.') && !path.contains(' ') {
            files.entry(path.into()).or_insert_with(|| code.to_owned().into_bytes());
        }
    }
    files
}

/// The crate's files, of which the sources are the folder around.
pub(super) fn files(chapter: &Path) -> Files {
    let mut files = shown(&read(chapter));
    let names: Vec<_> = files.keys().filter_map(|path| path.to_str()).collect();
    assert_eq!(names, ["Cargo.toml", "build.rs", "format/shelf.yaml", "src/lib.rs"]);
    for content in files.values_mut() {
        *content = String::from_utf8_lossy(content).replace("../bytespec", "..").into_bytes();
    }
    files
}

/// The files of crates that `bytespec new` makes, as members of the workspace around them: of a format, and of a dialect.
pub(super) fn new_crates() -> Files {
    let mut files = new_crate("new-shelf", &[]);
    files.extend(new_crate("new-music", &["--dialect", "music"]));
    files
}

fn new_crate(name: &str, options: &[&str]) -> Files {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new").join(name);
    let path = folder.join(name);
    // That of an earlier run.
    let _ = std::fs::remove_dir_all(&path);
    let path = path.to_string_lossy();
    let words = [&["new", &path, "--bytespec", ".."], options].concat();
    let outcome = CommandLine::parse(&words).expect("a command line").run(&[]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    let again = CommandLine::parse(&words).expect("a command line").run(&[]);
    assert_eq!(again.code, 2, "a folder that is not empty");
    let mut files = Files::new();
    collect(&folder, Path::new(name), &mut files);
    let manifest = files.get_mut(&Path::new(name).join("Cargo.toml")).expect("a manifest");
    let text = String::from_utf8_lossy(manifest).replace("\n[workspace]\n", "\n");
    *manifest = text.into_bytes();
    files
}

#[test]
fn crates_to_begin_with_are_built_and_tested() {
    let packages = ["my-format", "program", "new-shelf", "new-music"];
    let packages = packages.map(|name| ["--package", name]);
    let mut arguments = vec!["test", "--lib", "--test", "round_trip", "--test", "versions"];
    arguments.extend(packages.iter().flatten());
    let printed = SOURCES.cargo(&arguments);
    assert_eq!(printed.matches("test result: ok. 1 passed").count(), 2, "{printed}");
    assert_eq!(printed.matches("test result: ok. 2 passed").count(), 2, "{printed}");
    // What the program of the dialect writes.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new");
    let made = ["sample.mlirbc", "sample.mlir", "schema.yaml"].map(|name| folder.join(name));
    let [file, text, schema] = made.each_ref().map(|path| path.to_string_lossy());
    // Built with the tests: alone, it would ask for other features, and all were built again.
    let program = SOURCES.target.join(env!("TARGET")).join("debug/new-music");
    let status = Command::new(program).args([&*file, &*text, &*schema]).status();
    assert!(status.is_ok_and(|status| status.success()), "the program of the dialect");
    // The sources around it have a version that this program does not know.
    let of_format = SOURCES.path.join("schema/mlir");
    let of_format = of_format.to_string_lossy();
    let open = folder.join("open.mlirbc");
    let open = open.to_string_lossy();
    for words in [
        &["info", "--schema", &of_format, &file][..],
        &["check", &schema],
        &["parse", &text, "-o", &open],
    ] {
        let outcome = CommandLine::parse(words).expect("a command line").run(&[]);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""), "{words:?}");
    }
}
