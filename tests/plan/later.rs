//! Numbers that depend on values after them: offsets of later fields, tables of offsets before their elements, and numbers in a
//! header about what follows it.

use crate::language::{comes_back, lowered};
use bytespec::plan::data::Plan;
use bytespec::plan::{File, SectionContent, Value};

fn plan(records: &str) -> Plan {
    let head = "- format: row\n  summary: A row\n  file: File\n  byte_order: big\n  versions: [{version: \"1\", summary: One}]\n";
    let mut text = head.to_owned();
    for line in records.trim().lines() {
        match line.trim().strip_prefix('{') {
            Some(field) => {
                let field = field.trim_end().strip_suffix('}').expect("a mapping");
                text.push_str(&format!("    - {{{field}, summary: A field}}\n"));
            }
            None => text.push_str(&format!("- {}\n  summary: A record\n  fields:\n", line.trim())),
        }
    }
    lowered(&text).unwrap_or_else(|found| panic!("{found}"))
}

/// The error for a file.
fn refused(plan: &Plan, bytes: &[u8]) -> String {
    let mut file = File::open(plan, bytes, &[]).expect("opens");
    file.read().err().map_or_else(|| "none".to_owned(), |error| error.to_string())
}

/// The file after a change of its value.
fn changed(plan: &Plan, bytes: &[u8], change: impl FnOnce(&mut Vec<Value>)) -> Vec<u8> {
    let mut file = File::open(plan, bytes, &[]).expect("opens");
    let mut value = file.read().expect("is valid");
    let Some(SectionContent::Item(_, Value::Item(_, fields))) =
        value.sections.first_mut().map(|section| &mut section.content)
    else {
        panic!("a file is one record")
    };
    change(fields);
    file.write(&value).unwrap_or_else(|error| panic!("{error}"))
}

const DATA: &str = "
record: File
{name: offset, type: u16, equals: start}
{name: title, type: ascii, stop: 0}
{name: start, type: u16, let: position}
{name: data, type: bytes, size: rest}
";

#[test]
fn the_offset_of_a_later_field() {
    let plan = plan(DATA);
    comes_back(&plan, b"\0\x05ab\0xyz").unwrap();
    assert_eq!(
        refused(&plan, b"\0\x06ab\0xyz"),
        "at byte 0 (0x0), File.offset: expected 5, found 6"
    );
    let longer = changed(&plan, b"\0\x05ab\0xyz", |fields| fields[1] = Value::Text("abcd".into()));
    assert_eq!(longer, b"\0\x07abcd\0xyz");
}

const CHUNKS: &str = "
record: File
{name: count, type: u8, equals: count(rows)}
{name: rows, type: Row, count: count}
{name: end, type: End}
{name: chunks, type: Chunk, count: count}
{name: stop, type: u16, let: position}
{name: sum, type: u8, equals: 'sum(rows, chunks) & 0xff'}
record: Row
{name: id, type: ascii, size: 2}
{name: offset, type: u16, equals: 'Chunk.place[index]'}
record: End
{name: zero, type: bytes, size: 2, equals: '00 00'}
{name: offset, type: u16, equals: File.stop}
record: Chunk
{name: place, type: u16, let: position}
{name: number, type: u8, let: index + 1}
{name: after, type: u16, let: 'if number < File.count then Row.offset[number] else File.end.offset'}
{name: data, type: bytes, size: after - place}
";

/// A table as in Git's files of chunks: an identifier and an offset for each, and the end of the last one.
#[test]
fn a_table_of_offsets_before_its_elements_gives_their_sizes() {
    let plan = plan(CHUNKS);
    let of = |sum: u8| [b"\x02AA\0\x0dBB\0\x0f\0\0\0\x10hi!".as_slice(), &[sum]].concat();
    let sum = (2 * u32::from(b'A') + 13 + 2 * u32::from(b'B') + 15 + 104 + 105 + 33) as u8;
    comes_back(&plan, &of(sum)).unwrap();
    let mut wrong = of(sum + 1);
    wrong[4] = 0x0e;
    assert_eq!(
        refused(&plan, &wrong),
        "at byte 3 (0x3), File.rows[0].offset: expected 13, found 14"
    );
    let longer = changed(&plan, &of(sum), |fields| {
        let Value::List(chunks) = &mut fields[4] else { panic!("{fields:?}") };
        let Value::Item(_, chunk) = &mut chunks[0] else { panic!("{chunks:?}") };
        *chunk.last_mut().expect("data") = Value::Bytes(b"hello".as_slice().into());
    });
    let expected = b"\x02AA\0\x0dBB\0\x12\0\0\0\x13hello!";
    assert_eq!(longer[..expected.len()], *expected);
    assert_eq!(refused(&plan, &longer), "none");
}

