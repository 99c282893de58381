//! The axes that layouts count: their releases, those that definitions name, and their order.

use std::cmp::Ordering;

use super::dialect::Dialect;
use super::edit::Edits;
use super::operation::Operation;
use super::{ImportError, Result, Scope};
use crate::ast::{Common, Releases, Schema, Span, Spanned};
use crate::emit::yaml::quoted;

/// The releases that layouts of a dialect count: its own, or those of the format's producer.
pub(super) fn axis<'s>(schema: &'s Schema, dialect: &str) -> Result<&'s Releases> {
    let own = schema.dialects.iter().find(|item| item.common.name.value == dialect);
    let own = own.and_then(|item| item.releases.as_ref());
    let of_format = || schema.formats.first().and_then(|format| format.releases.as_ref());
    own.or_else(of_format).ok_or_else(|| {
        ImportError::new(format!(
            "the schema has no releases that layouts of `{dialect}` could count: give the dialect `releases`"
        ))
    })
}

/// What a release of the axis is called.
pub(super) fn title(axis: &Releases) -> &str {
    axis.title.as_ref().map_or("release", |title| title.value.as_str())
}

/// The order of two releases, number by number; texts come after numbers.
pub(super) fn compare(a: &str, b: &str) -> Ordering {
    let key = |text: &str| -> Vec<(u8, u64, String)> {
        let parts = text.split('.');
        parts
            .map(|part| match part.parse() {
                Ok(number) => (0, number, String::new()),
                Err(_) => (1, 0, part.to_owned()),
            })
            .collect()
    };
    key(a).cmp(&key(b))
}

/// Where a release that is not named yet belongs.
fn place(names: &[String], release: &str) -> usize {
    names.iter().position(|name| compare(name, release) == Ordering::Greater).unwrap_or(names.len())
}

/// An axis with the releases that definitions add to it.
pub(super) struct Axis<'s> {
    pub(super) releases: &'s Releases,
    /// All names, oldest first.
    pub(super) names: Vec<String>,
    /// Those that the schema does not have.
    new: Vec<String>,
}

impl Axis<'_> {
    /// The place of a release among all names.
    pub(super) fn position(&self, release: &str) -> Option<usize> {
        self.names.iter().position(|name| name == release)
    }

    /// Whether a release has something.
    pub(super) fn has(&self, common: &Common, release: usize) -> bool {
        let place = |bound: &Option<Spanned<String>>| {
            bound.as_ref().and_then(|bound| self.position(&bound.value))
        };
        place(&common.since_release).is_none_or(|since| since <= release)
            && place(&common.until_release).is_none_or(|until| release <= until)
    }

    /// The next release of which layouts are described.
    pub(super) fn following(&self, release: usize) -> Option<usize> {
        let undescribed = &self.releases.undescribed;
        (release + 1..self.names.len())
            .find(|next| !undescribed.iter().any(|name| name.value == self.names[*next]))
    }

    /// The previous known release.
    pub(super) fn preceding(&self, release: usize) -> Option<usize> {
        let undescribed = &self.releases.undescribed;
        let known = |at: &usize| !undescribed.iter().any(|name| name.value == self.names[*at]);
        (0..release).rev().find(known)
    }

    /// The release of the definitions of a dialect; none if they state versions themselves.
    pub(super) fn release(&self, dialect: &Dialect, scope: &Scope) -> Result<Option<usize>> {
        if dialect.states_versions() {
            return Ok(None);
        }
        let release = scope.release.as_deref().and_then(|release| self.position(release));
        release
            .map(Some)
            .ok_or_else(|| ImportError::new("the release of the definitions is not stated"))
    }

    /// The first release that has an operation, and the first one that has it no longer.
    pub(super) fn bounds(&self, operation: &Operation) -> Result<(usize, Option<usize>)> {
        let Some(bounds) = &operation.bounds else {
            return Err(ImportError::new(
                "an operation does not state its versions, but others do",
            ));
        };
        let first = self.position(&bounds.since).unwrap_or(0);
        let end = bounds.until.as_ref().and_then(|until| {
            self.names.iter().position(|name| compare(name, until) == Ordering::Greater)
        });
        Ok((first, end))
    }

    fn add(&mut self, release: &str) {
        if self.position(release).is_none() {
            let place = place(&self.names, release);
            self.names.insert(place, release.to_owned());
            self.new.push(release.to_owned());
        }
    }
}

