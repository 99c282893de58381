//! Enums.

use bytespec_codegen::ast::{Common, Enum, Member, Schema, Span, Spanned};
use bytespec_codegen::diagnostics::Diagnostic;
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
        None => "say how its number is written: `#[bytecode(wire = \"varint<u32>\")]`",
        Some(_) => "an enum without members has no value to read",
    };
    places.hint(common.name.span, "required-key", hint);
    let mut members = Vec::new();
    let mut others = Vec::new();
    match &input.data {
        Data::Enum(data) => {
            let mut implied = 0;
            for variant in &data.variants {
                let keys = Keys::read(&variant.attrs, keys::MEMBER, "member", places);
                if let Some(place) = keys.place("other") {
                    other(variant, &keys, place, places);
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
            Diagnostic::new("other-member", "two members stand for all other numbers")
                .at(*second, "this one")
                .at(*first, "and this one"),
        );
    }
    let unknown = others.first().map(|(_, place)| Spanned::new("keep".to_owned(), *place));
    let reserved = keys.reserved(places);
    let item = Enum { common, wire, unknown, members, reserved, ..Enum::default() };
    let other = others.into_iter().next().map(|(ident, _)| ident);
    Item { schema: Schema { enums: vec![item], ..Schema::default() }, other, ..Item::default() }
}

/// Complains of a member for all other numbers that cannot hold them.
fn other(variant: &Variant, keys: &Keys, place: Span, places: &mut Places) {
    let name = variant.ident.unraw();
    let given = keys.given().map(|(key, at)| (format!("`{key}`"), at));
    let mut given: Vec<_> = given.filter(|(_, at)| *at != place).collect();
    if let Some((_, expr)) = &variant.discriminant {
        given.push(("a number of its own".to_owned(), places.of(expr)));
    }
    for (what, at) in given {
        places.found(
            Diagnostic::new("other-member", format!("`{name}` stands for all other numbers"))
                .at(at, format!("{what} says nothing of them"))
                .at(place, "because of this")
                .help("leave one of them"),
        );
    }
    let fields = match &variant.fields {
        Fields::Unnamed(fields) => fields.unnamed.iter().collect(),
        _ => Vec::new(),
    };
    if !matches!(fields.as_slice(), [field] if matches!(look(&field.ty), FieldType::Int(int) if int == "u64"))
    {
        let place = places.of(variant);
        places.found(
            Diagnostic::new("other-member", format!("`{name}` cannot hold every other number"))
                .at(place, "expected one field without a name, a `u64`")
                .help(format!("write `{name}(u64)`")),
        );
    }
}

fn wrong_item(place: Span, places: &mut Places, common: &mut Common) {
    common.broken = true;
    places.found(
        Diagnostic::new("unsupported-shape", "`BytecodeEnum` is for enums")
            .at(place, "expected `enum`")
            .help("a struct takes `BytecodeRecord`"),
    );
}

/// A member; `implied` is the number that Rust would give it.
fn member(variant: &Variant, keys: &Keys, implied: i128, places: &mut Places) -> Member {
    let mut common = common(&variant.ident, places);
    documented(&mut common, &variant.attrs, places);
    versioned(&mut common, keys, places);
    common.label = keys.text("name", places);
    let name = &common.name;
    if let Some(label) = common.label.as_ref().filter(|label| label.value.is_empty()) {
        places.found(
            Diagnostic::new("wrong-shape", format!("the name of `{}` is empty", name.value))
                .at(label.span, "expected a text"),
        );
    }
    let hint = format!("numbers on the wire are never implied: write `{} = {implied}`", name.value);
    places.hint(name.span, "required-key", hint);
    let name = name.value.clone();
    if !matches!(variant.fields, Fields::Unit) {
        common.broken = true;
        let place = places.of(&variant.fields);
        places.found(
            Diagnostic::new("unsupported-shape", format!("member `{name}` holds fields"))
                .at(place, "expected a bare name")
                .help("choices that hold fields take `BytecodeAttribute` or `BytecodeType`; a member for all other numbers says `other`"),
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
                    Diagnostic::new("wrong-shape", format!("the number of `{name}` is not plain"))
                        .at(place, "expected a literal, such as `5` or `0x05`")
                        .help("a macro sees no values of constants"),
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
