//! Records.

use bytespec_codegen::ast::{Common, Record, Schema, Span};
use bytespec_codegen::diagnostics::Diagnostic;
use bytespec_codegen::emit::rust::Shape;
use syn::{Data, DeriveInput};

use crate::fields::Lower;
use crate::item::Item;
use crate::keys::Keys;
use crate::members;
use crate::place::Places;

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
            let label = "expected `struct`; an enum takes `BytecodeEnum`, or `BytecodeAttribute` where it holds fields";
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
    let mut item = Item::default();
    let sources = fields.map_or_else(Vec::new, |fields| members::read(fields, places));
    let fields = Lower::new(places, &mut item).all(&sources, Some(keys), Vec::new());
    item.shapes.push(Shape { fields: members::members(&sources), ..Shape::default() });
    item.schema = Schema { records: vec![Record { common, fields }], ..item.schema };
    item
}

fn wrong_item(message: &str, place: Span, label: &str, places: &mut Places) {
    places.found(Diagnostic::new("unsupported-shape", message).at(place, label));
}
