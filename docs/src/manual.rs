//! The manual: the handwritten chapters, the command line, the schema language.

use crate::volume::Volume;
use bytespec_codegen::emit::docs::{Block, Item, Page, Table};
use bytespec_codegen::model::Gate;
use bytespec_codegen::rules::RULES;
use bytespec_codegen::syntax::{KindSpec, Shape, example_findings, item_kinds};
use std::collections::BTreeMap;

/// The folder of the manual.
pub const FOLDER: &str = "manual";

/// The handwritten chapters: their paths in the sources, and their text.
const CHAPTERS: [(&str, &str); 9] = [
    ("docs/work-with-files.md", include_str!("../work-with-files.md")),
    ("docs/explain-a-file.md", include_str!("../explain-a-file.md")),
    ("docs/edit-a-module.md", include_str!("../edit-a-module.md")),
    ("docs/write-a-dialect.md", include_str!("../write-a-dialect.md")),
    ("docs/your-dialect-in-ci.md", include_str!("../your-dialect-in-ci.md")),
    ("docs/your-own-format.md", include_str!("../your-own-format.md")),
    ("docs/change-a-format.md", include_str!("../change-a-format.md")),
    ("docs/edit-a-schema.md", include_str!("../edit-a-schema.md")),
    ("schema/README.md", bytespec_schema::LANGUAGE),
];

/// A command of the command line.
#[derive(Clone, Debug, Default)]
pub struct Command {
    /// The full name with parent commands, such as `bytespec build`.
    pub name: String,
    /// The description.
    pub about: String,
    /// The usage.
    pub usage: String,
    /// Options and arguments.
    pub options: Vec<CommandOption>,
    /// The end of its help: examples.
    pub after: String,
}

/// An option or argument.
#[derive(Clone, Debug, Default)]
pub struct CommandOption {
    /// The syntax, such as `--out <DIR>`.
    pub written: String,
    /// The help.
    pub help: String,
    /// Possible values; empty if any value is possible.
    pub values: Vec<String>,
    /// The default value; can be empty.
    pub default: String,
}

/// The manual, with these commands.
pub fn volume(commands: &[Command]) -> Volume {
    let mut pages: Vec<Page> = CHAPTERS.iter().map(|(path, text)| chapter(path, text)).collect();
    pages.push(keys());
    pages.push(rules());
    if !commands.is_empty() {
        pages.push(self::commands(commands));
    }
    pages.insert(0, overview(&pages));
    Volume {
        name: FOLDER.to_owned(),
        title: "Manual".to_owned(),
        summary:
            "How to read, edit and describe files: chapters, the command line, the schema language."
                .to_owned(),
        pages,
        listings: BTreeMap::new(),
        files: BTreeMap::new(),
        versions: Vec::new(),
        releases: None,
        dialects: BTreeMap::new(),
    }
}

fn page(path: &str, title: &str, blocks: Vec<Block>) -> Page {
    Page { path: path.to_owned(), title: title.to_owned(), item: None, blocks }
}

fn overview(pages: &[Page]) -> Page {
    let links = pages.iter().map(|page| format!("[{}](/{})", page.title, page.path)).collect();
    page("README.md", "Manual", vec![Block::List(links)])
}

/// The path of a chapter in the manual.
fn place(path: &str) -> String {
    match path {
        "schema/README.md" => "schema-language.md".to_owned(),
        path => path.trim_start_matches("docs/").to_owned(),
    }
}

/// A chapter. Its first heading is the title, and links to other chapters lead to their pages.
fn chapter(path: &str, text: &str) -> Page {
    let (title, mut text) = match text.strip_prefix("# ").and_then(|rest| rest.split_once('\n')) {
        Some((title, rest)) => (title.trim(), rest.to_owned()),
        None => (path, text.to_owned()),
    };
    for (other, _) in CHAPTERS {
        let name = other.trim_start_matches("docs/");
        for written in [name.to_owned(), format!("../{other}")] {
            text = text.replace(&format!("]({written})"), &format!("](/{})", place(other)));
        }
    }
    page(&place(path), title, vec![Block::Text(text)])
}

/// The keys of the schema language, with the places that allow them.
fn keys() -> Page {
    let mut kinds = BTreeMap::new();
    for kind in item_kinds() {
        collect(kind, &mut kinds);
    }
    let mut blocks = vec![Block::Text(
        "The keys of a schema, for each kind of mapping. The parser uses the same table. \
         [The schema language](/schema-language.md) explains the keys."
            .to_owned(),
    )];
    let is_item = |name: &str| item_kinds().iter().any(|kind| kind.name == name);
    for kind in kinds.values() {
        let item = Item {
            kind: if is_item(kind.name) { "kind of item" } else { "kind of mapping" }.to_owned(),
            summary: kind.doc.to_owned(),
            ..Item::default()
        };
        blocks.push(Block::Heading { text: kind.name.to_owned(), item: Some(item) });
        blocks.push(Block::Text(kind.doc.to_owned()));
        let mut table = Table::new(["Key", "Value", "Required", "Meaning"]);
        for key in kind.keys() {
            let required = if key.required { "yes" } else { "" };
            let cells = [
                format!("`{}`", key.name),
                value(&key.shape),
                required.to_owned(),
                key.doc.to_owned(),
            ];
            table.part(key.name, &Gate::default(), cells);
        }
        blocks.push(Block::Table { title: "Keys".to_owned(), table });
        let users =
            kinds.values().filter(|other| other.keys().any(|key| leads_to(&key.shape, kind.name)));
        let users: Vec<String> = users.map(|other| link(other.name)).collect();
        if !users.is_empty() {
            blocks.push(Block::Text(format!("Used in {}.", users.join(", "))));
        }
    }
    page("keys.md", "Keys of the schema language", blocks)
}

