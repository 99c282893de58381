//! `property-layout`: a layout uses only what the language supports, once for each operation and release.

use std::collections::HashMap;

use super::Cx;
use super::per_operation::{self, Words};
use crate::ast::{Format, Layout, Properties, Property, Span};
use crate::diagnostics::{Diagnostic, Diagnostics};

const RULE: &str = "property-layout";

const WORDS: Words = Words { rule: RULE, item: "properties", one: "layouts", shared: true };

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    per_operation::check(cx, &cx.schema.properties, &WORDS, out);
    for item in &cx.schema.properties {
        for layout in &item.entries {
            check_layout(item, layout, out);
        }
    }
    for format in &cx.schema.formats {
        check_segment_sizes(cx, format, out);
    }
}

fn check_layout(item: &Properties, layout: &Layout, out: &mut Diagnostics) {
    let operation = format!("{}.{}", item.common.name.value, layout.operation.value);
    let mut seen: HashMap<&str, Span> = HashMap::new();
    for field in &layout.value {
        let name = &field.name;
        if let Some(first) = seen.insert(&name.value, name.span) {
            out.found(RULE, format!("`{operation}` has two properties `{}`", name.value))
                .at(name.span, "second property")
                .at(first, "first property");
        }
        if field.kind().is_none() {
            out.push(unknown_kind(field));
        }
    }
}

fn unknown_kind(field: &Property) -> Diagnostic {
    let name = &field.name.value;
    if let Some(segments) = &field.segments {
        return Diagnostic::new(RULE, format!("`{name}` cannot have this number of segments"))
            .at(segments.span, "expected a number of at most 32 bits, from 1");
    }
    let ty = field.ty.clone().unwrap_or_default();
    if Property::TYPES.contains(&ty.value.as_str()) {
        return Diagnostic::new(RULE, format!("`{name}`: a {} cannot be optional", ty.value))
            .at(ty.span, "only attributes and varints can be optional")
            .help(format!("write `{name}: {}` or `{name}?`", ty.value));
    }
    let found = Diagnostic::new(RULE, format!("no kind of property is named `{}`", ty.value))
        .at(ty.span, "unknown kind of property");
    let help = format!("kinds: {}; an attribute has none", Property::TYPES.join(", "));
    found.help(help).suggest(&ty.value, Property::TYPES)
}

fn check_segment_sizes(cx: &Cx<'_>, format: &Format, out: &mut Diagnostics) {
    let layouts = cx.schema.properties.iter().flat_map(|item| &item.entries);
    let mut fields = layouts.flat_map(|layout| &layout.value);
    match &format.segment_sizes {
        Some(sizes) => {
            let (attribute, sparse) = (cx.version(&sizes.attribute), cx.version(&sizes.sparse));
            if attribute.zip(sparse).is_some_and(|(attribute, sparse)| sparse < attribute) {
                out.found(RULE, "sizes of segments are sparse before they are attributes")
                    .at(sizes.sparse.span, "is before ...")
                    .at(sizes.attribute.span, "... this version");
            }
        }
        None if format.common.broken => {}
        None => {
            if let Some(field) = fields.find(|field| field.segments.is_some()) {
                out.found(RULE, "the format does not state the place of segment sizes")
                    .at(format.common.name.span, "needs `segment_sizes`")
                    .at(field.name.span, "required by this property");
            }
        }
    }
}
