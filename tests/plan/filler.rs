//! Filler of files that are one record.

use crate::computed::{of_lines, with_inner};
use crate::language::{both_ways, bytes, lowered};
use crate::moved::check;
use bytespec::error::ErrorKind;
use bytespec::plan::{File, SectionContent, Value};

const FIELDS: &str = "{name: n, type: u8}
{name: filler, type: filler, align: 4}
{name: more, type: u8}";

/// The same schema, whose filler consists of bytes 0xaa.
fn strict(schema: &str) -> String {
    schema.replacen("  file: File\n", "  file: File\n  pad: 0xaa\n  filler: error\n", 1)
}

#[test]
fn other_filler_is_kept_or_an_error() {
    let (schema, other) = (of_lines(FIELDS), bytes("01 aa 00 aa 02"));
    assert_eq!(both_ways(&schema, &other), Ok(()));
    assert_eq!(both_ways(&strict(&schema), &bytes("01 aa aa aa 02")), Ok(()));
    let plan = lowered(&strict(&schema)).expect("a plan");
    let error = File::open(&plan, &other, &[]).and_then(|mut file| file.read());
    let error = error.expect_err("other filler");
    assert_eq!(error.offset(), Some(2));
    let shown = "the filler before the next field is damaged: expected aa, found 00";
    assert!(error.to_string().ends_with(shown), "{error}");
    assert!(matches!(error.kind(), ErrorKind::Filler { .. }), "{error}");
}

#[test]
fn a_writer_replaces_other_filler() {
    let plan = lowered(&strict(&of_lines(FIELDS))).expect("a plan");
    let file = bytes("01 aa aa aa 02");
    let mut opened = File::open(&plan, &file, &[]).expect("a file");
    let mut value = opened.read().expect("its value");
    let SectionContent::Item(_, Value::Item(_, values)) = &mut value.sections[0].content else {
        panic!("a record")
    };
    values[1] = Value::Bytes(vec![0; 3]);
    assert_eq!(opened.write(&value), Ok(file));
}

/// Records whose filler counts from where each of them begins.
const COUNTED: &str = "- record: R
  summary: A record in the file
  fields:
    - {name: begin, type: u32, let: position, summary: Where it begins}
    - {name: data, type: ascii, stop: 0, summary: A text}
    - {name: filler, type: filler, align: 4, from: begin, summary: Filler}
";

#[test]
fn filler_counts_from_an_offset() {
    let schema = of_lines("{name: n, type: u8}\n{name: all, type: R, count: n}") + COUNTED;
    let file = bytes("02 61 00 00 00 61 62 63 64 00 00 00 00");
    assert_eq!(both_ways(&schema, &file), Ok(()));
    let plan = lowered(&schema).expect("a plan");
    let mut opened = File::open(&plan, &file, &[]).expect("a file");
    let mut value = opened.read().expect("its value");
    let SectionContent::Item(_, Value::Item(_, values)) = &mut value.sections[0].content else {
        panic!("a record")
    };
    let Value::List(all) = &mut values[1] else { panic!("a list") };
    let Value::Item(_, first) = &mut all[0] else { panic!("a record") };
    first[1] = Value::Text("abcd".to_owned());
    let edited = bytes("02 61 62 63 64 00 00 00 00 61 62 63 64 00 00 00 00");
    assert_eq!(opened.write(&value), Ok(edited));
}

#[test]
fn filler_can_count_from_a_later_offset() {
    let fields = "{name: n, type: u8}\n{name: filler, type: filler, align: 4, from: 3}";
    let schema = of_lines(&format!("{fields}\n{{name: more, type: u8}}"));
    assert_eq!(both_ways(&schema, &bytes("01 00 00 02")), Ok(()));
    let from_number = schema.replace("from: 3", "from: n");
    assert_eq!(both_ways(&from_number, &bytes("01 02")), Ok(()));
    assert_eq!(both_ways(&from_number, &bytes("02 00 03")), Ok(()));
}

/// The bytes between a marker and the size are filler: a value of as many bytes keeps them.
#[test]
fn a_value_ends_at_a_marker_before_its_size() {
    let schema = of_lines(
        "{name: name, type: ascii, size: 5, stop: 0}
{name: n, type: u8}
{name: words, type: utf16le, size: n, stop: '00 00', count: 2}
{name: mark, type: ascii, size: 4, stop: 0x20, equals: '\"a\"'}
{name: same, type: u8, when: 'name = \"ab\" and size(name) = 2'}
{name: last, type: bytes, size: rest, stop: '0d 0a'}",
    );
    let start = "61 62 00 ff 00 06 63 00 00 00 ee ee 64 00 65 00 66 00 61 20 cc cc 07";
    for end in ["66 0d 0a 67", "0d 0a", "66 0d", ""] {
        assert_eq!(both_ways(&schema, &bytes(&format!("{start} {end}"))), Ok(()), "{end}");
    }
    let full = start.replacen("61 62 00 ff 00", "61 62 63 64 65", 1);
    assert_eq!(both_ways(&schema, &bytes(full.trim_end_matches(" 07"))), Ok(()));
    let file = format!("{start} 66 0d 0a 67");
    check(
        &schema,
        &file,
        &[
            (&[("words[0]", "d")], &file.replacen("63 00 00 00 ee ee", "64 00 00 00 ee ee", 1)),
            (&[("words[0]", "dd")], &file.replacen("63 00 00 00 ee ee", "64 00 64 00 00 00", 1)),
            (&[("words[1]", "")], &file.replacen("64 00 65 00 66 00", "00 00 00 00 00 00", 1)),
            (&[("last", "6869")], &file.replace("66 0d 0a", "68 69 0d 0a")),
            (
                &[("words[1]", "abcd")],
                "cannot write it: words[1]: expected 6 bytes at most, found 8",
            ),
            (
                &[("last", "660d0a")],
                "cannot write it: last: the value cannot contain 0d 0a, the bytes of its `stop`",
            ),
        ],
    );
}

