//! `no-value`: every union, and every record with elements of itself, has a value in each version and release in which it exists.

use super::Cx;
use super::cx::type_arg;
use crate::ast::{Common, Field, TypeExpr};
use crate::diagnostics::{Diagnostic, Diagnostics};
use std::collections::{BTreeSet, HashMap};

const RULE: &str = "no-value";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    // A derive macro states some versions of its dialect: its union exists from its first variant on.
    let mut versions = cx.schema.formats.iter().flat_map(|format| &format.versions);
    if versions.any(|version| version.broken) {
        return;
    }
    let items = Items::new(cx);
    let features = cx.schema.formats.iter().flat_map(|format| &format.features);
    let features: Vec<_> =
        std::iter::once(None).chain(features.map(|f| Some(f.name.value.as_str()))).collect();
    let releases: Vec<_> =
        std::iter::once(None).chain(items.releases(cx).into_iter().map(Some)).collect();
    let mut reported = vec![false; items.all.len()];
    for version in 0..cx.versions().len() {
        for (feature, release) in
            features.iter().flat_map(|of| releases.iter().map(move |release| (of, release)))
        {
            let files = FileSet { version, feature: *feature, release: *release };
            let valued = items.valued(cx, &files);
            for (at, item) in items.all.iter().enumerate() {
                // For an item without a feature, only files without a feature are checked.
                let meant = *feature == item.common.feature.as_ref().map(|f| f.value.as_str());
                let meant = meant && !(item.is_entry && release.is_some());
                let lacks = !valued[at] && meant && files.has(cx, item.common);
                let lacks =
                    lacks && (item.is_union || items.is_repeated(cx, &files, item, &valued));
                if lacks && !std::mem::replace(&mut reported[at], true) {
                    out.push(items.found(cx, &files, item, &valued));
                }
            }
        }
    }
}

/// A set of files to check.
struct FileSet<'a> {
    version: usize,
    feature: Option<&'a str>,
    /// None for files of any release.
    release: Option<Release<'a>>,
}

/// A release of a dialect, or of the producer of the format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Release<'a> {
    dialect: Option<&'a str>,
    position: usize,
}

/// The dialect of an item's release axis; none for that of the producer.
fn dialect_of<'a>(cx: &Cx<'_>, common: &'a Common) -> Option<&'a str> {
    let dialect = common.dialect.as_ref().filter(|_| cx.has_own_releases(common));
    dialect.map(|dialect| dialect.value.as_str())
}

impl FileSet<'_> {
    fn has(&self, cx: &Cx<'_>, common: &Common) -> bool {
        let feature = common.feature.as_ref().map(|feature| feature.value.as_str());
        let is_released = self.release.is_none_or(|release| {
            dialect_of(cx, common) != release.dialect
                || cx.release_gate(common).has(release.position)
        });
        let has_feature = feature.is_none() || feature == self.feature;
        cx.gate(common).has(self.version) && has_feature && is_released
    }
}

/// A record or a union: its alternatives are lists of fields, each with its gate.
struct Item<'a> {
    common: &'a Common,
    is_union: bool,
    /// Entries of a table: an entry that a release lacks does not occur in its files.
    is_entry: bool,
    /// It always has a value, such as bytes with any tag. Another rule reports a union without variants.
    free: bool,
    ways: Vec<(&'a Common, &'a [Field])>,
}

struct Items<'a> {
    all: Vec<Item<'a>>,
    places: HashMap<&'a str, usize>,
    /// For each item, the items that contain it.
    holders: Vec<Vec<usize>>,
}

impl<'a> Items<'a> {
    fn new(cx: &Cx<'a>) -> Self {
        let is_rust = |common: &Common| !cx.run_only.has(&common.name.value);
        let records = cx.schema.records.iter().filter(|record| is_rust(&record.common));
        let records = records.map(|record| Item {
            common: &record.common,
            is_union: false,
            is_entry: false,
            free: false,
            ways: vec![(&record.common, record.fields.as_slice())],
        });
        let unions = cx.schema.unions.iter().filter(|union| is_rust(&union.common));
        let unions = unions.map(|union| {
            let opaque = union.unknown.as_ref().is_some_and(|word| word.value == "opaque");
            let ways = cx.variants(union).map(|v| (&v.common, v.fields.as_slice()));
            let ways: Vec<_> = ways.collect();
            Item {
                common: &union.common,
                is_union: true,
                is_entry: union.entries.is_some(),
                free: opaque || ways.is_empty(),
                ways,
            }
        });
        let all: Vec<Item<'a>> = records.chain(unions).collect();
        let named = all.iter().enumerate();
        let places: HashMap<&str, usize> =
            named.map(|(at, item)| (item.common.name.value.as_str(), at)).rev().collect();
        let mut holders = vec![Vec::new(); all.len()];
        for (at, item) in all.iter().enumerate() {
            for (_, fields) in &item.ways {
                let names = fields.iter().filter_map(|field| held_by(field, fields));
                for held in names.filter_map(|name| places.get(name)) {
                    holders[*held].push(at);
                }
            }
        }
        Items { all, places, holders }
    }

