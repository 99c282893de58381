//! Expressions as text. Locks of released versions have this text, so it never changes.

use super::view::{View, item_name, step_name};
use crate::{Coding, Covered, Expr, ExprId, ItemId, Run, Sign};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt;

pub(super) fn expr(
    f: &mut fmt::Formatter<'_>,
    plan: View<'_>,
    item: ItemId,
    id: ExprId,
) -> fmt::Result {
    let Some(of) = plan.exprs.get(id.index()) else { return f.write_str("?") };
    let step = |step: u32| step_name(plan, item, step);
    let list = |list: u32| list_name(plan, list);
    let mut two = |a: ExprId, between: &str, b: ExprId| {
        f.write_str("(")?;
        expr(f, plan, item, a)?;
        f.write_str(between)?;
        expr(f, plan, item, b)?;
        f.write_str(")")
    };
    // Signed operations are written in the same way.
    if let Expr::Binary(operator, a, b) | Expr::Signed(operator, a, b) = *of {
        return two(a, &format!(" {} ", operator.word()), b);
    }
    match *of {
        Expr::Number(number) => write!(f, "{number}"),
        Expr::Field(of) => f.write_str(step(of)),
        Expr::Present(of) => write!(f, "{} is there", step(of)),
        Expr::Elements(of) => write!(f, "elements of {}", step(of)),
        Expr::Bytes(of) => write!(f, "bytes of {}", step(of)),
        Expr::Starts(of) => write!(f, "starts of {}", step(of)),
        Expr::Sizes(of) => write!(f, "sizes of {}", step(of)),
        Expr::Tag(of) => write!(f, "tag of {}", step(of)),
        Expr::Open(run) => open(f, plan, run),
        Expr::Around(item, at) => {
            write!(f, "{}.{}", item_name(plan, item), step_name(plan, item, at))
        }
        Expr::Inner(of, item, part) => {
            write!(f, "{}.{}", step(of), step_name(plan, item, part))
        }
        Expr::Is(of, item) => write!(f, "{} is {}", step(of), item_name(plan, item)),
        Expr::Argument(argument) => write!(f, "argument {argument}"),
        Expr::Index => f.write_str("index"),
        Expr::Position => f.write_str("position"),
        Expr::Left => f.write_str("bytes left"),
        Expr::Peek(coding, bits) => peek(f, coding, bits),
        Expr::FindLast(run) => {
            f.write_str("last place of ")?;
            hexadecimal(f, plan, run)
        }
        Expr::Count(of) => write!(f, "count of {}", list(of)),
        Expr::Listed(of, at) => indexed(f, plan, item, &list(of), at),
        Expr::Find(of, number) => {
            f.write_str("place of ")?;
            expr(f, plan, item, number)?;
            write!(f, " in {}", list(of))
        }
        Expr::Not(a) => {
            f.write_str("not ")?;
            expr(f, plan, item, a)
        }
        Expr::Element(of, at) => indexed(f, plan, item, step(of), at),
        Expr::Matches(of, run) => {
            write!(f, "{} = ", step(of))?;
            constant(f, plan, run)
        }
        Expr::Big(of) => write!(f, "number of {}", step(of)),
        Expr::Digits(of, base) => write!(f, "digits of {} in base {base}", step(of)),
        Expr::Checksum(kind, of) => {
            f.write_str(kind.word())?;
            covered(f, plan, item, of)
        }
        Expr::If(test, then, otherwise) => {
            for (word, part) in [("if ", test), (" then ", then), (" else ", otherwise)] {
                f.write_str(word)?;
                expr(f, plan, item, part)?;
            }
            Ok(())
        }
        Expr::Natural(a, _) => expr(f, plan, item, a),
        Expr::Binary(..) | Expr::Signed(..) => Ok(()),
    }
}

/// The name of the field whose numbers a list records.
pub(super) fn list_name(plan: View<'_>, list: u32) -> String {
    match plan.lists.get(list as usize) {
        Some((item, step)) => {
            format!("{}.{}", item_name(plan, *item), step_name(plan, *item, *step))
        }
        None => "?".to_owned(),
    }
}

/// Whether a gate is open; without given versions, the gate itself.
pub(super) fn open(f: &mut fmt::Formatter<'_>, plan: View<'_>, run: Run) -> fmt::Result {
    if !plan.at.is_empty() {
        return f.write_str(if plan.has(run) { "yes" } else { "no" });
    }
    f.write_str("[")?;
    gate(f, plan, run)?;
    f.write_str(" ]")
}

pub(super) fn peek(f: &mut fmt::Formatter<'_>, coding: Coding, bits: u8) -> fmt::Result {
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

/// The pieces of bytes that a checksum covers.
fn covered(f: &mut fmt::Formatter<'_>, plan: View<'_>, item: ItemId, pieces: Run) -> fmt::Result {
    f.write_str("(")?;
    for (at, piece) in Covered::all(pieces, &plan.numbers).enumerate() {
        f.write_str(if at == 0 { "" } else { ", " })?;
        match piece {
            Covered::Step(step) | Covered::Number(step) => {
                f.write_str(step_name(plan, item, step))?;
            }
            Covered::Plain(step) => write!(f, "plain {}", step_name(plan, item, step))?,
            Covered::Zeros(count) => write!(f, "{count} zeros")?,
        }
    }
    f.write_str(")")
}

/// Bytes of the plan, as a text if all are printable.
pub(super) fn constant(f: &mut fmt::Formatter<'_>, plan: View<'_>, run: Run) -> fmt::Result {
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

fn indexed(
    f: &mut fmt::Formatter<'_>,
    plan: View<'_>,
    item: ItemId,
    of: &str,
    at: ExprId,
) -> fmt::Result {
    write!(f, "{of}[")?;
    expr(f, plan, item, at)?;
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
