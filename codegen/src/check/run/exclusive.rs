//! Conditions that never hold together, or of which one always holds.
//!
//! A comparison with a constant has the same result for all numbers between two constants. It is therefore enough to try the
//! constants that the conditions contain, and their neighbours.

use crate::ast::described::{MemberName, Property};
use crate::ast::{Expression, Field, PresenceHow, Span, Spanned, Test};
use bytespec_plan::Operator;
use std::collections::BTreeMap;

/// The most combinations of values that are tried.
const MAX_TRIED: usize = 1 << 12;

/// A value of something that conditions compare.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
enum Value {
    Number(i128),
    /// A text, or a member of an enum.
    Name(String),
}

/// Whether two fields of an item are never present together.
pub(in crate::check) fn are_exclusive(a: &Field, b: &Field) -> bool {
    for_all(&[a, b], |present| !(present[0] && present[1]))
}

/// Whether at least one of some fields of an item is always present.
pub(super) fn is_one_present(fields: &[&Field]) -> bool {
    for_all(fields, |present| present.contains(&true))
}

/// Whether a test holds for all combinations of fields that can be present. False if a field has no condition, or if there are too
/// many combinations.
fn for_all(fields: &[&Field], test: impl Fn(&[bool]) -> bool) -> bool {
    let conditions = fields.iter().enumerate().map(|(at, field)| {
        let mut condition = condition(field)?;
        separate(&mut condition, &format!("field {at}"));
        Some(condition)
    });
    let Some(conditions) = conditions.collect::<Option<Vec<Expression>>>() else { return false };
    // A field is present if its condition holds.
    let has = |name: &Spanned<String>| {
        let mut fields = fields.iter().zip(&conditions);
        fields.find(|(field, _)| field.common.name.value == name.value).map(|(_, when)| when)
    };
    let mut values = BTreeMap::new();
    if !conditions.iter().all(|condition| gather(condition, &has, &mut values)) {
        return false;
    }
    let names: Vec<&String> = values.keys().collect();
    let counts: Vec<usize> = values.values().map(Vec::len).collect();
    let all = counts.iter().try_fold(1, |all: usize, count| all.checked_mul(*count));
    let Some(all) = all.filter(|all| *all <= MAX_TRIED) else { return false };
    (0..all).all(|mut at| {
        let mut tried = BTreeMap::new();
        for (name, count) in names.iter().zip(&counts) {
            tried.insert(name.as_str(), &values[*name][at % count]);
            at /= count;
        }
        let present: Vec<bool> =
            conditions.iter().map(|condition| holds(condition, &has, &tried)).collect();
        test(&present)
    })
}

/// The condition of a field's presence.
pub(super) fn condition(field: &Field) -> Option<Expression> {
    let expression = |test: &Test| {
        let name = |name: &String| Spanned::new(name.clone(), field.common.name.span);
        let tested = Expression::Field(name(&test.field));
        let Some(member) = &test.member else { return tested };
        let constant = member.parse().map_or_else(
            |_| {
                let (name, item) = (name(member), String::new());
                Expression::Member(MemberName { name, item, value: None })
            },
            Expression::Number,
        );
        Expression::Binary(Operator::Equal, Box::new(tested), Box::new(constant))
    };
    match (&field.run().when, field.presence.as_slice()) {
        (Some(when), _) => Some(when.clone()),
        (None, [way]) => match &way.how {
            PresenceHow::When(test) => Some(expression(test)),
            PresenceHow::Unless(test) => Some(Expression::Not(Box::new(expression(test)))),
            _ => None,
        },
        (None, _) => None,
    }
}

/// Gives the parts of a condition whose results can differ between two fields a name of their own.
fn separate(condition: &mut Expression, name: &str) {
    match condition {
        Expression::Not(of) => separate(of, name),
        Expression::Binary(Operator::And | Operator::Or, a, b) => {
            separate(a, name);
            separate(b, name);
        }
        part if part.any(changes_between_fields) => {
            *part = Expression::Field(Spanned::new(format!("{name} {part}"), Span::default()));
        }
        _ => {}
    }
}

