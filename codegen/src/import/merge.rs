//! Definitions brought into a schema that exists.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::code::CodeTable;
use super::codes;
use super::definitions::Definitions;
use super::dialect::Dialect;
use super::edit::Edits;
use super::entries::{Entries, ImportReport};
use super::enums::{self, Enum};
use super::fact::{self, Fact, by_operation, first};
use super::gap::Gap;
use super::members::Members;
use super::operation::Operation;
use super::ranges::Ranges;
use super::releases::{self, Axes, Axis};
use super::words::identifier;
use super::{ImportError, Result, Scope};
use crate::ast::{EVERY_OPERATION, PerOperation, Schema, Spanned};
use crate::emit::yaml::quoted;
use crate::model::{DefaultValue, Property, Signature};
use crate::syntax::SourceMap;

/// What came of bringing definitions into a schema.
#[derive(Clone, Debug, Default)]
pub struct Merged {
    /// The files that are new or have another text, with the text.
    pub files: Vec<(PathBuf, String)>,
    /// Releases that the schema lacked, each after its title.
    pub releases: Vec<String>,
    /// What was done, a dialect each.
    pub changes: Vec<Change>,
    /// What was written of enums, and of codes of attributes and types; a line each.
    pub written: Vec<String>,
    /// What of these is left to a person; a line each.
    pub left: Vec<String>,
}

/// What was done with a dialect.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// The dialect.
    pub dialect: String,
    /// Operations that are as they were.
    pub same: usize,
    /// Operations that the schema did not have in the release.
    pub added: Vec<String>,
    /// Operations with another layout.
    pub changed: Vec<String>,
    /// Operations that the release has no longer.
    pub ended: Vec<String>,
    /// Operations that only the schema has, and keeps.
    pub kept: Vec<String>,
    /// Operations whose layout the definitions do not state, and whether the schema has a handwritten one.
    pub gaps: Vec<(String, Gap, bool)>,
    /// Operations whose signature is new, another, or gone.
    pub signatures: usize,
    /// Operations whose default values are new, others, or gone.
    pub defaults: usize,
}

impl Change {
    /// How many operations are not as they were.
    fn changes(&self) -> usize {
        self.added.len() + self.changed.len() + self.ended.len()
    }
}

/// Brings definitions into the schema of a folder. Handwritten texts and their order are kept, and so is every
/// release except that of the definitions.
///
/// # Errors
/// Definitions without a release, a requested dialect that is missing, layouts that cannot be changed in
/// place, and any part of the schema that an import cannot keep.
pub fn merge(
    schema: &Schema,
    sources: &SourceMap,
    folder: &Path,
    definitions: &Definitions,
    scope: &Scope,
) -> Result<Merged> {
    if schema.properties.is_empty() && !schema.ops.is_empty() {
        return Err(ImportError::new(
            "operations with opcodes cannot be imported: write them by hand, and compare them with `--check`",
        ));
    }
    let others = others(schema, definitions, scope);
    let selected = match selected(schema, definitions, scope) {
        Err(_) if definitions.has_no_operations() && !others.is_empty() => Vec::new(),
        selected => selected?,
    };
    let mut axes = Axes::new(schema);
    for (name, dialect) in &selected {
        axes.declare(name, dialect, scope)?;
    }
    for (name, (dialect, _)) in &others {
        axes.declare(name, dialect, scope)?;
    }
    let mut merged = Merged { releases: axes.added(), ..Merged::default() };
    let mut edits = Edits::new(sources);
    axes.write(&mut edits)?;
    for (name, dialect) in &selected {
        let axis = axes.of(name)?;
        let place = Place { schema, sources, folder, axis, scope, name };
        let mut change = place.bring::<Vec<Property>>(dialect, &mut edits, &mut merged.files)?;
        let other = place.bring::<Signature>(dialect, &mut edits, &mut merged.files)?;
        change.signatures = other.changes();
        let other = place.bring::<Vec<DefaultValue>>(dialect, &mut edits, &mut merged.files)?;
        change.defaults = other.changes();
        change.gaps.extend(other.gaps);
        merged.changes.push(change);
    }
    for (name, (dialect, tables)) in &others {
        let axis = axes.of(name)?;
        let newest = axis.names.len().saturating_sub(1);
        let release = axis.release(dialect, scope)?.unwrap_or(newest);
        let mut report = ImportReport::default();
        let mut members = Members { schema, axis, release, dialect: name, report };
        let new = members.change(dialect.enums.values(), &mut edits)?;
        if scope.enums {
            merged.files.extend(members.add_all(&new, sources, folder, &mut edits)?);
        }
        report = members.report;
        for table in tables {
            let mut entries = Entries { schema, axis, release, dialect: name, table, report };
            match codes::union(schema, name, table) {
                Some(union) => entries.change(union, &mut edits)?,
                None => merged.files.extend(entries.new_file(sources, folder)?),
            }
            report = entries.report;
        }
        merged.written.append(&mut report.written);
        merged.left.append(&mut report.left);
    }
    for (path, text) in &mut merged.files {
        if let Some(line) = line_for_editors(sources, path) {
            text.insert_str(0, &format!("{line}\n"));
        }
    }
    merged.files.extend(edits.finish());
    Ok(merged)
}

