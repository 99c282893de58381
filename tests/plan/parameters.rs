//! Parameters of records, and the tags of unions, that fields give to each element.

use crate::computed::{of_lines, with_inner};
use crate::language::{both_ways, bytes, lowered};
use bytespec::plan::{File, SectionContent, Value};

/// A record `R` with these parameters and fields, in files with these fields.
#[test]
fn records_have_arguments_of_each_field() {
    let wide = "{name: w, type: u8, let: parameter}\n{name: kind, type: u8}\n{name: data, type: bytes, size: w}";
    let signed = "{name: w, type: i8, let: parameter}\n{name: kind, type: u8}\n{name: more, type: u8, when: w < 0}";
    let two = "{name: w, type: u8, let: parameter}\n{name: k, type: u16, let: parameter}\n{name: at, type: u8, equals: k - w}";
    let deep = "{name: d, type: u8, let: parameter}\n{name: kind, type: u8}\n{name: a, type: R(d - 1), when: d > 0}\n{name: b, type: R(d - 1), when: d > 0}\n{name: end, type: u8, equals: d}";
    for (fields, record, file) in [
        ("{name: n, type: u8}\n{name: r, type: R(n + 1)}", wide, "01 07 aa bb"),
        (
            "{name: n, type: u8}\n{name: all, type: R(index), count: n}",
            wide,
            "03 01 02 aa 03 bb cc",
        ),
        ("{name: n, type: u8}\n{name: all, type: list<R(n)>}", wide, "01 02 05 aa 06 bb"),
        ("{name: n, type: u8}\n{name: all, type: rest<R(n)>}", wide, "01 05 aa 06 bb"),
        ("{name: n, type: u8}\n{name: all, type: R(n), last: kind = 0}", wide, "01 05 aa 00 bb"),
        (
            "{name: n, type: u8, equals: size(r)}\n{name: r, type: R(2), size: n}",
            wide,
            "03 07 aa bb",
        ),
        (
            "{name: n, type: u8, equals: count(all)}\n{name: all, type: R(n), count: n}",
            wide,
            "02 01 aa bb 02 cc dd",
        ),
        ("{name: p, type: Pair}\n{name: all, type: list<R(p.b)>}", wide, "09 01 01 05 aa"),
        ("{name: n, type: u8}\n{name: r, type: R(n), at: 4}", wide, "01 00 00 00 07 aa"),
        ("{name: n, type: i8}\n{name: r, type: R(n)}", signed, "ff 07 aa"),
        ("{name: n, type: i8}\n{name: r, type: R(-n)}", signed, "ff 07"),
        (
            "{name: n, type: u8}\n{name: all, type: \"R(n, n + index)\", count: 3}",
            two,
            "05 00 01 02",
        ),
        (
            "{name: n, type: u8}\n{name: all, type: R(n), count: 1}",
            deep,
            "02 f0 f1 f2 00 f3 00 01 f4 f5 00 f6 00 01 02",
        ),
    ] {
        let schema = with_inner(fields, record);
        assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{schema}");
    }
}

#[test]
fn an_argument_that_does_not_fit_is_an_error() {
    let fields = "{name: n, type: u16}\n{name: r, type: R(n)}";
    let schema = with_inner(fields, "{name: w, type: u8, let: parameter}\n{name: kind, type: u8}");
    assert_eq!(both_ways(&schema, &bytes("ff 00 07")), Ok(()));
    let found = both_ways(&schema, &bytes("00 01 07"));
    assert_eq!(
        found.as_ref().map_err(String::as_str),
        Err("at byte 2 (0x2), File.r.w: 256 does not fit u8")
    );
}

#[test]
fn a_field_selects_the_variant_of_all_elements_of_a_list() {
    let union = "- union: Data\n  summary: A union\n- variant: One\n  of: Data\n  tag: 1\n  summary: A byte\n  fields:\n    - {name: x, type: u8, summary: A byte}\n- variant: Two\n  of: Data\n  tag: 2\n  summary: Two bytes\n  fields:\n    - {name: y, type: u16, summary: Two bytes}\n";
    for of_list in ["list", "rest"] {
        let fields =
            format!("{{name: kind, type: u8}}\n{{name: all, type: {of_list}<Data(kind)>}}");
        let schema = of_lines(&fields) + union;
        let files = match of_list {
            "list" => ["01 03 07 08 09", "02 01 07 08"],
            _ => ["01 07 08 09", "02 07 08 09 0a"],
        };
        for file in files {
            assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{schema}");
        }
        // Elements of one variant in a file of the other one.
        let plan = lowered(&schema).expect("a plan");
        let [one, two] = files.map(bytes);
        let value = File::open(&plan, &one, &[]).and_then(|mut file| file.read()).expect("a value");
        let mut other = value.clone();
        let SectionContent::Item(_, Value::Item(_, values)) = &mut other.sections[0].content else {
            panic!("a record")
        };
        values[0] = Value::Unsigned(2);
        let written = File::open(&plan, &two, &[]).expect("a file").write(&other);
        let error = written.map_err(|error| error.to_string());
        let error = error.expect_err("another tag").replace("File.kind", "kind");
        let expected =
            "all[0]: the value is `One` with the tag 1, but `kind` is 2, the tag of `Two`";
        assert_eq!(error, expected);
    }
}

/// The example of the language's reference.
#[test]
fn a_number_has_the_width_that_the_file_states() {
    let numbers =
        "{name: width, type: u8, let: parameter, valid: width = 1 or width = 2 or width = 4}
{name: one, type: u8, when: width = 1}
{name: two, type: u16, when: width = 2}
{name: four, type: u32, when: width = 4}
{name: value, type: u32, let: one + two + four}";
    let fields = "{name: width, type: u8}
{name: count, type: R(width)}
{name: all, type: R(width), size: width, count: count.value}
{name: text, type: ascii, size: count.value}";
    let schema = with_inner(fields, numbers);
    for file in ["01 02 07 08 61 62", "02 01 00 07 00 61", "04 00 00 00 00"] {
        assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{file}");
    }
    let error = both_ways(&schema, &bytes("03 01 00 00"));
    let expected = "at byte 1 (0x1), File.count.width: the value does not meet the condition `valid`: width = 1 or width = 2 or width = 4, where width = 3";
    assert_eq!(error, Err(expected.to_owned()));
}
