//! The reference of a small schema, page by page, and what must hold for that of the real one.
//! `BLESS=1 cargo test` writes the expected pages anew.

#![cfg(feature = "yaml")]

use bytespec_codegen::emit::docs::{self, File};
use bytespec_codegen::model::{self, Docs, Field, Gate, Model, Port};
use bytespec_codegen::syntax::{list_folder, read_sources, render};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/docs")
}

fn lower(files: Vec<(PathBuf, String)>) -> Model {
    let (schema, sources, found) = read_sources(files);
    assert!(found.is_empty(), "{}", render(&found, &sources, false));
    match model::lower(&schema) {
        Ok(model) => model,
        Err(found) => panic!("{}", render(&found, &sources, false)),
    }
}

fn read(path: &Path) -> (PathBuf, String) {
    (path.to_owned(), fs::read_to_string(path).expect("a schema file"))
}

fn sample() -> Model {
    lower(vec![read(&folder().join("sample.yaml"))])
}

fn real() -> Model {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema/tile_ir");
    let files = list_folder(&schema).expect("the schema");
    lower(files.iter().map(|path| read(path)).collect())
}

/// All pages in one text, a line before each.
fn joined(pages: &[File]) -> String {
    pages.iter().map(|page| format!("==== {}\n{}", page.path, page.text)).collect()
}

#[test]
fn sample_pages() {
    let shown = joined(&docs::emit(&sample()));
    let expected = folder().join("sample.expected");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&expected, &shown).expect("a place to write to");
    }
    let expected = fs::read_to_string(&expected).unwrap_or_default();
    for (line, (now, then)) in shown.lines().zip(expected.lines()).enumerate() {
        assert_eq!(now, then, "line {} of sample.expected", line + 1);
    }
    assert_eq!(shown.len(), expected.len(), "sample.expected has another length");
}

#[test]
fn a_bare_format_has_few_pages() {
    let text = "\
- format: bare
  summary: Nothing
  versions:
    - {version: \"1\", summary: The one}
";
    let pages = docs::emit(&lower(vec![("bare.yaml".into(), text.to_owned())]));
    let paths: Vec<&str> = pages.iter().map(|page| page.path.as_str()).collect();
    assert_eq!(paths, ["README.md", "changes.md"]);
    check_links(&pages);
}

#[test]
fn the_same_twice() {
    assert_eq!(docs::emit(&real()), docs::emit(&real()));
}

#[test]
fn links_lead_somewhere() {
    check_links(&docs::emit(&sample()));
    check_links(&docs::emit(&real()));
}

#[test]
fn every_page_is_in_the_contents() {
    let pages = docs::emit(&real());
    for page in &pages[1..] {
        assert!(pages[0].text.contains(&format!("]({})", page.path)), "{}", page.path);
    }
}

#[test]
fn pages_are_well_formed() {
    for page in docs::emit(&real()) {
        assert!(page.text.starts_with("# ") && page.text.ends_with('\n'), "{}", page.path);
        assert!(!page.text.contains("\n\n\n"), "{}: an empty line too many", page.path);
        for (row, next) in page.text.lines().zip(page.text.lines().skip(1)) {
            let columns = |line: &str| line.replace("\\|", "").matches('|').count();
            if row.starts_with('|') && next.starts_with('|') {
                assert_eq!(columns(row), columns(next), "{}: {next}", page.path);
            }
        }
    }
}

/// The anchors of a page as renderers make them; a second one of a kind has a number added.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for heading in text.lines().filter(|line| line.starts_with('#')) {
        let title = heading.trim_start_matches('#').trim();
        let anchor: String = title
            .to_lowercase()
            .replace(' ', "-")
            .chars()
            .filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
            .collect();
        assert!(found.insert(anchor), "two headings `{title}`");
    }
    found
}

/// The targets of links, those in code spans left out.
fn links(text: &str) -> Vec<String> {
    let ends = text.match_indices("](").map(|(at, _)| &text[at + 2..]);
    ends.filter_map(|rest| Some(rest.split_once(')')?.0.to_owned())).collect()
}

fn check_links(pages: &[File]) {
    let by_path: BTreeMap<&str, BTreeSet<String>> =
        pages.iter().map(|page| (page.path.as_str(), anchors(&page.text))).collect();
    assert_eq!(by_path.len(), pages.len(), "two pages with one path");
    for page in pages {
        for link in links(&page.text) {
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let mut parts: Vec<&str> = page.path.split('/').collect();
            if !file.is_empty() {
                parts.pop();
            }
            for part in file.split('/').filter(|part| !part.is_empty()) {
                match part {
                    ".." => assert!(parts.pop().is_some(), "{}: {link}", page.path),
                    part => parts.push(part),
                }
            }
            let target = parts.join("/");
            let found = by_path.get(target.as_str());
            let found = found.unwrap_or_else(|| panic!("{}: no page for {link}", page.path));
            assert!(anchor.is_empty() || found.contains(anchor), "{}: {link}", page.path);
        }
    }
}

