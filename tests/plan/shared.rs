//! Edits of values at offsets that have bytes in common.

use crate::computed::{of_lines, with_inner};
use crate::edit::all;
use crate::language::{comes_back, item, lowered};
use crate::moved::check;
use bytespec::plan::data::Plan;
use bytespec::plan::edit::Editor;
use bytespec::plan::{File, Value};
use bytespec::sample::Source;

/// A record with an offset and the value there.
fn row(name: &str, fields: &str) -> String {
    let fields: String = fields.lines().map(item).collect();
    format!("- record: {name}\n  summary: A row\n  fields:\n{fields}")
}

const TEXT: &str = "{name: o, type: u8}\n{name: t, type: ascii, stop: 0, at: o}";
const SIZED: &str = "{name: o, type: u8}\n{name: n, type: u8, equals: size(t)}\n{name: t, type: ascii, size: n, at: o}";

const TABLE: &str = "{name: n, type: u8, equals: count(r)}\n{name: r, type: R, count: n}";

/// Rows with values at offsets.
fn rows(last: &str, row_fields: &str) -> String {
    of_lines(&format!("{TABLE}\n{last}")) + &row("R", row_fields)
}

#[test]
fn an_edited_value_moves_away_from_others_of_its_field() {
    check(
        &rows("", TEXT),
        "03 04 07 07 61 62 00 63 64 00",
        &[
            // It would grow into one that two rows have, or share its bytes no longer.
            (&[("r[0].t", "abX")], "03 0c 07 07 00 00 00 63 64 00 00 00 61 62 58 00"),
            (&[("r[1].t", "X")], "03 04 0a 07 61 62 00 63 64 00 58 00"),
            (&[("r[1].t", "XY")], "03 04 0a 07 61 62 00 63 64 00 58 59 00"),
            (&[("r[1].t", "XYZ")], "03 04 0a 07 61 62 00 63 64 00 58 59 5a 00"),
            (&[("r[1].t", "XY"), ("r[2].t", "XY")], "03 04 07 07 61 62 00 58 59 00"),
        ],
    );
    check(
        &rows("", SIZED),
        "02 05 06 05 06 61 62 63 64 65 66 78",
        &[(
            &[("r[0].t", "ABCDEFGH")],
            "02 0c 08 05 06 61 62 63 64 65 66 78 41 42 43 44 45 46 47 48",
        )],
    );
}

/// Fields of two records with the same bytes stay the same if these are as many as before.
#[test]
fn another_field_with_the_same_bytes_follows_or_stays() {
    let schema =
        of_lines("{name: a, type: R}\n{name: b, type: S}") + &row("R", SIZED) + &row("S", SIZED);
    check(
        &schema,
        "04 03 04 03 61 62 63 78",
        &[
            (&[("a.t", "ABC")], "04 03 04 03 41 42 43 78"),
            (&[("a.t", "AB")], "08 02 04 03 61 62 63 78 41 42"),
            (&[("b.t", "ABCD")], "04 03 08 04 61 62 63 78 41 42 43 44"),
        ],
    );
}

#[test]
fn offsets_into_bytes_that_move_follow() {
    let strings = "- record: S\n  summary: A text\n  fields:\n    - {name: t, type: ascii, stop: 0, summary: Its content}\n";
    let fields = "{name: n, type: u8, equals: count(r)}\n{name: r, type: R, count: n}\n{name: s, type: S, count: rest}";
    let offset = "{name: o, type: u8}\n{name: t, type: ascii, stop: 0, at: 1 + File.n + o}";
    let schema = of_lines(fields) + &row("R", offset) + strings;
    check(
        &schema,
        "02 00 03 61 62 00 63 64 65 00",
        &[
            (&[("s[0].t", "XYZ"), ("r[0].t", "XYZ")], "02 00 04 58 59 5a 00 63 64 65 00"),
            (&[("-s[0]", ""), ("-r[0]", "")], "01 00 63 64 65 00"),
        ],
    );
    // Also if as many bytes go as the value has.
    let follows = of_lines(
        "{name: o, type: u8}\n{name: t, type: ascii, stop: 0}\n{name: more, type: bytes, size: 2}\n{name: d, type: ascii, size: 2, at: o}",
    );
    check(
        &follows,
        "05 61 62 63 00 44 45",
        &[
            (&[("t", "ab")], "04 61 62 00 44 45"),
            (&[("t", "a")], "03 61 00 44 45"),
            (&[("t", "")], "02 00 44 45"),
        ],
    );
    // Also if another change follows.
    let late = "{name: o, type: u8}\n{name: s, type: ascii, stop: 0}\n{name: d, type: ascii, size: 2, at: o}\n{name: more, type: bytes, size: 3}";
    let late =
        of_lines("{name: r, type: R}\n{name: n, type: u8, equals: size(r)}") + &row("R", late);
    check(&late, "03 61 00 44 45 46 06", &[(&[("r.s", "abc")], "05 61 62 63 00 44 45 46 08")]);
}

