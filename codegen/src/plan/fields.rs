//! Lowers fields into steps: flags, presence fields and packed numbers become bits. The bits that state whether a field is
//! present are derived.

use super::Lower;
use super::shapes::{Scope, has_blob, position};
use crate::ast::{Literal, Test};
use crate::model::{Default, Field, FieldKind, Gate, Kind, Presence, PresenceHow, Wire};
use bytespec_plan::{
    Absent, Expr, ExprId, Operator, Place, Role, Run, Shape, ShapeId, Sign, Step, bits_of, place,
};
use std::ops::Range;

/// A bit that a field or operand claims.
pub(super) struct Claim {
    pub(super) bit: u32,
    pub(super) gate: Gate,
    /// The field.
    pub(super) name: String,
    /// The field has only this bit.
    pub(super) unit: bool,
    /// The position of the field in the schema.
    pub(super) place: String,
}

/// The bits of the flags that fields claim, lowest first.
pub(super) fn claims<'f>(fields: impl IntoIterator<Item = &'f Field>) -> Vec<Claim> {
    let mut claims = Vec::new();
    for field in fields {
        let unit = matches!(field.kind, FieldKind::Unit { .. });
        let bits = field.claims().into_iter();
        claims.extend(bits.map(|(bit, gate)| Claim {
            bit,
            gate,
            name: field.docs.name.clone(),
            unit,
            place: field.docs.place.clone(),
        }));
    }
    claims.sort_by_key(|claim| claim.bit);
    claims
}

/// Steps of an item, and the positions of its fields among them.
pub(super) struct Steps<'f> {
    pub(super) steps: Vec<Step>,
    pub(super) scope: Vec<(String, u32)>,
    /// The positions of the visible steps in the order of the schema.
    shown: Vec<u32>,
    fields: Vec<&'f Field>,
    item: &'f str,
    /// The number of fixed width whose bits are the next fields.
    fixed: Option<Fixed>,
}

/// The bits of a number that no part takes yet.
struct Fixed {
    left: Range<u32>,
    high_first: bool,
}

impl Fixed {
    /// Takes the next bits; without a width, all that are left.
    fn take(&mut self, width: Option<u32>) -> (Place, Option<u8>) {
        let Range { start, end } = self.left;
        let width = width.unwrap_or(end - start).min(end - start);
        let from = if self.high_first { end - width } else { start };
        self.left = if self.high_first { start..from } else { start + width..end };
        (Place::Bit(narrow(from)), Some(narrow(width)))
    }
}

impl<'f> Steps<'f> {
    pub(super) fn new(fields: impl IntoIterator<Item = &'f Field>, item: &'f str) -> Self {
        let fields = fields.into_iter().collect();
        Steps { steps: Vec::new(), scope: Vec::new(), shown: Vec::new(), fields, item, fixed: None }
    }

    pub(super) fn push(&mut self, name: &str, step: Step) {
        self.scope.push((name.to_owned(), place(self.steps.len())));
        self.push_unnamed(step);
    }

    /// Appends a step without a field, which no expression refers to: a field can have the same name.
    pub(super) fn push_unnamed(&mut self, step: Step) {
        self.shown.extend((step.role == Role::Visible).then_some(place(self.steps.len())));
        self.steps.push(step);
    }

    /// The step at a position.
    pub(super) fn step(&self, at: u32) -> Option<Step> {
        self.steps.get(usize::try_from(at).ok()?).copied()
    }

    /// Appends a bit of flags, which is shown at the position of its field.
    fn push_bit(&mut self, name: &str, step: Step) {
        self.scope.push((name.to_owned(), place(self.steps.len())));
        self.steps.push(step);
    }

    /// Makes the last step, which is visible, a computed one.
    pub(super) fn compute(&mut self, role: Role) {
        self.shown.pop();
        if let Some(step) = self.steps.last_mut() {
            (step.role, step.absent) = (role, Absent::Number(0));
        }
    }

