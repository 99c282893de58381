//! Numbers that writers compute, used by inner records and by checksums.

use crate::language::{both_ways, bytes, item, lowered, schema};
use bytespec::plan::explain::{Explainer, Level, Part};
use bytespec::plan::{Executor, Explanation, File, SectionContent, Value};

/// The schema of a file with these fields, a line each.
pub(crate) fn of_lines(fields: &str) -> String {
    let fields: Vec<String> = fields.lines().map(str::to_owned).collect();
    schema(&fields)
}

/// The same, with a record `R` of the fields of `inner`.
pub(crate) fn with_inner(fields: &str, inner: &str) -> String {
    let inner: String = inner.lines().map(item).collect();
    of_lines(fields) + "- record: R\n  summary: A record in the file\n  fields:\n" + &inner
}

const COUNTED: &str = "{name: n, type: u8, equals: count(all)}
{name: all, type: u8, count: n}
{name: r, type: R}";

#[test]
fn errors_are_where_the_field_is() {
    let before = "{name: t, type: u8}\n{name: more, type: u16}\n";
    for (field, file, error) in [
        (
            "{name: d, type: u8, let: t - 2}",
            "01 00 00",
            "at byte 3 (0x3), File.d: 1 - 2 is negative",
        ),
        (
            "{name: d, type: u8, let: t * 256}",
            "01 00 00",
            "at byte 3 (0x3), File.d: 256 does not fit u8",
        ),
        (
            "{name: d, type: u8, count: t - 2}",
            "01 00 00",
            "at byte 3 (0x3), File.d: 1 - 2 is negative",
        ),
        (
            "{name: d, type: u8, when: 5 / t}",
            "00 00 00",
            "at byte 3 (0x3), File.d: 5 / 0 divides by zero",
        ),
        (
            "{name: b, type: bytes, size: 1}\n{name: d, type: u8, count: \"b[t]\"}",
            "01 00 00 07",
            "at byte 4 (0x4), File.d: File.b index 1 is out of bounds (there are 1)",
        ),
        (
            "{name: d, type: bytes, size: -t}",
            "05 00 00 07",
            "at byte 3 (0x3), File.d: -5 is negative, expected a number from 0",
        ),
        (
            "{name: d, type: \"octal<u32, 8>\"}",
            "05 00 00 37",
            "at byte 3 (0x3), File.d: unexpected end of data, expected 8 bytes, found 1",
        ),
        (
            "{name: all, type: Mark, count: rest}",
            "01 00 00 05 0b",
            "at byte 4 (0x4), File.all[1]: 11 is not a known Mark",
        ),
    ] {
        let schema = of_lines(&format!("{before}{field}"));
        let found = both_ways(&schema, &bytes(file));
        assert_eq!(found.as_ref().map_err(String::as_str), Err(error), "{schema}");
    }
}

#[test]
fn the_size_of_a_padded_constant_is_that_of_its_bytes() {
    let padded = "{name: a, type: ascii, equals: '\"a\"', size: 5, pad: 0}";
    let part = "{name: h, type: packed<u8>, parts: [{name: k, bits: 4, summary: K}, {name: n, bits: 4, equals: size(a), summary: N}]}";
    for (number, file) in [
        ("{name: n, type: u8, equals: size(a)}", "01 61 00 00 00 00"),
        ("{name: n, type: varint, equals: size(a)}", "01 61 00 00 00 00"),
        (part, "15 61 00 00 00 00"),
    ] {
        let schema = of_lines(&format!("{number}\n{padded}"));
        assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{schema}");
    }
}

#[test]
fn inner_records_use_computed_numbers() {
    for (fields, inner, file) in [
        (COUNTED, "{name: o, type: u8, equals: File.n + 1}", "02 aa bb 03"),
        (COUNTED, "{name: o, type: u8}\n{name: data, type: u8, at: 6 + File.n}", "02 aa bb cc 00 00 00 00 07"),
        (COUNTED, "{name: o, type: u8}\n{name: more, type: u8, count: File.n + 1}", "02 aa bb cc 01 02 03"),
        (
            "{name: n, type: u8, equals: count(all)}\n{name: all, type: R, count: n}",
            "{name: o, type: u8, valid: o < File.n}",
            "02 00 01",
        ),
        (
            "{name: n, type: bool, equals: has(a)}\n{name: a, type: u8, when: n}\n{name: r, type: R}",
            "{name: p, type: u16, when: File.n}",
            "01 05 aa bb",
        ),
        ("{name: n, type: u8, equals: 2}\n{name: r, type: R}", "{name: all, type: u8, count: File.n}", "02 aa bb"),
        (
            "{name: h, type: packed<u8>, parts: [{name: k, bits: 4, summary: K}, {name: c, bits: 4, equals: count(all), summary: C}]}
            {name: all, type: u8, count: c}
            {name: r, type: R}",
            "{name: more, type: u8, count: File.c}",
            "15 aa bb",
        ),
    ] {
        let schema = with_inner(fields, inner);
        assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{schema}");
    }
}

