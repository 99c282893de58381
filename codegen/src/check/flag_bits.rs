//! `flag-bits`: each bit has one meaning, is in the flags, and never moves.

use super::Cx;
use super::cx::Owner;
use super::flags::{Claim, claims, flags};
use crate::diagnostics::Diagnostics;

const RULE: &str = "flag-bits";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    for owner in cx.owners() {
        let claims = claims(cx, &owner);
        check_flags(cx, &owner, &claims, out);
        for (at, later) in claims.iter().enumerate() {
            for earlier in &claims[..at] {
                check_pair(cx, earlier, later, out);
            }
        }
    }
}

fn check_flags(cx: &Cx<'_>, owner: &Owner<'_>, claims: &[Claim<'_>], out: &mut Diagnostics) {
    let flags = flags(cx, owner);
    if let Some(op) = owner.op {
        for attribute in owner.fields.iter().filter(|field| field.ty.name == "flags") {
            let name = &attribute.common.name.value;
            out.found(RULE, format!("attribute `{name}` cannot be flags"))
                .at(attribute.ty.span, "second flags of the operation")
                .at(op.common.name.span, "its flags are in `operations.layout` of the format")
                .help("use a record with a field of flags, or an integer");
        }
    }
    for (at, second) in flags.iter().enumerate() {
        if let Some(first) = flags[..at].iter().find(|f| f.gate.overlaps(second.gate)) {
            out.found(RULE, "an item has two flags fields in one version")
                .at(second.span, "second flags field")
                .at(first.span, "first flags field");
        }
    }
    let is_undescribed =
        owner.op.is_some() && cx.schema.formats.iter().all(|f| f.operations.is_none());
    for claim in claims {
        let name = &claim.part.name;
        if flags.is_empty() && !is_undescribed {
            let help = match owner.op {
                Some(_) => "add `flags` to `operations.layout` of the format",
                None => "add a field of type `flags<u8>` or `flags<varint>`",
            };
            out.found(RULE, format!("`{}` claims a bit, but the item has no flags", name.value))
                .at(claim.span, "requires flags")
                .help(help);
        }
        let narrow = flags.iter().find(|f| f.gate.overlaps(claim.gate) && claim.bit >= f.width);
        if let Some(flags) = narrow {
            out.found(RULE, format!("bit {} is outside the flags", claim.bit))
                .at(claim.span, format!("the flags have bits 0 to {}", flags.width - 1))
                .at(flags.span, "the flags");
        }
    }
}

fn check_pair(cx: &Cx<'_>, a: &Claim<'_>, b: &Claim<'_>, out: &mut Diagnostics) {
    let same_part = std::ptr::eq(a.part, b.part);
    let (name, other) = (&b.part.name.value, &a.part.name.value);
    if a.bit == b.bit && a.gate.overlaps(b.gate) {
        out.found(RULE, format!("bit {} is claimed twice", b.bit))
            .at(b.span, format!("claimed by `{name}`"))
            .at(a.span, format!("claimed by `{other}`"));
    } else if same_part && a.bit != b.bit {
        out.found(RULE, format!("the bit of `{name}` changes"))
            .at(b.span, format!("bit {} here", b.bit))
            .at(a.span, format!("bit {} here", a.bit))
            .help("a bit keeps its position in all versions");
    } else if !same_part {
        let (old, new) = if a.gate.from <= b.gate.from { (a, b) } else { (b, a) };
        // A bit can be reused after its last version.
        if old.gate.from < new.gate.from && new.bit <= old.bit && old.gate.overlaps(new.gate) {
            let since =
                |claim: &Claim<'_>| cx.versions().get(claim.gate.from).copied().unwrap_or("");
            out.found(
                RULE,
                format!("bit {} of `{}` is below an older bit", new.bit, new.part.name.value),
            )
            .at(new.span, format!("in use since {}", since(new)))
            .at(old.span, format!("bit {} is in use since {}", old.bit, since(old)))
            .help(format!("new bits are above older ones: use a bit above {}", old.bit));
        }
    }
}
