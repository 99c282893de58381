//! `recursion`: no record contains itself without a list, an option or a union in between.

use super::Cx;
use super::cx::Named;
use crate::ast::{Record, Span};
use crate::diagnostics::{Diagnostic, Diagnostics};

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    let records = &cx.schema.records;
    let mut done = Vec::new();
    for record in records {
        visit(cx, record, &mut Vec::new(), &mut done, out);
    }
}

fn visit<'a>(
    cx: &Cx<'a>,
    record: &'a Record,
    path: &mut Vec<(&'a str, Span)>,
    done: &mut Vec<&'a str>,
    out: &mut Diagnostics,
) {
    let name = record.common.name.value.as_str();
    if done.contains(&name) {
        return;
    }
    if let Some(at) = path.iter().position(|(other, _)| *other == name) {
        let (_, span) = path[path.len() - 1];
        let mut found = Diagnostic::new("recursion", format!("record `{name}` contains itself"))
            .at(span, format!("contains `{name}` again"));
        for (link, span) in &path[at..path.len() - 1] {
            found = found.at(*span, format!("part of `{link}`"));
        }
        out.push(found.help("put a list, an option or a union in between"));
        return;
    }
    for field in record.fields.iter().filter(|field| !field.optional) {
        if let Some(Named::Record(inner)) = cx.named(&field.ty.name) {
            path.push((name, field.ty.span));
            visit(cx, inner, path, done, out);
            path.pop();
        }
    }
    done.push(name);
}
