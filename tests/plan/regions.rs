//! Records with a size that have values at offsets inside: filler has the bytes between them.

use crate::computed::of_lines;
use crate::edit::all;
use crate::language::{both_ways, bytes, comes_back, lowered};
use crate::moved::check;
use bytespec::plan::File;
use bytespec::plan::data::Plan;
use bytespec::plan::edit::Editor;
use bytespec::sample::Source;

/// Pages, each with cells at offsets.
const PAGES: &str = "- record: Page
  summary: A page
  fields:
    - {name: base, type: u32, let: position, summary: Where it begins}
    - {name: n, type: u8, equals: count(cells), summary: Number of cells}
    - {name: cells, type: Cell, count: n, summary: The cells}
    - {name: others, type: filler, size: rest, summary: The bytes of the cells and those that none has}
- record: Cell
  summary: A cell
  fields:
    - {name: o, type: u8, summary: Its offset}
    - {name: n, type: u8, equals: size(data), summary: Its size}
    - {name: data, type: ascii, size: n, at: Page.base + o, summary: Its content}
";

const TWO: &str = "{name: name, type: ascii, stop: 0}
{name: pages, type: Page, size: 12, count: 2}";

/// Two pages: the first one with 0xee between its cells and 0xdd at its end, the second one with one cell.
const FILE: &str = "4b 00 02 07 02 0a 01 00 00 61 62 ee 63 dd 01 0a 02 00 00 00 00 00 00 00 75 76";

#[test]
fn values_in_filler_change_where_they_are() {
    let schema = of_lines(TWO) + PAGES;
    assert_eq!(both_ways(&schema, &bytes(FILE)), Ok(()));
    let same = |from: &str, to: &str| FILE.replacen(from, to, 1);
    check(
        &schema,
        FILE,
        &[
            (&[("pages[0].cells[0].data", "xy")], &same("61 62", "78 79")),
            (
                &[("pages[0].cells[0].data", "x")],
                &same("07 02 0a 01 00 00 61 62", "07 01 0a 01 00 00 78 00"),
            ),
            // Zeros are used, and other bytes are not.
            (
                &[("pages[0].cells[0].o", "5")],
                &same("07 02 0a 01 00 00 61 62", "05 02 0a 01 61 62 00 00"),
            ),
            (
                &[("pages[0].cells[0].o", "8")],
                "cannot write it: 2 bytes of `File.pages[0].cells[0].data` at 0xa differ from those of fields without an offset at the same place: set both, or set the number of its offset to 0, so that it moves",
            ),
            (
                &[("pages[0].others", "00")],
                "File.pages[0].others: it is filler: writers keep its bytes, or write those that are needed",
            ),
            // The pages move, and the cells with them.
            (&[("name", "KL")], &same("4b 00", "4b 4c 00")),
        ],
    );
}

#[test]
fn a_table_grows_into_filler() {
    let schema = of_lines(TWO) + PAGES;
    let same = |from: &str, to: &str| FILE.replacen(from, to, 1);
    check(
        &schema,
        FILE,
        &[
            (
                &[("+pages[1].cells[0]", "Cell<o = 7, data = \"q\">")],
                &same("01 0a 02 00 00 00 00 00 00 00", "02 07 01 0a 02 00 00 71 00 00"),
            ),
            (
                &[("-pages[0].cells[1]", "")],
                &same("02 07 02 0a 01 00 00 61 62 ee 63", "01 07 02 00 00 00 00 61 62 ee 00"),
            ),
            // It has no room for two more.
            (
                &[
                    ("+pages[0].cells[0]", "Cell<o = 5, data = \"\">"),
                    ("+pages[0].cells[0]", "Cell<o = 5, data = \"\">"),
                ],
                "cannot write it: pages[0]: expected 12 bytes, found 16",
            ),
        ],
    );
}

