//! The codes and fields with which a dialect encodes its attributes and types.

use super::Result;
use super::difference::{Difference, Drift, Kind};
use super::dump::{Dump, Record};
use super::releases::Clock;
use crate::ast::{Field, PresenceHow, Schema, TypeArg, TypeExpr, Union, Variant};

/// What a dialect encodes its attributes or its types as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeTable {
    /// The dialect, as its C++ spells it.
    pub dialect: String,
    /// These are types; otherwise attributes.
    pub types: bool,
    /// What each code stands for, from 0 on; none for one that is not used.
    pub codes: Vec<Option<Code>>,
}

/// What a code stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The name of its definition.
    pub name: String,
    /// Its fields in wire order.
    pub members: Vec<Member>,
}

/// A field of an encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The name.
    pub name: String,
    /// What it is on the wire; none where C++ of its own decides.
    pub shape: Option<Shape>,
}

/// What a field is on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A varint.
    Varint,
    /// A zigzag varint.
    Zigzag,
    /// A byte that is 0 or 1.
    Bool,
    /// A string of the table.
    String,
    /// Bytes behind their number.
    Blob,
    /// An attribute.
    Attribute,
    /// An attribute or none.
    OptionalAttribute,
    /// A type.
    Type,
    /// A number of elements, and these.
    List,
}

impl Shape {
    fn word(self) -> &'static str {
        match self {
            Shape::Varint => "varint",
            Shape::Zigzag => "zigzag",
            Shape::Bool => "bool",
            Shape::String => "string",
            Shape::Blob => "blob",
            Shape::Attribute => "attribute",
            Shape::OptionalAttribute => "attribute?",
            Shape::Type => "type",
            Shape::List => "list",
        }
    }
}

/// What C++ writes by calling this.
const WRITERS: [(&str, Shape); 8] = [
    ("$_writer.writeVarInt(", Shape::Varint),
    ("$_writer.writeSignedVarInt(", Shape::Zigzag),
    ("$_writer.writeOwnedBool(", Shape::Bool),
    ("$_writer.writeOwnedString(", Shape::String),
    ("$_writer.writeOwnedBlob(", Shape::Blob),
    ("$_writer.writeAttribute(", Shape::Attribute),
    ("$_writer.writeOptionalAttribute(", Shape::OptionalAttribute),
    ("$_writer.writeType(", Shape::Type),
];

/// Reads the encodings of a dump.
pub(super) fn read(dump: &Dump) -> Result<Vec<CodeTable>> {
    let mut tables = Vec::new();
    for (class, types) in [("DialectAttributes", false), ("DialectTypes", true)] {
        for record in dump.instances(class)? {
            let codes = record.list("elems")?.into_iter().map(code).collect::<Result<_>>()?;
            let dialect = record.needed_text("dialect")?.to_owned();
            tables.push(CodeTable { dialect, types, codes });
        }
    }
    Ok(tables)
}

fn code(record: Record<'_>) -> Result<Option<Code>> {
    if !record.is("DialectAttribute") && !record.is("DialectType") {
        // A place that is kept.
        return Ok(None);
    }
    let mut members = Vec::new();
    for (member, name) in record.dag("members")? {
        let writer = member.text("cPrinter")?;
        if writer == Some("") {
            // It is computed from others.
            continue;
        }
        // One whose size is known has no count of its own.
        let sized = member.is("ArrayWithKnownSize");
        let by_class = member.first_of(&[("Array", Shape::List)]).filter(|_| !sized);
        let by_text = writer.and_then(|writer| {
            WRITERS.iter().find(|(text, _)| writer.starts_with(text)).map(|(_, shape)| *shape)
        });
        members.push(Member { name: name.to_owned(), shape: by_class.or(by_text) });
    }
    Ok(Some(Code { name: record.name.to_owned(), members }))
}

impl CodeTable {
    /// Whether it is of a dialect, which is spelled in another way in C++.
    pub(super) fn is_of(&self, dialect: &str) -> bool {
        plain(&self.dialect) == plain(dialect)
    }

    fn kind(&self) -> &'static str {
        if self.types { "type" } else { "attribute" }
    }
}

/// The name of a dialect without what C++ and files spell differently.
fn plain(name: &str) -> String {
    name.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect()
}

