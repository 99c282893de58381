//! Gates: a conjunction of bounds, each of one axis.

use super::Lower;
use crate::model::{Gate, Releases};
use bytespec_plan::{Bound, Expr, ExprId, Run, place};

/// The versions on the axis of a feature: without it, and with it.
const FEATURE: [&str; 2] = ["without", "with"];

impl Lower<'_> {
    /// Adds the axes in this order: the version, the releases of the producer, those of dialects, and features.
    pub(super) fn axes(&mut self) {
        let model = self.model;
        let versions: Vec<&str> =
            model.versions.iter().map(|version| version.docs.name.as_str()).collect();
        self.builder.axis("version", &versions, "", false);
        let names = |releases: &Releases| releases.names.join(" ");
        if let Some(releases) = &model.releases {
            let producer = &releases.producer;
            self.builder.axis("release", &[&names(releases)], producer, releases.writers_only);
        }
        for (_, dialect, releases) in model.axes() {
            let name = format!("dialect {}", dialect.docs.label);
            let producer = &releases.producer;
            self.builder.axis(&name, &[&names(releases)], producer, releases.writers_only);
        }
        for feature in &model.features {
            self.builder.axis(&format!("feature {}", feature.name), &FEATURE, "", false);
        }
    }

    /// The axis of releases of a dialect, or of the producer.
    pub(super) fn releases(&self, dialect: Option<usize>) -> u32 {
        let first = 1 + u32::from(self.model.releases.is_some());
        match dialect {
            None => 1,
            Some(dialect) => {
                first + place(self.model.axes().take_while(|axis| axis.0 != dialect).count())
            }
        }
    }

    /// The axis of a feature.
    pub(super) fn feature(&self, feature: usize) -> u32 {
        let before = 1 + usize::from(self.model.releases.is_some()) + self.model.axes().count();
        place(before + feature)
    }

    pub(super) fn gate(&mut self, gate: &Gate) -> Run {
        let bounds = self.bounds(gate);
        self.builder.gate(&bounds)
    }

    fn bounds(&self, gate: &Gate) -> Vec<Bound> {
        let mut bounds = Vec::new();
        let last = place(self.model.versions.len());
        // A gate up to the newest version has no known end.
        let until = gate.until.map(place).filter(|until| until + 1 < last);
        if gate.since > 0 || until.is_some() {
            bounds.push(Bound { axis: 0, since: place(gate.since), until });
        }
        let releases = &gate.releases;
        if !releases.is_open() {
            bounds.push(Bound {
                axis: self.releases(releases.dialect),
                since: releases.since.map_or(0, place),
                until: releases.until.map(place),
            });
        }
        if let Some(feature) = gate.feature {
            bounds.push(Bound { axis: self.feature(feature), since: 1, until: None });
        }
        bounds
    }

    /// Whether a gate is open, as a number; none for a gate that is always open.
    pub(super) fn open(&mut self, gate: &Gate) -> Option<ExprId> {
        let gate = self.gate(gate);
        (!gate.is_empty()).then(|| self.builder.expr(Expr::Open(gate)))
    }
}
