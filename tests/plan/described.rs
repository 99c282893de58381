//! Layouts of a made-up format: sizes and counts that stand elsewhere, last things first, names that say what follows.

use super::listed;
use bytespec::plan::data::Plan;
use bytespec::plan::{File, FileValue, SectionContent, Value};
use bytespec_codegen::{model, plan, syntax};
use std::path::PathBuf;

const SCHEMA: &str = r#"
- format: attic
  title: Attic
  summary: Boxes of several makers
  magic: "41"
  varint: leb128
  pad: 0xee
  versions:
    - {version: "1", summary: First version}
  header: {record: Header, version: [version]}
  sections: {id_bits: 7}
- record: Header
  summary: What follows the first byte
  fields:
    - {name: version, type: u8, summary: The version}
- table: String
  summary: Texts
- table: Box
  summary: Boxes
- union: PaperBox
  tag: u8
  summary: Boxes of paper
  dialect: paper
  entries: Box
- variant: Flat
  of: PaperBox
  tag: 1
  summary: A flat box
  fields:
    - {name: width, type: u8, summary: How wide it is}
- section: boxes
  id: 1
  summary: Boxes
  content: Boxes
- section: sizes
  id: 2
  summary: Sizes of the boxes, group by group
  content: Sizes
- section: texts
  id: 3
  summary: Texts
  content: Texts
- record: Boxes
  summary: Boxes, each of the size that stands in another section
  fields:
    - {name: boxes, type: OneBox, count: count(Size.size), size: "Size.size[index]", table: Box, summary: Boxes}
    - {name: filler, type: filler, align: 4, summary: Filler}
- record: OneBox
  summary: A box
  fields:
    - {name: box, type: entry<Box>, dialect: "Size.maker[index]", summary: The box}
- record: Sizes
  summary: Sizes of as many boxes as there are
  fields:
    - {name: boxes, type: varint, summary: Number of boxes}
    - {name: groups, type: Group, while: count(Size.size) < boxes, summary: Groups of one maker}
- record: Group
  summary: Sizes of boxes of one maker
  fields:
    - {name: maker, type: ref<String>, summary: The maker}
    - {name: sizes, type: list<Size>, summary: Sizes}
- record: Size
  summary: Size of a box
  fields:
    - {name: size, type: varint, summary: Bytes}
    - {name: maker, type: ref<String>, let: Group.maker, summary: The maker}
- record: Texts
  summary: Lengths, the last first, and texts
  fields:
    - {name: count, type: varint, equals: count(texts), summary: Number of texts}
    - {name: lengths, type: varint, count: count, reversed: true, equals: sizes(texts), summary: Bytes of each}
    - {name: texts, type: Text, count: count, size: "Texts.lengths[index]", summary: Texts}
- record: Text
  summary: A text and its end
  fields:
    - {name: text, type: bytes, size: rest - 1, table: String, summary: The text}
    - {name: last, type: u8, equals: 0, summary: The byte that ends it}
"#;

fn attic() -> Plan {
    let files = vec![(PathBuf::from("attic.yaml"), SCHEMA.to_owned())];
    let (schema, sources, found) = syntax::read_and_check(files);
    assert!(found.is_empty(), "{}", syntax::render(&found, &sources, false));
    plan::lower(&model::lower(&schema).expect("the schema is in order"))
}

/// A file with these sections.
fn file(sections: &[(u8, &[u8])]) -> Vec<u8> {
    let mut bytes = vec![0x41, 1];
    for (id, payload) in sections {
        bytes.extend([*id, payload.len() as u8]);
        bytes.extend(*payload);
    }
    bytes
}

const BOXES: &[u8] = &[1, 7, 9, 9, 9, 0xee, 0xee, 0xee];
const SIZES: &[u8] = &[2, 0, 1, 2, 1, 1, 3];
const TEXTS: &[u8] = &[2, 5, 6, b'p', b'a', b'p', b'e', b'r', 0, b'w', b'o', b'o', b'd', 0];

/// What depends on others comes first in the file.
fn sample() -> Vec<u8> {
    file(&[(1, BOXES), (2, SIZES), (3, TEXTS)])
}

fn read(bytes: &[u8]) -> bytespec::Result<FileValue> {
    File::open(&attic(), bytes, &[])?.read()
}

fn written(bytes: &[u8], change: impl Fn(&mut FileValue)) -> Result<Vec<u8>, String> {
    let plan = attic();
    let mut file = File::open(&plan, bytes, &[]).map_err(|error| error.to_string())?;
    let mut value = file.read().map_err(|error| error.to_string())?;
    change(&mut value);
    file.write(&value).map_err(|error| error.to_string())
}

/// The list that the field of a section is.
fn list(value: &mut FileValue, section: usize, step: usize) -> &mut Vec<Value> {
    let SectionContent::Item(_, Value::Item(_, steps)) = &mut value.sections[section].content
    else {
        panic!("the section is described")
    };
    let Value::List(list) = &mut steps[step] else { panic!("the field is a list") };
    list
}