/// The line by which files beside a new one name their schema to editors.
fn line_for_editors<'s>(sources: &'s SourceMap, path: &Path) -> Option<&'s str> {
    let mut beside = sources.files().filter(|(known, _)| known.parent() == path.parent());
    beside.find_map(|(_, text)| {
        text.lines().next().filter(|line| line.starts_with("# yaml-language-server:"))
    })
}

/// The dialects of which there are enums or codes, with these.
type Others<'d> = BTreeMap<String, (Cow<'d, Dialect>, Vec<&'d CodeTable>)>;

/// The selected enums and codes. Those without a release belong to that of the scope.
fn others<'d>(schema: &Schema, definitions: &'d Definitions, scope: &Scope) -> Others<'d> {
    let meant = |name: &str| scope.only.is_empty() || scope.only.iter().any(|only| only == name);
    let mut found = Others::new();
    for (name, dialect) in definitions.dialects().iter().filter(|(name, _)| meant(name)) {
        let known = |item: &&Enum| enums::described(schema, name, &item.name).is_some();
        let any = dialect.enums.values().any(|item| scope.enums || known(&item));
        if any && (dialect.states_versions() || scope.release.is_some()) {
            found.insert(name.clone(), (Cow::Borrowed(dialect), Vec::new()));
        }
    }
    for table in definitions.codes() {
        let Some(name) = definitions.dialect_of(schema, table).filter(|name| meant(name)) else {
            continue;
        };
        let dialect = definitions.dialects().get(&name);
        let dialect = dialect.map_or_else(|| Cow::Owned(Dialect::default()), Cow::Borrowed);
        found.entry(name).or_insert_with(|| (dialect, Vec::new())).1.push(table);
    }
    found
}

/// Dialects by name, with their definitions: none for a dialect that has ended.
pub(super) type Selected<'d> = Vec<(String, Cow<'d, Dialect>)>;

/// The dialects that are meant.
pub(super) fn selected<'d>(
    schema: &Schema,
    definitions: &'d Definitions,
    scope: &Scope,
) -> Result<Selected<'d>> {
    let known = definitions.dialects();
    if scope.only.is_empty() {
        let with = known.iter().filter(|(_, dialect)| !dialect.operations.is_empty());
        let mut with: Vec<_> =
            with.map(|(name, dialect)| (name.clone(), Cow::Borrowed(dialect))).collect();
        if with.is_empty() {
            return Err(ImportError::new(
                "the definitions have no operations, and no enums or codes of a dialect that the schema describes",
            ));
        }
        if scope.whole {
            with.extend(lacking(schema, &with)?);
        }
        return Ok(with);
    }
    let mut selected = Vec::new();
    for name in &scope.only {
        let described = schema.properties.iter().any(|item| item.common.name.value == *name);
        match known.get(name).filter(|dialect| !dialect.operations.is_empty()) {
            Some(dialect) => selected.push((name.clone(), Cow::Borrowed(dialect))),
            None if described && scope.whole => {
                selected.push((name.clone(), Cow::Owned(Dialect::default())));
            }
            None => {
                return Err(ImportError::new(format!(
                    "the definitions have no operation of the dialect `{name}`"
                )));
            }
        }
    }
    Ok(selected)
}

