//! Everything that the schemas say has a place on the site, and everything on the site can be reached.

mod support;

use bytespec_codegen::model::{Field, Model, Port};
use bytespec_codegen::rules::RULES;
use bytespec_codegen::syntax::item_kinds;
use bytespec_site::File;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

static MODELS: LazyLock<Vec<Model>> =
    LazyLock::new(|| support::SCHEMAS.iter().map(|schema| support::model(schema)).collect());
static FILES: LazyLock<Vec<File>> = LazyLock::new(|| support::files(&MODELS));

/// Largest page, in bytes.
const LARGEST: usize = 300_000;

fn pages() -> impl Iterator<Item = &'static File> {
    FILES.iter().filter(|file| file.path.ends_with(".html"))
}

/// Values of an attribute.
fn values<'t>(text: &'t str, attribute: &str) -> Vec<&'t str> {
    let start = format!(" {attribute}=\"");
    let found = text.match_indices(&start).map(|(at, _)| &text[at + start.len()..]);
    found.filter_map(|rest| Some(rest.split_once('"')?.0)).collect()
}

/// The page that a link leads to, and the anchor.
fn followed(page: &str, link: &str) -> (String, String) {
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    if path.is_empty() {
        return (page.to_owned(), anchor.to_owned());
    }
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            ".." => assert!(parts.pop().is_some(), "{page}: {link}"),
            part => parts.push(part),
        }
    }
    (parts.join("/"), anchor.to_owned())
}

#[test]
fn links_lead_somewhere() {
    let anchors: BTreeMap<&str, BTreeSet<&str>> = FILES
        .iter()
        .map(|file| (file.path.as_str(), values(&file.text, "id").into_iter().collect()))
        .collect();
    assert_eq!(anchors.len(), FILES.len(), "two files with one path");
    let mut reached = BTreeSet::from(["index.html".to_owned(), "search.js".to_owned()]);
    for page in pages() {
        let ids = values(&page.text, "id");
        assert_eq!(ids.len(), anchors[page.path.as_str()].len(), "{}: an id twice", page.path);
        for link in values(&page.text, "href").into_iter().chain(values(&page.text, "src")) {
            if link.starts_with("https://") || link == "data:," {
                continue;
            }
            let (path, anchor) = followed(&page.path, link);
            let found = anchors.get(path.as_str());
            let found = found.unwrap_or_else(|| panic!("{}: no file for {link}", page.path));
            assert!(anchor.is_empty() || found.contains(anchor.as_str()), "{}: {link}", page.path);
            reached.insert(path);
        }
    }
    for file in FILES.iter() {
        assert!(reached.contains(&file.path), "nothing leads to {}", file.path);
    }
}

#[test]
fn pages_are_small_and_ask_no_host() {
    for page in pages() {
        assert!(page.text.len() < LARGEST, "{} has {} bytes", page.path, page.text.len());
        let loads = values(&page.text, "src").into_iter();
        for source in loads.chain(values(&page.text, "data-root")) {
            assert!(!source.contains(':') && !source.starts_with("//"), "{}: {source}", page.path);
        }
        assert!(page.text.contains("default-src 'none'"), "{}", page.path);
        assert!(!page.text.contains(" style=\""), "{}: styles stand in one file", page.path);
    }
}

/// The pages of a format, by their headings.
struct Titled<'m> {
    format: &'m str,
    pages: BTreeMap<String, Vec<&'static File>>,
}

impl<'m> Titled<'m> {
    fn of(model: &'m Model) -> Self {
        let folder = format!("{}/", model.docs.name);
        let mut titled = BTreeMap::<String, Vec<&File>>::new();
        for page in pages().filter(|page| page.path.starts_with(&folder)) {
            let (_, rest) = page.text.split_once("<h1>").expect("a heading");
            let (title, _) = rest.split_once("</h1>").expect("its end");
            titled.entry(title.to_owned()).or_default().push(page);
        }
        Titled { format: &model.docs.name, pages: titled }
    }

    /// An item has a page of its own, which has a row with an anchor for every part.
    fn has<'p>(&self, title: &str, kind: &str, place: &str, parts: impl Iterator<Item = &'p str>) {
        let pages = self.pages.get(title).map_or(&[][..], Vec::as_slice);
        let kind = format!("<p class=\"kind\">{kind}");
        let page = pages.iter().find(|page| {
            page.text.contains(&kind) && (place.is_empty() || page.text.contains(place))
        });
        let page = page.unwrap_or_else(|| panic!("{}: no page for {title}: {kind}", self.format));
        let ids: BTreeSet<&str> = values(&page.text, "id").into_iter().collect();
        for part in parts {
            assert!(ids.contains(part), "{}: no {part}", page.path);
        }
        assert!(!place.is_empty(), "{title} stands nowhere in the schema");
    }
}

fn fields(fields: &[Field]) -> impl Iterator<Item = &str> {
    fields.iter().map(|field| field.docs.name.as_str())
}