/// Whether the result can differ between two fields of an item. A value in a list stays the same when others follow.
fn changes_between_fields(part: &Expression) -> bool {
    use Expression::{Count, Find, Left, Position};
    matches!(part, Position | Left | Count(_) | Find(..))
}

/// The constant that an expression is.
fn constant(expression: &Expression) -> Option<Value> {
    match expression {
        Expression::Number(number) => Some(Value::Number((*number).into())),
        Expression::Minus(of) => match constant(of)? {
            Value::Number(number) => Some(Value::Number(-number)),
            Value::Name(_) => None,
        },
        Expression::Member(member) => Some(Value::Name(member.name.value.clone())),
        Expression::Text(text) => Some(Value::Name(text.value.clone())),
        // The same bytes as a text are the same value.
        Expression::Bytes(bytes) => String::from_utf8(bytes.value.clone()).ok().map(Value::Name),
        _ => None,
    }
}

/// Whether an operator compares.
fn compares(operator: Operator) -> bool {
    use Operator::{AtLeast, AtMost, Differs, Equal, Greater, Less};
    matches!(operator, Equal | Differs | Less | AtMost | Greater | AtLeast)
}

/// Whether an operator compares for equality.
fn is_equality(operator: Operator) -> bool {
    matches!(operator, Operator::Equal | Operator::Differs)
}

/// Gathers the values to try of everything that a condition compares. False if numbers and names are compared with the same thing.
fn gather<'e>(
    condition: &'e Expression,
    has: &impl Fn(&Spanned<String>) -> Option<&'e Expression>,
    values: &mut BTreeMap<String, Vec<Value>>,
) -> bool {
    let mut add = |of: &Expression, constants: Vec<Value>| {
        let known = values.entry(of.to_string()).or_default();
        known.extend(constants);
        known.dedup();
        let is_number = |value: &Value| matches!(value, Value::Number(_));
        known.iter().all(is_number) || !known.iter().any(is_number)
    };
    match condition {
        Expression::Not(of) => gather(of, has, values),
        Expression::Binary(Operator::And | Operator::Or, a, b) => {
            gather(a, has, values) && gather(b, has, values)
        }
        Expression::Binary(operator, a, b) if compares(*operator) => match constant(b) {
            Some(Value::Number(number)) => {
                add(a, [number - 1, number, number + 1].map(Value::Number).into())
            }
            Some(name) if is_equality(*operator) => add(a, vec![name, Value::Name(String::new())]),
            _ => add(condition, [0, 1].map(Value::Number).into()),
        },
        // A condition that depends on the other one is a value of its own.
        Expression::Of(Property::Present, field)
            if let Some(when) = has(field)
                && !when.any(|part| matches!(part, Expression::Of(Property::Present, _))) =>
        {
            gather(when, has, values)
        }
        other => add(other, [0, 1].map(Value::Number).into()),
    }
}

/// Whether a condition holds for these values.
fn holds<'e>(
    condition: &'e Expression,
    has: &impl Fn(&Spanned<String>) -> Option<&'e Expression>,
    values: &BTreeMap<&str, &Value>,
) -> bool {
    let value = |of: &Expression| values.get(of.to_string().as_str()).copied();
    match condition {
        Expression::Not(of) => !holds(of, has, values),
        Expression::Binary(Operator::And, a, b) => holds(a, has, values) && holds(b, has, values),
        Expression::Binary(Operator::Or, a, b) => holds(a, has, values) || holds(b, has, values),
        Expression::Binary(operator, a, b)
            if compares(*operator)
                && let (Some(found), Some(constant)) = (value(a), constant(b))
                && (is_equality(*operator) || matches!(constant, Value::Number(_))) =>
        {
            // Names have no order: `gather` takes their comparison as a value.
            match operator {
                Operator::Equal => *found == constant,
                Operator::Differs => *found != constant,
                Operator::Less => *found < constant,
                Operator::AtMost => *found <= constant,
                Operator::Greater => *found > constant,
                _ => *found >= constant,
            }
        }
        Expression::Of(Property::Present, field)
            if let Some(when) = has(field)
                && value(condition).is_none() =>
        {
            holds(when, has, values)
        }
        other => value(other).is_some_and(|value| *value != Value::Number(0)),
    }
}