/// The dialects that count the same releases as those of the definitions, and are not among them.
fn lacking<'d>(schema: &Schema, defined: &Selected<'_>) -> Result<Selected<'d>> {
    let mut axes = Vec::new();
    for (name, dialect) in defined.iter().filter(|(_, dialect)| !dialect.states_versions()) {
        if !dialect.operations.is_empty() {
            axes.push(releases::axis(schema, name)?.span);
        }
    }
    let described = schema.properties.iter().map(|item| &item.common.name.value);
    let lacks = |name: &&String| !defined.iter().any(|(known, _)| known == *name);
    let counts =
        |name: &&String| releases::axis(schema, name).is_ok_and(|found| axes.contains(&found.span));
    let names: BTreeSet<&String> = described.filter(lacks).filter(counts).collect();
    Ok(names.into_iter().map(|name| (name.clone(), Cow::Owned(Dialect::default()))).collect())
}

/// Where something of a dialect is brought.
#[derive(Clone, Copy)]
struct Place<'a> {
    schema: &'a Schema,
    sources: &'a SourceMap,
    folder: &'a Path,
    axis: &'a Axis<'a>,
    scope: &'a Scope,
    name: &'a str,
}

impl Place<'_> {
    /// Changes the item that has it, or adds a file with one.
    fn bring<T: Fact>(
        &self,
        dialect: &Dialect,
        edits: &mut Edits<'_>,
        files: &mut Vec<(PathBuf, String)>,
    ) -> Result<Change> {
        let Place { schema, sources, folder, axis, scope, name } = *self;
        if let Some(item) = fact::item::<T>(schema, axis, name)? {
            let mut writer = Writer::<T>::new(axis, item, scope, name, dialect)?;
            writer.run(dialect, edits)?;
            return Ok(writer.change);
        }
        if dialect.operations.is_empty() {
            return Ok(Change::default());
        }
        let nothing =
            |operation: &Operation| T::defined(operation).is_ok_and(|it| it.stated().is_none());
        if dialect.operations.values().all(nothing) {
            return Ok(Change::default());
        }
        let path = new_file::<T>(schema, sources, folder, name)?;
        let (text, change) = new_item::<T>(name, dialect, axis, scope)?;
        files.push((path, text));
        Ok(change)
    }
}

/// Changes the item of one dialect.
struct Writer<'a, T: Fact> {
    axis: &'a Axis<'a>,
    item: &'a PerOperation<T::Written>,
    partial: bool,
    /// The release of the definitions; none if they state versions themselves.
    release: Option<usize>,
    /// The next known release.
    following: Option<usize>,
    /// First release of the item, before and after.
    first: (usize, usize),
    change: Change,
}

impl<'a, T: Fact> Writer<'a, T> {
    fn new(
        axis: &'a Axis<'a>,
        item: &'a PerOperation<T::Written>,
        scope: &Scope,
        dialect: &str,
        defined: &Dialect,
    ) -> Result<Self> {
        let old = first(axis, item);
        let release = axis.release(defined, scope)?;
        let until = item.common.until_release.as_ref();
        let until = until.and_then(|until| axis.position(&until.value));
        if let (Some(until), Some(release)) = (until, release)
            && release > until
        {
            return Err(ImportError::new(format!(
                "the {} of `{dialect}` end with {} {}: remove `until_release`, and import again",
                T::WORDS,
                releases::title(axis.releases),
                axis.names[until]
            )));
        }
        // A release without the dialect does not begin it.
        let begins = release.filter(|_| !defined.operations.is_empty());
        let following = release.and_then(|release| axis.following(release));
        Ok(Writer {
            axis,
            item,
            partial: scope.partial,
            release,
            following: following.filter(|next| until.is_none_or(|until| *next <= until)),
            first: (old, begins.map_or(old, |release| release.min(old))),
            change: Change { dialect: dialect.to_owned(), ..Change::default() },
        })
    }

