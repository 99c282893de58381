//! `expression`: floating-point numbers are compared with each other, and with decimal numbers.

use super::scope::{At, RULE, Scopes};
use crate::ast::{Expression, Field};
use crate::check::cx::show;
use crate::diagnostics::Diagnostics;
use crate::integer::Integer;
use bytespec_plan::float;

impl<'a> Scopes<'_, 'a, '_> {
    /// Checks a comparison. Returns whether a side is a field that is a floating-point number.
    pub(super) fn floats(
        &self,
        at: &At<'_, 'a>,
        (a, b): (&Expression, &Expression),
        out: &mut Diagnostics,
    ) -> bool {
        let float = |of: &Expression| self.float(at, of);
        let Some((own, number)) = float(a).or_else(|| float(b)) else { return false };
        for side in [a, b] {
            let other = float(side);
            if let Some((field, _)) = other {
                self.one_float(at, side, field, out);
            }
            let is_same = other.is_some_and(|(_, other)| other.bits == number.bits);
            let digits = side.decimal();
            if is_same
                || digits.as_ref().is_some_and(|of| float::nearest(number.bits, of).is_some())
            {
                continue;
            }
            let (name, ty) = (&own.common.name.value, show(&own.ty));
            let found = match digits {
                Some(digits) => out.found(RULE, format!("`{digits}` does not fit `{ty}`")),
                None => {
                    out.found(RULE, format!("`{name}` is not compared with a number of its type"))
                }
            };
            found
                .at(at.field.common.name.span, "an expression of this field")
                .at(own.ty.span, "a floating-point number")
                .help(format!(
                    "compare `{name}` with a number such as `0.5`, or with a field of {} bits",
                    number.bits
                ));
        }
        true
    }

    /// The field that a side of a comparison is, if it is a floating-point number.
    fn float(&self, at: &At<'_, 'a>, of: &Expression) -> Option<(&'a Field, Integer)> {
        if !matches!(of, Expression::Field(_)) && of.path().is_none() {
            return None;
        }
        let field = self.source(at, of, &mut Diagnostics::default())?;
        let ty = field.element().unwrap_or(&field.ty);
        let number = Integer::of(ty).filter(|number| number.float())?;
        Some((field, number))
    }

    /// A field is one number, and is read before.
    fn one_float(&self, at: &At<'_, 'a>, of: &Expression, field: &Field, out: &mut Diagnostics) {
        self.source(at, of, out);
        let (keys, name) = (field.run(), &field.common.name.value);
        let is_element = matches!(of, Expression::Field(own) if at.is_element(&own.value));
        let is_several = keys.count.is_some() || field.element().is_some();
        if is_several && !is_element || keys.transform.is_some() {
            out.found(RULE, format!("`{name}` is not a number"))
                .at(field.common.name.span, "expected a field that is exactly one number");
        }
    }
}
