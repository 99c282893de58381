//! Applies the byte order of the format to numbers without their own.

use crate::ast::{ByteOrder, Schema, TypeArg, TypeExpr};
use crate::integer::{Integer, is_sized};

/// Gives numbers of several bytes the order of the format, and removes `le` from the names of types.
pub(super) fn resolve(schema: &mut Schema) {
    let order = schema.formats.first().and_then(|format| format.byte_order.clone());
    let records = schema.records.iter_mut().flat_map(|item| &mut item.fields);
    let variants = schema.variants.iter_mut().flat_map(|item| &mut item.fields);
    let sections = schema.sections.iter_mut().flat_map(|item| &mut item.fields);
    let attributes = schema.ops.iter_mut().flat_map(|item| &mut item.attributes);
    let fields = records.chain(variants).chain(sections).chain(attributes);
    let fields = fields.map(|field| &mut field.ty);
    let enums = schema.enums.iter_mut().filter_map(|item| item.wire.as_mut());
    let tags = schema.unions.iter_mut().filter_map(|item| item.tag.as_mut());
    fields.chain(enums).chain(tags).for_each(|ty| resolve_type(ty, order.as_ref()));
}

fn resolve_type(ty: &mut TypeExpr, order: Option<&ByteOrder>) {
    // The argument of a varint has no byte order.
    let name = ty.name.as_str();
    if !matches!(name, "varint" | "zigzag") && !is_sized(name) {
        for arg in &mut ty.args {
            if let TypeArg::Type(inner) = arg {
                resolve_type(inner, order);
            }
        }
    }
    let is_wide = |name: &str| Integer::fixed(name).is_some_and(|number| number.bits > 8);
    if let Some(name) = ty.name.strip_suffix("le").filter(|name| is_wide(name)) {
        ty.name = name.to_owned();
    } else if is_wide(&ty.name) {
        match order {
            Some(ByteOrder::Big) => ty.name.push_str("be"),
            Some(ByteOrder::Selected(_)) => ty.has_selected_order = true,
            Some(ByteOrder::Little) | None => {}
        }
    }
}
