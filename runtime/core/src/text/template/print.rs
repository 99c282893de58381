//! Prints values by their templates.

use super::{Absence, Field, Members, Piece, Shape, Template, grouped, members};
use crate::reflect::{FieldValue, Names, Reflect, Text, write_item};
use std::fmt::{self, Write};

/// Visits the value of a field, by its position.
type Fields<'v> = dyn Fn(usize, &mut dyn FnMut(FieldValue<'_>)) + 'v;

/// Prints a value by a template; `fields` visits its fields, and `names` spells references.
///
/// # Errors
/// Those of `f`.
pub fn print(
    template: &Template,
    fields: &Fields<'_>,
    f: &mut dyn Write,
    names: &dyn Names,
) -> fmt::Result {
    Printer { template, fields, f, names, comma: "" }.pieces(template.pieces)
}

/// By the template of the value.
impl<T: Reflect> Text for T {
    fn text(&self, f: &mut dyn Write, names: &dyn Names) -> fmt::Result {
        text(self, f, names)
    }
}

fn text(item: &dyn Reflect, f: &mut dyn Write, names: &dyn Names) -> fmt::Result {
    let Some(template) = item.template() else { return write_item(f, item, names) };
    if template.pieces.is_empty() {
        return listed(item, template, f, names);
    }
    let fields = |wanted: usize, visit: &mut dyn FnMut(FieldValue<'_>)| {
        let mut at = 0;
        item.fields(&mut |_, value| {
            if at == wanted {
                visit(value);
            }
            at += 1;
        });
    };
    print(template, &fields, f, names)
}

/// Prints a value without a template: `label<a = .., b = ..>`.
fn listed(
    item: &dyn Reflect,
    template: &Template,
    f: &mut dyn Write,
    names: &dyn Names,
) -> fmt::Result {
    let mut printer = Printer { template, fields: &|_, _| {}, f, names, comma: "<" };
    let (mut at, mut result) = (0, printer.f.write_str(item.item_name()));
    item.fields(&mut |name, value| {
        if result.is_ok() {
            result = printer.comma().and_then(|()| {
                write!(printer.f, "{name} = ")?;
                printer.field(at, &value, (", ", false))
            });
        }
        at += 1;
    });
    result?;
    if at > 0 { f.write_char('>') } else { Ok(()) }
}

struct Printer<'p> {
    template: &'p Template,
    fields: &'p Fields<'p>,
    f: &'p mut dyn Write,
    names: &'p dyn Names,
    /// What precedes the next piece of a list of pieces.
    comma: &'static str,
}