    /// The positions of the visible steps in the order of the schema; empty if the steps are in that order.
    pub(super) fn order(&self) -> Vec<i128> {
        let shown = if self.shown.is_sorted() { &[][..] } else { &self.shown };
        shown.iter().map(|at| i128::from(*at)).collect()
    }

    fn wire(&self, name: &str) -> Option<&'f Wire> {
        self.fields.iter().find(|field| field.docs.name == name)?.wire()
    }
}

impl<'m> Lower<'m> {
    pub(super) fn fields<'f>(&mut self, fields: &'m [Field], item: &'f str) -> Steps<'f>
    where
        'm: 'f,
    {
        let claims = claims(fields);
        // Positions are computed first, because a derived step precedes its field.
        let places = places(fields, &claims, 0);
        let mut steps = Steps::new(fields, item);
        self.put_fields(&mut steps, &claims, &places);
        steps
    }

    /// Appends the steps of all fields.
    pub(super) fn put_fields(&mut self, out: &mut Steps<'_>, claims: &[Claim], places: Scope<'_>) {
        for field in out.fields.clone() {
            self.put_field(out, field, claims, places);
        }
    }

    /// Appends the steps of a field; `claims` are the claims of its item.
    pub(super) fn put_field(
        &mut self,
        out: &mut Steps<'_>,
        field: &Field,
        claims: &[Claim],
        places: Scope<'_>,
    ) {
        let name = &field.docs.name;
        let gate = self.gate(&field.docs.gate);
        match &field.kind {
            FieldKind::Flags(wire) => {
                let whole = self.shape(wire, &[]);
                let whole = self.whole(whole, claims);
                out.push(
                    name,
                    Step { gate, role: Role::Whole, ..self.step_of(&field.docs, whole) },
                );
                self.bits(out, claims, places);
            }
            FieldKind::Unit { .. } => {
                let bits = places.iter().filter(|(known, _)| known == name);
                out.shown.extend(bits.map(|(_, at)| *at));
            }
            FieldKind::Presence => {
                let stated = out.fields.iter().find(|other| match &other.kind {
                    FieldKind::Optional(_, ways) => {
                        ways.iter().any(|way| way.how == PresenceHow::Field(name.clone()))
                    }
                    _ => false,
                });
                let stated = stated.map_or(u32::MAX, |stated| position(places, &stated.docs.name));
                let shape = self.builder.shape(Shape::Bool);
                let step = self.derived(name, shape, Expr::Present(stated));
                let origin = self.builder.origin(&field.docs.place);
                out.push(name, Step { gate, origin, ..step });
            }
            FieldKind::Packed { number, high_first, parts } => {
                let left = 0..u32::from(number.bits);
                out.fixed = number.width().map(|_| Fixed { left, high_first: *high_first });
                let number = match number.width() {
                    None => self.varint(64),
                    Some(_) => self.integer(*number),
                };
                let shape = self.builder.shape(Shape::Bits { number, parts: place(*parts) });
                let step = Step { role: Role::Whole, gate, ..self.step_of(&field.docs, shape) };
                out.push(name, step);
            }
            FieldKind::Part(wire, width) => {
                let at = match &mut out.fixed {
                    Some(fixed) => fixed.take(*width),
                    None => (Place::Next, width.map(narrow)),
                };
                let shape = self.part_shape(wire, at);
                let step = self.visible(field, shape, gate, None, places);
                out.push(name, step);
            }
            FieldKind::Value(wire) => {
                let shape = match self.is_body(out.item, name) {
                    true => self.body(),
                    false => self.shape(wire, &out.scope),
                };
                let step = self.visible(field, shape, gate, None, places);
                out.push(name, step);
            }
            FieldKind::Optional(wire, ways) => {
                let shape = self.shape(wire, &out.scope);
                let when = self.present(out, field, ways);
                let step = self.visible(field, shape, gate, when, places);
                out.push(name, Step { absent: Absent::Nothing, ..step });
            }
        }
    }

