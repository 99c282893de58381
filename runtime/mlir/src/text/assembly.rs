//! Prints operations in the custom form that a dialect of the registry defines: MLIR's assembly format.
//!
//! An operation is printed in its custom form only if the text contains everything: values in their groups, their types,
//! properties and attributes. Any other operation is printed in the generic form, so nothing is lost.

use super::printer::Printer;
use super::properties::{Attributes, Entry, Given, PROPERTIES_SINCE};
use crate::dialect::{MAX_UNTYPED_RESULTS, OpPartKind, OpText};
use crate::module::ir::{OpId, RegionId, Value};
use crate::operations::properties::{self, Property, PropertyValue};
use crate::operations::typed::{share, sizes_name};
use bytespec_core::error::Result;
use bytespec_core::operation_text::{Part, Piece, Subject, Test};
use bytespec_core::properties::Kind;
use bytespec_core::signatures::{Count, Members};
use bytespec_core::text::output::Print;
use std::fmt::Write as _;

/// An operation that is printed in its custom form.
pub(super) struct Assembly<'p> {
    /// The remaining pieces to print, with groups expanded.
    pieces: std::vec::IntoIter<&'static Piece>,
    parts: Parts<'p>,
    /// The dictionary entries.
    others: Vec<Entry<'p>>,
    /// Whether the name was printed.
    is_started: bool,
}

/// The parts of an operation, as its template refers to them.
struct Parts<'p> {
    text: &'static OpText,
    operands: Vec<Members>,
    results: Vec<Members>,
    regions: Vec<Members>,
    successors: Vec<Members>,
    properties: Vec<Property>,
    attributes: Attributes<'p>,
}

impl Parts<'_> {
    /// The members of a group; `None` for a part that is not a group.
    fn group(&self, part: Part) -> Option<&Members> {
        let (groups, index) = match part {
            Part::Operand(index) => (&self.operands, index),
            Part::Result(index) => (&self.results, index),
            Part::Region(index) => (&self.regions, index),
            Part::Successor(index) => (&self.successors, index),
            Part::Attribute(_) | Part::Property(_) => return None,
        };
        groups.get(usize::from(index))
    }

    /// The name of a part that is an attribute.
    fn attribute_name(&self, index: u16) -> Option<&'static str> {
        let mut parts = self.text.parts.iter().filter(|part| part.kind == OpPartKind::Attribute);
        parts.nth(usize::from(index)).map(|part| part.group.name)
    }

    /// The value of a part that is an attribute or a property, if it has one.
    fn value(&self, part: Part) -> Option<PropertyValue> {
        match part {
            Part::Attribute(index) => {
                let name = self.attribute_name(index)?.as_bytes();
                let mut others = self.attributes.others.iter();
                match others.find(|(other, _)| *other == name)? {
                    (_, Given::Attribute(id)) => Some(PropertyValue::Attribute(*id)),
                    _ => None,
                }
            }
            Part::Property(name) => {
                let found = self.properties.iter().find(|property| property.name == name)?;
                Some(found.value.clone()).filter(|value| *value != PropertyValue::None)
            }
            _ => None,
        }
    }

    fn has_content(&self, part: Part) -> bool {
        match self.group(part) {
            Some(members) => !members.places.is_empty(),
            None => self.value(part).is_some(),
        }
    }

    fn holds(&self, test: &Test) -> bool {
        matches!(test.of, Subject::HasContent(part) if self.has_content(part) != test.negated)
    }

    /// The pieces that are printed for this operation.
    fn shown(&self, pieces: &'static [Piece], shown: &mut Vec<&'static Piece>) {
        for piece in pieces {
            match piece {
                Piece::If(any, inner) => {
                    if any.iter().any(|all| all.iter().all(|test| self.holds(test))) {
                        self.shown(inner, shown);
                    }
                }
                piece => shown.push(piece),
            }
        }
    }
}

/// The content of the printed pieces.
#[derive(Default)]
struct Printed {
    values: Vec<Part>,
    types: Vec<Part>,
    /// Whether there is a dictionary of all other attributes.
    others: bool,
}

