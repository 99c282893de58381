//! Edits by path: what a listing shows of a value sets it, and a file whose values are set to what they are keeps its bytes.

use crate::computed::{of_lines, with_inner};
use crate::language::{bytes, lowered};
use bytespec::mlir::plan as mlir_plan;
use bytespec::plan::data::{Plan, Role};
use bytespec::plan::edit::{EditError, Editor};
use bytespec::plan::{File, FileValue, SectionContent, Value};
use bytespec::tile_ir::plan as tile_ir_plan;
use bytespec_codegen::{build, plan};
use expect_test::expect;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The most elements of a list of which each part is set.
const ELEMENTS: usize = 12;

/// The formats in YAML only, with the least number of values in their samples.
const FORMATS: [(&str, usize); 6] =
    [("png", 150), ("gettext", 100), ("tar", 100), ("gguf", 80), ("elf", 800), ("zip", 150)];

/// The paths and the texts of all parts of a value that a listing shows.
fn parts(plan: &Plan, path: &str, value: &Value, found: &mut Vec<(String, Value)>) {
    match value.bare() {
        Value::Item(item, values) => {
            for (step, value) in plan.steps_of(*item).iter().zip(values) {
                if step.role == Role::Visible && *value != Value::Absent {
                    parts(plan, &format!("{path}.{}", plan.name(step.name)), value, found);
                }
            }
        }
        Value::List(elements) => {
            for (at, element) in elements.iter().enumerate().take(ELEMENTS) {
                parts(plan, &format!("{path}[{at}]"), element, found);
            }
        }
        _ => {}
    }
    found.push((path.to_owned(), value.clone()));
}

/// All parts of a file.
fn all_parts(plan: &Plan, file: &FileValue) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for section in &file.sections {
        if let SectionContent::Item(item, value) = &section.content {
            let name = plan.name(plan.items[item.index()].name);
            parts(plan, name, value, &mut found);
        }
    }
    found
}

fn hex(bytes: &[u8], before: &str) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{before}{byte:02x}");
        text
    })
}

/// The texts that stand for a value: as a listing shows it, and in other ways.
fn texts(plan: &Plan, value: &Value) -> Vec<String> {
    let mut spelled = String::new();
    value.spell(plan, &mut spelled).expect("a text");
    match value.bare() {
        Value::Bytes(bytes) | Value::Opaque(_, bytes) => {
            let is_text = std::str::from_utf8(bytes).is_ok();
            let quoted = format!("\"{}\"", hex(bytes, "\\x"));
            // Bytes of a text are not valid in its encoding.
            if is_text { vec![hex(bytes, ""), quoted] } else { vec![quoted] }
        }
        Value::Text(text) if !text.starts_with('"') => vec![text.clone(), spelled],
        Value::Unsigned(number) => vec![spelled, format!("{number:#x}")],
        Value::Member { number, .. } => vec![spelled, number.to_string()],
        Value::Index { index, .. } => vec![spelled, index.to_string()],
        // A member that is named so, or no value.
        Value::Item(..) | Value::List(_) if spelled.contains("= none") && has_none(plan) => vec![],
        _ => vec![spelled],
    }
}

fn has_none(plan: &Plan) -> bool {
    plan.members.iter().any(|member| plan.name(member.label) == "none")
}

/// Another value of the same kind and size, if it is a number or a text with bytes of its own.
fn other(value: &Value) -> Option<String> {
    match value {
        Value::Unsigned(number) => Some(u64::from(*number == 0).to_string()),
        Value::Unsigned128(number) => Some(u64::from(*number == 0).to_string()),
        Value::Signed(number) => Some(u64::from(*number == 0).to_string()),
        Value::Bool(value) => Some((!value).to_string()),
        Value::Text(_) => Some("another text".to_owned()),
        Value::Bytes(_) => Some("00".to_owned()),
        _ => None,
    }
}

