//! Listings and explanations show numbers in the base that the schema says.

use crate::language::lowered;
use crate::listed;
use bytespec::Result;
use bytespec::plan::explain::{Explainer, Level, Part, Words};
use bytespec::plan::{Executor, Explanation, File};
use expect_test::expect;
use std::fmt::Write as _;

const SCHEMA: &str = "\
- format: bases
  summary: Numbers in all bases
  file: File
  versions: [{version: \"1\", summary: One}]
- record: File
  summary: A file
  fields:
    - {name: magic, type: u32be, base: hexadecimal, summary: Hexadecimal}
    - {name: mode, type: u16, base: octal, summary: Octal}
    - {name: bits, type: u8, base: binary, summary: Binary}
    - {name: negative, type: i8, base: hexadecimal, summary: A negative number}
    - {name: plain, type: u8, summary: Decimal}
    - {name: all, type: u8, count: 2, base: hexadecimal, summary: Elements}
    - {name: more, type: \"list<varint>\", base: octal, summary: Elements of a list}
    - {name: pairs, type: Pair, count: 1, summary: A record}
    - {name: low, type: u8, let: bits & 3, base: binary, summary: A computed number}
    - {name: sealed, type: u16, size: 2, transform: xor(0), base: hexadecimal, summary: Transformed}
    - {name: flags, type: packed<u8>, summary: Bits, parts: [{name: a, bits: 4, base: hexadecimal, summary: A}, {name: b, bits: 4, summary: B}]}
- record: Pair
  summary: A pair
  fields:
    - {name: x, type: u8, base: hexadecimal, summary: Hexadecimal}
    - {name: y, type: u8, summary: Decimal}
";

const FILE: &[u8] = &[
    0xca, 0xfe, 0xba, 0xbe, 0xed, 0x01, 0b101, 0xf6, 10, 10, 11, 2, 8, 9, 20, 21, 0x34, 0x12, 0xba,
];

/// The path and the value of each part.
struct Values<'f, 'p, 'i>(Words<'f, 'p, 'i>, String);

impl<'i> Explainer<'i> for Values<'_, '_, 'i> {
    fn begin(&mut self, _: &Level<'_>) -> Result<()> {
        Ok(())
    }

    fn end(&mut self, _: u64) -> Result<()> {
        Ok(())
    }

    fn part(&mut self, part: &Part<'_, 'i>) -> Result<()> {
        if let Some(held) = &part.held {
            let _ = write!(self.1, "{} = ", part.path);
            self.0.value_into(&mut self.1, held, part.about.base);
            self.1.push('\n');
        }
        Ok(())
    }
}

fn explained(schema: &str) -> String {
    let plan = lowered(schema).expect("a schema");
    let executor = Executor::new(&plan, &[]).expect("a plan");
    let found = Explanation::new(&executor, FILE).expect("a file");
    let mut values = Values(Words::new(found.file()), String::new());
    found.walk(&mut values).expect("nothing refuses");
    values.1
}

#[test]
fn listings_show_numbers_in_their_base() {
    let plan = lowered(SCHEMA).expect("a schema");
    let mut file = File::open(&plan, FILE, &[]).expect("a file");
    expect![[r#"
        0x000000        File
        0x000000     4    magic = 0xcafebabe
        0x000004     2    mode = 0o755
        0x000006     1    bits = 0b101
        0x000007     1    negative = -0xa
        0x000008     1    plain = 10
        0x000009     1    all[0] = 0xa
        0x00000a     1    all[1] = 0xb
        0x00000b     1    more count = 2
        0x00000c     1    more[0] = 0o10
        0x00000d     1    more[1] = 0o11
        0x00000e          pairs[0] = Pair
        0x00000e     1      x = 0x14
        0x00000f     1      y = 21
        0x000010     2    sealed = 3412
        0x000012     0    sealed = 0x1234
        0x000012     1    flags = 186
        0x000012     1    a = 0xa
        0x000012     1    b = 11
    "#]]
    .assert_eq(&listed(&mut file));
}

#[test]
fn explanations_show_numbers_in_their_base() {
    expect![[r#"
        File.magic = 0xcafebabe
        File.mode = 0o755
        File.bits = 0b101
        File.negative = -0xa
        File.plain = 10
        File.all[0] = 0xa
        File.all[1] = 0xb
        File.more.count = 2
        File.more[0] = 0o10
        File.more[1] = 0o11
        File.pairs[0].x = 0x14
        File.pairs[0].y = 21
        File.sealed = 3412
        File.sealed = 0x1234
        File.a = 0xa
        File.b = 11
    "#]]
    .assert_eq(&explained(SCHEMA));
    // The same in files whose parts are read in another order.
    let placed =
        "    - {name: at_three, type: u8, at: 3, base: hexadecimal, summary: At an offset}\n";
    let schema = SCHEMA.replace("- record: Pair\n", &format!("{placed}- record: Pair\n"));
    expect![[r#"
        File.magic = 0xcafebabe
        File.at_three = 0xbe
        File.mode = 0o755
        File.bits = 0b101
        File.negative = -0xa
        File.plain = 10
        File.all[0] = 0xa
        File.all[1] = 0xb
        File.more.count = 2
        File.more[0] = 0o10
        File.more[1] = 0o11
        File.pairs[0].x = 0x14
        File.pairs[0].y = 21
        File.sealed = 3412
        File.sealed = 0x1234
        File.a = 0xa
        File.b = 11
    "#]]
    .assert_eq(&explained(&schema));
}
