//! `operand-layout`: the layout of the operands supports the operands of the op.

use super::{Cx, sets};
use crate::ast::{Op, Port};
use crate::diagnostics::Diagnostics;

const RULE: &str = "operand-layout";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    for op in &cx.schema.ops {
        check_ports(op, out);
        check_same_type(cx, op, out);
        check_results(cx, op, out);
        if !op.common.broken {
            check_layout(op, out);
        }
    }
}

fn varies(port: &&Port) -> bool {
    port.variadic || port.optional
}

fn check_ports(op: &Op, out: &mut Diagnostics) {
    for port in op.results.iter().chain(&op.operands) {
        let name = &port.common.name;
        if port.variadic && port.optional {
            out.found(RULE, format!("`{}` is both variadic and optional", name.value))
                .at(name.span, "a variadic group may be empty, so it is never absent");
        } else if let (Some(bit), false) = (&port.bit, port.optional) {
            out.found(RULE, format!("`{}` has a bit but is not optional", name.value))
                .at(bit.span, "only an optional operand has a bit");
        }
    }
}

/// Groups with the same type have the same number of values, and a type that all can have.
fn check_same_type<'a>(cx: &Cx<'a>, op: &'a Op, out: &mut Diagnostics) {
    let port = |name: &str| {
        let mut ports = op.results.iter().chain(&op.operands);
        ports.find(|port| port.common.name.value == name)
    };
    for (at, name) in op.same_type.iter().enumerate() {
        for other in &op.same_type[..at] {
            let (Some(one), Some(two)) = (port(&name.value), port(&other.value)) else { continue };
            let sets = cx.set_of(one).zip(cx.set_of(two));
            let fault = if one.variadic != two.variadic {
                "only one of them is variadic"
            } else if sets.is_some_and(|(one, other)| !sets::overlap(one, other)) {
                "no type is in both of their sets"
            } else {
                continue;
            };
            out.found(RULE, format!("`{}` and `{}` cannot have one type", other.value, name.value))
                .at(name.span, fault)
                .at(other.span, "the other one");
            return;
        }
    }
}

fn check_results(cx: &Cx<'_>, op: &Op, out: &mut Diagnostics) {
    for result in op.results.iter().filter(|result| result.optional) {
        let name = &result.common.name;
        out.found(RULE, format!("result `{}` cannot be optional", name.value))
            .at(name.span, "nothing states whether it is present")
            .help("make it variadic, or gate it with `since`");
    }
    let mut groups = op.results.iter().filter(|result| result.variadic);
    if let (Some(first), Some(second)) = (groups.next(), groups.next()) {
        out.found(RULE, "an operation has two variadic groups of results")
            .at(second.common.name.span, "second group")
            .at(first.common.name.span, "first group");
    }
    let groups = op.results.iter().filter(|result| result.variadic).map(|result| &result.common);
    let regions = op.regions.iter().map(|region| &region.common);
    for part in groups.chain(regions) {
        let same = cx.gate(part).covers(cx.gate(&op.common))
            && part.since_release.is_none()
            && part.until_release.is_none()
            && (part.feature.is_none()
                || part.feature.as_ref().map(|f| &f.value)
                    == op.common.feature.as_ref().map(|f| &f.value));
        if !same {
            let bounds =
                [&part.since, &part.until, &part.since_release, &part.until_release, &part.feature];
            let bound = bounds.into_iter().flatten().next();
            out.found(RULE, format!("`{}` must exist wherever the op exists", part.name.value))
                .at(bound.map_or(part.name.span, |bound| bound.span), "not a bound of the op")
                .at(op.common.name.span, "the op")
                .help("declare another op");
        }
    }
    let variadic = op.results.iter().find(|result| result.variadic);
    if let (Some(result), Some(count)) = (variadic, &op.result_count)
        && !count.value
    {
        out.found(RULE, "a variadic result needs the number of results on the wire")
            .at(count.span, "the number is not written")
            .at(result.common.name.span, "variadic");
    }
}

fn check_layout(op: &Op, out: &mut Diagnostics) {
    let first = op.operands.iter().find(varies);
    let Some(layout) = &op.operand_layout else {
        if let Some(operand) = first {
            let name = &op.common.name;
            out.found(RULE, format!("op `{}` needs an `operand_layout`", name.value))
                .at(name.span, "`counted` or `segments`")
                .at(operand.common.name.span, "because the number of values varies here");
        }
        return;
    };
    match layout.value.as_str() {
        "fixed" => {
            if let Some(operand) = first {
                out.found(RULE, "a fixed layout has only single operands")
                    .at(layout.span, "`fixed`")
                    .at(operand.common.name.span, "the number of values varies here");
            }
        }
        "segments" => {
            let optional = op.operands.iter().filter(|operand| operand.optional);
            for operand in optional.filter(|operand| operand.bit.is_none()) {
                let name = &operand.common.name;
                out.found(RULE, format!("optional operand `{}` needs a `bit`", name.value))
                    .at(name.span, "nothing states whether it is present")
                    .at(layout.span, "in segments, a flag bit states it");
            }
        }
        "counted" => check_counted(op, layout.span, out),
        // Other words are reported when they are read.
        _ => {}
    }
}

/// One count determines the length of one group, and only if all others precede it.
fn check_counted(op: &Op, layout: crate::ast::Span, out: &mut Diagnostics) {
    for operand in &op.operands {
        if let (Some(bit), true) = (&operand.bit, operand.optional) {
            let name = &operand.common.name.value;
            out.found(RULE, format!("`{name}` needs no `bit`"))
                .at(bit.span, "its presence depends on the count")
                .at(layout, "`counted`");
        }
    }
    let Some(at) = op.operands.iter().position(|operand| varies(&operand)) else {
        return;
    };
    if let Some(after) = op.operands.get(at + 1) {
        let (name, after) = (&op.operands[at].common.name, &after.common.name);
        out.found(RULE, "in a counted layout, only the number of the last operand can vary")
            .at(name.span, "the number of values varies here")
            .at(after.span, "comes after it")
            .help("use `operand_layout: segments`");
    }
}
