//! `required-key`: the keys that an item must have, for every front end.

use super::Cx;
use crate::ast::Common;
use crate::diagnostics::Diagnostics;

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    let schema = cx.schema;
    let mut need = |has: bool, kind: &str, key: &str, common: &Common| {
        if !has && !common.broken {
            let name = &common.name;
            out.found("required-key", format!("{kind} `{}` has no `{key}`", name.value))
                .at(name.span, format!("this {kind} requires it"));
        }
    };
    for item in &schema.codecs {
        need(item.value.is_some(), "codec", "value", &item.common);
    }
    for item in &schema.enums {
        need(item.wire.is_some(), "enum", "wire", &item.common);
        need(!item.members.is_empty(), "enum", "members", &item.common);
        for member in &item.members {
            need(member.value.is_some(), "member", "value", &member.common);
        }
    }
    for item in &schema.unions {
        let opaque = item.unknown.as_ref().is_some_and(|word| word.value == "opaque");
        let made = opaque || cx.variants(item).next().is_some();
        need(made, "union", "variant", &item.common);
    }
    for item in &schema.variants {
        need(item.of.is_some(), "variant", "of", &item.common);
        need(!item.tags.is_empty(), "variant", "tag", &item.common);
    }
    for item in &schema.sections {
        need(item.id.is_some(), "section", "id", &item.common);
    }
    for item in &schema.constraints {
        need(item.is.is_some(), "constraint", "is", &item.common);
    }
    for item in &schema.ops {
        need(item.opcode.is_some(), "op", "opcode", &item.common);
        for port in item.results.iter().chain(&item.operands) {
            need(port.ty.is_some(), "value", "type", &port.common);
        }
    }
    let formats = &schema.formats;
    let operations = formats.iter().any(|f| f.operations.is_some() || f.common.broken);
    if let (Some(op), false, [format, ..]) = (schema.ops.first(), operations, formats.as_slice()) {
        out.found("required-key", "the format does not describe the bytes of operations")
            .at(format.common.name.span, "needs `operations`")
            .at(op.common.name.span, "required by this operation");
    }
    let sections = formats.iter().any(|f| f.sections.is_some() || f.common.broken);
    if let (Some(section), false, [format, ..]) =
        (schema.sections.first(), sections, formats.as_slice())
    {
        out.found("required-key", "the format does not describe section headers")
            .at(format.common.name.span, "needs `sections`")
            .at(section.common.name.span, "required by this section");
    }
}
