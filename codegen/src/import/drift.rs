//! What differs between definitions and a schema.

use std::collections::{BTreeMap, BTreeSet};

use super::definitions::Definitions;
use super::dialect::Dialect;
use super::difference::{Difference, Drift, Kind};
use super::fact::{self, Fact, by_operation, first};
use super::merge::{Selected, selected};
use super::operation::Operation;
use super::ranges::Ranges;
use super::releases::{self, Axes, Axis};
use super::{ImportError, Result, Scope};
use super::{codes, enums, numbered};
use crate::ast::{Common, EVERY_OPERATION, Schema};
use crate::model::{DefaultValue, Property, Signature, spelled};

/// Compares definitions with a valid schema.
///
/// # Errors
/// A requested dialect that is missing, and definitions of a release that the schema cannot have.
pub fn drift(schema: &Schema, definitions: &Definitions, scope: &Scope) -> Result<Drift> {
    let mut drift = Drift::default();
    // Operations with an opcode in the schema have no layouts of properties.
    let numbered = schema.properties.is_empty() && !schema.ops.is_empty();
    let meant = |name: &str| scope.only.is_empty() || scope.only.iter().any(|only| only == name);
    let known = |name: &String| definitions.dialects().contains_key(name);
    if let Some(name) = scope.only.iter().find(|name| numbered && !known(name)) {
        return Err(ImportError::new(format!("the definitions do not define `{name}`")));
    }
    for (name, dialect) in definitions.dialects().iter().filter(|(name, _)| meant(name)) {
        if numbered {
            let version = numbered::version(schema, dialect, scope)?;
            let has = |common: &Common| numbered::has(common, &version);
            numbered::compare(schema, name, dialect, &version, scope.partial, &mut drift);
            dialect.enums.values().for_each(|item| {
                enums::compare(schema, name, item, &has, &mut drift);
            });
        } else if !dialect.enums.is_empty()
            && (dialect.states_versions() || counts_releases(schema, name))
        {
            let scope = scope_of(schema, name, dialect, scope)?;
            let mut axes = Axes::new(schema);
            axes.declare(name, dialect, &scope)?;
            let axis = axes.of(name)?;
            let newest = axis.names.len().saturating_sub(1);
            let release = axis.release(dialect, &scope)?.unwrap_or(newest);
            let has = |common: &Common| axis.has(common, release);
            dialect.enums.values().for_each(|item| {
                enums::compare(schema, name, item, &has, &mut drift);
            });
        }
    }
    if !numbered {
        for (name, dialect) in layouts(schema, definitions, scope)? {
            let scope = scope_of(schema, &name, &dialect, scope)?;
            let mut axes = Axes::new(schema);
            axes.declare(&name, &dialect, &scope)?;
            let axis = axes.of(&name)?;
            properties(schema, axis, &name, &dialect, &scope, &mut drift)?;
            let signatures = (Kind::Signature, "signature");
            words::<Signature>(schema, axis, &name, &dialect, &scope, signatures, &mut drift)?;
            let defaults = (Kind::Default, "defaults");
            words::<Vec<DefaultValue>>(
                schema, axis, &name, &dialect, &scope, defaults, &mut drift,
            )?;
        }
        encodings(schema, definitions, scope, &mut drift)?;
    }
    drift.differences.sort();
    Ok(drift)
}

/// The dialects whose layouts are compared.
fn layouts<'d>(
    schema: &Schema,
    definitions: &'d Definitions,
    scope: &Scope,
) -> Result<Selected<'d>> {
    let enums = definitions.dialects().values().any(|known| !known.enums.is_empty());
    if definitions.has_no_operations() && (enums || !definitions.codes().is_empty()) {
        return Ok(Vec::new());
    }
    selected(schema, definitions, scope)
}

/// Whether a dialect counts releases.
fn counts_releases(schema: &Schema, dialect: &str) -> bool {
    releases::axis(schema, dialect).is_ok()
}

