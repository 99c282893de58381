//! The layout of the properties of a defined operation on the wire.

use super::gap::Gap;
use super::operation::{ArgumentKind, Operation};
use crate::model::{Property, PropertyKind};

/// C++ without white space, and its encoding on the wire.
const WRITERS: [(&str, PropertyKind); 5] = [
    ("$_writer.writeVarInt($_storage);", PropertyKind::Varint),
    ("$_writer.writeVarInt(static_cast<uint64_t>($_storage));", PropertyKind::Varint),
    ("$_writer.writeOwnedBool($_storage);", PropertyKind::Bool),
    ("$_writer.writeOwnedString($_storage);", PropertyKind::String),
    (
        "$_writer.writeOwnedBool($_storage.has_value());if($_storage.has_value()){$_writer.writeVarInt((*($_storage)));}",
        PropertyKind::OptionalVarint,
    ),
];

/// The facts besides the operation's arguments that determine a layout.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// Attributes and sizes of segments are properties of the operation's dialect.
    pub(super) attributes: bool,
    /// Reading and writing are C++ by hand.
    pub(super) custom: bool,
    /// Sizes of segments stand after native properties, as before there was an encoding by hand.
    pub(super) sizes_last: bool,
}

/// The layout of an operation's properties. Attributes come first, by name; then native properties
/// in the order of the definition; then sizes of segments.
pub(super) fn derive(operation: &Operation, rules: &Rules) -> Result<Vec<Property>, Gap> {
    if rules.custom {
        return Err(Gap::CustomEncoding);
    }
    let mut attributes = Vec::new();
    let mut native = Vec::new();
    let mut operands = 0;
    for argument in &operation.arguments {
        let name = argument.name.clone();
        match &argument.kind {
            ArgumentKind::Operand { .. } => operands += 1,
            ArgumentKind::Attribute { optional, default, .. } => {
                let kind = match *optional || default.is_some() {
                    true => PropertyKind::OptionalAttribute,
                    false => PropertyKind::Attribute,
                };
                attributes.push(Property { name, kind });
            }
            ArgumentKind::Property { writer, .. } => native.push(written(name, writer)?),
        }
    }
    if !rules.attributes {
        return Ok(native);
    }
    attributes.sort_by(|a, b| a.name.cmp(&b.name));
    let results = operation.results.len();
    let segments = [
        ("AttrSizedOperandSegments", "operandSegmentSizes", operands),
        ("AttrSizedResultSegments", "resultSegmentSizes", results),
    ];
    let mut sizes = Vec::new();
    for (name, property, count) in segments {
        // Sizes of no segments take no bytes.
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        if count > 0 && operation.has_trait(name) {
            sizes.push(sized(&attributes, property, count));
        }
    }
    if rules.sizes_last {
        let sizes = sizes.into_iter().map(|(_, property)| property);
        return Ok(attributes.into_iter().chain(native).chain(sizes).collect());
    }
    Ok(placed(attributes, native, sizes))
}

/// The name by which sizes of segments are sorted among attributes.
fn sorted_name(property: &str) -> &'static str {
    if property.starts_with("operand") { "operand_segment_sizes" } else { "result_segment_sizes" }
}

/// Sizes of segments, with the number of attributes that stand before them.
fn sized(attributes: &[Property], property: &str, count: u32) -> (usize, Property) {
    let before =
        attributes.iter().filter(|other| other.name.as_str() < sorted_name(property)).count();
    (before, Property { name: property.to_owned(), kind: PropertyKind::Segments(count) })
}

/// All properties in the order of the schema, in which sizes of segments stand where the older format
/// versions have them.
fn placed(
    attributes: Vec<Property>,
    native: Vec<Property>,
    mut sizes: Vec<(usize, Property)>,
) -> Vec<Property> {
    let mut placed = Vec::new();
    for (at, property) in attributes.into_iter().enumerate() {
        while sizes.first().is_some_and(|(before, _)| *before <= at) {
            placed.push(sizes.remove(0).1);
        }
        placed.push(property);
    }
    // Native properties follow the attributes, and count like these for the place of sizes.
    placed.extend(sizes.into_iter().map(|(_, property)| property));
    placed.extend(native);
    placed
}

fn written(name: String, writer: &str) -> Result<Property, Gap> {
    let dense: String = writer.chars().filter(|c| !c.is_whitespace()).collect();
    match WRITERS.iter().find(|(text, _)| *text == dense) {
        Some((_, kind)) => Ok(Property { name, kind: *kind }),
        None => {
            let text: Vec<&str> = writer.split_whitespace().collect();
            Err(Gap::Writer { property: name, text: text.join(" ") })
        }
    }
}
