//! Numbers of bytes that the bytes themselves state: what is left, and varints with more bytes than they need.

use crate::computed::of_lines;
use crate::language::{both_ways, bytes};

#[test]
fn a_size_depends_on_the_bytes_left() {
    let schema = of_lines(
        "{name: n, type: u8}\n{name: data, type: bytes, size: if n = 0 then left else n - 1}\n{name: more, type: u8, when: left}",
    );
    for file in ["00 01 02 03", "03 01 02 03", "03 01 02", "01", "00"] {
        assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{file}");
    }
    let found = both_ways(&schema, &bytes("03 01")).expect_err("a size past the end");
    assert!(found.contains("File.data"), "{found}");
}

/// A varint with more bytes than it needs keeps them, in every place in which a number can be.
#[test]
fn varints_keep_their_lengths() {
    let sized = "{name: n, type: u8}\n";
    let counted = "{name: n, type: u8, equals: size(t)}\n";
    for (fields, file) in [
        ("{name: t, type: varint}", "85 80 00"),
        ("{name: t, type: list<varint>}", "02 81 00 85 80 00"),
        ("{name: t, type: varint, count: 2}", "81 00 85 80 00"),
        ("{name: n, type: u8}\n{name: t, type: varint, at: n}", "02 00 85 80 00"),
        ("{name: n, type: u8}\n{name: t, type: varint, size: n}", "03 85 80 00"),
        ("{name: n, type: u8}\n{name: t, type: varint, size: n, count: 2}", "03 85 80 00 81 80 00"),
        ("{name: n, type: u8, equals: size(t)}\n{name: t, type: varint, size: n}", "02 81 00"),
        (
            "{name: n, type: u8, count: 2, equals: sizes(t)}\n{name: t, type: varint, count: 2, size: 'n[index]'}",
            "01 02 07 81 00",
        ),
        ("{name: n, type: u16, equals: sum(t)}\n{name: t, type: varint}", "01 01 81 80 00"),
    ] {
        assert_eq!(both_ways(&of_lines(fields), &bytes(file)), Ok(()), "{fields}");
    }
    for (ty, file) in [
        ("varint", "85 80 00"),
        ("zigzag", "81 00"),
        ("signed<64>", "81 80 00"),
        ("vlq", "80 01"),
        ("Pair", "01 02"),
        ("list<varint>", "02 81 00 85 80 00"),
    ] {
        for before in [sized, counted] {
            let fields = format!("{before}{{name: t, type: {ty}}}");
            let size = bytes(file).len();
            let file = format!("{size:02x} {file}");
            assert_eq!(both_ways(&of_lines(&fields), &bytes(&file)), Ok(()), "{fields}");
        }
    }
}
