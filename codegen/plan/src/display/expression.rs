//! Expressions as text, as locks of released versions or as schemas spell them. Locks never change, and neither does their text.

use super::view::{View, is_bitwise};
use crate::{Coding, Covered, Expr, ExprId, Operator, Run, Sign};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt;

/// An expression. With [`View::as_schema`], it is spelled as schemas spell it, as far as they can, with the necessary parentheses.
pub(super) fn expr(f: &mut fmt::Formatter<'_>, plan: View<'_>, id: ExprId) -> fmt::Result {
    let Some(of) = plan.exprs.get(id.index()) else { return f.write_str("?") };
    let step = |step: u32| plan.step_name(step);
    let list = |list: u32| list_name(plan, list);
    // A function in schemas; words before or after its argument in locks.
    let mut call = |function: &str, (before, after): (&str, &str), of: &str| match plan.as_schema {
        true => write!(f, "{function}({of})"),
        false => write!(f, "{before}{of}{after}"),
    };
    match *of {
        Expr::Number(number) => write!(f, "{number}"),
        Expr::Field(of) => field(f, plan, of, " = "),
        Expr::Present(of) => call("has", ("", " is there"), step(of)),
        Expr::Elements(of) => call("count", ("elements of ", ""), step(of)),
        Expr::Bytes(of) => call("size", ("bytes of ", ""), step(of)),
        Expr::Starts(of) => call("starts", ("starts of ", ""), step(of)),
        Expr::Sizes(of) => call("sizes", ("sizes of ", ""), step(of)),
        Expr::Count(of) => call("count", ("count of ", ""), &list(of)),
        Expr::Tag(of) => write!(f, "tag of {}", step(of)),
        Expr::Open(run) => open(f, plan, run),
        Expr::Around(item, at) => {
            write!(f, "{}.", plan.item_name(item))?;
            field(f, plan.of(item), at, " = ")
        }
        Expr::Inner(of, inner, part) => {
            write!(f, "{}.", step(of))?;
            field(f, plan.of(inner), part, " = ")
        }
        Expr::Is(of, variant) => {
            let is = if plan.as_schema { "=" } else { "is" };
            write!(f, "{} {is} {}", step(of), plan.item_name(variant))
        }
        Expr::Argument(argument) => write!(f, "argument {argument}"),
        Expr::Index => f.write_str("index"),
        Expr::Position => f.write_str("position"),
        Expr::Left => f.write_str(if plan.as_schema { "left" } else { "bytes left" }),
        Expr::Peek(coding, bits) => peek(f, coding, bits),
        Expr::FindLast(run) => find_last(f, plan, run),
        Expr::Total(of) => call("count", ("count of all ", ""), &list(of)),
        // The value of the item around the expression.
        Expr::Later(of, at)
            if plan.as_schema && plan.exprs.get(at.index()) == Some(&Expr::Count(of)) =>
        {
            f.write_str(&list(of))
        }
        Expr::Later(of, at) if !plan.as_schema => {
            indexed(f, plan, &format!("all {}", list(of)), at)
        }
        Expr::Listed(of, at) | Expr::Later(of, at) => indexed(f, plan, &list(of), at),
        Expr::Find(of, number) => find(f, plan, (&list(of), number)),
        Expr::Not(a) => not(f, plan, a),
        Expr::Element(of, at) => indexed(f, plan, step(of), at),
        Expr::Matches(of, run) => matches(f, plan, step(of), " = ", run),
        Expr::Big(of) if plan.as_schema => f.write_str(step(of)),
        Expr::Big(of) => write!(f, "number of {}", step(of)),
        Expr::Content(of) => f.write_str(step(of)),
        Expr::Constant(run) => hexadecimal(f, plan, run),
        Expr::Digits(of, base) if plan.as_schema => write!(f, "digits({}, {base})", step(of)),
        Expr::Digits(of, base) => write!(f, "digits of {} in base {base}", step(of)),
        Expr::Checksum(kind, of) => {
            write!(f, "{}(", kind.word())?;
            covered(f, plan, of)?;
            write!(f, "{})", kind.parameters())
        }
        Expr::If(test, then, otherwise) => {
            for (word, part) in [("if ", test), (" then ", then), (" else ", otherwise)] {
                f.write_str(word)?;
                expr(f, plan, part)?;
            }
            Ok(())
        }
        Expr::Natural(a, _) => expr(f, plan, a),
        // Signed operations are written in the same way.
        Expr::Binary(operator, a, b) | Expr::Signed(operator, a, b) => {
            operation(f, plan, (operator, a, b))
        }
        Expr::Float(operator, bits, a, b) => floats(f, plan, (operator, bits), (a, b)),
    }
}

