//! What layouts are made of: which stands in which, and how few bytes each may take.

use crate::ast::described::Expression;
use crate::ast::{Described, DescribedStep, Repeat, TypeArg, TypeExpr};
use crate::check::cx::{Cx, Named};
use std::collections::{HashMap, HashSet};

/// The layouts of a schema, and what each step of them holds.
pub(super) struct Graph<'a, 'c> {
    pub(super) cx: &'c Cx<'a>,
    pub(super) layouts: Vec<&'a Described>,
    by_name: HashMap<&'a str, usize>,
    /// By layout: where it stands, as a layout and one of its steps.
    pub(super) holders: Vec<Vec<(usize, usize)>>,
    /// The layouts that are the payload of a section.
    pub(super) payloads: HashSet<usize>,
    /// Layouts that may take no byte.
    empty: Vec<bool>,
    /// Layouts that reach to the end of what they stand in.
    open: Vec<bool>,
}

impl<'a, 'c> Graph<'a, 'c> {
    pub(super) fn new(cx: &'c Cx<'a>) -> Self {
        let layouts: Vec<&Described> = cx.schema.described.iter().collect();
        let by_name: HashMap<&str, usize> = layouts
            .iter()
            .enumerate()
            .map(|(at, item)| (item.common.name.value.as_str(), at))
            .collect();
        let payloads = cx.schema.sections.iter().filter_map(|section| section.layout.as_ref());
        let payloads = payloads.filter_map(|name| by_name.get(name.value.as_str()).copied());
        let count = layouts.len();
        let mut graph = Graph {
            cx,
            payloads: payloads.collect(),
            holders: vec![Vec::new(); count],
            empty: vec![true; count],
            open: vec![false; count],
            layouts,
            by_name,
        };
        for (at, item) in graph.layouts.clone().into_iter().enumerate() {
            for (index, step) in item.steps.iter().enumerate() {
                for inner in graph.held(&step.ty) {
                    graph.holders[inner].push((at, index));
                }
            }
        }
        graph.settle();
        graph
    }

    /// Finds out what follows from what layouts hold, up to where nothing changes.
    fn settle(&mut self) {
        let mut left: Vec<usize> = (0..self.layouts.len()).collect();
        while let Some(at) = left.pop() {
            let item = self.layouts[at];
            let of_record = item.record.as_ref().map(|name| name.value.as_str());
            let empty = of_record.is_none_or(|name| self.record_may_be_empty(name))
                && item.steps.iter().all(|step| self.may_be_empty(step));
            let ends = item.steps.iter().any(|step| self.is_open(step));
            let record_open = of_record.is_some_and(|name| self.is_open_type(&named(name)));
            let changed = empty != self.empty[at] || (ends || record_open) != self.open[at];
            (self.empty[at], self.open[at]) = (empty, ends || record_open);
            if changed {
                left.extend(self.holders[at].iter().map(|(holder, _)| *holder));
            }
        }
    }

    /// The layout of a name.
    pub(super) fn layout(&self, name: &str) -> Option<usize> {
        // A name that is missing was complained about when it was read.
        self.by_name.get(name).copied().filter(|_| !name.is_empty())
    }

    /// The layouts that a type holds.
    pub(super) fn held(&self, ty: &TypeExpr) -> Vec<usize> {
        let inner = match (ty.name.as_str(), ty.args.first()) {
            ("list" | "rest", Some(TypeArg::Type(inner))) => inner,
            _ => ty,
        };
        self.layout(&inner.name).into_iter().collect()
    }

    fn record_may_be_empty(&self, name: &str) -> bool {
        let mut records = self.cx.schema.records.iter();
        let record = records.find(|record| record.common.name.value == name);
        record.is_some_and(|record| crate::check::type_shape::may_be_empty(self.cx, record))
    }

