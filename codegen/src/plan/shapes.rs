//! Lowers wire types into shapes.

use super::Lower;
use crate::model::{
    self, Content, Docs, Extent, FieldKind, Integer, Kind as ItemKind, Mark, Record, VarintKind,
    Wire,
};
use bytespec_plan::{
    Absent, Coding, Encoding, Expr, ExprId, Kind, Length, Operator, Place, Role, Shape, ShapeId,
    Sign, Step, Transform, Until, place,
};

/// The earlier fields that a type may refer to, with their positions.
pub(super) type Scope<'s> = &'s [(String, u32)];

pub(super) fn position(scope: Scope<'_>, name: &str) -> u32 {
    scope.iter().find(|(known, _)| known == name).map_or(u32::MAX, |(_, at)| *at)
}

impl Lower<'_> {
    /// A varint of the format, with this many bits.
    pub(super) fn varint(&mut self, bits: u8) -> ShapeId {
        self.varint_of(bits, Sign::Unsigned)
    }

    fn varint_of(&mut self, bits: u8, sign: Sign) -> ShapeId {
        let coding = self.varint_coding();
        self.builder.shape(Shape::Integer { coding, bits, sign })
    }

    /// The coding of varints in the format.
    pub(super) fn varint_coding(&self) -> Coding {
        match self.model.varint {
            VarintKind::Leb128 => Coding::Leb128,
            VarintKind::Bounded => Coding::Bounded,
            VarintKind::Prefix => Coding::Prefix,
        }
    }

    pub(super) fn integer(&mut self, Integer { coding, bits, sign }: Integer) -> ShapeId {
        let coding = match (coding, self.varint_coding()) {
            (model::Coding::Little, _) => Coding::Little,
            (model::Coding::Selected, _) => {
                let of = |coding, lower: &mut Self| lower.integer(Integer { coding, bits, sign });
                return self.either_order(of);
            }
            (model::Coding::Big, _) => Coding::Big,
            (model::Coding::Vlq(kind), _) => Coding::Vlq(kind),
            (model::Coding::Digits(of), _) => Coding::Digits(of),
            // Sign-extended numbers are LEB128: their sign is in the last group of seven bits.
            (model::Coding::Varint, Coding::Prefix) if sign == Sign::Extended => Coding::Leb128,
            (model::Coding::Varint, varint) => varint,
        };
        if bits > 64 {
            return self.builder.shape(Shape::Wide { coding, bits, sign });
        }
        self.builder.shape(Shape::Integer { coding, bits, sign })
    }

    /// A shape of either byte order; the file selects the order.
    pub(super) fn either_order(
        &mut self,
        mut of: impl FnMut(model::Coding, &mut Self) -> ShapeId,
    ) -> ShapeId {
        let [big, little] =
            [model::Coding::Big, model::Coding::Little].map(|order| of(order, self));
        match self.model.byte_order.clone() {
            Some(test) => {
                let test = self.condition(&test, &Vec::new());
                self.builder.shape(Shape::Either { test, then: big, otherwise: little })
            }
            None => little,
        }
    }

    pub(super) fn index(&mut self, table: u32) -> ShapeId {
        let number = self.varint(32);
        self.builder.shape(Shape::Index { table, number })
    }

    /// The shape of a type; its arguments are fields of `scope`.
    pub(super) fn shape(&mut self, wire: &Wire, scope: Scope<'_>) -> ShapeId {
        match wire {
            Wire::Integer(integer) => self.integer(*integer),
            Wire::Bool => self.builder.shape(Shape::Bool),
            Wire::Index(table) => self.index(place(*table)),
            Wire::Optional(inner, mark @ (Mark::PlusOne | Mark::Shifted)) => {
                let value = self.shape(inner, &[]);
                self.plus_one(value, if *mark == Mark::PlusOne { 32 } else { 64 })
            }
            Wire::Optional(inner, Mark::Flagged) => self.flagged(inner),
            Wire::Sequence(model::Sequence { element, until }) => {
                let element = self.shape(element, &[]);
                match until {
                    model::Until::Count(None) => self.list_of(element),
                    model::Until::Count(Some(align)) => self.aligned_list(element, place(*align)),
                    model::Until::Field(count) => {
                        let count = self.builder.expr(Expr::Field(position(scope, count)));
                        self.sequence(element, Until::Count(count))
                    }
                    model::Until::End => self.sequence(element, Until::End),
                    model::Until::Balanced => self.sequence(element, Until::Balanced),
                }
            }
            Wire::OffsetTable { offset, entry } => self.offset_table(*offset, entry),
            Wire::Bytes(Extent::Rest, _) => self.builder.shape(Shape::Bytes(Length::Rest)),
            Wire::Bytes(Extent::Counted, content) => {
                let value = match content {
                    Content::Value(inner) => Some(self.shape(inner, &[])),
                    Content::Raw | Content::Text => None,
                };
                let size = self.builder.expr(Expr::Field(0));
                let content = self.builder.shape(match (content, value) {
                    (_, Some(value)) => Shape::Sized { size, value },
                    (Content::Text, _) => Shape::Text {
                        length: Length::Count(size),
                        encoding: Encoding::Utf8,
                        strict: true,
                    },
                    _ => Shape::Bytes(Length::Count(size)),
                });
                self.blob(content)
            }
            Wire::Item(ItemKind::Enum, index) => self.enums[*index],
            Wire::Item(ItemKind::Record, index) => {
                self.builder.shape(Shape::Item(self.records[*index]))
            }
            Wire::Item(ItemKind::Union, index) => {
                self.builder.shape(Shape::Item(self.unions[*index]))
            }
            Wire::Codec(index, fields) => {
                let steps: Vec<i128> =
                    fields.iter().map(|field| position(scope, field).into()).collect();
                let name = self.builder.text(&self.model.codecs[*index].docs.name);
                let arguments = self.builder.numbers(&steps);
                self.builder.shape(Shape::Function { name, arguments })
            }
            Wire::Indirect(inner) => self.shape(inner, scope),
        }
    }

    /// A derived size, and a value of that many bytes in the step after it.
    pub(super) fn blob(&mut self, content: ShapeId) -> ShapeId {
        let size = self.varint(64);
        let steps = [self.derived("size", size, Expr::Bytes(1)), self.step("content", content)];
        self.transparent("blob", &steps)
    }

    /// Transformed bytes of an item, whose arguments are evaluated outside, or of another value.
    pub(super) fn transformed(&mut self, (by, key): (Transform, ExprId), of: ShapeId) -> ShapeId {
        let shape = match self.builder.shape_of(of).copied() {
            Some(Shape::With { argument, by: argument_by, value }) => {
                let value = self.transformed((by, key), value);
                Shape::With { argument, by: argument_by, value }
            }
            Some(Shape::Item(_)) => Shape::Transformed { by, key, value: of },
            _ => {
                let steps = [self.step("value", of)];
                let value = self.transparent("transformed", &steps);
                Shape::Transformed { by, key, value }
            }
        };
        self.builder.shape(shape)
    }

    /// Elements, the first one first.
    pub(super) fn sequence(&mut self, element: ShapeId, until: Until) -> ShapeId {
        self.builder.shape(Shape::Sequence { element, until, reversed: false })
    }

    /// A derived count, and that many elements.
    pub(super) fn list_of(&mut self, element: ShapeId) -> ShapeId {
        let number = self.varint(64);
        let count = self.builder.expr(Expr::Field(0));
        let elements = self.sequence(element, Until::Count(count));
        let steps =
            [self.derived("count", number, Expr::Elements(1)), self.step("elements", elements)];
        self.transparent("list", &steps)
    }

    /// Filler is kept as it was read, so that this is an item of its own.
    fn aligned_list(&mut self, element: ShapeId, align: u32) -> ShapeId {
        let number = self.varint(64);
        let count = self.builder.expr(Expr::Field(0));
        let elements = self.sequence(element, Until::Count(count));
        let strict = self.builder.expr(Expr::Number(1));
        let align = self.builder.expr(Expr::Number(align.into()));
        let filler = self.builder.shape(Shape::Padding { align, strict, from: None });
        let steps = [
            self.derived("count", number, Expr::Elements(2)),
            self.filler(filler),
            self.step("elements", elements),
        ];
        self.record("aligned_list", &steps)
    }

    fn filler(&mut self, filler: ShapeId) -> Step {
        Step { role: Role::Filler, absent: Absent::Number(0), ..self.step("filler", filler) }
    }

    /// A count, filler, offsets, bytes before the first entry, and the entries, each with the bytes after it.
    fn offset_table(&mut self, offset: Integer, entry: &Wire) -> ShapeId {
        let number = self.varint(64);
        let count = self.builder.expr(Expr::Field(0));
        // Writers differ in whether an empty table has filler.
        let align = self.builder.expr(Expr::Number((offset.bits / 8).into()));
        let filler = self.builder.shape(Shape::Padding { align, strict: count, from: None });
        let width = self.integer(offset);
        let offsets = self.sequence(width, Until::Count(count));
        let gap = self.builder.shape(Shape::Bytes(Length::First(2)));
        let element = match entry {
            Wire::Bytes(Extent::Rest, _) => self.shape(entry, &[]),
            entry => {
                let value = self.shape(entry, &[]);
                let rest = self.builder.shape(Shape::Bytes(Length::Rest));
                let steps = [
                    self.step("value", value),
                    Step { absent: Absent::Empty, ..self.step("rest", rest) },
                ];
                self.record("entry", &steps)
            }
        };
        let entries = self.builder.shape(Shape::Offsets { element, offsets: 2 });
        let steps = [
            self.derived("count", number, Expr::Elements(4)),
            self.filler(filler),
            self.derived("offsets", offsets, Expr::Starts(4)),
            Step { absent: Absent::Empty, ..self.step("gap", gap) },
            self.step("entries", entries),
        ];
        self.record("table", &steps)
    }

    /// A record that is not in the schema.
    fn record(&mut self, name: &str, steps: &[Step]) -> ShapeId {
        self.shared(Kind::Record, name, steps)
    }

    /// A code of this many bits that is zero for no value, and otherwise the value plus one.
    fn plus_one(&mut self, of: ShapeId, bits: u8) -> ShapeId {
        let code = self.varint(bits);
        let (field, one) = (self.builder.expr(Expr::Field(0)), self.builder.expr(Expr::Number(1)));
        let value = self.builder.expr(Expr::Binary(Operator::Subtract, field, one));
        let computed = self.builder.shape(Shape::Computed { value, shape: of });
        let there = self.builder.expr(Expr::Present(1));
        let given = self.builder.expr(Expr::Field(1));
        let by = Expr::Binary(Operator::Add, given, there);
        let steps = [
            self.derived("code", code, by),
            Step { when: Some(field), absent: Absent::Nothing, ..self.step("index", computed) },
        ];
        self.transparent("optional", &steps)
    }

    /// Bits: the lowest states whether the bits above contain the value.
    pub(super) fn flagged(&mut self, inner: &Wire) -> ShapeId {
        let whole = self.varint(64);
        let whole = self.builder.shape(Shape::Bits { number: whole, parts: 2 });
        let flag = self.builder.shape(Shape::Bool);
        let flag =
            self.builder.shape(Shape::Part { place: Place::Bit(0), width: Some(1), value: flag });
        let value = self.shape(inner, &[]);
        let value = self.builder.shape(Shape::Part { place: Place::Next, width: None, value });
        let there = self.builder.expr(Expr::Field(1));
        let steps = [
            Step { role: Role::Whole, ..self.step("code", whole) },
            self.derived("there", flag, Expr::Present(2)),
            Step { when: Some(there), absent: Absent::Nothing, ..self.step("value", value) },
        ];
        self.transparent("optional", &steps)
    }

    /// A blob that contains operations.
    pub(super) fn body(&mut self) -> ShapeId {
        let operation = self.builder.shape(Shape::Item(self.operations));
        let all = self.sequence(operation, Until::End);
        let size = self.builder.expr(Expr::Field(0));
        let sized = self.builder.shape(Shape::Sized { size, value: all });
        self.blob(sized)
    }
}

/// Whether a record has a field of bytes by this name.
pub(super) fn has_blob(record: &Record, field: &str) -> bool {
    record.fields.iter().any(|known| {
        known.docs.name == field
            && matches!(known.kind, FieldKind::Value(Wire::Bytes(Extent::Counted, Content::Raw)))
    })
}

/// Documentation that consists only of a name.
pub(super) fn named(name: &str) -> Docs {
    Docs { name: name.to_owned(), label: name.to_owned(), ..Docs::default() }
}
