//! `packed`: the parts of a packed field divide its bits, and the last part takes the remaining ones.

use super::Cx;
use super::cx::{Named, Owner, integer_range, show};
use crate::ast::{Enum, Field, Part, Spanned, TypeArg, TypeExpr};
use crate::diagnostics::Diagnostics;
use crate::integer::Integer;
use crate::other_languages;
use std::ops::RangeInclusive;

const RULE: &str = "packed";

/// The number of bits of a varint.
const BITS: i128 = 64;

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    for owner in cx.owners() {
        for (at, field) in owner.fields.iter().enumerate() {
            let rest = &owner.fields[at + 1..];
            let count = rest.iter().take_while(|field| field.part.is_some()).count();
            let parts = &rest[..count];
            match (field.ty.name == "packed", parts.first()) {
                (true, _) => check_packed(cx, &owner, field, parts, out),
                (false, Some(part)) if field.part.is_none() && !field.ty.name.is_empty() => {
                    let name = &field.common.name.value;
                    out.found(RULE, format!("`{name}` is not packed, but has parts"))
                        .at(field.ty.span, "expected `packed`")
                        .at(part.common.name.span, "a part");
                }
                _ => {}
            }
        }
    }
}

fn check_packed(
    cx: &Cx<'_>,
    owner: &Owner<'_>,
    field: &Field,
    parts: &[Field],
    out: &mut Diagnostics,
) {
    if field.common.broken || parts.iter().any(|part| part.common.broken) {
        return;
    }
    let name = &field.common.name;
    if owner.op.is_some() {
        out.found(RULE, format!("attribute `{}` cannot be packed", name.value))
            .at(field.ty.span, "operations have flags for this");
        return;
    }
    if parts.len() < 2 {
        out.found(RULE, format!("packed field `{}` has fewer than two parts", name.value))
            .at(name.span, "needs at least two parts")
            .help("add `parts`, lowest bits first");
        return;
    }
    let is_conditional = field.run().when.is_some() || !field.presence.is_empty();
    let optional = if is_conditional { "when" } else { "optional" };
    let keys = [
        (optional, field.optional, "put it into a record of its own"),
        ("default", field.default.is_some(), "give its parts defaults"),
    ];
    for (key, _, help) in keys.into_iter().filter(|(_, given, _)| *given) {
        out.found(RULE, format!("packed field `{}` cannot have `{key}`", name.value))
            .at(name.span, "only its parts have values")
            .help(help);
    }
    // The last part determines the number of bits of a varint.
    let fixed = fixed_bits(&field.ty);
    let mut below = 0;
    for part in parts {
        let Some(Part { bits, last }) = &part.part else { continue };
        let takes_rest = *last && fixed.is_none();
        let place = Place { bits: bits.as_ref(), last: *last, fixed, below };
        check_width(&part.common.name, &place, out);
        let rest = fixed.filter(|_| *last).map(|all| all - below);
        let bits = bits.as_ref().map(|bits| (bits.value, bits.span));
        if *last && bits.is_none() && part.ty.name.is_empty() {
            out.found(RULE, format!("the last part `{}` has no `type`", part.common.name.value))
                .at(part.common.name.span, "the type of the remaining bits is unknown");
        }
        let place = Place { bits: None, ..place };
        check_type(cx, part, bits.map(|(width, _)| width).or(rest), &place, out);
        if let (Some((width @ 1..=63, span)), Some(default)) = (bits, &part.default)
            && let crate::ast::Literal::Int(value) = &default.value
            && !range(&part.ty, width).contains(value)
        {
            out.found(RULE, format!("{value} does not fit {width} bits"))
                .at(default.span, "the default")
                .at(span, "the width");
        }
        check_versions(cx, field, part, takes_rest, out);
        below += bits.map_or(0, |(width, _)| width);
    }
}

/// The numbers of a type in this many bits.
fn range(ty: &TypeExpr, bits: i128) -> RangeInclusive<i128> {
    match integer_range(ty) {
        Some((..0, _)) => -(1 << (bits - 1))..=(1 << (bits - 1)) - 1,
        _ => 0..=(1 << bits) - 1,
    }
}

/// The number of bits of a packed number of fixed width.
fn fixed_bits(ty: &TypeExpr) -> Option<i128> {
    let Some(TypeArg::Type(number)) = ty.args.first() else { return None };
    Integer::of(number)?.width().map(|bytes| i128::from(bytes) * 8)
}

/// The bits that a part claims.
struct Place<'f> {
    bits: Option<&'f Spanned<i128>>,
    last: bool,
    /// The number of all bits, if it is fixed.
    fixed: Option<i128>,
    /// The bits of the parts before it.
    below: i128,
}

