//! Functions and structs of numbers for which the language has no type.

use super::Text;
use bytespec_plan::{Coding, Sign, Vlq};
use heck::ToUpperCamelCase as _;

/// Prints the function that computes the number of bytes of a prefix varint.
pub(super) fn prefix_bytes(out: &mut Text) {
    out.line(0, "");
    out.line(0, "fn prefix_bytes(u64 at) {");
    out.line(1, "u8 first = std::mem::read_unsigned(at, 1);");
    out.line(1, "for (u8 bit = 0, bit < 8, bit = bit + 1) {");
    out.line(2, "if ((first >> bit & 1) != 0) { return bit + 1; }");
    out.line(1, "}");
    out.line(1, "return 9;");
    out.line(0, "};");
}

/// Prints the statements that return the value of a number's bits, with the given sign.
pub(super) fn return_value(out: &mut Text, sign: Sign, bits: u8) {
    match sign {
        Sign::Unsigned | Sign::Float => out.line(1, "return value;"),
        Sign::Twos => {
            out.line(1, format!("s128 half = s128(1) << {};", u32::from(bits).saturating_sub(1)));
            out.line(1, "return s128(value) >= half ? s128(value) - half * 2 : s128(value);");
        }
        Sign::Zigzag => {
            out.line(1, "return (value & 1) == 0 ? s128(value >> 1) : -s128(value >> 1) - 1;");
        }
        Sign::Extended => {
            out.line(1, "s128 all = s128(1) << 7 * sizeof(number.bytes);");
            out.line(1, "return s128(value) >= all / 2 ? s128(value) - all : s128(value);");
        }
    }
}

/// Prints the struct of the bytes of a number, which a function decodes.
pub(super) fn print_bytes(out: &mut Text, name: &str, bytes: &str) {
    out.line(0, format!("struct {} {{", name.to_upper_camel_case()));
    out.line(1, format!("u8 bytes[{bytes}];"));
    out.line(0, format!("}} [[sealed, format(\"{name}_value\"), transform(\"{name}_value\")]];"));
}

/// Prints the function that decodes digits.
pub(super) fn digits_value(out: &mut Text, name: &str, radix: u32) {
    out.line(0, "");
    out.line(0, format!("fn {name}_value(ref auto number) {{"));
    out.line(1, "s128 value = 0;");
    out.line(1, "bool negative = false;");
    out.line(1, "for (u8 at = 0, at < sizeof(number.bytes), at = at + 1) {");
    out.line(2, "if (number.bytes[at] == 0x2d) { negative = true; }");
    out.line(2, "s128 digit = number.bytes[at] | 0x20;");
    out.line(2, "digit = digit < 0x61 ? digit - 0x30 : digit - 0x57;");
    // Filler and a sign are no digits.
    out.line(
        2,
        format!("if (digit >= 0 && digit < {radix}) {{ value = value * {radix} + digit; }}"),
    );
    out.line(1, "}");
    out.line(1, "return negative ? -value : value;");
    out.line(0, "};");
}

/// The condition that a varint is an unknown number, if it can be.
pub(super) fn unknown(coding: Coding) -> Option<&'static str> {
    match coding {
        Coding::Vlq(Vlq::Ebml) => Some("value == (u128(1) << 7 * sizeof(number.bytes)) - 1"),
        Coding::Vlq(Vlq::Der) => Some("number.bytes[0] == 0x80"),
        _ => None,
    }
}

/// The part of the number in the first byte of a varint that states its length, and the number of bytes after this byte.
fn leading(kind: Vlq) -> Option<(&'static str, String)> {
    let first = "std::mem::read_unsigned($, 1)";
    Some(match kind {
        Vlq::Plain | Vlq::Nine | Vlq::End => return None,
        Vlq::Quic => ("(number.bytes[0] & 0x3f)", format!("(1 << ({first} >> 6)) - 1")),
        Vlq::Ebml => {
            let bits = (0..7).rev().fold("7".to_owned(), |above, bit| {
                format!("{first} >= {} ? {bit} : {above}", 0x80 >> bit)
            });
            ("(number.bytes[0] & (0x7f >> (sizeof(number.bytes) - 1)))", bits)
        }
        Vlq::Der => (
            "(sizeof(number.bytes) == 1 ? number.bytes[0] : 0)",
            format!("{first} < 0x80 ? 0 : {first} & 0x7f"),
        ),
    })
}

/// The value of a byte of a varint with the highest bits first, and the condition that a byte belongs to it.
pub(super) fn vlq(kind: Vlq) -> (String, String) {
    if let Some((high, behind)) = leading(kind) {
        let byte = "number.bytes[sizeof(number.bytes) - 1 - at]";
        let is_first = "at + 1 == sizeof(number.bytes)";
        return (
            format!("u128({is_first} ? {high} : {byte}) << 8 * at"),
            format!("1 + ({behind})"),
        );
    }
    let group = "u128(number.bytes[sizeof(number.bytes) - 1 - at] & 0x7f) << 7 * at";
    let more = if kind.marks_end() { "==" } else { "!=" };
    let more = format!("(std::mem::read_unsigned($ - 1, 1) & 0x80) {more} 0");
    match kind.full() {
        None => (group.to_owned(), format!("while($ == addressof(this) || {more})")),
        // All eight bits of the last byte count.
        Some(full) => {
            let last = full - 1;
            let all = format!("u128(number.bytes[{last} - at] & 0x7f) << 7 * at + 1");
            let all = format!("at == 0 ? u128(number.bytes[{last}]) : {all}");
            (
                format!("(sizeof(number.bytes) < {full} ? {group} : {all})"),
                format!("while($ == addressof(this) || ($ < addressof(this) + {full} && {more}))"),
            )
        }
    }
}
