//! `sections`: the rules for the sections of a file are consistent.

use super::Cx;
use crate::ast::{Section, Spanned};
use crate::diagnostics::Diagnostics;

const RULE: &str = "sections";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    let sections = &cx.schema.sections;
    let find = |name: &Spanned<String>, out: &mut Diagnostics| {
        let found = sections.iter().find(|section| section.common.name.value == name.value);
        if found.is_none() && !cx.schema.incomplete {
            let names = sections.iter().map(|section| section.common.name.value.as_str());
            out.found(RULE, format!("no section is named `{}`", name.value))
                .at(name.span, "unknown section")
                .suggest(&name.value, names);
        }
        found
    };
    for section in sections {
        let own = &section.common.name;
        if let Some(name) = &section.requires
            && find(name, out).is_some()
            && name.value == own.value
        {
            out.found(RULE, format!("`{}` requires itself", own.value))
                .at(name.span, "expected another section");
        }
        if section.required && section.common.feature.is_some() {
            let name = &own.value;
            out.found(RULE, format!("`{name}` cannot be required: not all files have its feature"))
                .at(own.span, "required, with `feature`");
        }
    }
    for format in &cx.schema.formats {
        let aligned = format.sections.as_ref().and_then(|header| header.aligned_bit.as_ref());
        let mut fields = cx.owners().flat_map(|owner| owner.fields);
        if let (Some(filler), None) = (&format.filler, aligned)
            && filler.value == "error"
            && !fields.any(|field| field.run().align.is_some())
        {
            out.found(
                RULE,
                "`filler` has no effect without `aligned_bit` or a field of type `filler`",
            )
            .at(filler.span, "no file contains filler");
        }
        let Some(header) = &format.sections else { continue };
        for (at, name) in header.order.iter().enumerate() {
            let earlier = header.order[..at].iter().find(|known| known.value == name.value);
            if let Some(earlier) = earlier {
                out.found(RULE, format!("`{}` has two places in the order", name.value))
                    .at(name.span, "second place")
                    .at(earlier.span, "first place");
            }
            if let Some(section) = find(name, out)
                && let Some(why) = free(section)
            {
                out.found(RULE, format!("`{}` cannot be in the order: {why}", name.value))
                    .at(name.span, "listed here")
                    .at(section.common.name.span, "declared here");
            }
        }
    }
}

/// Why a section cannot be in the order.
fn free(section: &Section) -> Option<&'static str> {
    match section {
        Section { end: true, .. } => Some("it is always last"),
        Section { repeated: true, .. } => Some("a file can contain several"),
        _ => None,
    }
}
