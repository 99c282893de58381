//! Edits of values at offsets that no longer fit where they are.

use crate::computed::{of_lines, with_inner};
use crate::edit::{all, edited};
use crate::language::{both_ways, bytes, item, lowered};
use bytespec::plan::{File, Value};
use expect_test::expect;

pub(crate) type Edits = &'static [(&'static str, &'static str)];

/// The bytes after edits as hexadecimal, or the error.
pub(crate) fn after(schema: &str, file: &str, edits: Edits) -> String {
    match edited(schema, file, |editor| all(editor, edits)) {
        Ok(bytes) => hexadecimal(&bytes),
        Err(error) => error,
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

/// Checks the bytes after edits of one file.
pub(crate) fn check(schema: &str, file: &str, cases: &[(Edits, &str)]) {
    for (edits, expected) in cases {
        assert_eq!(after(schema, file, edits), *expected, "{schema}\n{edits:?}");
    }
}

/// A record of each element of a table, and records of its own.
fn rows(row: &str, others: &[(&str, &str)]) -> String {
    let table = "{name: count, type: u8, equals: count(rows)}\n{name: rows, type: R, count: count}";
    let mut schema = with_inner(table, row);
    for (name, fields) in others {
        schema += &format!("- record: {name}\n  summary: A record\n  fields:\n");
        schema.extend(fields.lines().map(item));
    }
    schema
}

/// A row with an offset, and text of a size at an expression with it.
fn row(at: &str) -> String {
    format!(
        "{{name: offset, type: u8}}\n{{name: n, type: u8, equals: size(data)}}\n{{name: data, type: ascii, size: n, at: {at}}}"
    )
}

#[test]
fn a_value_that_grows_moves_to_the_end() {
    let file = "02 05 02 07 02 61 62 63 64 ff";
    check(
        &rows(&row("offset"), &[]),
        file,
        &[
            (&[("rows[1].data", "x")], "02 05 02 07 01 61 62 78 00 ff"),
            // What it would cover is another value, and what nothing describes.
            (&[("rows[0].data", "xyz")], "02 0a 03 07 02 00 00 63 64 ff 78 79 7a"),
            (&[("rows[1].data", "xyz")], "02 05 02 0a 03 61 62 00 00 ff 78 79 7a"),
            // Bytes that became free are used.
            (
                &[("rows[0].data", "xyz"), ("rows[1].data", "uvw")],
                "02 05 03 0a 03 78 79 7a 00 ff 75 76 77",
            ),
        ],
    );
}

#[test]
fn a_table_that_grows_moves_the_values_behind_it() {
    check(
        &rows(&row("offset"), &[]),
        "02 05 02 07 02 61 62 63 64",
        &[
            // Elements that share bytes still do.
            (&[("*rows[0]", "")], "03 09 02 09 02 07 02 63 64 61 62"),
            (&[("-rows[0]", "")], "01 07 02 00 00 00 00 63 64"),
            // Offset 0 asks for a place.
            (
                &[("+rows[2]", "R<offset = 0, data = \"xy\">")],
                "03 12 02 07 02 10 02 63 64 00 00 00 00 00 00 00 78 79 61 62",
            ),
        ],
    );
}

#[test]
fn values_that_share_bytes_part_when_one_is_edited() {
    let file = "02 05 02 05 02 61 62";
    check(
        &rows(&row("offset"), &[]),
        file,
        &[
            (&[("rows[1].data", "xy")], "02 05 02 07 02 61 62 78 79"),
            (&[("rows[0].data", "xy"), ("rows[1].data", "xy")], "02 05 02 05 02 78 79"),
        ],
    );
}

/// Offsets that are computed from a number in another way.
#[test]
fn the_number_of_an_offset_is_found() {
    // A multiple of four, and the distance is one, too.
    check(
        &rows(&row("offset * 4"), &[]),
        "01 01 02 00 61 62 ff",
        &[(&[("rows[0].data", "xyz")], "01 02 03 00 00 00 ff 00 78 79 7a")],
    );
    check(
        &rows(&row("(offset & 0x7f) << 1"), &[]),
        "01 82 02 00 61 62 ff",
        &[(&[("rows[0].data", "xyz")], "01 84 03 00 00 00 ff 00 78 79 7a")],
    );
    // Behind a base, of which other values depend, too.
    check(
        &rows(
            "{name: base, type: u8, let: 3}\n{name: offset, type: u8}\n{name: data, type: ascii, stop: 0, at: base + offset}",
            &[],
        ),
        "01 01 ff ff 61 00 ff",
        &[(&[("rows[0].data", "xyz")], "01 05 ff ff 00 00 ff 00 78 79 7a 00")],
    );
    // In a record before, and in the record of the file.
    check(
        &rows(
            "{name: head, type: Head}\n{name: data, type: ascii, stop: 0, at: head.place.offset}",
            &[
                ("Head", "{name: kind, type: u8}\n{name: place, type: Place}"),
                ("Place", "{name: offset, type: u8}"),
            ],
        ),
        "01 07 03 61 00 ff",
        &[(&[("rows[0].data", "xyz")], "01 07 06 00 00 ff 78 79 7a 00")],
    );
    let around = with_inner(
        "{name: offset, type: u8}\n{name: inner, type: R}",
        "{name: n, type: u8}\n{name: data, type: ascii, stop: 0, at: File.offset}",
    );
    check(
        &around,
        "03 07 ff 61 00 ff",
        &[(&[("inner.data", "xyz")], "06 07 ff 00 00 ff 78 79 7a 00")],
    );
    // In a table before the records.
    let table = with_inner(
        "{name: offsets, type: u8, count: 2}\n{name: all, type: R, count: 2}",
        "{name: kind, type: u8}\n{name: data, type: ascii, stop: 0, at: 'File.offsets[index] + 1'}",
    );
    check(
        &table,
        "03 05 01 02 61 00 62 00 ff",
        &[
            (&[("all[0].data", "xyz")], "0b 05 01 02 00 00 62 00 ff 00 00 00 78 79 7a 00"),
            (&[("all[1].data", "xyz")], "03 09 01 02 61 00 00 00 ff 00 78 79 7a 00"),
        ],
    );
}

/// The record in which an offset is moves, and what is in it.
#[test]
fn values_inside_of_values() {
    let schema = rows(
        "{name: offset, type: u8}\n{name: list, type: List, at: offset}",
        &[
            ("List", "{name: n, type: u8, equals: count(all)}\n{name: all, type: Cell, count: n}"),
            ("Cell", &row("offset")),
        ],
    );
    check(
        &schema,
        "01 02 01 05 02 61 62",
        &[
            (&[("rows[0].list.all[0].data", "xyz")], "01 02 01 05 03 78 79 7a"),
            (&[("*rows[0].list.all[0]", "")], "01 08 00 00 00 61 62 00 02 05 02 05 02"),
            (
                &[("*rows[0].list.all[0]", ""), ("rows[0].list.all[1].data", "x")],
                "01 08 00 00 00 61 62 00 02 05 02 0d 01 78",
            ),
        ],
    );
}

/// Values stay if a move would be wrong: an error names what they overlap.
#[test]
fn values_in_bytes_of_others() {
    // Bytes of a field, and of a larger value.
    let store =
        with_inner("{name: row, type: R}\n{name: store, type: bytes, size: 3}", &row("offset"));
    let larger = with_inner(
        "{name: row, type: R}\n{name: p, type: u8}\n{name: store, type: bytes, size: 3, at: p}",
        &row("offset"),
    );
    // An offset that an edit states, and the offset of the next field.
    let rows = rows(&row("offset"), &[]);
    let next = with_inner(
        "{name: row, type: R}",
        "{name: next, type: u8, at: position}\n{name: n, type: u8}\n{name: other, type: u8}",
    );
    let mut report = String::new();
    let cases: [(&str, &str, Edits); 5] = [
        (&store, "03 02 61 62 63", &[("row.data", "xy")]),
        (&larger, "03 02 03 61 62 63", &[("row.data", "xy")]),
        (&rows, "01 03 02 61 62 ff", &[("rows[0].offset", "4")]),
        (&rows, "01 03 02 61 62 ff", &[("rows[0].offset", "200")]),
        (&next, "03 02", &[("row.next", "4")]),
    ];
    for (schema, file, edits) in cases {
        report += &after(schema, file, edits);
        report.push('\n');
    }
    expect![[r#"
        03 02 61 78 79
        03 02 03 78 79 63
        cannot write it: an edited value covers bytes at 0x5 that no field describes (there are 1)
        cannot write it: the offset 200 is past the end of the file, 6
        cannot write it: 1 byte of `File.row.next` at 0x0 differs from that of fields without an offset at the same place: set both; its offset is not a number that an edit can change
    "#]].assert_eq(&report);
}

const PEEK: &str = "{name: next, type: u8, at: position}";

/// Bytes that another field repeats follow an edit, and nothing of the file before it stays behind a shorter one.
#[test]
fn a_field_that_repeats_the_next_one_follows_it() {
    let sized = format!(
        "{PEEK}\n{{name: n, type: u8, equals: if next = 255 then 255 else size(data)}}\n{{name: data, type: ascii, stop: 0}}"
    );
    check(
        &with_inner("{name: all, type: R, count: rest}", &sized),
        "02 61 62 00 ff 61 62 00",
        &[
            (&[("all[0].data", "abc")], "03 61 62 63 00 ff 61 62 00"),
            (&[("all[1].data", "a")], "02 61 62 00 ff 61 00"),
            (&[("-all[0]", "")], "ff 61 62 00"),
            (&[("*all[0]", ""), ("all[0].data", "\"\"")], "00 00 02 61 62 00 ff 61 62 00"),
            (&[("+all[1]", "R<data = \"c\">")], "02 61 62 00 01 63 00 ff 61 62 00"),
            (
                &[("all[0].next", "9"), ("all[1].data", "x")],
                "cannot write it: 1 byte of `File.all[0].next` at 0x0 differs from that of fields without an offset at the same place: set both; its offset is not a number that an edit can change",
            ),
            (
                &[("all[0].next", "9")],
                "cannot write it: 1 byte of `File.all[0].next` at 0x0 differs from that of fields without an offset at the same place: set both; its offset is not a number that an edit can change",
            ),
        ],
    );
    let groups = with_inner(
        "{name: groups, type: R, last: not has(after)}",
        "{name: a, type: u8}\n{name: after, type: More, when: left}",
    ) + "- record: More\n  summary: A record\n  fields:\n"
        + &item(PEEK);
    check(
        &groups,
        "61 62 63",
        &[
            (&[("-groups[1]", "")], "61 63"),
            (&[("-groups[2]", ""), ("-groups[1].after", "")], "61 62"),
            (&[("*groups[0]", "")], "61 61 62 63"),
            (&[("groups[1].a", "0x7a")], "61 7a 63"),
        ],
    );
}

/// Bytes after the last field are an error if no field can be there.
#[test]
fn bytes_after_the_last_field() {
    let schema = of_lines(&format!("{PEEK}\n{{name: n, type: u8}}"));
    assert!(both_ways(&schema, b"\x07").is_ok());
    expect!["at byte 1 (0x1), File: 1 bytes follow the last field of the file"]
        .assert_eq(&both_ways(&schema, b"\x07\x08").expect_err("a byte"));
}

/// The sizes of values that another record states follow.
#[test]
fn sizes_in_another_record_follow() {
    let schema = with_inner(
        "{name: n, type: u8, equals: count(rows)}\n{name: rows, type: R, count: n}\n{name: data, type: ascii, count: n, size: 'R.size[index]'}",
        "{name: id, type: u8}\n{name: size, type: u8}",
    );
    check(
        &schema,
        "02 07 01 08 02 61 62 63",
        &[
            (&[("data[0]", "abc")], "02 07 03 08 02 61 62 63 62 63"),
            (
                &[("rows[0].size", "3")],
                "File.rows[0].size: writers compute it: the size of another value",
            ),
            (&[("rows[0].id", "3")], "02 03 01 08 02 61 62 63"),
            (
                &[("*rows[1]", ""), ("*data[1]", ""), ("data[2]", "d")],
                "03 07 01 08 02 08 01 61 62 63 64",
            ),
        ],
    );
    // Beside a field that is present if bytes are left.
    let tail = schema.replace("size: 'R.size[index]', summary: A field}", "size: 'R.size[index]', summary: A field}\n    - {name: tail, type: u8, when: left, summary: A field}");
    check(&tail, "01 07 01 61 09", &[(&[("data[0]", "abc")], "01 07 03 61 62 63 09")]);
}

/// The size of the file, and offsets from its end, are those of the file that is written.
#[test]
fn the_size_of_the_file_follows() {
    let header =
        "{name: size, type: u8, equals: 'find_last(\"\")'}\n{name: text, type: ascii, stop: 0}";
    check(
        &of_lines(header),
        "04 61 62 00",
        &[(&[("text", "abcd")], "06 61 62 63 64 00"), (&[("text", "\"\"")], "02 00")],
    );
    let placed =
        format!("{header}\n{{name: at, type: u8}}\n{{name: far, type: ascii, stop: 0, at: at}}");
    check(
        &of_lines(&placed),
        "07 61 00 05 00 62 00",
        &[
            (&[("far", "bc")], "08 61 00 05 00 62 63 00"),
            (&[("text", "abcd")], "09 61 62 63 64 00 07 62 00"),
        ],
    );
    // A number at the end that the data before it needs.
    let trailer = "{name: last, type: u8, at: 'find_last(\"\") - 1'}\n{name: data, type: ascii, size: left - last - 1}\n{name: meta, type: ascii, size: left - 1}\n{name: n, type: u8, equals: size(meta)}";
    check(
        &of_lines(trailer),
        "61 61 62 63 02",
        &[
            (&[("meta", "def")], "61 61 64 65 66 03"),
            (&[("data", "x")], "78 62 63 02"),
            (&[("data", "xyz"), ("meta", "\"\"")], "78 79 7a 00"),
        ],
    );
    // A record at the end, which a signature marks.
    let signed = "{name: end, type: u8, let: 'find_last(\"ab cd\")'}\n{name: far, type: R, at: end}\n{name: n, type: u8, equals: size(text)}\n{name: text, type: ascii, size: n}";
    check(
        &with_inner(
            signed,
            "{name: mark, type: bytes, size: 2, equals: \"ab cd\"}\n{name: comment, type: ascii, stop: 0}",
        ),
        "01 61 ab cd 62 00",
        &[
            (&[("far.comment", "xyz")], "01 61 ab cd 78 79 7a 00"),
            (&[("far.comment", "\"\"")], "01 61 ab cd 00"),
        ],
    );
}

/// Texts at offsets in bytes that another field has follow that field.
#[test]
fn a_size_up_to_a_pattern_follows() {
    let fields = "{name: a, type: u8}\n{name: body, type: bytes, size: 'find_last(\"EE FF\") - position'}\n{name: mark, type: u16be, equals: 0xeeff}\n{name: n, type: u8, equals: size(body)}\n{name: more, type: bytes}";
    check(
        &of_lines(fields),
        "07 01 02 ee ff 02 09",
        &[
            (&[("body", "01 02 03")], "07 01 02 03 ee ff 03 09"),
            (&[("body", "\"\"")], "07 ee ff 00 09"),
            (&[("body", "ee ff 01")], "07 ee ff 01 ee ff 03 09"),
            (&[("body", "05"), ("more", "01 02")], "07 05 ee ff 01 01 02"),
            (&[("more", "ee ff")], "cannot write it: body: expected 5 bytes, found 2"),
        ],
    );
    // A value at an offset that is searched for.
    let placed = "{name: body, type: bytes, size: 'find_last(\"EE\") - position'}\n{name: mark, type: u8, at: 'find_last(\"EE\")'}\n{name: tail, type: bytes}";
    check(
        &of_lines(placed),
        "01 02 ee 03",
        &[(&[("body", "04")], "04 ee 03"), (&[("tail", "ee")], "01 02 ee")],
    );
}

#[test]
fn texts_in_a_pool_follow_it() {
    let schema = with_inner(
        "{name: n, type: u8, equals: size(pool)}\n{name: pool, type: bytes, size: n}\n{name: rows, type: R, count: 2}",
        "{name: offset, type: u8}\n{name: text, type: ascii, stop: 0, at: offset}",
    );
    check(
        &schema,
        "04 61 00 62 00 01 03",
        &[
            (&[("pool", "78007900")], "04 78 00 79 00 01 03"),
            (&[("rows[1].offset", "1"), ("rows[1].text", "a")], "04 61 00 62 00 01 01"),
            (&[("rows[1].text", "c")], "04 61 00 63 00 01 03"),
        ],
    );
}

/// A new file needs no offsets: values with the offset 0 get a place.
#[test]
fn values_of_a_new_file_get_a_place() {
    let plan = lowered(&rows(&row("offset"), &[])).expect("a plan");
    let mut file = File::open(&plan, b"\x02\x05\x02\x07\x02abcd", &[]).expect("opens");
    let mut value = file.read().expect("is valid");
    let Some(Value::Item(_, fields)) = value.record_mut() else { panic!("a record") };
    let Some(Value::List(rows)) = fields.last_mut() else { panic!("rows") };
    for row in rows {
        let Value::Item(_, fields) = row else { panic!("a row") };
        fields[0] = Value::Unsigned(0);
    }
    let executor = file.executor().clone();
    let new = File::with(&executor, &[]).expect("an empty file");
    let written = new.rewrite(&value).expect("is written");
    let mut expected = b"\x02\x10\x02\x20\x02".to_vec();
    expected.resize(16, 0);
    expected.extend(b"ab");
    expected.resize(32, 0);
    expected.extend(b"cd");
    assert_eq!(written, expected);
    assert!(new.write(&value).is_err());
}

/// An edit is made as a whole or not at all: what was set is never given up for another value.
#[test]
fn what_was_set_stays() {
    let sized = "{name: size, type: u8}";
    let schema = rows(sized, &[]) + "";
    let sizes = schema.replace(
        "{name: rows, type: R, count: count",
        "{name: rows, type: R, count: count, summary: A field}\n    - {name: data, type: bytes, count: count, size: \"R.size[index]\"",
    );
    let file = "02 01 02 61 62 63";
    check(
        &sizes,
        file,
        &[
            (
                &[("rows[0].size", "9")],
                "File.rows[0].size: writers compute it: the size of another value",
            ),
            (&[("rows[0].size", "2"), ("data[0]", "6162")], "02 02 02 61 62 62 63"),
            (&[("data[1]", "")], "02 01 00 61"),
        ],
    );
    // The offset of a value is in bytes that another one has, too.
    let shared = of_lines(
        "{name: n, type: u8, equals: size(data)}
{name: place, type: u8}
{name: data, type: bytes, size: n, at: place}
{name: others, type: bytes}",
    );
    let differs = "cannot write it: 3 bytes of `File.data` at 0x3 differ from those of fields without an offset at the same place: set both, or set the number of its offset to 0, so that it moves";
    check(
        &shared,
        "02 03 2d 61 62",
        &[
            (&[("data", "7a")], "01 03 2d 7a 62"),
            (&[("data", "7a7a7a")], differs),
            (&[("others", "2d7879")], "02 03 2d 78 79"),
            (&[("others", "2d2d6162")], "02 04 2d 2d 61 62"),
            (&[("others", "6162")], "02 02 61 62"),
        ],
    );
    // A new value, and one that shares its base, move by a number of their own.
    let based = rows(
        "{name: place, type: i8}\n{name: data, type: ascii, stop: 0, at: File.base + place}",
        &[],
    )
    .replace(
        "  fields:\n    - {name: count",
        "  fields:\n    - {name: base, type: u8, summary: A field}\n    - {name: count",
    );
    check(
        &based,
        "04 02 00 03 61 62 00 63 64 00",
        &[
            (
                &[("rows[0].data", "longer")],
                "04 02 08 03 00 00 00 63 64 00 00 00 6c 6f 6e 67 65 72 00",
            ),
            (
                &[("+rows[2]", "R<place = 0, data = \"e\">")],
                "04 03 08 03 0c 00 00 63 64 00 00 00 61 62 00 00 65 00",
            ),
        ],
    );
    // The offset is in a list, and the element is given by a parameter.
    let listed = with_inner(
        "{name: places, type: u8, count: 2}\n{name: items, type: R(index), count: 2}",
        "{name: i, type: u8, let: parameter}\n{name: data, type: ascii, stop: 0, at: 'File.places[i]'}",
    );
    check(
        &listed,
        "02 05 61 62 00 63 64 00",
        &[(&[("items[0].data", "longer")], "08 05 00 00 00 63 64 00 6c 6f 6e 67 65 72 00")],
    );
}

/// A list that ends with an element, or with the bytes, is edited like another one.
#[test]
fn a_list_ends_with_the_bytes() {
    let schema = with_inner(
        "{name: all, type: R, last: k = 9 or left = 0}\n{name: others, type: bytes}",
        "{name: k, type: u8}\n{name: d, type: u8}",
    );
    for file in ["01 02", "01 02 03 04", "01 02 09 04", "09 04 05"] {
        assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{file}");
    }
    for (file, edits, expected) in [
        ("01 02 03 04", ("+all[2]", "R<k = 5, d = 6>"), "01 02 03 04 05 06"),
        ("01 02 03 04", ("*all[1]", ""), "01 02 03 04 03 04"),
        ("01 02 03 04", ("-all[1]", ""), "01 02"),
        (
            "01 02 03 04",
            ("all[0].k", "9"),
            "cannot write it: all: 2 elements would be read as 1 element: an expression with `left` decides about a field",
        ),
        ("01 02 09 04", ("others", "05"), "01 02 09 04 05"),
        ("01 02 09 04", ("-all[1]", ""), "01 02"),
        (
            "01 02 09 04 05 06",
            ("all[1].k", "8"),
            "cannot write it: all: 2 elements would be read as 3 elements: an expression with `left` decides about a field",
        ),
    ] {
        let found = edited(&schema, file, |editor| all(editor, &[edits]));
        let found = found.map(|bytes| hexadecimal(&bytes)).unwrap_or_else(|error| error);
        assert_eq!(found, expected, "{file}");
    }
}
