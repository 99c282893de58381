//! Items that contain themselves.

use crate::model::circles;
use crate::model::{Field, FieldKind, Kind, Model, Wire};

/// Adds a pointer where an item contains itself without a list in between: before a union, and at an optional value.
pub(super) fn break_cycles(model: &mut Model) {
    let unions = model.unions.len();
    let held = |wire: &Wire| match wire {
        Wire::Item(Kind::Union, index) => Some(*index),
        Wire::Item(Kind::Record, index) => Some(unions + index),
        _ => None,
    };
    let arrows: Vec<Vec<usize>> = (0..unions + model.records.len())
        .map(|holder| {
            holder_fields(model, holder).filter_map(Field::wire).filter_map(held).collect()
        })
        .collect();
    let circles = circles::circles(&arrows);
    let cut = |holder: usize, field: &mut Field| {
        let optional = matches!(field.kind, FieldKind::Optional(..));
        if let FieldKind::Value(wire) | FieldKind::Optional(wire, _) = &mut field.kind
            && let Some(index) = held(wire)
            && (index < unions || optional)
            && circles[index] == circles[holder]
        {
            *wire = Wire::Indirect(Box::new(wire.clone()));
        }
    };
    for (holder, union) in model.unions.iter_mut().enumerate() {
        let fields = union.variants.iter_mut().flat_map(|variant| &mut variant.fields);
        fields.for_each(|field| cut(holder, field));
    }
    for (holder, record) in model.records.iter_mut().enumerate() {
        record.fields.iter_mut().for_each(|field| cut(unions + holder, field));
    }
}

/// The fields of a union; for a number after the unions, those of a record.
fn holder_fields(model: &Model, holder: usize) -> impl Iterator<Item = &Field> {
    let union = model.unions.get(holder);
    let record = holder.checked_sub(model.unions.len()).and_then(|at| model.records.get(at));
    let variants = union.into_iter().flat_map(|union| &union.variants);
    let fields = variants.flat_map(|variant| &variant.fields);
    fields.chain(record.into_iter().flat_map(|record| &record.fields))
}
