//! A plan as text for people: a paragraph for each item, a line for each step.

mod expression;
mod view;

use crate::{
    Absent, Bound, ExprId, FactValue, ItemId, Kind, Length, Otherwise, Place, Plan, Role, Run,
    Shape, ShapeId, Step, Transform, Until,
};
use alloc::string::ToString;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::fmt;
use expression::{expr, gate, hexadecimal, integer};
use view::View;

/// An item of a plan as text.
struct Shown<'p>(View<'p>);

/// The steps of an item on one line.
struct ShownSteps<'p>(View<'p>);

impl Plan {
    /// An item as text: its name and gate, then a line for each step.
    #[must_use]
    pub fn show(&self, item: ItemId) -> impl fmt::Display + '_ {
        Shown(View::whole(self, item))
    }

    /// The steps of an item at these versions, by index of the axis. The text is on one line, without the cases of choices.
    #[must_use]
    pub fn show_at<'p>(&'p self, item: ItemId, at: &'p [Option<u32>]) -> impl fmt::Display + 'p {
        ShownSteps(View { at, ..View::whole(self, item) })
    }

    /// The bounds that the result of [`Plan::show_at`] depends on.
    #[must_use]
    pub fn bounds_shown(&self, item: ItemId) -> Vec<Bound> {
        let used = RefCell::default();
        let at: Vec<Option<u32>> = self.axes.iter().map(|_| None).collect();
        let view = View { at: &at, used: Some(&used), ..View::whole(self, item) };
        let _ = ShownSteps(view).to_string();
        used.into_inner()
    }
}

impl fmt::Display for ShownSteps<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        steps(f, self.0)
    }
}

/// The steps that exist, with semicolons between them.
fn steps(f: &mut fmt::Formatter<'_>, plan: View<'_>) -> fmt::Result {
    let steps = plan.steps_of(plan.item).iter().filter(|step| plan.has(step.gate));
    for (at, step) in steps.enumerate() {
        f.write_str(if at == 0 { "" } else { "; " })?;
        show_step(f, plan, step)?;
    }
    Ok(())
}

/// An expression of an item as text.
struct ShownExpr<'p>(View<'p>, ExprId);

impl fmt::Display for ShownExpr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        expr(f, self.0, self.1)
    }
}

impl Plan {
    /// An expression over steps of an item as text, as schemas spell it as far as they can.
    #[must_use]
    pub fn show_expr(&self, item: ItemId, expr: ExprId) -> impl fmt::Display + '_ {
        ShownExpr(View { as_schema: true, ..View::whole(self, item) }, expr)
    }

    /// The same for the expression of a computed step, by its position in the item.
    #[must_use]
    pub fn show_computed(
        &self,
        (item, step): (ItemId, u32),
        expr: ExprId,
    ) -> impl fmt::Display + '_ {
        ShownExpr(View { own: Some(step), as_schema: true, ..View::whole(self, item) }, expr)
    }
}

/// A shape of a step of an item as text.
struct ShownShape<'p>(View<'p>, ShapeId);

impl fmt::Display for ShownShape<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        shape(f, self.0, self.1)
    }
}

impl Plan {
    /// A shape of a step of an item as text, with expressions as schemas spell them.
    #[must_use]
    pub fn show_shape(&self, item: ItemId, shape: ShapeId) -> impl fmt::Display + '_ {
        ShownShape(View { as_schema: true, ..View::whole(self, item) }, shape)
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, item) in self.items.iter().enumerate() {
            if item.kind != Kind::Transparent {
                write!(f, "{}", Shown(View::whole(self, ItemId(index as u32))))?;
            }
        }
        Ok(())
    }
}

