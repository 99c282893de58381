//! What every page needs: the page that describes each item, and the users of each item.

use super::markdown::{self, code, sentence};
use super::page::{Block, Item, Page, Table, slug};
use super::target::{Target, leaf};
use super::usage::Usage;
use crate::model::{Bounds, Docs, Field, Gate, Model};
use crate::plan;
use bytespec_plan::Plan;
use std::cell::OnceCell;

/// Name of the record that follows the magic number.
const HEADER: &str = "Header";

/// Pages with fixed names, which no union may take.
const FIXED: &[&str] = &[
    "readme",
    "sections",
    "run_only",
    "enums",
    "records",
    "codecs",
    "constraints",
    "tables",
    "changes",
    "numbers",
];

/// A model, and the facts derived from it.
pub(super) struct Cx<'m> {
    pub(super) model: &'m Model,
    pub(super) usage: Usage,
    /// The union whose labels constraints use.
    types: Option<usize>,
    /// For each record, whether it is described with the sections.
    with_sections: Vec<bool>,
    plan: OnceCell<Plan>,
}

impl<'m> Cx<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        let fields = || model.sections.iter().flat_map(|section| &section.fields);
        let mut with_sections: Vec<bool> =
            model.records.iter().map(|record| record.docs.name == HEADER).collect();
        for field in fields() {
            if let Some(Target::Record(record)) = field.wire().and_then(leaf) {
                with_sections[record] = true;
            }
        }
        let table = model.operations.as_ref().map(|operations| operations.types);
        let holder = fields().find(|field| field.table.is_some() && field.table == table);
        let types = match holder.and_then(Field::wire).and_then(leaf) {
            Some(Target::Union(union)) => Some(union),
            _ => None,
        };
        let mut cx =
            Cx { model, usage: Usage::default(), types, with_sections, plan: OnceCell::new() };
        cx.usage = Usage::new(model, |name| cx.constraint(name));
        cx
    }

    /// The plan of the model.
    pub(super) fn plan(&self) -> &Plan {
        self.plan.get_or_init(|| plan::lower(self.model))
    }

    /// The record that follows the magic number.
    pub(super) fn header(&self) -> Option<usize> {
        self.model.records.iter().position(|record| record.docs.name == HEADER)
    }

    pub(super) fn is_with_sections(&self, record: usize) -> bool {
        self.with_sections[record] && !self.model.sections.is_empty()
    }

    pub(super) fn docs(&self, target: Target) -> &'m Docs {
        let model = self.model;
        match target {
            Target::Section(index) => &model.sections[index].docs,
            Target::Table(index) => &model.tables[index],
            Target::Union(index) => &model.unions[index].docs,
            Target::Variant(union, index) => &model.unions[union].variants[index].docs,
            Target::Record(index) => &model.records[index].docs,
            Target::Enum(index) => &model.enums[index].docs,
            Target::Codec(index) => &model.codecs[index].docs,
            Target::Constraint(index) => &model.constraints[index].docs,
            Target::Group(index) => &model.groups[index].docs,
            Target::Op(index) => &model.ops[index].docs,
            Target::Run(index) => &model.run_records[index].docs,
            Target::RunUnion(index) => &model.run_unions[index].docs,
            Target::Version(index) => &model.versions[index].docs,
        }
    }

    /// The page that describes an item.
    pub(super) fn page(&self, target: Target) -> String {
        let page = match target {
            Target::Section(_) => "sections",
            Target::Record(record) if self.is_with_sections(record) => "sections",
            Target::Table(_) => "tables",
            Target::Union(union) | Target::Variant(union, _) => return self.union_page(union),
            Target::Record(_) => "records",
            Target::Enum(_) => "enums",
            Target::Codec(_) => "codecs",
            Target::Constraint(_) => "constraints",
            Target::Run(_) | Target::RunUnion(_) => "run_only",
            Target::Version(_) => "changes",
            Target::Group(group) => {
                return format!("operations/{}.md", self.model.groups[group].docs.name);
            }
            Target::Op(op) => {
                return match self.model.ops[op].group {
                    Some(group) => self.page(Target::Group(group)),
                    None => UNGROUPED.to_owned(),
                };
            }
        };
        format!("{page}.md")
    }

    /// `DebugEntry` is on `debug.md`, `Type` on `types.md`.
    fn union_page(&self, union: usize) -> String {
        let name = &self.model.unions[union].docs.name;
        let stem = match name.strip_suffix("Entry").filter(|rest| !rest.is_empty()) {
            Some(rest) => snake(rest),
            None => plural(&snake(name)),
        };
        if FIXED.contains(&stem.as_str()) {
            return format!("{stem}_union.md");
        }
        format!("{stem}.md")
    }

    /// The heading under which an item is described; none when the page is its description.
    pub(super) fn heading(&self, target: Target) -> Option<String> {
        let name = &self.docs(target).name;
        match target {
            Target::Section(_) => Some(format!("Section {name}")),
            Target::Version(_) => Some(format!("Version {name}")),
            Target::Record(record) if self.is_with_sections(record) => {
                Some(format!("Record {name}"))
            }
            Target::Union(_) | Target::Group(_) => None,
            _ => Some(name.clone()),
        }
    }

    /// The description of the item that a page or heading is about.
    pub(super) fn item(&self, target: Target) -> Item {
        let docs = self.docs(target);
        let gate = match target {
            // A variant exists only in the versions that have its union.
            Target::Variant(union, _) => within(&self.model.unions[union].docs.gate, &docs.gate),
            _ => docs.gate.clone(),
        };
        let number = match target {
            Target::Variant(union, index) => Some(self.model.unions[union].variants[index].tag),
            Target::Op(index) => Some(self.model.ops[index].opcode),
            Target::Section(index) => Some(u64::from(self.model.sections[index].id)),
            _ => None,
        };
        let (summary, place) = (docs.summary.clone(), docs.place.clone());
        Item { kind: self.kind(target), summary, number, gate, place }
    }

    fn kind(&self, target: Target) -> String {
        let kind = match target {
            Target::Section(_) => "section",
            Target::Table(_) => "table",
            Target::Union(_) => "union",
            Target::Variant(union, _) => {
                return format!("variant of {}", self.model.unions[union].docs.name);
            }
            Target::Record(_) => "record",
            Target::Enum(_) => "enumeration",
            Target::Codec(_) => "hand-written codec",
            Target::Constraint(_) => "constraint",
            Target::Group(_) => "group of operations",
            Target::Op(_) => "operation",
            Target::Run(_) => "record",
            Target::RunUnion(_) => "union",
            Target::Version(_) => "version",
        };
        kind.to_owned()
    }

    /// The versions of a gate in words: `13.3+`, `13.1 to 13.2`.
    pub(super) fn versions(&self, gate: &Gate) -> String {
        match self.releases(gate) {
            releases if releases.is_empty() => self.format_versions(gate),
            releases => format!("{}, {releases}", self.format_versions(gate)),
        }
    }

    /// The releases of a gate in words: `release 17+`, `release 16 to 18`; empty if all releases are in it.
    pub(super) fn releases(&self, gate: &Gate) -> String {
        let Some(releases) = self.model.axis(&gate.releases) else { return String::new() };
        let name = |index: usize| releases.names.get(index).map_or("?", String::as_str);
        let title = &releases.title;
        match (gate.releases.since, gate.releases.until) {
            (None, None) => String::new(),
            (Some(since), None) => format!("{title} {}+", name(since)),
            (Some(since), Some(until)) if since == until => format!("{title} {} only", name(since)),
            (since, Some(until)) => {
                format!("{title} {} to {}", name(since.unwrap_or(0)), name(until))
            }
        }
    }

    fn format_versions(&self, gate: &Gate) -> String {
        let name = |index: usize| self.version(index);
        let mut text = match gate.until {
            Some(until) if until == gate.since => format!("{} only", name(until)),
            Some(until) => format!("{} to {}", name(gate.since), name(until)),
            None => format!("{}+", name(gate.since)),
        };
        if let Some(feature) = gate.feature.and_then(|feature| self.model.features.get(feature)) {
            text.push_str(&format!(", {}", code(&feature.name)));
        }
        text
    }

    /// The versions of a part in words; empty if they are those of its item.
    pub(super) fn narrowed(&self, item: &Gate, part: &Gate) -> String {
        let gate = within(item, part);
        let plain = |gate: &Gate| Gate { releases: Bounds::default(), ..gate.clone() };
        match (plain(&gate) == plain(item), gate.releases == item.releases) {
            (true, true) => String::new(),
            (true, false) => self.releases(&gate),
            (false, true) => self.format_versions(&gate),
            (false, false) => self.versions(&gate),
        }
    }

    pub(super) fn version(&self, index: usize) -> &'m str {
        self.model.versions.get(index).map_or("?", |version| version.docs.name.as_str())
    }

    /// The constraint or type that the type of an operand names.
    pub(super) fn constraint(&self, name: &str) -> Option<Target> {
        let found = self.model.constraints.iter().position(|item| item.docs.name == name);
        found.map(Target::Constraint).or_else(|| self.type_label(name))
    }

    /// The type with this label in listings.
    pub(super) fn type_label(&self, label: &str) -> Option<Target> {
        let union = self.types?;
        let variants = &self.model.unions[union].variants;
        let found = variants.iter().position(|variant| variant.docs.label == label)?;
        Some(Target::Variant(union, found))
    }
}