fn ports(ports: &[Port]) -> impl Iterator<Item = &str> {
    ports.iter().map(|port| port.docs.name.as_str())
}

#[test]
fn every_item_has_a_page_and_every_part_a_row() {
    for model in MODELS.iter() {
        let titled = Titled::of(model);
        for item in &model.sections {
            let title = format!("Section {}", item.docs.name);
            titled.has(&title, "section", &item.docs.place, fields(&item.fields));
        }
        for item in &model.records {
            let name = &item.docs.name;
            let title = format!("Record {name}");
            let title = if titled.pages.contains_key(&title) { &title } else { name };
            titled.has(title, "record", &item.docs.place, fields(&item.fields));
        }
        for union in &model.unions {
            let title = format!("Union {}", union.docs.name);
            titled.has(&title, "union", &union.docs.place, [].into_iter());
            let kind = format!("variant of {}", union.docs.name);
            for item in &union.variants {
                titled.has(&item.docs.name, &kind, &item.docs.place, fields(&item.fields));
            }
        }
        for item in &model.enums {
            let members = item.members.iter().map(|member| member.docs.name.as_str());
            titled.has(&item.docs.name, "enumeration", &item.docs.place, members);
        }
        for item in &model.run_records {
            let fields = item.fields.iter().map(|field| field.docs().name.as_str());
            titled.has(&item.docs.name, "record", &item.docs.place, fields);
        }
        for op in &model.ops {
            let parts = fields(&op.attributes).chain(ports(&op.operands)).chain(ports(&op.results));
            let regions = op.regions.iter().map(|region| region.docs.name.as_str());
            titled.has(&op.docs.name, "operation", &op.docs.place, parts.chain(regions));
        }
        let tables = model.tables.iter().map(|docs| (docs, "table"));
        let codecs = model.codecs.iter().map(|item| (&item.docs, "hand-written codec"));
        let constraints = model.constraints.iter().map(|item| (&item.docs, "constraint"));
        for (docs, kind) in tables.chain(codecs).chain(constraints) {
            titled.has(&docs.name, kind, &docs.place, [].into_iter());
        }
        for version in &model.versions {
            let title = format!("Version {}", version.docs.name);
            assert!(titled.pages.contains_key(&title), "{}: {title}", titled.format);
        }
        for release in model.releases.iter().flat_map(|releases| &releases.names) {
            let ending = format!(" {release}");
            assert!(titled.pages.keys().any(|title| title.ends_with(&ending)), "{release}");
        }
    }
}

#[test]
fn every_operation_of_a_dialect_has_a_row() {
    let rows: BTreeSet<&str> = pages().flat_map(|page| values(&page.text, "id")).collect();
    let mut count = 0;
    for model in MODELS.iter() {
        for item in &model.signatures {
            for one in &item.entries {
                let name = format!("{}.{}", item.docs.name, one.operation);
                assert!(rows.contains(name.as_str()), "{name}");
                count += 1;
            }
        }
    }
    assert!(count > 1000, "{count} signatures");
}

#[test]
fn every_item_with_bytes_is_drawn() {
    for model in MODELS.iter() {
        let folder = format!("{}/", model.docs.name);
        let drawn = pages().filter(|page| page.path.starts_with(&folder));
        let drawn = drawn.filter(|page| page.text.contains("<figure class=\"diagram\">")).count();
        let variants: usize = model.unions.iter().map(|union| union.variants.len()).sum();
        let records = model.records.iter().filter(|record| !record.fields.is_empty()).count();
        assert!(drawn >= variants + records + model.ops.len(), "{folder}: {drawn}");
    }
}

#[test]
fn the_manual_has_every_rule_and_key() {
    let page = |path: &str| {
        let found = pages().find(|page| page.path == format!("manual/{path}"));
        &found.unwrap_or_else(|| panic!("no page {path}")).text
    };
    for rule in RULES {
        let text = page(&format!("rules/{}.html", rule.name));
        assert_eq!(text.contains("example.yaml"), rule.example().next().is_some(), "{}", rule.name);
    }
    for kind in item_kinds() {
        let text = page(&format!("keys/{}.html", kind.name));
        let ids = values(text, "id");
        kind.keys().for_each(|key| assert!(ids.contains(&key.name), "{}: {}", kind.name, key.name));
    }
    assert!(page("commands/bytespec-docs.html").contains("id=\"--out\""));
}

#[test]
fn the_search_knows_names_and_numbers() {
    let index = FILES.iter().find(|file| file.path == "search.js").expect("an index");
    for model in MODELS.iter() {
        for op in &model.ops {
            assert!(index.text.contains(&format!("\"{}\"", op.docs.name)), "{}", op.docs.name);
        }
        for item in &model.enums {
            for member in &item.members {
                let entry = format!("[\"{}\",", member.docs.name);
                assert!(index.text.contains(&entry), "{}", member.docs.name);
            }
        }
    }
    assert!(index.text.len() < 500_000, "{} bytes", index.text.len());
}

#[test]
fn the_same_twice() {
    assert_eq!(*FILES, support::files(&MODELS));
}
