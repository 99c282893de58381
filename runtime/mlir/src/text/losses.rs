//! The content of a module that a text lacks.

use super::super::generated::{DialectId, Release, ResourceId};
use super::super::module::Module;
use super::versions::recorded_version;
use crate::BUILTIN;
use crate::module::ir::OpId;
use crate::release::losses::Loss;
use crate::tables::resources::Resource;
use std::collections::{BTreeSet, HashSet};

/// The operation into which a reader of text puts all others.
pub(super) const MODULE: &str = "builtin.module";

/// The content of a module that its text lacks, one item for each kind.
///
/// The text is that of the reference tools, which omit some content, too. The name of the producer is never in a text, and is
/// not listed. Use-list orders are never in a text either. They are listed: a reader creates those of `mlir-opt`, which need
/// not be the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextLosses {
    /// Content that is in the text but cannot be read from it: bytes that contain numbers of the module's tables, and several
    /// resources of one name. [`Module::parse`](super::Module::parse) refuses the text, with the place.
    pub unreadable: Vec<Loss>,
    /// Content that is not in the text. [`Module::parse`](super::Module::parse) reads a module without it.
    pub missing: Vec<Loss>,
}

impl TextLosses {
    /// Whether the text lacks nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.unreadable.is_empty() && self.missing.is_empty()
    }
}

/// What printers recorded.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The owners of the bytes that were printed, and their kind.
    bytes: BTreeSet<(String, &'static str)>,
    /// The resources in the text.
    resources: BTreeSet<ResourceId>,
    /// Names of top-level operations that a reader puts into a module.
    outside: BTreeSet<String>,
    /// The differences between `builtin` entries that have the same text.
    alike: BTreeSet<&'static str>,
}

impl Found {
    /// Records that bytes were printed because no schema describes them: `what` of an operation or a dialect.
    pub(super) fn bytes(&mut self, what: &'static str, name: &[u8]) {
        self.bytes.insert((short(name), what));
    }

    /// Records that a `builtin` entry was printed like another one, and their difference.
    pub(super) fn alike(&mut self, what: &'static str) {
        self.alike.insert(what);
    }

    /// Records the resources that are listed at the end of the text.
    pub(super) fn resources(&mut self, listed: &[ResourceId]) {
        self.resources.extend(listed);
    }

    /// Adds the records for the text of another operation.
    pub(super) fn add(&mut self, other: Found) {
        self.bytes.extend(other.bytes);
        self.resources.extend(other.resources);
        self.alike.extend(other.alike);
    }

    /// Records a top-level operation, which is `alone` or not.
    pub(super) fn top(&mut self, module: &Module<'_>, top: OpId, alone: bool) {
        let name = module.name(top).full();
        if !alone || name != MODULE {
            self.outside.insert(short(name.as_bytes()));
        }
    }

    /// The content that is in the text and cannot be read.
    pub(super) fn unreadable(&self, module: &Module<'_>) -> Vec<Loss> {
        let bytes = self.bytes.iter().map(|(name, what)| {
            let what = format!("the meaning of the {what}");
            Loss { op: None, name: name.clone(), what }
        });
        let mut unreadable: Vec<Loss> = bytes.collect();
        let mut keys: HashSet<(DialectId, &[u8])> = HashSet::new();
        for id in &self.resources {
            let Some(data) = module.resources.get(id.0 as usize) else { continue };
            let (Some(dialect), Ok(key)) = (data.dialect, module.string(data.key)) else {
                continue;
            };
            if !keys.insert((dialect, key)) {
                let what = format!(
                    "the meaning of the resource name `{}`, which several have,",
                    short(key)
                );
                let name = short(module.dialect_name(dialect.0));
                unreadable.push(Loss { op: None, name, what });
            }
        }
        unreadable
    }

    /// The content that is not in the text of a whole module.
    pub(super) fn missing(&self, module: &Module<'_>, release: Release) -> Vec<Loss> {
        let mut missing = Vec::new();
        let mut add = |name: &[u8], what: String| {
            missing.push(Loss { op: None, name: short(name), what });
        };
        for what in &self.alike {
            add(BUILTIN.as_bytes(), (*what).to_owned());
        }
        for name in &self.outside {
            add(name.as_bytes(), "the place at the top".to_owned());
        }
        for (id, data) in (0..).map(ResourceId).zip(&module.resources) {
            let Some(dialect) = data.dialect.filter(|_| !self.resources.contains(&id)) else {
                continue;
            };
            let key = short(module.string(data.key).unwrap_or_default());
            add(module.dialect_name(dialect.0), format!("the unused resource `{key}`"));
        }
        for (owner, group) in &module.external_groups {
            let empty = |resource| matches!(module.resource_of(resource), Ok(Resource::None));
            for data in group.iter().filter(|data| empty(data)) {
                let key = short(module.string(data.key).unwrap_or_default());
                let owner = module.string(*owner).unwrap_or_default();
                add(owner, format!("the empty resource `{key}`"));
            }
        }
        let orders = module.ir.all_orders().map(|(value, _)| value);
        if let (count, Some(first)) = (orders.clone().count(), orders.min()) {
            let name = module.definer(first).map(|op| module.name(op).full());
            let what = match count {
                1 => "the order of the uses of a value".to_owned(),
                count => format!("the orders of the uses of {count} values, the first"),
            };
            add(name.unwrap_or_default().as_bytes(), what);
        }
        for dialect in module.dialects() {
            let Some(version) = dialect.version else { continue };
            if recorded_version(module, dialect.name, release).as_deref() != Some(version) {
                add(dialect.name, "the version".to_owned());
            }
        }
        missing
    }
}

fn short(name: &[u8]) -> String {
    // A replacement character has three bytes, so the text can be longer than the name.
    Loss::short(&String::from_utf8_lossy(&name[..name.len().min(Loss::MAX_BYTES)]))
}
