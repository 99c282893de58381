//! The examples of the language's reference about what is run only: each row of its tables is a file, which is read and written.

use crate::computed::with_inner;
use bytespec::error::{ErrorKind, PlanFault};
use bytespec::plan::data::Plan;
use bytespec::plan::{File, SectionContent, Value};
use bytespec_codegen::{model, plan, syntax};
use std::path::PathBuf;

const LANGUAGE: &str = include_str!("../../schema/README.md");

/// What the rows refer to.
const BESIDE: &str = "
- record: Pair
  summary: Two bytes
  fields:
    - {name: a, type: u8, summary: The first one}
    - {name: b, type: u8, summary: The second one}
- record: Word
  summary: A word
  fields:
    - {name: text, type: bytes, summary: Its bytes}
";

/// Records of which one row has need.
const OF_ROWS: [(&str, &str); 9] = [
    (
        "Level",
        "
- enum: Level
  wire: i8
  unknown: keep
  summary: A level
  members:
    - {name: low, value: -1, summary: Low}
    - {name: high, value: 1, summary: High}
",
    ),
    (
        "Stage",
        "
- union: Stage
  summary: Chosen by a number with a sign
- variant: Byte
  of: Stage
  tag: [low, -8..-3]
  summary: One byte
  fields:
    - {name: byte, type: u8, summary: The byte}
- variant: Bytes
  of: Stage
  tag: high
  summary: Two bytes
  fields:
    - {name: pair, type: Pair, summary: The bytes}
",
    ),
    (
        "Kind",
        "
- enum: Kind
  wire: u8
  summary: A kind
  members:
    - {name: none, value: 0, summary: Nothing}
    - {name: small, value: 1, summary: Small}
    - {name: large, value: 2, summary: Large}
",
    ),
    (
        "Sort",
        "
- union: Sort
  summary: Chosen by an enum
- variant: Byte
  of: Sort
  tag: small
  summary: One byte
  fields:
    - {name: byte, type: u8, summary: The byte}
- variant: Bytes
  of: Sort
  tag: [none, large]
  summary: Two bytes
  fields:
    - {name: pair, type: Pair, summary: The bytes}
",
    ),
    (
        "Chunk",
        "
- union: Chunk
  summary: Chosen by bytes
- variant: Byte
  of: Chunk
  tag: 0xffd8
  summary: One byte
  fields:
    - {name: byte, type: u8, summary: The byte}
- variant: Bytes
  of: Chunk
  tag: \"\"
  summary: Two bytes
  fields:
    - {name: pair, type: Pair, summary: The bytes}
",
    ),
    (
        "Mark",
        "
- union: Mark
  tag: ahead<u8>
  summary: Chosen by the byte ahead
- variant: One
  of: Mark
  tag: 0..9
  summary: One byte
  fields:
    - {name: byte, type: u8, summary: The byte}
- variant: Two
  of: Mark
  tag: 10
  summary: Two bytes
  fields:
    - {name: pair, type: Pair, summary: The bytes}
",
    ),
    (
        "Inner",
        "
- record: Inner
  summary: What asks for a field of what is around it
  fields:
    - {name: all, type: u8, count: File.n, summary: As many as that says}
",
    ),
    (
        "Given",
        "
- record: Given
  summary: As many bytes as the field says, and one
  fields:
    - {name: width, type: u8, let: parameter, summary: The number of bytes}
    - {name: kind, type: u8, summary: A byte}
    - {name: data, type: bytes, size: width, summary: The bytes}
",
    ),
    (
        "Indexed",
        "
- record: Indexed
  summary: A byte that is its own position
  fields:
    - {name: number, type: u8, equals: index, summary: The position}
",
    ),
];

/// The code in a cell of a table.
fn codes(cell: &str) -> Vec<String> {
    let parts = cell.split('`').skip(1).step_by(2);
    parts.map(|code| code.replace('\u{1}', "|")).collect()
}

/// The cells of a row, without the bars that are text.
fn cells(line: &str) -> Vec<String> {
    let line = line.replace("\\|", "\u{1}");
    line.trim().trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect()
}