/// Whether a value is no list and no item.
fn is_leaf(value: &Value) -> bool {
    !matches!(value.bare(), Value::Item(..) | Value::List(_))
}

/// Sets each part of a file to itself, and the plain ones to another value and back. The number of parts, and of those that a text
/// cannot state. `is_plain` is false for formats with operations.
fn keeps_its_bytes(plan: &Plan, name: &str, bytes: &[u8], is_plain: bool) -> (usize, usize) {
    let mut file = File::open(plan, bytes, &[]).expect(name);
    let mut editor = Editor::new(&mut file).expect(name);
    let before = editor.value().clone();
    let (found, mut left) = (all_parts(plan, &before), 0);
    for (path, value) in &found {
        let what = |error: EditError| panic!("{name}: {path}: {error}");
        assert_eq!(editor.get(path).unwrap_or_else(what), value, "{name}: {path}");
        // Layouts of several operations have the same name, so that a text in a list does not tell them apart.
        for text in texts(plan, value).iter().filter(|_| is_plain || is_leaf(value)) {
            match editor.set(path, text) {
                Ok(edited) => assert_eq!(edited.before, edited.after, "{name}: {path} = {text}"),
                // Bytes that functions read, and bytes inside of records that are not described.
                Err(_) if has_opaque(value) => left += 1,
                Err(error) => panic!("{name}: {path} = {text}: {error}"),
            }
        }
        if let (Some(other), Some(text)) = (other(value), texts(plan, value).pop())
            && editor.set(path, &other).is_ok()
        {
            assert_ne!(editor.get(path), Ok(value), "{name}: {path} = {other}");
            editor.set(path, &text).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
    assert_eq!(*editor.value(), before, "{name}");
    assert_eq!(editor.write().map(|written| written.bytes).as_deref(), Ok(bytes), "{name}");
    (found.len(), left)
}

/// Whether a value has bytes in it that no text in a record states.
fn has_opaque(value: &Value) -> bool {
    match value {
        Value::Bytes(_) | Value::Opaque(..) => true,
        Value::Padded(inner, _) | Value::Transformed(inner, _) => has_opaque(inner),
        Value::List(values) | Value::Item(_, values) => values.iter().any(has_opaque),
        _ => false,
    }
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("samples");
    let files = entries.map(|entry| entry.expect("a file").path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.to_string_lossy().ends_with(ending)).collect();
    files.sort();
    files
}

#[test]
fn values_of_example_formats_are_set_to_themselves() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/formats");
    for (format, least) in FORMATS {
        let model = build::load(&folder.join(format).join("schema"));
        let plan = plan::lower(&model.unwrap_or_else(|found| panic!("{found}")));
        let (mut all, mut left) = (0, 0);
        for path in files(&folder.join(format).join("samples"), "") {
            let bytes = std::fs::read(&path).expect("a sample");
            let counts = keeps_its_bytes(&plan, &path.to_string_lossy(), &bytes, true);
            (all, left) = (all + counts.0, left + counts.1);
        }
        assert!(all > least && left * 10 < all, "{format}: {all} values, {left} left");
    }
}

#[test]
fn values_of_shipped_formats_are_set_to_themselves() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cli/samples");
    for (plan, ending) in [(tile_ir_plan(), ".tileirbc"), (mlir_plan(), ".mlirbc")] {
        for path in files(&folder, ending) {
            let bytes = std::fs::read(&path).expect("a sample");
            keeps_its_bytes(plan, &path.to_string_lossy(), &bytes, false);
        }
    }
}

