//! What `export --to ksy` writes, in the compiler of Kaitai Struct and its Python runtime: they read the values that `dump --json`
//! lists. Where `tests/conformance/install-oracles.sh` has not installed them, this is skipped with a word.

#[path = "../support/record.rs"]
mod record;
#[path = "../support/mod.rs"]
mod support;

use bytespec::plan::data::Vlq;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};
use support::{HERE, bytespec, corpus, finished};

/// The folder of the compiler and the Python that has the runtime; if there are none, a message says that the test is skipped.
fn tools() -> Option<(PathBuf, PathBuf)> {
    let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".cache/bytespec-oracles"));
    let root = env::var_os("BYTESPEC_ORACLES").map(PathBuf::from).or_else(home)?;
    let (modules, python) = (root.join("kaitai/node_modules"), root.join("kaitai/bin/python"));
    let is_installed = modules.is_dir() && python.is_file();
    if !is_installed {
        eprintln!("skipped: Kaitai Struct is not installed");
    }
    is_installed.then_some((modules, python))
}

/// Writes a schema for Kaitai Struct and compiles it to Python.
fn compile(modules: &Path, schema: &str, folder: &Path) {
    let description = folder.join("description.ksy");
    finished(bytespec().args(["export", "--to", "ksy", schema, "-o"]).arg(&description));
    let program = Path::new(HERE).join("tests/kaitai/compile.js");
    let mut node = Command::new("node");
    finished(node.env("NODE_PATH", modules).arg(program).arg(description).arg(folder));
}

#[test]
fn kaitai_struct_reads_the_same_values() {
    let Some((modules, python)) = tools() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    compile(&modules, "../schema/tile_ir", folder);
    let files = corpus(folder, |_| true);
    let list = folder.join("list");
    let listed = fs::File::create(&list).expect("a file");
    let dumped = bytespec().args(["dump", "--json"]).args(&files).stdout(listed).status();
    assert!(dumped.expect("the command starts").success(), "a file of the corpus is not right");
    let list = fs::File::open(list).expect("the list");
    let compare = Path::new(HERE).join("tests/kaitai/compare.py");
    let mut python = Command::new(python);
    let compared = finished(python.arg(compare).arg(folder).stdin(Stdio::from(list)));
    let text = String::from_utf8_lossy(&compared.stdout);
    let (differences, same) = text.trim_end().rsplit_once('\n').unwrap_or(("", text.trim_end()));
    assert_eq!(differences, "");
    let same: usize = same.parse().expect("a number");
    assert!(same > 90 * files.len(), "{same} values of {} files", files.len());
}

#[test]
fn kaitai_struct_compiles_every_schema() {
    let Some((modules, _)) = tools() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let schemas = [
        "../schema/mlir",
        "../examples/wasm/schema",
        "../examples/formats/elf/schema",
        "../examples/formats/gettext/schema",
        "../examples/formats/gguf/schema",
        "../examples/formats/png/schema",
        "../examples/formats/tar/schema",
        "../examples/formats/zip/schema",
        "../tests/third_party/schema",
        "../codegen/tests/docs/sample.yaml",
    ];
    for schema in schemas {
        compile(&modules, schema, folder.path());
    }
}