/// A field, as an element of the fields of an item.
pub(crate) fn item(field: &str) -> String {
    let field = field.trim().strip_suffix('}').expect("a mapping");
    format!("    - {field}, summary: A field}}\n")
}

/// The schema of a file with these fields.
pub(crate) fn schema(fields: &[String]) -> String {
    let mut text = String::from(
        "- format: row\n  summary: A row\n  file: File\n  versions: [{version: \"1\", summary: One}]\n- record: File\n  summary: A file\n  fields:\n",
    );
    text.extend(fields.iter().map(|field| item(field)));
    let of_rows = OF_ROWS.iter().filter(|(name, _)| text.contains(&format!("type: {name}")));
    let of_rows: String = of_rows.map(|(_, record)| *record).collect();
    text + BESIDE + &of_rows
}

/// The plan of a schema, or its findings.
pub(crate) fn lowered(schema: &str) -> Result<Plan, String> {
    let files = vec![(PathBuf::from("row.yaml"), schema.to_owned())];
    let (read, sources, found) = syntax::read_and_check(files);
    if !found.is_empty() {
        return Err(syntax::render(&found, &sources, false));
    }
    Ok(plan::lower(&model::lower(&read).map_err(|found| format!("{found:?}"))?))
}

/// Reads a file and writes it; what is wrong with that.
pub(crate) fn both_ways(schema: &str, bytes: &[u8]) -> Result<(), String> {
    comes_back(&lowered(schema)?, bytes)
}

/// The same with the plan of the schema.
pub(crate) fn comes_back(plan: &Plan, bytes: &[u8]) -> Result<(), String> {
    let mut opened = File::open(plan, bytes, &[]).map_err(|error| error.to_string())?;
    let value = opened.read().map_err(|error| error.to_string())?;
    match opened.write(&value).map_err(|error| error.to_string())? {
        again if again == bytes => Ok(()),
        again => Err(format!("written as {again:02x?}")),
    }
}

pub(crate) fn bytes(code: &str) -> Vec<u8> {
    let pairs = code.split_whitespace();
    pairs.map(|pair| u8::from_str_radix(pair, 16).expect("hexadecimal")).collect()
}

#[test]
fn fields_that_the_remaining_bytes_do_not_determine_are_refused() {
    let fields = [
        "{name: n, type: u8}",
        "{name: a, type: u8, when: left}",
        "{name: b, type: u8, when: left}",
    ];
    let schema = schema(&fields.map(str::to_owned));
    let (read, _, found) = syntax::read_and_check(vec![(PathBuf::from("row.yaml"), schema)]);
    assert!(found.is_empty());
    let plan = plan::lower(&model::lower(&read).expect("a model"));
    let mut opened = File::open(&plan, &[1, 2], &[]).expect("a file");
    let value = opened.read().expect("its value");
    assert_eq!(opened.write(&value), Ok(vec![1, 2]));
    // A reader takes the only byte behind `n` to be `a`.
    let mut moved = value;
    let SectionContent::Item(_, Value::Item(_, values)) = &mut moved.sections[0].content else {
        panic!("a record")
    };
    values.swap(1, 2);
    let error = opened.write(&moved).expect_err("a value that reads as another one");
    assert!(matches!(error.kind(), ErrorKind::Plan(PlanFault::Ambiguous { .. })), "{error}");
}

/// The fields of each row, and the bytes of its file.
pub(crate) fn rows() -> Vec<(Vec<String>, Vec<u8>)> {
    let is_row = |line: &&str| line.starts_with("| ") && line.contains("`{name: ");
    let row = |line: &str| {
        let cells = cells(line);
        let [.., fields, content] = cells.as_slice() else { panic!("{line}") };
        let content = codes(content);
        (codes(fields), bytes(content.first().unwrap_or_else(|| panic!("no bytes: {line}"))))
    };
    LANGUAGE.lines().filter(is_row).map(row).collect()
}

