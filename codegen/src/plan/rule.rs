//! The condition `valid` of a field: a step without bytes behind the field. A condition on each element is such a step in a
//! transparent item that each element is. An element that a condition `last` names is such an item, too.

use super::Lower;
use super::expressions::Scope;
use super::fields::Steps;
use super::paths::inner_name;
use super::shapes::{named, position};
use crate::ast::Expression;
use crate::model::{BytesEnd, RunField, RunRecord, RunStep, StepType};
use bytespec_plan::{Absent, Expr, Kind, Role, Shape, ShapeId, Step, Until};

/// The number of steps with the condition of a field, before and after the steps with numbers of parts of the field.
pub(super) struct Rules {
    pub(super) before_parts: u32,
    pub(super) after_parts: u32,
    /// The numbers of parts, and a condition on each element, are in the item of the element.
    pub(super) of_element: bool,
}

/// Where the condition of a field stands. It follows the parts only if it reads them: locks have the other order.
pub(super) fn rules(field: &RunField) -> Rules {
    let name = &field.docs().name;
    let mut rules = Rules { before_parts: 0, after_parts: 0, of_element: false };
    let RunField::Step(step) = field else { return rules };
    rules.of_element = step.has_element_item();
    let Some(valid) = step.valid.as_ref().filter(|_| !step.valid_of_element) else {
        return rules;
    };
    let mut reads_parts = false;
    valid.walk(&mut |part| {
        reads_parts |= match part {
            Expression::Is(of, _) | Expression::Inner(of, _) => of.value == *name,
            _ => false,
        };
    });
    match reads_parts {
        true => rules.after_parts = 1,
        false => rules.before_parts = 1,
    }
    rules
}

/// The parts with a condition of the packed number whose last part is the field at a position. The steps of all parts follow each
/// other, so that those of the conditions are behind them.
pub(super) fn part_rules(item: &RunRecord, at: usize) -> Vec<(&RunField, &Expression)> {
    let (before, behind) = item.fields.split_at(at + 1);
    if behind.first().is_some_and(|next| next.part().is_some()) {
        return Vec::new();
    }
    let parts = before.iter().rev().map_while(|field| Some((field, field.part()?)));
    let mut parts: Vec<(&RunField, &Expression)> =
        parts.filter_map(|(field, valid)| Some((field, valid.as_ref()?))).collect();
    parts.reverse();
    parts
}

impl<'m> Lower<'m> {
    /// Appends the condition of a part.
    pub(super) fn put_part_rule(
        &mut self,
        out: &mut Steps<'m>,
        part: &RunField,
        valid: &Expression,
        scope: &Scope,
    ) {
        if let Some(of) = out.step(position(scope, &part.docs().name)) {
            let rule = self.rule(valid, &of, scope);
            out.push_unnamed(rule);
        }
    }

    /// Appends the condition of a field.
    pub(super) fn put_rule(&mut self, out: &mut Steps<'m>, field: &RunField, scope: &Scope) {
        let RunField::Step(step) = field else { return };
        let of = out.step(position(scope, &step.docs.name));
        if let (Some(valid), Some(of)) = (&step.valid, of) {
            let rule = self.rule(valid, &of, scope);
            out.push_unnamed(rule);
        }
    }

    /// The shape of a field with a condition on each element.
    pub(super) fn with_condition(
        &mut self,
        step: &RunStep,
        item: &'m RunRecord,
        scope: &Scope,
    ) -> ShapeId {
        match (&step.repeat, &step.ty) {
            (None, StepType::List(inner)) => {
                let element = self.in_list(|lower| lower.step_shape(inner, scope));
                let element = self.element(step, element, item, scope);
                self.list_of(element)
            }
            (None, StepType::Rest(inner)) => {
                let element = self.in_list(|lower| lower.step_shape(inner, scope));
                let element = self.element(step, element, item, scope);
                self.sequence(element, Until::End)
            }
            // The arguments are evaluated outside of the element.
            (_, ty @ StepType::Record(..)) => {
                let element = self.step_shape(ty, scope);
                self.element(step, element, item, scope)
            }
            // So is the size.
            (_, StepType::Text(encoding, BytesEnd::Count(size))) => {
                let ty = StepType::Text(*encoding, BytesEnd::Rest);
                let element = self.step_shape(&ty, scope);
                let value = self.element(step, element, item, scope);
                let size = self.expression(size, scope);
                self.builder.shape(Shape::Sized { size, value })
            }
            (_, ty) => {
                let element = self.in_list(|lower| lower.step_shape(ty, scope));
                self.element(step, element, item, scope)
            }
        }
    }

    /// An element and its condition: an item whose value is the element.
    fn element(
        &mut self,
        of: &RunStep,
        shape: ShapeId,
        item: &'m RunRecord,
        scope: &Scope,
    ) -> ShapeId {
        if let Some(&Shape::With { argument, by, value }) = self.builder.shape_of(shape) {
            let value = self.element(of, value, item, scope);
            return self.builder.shape(Shape::With { argument, by, value });
        }
        let (place, name) = (self.builder.reserve(), &of.docs.name);
        let step = Step { base: of.base, ..self.step_of(&of.docs, shape) };
        let mut steps = vec![step];
        steps.extend(self.inner_steps(item, name, (0, step)).into_iter().map(|(_, part)| part));
        if let Some(valid) = of.valid.as_ref().filter(|_| of.valid_of_element) {
            steps.push(self.in_own_item(of, item, |lower| lower.rule(valid, &step, scope)));
        }
        if let StepType::Wire(_) = of.ty.element() {
            self.builder.list_of_elements((self.own, position(scope, name)), place);
        }
        self.define(place, Kind::Transparent, &named(&format!("element of {name}")), &steps);
        self.builder.shape(Shape::Item(place))
    }

    /// Lowers what names an element by the name of its field, in the item of the element.
    pub(super) fn in_own_item<T>(
        &mut self,
        of: &RunStep,
        item: &'m RunRecord,
        lower: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let name = &of.docs.name;
        let parts = self.inner_parts(item, name);
        let parts = (1..).zip(parts).map(|(at, part)| (inner_name(name, &part), at));
        self.element = std::iter::once((name.clone(), 0)).chain(parts).collect();
        let around = self.around_list.replace(self.own);
        let lowered = lower(self);
        (self.around_list, self.element) = (around, Vec::new());
        lowered
    }

    /// A step that checks the validity of a step before it: a Boolean without bytes.
    fn rule(&mut self, valid: &Expression, of: &Step, scope: &Scope) -> Step {
        let valid = self.condition(valid, scope);
        let (one, shape) = (self.builder.expr(Expr::Number(1)), self.builder.shape(Shape::Bool));
        let broken = self.builder.expr(Expr::Not(valid));
        let value = self.builder.expr(Expr::Not(broken));
        let shape = self.builder.shape(Shape::Computed { value, shape });
        let (role, absent) = (Role::Checked(one), Absent::Number(0));
        Step { role, absent, ..self.unnamed(*of, shape) }
    }
}
