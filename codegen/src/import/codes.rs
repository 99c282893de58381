//! The codes and fields of a schema's unions, and how those of definitions differ.

use super::code::{Code, CodeTable, Shape};
use super::difference::{Difference, Drift, Kind};
use super::releases::Axis;
use crate::ast::{Field, PresenceHow, Schema, Spanned, TypeArg, TypeExpr, Union, Variant};

/// What the fields of a variant are on the wire in a release.
pub(super) fn shapes(axis: &Axis<'_>, release: usize, variant: &Variant) -> Vec<Option<Shape>> {
    parts(axis, release, variant).iter().map(|part| part.shape).collect()
}

/// The union that a schema has for the attributes or types of a dialect.
pub(super) fn union<'s>(schema: &'s Schema, dialect: &str, table: &CodeTable) -> Option<&'s Union> {
    let is = |found: &Option<Spanned<String>>, wanted: &str| {
        found.as_ref().is_some_and(|found| found.value == wanted)
    };
    let of_table =
        |union: &&Union| is(&union.common.dialect, dialect) && is(&union.entries, table.entries());
    schema.unions.iter().find(of_table)
}

/// The variants of a union.
pub(super) fn variants<'s>(schema: &'s Schema, union: &Union) -> Vec<&'s Variant> {
    let name = &union.common.name.value;
    let is_of = |variant: &&Variant| variant.of.as_ref().is_some_and(|of| of.value == *name);
    schema.variants.iter().filter(is_of).collect()
}

/// The number of a variant.
pub(super) fn tag(variant: &Variant) -> Option<usize> {
    variant.tag().and_then(|tag| usize::try_from(tag.value).ok())
}

/// Reports the differences from the union of the schema for the entries of the table, in a release.
pub(super) fn compare(
    schema: &Schema,
    axis: &Axis<'_>,
    release: usize,
    dialect: &str,
    table: &CodeTable,
    drift: &mut Drift,
) {
    let union = union(schema, dialect, table).filter(|union| axis.has(&union.common, release));
    let mut variants = union.map_or_else(Vec::new, |union| variants(schema, union));
    variants.retain(|variant| axis.has(&variant.common, release));
    let mut report = |kind, code: usize, what: String| {
        let item = format!("{dialect}, {} {code}", table.kind());
        drift.differences.push(Difference { kind, item, what });
    };
    let with_tag =
        |code: usize| variants.iter().find(|variant| tag(variant) == Some(code)).copied();
    let mut compared = 0;
    for (number, code) in table.codes.iter().enumerate() {
        match (code, with_tag(number)) {
            (None, None) => {}
            (None, Some(variant)) => {
                let what = format!("`{}` is no longer defined", variant.common.name.value);
                report(Kind::Breaking, number, what);
            }
            (Some(code), None) => {
                let gap = code.gap().map_or(String::new(), |gap| format!(", and {gap}"));
                report(Kind::Addition, number, format!("`{}` is not described{gap}", code.name));
            }
            (Some(code), Some(variant)) => {
                let known = shapes(axis, release, variant);
                let found = code.shapes();
                if !fits(&found, &known) {
                    let what = format!(
                        "`{}` has the fields ({}), in the schema ({})",
                        code.name,
                        spelled(&found),
                        spelled(&known)
                    );
                    report(Kind::Breaking, number, what);
                } else if !is_called(axis, release, variant, code) {
                    let name = called(axis, release, variant);
                    let moved = variants.iter().any(|other| is_called(axis, release, other, code));
                    let kind = if moved { Kind::Breaking } else { Kind::Text };
                    report(kind, number, format!("is `{}`, in the schema `{name}`", code.name));
                } else {
                    compared += 1;
                }
            }
        }
    }
    for variant in &variants {
        if let Some(tag) = tag(variant).filter(|tag| *tag >= table.codes.len()) {
            let what = format!("`{}` is no longer defined", variant.common.name.value);
            report(Kind::Breaking, tag, what);
        }
    }
    drift.others += compared;
}

/// Whether fields of a definition match those of the schema. A field with handwritten C++ matches any field; an encoding
/// entirely in handwritten C++, any number of fields. A field that definitions cannot express also matches any field.
pub(super) fn fits(defined: &[Option<Shape>], known: &[Option<Shape>]) -> bool {
    let one = |(a, b): (&Option<Shape>, &Option<Shape>)| a.is_none() || b.is_none() || a == b;
    *defined == [None] || (defined.len() == known.len() && defined.iter().zip(known).all(one))
}

