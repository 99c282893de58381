//! Checks a tree against the key table: unknown, repeated and missing keys, and wrong shapes.

use std::collections::HashSet;

use super::keys;
use super::node::{Kind, Node};
use super::source_map::SourceMap;
use super::spec::{KindSpec, Shape};
use crate::ast::Span;
use crate::diagnostics::{Diagnostic, Diagnostics, nearest};
use crate::other_languages;

/// The result of the check of a tree.
pub(super) struct Validator<'a> {
    pub(super) sources: &'a SourceMap,
    pub(super) out: &'a mut Diagnostics,
    /// Mappings with a finding; later rules do not report what these lack.
    pub(super) broken: HashSet<Span>,
    /// Whether an element is not an item, so that its declarations are unknown.
    pub(super) lost: bool,
}

impl Validator<'_> {
    /// The readable items of a file, with their kinds.
    pub(super) fn items<'n>(&mut self, root: &'n Node) -> Vec<(&'static KindSpec, &'n Node)> {
        let nodes = match &root.kind {
            Kind::Null => return Vec::new(),
            Kind::Seq(nodes) => nodes,
            _ => {
                self.lost = true;
                self.shape(root, "a list of items", None);
                return Vec::new();
            }
        };
        let mut items = Vec::new();
        for node in nodes {
            match self.item_kind(node) {
                Some(kind) => {
                    self.map(node, kind);
                    items.push((kind, node));
                }
                None => self.lost = true,
            }
        }
        items
    }

    fn item_kind(&mut self, node: &Node) -> Option<&'static KindSpec> {
        let Kind::Map(entries) = &node.kind else {
            self.shape(node, "an item, such as `- op: name`", None);
            return None;
        };
        let Some((first, _)) = entries.first() else {
            self.shape(node, "an item, such as `- op: name`", None);
            return None;
        };
        let word = first.text().unwrap_or("");
        if let Some(kind) = keys::item_kind(word) {
            return Some(kind);
        }
        let names = || keys::item_kinds().iter().map(|kind| kind.name);
        let mut found =
            Diagnostic::new("unknown-item", format!("no kind of item is named `{word}`"))
                .at(first.span, "the first key names the kind of item");
        let elsewhere =
            entries.iter().find_map(|(key, _)| names().find(|name| key.text() == Some(name)));
        found = match (nearest(word, names()), elsewhere) {
            (None, Some(name)) => found.help(format!("move the key `{name}` to the front")),
            (Some(_), _) => found.suggest(word, names()),
            (None, None) => {
                found.help(format!("kinds: {}", names().collect::<Vec<_>>().join(", ")))
            }
        };
        self.out.push(found);
        None
    }

    fn map(&mut self, node: &Node, kind: &'static KindSpec) {
        let Kind::Map(entries) = &node.kind else {
            return self.shape(node, "a mapping", None);
        };
        let before = self.out.len();
        self.keys(entries, kind);
        for spec in kind.keys().filter(|spec| spec.required) {
            // Another rule, which has the item's name, reports missing documentation.
            if spec.name == "summary" || entries.iter().any(|(k, _)| k.text() == Some(spec.name)) {
                continue;
            }
            let name = kind.head.and_then(|head| get(node, head)?.text());
            let what = match name {
                Some(name) => format!("{} `{name}`", kind.name),
                None => kind.name.to_owned(),
            };
            self.out
                .found("required-key", format!("{what} has no `{}`", spec.name))
                .at(node.span, format!("this {} requires it", kind.name))
                .help(format!("`{}`: {}", spec.name, spec.doc));
        }
        if self.out.len() > before {
            self.broken.insert(node.span);
        }
    }

    fn keys(&mut self, entries: &[(Node, Node)], kind: &'static KindSpec) {
        for (at, (key, value)) in entries.iter().enumerate() {
            let Some(name) = key.text() else {
                self.shape(key, "a key", None);
                continue;
            };
            if !self.once(key, &entries[..at]) {
                continue;
            }
            match kind.key(name) {
                Some(spec) => self.value(value, &spec.shape, Some(name)),
                None => self.unknown_key(name, (key, value), (entries, at), kind),
            }
        }
    }

    /// Whether a key is new among the entries before it; reports a repeated one.
    fn once(&mut self, key: &Node, before: &[(Node, Node)]) -> bool {
        let Some(name) = key.text() else { return true };
        let Some((first, _)) = before.iter().find(|(k, _)| k.text() == Some(name)) else {
            return true;
        };
        self.out
            .found("duplicate-key", format!("the key `{name}` is given twice"))
            .at(key.span, format!("a second `{name}`"))
            .at(first.span, "the first one is here");
        false
    }

    fn unknown_key(
        &mut self,
        name: &str,
        (key, value): (&Node, &Node),
        (entries, at): (&[(Node, Node)], usize),
        kind: &'static KindSpec,
    ) {
        if matches!(value.kind, Kind::Null) {
            if let Some((word, rest)) =
                name.split_once(':').filter(|(word, _)| kind.key(word).is_some())
            {
                self.out
                    .found("unknown-key", "a space is missing after the colon")
                    .at(key.span, "without the space, this is one word")
                    .help(format!("write `{word}: {rest}`"))
                    .write(key.span, format!("{word}: {rest}"));
                return;
            }
            // In `{a: one, two}`, the comma ends the text.
            if let Some((last, Kind::Text(text))) =
                entries[..at].last().and_then(|(last, value)| Some((last.text()?, &value.kind)))
            {
                let help = format!("write `{last}: \"{text}, {name}\"`");
                self.out
                    .found("unknown-key", "text with a comma needs quotes")
                    .at(key.span, "the comma before this word makes it a key")
                    .help(help);
                return;
            }
        }
        let names: Vec<&str> = kind.keys().map(|key| key.name).collect();
        let is_given = |name: &str| entries.iter().any(|(key, _)| key.text() == Some(name));
        let found = Diagnostic::new("unknown-key", format!("{} has no key `{name}`", a(kind.name)))
            .at(key.span, "unknown key");
        let near = nearest(name, names.iter().copied()).filter(|name| !is_given(name));
        let union = entries.iter().find(|(key, _)| key.text() == Some("type"));
        let union = union.and_then(|(_, ty)| ty.text());
        let found = match (other_languages::key(kind.name, name), near) {
            // The union and its tag are known.
            (Some(_), _) if name == "tag" && union.is_some() => {
                let tag = self.sources.snippet(value.span);
                let union = union.unwrap_or_default();
                found.help(format!(
                    "write the tag in brackets behind the union: `type: {union}({tag})`"
                ))
            }
            (Some(help), _) => found.help(help),
            (None, Some(_)) => {
                found.suggest(name, names.into_iter().filter(|name| !is_given(name)))
            }
            (None, None) => found.help(format!("keys: {}", names.join(", "))),
        };
        self.out.push(found);
    }

    pub(super) fn value(&mut self, node: &Node, shape: &'static Shape, key: Option<&str>) {
        match (shape, &node.kind) {
            (Shape::Map(kind), _) => self.map(node, kind),
            (Shape::Tags, Kind::Seq(nodes)) => {
                nodes.iter().for_each(|node| self.value(node, &Shape::Tag, None));
            }
            (Shape::List(inner), Kind::Seq(nodes)) => {
                for node in nodes {
                    self.value(node, inner, None);
                }
            }
            (Shape::Either(_, list @ Shape::List(_)), Kind::Seq(_))
            | (Shape::Either(_, list @ Shape::Entries(_)), Kind::Map(_)) => {
                self.value(node, list, key);
            }
            (Shape::Either(plain, _), kind) if fits(plain, kind) => {}
            (Shape::Facts, Kind::Map(entries)) => {
                for (name, value) in entries {
                    self.value(name, &Shape::Name, None);
                    self.value(value, &Shape::Literal, name.text());
                }
            }
            (Shape::Entries(inner), Kind::Map(entries)) => {
                for (at, (name, value)) in entries.iter().enumerate() {
                    self.value(name, &Shape::Text, None);
                    self.once(name, &entries[..at]);
                    self.value(value, inner, name.text());
                }
            }
            (Shape::OneOf(words), Kind::Text(text))
                if words.iter().all(|(word, _)| word != text) =>
            {
                let found =
                    Diagnostic::new("wrong-shape", format!("`{text}` is not a known value"))
                        .at(node.span, format!("expected {}", shape.describe()))
                        .suggest(text, words.iter().map(|(word, _)| *word));
                self.out.push(found);
            }
            (Shape::Version, Kind::Int(_) | Kind::Float) => {
                let text = self.sources.snippet(node.span).to_owned();
                self.out
                    .found("unquoted-version", "a version must be in quotes")
                    .at(node.span, "YAML reads this as a number")
                    .help(format!("write \"{text}\""))
                    .write(node.span, format!("\"{text}\""));
            }
            (shape, kind) if fits(shape, kind) => {}
            (shape, _) => self.shape(node, &shape.describe(), key),
        }
    }

    fn shape(&mut self, node: &Node, expected: &str, key: Option<&str>) {
        let what = key.map_or(String::new(), |key| format!("`{key}`: "));
        let mut found = Diagnostic::new(
            "wrong-shape",
            format!("{what}expected {expected}, found {}", node.describe()),
        )
        .at(node.span, format!("expected {expected}"));
        let text = self.sources.snippet(node.span);
        let scalar = matches!(node.kind, Kind::Int(_) | Kind::Float | Kind::Bool(_) | Kind::Null);
        if scalar && !text.is_empty() && (expected.contains("text") || expected == "a name") {
            let quoted = format!("\"{text}\"");
            found = found.help(format!("for text, write {quoted}")).write(node.span, quoted);
        }
        if let (Some("valid"), Kind::Seq(nodes)) = (key, &node.kind) {
            let values = nodes.iter().map(|node| self.sources.snippet(node.span));
            let all: Vec<String> = values.map(|value| format!("a = {value}")).collect();
            found = found.help(format!("for a field `a`, write `{}`", all.join(" or ")));
        }
        self.out.push(found);
    }
}