    /// The shape of a part of a number, with its place and its width.
    fn part_shape(&mut self, wire: &Wire, (place, width): (Place, Option<u8>)) -> ShapeId {
        let mut value = self.shape(wire, &[]);
        // Bits of another number have no byte order.
        while let Some(&Shape::Either { then, .. }) = self.builder.shape_of(value) {
            value = then;
        }
        // The sign is the highest bit of the part.
        if let (Some(bits), Some(&Shape::Integer { coding, sign: Sign::Twos, .. })) =
            (width, self.builder.shape_of(value))
        {
            value = self.builder.shape(Shape::Integer { coding, bits, sign: Sign::Extended });
        }
        self.builder.shape(Shape::Part { place, width, value })
    }

    /// The shape of flags.
    pub(super) fn whole(&mut self, number: ShapeId, claims: &[Claim]) -> ShapeId {
        self.builder.shape(Shape::Bits { number, parts: place(claims.len()) })
    }

    /// Appends the bits of the flags before them.
    pub(super) fn bits(&mut self, out: &mut Steps<'_>, claims: &[Claim], places: Scope<'_>) {
        let value = self.builder.shape(Shape::Bool);
        for claim in claims {
            let place = Place::Bit(narrow(claim.bit));
            let shape = self.builder.shape(Shape::Part { place, width: Some(1), value });
            let gate = self.gate(&claim.gate);
            let origin = self.builder.origin(&claim.place);
            if claim.unit {
                let step = self.step(&claim.name, shape);
                let absent = Absent::Number(0);
                out.push_bit(&claim.name, Step { gate, absent, origin, ..step });
            } else {
                let stated = position(places, &claim.name);
                let step = self.derived(&format!("{}?", claim.name), shape, Expr::Present(stated));
                out.push_bit(
                    &bit_name(&claim.name, claim.bit, &claim.gate),
                    Step { gate, origin, ..step },
                );
            }
        }
    }

    fn is_body(&self, item: &str, field: &str) -> bool {
        let body = self.model.operations.as_ref().and_then(|operations| operations.body.as_ref());
        let named = body.is_some_and(|(record, name)| record == item && name == field);
        named
            && self
                .model
                .records
                .iter()
                .any(|known| known.docs.name == item && has_blob(known, field))
    }

    fn visible(
        &mut self,
        field: &Field,
        shape: ShapeId,
        gate: Run,
        when: Option<ExprId>,
        places: Scope<'_>,
    ) -> Step {
        let absent = self.absent(field, places);
        let reject = self.builder.numbers(&field.reject);
        let (nonempty, holds) = (field.nonempty, field.table.map(place));
        let base = field.base;
        Step {
            gate,
            when,
            absent,
            reject,
            nonempty,
            holds,
            base,
            ..self.step_of(&field.docs, shape)
        }
    }

    /// The value of a field in versions that lack it.
    fn absent(&mut self, field: &Field, places: Scope<'_>) -> Absent {
        let wire = match &field.kind {
            FieldKind::Value(wire) | FieldKind::Part(wire, _) => wire,
            _ => return Absent::Nothing,
        };
        match (&field.default, wire) {
            (None, _) => Absent::Never,
            (Some(Default::FalseTimes(other)), _) => Absent::Zeros(position(places, other)),
            (Some(Default::Member(member)), Wire::Item(Kind::Enum, index)) => {
                let member = self.model.enums[*index].members.get(*member);
                member.map_or(Absent::Never, |member| Absent::Number(member.value))
            }
            (_, Wire::Optional(..)) => Absent::Nothing,
            (Some(Default::Literal(Literal::EmptyList)), Wire::Item(Kind::Union, index)) => {
                let found = self.model.unions[*index].list_variant();
                let case = found.map(|(variant, _)| self.variants[*index][variant]);
                case.map_or(Absent::Never, Absent::EmptyCase)
            }
            (Some(Default::Literal(Literal::Int(number))), _) => Absent::Number(*number),
            (Some(Default::Literal(Literal::Bool(value))), _) => Absent::Number((*value).into()),
            _ => Absent::Empty,
        }
    }

