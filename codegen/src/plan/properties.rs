//! Lowers layouts of properties into items; equal layouts share one item.

use super::Lower;
use super::shapes::named;
use crate::model::{Docs, Gate, Mark, Property, PropertyKind, SegmentSizes, Wire};
use bytespec_plan::{Absent, Bound, Expr, ItemId, Kind, Layout, Run, Shape, Step, place};
use std::collections::HashMap;

/// The function that reads and writes segment sizes as a sparse array.
const SPARSE_ARRAY: &str = "sparse_array";

impl<'m> Lower<'m> {
    pub(super) fn properties(&mut self) {
        let model = self.model;
        let mut known: HashMap<&'m [Property], ItemId> = HashMap::new();
        let mut layouts = Vec::new();
        for item in &model.properties {
            let axis = self.releases(item.dialect);
            let dialect = self.builder.text(&item.docs.name);
            for layout in &item.entries {
                let of = match known.get(layout.value.as_slice()) {
                    Some(of) => *of,
                    None => {
                        let of = self.builder.reserve();
                        let steps = self.layout(&layout.value);
                        let docs = Docs { place: item.docs.place.clone(), ..named("properties") };
                        self.define(of, Kind::Properties, &docs, &steps);
                        known.insert(&layout.value, of);
                        of
                    }
                };
                let (since, until) = (place(layout.range.0), Some(place(layout.range.1)));
                let gate = self.builder.gate(&[Bound { axis, since, until }]);
                let operation = self.builder.text(&layout.operation);
                let record = layout.record;
                let names = (item.docs.name.as_str(), layout.operation.as_str());
                layouts.push((names, Layout { dialect, operation, gate, record, item: of }));
            }
        }
        layouts.sort_by_key(|(names, _)| *names);
        let layouts: Vec<Layout> = layouts.into_iter().map(|(_, layout)| layout).collect();
        self.property_layouts = self.builder.layouts(&layouts);
    }

    fn layout(&mut self, fields: &[Property]) -> Vec<Step> {
        let mut steps = Vec::new();
        let sizes = self.model.segment_sizes;
        let index = |table: Option<usize>| table.map_or(Wire::VARINT, Wire::Index);
        let (attribute, string) = (index(self.model.attributes), index(self.model.strings));
        for field in fields {
            let wire = match field.kind {
                PropertyKind::Attribute | PropertyKind::Segments(_) => attribute.clone(),
                PropertyKind::OptionalAttribute => {
                    Wire::Optional(Box::new(attribute.clone()), Mark::Flagged)
                }
                PropertyKind::Varint => Wire::VARINT,
                PropertyKind::Bool => Wire::Bool,
                PropertyKind::String => string.clone(),
                PropertyKind::OptionalVarint => {
                    steps.push(self.optional_varint(&field.name));
                    continue;
                }
            };
            let shape = self.shape(&wire, &[]);
            let step = self.step(&field.name, shape);
            let gate = match (field.kind, sizes) {
                (PropertyKind::Segments(_), Some(sizes)) => {
                    let until = Some(sizes.sparse.saturating_sub(1));
                    self.gate(&Gate { until, ..Gate::default() })
                }
                _ => Run::EMPTY,
            };
            steps.push(Step { gate, absent: Absent::Nothing, ..step });
        }
        if let Some(sizes) = sizes {
            self.sparse(fields, sizes, &mut steps);
        }
        steps
    }

    /// A byte that states whether a number follows.
    fn optional_varint(&mut self, name: &str) -> Step {
        let (flag, number) = (self.builder.shape(Shape::Bool), self.varint(64));
        let there = self.builder.expr(Expr::Field(0));
        let value = self.step("value", number);
        let steps = [
            self.derived("there", flag, Expr::Present(1)),
            Step { when: Some(there), absent: Absent::Nothing, ..value },
        ];
        let shape = self.transparent("optional", &steps);
        self.step(name, shape)
    }

    /// The segment sizes after all other properties.
    fn sparse(&mut self, fields: &[Property], sizes: SegmentSizes, steps: &mut Vec<Step>) {
        let gate = self.gate(&Gate { since: sizes.sparse, ..Gate::default() });
        for field in fields {
            let PropertyKind::Segments(count) = field.kind else { continue };
            let number = self.varint(32);
            let value = self.builder.expr(Expr::Number(count.into()));
            let shape = self.builder.shape(Shape::Computed { value, shape: number });
            let length = format!("length of {}", field.name);
            let at = i128::from(place(steps.len()));
            let step = self.derived(&length, shape, Expr::Number(count.into()));
            steps.push(Step { gate, ..step });
            let name = self.builder.text(SPARSE_ARRAY);
            let arguments = self.builder.numbers(&[at]);
            let shape = self.builder.shape(Shape::Function { name, arguments });
            let step = self.step(&field.name, shape);
            steps.push(Step { gate, absent: Absent::Nothing, ..step });
        }
    }
}
