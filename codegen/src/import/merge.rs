//! Definitions brought into a schema that exists.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::definitions::{Definitions, Dialect};
use super::edit::Edits;
use super::layout::Gap;
use super::operations::Operation;
use super::ranges::Ranges;
use super::releases::{self, Clock, Clocks};
use super::{ImportError, Result, Scope};
use crate::ast::{self, Schema, Spanned};
use crate::emit::yaml::quoted;
use crate::syntax::SourceMap;

/// What came of bringing definitions into a schema.
#[derive(Clone, Debug, Default)]
pub struct Merged {
    /// The files that are new or have another text, with the text.
    pub files: Vec<(PathBuf, String)>,
    /// Releases that the schema did not name, each behind what it is called.
    pub releases: Vec<String>,
    /// What was done, a dialect each.
    pub changes: Vec<Change>,
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
    /// Operations whose layout the definitions do not tell, and whether the schema says one by hand.
    pub gaps: Vec<(String, Gap, bool)>,
}

/// Brings definitions into the schema of a folder. Texts and order that were written by hand stay, and so does
/// every release but the one that the definitions are of.
///
/// # Errors
/// Definitions of no release, a dialect that is asked for and not there, layouts that cannot be changed
/// where they stand, and whatever the schema says in a way that an import cannot keep.
pub fn merge(
    schema: &Schema,
    sources: &SourceMap,
    folder: &Path,
    definitions: &Definitions,
    scope: &Scope,
) -> Result<Merged> {
    if schema.properties.is_empty() && !schema.ops.is_empty() {
        return Err(ImportError::new(
            "operations with opcodes are not imported, but written by hand: compare them with `--check`",
        ));
    }
    let selected = selected(schema, definitions, scope)?;
    let mut clocks = Clocks::new(schema);
    for (name, dialect) in &selected {
        clocks.declare(name, dialect, scope)?;
    }
    let mut merged = Merged { releases: clocks.added(), ..Merged::default() };
    let mut edits = Edits::new(sources);
    clocks.write(&mut edits)?;
    for (name, dialect) in &selected {
        let clock = clocks.of(name)?;
        match item(schema, clock, name)? {
            Some(item) => {
                let mut writer = Writer::new(clock, item, scope, name, dialect)?;
                writer.run(dialect, &mut edits)?;
                merged.changes.push(writer.change);
            }
            None if dialect.operations.is_empty() => {
                return Err(ImportError::new(format!(
                    "the definitions have no operation of `{name}`"
                )));
            }
            None => {
                let path = new_file(schema, sources, folder, name)?;
                let (text, change) = new_item(name, dialect, clock, scope)?;
                merged.files.push((path, text));
                merged.changes.push(change);
            }
        }
    }
    merged.files.extend(edits.finish());
    Ok(merged)
}

/// Dialects by name, with what is defined of each: nothing of one that has ended.
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
                "the definitions have no operations; enums and codes are written by hand: compare them with `--check`",
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
    let mut clocks = Vec::new();
    for (name, dialect) in defined.iter().filter(|(_, dialect)| !dialect.tells_versions()) {
        if !dialect.operations.is_empty() {
            clocks.push(releases::clock(schema, name)?.span);
        }
    }
    let described = schema.properties.iter().map(|item| &item.common.name.value);
    let lacks = |name: &&String| !defined.iter().any(|(known, _)| known == *name);
    let counts = |name: &&String| {
        releases::clock(schema, name).is_ok_and(|found| clocks.contains(&found.span))
    };
    let names: BTreeSet<&String> = described.filter(lacks).filter(counts).collect();
    Ok(names.into_iter().map(|name| (name.clone(), Cow::Owned(Dialect::default()))).collect())
}

/// The item with the layouts of a dialect that count the releases of the clock.
pub(super) fn item<'s>(
    schema: &'s Schema,
    clock: &Clock<'_>,
    dialect: &str,
) -> Result<Option<&'s ast::Properties>> {
    let counts = |item: &&ast::Properties| {
        let of = item.common.dialect.as_ref().map_or("", |dialect| dialect.value.as_str());
        item.common.name.value == dialect
            && releases::clock(schema, of).is_ok_and(|found| found.span == clock.releases.span)
    };
    let mut items = schema.properties.iter().filter(counts);
    match (items.next(), items.next()) {
        (found, None) => Ok(found),
        _ => Err(ImportError::new(format!(
            "the layouts of `{dialect}` stand in several items: put them into one, and import again"
        ))),
    }
}