/// A name without the parts that distinguish forms of one item: numbers, and the kind.
fn stem(name: &str) -> String {
    let digits = |c: char| c.is_ascii_digit();
    let name = name.trim_end_matches("Attr").trim_end_matches("Type").trim_end_matches(digits);
    name.to_lowercase()
}

/// Whether a variant has the name of a definition in a release.
pub(super) fn is_called(axis: &Axis<'_>, release: usize, variant: &Variant, code: &Code) -> bool {
    stem(called(axis, release, variant)) == stem(&code.name)
}

/// What definitions call a variant in a release.
fn called<'v>(axis: &Axis<'_>, release: usize, variant: &'v Variant) -> &'v str {
    let since = |name: &str| axis.position(name).is_some_and(|since| since <= release);
    let called = variant.called.iter().rev().find(|(name, _)| since(&name.value));
    called.map_or(&variant.common.name.value, |(_, name)| &name.value)
}

/// A field of a variant as a definition would have it.
#[derive(Clone, Copy)]
pub(super) struct Part<'v> {
    pub(super) field: &'v Field,
    /// Its encoding on the wire; none if a definition cannot express it.
    pub(super) shape: Option<Shape>,
    /// The field alone is it.
    pub(super) alone: bool,
}

/// What the fields of a variant are on the wire in a release.
pub(super) fn parts<'v>(axis: &Axis<'_>, release: usize, variant: &'v Variant) -> Vec<Part<'v>> {
    let fields = variant.fields.iter().filter(|field| axis.has(&field.common, release));
    let on_wire = fields.filter(|field| field.ty.name != "presence" && field.part.is_none());
    let mut found: Vec<Part<'v>> = Vec::new();
    let mut before: Option<&str> = None;
    for field in on_wire {
        let counted = |name: &str| {
            field.ty.args.iter().any(|argument| match argument {
                TypeArg::Type(of) => of.name == name,
                TypeArg::Number(_) => false,
            })
        };
        // A count and as many elements are a list.
        if field.ty.name == "repeat" && before.is_some_and(counted) {
            found.pop();
            found.push(Part { field, shape: Some(Shape::List), alone: false });
        } else {
            let alone = field.ty.name != "packed" && !field.optional;
            found.push(Part { field, shape: shape(field), alone });
        }
        before = Some(&field.common.name.value);
    }
    found
}

fn shape(field: &Field) -> Option<Shape> {
    let by_field =
        field.presence.iter().any(|presence| !matches!(presence.how, PresenceHow::Bit(_)));
    if field.optional && by_field {
        return None;
    }
    let inner = |ty: &TypeExpr| match ty.args.first() {
        Some(TypeArg::Type(of)) => Some(of.clone()),
        _ => None,
    };
    let reference = |ty: &TypeExpr| match inner(ty)?.name.as_str() {
        "Attribute" => Some(Shape::Attribute),
        "Type" => Some(Shape::Type),
        "String" => Some(Shape::String),
        _ => None,
    };
    match field.ty.name.as_str() {
        "varint" => Some(Shape::Varint),
        "zigzag" => Some(Shape::Zigzag),
        "bool" => Some(Shape::Bool),
        "blob" => Some(Shape::Blob),
        "list" => Some(Shape::List),
        "ref" => reference(&field.ty),
        "flagged" => match inner(&field.ty).as_ref().and_then(reference) {
            Some(Shape::Attribute) => Some(Shape::OptionalAttribute),
            _ => None,
        },
        _ => None,
    }
}

fn spelled(shapes: &[Option<Shape>]) -> String {
    let words: Vec<&str> = shapes.iter().map(|shape| shape.map_or("...", Shape::word)).collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_fit_known_codes() {
        let (v, t) = (Some(Shape::Varint), Some(Shape::Type));
        for (defined, known, expected) in [
            (vec![], vec![], true),
            (vec![v, t], vec![v, t], true),
            (vec![v, t], vec![t, v], false),
            (vec![v], vec![v, v], false),
            (vec![v, v], vec![v], false),
            (vec![v], vec![None], true),
            (vec![None], vec![v, t, v], true),
            (vec![None], vec![], true),
            (vec![v, None], vec![v, t], true),
            (vec![v, None], vec![v, t, t], false),
            (vec![t, None], vec![v, t], false),
        ] {
            assert_eq!(fits(&defined, &known), expected, "{defined:?} {known:?}");
        }
    }
}
