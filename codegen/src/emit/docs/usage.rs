//! The users of each item.

use super::target::{Target, leaf};
use crate::model::{Field, Model, Port};
use std::collections::BTreeMap;

/// For each item, the items whose fields, operands or results name it.
#[derive(Default)]
pub(super) struct Usage(BTreeMap<Target, Vec<Target>>);

impl Usage {
    /// The users of all items of a model. `constraint` finds the item that the constraint with a name leads to.
    pub(super) fn new(model: &Model, constraint: impl Fn(&str) -> Option<Target>) -> Self {
        let mut usage = Usage::default();
        for (index, section) in model.sections.iter().enumerate() {
            usage.fields(Target::Section(index), &section.fields);
        }
        for (index, record) in model.records.iter().enumerate() {
            usage.fields(Target::Record(index), &record.fields);
        }
        for (union, item) in model.unions.iter().enumerate() {
            for (index, variant) in item.variants.iter().enumerate() {
                usage.fields(Target::Variant(union, index), &variant.fields);
            }
        }
        for (index, op) in model.ops.iter().enumerate() {
            let user = Target::Op(index);
            usage.fields(user, &op.attributes);
            usage.ports(user, &op.results, &constraint);
            usage.ports(user, &op.operands, &constraint);
        }
        usage
    }

    /// The users of an item, in the order of the model.
    pub(super) fn of(&self, target: Target) -> &[Target] {
        self.0.get(&target).map_or(&[], Vec::as_slice)
    }

    fn fields(&mut self, user: Target, fields: &[Field]) {
        for used in fields.iter().filter_map(|field| leaf(field.wire()?)) {
            self.add(used, user);
        }
    }

    fn ports(&mut self, user: Target, ports: &[Port], constraint: impl Fn(&str) -> Option<Target>) {
        for port in ports {
            if let Some(used @ Target::Constraint(_)) = constraint(&port.constraint) {
                self.add(used, user);
            }
        }
    }

    fn add(&mut self, used: Target, user: Target) {
        let users = self.0.entry(used).or_default();
        if users.last() != Some(&user) {
            users.push(user);
        }
    }
}