/// A value at an offset that takes all bytes moves behind one that grows.
#[test]
fn the_last_value_moves_behind_others() {
    let schema = of_lines(
        "{name: a, type: u8}\n{name: n, type: u8, equals: size(d)}\n{name: b, type: u8}\n{name: d, type: ascii, size: n, at: a}\n{name: p, type: ascii, size: rest, at: b}",
    );
    check(
        &schema,
        "03 02 05 61 62 63 64",
        &[
            (&[("d", "wxyz")], "03 04 07 77 78 79 7a 63 64"),
            (&[("d", "x")], "03 01 05 78 00 63 64"),
            (&[("p", "x")], "03 02 05 61 62 78"),
        ],
    );
}

/// A base is changed if the offsets behind it cannot be, and the same number of bytes is right for all of them.
#[test]
fn a_base_follows_if_its_offsets_cannot() {
    let (bytes, filler) = ("{name: more, type: bytes}", "{name: more, type: filler, size: rest}");
    let file = "05 03 00 02 04 61 00 62 00 63 00";
    check(
        &schema(bytes, TEXT, true),
        file,
        &[
            (&[("-r[1]", "")], "04 02 00 04 61 00 62 00 63 00"),
            (&[("*r[1]", "")], "05 04 01 03 03 05 61 00 62 00 63 00"),
            (&[("-r[0]", "")], "05 02 01 03 61 00 62 00 63 00"),
        ],
    );
    // In filler they can stay.
    check(
        &schema(filler, TEXT, true),
        file,
        &[
            (&[("-r[1]", "")], "05 02 00 04 00 61 00 00 00 63 00"),
            (&[("r[1].t", "xyz")], "05 03 00 06 04 61 00 00 00 63 00 78 79 7a 00"),
        ],
    );
}

#[test]
fn values_move_into_a_field_that_takes_all_bytes() {
    check(
        &rows("{name: more, type: bytes}", TEXT),
        "02 03 06 61 62 00 63 64 00",
        &[
            (&[("r[0].o", "0")], "02 10 06 61 62 00 63 64 00 00 00 00 00 00 00 00 61 62 00"),
            (
                &[("r[0].o", "0"), ("r[0].t", "XYZ")],
                "02 10 06 61 62 00 63 64 00 00 00 00 00 00 00 00 58 59 5a 00",
            ),
        ],
    );
}

#[test]
fn new_values_have_the_offset_zero() {
    check(
        &rows("", TEXT),
        "00",
        &[(
            &[("+r[0]", "R<o = 0, t = \"Y\">")],
            "01 10 00 00 00 00 00 00 00 00 00 00 00 00 00 00 59 00",
        )],
    );
    check(
        &rows("", TEXT),
        "01 02 61 62 00",
        &[(
            &[("+r[0]", "R<o = 0, t = \"YZ12345678\">")],
            "02 10 1c 00 00 00 00 00 00 00 00 00 00 00 00 00 59 5a 31 32 33 34 35 36 37 38 00 00 61 62 00",
        )],
    );
}