impl Kind {
    /// The name of the kind.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Kind::Record => "record",
            Kind::Union => "union",
            Kind::Variant => "variant",
            Kind::Section => "section",
            Kind::Operations => "operations",
            Kind::Operation => "operation",
            Kind::Region => "region",
            Kind::Block => "block",
            Kind::Properties => "properties",
            Kind::Layout => "record",
            Kind::Transparent => "value",
        }
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shown(plan) = *self;
        let Some(item) = plan.items.get(plan.item.index()) else { return Ok(()) };
        write!(f, "{} {}", item.kind.word(), plan.name(item.name))?;
        gate(f, plan, item.gate)?;
        for fact in item.facts.of(&plan.facts) {
            write!(f, ", {} = ", plan.name(fact.name))?;
            match fact.value {
                FactValue::Number(number) => write!(f, "{number}")?,
                FactValue::Text(text) => f.write_str(plan.name(text))?,
            }
        }
        f.write_str("\n")?;
        for step in item.steps.of(&plan.steps) {
            f.write_str("  ")?;
            show_step(f, plan, step)?;
            f.write_str("\n")?;
        }
        Ok(())
    }
}

fn show_step(f: &mut fmt::Formatter<'_>, plan: View<'_>, step: &Step) -> fmt::Result {
    let name = plan.name(step.name);
    match step.role {
        Role::Visible => write!(f, "{name}: ")?,
        _ => {
            write!(f, "({name}): ")?;
        }
    }
    shape(f, plan, step.shape)?;
    match step.role {
        Role::Visible | Role::Whole => {}
        Role::Filler => f.write_str(" := 0")?,
        Role::Derived(by) => {
            f.write_str(" := ")?;
            expr(f, plan, by)?;
        }
        Role::Checked(by) | Role::CheckedAtEnd(by) => {
            f.write_str(" = ")?;
            expr(f, plan, by)?;
        }
        Role::Constant(bytes) => {
            f.write_str(" = ")?;
            hexadecimal(f, plan, bytes)?;
        }
    }
    gate(f, plan, step.gate)?;
    if let Some(when) = step.when {
        f.write_str(" if ")?;
        expr(f, plan, when)?;
    }
    match step.absent {
        Absent::Never | Absent::Nothing => {}
        Absent::Number(number) => write!(f, " else {number}")?,
        Absent::Empty => f.write_str(" else []")?,
        Absent::EmptyCase(case) => write!(f, " else {}[]", plan.item_name(case))?,
        Absent::Zeros(step) => write!(f, " else 0 for each {}", plan.step_name(step))?,
    }
    for number in step.reject.of(&plan.numbers) {
        write!(f, " not {number}")?;
    }
    if step.nonempty {
        f.write_str(" not empty")?;
    }
    Ok(())
}

