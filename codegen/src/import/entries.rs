//! Codes of attributes and types, and their fields, brought into a schema that exists.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::code::{Code, CodeTable, Member};
use super::codes::{self, Part};
use super::edit::Edits;
use super::extent::Extent;
use super::releases::{self, Axis};
use super::words::{self, identifier, sentence};
use super::{ImportError, Result};
use crate::ast::{Field, Schema, Span, Union, Variant};
use crate::emit::yaml::quoted;
use crate::syntax::SourceMap;
use heck::{ToSnakeCase as _, ToUpperCamelCase as _};

/// The written and the unwritten codes and enums; a line each.
#[derive(Clone, Debug, Default)]
pub(super) struct ImportReport {
    pub(super) written: Vec<String>,
    pub(super) left: Vec<String>,
}

/// Brings the codes of a dialect in one release.
pub(super) struct Entries<'a, 's> {
    pub(super) schema: &'s Schema,
    pub(super) axis: &'a Axis<'a>,
    pub(super) release: usize,
    pub(super) dialect: &'a str,
    pub(super) table: &'a CodeTable,
    pub(super) report: ImportReport,
}

impl<'s> Entries<'_, 's> {
    /// Changes the union that has the entries.
    pub(super) fn change(&mut self, union: &'s Union, edits: &mut Edits<'_>) -> Result<()> {
        let outer = Extent::of(self.axis, &union.common, None);
        let Some(extent) = outer.with(self.axis, self.release, None) else {
            let name = &union.common.name.value;
            self.report
                .left
                .push(format!("{}: `{name}` has no releases near this one", self.dialect));
            return Ok(());
        };
        let anchor = union.tag.as_ref().map_or(union.common.name.span, |tag| tag.span);
        extent.write(self.axis, outer, &union.common, anchor, edits)?;
        let variants = codes::variants(self.schema, union);
        let place = Place { union, extent, variants };
        let tags = place.variants.iter().filter_map(|variant| codes::tag(variant));
        let end = tags.map(|tag| tag + 1).max().unwrap_or(0).max(self.table.codes.len());
        for number in 0..end {
            let code = self.table.codes.get(number).and_then(Option::as_ref);
            self.number(&place, number, code, edits)?;
        }
        Ok(())
    }

    fn number(
        &mut self,
        place: &Place<'s>,
        number: usize,
        code: Option<&Code>,
        edits: &mut Edits<'_>,
    ) -> Result<()> {
        let (axis, release) = (self.axis, self.release);
        let of_number = place.variants.iter().filter(|variant| codes::tag(variant) == Some(number));
        let mut here =
            of_number.filter(|variant| place.extent_of(axis, variant).has(release)).copied();
        match (code, here.next()) {
            (None, None) => Ok(()),
            (None, Some(variant)) => self.end(place, variant, edits).map(drop),
            (Some(code), None) => self.add(place, number, code, None, edits),
            (Some(code), Some(variant)) => {
                let is_called = |known: &Variant| codes::is_called(axis, release, known, code);
                let moved = |other: &&Variant| {
                    place.extent_of(axis, other).has(release) && is_called(other)
                };
                let moved =
                    !is_called(variant) && place.variants.iter().copied().any(|v| moved(&v));
                if moved {
                    return self.replace(place, number, code, variant, edits);
                }
                if codes::fits(&code.shapes(), &codes::shapes(axis, release, variant)) {
                    return self.rename(place, code, variant, edits);
                }
                match self.gates(code, variant, place.extent_of(axis, variant)) {
                    Some(gates) => self.gate(code, variant, &gates, edits),
                    None => self.replace(place, number, code, variant, edits),
                }
            }
        }
    }

    /// States the name of a variant in definitions from the newest release on.
    fn rename(
        &mut self,
        place: &Place<'s>,
        code: &Code,
        variant: &Variant,
        edits: &mut Edits<'_>,
    ) -> Result<()> {
        let extent = place.extent_of(self.axis, variant);
        let newest = self.axis.following(self.release).is_none_or(|next| !extent.has(next));
        let known = codes::is_called(self.axis, self.release, variant, code);
        if known || !newest || !variant.called.is_empty() {
            return Ok(());
        }
        let release = quoted(&self.axis.names[self.release]);
        let anchor = variant.tag().map_or(variant.common.name.span, |tag| tag.span);
        edits.set_key(anchor, "called", None, Some(&format!("{{{release}: {}}}", code.name)))?;
        let name = &variant.common.name.value;
        self.say(code, &format!("is what `{name}` is called"));
        Ok(())
    }

    /// A variant is another one from this release on.
    fn replace(
        &mut self,
        place: &Place<'s>,
        number: usize,
        code: &Code,
        variant: &Variant,
        edits: &mut Edits<'_>,
    ) -> Result<()> {
        if !self.end(place, variant, edits)? {
            return Ok(());
        }
        self.add(place, number, code, Some(variant), edits)
    }

    /// Removes the release from a variant. Returns whether this was possible.
    fn end(&mut self, place: &Place<'s>, variant: &Variant, edits: &mut Edits<'_>) -> Result<bool> {
        let old = place.extent_of(self.axis, variant);
        let name = &variant.common.name;
        match old.without(self.axis, self.release) {
            None => {
                let what = "is not what it is in this release alone: write both by hand";
                self.report.left.push(format!("{}: `{}` {what}", self.dialect, name.value));
                return Ok(false);
            }
            Some(None) => edits.remove_item(name.span)?,
            Some(Some(extent)) => {
                let anchor = variant.tag().map_or(name.span, |tag| tag.span);
                extent.write(self.axis, old, &variant.common, anchor, edits)?;
                for field in &variant.fields {
                    self.end_field(field, old, edits)?;
                }
            }
        }
        self.report.written.push(format!("{}: `{}` has ended", self.dialect, name.value));
        Ok(true)
    }

    /// Removes the release from a field with its own releases.
    fn end_field(&self, field: &Field, outer: Extent, edits: &mut Edits<'_>) -> Result<()> {
        let common = &field.common;
        if common.since_release.is_none() && common.until_release.is_none() {
            return Ok(());
        }
        let old = Extent::of(self.axis, common, Some(outer));
        match old.without(self.axis, self.release) {
            Some(None) => edits.remove_entry(common.name.span),
            Some(Some(extent)) => {
                let extent = extent.with_stated_bounds(common, old);
                extent.write(self.axis, old, common, field.ty.span, edits)
            }
            None => Ok(()),
        }
    }

    /// Describes a code that the release has: by a variant of releases beside it, or by a new one. Texts are
    /// those of `before`, which it was.
    fn add(
        &mut self,
        place: &Place<'s>,
        number: usize,
        code: &Code,
        before: Option<&Variant>,
        edits: &mut Edits<'_>,
    ) -> Result<()> {
        let (axis, release) = (self.axis, self.release);
        for variant in place.variants.iter().filter(|known| codes::tag(known) == Some(number)) {
            let old = place.extent_of(axis, variant);
            let extent = old.with(axis, release, Some(place.extent)).filter(|_| !old.has(release));
            let Some(extent) = extent.filter(|_| codes::is_called(axis, release, variant, code))
            else {
                continue;
            };
            let fits = codes::fits(&code.shapes(), &codes::shapes(axis, release, variant));
            let Some(gates) = fits.then(Vec::new).or_else(|| self.gates(code, variant, extent))
            else {
                continue;
            };
            let name = &variant.common.name;
            let anchor = variant.tag().map_or(name.span, |tag| tag.span);
            extent.write(axis, old, &variant.common, anchor, edits)?;
            if gates.is_empty() {
                self.say(code, &format!("is there too: see `{}`", name.value));
                return Ok(());
            }
            return self.gate(code, variant, &gates, edits);
        }
        let behind = place.behind(number);
        // Marks of codes that come before it.
        let kind = self.table.kind();
        let before_it = |line: &str| {
            let mark = line.strip_prefix(&format!("# {kind} "));
            let marked =
                mark.and_then(|mark| mark.split_once(',')).map(|(marked, _)| marked.parse());
            matches!(marked, Some(Ok(marked)) if (0..number).contains(&marked))
        };
        if let Some(gap) = code.gap() {
            let mark = format!("# {} {number}, {}:", self.table.kind(), code.name);
            if !edits.text_around(behind)?.contains(&mark) {
                let first = &axis.names[release];
                let title = releases::title(axis.releases);
                let mark = format!("{mark} not derived of {title} {first}: {gap}\n");
                edits.item_behind(behind, &mark, &before_it)?;
            }
            let item = format!("{}, {} {number}", self.dialect, self.table.kind());
            self.report.left.push(format!("{item}: `{}`: {gap}", code.name));
            return Ok(());
        }
        let taken = |name: &str| {
            let name = name.to_upper_camel_case();
            place.variants.iter().any(|v| v.common.name.value.to_upper_camel_case() == name)
        };
        let extent = Extent::only(axis, release, Some(place.extent));
        let union = &place.union.common.name.value;
        let text = self.variant(union, number, code, extent, before, &taken);
        edits.item_behind(behind, &text, &before_it)?;
        self.say(code, "is new");
        Ok(())
    }

    fn say(&mut self, code: &Code, what: &str) {
        let kind = self.table.kind();
        self.report.written.push(format!("{}: {kind} `{}` {what}", self.dialect, code.name));
    }

    /// The item of a code without unknown fields.
    fn variant(
        &self,
        union: &str,
        number: usize,
        code: &Code,
        extent: Extent,
        before: Option<&Variant>,
        taken: &dyn Fn(&str) -> bool,
    ) -> String {
        let release = &self.axis.names[self.release];
        let ending = if self.table.types { "Type" } else { "Attr" };
        let name = if taken(&code.name) {
            let digits: String = release.chars().filter(char::is_ascii_alphanumeric).collect();
            let plain = code.name.strip_suffix(ending).unwrap_or(&code.name);
            format!("{plain}{digits}{ending}")
        } else {
            code.name.clone()
        };
        let mut text = format!("- variant: {name}\n  of: {union}\n  tag: {number}\n");
        for key in extent.keys(self.axis) {
            let _ = writeln!(text, "  {key}");
        }
        if name != code.name {
            let _ = writeln!(text, "  label: {}", code.name);
        }
        let plain = code.name.strip_suffix(ending).unwrap_or(&code.name);
        let summary = before.and_then(|before| before.common.summary.as_ref());
        let summary = match summary {
            Some(summary) if name != code.name => {
                let title = releases::title(self.axis.releases);
                let title = title.strip_suffix(" release").unwrap_or(title);
                let (summary, _) =
                    summary.value.split_once(", as ").unwrap_or((&summary.value, ""));
                quoted(&format!("{summary}, as {title} {release} has it"))
            }
            _ => sentence(plain),
        };
        let _ = writeln!(text, "  summary: {summary}\n  source: {}", self.source());
        if !code.members.is_empty() {
            text += "  fields:\n";
        }
        for member in &code.members {
            let known = before.and_then(|before| {
                let of_name =
                    |field: &&Field| field.common.name.value == member.name.to_snake_case();
                before.fields.iter().find(of_name)?.common.summary.as_ref()
            });
            let known = known.map(|known| words::summary(&known.value));
            let _ = writeln!(text, "    - {}", field(member, &[], known));
        }
        text
    }

    fn source(&self) -> String {
        let title = releases::title(self.axis.releases);
        quoted(&format!("TableGen definitions of {title} {}", self.axis.names[self.release]))
    }

    /// The fields that begin and end if a variant has others in this release; none if this requires another variant.
    fn gates<'v>(&self, code: &Code, variant: &'v Variant, outer: Extent) -> Option<Vec<Gate<'v>>> {
        let known = codes::parts(self.axis, self.release, variant);
        let same = |member: &Member, part: &Part<'_>| same(code, member, &known, part);
        // A renamed field is identified by its place, unless there are several candidates.
        let unnamed = |shape| {
            let members = code.members.iter().filter(|m| m.shape == shape && !names(&known, m));
            let parts = known.iter().filter(|p| p.shape == shape && !is_named(code, p));
            (members.count(), parts.count())
        };
        let unclear = |part: &Part<'_>| match unnamed(part.shape) {
            (0, _) => false,
            (members, parts) => members != parts,
        };
        if known.iter().any(|part| !is_named(code, part) && unclear(part)) {
            return None;
        }
        let mut found = Vec::new();
        // Members that both have are in the same order.
        let (mut at, mut behind) = (0, None);
        for (index, member) in code.members.iter().enumerate() {
            let rest = &code.members[index + 1..];
            while let Some(part) = known.get(at).filter(|part| !same(member, part)) {
                // A field that comes later is not gone yet.
                if rest.iter().any(|later| same(later, part)) {
                    break;
                }
                found.push(self.gone(part)?);
                behind = Some(part.field);
                at += 1;
            }
            match known.get(at) {
                Some(part) if same(member, part) => {
                    behind = Some(part.field);
                    at += 1;
                }
                _ => {
                    let name = member.name.to_snake_case();
                    let default = member.shape?.nothing()?;
                    let before =
                        variant.fields.iter().find(|field| field.common.name.value == name);
                    if let Some(field) = before {
                        let old = Extent::of(self.axis, &field.common, Some(outer));
                        let comes = old.with(self.axis, self.release, Some(outer));
                        let extent = comes.filter(|_| !old.has(self.release))?;
                        found.push(Gate::Extent(field, old, extent.inside(outer), None));
                        behind = Some(field);
                        continue;
                    }
                    let extent = Extent::only(self.axis, self.release, Some(outer)).inside(outer);
                    found.push(Gate::New(
                        behind.or(variant.fields.first())?,
                        behind.is_none(),
                        member.clone(),
                        extent,
                        default,
                    ));
                }
            }
        }
        for part in &known[at..] {
            found.push(self.gone(part)?);
        }
        Some(found)
    }

    /// A field without this release.
    fn gone<'v>(&self, part: &Part<'v>) -> Option<Gate<'v>> {
        let default = part.shape?.nothing().filter(|_| part.alone)?;
        let old = Extent::of(self.axis, &part.field.common, None);
        let extent = old.without(self.axis, self.release)??;
        let default = part.field.default.is_none().then_some(default);
        Some(Gate::Extent(part.field, old, extent, default))
    }

    fn gate(
        &mut self,
        code: &Code,
        variant: &Variant,
        gates: &[Gate<'_>],
        edits: &mut Edits<'_>,
    ) -> Result<()> {
        for gate in gates {
            match gate {
                Gate::Extent(known, old, extent, default) => {
                    let span = known.ty.span;
                    extent.write(self.axis, *old, &known.common, span, edits)?;
                    edits.set_key(span, "default", None, *default)?;
                }
                Gate::New(beside, first, member, extent, default) => {
                    let mut keys = extent.keys(self.axis);
                    keys.push(format!("default: {default}"));
                    let line = format!("- {}", field(member, &keys, None));
                    match first {
                        true => edits.line_before(beside.common.name.span, &line)?,
                        false => edits.line_behind(beside.common.name.span, &line)?,
                    }
                }
            }
        }
        let name = &variant.common.name.value;
        self.say(code, &format!("has other fields: see `{name}`"));
        Ok(())
    }

    /// The file of a union that the schema does not have.
    pub(super) fn new_file(
        &mut self,
        sources: &SourceMap,
        folder: &Path,
    ) -> Result<Option<(PathBuf, String)>> {
        let entries = self.table.entries();
        if self.table.codes.iter().all(Option::is_none) {
            return Ok(None);
        }
        let kind = self.table.kind();
        if !self.schema.tables.iter().any(|table| table.common.name.value == entries) {
            let what =
                format!("{kind}s: the schema has no table `{entries}` whose entries they are");
            self.report.left.push(format!("{}: {what}", self.dialect));
            return Ok(None);
        }
        let of_entries =
            |union: &&Union| union.entries.as_ref().is_some_and(|known| known.value == entries);
        let beside = self.schema.unions.iter().find(of_entries);
        let beside = beside.and_then(|union| sources.place(union.common.name.span));
        let beside = beside.and_then(|(file, _)| sources.path(file).parent().map(Path::to_owned));
        let path = beside.unwrap_or_else(|| folder.join("dialects"));
        let path = path.join(format!("{}-{kind}s.yaml", self.dialect));
        if sources.files().any(|(known, _)| known == path) {
            let path = path.display();
            return Err(ImportError::new(format!("{path} is there, and has no {kind}s")));
        }
        let union = format!("{}{entries}", self.dialect.to_upper_camel_case());
        let extent = Extent::only(self.axis, self.release, None);
        let mut text = format!(
            "- union: {union}\n  dialect: {}\n  entries: {entries}\n  tag: varint\n  unknown: error\n",
            self.dialect
        );
        for key in extent.keys(self.axis) {
            let _ = writeln!(text, "  {key}");
        }
        let summary = format!("{entries} of the dialect {}", self.dialect);
        let _ = writeln!(text, "  summary: {summary}\n  source: {}", self.source());
        for (number, code) in self.table.codes.iter().enumerate() {
            let Some(code) = code else { continue };
            if let Some(gap) = code.gap() {
                let _ = writeln!(text, "\n# {kind} {number}, {}: not derived: {gap}", code.name);
                let item = format!("{}, {kind} {number}", self.dialect);
                self.report.left.push(format!("{item}: `{}`: {gap}", code.name));
                continue;
            }
            let variant = self.variant(&union, number, code, extent, None, &|_| false);
            let _ = write!(text, "\n{variant}");
            self.say(code, "is new");
        }
        // A union without variants is nothing.
        let any = self.table.codes.iter().flatten().any(|code| code.gap().is_none());
        Ok(any.then_some((path, text)))
    }
}