/// What Python prints of a file that it reads by a description.
fn read_by_python(folder: &Path, python: &Path, program: &str, file: &Path) -> String {
    let mut command = Command::new(python);
    let output = finished(command.current_dir(folder).args(["-c", program]).arg(file));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn kaitai_struct_reads_files_that_are_a_record() {
    let Some((modules, python)) = tools() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let formats = Path::new(HERE).join("../examples/formats");
    for format in ["gettext", "gguf", "elf", "png"] {
        compile(&modules, &format!("../examples/formats/{format}/schema"), folder.path());
    }
    let read = |program: &str, file: &str| {
        read_by_python(folder.path(), &python, program, &formats.join(file))
    };
    // Both byte orders, values at offsets, texts with an end and with a size.
    let messages = "\
import sys
from gettext import Gettext
content = Gettext.from_file(sys.argv[1]).content
print([entry.text.string for entry in content.messages], content.count)
";
    let expected = "['', '%d file\\x00%d files', 'Open', 'menu\\x04Close'] 4\n";
    assert_eq!(read(messages, "gettext/samples/little.mo"), expected);
    assert_eq!(read(messages, "gettext/samples/big.mo"), expected);
    // A list up to an element that ends it, and a choice by text.
    let chunks = "\
import sys
from png import Png
content = Png.from_file(sys.argv[1]).content
print(*[chunk.kind + \" \" + type(chunk.data).__name__ for chunk in content.chunks], sep=\", \")
";
    let expected = "IHDR HeaderVariant, gAMA GammaVariant, cHRM ChromaticitiesVariant, tIME TimeVariant, tEXt TextVariant, \
        zTXt CompressedTextVariant, iTXt InternationalTextVariant, iTXt InternationalTextVariant, tRNS TransparencyVariant, \
        pHYs PhysicalVariant, IDAT PixelsVariant, IEND EndVariant\n";
    assert_eq!(read(chunks, "png/samples/grey.png"), expected);
    let pairs = "\
import sys
from gguf import Gguf
content = Gguf.from_file(sys.argv[1]).content
print([pair.key.text for pair in content.metadata], content.tensor_count)
";
    let expected = read(pairs, "gguf/samples/three.gguf");
    assert!(expected.starts_with("['general.architecture'"), "{expected}");
    assert_eq!(read(pairs, "gguf/samples/big.gguf"), expected);
    let header = "\
import sys
from elf import Elf
content = Elf.from_file(sys.argv[1]).content
print(content.kind, content.machine, content.section_count, len(content.sections))
";
    assert_eq!(read(header, "elf/samples/s390x.o"), "1 22 9 9\n");
}

/// What Python prints of bytes that it reads by the description of a schema; none where the tools are missing.
fn printed(schema: &str, bytes: &[u8], program: &str) -> Option<String> {
    let (modules, python) = tools()?;
    let folder = tempfile::tempdir().expect("a folder");
    let [yaml, file] = ["schema.yaml", "file"].map(|name| folder.path().join(name));
    fs::write(&yaml, schema).expect("a file");
    compile(&modules, &yaml.to_string_lossy(), folder.path());
    fs::write(&file, bytes).expect("a file");
    Some(read_by_python(folder.path(), &python, program, &file))
}

#[test]
fn kaitai_struct_reverses_transforms_and_checks_constants() {
    let yaml = "\
- format: sealed
  summary: Sealed
  file: File
  versions:
    - {version: \"1\", summary: One}
- record: File
  summary: Sealed
  fields:
    - {name: magic, type: bytes, size: 2, equals: \"89 50\", summary: Magic}
    - {name: kind, type: ascii, size: 2, equals: '\"ab\"', summary: Kind}
    - {name: count, type: u8, summary: How many}
    - {name: key, type: u8, summary: Key}
    - {name: pairs, type: Pair, size: 2, transform: xor(key), count: 'max(count << 1, 2) / 2 | 1', summary: Pairs}
    - {name: text, type: bytes, size: rest, transform: zlib, summary: Text}
- record: Pair
  summary: A pair
  fields:
    - {name: a, type: u8, summary: The first}
    - {name: b, type: u8, summary: The second}
";
    // A stored block of RFC 1951 in the format of RFC 1950.
    let zlib = [0x78, 1, 1, 2, 0, 0xfd, 0xff, b'h', b'i', 1, 0x3b, 0, 0xd2];
    let file = [&b"\x89\x50ab\x03\x5a\x5b\x58\x59\x5e\x5f\x5c"[..], &zlib].concat();
    let program = "\
import sys
from sealed import Sealed
content = Sealed.from_file(sys.argv[1]).content
print([(pair.a, pair.b) for pair in content.pairs], content.text)
";
    let Some(found) = printed(yaml, &file, program) else { return };
    assert_eq!(found, "[(1, 2), (3, 4), (5, 6)] b'hi'\n");
    let wrong = [b"\x89\x51", &file[2..]].concat();
    let program = "\
import sys
from sealed import Sealed
try:
    Sealed.from_file(sys.argv[1])
except Exception as error:
    print(type(error).__name__)
";
    let found = printed(yaml, &wrong, program).expect("the tools are there");
    assert_eq!(found, "ValidationNotEqualError\n");
}

#[test]
fn kaitai_struct_reads_varints_with_the_highest_bits_first() {
    let field =
        |kind: Vlq| format!("{{name: {0}, type: {0}, count: 4, summary: Numbers}}\n", kind.word());
    let yaml = record::of_fields(&Vlq::ALL.map(field).concat());
    let numbers = |kind: Vlq| -> [u64; 4] {
        match kind.is_leading() {
            true => [5, 300, (1 << 55) - 1, if kind == Vlq::Quic { 7 } else { u64::MAX }],
            false => [5, 1 << 40 | 7, (1 << 56) - 1, u64::MAX],
        }
    };
    let mut writer = bytespec::wire::Writer::new();
    for kind in Vlq::ALL {
        numbers(kind).iter().for_each(|number| writer.vlq(*number, 1, kind));
    }
    let names = Vlq::ALL.map(Vlq::word);
    let program = format!(
        "\
import sys
from figures import Figures
content = Figures.from_file(sys.argv[1]).content
for name in {names:?}:
    print([number.value for number in getattr(content, name)])
"
    );
    let Some(printed) = printed(&yaml, writer.as_slice(), &program) else { return };
    assert_eq!(printed, Vlq::ALL.map(|kind| format!("{:?}\n", numbers(kind))).concat());
}

#[test]
fn kaitai_struct_reads_digits_of_a_width() {
    let fields = "\
{name: mode, type: \"octal<u32, 8, 0x00>\", summary: Numbers}
{name: size, type: \"decimal<i32, 4, 0x20>\", count: 3, summary: Numbers}
{name: crc, type: \"hexadecimal<u32, 8>\", summary: Numbers}
{name: other, type: \"octal<u32, 8>\", summary: Numbers}
";
    let program = "\
import sys
from figures import Figures
content = Figures.from_file(sys.argv[1]).content
print(content.mode.value, [number.value for number in content.size], content.crc.value, content.other.value)
";
    let bytes = b"0000644\x0012  -7      0000ABCD  0644 \x00";
    let Some(printed) = printed(&record::of_fields(fields), bytes, program) else { return };
    assert_eq!(printed, format!("{0} [12, -7, 0] {1} {0}\n", 0o644, 0xabcd));
}

#[test]
fn kaitai_struct_gives_records_their_arguments() {
    let yaml = "\
- format: cells
  summary: Cells
  file: File
  versions:
    - {version: \"1\", summary: One}
- record: File
  summary: Cells of one width
  fields:
    - {name: width, type: u8, summary: Bytes of a cell}
    - {name: cells, type: \"Cell(width, index)\", count: 3, summary: Cells}
    - {name: last, type: \"list<Cell(width + 1, 7)>\", summary: Wider cells}
- record: Cell
  summary: A cell
  fields:
    - {name: width, type: u8, let: parameter, summary: Bytes of the data}
    - {name: number, type: u16, let: parameter, summary: Number of the cell}
    - {name: kind, type: u8, summary: Kind}
    - {name: data, type: ascii, size: width, summary: The data}
";
    let program = "\
import sys
from cells import Cells
content = Cells.from_file(sys.argv[1]).content
print([(cell.number, cell.kind, cell.data) for cell in content.cells + content.last])
";
    let file = b"\x02\x00ab\x01cd\x02ef\x01\x03xyz";
    let Some(printed) = printed(yaml, file, program) else { return };
    assert_eq!(printed, "[(0, 0, 'ab'), (1, 1, 'cd'), (2, 2, 'ef'), (7, 3, 'xyz')]\n");
}

#[test]
fn kaitai_struct_refuses_values_that_are_not_valid() {
    let fields = "\
{name: width, type: u16, valid: width > 0 and width <= 4096, summary: A number}
{name: kind, type: varint, valid: kind != 3, summary: A number with a type of its own}
{name: n, type: u8, equals: count(items), valid: n < 10, summary: A number that is computed}
{name: items, type: u8, count: n, valid: count(items) != 2, summary: A list}
{name: extra, type: u8, when: n > 2, valid: extra < n, summary: A number that can be absent}
{name: tag, type: ascii, size: 2, valid: 'tag != \"zz\"', summary: A text}
{name: twice, type: u8, let: n * 2, valid: twice != 8, summary: A number without bytes}
{name: words, type: ascii, size: 1, count: 2, valid: 'words != \"x\" or extra = 1', summary: Texts}
";
    let program = "\
import sys
from figures import Figures
for data in [
    \"0000 05 03 010203 02 6162 6162\",
    \"0020 05 03 010203 02 6162 6162\",
    \"0001 03 03 010203 02 6162 6162\",
    \"0001 05 0a 0102030405060708090a 02 6162 6162\",
    \"0001 05 02 0102 6162 6162\",
    \"0001 05 03 010203 03 6162 6162\",
    \"0001 05 03 010203 02 7a7a 6162\",
    \"0001 05 04 01020304 02 6162 6162\",
    \"0001 05 03 010203 02 6162 6178\",
]:
    try:
        Figures.from_bytes(bytes.fromhex(data))
        print(data)
    except Exception as error:
        print(type(error).__name__)
content = Figures.from_bytes(bytes.fromhex(\"0001 05 03 010203 02 6162 6162\")).content
print(content.width, content.kind.value, content.items, content.extra, content.tag, [word.words for word in content.words])
";
    let yaml = record::of_fields(fields);
    let Some(printed) = printed(&yaml, b"", program) else { return };
    let refused = "ValidationExprError\n".repeat(9);
    assert_eq!(printed, format!("{refused}256 5 [1, 2, 3] 2 ab ['a', 'b']\n"));
}