/// The rules of `check`, each with an example and its findings.
fn rules() -> Page {
    let mut blocks = vec![Block::Text(
        "The rules that `bytespec check` applies to a schema. `bytespec check --explain RULE` prints the same text. \
         In the examples, `-` marks wrong lines and `+` marks right lines."
            .to_owned(),
    )];
    for rule in RULES {
        let summary = rule.requirement.to_owned();
        let item = Item { kind: "rule".to_owned(), summary, ..Item::default() };
        blocks.push(Block::Heading { text: rule.name.to_owned(), item: Some(item) });
        let mut text = format!("Requirement: {}.", rule.requirement);
        let lines = rule.example().map(|(side, line)| format!("{} {line}\n", side.mark()));
        let example: String = lines.collect();
        if !example.is_empty() {
            let found = example_findings(rule, false);
            text.push_str(&format!("\n\n```diff\n{example}```\n\n```text\n{found}```"));
        }
        blocks.push(Block::Text(text));
    }
    page("rules.md", "Rules", blocks)
}

fn link(kind: &str) -> String {
    format!("[`{kind}`](/keys.md#{})", bytespec_codegen::emit::docs::slug(kind))
}

/// A description of a value; a mapping links to its kind.
fn value(shape: &Shape) -> String {
    match shape {
        Shape::Map(kind) => link(kind.name),
        Shape::List(inner) => format!("a list: {}", value(inner)),
        Shape::Entries(inner) => format!("a mapping of names that you choose to {}", value(inner)),
        Shape::Either(a, b) => format!("{} or {}", value(a), value(b)),
        other => other.describe(),
    }
}

fn leads_to(shape: &Shape, name: &str) -> bool {
    match shape {
        Shape::Map(kind) => kind.name == name,
        Shape::List(inner) | Shape::Entries(inner) => leads_to(inner, name),
        Shape::Either(a, b) => leads_to(a, name) || leads_to(b, name),
        _ => false,
    }
}

fn collect(kind: &'static KindSpec, kinds: &mut BTreeMap<&'static str, &'static KindSpec>) {
    if kinds.insert(kind.name, kind).is_none() {
        kind.keys().for_each(|key| shapes(&key.shape, kinds));
    }
}

fn shapes(shape: &'static Shape, kinds: &mut BTreeMap<&'static str, &'static KindSpec>) {
    match shape {
        Shape::Map(kind) => collect(kind, kinds),
        Shape::List(inner) | Shape::Entries(inner) => shapes(inner, kinds),
        Shape::Either(a, b) => {
            shapes(a, kinds);
            shapes(b, kinds);
        }
        _ => {}
    }
}

/// The command line, from its help.
fn commands(commands: &[Command]) -> Page {
    let mut table = Table::new(["Command", "What it does"]);
    let mut blocks = Vec::new();
    for command in commands {
        let anchor = bytespec_codegen::emit::docs::slug(&command.name);
        let summary = command.about.lines().next().unwrap_or_default().to_owned();
        table.row([format!("[`{}`](/commands.md#{anchor})", command.name), summary.clone()]);
        let item = Item { kind: "command".to_owned(), summary, ..Item::default() };
        blocks.push(Block::Heading { text: command.name.clone(), item: Some(item) });
        blocks.push(Block::Text(command.about.clone()));
        blocks.push(Block::Text(fenced(&command.usage)));
        let mut options = Table::new(["Option", "Meaning", "Values", "Default"]);
        for option in &command.options {
            let written = code(&option.written);
            let values: Vec<String> = option.values.iter().map(|value| code(value)).collect();
            let default =
                if option.default.is_empty() { String::new() } else { code(&option.default) };
            options.part(
                &name(&option.written),
                &Gate::default(),
                [written, option.help.clone(), values.join(", "), default],
            );
        }
        if !options.is_empty() {
            blocks.push(Block::Table { title: "Options and arguments".to_owned(), table: options });
        }
        if !command.after.is_empty() {
            blocks.push(Block::Text(fenced(&command.after)));
        }
    }
    blocks.insert(0, Block::Table { title: String::new(), table });
    page("commands.md", "The command line", blocks)
}

/// `--out` of `--out <DIR>`, and `FILE` of `<FILE>`.
fn name(written: &str) -> String {
    let words = written.split([' ', ',', '=']).find(|word| word.starts_with("--"));
    words.unwrap_or(written).trim_matches(['[', ']', '<', '>', '.']).to_owned()
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

fn fenced(text: &str) -> String {
    format!("```text\n{}\n```", text.trim_end())
}
