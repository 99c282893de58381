//! The positions of flags in an item, and the claims to their bits; shared by two rules.

use super::Cx;
use super::cx::{Gate, Owner, integer_range, type_arg};
use crate::ast::{Common, Field, Presence, PresenceHow, Span};

/// The flags of an item in some versions.
pub(super) struct Flags {
    pub(super) gate: Gate,
    /// Number of bits.
    pub(super) width: u64,
    pub(super) span: Span,
}

/// A bit that states the presence of a part of an item.
pub(super) struct Claim<'a> {
    pub(super) part: &'a Common,
    pub(super) bit: u64,
    pub(super) gate: Gate,
    pub(super) span: Span,
}

/// The bits that the parts of an item claim.
pub(super) fn claims<'a>(cx: &Cx<'_>, owner: &Owner<'a>) -> Vec<Claim<'a>> {
    let mut claims = Vec::new();
    for field in owner.fields {
        for way in &field.presence {
            if let PresenceHow::Bit(bit) = way.how {
                claims.push(Claim {
                    part: &field.common,
                    bit,
                    gate: stated(cx, owner, field, way),
                    span: way.span,
                });
            }
        }
    }
    for operand in owner.op.iter().flat_map(|op| &op.operands) {
        if let Some(bit) = &operand.bit {
            claims.push(Claim {
                part: &operand.common,
                bit: u64::try_from(bit.value).unwrap_or(u64::MAX),
                gate: cx.gate_in(owner.common, &operand.common),
                span: bit.span,
            });
        }
    }
    claims
}

/// The flags of an item: its flags fields, or those that the layout of operations gives every op.
pub(super) fn flags(cx: &Cx<'_>, owner: &Owner<'_>) -> Vec<Flags> {
    let Some(op) = owner.op else {
        let fields = owner.fields.iter().filter(|field| field.ty.name == "flags");
        return fields
            .map(|field| Flags {
                gate: cx.gate_in(owner.common, &field.common),
                width: type_arg(&field.ty, 0)
                    .and_then(integer_range)
                    .map_or(64, |(_, high)| u64::from(128 - high.leading_zeros())),
                span: field.ty.span,
            })
            .collect();
    };
    let mut operations = cx.schema.formats.iter().filter_map(|f| f.operations.as_ref());
    if !operations.any(|ops| ops.layout.iter().any(|part| part.value == "flags")) {
        return Vec::new();
    }
    let since = match &op.flags_since {
        Some(version) => cx.version(version),
        None => claims(cx, owner).iter().map(|claim| claim.gate.from).min(),
    };
    let mut gate = cx.gate(owner.common);
    gate.from = since.unwrap_or(gate.from).max(gate.from);
    vec![Flags { gate, width: 64, span: owner.common.name.span }]
}

/// The versions that a way of presence states.
pub(super) fn stated(cx: &Cx<'_>, owner: &Owner<'_>, field: &Field, way: &Presence) -> Gate {
    cx.gate_in(owner.common, &field.common).and(cx.between(way.since.as_ref(), way.until.as_ref()))
}