/// The value of a key; for a repeated key, the first value.
pub(super) fn get<'n>(node: &'n Node, key: &str) -> Option<&'n Node> {
    let Kind::Map(entries) = &node.kind else {
        return None;
    };
    let entry = entries.iter().find(|(k, _)| k.text() == Some(key));
    entry.map(|(_, value)| value)
}

fn fits(shape: &Shape, kind: &Kind) -> bool {
    match shape {
        Shape::Text | Shape::Summary | Shape::Set | Shape::Name | Shape::Version | Shape::Hex => {
            matches!(kind, Kind::Text(_))
        }
        Shape::Type
        | Shape::Integer
        | Shape::Number
        | Shape::TagType
        | Shape::PartType
        | Shape::Layout
        | Shape::Signature
        | Shape::Defaults
        | Shape::Test
        | Shape::OneOf(_) => {
            matches!(kind, Kind::Text(_))
        }
        Shape::Comparison | Shape::Transform => matches!(kind, Kind::Text(_)),
        Shape::Expression | Shape::Condition => matches!(kind, Kind::Text(_) | Kind::Int(_)),
        Shape::Int => matches!(kind, Kind::Int(_)),
        Shape::Natural => matches!(kind, Kind::Int(0..)),
        Shape::Tag | Shape::Tags => match kind {
            Kind::Int(_) => true,
            Kind::Text(text) => text.len() <= 255,
            _ => false,
        },
        Shape::Bool => matches!(kind, Kind::Bool(_)),
        Shape::Literal => match kind {
            Kind::Int(_) | Kind::Bool(_) | Kind::Text(_) => true,
            Kind::Seq(nodes) => nodes.is_empty(),
            _ => false,
        },
        Shape::List(_) | Shape::Map(_) | Shape::Facts | Shape::Entries(_) | Shape::Either(..) => {
            false
        }
    }
}

/// The indefinite article before a kind's name.
fn a(name: &str) -> String {
    let vowel = name.starts_with(['a', 'e', 'i', 'o']);
    format!("{} {name}", if vowel { "an" } else { "a" })
}