/// Compares the codes of attributes and types with the unions of their dialects.
fn encodings(
    schema: &Schema,
    definitions: &Definitions,
    scope: &Scope,
    drift: &mut Drift,
) -> Result<()> {
    for table in definitions.codes() {
        let Some(name) = definitions.dialect_of(schema, table) else { continue };
        if !scope.only.is_empty() && !scope.only.contains(&name) || !counts_releases(schema, &name)
        {
            continue;
        }
        let name = name.as_str();
        let none = Dialect::default();
        let dialect = definitions.dialects().get(name).unwrap_or(&none);
        let scope = scope_of(schema, name, dialect, scope)?;
        let mut axes = Axes::new(schema);
        axes.declare(name, dialect, &scope)?;
        let axis = axes.of(name)?;
        let Some(release) = axis.release(dialect, &scope)? else { continue };
        drift.releases.insert(format!(
            "{} {}",
            releases::title(axis.releases),
            axis.names[release]
        ));
        codes::compare(schema, axis, release, name, table, drift);
    }
    Ok(())
}

/// The newest published release, if none is given.
fn scope_of(schema: &Schema, name: &str, dialect: &Dialect, scope: &Scope) -> Result<Scope> {
    let mut scope = scope.clone();
    if scope.release.is_none() && !dialect.states_versions() {
        let axis = releases::axis(schema, name)?;
        let out = |name: &&crate::ast::Spanned<String>| {
            !axis.unreleased.iter().any(|other| other.value == name.value)
        };
        scope.release = axis.names.iter().rev().find(out).map(|name| name.value.clone());
    }
    Ok(scope)
}

/// Compares the layouts of properties.
fn properties(
    schema: &Schema,
    axis: &Axis<'_>,
    name: &str,
    dialect: &Dialect,
    scope: &Scope,
    drift: &mut Drift,
) -> Result<()> {
    let release = axis.release(dialect, scope)?;
    let title = releases::title(axis.releases);
    if let Some(release) = release {
        drift.releases.insert(format!("{title} {}", axis.names[release]));
    }
    let known = known::<Vec<Property>>(schema, axis, name)?.unwrap_or_default();
    let mut report = |kind, operation: &str, what| {
        let item = format!("{name}.{operation}");
        drift.differences.push(Difference { kind, item, what });
    };
    let shared = known.iter().find(|(name, _)| name == EVERY_OPERATION);
    for (operation, ranges) in known.iter().filter(|(name, _)| name != EVERY_OPERATION) {
        let defined = dialect.operations.get(operation);
        match (defined, release) {
            (None, Some(release)) if !scope.partial && ranges.at(release).is_some() => {
                report(Kind::Breaking, operation, "is no longer defined".to_owned());
            }
            (None, None) if !scope.partial => {
                report(Kind::Breaking, operation, "is no longer defined".to_owned());
            }
            _ => {}
        }
    }
    for (operation, defined) in &dialect.operations {
        let found = known.iter().find(|(name, _)| name == operation).or(shared);
        let found = found.map(|(_, ranges)| ranges);
        let layout = match &defined.layout {
            Ok(layout) => layout,
            Err(gap) => {
                // A layout by hand, or a place that is marked as open.
                if found.is_some() {
                    drift.gaps.push((format!("{name}.{operation}"), gap.clone()));
                } else {
                    report(Kind::Addition, operation, format!("is not described, and {gap}"));
                }
                continue;
            }
        };
        let Some(ranges) = found else {
            report(Kind::Addition, operation, format!("is not described: {}", text(layout)));
            continue;
        };
        match differs(axis, release, defined, layout, ranges)? {
            Some((kind, what)) => report(kind, operation, what),
            None => drift.operations += 1,
        }
    }
    Ok(())
}

