//! What the record of a file contains, and in which order.

use super::cx::{Cx, walk};
use crate::ast::{Common, Field, Place, TypeExpr};
use std::collections::{HashMap, HashSet};
use std::ptr;

/// The items of a format whose file is one record.
pub(super) struct Reached<'a> {
    /// For each record and variant, its fields, with those that it begins with.
    fields: HashMap<&'a str, Vec<&'a Field>>,
    /// For each union, its variants.
    variants: HashMap<&'a str, Vec<&'a str>>,
    /// For each of them, the items in it, at any depth, with itself.
    inside: HashMap<&'a str, HashSet<&'a str>>,
    /// The items in a file.
    all: HashSet<&'a str>,
}

impl<'a> Reached<'a> {
    /// None unless all files of a schema are one record.
    pub(super) fn new(cx: &Cx<'a>) -> Option<Self> {
        let formats = cx.schema.formats.iter();
        let files: Vec<&str> = formats
            .map(|format| Some(format.file.as_ref()?.value.as_str()))
            .collect::<Option<_>>()?;
        let mut fields: HashMap<&str, Vec<&Field>> = HashMap::new();
        let mut variants: HashMap<&str, Vec<&str>> = HashMap::new();
        for record in &cx.schema.records {
            let own = cx.prefix(record).iter().chain(&record.fields);
            fields.entry(&record.common.name.value).or_insert_with(|| own.collect());
        }
        for variant in &cx.schema.variants {
            let name = variant.common.name.value.as_str();
            fields.entry(name).or_insert_with(|| variant.fields.iter().collect());
            if let Some(union) = &variant.of {
                variants.entry(&union.value).or_default().push(name);
            }
        }
        // A finding of another rule: the format has no such record.
        if files.is_empty() || files.iter().any(|file| !fields.contains_key(file)) {
            return None;
        }
        let (inside, all) = Default::default();
        let mut reached = Reached { fields, variants, inside, all };
        let names = reached.fields.keys().chain(reached.variants.keys());
        reached.inside = names.map(|name| (*name, reached.closure(vec![*name]))).collect();
        reached.all = reached.closure(files);
        Some(reached)
    }

    /// Whether a record or a variant is declared.
    pub(super) fn is_declared(&self, name: &str) -> bool {
        self.fields.contains_key(name)
    }

    /// Whether a file can contain a record, a variant or a union.
    pub(super) fn has(&self, name: &str) -> bool {
        self.all.contains(name)
    }

    /// Whether values of a field can be read before an expression of a field in another item, or in the same one.
    pub(super) fn can_precede(&self, of: &Place, item: &Common, field: &Field) -> bool {
        let (values, own) = (of.item.value.as_str(), item.name.value.as_str());
        self.fields.iter().filter(|(name, _)| self.has(name)).any(|(name, fields)| {
            let mut before = false;
            fields.iter().any(|at| {
                let is_own = ptr::eq(*at, field);
                let has_number = is_own || self.contains(&at.ty, own);
                let is_listed = *name == values && at.common.name.value == of.field.value;
                let has_values = is_listed || self.contains(&at.ty, values);
                // A condition on the value itself is checked behind it.
                let is_behind = is_several(at) || is_own && at.run().valid.is_some();
                let precedes = has_number && (before || has_values && is_behind);
                before |= has_values;
                precedes
            })
        })
    }

    /// Whether a type contains an item, at any depth.
    fn contains(&self, ty: &TypeExpr, name: &str) -> bool {
        let mut found = false;
        walk(ty, &mut |ty| {
            let inside = self.inside.get(ty.name.as_str());
            found |= inside.is_some_and(|inside| inside.contains(name));
        });
        found
    }

    fn closure(&self, mut left: Vec<&'a str>) -> HashSet<&'a str> {
        let mut all = HashSet::new();
        while let Some(name) = left.pop() {
            let (fields, variants) = (self.fields.get(name), self.variants.get(name));
            if fields.is_none() && variants.is_none() || !all.insert(name) {
                continue;
            }
            left.extend(variants.into_iter().flatten());
            for field in fields.into_iter().flatten() {
                walk(&field.ty, &mut |ty| left.push(ty.name.as_str()));
            }
        }
        all
    }
}

/// Whether a field has several elements.
fn is_several(field: &Field) -> bool {
    let ty = field.ty.name.as_str();
    field.run().count.is_some()
        || matches!(ty, "list" | "rest" | "repeat" | "balanced" | "offset_table" | "aligned_list")
}