fn check_width(name: &Spanned<String>, place: &Place<'_>, out: &mut Diagnostics) {
    let &Place { bits, last, fixed, below } = place;
    let most = fixed.unwrap_or(BITS - 1) - below;
    let name_of = &name.value;
    let Some(bits) = bits else {
        if !last {
            out.found(RULE, format!("part `{name_of}` has no `bits`"))
                .at(name.span, "its width is unknown");
        } else if fixed.is_some() && most < 1 {
            out.found(RULE, format!("part `{name_of}` does not fit"))
                .at(name.span, "the earlier parts take all bits");
        }
        return;
    };
    if last && fixed.is_none() {
        out.found(RULE, format!("the last part `{name_of}` cannot have `bits`"))
            .at(bits.span, "it takes the remaining bits")
            .help("give it a `type` instead");
    } else if !(1..=most).contains(&bits.value) {
        let label = match fixed {
            Some(all) => format!("expected 1 to {most} of {all} bits"),
            None => format!("expected 1 to {most}: the last part also needs a bit"),
        };
        out.found(RULE, format!("part `{name_of}` does not fit")).at(bits.span, label);
    }
}

/// The type of a part is a number of the part's width.
fn check_type(
    cx: &Cx<'_>,
    part: &Field,
    bits: Option<i128>,
    place: &Place<'_>,
    out: &mut Diagnostics,
) {
    let last = place.last && place.fixed.is_none();
    let ty = &part.ty;
    let name = &part.common.name;
    if ty.name.is_empty() {
        return;
    }
    // The bits of a varint have no sign.
    let is_number = ty.name == "varint"
        && integer_range(ty).is_some_and(|(low, _)| low == 0 || place.fixed.is_some());
    let members = match cx.named(&ty.name) {
        Some(Named::Enum(item)) if !is_signed(item) => Some(&item.members),
        Some(_) => None,
        // Another rule reports undeclared names.
        None if !super::cx::is_builtin(&ty.name) => return,
        None => None,
    };
    let bool_of_one = ty.name == "bool" && !last;
    if !(is_number || members.is_some() || ty.name == "ref" || bool_of_one) {
        let expected = match (last, place.fixed) {
            (true, _) => "expected a reference, an unsigned varint or an enum of unsigned numbers",
            (false, None) => {
                "expected a boolean, an unsigned varint or an enum of unsigned numbers"
            }
            (false, Some(_)) => "expected a boolean, a varint or an enum of unsigned numbers",
        };
        let found = out.found(RULE, format!("part `{}` cannot be `{}`", name.value, show(ty)));
        let found = found.at(ty.span, expected);
        let word = if ty.name == "varint" { "i64" } else { ty.name.as_str() };
        if let Some(help) = other_languages::signed_part(word, place.fixed.is_some()) {
            found.help(help);
        }
        return;
    }
    let Some(bits) = bits.filter(|bits| !last && (1..=BITS).contains(bits)) else { return };
    let most = (1i128 << bits) - 1;
    let wide = match (ty.name.as_str(), integer_range(ty)) {
        ("bool", _) => bits > 1,
        (_, Some((_, high))) => high < *range(ty, bits).end(),
        _ => false,
    };
    if wide {
        out.found(RULE, format!("`{}` cannot represent {bits} bits", show(ty)))
            .at(ty.span, "the type of this part");
    }
    for member in members.into_iter().flatten() {
        let Some(value) = &member.value else { continue };
        if value.value > most {
            let member = &member.common.name.value;
            out.found(RULE, format!("the member `{member}` does not fit {bits} bits"))
                .at(ty.span, "the type of this part")
                .at(value.span, "the number");
        }
    }
}

/// Whether the numbers of an enum have a sign, which bits do not have.
fn is_signed(item: &Enum) -> bool {
    item.wire.as_ref().and_then(integer_range).is_some_and(|(low, _)| low < 0)
}

/// A part exists only where the packed field exists, and the last part exists wherever it does.
fn check_versions(cx: &Cx<'_>, whole: &Field, part: &Field, last: bool, out: &mut Diagnostics) {
    let gates = |field: &Field| (cx.gate(&field.common), cx.release_gate(&field.common));
    let (outer, inner) = (gates(whole), gates(part));
    let name = &part.common.name;
    let common = &part.common;
    let bounds = [
        &common.since,
        &common.until,
        &common.since_release,
        &common.until_release,
        &common.feature,
    ];
    let own = bounds.into_iter().flatten().next().map_or(name.span, |bound| bound.span);
    if last && (outer != inner || feature(part) != feature(whole)) {
        out.found(
            RULE,
            format!("the last part `{}` must exist wherever the packed field exists", name.value),
        )
        .at(own, "not a bound of the packed field")
        .help("add another part after it");
    } else if !outer.0.covers(inner.0) || !outer.1.covers(inner.1) {
        let whole = &whole.common.name;
        out.found(RULE, format!("part `{}` exists where `{}` does not", name.value, whole.value))
            .at(own, "outside the bounds of the packed field")
            .at(whole.span, "the packed field");
    }
}

fn feature(field: &Field) -> Option<&str> {
    field.common.feature.as_ref().map(|feature| feature.value.as_str())
}