/// Where codes are changed.
struct Place<'s> {
    union: &'s Union,
    /// The releases that have the union.
    extent: Extent,
    variants: Vec<&'s Variant>,
}

impl Place<'_> {
    fn extent_of(&self, axis: &Axis<'_>, variant: &Variant) -> Extent {
        Extent::of(axis, &variant.common, Some(self.extent))
    }

    /// The name of the item before one with this number.
    fn behind(&self, number: usize) -> Span {
        let before = self.variants.iter().filter(|v| codes::tag(v).is_some_and(|t| t <= number));
        let last = before.max_by_key(|variant| codes::tag(variant));
        last.map_or(self.union.common.name.span, |variant| variant.common.name.span)
    }
}

/// A field that has other releases than before.
enum Gate<'v> {
    /// One that is there: its releases before and after, and the default that it needs.
    Extent(&'v Field, Extent, Extent, Option<&'static str>),
    /// A new field: the field beside it, whether it comes before that, its releases, and its default.
    New(&'v Field, bool, Member, Extent, &'static str),
}

/// Whether a field of a definition is that of the schema: by its name, or if each has a name that the other lacks.
fn same(code: &Code, member: &Member, known: &[Part<'_>], part: &Part<'_>) -> bool {
    let shapes = member.shape.is_none() || part.shape.is_none() || member.shape == part.shape;
    let renamed = !names(known, member) && !is_named(code, part);
    shapes && (is_name(member, part) || renamed)
}

fn is_name(member: &Member, part: &Part<'_>) -> bool {
    member.name.to_snake_case() == part.field.common.name.value
}

/// Whether the schema has a field of this name.
fn names(known: &[Part<'_>], member: &Member) -> bool {
    known.iter().any(|part| is_name(member, part))
}

/// Whether the definition has a field of this name.
fn is_named(code: &Code, part: &Part<'_>) -> bool {
    code.members.iter().any(|member| is_name(member, part))
}

/// A field as an entry of a list.
fn field(member: &Member, keys: &[String], summary: Option<String>) -> String {
    let name = identifier(&member.name.to_snake_case());
    let kind = member.ty().unwrap_or_default();
    let summary = summary.unwrap_or_else(|| sentence(&member.name));
    let keys: String = keys.iter().map(|key| format!(", {key}")).collect();
    format!("{{name: {name}, type: {kind}{keys}, summary: {summary}}}")
}