/// A list of the values of a field does not contain the current one while an expression of this field is evaluated.
#[test]
fn a_field_can_use_its_earlier_values() {
    let all = "{name: all, type: R, count: 3}";
    let sum = "{name: n, type: u8}\n{name: end, type: u8, let: \"if index = 0 then n else n + R.end[count(R.end) - 1]\"}\n";
    let count = "{name: n, type: u8}\n{name: k, type: u8, let: count(R.k)}\n";
    let with_sum = |more: &str| format!("{sum}{more}");
    let with_count = |more: &str| format!("{count}{more}");
    for (fields, inner, file) in [
        (all, with_sum("{name: c, type: u8, equals: end}"), "01 01 02 03 03 06"),
        (all, with_sum("{name: c, type: u8, valid: end < 7}"), "01 00 02 00 03 00"),
        ("{name: all, type: R, last: end = 6}", sum.to_owned(), "01 02 03"),
        (all, with_count("{name: c, type: u8, equals: k}"), "05 00 05 01 05 02"),
        (all, with_count("{name: c, type: u8, when: k = 1}"), "05 05 aa 05"),
        (all, "{name: n, type: u8}\n{name: k, type: u8, let: count(R.k), when: n < 9}\n{name: c, type: u8, when: has(k) and k < 1}".to_owned(), "05 aa 09 05"),
        (all, "{name: m, type: u8}\n{name: n, type: bytes, size: count(R.n)}".to_owned(), "01 02 03 04 05 06"),
        (all, "{name: m, type: u8}\n{name: n, type: utf8, size: count(R.n)}".to_owned(), "01 02 61 03 62 63"),
        (all, "{name: m, type: u8}\n{name: n, type: u8, count: count(R.m) - count(R.n)}".to_owned(), "01 aa 02 bb 03 cc"),
        (all, "{name: m, type: u8}\n{name: n, type: u8, at: count(R.n)}".to_owned(), "01 02 03"),
    ] {
        let schema = with_inner(fields, &inner);
        assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{schema}");
    }
}

#[test]
fn a_checksum_of_what_contains_it_is_an_error() {
    let fields = "{name: s, type: u8, equals: sum(a)}\n{name: a, type: R}";
    for inner in [
        "{name: q, type: u8, equals: File.s}",
        "{name: q, type: u8, let: File.s}\n{name: p, type: u8, equals: q}",
    ] {
        let error = lowered(&with_inner(fields, inner)).expect_err("a circle");
        assert!(error.contains("`s` is computed from itself"), "{error}");
    }
}