/// Page of all operations.
pub(super) const OPERATIONS: &str = "operations/README.md";

/// Page of operations that are in no group.
pub(super) const UNGROUPED: &str = "operations/ungrouped.md";

/// The versions of a part of an item: those in both gates.
pub(super) fn within(item: &Gate, part: &Gate) -> Gate {
    part.and(item)
}

fn snake(name: &str) -> String {
    heck::ToSnakeCase::to_snake_case(name)
}

fn plural(name: &str) -> String {
    match name.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        // These are plural already, or have no plural.
        _ if name.ends_with("ics") || name.ends_with("misc") => name.to_owned(),
        _ if name.ends_with('s') && !name.ends_with("ss") && !name.ends_with("us") => {
            name.to_owned()
        }
        _ if name.ends_with(['s', 'x', 'z']) || name.ends_with("ch") || name.ends_with("sh") => {
            format!("{name}es")
        }
        _ => format!("{name}s"),
    }
}

/// A page that is being written.
pub(super) struct Sheet<'c, 'm> {
    pub(super) cx: &'c Cx<'m>,
    page: Page,
}

impl<'c, 'm> Sheet<'c, 'm> {
    pub(super) fn new(cx: &'c Cx<'m>, path: &str, title: &str) -> Self {
        let page =
            Page { path: path.to_owned(), title: title.to_owned(), item: None, blocks: Vec::new() };
        Sheet { cx, page }
    }

