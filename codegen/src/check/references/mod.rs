//! The reference of each name in a schema, resolved as the rules resolve names; for editors.

mod parts;

use std::collections::HashMap;
use std::ops::Range;

use super::cx::{Cx, Named, Owner, type_arg, walk};
use crate::ast::{Common, Expression, Field, Literal, Schema, Span, Spanned, TypeExpr};

/// A declared name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// `op`, `field`, `member`, `version`, ...
    pub kind: &'static str,
    /// The name, and its position.
    pub name: Spanned<String>,
    /// One line about it.
    pub summary: Option<String>,
    /// The files that contain it, if not all do.
    pub bounds: Option<String>,
    /// For a part, the index of its item among the declared names.
    pub owner: Option<usize>,
}

/// A position where a name is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// The value that contains the name.
    pub span: Span,
    /// If the name is only a part of the value: the text of the value, and the byte range of the name in it.
    pub part: Option<(String, Range<usize>)>,
    /// The name as it is written.
    pub name: String,
    /// The index of the name among the declared ones.
    pub declared: usize,
}

/// All names of a schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct References {
    /// The declared names.
    pub declared: Vec<Declared>,
    /// The uses of names. An undeclared name has no use.
    pub uses: Vec<Use>,
}

/// Resolves each name of a schema.
pub fn references(schema: &Schema) -> References {
    let cx = Cx::new(schema);
    let mut out = Collect::new(&cx);
    out.types();
    out.fields();
    out.version_sources();
    out.operations();
    out.sections();
    out.dialects();
    out.found
}

/// The files that contain an item, in words.
fn bounds(common: &Common) -> Option<String> {
    let words = [
        ("since version", &common.since),
        ("until version", &common.until),
        ("since release", &common.since_release),
        ("until release", &common.until_release),
        ("with feature", &common.feature),
    ];
    let limits =
        words.iter().filter_map(|(word, of)| Some(format!("{word} {}", of.as_ref()?.value)));
    let limits: Vec<String> = limits.collect();
    (!limits.is_empty()).then(|| format!("Only {}", limits.join(", ")))
}

/// A namespace: the index of each name.
type Space<'a> = HashMap<&'a str, usize>;

/// Collects declared names, and then their uses.
struct Collect<'c, 'a> {
    cx: &'c Cx<'a>,
    found: References,
    /// The declared names by position.
    by_span: HashMap<Span, usize>,
    /// The items by kind and name: names are unique within a kind.
    by_name: HashMap<&'static str, Space<'a>>,
    /// The parts by their item.
    parts: HashMap<usize, Space<'a>>,
    /// The releases by dialect, none for the producer.
    releases: HashMap<Option<&'a str>, Space<'a>>,
    /// Entries of unions of dialects, and their traits.
    kinds: Space<'a>,
}

impl<'c, 'a> Collect<'c, 'a> {
    fn new(cx: &'c Cx<'a>) -> Self {
        let mut out = Collect {
            cx,
            found: References::default(),
            by_span: HashMap::new(),
            by_name: HashMap::new(),
            parts: HashMap::new(),
            releases: HashMap::new(),
            kinds: HashMap::new(),
        };
        let things = cx.things();
        let mut dialects: Vec<&'a Common> = Vec::new();
        for thing in things.iter().filter(|thing| !thing.common.name.value.is_empty()) {
            // The data of operations is named by its dialect, and declares no dialect.
            if thing.kind == "dialect" {
                dialects.push(thing.common);
                continue;
            }
            out.declare(thing.kind, &thing.common.name, Some(thing.common), thing.owner);
        }
        let declared = cx.schema.dialects.iter().map(|item| &item.common);
        declared.for_each(|common| out.declare("dialect", &common.name, Some(common), None));
        for common in dialects {
            if !out.by_span.contains_key(&common.name.span) {
                out.name("dialect", Some(&common.name));
            }
        }
        out.declare_releases();
        out.declare_traits();
        out
    }

