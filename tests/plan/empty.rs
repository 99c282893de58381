//! Elements without bytes: entries that take several indexes.

use crate::computed::with_inner;
use crate::language::{both_ways, bytes};

/// As in the constant pool of Java, the index after a wide entry has no entry of its own.
const SLOT: &str = "{name: second, type: bool, let: \"if index = 0 then 0 else R.wide[index - 1]\"}
{name: kind, type: u8, when: not second}
{name: wide, type: bool, let: not second and kind = 5}
{name: low, type: u8, when: wide}";

#[test]
fn an_entry_takes_several_indexes() {
    let fields = "{name: n, type: u8, equals: count(pool) + 1}\n{name: pool, type: R, count: n - 1}\n{name: end, type: u8}";
    let schema = with_inner(fields, SLOT);
    for file in ["01 ff", "03 01 02 ff", "07 01 05 07 02 05 08 ff", "03 05 07 ff"] {
        assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{file}");
    }
    let found = both_ways(&schema, &bytes("08 01 05 07 02 05 08 ff"));
    assert_eq!(found, Err("at byte 8 (0x8), File.end: unexpected end of data, expected u8".into()));
}

/// Each element is a value at the offset that the one before it contains.
#[test]
fn a_list_of_linked_values() {
    let fields = "{name: n, type: u8}\n{name: first, type: u8}\n{name: links, type: R, count: n}\n{name: others, type: bytes}";
    let link =
        "{name: place, type: u8, let: \"if index = 0 then File.first else Pair.a[index - 1]\"}
{name: node, type: Pair, at: place}";
    let schema = with_inner(fields, link);
    assert_eq!(both_ways(&schema, &bytes("03 06 04 22 00 33 02 11")), Ok(()));
}

/// Their number is limited, so that a few bytes do not announce memory without end.
#[test]
fn their_number_is_limited() {
    let fields = "{name: n, type: u64, equals: count(all)}\n{name: all, type: R, count: n}\n{name: rest_, type: bytes}";
    let schema = with_inner(fields, "{name: a, type: u8, when: \"index > 1000000\"}");
    assert_eq!(both_ways(&schema, &bytes("05 00 00 00 00 00 00 00 ff")), Ok(()));
    let found = both_ways(&schema, &bytes("00 00 00 00 00 01 00 00")).expect_err("too many");
    assert!(found.contains("elements"), "{found}");
}

/// The condition that ends a list can measure the last field of an element.
#[test]
fn a_list_ends_with_an_element_whose_last_field_is_empty() {
    let fields = "{name: all, type: R, last: size(last) = 0}\n{name: end, type: u8}";
    for (last, file) in [
        ("{name: n, type: u8}\n{name: last, type: u8, count: n}", "01 07 00 09"),
        ("{name: n, type: u8}\n{name: last, type: Pair, when: n}", "01 07 08 00 09"),
        ("{name: n, type: u8}\n{name: last, type: u8, let: n}", "01 09"),
    ] {
        assert_eq!(both_ways(&with_inner(fields, last), &bytes(file)), Ok(()), "{last}");
    }
}