impl Printed {
    /// `None` for pieces that contain something twice, or something that a parser of MLIR's text does not read.
    fn of(pieces: &[&'static Piece]) -> Option<Self> {
        let mut printed = Printed::default();
        for piece in pieces {
            match **piece {
                Piece::Literal(_) => {}
                Piece::Value(part, "") if !printed.values.contains(&part) => {
                    printed.values.push(part)
                }
                Piece::Type(part @ (Part::Operand(_) | Part::Result(_))) => {
                    printed.types.push(part)
                }
                Piece::Dictionary(&[]) if !printed.others => printed.others = true,
                _ => return None,
            }
        }
        Some(printed)
    }
}

impl<'p> Printer<'p, '_> {
    /// The custom form of an operation; `None` if it has none, or if the custom form would lose something.
    pub(super) fn assembly(&self, op: OpId) -> Option<Assembly<'p>> {
        let has_form = !self.options.generic
            && self.release >= PROPERTIES_SINCE
            && properties::exist(self.module.version());
        let text = if has_form { self.op_text(op)? } else { return None };
        // An operation that cannot be read is printed in the generic form, which shows its fault.
        let parts = self.parts(op, text).ok()??;
        let mut pieces = Vec::new();
        parts.shown(text.pieces, &mut pieces);
        let printed = Printed::of(&pieces)?;
        let fits = self.groups_fit(op, &parts, &printed)
            && self.types_fit(op, &parts, &printed)
            && properties_fit(&parts, &printed);
        if !fits {
            return None;
        }
        let others = others(&parts, &printed)?;
        Some(Assembly { pieces: pieces.into_iter(), parts, others, is_started: false })
    }

    /// The text template for an operation's name.
    fn op_text(&self, op: OpId) -> Option<&'static OpText> {
        let module = self.module;
        let found = || {
            let name = module.name(op);
            let dialect = module.registry.get(name.dialect).filter(|_| name.registered)?;
            let operation = std::str::from_utf8(name.name).ok()?;
            let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
            let starts =
                name.dialect.first().is_some_and(|byte| !byte.is_ascii_digit() && *byte != b'$');
            let text = dialect.operation_text(operation)?;
            let is_name = starts && name.dialect.iter().all(is_word);
            (is_name && text.behind_name(operation).is_some()).then_some(text)
        };
        match self.op_texts.get(module.ir.name(op).0 as usize) {
            Some(known) => *known.get_or_init(found),
            None => found(),
        }
    }

    /// The parts of an operation, as its template refers to them; `None` if they do not match.
    fn parts(&self, op: OpId, text: &'static OpText) -> Result<Option<Parts<'p>>> {
        let module = self.module;
        let share = |kind| share(module, op, text.parts, kind);
        let groups = (
            share(OpPartKind::Operand)?,
            share(OpPartKind::Result)?,
            share(OpPartKind::Region)?,
            share(OpPartKind::Successor)?,
        );
        let (Some(operands), Some(results), Some(regions), Some(successors)) = groups else {
            return Ok(None);
        };
        let properties = match module.properties_id(op) {
            Some(id) => {
                let (fields, list) = self.property_list(op, id)?;
                if fields != text.layout {
                    return Ok(None);
                }
                list
            }
            None if text.layout.is_empty() => Vec::new(),
            None => return Ok(None),
        };
        let attributes = self.attributes_of(op)?;
        Ok(Some(Parts { text, operands, results, regions, successors, properties, attributes }))
    }

    /// Whether the text contains all values, regions and successors, and no missing ones.
    fn groups_fit(&self, op: OpId, parts: &Parts<'_>, printed: &Printed) -> bool {
        let all_shown = |groups: &[Members], part: fn(u16) -> Part| {
            (0_u16..).zip(groups).all(|(index, members)| {
                let count = members.places.len();
                match printed.values.contains(&part(index)) {
                    true => count > 0 || members.group.count == Count::Variadic,
                    false => count == 0,
                }
            })
        };
        let sizes = |kind, groups: &[Members]| {
            let property =
                parts.properties.iter().find(|property| Some(property.name) == sizes_name(kind));
            property.is_none_or(|property| property.value == sizes_of(groups))
        };
        all_shown(&parts.operands, Part::Operand)
            && all_shown(&parts.regions, Part::Region)
            && all_shown(&parts.successors, Part::Successor)
            && sizes(OpPartKind::Operand, &parts.operands)
            && sizes(OpPartKind::Result, &parts.results)
            && self.module.regions(op).len() == parts.regions.iter().map(|it| it.places.len()).sum()
    }

    /// Whether a parser can determine the types of all values, and the number of results in each group.
    fn types_fit(&self, op: OpId, parts: &Parts<'_>, printed: &Printed) -> bool {
        let module = self.module;
        let operands = module.operands(op);
        let results: Vec<Value> = module.results(op).collect();
        let of_kind = |kind| parts.text.parts.iter().filter(move |part| part.kind == kind);
        let first_type = |name: &str| {
            let mut groups = of_kind(OpPartKind::Operand);
            let index = u16::try_from(groups.position(|part| part.group.name == name)?).ok()?;
            let is_printed = printed.types.contains(&Part::Operand(index));
            let members = parts.operands.get(usize::from(index)).filter(|_| is_printed)?;
            Some(module.ir.value_type(*operands.get(members.places.clone())?.first()?))
        };
        let known = |kind, groups: &[Members], values: &[Value], part: fn(u16) -> Part| {
            let mut all = (0_u16..).zip(groups).zip(of_kind(kind));
            all.all(|((index, members), group)| {
                let Some(values) = values.get(members.places.clone()) else { return false };
                if printed.types.contains(&part(index)) {
                    return !values.is_empty() || members.group.count == Count::Variadic;
                }
                if kind == OpPartKind::Result && parts.text.states_types(part(index)) {
                    return values.is_empty();
                }
                let ty = group.type_of.and_then(first_type);
                values.iter().all(|value| ty == Some(module.ir.value_type(*value)))
            })
        };
        let uncounted = (0_u16..).zip(&parts.results).filter(|(index, members)| {
            members.group.count != Count::One && !parts.text.states_types(Part::Result(*index))
        });
        let uncounted: Vec<usize> = uncounted.map(|(_, members)| members.places.len()).collect();
        uncounted.len() <= 1
            && uncounted.iter().all(|count| *count <= MAX_UNTYPED_RESULTS)
            && known(OpPartKind::Operand, &parts.operands, operands, Part::Operand)
            && known(OpPartKind::Result, &parts.results, &results, Part::Result)
    }

    /// Prints an operation up to its next region, and returns the region; `None` at the end.
    pub(super) fn up_to_region(
        &mut self,
        op: OpId,
        assembly: &mut Assembly<'p>,
    ) -> Result<Option<RegionId>> {
        if !std::mem::replace(&mut assembly.is_started, true) {
            let dialect = String::from_utf8_lossy(self.module.name(op).dialect);
            self.out.push_str(&dialect);
            self.out.push('.');
        }
        while let Some(piece) = assembly.pieces.next() {
            if let Piece::Value(part @ Part::Region(_), _) = piece {
                let place = assembly.parts.group(*part).map(|members| members.places.start);
                return Ok(place.and_then(|place| self.module.regions(op).nth(place)));
            }
            self.piece(op, assembly, piece)
                .map_err(|error| self.module.within_properties(op, error))?;
        }
        Ok(None)
    }

    fn piece(&mut self, op: OpId, assembly: &Assembly<'p>, piece: &Piece) -> Result<()> {
        let module = self.module;
        match *piece {
            Piece::Literal(text) => self.out.push_str(text),
            Piece::Value(part @ Part::Operand(_), _) => {
                let members = assembly.parts.group(part).map(|members| members.places.clone());
                let values = members.and_then(|places| module.operands(op).get(places));
                self.list(values.unwrap_or_default(), |printer, value| {
                    printer.numbers.value(&mut printer.line, &module.ir, *value);
                    printer.line.print(&mut printer.out);
                    Ok(())
                })?;
            }
            Piece::Value(part @ Part::Successor(_), _) => {
                let members = assembly.parts.group(part).map(|members| members.places.clone());
                let blocks = members.and_then(|places| module.successors(op).get(places));
                self.list(blocks.unwrap_or_default(), |printer, block| {
                    printer.numbers.block(&mut printer.line, *block);
                    printer.line.print(&mut printer.out);
                    Ok(())
                })?;
            }
            Piece::Value(part, _) => match assembly.parts.value(part) {
                Some(PropertyValue::Attribute(id)) => self.attribute(id, false)?,
                Some(PropertyValue::String(id)) => self.string(id)?,
                Some(PropertyValue::Number(number)) => {
                    let _ = write!(self.out, "{number}");
                }
                Some(PropertyValue::Bool(truth)) => {
                    let _ = write!(self.out, "{truth}");
                }
                Some(PropertyValue::None | PropertyValue::Segments(_)) | None => {}
            },
            Piece::Type(part) => {
                let Some(members) = assembly.parts.group(part) else { return Ok(()) };
                let places = members.places.clone();
                let values: Vec<Value> = match part {
                    Part::Operand(_) => {
                        module.operands(op).get(places).unwrap_or_default().to_vec()
                    }
                    _ => module.results(op).skip(places.start).take(places.len()).collect(),
                };
                self.list(values, |printer, value| printer.ty(module.ir.value_type(value)))?;
            }
            Piece::Dictionary(_) if !assembly.others.is_empty() => {
                self.out.push(' ');
                self.entries(&assembly.others)?;
            }
            _ => {}
        }
        Ok(())
    }
}