    /// A page that is about an item.
    pub(super) fn about_item(cx: &'c Cx<'m>, target: Target, title: &str) -> Self {
        let mut sheet = Sheet::new(cx, &cx.page(target), title);
        sheet.page.item = Some(cx.item(target));
        sheet
    }

    pub(super) fn finish(self) -> Page {
        self.page
    }

    pub(super) fn heading(&mut self, text: &str) {
        self.push(Block::Heading { text: text.to_owned(), item: None });
    }

    /// The heading of an item.
    pub(super) fn item(&mut self, target: Target) {
        let text = self.cx.heading(target).unwrap_or_default();
        self.push(Block::Heading { text, item: Some(self.cx.item(target)) });
    }

    /// The heading of a release.
    pub(super) fn release(&mut self, text: &str) {
        let item = Item { kind: "release".to_owned(), ..Item::default() };
        self.push(Block::Heading { text: text.to_owned(), item: Some(item) });
    }

    pub(super) fn push(&mut self, block: Block) {
        self.page.blocks.push(block);
    }

    /// A paragraph, or several; nothing when there is no text.
    pub(super) fn para(&mut self, text: impl AsRef<str>) {
        let text = text.as_ref().trim();
        if !text.is_empty() {
            self.push(Block::Text(text.to_owned()));
        }
    }