    fn declare(
        &mut self,
        kind: &'static str,
        name: &'a Spanned<String>,
        common: Option<&'a Common>,
        owner: Option<&Common>,
    ) {
        let at = self.found.declared.len();
        let owner = owner.and_then(|owner| self.by_span.get(&owner.name.span).copied());
        let summary = common.and_then(|common| Some(common.summary.as_ref()?.value.clone()));
        let bounds = common.and_then(bounds);
        self.found.declared.push(Declared { kind, name: name.clone(), summary, bounds, owner });
        self.by_span.insert(name.span, at);
        let names = match owner {
            Some(owner) if kind != "variant" => self.parts.entry(owner).or_default(),
            _ => self.by_name.entry(kind).or_default(),
        };
        names.entry(name.value.as_str()).or_insert(at);
    }

    fn declare_releases(&mut self) {
        let schema = self.cx.schema;
        let formats = schema.formats.iter().map(|item| (None, &item.common, &item.releases));
        let dialects = schema
            .dialects
            .iter()
            .map(|item| (Some(item.common.name.value.as_str()), &item.common, &item.releases));
        for (dialect, owner, releases) in formats.chain(dialects) {
            for name in releases.iter().flat_map(|releases| &releases.names) {
                let at = self.found.declared.len();
                self.declare("release", name, None, Some(owner));
                self.releases.entry(dialect).or_default().entry(&name.value).or_insert(at);
            }
        }
    }

    fn declare_traits(&mut self) {
        let schema = self.cx.schema;
        for union in &schema.unions {
            for name in &union.traits {
                self.declare("trait", name, None, Some(&union.common));
                if let Some(at) = self.by_span.get(&name.span) {
                    self.kinds.entry(&name.value).or_insert(*at);
                }
            }
        }
        for variant in &schema.variants {
            let is_entry = self.cx.union_of(variant);
            if is_entry.is_some_and(|of| of.entries.is_some() || of.text_of.is_some())
                && let Some(at) = self.by_span.get(&variant.common.name.span)
            {
                self.kinds.entry(&variant.common.name.value).or_insert(*at);
            }
        }
    }

    /// Notes a whole value that names an item of a kind.
    fn name(&mut self, kind: &'static str, name: Option<&Spanned<String>>) {
        let Some(name) = name else { return };
        let declared = self.by_name.get(kind).and_then(|names| names.get(name.value.as_str()));
        self.push(declared.copied(), name);
    }

    /// Notes a whole value that names something, if it is declared.
    fn push(&mut self, declared: Option<usize>, name: &Spanned<String>) {
        let Some(declared) = declared else { return };
        let name_of = name.value.clone();
        self.found.uses.push(Use { span: name.span, part: None, name: name_of, declared });
    }

    /// Notes a part of a value that names something, if it is declared.
    fn push_part(&mut self, declared: Option<usize>, value: &Spanned<String>, at: Range<usize>) {
        let Some(declared) = declared else { return };
        let name = value.value[at.clone()].to_owned();
        let part = Some((value.value.clone(), at));
        self.found.uses.push(Use { span: value.span, part, name, declared });
    }

    /// A part of an item.
    fn part(&self, owner: &Common, name: &str) -> Option<usize> {
        let owner = self.by_span.get(&owner.name.span)?;
        self.parts.get(owner)?.get(name).copied()
    }

    /// The item of a type's name.
    fn type_item(&self, name: &str) -> Option<usize> {
        let common = match self.cx.named(name)? {
            Named::Codec(item) => &item.common,
            Named::Enum(item) => &item.common,
            Named::Record(item) => &item.common,
            Named::Union(item) => &item.common,
        };
        self.by_span.get(&common.name.span).copied()
    }

