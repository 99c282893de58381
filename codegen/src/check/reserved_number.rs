//! `reserved-number`: reserved numbers are not in use.

use super::Cx;
use crate::ast::{Common, Reserved, Spanned};
use crate::diagnostics::Diagnostics;

const RULE: &str = "reserved-number";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    for item in &cx.schema.enums {
        let members = item.members.iter().map(|m| (&m.common, m.value.as_ref()));
        unused("value", &item.reserved, members.collect(), out);
    }
    for union in &cx.schema.unions {
        let variants = cx.variants(union).flat_map(|variant| {
            let single = variant.tags.iter().filter(|tag| tag.last.is_none());
            single.map(|tag| (&variant.common, Some(&tag.number)))
        });
        unused("tag", &union.reserved, variants.collect(), out);
    }
}

fn unused(
    what: &str,
    reserved: &[Reserved],
    used: Vec<(&Common, Option<&Spanned<i128>>)>,
    out: &mut Diagnostics,
) {
    for (at, Reserved { number, .. }) in reserved.iter().enumerate() {
        let value = number.value;
        if let Some(other) = reserved[..at].iter().find(|other| other.number.value == value) {
            out.found(RULE, format!("{what} {value} is reserved twice"))
                .at(number.span, "second reservation")
                .at(other.number.span, "first reservation");
        }
        for (common, found) in &used {
            let Some(found) = found.filter(|found| found.value == value) else { continue };
            let name = &common.name.value;
            out.found(RULE, format!("{what} {value} of `{name}` is reserved"))
                .at(found.span, "used here")
                .at(number.span, "reserved here");
        }
    }
}
