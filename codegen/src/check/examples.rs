//! `examples`: examples are bytes, of a version that has the item, and of an item that can be read alone.

use super::Cx;
use crate::ast::Spanned;
use crate::diagnostics::{Diagnostic, Diagnostics};

const RULE: &str = "examples";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    for format in &cx.schema.formats {
        if let Some(magic) = &format.magic {
            check_hex(magic, out);
        }
    }
    let formats = cx.schema.formats.iter();
    let formats = formats.filter(|format| format.header.is_none() || format.sections.is_none());
    let formats = formats.map(|format| {
        (&format.common, "without `header` and `sections`, the bytes of a file are undefined")
    });
    let sections = cx.schema.sections.iter();
    let ends = sections.filter(|section| section.fields.is_empty() && section.content.is_none());
    let ends = ends.map(|section| (&section.common, "a section without fields has no bytes"));
    let ops = cx.schema.ops.iter().filter(|op| op.form.is_some());
    let ops =
        ops.map(|op| (&op.common, "it is never an instruction: its bytes are those of a section"));
    for (common, why) in formats.chain(ends).chain(ops).filter(|(common, _)| !common.broken) {
        if let Some(example) = common.examples.first() {
            let name = &common.name;
            let found = Diagnostic::new(RULE, format!("`{}` cannot have examples", name.value));
            out.push(found.at(example.bytes.span, "cannot be read").at(name.span, why));
        }
    }
    for thing in cx.things() {
        let gate = cx.gate(thing.common);
        for example in &thing.common.examples {
            check_hex(&example.bytes, out);
            let Some(version) = &example.version else {
                continue;
            };
            if cx.version(version).is_some_and(|at| !gate.has(at)) {
                let name = &thing.common.name;
                out.found(RULE, format!("version {} has no `{}`", version.value, name.value))
                    .at(version.span, "the version of the example")
                    .at(name.span, format!("exists in version {}", cx.words(gate)));
            }
        }
    }
}

fn check_hex(bytes: &Spanned<String>, out: &mut Diagnostics) {
    let pair = |word: &str| word.len() == 2 && word.bytes().all(|b| b.is_ascii_hexdigit());
    if let Some(word) = bytes.value.split_whitespace().find(|word| !pair(word)) {
        out.found(RULE, format!("`{word}` is not a byte"))
            .at(bytes.span, "expected pairs of hexadecimal digits, separated by spaces");
    }
}
