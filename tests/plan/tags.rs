//! Variants with several tags.

use crate::computed::{of_lines, with_inner};
use crate::language::{both_ways, bytes, lowered};
use bytespec::plan::{File, SectionContent, Value};

const UNIONS: &str = "
- union: Number
  summary: A number states the tag
- {variant: Few, of: Number, tag: [1, 7, 0x10..0x1f], summary: Few, fields: [{name: a, type: u8, summary: A byte}]}
- {variant: Eighteen, of: Number, tag: 0x12, summary: Eighteen}
- union: Letters
  unknown: opaque
  summary: A text states the tag
- {variant: Long, of: Letters, tag: [AE, AS], summary: Long, fields: [{name: a, type: u16, summary: A number}]}
- union: Ahead
  tag: ahead<u8>
  summary: The bytes ahead state the tag
- {variant: Low, of: Ahead, tag: [0, \"2..4\"], summary: Low, fields: [{name: a, type: u8, summary: The tag}]}
- {variant: High, of: Ahead, tag: [3, 0x80], summary: High, fields: [{name: a, type: u16be, summary: The tag}]}
";

/// Tags of more than eight bytes, as the names of attributes in Java's class files.
const WORDS: &str = "
- union: Attribute
  unknown: opaque
  summary: A word states the tag
- {variant: Code, of: Attribute, tag: Code, summary: Code, fields: [{name: a, type: u8, summary: A byte}]}
- {variant: Lines, of: Attribute, tag: [LineNumberTable, LocalVariableTable], summary: Lines, fields: [{name: a, type: u16, summary: A number}]}
";

const NUMBER: &str = "{name: n, type: u8}\n{name: of, type: Number(n)}";
const LETTERS: &str = "{name: n, type: ascii, size: 2}\n{name: of, type: Letters(n)}";
const AHEAD: &str = "{name: all, type: Ahead, count: rest}";

#[test]
fn each_of_several_tags_selects_the_variant() {
    for (fields, file) in [
        (NUMBER, "01 2a"),
        (NUMBER, "07 2a"),
        (NUMBER, "1f 2a"),
        (NUMBER, "12"),
        (LETTERS, "41 45 01 00"),
        (LETTERS, "41 53 01 00"),
        (LETTERS, "41 54 01 00 02"),
        (AHEAD, "00 02 03 ff 04 80 00"),
    ] {
        assert_eq!(both_ways(&(of_lines(fields) + UNIONS), &bytes(file)), Ok(()), "{file}");
    }
    for (fields, file) in [(NUMBER, "08 2a"), (LETTERS, "41 45 01"), (AHEAD, "01")] {
        assert!(both_ways(&(of_lines(fields) + UNIONS), &bytes(file)).is_err(), "{file}");
    }
}

/// Bytes with zeros first, and bytes that begin like the number of a long text, are other tags.
#[test]
fn tags_are_compared_with_all_bytes() {
    let fields = "{name: m, type: u8, equals: size(n)}\n{name: n, type: latin1, size: m}\n{name: of, type: Attribute(n)}";
    let plan = lowered(&(of_lines(fields) + WORDS)).expect("a valid schema");
    let read = |tag: &[u8]| {
        let file = [&[tag.len() as u8], tag, b"\x07"].concat();
        let mut file = File::open(&plan, &file, &[]).expect("opens");
        format!("{:?}", file.read().expect("is valid"))
    };
    let long = bytespec::plan::data::tag_of(b"LineNumberTable").to_be_bytes();
    assert!(!read(b"Code").contains("Opaque("));
    for tag in [b"\0Code".as_slice(), b"\0\0\0\0Code", &long] {
        assert!(read(tag).contains("Opaque("), "{tag:?}");
    }
}

#[test]
fn tags_have_any_length() {
    let word = |word: &str, rest: &[u8]| [word.as_bytes(), &[0], rest].concat();
    let fields = "{name: n, type: latin1, stop: 0}\n{name: of, type: Attribute(n)}";
    let inner = "{name: r, type: R}\n{name: of, type: Attribute(r.n)}";
    for schema in
        [of_lines(fields) + WORDS, with_inner(inner, "{name: n, type: utf8, stop: 0}") + WORDS]
    {
        for (file, result) in [
            (word("Code", &[1]), Ok(())),
            (word("LineNumberTable", &[1, 0]), Ok(())),
            (word("LocalVariableTable", &[1, 0]), Ok(())),
            (word("LineNumberTablet", &[1]), Ok(())),
            (word("Unknown", &[]), Ok(())),
            (word("LineNumberTable", &[1]), Err("unexpected end of data, expected u16")),
        ] {
            let found = both_ways(&schema, &file);
            let is_same = match (&found, result) {
                (Err(found), Err(expected)) => found.ends_with(expected),
                (found, result) => found.is_ok() == result.is_ok(),
            };
            assert!(is_same, "{found:?} {file:?}");
        }
    }
    let plan = lowered(&(of_lines(fields) + WORDS)).expect("a plan");
    for tag in ["Code", "LineNumberTable", "LocalVariableTable"] {
        assert_eq!(plan.tag_bytes(plan.tag_of(tag.as_bytes())).as_deref(), Some(tag.as_bytes()));
    }
    assert_eq!(plan.tag_bytes(plan.tag_of(b"LineNumberTablet")), None);
}

#[test]
fn a_writer_refuses_a_tag_of_another_variant() {
    let edited = |fields: &str, file: &str, edit: &dyn Fn(&mut Vec<Value>)| {
        let plan = lowered(&(of_lines(fields) + UNIONS)).expect("a plan");
        let file = bytes(file);
        let mut opened = File::open(&plan, &file, &[]).expect("a file");
        let mut value = opened.read().expect("its value");
        let SectionContent::Item(_, Value::Item(_, values)) = &mut value.sections[0].content else {
            panic!("a record")
        };
        edit(values);
        opened.write(&value).map_err(|error| error.to_string())
    };
    let number = |values: &mut Vec<Value>, tag: u64| values[0] = Value::Unsigned(tag);
    assert_eq!(edited(NUMBER, "01 2a", &|values| number(values, 0x11)), Ok(bytes("11 2a")));
    assert!(edited(NUMBER, "01 2a", &|values| number(values, 0x12)).is_err());
    assert!(edited(NUMBER, "01 2a", &|values| number(values, 8)).is_err());
    let letters = |values: &mut Vec<Value>, tag: &str| values[0] = Value::Text(tag.to_owned());
    let written = edited(LETTERS, "41 45 01 00", &|values| letters(values, "AS"));
    assert_eq!(written, Ok(bytes("41 53 01 00")));
    assert!(edited(LETTERS, "41 45 01 00", &|values| letters(values, "AT")).is_err());
    let first = |values: &mut Vec<Value>, tag: u64| {
        let Value::List(all) = &mut values[0] else { panic!("a list") };
        let Value::Item(_, values) = &mut all[0] else { panic!("a variant") };
        values[0] = Value::Unsigned(tag);
    };
    assert_eq!(edited(AHEAD, "00", &|values| first(values, 4)), Ok(bytes("04")));
    assert!(edited(AHEAD, "00", &|values| first(values, 3)).is_err());
    assert!(edited(AHEAD, "00", &|values| first(values, 5)).is_err());
}

/// Tags that are texts are compared in the encoding of the field that contains them.
#[test]
fn tags_are_texts_in_the_encoding_of_their_field() {
    const ATOMS: &str = "
- union: Atom
  unknown: opaque
  summary: A name states the tag
- {variant: Name, of: Atom, tag: [©nam, '©ART'], summary: Name, fields: [{name: a, type: u8, summary: A byte}]}
- {variant: Free, of: Atom, tag: free, summary: Free}
";
    const LONG: &str = "
- union: Atom
  unknown: opaque
  summary: A name states the tag
- {variant: Long, of: Atom, tag: [title, n], summary: Long, fields: [{name: a, type: u8, summary: A byte}]}
";
    let kind = |ty: &str| format!("{{name: n, type: {ty}}}\n{{name: of, type: Atom(n)}}");
    let inner = |ty: &str| {
        with_inner(
            "{name: r, type: R}\n{name: of, type: Atom(r.n)}",
            &format!("{{name: n, type: {ty}}}"),
        )
    };
    for (ty, union, right, unknown) in [
        ("latin1, size: 4", ATOMS, "a9 6e 61 6d 01", "a9 6e 61 6e 01 02"),
        ("latin1, size: 4", ATOMS, "a9 41 52 54 01", "41 41 52 54 01 02"),
        ("latin1, stop: 0", ATOMS, "66 72 65 65 00", "c2 a9 6e 61 6d 00 01 02"),
        ("utf8, stop: 0", ATOMS, "c2 a9 6e 61 6d 00 01", "a9 6e 61 6d 00 01 02"),
        ("cp437, stop: 0", LONG, "6e 00 01", "6d 00 01 02"),
        (
            "utf16le, stop: '00 00'",
            ATOMS,
            "a9 00 6e 00 61 00 6d 00 00 00 01",
            "6e 00 61 00 00 00 01 02",
        ),
        (
            "utf16le, stop: '00 00'",
            LONG,
            "74 00 69 00 74 00 6c 00 65 00 00 00 01",
            "74 00 69 00 74 00 6c 00 66 00 00 00 01 02",
        ),
        ("utf16le, stop: '00 00'", LONG, "6e 00 00 00 01", "6e 00 6e 00 00 00 01 02"),
    ] {
        for schema in [of_lines(&kind(ty)), inner(ty)] {
            let schema = schema + union;
            for (file, rest) in [(right, "01"), (unknown, "")] {
                assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{file} {schema}");
                let longer = both_ways(&schema, &bytes(&format!("{file} {rest}")));
                assert_eq!(longer.is_err(), !rest.is_empty(), "{file}");
            }
        }
    }
}

/// One variant can have all tags that no other variant has: numbers, texts of any length, and the bytes ahead.
#[test]
fn a_variant_has_all_other_tags() {
    let union = |tag: &str, own: &str| {
        format!(
            "
- union: Chosen
{tag}  summary: Chosen by a tag
- {{variant: Any, of: Chosen, tag: .., summary: Any, fields: [{{name: a, type: u8, summary: A}}, {{name: b, type: u8, summary: B}}]}}
- {{variant: One, of: Chosen, tag: [{own}], summary: One, fields: [{{name: a, type: u8, summary: A}}]}}
"
        )
    };
    let text = "{name: n, type: latin1, stop: 0}\n{name: of, type: Chosen(n)}\n{name: z, type: u8, when: of = One}";
    let number =
        "{name: n, type: u16}\n{name: of, type: Chosen(n)}\n{name: z, type: u8, when: of = One}";
    let ahead = "{name: all, type: Chosen, count: rest}";
    for (fields, tag, own, files) in [
        (
            text,
            "",
            "©nam, attributes",
            [
                "a9 6e 61 6d 00 01 02",
                "61 00 01 02",
                "61 74 74 72 69 62 75 74 65 73 00 01 02",
                "61 74 74 72 69 62 75 74 65 74 00 01 02",
                "00 01 02",
            ],
        ),
        (
            number,
            "",
            "1, 7",
            ["01 00 01 02", "07 00 01 02", "ff ff 01 02", "00 00 01 02", "02 00 01 02"],
        ),
        (ahead, "  tag: ahead<u8>\n", "1, 7", ["01 07 01", "02 07", "ff 01 01", "", "00 00"]),
    ] {
        let schema = of_lines(fields) + &union(tag, own);
        for file in files {
            assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{file} {schema}");
            let longer = both_ways(&schema, &bytes(&format!("{file} 03")));
            assert!(fields == ahead || longer.is_err(), "{file}");
        }
    }
}
