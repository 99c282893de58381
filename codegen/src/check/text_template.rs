//! `text-template`: the fields of a variant are sufficient for the template of its listing.

use super::Cx;
use super::cx::{integer_range, is_list};
use crate::ast::{Field, Span, Spanned, Variant};
use crate::diagnostics::Diagnostics;
use crate::model::TextPiece;
use crate::text;

const RULE: &str = "text-template";

/// The most conditions in a template, which also limits their nesting.
const MAX_CONDITIONS: usize = 64;

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    for variant in &cx.schema.variants {
        check_other(cx, variant, out);
        let Some(template) = &variant.text else {
            continue;
        };
        let parsed = if template.value.matches('|').count() > MAX_CONDITIONS {
            Err("too many conditions".to_owned())
        } else {
            text::parse(&template.value)
        };
        match parsed {
            Ok(pieces) => check_pieces(variant, &pieces, template.span, out),
            Err(error) => {
                out.found(RULE, format!("`{}` is not a template", template.value))
                    .at(template.span, error);
            }
        }
    }
}

/// The variant that is parsed in place of another belongs to the same union, and has the same text.
fn check_other(cx: &Cx<'_>, variant: &Variant, out: &mut Diagnostics) {
    let Some(other) = &variant.reads_as else { return };
    let value = |text: &Option<Spanned<String>>| text.as_ref().map(|text| text.value.clone());
    let same = |found: &&Variant| {
        found.common.name.value == other.value && value(&found.of) == value(&variant.of)
    };
    let found = cx.schema.variants.iter().find(same);
    let fault = match found {
        None => "is not a variant of the same union",
        Some(found) if found.reads_as.is_some() => "has `reads_as` itself",
        Some(found) if found.text.is_none() || value(&found.text) != value(&variant.text) => {
            "has a different text"
        }
        Some(_) => return,
    };
    out.found(RULE, format!("`{}` {fault}", other.value)).at(other.span, "read in its place");
}

fn check_pieces(variant: &Variant, pieces: &[TextPiece], span: Span, out: &mut Diagnostics) {
    for piece in pieces {
        let (name, inner): (_, &[TextPiece]) = match piece {
            TextPiece::Literal(_) | TextPiece::Comma => continue,
            TextPiece::Field { name, .. } => (name, &[]),
            TextPiece::IfPresent(name, inner) => (name, inner),
            TextPiece::IfNotIdentity(name, _, inner) => (name, inner),
        };
        let of = match piece {
            TextPiece::IfNotIdentity(_, of, _) => of.as_ref(),
            _ => None,
        };
        for name in std::iter::once(name).chain(of) {
            let find = |field: &&Field| field.common.name.value == *name;
            match variant.fields.iter().find(find) {
                Some(field) => check_field(piece, field, span, out),
                None => {
                    let names = variant.fields.iter().map(|f| f.common.name.value.as_str());
                    let of = &variant.common.name.value;
                    out.found(RULE, format!("`{of}` has no field `{name}`"))
                        .at(span, format!("`{name}` is used here"))
                        .suggest(name, names);
                }
            }
        }
        check_pieces(variant, inner, span, out);
    }
}

fn check_field(piece: &TextPiece, field: &Field, span: Span, out: &mut Diagnostics) {
    let name = &field.common.name;
    let ty = field.ty.name.as_str();
    let list = ty.is_empty() || is_list(&field.ty);
    let joined = match piece {
        TextPiece::Field { separator, .. } => !separator.is_empty(),
        TextPiece::IfNotIdentity(..) => true,
        _ => false,
    };
    let may_lack = field.optional
        || list
        || matches!(ty, "unit" | "bool" | "flagged" | "shifted")
        || integer_range(&field.ty).is_some();
    let fault = match piece {
        _ if matches!(ty, "flags" | "presence" | "packed") => "has no value to print",
        _ if joined && !list => "is not a list",
        TextPiece::IfPresent(..) if !may_lack => "is always present",
        _ => return,
    };
    out.found(RULE, format!("`{}` {fault}", name.value))
        .at(span, format!("`{}` is used here", name.value))
        .at(name.span, "the field");
}