/// The layouts of each operation of an item, in the order of the file.
pub(super) fn by_operation(item: &ast::Properties) -> Vec<(&Spanned<String>, Vec<&ast::Layout>)> {
    let mut found: Vec<(&Spanned<String>, Vec<&ast::Layout>)> = Vec::new();
    for layout in &item.layouts {
        match found.last_mut() {
            Some((name, layouts)) if name.span == layout.operation.span => layouts.push(layout),
            _ => found.push((&layout.operation, vec![layout])),
        }
    }
    found
}

/// Where the first release of an item stands among the names of a clock.
pub(super) fn first(clock: &Clock<'_>, item: &ast::Properties) -> usize {
    let since = item.common.since_release.as_ref();
    since.and_then(|since| clock.position(&since.value)).unwrap_or(0)
}

/// Changes the item of one dialect.
struct Writer<'a> {
    clock: &'a Clock<'a>,
    item: &'a ast::Properties,
    partial: bool,
    /// The release of the definitions; none where they tell versions themselves.
    release: Option<usize>,
    /// The next release of which something is known.
    following: Option<usize>,
    /// First release of the item, before and after.
    first: (usize, usize),
    change: Change,
}

impl<'a> Writer<'a> {
    fn new(
        clock: &'a Clock<'a>,
        item: &'a ast::Properties,
        scope: &Scope,
        dialect: &str,
        defined: &Dialect,
    ) -> Result<Self> {
        let old = first(clock, item);
        let release = clock.release(defined, scope)?;
        let until = item.common.until_release.as_ref();
        let until = until.and_then(|until| clock.position(&until.value));
        if let (Some(until), Some(release)) = (until, release)
            && release > until
        {
            return Err(ImportError::new(format!(
                "the layouts of `{dialect}` end with {} {}: take `until_release` away, and import again",
                releases::title(clock.releases),
                clock.names[until]
            )));
        }
        let following = release.and_then(|release| clock.following(release));
        Ok(Writer {
            clock,
            item,
            partial: scope.partial,
            release,
            following: following.filter(|next| until.is_none_or(|until| *next <= until)),
            first: (old, release.map_or(old, |release| release.min(old))),
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
            edits.replace(since.span, &quoted(&self.clock.names[self.first.1]))?;
        }
        for (name, layouts) in &known {
            let old = Ranges::of(layouts, self.first.0, &self.clock.names);
            let (new, gap) =
                self.operation(&name.value, &old, dialect.operations.get(&name.value))?;
            let moved = self.first.0 != self.first.1 && layouts.iter().any(|l| l.release.is_none());
            if new == old && !moved {
                continue;
            }
            match new.text(self.first.1, &self.clock.names) {
                Some(text) => edits.set_value(name.span, &text, &remark(gap.as_ref()))?,
                None => edits.remove(name.span)?,
            }
        }
        let names: BTreeMap<&str, &Spanned<String>> =
            known.iter().map(|(name, _)| (name.value.as_str(), *name)).collect();
        for (name, operation) in &dialect.operations {
            if names.contains_key(name.as_str()) {
                continue;
            }
            let (ranges, gap) = self.operation(name, &Ranges::default(), Some(operation))?;
            let Some(text) = ranges.text(self.first.1, &self.clock.names) else { continue };
            let entry = format!("{}: {text}{}", key(name), remark(gap.as_ref()));
            // Where the file keeps the order of names, it is kept.
            let greater = known.iter().find(|(known, _)| known.value.as_str() > name.as_str());
            match (greater, known.last()) {
                (Some((next, _)), _) => edits.insert_before(next.span, &entry)?,
                (None, Some((last, _))) => edits.insert_after(last.span, &entry)?,
                (None, None) => {}
            }
        }
        Ok(())
    }

    /// The layouts that an operation has with the definitions, and what they do not tell.
    fn operation(
        &mut self,
        name: &str,
        old: &Ranges,
        operation: Option<&Operation>,
    ) -> Result<(Ranges, Option<Gap>)> {
        let mut new = old.clone();
        let mut gap = None;
        match operation {
            Some(operation) => match (&operation.layout, self.release) {
                (Ok(layout), Some(release)) => new.set(release, Some(layout), self.following),
                (Ok(layout), None) => {
                    let (first, end) = self.clock.bounds(operation)?;
                    new = Ranges::within(first, end, layout);
                }
                (Err(found), release) => {
                    let by_hand = match release {
                        Some(release) => old.names(release) || old.by_record(release),
                        None => *old != Ranges::default(),
                    };
                    self.change.gaps.push((name.to_owned(), found.clone(), by_hand));
                    if let (false, Some(release)) = (by_hand, release) {
                        new.leave_open(release, self.following);
                        gap = Some(found.clone());
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
        let at = |ranges: &Ranges| match self.release {
            Some(release) => ranges.at(release).map(<[_]>::to_vec),
            None => None,
        };
        match (at(old), at(&new)) {
            _ if new == *old => change.same += usize::from(operation.is_some()),
            (Some(_), None) if self.release.is_some() => change.ended.push(name.to_owned()),
            (None, Some(_)) => change.added.push(name.to_owned()),
            (None, None) if *old == Ranges::default() => change.added.push(name.to_owned()),
            _ => change.changed.push(name.to_owned()),
        }
        Ok((new, gap))
    }
}

/// The name of an operation as the key of a mapping.
fn key(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let word = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    // What YAML takes for something else than a text.
    let reserved = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    let lower = name.to_ascii_lowercase();
    let safe = word && name.chars().all(plain) && !reserved.contains(&lower.as_str());
    if safe { name.to_owned() } else { quoted(name) }
}

/// The comment that marks a layout which the definitions do not tell.
fn remark(gap: Option<&Gap>) -> String {
    let Some(gap) = gap else { return String::new() };
    let text: String = gap.to_string().chars().filter(|c| !c.is_control()).collect();
    format!(" # not derived: {text}")
}

/// The file of a dialect that has none: beside the other layouts.
fn new_file(schema: &Schema, sources: &SourceMap, folder: &Path, dialect: &str) -> Result<PathBuf> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    if !dialect.chars().all(plain) || dialect.starts_with('.') {
        return Err(ImportError::new(format!("`{dialect}` cannot be the name of a file")));
    }
    let beside = schema.properties.first().and_then(|item| sources.place(item.common.name.span));
    let beside = beside.and_then(|(file, _)| sources.path(file).parent().map(Path::to_owned));
    let path = beside.unwrap_or_else(|| folder.join("properties")).join(format!("{dialect}.yaml"));
    if sources.files().any(|(known, _)| known == path) {
        return Err(ImportError::new(format!(
            "{} is there, and has no layouts of `{dialect}`",
            path.display()
        )));
    }
    Ok(path)
}

/// The item of a dialect that has none.
fn new_item(
    name: &str,
    dialect: &Dialect,
    clock: &Clock<'_>,
    scope: &Scope,
) -> Result<(String, Change)> {
    let release = clock.release(dialect, scope)?;
    let bounds = |operation: &Operation| clock.bounds(operation).map(|(first, _)| first);
    let firsts = dialect.operations.values().map(bounds);
    let first = match release {
        Some(release) => release,
        None => firsts.collect::<Result<BTreeSet<_>>>()?.first().copied().unwrap_or(0),
    };
    let title = releases::title(clock.releases);
    let since = quoted(&clock.names[first]);
    let source = match release {
        Some(release) => format!("TableGen definitions of {title} {}", clock.names[release]),
        None => "TableGen definitions".to_owned(),
    };
    let mut text = format!(
        "- properties: {name}\n  since_release: {since}\n  summary: Properties of the operations of `{name}`\n  source: {}\n  operations:\n",
        quoted(&source)
    );
    let mut change = Change { dialect: name.to_owned(), ..Change::default() };
    for (operation, defined) in &dialect.operations {
        let mut gap = None;
        let mut ranges = Ranges::default();
        match (&defined.layout, release) {
            (Ok(layout), Some(release)) => {
                ranges.set(release, Some(layout), clock.following(release));
            }
            (Ok(layout), None) => {
                let (first, end) = clock.bounds(defined)?;
                ranges = Ranges::within(first, end, layout);
            }
            (Err(found), _) => {
                ranges.leave_open(release.unwrap_or(first), None);
                change.gaps.push((operation.clone(), found.clone(), false));
                gap = Some(found.clone());
            }
        }
        let Some(ranges) = ranges.text(first, &clock.names) else { continue };
        text += &format!("    {}: {ranges}{}\n", key(operation), remark(gap.as_ref()));
        if gap.is_none() {
            change.added.push(operation.clone());
        }
    }
    Ok((text, change))
}
