//! Numbers in the language of Kaitai Struct: the expressions that compute them of bytes.

use bytespec_plan::{Coding, Vlq};

/// The largest number of groups of seven bits in a number.
pub(super) const GROUPS: usize = 10;
/// The largest number of bytes after the first one in a prefix varint.
pub(super) const BEHIND: u32 = 8;

/// The condition that a varint is an unknown number, if it can be.
pub(super) fn unknown(coding: Coding) -> Option<&'static str> {
    match coding {
        Coding::Vlq(Vlq::Ebml) => Some("raw == (1 << (7 * (behind + 1))) - 1"),
        Coding::Vlq(Vlq::Der) => Some("first == 0x80"),
        _ => None,
    }
}

/// The number of bytes that follow the first byte of a varint, if this byte states it.
pub(super) fn behind(coding: Coding) -> Option<String> {
    let below = |bit: u32, above: String| format!("(first & {}) != 0 ? {bit} : {above}", 1 << bit);
    let from_top = |bit: u32, above: String| {
        format!("first >= {} ? {bit} : {above}", 0x80_u32.checked_shr(bit).unwrap_or_default())
    };
    match coding {
        Coding::Prefix => {
            Some((0..BEHIND).rev().fold(BEHIND.to_string(), |all, bit| below(bit, all)))
        }
        Coding::Vlq(Vlq::Quic) => Some("(1 << (first >> 6)) - 1".to_owned()),
        Coding::Vlq(Vlq::Ebml) => {
            Some((0..BEHIND - 1).rev().fold("7".to_owned(), |all, bit| from_top(bit, all)))
        }
        Coding::Vlq(Vlq::Der) => Some("first < 0x80 ? 0 : first & 0x7f".to_owned()),
        _ => None,
    }
}

/// The number in the bytes of a varint with the highest bits first.
pub(super) fn vlq(kind: Vlq) -> String {
    let sum = |terms: Vec<String>| terms.join(" + ");
    let group = |at: usize| match at {
        0 => "(groups[groups.size - 1] & 0x7f)".to_owned(),
        _ => {
            let byte = format!("groups[groups.size - {}]", at + 1);
            format!("(groups.size > {at} ? ({byte} & 0x7f) << {} : 0)", 7 * at)
        }
    };
    let Some(full) = kind.full().map(usize::from) else {
        return sum((0..GROUPS).map(group).collect());
    };
    // All eight bits of the last byte count.
    let last = full - 1;
    let high = (1..full).map(|at| format!("((groups[{}] & 0x7f) << {})", last - at, 7 * at + 1));
    let all = sum(std::iter::once(format!("groups[{last}]")).chain(high).collect());
    format!("groups.size == {full} ? {all} : {}", sum((0..last).map(group).collect()))
}