/// Says what differs from a union that the schema has for the entries of the table, in a release.
pub(super) fn compare(
    schema: &Schema,
    clock: &Clock<'_>,
    release: usize,
    dialect: &str,
    table: &CodeTable,
    drift: &mut Drift,
) {
    let entries = if table.types { "Type" } else { "Attribute" };
    let of_table = |union: &&Union| {
        let is = |found: &Option<crate::ast::Spanned<String>>, wanted: &str| {
            found.as_ref().is_some_and(|found| found.value == wanted)
        };
        is(&union.common.dialect, dialect) && is(&union.entries, entries)
    };
    let union =
        schema.unions.iter().find(of_table).filter(|union| clock.has(&union.common, release));
    let variants: Vec<&Variant> = match union {
        Some(union) => {
            let name = &union.common.name.value;
            let is_of = |variant: &&Variant| {
                variant.of.as_ref().is_some_and(|of| of.value == *name)
                    && clock.has(&variant.common, release)
            };
            schema.variants.iter().filter(is_of).collect()
        }
        None => Vec::new(),
    };
    let mut report = |kind, code: usize, what: String| {
        let item = format!("{dialect}, {} {code}", table.kind());
        drift.differences.push(Difference { kind, item, what });
    };
    let with_tag = |code: usize| {
        let tagged = |variant: &&&Variant| {
            variant.tag.as_ref().is_some_and(|tag| usize::try_from(tag.value) == Ok(code))
        };
        variants.iter().find(tagged).copied()
    };
    let mut compared = 0;
    for (number, code) in table.codes.iter().enumerate() {
        match (code, with_tag(number)) {
            (None, None) => {}
            (None, Some(variant)) => {
                let what = format!("`{}` is no longer defined", variant.common.name.value);
                report(Kind::Breaking, number, what);
            }
            (Some(code), None) => {
                report(Kind::Addition, number, format!("`{}` is not described", code.name));
            }
            (Some(code), Some(variant)) => {
                let known = shapes(clock, release, variant);
                let found: Vec<_> = code.members.iter().map(|member| member.shape).collect();
                if !fits(&found, &known) {
                    let what = format!(
                        "`{}` has the fields ({}), in the schema ({})",
                        code.name,
                        spelled(&found),
                        spelled(&known)
                    );
                    report(Kind::Breaking, number, what);
                } else if stem(&code.name) != stem(called(clock, release, variant)) {
                    let name = called(clock, release, variant);
                    let moved = variants
                        .iter()
                        .any(|other| stem(called(clock, release, other)) == stem(&code.name));
                    let kind = if moved { Kind::Breaking } else { Kind::Text };
                    report(kind, number, format!("is `{}`, in the schema `{name}`", code.name));
                } else {
                    compared += 1;
                }
            }
        }
    }
    for variant in &variants {
        let tag = variant.tag.as_ref().and_then(|tag| usize::try_from(tag.value).ok());
        if let Some(tag) = tag.filter(|tag| *tag >= table.codes.len()) {
            let what = format!("`{}` is no longer defined", variant.common.name.value);
            report(Kind::Breaking, tag, what);
        }
    }
    drift.others += compared;
}

/// Whether fields of a definition are those of the schema. C++ of its own may write anything, and as many fields as it
/// likes where it writes all; a field that the schema has no plain word for may be anything too.
fn fits(defined: &[Option<Shape>], known: &[Option<Shape>]) -> bool {
    let one = |(a, b): (&Option<Shape>, &Option<Shape>)| a.is_none() || b.is_none() || a == b;
    *defined == [None] || (defined.len() == known.len() && defined.iter().zip(known).all(one))
}

/// A name without what tells apart forms of one item: numbers, and what it is.
fn stem(name: &str) -> String {
    let digits = |c: char| c.is_ascii_digit();
    let name = name.trim_end_matches("Attr").trim_end_matches("Type").trim_end_matches(digits);
    name.to_lowercase()
}

/// What definitions call a variant in a release.
fn called<'v>(clock: &Clock<'_>, release: usize, variant: &'v Variant) -> &'v str {
    let since = |name: &str| clock.position(name).is_some_and(|since| since <= release);
    let called = variant.called.iter().rev().find(|(name, _)| since(&name.value));
    called.map_or(&variant.common.name.value, |(_, name)| &name.value)
}

/// What the fields of a variant are on the wire in a release.
fn shapes(clock: &Clock<'_>, release: usize, variant: &Variant) -> Vec<Option<Shape>> {
    let fields = variant.fields.iter().filter(|field| clock.has(&field.common, release));
    let on_wire = fields.filter(|field| field.ty.name != "presence" && field.part.is_none());
    let mut found: Vec<Option<Shape>> = Vec::new();
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
            found.push(Some(Shape::List));
        } else {
            found.push(shape(field));
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
    fn what_fits() {
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
