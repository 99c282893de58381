//! Values that are never read, or only after the expression that refers to them.

use super::scope::{At, RULE, Scopes};
use crate::ast::Place;
use crate::diagnostics::Diagnostics;

impl Scopes<'_, '_, '_> {
    /// Checks that a file can have values of a field before an expression. A number that writers compute can depend on later values.
    pub(super) fn are_read(&self, at: &At<'_, '_>, place: &Place, out: &mut Diagnostics) {
        let Some(reached) = &self.reached else { return };
        let (own, name) = (&at.item.common.name.value, place.item.value.as_str());
        // The fields of a prefix are those of the records that begin with it.
        let is_prefix = self
            .graph
            .items
            .iter()
            .any(|item| item.begins_with.is_some_and(|prefix| prefix.value == name));
        // Another rule reports a record that does not exist.
        if is_prefix || !reached.has(own) || !reached.is_declared(name) {
            return;
        }
        if !reached.has(name) {
            out.found(RULE, format!("a file has no `{place}`"))
                .at(place.item.span, "no field of the file leads to this record")
                .help("add a field with this record before the expression");
            return;
        }
        // The condition at the end of a list is over a finished element.
        let is_own = at.position().is_some();
        if at.equals || !is_own || reached.can_precede(place, at.item.common, at.field) {
            return;
        }
        let field = self.graph.cx.owner(name).and_then(|owner| {
            let mut fields = owner.fields.iter();
            fields.find(|field| field.common.name.value == place.field.value)
        });
        let found = out
            .found(RULE, format!("`{place}` is not known yet"))
            .at(place.field.span, "refers to values that are already read");
        let found = match field {
            Some(field) => found.at(field.common.name.span, "is read later in every file"),
            None => found,
        };
        found.help("move the values before the expression, or read them earlier with `at`");
    }
}