/// Edits a file, and writes it.
pub(crate) fn edited(
    schema: &str,
    file: &str,
    edit: impl FnOnce(&mut Editor<'_, '_, '_>) -> Result<(), EditError>,
) -> Result<Vec<u8>, String> {
    let (plan, file) = (lowered(schema)?, bytes(file));
    let mut file = File::open(&plan, &file, &[]).map_err(|error| error.to_string())?;
    let mut editor = Editor::new(&mut file).map_err(|error| error.to_string())?;
    edit(&mut editor).and_then(|()| Ok(editor.write()?.bytes)).map_err(|error| error.to_string())
}

type Edits = &'static [(&'static str, &'static str)];

/// Makes edits: `+PATH` inserts, `*PATH` copies, `-PATH` removes, and others set.
pub(crate) fn all(
    editor: &mut Editor<'_, '_, '_>,
    edits: &[(&str, &str)],
) -> Result<(), EditError> {
    for (path, text) in edits {
        match path.split_at(1) {
            ("+", path) => editor.insert(path, text)?,
            ("*", path) => editor.copy(path)?,
            ("-", path) => editor.remove(path)?,
            _ => editor.set(path, text)?,
        };
    }
    Ok(())
}

/// The fields of a file, those of a record in it, the bytes of a file, edits, and the bytes after them.
type Row<'r> = (&'r str, &'r str, &'r str, Edits, &'r str);

fn check_edits(rows: &[Row<'_>]) {
    for (fields, inner, file, edits, written) in rows {
        let schema = match *inner {
            "" => of_lines(fields),
            inner => with_inner(fields, inner),
        };
        let found = edited(&schema, file, |editor| all(editor, edits));
        assert_eq!(found, Ok(bytes(written)), "{edits:?} of {file}\n{schema}");
    }
}

#[test]
fn lists_are_edited_and_what_is_computed_follows() {
    let counted = "{name: n, type: u8, equals: count(all)}\n{name: all, type: u16be, count: n}";
    let sized = "{name: n, type: u8, equals: size(data)}\n{name: data, type: R, size: n}\n{name: sum, type: u32be, equals: crc32(data)}";
    let listed = "{name: all, type: list<u8>}";
    check_edits(&[
        (
            counted,
            "",
            "01 00 07",
            &[("+all[1]", "0x102"), ("*File.all[0]", "")],
            "03 00 07 00 07 01 02",
        ),
        (counted, "", "02 00 07 00 08", &[("-all[0]", "")], "01 00 08"),
        (counted, "", "01 00 07", &[("all", "[1, 2]")], "02 00 01 00 02"),
        (counted, "", "01 00 07", &[("all", "[]"), ("+all[0]", "9")], "01 00 09"),
        (listed, "", "01 07", &[("*all[0]", ""), ("all[1]", "8")], "02 07 08"),
        // A count in more bytes than it needs stays so.
        (listed, "", "81 00 07", &[("+all[0]", "8")], "82 00 08 07"),
        (
            "{name: all, type: list<varint<u32>>}",
            "",
            "02 81 00 02",
            &[("+all[0]", "3")],
            "03 03 81 00 02",
        ),
        ("{name: all, type: list<varint<u32>>}", "", "02 81 00 02", &[("-all[0]", "")], "01 02"),
        (
            sized,
            "{name: a, type: ascii, size: rest}",
            "01 61 e8 b7 be 43",
            &[("data.a", "b")],
            "01 62 71 be ef f9",
        ),
        (
            sized,
            "{name: a, type: ascii, size: rest}",
            "01 61 e8 b7 be 43",
            &[("data", "R<a = \"b\">")],
            "01 62 71 be ef f9",
        ),
    ]);
}

#[test]
fn texts_numbers_and_optional_fields_are_set() {
    let text = "{name: a, type: utf8, size: rest}";
    let offset = "{name: at, type: u8}\n{name: far, type: u8, at: at}";
    let bits = "{name: h, type: packed<u8>, parts: [{name: low, bits: 4, summary: L}, {name: high, bits: 4, summary: H}]}";
    let optional = "{name: has, type: u8}\n{name: a, type: u16be, when: has = 1}";
    check_edits(&[
        (text, "", "61", &[("a", "größer")], "67 72 c3 b6 c3 9f 65 72"),
        (text, "", "61", &[("a", "\"\\xff\\n\"")], "ff 0a"),
        (text, "", "61", &[("a", "none")], "6e 6f 6e 65"),
        ("{name: a, type: utf16be, size: rest}", "", "00 61", &[("a", "→")], "21 92"),
        ("{name: a, type: cp437, size: 2}", "", "61 62", &[("a", "éα")], "82 e0"),
        (
            "{name: a, type: u128be}",
            "",
            "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01",
            &[("a", "0xff000000000000000000000000000000")],
            "ff 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
        ),
        (
            "{name: a, type: i72be}",
            "",
            "00 00 00 00 00 00 00 00 01",
            &[("a", "-2")],
            "ff ff ff ff ff ff ff ff fe",
        ),
        (
            "{name: a, type: f32be}\n{name: b, type: f16be}",
            "",
            "00 00 00 00 00 00",
            &[("a", "1.5"), ("b", "-inf")],
            "3f c0 00 00 fc 00",
        ),
        (offset, "", "02 ff 07", &[("far", "8")], "02 ff 08"),
        (bits, "", "21", &[("high", "15")], "f1"),
        (optional, "", "00", &[("has", "1"), ("a", "3")], "01 00 03"),
        (optional, "", "01 00 03", &[("-a", ""), ("has", "0")], "00"),
    ]);
}

#[test]
fn transformed_values_are_edited_in_their_plain_form() {
    let fields = "{name: n, type: u8, equals: size(data)}\n{name: data, type: R, size: n, transform: xor(0xff)}";
    let schema = with_inner(fields, "{name: a, type: u8}\n{name: b, type: bytes}");
    let edits: Edits = &[("data.a", "0"), ("data.b", "0102")];
    let found = edited(&schema, "02 fe fd", |editor| all(editor, edits));
    assert_eq!(found, Ok(bytes("03 ff fe fd")));
}

/// Paths and texts that are refused, and the last one, which is not.
const REFUSED: [(&str, &str); 37] = [
    ("n", "2"),
    ("File.twice", "2"),
    ("magic", "abcd"),
    ("all[0].listed.count", "3"),
    ("all[0].listed.none", "3"),
    ("none", "1"),
    ("all[0].txt", "1"),
    ("all[1].a", "1"),
    ("all.a", "1"),
    ("all[0][0]", "1"),
    ("kind", "smal"),
    ("kind", "7"),
    ("kind", ""),
    ("all[0].a", "128"),
    ("all[0].a", "\"1\""),
    ("all[0].a", "1 2"),
    ("all[0].text", "abc"),
    ("all[0].text", "ä"),
    ("all[0].text", "\"a"),
    ("all[0].text", "\"a\" b"),
    ("all[0].listed", "7"),
    ("all[0].listed", "[1, 2"),
    ("all[0].listed", "[1, none]"),
    ("all[0]", "R<a = 1>"),
    ("all[0]", "R<a = 1, b = 2>"),
    ("all[0]", "R<a>"),
    ("all[0]", "Q<a = 1>"),
    ("mark", "Three<>"),
    ("mark.pair.c", "1"),
    ("kind", "large"),
    ("more", "1"),
    ("-kind", ""),
    ("h", "3"),
    ("high", "16"),
    ("a[", "16"),
    ("+all", "R<>"),
    ("*all[0]", ""),
];

#[test]
fn what_cannot_be_edited_is_refused() {
    let fields = "{name: n, type: u8, equals: count(all)}
{name: all, type: R, count: n}
{name: magic, type: bytes, size: 2, equals: \"ab cd\"}
{name: kind, type: Kind}
{name: twice, type: u8, let: n * 2}
{name: more, type: u8, when: kind = large}
{name: mark, type: Mark}
{name: h, type: packed<u8>, parts: [{name: low, bits: 4, summary: L}, {name: high, bits: 4, summary: H}]}";
    let inner =
        "{name: a, type: i8}\n{name: text, type: ascii, size: 2}\n{name: listed, type: list<u8>}";
    let schema = with_inner(fields, inner);
    let file = "01 05 61 62 01 09 ab cd 01 0a 07 21";
    let mut report = String::new();
    for (path, text) in REFUSED {
        let edit: Edits = Box::leak(Box::new([(path, text)]));
        let found = edited(&schema, file, |editor| all(editor, edit));
        let found = found.map_or_else(|error| error, |written| format!("{written:02x?}"));
        let _ = writeln!(report, "{path} {text}: {found}");
    }
    expect![[r#"
        n 2: File.n: writers compute it: count(all)
        File.twice 2: File.twice: writers compute it: n * 2
        magic abcd: File.magic: it is always abcd
        all[0].listed.count 3: File.all[0].listed.count: writers compute it: count(elements)
        all[0].listed.none 3: File.all[0].listed: this value is a list: an index follows, such as `[0]`
        none 1: no field is named none in File; there are all, kind, more, mark, low, high
        all[0].txt 1: File.all[0]: no field is named txt in R; there are a, text, listed
        all[1].a 1: File.all: no element has the index 1; there is 1 element
        all.a 1: File.all: this value is a list: an index follows, such as `[0]`
        all[0][0] 1: File.all[0]: this value is no list
        kind smal: File.kind: no member of Kind is named smal; there are none, small, large
        kind 7: File.kind: no member of Kind is named 7; there are none, small, large
        kind : File.kind: no member of Kind is named ; there are none, small, large
        all[0].a 128: File.all[0].a: expected a number from -128 to 127, found `128`
        all[0].a "1": File.all[0].a: expected a number without quotes, found `"1"`
        all[0].a 1 2: File.all[0].a: expected a number from -128 to 127, found `1 2`
        all[0].text abc: cannot write it: all[0].text: expected 2 bytes, found 3
        all[0].text ä: File.all[0].text: expected a text with letters of ascii, found `ä`
        all[0].text "a: File.all[0].text: expected a text in quotes, found `"a`
        all[0].text "a" b: File.all[0].text: expected the end of the value, found `b`
        all[0].listed 7: File.all[0].listed: expected a list, such as [1, 2], found `7`
        all[0].listed [1, 2: File.all[0].listed: expected `,` or `]`, found nothing
        all[0].listed [1, none]: File.all[0].listed[1]: expected a number from 0 to 255, found `none`
        all[0] R<a = 1>: File.all[0]: the field text is missing
        all[0] R<a = 1, b = 2>: File.all[0]: no field is named b in R; there are a, text, listed
        all[0] R<a>: File.all[0]: expected a field, `=` and its value, found `a`
        all[0] Q<a = 1>: File.all[0]: expected a value such as R<...>, found `Q<a = 1>`
        mark Three<>: File.mark: expected a value such as Two<...> or One<...>, found `Three<>`
        mark.pair.c 1: File.mark.pair: no field is named c in Pair; there are a, b
        kind large: cannot write it: more: `File.more` is missing, but its condition `when` holds: kind = large, where kind = large
        more 1: cannot write it: more: `File.more` is present, but its condition `when` does not hold: kind = large, where kind = small
        -kind : File.kind: this value is always present
        h 3: File.h: its bits are the fields low, high
        high 16: cannot write it: h: the value 0x10 does not fit in 4 bits
        a[ 16: a[: no path: expected an index and `]` at position 2
        +all R<>: all: no path: expected an index, such as `[0]`, at position 3
        *all[0] : [02, 05, 61, 62, 01, 09, 05, 61, 62, 01, 09, ab, cd, 01, 0a, 07, 21]
    "#]]
    .assert_eq(&report);
}

/// Bytes of other values can change how a text is read: the edit is refused.
#[test]
fn a_value_that_is_read_as_another_one_is_refused() {
    let schema = of_lines("{name: a, type: ascii, stop: 0}\n{name: b, type: bytes}");
    let found = edited(&schema, "61 00 62", |editor| all(editor, &[("a", "\"x\\0y\"")]));
    expect!["cannot write it: a: the value cannot contain 00, the byte of its `stop`"]
        .assert_eq(&found.expect_err("two texts"));
}

/// Bytes between values at offsets stay: only filler is covered by values that grow or move. Others move.
#[test]
fn bytes_that_no_field_describes_are_not_overwritten() {
    let fields = "{name: p, type: u8}\n{name: v, type: R, at: p}";
    let inner = "{name: n, type: u8, equals: size(t)}\n{name: t, type: ascii, size: n}";
    let schema = with_inner(fields, inner);
    let file = "04 aa 00 00 01 61 00 00 bb";
    let edit = |edits: Edits| edited(&schema, file, |editor| all(editor, edits));
    assert_eq!(edit(&[("v.t", "abc")]), Ok(bytes("04 aa 00 00 03 61 62 63 bb")));
    assert_eq!(edit(&[("p", "2")]), Ok(bytes("02 aa 01 61 00 00 00 00 bb")));
    let moved = "0c aa 00 00 00 00 00 00 bb 00 00 00 04 61 62 63 64";
    assert_eq!(edit(&[("v.t", "abcd")]), Ok(bytes(moved)));
    expect![
        "cannot write it: an edited value covers bytes at 0x1 that no field describes (there are 3)"
    ]
    .assert_eq(&edit(&[("p", "1")]).expect_err("bytes of no field"));
}

/// Undescribed bytes of a union whose tag is another field of the record, and numbers that are too large.
#[test]
fn undescribed_bytes_and_large_numbers() {
    const DATA: &str = "
- union: Data
  unknown: opaque
  summary: Data
- {variant: Known, of: Data, tag: ab, summary: Known, fields: [{name: a, type: u8, summary: A}]}
- {variant: Other, of: Data, tag: cd, summary: Other, fields: [{name: b, type: u8, summary: B}]}
";
    let inner = "{name: kind, type: ascii, size: 2}\n{name: n, type: u8, equals: size(data)}\n{name: data, type: Data(kind), size: n}";
    let schema = with_inner("{name: all, type: R, count: rest}", inner) + DATA;
    let file = "61 62 01 07";
    let edit = |edits: Edits| edited(&schema, file, |editor| all(editor, edits));
    for value in [
        "R<kind = \"xy\", data = 0102>",
        "R<kind = \"xy\", data = opaque<tag = \"xy\", bytes = 0102>>",
    ] {
        let found = edited(&schema, file, |editor| editor.insert("all[0]", value).map(drop));
        assert_eq!(found, Ok(bytes("78 79 02 01 02 61 62 01 07")), "{value}");
    }
    expect!["File.all[0].data: expected a value such as Known<...> or Other<...> or opaque<tag = ..., bytes = ...>, found `zz`"]
        .assert_eq(&edit(&[("+all[0]", "R<kind = \"xy\", data = zz>")]).expect_err("no value"));
    let edits: Edits = &[("all[0].kind", "xy"), ("all[0].data", "0102")];
    assert_eq!(edit(edits), Ok(bytes("78 79 02 01 02")));
    let found = edited(&schema, "78 79 02 01 02", |editor| all(editor, &[("all[0].kind", "zz")]));
    assert_eq!(found, Ok(bytes("7a 7a 02 01 02")));
    let numbers =
        of_lines("{name: a, type: f16le}\n{name: b, type: f32le}\n{name: c, type: f64le}");
    let small = [("a", "1e-9"), ("b", "-1e-50"), ("c", "0.1e-400")];
    for (path, text) in [("a", "70000"), ("b", "1e39"), ("c", "1e999")].into_iter().chain(small) {
        let found = edited(&numbers, "00 00 00 00 00 00 00 00 00 00 00 00 00 00", |editor| {
            editor.set(path, text).map(drop)
        });
        assert!(found.is_err_and(|error| error.contains("a floating-point number")), "{text}");
    }
}

/// The number of computed sizes is that of the elements.
#[test]
fn lists_of_sizes_follow_their_elements() {
    const SIZES: &str = "{name: lengths, type: u8, count: n, equals: sizes(all)}\n{name: all, type: bytes, count: n, size: 'lengths[index]'}";
    for (before, file, written) in [
        (
            "{name: n, type: u8, equals: count(lengths)}",
            "02 01 02 61 62 63",
            "03 01 01 02 61 7a 62 63",
        ),
        (
            "{name: sum, type: u8, equals: 'sum(n, lengths)'}\n{name: n, type: u8, equals: count(all)}",
            "05 02 01 02 61 62 63",
            "07 03 01 01 02 61 7a 62 63",
        ),
    ] {
        let schema = of_lines(&format!("{before}\n{SIZES}"));
        let found = edited(&schema, file, |editor| editor.insert("all[1]", "7a").map(drop));
        assert_eq!(found, Ok(bytes(written)), "{schema}");
    }
}

/// Bytes set what has bytes: the bytes of a field, a text in its encoding, and bytes that the schema does not describe.
#[test]
fn bytes_and_texts_are_set_to_the_bytes_of_a_file() {
    const DATA: &str = "
- union: Data
  unknown: opaque
  summary: Data
- {variant: Known, of: Data, tag: 1, summary: Known, fields: [{name: a, type: u8, summary: A}]}
";
    let schema = of_lines(
        "{name: kind, type: u8}\n{name: data, type: Data(kind), size: 1}\n{name: n, type: u8, equals: size(raw)}\n{name: raw, type: bytes, size: n}
{name: wide, type: utf16le, stop: '00 00'}\n{name: name, type: utf8}\n{name: plain, type: ascii, size: 2, transform: xor(1)}\n{name: all, type: u8, count: 2}",
    ) + DATA;
    let file = "02 07 01 41 62 00 00 00 01 61 60 60 01 02";
    for (path, value, written) in [
        ("data", &[5][..], "02 05 01 41 62 00 00 00 01 61 60 60 01 02"),
        ("raw", &[1, 2], "02 07 02 01 02 62 00 00 00 01 61 60 60 01 02"),
        ("raw", &[], "02 07 00 62 00 00 00 01 61 60 60 01 02"),
        ("wide", &[0x64, 0], "02 07 01 41 64 00 00 00 01 61 60 60 01 02"),
        ("wide", &[0, 0xd8], "02 07 01 41 00 d8 00 00 01 61 60 60 01 02"),
        ("name", "ä".as_bytes(), "02 07 01 41 62 00 00 00 02 c3 a4 60 60 01 02"),
        ("plain", b"xy", "02 07 01 41 62 00 00 00 01 61 79 78 01 02"),
    ] {
        let edit =
            |editor: &mut Editor<'_, '_, '_>| editor.set_bytes(path, value.to_vec()).map(drop);
        assert_eq!(edited(&schema, file, edit), Ok(bytes(written)), "{path}");
    }
    for (path, value, error) in [
        ("kind", &[1][..], "File.kind: only a field of bytes or text can be the bytes of a file"),
        ("all", &[1, 2], "File.all: only a field of bytes or text can be the bytes of a file"),
        ("name", &[0xff], "File.name: expected a text in utf8, found `other bytes`"),
        ("n", &[1], "File.n: writers compute it: size(raw)"),
    ] {
        let edit =
            |editor: &mut Editor<'_, '_, '_>| editor.set_bytes(path, value.to_vec()).map(drop);
        assert_eq!(edited(&schema, file, edit).expect_err(path), error);
    }
}
