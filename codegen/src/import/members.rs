//! Enums of definitions brought into a schema that exists.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::Result;
use super::edit::Edits;
use super::entries::ImportReport;
use super::enums::{self, Enum, EnumCase};
use super::extent::Extent;
use super::releases::{self, Axis};
use super::words::{identifier, sentence};
use crate::ast::{self, Schema};
use crate::emit::yaml::quoted;
use crate::syntax::SourceMap;
use heck::ToUpperCamelCase as _;

/// Brings the enums of a dialect in one release.
pub(super) struct Members<'a, 's> {
    pub(super) schema: &'s Schema,
    pub(super) axis: &'a Axis<'a>,
    pub(super) release: usize,
    pub(super) dialect: &'a str,
    pub(super) report: ImportReport,
}

impl<'s> Members<'_, 's> {
    /// Changes the enums of the schema. Returns those that the schema lacks.
    pub(super) fn change<'d>(
        &mut self,
        defined: impl Iterator<Item = &'d Enum>,
        edits: &mut Edits<'_>,
    ) -> Result<Vec<&'d Enum>> {
        let mut new = Vec::new();
        for item in defined {
            match enums::described(self.schema, self.dialect, &item.name) {
                Some(known) => self.members(known, item, edits)?,
                None => new.push(item),
            }
        }
        Ok(new)
    }

    fn members(&mut self, known: &ast::Enum, defined: &Enum, edits: &mut Edits<'_>) -> Result<()> {
        let name = &known.common.name.value;
        let outer = Extent::of(self.axis, &known.common, None);
        let (axis, release) = (self.axis, self.release);
        let extent_of = |member: &ast::Member| Extent::of(axis, &member.common, Some(outer));
        for case in enums::cases(known, defined) {
            let is = |member: &&ast::Member| {
                member.value.as_ref().is_some_and(|value| value.value == case.value)
                    || enums::called(member, case)
            };
            if known.members.iter().any(|member| is(&member) && extent_of(member).has(release)) {
                // If names and numbers differ, a person must decide.
                let both = |member: &ast::Member| {
                    enums::called(member, case)
                        && member.value.as_ref().is_none_or(|value| value.value != case.value)
                };
                if known.members.iter().any(both) {
                    let what = format!("`{}` of enum `{name}` has another number", case.symbol);
                    self.report.left.push(format!("{}: {what}: write it by hand", self.dialect));
                }
                continue;
            }
            let other = known.members.iter().find(|member| enums::called(member, case));
            let Some(member) = other else {
                self.add(known, case, outer, edits)?;
                continue;
            };
            let old = extent_of(member);
            let same = member.value.as_ref().is_some_and(|value| value.value == case.value);
            match (old.with(self.axis, self.release, Some(outer)), &member.value) {
                (Some(extent), Some(value)) if same => {
                    extent.write(self.axis, old, &member.common, value.span, edits)?;
                    self.say(&case.symbol, name, "is there too");
                }
                _ => {
                    let what = format!("`{}` of enum `{name}` is there too", case.symbol);
                    self.report.left.push(format!("{}: {what}: write it by hand", self.dialect));
                }
            }
        }
        for member in known.members.iter().filter(|member| extent_of(member).has(release)) {
            let Some(value) = &member.value else { continue };
            let known_case =
                |case: &EnumCase| case.value == value.value || enums::called(member, case);
            if defined.cases.iter().any(known_case) {
                continue;
            }
            let old = extent_of(member);
            let symbol = &member.common.name.value;
            match old.without(self.axis, self.release) {
                Some(Some(extent)) => {
                    extent.write(self.axis, old, &member.common, value.span, edits)?;
                    self.say(symbol, name, "has ended");
                }
                Some(None) => {
                    edits.remove_entry(member.common.name.span)?;
                    self.say(symbol, name, "has ended");
                }
                None => {
                    let what = format!("`{symbol}` of enum `{name}` is not there in this release");
                    self.report.left.push(format!("{}: {what}: write it by hand", self.dialect));
                }
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        known: &ast::Enum,
        case: &EnumCase,
        outer: Extent,
        edits: &mut Edits<'_>,
    ) -> Result<()> {
        let extent = Extent::only(self.axis, self.release, Some(outer));
        let before = |member: &&ast::Member| {
            member.value.as_ref().is_some_and(|value| value.value < case.value)
        };
        let last = known
            .members
            .iter()
            .filter(before)
            .max_by_key(|member| member.value.as_ref().map_or(0, |value| value.value));
        let all = extent.covers(outer);
        let keys = if all { Vec::new() } else { extent.keys(self.axis) };
        let line = member(case, &keys);
        match (last, known.members.first()) {
            (Some(last), _) => edits.line_behind(last.common.name.span, &line)?,
            (None, Some(first)) => edits.line_before(first.common.name.span, &line)?,
            (None, None) => return Ok(()),
        }
        // Only items of a dialect count its releases.
        if !all && known.common.dialect.is_none() {
            edits.line_behind(known.common.name.span, &format!("  dialect: {}", self.dialect))?;
        }
        self.say(&case.symbol, &known.common.name.value, "is new");
        Ok(())
    }

    fn say(&mut self, symbol: &str, name: &str, what: &str) {
        self.report.written.push(format!("{}: `{symbol}` of enum `{name}` {what}", self.dialect));
    }

    /// Adds enums that the schema does not have, beside the first one of the dialect, or in a file of their own.
    pub(super) fn add_all(
        &mut self,
        new: &[&Enum],
        sources: &SourceMap,
        folder: &Path,
        edits: &mut Edits<'_>,
    ) -> Result<Option<(PathBuf, String)>> {
        let mut known: Vec<&ast::Enum> = self.schema.enums.iter().collect();
        known.retain(|item| enums::is_of(self.schema, item, self.dialect));
        let mut text = String::new();
        for defined in new {
            let name = self.name(&defined.name);
            let Some(item) = self.item(&name, defined) else { continue };
            self.report.written.push(format!("{}: enum `{name}` is new", self.dialect));
            let before = known.iter().rev().find(|known| known.common.name.value < name);
            match (before, known.first()) {
                (Some(before), _) => {
                    edits.item_behind(before.common.name.span, &item, &|_| false)?
                }
                (None, Some(first)) => edits.item_before(first.common.name.span, &item)?,
                (None, None) => {
                    text = format!("{text}{}{item}", if text.is_empty() { "" } else { "\n" })
                }
            }
        }
        if text.is_empty() {
            return Ok(None);
        }
        let path = folder.join("dialects").join(format!("{}-enums.yaml", self.dialect));
        if sources.files().any(|(known, _)| known == path) {
            let path = path.display();
            return Err(super::ImportError::new(format!("{path} is there, and has no enums")));
        }
        Ok(Some((path, text)))
    }

    /// A name that no type of the schema has.
    fn name(&self, name: &str) -> String {
        let schema = self.schema;
        let commons = schema.enums.iter().map(|item| &item.common);
        let commons = commons.chain(schema.records.iter().map(|item| &item.common));
        let mut commons = commons.chain(schema.unions.iter().map(|item| &item.common));
        let camel = name.to_upper_camel_case();
        match commons.any(|common| common.name.value.to_upper_camel_case() == camel) {
            true => format!("{}{camel}", self.dialect.to_upper_camel_case()),
            false => name.to_owned(),
        }
    }

    /// The item of an enum; none if an enum of the language cannot have its values.
    fn item(&mut self, name: &str, defined: &Enum) -> Option<String> {
        let values = || defined.cases.iter().map(|case| case.value);
        let why = if defined.bits {
            "is of sets of bits"
        } else if values().any(|value| value < 0) || values().max().is_none() {
            "has numbers below zero, or none"
        } else {
            ""
        };
        if !why.is_empty() {
            self.report.left.push(format!("{}: enum `{}` {why}", self.dialect, defined.name));
            return None;
        }
        let newest = values().max().unwrap_or(0);
        let widths =
            [(8, i128::from(u8::MAX)), (16, i128::from(u16::MAX)), (32, i128::from(u32::MAX))];
        let width = widths.iter().find(|(_, end)| newest <= *end).map_or(64, |(width, _)| *width);
        let title = releases::title(self.axis.releases);
        let source = format!("TableGen definitions of {title} {}", self.axis.names[self.release]);
        let mut text = format!("- enum: {}\n  dialect: {}\n", identifier(name), self.dialect);
        let _ = writeln!(text, "  wire: varint<u{width}>\n  summary: {}", sentence(&defined.name));
        let _ = writeln!(text, "  source: {}\n  members:", quoted(&source));
        for case in &defined.cases {
            let _ = writeln!(text, "    {}", member(case, &[]));
        }
        Some(text)
    }
}

/// A member as an entry of a list.
fn member(case: &EnumCase, keys: &[String]) -> String {
    let keys: String = keys.iter().map(|key| format!(", {key}")).collect();
    let name = identifier(&case.symbol);
    let summary = sentence(if case.spelling.is_empty() { &case.symbol } else { &case.spelling });
    format!("- {{name: {name}, value: {}{keys}, summary: {summary}}}", case.value)
}
