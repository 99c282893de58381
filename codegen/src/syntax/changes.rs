//! The changes between two schemas, by items and keys.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::keys;
use super::node::{Kind, Node};
use super::read::parse;
use super::source_map::SourceMap;
use crate::ast::Span;

/// A difference of two schemas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The kind of the item, such as `op`.
    pub kind: &'static str,
    /// The name of the item; for a variant, after the name of its union.
    pub item: String,
    /// The keys and names that lead to the change, such as `fields.length.type`; empty for the item itself.
    pub path: String,
    /// The old source text, on one line; none for an addition.
    pub old: Option<String>,
    /// The new source text; none for a removal.
    pub new: Option<String>,
    /// The file and line, in the new schema if possible.
    pub place: String,
    /// The affected part.
    pub about: About,
}

/// The effect of a part of a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum About {
    /// Documentation.
    Documentation,
    /// The spelling of values in texts and listings.
    Text,
    /// Names and values in programs, and bytes.
    Values,
}

/// The items of a schema as YAML nodes.
struct Tree {
    sources: SourceMap,
    /// By kind, name, and index among items of the same name.
    items: BTreeMap<(&'static str, String, usize), Node>,
}

/// All changes from one schema to another. Both schemas must be valid.
///
/// # Errors
/// The message for a file that is not YAML.
pub fn changes(
    old: Vec<(PathBuf, String)>,
    new: Vec<(PathBuf, String)>,
) -> Result<Vec<Change>, String> {
    let (old, new) = (Tree::read(old)?, Tree::read(new)?);
    let mut found = Vec::new();
    for (key @ (kind, name, _), node) in &new.items {
        let mut cx = Cx { old: &old, new: &new, kind, item: name, found: &mut found };
        match old.items.get(key) {
            Some(before) => cx.node(before, node, &mut Vec::new(), About::Values),
            None => cx.change(&[], None, Some(node), About::Values),
        }
    }
    for (key @ (kind, name, _), node) in &old.items {
        if !new.items.contains_key(key) {
            let mut cx = Cx { old: &old, new: &new, kind, item: name, found: &mut found };
            cx.change(&[], Some(node), None, About::Values);
        }
    }
    Ok(found)
}

impl Tree {
    fn read(files: Vec<(PathBuf, String)>) -> Result<Self, String> {
        let mut sources = SourceMap::default();
        let mut items = BTreeMap::new();
        for (path, text) in files {
            let file = sources.add(path, text);
            let root = parse(file, &mut sources).map_err(|finding| finding.message)?;
            let Kind::Seq(nodes) = root.kind else { continue };
            for node in nodes {
                let Some((kind, name)) = item(&node) else { continue };
                let mut key = (kind, name, 0);
                while items.contains_key(&key) {
                    key.2 += 1;
                }
                items.insert(key, node);
            }
        }
        Ok(Tree { sources, items })
    }

    /// A value on one line.
    fn spelled(&self, node: &Node) -> String {
        let text = |node: &Node| {
            let words = self.sources.snippet(node.span).split_whitespace();
            words.collect::<Vec<_>>().join(" ")
        };
        match &node.kind {
            Kind::Map(entries) => {
                let entry =
                    |(key, value): &(Node, Node)| format!("{}: {}", text(key), self.spelled(value));
                format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
            }
            Kind::Seq(nodes) => {
                let nodes = nodes.iter().map(|node| self.spelled(node));
                format!("[{}]", nodes.collect::<Vec<_>>().join(", "))
            }
            _ => text(node),
        }
    }

    fn place(&self, span: Span) -> String {
        self.sources.line_in(std::path::Path::new(""), span)
    }
}

/// The kind and the name of an item.
fn item(node: &Node) -> Option<(&'static str, String)> {
    let Kind::Map(entries) = &node.kind else { return None };
    let (first, name) = entries.first()?;
    let kind = keys::item_kind(first.text()?)?.name;
    let of = entries.iter().find(|(key, _)| key.text() == Some("of"));
    let name = name.text()?;
    match of.and_then(|(_, union)| union.text()) {
        Some(union) if kind == "variant" => Some((kind, format!("{union}.{name}"))),
        _ => Some((kind, name.to_owned())),
    }
}

struct Cx<'c> {
    old: &'c Tree,
    new: &'c Tree,
    kind: &'static str,
    item: &'c str,
    found: &'c mut Vec<Change>,
}