/// Bytes behind the filler stay at the end of their record.
#[test]
fn filler_leaves_the_last_bytes() {
    let schema = of_lines("{name: page, type: Page, size: 10}\n{name: more, type: bytes}")
        + &PAGES.replace("size: rest, summary", "size: rest - 2, summary").replace(
            "- record: Cell",
            "    - {name: end, type: u16, summary: Its last number}\n- record: Cell",
        );
    let file = "01 04 02 00 61 62 ee 00 07 00 ff";
    assert_eq!(both_ways(&schema, &bytes(file)), Ok(()));
    check(
        &schema,
        file,
        &[
            (&[("page.cells[0].data", "AB")], &file.replace("61 62", "41 42")),
            (&[("page.end", "8")], &file.replace("07 00 ff", "08 00 ff")),
            (&[("-page.cells[0]", "")], "00 00 00 00 00 00 ee 00 07 00 ff"),
            (&[("*page.cells[0]", "")], "cannot write it: page: expected 10 bytes, found 12"),
        ],
    );
}

/// Checksums of records are those of the bytes of the values in their filler.
#[test]
fn a_checksum_has_the_values_in_filler() {
    let schema = of_lines(&format!("{TWO}\n{{name: sum, type: u32, equals: sum(pages)}}")) + PAGES;
    let sum = |file: &str| {
        let sum: u32 = bytes(file)[2..].iter().map(|byte| u32::from(*byte)).sum();
        sum.to_le_bytes().iter().fold(file.to_owned(), |text, byte| format!("{text} {byte:02x}"))
    };
    let file = sum(FILE);
    assert_eq!(both_ways(&schema, &bytes(&file)), Ok(()));
    let moved = FILE.replacen("07 02 0a 01 00 00 61 62", "05 02 0a 01 61 62 00 00", 1);
    let removed =
        FILE.replacen("02 07 02 0a 01 00 00 61 62 ee 63", "01 07 02 00 00 00 00 61 62 ee 00", 1);
    check(
        &schema,
        &file,
        &[
            (&[("pages[0].cells[0].o", "5")], &sum(&moved)),
            (&[("-pages[0].cells[1]", "")], &sum(&removed)),
        ],
    );
}

/// The fields of files with pages, and whether the offsets of cells count from the start of the file.
const REGIONS: &[(&str, bool)] = &[
    ("{name: pages, type: Page, size: 20, count: 2}\n{name: end, type: u8}", false),
    ("{name: pages, type: Page, size: 20, count: 2}\n{name: end, type: u8}", true),
    (
        "{name: pages, type: Page, size: 40, count: 1}\n{name: s, type: u8, equals: sum(pages) & 0x7f}",
        false,
    ),
    (
        "{name: n, type: u8}\n{name: pages, type: Page, size: n, count: 1}\n{name: end, type: u8}",
        false,
    ),
    (
        "{name: n, type: u8}\n{name: pages, type: Page, size: n, count: 1}\n{name: end, type: u8}",
        true,
    ),
    ("{name: n, type: u8, equals: size(pages)}\n{name: pages, type: Page, size: n}", false),
    ("{name: pages, type: Page}", false),
    ("{name: pages, type: Page}", true),
];

/// How many files and edits of each are tried.
const FILES: u64 = 60;
const EDITS: usize = 12;

/// Bytes from this one on are those of no value.
const WITHOUT_VALUE: u8 = 0xe0;

/// A page, with its cells at random and bytes without a value between them.
fn page(source: &mut Source, size: usize, from: usize) -> Vec<u8> {
    let mut page: Vec<u8> = (0..size)
        .map(|_| if source.below(3) == 0 { 0xe0 | source.below(31) as u8 } else { 0 })
        .collect();
    let count = source.below(4);
    page[0] = count as u8;
    let mut next = 1 + 2 * count + source.below(3);
    for at in 0..count {
        let len = source.below(3).min(size.saturating_sub(next));
        page[1 + 2 * at] = (from + next.min(size - 1)) as u8;
        page[2 + 2 * at] = len as u8;
        for byte in page.iter_mut().skip(next).take(len) {
            *byte = b'a' + source.below(26) as u8;
        }
        next += len + source.below(3);
    }
    page
}

