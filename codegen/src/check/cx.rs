//! The shared context of all rules: the order of the versions, and the item of each name.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use crate::ast::{
    Codec, Common, Enum, Field, Op, Port, Record, Schema, Section, Span, Spanned, Table, TypeArg,
    TypeExpr, Union, Variant, before,
};
use crate::builtin::BUILTIN;
use crate::diagnostics::Diagnostics;
use crate::integer::Integer;
use crate::run_only::RunOnly;

/// The records and unions that extend to the end of their enclosing bytes, and those that can take no byte.
#[derive(Default)]
pub(super) struct Extents {
    pub(super) open: HashSet<String>,
    /// For each record, the versions (by position) in which it can take no byte.
    pub(super) empty: HashMap<String, Vec<bool>>,
}

/// A schema with indices of its names and versions.
pub(super) struct Cx<'a> {
    pub(super) schema: &'a Schema,
    versions: Vec<&'a str>,
    order: HashMap<&'a str, usize>,
    /// The releases of dialects, and under no name those of the format's producer.
    releases: HashMap<Option<&'a str>, Vec<&'a str>>,
    types: HashMap<&'a str, Named<'a>>,
    pub(super) tables: HashMap<&'a str, &'a Table>,
    /// The variants by their union.
    variants: HashMap<&'a str, Vec<&'a Variant>>,
    unions: HashMap<&'a str, &'a Union>,
    pub(super) extents: OnceCell<Extents>,
    /// Sets of types by the names of their constraints.
    sets: HashMap<&'a str, &'a str>,
    /// The items for which no Rust is generated.
    pub(super) run_only: RunOnly<'a>,
}

/// The item of a type's name.
#[derive(Clone, Copy)]
pub(super) enum Named<'a> {
    Codec(&'a Codec),
    Enum(&'a Enum),
    Record(&'a Record),
    Union(&'a Union),
}

/// Versions from the first to the last, inclusive, by position in the format's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gate {
    pub(super) from: usize,
    pub(super) to: usize,
}

impl Gate {
    pub(super) fn overlaps(self, other: Gate) -> bool {
        !self.and(other).is_empty()
    }

    pub(super) fn covers(self, other: Gate) -> bool {
        other.is_empty() || (self.from <= other.from && other.to <= self.to)
    }

    pub(super) fn and(self, other: Gate) -> Gate {
        Gate { from: self.from.max(other.from), to: self.to.min(other.to) }
    }

    pub(super) fn is_empty(self) -> bool {
        self.from > self.to
    }

    pub(super) fn has(self, version: usize) -> bool {
        self.from <= version && version <= self.to
    }
}

/// An item with fields.
#[derive(Clone, Copy)]
pub(super) struct Owner<'a> {
    pub(super) common: &'a Common,
    pub(super) fields: &'a [Field],
    pub(super) op: Option<&'a Op>,
    /// For a variant, its union.
    pub(super) union: Option<&'a Union>,
    /// It is a section.
    pub(super) is_section: bool,
    /// No Rust is generated for it.
    pub(super) run_only: bool,
    /// The fields of the record that it begins with.
    pub(super) before: &'a [Field],
}

impl<'a> Owner<'a> {
    /// The fields before the one at a position.
    pub(super) fn earlier(&self, at: usize) -> impl Iterator<Item = &'a Field> + use<'a> {
        self.before.iter().chain(self.fields.iter().take(at))
    }

    /// All fields in wire order.
    pub(super) fn all(&self) -> impl Iterator<Item = &'a Field> + use<'a> {
        self.earlier(self.fields.len())
    }
}

/// Anything with a name and documentation.
pub(super) struct Thing<'a> {
    /// `op`, `field`, `member`, ...
    pub(super) kind: &'static str,
    pub(super) common: &'a Common,
    /// The item that it is a part of.
    pub(super) owner: Option<&'a Common>,
}