const HEADER: &str = "
record: File
{name: head, type: Head}
{name: parts, type: Part, count: rest}
{name: total, type: u32, let: size(parts)}
record: Head
{name: magic, type: bytes, size: 2, equals: '\"HD\"'}
{name: bytes, type: u32, equals: File.total}
{name: parts, type: u16, equals: count(Part.length)}
{name: longest, type: u8, equals: 'if parts > 0 then Part.length[0] else 0'}
record: Part
{name: length, type: u8, equals: size(data)}
{name: data, type: bytes, size: length}
";

#[test]
fn numbers_of_a_header_about_what_follows_it() {
    let plan = plan(HEADER);
    comes_back(&plan, b"HD\0\0\0\x05\0\x02\x02\x02ab\x01c").unwrap();
    comes_back(&plan, b"HD\0\0\0\0\0\0\0").unwrap();
    let found = refused(&plan, b"HD\0\0\0\x05\0\x03\x02\x02ab\x01c");
    assert_eq!(found, "at byte 6 (0x6), File.head.parts: expected 2, found 3");
    let found = refused(&plan, b"HD\0\0\0\x05\0\x02\x01\x02ab\x01c");
    assert_eq!(found, "at byte 8 (0x8), File.head.longest: expected 2, found 1");
    let found = refused(&plan, b"HD\0\0\0\x05\0\x02\x02\x02ab\x01");
    assert!(found.contains("parts[1].data"), "{found}");
}

/// Uses of such numbers: the fields of the header, those of the file after it, other records, and a file.
const USES: &[(&str, &str, &str, &[u8])] = &[
    // A checksum before the number that it covers.
    (
        "{name: sum, type: u16, equals: sum(n)}\n{name: n, type: u16, equals: File.end}",
        "{name: all, type: bytes, size: 2}",
        "",
        b"\0\x06\0\x06ab",
    ),
    (
        "{name: sum, type: u16, equals: 'sum(sum, n)'}\n{name: n, type: u16, equals: File.end}",
        "{name: all, type: bytes, size: 2}",
        "",
        b"\0\x06\0\x06ab",
    ),
    // Digits.
    (
        "{name: n, type: 'decimal<u32, 4>', equals: File.end}",
        "{name: all, type: u16}",
        "",
        b"0006ab",
    ),
    // An argument.
    (
        "{name: n, type: u8, equals: File.end}",
        "{name: all, type: Given(head.n)}",
        "record: Given\n{name: n, type: u8, let: parameter}\n{name: data, type: u8, count: n - 1}",
        b"\x03ab",
    ),
    // Whether a number is present that then does not fit.
    (
        "{name: n, type: u8, equals: File.end}\n{name: sum, type: u8, let: crc32(n), when: n = 7}\n{name: other, type: u8, equals: 300 + n, when: n = 8}",
        "{name: all, type: u16}",
        "",
        b"\x03ab",
    ),
    // An alignment, the end of a list, and a key.
    (
        "{name: n, type: u8, equals: count(Text.place)}",
        "{name: pad, type: filler, align: head.n}\n{name: all, type: Text, count: head.n}",
        TEXT,
        b"\x03\0\0a\0b\0c\0",
    ),
    (
        "{name: n, type: u8, equals: count(Text.place)}",
        "{name: all, type: Text, last: number = File.head.n}",
        "record: Text\n{name: place, type: u16, let: position}\n{name: number, type: u8, let: index + 1}\n{name: text, type: ascii, stop: 0}",
        b"\x02a\0b\0",
    ),
    (
        "{name: n, type: u8, equals: File.end}",
        "{name: all, type: Plain, size: 2, transform: xor(head.n)}",
        "record: Plain\n{name: text, type: ascii, stop: 0}",
        b"\x03\x62\x03",
    ),
    // A number without bytes that is computed from it, as a value of a list, and inside of the record.
    (
        "{name: n, type: u8, equals: File.end}\n{name: half, type: u8, let: n - 1}\n{name: more, type: u8, let: half}",
        "{name: all, type: u8, count: 'Head.more[0] - 0'}",
        "",
        b"\x03ab",
    ),
    (
        "{name: n, type: u8, equals: File.end}\n{name: half, type: u8, let: n - 1}",
        "{name: all, type: u8, count: head.half - 1, valid: 9 / head.half = 4}\n{name: more, type: u8, count: 3 / head.half}",
        "",
        b"\x03ab",
    ),
    (
        "{name: n, type: u8, equals: File.end}",
        "{name: half, type: u8, let: head.n - 1}\n{name: all, type: Plain, count: 2}",
        "record: Plain\n{name: text, type: ascii, size: 2 / File.half}",
        b"\x03ab",
    ),
    (
        "{name: n, type: u8, equals: File.end}",
        "{name: half, type: Half}\n{name: all, type: u8, count: 'Half.number[0] - 1', valid: 9 / half.number = 3}",
        "record: Half\n{name: number, type: u8, let: File.head.n}",
        b"\x03ab",
    ),
];