/// Filler is units of a text, and can go up to the end of the bytes.
#[test]
fn filler_of_units_and_up_to_the_end() {
    let schema = of_lines(
        "{name: name, type: utf16le, size: 6, pad: 0}
{name: letters, type: utf16be, size: 4, pad: 0, count: 2}
{name: same, type: u8, when: size(name) = 4}
{name: n, type: u8, equals: size(last)}
{name: last, type: ascii, size: rest, pad: 0x20}",
    );
    let start = "61 00 00 01 00 00 00 62 00 00 00 00 00 00 07";
    for end in ["01 41 20 20", "00", "00 20"] {
        assert_eq!(both_ways(&schema, &bytes(&format!("{start} {end}"))), Ok(()), "{end}");
    }
    let file = format!("{start} 01 41 20 20");
    check(
        &schema,
        &file,
        &[
            (&[("name", "ab")], &file.replacen("61 00 00 01", "61 00 62 00", 1)),
            (
                &[("letters[1]", "cd")],
                &file.replacen("62 00 00 00 00 00 00", "62 00 00 00 63 00 64", 1),
            ),
            (&[("last", "AB")], &file.replace("01 41 20 20", "02 41 42 20 20")),
            (&[("name", "abcd")], "cannot write it: name: expected 6 bytes at most, found 8"),
        ],
    );
    let odd = of_lines("{name: n, type: u8}\n{name: name, type: utf16le, size: n, pad: 0}");
    assert_eq!(both_ways(&odd, &bytes("05 61 00 00 00 00")), Ok(()));
    check(
        &odd,
        "05 61 00 00 00 00",
        &[(&[("name", "a")], "cannot write it: name: expected 5 bytes, found 2")],
    );
}

/// Filler up to the end of the file has as many bytes as the values in it need.
#[test]
fn filler_up_to_the_end_grows_with_the_values_in_it() {
    let value = "{name: offset, type: u8}\n{name: n, type: u8, equals: size(data)}\n{name: data, type: ascii, size: n, at: offset}";
    let filler = "{name: others, type: filler, size: rest}";
    let alone = of_lines(&format!("{value}\n{filler}"));
    check(
        &alone,
        "02 02 61 62",
        &[
            (&[("data", "xyz")], "02 03 78 79 7a"),
            (&[("data", "x")], "02 01 78 00"),
            (&[("data", "\"\"")], "02 00 00 00"),
            (
                &[("offset", "0"), ("data", "xyz")],
                "10 03 00 00 00 00 00 00 00 00 00 00 00 00 00 00 78 79 7a",
            ),
        ],
    );
    check(&alone, "03 02 ff 61 62", &[(&[("data", "xyz")], "03 03 ff 78 79 7a")]);
    check(&alone, "02 02 61 62 ff", &[(&[("data", "xyz")], "06 03 00 00 ff 00 78 79 7a")]);
    check(&alone, "02 02 61 62 00", &[(&[("data", "wxyz")], "02 04 77 78 79 7a")]);
    let rows = with_inner(&format!("{{name: rows, type: R, count: 2}}\n{filler}"), value);
    check(
        &rows,
        "04 02 06 01 61 62 63",
        &[
            (&[("rows[1].data", "xyz")], "04 02 06 03 61 62 78 79 7a"),
            (&[("rows[0].data", "xyz")], "08 03 06 01 00 00 63 00 78 79 7a"),
            (&[("rows[0].data", "xyz"), ("rows[1].data", "uv")], "04 03 08 02 78 79 7a 00 75 76"),
        ],
    );
    // A value of its own in the filler stays where it is.
    let inside = with_inner(
        &format!("{{name: r, type: R}}\n{{name: last, type: u8, at: 2}}\n{filler}"),
        value,
    );
    check(&inside, "03 02 00 61 62", &[(&[("r.data", "xyz"), ("last", "7")], "03 03 07 78 79 7a")]);
}

/// The size of a record with filler can state the alignment of this filler.
#[test]
fn filler_can_align_to_the_size_of_its_record() {
    for (align, file) in [
        ("File.n / 2", "06 61 00 64 65 66 67 07"),
        ("10 / File.n", "05 00 64 65 66 67 07"),
        ("File.n - 3", "05 64 65 66 00 67 07"),
    ] {
        let start = if file.starts_with("06") { "{name: a, type: u8}\n" } else { "" };
        let more = if align.ends_with("- 3") { "{name: b, type: u8, count: 3}\n" } else { "" };
        let schema = with_inner(
            "{name: n, type: u8, equals: size(r)}\n{name: r, type: R, size: n}\n{name: last, type: u8}",
            &format!(
                "{start}{more}{{name: filler, type: filler, align: {align}}}\n{{name: c, type: u8, count: rest}}"
            ),
        );
        assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{schema}");
        check(&schema, file, &[(&[("last", "9")], &file.replace(" 07", " 09"))]);
    }
}