/// What must be found on some page.
struct Wanted<'m> {
    model: &'m Model,
    text: String,
}

/// Text without line breaks and without what a table adds.
fn flat(text: &str) -> String {
    let text = text.replace("<br>", " ").replace("\\|", "|");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl<'m> Wanted<'m> {
    fn new(model: &'m Model, text: &str) -> Self {
        Wanted { model, text: flat(text) }
    }

    fn has(&self, text: &str) {
        assert!(self.text.contains(&flat(text)), "not in the reference: {text}");
    }

    fn docs(&self, docs: &Docs) {
        self.has(&docs.name);
        self.has(&docs.label);
        self.has(docs.summary.trim_end_matches('.'));
        self.has(&docs.doc);
        self.has(&docs.source);
        for example in &docs.examples {
            let bytes: Vec<String> = example.bytes.iter().map(|b| format!("{b:02x}")).collect();
            // A whole file stands in lines behind their offsets.
            match std::ptr::eq(docs, &self.model.docs) {
                true => {
                    bytes.chunks(16).for_each(|line| self.has(&format!("  {}\n", line.join(" "))))
                }
                false => self.has(&format!("`{}`", bytes.join(" "))),
            }
            self.has(&example.value);
            self.has(&example.summary);
        }
        self.gate(&docs.gate);
    }

    fn gate(&self, gate: &Gate) {
        let name = |index: usize| &self.model.versions[index].docs.name;
        match gate.until {
            // A part can state only its releases.
            None if !gate.releases.is_open() && gate.since == 0 => {}
            None => self.has(&format!("{}+", name(gate.since))),
            Some(until) if until == gate.since => self.has(&format!("{} only", name(until))),
            Some(until) => self.has(&format!("{} to {}", name(gate.since), name(until))),
        }
        if let Some(feature) = gate.feature {
            self.has(&format!(", `{}`", self.model.features[feature].name));
        }
        let release = |index: Option<usize>| {
            let releases = self.model.releases.as_ref().expect("releases");
            index.map_or("", |index| releases.names[index].as_str())
        };
        if let Some(title) = self.model.releases.as_ref().map(|releases| &releases.title) {
            match (gate.releases.since, gate.releases.until) {
                (None, None) => {}
                (since, None) => self.has(&format!("{title} {}+", release(since))),
                (since, until) if since == until => {
                    self.has(&format!("{title} {} only", release(until)));
                }
                (_, until) => self.has(&format!(" to {}", release(until))),
            }
        }
    }

    /// A part of an item: there in no version without the item.
    fn part(&self, item: &Docs, part: &Docs) {
        let since = part.gate.since.max(item.gate.since);
        let until = part.gate.until.or(item.gate.until);
        let feature = part.gate.feature.or(item.gate.feature);
        let releases = part.gate.releases.and(item.gate.releases);
        let gate = Gate { since, until, feature, releases };
        self.docs(&Docs { gate, ..part.clone() });
    }

    fn fields(&self, item: &Docs, fields: &[Field]) {
        fields.iter().for_each(|field| self.part(item, &field.docs));
    }

    fn ports(&self, item: &Docs, ports: &[Port]) {
        for port in ports {
            self.part(item, &port.docs);
            self.has(&format!("`{}`", port.constraint));
        }
    }
}

/// Every text of a model, looked for on the page of its item where that is known.
fn check_complete(model: &Model) {
    let pages = docs::emit(model);
    let all = Wanted::new(model, &joined(&pages));
    all.docs(&model.docs);
    all.has(&model.title);
    for docs in model.features.iter().chain(&model.tables) {
        all.docs(docs);
    }
    model.versions.iter().for_each(|item| all.has(&item.docs.summary));
    model.codecs.iter().for_each(|item| all.docs(&item.docs));
    model.groups.iter().for_each(|item| all.docs(&item.docs));
    for item in &model.constraints {
        all.docs(&item.docs);
        all.has(&item.is);
    }
    for item in &model.enums {
        let enums = Wanted::new(model, &chapter(&pages, &item.docs.name, "enums.md"));
        enums.docs(&item.docs);
        item.members.iter().for_each(|member| enums.part(&item.docs, &member.docs));
    }
    for item in &model.records {
        all.docs(&item.docs);
        all.fields(&item.docs, &item.fields);
    }
    for item in &model.sections {
        let heading = format!("Section {}", item.docs.name);
        let section = Wanted::new(model, &chapter(&pages, &heading, "sections.md"));
        section.docs(&item.docs);
        section.fields(&item.docs, &item.fields);
    }
    for item in &model.unions {
        all.docs(&item.docs);
        let page = pages
            .iter()
            .find(|page| page.text.starts_with(&format!("# Union {}\n", item.docs.name)));
        let page = page.expect("a page for the union");
        for variant in &item.variants {
            let text = chapter(&pages, &variant.docs.name, &page.path);
            let text = Wanted::new(model, &text);
            text.docs(&variant.docs);
            text.fields(&variant.docs, &variant.fields);
            text.has(&format!("Tag {} (0x{:02x})", variant.tag, variant.tag));
        }
    }
    check_dialects(model, &pages, &all);
    for op in &model.ops {
        let page = match op.group {
            Some(group) => format!("operations/{}.md", model.groups[group].docs.name),
            None => "operations/ungrouped.md".to_owned(),
        };
        let text = Wanted::new(model, &chapter(&pages, &op.docs.name, &page));
        text.docs(&op.docs);
        text.has(&format!("0x{:02x}", op.opcode));
        text.fields(&op.docs, &op.attributes);
        text.ports(&op.docs, &op.results);
        text.ports(&op.docs, &op.operands);
        op.regions.iter().for_each(|region| text.has(&region.docs.summary));
    }
}

/// What the model says of operations of dialects, looked for on the page of the dialect.
fn check_dialects(model: &Model, pages: &[File], all: &Wanted<'_>) {
    for item in &model.properties {
        // Their releases stand on their page.
        all.docs(&Docs { gate: Gate::default(), ..item.docs.clone() });
        let path = format!("properties/{}.md", item.docs.name);
        let page = pages.iter().find(|page| page.path == path);
        let page = Wanted::new(model, &page.expect("a page for the dialect").text);
        let axis = model.axis(&item.docs.gate.releases).expect("releases that it counts");
        [item.range.0, item.range.1].iter().for_each(|at| page.has(&axis.names[*at]));
        for layout in &item.entries {
            page.has(&format!("`{}.{}`", item.docs.name, layout.operation));
            layout.value.iter().for_each(|field| page.has(&field.name));
        }
    }
    for item in &model.signatures {
        all.docs(&Docs { gate: Gate::default(), ..item.docs.clone() });
        let path = format!("properties/{}.md", item.docs.name);
        let page = pages.iter().find(|page| page.path == path);
        let page = Wanted::new(model, &page.expect("a page for the dialect").text);
        for one in &item.entries {
            page.has(&format!("`{}.{}`", item.docs.name, one.operation));
            let signature = &one.value;
            let parts = [&signature.operands, &signature.results];
            let parts = parts.into_iter().chain([&signature.regions, &signature.successors]);
            parts.flatten().for_each(|group| page.has(&format!("`{group}`")));
            signature.traits.iter().for_each(|known| page.has(known.word()));
        }
    }
    for item in &model.defaults {
        all.docs(&Docs { gate: Gate::default(), ..item.docs.clone() });
        let path = format!("properties/{}.md", item.docs.name);
        let page = pages.iter().find(|page| page.path == path);
        let page = Wanted::new(model, &page.expect("a page for the dialect").text);
        for one in &item.entries {
            page.has(&format!("`{}.{}`", item.docs.name, one.operation));
            one.value.iter().for_each(|value| page.has(&format!("`{value}`")));
        }
    }
}

/// The part of a page under a heading.
fn chapter(pages: &[File], heading: &str, path: &str) -> String {
    let page = pages.iter().find(|page| page.path == path);
    let page = page.unwrap_or_else(|| panic!("no page {path}"));
    let start = format!("\n## {heading}\n");
    let text = page.text.split_once(&start).unwrap_or_else(|| panic!("no {heading} on {path}")).1;
    let text = text.split_once("\n## ").map_or(text, |(text, _)| text);
    format!("{heading}\n{text}")
}

#[test]
fn nothing_is_left_out() {
    check_complete(&sample());
    check_complete(&real());
}

/// A field says its versions wherever they are not those of its item.
#[test]
fn parts_tell_their_versions() {
    let model = real();
    let pages = docs::emit(&model);
    let mut newer = 0;
    for op in &model.ops {
        let Some(group) = op.group else { continue };
        let page = format!("operations/{}.md", model.groups[group].docs.name);
        let text = chapter(&pages, &op.docs.name, &page);
        let ports = op.results.iter().chain(&op.operands).map(|port| &port.docs);
        let parts = op.attributes.iter().map(|field| &field.docs).chain(ports);
        for part in parts.filter(|part| part.gate.since > op.docs.gate.since) {
            let versions = format!("{}+", model.versions[part.gate.since].docs.name);
            let start = format!("| `{}` |", part.name);
            let mut rows = text.lines().filter(|line| line.starts_with(&start));
            assert!(rows.any(|row| row.contains(&versions)), "{}.{}", op.docs.name, part.name);
            newer += 1;
        }
    }
    assert!(newer > 10, "only {newer} parts are newer than their operation");
}
