//! Other bytes for the same values: a file as a tree, changed, and written by the plan.

use super::container::width;
use crate::mutate::Random;
use bytespec::Result;
use bytespec::mlir::view::{self, BuiltinAttribute as A};
use bytespec::mlir::{Attribute, AttributeId, File, Module, StringId, Type, TypeId, plan};
use bytespec::plan::data::{Coding, ItemId, Shape, ShapeId};
use bytespec::plan::{self, FileValue, SectionContent, Spelling, Value};

/// A file as a tree, changed by `change` and written again.
pub(super) fn changed(
    bytes: &[u8],
    change: impl FnOnce(&mut [(&'static str, &mut Value)]),
) -> Result<Vec<u8>> {
    let mut open = plan::File::open(plan(), bytes, &[])?;
    let mut file: FileValue = open.read()?;
    let mut sections: Vec<(&str, &mut Value)> = Vec::new();
    for section in &mut file.sections {
        if let SectionContent::Item(item, value) = &mut section.content {
            sections.push((name_of(*item), value));
        }
    }
    change(&mut sections);
    open.write(&file)
}

pub(super) fn name_of(item: ItemId) -> &'static str {
    plan().items.get(item.index()).map_or("", |item| plan().name(item.name))
}

fn shape(id: ShapeId) -> Option<&'static Shape> {
    plan().shapes.get(id.index())
}

/// Whether a number of a shape may have more bytes than it needs.
fn is_varint(id: ShapeId) -> bool {
    match shape(id) {
        Some(Shape::Integer { coding, .. }) => *coding == Coding::Prefix,
        Some(
            Shape::Index { number, .. } | Shape::Enum { number, .. } | Shape::Bits { number, .. },
        ) => is_varint(*number),
        _ => false,
    }
}

/// A value around which widths are, where there are some.
fn padded(value: Value, widths: Vec<(u32, Spelling)>) -> Value {
    if widths.is_empty() { value } else { Value::Padded(Box::new(value), widths) }
}

/// Widths for the places of which `wide` says that a varint is there.
fn widths(count: usize, random: &mut Random, wide: impl Fn(usize) -> bool) -> Vec<(u32, Spelling)> {
    let places = (0..count).filter(|place| wide(*place));
    let found = places.map(|place| (place as u32, width(random) as u8));
    let found = found.filter(|(_, width)| *width > 1);
    found.map(|(place, width)| (place, Spelling::Width(width))).collect()
}

fn widen(id: ShapeId, value: Value, random: &mut Random) -> Value {
    match (shape(id), value) {
        (_, value @ (Value::Absent | Value::Padded(..))) => value,
        (Some(Shape::Sized { value: inner, .. } | Shape::Computed { shape: inner, .. }), value) => {
            widen(*inner, value, random)
        }
        (Some(Shape::Sequence { element, .. }), Value::List(values)) => {
            let found = widths(values.len(), random, |_| is_varint(*element));
            let values = values.into_iter().map(|value| widen(*element, value, random));
            padded(Value::List(values.collect()), found)
        }
        (Some(Shape::Item(item)), value) if is_transparent(*item) => {
            let steps = plan().steps_of(*item);
            let found = widths(steps.len(), random, |place| is_varint(steps[place].shape));
            let visible = plan().visible_step(*item).map(|place| steps[place].shape);
            let value = match visible {
                Some(visible) => widen(visible, value, random),
                None => value,
            };
            padded(value, found)
        }
        (_, Value::Item(item, values)) => widen_item(item, values, random),
        (_, value) => value,
    }
}

fn is_transparent(item: ItemId) -> bool {
    plan().items.get(item.index()).is_some_and(|item| item.kind.is_transparent())
}

fn widen_item(item: ItemId, values: Vec<Value>, random: &mut Random) -> Value {
    let steps = plan().steps_of(item);
    let found = widths(steps.len(), random, |place| is_varint(steps[place].shape));
    let values = steps.iter().zip(values).map(|(step, value)| widen(step.shape, value, random));
    padded(Value::Item(item, values.collect()), found)
}

pub(super) fn numbers(bytes: &[u8], random: &mut Random) -> Result<Vec<u8>> {
    changed(bytes, |sections| {
        for (_, value) in sections {
            if let Value::Item(item, values) = std::mem::take(*value) {
                **value = widen_item(item, values, random);
            }
        }
    })
}

/// Visits every item, the outer ones first.
pub(super) fn items(value: &mut Value, visit: &mut impl FnMut(ItemId, &mut [Value])) {
    match value {
        Value::List(values) => values.iter_mut().for_each(|value| items(value, visit)),
        Value::Padded(value, _) => items(value, visit),
        Value::Item(item, values) => {
            visit(*item, values);
            values.iter_mut().for_each(|value| items(value, visit));
        }
        _ => {}
    }
}

/// Visits every index into a table.
fn indices(value: &mut Value, visit: &mut impl FnMut(&str, &mut u64)) {
    match value {
        Value::Index { table, index } => {
            let table = plan().tables.get(*table as usize).map_or("", |name| plan().name(*name));
            visit(table, index);
        }
        Value::List(values) | Value::Item(_, values) => {
            values.iter_mut().for_each(|value| indices(value, visit));
        }
        Value::Padded(value, _) => indices(value, visit),
        _ => {}
    }
}

pub(super) fn twice(bytes: &[u8], random: &mut Random) -> Result<Vec<u8>> {
    let made = changed(bytes, |sections| {
        let mut doubled = None;
        for (_, value) in sections.iter_mut() {
            items(value, &mut |item, values| {
                if let "StringSection" | "string" = name_of(item)
                    && let Some(Value::List(strings)) = step(item, values, "strings")
                    && !strings.is_empty()
                {
                    let first = random.below(strings.len());
                    doubled = Some((first as u64, strings.len() as u64));
                    strings.push(strings[first].clone());
                }
            });
        }
        let Some((first, second)) = doubled else { return };
        for (_, value) in sections {
            indices(value, &mut |table, index| {
                if table == StringId::TABLE && *index == first && random.below(2) == 0 {
                    *index = second;
                }
            });
        }
    });
    // The plan does not write a table that entries are read by while it grows.
    Ok(made.unwrap_or_else(|_| bytes.to_vec()))
}

/// The value of a step.
fn step<'v>(item: ItemId, values: &'v mut [Value], name: &str) -> Option<&'v mut Value> {
    let steps = plan().steps_of(item).iter();
    steps.zip(values).find(|(step, _)| plan().name(step.name) == name).map(|(_, value)| value)
}