    fn run(&mut self, dialect: &Dialect, edits: &mut Edits<'_>) -> Result<()> {
        let known = by_operation(self.item);
        if known.is_empty() {
            return Err(ImportError::new(format!(
                "`{}` has no operations beside which others could be written",
                self.item.common.name.value
            )));
        }
        if self.first.0 != self.first.1
            && let Some(since) = &self.item.common.since_release
        {
            edits.replace(since.span, &quoted(&self.axis.names[self.first.1]))?;
        }
        let mut shared = Ranges::default();
        for (name, entries) in &known {
            if name.value == EVERY_OPERATION && !dialect.operations.is_empty() {
                // Facts about all operations are handwritten: definitions state facts about each one.
                shared = Ranges::of(entries, self.first.0, &self.axis.names);
                continue;
            }
            let old = Ranges::of(entries, self.first.0, &self.axis.names);
            let (new, gap) =
                self.operation(&name.value, &old, dialect.operations.get(&name.value))?;
            let moved = self.first.0 != self.first.1 && entries.iter().any(|e| e.release.is_none());
            if new == old && !moved {
                continue;
            }
            match new.text(self.first.1, &self.axis.names) {
                Some(text) => edits.set_value(name.span, &text, &remark(gap.as_ref()))?,
                None => {
                    edits.remove(name.span)?;
                    if let Some((name, _)) = self.summary(&name.value) {
                        edits.remove(name.span)?;
                    }
                }
            }
        }
        let names: BTreeMap<&str, &Spanned<String>> =
            known.iter().map(|(name, _)| (name.value.as_str(), *name)).collect();
        for (name, operation) in &dialect.operations {
            if names.contains_key(name.as_str()) {
                continue;
            }
            let (ranges, gap) = self.operation(name, &shared, Some(operation))?;
            if ranges == shared && gap.is_none() {
                continue;
            }
            let Some(text) = ranges.text(self.first.1, &self.axis.names) else { continue };
            let entry = format!("{}: {text}{}", identifier(name), remark(gap.as_ref()));
            insert(known.iter().map(|(name, _)| *name), name, &entry, edits)?;
        }
        self.summaries(dialect, edits)
    }

    /// The summary of an operation, where the schema has one.
    fn summary(&self, operation: &str) -> Option<&(Spanned<String>, Spanned<String>)> {
        self.item.summaries.iter().find(|(name, _)| name.value == operation)
    }

    /// Adds summaries to operations without one.
    fn summaries(&self, dialect: &Dialect, edits: &mut Edits<'_>) -> Result<()> {
        for (name, operation) in &dialect.operations {
            let summary = T::summary(operation);
            if summary.is_empty() || self.summary(name).is_some() {
                continue;
            }
            let entry = format!("{}: {}", identifier(name), quoted(&summary));
            insert(self.item.summaries.iter().map(|(name, _)| name), name, &entry, edits)?;
        }
        Ok(())
    }

    /// The facts of an operation after the import, and the gaps in its definition.
    fn operation(
        &mut self,
        name: &str,
        old: &Ranges<T>,
        operation: Option<&Operation>,
    ) -> Result<(Ranges<T>, Option<Gap>)> {
        let mut new = old.clone();
        let mut gap = None;
        match operation {
            Some(operation) => match (T::defined(operation), self.release) {
                (Ok(value), Some(release)) => new.set(release, value.stated(), self.following),
                (Ok(value), None) => {
                    let (first, end) = self.axis.bounds(operation)?;
                    let stated = value.stated().map(|value| Ranges::within(first, end, value));
                    new = stated.unwrap_or_default();
                }
                (Err(found), release) => {
                    let by_hand = match release {
                        Some(release) => old.names(release) || old.by_record(release),
                        None => *old != Ranges::default(),
                    };
                    self.change.gaps.push((name.to_owned(), found.clone(), by_hand));
                    if let (false, Some(release)) = (by_hand, release) {
                        new.leave_open(release, self.following);
                        gap = Some(found);
                    }
                    return Ok((new, gap));
                }
            },
            None => match self.release {
                Some(release) if !self.partial => new.set(release, None, self.following),
                _ => self.change.kept.push(name.to_owned()),
            },
        }
        let change = &mut self.change;
        let at = |ranges: &Ranges<T>| self.release.is_some_and(|at| ranges.at(at).is_some());
        match (at(old), at(&new)) {
            _ if new == *old => change.same += usize::from(operation.is_some()),
            (true, false) if self.release.is_some() => change.ended.push(name.to_owned()),
            (false, true) => change.added.push(name.to_owned()),
            (false, false) if *old == Ranges::default() => change.added.push(name.to_owned()),
            _ => change.changed.push(name.to_owned()),
        }
        Ok((new, gap))
    }
}

