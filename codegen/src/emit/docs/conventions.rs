//! The encodings of numbers, lists and references: the types that the format uses.

use super::bits;
use super::cx::Sheet;
use super::markdown::{code, hex};
use super::page::Table;
use super::wire::varint;
use crate::model::{Coding, FieldKind, Kind, Mark, Model, Sign, VarintKind, Wire};
use std::collections::BTreeSet;

pub(super) fn conventions(sheet: &mut Sheet<'_, '_>) {
    let model = sheet.cx.model;
    let used = used(model);
    let big = if used.contains("big") { BIG } else { "" };
    sheet.para(format!(
        "Numbers of fixed width are little endian{big}. Bytes are written in hexadecimal."
    ));
    self::varint_words(sheet, model.varint);
    sheet.para(format!(
        "Filler up to an aligned position consists of bytes {}.{}",
        code(&hex(&[model.pad])),
        if model.sections.is_empty() { "" } else { WITHIN }
    ));
    let mut table = Table::new(["Type", "On the wire"]);
    for (construct, spelling, words) in TYPES {
        if used.contains(construct) {
            table.row([code(spelling), (*words).to_owned()]);
        }
    }
    sheet.table("Types", table);
    bits::primitives(sheet, &used);
    sheet.para(
        "In tables of fields, an empty cell under *Present* means that the field is always there. \
         An empty cell under *Versions* means that every version with the item has the field. \
         *Default* is the value in versions that lack the field; for a field that every version \
         has, it is the usual value. *Errors of a reader* are the messages of a reader that is \
         made from this schema; other tools have their own. `…` stands for a part that differs. \
         Errors inside a value of another item are listed with that item.",
    );
    if model.unions.iter().any(|union| union.variants.iter().any(|v| !v.text.is_empty())) {
        sheet.para(
            "*Text* is how listings spell something: `{f}` is the field `f`, `{f:, }` a list with \
             `, ` between its elements (`{f:x:}` has it after the last one too), `{?f|...}` is \
             there only where the field `f` says something (it is present, true, not zero, not empty), \
             `{~f|...}` only when the list `f` is not 0, 1, 2 and so on, `{,}` is a comma and a blank \
             where it is not the first one; `{{` and `}}` are braces.",
        );
    }
}

const BIG: &str = ", but those whose type ends in `be`";

const WITHIN: &str = " Positions inside a section are counted from the start of its payload.";

fn varint_words(sheet: &mut Sheet<'_, '_>, kind: VarintKind) {
    let example = |value: u64| code(&hex(&varint(kind, value)));
    let words = match kind {
        VarintKind::Leb128 => {
            "A `varint` is an unsigned LEB128 number: seven bits a byte, lowest first, with the \
             highest bit set in every byte but the last. Writers use the fewest bytes; readers also \
             take a number that is padded with zeros, up to ten bytes."
        }
        VarintKind::Bounded => {
            "A `varint` is an unsigned LEB128 number: seven bits a byte, lowest first, with the \
             highest bit set in every byte but the last. Writers use the fewest bytes; readers also \
             take a number that is padded, in no more bytes than its width needs, and keep how many \
             it was in."
        }
        VarintKind::Prefix => {
            "A `varint` is a prefix varint: the number of zero bits below the lowest set bit of \
             the first byte is the number of bytes that follow; the bits above are the number, \
             little endian. A first byte of zero is followed by eight bytes of number. Writers use \
             the fewest bytes; readers also take a number in more bytes than it needs, up to nine."
        }
    };
    sheet.para(format!(
        "{words} 5 is {}, 300 is {} and 100000 is {}.",
        example(5),
        example(300),
        example(100_000)
    ));
    bits::varint_of(sheet, kind, 300);
}