    /// Notes the names in a type; `owner` has the fields that the type can refer to.
    fn type_expr(&mut self, ty: &'a TypeExpr, owner: Option<&Owner<'_>>) {
        let mut uses = Vec::new();
        let mut tables = Vec::new();
        let mut counts = Vec::new();
        walk(ty, &mut |inner| {
            if matches!(inner.name.as_str(), "ref" | "optional_ref" | "entry") {
                tables.extend(type_arg(inner, 0).map(|arg| arg.span));
            }
            if inner.name == "repeat" {
                counts.extend(type_arg(inner, 1).map(|arg| arg.span));
            }
            uses.push(inner);
        });
        for inner in uses {
            let table = self.by_name.get("table").and_then(|names| names.get(inner.name.as_str()));
            let declared = match (tables.contains(&inner.span), counts.contains(&inner.span)) {
                (true, _) => table.copied(),
                (_, true) => owner.and_then(|owner| self.part_of(owner, &inner.name)),
                _ => self.type_item(&inner.name),
            };
            let name = Spanned::new(inner.name.clone(), inner.span);
            self.push(declared, &name);
            // The arguments of a record are among the expressions of the field.
            let is_record = matches!(self.cx.named(&inner.name), Some(Named::Record(_)));
            for argument in inner.arguments.iter().filter(|_| !is_record) {
                match argument {
                    Expression::Around(place) => self.place(place),
                    Expression::Field(field) => {
                        let declared = owner.and_then(|owner| self.part_of(owner, &field.value));
                        self.push(declared, field);
                    }
                    _ => {}
                }
            }
        }
    }

    fn types(&mut self) {
        let schema = self.cx.schema;
        for operations in schema.formats.iter().filter_map(|format| format.operations.as_ref()) {
            self.type_expr(&operations.opcode, None);
            self.name("table", Some(&operations.types));
            if let Some(body) = &operations.body {
                self.dotted(body, "record");
            }
        }
        for ty in schema.enums.iter().filter_map(|item| item.wire.as_ref()) {
            self.type_expr(ty, None);
        }
        for union in &schema.unions {
            if let Some(ty) = &union.tag {
                self.type_expr(ty, None);
            }
            self.name("table", union.entries.as_ref());
            self.name("dialect", union.text_of.as_ref());
        }
        for variant in &schema.variants {
            self.name("union", variant.of.as_ref());
            for member in variant.tags.iter().filter_map(|tag| tag.member.as_ref()) {
                self.member_of(member);
            }
            let union = self.cx.union_of(variant);
            if let (Some(union), Some(other)) = (union, &variant.reads_as) {
                let mut others = self.cx.variants(union);
                let found = others.find(|found| found.common.name.value == other.value);
                let declared =
                    found.and_then(|found| self.by_span.get(&found.common.name.span).copied());
                self.push(declared, other);
            }
            for (name, _) in &variant.traits {
                let declared = union.and_then(|union| self.part(&union.common, &name.value));
                self.push(declared, name);
            }
            if let Some(text) = &variant.text {
                self.template(text, &variant.common, &variant.fields);
            }
        }
    }

    /// `item.field`.
    fn dotted(&mut self, value: &Spanned<String>, kind: &'static str) {
        let Some((item, field)) = value.value.split_once('.') else { return };
        let item = self.by_name.get(kind).and_then(|names| names.get(item)).copied();
        let Some(at) = item else { return };
        let end = value.value.len() - field.len() - 1;
        self.push_part(Some(at), value, 0..end);
        let field = self.parts.get(&at).and_then(|names| names.get(field)).copied();
        self.push_part(field, value, end + 1..value.value.len());
    }

    fn fields(&mut self) {
        let prefix = self.cx.schema.records.iter().filter_map(|record| record.begins_with.as_ref());
        prefix.for_each(|name| self.name("record", Some(name)));
        for owner in self.cx.owners() {
            for field in owner.fields {
                self.type_expr(&field.ty, Some(&owner));
                self.name("table", field.table.as_ref());
                self.name("enum", field.names.as_ref());
                for kind in &field.kinds {
                    self.push(self.kinds.get(kind.value.as_str()).copied(), kind);
                }
                if let Some(Spanned { value: Literal::Text(member), span }) = &field.default {
                    let value = Spanned::new(member.clone(), *span);
                    match member.strip_prefix("false*") {
                        Some(list) => {
                            let declared = self.part(owner.common, list);
                            self.push_part(declared, &value, "false*".len()..member.len());
                        }
                        None => self.push(self.member(field, member), &value),
                    }
                }
                self.presence(&owner, field);
                self.run_only(&owner, field);
            }
        }
    }

    /// A member of the enum of a field.
    fn member(&self, field: &Field, name: &str) -> Option<usize> {
        match self.cx.named(&field.ty.name)? {
            Named::Enum(item) => self.part(&item.common, name),
            _ => None,
        }
    }
}
