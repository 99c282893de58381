//! Expressions as text, as schemas spell them.

use super::expression::{constant, list_name, open, peek};
use super::view::{View, item_name, step_name};
use crate::{Base, Covered, Expr, ExprId, ItemId, Operator, Run, Shape, Step};
use core::fmt;

/// An expression as schemas spell it, as far as they can, with the necessary parentheses.
pub(super) fn spelled(
    f: &mut fmt::Formatter<'_>,
    plan: View<'_>,
    item: ItemId,
    id: ExprId,
) -> fmt::Result {
    let Some(of) = plan.exprs.get(id.index()) else { return f.write_str("?") };
    let step = |step: u32| step_name(plan, item, step);
    let list = |list: u32| list_name(plan, list);
    match *of {
        Expr::Number(number) => write!(f, "{number}"),
        Expr::Field(of) => field(f, plan, (item, of), " = "),
        Expr::Present(of) => write!(f, "has({})", step(of)),
        Expr::Elements(of) => write!(f, "count({})", step(of)),
        Expr::Bytes(of) => write!(f, "size({})", step(of)),
        Expr::Starts(of) => write!(f, "starts({})", step(of)),
        Expr::Sizes(of) => write!(f, "sizes({})", step(of)),
        Expr::Tag(of) => write!(f, "tag of {}", step(of)),
        Expr::Open(run) => open(f, plan, run),
        Expr::Around(item, at) => {
            write!(f, "{}.", item_name(plan, item))?;
            field(f, plan, (item, at), " = ")
        }
        Expr::Inner(of, inner, part) => {
            write!(f, "{}.", step(of))?;
            field(f, plan, (inner, part), " = ")
        }
        Expr::Is(of, variant) => write!(f, "{} = {}", step(of), item_name(plan, variant)),
        Expr::Argument(argument) => write!(f, "argument {argument}"),
        Expr::Index => f.write_str("index"),
        Expr::Position => f.write_str("position"),
        Expr::Left => f.write_str("left"),
        Expr::Peek(coding, bits) => peek(f, coding, bits),
        Expr::FindLast(run) => find_last(f, plan, run),
        Expr::Count(of) => write!(f, "count({})", list(of)),
        Expr::Listed(of, at) => indexed(f, plan, item, &list(of), at),
        Expr::Find(of, number) => {
            write!(f, "find({}, ", list(of))?;
            spelled(f, plan, item, number)?;
            f.write_str(")")
        }
        Expr::Not(a) => not(f, plan, item, a),
        Expr::Element(of, at) => indexed(f, plan, item, step(of), at),
        Expr::Matches(of, run) => matches(f, plan, step(of), " = ", run),
        Expr::Big(of) => write!(f, "number of {}", step(of)),
        Expr::Digits(of, base) => write!(f, "digits({}, {base})", step(of)),
        Expr::Checksum(kind, of) => {
            f.write_str(kind.word())?;
            covered(f, plan, item, of)
        }
        Expr::If(test, then, otherwise) => {
            for (word, part) in [("if ", test), (" then ", then), (" else ", otherwise)] {
                f.write_str(word)?;
                spelled(f, plan, item, part)?;
            }
            Ok(())
        }
        Expr::Natural(a, _) => spelled(f, plan, item, a),
        // Signed operations are written in the same way.
        Expr::Binary(operator, a, b) | Expr::Signed(operator, a, b) => {
            operation(f, plan, item, (operator, a, b))
        }
    }
}

/// The pieces of bytes that a checksum covers. The number itself stands for its zeros.
fn covered(f: &mut fmt::Formatter<'_>, plan: View<'_>, item: ItemId, pieces: Run) -> fmt::Result {
    f.write_str("(")?;
    for (at, piece) in Covered::all(pieces, &plan.numbers).enumerate() {
        f.write_str(if at == 0 { "" } else { ", " })?;
        match (piece, plan.own) {
            (Covered::Step(step) | Covered::Number(step), _) => {
                f.write_str(step_name(plan, item, step))?;
            }
            (Covered::Plain(step), _) => write!(f, "plain({})", step_name(plan, item, step))?,
            (Covered::Zeros(_), Some(own)) => f.write_str(step_name(plan, item, own))?,
            (Covered::Zeros(count), None) => write!(f, "{count} zeros")?,
        }
    }
    f.write_str(")")
}

/// Whether an operator is written as a function.
fn is_function(operator: Operator) -> bool {
    matches!(operator, Operator::Min | Operator::Max)
}

fn brackets(
    f: &mut fmt::Formatter<'_>,
    plan: View<'_>,
    item: ItemId,
    id: ExprId,
    has_brackets: bool,
) -> fmt::Result {
    f.write_str(if has_brackets { "(" } else { "" })?;
    spelled(f, plan, item, id)?;
    f.write_str(if has_brackets { ")" } else { "" })
}

fn find_last(f: &mut fmt::Formatter<'_>, plan: View<'_>, run: Run) -> fmt::Result {
    f.write_str("find_last(\"")?;
    for (at, byte) in run.of(&plan.bytes).iter().enumerate() {
        write!(f, "{}{byte:02x}", if at == 0 { "" } else { " " })?;
    }
    f.write_str("\")")
}

fn indexed(
    f: &mut fmt::Formatter<'_>,
    plan: View<'_>,
    item: ItemId,
    of: &str,
    at: ExprId,
) -> fmt::Result {
    write!(f, "{of}[")?;
    spelled(f, plan, item, at)?;
    f.write_str("]")
}