    pub(super) fn list(&mut self, items: impl IntoIterator<Item = String>) {
        let items: Vec<String> = items.into_iter().collect();
        if !items.is_empty() {
            self.push(Block::List(items));
        }
    }

    /// A table under a title in bold; nothing when it has no rows.
    pub(super) fn table(&mut self, title: &str, table: Table) {
        if !table.is_empty() {
            self.push(Block::Table { title: title.to_owned(), table });
        }
    }

    /// Facts, on one line.
    pub(super) fn facts(&mut self, facts: impl IntoIterator<Item = String>) {
        let facts: Vec<String> = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
        self.para(facts.join(" · "));
    }

    /// The summary and the text of an item.
    pub(super) fn about(&mut self, docs: &Docs) {
        self.para(sentence(&docs.summary));
        self.para(&docs.doc);
    }

    /// The end of an item's description: errors, examples, users and source.
    pub(super) fn ending(&mut self, target: Target) {
        self.errors(target);
        let docs = self.cx.docs(target);
        let mut table = Table::new(["Version", "Bytes", "Value", "Meaning"]);
        for example in &docs.examples {
            let version = self.cx.version(example.version).to_owned();
            let (bytes, value) = (code(&markdown::hex(&example.bytes)), code(&example.value));
            table.example(&example.bytes, [version, bytes, value, example.summary.clone()]);
        }
        self.table("Examples", table);
        self.users(target);
        self.source(&docs.source);
    }

    pub(super) fn users(&mut self, target: Target) {
        let users = self.cx.usage.of(target).iter().map(|user| self.link(*user));
        let users = users.collect::<Vec<_>>().join(", ");
        if !users.is_empty() {
            self.para(format!("Used by {users}."));
        }
    }

    pub(super) fn source(&mut self, source: &str) {
        if !source.is_empty() {
            self.para(format!("Source: {}", sentence(source)));
        }
    }

    /// A link to an item by its name.
    pub(super) fn link(&self, target: Target) -> String {
        self.link_as(target, &code(&self.cx.docs(target).name))
    }

    pub(super) fn link_as(&self, target: Target, text: &str) -> String {
        format!("[{text}]({})", self.address(target))
    }

    /// The destination of a link to an item.
    pub(super) fn address(&self, target: Target) -> String {
        let page = self.cx.page(target);
        let anchor = self.cx.heading(target).map(|heading| format!("#{}", slug(&heading)));
        format!("/{page}{}", anchor.unwrap_or_default())
    }

    /// A link to a page, or to a place on it.
    pub(super) fn link_page(&self, page: &str, text: &str) -> String {
        format!("[{text}](/{page})")
    }
}

#[cfg(test)]
mod tests {
    use super::plural;

    #[test]
    fn pages_have_plurals_for_names() {
        for (one, many) in [
            ("type", "types"),
            ("entry", "entries"),
            ("array", "arrays"),
            ("elements", "elements"),
            ("debug_elements", "debug_elements"),
            ("class", "classes"),
            ("status", "statuses"),
            ("box", "boxes"),
            ("branch", "branches"),
            ("misc", "misc"),
            ("statistics", "statistics"),
        ] {
            assert_eq!(plural(one), many);
        }
    }
}