/// Adds an entry among others. Where the file keeps the order of names, it is kept.
fn insert<'n>(
    known: impl Iterator<Item = &'n Spanned<String>>,
    name: &str,
    entry: &str,
    edits: &mut Edits<'_>,
) -> Result<()> {
    let known: Vec<_> = known.collect();
    match (known.iter().find(|known| known.value.as_str() > name), known.last()) {
        (Some(next), _) => edits.insert_before(next.span, entry),
        (None, Some(last)) => edits.insert_after(last.span, entry),
        (None, None) => Ok(()),
    }
}

/// The comment that marks a layout that the definitions do not state.
fn remark(gap: Option<&Gap>) -> String {
    let Some(gap) = gap else { return String::new() };
    let text: String = gap.to_string().chars().filter(|c| !c.is_control()).collect();
    format!(" # not derived: {text}")
}

/// The new file of a dialect: beside others of the kind.
fn new_file<T: Fact>(
    schema: &Schema,
    sources: &SourceMap,
    folder: &Path,
    dialect: &str,
) -> Result<PathBuf> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    if !dialect.chars().all(plain) || dialect.starts_with('.') {
        return Err(ImportError::new(format!("`{dialect}` cannot be the name of a file")));
    }
    let beside = T::items(schema).first().and_then(|item| sources.place(item.common.name.span));
    let beside = beside.and_then(|(file, _)| sources.path(file).parent().map(Path::to_owned));
    let path = beside.unwrap_or_else(|| folder.join(T::ITEM)).join(format!("{dialect}.yaml"));
    if sources.files().any(|(known, _)| known == path) {
        return Err(ImportError::new(format!(
            "{} is there, and has no {} of `{dialect}`",
            path.display(),
            T::WORDS
        )));
    }
    Ok(path)
}

/// The new item of a dialect.
fn new_item<T: Fact>(
    name: &str,
    dialect: &Dialect,
    axis: &Axis<'_>,
    scope: &Scope,
) -> Result<(String, Change)> {
    let release = axis.release(dialect, scope)?;
    let bounds = |operation: &Operation| axis.bounds(operation).map(|(first, _)| first);
    let firsts = dialect.operations.values().map(bounds);
    let first = match release {
        Some(release) => release,
        None => firsts.collect::<Result<BTreeSet<_>>>()?.first().copied().unwrap_or(0),
    };
    let title = releases::title(axis.releases);
    let since = quoted(&axis.names[first]);
    let source = match release {
        Some(release) => format!("TableGen definitions of {title} {}", axis.names[release]),
        None => "TableGen definitions".to_owned(),
    };
    let mut text = format!(
        "- {}: {name}\n  since_release: {since}\n  summary: {} of the operations of `{name}`\n  source: {}\n  operations:\n",
        T::ITEM,
        T::SUMMARY,
        quoted(&source)
    );
    let mut change = Change { dialect: name.to_owned(), ..Change::default() };
    let mut summaries = String::new();
    if let (Some(all), Some(release)) = (T::of_all(dialect), release) {
        let mut ranges = Ranges::<T>::default();
        ranges.set(release, Some(&all), axis.following(release));
        if let Some(ranges) = ranges.text(first, &axis.names) {
            text += &format!("    \"{EVERY_OPERATION}\": {ranges}\n");
            change.added.extend(dialect.operations.keys().cloned());
            return Ok((text, change));
        }
    }
    for (operation, defined) in &dialect.operations {
        let mut gap = None;
        let mut ranges = Ranges::<T>::default();
        match (T::defined(defined), release) {
            (Ok(value), Some(release)) => {
                ranges.set(release, value.stated(), axis.following(release));
            }
            (Ok(value), None) => {
                let (first, end) = axis.bounds(defined)?;
                let stated = value.stated().map(|value| Ranges::within(first, end, value));
                ranges = stated.unwrap_or_default();
            }
            (Err(found), _) => {
                ranges.leave_open(release.unwrap_or(first), None);
                change.gaps.push((operation.clone(), found.clone(), false));
                gap = Some(found);
            }
        }
        let Some(ranges) = ranges.text(first, &axis.names) else { continue };
        text += &format!("    {}: {ranges}{}\n", identifier(operation), remark(gap.as_ref()));
        if gap.is_none() {
            change.added.push(operation.clone());
        }
        let summary = T::summary(defined);
        if !summary.is_empty() {
            summaries += &format!("    {}: {}\n", identifier(operation), quoted(&summary));
        }
    }
    if !summaries.is_empty() {
        text += &format!("  summaries:\n{summaries}");
    }
    Ok((text, change))
}
