//! `expression`: a condition on each element of a field reads that element, and numbers of other fields.

use super::scope::{At, RULE, Scopes};
use crate::ast::described::LastOf;
use crate::ast::{Expression, Repeat, Spanned};
use crate::check::cx::Named;
use crate::diagnostics::Diagnostics;

impl<'a> Scopes<'_, 'a, '_> {
    /// Whether each element of a field can have the condition. Its item has the bytes of one element, and of no other field.
    pub(super) fn reads_element(
        &self,
        at: &At<'_, 'a>,
        condition: &Expression,
        out: &mut Diagnostics,
    ) -> bool {
        let before = out.len();
        self.has_elements(at, out);
        condition.walk_while(&mut |part| {
            if let Some((Expression::Field(name), _)) = part.compared() {
                if !at.is_element(&name.value) {
                    not_number(at, name, out);
                }
                return false;
            }
            match part {
                Expression::Of(_, name) | Expression::Element(name, _) => {
                    not_number(at, name, out);
                    return false;
                }
                Expression::Digits(name, _) if !at.is_element(&name.value) => {
                    not_number(at, name, out);
                }
                Expression::Is(name, variant) if at.is_element(&name.value) => {
                    self.is_union(at, name, variant, out);
                }
                _ => {}
            }
            true
        });
        if let (Some(size), Some((_, filled))) = (at.field.run().bytes(), at.field.run().filled())
            && size.any(|part| matches!(part, Expression::Of(..) | Expression::Element(..)))
        {
            let name = &at.field.common.name;
            out.found(RULE, format!("the size of an element of `{}` is not a number", name.value))
                .at(name.span, "has a condition on each element")
                .at(filled, "fills up to this size")
                .help("add a field with `let` for the size, and use it");
        }
        out.len() == before
    }

    /// Refuses keys beside which an element has no condition of its own.
    fn has_elements(&self, at: &At<'_, '_>, out: &mut Diagnostics) {
        let keys = at.field.run();
        let key = match (&keys.count, &keys.transform) {
            (Some(Repeat::Last(_, LastOf::Record)), _) => "last",
            (_, Some(_)) => "transform",
            _ if keys.equals.is_some() => "equals",
            _ if at.field.table.is_some() => "table",
            _ => return,
        };
        let name = &at.field.common.name;
        let help = match key {
            "last" | "table" => "put the condition into the record of the elements",
            "equals" => "put the condition on the elements that determine these numbers",
            _ => "put the value into a record, and the condition on its field",
        };
        out.found(RULE, format!("`{}` has `{key}` and a condition on each element", name.value))
            .at(name.span, "in the condition, the name of the field is an element")
            .help(help);
    }

    fn is_union(
        &self,
        at: &At<'_, '_>,
        name: &Spanned<String>,
        variant: &Spanned<String>,
        out: &mut Diagnostics,
    ) {
        let element = at.field.element().and_then(|element| self.graph.cx.named(&element.name));
        if !matches!(element, Some(Named::Union(_))) {
            out.found(RULE, format!("`{}` is not a union", name.value))
                .at(variant.span, "the variant");
        }
    }
}

/// The finding for a name that is not a number of another field.
fn not_number(at: &At<'_, '_>, name: &Spanned<String>, out: &mut Diagnostics) {
    let own = &at.field.common.name.value;
    let message =
        format!("a condition on each element of `{own}` reads only that element, and numbers");
    let found = out.found(RULE, message);
    match *own == name.value {
        true => found
            .at(name.span, "all elements")
            .help("put a condition on all elements into the `valid` of a later field with `let`"),
        false => found
            .at(name.span, "not a number of a field")
            .help("add a field with `let` for the number, and use it"),
    };
}
