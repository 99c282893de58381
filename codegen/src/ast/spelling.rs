//! Expressions in the schema language.

use super::described::{Covered, Expression, MemberName, Place, dotted};
use bytespec_plan::Operator;
use std::fmt;

impl fmt::Display for Covered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.field.value;
        match self.plain {
            true => write!(f, "plain({name})"),
            false => f.write_str(name),
        }
    }
}

impl fmt::Display for Expression {
    /// The expression in the schema language, with the necessary brackets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expression::Number(number) => write!(f, "{number}"),
            Expression::Index => f.write_str("index"),
            Expression::Position => f.write_str("position"),
            Expression::Left => f.write_str("left"),
            Expression::Parameter => f.write_str("parameter"),
            Expression::Field(name) | Expression::Member(MemberName { name, .. }) => {
                f.write_str(&name.value)
            }
            Expression::Around(place) => write!(f, "{place}"),
            Expression::Inner(field, parts) => write!(f, "{}.{}", field.value, dotted(parts)),
            Expression::InnerAround(place, parts) => write!(f, "{place}.{}", dotted(parts)),
            Expression::Listed(place, at) => write!(f, "{place}[{at}]"),
            Expression::Element(name, at) => write!(f, "{}[{at}]", name.value),
            Expression::Bytes(bytes) => {
                f.write_str("0x")?;
                bytes.value.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
            Expression::Decimal(digits) => f.write_str(&digits.value),
            Expression::Hexadecimal(digits) => write!(f, "0x{}", digits.value),
            Expression::Text(text) => write!(f, "\"{}\"", text.value),
            Expression::Is(name, variant) => write!(f, "{} = {}", name.value, variant.value),
            Expression::Digits(name, base) => write!(f, "digits({}, {base})", name.value),
            Expression::FindLast(bytes) => {
                let bytes = bytes.value.iter().map(|byte| format!("{byte:02x}"));
                write!(f, "find_last(\"{}\")", bytes.collect::<Vec<_>>().join(" "))
            }
            Expression::Checksum(kind, pieces) => {
                let pieces: Vec<String> = pieces.iter().map(Covered::to_string).collect();
                write!(f, "{}({}{})", kind.word(), pieces.join(", "), kind.parameters())
            }
            Expression::Count(place) => write!(f, "count({place})"),
            Expression::Find(place, value) => write!(f, "find({place}, {value})"),
            Expression::Of(property, name) => write!(f, "{}({})", property.word(), name.value),
            Expression::Not(a) => {
                f.write_str("not ")?;
                bracketed(f, a, a.rank() < self.rank())
            }
            Expression::Minus(a) => {
                f.write_str("-")?;
                bracketed(f, a, a.rank() < u8::MAX)
            }
            Expression::Binary(operator @ (Operator::Min | Operator::Max), a, b) => {
                write!(f, "{}({a}, {b})", operator.word())
            }
            Expression::Binary(operator, a, b) => {
                // Comparisons cannot be chained.
                let chained = operator.rank() != Operator::Equal.rank();
                bracketed(f, a, a.rank() < self.rank() + u8::from(!chained))?;
                write!(f, " {} ", operator.word())?;
                bracketed(f, b, b.rank() <= self.rank())
            }
            Expression::If(test, then, otherwise) => {
                write!(f, "if {test} then {then} else {otherwise}")
            }
        }
    }
}

fn bracketed(f: &mut fmt::Formatter<'_>, of: &Expression, brackets: bool) -> fmt::Result {
    if brackets { write!(f, "({of})") } else { write!(f, "{of}") }
}

impl Expression {
    /// Its precedence.
    fn rank(&self) -> u8 {
        match self {
            Expression::If(..) => 0,
            Expression::Not(_) => Operator::Equal.rank() + 1,
            Expression::Binary(operator, ..) => operator.rank() + 1,
            _ => u8::MAX,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.item.value, self.field.value)
    }
}