/// The place of a number in a list.
fn find(f: &mut fmt::Formatter<'_>, plan: View<'_>, (list, number): (&str, ExprId)) -> fmt::Result {
    if plan.as_schema {
        write!(f, "find({list}, ")?;
        expr(f, plan, number)?;
        return f.write_str(")");
    }
    f.write_str("place of ")?;
    expr(f, plan, number)?;
    write!(f, " in {list}")
}

fn find_last(f: &mut fmt::Formatter<'_>, plan: View<'_>, run: Run) -> fmt::Result {
    if !plan.as_schema {
        f.write_str("last place of ")?;
        return hexadecimal(f, plan, run);
    }
    f.write_str("find_last(\"")?;
    for (at, byte) in run.of(&plan.bytes).iter().enumerate() {
        write!(f, "{}{byte:02x}", if at == 0 { "" } else { " " })?;
    }
    f.write_str("\")")
}

/// An operation in a lock, which has parentheses around each.
fn enclosed(
    f: &mut fmt::Formatter<'_>,
    plan: View<'_>,
    (operator, a, b): (Operator, ExprId, ExprId),
) -> fmt::Result {
    f.write_str("(")?;
    expr(f, plan, a)?;
    write!(f, " {} ", operator.word())?;
    expr(f, plan, b)?;
    f.write_str(")")
}

/// The name of the field whose numbers a list records.
fn list_name(plan: View<'_>, list: u32) -> String {
    match plan.lists.get(list as usize) {
        Some((item, step)) => {
            format!("{}.{}", plan.item_name(*item), plan.of(*item).step_name(*step))
        }
        None => "?".to_owned(),
    }
}

/// Whether a gate is open; without given versions, the gate itself.
fn open(f: &mut fmt::Formatter<'_>, plan: View<'_>, run: Run) -> fmt::Result {
    if !plan.at.is_empty() {
        return f.write_str(if plan.has(run) { "yes" } else { "no" });
    }
    f.write_str("[")?;
    gate(f, plan, run)?;
    f.write_str(" ]")
}

fn peek(f: &mut fmt::Formatter<'_>, coding: Coding, bits: u8) -> fmt::Result {
    f.write_str("ahead ")?;
    integer(f, coding, bits, Sign::Unsigned)
}

/// The coding, sign and width of a number.
pub(super) fn integer(
    f: &mut fmt::Formatter<'_>,
    coding: Coding,
    bits: u8,
    sign: Sign,
) -> fmt::Result {
    let (coding, blank) = match coding {
        Coding::Digits(digits) => {
            match (digits.width, digits.pad) {
                (0, _) => {}
                (width, None) => write!(f, "{width} ")?,
                (width, Some(pad)) => write!(f, "{width} padded with {pad:#04x} ")?,
            }
            (digits.base.word(), " ")
        }
        Coding::Little => ("", ""),
        Coding::Big => ("big", " "),
        Coding::Leb128 => ("leb128", " "),
        Coding::Bounded => ("bounded leb128", " "),
        Coding::Prefix => ("prefix", " "),
        Coding::Vlq(kind) => (kind.word(), " "),
    };
    let sign = match sign {
        Sign::Unsigned => "u",
        Sign::Twos => "i",
        Sign::Zigzag => "zigzag ",
        Sign::Extended => "signed ",
        Sign::Float => "f",
    };
    write!(f, "{coding}{blank}{sign}{bits}")
}