/// The sizes of groups as a property.
fn sizes_of(groups: &[Members]) -> PropertyValue {
    let size = |members: &Members| u32::try_from(members.places.len()).unwrap_or(u32::MAX);
    PropertyValue::Segments(groups.iter().map(size).collect())
}

/// Whether a property states the sizes of the groups of operands or results, which a parser counts.
fn is_size(name: &str) -> bool {
    [OpPartKind::Operand, OpPartKind::Result].iter().any(|kind| sizes_name(*kind) == Some(name))
}

/// Whether all properties and attributes in the text exist, and all others can be omitted or printed in the dictionary.
fn properties_fit(parts: &Parts<'_>, printed: &Printed) -> bool {
    let is_there = |part: &Part| match part {
        Part::Attribute(_) => parts.value(*part).is_some(),
        Part::Property(name) => {
            let field = parts.text.layout.iter().find(|field| field.name == *name);
            field.is_some_and(|field| !matches!(field.kind, Kind::Segments(_)))
                && parts.value(*part).is_some()
        }
        _ => true,
    };
    let is_left_out = |property: &Property| {
        printed.others
            || property.value == PropertyValue::None
            || is_size(property.name)
            || printed.values.contains(&Part::Property(property.name))
    };
    printed.values.iter().all(is_there) && parts.properties.iter().all(is_left_out)
}

/// The dictionary entries; `None` if there are some without a dictionary, or if a parser would read them as something else.
fn others<'p>(parts: &Parts<'p>, printed: &Printed) -> Option<Vec<Entry<'p>>> {
    let shown: Vec<&str> = printed
        .values
        .iter()
        .filter_map(|part| match part {
            Part::Attribute(index) => parts.attribute_name(*index),
            Part::Property(name) => Some(*name),
            _ => None,
        })
        .collect();
    let is_shown = |name: &[u8]| shown.iter().any(|shown| shown.as_bytes() == name);
    let is_property =
        |name: &[u8]| parts.text.layout.iter().any(|field| field.name.as_bytes() == name);
    if parts.attributes.others.iter().any(|(name, _)| is_property(name)) {
        return None;
    }
    let is_counted = |name: &[u8]| std::str::from_utf8(name).is_ok_and(is_size);
    let inherent = parts.attributes.inherent.iter().filter(|(name, _)| !is_counted(name));
    let all = inherent.chain(&parts.attributes.others).filter(|(name, _)| !is_shown(name));
    let mut all: Vec<Entry<'p>> = all.cloned().collect();
    all.sort_by_key(|(name, _)| *name);
    (printed.others || all.is_empty()).then_some(all)
}
