//! Checks of members: what a schema requires of the value of a field.

use super::layout::{Expr, Member, Operator, Repeat, What, nth};
use super::lower::{Lower, Members, Place};
use bytespec_plan::{self as plan, ExprId, Role, Step};

impl Lower<'_> {
    /// Adds what a step requires of its value: to its member if that is one value with bytes, which viewers check when they read
    /// it. Otherwise the result is a member that checks it.
    pub(super) fn required(
        &self,
        step: &Step,
        member: &mut Member,
        place: &Place,
        out: &mut Members,
    ) -> Option<Member> {
        let value = place.value.as_ref().filter(|_| member.repeat == Repeat::Once);
        let mut test = None;
        if let Some(by) = self.required_number(step) {
            let later = matches!(step.role, Role::CheckedAtEnd(_));
            let equals = self.expr(by, false).filter(|_| !later);
            match (equals, value) {
                (Some(equals), Some(_)) if member.has_one_value() => member.equals = Some(equals),
                (Some(equals), Some(value)) => {
                    let sides = Box::new([value.clone().number(), equals.number()]);
                    test = Some(Expr::Two(Operator::Equal, sides));
                }
                _ => {
                    let at = self.frames.last().map_or(0, |frame| plan::place(frame.places.len()));
                    let shown = self.plan.show_computed((self.own(), at), by);
                    member.omit_check(&format!("= {shown}"));
                }
            }
        }
        for number in step.reject.of(&self.plan.numbers) {
            match (value, constant(*number)) {
                (Some(value), Some(number)) => {
                    let sides = Box::new([value.clone().number(), number]);
                    test = Expr::both(test, Some(Expr::Two(Operator::Differs, sides)));
                }
                _ => member.omit_check(&format!("!= {number}")),
            }
        }
        if let Role::Constant(bytes) = step.role {
            let is_text = match member.what {
                What::Bytes => Some(false),
                What::Text(_) => Some(true),
                _ => None,
            };
            let is_text = is_text.filter(|_| member.size.is_some());
            member.equals =
                is_text.and_then(|text| self.is_bytes((member.name.clone(), text), bytes));
            if member.equals.is_none() {
                let bytes = bytes.of(&self.plan.bytes).iter();
                let bytes: Vec<String> = bytes.map(|byte| format!("{byte:02x}")).collect();
                member.omit_check(&format!("= {}", bytes.join(" ")));
            }
        }
        let test = Some(test?);
        if member.has_one_value() {
            member.valid = Expr::both(member.valid.take(), test);
            return None;
        }
        let name = out.names.give(&format!("{} check", member.name));
        let when = member.when.clone();
        Some(Member { when, valid: test, ..Member::new(&name, What::Check) })
    }

    /// The number that a field must have, other than a rule.
    fn required_number(&self, step: &Step) -> Option<ExprId> {
        match step.role {
            Role::Checked(by) | Role::CheckedAtEnd(by) => Some(by),
            _ => None,
        }
    }

    /// Adds the check of a rule to the member that it restricts, or as a member of its own.
    pub(super) fn check(&self, rule: ExprId, when: Option<Expr>, out: &mut Members) {
        let (item, places) = match self.frames.last() {
            Some(frame) => (frame.item, &*frame.places),
            None => return,
        };
        let ruled = self.plan.ruled(item, plan::place(places.len()));
        let checked = nth(places, ruled);
        let name = checked.map_or(String::new(), |place| place.name.clone());
        let member = out.list.iter_mut().find(|member| member.name == name);
        match (self.expr(rule, false).map(Expr::truth), member) {
            (Some(valid), Some(member)) if member.has_one_value() && member.when == when => {
                member.valid = Expr::both(member.valid.take(), Some(valid));
            }
            (Some(valid), _) => {
                let name = out.names.give(&format!("{name} check"));
                let valid = Some(valid);
                out.list.push(Member { when, valid, ..Member::new(&name, What::Check) });
            }
            (None, Some(member)) => {
                let shown = self.plan.show_expr(item, self.plan.without_negations(rule));
                member.omit_check(&shown.to_string());
            }
            (None, None) => {}
        }
    }
}

impl Member {
    /// Notes a check that no viewer can express.
    fn omit_check(&mut self, shown: &str) {
        let name = &self.name;
        let note = match self.note.is_empty() {
            true => format!("a check of {name} is omitted here: {shown}"),
            false => format!("{}; a check of {name} is omitted here: {shown}", self.note),
        };
        self.note = note;
    }
}

/// A number of the schema, which can be negative.
fn constant(number: i128) -> Option<Expr> {
    let absolute = Expr::Number(u64::try_from(number.unsigned_abs()).ok()?);
    Some(match number < 0 {
        true => Expr::Two(Operator::Subtract, Box::new([Expr::Number(0), absolute])),
        false => absolute,
    })
}