/// The axes of a schema.
pub(super) struct Axes<'s> {
    schema: &'s Schema,
    axes: Vec<Axis<'s>>,
}

impl<'s> Axes<'s> {
    pub(super) fn new(schema: &'s Schema) -> Self {
        Axes { schema, axes: Vec::new() }
    }

    /// Adds the releases that the definitions of a dialect are of.
    pub(super) fn declare(&mut self, name: &str, dialect: &Dialect, scope: &Scope) -> Result<()> {
        let releases = axis(self.schema, name)?;
        let at = match self.find(releases) {
            Some(at) => at,
            None => {
                let names = releases.names.iter().map(|name| name.value.clone()).collect();
                self.axes.push(Axis { releases, names, new: Vec::new() });
                self.axes.len() - 1
            }
        };
        let axis = &mut self.axes[at];
        if dialect.states_versions() {
            let bounds = dialect.operations.values().filter_map(|known| known.bounds.as_ref());
            bounds.for_each(|bounds| axis.add(&bounds.since));
            return Ok(());
        }
        if dialect.operations.is_empty() && scope.release.is_none() {
            return Ok(());
        }
        let Some(release) = &scope.release else {
            return Err(ImportError::new(format!(
                "the definitions of `{name}` do not state which {} they are of: state it with `--release`",
                title(releases)
            )));
        };
        if releases.undescribed.iter().any(|known| known.value == *release) {
            return Err(ImportError::new(format!(
                "{} {release} is in `undescribed`: remove it there, and import again",
                title(releases)
            )));
        }
        axis.add(release);
        Ok(())
    }

    /// The axis of a dialect that was declared.
    pub(super) fn of(&self, dialect: &str) -> Result<&Axis<'s>> {
        let releases = axis(self.schema, dialect)?;
        let found = self.find(releases).map(|at| &self.axes[at]);
        found.ok_or_else(|| ImportError::new(format!("`{dialect}` has no releases")))
    }

    fn find(&self, releases: &Releases) -> Option<usize> {
        self.axes.iter().position(|axis| std::ptr::eq(axis.releases, releases))
    }

    /// The new releases, each after its title.
    pub(super) fn added(&self) -> Vec<String> {
        let name = |axis: &Axis<'_>| {
            let title = title(axis.releases).to_owned();
            axis.new.iter().map(move |name| format!("{title} {name}")).collect::<Vec<_>>()
        };
        self.axes.iter().flat_map(name).collect()
    }

    /// Writes the new names among the others.
    pub(super) fn write(&self, edits: &mut Edits<'_>) -> Result<()> {
        for axis in &self.axes {
            let known = &axis.releases.names;
            let mut before: Option<Span> = None;
            let mut front = String::new();
            for name in &axis.names {
                match known.iter().find(|known| known.value == *name) {
                    Some(known) => {
                        if before.is_none() && !front.is_empty() {
                            edits.beside(known.span, &front, false)?;
                        }
                        before = Some(known.span);
                    }
                    None => match before {
                        Some(span) => edits.beside(span, &format!(", {}", quoted(name)), true)?,
                        None => front += &format!("{}, ", quoted(name)),
                    },
                }
            }
            if before.is_none() {
                return Err(ImportError::new(format!(
                    "the schema names no {}, beside which others could be written",
                    title(axis.releases)
                )));
            }
        }
        Ok(())
    }
}