impl<'a> Cx<'a> {
    pub(super) fn new(schema: &'a Schema) -> Self {
        let versions: Vec<&str> = schema
            .formats
            .iter()
            .flat_map(|format| &format.versions)
            .map(|version| version.name.value.as_str())
            .collect();
        let mut order = HashMap::new();
        for (at, version) in versions.iter().enumerate() {
            order.entry(*version).or_insert(at);
        }
        let mut types = HashMap::new();
        let mut add = |name: &'a Common, named| {
            types.entry(name.name.value.as_str()).or_insert(named);
        };
        for item in &schema.codecs {
            add(&item.common, Named::Codec(item));
        }
        for item in &schema.enums {
            add(&item.common, Named::Enum(item));
        }
        for item in &schema.records {
            add(&item.common, Named::Record(item));
        }
        for item in &schema.unions {
            add(&item.common, Named::Union(item));
        }
        let tables = schema.tables.iter();
        let tables = tables.map(|table| (table.common.name.value.as_str(), table));
        let mut releases: HashMap<_, Vec<&str>> = HashMap::new();
        let formats = schema.formats.iter().map(|format| (None, &format.releases));
        let dialects = schema.dialects.iter();
        let dialects = dialects.map(|item| (Some(item.common.name.value.as_str()), &item.releases));
        for (dialect, declared) in formats.chain(dialects) {
            let names = declared.iter().flat_map(|releases| &releases.names);
            if declared.is_some() {
                releases.entry(dialect).or_default().extend(names.map(|name| name.value.as_str()));
            }
        }
        let mut variants: HashMap<&str, Vec<&Variant>> = HashMap::new();
        for variant in &schema.variants {
            let of = variant.of.as_ref().map(|of| of.value.as_str());
            variants.entry(of.unwrap_or_default()).or_default().push(variant);
        }
        let unions =
            schema.unions.iter().rev().map(|u| (u.common.name.value.as_str(), u)).collect();
        let tables = tables.collect();
        let extents = OnceCell::new();
        let sets = schema.constraints.iter().rev().filter_map(|constraint| {
            Some((constraint.common.name.value.as_str(), constraint.is.as_ref()?.value.as_str()))
        });
        let sets = sets.collect();
        let run_only = RunOnly::of(schema);
        Cx {
            schema,
            versions,
            order,
            releases,
            types,
            tables,
            variants,
            unions,
            extents,
            sets,
            run_only,
        }
    }

    /// The set of types of a port, which can be named by a constraint.
    pub(super) fn set_of(&self, port: &'a Port) -> Option<&'a str> {
        let name = port.ty.as_ref()?.value.as_str();
        Some(self.sets.get(name).copied().unwrap_or(name))
    }

    /// Whether the dialect of an item has releases of its own.
    pub(super) fn has_own_releases(&self, common: &Common) -> bool {
        let dialect = common.dialect.as_ref();
        dialect.is_some_and(|dialect| self.releases.contains_key(&Some(dialect.value.as_str())))
    }

    /// The names of the declared releases on the axis of an item, in order: those of its dialect, or of the format's producer.
    pub(super) fn releases<'s>(&'s self, common: &Common) -> &'s [&'a str] {
        let dialect = common.dialect.as_ref().filter(|_| self.has_own_releases(common));
        let wanted = dialect.map(|dialect| dialect.value.as_str());
        let found = self.releases.iter().find(|(dialect, _)| **dialect == wanted);
        found.map_or(&[], |(_, names)| names.as_slice())
    }

    /// The position of a declared release on the axis of an item.
    pub(super) fn release(&self, common: &Common, name: &Spanned<String>) -> Option<usize> {
        self.releases(common).iter().position(|release| *release == name.value)
    }

    /// The releases of an item, by position in the list of its axis.
    pub(super) fn release_gate(&self, common: &Common) -> Gate {
        let position = |name: &Option<Spanned<String>>| {
            name.as_ref().and_then(|name| self.release(common, name))
        };
        Gate {
            from: position(&common.since_release).unwrap_or(0),
            to: position(&common.until_release).unwrap_or(usize::MAX),
        }
    }

    /// The position of a declared version.
    pub(super) fn version(&self, name: &Spanned<String>) -> Option<usize> {
        self.order.get(name.value.as_str()).copied()
    }

    /// The names of the declared versions, in order.
    pub(super) fn versions(&self) -> &[&'a str] {
        &self.versions
    }

    /// Every version.
    pub(super) fn always(&self) -> Gate {
        Gate { from: 0, to: self.versions.len().saturating_sub(1) }
    }

    /// The versions between two bounds; an undeclared version is no bound.
    pub(super) fn between(
        &self,
        since: Option<&Spanned<String>>,
        until: Option<&Spanned<String>>,
    ) -> Gate {
        let always = self.always();
        Gate {
            from: since.and_then(|v| self.version(v)).unwrap_or(always.from),
            to: until.and_then(|v| self.version(v)).unwrap_or(always.to),
        }
    }

    /// The versions of an item.
    pub(super) fn gate(&self, common: &Common) -> Gate {
        self.between(common.since.as_ref(), common.until.as_ref())
    }

    /// The versions of an owner that have a part.
    pub(super) fn gate_in(&self, owner: &Common, part: &Common) -> Gate {
        self.gate(owner).and(self.gate(part))
    }

    /// The versions of a gate, in words.
    pub(super) fn words(&self, gate: Gate) -> String {
        let name = |at: usize| self.versions.get(at).copied().unwrap_or("?");
        let (from, to) = (name(gate.from), name(gate.to));
        match before::later(to) {
            Some(later) if gate.from == 0 => format!("before {later}"),
            Some(later) => format!("{from} or later, before {later}"),
            None if gate.from == gate.to => from.to_owned(),
            None => format!("{from} to {to}"),
        }
    }

    /// The item of a type's name.
    pub(super) fn named(&self, name: &str) -> Option<Named<'a>> {
        self.types.get(name).copied().filter(|_| !name.is_empty())
    }

    /// The names of the declared types.
    pub(super) fn type_names(&self) -> impl Iterator<Item = &'a str> {
        self.types.keys().copied()
    }

    /// The variants of a union.
    pub(super) fn variants<'u>(
        &self,
        union: &'u Union,
    ) -> impl Iterator<Item = &'a Variant> + use<'a, 'u> {
        let variants = self.variants.get(union.common.name.value.as_str());
        let found: Vec<&'a Variant> = variants.cloned().unwrap_or_default();
        found.into_iter()
    }

    /// The union of a variant.
    pub(super) fn union_of(&self, variant: &Variant) -> Option<&'a Union> {
        let of = variant.of.as_ref()?;
        self.unions.get(of.value.as_str()).copied()
    }

    /// The fields of the record that a record begins with.
    pub(super) fn prefix(&self, record: &Record) -> &'a [Field] {
        let name = record.begins_with.as_ref().map(|name| name.value.as_str());
        match name.and_then(|name| self.named(name)) {
            Some(Named::Record(record)) => &record.fields,
            _ => &[],
        }
    }

    /// Whether a field needs a feature that generated Rust does not support.
    pub(super) fn is_run(&self, field: &Field) -> bool {
        self.run_only.what(field).is_some()
    }

    /// All items with fields.
    pub(super) fn owners(&self) -> impl Iterator<Item = Owner<'a>> {
        fn owner<'a>(common: &'a Common, fields: &'a [Field]) -> Owner<'a> {
            let (is_section, run_only) = (false, false);
            Owner { common, fields, op: None, union: None, is_section, run_only, before: &[] }
        }
        let schema = self.schema;
        let records = schema.records.iter();
        let records = records.map(|item: &Record| Owner {
            run_only: self.run_only.has(&item.common.name.value),
            before: self.prefix(item),
            ..owner(&item.common, &item.fields)
        });
        let variants = schema.variants.iter();
        let variants = variants.map(|item| Owner {
            union: self.union_of(item),
            run_only: self.run_only.has_variant(item),
            ..owner(&item.common, &item.fields)
        });
        let sections = schema.sections.iter();
        let sections = sections
            .map(|item: &Section| Owner { is_section: true, ..owner(&item.common, &item.fields) });
        let ops =
            schema.ops.iter().map(|op| Owner { op: Some(op), ..owner(&op.common, &op.attributes) });
        records.chain(variants).chain(sections).chain(ops)
    }

    /// The record or variant with a name.
    pub(super) fn owner(&self, name: &str) -> Option<Owner<'a>> {
        let is_item = |owner: &Owner<'_>| !owner.is_section && owner.op.is_none();
        self.owners().find(|owner| is_item(owner) && owner.common.name.value == name)
    }

    /// The record that is the type of a field of an item.
    pub(super) fn record_of(&self, owner: &Owner<'a>, field: &str) -> Option<Owner<'a>> {
        let of = owner.all().find(|of| of.common.name.value == field)?;
        match self.named(&of.ty.name)? {
            Named::Record(record) if of.run().count.is_none() && of.run().transform.is_none() => {
                self.owner(&record.common.name.value)
            }
            _ => None,
        }
    }

    /// The type of the number of a type: that of an enum is its `wire`.
    pub(super) fn number_of<'t>(&self, ty: &'t TypeExpr) -> Option<&'t TypeExpr>
    where
        'a: 't,
    {
        match self.named(&ty.name) {
            Some(Named::Enum(of)) => of.wire.as_ref(),
            _ => Some(ty),
        }
    }

    /// The record that is the type of each element of a field of an item.
    pub(super) fn element_of(&self, owner: &Owner<'a>, field: &str) -> Option<Owner<'a>> {
        let of = owner.all().find(|of| of.common.name.value == field)?;
        match self.named(&of.element()?.name)? {
            Named::Record(record) if of.run().transform.is_none() => {
                self.owner(&record.common.name.value)
            }
            _ => None,
        }
    }

    /// All items and parts with a name.
    pub(super) fn things(&self) -> Vec<Thing<'a>> {
        let mut things = Vec::new();
        let schema = self.schema;
        let mut item = |kind, common| {
            things.push(Thing { kind, common, owner: None });
        };
        schema.formats.iter().for_each(|i| item("format", &i.common));
        schema.tables.iter().for_each(|i| item("table", &i.common));
        schema.codecs.iter().for_each(|i| item("codec", &i.common));
        schema.enums.iter().for_each(|i| item("enum", &i.common));
        schema.records.iter().for_each(|i| item("record", &i.common));
        schema.unions.iter().for_each(|i| item("union", &i.common));
        schema.sections.iter().for_each(|i| item("section", &i.common));
        schema.groups.iter().for_each(|i| item("group", &i.common));
        schema.constraints.iter().for_each(|i| item("constraint", &i.common));
        schema.ops.iter().for_each(|i| item("op", &i.common));
        schema.properties.iter().for_each(|i| item("dialect", &i.common));
        schema.signatures.iter().for_each(|i| item("dialect", &i.common));
        schema.defaults.iter().for_each(|i| item("dialect", &i.common));
        schema.dialects.iter().for_each(|i| item("dialect", &i.common));
        schema.constants.iter().for_each(|i| item("constant", &i.common));
        schema.conversions.iter().for_each(|i| item("dialect", &i.common));
        let mut part = |kind, owner, common| {
            things.push(Thing { kind, common, owner: Some(owner) });
        };
        for format in &schema.formats {
            format.versions.iter().for_each(|v| part("version", &format.common, v));
            format.features.iter().for_each(|f| part("feature", &format.common, f));
        }
        for item in &schema.enums {
            item.members.iter().for_each(|m| part("member", &item.common, &m.common));
        }
        for variant in &schema.variants {
            let owner = self.union_of(variant).map(|union| &union.common);
            things.push(Thing { kind: "variant", common: &variant.common, owner });
        }
        let mut part = |kind, owner, common| {
            things.push(Thing { kind, common, owner: Some(owner) });
        };
        for owner in self.owners() {
            let kind = if owner.op.is_some() { "attribute" } else { "field" };
            owner.fields.iter().for_each(|f| part(kind, owner.common, &f.common));
        }
        for op in &schema.ops {
            op.results.iter().for_each(|p| part("result", &op.common, &p.common));
            op.operands.iter().for_each(|p| part("operand", &op.common, &p.common));
            op.regions.iter().for_each(|r| part("region", &op.common, &r.common));
        }
        things
    }

    /// All type expressions.
    pub(super) fn type_exprs(&self) -> Vec<&'a TypeExpr> {
        let mut types = Vec::new();
        for format in &self.schema.formats {
            types.extend(format.operations.iter().map(|ops| &ops.opcode));
        }
        types.extend(self.schema.enums.iter().filter_map(|item| item.wire.as_ref()));
        types.extend(self.schema.unions.iter().filter_map(|item| item.tag.as_ref()));
        for owner in self.owners() {
            types.extend(owner.fields.iter().map(|field| &field.ty));
        }
        types
    }

    /// Some position in the schema, for findings about missing items.
    pub(super) fn anywhere(&self) -> Option<Span> {
        self.things().iter().map(|thing| thing.common.name.span).min()
    }
}