/// A table grows over filler in a field of bytes.
#[test]
fn a_value_in_bytes_grows_over_zeros() {
    let schema = of_lines(
        "{name: n, type: u8, equals: count(t)}\n{name: all, type: bytes, size: 6}\n{name: t, type: u16, count: n, at: 1}",
    );
    check(
        &schema,
        "01 05 00 00 00 07 00",
        &[
            (&[("+t[1]", "6")], "02 05 00 06 00 07 00"),
            (
                &[("+t[1]", "6"), ("+t[2]", "8")],
                "cannot write it: 6 bytes of `File.t` at 0x1 differ from those of fields without an offset at the same place: set both; its offset is not a number that an edit can change",
            ),
        ],
    );
}

/// How many files and edits of each are tried.
const FILES: u64 = 150;
const EDITS: usize = 6;

/// The fields behind the rows, and those of the rows.
const KINDS: &[(&str, &str)] = &[
    ("", TEXT),
    ("", SIZED),
    ("{name: more, type: bytes}", TEXT),
    ("{name: more, type: bytes}", SIZED),
    ("{name: more, type: filler, size: rest}", TEXT),
    ("{name: more, type: filler, size: rest}", SIZED),
];

/// A schema whose offsets are behind a base that the file states, if `has_base`.
fn schema(last: &str, fields: &str, has_base: bool) -> String {
    match has_base {
        true => {
            let table = format!("{{name: base, type: u8}}\n{TABLE}\n{last}");
            of_lines(&table) + &row("R", &fields.replace("at: o", "at: File.base + o"))
        }
        false => rows(last, fields),
    }
}

/// A file with rows whose values overlap at random.
fn sample(source: &mut Source, is_sized: bool, has_base: bool) -> Vec<u8> {
    let count = 2 + source.below(3);
    let width = if is_sized { 2 } else { 1 };
    let start = 1 + usize::from(has_base) + count * width;
    let pool: Vec<u8> = (0..4 + source.below(6))
        .flat_map(|_| {
            let letter = b'a' + source.below(26) as u8;
            if source.below(3) == 0 { vec![letter, 0] } else { vec![letter] }
        })
        .chain([0])
        .collect();
    let mut file = if has_base { vec![start as u8] } else { Vec::new() };
    file.push(count as u8);
    for _ in 0..count {
        let at = source.below(pool.len());
        file.push(if has_base { at } else { start + at } as u8);
        if is_sized {
            file.push(source.below(pool.len() - at + 1).min(4) as u8);
        }
    }
    file.extend(pool);
    file
}

/// The texts of the rows of a file.
fn texts(plan: &Plan, file: &[u8]) -> Vec<Value> {
    let mut file = File::open(plan, file, &[]).expect("a file");
    let value = file.read().expect("its value");
    let Some(Value::List(rows)) = value.record().and_then(|record| record.get(plan, "r")) else {
        panic!("rows")
    };
    rows.iter().map(|row| row.get(plan, "t").expect("a text").clone()).collect()
}

/// An edit of one row changes no other row.
#[test]
fn other_rows_stay() {
    let mut written = Vec::new();
    for (at, (last, fields)) in KINDS.iter().enumerate() {
        for has_base in [false, true] {
            let plan = lowered(&schema(last, fields, has_base)).expect("a plan");
            let mut count = 0;
            for seed in 0..FILES {
                let mut source = Source::new(seed * 100 + 2 * at as u64 + u64::from(has_base));
                let file = sample(&mut source, *fields == SIZED, has_base);
                assert_eq!(comes_back(&plan, &file), Ok(()), "{file:02x?}");
                count += edit_rows(&plan, &file, &mut source);
            }
            written.push(count);
        }
    }
    assert!(written.iter().all(|of| *of > 100), "{written:?}");
}

/// Changes and removes rows. Returns the number of files that were written.
fn edit_rows(plan: &Plan, file: &[u8], source: &mut Source) -> usize {
    let (before, mut written) = (texts(plan, file), 0);
    for _ in 0..EDITS {
        let row = source.below(before.len());
        let text = ["", "X", "XY", "XYZ", "XYZXYZ"][source.below(5)];
        let is_removed = source.below(4) == 0;
        let path = if is_removed { format!("-r[{row}]") } else { format!("r[{row}].t") };
        let quoted = format!("\"{text}\"");
        let mut opened = File::open(plan, file, &[]).expect("a file");
        let mut editor = Editor::new(&mut opened).expect("its values");
        all(&mut editor, &[(&path, &quoted)]).expect("a row");
        let Ok(after) = editor.write() else { continue };
        let mut expected = before.clone();
        if is_removed {
            expected.remove(row);
        } else {
            expected[row] = Value::Text(text.to_owned());
        }
        let found = texts(plan, &after.bytes);
        assert_eq!(found, expected, "{path} = {text}\n{file:02x?}\n{:02x?}", after.bytes);
        written += 1;
    }
    written
}

