//! `edit` on files of the example formats: other programs accept the edited files, and what is computed has followed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn bytespec() -> Command {
    Command::new(env!("CARGO_BIN_EXE_bytespec"))
}

/// The output of a command that must succeed.
fn finished(command: &mut Command) -> Output {
    let output = command.output().expect("the command starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
    output
}

/// The files of an example format.
struct Edited {
    folder: tempfile::TempDir,
    schema: PathBuf,
    sample: PathBuf,
}

impl Edited {
    fn new(format: &str, sample: &str) -> Self {
        let format = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/formats").join(format);
        let folder = tempfile::tempdir().expect("a folder");
        let (schema, sample) = (format.join("schema"), format.join("samples").join(sample));
        Edited { folder, schema, sample }
    }

    /// Edits the sample. Returns the new file, and what the command says of it.
    fn edit(&self, edits: &[&str]) -> (PathBuf, String) {
        let new = self.folder.path().join("new");
        let mut command = bytespec();
        let command = command.arg("edit").arg("--schema").arg(&self.schema).arg(&self.sample);
        let output = finished(command.arg("-o").arg(&new).args(edits));
        (new, String::from_utf8_lossy(&output.stderr).into_owned())
    }

    /// The value of the part at a path.
    fn value(&self, file: &Path, path: &str) -> serde_json::Value {
        let mut command = bytespec();
        let command = command.args(["dump", "--json", "--schema"]).arg(&self.schema).arg(file);
        let text = String::from_utf8(finished(command).stdout).expect("text");
        let mut lines =
            text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
        let found = lines.find(|line| line["path"] == path);
        found.unwrap_or_else(|| panic!("nothing is at {path}"))["value"].clone()
    }
}

/// What another program prints; none if there is no such program.
fn printed(command: &mut Command) -> Option<String> {
    match command.output() {
        Ok(output) => {
            let text = [&output.stdout[..], &output.stderr].concat();
            let text = String::from_utf8_lossy(&text).into_owned();
            assert!(output.status.success(), "{command:?}: {text}");
            Some(text)
        }
        Err(error) => {
            eprintln!("skipped: {command:?}: {error}");
            None
        }
    }
}

const CHUNKS: &str = "\
import struct, sys, zlib
data = open(sys.argv[1], 'rb').read()
at = 8
while at < len(data):
    size, kind = struct.unpack('>I4s', data[at:at + 8])
    body = data[at + 8:at + 8 + size]
    assert struct.unpack('>I', data[at + 8 + size:at + 12 + size])[0] == zlib.crc32(kind + body)
    print(kind.decode(), body[:20])
    at += 12 + size
";

#[test]
fn a_picture_gets_a_text() {
    let picture = Edited::new("png", "grey.png");
    let edits = ["--copy", "chunks[4]", "--set", "chunks[5].data.text=Ein Größeres"];
    let text =
        "chunks[1]=Chunk<kind = \"tEXt\", data = Text<keyword = \"Author\", text = \"Ada\">>";
    let (new, said) = picture.edit(&[&edits[..], &["--insert", text]].concat());
    assert_eq!(
        said,
        "note: Png.chunks: 12 -> 13 elements\n\
         note: Png.chunks[5].data.text: \"A grey square\" -> \"Ein Größeres\"\n\
         note: Png.chunks: 13 -> 14 elements\n"
    );
    assert_eq!(picture.value(&new, "Png.chunks[6].length"), 18);
    if let Some(chunks) = printed(Command::new("python3").args(["-c", CHUNKS]).arg(&new)) {
        let chunks: Vec<&str> = chunks.lines().collect();
        assert_eq!(chunks[1], "tEXt b'Author\\x00Ada'");
        assert_eq!(chunks[6], "tEXt b'Title\\x00Ein Gr\\xf6\\xdferes'");
    }
    if let Some(said) = printed(Command::new("pngcheck").arg(&new)) {
        assert!(said.starts_with("OK"), "{said}");
    }
}

#[test]
fn a_section_gets_another_name() {
    let library = Edited::new("elf", "lib64.so");
    // The names are at offsets in the bytes of another section, which follows.
    let table = |file: &Path| {
        let texts = library.value(file, "Elf.sections[14].content.texts");
        texts.as_str().expect("bytes").to_owned()
    };
    let hex = |text: &str| text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
    let texts = table(&library.sample);
    assert!(texts.contains(&hex("\0.comment\0")));
    let (new, said) = library.edit(&["--set", "sections[11].name=.remarks"]);
    assert!(said.contains("note: Elf.sections[14].content.texts: "), "{said}");
    assert_eq!(table(&new), texts.replace(&hex(".comment"), &hex(".remarks")));
    assert_eq!(library.value(&new, "Elf.sections[11].name"), ".remarks");
    let before = fs::read(&library.sample).expect("a sample");
    assert_eq!(fs::read(&new).expect("a file").len(), before.len());
    if let Some(sections) = printed(Command::new("readelf").arg("-SW").arg(&new)) {
        assert!(sections.contains(" .remarks "), "{sections}");
    }
}

#[test]
fn a_file_leaves_an_archive() {
    let archive = Edited::new("zip", "plain.zip");
    // The directory moves up to its end, which stays where it is. An entry is 46 bytes, its name and its extra fields.
    let (new, said) = archive.edit(&[
        "--remove",
        "end.entries[0]",
        "--set",
        "end.entry_count=1",
        "--set",
        "end.disk_entries=1",
        "--set",
        "end.directory_size=55",
        "--set",
        "end.directory_at=194",
    ]);
    assert!(said.starts_with("note: Archive.end.entries: 2 -> 1 element\n"), "{said}");
    let list =
        "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nprint(z.namelist(), z.testzip())";
    if let Some(said) = printed(Command::new("python3").args(["-c", list]).arg(&new)) {
        assert_eq!(said, "['short.txt'] None\n");
    }
}

#[test]
fn a_member_gets_another_name() {
    let archive = Edited::new("tar", "ustar.tar");
    let (new, _) = archive.edit(&[
        "--set",
        "entries[0].name=notes/räksmörgås.txt",
        "--set",
        "entries[0].content=\"hello, world\\n\"",
        "--set",
        "entries[0].mode=0o600",
    ]);
    assert_eq!(archive.value(&new, "Archive.entries[0].length"), 13);
    let before = archive.value(&archive.sample, "Archive.entries[0].checksum");
    assert_ne!(archive.value(&new, "Archive.entries[0].checksum"), before);
    let mut members = tar::Archive::new(fs::File::open(&new).expect("a file"));
    let mut members = members.entries().expect("members");
    let mut member = members.next().expect("a member").expect("a right checksum");
    assert_eq!(member.path().expect("a path").to_string_lossy(), "notes/räksmörgås.txt");
    assert_eq!(member.header().mode().ok(), Some(0o600));
    let mut content = String::new();
    std::io::Read::read_to_string(&mut member, &mut content).expect("a text");
    assert_eq!(content, "hello, world\n");
}

/// A value can be larger than an argument of a command.
#[test]
fn a_value_is_the_content_of_a_file() {
    let archive = Edited::new("tar", "ustar.tar");
    let content = [b"@".repeat(300_000), vec![0, 0xff]].concat();
    let name = archive.folder.path().join("content");
    fs::write(&name, &content).expect("a file");
    let edit = format!("entries[0].content=@{}", name.display());
    let (new, said) = archive.edit(&["--set", &edit, "--set", "entries[0].name=\"@other\""]);
    assert!(said.contains("Archive.entries[0].content: "), "{said}");
    let new = fs::read(new).expect("a file");
    assert_eq!(new[512..].get(..content.len()), Some(&content[..]));
    assert!(new.starts_with(b"@other\0"));
}
