//! Enums.

use bytespec_codegen::ast::{Common, Enum, Member, Schema, Span, Spanned};
use bytespec_codegen::diagnostics::Diagnostic;
use bytespec_codegen::model::Integer;
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Expr, ExprLit, Fields, Lit, UnOp, Variant};

use crate::generics::refuse;
use crate::item::{Item, common, documented};
use crate::keys::{self, Keys};
use crate::place::Places;
use crate::types::{FieldType, look};
use crate::versions::versioned;

/// An enum as an item of a schema.
pub(crate) fn lower(
    input: &DeriveInput,
    keys: &Keys,
    mut common: Common,
    places: &mut Places,
) -> Item {
    refuse(&input.generics, "enum", places);
    versioned(&mut common, keys, places);
    let wire = keys.type_expr("wire", places);
    common.broken |= keys.place("wire").is_some() && wire.is_none();
    let hint = match &wire {
        None => "add the type of its number: `#[bytecode(wire = \"varint<u32>\")]`",
        Some(_) => "an enum without members has no values",
    };
    places.hint(common.name.span, "required-key", hint);
    let is_signed = wire.as_ref().and_then(Integer::of).is_some_and(Integer::signed);
    let mut members = Vec::new();
    let mut others = Vec::new();
    match &input.data {
        Data::Enum(data) => {
            let mut implied = 0;
            for variant in &data.variants {
                let keys = Keys::read(&variant.attrs, keys::MEMBER, "member", places);
                if let Some(place) = keys.place("other") {
                    other(variant, (&keys, place), is_signed, places);
                    others.push((variant.ident.clone(), place));
                    continue;
                }
                let member = member(variant, &keys, implied, places);
                let number = member.value.as_ref().map_or(implied, |value| value.value);
                implied = number.saturating_add(1);
                members.push(member);
            }
        }
        Data::Struct(data) => wrong_item(places.of(data.struct_token), places, &mut common),
        Data::Union(data) => wrong_item(places.of(data.union_token), places, &mut common),
    }
    if let [(_, first), (_, second), ..] = others.as_slice() {
        places.found(
            Diagnostic::new("other-member", "two members have `other`")
                .at(*second, "the second one is here")
                .at(*first, "the first one is here"),
        );
    }
    let unknown = others.first().map(|(_, place)| Spanned::new("keep".to_owned(), *place));
    let reserved = keys.reserved(places);
    let item = Enum { common, wire, unknown, members, reserved, ..Enum::default() };
    let other = others.into_iter().next().map(|(ident, _)| ident);
    Item { schema: Schema { enums: vec![item], ..Schema::default() }, other, ..Item::default() }
}

/// Reports a member for all other numbers that cannot hold them.
fn other(variant: &Variant, (keys, place): (&Keys, Span), is_signed: bool, places: &mut Places) {
    let number = if is_signed { "i64" } else { "u64" };
    let name = variant.ident.unraw();
    let given = keys.given().map(|(key, at)| (format!("`{key}`"), at));
    let mut given: Vec<_> = given.filter(|(_, at)| *at != place).collect();
    if let Some((_, expr)) = &variant.discriminant {
        given.push(("a number".to_owned(), places.of(expr)));
    }
    for (what, at) in given {
        places.found(
            Diagnostic::new(
                "other-member",
                format!("`{name}` is the member for all other numbers"),
            )
            .at(at, format!("{what} does not apply to such a member"))
            .at(place, "it has `other` here")
            .help("remove one of them"),
        );
    }
    let fields = match &variant.fields {
        Fields::Unnamed(fields) => fields.unnamed.iter().collect(),
        _ => Vec::new(),
    };
    if !matches!(fields.as_slice(), [field] if matches!(look(&field.ty), FieldType::Int(int) if int == number))
    {
        let place = places.of(variant);
        places.found(
            Diagnostic::new("other-member", format!("`{name}` cannot hold every other number"))
                .at(place, format!("expected one unnamed field of type `{number}`"))
                .help(format!("write `{name}({number})`")),
        );
    }
}

fn wrong_item(place: Span, places: &mut Places, common: &mut Common) {
    common.broken = true;
    places.found(
        Diagnostic::new("unsupported-shape", "`BytecodeEnum` is for enums")
            .at(place, "expected `enum`")
            .help("for a struct, use `BytecodeRecord`"),
    );
}

/// A member; `implied` is its number in Rust.
fn member(variant: &Variant, keys: &Keys, implied: i128, places: &mut Places) -> Member {
    let mut common = common(&variant.ident, places);
    documented(&mut common, &variant.attrs, places);
    versioned(&mut common, keys, places);
    common.label = keys.text("name", places);
    let name = &common.name;
    if let Some(label) = common.label.as_ref().filter(|label| label.value.is_empty()) {
        places.found(
            Diagnostic::new("wrong-shape", format!("the name of `{}` is empty", name.value))
                .at(label.span, "expected text"),
        );
    }
    let hint = format!("numbers on the wire must be explicit: write `{} = {implied}`", name.value);
    places.hint(name.span, "required-key", hint);
    let name = name.value.clone();
    if !matches!(variant.fields, Fields::Unit) {
        common.broken = true;
        let place = places.of(&variant.fields);
        places.found(
            Diagnostic::new("unsupported-shape", format!("member `{name}` has fields"))
                .at(place, "expected a name without fields")
                .help("for variants with fields, use `BytecodeAttribute` or `BytecodeType`; for a member for all other numbers, add `other`"),
        );
    }
    let mut value = None;
    if let Some((_, expr)) = &variant.discriminant {
        let place = places.of(expr);
        match number(expr) {
            Some(number) => value = Some(Spanned::new(number, place)),
            None => {
                common.broken = true;
                places.found(
                    Diagnostic::new(
                        "wrong-shape",
                        format!("the number of `{name}` is not a literal"),
                    )
                    .at(place, "expected a literal, such as `5` or `0x05`")
                    .help("a macro cannot read the values of constants"),
                );
            }
        }
    }
    Member { common, value }
}

/// The value of a literal.
fn number(expr: &Expr) -> Option<i128> {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => number.base10_parse().ok(),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => Some(-number(&unary.expr)?),
        Expr::Group(group) => number(&group.expr),
        Expr::Paren(inner) => number(&inner.expr),
        _ => None,
    }
}