impl View<'_> {
    /// An expression without conversions of its sign.
    fn bare(&self, mut id: ExprId) -> ExprId {
        while let Some(Expr::Natural(of, _)) = self.exprs.get(id.index()) {
            id = *of;
        }
        id
    }

    /// The precedence of an expression.
    fn rank(&self, id: ExprId) -> u8 {
        match self.exprs.get(self.bare(id).index()) {
            Some(Expr::If(..)) => 0,
            Some(Expr::Not(_) | Expr::Matches(..) | Expr::Is(..)) => Operator::Equal.rank() + 1,
            Some(Expr::Binary(operator, ..) | Expr::Signed(operator, ..)) => operator.rank() + 1,
            _ => u8::MAX,
        }
    }

    /// The step that an expression is the number of.
    fn step(&self, item: ItemId, id: ExprId) -> Option<&Step> {
        let (_, step) = self.plan.number_step(item, self.bare(id))?;
        Some(step)
    }

    /// The base of the field in an expression; decimal without one.
    fn base(&self, item: ItemId, id: ExprId) -> Base {
        match self.exprs.get(self.bare(id).index()) {
            Some(Expr::Binary(operator, a, b)) if is_bitwise(*operator) => {
                match self.base(item, *a) {
                    Base::Decimal => self.base(item, *b),
                    base => base,
                }
            }
            _ => self.step(item, id).map_or(Base::Decimal, |step| step.base),
        }
    }

    /// The name of the member of the enum of a field with a number.
    fn member(&self, item: ItemId, field: ExprId, number: u64) -> Option<&str> {
        let shape = self.plan.number_shape(self.step(item, field)?.shape)?;
        let Some(Shape::Enum { members, .. }) = self.shapes.get(shape.index()) else { return None };
        let mut members = members.of(&self.members).iter();
        let member = members.find(|member| member.number == number && !member.removed)?;
        Some(self.plan.name(member.name))
    }
}

fn is_bitwise(operator: Operator) -> bool {
    matches!(operator, Operator::BitAnd | Operator::BitOr | Operator::BitXor)
}

fn not(f: &mut fmt::Formatter<'_>, plan: View<'_>, item: ItemId, of: ExprId) -> fmt::Result {
    match plan.exprs.get(of.index()) {
        Some(Expr::Matches(of, run)) => {
            return matches(f, plan, step_name(plan, item, *of), " != ", *run);
        }
        Some(Expr::Field(step)) if plan.compares(item, *step) => {
            return field(f, plan, (item, *step), " != ");
        }
        Some(Expr::Around(around, step)) if plan.compares(*around, *step) => {
            write!(f, "{}.", item_name(plan, *around))?;
            return field(f, plan, (*around, *step), " != ");
        }
        _ => {}
    }
    f.write_str("not ")?;
    brackets(f, plan, item, of, plan.rank(of) <= Operator::Equal.rank())
}

/// A field. A step that a schema does not have is spelled as what it is computed from: a field of a record in a field, or a
/// comparison of a field with a text or a variant.
fn field(
    f: &mut fmt::Formatter<'_>,
    plan: View<'_>,
    (item, step): (ItemId, u32),
    operator: &str,
) -> fmt::Result {
    match plan.hidden(item, step) {
        Some(&Expr::Inner(of, inner, part)) => {
            write!(f, "{}.", step_name(plan, item, of))?;
            field(f, plan, (inner, part), operator)
        }
        Some(&Expr::Is(of, variant)) => {
            write!(f, "{}{operator}{}", step_name(plan, item, of), item_name(plan, variant))
        }
        Some(&Expr::Matches(of, run)) => matches(f, plan, step_name(plan, item, of), operator, run),
        Some(&Expr::Big(of)) => f.write_str(step_name(plan, item, of)),
        _ => f.write_str(step_name(plan, item, step)),
    }
}

fn matches(
    f: &mut fmt::Formatter<'_>,
    plan: View<'_>,
    name: &str,
    operator: &str,
    run: Run,
) -> fmt::Result {
    f.write_str(name)?;
    f.write_str(operator)?;
    match run.is_empty() {
        true => f.write_str("\"\""),
        false => constant(f, plan, run),
    }
}

fn operation(
    f: &mut fmt::Formatter<'_>,
    plan: View<'_>,
    item: ItemId,
    (operator, a, b): (Operator, ExprId, ExprId),
) -> fmt::Result {
    let rank = operator.rank() + 1;
    if is_function(operator) {
        write!(f, "{}(", operator.word())?;
        spelled(f, plan, item, a)?;
        f.write_str(", ")?;
        spelled(f, plan, item, b)?;
        return f.write_str(")");
    }
    let is_compared = operator.rank() == Operator::Equal.rank();
    let of_numbers = is_compared || is_bitwise(operator);
    let is_zero = plan.exprs.get(a.index()) == Some(&Expr::Number(0));
    if operator == Operator::Subtract && is_zero {
        f.write_str("-")?;
        return brackets(f, plan, item, b, plan.rank(b) < u8::MAX);
    }
    // Comparisons cannot be chained.
    let least = rank + u8::from(is_compared);
    side(f, plan, item, (a, plan.rank(a) < least), of_numbers.then_some(b))?;
    write!(f, " {} ", operator.word())?;
    side(f, plan, item, (b, plan.rank(b) <= rank), of_numbers.then_some(a))
}

/// A side of an operation. A number beside a field is spelled like the numbers of the field.
fn side(
    f: &mut fmt::Formatter<'_>,
    plan: View<'_>,
    item: ItemId,
    (id, has_brackets): (ExprId, bool),
    other: Option<ExprId>,
) -> fmt::Result {
    let number = match plan.exprs.get(id.index()) {
        Some(Expr::Number(number)) => other.map(|other| (*number, other)),
        _ => None,
    };
    let Some((number, other)) = number else { return brackets(f, plan, item, id, has_brackets) };
    match plan.member(item, other, number) {
        Some(member) => f.write_str(member),
        None => plan.base(item, other).write(f, number),
    }
}