fn shape(f: &mut fmt::Formatter<'_>, plan: View<'_>, id: ShapeId) -> fmt::Result {
    let Some(of) = plan.shapes.get(id.index()) else { return f.write_str("?") };
    match *of {
        Shape::Integer { coding, bits, sign } | Shape::Wide { coding, bits, sign } => {
            integer(f, coding, bits, sign)
        }
        Shape::Bool => f.write_str("bool"),
        Shape::Enum { name, number, open, .. } => {
            let others = if open { " or another number" } else { "" };
            write!(f, "{}{others} as ", plan.name(name))?;
            shape(f, plan, number)
        }
        Shape::Index { table, number } => {
            let table = plan.tables.get(table as usize).map_or("?", |table| plan.name(*table));
            write!(f, "{table} index as ")?;
            shape(f, plan, number)
        }
        Shape::Bits { number, parts } => {
            f.write_str("bits of ")?;
            shape(f, plan, number)?;
            write!(f, " for {parts}")
        }
        Shape::Part { place, width, value } => {
            bits_of_part(f, place, width)?;
            shape(f, plan, value)
        }
        Shape::Sequence { element, until, reversed } => {
            end_of_sequence(f, plan, (until, element))?;
            f.write_str(if reversed { ", last first," } else { "" })?;
            f.write_str(" of ")?;
            shape(f, plan, element)
        }
        Shape::Offsets { element, offsets } => {
            write!(f, "at {}: ", plan.step_name(offsets))?;
            shape(f, plan, element)
        }
        Shape::Bytes(length) => bytes(f, plan, length),
        Shape::Text { length, encoding, .. } => {
            bytes(f, plan, length)?;
            write!(f, " of {} text", encoding.word())
        }
        Shape::Either { test, then, otherwise } => {
            by(f, plan, ("if ", test, " "), then)?;
            f.write_str(" else ")?;
            shape(f, plan, otherwise)
        }
        Shape::Sized { size, value } => by(f, plan, ("in ", size, " bytes "), value),
        Shape::At { offset, value } => by(f, plan, ("at offset ", offset, ": "), value),
        Shape::Transformed { by: transform, key, value } => {
            transformed(f, plan, (transform, key))?;
            shape(f, plan, value)
        }
        Shape::With { by: argument, value, .. } => by(f, plan, ("with ", argument, " "), value),
        Shape::Padding { align, from, .. } => filler(f, plan, (align, from)),
        Shape::Named { name, dialect, operation, record, .. } => {
            write!(f, "{} of ", plan.name(name))?;
            expr(f, plan, dialect)?;
            named_operation(f, plan, operation, record)
        }
        Shape::Item(inner) => inner_item(f, plan, inner),
        Shape::Choice { name, tag, cases, otherwise } => {
            write!(f, "one of {} by ", plan.name(name))?;
            expr(f, plan, tag)?;
            f.write_str(if otherwise == Otherwise::Opaque { ", else bytes" } else { "" })?;
            self::cases(f, plan, cases)
        }
        Shape::Computed { value, shape: of } => by(f, plan, ("computed ", value, " as "), of),
        Shape::Function { name, arguments } => {
            f.write_str(plan.name(name))?;
            step_names(f, plan, arguments)
        }
    }
}

/// A transform with its key.
fn transformed(
    f: &mut fmt::Formatter<'_>,
    plan: View<'_>,
    (by, key): (Transform, ExprId),
) -> fmt::Result {
    match by.host() {
        Some(name) => write!(f, "host {}", plan.name(*name))?,
        None => f.write_str(by.word())?,
    }
    if by.has_key() {
        f.write_str(" by ")?;
        expr(f, plan, key)?;
    }
    f.write_str(" of ")
}

/// An expression between words, and the shape that it applies to.
fn by(
    f: &mut fmt::Formatter<'_>,
    plan: View<'_>,
    (before, asked, after): (&str, ExprId, &str),
    of: ShapeId,
) -> fmt::Result {
    f.write_str(before)?;
    expr(f, plan, asked)?;
    f.write_str(after)?;
    shape(f, plan, of)
}

/// The multiple up to which filler goes, and the offset from which it counts.
fn filler(
    f: &mut fmt::Formatter<'_>,
    plan: View<'_>,
    (align, from): (ExprId, Option<ExprId>),
) -> fmt::Result {
    f.write_str("filler to ")?;
    expr(f, plan, align)?;
    // Texts of earlier locks do not tell the start of the file from that of the section.
    let is_start = |from: &ExprId| plan.exprs.get(from.index()) == Some(&crate::Expr::Number(0));
    let Some(from) = from.filter(|from| !is_start(from)) else { return Ok(()) };
    f.write_str(" from ")?;
    expr(f, plan, from)
}

/// The bits of a number that a part takes.
fn bits_of_part(f: &mut fmt::Formatter<'_>, place: Place, width: Option<u8>) -> fmt::Result {
    match (place, width) {
        (Place::Bit(bit), Some(1)) => write!(f, "bit {bit} as "),
        (Place::Bit(bit), _) => write!(f, "bits from {bit} as "),
        (Place::Next, Some(width)) => write!(f, "next {width} bits as "),
        (Place::Next, None) => f.write_str("other bits as "),
    }
}