/// The pieces of bytes that a checksum covers. The number itself stands for its zeros, if it is known.
fn covered(f: &mut fmt::Formatter<'_>, plan: View<'_>, pieces: Run) -> fmt::Result {
    for (at, piece) in Covered::all(pieces, &plan.numbers).enumerate() {
        f.write_str(if at == 0 { "" } else { ", " })?;
        let name = |step| plan.step_name(step);
        match (piece, plan.own) {
            (Covered::Step(step) | Covered::Number(step), _) => f.write_str(name(step))?,
            (Covered::Plain(step), _) if plan.as_schema => write!(f, "plain({})", name(step))?,
            (Covered::Plain(step), _) => write!(f, "plain {}", name(step))?,
            (Covered::Zeros(_), Some(own)) => f.write_str(name(own))?,
            (Covered::Zeros(count), None) => write!(f, "{count} zeros")?,
        }
    }
    Ok(())
}

/// Bytes of the plan, as a text if all are printable.
fn constant(f: &mut fmt::Formatter<'_>, plan: View<'_>, run: Run) -> fmt::Result {
    let bytes = run.of(&plan.bytes);
    let is_text = bytes.iter().all(|byte| *byte == b' ' || byte.is_ascii_graphic());
    match core::str::from_utf8(bytes) {
        Ok(text) if is_text && !text.is_empty() => write!(f, "{text:?}"),
        _ => hexadecimal(f, plan, run),
    }
}

/// Bytes of the plan.
pub(super) fn hexadecimal(f: &mut fmt::Formatter<'_>, plan: View<'_>, run: Run) -> fmt::Result {
    f.write_str("0x")?;
    let mut bytes = run.of(&plan.bytes).iter();
    bytes.try_for_each(|byte| write!(f, "{byte:02x}"))
}

fn indexed(f: &mut fmt::Formatter<'_>, plan: View<'_>, of: &str, at: ExprId) -> fmt::Result {
    write!(f, "{of}[")?;
    expr(f, plan, at)?;
    f.write_str("]")
}

pub(super) fn gate(f: &mut fmt::Formatter<'_>, plan: View<'_>, gate: Run) -> fmt::Result {
    for bound in gate.of(&plan.bounds) {
        let Some(axis) = plan.axes.get(bound.axis as usize) else { continue };
        if plan.version(bound).is_some() {
            continue;
        }
        let version =
            |version: u32| plan.name(axis.versions).split(' ').nth(version as usize).unwrap_or("?");
        write!(f, " @{} {}", plan.name(axis.name), version(bound.since))?;
        match bound.until {
            Some(until) => write!(f, "..{}", version(until))?,
            None => f.write_str("..")?,
        }
    }
    Ok(())
}

/// Whether an operator is written as a function.
fn is_function(operator: Operator) -> bool {
    matches!(operator, Operator::Min | Operator::Max)
}

fn brackets(
    f: &mut fmt::Formatter<'_>,
    plan: View<'_>,
    id: ExprId,
    has_brackets: bool,
) -> fmt::Result {
    f.write_str(if has_brackets { "(" } else { "" })?;
    expr(f, plan, id)?;
    f.write_str(if has_brackets { ")" } else { "" })
}

fn not(f: &mut fmt::Formatter<'_>, plan: View<'_>, of: ExprId) -> fmt::Result {
    match plan.exprs.get(of.index()).filter(|_| plan.as_schema) {
        Some(Expr::Matches(of, run)) => {
            return matches(f, plan, plan.step_name(*of), " != ", *run);
        }
        Some(Expr::Field(step)) if plan.compares(plan.item, *step) => {
            return field(f, plan, *step, " != ");
        }
        Some(Expr::Around(around, step)) if plan.compares(*around, *step) => {
            write!(f, "{}.", plan.item_name(*around))?;
            return field(f, plan.of(*around), *step, " != ");
        }
        _ => {}
    }
    f.write_str("not ")?;
    brackets(f, plan, of, plan.as_schema && plan.rank(of) <= Operator::Equal.rank())
}