/// A file of this kind.
fn sample(source: &mut Source, fields: &str, is_absolute: bool) -> Vec<u8> {
    let mut file = b"K\0".to_vec();
    let count = if fields.contains("count: 2") { 2 } else { 1 };
    let size = 40 / count;
    if fields.contains("name: n") {
        file.push(size as u8);
    }
    let start = file.len();
    for _ in 0..count {
        let from = if is_absolute { file.len() } else { 0 };
        file.extend(page(source, size, from));
    }
    let sum = file[start..].iter().fold(0u32, |sum, byte| sum + u32::from(*byte));
    if fields.contains("equals: sum") {
        file.push(sum as u8 & 0x7f);
    } else if fields.contains("name: end") {
        file.push(b'!');
    }
    file
}

/// An edit at random.
fn edit(source: &mut Source, fields: &str) -> (String, String) {
    let text = |source: &mut Source| format!("\"{}\"", &"vwxyz"[source.below(5)..]);
    let page =
        if fields.contains("count") { format!("[{}]", source.below(2)) } else { String::new() };
    let cell = format!("pages{page}.cells[{}]", source.below(3));
    match source.below(7) {
        0 => ("name".to_owned(), ["", "K", "KLM"][source.below(3)].to_owned()),
        1 => (format!("{cell}.o"), source.below(44).to_string()),
        2 => (format!("-{cell}"), String::new()),
        3 => (format!("*{cell}"), String::new()),
        4 => {
            let text = text(source);
            (format!("+{cell}"), format!("Cell<o = {}, data = {text}>", source.below(44)))
        }
        5 => ("n".to_owned(), (36 + source.below(9)).to_string()),
        _ => (format!("{cell}.data"), text(source)),
    }
}

/// A file after one edit or two at random; none if they are refused.
fn after(plan: &Plan, file: &[u8], source: &mut Source, fields: &str) -> Option<Vec<u8>> {
    let edits: Vec<_> = (0..1 + source.below(2)).map(|_| edit(source, fields)).collect();
    let edits: Vec<_> = edits.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let mut file = File::open(plan, file, &[]).expect("a file");
    let mut editor = Editor::new(&mut file).expect("its values");
    all(&mut editor, &edits).and_then(|()| editor.write()).ok().map(|written| written.bytes)
}

/// Edits of values in filler keep all bytes that no value has, in their order.
#[test]
fn bytes_that_no_value_has_stay() {
    let mut written = [0; REGIONS.len()];
    for (at, (fields, is_absolute)) in REGIONS.iter().enumerate() {
        let cells = match is_absolute {
            true => PAGES.replace("at: Page.base + o", "at: o"),
            false => PAGES.to_owned(),
        };
        let schema = of_lines(&format!("{{name: name, type: ascii, stop: 0}}\n{fields}")) + &cells;
        let plan = lowered(&schema).expect("a plan");
        for seed in 0..FILES {
            let mut source = Source::new(seed * 1000 + at as u64);
            let file = sample(&mut source, fields, *is_absolute);
            assert_eq!(comes_back(&plan, &file), Ok(()), "{file:02x?}");
            for _ in 0..EDITS {
                let Some(after) = after(&plan, &file, &mut source, fields) else { continue };
                let others = |file: &[u8]| -> Vec<u8> {
                    file.iter().copied().filter(|byte| *byte >= WITHOUT_VALUE).collect()
                };
                assert_eq!(others(&after), others(&file), "{schema}\n{file:02x?}\n{after:02x?}");
                written[at] += 1;
            }
        }
    }
    // Edits of each kind of file are written.
    assert!(written.iter().all(|of| *of > 100), "{written:?}");
}