/// The end of a sequence.
fn end_of_sequence(
    f: &mut fmt::Formatter<'_>,
    plan: View<'_>,
    (until, element): (Until, ShapeId),
) -> fmt::Result {
    match until {
        Until::Count(count) => expr(f, plan, count),
        Until::End => f.write_str("all"),
        Until::Balanced => f.write_str("balanced"),
        Until::Holds(test) => {
            f.write_str("until ")?;
            // The test reads the element. Locks name the fields of the item around a record.
            let inner = plan.item_in(element).filter(|item| {
                let kind = plan.items.get(item.index()).map(|item| item.kind);
                plan.as_schema || kind == Some(Kind::Transparent)
            });
            let plan = plan.of(inner.unwrap_or(plan.item));
            expr(f, plan, test)
        }
        Until::Reached(a, b) => {
            f.write_str("until ")?;
            expr(f, plan, a)?;
            f.write_str(" = ")?;
            expr(f, plan, b)
        }
    }
}

/// Bytes and their number.
fn bytes(f: &mut fmt::Formatter<'_>, plan: View<'_>, length: Length) -> fmt::Result {
    match length {
        Length::Count(count) => {
            expr(f, plan, count)?;
            f.write_str(" bytes")
        }
        Length::Rest => f.write_str("all bytes"),
        Length::Marker(marker) => {
            f.write_str("bytes up to ")?;
            hexadecimal(f, plan, marker)
        }
        Length::Padded(count, pad) => {
            expr(f, plan, count)?;
            write!(f, " bytes padded with {pad:#04x}")
        }
        Length::Ended(count, marker) => {
            expr(f, plan, count)?;
            f.write_str(" bytes up to ")?;
            hexadecimal(f, plan, marker)
        }
        Length::Except(left) => write!(f, "all bytes but {left}"),
        Length::First(step) => {
            write!(f, "bytes up to the first of {}", plan.step_name(step))
        }
    }
}

/// The name of an item, or the steps of one that is transparent.
fn inner_item(f: &mut fmt::Formatter<'_>, plan: View<'_>, inner: ItemId) -> fmt::Result {
    match plan.items.get(inner.index()) {
        Some(of) if of.kind == Kind::Transparent => {
            f.write_str("{")?;
            steps(f, plan.of(inner))?;
            f.write_str("}")
        }
        _ => f.write_str(plan.item_name(inner)),
    }
}

/// The tag and the item of every case of a choice, if no versions are given.
fn cases(f: &mut fmt::Formatter<'_>, plan: View<'_>, cases: Run) -> fmt::Result {
    if !plan.at.is_empty() {
        return Ok(());
    }
    f.write_str(" {")?;
    for (at, case) in cases.of(&plan.cases).iter().enumerate() {
        write!(f, "{}{} ", if at == 0 { "" } else { ", " }, case.tags())?;
        f.write_str(case.item.map_or("nothing", |item| plan.item_name(item)))?;
        gate(f, plan, case.gate)?;
    }
    f.write_str("}")
}

/// The operation whose properties or attributes names select, and the record of the dialect's version.
fn named_operation(
    f: &mut fmt::Formatter<'_>,
    plan: View<'_>,
    operation: Option<ExprId>,
    record: Option<ExprId>,
) -> fmt::Result {
    let Some(operation) = operation else { return Ok(()) };
    f.write_str(".")?;
    expr(f, plan, operation)?;
    let Some(record) = record else { return Ok(()) };
    f.write_str(" with version record ")?;
    expr(f, plan, record)
}

/// The names of the steps that a function takes, in brackets.
fn step_names(f: &mut fmt::Formatter<'_>, plan: View<'_>, steps: Run) -> fmt::Result {
    f.write_str("(")?;
    for (at, step) in steps.of(&plan.numbers).iter().enumerate() {
        let step = u32::try_from(*step).unwrap_or(u32::MAX);
        write!(f, "{}{}", if at == 0 { "" } else { ", " }, plan.step_name(step))?;
    }
    f.write_str(")")
}
