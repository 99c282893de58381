//! Records that are run only and have fields of any kind: flags, packed numbers, defaults, and a union of the same kind.

use super::listed;
use bytespec::plan::data::Plan;
use bytespec::plan::{File, FileValue};
use bytespec_codegen::{model, plan, syntax};
use std::path::PathBuf;

const SCHEMA: &str = r#"
- format: shed
  summary: Pieces of several kinds
  magic: "42"
  varint: leb128
  versions:
    - {version: "1", summary: First version}
    - {version: "2", summary: Second version}
  header: {record: Header, version: [version]}
  sections: {id_bits: 7}
- record: Header
  summary: What follows the first byte
  fields:
    - {name: version, type: u8, summary: The version}
- enum: Kind
  wire: u8
  summary: Kinds
  members:
    - {name: plain, value: 0, summary: Plain}
    - {name: named, value: 3, summary: Named}
- record: Head
  summary: What a piece begins with
  fields:
    - {name: kind, type: Kind, summary: Its kind}
    - {name: sized, type: bool, summary: Whether a size follows}
- record: Piece
  begins_with: Head
  summary: A piece
  fields:
    - {name: mask, type: flags<u8>, summary: What follows}
    - {name: marked, type: unit, bit: 0, summary: Whether it is marked}
    - {name: wide, type: u16, optional: true, bit: 1, summary: A wide number}
    - {name: tint, type: varint<u8>, since: "2", default: 7, reject: [9], summary: Its tint}
    - {name: late, type: u8, since: "2", summary: Nothing stands for it in older versions}
    - name: bits
      type: packed
      summary: Two numbers
      parts:
        - {name: low, bits: 3, summary: The low one}
        - {name: high, type: varint, summary: The high one}
    - {name: size, type: varint, equals: size(body), when: sized, summary: Bytes of the body}
    - {name: body, type: Choice, size: size, when: sized, summary: The body}
    - {name: words, type: u16be, count: low + high, summary: Words}
    - {name: label, type: bytes, stop: 0, when: kind = named, summary: A label}
    - {name: mark, type: u8, when: not kind = named, summary: A mark}
    - {name: pairs, type: "repeat<u8, low>", summary: As many as the low number says}
- union: Choice
  tag: u8
  unknown: opaque
  summary: A choice
- variant: Numbers
  of: Choice
  tag: 1
  summary: Numbers to the end
  fields:
    - {name: first, type: u8, summary: The first number}
    - {name: sum, type: u8, let: first + 1, summary: One more}
    - {name: others, type: u8, count: rest, summary: Others}
- record: Content
  summary: Pieces
  fields:
    - {name: pieces, type: list<Piece>, summary: Pieces}
    - {name: marks, type: u8, count: "count(Numbers.first)", summary: A mark for each choice of numbers}
- section: content
  id: 1
  summary: A section
  content: Content
"#;

fn shed() -> Plan {
    let files = vec![(PathBuf::from("shed.yaml"), SCHEMA.to_owned())];
    let (schema, sources, found) = syntax::read_and_check(files);
    assert!(found.is_empty(), "{}", syntax::render(&found, &sources, false));
    plan::lower(&model::lower(&schema).expect("the schema is in order"))
}

/// A file of a version with this content.
fn file(version: u8, content: &[u8]) -> Vec<u8> {
    let head = [0x42, version, 1, u8::try_from(content.len()).expect("a short content")];
    [&head[..], content].concat()
}

/// A named piece with a body of numbers, and a plain one whose body nothing describes.
const CONTENT: &[u8] = &[
    2, 3, 1, 3, 0x34, 0x12, 5, 8, 9, 4, 1, 5, 6, 7, 0, 1, 0, 2, b'a', b'b', 0, 0x70, //
    0, 1, 0, 7, 0, 0, 3, 9, 0xaa, 0xbb, 0x2c, //
    0x63,
];

/// The plain piece alone, as the first version has it.
const OLDER: &[u8] = &[1, 0, 0, 0, 0, 0x2c];

fn read(plan: &Plan, bytes: &[u8]) -> bytespec::Result<FileValue> {
    File::open(plan, bytes, &[])?.read()
}

#[test]
fn fields_of_all_kinds_are_in_one_record() {
    let plan = shed();
    for bytes in [file(2, CONTENT), file(1, OLDER)] {
        let mut opened = File::open(&plan, &bytes, &[]).expect("a file");
        let value = opened.read().expect("all bytes are described");
        assert_eq!(opened.write(&value).map_err(|error| error.to_string()), Ok(bytes));
    }
    let bytes = file(2, CONTENT);
    let mut opened = File::open(&plan, &bytes, &[]).expect("a file");
    expect_test::expect![[r#"
        0x000004        content
        0x000004     1    pieces count = 2
        0x000005          pieces[0] = Piece
        0x000005     1      kind = named
        0x000006     1      sized = true
        0x000007     1      mask = 3
        0x000007     1      marked = true
        0x000007     1      wide? = true
        0x000008     2      wide = 4660
        0x00000a     1      tint = 5
        0x00000b     1      late = 8
        0x00000c     1      bits = 9
        0x00000c     1      low = 1
        0x00000c     1      high = 1
        0x00000d     1      size = 4
        0x00000e     1      body tag = 1
        0x00000f            body = Numbers
        0x00000f     1        first = 5
        0x000010     1        others[0] = 6
        0x000011     1        others[1] = 7
        0x000012     2      words[0] = 1
        0x000014     2      words[1] = 2
        0x000016     3      label = 6162
        0x000019     1      pairs[0] = 112
        0x00001a          pieces[1] = Piece
        0x00001a     1      kind = plain
        0x00001b     1      sized = true
        0x00001c     1      mask = 0
        0x00001c     1      marked = false
        0x00001c     1      wide? = false
        0x00001d     1      tint = 7
        0x00001e     1      late = 0
        0x00001f     1      bits = 0
        0x00001f     1      low = 0
        0x00001f     1      high = 0
        0x000020     1      size = 3
        0x000021     1      body tag = 9
        0x000022     2      body = aabb
        0x000024     1      mark = 44
        0x000025     1    marks[0] = 99
    "#]]
    .assert_eq(&listed(&mut opened));
}

#[test]
fn invalid_values_of_plain_fields_are_refused() {
    let plan = shed();
    let mut tinted = CONTENT.to_vec();
    tinted[6] = 9;
    let mut report = Vec::new();
    for bytes in [file(2, &tinted), file(2, &CONTENT[..20])] {
        let error = read(&plan, &bytes).expect_err("it is damaged");
        report.push(error.to_string());
    }
    expect_test::expect![[r#"
        at byte 10 (0xa), content.pieces[0].tint: the value 9 is not allowed here
        at byte 22 (0x16), content.pieces[0].label: unexpected end of data, expected the byte that ends the value"#]].assert_eq(&report.join("\n"));
}
