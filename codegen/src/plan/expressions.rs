//! Lowers expressions over fields, and determines which of them are signed.

use super::Lower;
use super::paths::{equals_text, inner_name, is_variant, with_part};
use super::shapes::position;
use crate::ast::described::{MemberName, Property, dotted};
use crate::ast::{Expression, Place, Spanned};
use crate::model::{Field, FieldKind, Integer, Kind, RunField, RunRecord, RunStep, StepType, Wire};
use bytespec_plan::{Covered, Expr, ExprId, Length, Operator, Shape, ShapeId, bits_of};

/// The fields of an item, with the positions of their steps.
pub(super) type Scope = Vec<(String, u32)>;

/// The item whose fields expressions read.
#[derive(Clone, Copy, Debug)]
pub(super) enum ScopeItem<'m> {
    /// No item.
    None,
    /// A run-only record.
    Run(&'m RunRecord),
    /// A record of generated code.
    Plain(&'m [Field]),
}

impl<'m> Lower<'m> {
    /// Lowers an expression whose result is unsigned; a negative result is an error of the bytes.
    pub(super) fn expression(&mut self, of: &Expression, scope: &Scope) -> ExprId {
        self.converted(of, false, scope)
    }

    /// Lowers an expression that holds if its result is not zero.
    pub(super) fn condition(&mut self, of: &Expression, scope: &Scope) -> ExprId {
        self.raw(of, scope)
    }

    /// Lowers the expression of a computed number of a type.
    pub(super) fn value(&mut self, of: &Expression, ty: &StepType, scope: &Scope) -> ExprId {
        self.converted(of, is_signed(self.number_of_type(ty)), scope)
    }

    /// Lowers the expression of a computed part of a packed number.
    pub(super) fn part_value(&mut self, of: &Expression, part: &Field, scope: &Scope) -> ExprId {
        self.converted(of, is_signed(self.number_of_plain(part)), scope)
    }

    /// Lowers an expression into a signed or an unsigned number.
    fn converted(&mut self, of: &Expression, signed: bool, scope: &Scope) -> ExprId {
        let raw = self.raw(of, scope);
        let is_small = matches!(of, Expression::Number(number) if i64::try_from(*number).is_ok());
        // A list of sizes is computed from the sizes, and contains no negative number.
        let is_list = matches!(of, Expression::Listed(..));
        match is_small || is_list || self.is_signed(of) == signed {
            true => raw,
            false => self.builder.expr(Expr::Natural(raw, !signed)),
        }
    }

    fn binary(
        &mut self,
        operator: Operator,
        (a, b): (&Expression, &Expression),
        scope: &Scope,
    ) -> Expr {
        let float = [a, b].into_iter().find_map(|of| self.integer_of(of).filter(|of| of.float()));
        if let Some(Integer { bits, .. }) = float {
            let [a, b] = [a, b].map(|of| self.float(bits, of, scope));
            return Expr::Float(operator, bits, a, b);
        }
        let signed = self.is_signed(a) || self.is_signed(b);
        match operator {
            Operator::And
            | Operator::Or
            | Operator::BitAnd
            | Operator::BitOr
            | Operator::BitXor => Expr::Binary(operator, self.raw(a, scope), self.raw(b, scope)),
            Operator::ShiftLeft | Operator::ShiftRight => {
                let (number, by) = (self.raw(a, scope), self.expression(b, scope));
                match self.is_signed(a) {
                    true => Expr::Signed(operator, number, by),
                    false => Expr::Binary(operator, number, by),
                }
            }
            _ => {
                let (a, b) = (self.converted(a, signed, scope), self.converted(b, signed, scope));
                match signed {
                    true => Expr::Signed(operator, a, b),
                    false => Expr::Binary(operator, a, b),
                }
            }
        }
    }

    /// Lowers a side of a comparison of floating-point numbers of this many bits.
    fn float(&mut self, bits: u8, of: &Expression, scope: &Scope) -> ExprId {
        match of.decimal().and_then(|digits| bytespec_plan::float::nearest(bits, &digits)) {
            Some(number) => self.builder.expr(Expr::Number(number)),
            None => self.raw(of, scope),
        }
    }

    /// Whether the result of an expression is signed.
    fn is_signed(&self, of: &Expression) -> bool {
        match of {
            Expression::Minus(_) => true,
            Expression::Member(member) => {
                let mut enums = self.model.enums.iter();
                enums.any(|item| item.docs.name == member.item && item.is_signed())
            }
            Expression::If(_, a, b) => self.is_signed(a) || self.is_signed(b),
            Expression::Binary(operator, a, b) => match operator {
                Operator::Add
                | Operator::Subtract
                | Operator::Multiply
                | Operator::Divide
                | Operator::Remainder
                | Operator::Min
                | Operator::Max
                | Operator::BitOr
                | Operator::BitXor => self.is_signed(a) || self.is_signed(b),
                Operator::BitAnd => self.is_signed(a) && self.is_signed(b),
                Operator::ShiftLeft | Operator::ShiftRight => self.is_signed(a),
                _ => false,
            },
            _ => is_signed(self.integer_of(of)),
        }
    }

    /// The number that a field, or what a path leads to, is.
    fn integer_of(&self, of: &Expression) -> Option<Integer> {
        match of {
            Expression::Field(field) | Expression::Element(field, _) => {
                self.number_of_field(self.scope_item, &field.value)
            }
            Expression::Around(place) | Expression::Listed(place, _) => self.number_of_place(place),
            Expression::Inner(field, parts) => {
                let record = self.record_of(self.scope_item, &field.value)?;
                self.number_of_part(record, &dotted(parts))
            }
            Expression::InnerAround(place, parts) => {
                self.number_of_part(self.record_at(place)?, &dotted(parts))
            }
            _ => None,
        }
    }

    pub(super) fn number_of_place(&self, place: &Place) -> Option<Integer> {
        let name = place.item.value.as_str();
        let record = self.run_record(name).map(|(_, record)| ScopeItem::Run(record));
        let scope_item = record.or_else(|| {
            let record = self.model.records.iter().find(|record| record.docs.name == name)?;
            Some(ScopeItem::Plain(&record.fields))
        });
        self.number_of_field(scope_item?, &place.field.value)
    }

    fn number_of_field(&self, scope_item: ScopeItem<'_>, name: &str) -> Option<Integer> {
        let plain = |fields: &[Field]| {
            self.number_of_plain(fields.iter().find(|field| field.docs.name == name)?)
        };
        match scope_item {
            ScopeItem::None => None,
            ScopeItem::Plain(fields) => plain(fields),
            ScopeItem::Run(record) => {
                let own = record.fields.iter().find(|field| field.docs().name == name);
                match own {
                    Some(RunField::Plain(field, _)) => self.number_of_plain(field),
                    Some(RunField::Step(step)) => self.number_of_type(&step.ty),
                    None => plain(self.prefix(record)),
                }
            }
        }
    }

    /// Lowers the expression of a computed step, of which checksums count the bytes as zeros.
    pub(super) fn computed(
        &mut self,
        (own, shape): (u32, Option<ShapeId>),
        scope: &Scope,
        lower: impl FnOnce(&mut Self, &Scope) -> ExprId,
    ) -> ExprId {
        self.checksum = shape.and_then(|shape| Some((own, self.fixed_bytes(shape)?)));
        let by = lower(self, scope);
        self.checksum = None;
        by
    }

    /// The number of bytes of a number or Boolean of fixed width, or of bytes of a fixed number.
    fn fixed_bytes(&self, shape: ShapeId) -> Option<usize> {
        let size = match *self.builder.shape_of(shape)? {
            Shape::Integer { coding, bits, .. } => {
                return coding.fixed_bytes(bits).map(usize::from);
            }
            Shape::Bool => return Some(1),
            // The byte order does not change the width.
            Shape::Either { then, .. } => return self.fixed_bytes(then),
            Shape::Bytes(Length::Count(size)) | Shape::Sized { size, .. } => size,
            _ => return None,
        };
        match *self.builder.expr_of(size)? {
            Expr::Number(size) => usize::try_from(size).ok(),
            _ => None,
        }
    }

    /// Lowers the key of a transform: a number, or bytes.
    pub(super) fn key(&mut self, key: &Expression, scope: &Scope) -> ExprId {
        let expr = match key {
            Expression::Field(name) if self.is_bytes(&name.value) => {
                Expr::Content(self.position_of(scope, &name.value))
            }
            key => match key.bytes() {
                Some(literal) => Expr::Constant(self.builder.bytes(literal.bytes)),
                None => return self.expression(key, scope),
            },
        };
        self.builder.expr(expr)
    }

    /// The bytes of a field in a checksum: zeros if the field is the checksum.
    fn covered(&self, piece: &crate::ast::Covered, scope: &Scope) -> Covered {
        let step = position(scope, &piece.field.value);
        match self.checksum {
            Some((own, size)) if own == step => Covered::Zeros(size),
            _ if piece.plain => Covered::Plain(step),
            _ if self.is_computed(&piece.field.value) => Covered::Number(step),
            _ => Covered::Step(step),
        }
    }

    /// Whether a field of the item whose fields expressions read is computed and has no bytes.
    fn is_computed(&self, name: &str) -> bool {
        self.own_step(name).is_some_and(|step| step.value.is_some())
    }

    /// Whether a field of the item whose fields expressions read is bytes or a text.
    fn is_bytes(&self, name: &str) -> bool {
        let is_bytes = |ty: &StepType| matches!(ty, StepType::Bytes(_) | StepType::Text(..));
        self.own_step(name).is_some_and(|step| is_bytes(&step.ty))
    }

    /// A field of the item whose fields expressions read, if generated code does not support it.
    fn own_step(&self, name: &str) -> Option<&'m RunStep> {
        let ScopeItem::Run(record) = self.scope_item else { return None };
        match record.fields.iter().find(|field| field.docs().name == name)? {
            RunField::Step(step) => Some(step),
            RunField::Plain(..) => None,
        }
    }

    /// Whether a field contains a text, or bytes.
    fn matches(&mut self, field: &Expression, text: &[u8], scope: &Scope) -> ExprId {
        match field {
            Expression::Field(field) => {
                let bytes = self.builder.bytes(text);
                self.builder.expr(Expr::Matches(self.position_of(scope, &field.value), bytes))
            }
            path => self.raw(&with_part(path, &equals_text(text)), scope),
        }
    }

    /// The number of a part of a field of the item.
    fn part(&self, scope: &Scope, field: &Spanned<String>, part: &str) -> Expr {
        self.number_of(scope, &inner_name(&field.value, part))
    }

    /// Lowers an expression without a conversion of its sign.
    pub(super) fn raw(&mut self, of: &Expression, scope: &Scope) -> ExprId {
        let expr = match of {
            Expression::Binary(operator, ..) if let Some((field, text)) = of.compared() => {
                match (operator, self.matches(field, text.bytes, scope)) {
                    (Operator::Equal, matches) => return matches,
                    (_, matches) => Expr::Not(matches),
                }
            }
            Expression::Binary(operator, a, b) => self.binary(*operator, (a, b), scope),
            Expression::Minus(a) => {
                let zero = self.builder.expr(Expr::Number(0));
                Expr::Signed(Operator::Subtract, zero, self.converted(a, true, scope))
            }
            Expression::If(test, then, otherwise) => {
                let (signed, test) = (self.is_signed(of), self.condition(test, scope));
                let then = self.converted(then, signed, scope);
                Expr::If(test, then, self.converted(otherwise, signed, scope))
            }
            Expression::Element(field, at) => {
                Expr::Element(position(scope, &field.value), self.expression(at, scope))
            }
            Expression::Digits(field, base) => {
                Expr::Digits(self.position_of(scope, &field.value), *base)
            }
            Expression::Checksum(kind, pieces) => {
                let number = |piece| self.covered(piece, scope).number();
                let pieces: Vec<i128> = pieces.iter().map(number).collect();
                Expr::Checksum(*kind, self.builder.numbers(&pieces))
            }
            // `check` allows text and bytes only in comparisons, and refuses a name that no member has.
            Expression::Text(_)
            | Expression::Bytes(_)
            | Expression::Hexadecimal(_)
            | Expression::Decimal(_)
            | Expression::Member(MemberName { value: None, .. }) => Expr::Number(0),
            Expression::Not(a) => Expr::Not(self.condition(a, scope)),
            Expression::Number(number) => Expr::Number(*number),
            Expression::Member(MemberName { value: Some(number), .. }) => {
                Expr::Number(bits_of(*number))
            }
            Expression::Index => Expr::Index,
            Expression::Position => Expr::Position,
            Expression::Left => Expr::Left,
            // `check` allows a parameter only as the whole value of a field, which is lowered with the record.
            Expression::Parameter => Expr::Number(0),
            Expression::FindLast(bytes) => Expr::FindLast(self.builder.bytes(&bytes.value)),
            Expression::Field(field) => self.number_of(scope, &field.value),
            Expression::Of(property, field) => {
                let at = position(scope, &field.value);
                match property {
                    Property::Elements => Expr::Elements(at),
                    Property::Sizes => Expr::Sizes(at),
                    Property::Size => Expr::Bytes(at),
                    Property::Present => Expr::Present(at),
                }
            }
            Expression::Around(place) => {
                let (item, step) = self.place(place);
                Expr::Around(item, step)
            }
            Expression::Inner(field, parts) => self.part(scope, field, &dotted(parts)),
            Expression::InnerAround(Place { item, field }, parts) => {
                let name = inner_name(&field.value, &dotted(parts));
                let field = Spanned::new(name, field.span);
                let (item, step) = self.place(&Place { item: item.clone(), field });
                Expr::Around(item, step)
            }
            Expression::Is(field, variant) => self.part(scope, field, &is_variant(&variant.value)),
            Expression::Count(place) => Expr::Count(self.list(place)),
            Expression::Listed(place, at) => {
                let at = self.expression(at, scope);
                Expr::Listed(self.list(place), at)
            }
            Expression::Find(place, number) => {
                let number = self.converted(number, is_signed(self.number_of_place(place)), scope);
                Expr::Find(self.list(place), number)
            }
        };
        self.builder.expr(expr)
    }

    fn number_of_plain(&self, field: &Field) -> Option<Integer> {
        match &field.kind {
            FieldKind::Value(wire) | FieldKind::Optional(wire, _) | FieldKind::Part(wire, _) => {
                self.number_of_wire(wire)
            }
            _ => None,
        }
    }

    fn number_of_type(&self, ty: &StepType) -> Option<Integer> {
        match ty {
            StepType::Wire(wire) => self.number_of_wire(wire),
            // The name of a list is that of an element in a condition on each.
            StepType::List(inner) | StepType::Rest(inner) => self.number_of_type(inner),
            _ => None,
        }
    }

    fn number_of_wire(&self, wire: &Wire) -> Option<Integer> {
        match wire {
            Wire::Item(Kind::Enum, index) => self.model.enums[*index].wire.integer(),
            _ => wire.integer(),
        }
    }
}

/// Whether a number has a sign.
pub(super) fn is_signed(number: Option<Integer>) -> bool {
    number.is_some_and(Integer::signed)
}