const TEXT: &str =
    "record: Text\n{name: place, type: u16, let: position}\n{name: text, type: ascii, stop: 0}";

#[test]
fn what_numbers_before_their_values_determine() {
    for (head, fields, others, file) in USES {
        let records = format!(
            "record: File\n{{name: head, type: Head}}\n{fields}\n{{name: end, type: u16, let: position}}\nrecord: Head\n{head}\n{others}"
        );
        assert_eq!(comes_back(&plan(&records), file), Ok(()), "{records}");
    }
}

/// The example of the language's reference.
#[test]
fn the_example_of_the_reference() {
    const LANGUAGE: &str = include_str!("../../schema/README.md");
    let section = LANGUAGE.split("### Numbers before their values").nth(1).expect("a section");
    let block = section.split("```").nth(1).and_then(|block| block.strip_prefix("yaml\n"));
    let plan = lowered(block.expect("a schema")).expect("a valid schema");
    let file = b"\x02\xfb\x66\xd1\xa5AA\x11\0\0\0BB\x14\0\0\0hi\0!\0";
    comes_back(&plan, file).unwrap();
}

/// Numbers that no writer can compute, by their records and a part of the finding.
#[test]
fn numbers_that_no_writer_can_compute_are_refused() {
    let refused = [
        (DATA.replace("type: u16, equals", "type: varint, equals"), "fixed number of bytes"),
        (DATA.replace("size: rest}", "size: rest, at: offset}"), "states the offset of a field"),
        (
            DATA.replace("equals: start", "equals: start + size(data)"),
            "the bytes or elements of a later field",
        ),
        (
            HEADER.replace("File.total", "File.digest").replace(
                "let: size(parts)}",
                "let: size(parts)}\n{name: digest, type: u32, let: crc32(head)}",
            ),
            "is needed for these values",
        ),
        (
            CHUNKS.replace("equals: File.stop", "equals: File.around").replace(
                "let: position}\n{name: sum",
                "equals: end.offset}\n{name: around, type: u16, let: stop}\n{name: sum",
            ),
            "is needed for these values",
        ),
        (
            HEADER.replace("{name: parts, type: Part,", "{name: parts, type: Part, reversed: true,")
                .replace("count: rest", "count: 2")
                .replace("data, type: bytes, size: length}", "data, type: bytes, size: length}\n{name: mark, type: Mark}\n{name: last, type: u8, let: length}\nrecord: Mark\n{name: own, type: u8, equals: Part.last}"),
            "has the last element first",
        ),
    ];
    for (records, part) in refused {
        let found = std::panic::catch_unwind(|| plan(&records)).err();
        let found = found.and_then(|found| found.downcast::<String>().ok());
        let found = found.unwrap_or_else(|| panic!("accepted: {records}"));
        assert!(found.contains(part), "{part}: {found}");
    }
}

const TOTALS: &str = "
record: File
{name: n, type: u8, equals: count(columns)}
{name: row_size, type: u8, equals: OF_ROW}
{name: columns, type: Column, count: n}
{name: row_bytes, type: u8, let: 'Column.total[count(Column.total) - 1]'}
{name: rows, type: Row, count: rest, size: row_size}
record: Column
{name: width, type: u8}
{name: total, type: u8, let: 'width + (if index = 0 then 0 else Column.total[index - 1])'}
record: Row
{name: data, type: bytes}
";

/// The last value of a list that comes later, also as the value of a later field, and as the size of what follows.
#[test]
fn the_last_of_later_values() {
    for of_row in ["'Column.total[count(Column.total) - 1]'", "row_bytes", "row_bytes + 0"] {
        let plan = plan(&TOTALS.replace("OF_ROW", of_row));
        comes_back(&plan, b"\x02\x03\x01\x02abcdef").unwrap();
        let found = refused(&plan, b"\x02\x02\x01\x02abcdef");
        assert_eq!(found, "at byte 1 (0x1), File.row_size: expected 3, found 2", "{of_row}");
    }
}