impl Printer<'_> {
    fn pieces(&mut self, pieces: &'static [Piece]) -> fmt::Result {
        grouped(pieces).try_for_each(|(piece, inner)| self.piece(piece, inner))
    }

    fn piece(&mut self, piece: &Piece, inner: &'static [Piece]) -> fmt::Result {
        match *piece {
            Piece::Literal(text) => self.f.write_str(text),
            Piece::Comma => self.comma(),
            Piece::Field(at, separator, trailing) => {
                let (fields, mut result) = (self.fields, Ok(()));
                fields(at, &mut |value| result = self.field(at, &value, (separator, trailing)));
                result
            }
            Piece::IfPresent(at, _) => match self.is_present(at) {
                true => self.pieces(inner),
                false => Ok(()),
            },
            Piece::IfNotIdentity(at, of, _) => match self.is_identity(at, of) {
                true => Ok(()),
                false => self.pieces(inner),
            },
        }
    }

    fn comma(&mut self) -> fmt::Result {
        self.f.write_str(std::mem::replace(&mut self.comma, ", "))
    }

    fn field(&mut self, at: usize, value: &FieldValue<'_>, list: (&str, bool)) -> fmt::Result {
        let Field(shape, absence) = &self.template.fields[at];
        match value {
            FieldValue::Absent if *absence == Absence::Optional => self.f.write_char('?'),
            value => self.value(shape, value, list),
        }
    }

    fn is_present(&self, at: usize) -> bool {
        let Field(shape, absence) = &self.template.fields[at];
        // A value that may be absent is present whatever it is, and an enum always has a member, which may be the number zero.
        let always = *absence == Absence::Optional
            || matches!(shape, Shape::Optional(..) | Shape::Member(_));
        let mut present = true;
        (self.fields)(at, &mut |value| {
            present = match value {
                FieldValue::Absent => false,
                FieldValue::Bool(false) | FieldValue::List(0, _) => always,
                FieldValue::Unsigned(0) | FieldValue::Signed(0) => always,
                _ => true,
            };
        });
        present
    }

    /// Whether a list is 0, 1, 2, and so on, with as many elements as the other.
    fn is_identity(&self, at: usize, of: Option<usize>) -> bool {
        let count = |at: usize| {
            let mut count = 0;
            (self.fields)(at, &mut |value| {
                if let FieldValue::List(len, _) = value {
                    count = len;
                }
            });
            count
        };
        let mut identity = of.is_none_or(|of| count(of) == count(at));
        (self.fields)(at, &mut |value| {
            let FieldValue::List(_, each) = value else { return };
            let mut index = 0u64;
            each(&mut |element| {
                identity &= match element {
                    FieldValue::Unsigned(number) => number == index,
                    FieldValue::Signed(number) => u64::try_from(number) == Ok(index),
                    _ => false,
                };
                index += 1;
            });
        });
        identity
    }

    fn value(&mut self, shape: &Shape, value: &FieldValue<'_>, list: (&str, bool)) -> fmt::Result {
        match (shape, value) {
            (Shape::Optional(absent, _), FieldValue::Absent) => self.names.absent(self.f, absent),
            (Shape::Optional(_, inner), value) => self.value(inner, value, ("", false)),
            (Shape::Only(inner), FieldValue::Item(record)) => {
                let mut result = Ok(());
                record.fields(&mut |_, value| result = self.value(inner, &value, list));
                result
            }
            (Shape::List(inner), FieldValue::List(count, each)) => {
                self.list(inner, (*count, *each), list)
            }
            (Shape::Shortened { before, after, .. }, FieldValue::Ref { table, index }) => {
                self.names.shortened(self.f, table, *index, before, after)
            }
            (Shape::Spelled(_, words), value) => {
                let word = words.iter().find(|(number, _)| Some(*number) == whole(value));
                match word {
                    Some((_, word)) => self.f.write_str(word),
                    None => self.plain(value),
                }
            }
            (Shape::Named(_, of), value) => {
                match whole(value).and_then(|number| of.named(number)) {
                    Some(name) => self.f.write_str(name),
                    None => self.plain(value),
                }
            }
            (Shape::Flags(_, of), FieldValue::Unsigned(number)) => self.flags(*number, *of),
            (Shape::Record, FieldValue::Item(item)) => write_item(self.f, *item, self.names),
            (Shape::Offsets, FieldValue::Unsigned(count)) => write!(self.f, "{count} entries"),
            (_, value) => self.plain(value),
        }
    }

    fn list(
        &mut self,
        inner: &Shape,
        (count, each): (usize, &crate::reflect::EachElement<'_>),
        (separator, trailing): (&str, bool),
    ) -> fmt::Result {
        let mut result = Ok(());
        let mut first = true;
        each(&mut |element| {
            if result.is_err() {
                return;
            }
            result = match std::mem::take(&mut first) {
                true => Ok(()),
                false => self.f.write_str(separator),
            };
            result = result.and_then(|()| self.value(inner, &element, ("", false)));
        });
        match trailing && count > 0 {
            true => result.and_then(|()| self.f.write_str(separator)),
            false => result,
        }
    }

    /// A number whose bits have names: one name alone, or several names in quotes with `|` between them. A number with bits that have
    /// no name is written as a number.
    fn flags(&mut self, number: u64, of: &dyn Members) -> fmt::Result {
        let mut left = number;
        // Members of several bits come before members of one bit.
        let all: Vec<_> = members(of).map(|(at, name)| (of.number(at) as u64, name)).collect();
        let groups = all.iter().filter(|(bits, _)| !bits.is_power_of_two()).rev();
        let single = all.iter().filter(|(bits, _)| bits.is_power_of_two());
        let mut names = Vec::new();
        for (bits, name) in groups.chain(single) {
            if left & bits == *bits {
                left &= !bits;
                names.push(*name);
            }
        }
        match names.as_slice() {
            _ if left != 0 || number == 0 => write!(self.f, "{number}"),
            [name] => self.f.write_str(name),
            names => write!(self.f, "\"{}\"", names.join("|")),
        }
    }

    /// A value that has one spelling everywhere.
    fn plain(&mut self, value: &FieldValue<'_>) -> fmt::Result {
        match value {
            FieldValue::Bytes(bytes) => write!(self.f, "{} bytes", bytes.len()),
            FieldValue::Item(item) => match self.names.item(self.f, *item)? {
                true => Ok(()),
                false => text(*item, self.f, self.names),
            },
            value => crate::reflect::write_value(self.f, value, self.names),
        }
    }
}

/// A number; none if the value is something else.
fn whole(value: &FieldValue<'_>) -> Option<i128> {
    match value {
        FieldValue::Unsigned(number) => Some((*number).into()),
        FieldValue::Signed(number) => Some((*number).into()),
        _ => None,
    }
}