/// Calls `visit` for a type and every type inside it, the outermost first.
pub(super) fn walk<'t>(ty: &'t TypeExpr, visit: &mut dyn FnMut(&'t TypeExpr)) {
    visit(ty);
    for arg in &ty.args {
        if let TypeArg::Type(inner) = arg {
            walk(inner, visit);
        }
    }
}

/// Whether a type, or a type inside it, has a name.
pub(super) fn mentions(ty: &TypeExpr, name: &str) -> bool {
    let mut found = false;
    walk(ty, &mut |ty| found |= ty.name == name);
    found
}

/// The type argument at a position.
pub(super) fn type_arg(ty: &TypeExpr, at: usize) -> Option<&TypeExpr> {
    match ty.args.get(at)? {
        TypeArg::Type(ty) => Some(ty),
        TypeArg::Number(_) => None,
    }
}

/// Whether a type is a list whose elements are read in order.
pub(super) fn is_list(ty: &TypeExpr) -> bool {
    matches!(ty.name.as_str(), "list" | "aligned_list" | "rest" | "repeat" | "balanced")
}

/// The heads of built-in types.
pub(super) fn builtin<'a>() -> impl Iterator<Item = &'a str> {
    BUILTIN.iter().map(|ty| ty.name)
}

/// Whether a word is the head of a built-in type.
pub(super) fn is_builtin(name: &str) -> bool {
    builtin().any(|known| known == name)
}