/// The difference between the layout of a definition and those of the schema, if any.
fn differs(
    axis: &Axis<'_>,
    release: Option<usize>,
    defined: &Operation,
    layout: &Vec<Property>,
    ranges: &Ranges<Vec<Property>>,
) -> Result<Option<(Kind, String)>> {
    Ok(match release {
        Some(release) => match ranges.at(release) {
            None => Some((Kind::Addition, format!("is not described: {}", text(layout)))),
            Some(known) if *known == *layout => None,
            Some(known) => {
                let what = format!("has {}, in the schema {}", text(layout), text(known));
                Some((Kind::Breaking, what))
            }
        },
        None => {
            let (first, end) = axis.bounds(defined)?;
            let wanted = Ranges::within(first, end, layout);
            if wanted == *ranges {
                return Ok(None);
            }
            let spell = |ranges: &Ranges<_>| ranges.text(usize::MAX, &axis.names);
            let (wanted, known) = (spell(&wanted), spell(ranges));
            let none = || "nothing".to_owned();
            let what = format!(
                "has {}, in the schema {}",
                wanted.unwrap_or_else(none),
                known.unwrap_or_else(none)
            );
            Some((Kind::Breaking, what))
        }
    })
}

/// What operations have in the schema, in the order of the file.
type NamedRanges<T> = Vec<(String, Ranges<T>)>;

/// The facts about the operations of a dialect in the schema; none without an item.
fn known<T: Fact>(schema: &Schema, axis: &Axis<'_>, name: &str) -> Result<Option<NamedRanges<T>>> {
    let Some(item) = fact::item::<T>(schema, axis, name)? else { return Ok(None) };
    let first = first(axis, item);
    let known = by_operation(item).into_iter();
    let known =
        known.map(|(name, entries)| (name.value.clone(), Ranges::of(&entries, first, &axis.names)));
    Ok(Some(known.collect()))
}

/// Compares facts that readers do not use, if the schema has them for the dialect; otherwise, only facts that deserve an entry.
fn words<T: Fact>(
    schema: &Schema,
    axis: &Axis<'_>,
    name: &str,
    dialect: &Dialect,
    scope: &Scope,
    (kind, what): (Kind, &str),
    drift: &mut Drift,
) -> Result<()> {
    let sparse = T::read(&T::Written::default()).stated().is_none() && !T::items(schema).is_empty();
    let Some(known) = known::<T>(schema, axis, name)?.or_else(|| sparse.then(Vec::new)) else {
        return Ok(());
    };
    // An operation without any description is reported once.
    let described = self::known::<Vec<Property>>(schema, axis, name)?.unwrap_or_default();
    let described: BTreeSet<String> = described.into_iter().map(|(name, _)| name).collect();
    let release = axis.release(dialect, scope)?;
    let known: BTreeMap<String, Ranges<T>> = known.into_iter().collect();
    for (operation, defined) in &dialect.operations {
        let Ok(wanted) = T::defined(defined) else { continue };
        if !described.contains(operation) && !described.contains(EVERY_OPERATION) {
            continue;
        }
        let wanted = match release {
            Some(_) => wanted.stated().map(T::spelled),
            None => {
                let (first, end) = axis.bounds(defined)?;
                let ranges = wanted.stated().map(|wanted| Ranges::within(first, end, wanted));
                ranges.and_then(|ranges| ranges.text(usize::MAX, &axis.names))
            }
        };
        let found = known.get(operation).and_then(|ranges| match release {
            Some(release) => ranges.at(release).map(T::spelled),
            None => ranges.text(usize::MAX, &axis.names),
        });
        let what = match (wanted, found) {
            (wanted, found) if wanted == found => continue,
            (Some(wanted), Some(found)) => {
                format!("has the {what} `{wanted}`, in the schema `{found}`")
            }
            (Some(wanted), None) => format!("has no {what} in the schema: `{wanted}`"),
            (None, Some(found)) => format!("has no {what}, in the schema `{found}`"),
            (None, None) => continue,
        };
        let item = format!("{name}.{operation}");
        drift.differences.push(Difference { kind, item, what });
    }
    Ok(())
}

/// A layout in words.
fn text(layout: &[Property]) -> String {
    match layout {
        [] => "no properties".to_owned(),
        layout => format!("`{}`", spelled(layout)),
    }
}
