//! Which types extend to the end of their enclosing bytes, and which can take no byte.

use super::cx::{Cx, Extents, Named};
use crate::ast::{Common, Field, TypeExpr};
use std::collections::HashMap;

impl Extents {
    /// The extents of a schema, which are computed once.
    pub(super) fn of<'c>(cx: &'c Cx<'_>) -> &'c Extents {
        cx.extents.get_or_init(|| Extents::new(cx))
    }

    fn new<'a>(cx: &Cx<'a>) -> Self {
        let mut extents = Extents::default();
        // The items that contain each item, by name.
        let mut holders: HashMap<&str, Vec<&'a str>> = HashMap::new();
        let mut of: HashMap<&'a str, (bool, Vec<&'a [Field]>)> = HashMap::new();
        for record in &cx.schema.records {
            of.entry(&record.common.name.value).or_insert((false, vec![&record.fields]));
        }
        for union in &cx.schema.unions {
            let opaque = union.unknown.as_ref().is_some_and(|word| word.value == "opaque");
            let fields = cx.variants(union).map(|variant| variant.fields.as_slice()).collect();
            of.entry(&union.common.name.value).or_insert((opaque, fields));
        }
        for (name, (_, lists)) in &of {
            for field in lists.iter().copied().flatten() {
                holders.entry(field.ty.name.as_str()).or_default().push(name);
            }
        }
        let mut left: Vec<&str> = of.keys().copied().collect();
        while let Some(name) = left.pop() {
            let Some((opaque, lists)) = of.get(name) else { continue };
            let open =
                *opaque || lists.iter().copied().flatten().any(|f| extents.is_open(cx, &f.ty));
            if open && extents.open.insert(name.to_owned()) {
                left.extend(holders.get(name).into_iter().flatten());
            }
        }
        extents.find_empty(cx, &holders);
        extents
    }

    /// Finds the records that can take no byte. A record is assumed to be one until some field of it takes a byte.
    fn find_empty<'a>(&mut self, cx: &Cx<'a>, holders: &HashMap<&str, Vec<&'a str>>) {
        let records: HashMap<&str, &'a [Field]> = cx
            .schema
            .records
            .iter()
            .rev()
            .map(|record| (record.common.name.value.as_str(), record.fields.as_slice()))
            .collect();
        let versions = cx.versions().len();
        for record in &cx.schema.records {
            self.empty.insert(record.common.name.value.clone(), vec![true; versions]);
        }
        let mut left: Vec<&str> = records.keys().copied().collect();
        while let Some(name) = left.pop() {
            let Some(fields) = records.get(name) else { continue };
            let of_version = |version| fields.iter().all(|f| self.may_take_none(cx, f, version));
            let empty: Vec<bool> = (0..versions).map(of_version).collect();
            let Some(known) = self.empty.get_mut(name) else { continue };
            if *known != empty {
                *known = empty;
                left.extend(holders.get(name).into_iter().flatten());
            }
        }
    }

    fn may_take_none(&self, cx: &Cx<'_>, field: &Field, version: usize) -> bool {
        !cx.gate(&field.common).has(version)
            // An optional field without a stated presence is present in all of its versions.
            || field.optional && !field.presence.is_empty()
            || field.part.is_some()
            || is_conditional(&field.common)
            || match field.ty.name.as_str() {
                "unit" | "bytes" | "rest" | "repeat" => true,
                name => self.empty.get(name).is_some_and(|empty| empty[version]),
            }
    }

    /// Whether a type takes all bytes up to the end of its enclosing bytes.
    pub(super) fn is_open(&self, cx: &Cx<'_>, ty: &TypeExpr) -> bool {
        match ty.name.as_str() {
            "bytes" | "rest" | "offset_table" => true,
            name => {
                matches!(cx.named(name), Some(Named::Record(_) | Named::Union(_)))
                    && self.open.contains(name)
            }
        }
    }

    /// Whether a record can take no byte in a version.
    pub(super) fn is_empty(&self, record: &str, version: usize) -> bool {
        self.empty.get(record).is_some_and(|empty| empty.get(version).is_some_and(|empty| *empty))
    }
}

/// Whether an item is missing in some files of its versions.
fn is_conditional(common: &Common) -> bool {
    common.feature.is_some() || common.since_release.is_some() || common.until_release.is_some()
}