/// A field. A step that a schema does not have is spelled as what it is computed from: a field of a record in a field, or a
/// comparison of a field with a text or a variant.
fn field(f: &mut fmt::Formatter<'_>, plan: View<'_>, step: u32, operator: &str) -> fmt::Result {
    match plan.hidden(plan.item, step).filter(|_| plan.as_schema) {
        Some(&Expr::Inner(of, inner, part)) => {
            write!(f, "{}.", plan.step_name(of))?;
            field(f, plan.of(inner), part, operator)
        }
        Some(&Expr::Is(of, variant)) => {
            write!(f, "{}{operator}{}", plan.step_name(of), plan.item_name(variant))
        }
        Some(&Expr::Matches(of, run)) => matches(f, plan, plan.step_name(of), operator, run),
        Some(&Expr::Big(of)) => f.write_str(plan.step_name(of)),
        _ => f.write_str(plan.step_name(step)),
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
    match run.is_empty() && plan.as_schema {
        true => f.write_str("\"\""),
        false => constant(f, plan, run),
    }
}

fn operation(
    f: &mut fmt::Formatter<'_>,
    plan: View<'_>,
    (operator, a, b): (Operator, ExprId, ExprId),
) -> fmt::Result {
    if !plan.as_schema {
        return enclosed(f, plan, (operator, a, b));
    }
    let rank = operator.rank() + 1;
    if is_function(operator) {
        write!(f, "{}(", operator.word())?;
        expr(f, plan, a)?;
        f.write_str(", ")?;
        expr(f, plan, b)?;
        return f.write_str(")");
    }
    let is_compared = operator.rank() == Operator::Equal.rank();
    let of_numbers = is_compared || is_bitwise(operator);
    let is_zero = plan.exprs.get(a.index()) == Some(&Expr::Number(0));
    if operator == Operator::Subtract && is_zero {
        f.write_str("-")?;
        return brackets(f, plan, b, plan.rank(b) < u8::MAX);
    }
    // Comparisons cannot be chained.
    let least = rank + u8::from(is_compared);
    side(f, plan, (a, plan.rank(a) < least), of_numbers.then_some(b))?;
    write!(f, " {} ", operator.word())?;
    side(f, plan, (b, plan.rank(b) <= rank), of_numbers.then_some(a))
}

/// A comparison of IEEE 754 numbers.
fn floats(
    f: &mut fmt::Formatter<'_>,
    plan: View<'_>,
    (operator, bits): (Operator, u8),
    (a, b): (ExprId, ExprId),
) -> fmt::Result {
    float(f, plan, (bits, a))?;
    write!(f, " {} ", operator.word())?;
    float(f, plan, (bits, b))
}

/// A side of a comparison of IEEE 754 numbers.
fn float(f: &mut fmt::Formatter<'_>, plan: View<'_>, (bits, id): (u8, ExprId)) -> fmt::Result {
    match plan.exprs.get(id.index()) {
        Some(Expr::Number(number)) => write!(f, "{:?}", crate::float::value(bits, *number)),
        _ => brackets(f, plan, id, false),
    }
}

/// A side of an operation. A number beside a field is spelled like the numbers of the field.
fn side(
    f: &mut fmt::Formatter<'_>,
    plan: View<'_>,
    (id, has_brackets): (ExprId, bool),
    other: Option<ExprId>,
) -> fmt::Result {
    let number = match plan.exprs.get(id.index()) {
        Some(Expr::Number(number)) => other.map(|other| (*number, other)),
        _ => None,
    };
    let Some((number, other)) = number else { return brackets(f, plan, id, has_brackets) };
    match plan.member(other, number) {
        Some(member) => f.write_str(member),
        None => plan.base(other).write(f, number),
    }
}
