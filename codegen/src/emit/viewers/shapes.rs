//! Shapes of a plan, converted to members of a layout.

use super::expressions::is_plain;
use super::layout::{Enum, Expr, Filler, Kind, Member, Number, Operator, Repeat, Type, What};
use super::lower::{Bits, Frame, Lower, Members, Place};
use super::names::Names;
use bytespec_plan::{
    self as plan, Coding, Encoding, ExprId, Length, Otherwise, Run, Shape, ShapeId, Sign, Text,
    Transform, Until,
};

/// One value, or one element of several.
struct One {
    what: What,
    size: Option<Expr>,
    /// The byte that fills the size up.
    filler: Option<Filler>,
}

impl Lower<'_> {
    /// Converts a shape: fills in its member and gives its place; none if no viewer can express it.
    pub(super) fn shape(
        &mut self,
        id: ShapeId,
        member: &mut Member,
        out: &mut Members,
    ) -> Option<Place> {
        match *self.plan.shapes.get(id.index())? {
            Shape::Bits { number, .. } => {
                let place = self.once(number, member)?;
                let (whole, taken) = (place.value.clone()?, Expr::Number(0));
                out.bits = Some(Bits { whole, when: member.when.clone(), taken });
                Some(place)
            }
            Shape::Part { place, width, value } => self.part(place, width, value, member, out),
            Shape::Sequence { element, until, reversed } => {
                let repeat = match until {
                    Until::Count(count) => Repeat::Count(self.expr(count, false)?.number()),
                    Until::End => Repeat::End,
                    Until::Holds(test) => Repeat::Until(self.last(element, test)?),
                    Until::Balanced | Until::Reached(..) => return None,
                };
                if reversed {
                    member.note = "the last element stands first".to_owned();
                }
                self.several(element, repeat, member).map(|elements| Place {
                    elements,
                    reversed,
                    ..Place::default()
                })
            }
            Shape::Offsets { element, offsets } => {
                let offsets = self.place(offsets)?;
                let (name, kind) = (offsets.name.clone(), offsets.elements?);
                let at = |at: Expr| Expr::Element(name.clone(), kind, Box::new(at));
                let next = Expr::two(Operator::Add, Expr::Index, Expr::Number(1));
                let count = Expr::Length(name.clone());
                let is_inside = Expr::two(Operator::Less, next.clone(), count.clone());
                let size = Expr::two(Operator::Subtract, at(next), at(Expr::Index));
                let elements = self.several(element, Repeat::Count(count), member)?;
                member.size = Some(Expr::either(is_inside, size, Expr::Left));
                Some(Place { elements, ..Place::default() })
            }
            Shape::Padding { align, strict, from } => {
                let (align, strict) = (self.expr(align, false)?, self.expr(strict, false)?);
                let from = match from {
                    Some(from) => Some(self.expr(from, false)?.number()),
                    None => None,
                };
                if from == Some(Expr::Number(0)) {
                    member.note = "counted from the start of the file".to_owned();
                }
                member.size = Some(filler(align.number(), from));
                if strict != Expr::Number(1) {
                    let left = Expr::two(Operator::Less, Expr::Number(0), Expr::Left);
                    let there = Expr::two(Operator::Or, strict.truth(), left);
                    member.when = Expr::both(member.when.take(), Some(there));
                }
                Some(Place::default())
            }
            Shape::Computed { value, shape } => {
                let value = self.expr(value, false)?.number();
                let names = self.number(shape).and_then(|(_, names)| names);
                member.what = What::Value(value, names);
                let kind = if names.is_some() { Kind::Named } else { Kind::Native };
                Some(self.valued(member, kind))
            }
            Shape::At { offset, value } => {
                let at = self.expr(offset, false)?.number();
                let place = self.shape(value, member, out)?;
                member.at = Some(at);
                Some(place)
            }
            _ => self.once(id, member),
        }
    }

    fn valued(&self, member: &Member, kind: Kind) -> Place {
        let value = Some(Expr::Member(member.name.clone(), kind));
        Place { value, ..Place::default() }
    }

    fn once(&mut self, id: ShapeId, member: &mut Member) -> Option<Place> {
        let One { what, size, filler } = self.one(id, false)?;
        let place = kind(&what).map_or_else(Place::default, |kind| self.valued(member, kind));
        (member.what, member.size, member.filler) = (what, size, filler);
        Some(place)
    }

    fn several(
        &mut self,
        element: ShapeId,
        repeat: Repeat,
        member: &mut Member,
    ) -> Option<Option<Kind>> {
        let One { what, size, filler } = self.one(element, true)?;
        let elements = kind(&what);
        (member.what, member.size, member.repeat) = (what, size, repeat);
        member.filler = filler;
        Some(elements)
    }

    /// Transformed bytes. No viewer has DEFLATE without a header.
    fn transformed(
        &mut self,
        (by, key): (Transform, ExprId),
        value: ShapeId,
        in_sequence: bool,
    ) -> Option<What> {
        let Some(key) = self.key(key, in_sequence).filter(|_| by != Transform::Deflate) else {
            return Some(What::Bytes);
        };
        let Shape::Item(item) = *self.plan.shapes.get(value.index())? else { return None };
        let of = match self.plan.items.get(item.index())?.kind.is_transparent() {
            true => None,
            false => {
                let arguments = self.arguments_of(item, in_sequence)?;
                Some((self.type_of(item), arguments))
            }
        };
        // Viewers name what they do.
        let own = if by == Transform::RotateLeft { "ror" } else { by.word() };
        let name = by.host().map_or(own, |name| self.plan.name(*name));
        Some(What::Transformed(name.to_owned(), by.has_key().then_some(key), of))
    }

    /// The key of a transform. No viewer takes a text.
    fn key(&self, key: ExprId, in_sequence: bool) -> Option<Expr> {
        match self.plan.exprs.get(key.index())? {
            plan::Expr::Content(step) => match self.bytes_of(*step)? {
                (name, false) => Some(Expr::Bytes(name, false)),
                _ => None,
            },
            plan::Expr::Constant(bytes) => {
                Some(Expr::Constant(bytes.of(&self.plan.bytes).to_vec()))
            }
            _ => self.expr(key, in_sequence).map(Expr::number),
        }
    }

    /// A single value of a shape.
    fn one(&mut self, id: ShapeId, in_sequence: bool) -> Option<One> {
        let whole = |what| Some(One { what, size: None, filler: None });
        if let Some((number, names)) = self.number(id) {
            return whole(What::Number(number, names));
        }
        match *self.plan.shapes.get(id.index())? {
            Shape::Either { then, .. }
                if matches!(self.plan.shapes.get(then.index()), Some(Shape::Wide { .. })) =>
            {
                self.one(then, in_sequence)
            }
            Shape::Either { test, then, otherwise } => {
                let test = self.expr(test, in_sequence)?.truth();
                // No viewer has names for a number of two codings.
                let ((then, _), (otherwise, _)) = (self.number(then)?, self.number(otherwise)?);
                let is_native = then.is_native() && otherwise.is_native();
                is_native.then_some(())?;
                whole(What::Either(test, then, otherwise))
            }
            Shape::Item(item) => {
                let arguments = self.arguments_of(item, in_sequence)?;
                whole(What::Type(self.type_of(item), arguments))
            }
            Shape::Choice { tag, cases, otherwise, .. } => {
                let is_open = otherwise == Otherwise::Opaque;
                whole(self.choice((tag, cases, is_open), in_sequence)?)
            }
            // Not every viewer has a type for it.
            Shape::Wide { bits, .. } => {
                let size = Some(Expr::Number((bits / 8).into()));
                Some(One { what: What::Bytes, size, filler: None })
            }
            Shape::Bytes(length) => self.bytes(length, in_sequence),
            Shape::Text { length, encoding, .. } => self.text(length, encoding, in_sequence),
            Shape::Sized { size, value } => {
                let size = Some(self.expr(size, in_sequence)?.number());
                let what = match *self.plan.shapes.get(value.index())? {
                    Shape::Sequence { element, until: Until::End, .. } => self.list(element)?,
                    _ => {
                        let inner = self.in_size(value, in_sequence)?;
                        inner.size.is_none().then_some(inner.what)?
                    }
                };
                Some(One { what, size, filler: None })
            }
            Shape::With { argument, by, value } => {
                self.with((argument, by), in_sequence)?;
                self.one(value, in_sequence)
            }
            Shape::Function { name, arguments } => {
                let arguments = arguments.of(&self.plan.numbers);
                let given: Option<Vec<(String, Expr)>> = arguments
                    .iter()
                    .map(|step| {
                        let place = self.place(u32::try_from(*step).ok()?)?;
                        Some((place.name.clone(), place.number()?.number()))
                    })
                    .collect();
                whole(self.function(name, given?))
            }
            _ => None,
        }
    }

    /// Evaluates an argument of the item that follows.
    fn with(&mut self, (argument, by): (u32, ExprId), in_sequence: bool) -> Option<()> {
        let number = self.expr(by, in_sequence)?.number();
        let at = usize::try_from(argument).ok()?;
        *self.arguments.get_mut(at)? = Some(number);
        Some(())
    }

    /// A value that takes all bytes of a size. No viewer has transformed bytes without a size.
    fn in_size(&mut self, id: ShapeId, in_sequence: bool) -> Option<One> {
        match *self.plan.shapes.get(id.index())? {
            Shape::Transformed { by, key, value } => {
                let what = self.transformed((by, key), value, in_sequence)?;
                Some(One { what, size: None, filler: None })
            }
            Shape::With { argument, by, value } => {
                self.with((argument, by), in_sequence)?;
                self.in_size(value, in_sequence)
            }
            _ => self.one(id, in_sequence),
        }
    }

    /// A choice by a tag. `is_open` states whether a value without a case is allowed.
    fn choice(
        &mut self,
        (tag, cases, is_open): (plan::ExprId, Run, bool),
        in_sequence: bool,
    ) -> Option<What> {
        let on = match *self.plan.exprs.get(tag.index())? {
            plan::Expr::Big(step) if !in_sequence => {
                let (name, is_text) = self.bytes_of(step)?;
                Expr::Bytes(name, is_text)
            }
            _ => self.expr(tag, in_sequence)?.number(),
        };
        let mut found = Vec::new();
        for case in cases.of(&self.plan.cases) {
            let Some(item) = case.item else { continue };
            let is_text = matches!(on, Expr::Bytes(_, true));
            let bytes = self.plan.tag_bytes(case.bits())?;
            let is_long = matches!(on, Expr::Bytes(..)) && !plan::is_short_tag(&bytes);
            // No viewer can select a case by a range, and some cannot by a long text.
            if case.tag != case.last || is_long || is_text && !is_plain(&bytes) {
                return None;
            }
            let arguments = self.arguments_of(item, in_sequence)?;
            found.push((case.tag, self.type_of(item), arguments));
        }
        Some(What::Choice { on, cases: found, is_open })
    }

    fn bytes(&self, length: Length, in_sequence: bool) -> Option<One> {
        let (size, filler) = match length {
            Length::Rest => return Some(One { what: What::Bytes, size: None, filler: None }),
            Length::Marker(marker) => {
                let [byte] = marker.of(&self.plan.bytes) else { return None };
                return Some(One { what: What::Until(*byte, None), size: None, filler: None });
            }
            Length::Count(count) => (self.expr(count, in_sequence)?.number(), None),
            Length::Padded(count, pad) => {
                (self.expr(count, in_sequence)?.number(), Some(Filler::Of(pad)))
            }
            Length::Ended(count, marker) => {
                let [byte] = marker.of(&self.plan.bytes) else { return None };
                (self.expr(count, in_sequence)?.number(), Some(Filler::After(*byte)))
            }
            Length::Except(left) => {
                (Expr::two(Operator::Subtract, Expr::Left, Expr::Number(left.into())), None)
            }
            Length::First(step) => {
                let offsets = self.place(step)?;
                let (name, zero) = (offsets.name.clone(), Expr::Number(0));
                let first = Expr::Element(name.clone(), offsets.elements?, Box::new(zero.clone()));
                let any = Expr::two(Operator::Less, zero.clone(), Expr::Length(name));
                (Expr::either(any, first, zero), None)
            }
        };
        Some(One { what: What::Bytes, size: Some(size), filler })
    }

    fn text(&self, length: Length, encoding: Encoding, in_sequence: bool) -> Option<One> {
        let is_wide = encoding.unit() > 1;
        let (size, filler) = match length {
            Length::Count(size) => (Some(size), None),
            Length::Padded(size, pad) if !is_wide => (Some(size), Some(Filler::Of(pad))),
            Length::Padded(..) => return None,
            Length::Ended(size, marker) => match marker.of(&self.plan.bytes) {
                [byte] if !is_wide => (Some(size), Some(Filler::After(*byte))),
                _ => return None,
            },
            Length::Rest => (None, None),
            Length::Marker(marker) => match marker.of(&self.plan.bytes) {
                // No viewer looks for two bytes at once.
                [byte] if !is_wide => {
                    let what = What::Until(*byte, Some(encoding));
                    return Some(One { what, size: None, filler: None });
                }
                _ => return None,
            },
            Length::Except(_) | Length::First(_) => return None,
        };
        let size = match size {
            Some(size) => Some(self.expr(size, in_sequence)?.number()),
            None => None,
        };
        Some(One { what: What::Text(encoding), size, filler })
    }

    /// Whether an element is the last one: an expression over the members of its type.
    fn last(&mut self, element: ShapeId, test: plan::ExprId) -> Option<Expr> {
        let Shape::Item(item) = *self.plan.shapes.get(element.index())? else { return None };
        let at = self.type_of(item);
        let places = self.places.get(&item)?.clone();
        let around = std::mem::replace(&mut self.frames, vec![Frame { item, places }]);
        let last = self.expr(test, false).map(Expr::truth);
        self.frames = around;
        let last = last.filter(Expr::is_of_members)?;
        let ty = self.types.get_mut(at)?;
        if ty.last.as_ref().is_some_and(|other| *other != last) {
            return None;
        }
        ty.last = Some(last.clone());
        Some(last)
    }

    /// A type whose elements extend to the end of its bytes.
    fn list(&mut self, element: ShapeId) -> Option<What> {
        let One { what, size, filler } = self.one(element, true)?;
        let What::Type(of, arguments) = &what else { return None };
        if !arguments.is_empty() {
            return None;
        }
        let name = format!("{} list", self.types[*of].name);
        let known = self.types.iter().position(|ty| ty.name == name.replace(' ', "_"));
        let at = known.unwrap_or_else(|| {
            let elements =
                Member { size, filler, repeat: Repeat::End, ..Member::new("elements", what) };
            let name = self.names.give(&name);
            self.types.push(Type { name, members: vec![elements], ..Type::default() });
            self.types.len() - 1
        });
        Some(What::Type(at, Vec::new()))
    }

    /// A type for the input of a named function: all bytes that are left.
    fn function(&mut self, name: Text, given: Vec<(String, Expr)>) -> What {
        let name = super::names::plain(self.plan.name(name));
        let known = self.types.iter().position(|ty| ty.name == name);
        let (params, arguments) = given.into_iter().unzip();
        let at = known.unwrap_or_else(|| {
            let note = "a function of the reader decodes it, by its arguments: put a type of yours in its place";
            let bytes = Member { note: note.to_owned(), ..Member::new("bytes", What::Bytes) };
            let name = self.names.give(&name);
            self.types.push(Type { name, params, members: vec![bytes], ..Type::default() });
            self.types.len() - 1
        });
        What::Type(at, arguments)
    }

    /// The integer type of a shape, with the enum that names its numbers.
    fn number(&mut self, id: ShapeId) -> Option<(Number, Option<usize>)> {
        match *self.plan.shapes.get(id.index())? {
            // Viewers have no type for half floats, and show their bits.
            Shape::Integer { coding, bits: 16, sign: Sign::Float } => {
                Some((Number { coding, bits: 16, sign: Sign::Unsigned }, None))
            }
            // Viewers do not find the end of digits.
            Shape::Integer { coding: Coding::Digits(of), .. } if of.is_open() => None,
            Shape::Integer { coding, bits, sign } => Some((Number { coding, bits, sign }, None)),
            Shape::Bool => {
                Some((Number { coding: Coding::Little, bits: 8, sign: Sign::Unsigned }, None))
            }
            Shape::Index { number, .. } => self.number(number),
            Shape::Enum { name, number, members, .. } => {
                let (number, _) = self.number(number)?;
                let is_signed = number.sign != Sign::Unsigned;
                Some((number, Some(self.enumeration(name, members, is_signed))))
            }
            _ => None,
        }
    }

    fn enumeration(&mut self, name: Text, members: Run, is_signed: bool) -> usize {
        if let Some(known) = self.known_enums.get(&(name, members)) {
            return *known;
        }
        let mut names = Names::default();
        let mut list: Vec<(i128, String)> = Vec::new();
        for member in members.of(&self.plan.members).iter().filter(|member| !member.removed) {
            if list.iter().all(|(number, _)| *number != member.number) {
                list.push((member.number, names.give(self.plan.name(member.name))));
            }
        }
        let name_here = self.names.give(self.plan.name(name));
        self.enums.push(Enum { name: name_here, members: list, is_signed });
        let at = self.enums.len() - 1;
        self.known_enums.insert((name, members), at);
        at
    }

    /// Converts a part: bits of the integer before it.
    fn part(
        &mut self,
        place: plan::Place,
        width: Option<u8>,
        value: ShapeId,
        member: &mut Member,
        out: &mut Members,
    ) -> Option<Place> {
        let bits = out.bits.as_mut()?;
        let from = match place {
            plan::Place::Bit(bit) => Expr::Number(bit.into()),
            plan::Place::Next => bits.taken.clone(),
        };
        if let Some(width) = width {
            let width = Expr::Number(width.into());
            let here = match (place, member.when.clone()) {
                (plan::Place::Next, Some(when)) => Expr::either(when, width, Expr::Number(0)),
                _ => width,
            };
            bits.taken = Expr::two(Operator::Add, from.clone(), here);
        }
        let bits = Expr::two(Operator::ShiftRight, bits.whole.clone(), from);
        let bits = match width {
            Some(width) => {
                let mask = 1_u64.checked_shl(width.into()).map_or(u64::MAX, |bit| bit - 1);
                Expr::two(Operator::BitAnd, bits, Expr::Number(mask))
            }
            None => bits,
        };
        let is_truth = matches!(self.plan.shapes.get(value.index()), Some(Shape::Bool));
        let (number, names) = self.number(value)?;
        if number.sign != Sign::Unsigned {
            return None;
        }
        let kind = match (is_truth, names) {
            (true, _) => Kind::Truth,
            (false, Some(_)) => Kind::Named,
            (false, None) => Kind::Native,
        };
        member.what = What::Value(if is_truth { bits.truth() } else { bits }, names);
        Some(self.valued(member, kind))
    }
}

/// The number of filler bytes up to the next multiple of `align`, counted from an offset.
pub(super) fn filler(align: Expr, from: Option<Expr>) -> Expr {
    let modulo = |a, b| Expr::two(Operator::Remainder, a, b);
    let past = modulo(Expr::Position, align.clone());
    let mut filler = Expr::two(Operator::Subtract, align.clone(), past);
    if let Some(from) = from.filter(|from| *from != Expr::Number(0)) {
        filler = Expr::two(Operator::Add, filler, modulo(from, align.clone()));
    }
    let filler = modulo(filler, align.clone());
    match align {
        Expr::Number(0) => Expr::Number(0),
        Expr::Number(_) => filler,
        align => Expr::either(align.truth(), filler, Expr::Number(0)),
    }
}

/// How expressions get the value of a number; none for a member that is not a number.
fn kind(what: &What) -> Option<Kind> {
    match what {
        What::Number(number, _) if !number.is_native() => Some(Kind::Decoded),
        What::Number(_, Some(_)) => Some(Kind::Named),
        What::Number(_, None) | What::Either(..) => Some(Kind::Native),
        _ => None,
    }
}