/// A value at an offset whose bytes are those of a field without one follows an edit of that field, also if this changes its size.
#[test]
fn a_value_at_the_place_of_a_field_has_its_size() {
    let names = with_inner(
        "{name: mark, type: u8}\n{name: a, type: R}\n{name: offset, type: u8}\n{name: b, type: R, at: offset}\n{name: end, type: u8}",
        "{name: words, type: Word2, last: next = 0}\n{name: zero, type: u8, equals: 0}",
    ) + "- record: Word2\n  summary: A word\n  fields:\n    - {name: n, type: u8, equals: size(text), summary: Its size}\n    \
         - {name: text, type: ascii, size: n, summary: Its bytes}\n    - {name: next, type: u8, at: position, summary: The next byte}\n";
    let file = "07 02 61 62 01 63 00 01 ff";
    check(
        &names,
        file,
        &[
            (&[("a.words[0].text", "xy")], "07 02 78 79 01 63 00 01 ff"),
            (&[("a.words[0].text", "xyz")], "07 03 78 79 7a 01 63 00 01 ff"),
            (
                &[("a.words[1].text", "\"\"")],
                "cannot write it: a.words[0]: the elements do not end with the first one for which `last` is true",
            ),
            (&[("a.words[1].text", "xyz")], "07 02 61 62 03 78 79 7a 00 01 ff"),
            (&[("-a.words[0]", "")], "07 01 63 00 01 ff"),
            (&[("*a.words[1]", "")], "07 02 61 62 01 63 01 63 00 01 ff"),
            (&[("+a.words[0]", "Word2<text = \"z\">")], "07 01 7a 02 61 62 01 63 00 03 ff"),
        ],
    );
    // What has a size of its own does not have all bytes, or others.
    let sized = with_inner(
        "{name: n, type: u8, equals: size(a)}\n{name: a, type: ascii, size: n}\n{name: r, type: R}",
        "{name: offset, type: u8}\n{name: n, type: u8, equals: size(data)}\n{name: data, type: ascii, size: n, at: offset}",
    );
    let stays = "cannot write it: 2 bytes of `File.r.data` at 0x1 differ from those of fields without an offset at the same place: set both, or set the number of its offset to 0, so that it moves";
    check(
        &sized,
        "02 61 62 01 02",
        &[
            (&[("a", "xy")], "02 78 79 01 02"),
            (&[("a", "xyz")], stays),
            (&[("a", "x")], stays),
            (&[("a", "xyz"), ("r.data", "xyz")], "03 78 79 7a 01 03"),
        ],
    );
}

/// A value at a fixed offset is what is there, also if it is a computed number.
#[test]
fn a_value_at_a_fixed_offset_follows_what_is_there() {
    let schema = of_lines(
        "{name: mark, type: u8}\n{name: n, type: u8, equals: size(d)}\n{name: p, type: u8, at: 1}\n{name: q, type: u16, at: 1}\n{name: d, type: bytes, size: n}",
    );
    check(
        &schema,
        "07 02 61 62",
        &[
            (&[("d", "\"xyz\"")], "07 03 78 79 7a"),
            (&[("d", "\"abc\"")], "07 03 61 62 63"),
            (&[("d", "\"a\"")], "07 01 61"),
            (&[("q", "0x7802")], "07 02 78 62"),
            // Bytes before it change, too.
            (
                &[("d", "\"xyz\""), ("mark", "8")],
                "cannot write it: 2 bytes of `File.q` at 0x1 differ from those of fields without an offset at the same place: set both; its offset is not a number that an edit can change",
            ),
        ],
    );
}
