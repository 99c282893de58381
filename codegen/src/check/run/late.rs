//! Values that come after a number in another item.

use super::graph::{Graph, Item};
use super::scope::At;
use crate::ast::{Field, Place};
use std::cmp::Ordering;
use std::ptr;

/// The field with the values of a place, and its item, if that item also contains the number, in an earlier field. None if some
/// values can come before the number.
pub(super) fn behind<'a>(
    graph: &Graph<'a, '_>,
    at: &At<'_, '_>,
    place: &Place,
) -> Option<(Item<'a>, &'a Field)> {
    let own = graph.items.iter().position(|item| ptr::eq(item.common, at.item.common))?;
    let name = place.item.value.as_str();
    let begins_with = |item: &Item<'_>| item.begins_with.is_some_and(|known| known.value == name);
    // Sections come in another order, and a prefix is in no field.
    if graph.cx.schema.formats.iter().all(|format| format.file.is_none())
        || graph.items.iter().any(begins_with)
    {
        return None;
    }
    let mut found = None;
    for (index, item) in graph.items.iter().enumerate() {
        let has_number = |field: &Field| ptr::eq(field, at.field) || graph.leads_to(field, own);
        let has_values = |field: &Field| {
            let is_listed =
                item.common.name.value == name && field.common.name.value == place.field.value;
            is_listed || graph.leads_to_name(field, name)
        };
        let numbers = item.fields.iter().enumerate().filter(|(_, field)| has_number(field));
        for (number_at, number) in numbers {
            let values = item.fields.iter().enumerate().filter(|(_, field)| has_values(field));
            for (values_at, values) in values {
                match values_at.cmp(&number_at) {
                    Ordering::Less => return None,
                    Ordering::Equal if is_several(number) => return None,
                    Ordering::Greater if index != own => found = found.or(Some((*item, values))),
                    Ordering::Equal | Ordering::Greater => {}
                }
            }
        }
    }
    found
}

/// Whether a field has several elements.
fn is_several(field: &Field) -> bool {
    field.run().count.is_some() || matches!(field.ty.name.as_str(), "list" | "rest")
}