#[test]
fn checksums_have_the_bytes_of_packed_fields() {
    for (fields, file) in [
        (
            "{name: h, type: packed<u8>, parts: [{name: k, bits: 4, equals: 5, summary: K}, {name: c, bits: 4, summary: C}]}
            {name: s, type: u8, equals: sum(h)}",
            "15 15",
        ),
        (
            "{name: h, type: packed<u8>, parts: [{name: x, bits: 1, equals: has(a), summary: X}, {name: c, bits: 7, summary: C}]}
            {name: a, type: u8, when: x}
            {name: s, type: u16, equals: \"sum(h, a)\"}",
            "01 05 06 00",
        ),
        (
            "{name: h, type: packed, parts: [{name: k, bits: 4, summary: K}, {name: c, type: varint<u32>, summary: C}]}
            {name: s, type: u8, equals: size(h)}",
            "05 01",
        ),
    ] {
        let schema = of_lines(fields);
        assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{schema}");
    }
}

/// A checksum covers its own field as zeros: headers of IP, pages of Ogg, headers of partition tables.
#[test]
fn a_checksum_counts_its_own_bytes_as_zeros() {
    let digest = "85 3f da 68 47 d6 a0 f9 90 ba e0 e6 b2 9a 15 f0 85 52 b4 10 2b e3 \
                  de e1 fa 6e 2a aa 58 5d ec f9 ac 14 cf b8 0e fc dd d5 c4 24 91 fe \
                  66 78 67 19 ab 5e 82 93 94 12 52 99 59 26 cd f6 cc 44 8b c1";
    for (fields, file) in [
        (
            "{name: head, type: bytes, size: 10}
            {name: sum, type: u16be, equals: \"internet(head, sum, addresses)\"}
            {name: addresses, type: bytes, size: 8}",
            "45 00 00 73 00 00 40 00 40 11 b8 61 c0 a8 00 01 c0 a8 00 c7",
        ),
        (
            "{name: magic, type: bytes, size: 4}
            {name: sum, type: u32, equals: \"crc32(magic, sum, text)\"}
            {name: text, type: ascii, size: rest}",
            "45 46 49 20 7c 3c 1e 1e 61 62 63",
        ),
        (
            "{name: magic, type: bytes, size: 4}
            {name: sum, type: u32, equals: \"crc32_ogg(magic, sum, text)\"}
            {name: text, type: ascii, size: rest}",
            "4f 67 67 53 1e a1 17 8c 61 62 63",
        ),
        (
            "{name: a, type: u8}
            {name: sum, type: bytes, size: 16, equals: \"md5(a, sum, tail)\"}
            {name: tail, type: bytes}",
            "61 95 f2 70 a0 e0 4c 83 f4 7e 09 3f aa da b9 9d 0f 62 63",
        ),
        (
            "{name: sum, type: bytes, size: 64, equals: \"sha512(sum, tail)\"}
            {name: tail, type: bytes}",
            &format!("{digest} 62 63"),
        ),
        (
            "{name: order, type: u8}
            {name: r, type: R}",
            "01 fd ff 02",
        ),
        (
            "{name: a, type: u8}
            {name: sum, type: u8, equals: \"sum(a, sum, a) + 1\"}",
            "03 07",
        ),
        (
            "{name: ok, type: bool, equals: \"sum(ok, a) = 3\"}
            {name: a, type: u8}",
            "01 03",
        ),
    ] {
        let inner = "{name: sum, type: u16be, equals: \"internet(sum, b)\"}\n{name: b, type: u8}";
        let schema = match fields.contains("type: R") {
            true => with_inner(fields, inner),
            false => of_lines(fields),
        };
        assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{schema}");
        let wrong = bytes(file);
        let last = wrong.len() - 1;
        let wrong: Vec<u8> =
            wrong.into_iter().enumerate().map(|(at, byte)| byte ^ u8::from(at == last)).collect();
        assert!(both_ways(&schema, &wrong).is_err(), "{schema}");
    }
}

#[test]
fn an_explanation_goes_on_after_a_wrong_number() {
    let fields = [
        "{name: sum, type: u32, equals: crc32(data)}",
        "{name: data, type: bytes, size: 2}",
        "{name: digest, type: bytes, size: 16, equals: md5(data)}",
        "{name: tail, type: u8, equals: 7}",
    ];
    let plan = lowered(&schema(&fields.map(str::to_owned))).expect("the schema has no findings");
    let executor = Executor::new(&plan, &[]).expect("the plan is right");
    let file = [&[0; 4][..], b"ab", &[0; 16], &[8]].concat();
    let found = Explanation::new(&executor, &file).expect("the plan has a file");
    let offsets: Vec<_> = found.faults().iter().map(|fault| fault.offset()).collect();
    assert_eq!(offsets, [Some(0), Some(6), Some(22)]);
}

#[test]
fn a_wrong_part_has_the_place_of_its_number() {
    let fields = "{name: a, type: u8}
{name: p, type: packed<u8>, parts: [{name: n, bits: 4, equals: size(d), summary: N}, {name: m, bits: 4, summary: M}]}
{name: d, type: bytes}";
    let error = both_ways(&of_lines(fields), &bytes("00 2a 61")).expect_err("a wrong size");
    assert_eq!(error, "at byte 1 (0x1), File.n: expected 1, found 10");
}

#[test]
fn each_record_has_sizes_of_its_own() {
    for (number, file) in [
        ("u8", "02 01 02 aa bb bb 01 03 cc cc cc"),
        ("u16be", "02 00 01 00 02 aa bb bb 01 00 03 cc cc cc"),
    ] {
        let fields = "{name: pages, type: R, count: rest}";
        let inner = format!(
            "{{name: n, type: u8, equals: count(all)}}\n{{name: lengths, type: {number}, count: n, equals: sizes(all)}}\n\
             {{name: all, type: bytes, count: n, size: \"lengths[index]\"}}"
        );
        assert_eq!(both_ways(&with_inner(fields, &inner), &bytes(file)), Ok(()), "{number}");
    }
}

#[test]
fn the_size_of_a_variant_selects_it() {
    let union = "- union: U\n  summary: Selected by a size\n- {variant: Old, of: U, tag: 1, summary: Old, fields: [{name: a, type: u8, summary: A}]}\n\
                 - {variant: New, of: U, tag: 2, summary: New, fields: [{name: b, type: u16, summary: B}]}\n";
    let fields = "{name: n, type: u8, equals: size(u)}\n{name: u, type: U(n), size: n}";
    for file in ["01 aa", "02 aa bb"] {
        assert_eq!(both_ways(&(of_lines(fields) + union), &bytes(file)), Ok(()), "{file}");
    }
    let plan = lowered(&(of_lines(fields) + union)).expect("a schema");
    let (old, changed) = (bytes("01 aa"), bytes("02 aa bb"));
    let mut opened = File::open(&plan, &old, &[]).expect("a file");
    let mut value = opened.read().expect("its value");
    let mut other = File::open(&plan, &changed, &[]).expect("a file");
    let SectionContent::Item(_, Value::Item(_, all)) = &mut value.sections[0].content else {
        panic!("a record")
    };
    let SectionContent::Item(_, Value::Item(_, new)) =
        other.read().expect("its value").sections.remove(0).content
    else {
        panic!("a record")
    };
    all[1] = new[1].clone();
    // The number follows the value.
    assert_eq!(opened.write(&value), Ok(changed.clone()));
}

/// Values of any type leave bytes to what follows them.
#[test]
fn a_trailer_follows_what_takes_all_other_bytes() {
    for (fields, file) in [
        (
            "{name: r, type: R, size: rest - 20}\n{name: sum, type: u32}\n{name: sha, type: bytes, size: 16}",
            "00 01 aa 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01",
        ),
        (
            "{name: r, type: R, size: rest - 1}\n{name: sum, type: u8, equals: sum(r)}",
            "01 02 03 06",
        ),
        (
            "{name: n, type: u8, equals: size(r)}\n{name: r, type: R, size: rest - 2}\n{name: end, type: u16}",
            "03 01 02 03 00 00",
        ),
    ] {
        let schema = with_inner(fields, "{name: all, type: u8, count: rest}");
        assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{schema}");
    }
}

/// Numbers in more bytes than they need come back: fields, counts, sizes of texts, elements, members and computed numbers.
#[test]
fn padded_numbers_come_back() {
    let fields = "{name: a, type: varint}\n{name: n, type: varint, equals: count(all)}\n{name: all, type: varint, count: n}\n\
                  {name: t, type: utf8}\n{name: s, type: signed<32>}\n{name: k, type: K}\n{name: z, type: zigzag<i32>}";
    let kind =
        "- {enum: K, wire: varint, summary: K, members: [{name: one, value: 1, summary: One}]}\n";
    let file = "81 00 82 80 00 83 80 80 00 05 83 00 61 62 63 ff ff 7f 81 80 00 83 00";
    for varint in ["leb128", "bounded_leb128"] {
        let schema = of_lines(fields) + kind;
        let schema =
            schema.replace("  file: File\n", &format!("  file: File\n  varint: {varint}\n"));
        assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{varint}");
    }
}

/// What a file with a header reads of the header.
const HEADER: &str = "- record: Head
  summary: A header
  fields:
    - {name: size, type: u8, equals: size(text), summary: Bytes of the text}
    - {name: count, type: u8, summary: A count}
    - {name: text, type: bytes, size: size, summary: A text}
- record: Plain
  summary: Two numbers
  fields:
    - {name: few, type: u8, summary: A number}
    - {name: less, type: i8, summary: A number with a sign}
- record: Outer
  run_only: true
  summary: A record around a header
  fields:
    - {name: kind, type: u8, summary: A kind}
    - {name: head, type: Plain, summary: The header}
";

#[test]
fn numbers_of_a_record_are_those_of_its_field() {
    for (fields, inner, file) in [
        // Another header in between has other numbers.
        (
            "{name: head, type: Head}\n{name: other, type: Head}\n{name: all, type: u8, count: head.count}",
            "{name: o, type: u8}",
            "01 02 61 00 03 aa bb",
        ),
        // A computed number of the header.
        (
            "{name: head, type: Head}\n{name: all, type: u8, count: head.size + 1}",
            "{name: o, type: u8}",
            "01 02 61 aa bb",
        ),
        // Read from inside of another record.
        (
            "{name: head, type: Head}\n{name: r, type: R}",
            "{name: all, type: u8, count: File.head.count}\n{name: sum, type: u8, equals: File.head.size}",
            "01 02 61 aa bb 01",
        ),
        // With a sign, and absent.
        (
            "{name: p, type: Plain}\n{name: q, type: Plain, when: p.few}\n{name: all, type: u8, count: 1 - p.less + q.less}",
            "{name: o, type: u8}",
            "00 ff aa bb",
        ),
        // A size in front measures what the header counts.
        (
            "{name: n, type: u8, equals: size(all)}\n{name: head, type: Plain}\n{name: all, type: R, size: n}",
            "{name: numbers, type: u16, count: File.head.few}",
            "04 02 00 aa bb cc dd",
        ),
        (
            "{name: n, type: u8, equals: size(head) + size(all)}\n{name: head, type: Head, size: 3}\n{name: all, type: u8, count: head.size + head.count}",
            "{name: o, type: u8}",
            "06 01 02 61 aa bb cc",
        ),
        // In a record of the record, read from everywhere.
        (
            "{name: n, type: u8, equals: size(all)}\n{name: outer, type: Outer}\n{name: all, type: R, size: n}\n{name: some, type: u8, count: outer.head.few + outer.head.less}",
            "{name: numbers, type: u16, count: File.outer.head.few}",
            "04 07 02 ff aa bb cc dd ee",
        ),
        // At an offset.
        (
            "{name: head, type: Plain, at: 3}\n{name: all, type: u8, count: head.few}",
            "{name: o, type: u8}",
            "aa bb 00 02 00",
        ),
    ] {
        let schema = with_inner(fields, inner) + HEADER;
        assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{schema}");
    }
}

/// The record of each element has its own header.
#[test]
fn each_record_has_a_header_of_its_own() {
    let inner = "{name: head, type: Plain}\n{name: all, type: u8, count: head.few}";
    let schema = with_inner("{name: all, type: R, count: rest}", inner) + HEADER;
    assert_eq!(both_ways(&schema, &bytes("02 00 aa bb 00 00 01 00 cc")), Ok(()));
    // A record that contains itself.
    let inner = "{name: head, type: Plain}\n{name: next, type: R, when: head.few}\n{name: tail, type: u8, count: head.few}";
    let schema = with_inner("{name: r, type: R}", inner) + HEADER;
    assert_eq!(both_ways(&schema, &bytes("02 00 01 00 00 00 aa bb cc")), Ok(()));
}

/// The parts of a file, with their bits.
#[derive(Default)]
struct Bits(Vec<String>);

impl<'i> Explainer<'i> for Bits {
    fn begin(&mut self, _: &Level<'_>) -> bytespec::Result<()> {
        Ok(())
    }

    fn end(&mut self, _: u64) -> bytespec::Result<()> {
        Ok(())
    }

    fn part(&mut self, part: &Part<'_, 'i>) -> bytespec::Result<()> {
        let number = part.held.and_then(|held| held.number());
        self.0.push(format!("{} {:?} {number:?}", part.path, part.bits));
        Ok(())
    }
}

/// Also where values stand at offsets, the parts of an integer are shown with their bits.
#[test]
fn an_explanation_shows_parts_of_integers_in_a_file_with_offsets() {
    let parts = "parts: [{name: k, bits: 4, summary: K}, {name: c, bits: 4, summary: C}]";
    let packed = format!("{{name: h, type: packed<u8>, {parts}}}");
    for (last, file, expected) in [
        ("", "21", &["File.k 0..4 Some(1)", "File.c 4..8 Some(2)"][..]),
        (
            "{name: v, type: u8, at: k}",
            "21 07",
            &["File.k 0..4 Some(1)", "File.c 4..8 Some(2)", "File.v 8..16 Some(7)"][..],
        ),
    ] {
        let plan = lowered(&of_lines(&format!("{packed}\n{last}"))).expect("a schema");
        let executor = Executor::new(&plan, &[]).expect("an executor");
        let bytes = bytes(file);
        let found = Explanation::new(&executor, &bytes).expect("an explanation");
        let mut bits = Bits::default();
        assert_eq!(found.walk(&mut bits), Ok(()));
        assert_eq!(bits.0, expected, "{last}");
    }
}

/// The size of a field is that of all its bytes, whatever its type and wherever the number is.
#[test]
fn sizes_and_sums_of_every_type() {
    let sum = |bytes: &[u8]| bytes.iter().map(|byte| u16::from(*byte)).sum::<u16>();
    for (ty, value) in [
        ("u8", "07"),
        ("u32be", "01 02 03 04"),
        ("varint", "85 80 00"),
        ("bool", "01"),
        ("blob", "03 61 62 63"),
        ("utf8", "03 61 62 63"),
        ("list<u8>", "02 05 06"),
        ("list<Pair>", "01 05 06"),
        ("Pair", "05 06"),
        ("bytes, size: 2", "61 62"),
        ("utf16le, size: 2", "61 00"),
        ("ascii, size: 2", "61 ff"),
        ("u16, count: 2", "01 00 02 00"),
        ("Pair, count: 2", "01 02 03 04"),
        ("blob, size: 3", "02 61 62"),
        ("utf8, size: 2, transform: xor(1)", "60 63"),
    ] {
        let value = bytes(value);
        let len = u16::try_from(value.len()).expect("few bytes");
        for (equals, number) in [("size(t)", len), ("sum(t)", sum(&value))] {
            let number = number.to_le_bytes();
            let (own, field) = (
                format!("{{name: n, type: u16, equals: {equals}}}"),
                format!("{{name: t, type: {ty}}}"),
            );
            let before = of_lines(&format!("{own}\n{field}"));
            let after = of_lines(&format!("{field}\n{own}"));
            assert_eq!(
                both_ways(&before, &[&number[..], &value].concat()),
                Ok(()),
                "{equals} {ty}"
            );
            assert_eq!(both_ways(&after, &[&value[..], &number].concat()), Ok(()), "{equals} {ty}");
        }
    }
}

/// Of the numbers that state that a field is present, only 1 is written.
#[test]
fn a_number_that_states_a_presence_is_one_or_zero() {
    for field in [
        "type: u8",
        "type: ascii, size: 1",
        "type: ascii, size: 1, transform: xor(1)",
        "type: Pair, size: 2",
    ] {
        for number in ["u8", "u64", "bool", "varint"] {
            let fields = format!(
                "{{name: n, type: {number}, equals: has(m)}}\n{{name: m, {field}, when: n}}\n{{name: others, type: bytes}}"
            );
            let schema = of_lines(&fields);
            let width = if number == "u64" { 8 } else { 1 };
            let file = |n: u8| [&[n][..], &[0; 7][..width - 1], b"ab"].concat();
            for n in [0, 1] {
                assert_eq!(both_ways(&schema, &file(n)), Ok(()), "{fields}");
            }
            let error = both_ways(&schema, &file(2)).expect_err("no other number is written");
            assert!(error.contains("found 2") || error.contains("boolean"), "{fields}: {error}");
        }
    }
}

/// Zeros are equal, and a NaN is neither less nor greater than a number, nor equal to one.
#[test]
fn floating_point_numbers_are_compared_as_ieee_754_has_it() {
    let of = |ty: &str, condition: &str| {
        of_lines(&format!("{{name: x, type: {ty}}}\n{{name: more, type: u8, when: {condition}}}"))
    };
    let holds = |ty: &str, condition: &str, file: &str| {
        [" 07", ""]
            .map(|more| both_ways(&of(ty, condition), &bytes(&format!("{file}{more}"))).is_ok())
    };
    for (ty, condition, bytes, expected) in [
        ("f32be", "x = 0.0", "80 00 00 00", true),
        ("f32be", "x < 0", "80 00 00 00", false),
        ("f32be", "x < -1.5", "c0 00 00 00", true),
        ("f32be", "x > -2.5", "c0 00 00 00", true),
        ("f32be", "x = 0.1", "3d cc cc cd", true),
        ("f32be", "x >= 0", "7f c0 00 00", false),
        ("f32be", "x < 0", "7f c0 00 00", false),
        ("f32be", "x = x", "7f c0 00 00", false),
        ("f32be", "x != x", "ff c0 00 00", true),
        ("f32be", "not x <= 1.0", "7f 80 00 00", true),
        ("f16be", "x > 65472.0", "7b ff", true),
        ("f16be", "x = 0.5", "38 00", true),
        ("f64be", "x > 1.25", "3f f4 00 00 00 00 00 01", true),
        ("f64be", "1.25 < x", "3f f4 00 00 00 00 00 00", false),
    ] {
        assert_eq!(holds(ty, condition, bytes), [expected, !expected], "{ty} {condition} {bytes}");
    }
}