/// The numbers that an integer type holds, smallest and largest; `None` for other types.
pub(super) fn integer_range(ty: &TypeExpr) -> Option<(i128, i128)> {
    Integer::of(ty)?.range()
}

/// Whether a value of a type can be none, as its number states.
pub(super) fn may_be_none(ty: &TypeExpr) -> bool {
    matches!(ty.name.as_str(), "optional_ref" | "flagged" | "shifted")
}

/// The width in bytes of a type of fixed width.
pub(super) fn fixed_width(ty: &TypeExpr) -> Option<u32> {
    match ty.name.as_str() {
        "bool" => Some(1),
        _ => Integer::of(ty)?.bytes(),
    }
}

/// Whether a name is declared; a finding if it is not.
pub(super) fn known<'n>(
    rule: &'static str,
    name: Option<&Spanned<String>>,
    what: &str,
    names: impl Iterator<Item = &'n str>,
    out: &mut Diagnostics,
) -> bool {
    let Some(name) = name else { return true };
    let mut others = Vec::new();
    for known in names {
        if known == name.value {
            return true;
        }
        others.push(known);
    }
    others.sort_unstable();
    out.found(rule, format!("no {what} is named `{}`", name.value))
        .at(name.span, format!("unknown {what}"))
        .suggest(&name.value, others);
    false
}

/// A type, as it is written.
pub(super) fn show(ty: &TypeExpr) -> String {
    let mut text = ty.name.clone();
    if !ty.args.is_empty() {
        let args: Vec<_> = ty
            .args
            .iter()
            .map(|arg| match arg {
                TypeArg::Type(ty) => show(ty),
                TypeArg::Number(n) => n.to_string(),
            })
            .collect();
        text += &format!("<{}>", args.join(", "));
    }
    if !ty.arguments.is_empty() {
        text += &format!("({})", ty.spelled_arguments().collect::<Vec<_>>().join(", "));
    }
    text
}