    /// All releases with which a union or a part of one begins or ends.
    fn releases(&self, cx: &Cx<'a>) -> BTreeSet<Release<'a>> {
        let ways = self
            .all
            .iter()
            .filter(|item| item.is_union && !item.is_entry)
            .flat_map(|item| &item.ways);
        let bounded = ways.map(|(common, _)| *common);
        let bounded = bounded.filter(|c| c.since_release.is_some() || c.until_release.is_some());
        let releases = bounded.flat_map(|common| {
            let dialect = dialect_of(cx, common);
            (0..cx.releases(common).len()).map(move |position| Release { dialect, position })
        });
        releases.collect()
    }

    /// The items that have a value. An item gets one when everything in it has one.
    fn valued(&self, cx: &Cx<'_>, files: &FileSet<'_>) -> Vec<bool> {
        let mut valued = vec![false; self.all.len()];
        let mut left: Vec<usize> = (0..self.all.len()).collect();
        while let Some(at) = left.pop() {
            let item = &self.all[at];
            let mut ways = item.ways.iter().filter(|(common, _)| files.has(cx, common));
            let lacks = |fields: &&[Field]| self.lacking(cx, files, fields, &valued).is_none();
            if !valued[at] && (item.free || ways.any(|(_, fields)| lacks(fields))) {
                valued[at] = true;
                left.extend(&self.holders[at]);
            }
        }
        valued
    }

    /// Whether a record has no value because its elements have none. Another rule reports records that contain themselves.
    fn is_repeated(
        &self,
        cx: &Cx<'_>,
        files: &FileSet<'_>,
        item: &Item<'_>,
        valued: &[bool],
    ) -> bool {
        let mut lacking =
            item.ways.iter().filter_map(|(_, fields)| self.lacking(cx, files, fields, valued));
        lacking.any(|field| field.ty.name == "repeat")
    }

    /// The first field that must have a value and has none.
    fn lacking<'f>(
        &self,
        cx: &Cx<'_>,
        files: &FileSet<'_>,
        fields: &'f [Field],
        valued: &[bool],
    ) -> Option<&'f Field> {
        fields.iter().find(|field| {
            let held = held_by(field, fields).and_then(|name| self.places.get(name));
            !field.optional
                && files.has(cx, &field.common)
                && held.is_some_and(|held| !valued[*held])
        })
    }

    fn found(
        &self,
        cx: &Cx<'_>,
        files: &FileSet<'_>,
        item: &Item<'_>,
        valued: &[bool],
    ) -> Diagnostic {
        let (name, version) = (&item.common.name, cx.versions()[files.version]);
        let release = files.release.and_then(|release| {
            let name = cx.releases(item.common).get(release.position)?;
            (dialect_of(cx, item.common) == release.dialect).then(|| format!("release {name}"))
        });
        let place = release.unwrap_or_else(|| format!("version {version}"));
        let message = format!("`{}` has no possible value in {place}", name.value);
        let there = item.ways.iter().filter(|(common, _)| files.has(cx, common));
        let lacking = there.filter_map(|(_, fields)| {
            let field = self.lacking(cx, files, fields, valued)?;
            let held = held_by(field, fields)?;
            Some((field.ty.span, format!("`{held}` has no possible value")))
        });
        let lacking: Vec<_> = lacking.collect();
        let found = Diagnostic::new(RULE, message);
        if lacking.is_empty() {
            return found
                .at(name.span, "no variant exists in all of these files")
                .help("give the union the same bounds as its variants, or add a variant");
        }
        let all = if item.is_union { "each variant contains" } else { "contains" };
        let found = found.at(name.span, format!("{all} a field without a possible value"));
        let found = lacking.into_iter().fold(found, |found, (span, text)| found.at(span, text));
        found.help("add a variant without such a field, or put a list or an option in between")
    }
}

/// The name of the type that a field contains at least once: itself, or elements whose number is another field that is never
/// zero.
fn held_by<'f>(field: &'f Field, fields: &[Field]) -> Option<&'f str> {
    let ty = &field.ty;
    if ty.name != "repeat" {
        return held(ty);
    }
    let count = type_arg(ty, 1)?;
    let count = fields.iter().find(|field| field.common.name.value == count.name)?;
    count.reject.iter().any(|number| number.value == 0).then(|| held(type_arg(ty, 0)?))?
}

/// The name of the type that a field of a type contains once.
fn held(ty: &TypeExpr) -> Option<&str> {
    match ty.name.as_str() {
        "sized" => held(type_arg(ty, 0)?),
        name => Some(name),
    }
}