    /// The condition under which an optional field is present.
    fn present(&mut self, out: &Steps<'_>, field: &Field, ways: &[Presence]) -> Option<ExprId> {
        let mut any: Option<ExprId> = None;
        for way in ways {
            let stated = match &way.how {
                PresenceHow::Bit(bit) => {
                    let gate = field.docs.gate.and(&way.gate);
                    let at = position(&out.scope, &bit_name(&field.docs.name, *bit, &gate));
                    self.builder.expr(Expr::Field(at))
                }
                PresenceHow::Field(name) => {
                    self.builder.expr(Expr::Field(position(&out.scope, name)))
                }
                PresenceHow::When(test) => self.test(out, test),
                // The gate of the step is the condition.
                PresenceHow::Version => return None,
                PresenceHow::Unless(test) => {
                    let test = self.test(out, test);
                    self.builder.expr(Expr::Not(test))
                }
            };
            let stated = match self.open(&way.gate) {
                Some(open) => self.builder.expr(Expr::Binary(Operator::And, open, stated)),
                None => stated,
            };
            any = Some(match any {
                Some(any) => self.builder.expr(Expr::Binary(Operator::Or, any, stated)),
                None => stated,
            });
        }
        any
    }

    fn test(&mut self, out: &Steps<'_>, test: &Test) -> ExprId {
        let field = self.builder.expr(Expr::Field(position(&out.scope, &test.field)));
        let number = match (out.wire(&test.field), &test.member) {
            (Some(Wire::Item(Kind::Enum, index)), Some(member)) => {
                let mut members = self.model.enums[*index].members.iter();
                members.find(|known| known.docs.name == *member).map(|member| bits_of(member.value))
            }
            (_, Some(number)) => wide(number),
            _ => None,
        };
        let Some(number) = number else { return field };
        let number = self.builder.expr(Expr::Number(number));
        self.builder.expr(Expr::Binary(Operator::Equal, field, number))
    }
}

/// The 64 bits of a number; two's complement for a negative one.
fn wide(number: &str) -> Option<u64> {
    let signed = || number.parse().ok().map(i64::cast_unsigned);
    number.parse().ok().or_else(signed)
}

/// The name of the step for the bit of an optional field: a field can have different bits in different versions.
pub(super) fn bit_name(field: &str, bit: u32, gate: &Gate) -> String {
    format!("{field}?{bit} {}", gate.since)
}

/// A number of bits. A number that is too large is also too large for a plan.
fn narrow(bits: u32) -> u8 {
    u8::try_from(bits).unwrap_or(u8::MAX)
}

/// The positions of the fields after the first `before` steps.
pub(super) fn places(fields: &[Field], claims: &[Claim], before: u32) -> Vec<(String, u32)> {
    let mut places = Vec::new();
    let mut next = before;
    for field in fields {
        next += put_place(field, claims, next, &mut places);
    }
    places
}

/// Adds the position of a field that begins at `at`. Returns the number of its steps.
pub(super) fn put_place(
    field: &Field,
    claims: &[Claim],
    at: u32,
    places: &mut Vec<(String, u32)>,
) -> u32 {
    let bits = match field.kind {
        FieldKind::Unit { .. } => return 0,
        FieldKind::Flags(_) => claims,
        _ => &[],
    };
    places.push((field.docs.name.clone(), at));
    for (bit, claim) in bits.iter().enumerate().filter(|(_, claim)| claim.unit) {
        places.push((claim.name.clone(), at + 1 + place(bit)));
    }
    1 + place(bits.len())
}