#[test]
fn every_row_is_a_file() {
    let (rows, mut wrong) = (rows(), Vec::new());
    for (fields, content) in &rows {
        if let Err(error) = both_ways(&schema(fields), content) {
            wrong.push(format!("{}\n{error}", fields.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert_eq!(rows.len(), 78);
}

#[test]
fn the_example_of_a_file_is_read_and_written() {
    let blocks = LANGUAGE.split("```yaml\n").skip(1);
    let block = blocks.filter_map(|block| block.split("```").next());
    let block = block.filter(|block| block.contains("- format: parcel"));
    let block: String = block.collect();
    let note = [0xf5, 0x47, 0xea, 0xaa];
    for (order, number) in
        [(b"II", u32::to_le_bytes as fn(u32) -> [u8; 4]), (b"MM", u32::to_be_bytes)]
    {
        let sum = u32::from_be_bytes(note);
        let file = [&order[..], &number(1), b"NOTE", &number(2), b"hi", &number(sum)].concat();
        assert_eq!(both_ways(&block, &file), Ok(()), "{order:?}");
    }
}

/// Types of two bytes that end with what they are given.
const SIZED: &str = "
- record: Many
  summary: Numbers up to the end
  fields:
    - {name: all, type: u8, count: rest, summary: Numbers}
- union: ByField
  summary: What another field tells
- {variant: Known, of: ByField, tag: 1, summary: Known, fields: [{name: a, type: u8, summary: A}, {name: b, type: u8, summary: B}]}
- union: Other
  unknown: opaque
  summary: What another field tells, and this is not it
- {variant: Rare, of: Other, tag: 9, summary: Rare}
- union: Tagged
  tag: u8
  summary: What its first byte tells
- {variant: Letter, of: Tagged, tag: 97, summary: A letter, fields: [{name: next, type: u8, summary: The next one}]}
";

#[test]
fn sizes_of_all_types_are_computed_in_a_row_and_at_offsets() {
    let types = [
        "bytes",
        "ascii",
        "utf8",
        "Word",
        "Pair",
        "Many",
        "ByField(kind)",
        "Other(kind)",
        "Tagged",
    ];
    for ty in types {
        for (place, at, file) in [
            ("", "", "01 02 61 62"),
            ("{name: place, type: u8}", ", at: place", "01 02 04 ff 61 62"),
        ] {
            let (kind, length) =
                ("{name: kind, type: u8}", "{name: length, type: u8, equals: size(data)}");
            let data = format!("{{name: data, type: {ty}, size: length{at}}}");
            let fields = [kind, length, place, &data].map(str::to_owned);
            let fields: Vec<String> =
                fields.into_iter().filter(|field| !field.is_empty()).collect();
            let schema = schema(&fields) + SIZED;
            assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{ty}{at}");
        }
    }
}

/// Fields that take their number of elements, or their presence, from a number that measures them, and files of them.
const MEASURED: &[(&[&str], &[&str])] = &[
    (
        &["{name: n, type: u8, equals: size(all)}", "{name: all, type: u16, count: n / 2}"],
        &["00", "04 01 00 02 00"],
    ),
    (
        &["{name: n, type: varint, equals: size(all)}", "{name: all, type: u8, count: n}"],
        &["00", "03 01 02 03"],
    ),
    (
        &[
            "{name: n, type: u8, equals: size(all) + 1}",
            "{name: all, type: Pair, count: (n - 1) / 2}",
        ],
        &["01", "05 01 00 02 00"],
    ),
    (
        &[
            "{name: n, type: u8, equals: size(all)}",
            "{name: all, type: Pair, while: \"count(Pair.a) * 2 < n\"}",
        ],
        &["00", "04 01 00 02 00"],
    ),
    (
        &["{name: n, type: u8, equals: size(pair)}", "{name: pair, type: Pair, when: n}"],
        &["00", "02 01 02"],
    ),
    (
        &[
            "{name: n, type: u8, equals: size(pair)}",
            "{name: pair, type: Pair, size: n, when: n > 0}",
            "{name: more, type: u8, count: n}",
        ],
        &["00", "02 01 02 03 04"],
    ),
];

#[test]
fn numbers_that_measure_a_field_also_tell_its_elements_and_its_presence() {
    for (fields, files) in MEASURED {
        let schema = schema(&fields.iter().map(|field| (*field).to_owned()).collect::<Vec<_>>());
        for file in *files {
            assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{fields:?} {file}");
        }
    }
}

#[test]
fn a_list_measured_by_its_count_is_refused_with_another_number_of_bytes() {
    let fields = ["{name: n, type: u8, equals: size(all)}", "{name: all, type: u16, count: n / 2}"];
    let plan = lowered(&schema(&fields.map(str::to_owned))).expect("an accepted schema");
    let error = File::open(&plan, &[3, 1, 0, 2], &[]).and_then(|mut file| file.read());
    let error = error.expect_err("three bytes are no numbers of two bytes");
    assert_eq!(error.offset(), Some(0), "{error}");
}

#[test]
fn a_divisor_of_zero_is_an_error_that_says_so() {
    for (expression, message) in
        [("n / d", "5 / 0 divides by zero"), ("n % d", "5 % 0 divides by zero")]
    {
        let computed = format!("{{name: quotient, let: {expression}, type: u64}}");
        let fields = ["{name: n, type: u8}", "{name: d, type: u8}", &computed];
        let plan = lowered(&schema(&fields.map(str::to_owned))).expect("an accepted schema");
        let error = File::open(&plan, &[5, 0], &[]).and_then(|mut file| file.read());
        let error = error.expect_err("a divisor of zero").to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn elements_without_bytes_are_read_as_far_as_a_budget() {
    let sizes = "{name: sizes, type: u8, count: n, equals: sizes(all)}";
    let (n, size) = ("{name: n, type: u16}", "{name: size, type: u8}");
    for (fields, files) in [
        (
            [n, sizes, "{name: all, type: bytes, count: n, size: \"sizes[index]\"}"],
            ["01 00 00", "03 00 00 02 00 61 62"],
        ),
        (
            [n, size, "{name: all, type: latin1, count: n, size: size}"],
            ["ff 00 00", "02 00 01 61 62"],
        ),
        (
            [n, size, "{name: all, type: Many, count: n, size: size}"],
            ["04 00 00", "01 00 02 61 62"],
        ),
    ] {
        let schema = schema(&fields.map(str::to_owned)) + SIZED;
        for file in files {
            assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{fields:?} {file}");
        }
    }
    let fields = [n, size, "{name: all, type: bytes, count: n, size: size}"];
    let plan = lowered(&schema(&fields.map(str::to_owned))).expect("an accepted schema");
    let error = File::open(&plan, &[0xff, 0xff, 0], &[]).and_then(|mut file| file.read());
    let error = error.expect_err("65535 elements without bytes");
    assert!(matches!(error.kind(), ErrorKind::Limit { .. }), "{error}");
}

/// Records that depend on their position.
const POSITIONED: &str = "
- record: Aligned
  summary: Bytes up to a multiple of four
  fields:
    - {name: data, type: u8, count: 130, summary: Bytes}
    - {name: filler, type: filler, align: 4, summary: Filler}
- record: Positioned
  summary: As many bytes as its position
  fields:
    - {name: start, type: u8, let: position, summary: The position}
    - {name: data, type: u8, count: start, summary: Bytes}
";

#[test]
fn numbers_of_variable_width_measure_what_depends_on_its_position() {
    let n = "{name: n, type: varint, equals: size(b)}";
    let sizes = "{name: n, type: u8, count: 2, equals: sizes(b)}";
    let element = |ty| format!("{{name: b, type: {ty}, count: 2, size: \"n[index]\"}}");
    let [data, other] = [vec![7; 130], vec![8; 130]];
    for (fields, file) in [
        // The filler depends on the width of the number, and the number on the filler.
        ([n.to_owned(), "{name: b, type: Aligned, size: n}".to_owned()], [&[0x82, 1][..], &data]),
        ([n.to_owned(), "{name: b, type: Positioned, size: n}".to_owned()], [&[1][..], &[9]]),
        ([sizes.to_owned(), element("Positioned")], [&[2, 4][..], &[1, 1, 2, 2, 2, 2]]),
        (
            [sizes.to_owned(), element("Aligned")],
            [&[130, 132][..], &[&data[..], &other, &[0, 0]].concat()],
        ),
    ] {
        let schema = schema(&fields) + SIZED + POSITIONED;
        assert_eq!(both_ways(&schema, &file.concat()), Ok(()), "{fields:?}");
    }
}

/// Pairs of conditions of which at most one holds, and numbers for `n` and the member of `kind` for which the first and the second
/// hold.
const EXCLUSIVE: &[(&str, &str, [u8; 2], [u8; 2])] = &[
    ("n < 5", "n >= 5", [4, 0], [5, 0]),
    ("n = 0 or n = 2", "n = 1 or n > 2", [2, 0], [3, 0]),
    ("kind = small", "kind != small", [0, 1], [0, 2]),
    ("kind = small and n > 1", "kind = large or n <= 1", [2, 1], [2, 2]),
    ("n", "not n", [1, 0], [0, 0]),
    ("n & 1", "not (n & 1)", [1, 0], [2, 0]),
    ("n != 3", "not has(first)", [1, 0], [3, 0]),
];

/// An element that has one of two fields is never empty.
#[test]
fn elements_have_bytes_if_at_least_one_condition_holds() {
    let all = "{name: all, type: R, last: has(end)}".to_owned();
    let element = |tests: [&str; 2]| {
        let [end, more] = tests;
        format!(
            "{{name: k, type: u8, at: position}}\n{{name: end, type: u8, when: {end}}}\n{{name: more, type: u16, when: {more}}}"
        )
    };
    let file = &[1, 2, 3, 4, 255];
    for tests in
        [["k = 255", "k != 255"], ["not k < 255", "k < 255"], ["k > 100", "k < 255 and k <= 100"]]
    {
        assert_eq!(both_ways(&with_inner(&all, &element(tests)), file), Ok(()), "{tests:?}");
    }
    for tests in [["k = 255", "k < 200"], ["k = 255", "k = 254"], ["k > 3", "position != 7"]] {
        let error = both_ways(&with_inner(&all, &element(tests)), file);
        let error = error.expect_err("neither field can be present");
        assert!(error.contains("can have no bytes"), "{tests:?}: {error}");
    }
}

#[test]
fn one_of_two_fields_takes_all_bytes_if_at_most_one_condition_holds() {
    for (first, second, of_first, of_second) in EXCLUSIVE {
        for ty in ["type: bytes", "type: u8, count: rest"] {
            let fields = [
                "{name: n, type: u8}".to_owned(),
                "{name: kind, type: Kind}".to_owned(),
                format!("{{name: first, {ty}, when: \"{first}\"}}"),
                format!("{{name: second, {ty}, when: \"{second}\"}}"),
            ];
            for head in [of_first, of_second] {
                let file = [&head[..], &[7, 8, 9]].concat();
                assert_eq!(both_ways(&schema(&fields), &file), Ok(()), "{first}, {second}: {ty}");
            }
        }
    }
}

#[test]
fn two_fields_that_can_both_take_all_bytes_are_refused() {
    let refused =
        [("n < 5", "n >= 4"), ("n != 3", "n = 4"), ("n", "kind = small"), ("n & 1", "n & 2")];
    for (first, second) in refused {
        let fields = [
            "{name: n, type: u8}".to_owned(),
            "{name: kind, type: Kind}".to_owned(),
            format!("{{name: first, type: bytes, when: \"{first}\"}}"),
            format!("{{name: second, type: bytes, when: \"{second}\"}}"),
        ];
        let found = lowered(&schema(&fields)).expect_err("two fields with the same bytes");
        assert!(found.contains("must come last"), "{found}");
    }
}