/// Lists of an operation that it may have none of.
const LISTS: [&str; 3] = ["results", "operands", "successors"];

pub(super) fn empty_lists(bytes: &[u8], random: &mut Random) -> Result<Vec<u8>> {
    changed(bytes, |sections| {
        for (_, value) in sections {
            items(value, &mut |item, values| {
                if name_of(item) != "Op" {
                    return;
                }
                for name in LISTS {
                    if let Some(value @ Value::Absent) = step(item, values, name)
                        && random.below(2) == 0
                    {
                        *value = Value::List(Vec::new());
                    }
                }
            });
        }
    })
}

/// Whether a region holds an operation with regions: the values of these are numbered behind all that is announced.
fn has_regions(values: &mut [Value]) -> bool {
    let mut found = false;
    values.iter_mut().for_each(|value| {
        items(value, &mut |item, _| found |= name_of(item) == "Region");
    });
    found
}

pub(super) fn overstated(bytes: &[u8], random: &mut Random) -> Result<Vec<u8>> {
    changed(bytes, |sections| {
        for (_, value) in sections {
            items(value, &mut |item, values| {
                let counted = match name_of(item) {
                    "Region" if !has_regions(values) => "values",
                    "DialectSection" | "dialect" => "op_names",
                    _ => return,
                };
                if let Some(Value::Unsigned(count)) = step(item, values, counted) {
                    *count += random.below(3) as u64;
                }
            });
        }
    })
}

/// The numbers of a place from one line and column to another.
const ALL_NUMBERS: usize = 4;

/// The texts of the entries of a table, where they have some.
type Texts = Vec<Option<String>>;

/// The attributes and types of `builtin` as text; none for one that stands as text or whose text names what it does not hold.
fn texts(bytes: &[u8]) -> Result<(Texts, Texts)> {
    let file = File::open(bytes)?;
    let module = Module::tables(&file)?;
    let known =
        |text: String| (!text.starts_with('<') && !text.contains("distinct")).then_some(text);
    let attribute = |index: usize| {
        let id = AttributeId(index as u32);
        match file.attribute(id).ok()? {
            // No text tells which of the numbers of a place there are.
            Attribute::Typed(view::AttributeEntry::Builtin(A::FileLineColRange {
                data, ..
            })) if data.len() < ALL_NUMBERS => None,
            Attribute::Typed(entry) if entry.dialect() == "builtin" => {
                known(module.display(id).to_string())
            }
            _ => None,
        }
    };
    let ty = |index: usize| {
        let id = TypeId(index as u32);
        match file.ty(id).ok()? {
            Type::Typed(entry) if entry.dialect() == "builtin" => {
                known(module.display(id).to_string())
            }
            _ => None,
        }
    };
    let attributes = (0..file.attribute_count()?).map(attribute).collect();
    let types = (0..file.type_count()?).map(ty).collect();
    Ok((attributes, types))
}

pub(super) fn as_text(bytes: &[u8]) -> Result<Vec<u8>> {
    let (attributes, types) = texts(bytes)?;
    changed(bytes, |sections| {
        let mut sizes = attributes.iter().chain(&types);
        let mut entries = attributes.iter().chain(&types);
        for (_, value) in sections {
            items(value, &mut |item, values| match name_of(item) {
                "SizedEntry" => {
                    if let Some(Some(_)) = sizes.next()
                        && let Some(custom) = step(item, values, "custom")
                    {
                        *custom = Value::Bool(false);
                    }
                }
                "AttributeEntry" | "TypeEntry" => {
                    let Some(Some(text)) = entries.next() else { return };
                    for name in ["attribute", "type"] {
                        if let Some(value) = step(item, values, name) {
                            *value = Value::Absent;
                        }
                    }
                    if let Some(value) = step(item, values, "text") {
                        *value = Value::Bytes(text.clone().into_bytes());
                    }
                }
                _ => {}
            });
        }
    })
}