/// The key of a row, the spelling of the type, and its encoding.
const TYPES: &[(&str, &str, &str)] = &[
    ("fixed", "u8 … u64, i8 … i64", "Fixed width, little endian; `i` types in two's complement."),
    ("big", "u16be … u64be, i16be … i64be, f32be, f64be", "The same, big endian."),
    ("bool", "bool", "One byte: 0 is false, 1 is true."),
    (
        "varint",
        "varint<u8> … varint<u64>",
        "A varint that fits the width; `varint` alone has 64 bits.",
    ),
    (
        "signed",
        "varint<i8> … varint<i64>",
        "A varint of the two's-complement bits, extended with zeros: -1 as `varint<i32>` is the \
         varint of 4294967295.",
    ),
    (
        "zigzag",
        "zigzag<i8> … zigzag<i64>",
        "A varint of 2n for a number n from zero on, and of -2n - 1 for a negative one: 0, -1, 1, \
         -2 are 0, 1, 2, 3. It fits the width; `zigzag` alone has 64 bits.",
    ),
    (
        "signed_bits",
        "signed<N>",
        "Signed LEB128 of N bits: bit 6 of the last byte is the sign, and stands for all bits \
         above it.",
    ),
    ("float", "f16, f32, f64", "An IEEE 754 number, little endian."),
    ("ref", "ref<T>", "A varint, an index into the table `T`."),
    (
        "optional_ref",
        "optional_ref<T>",
        "A varint: zero is none, n is index n - 1 of the table `T`.",
    ),
    (
        "flagged",
        "flagged<X>",
        "A varint: zero is none; otherwise it is odd, and its bits above the lowest are the `X`.",
    ),
    ("shifted", "shifted<X>", "A varint: zero is none, n is the number n - 1, which is an `X`."),
    (
        "packed",
        "packed",
        "A varint whose bits are the fields after it: the first field has the lowest bits, each \
         later one the bits above. Where a version lacks a field, those after it move down.",
    ),
    ("list", "list<X>", "A varint, the number of elements, then the elements."),
    ("rest", "rest<X>", "Elements up to the end of what encloses them."),
    (
        "balanced",
        "balanced<X>",
        "Elements of the union `X`. The last one is the element that closes a block which none of \
         them opened.",
    ),
    (
        "repeat",
        "repeat<X, f>",
        "As many elements as the earlier field `f` says, without a number of their own.",
    ),
    (
        "aligned_list",
        "aligned_list<X, N>",
        "A varint, the number of elements, filler up to a multiple of N bytes, then the elements.",
    ),
    (
        "offset_table",
        "offset_table<O, X>",
        "A varint, the number of entries; filler up to a multiple of the width of `O`; for each \
         entry its start as an `O`, counted from the end of these; then the entries. An entry \
         extends to the start of the next one, the last to the end of what encloses the table. No \
         start is less than the one before. Bytes before the first entry are skipped. A table \
         without entries may end inside its filler.",
    ),
    ("blob", "blob", "A varint, the number of bytes, then the bytes."),
    ("utf8", "utf8", "A varint, the number of bytes, then UTF-8."),
    ("sized", "sized<X>", "A varint, the number of bytes, then an `X` of exactly so many."),
    ("bytes", "bytes", "All bytes up to the end of what encloses them."),
    ("unit", "unit", "Nothing but a bit of the flags: true when it is set."),
    (
        "flags",
        "flags<W>",
        "A number of type `W` whose bits belong to other fields. A bit that is set and belongs to \
         no field of the version is an error.",
    ),
    ("presence", "presence<u8>", "One byte: 1 when the field that names it is there, 0 when not."),
    ("enum", "E", "An enumeration: its number in the type that it states."),
    ("record", "R", "A record: its fields one after the other."),
    ("union", "U", "A union: a tag, then the fields of the variant with that tag."),
    ("codec", "c(f)", "A hand-written codec that is given the value of the earlier field `f`."),
];

/// The keys of the rows of all used types.
fn used(model: &Model) -> BTreeSet<&'static str> {
    let mut used = BTreeSet::from(["varint"]);
    let records = model.records.iter().flat_map(|item| &item.fields);
    let sections = model.sections.iter().flat_map(|item| &item.fields);
    let variants = model.unions.iter().flat_map(|item| &item.variants);
    let variants = variants.flat_map(|item| &item.fields);
    let attributes = model.ops.iter().flat_map(|item| &item.attributes);
    for field in records.chain(sections).chain(variants).chain(attributes) {
        let (own, wire) = match &field.kind {
            FieldKind::Value(wire) | FieldKind::Optional(wire, _) => (None, Some(wire)),
            // Part of a number's bits: a `bool` here is not a byte.
            FieldKind::Part(wire, _) => (None, Some(wire).filter(|wire| **wire != Wire::Bool)),
            FieldKind::Packed { .. } => (Some("packed"), None),
            FieldKind::Unit { .. } => (Some("unit"), None),
            FieldKind::Flags(wire) => (Some("flags"), Some(wire)),
            FieldKind::Presence => (Some("presence"), None),
        };
        used.extend(own);
        wires(wire, &mut used);
    }
    wires(model.enums.iter().map(|item| &item.wire), &mut used);
    wires(model.unions.iter().map(|item| &item.tag), &mut used);
    wires(model.operations.iter().map(|operations| &operations.opcode), &mut used);
    used.extend(model.operations.iter().map(|_| "ref"));
    used
}

/// The keys of the rows of types, and of the types inside them.
fn wires<'w>(wires: impl IntoIterator<Item = &'w Wire>, used: &mut BTreeSet<&'static str>) {
    for mut wire in wires {
        used.insert(row(wire));
        while let Some(inner) = wire.inner() {
            // The table has one row for an optional reference as a whole.
            if !matches!(wire, Wire::Optional(_, Mark::PlusOne)) {
                used.insert(row(inner));
            }
            wire = inner;
        }
    }
}

/// The key of a type's row: the head of the type, or a finer key where several rows have the same head.
fn row(wire: &Wire) -> &'static str {
    match wire {
        Wire::Integer(integer) => match (integer.coding, integer.sign) {
            (Coding::Little, Sign::Float) => "float",
            (Coding::Little, _) => "fixed",
            (Coding::Big, _) => "big",
            (Coding::Selected, _) => "selected",
            (Coding::Vlq(kind), _) => kind.word(),
            (Coding::Digits(of), _) => of.base.word(),
            (Coding::Varint, Sign::Twos) => "signed",
            (Coding::Varint, Sign::Extended) => "signed_bits",
            (Coding::Varint, Sign::Zigzag) => "zigzag",
            (Coding::Varint, _) => "varint",
        },
        Wire::Item(Kind::Enum, _) => "enum",
        Wire::Item(Kind::Record, _) => "record",
        Wire::Item(Kind::Union, _) => "union",
        Wire::Codec(..) => "codec",
        Wire::Indirect(inner) => row(inner),
        other => other.head(),
    }
}
