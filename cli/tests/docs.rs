//! What `docs` writes: the help of every command is on a page, and examples are listed byte by byte.

use std::fs;
use std::path::Path;
use std::process::Command;

fn bytespec(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bytespec"));
    let command = command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = command.output().expect("the command starts");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn read(site: &Path, page: &str) -> String {
    fs::read_to_string(site.join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// How often a text has another, on all pages of a folder.
fn count(folder: &Path, wanted: &str) -> usize {
    let entries = fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    let counts = entries.map(|path| match path.is_dir() {
        true => count(&path, wanted),
        false => fs::read_to_string(&path).expect("a page").matches(wanted).count(),
    });
    counts.sum()
}

#[test]
fn the_site_has_commands_and_examples() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = folder.path();
    let out = site.to_str().expect("a plain path");
    bytespec(&["docs", "../schema/tile_ir", "../examples/wasm/schema", "--out", out]);
    let help = bytespec(&["--help"]);
    let (_, commands) = help.split_once("Commands:\n").expect("commands");
    let commands = commands.lines().take_while(|line| !line.is_empty());
    let names = commands.filter_map(|line| line.split_whitespace().next());
    let mut pages = 0;
    for name in names.filter(|name| *name != "help") {
        let page = read(site, &format!("manual/commands/bytespec-{name}.html"));
        for line in bytespec(&[name, "--help"]).lines().map(str::trim) {
            let option = line.split([' ', ',', '=', '[']).find(|word| word.starts_with("--"));
            let Some(option) = option.filter(|_| line.starts_with('-')) else { continue };
            assert!(page.contains(&format!("id=\"{option}\"")), "{name}: no {option}");
        }
        pages += 1;
    }
    assert!(pages > 10, "{pages} commands");
    let overview = read(site, "tile_ir/index.html");
    let (_, picture) = overview.split_once("<figure class=\"diagram file\">").expect("a file");
    let (picture, _) = picture.split_once("</svg>").expect("its end");
    let parts = picture.split("class=\"part\"").skip(1);
    let parts: Vec<&str> = parts.filter_map(|part| part.split("</text>").next()).collect();
    let lengths = parts.iter().map(|part| {
        let (before, _) = part.split_once(" byte").expect("a length");
        let (_, length) = before.rsplit_once('>').expect("its start");
        length.parse::<u64>().expect("a number")
    });
    assert_eq!(lengths.sum::<u64>(), 719, "the parts of the file are not all of it: {picture}");
    assert!(parts[1].contains("href=\"sections/section-function.html\""), "{}", parts[1]);
    assert!(overview.contains("section type (5)\n"), "the values of the file are not listed");
    let tile = read(site, "tile_ir/types/tile.html");
    assert!(tile.contains("<code>0d 03 00\n0x000000"), "an example is not listed");
    let listed = count(&site.join("tile_ir"), "\n0x000000");
    assert!(listed > 50, "{listed} examples are listed");
}
