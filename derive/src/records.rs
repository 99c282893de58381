//! Records.

use bytespec_codegen::ast::{Common, Field, Record, Schema, Span, TypeExpr};
use bytespec_codegen::diagnostics::Diagnostic;
use bytespec_codegen::emit::rust::{Member, Shape};
use quote::quote;
use syn::{Data, DeriveInput, Type};

use crate::coding;
use crate::fields::Lower;
use crate::item::{Item, named};
use crate::keys::Keys;
use crate::members;
use crate::place::Places;
use crate::upgrades;
use crate::versions::versioned;

/// A struct as an item of a schema.
pub(crate) fn lower(
    input: &DeriveInput,
    keys: &Keys,
    mut common: Common,
    places: &mut Places,
) -> Item {
    let fields = match &input.data {
        Data::Struct(data) => Some(&data.fields),
        Data::Enum(data) => {
            let place = places.of(data.enum_token);
            let label = "expected `struct`; for an enum, use `BytecodeEnum`, or `BytecodeAttribute` if it has fields";
            wrong_item("`BytecodeRecord` is for structs", place, label, places);
            None
        }
        Data::Union(data) => {
            let place = places.of(data.union_token);
            wrong_item("`BytecodeRecord` is for structs", place, "expected `struct`", places);
            None
        }
    };
    common.broken |= fields.is_none();
    versioned(&mut common, keys, places);
    let older = upgrades::read(keys, &mut common, places);
    upgrades::no_codes(&older, places);
    let mut item = Item::default();
    let fields = match keys.ty("try_from") {
        Some(other) => vec![through(other, input, keys, &mut item, places)],
        None => {
            coding::into_of_nothing(keys, places);
            let sources =
                fields.map_or_else(Vec::new, |fields| members::read(fields, keys, places));
            let fields = Lower::new(places, &mut item).all(&sources, Some(keys), Vec::new());
            item.shapes.push(Shape { fields: members::members(&sources), ..Shape::default() });
            fields
        }
    };
    item.bounds = older.iter().filter_map(|older| older.since.clone()).collect();
    for shape in &mut item.shapes {
        shape.upgrades = older.iter().map(|older| older.upgrade.clone()).collect();
    }
    item.schema =
        Schema { records: vec![Record { common, fields, ..Record::default() }], ..item.schema };
    item
}

/// The only field of a struct that is converted to another type.
fn through(
    other: &Type,
    input: &DeriveInput,
    keys: &Keys,
    item: &mut Item,
    places: &mut Places,
) -> Field {
    let place = places.of(other);
    if let Some(flags) = keys.place("flags") {
        places.found(
            Diagnostic::new("conflicting-keys", "`flags` cannot be combined with `try_from`")
                .at(flags, "`flags` is here")
                .at(place, "the item has the encoding of this type")
                .help("remove one of them"),
        );
    }
    let mut field = Field { common: named(members::VALUE.to_owned(), place), ..Field::default() };
    for (field, place) in keys.gone().map(|field| (field, place)) {
        let gone = places.of(&field.ident);
        places.found(
            Diagnostic::new("conflicting-keys", "`gone` cannot be combined with `try_from`")
                .at(gone, "a removed field is here")
                .at(place, "the item has the encoding of this type")
                .help("remove one of them"),
        );
    }
    let mut lower = Lower::new(places, item);
    let (ident, (_, arguments, _)) = (&input.ident, input.generics.split_for_impl());
    let custom = lower.through(quote!(#ident #arguments), other, keys, &mut field);
    let name = lower.codec(custom, 0, place);
    field.ty = TypeExpr { name, span: place, ..TypeExpr::default() };
    let member =
        Member { name: members::VALUE.to_owned(), member: quote!(), skipped: None, gone: None };
    item.shapes.push(Shape { fields: vec![member], itself: true, ..Shape::default() });
    field
}

fn wrong_item(message: &str, place: Span, label: &str, places: &mut Places) {
    places.found(Diagnostic::new("unsupported-shape", message).at(place, label));
}
