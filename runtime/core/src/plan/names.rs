//! The layouts that names of dialects and operations resolve to. Each name is resolved once.

use crate::by_release::EVERY_OPERATION;
use bytespec_plan::{Kind, Layout, Plan, Run};
use std::collections::HashMap;

/// The resolved names, by the layouts to search and the entries of the table of names.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    known: HashMap<Key, Named>,
    last: Option<(Key, Named)>,
}

/// What identifies a name: the layouts to search, the entry of the dialect's name, and the entry of the operation's name.
pub(super) type Key = (Run, u64, Option<u64>);

/// The layouts of a name, independent of the versions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    /// The layouts, a run of [`Plan::layouts`].
    pub(super) layouts: Run,
    /// The first layout is a union of the entries of a dialect.
    pub(super) is_union: bool,
    /// The axis that selects a layout: that of the dialect, or that of the producer.
    pub(super) axis: Option<usize>,
    /// The dialect has an axis of its own.
    pub(super) own: bool,
}

impl Names {
    pub(super) fn get(&mut self, key: Key) -> Option<Named> {
        if let Some((last, named)) = self.last
            && last == key
        {
            return Some(named);
        }
        let found = self.known.get(&key).copied();
        self.last = found.map(|named| (key, named));
        found
    }

    pub(super) fn set(&mut self, key: Key, named: Named) {
        self.known.insert(key, named);
        self.last = Some((key, named));
    }

    /// Clears the resolved names, for another table of names.
    pub(super) fn clear(&mut self) {
        *self = Names::default();
    }
}

impl Named {
    /// The result for an unknown name.
    pub(super) const NOTHING: Named =
        Named { layouts: Run::EMPTY, is_union: false, axis: None, own: false };

    /// Resolves a pair of names; the layouts are sorted by dialect and operation. An operation without a layout of its own has
    /// the layout for all operations of its dialect.
    pub(super) fn find(plan: &Plan, among: Run, dialect: &str, operation: &str) -> Self {
        let all = among.of(&plan.layouts);
        let key = |layout: &Layout| (plan.name(layout.dialect), plan.name(layout.operation));
        let of = |wanted| {
            let start = all.partition_point(|layout| key(layout) < wanted);
            (start, all.partition_point(|layout| key(layout) <= wanted))
        };
        let (start, end) = match of((dialect, operation)) {
            (start, end) if start == end => of((dialect, EVERY_OPERATION)),
            found => found,
        };
        let layouts = Run { start: among.start + start as u32, len: (end - start) as u32 };
        let first = all.get(start).filter(|_| start < end);
        let first = first.and_then(|layout| plan.items.get(layout.item.index()));
        let own = plan.axis(&format!("dialect {dialect}"));
        Named {
            layouts,
            is_union: first.is_some_and(|item| item.kind == Kind::Union),
            axis: own.or_else(|| plan.axis("release")),
            own: own.is_some(),
        }
    }
}
