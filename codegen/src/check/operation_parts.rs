//! `operation-parts`: the layout contains each part once, in an order that can be read, and contains every part of every
//! operation.

use super::Cx;
use crate::ast::{Op, Span, Spanned};
use crate::diagnostics::Diagnostics;

const RULE: &str = "operation-parts";

/// In each entry, the first part must be read before the second, with the reason.
const ORDER: &[(&str, &str, &str)] = &[
    ("result_count", "result_types", "the number of types depends on it"),
    ("flags", "attributes", "the presence of attributes depends on them"),
    ("flags", "operands", "the presence of operands depends on them"),
];

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    for operations in cx.schema.formats.iter().filter_map(|format| format.operations.as_ref()) {
        let layout = operations.layout.as_slice();
        let span = layout.first().map_or(operations.opcode.span, |part| part.span);
        check_opcode(layout, span, out);
        check_order(layout, out);
        let instruction = |op: &&Op| op.form.as_ref().is_none_or(|form| form.value != "section");
        for op in cx.schema.ops.iter().filter(|op| !op.common.broken).filter(instruction) {
            check_op(op, layout, span, out);
        }
    }
}

fn check_opcode(layout: &[Spanned<String>], span: Span, out: &mut Diagnostics) {
    match layout.iter().position(|part| part.value == "opcode") {
        Some(0) => {}
        Some(at) => {
            out.found(RULE, "the opcode is not the first part of an operation")
                .at(layout[at].span, "comes after other parts")
                .at(layout[0].span, "read before the operation is known")
                .help("put `opcode` first");
        }
        None => {
            out.found(RULE, "operations have no opcode")
                .at(span, "the layout has no `opcode`")
                .help("put `opcode` first");
        }
    }
}

fn check_order(layout: &[Spanned<String>], out: &mut Diagnostics) {
    for (at, part) in layout.iter().enumerate() {
        if let Some(first) = layout[..at].iter().find(|first| first.value == part.value) {
            out.found(RULE, format!("an operation contains `{}` twice", part.value))
                .at(part.span, "second")
                .at(first.span, "first");
        }
    }
    let find = |name: &str| layout.iter().position(|part| part.value == name);
    for (before, after, why) in ORDER {
        if let (Some(first), Some(second)) = (find(before), find(after))
            && first > second
        {
            out.found(RULE, format!("`{before}` comes after `{after}`"))
                .at(layout[first].span, *why)
                .at(layout[second].span, "read too early")
                .help(format!("put `{before}` before `{after}`"));
        }
    }
}

/// Every part of an operation is in the layout.
fn check_op(op: &Op, layout: &[Spanned<String>], span: Span, out: &mut Diagnostics) {
    let varies = op.results.iter().chain(&op.operands).find(|port| port.variadic);
    let count = match &op.result_count {
        Some(stated) => stated.value.then_some(stated.span),
        None => varies.map(|port| port.common.name.span),
    };
    let needs = [
        ("result_count", count),
        ("result_types", op.results.first().map(|port| port.common.name.span)),
        ("attributes", op.attributes.first().map(|field| field.common.name.span)),
        ("operands", op.operands.first().map(|port| port.common.name.span)),
        ("regions", op.regions.first().map(|region| region.common.name.span)),
    ];
    for (part, why) in needs {
        if let Some(why) = why.filter(|_| !layout.iter().any(|known| known.value == part)) {
            out.found(
                RULE,
                format!(
                    "op `{}` needs `{part}`, which the layout does not contain",
                    op.common.name.value
                ),
            )
            .at(why, "would not be written")
            .at(span, format!("the layout has no `{part}`"))
            .help(format!("add `{part}` to `operations.layout` of the format"));
        }
    }
}