#[test]
fn sections_are_read_in_the_order_of_what_they_need() {
    let plan = attic();
    let bytes = sample();
    let mut file = File::open(&plan, &bytes, &[]).expect("a file");
    expect_test::expect![[r#"
        0x00000e        sizes
        0x00000e     1    boxes = 2
        0x00000f          groups[0] = Group
        0x00000f     1      maker = String 0
        0x000010     1      sizes count = 1
        0x000011            sizes[0] = Size
        0x000011     1        size = 2
        0x000012          groups[1] = Group
        0x000012     1      maker = String 1
        0x000013     1      sizes count = 1
        0x000014            sizes[0] = Size
        0x000014     1        size = 3
        0x000017        texts
        0x000017     1    count = 2
        0x000018     1    lengths[1] = 5
        0x000019     1    lengths[0] = 6
        0x00001a          texts[0] = Text
        0x00001a     5      text = 7061706572
        0x00001f     1      last = 0
        0x000020          texts[1] = Text
        0x000020     4      text = 776f6f64
        0x000024     1      last = 0
        0x000004        boxes
        0x000004          boxes[0] = OneBox
        0x000004     1      box tag = 1
        0x000005            box = Flat
        0x000005     1        width = 7
        0x000006          boxes[1] = OneBox
        0x000006     3      box = 090909 (Box of wood)
        0x000009     3    filler = eeeeee
    "#]]
    .assert_eq(&listed(&mut file));
}

#[test]
fn files_that_were_read_are_written_unchanged() {
    assert_eq!(written(&sample(), |_| {}), Ok(sample()));
}

#[test]
fn bits_of_a_section_header_without_a_meaning_are_refused() {
    let mut bytes = sample();
    bytes[2] |= 0x80;
    let refused = read(&bytes).expect_err("another first byte").to_string();
    let expected =
        "at byte 2 (0x2), sections[0].header: bits 0x80 belong to no field in this version";
    assert_eq!(refused, expected);
}

#[test]
fn counts_and_sizes_follow_what_they_are_of() {
    let longer = written(&sample(), |value| {
        let texts = list(value, 2, 2);
        let mut text = texts[0].clone();
        let Value::Item(_, steps) = &mut text else { panic!("a text") };
        steps[0] = Value::Bytes(b"tin".to_vec());
        texts.push(text);
    });
    let texts = [&[3, 4, 5, 6][..], &TEXTS[3..], b"tin\0"].concat();
    assert_eq!(longer, Ok(file(&[(1, BOXES), (2, SIZES), (3, &texts)])));
}

#[test]
fn sizes_in_other_fields_follow_their_values() {
    for len in [0, 1, 3, 4, 200] {
        let content = vec![9; len];
        let other = written(&sample(), |value| {
            let boxes = list(value, 0, 0);
            let Value::Item(_, steps) = &mut boxes[1] else { panic!("a box") };
            steps[0] = Value::Opaque(0, content.clone());
        });
        let other = other.expect("sizes are computed");
        let mut value = read(&other).expect("a file");
        let Value::Item(_, steps) = &list(&mut value, 0, 0)[1] else { panic!("a box") };
        assert_eq!(steps[0], Value::Opaque(Plan::NOWHERE, content));
    }
}

#[test]
fn counts_in_other_fields_are_checked_against_the_elements() {
    let fewer = written(&sample(), |value| {
        list(value, 0, 0).pop();
    });
    assert_eq!(fewer, Err("boxes: expected 2 elements, found 1".to_owned()));
    let groups = written(&sample(), |value| {
        list(value, 1, 1).pop();
    });
    assert_eq!(groups, Err("groups: expected 2 in all, found 1".to_owned()));
}

#[test]
fn damage_has_a_place() {
    let damaged = |sections: &[(u8, &[u8])]| match read(&file(sections)) {
        Ok(_) => panic!("{sections:x?} can be read"),
        Err(error) => error.to_string(),
    };
    let mut report = Vec::new();
    for sections in [
        // A group has more sizes than there are boxes.
        [(1, BOXES), (2, &[1, 0, 2, 2, 3]), (3, TEXTS)],
        // There are fewer sizes than boxes.
        [(1, BOXES), (2, &[3, 0, 1, 2]), (3, TEXTS)],
        // A box is longer than the section.
        [(1, BOXES), (2, &[1, 0, 1, 99]), (3, TEXTS)],
        // A box has bytes behind its last field.
        [(1, BOXES), (2, &[1, 0, 1, 5]), (3, TEXTS)],
        // The maker is past the texts.
        [(1, BOXES), (2, &[1, 9, 1, 2]), (3, TEXTS)],
        // A text does not end with zero.
        [(1, BOXES), (2, SIZES), (3, &[1, 2, b'a', b'b'])],
        // More texts than bytes.
        [(1, BOXES), (2, SIZES), (3, &[200, 1, 2])],
        // A text of no bytes has no end.
        [(1, BOXES), (2, SIZES), (3, &[1, 0])],
    ] {
        report.push(damaged(&sections));
    }
    expect_test::expect![[r#"
        at byte 15 (0xf), sizes.groups[0]: expected 1 in all, found 2
        at byte 18 (0x12), sizes.groups[1].maker: unexpected end of data, expected the rest of a varint
        at byte 4 (0x4), boxes.boxes[0]: the size 99 exceeds the bytes left, 8
        at byte 6 (0x6), boxes.boxes[0]: 3 bytes follow the value of this size
        at byte 4 (0x4), boxes.boxes[0].box: String index 9 is out of bounds (there are 2)
        at byte 26 (0x1a), texts.texts[0].last: expected 0, found 98
        at byte 25 (0x19), texts.lengths: the count 200 exceeds the elements that fit the bytes left, 1
        at byte 25 (0x19), texts.texts[0].text: the size 1 exceeds the bytes left, 0"#]].assert_eq(&report.join("\n"));
}