    /// Whether a step may take no byte.
    pub(super) fn may_be_empty(&self, step: &DescribedStep) -> bool {
        let common = &step.common;
        let gated = [&common.since, &common.until, &common.since_release, &common.until_release]
            .into_iter()
            .any(|bound| bound.is_some())
            || common.feature.is_some();
        let may_lack = gated || step.when.is_some() || step.value.is_some();
        let some = matches!(&step.repeat, Some(Repeat::Count(Expression::Number(1..))));
        let elements = step.repeat.is_some() && !some;
        may_lack || elements || step.size.is_some() || self.is_empty_type(&step.ty)
    }

    /// Whether a value of a type may take no byte.
    pub(super) fn is_empty_type(&self, ty: &TypeExpr) -> bool {
        match ty.name.as_str() {
            "bytes" | "rest" | "all_but" | "filler" | "entry" | "properties" => true,
            name => match (self.layout(name), self.cx.named(name)) {
                (Some(layout), _) => self.empty[layout],
                (None, Some(Named::Record(_))) => self.record_may_be_empty(name),
                (None, Some(Named::Codec(_))) => true,
                _ => false,
            },
        }
    }

    /// Whether a step reaches to the end of what it stands in.
    pub(super) fn is_open(&self, step: &DescribedStep) -> bool {
        let closed = step.size.is_some() || step.value.is_some();
        let all = matches!(step.repeat, Some(Repeat::End));
        all || !closed && self.is_open_type(&step.ty)
    }

    /// Whether a type reaches to the end of what it stands in.
    pub(super) fn is_open_type(&self, ty: &TypeExpr) -> bool {
        match ty.name.as_str() {
            "all_but" | "entry" | "properties" => true,
            name => match self.layout(name) {
                Some(layout) => self.open[layout],
                None => crate::check::type_shape::is_open(self.cx, ty),
            },
        }
    }

    /// Whether every way from a section, or from a layout that nothing holds, to a layout leads through another one.
    pub(super) fn is_always_around(&self, outer: usize, inner: usize) -> bool {
        let mut seen = HashSet::from([outer]);
        let mut left: Vec<usize> = self.roots().filter(|root| *root != outer).collect();
        while let Some(at) = left.pop() {
            if at == inner {
                return false;
            }
            if seen.insert(at) {
                let held = self.layouts[at].steps.iter().flat_map(|step| self.held(&step.ty));
                left.extend(held.filter(|held| !seen.contains(held)));
            }
        }
        true
    }

    fn roots(&self) -> impl Iterator<Item = usize> {
        (0..self.layouts.len())
            .filter(|at| self.holders[*at].is_empty() || self.payloads.contains(at))
    }

    /// Whether a layout is an element, or is in one, wherever it stands.
    pub(super) fn is_in_elements(&self, layout: usize) -> bool {
        let repeats = |(holder, step): (usize, usize)| {
            let step = &self.layouts[holder].steps[step];
            step.repeat.is_some() || matches!(step.ty.name.as_str(), "list" | "rest")
        };
        let mut seen = HashSet::new();
        let mut left = vec![layout];
        while let Some(at) = left.pop() {
            if self.payloads.contains(&at) || self.holders[at].is_empty() {
                return false;
            }
            if seen.insert(at) {
                let holders = self.holders[at].iter().filter(|holder| !repeats(**holder));
                left.extend(holders.map(|(holder, _)| *holder));
            }
        }
        true
    }

    /// Whether a step of a layout leads to another layout.
    pub(super) fn leads_to(&self, step: &DescribedStep, inner: usize) -> bool {
        let mut seen = HashSet::new();
        let mut left = self.held(&step.ty);
        while let Some(at) = left.pop() {
            if at == inner {
                return true;
            }
            if seen.insert(at) {
                left.extend(self.layouts[at].steps.iter().flat_map(|step| self.held(&step.ty)));
            }
        }
        false
    }
}

/// A type that is nothing but a name.
pub(super) fn named(name: &str) -> TypeExpr {
    TypeExpr { name: name.to_owned(), ..TypeExpr::default() }
}