impl Cx<'_> {
    fn change(&mut self, path: &[String], old: Option<&Node>, new: Option<&Node>, about: About) {
        let place = match (old, new) {
            (_, Some(node)) => self.new.place(node.span),
            (Some(node), None) => self.old.place(node.span),
            (None, None) => String::new(),
        };
        self.found.push(Change {
            kind: self.kind,
            item: self.item.to_owned(),
            path: path.join("."),
            old: old.map(|node| self.old.spelled(node)),
            new: new.map(|node| self.new.spelled(node)),
            place,
            about,
        });
    }

    fn node(&mut self, old: &Node, new: &Node, path: &mut Vec<String>, about: About) {
        match (&old.kind, &new.kind) {
            (Kind::Map(before), Kind::Map(after)) => {
                let key = |entry: &(Node, Node)| entry.0.text().unwrap_or_default().to_owned();
                let of = |entries: &[(Node, Node)]| -> Vec<(String, Node)> {
                    entries.iter().map(|entry| (key(entry), entry.1.clone())).collect()
                };
                self.named(&of(before), &of(after), path, about, true);
            }
            (Kind::Seq(before), Kind::Seq(after)) => match (names(before), names(after)) {
                (Some(old_names), Some(new_names)) => {
                    let pair = |names: Vec<String>, nodes: &[Node]| -> Vec<(String, Node)> {
                        names.into_iter().zip(nodes.iter().cloned()).collect()
                    };
                    let order = |names: &[String], others: &[String]| -> Vec<String> {
                        names.iter().filter(|name| others.contains(name)).cloned().collect()
                    };
                    if order(&old_names, &new_names) != order(&new_names, &old_names) {
                        path.push("order".to_owned());
                        let place = self.new.place(new.span);
                        self.found.push(Change {
                            kind: self.kind,
                            item: self.item.to_owned(),
                            path: path.join("."),
                            old: Some(order(&old_names, &new_names).join(", ")),
                            new: Some(order(&new_names, &old_names).join(", ")),
                            place,
                            about,
                        });
                        path.pop();
                    }
                    self.named(
                        &pair(old_names, before),
                        &pair(new_names, after),
                        path,
                        about,
                        false,
                    );
                }
                _ if same(old, new) => {}
                _ => self.change(path, Some(old), Some(new), about),
            },
            _ if same(old, new) => {}
            _ => self.change(path, Some(old), Some(new), about),
        }
    }

    /// Named parts: keys of a mapping, or elements of a list.
    fn named(
        &mut self,
        old: &[(String, Node)],
        new: &[(String, Node)],
        path: &mut Vec<String>,
        about: About,
        are_keys: bool,
    ) {
        let of = |name: &str| if are_keys { about_key(name, about) } else { about };
        for (name, node) in new {
            path.push(name.clone());
            match old.iter().find(|(other, _)| other == name) {
                Some((_, before)) => self.node(before, node, path, of(name)),
                None => self.change(path, None, Some(node), of(name)),
            }
            path.pop();
        }
        for (name, node) in old {
            if !new.iter().any(|(other, _)| other == name) {
                path.push(name.clone());
                self.change(path, Some(node), None, of(name));
                path.pop();
            }
        }
    }
}

/// The effect of a key, given that of its parent.
fn about_key(key: &str, around: About) -> About {
    let own = match key {
        "summary" | "doc" | "source" | "examples" | "title" => About::Documentation,
        "text" | "label" | "spelling" | "short" | "reads_as" | "listed_only" => About::Text,
        _ => About::Values,
    };
    own.min(around)
}

/// The names of the elements of a list, if all are different.
fn names(nodes: &[Node]) -> Option<Vec<String>> {
    let mut found = Vec::new();
    for node in nodes {
        let Kind::Map(entries) = &node.kind else { return None };
        let head = |key: &str| entries.iter().find(|(known, _)| known.text() == Some(key));
        let (_, name) = ["name", "version", "value", "number"].iter().find_map(|key| head(key))?;
        let name = match &name.kind {
            Kind::Text(text) => text.clone(),
            Kind::Int(number) => number.to_string(),
            _ => return None,
        };
        if found.contains(&name) {
            return None;
        }
        found.push(name);
    }
    Some(found)
}

/// Whether two nodes are equal apart from their places.
fn same(old: &Node, new: &Node) -> bool {
    match (&old.kind, &new.kind) {
        (Kind::Null, Kind::Null) => true,
        (Kind::Bool(a), Kind::Bool(b)) => a == b,
        (Kind::Int(a), Kind::Int(b)) => a == b,
        (Kind::Text(a), Kind::Text(b)) => a == b,
        (Kind::Seq(a), Kind::Seq(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Kind::Map(a), Kind::Map(b)) => {
            let mut pairs = a.iter().zip(b);
            a.len() == b.len() && pairs.all(|(a, b)| same(&a.0, &b.0) && same(&a.1, &b.1))
        }
        _ => false,
    }
}
