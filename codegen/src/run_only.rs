//! Run-only items: records, variants and unions with keys or types that generated code does not support, and items that contain
//! such items. Executors run them; Rust is generated for them only in the types of whole files: of those that are one record, and of those with
//! sections whose contents are records.

use crate::ast::{Common, Field, Record, Schema, TypeArg, TypeExpr, Union, Variant};
use crate::builtin::RUN_ONLY;
use std::collections::{HashMap, HashSet};
use std::fmt;

/// The run-only records and unions of a schema, each with a reason.
#[derive(Debug, Default)]
pub struct RunOnly<'a> {
    /// Enums of numbers, and unions with tags, whose byte order depends on the file.
    ordered: HashSet<&'a str>,
    items: HashMap<&'a str, Why<'a>>,
}

/// The reason why an item is run only.
#[derive(Clone, Copy, Debug)]
pub struct Why<'a> {
    /// The variant that is the reason, in a union.
    pub variant: Option<&'a Common>,
    /// The field that is the reason.
    pub field: Option<&'a Common>,
    /// The unsupported part.
    pub what: What<'a>,
}

/// A part that generated Rust does not support.
#[derive(Clone, Copy, Debug)]
pub enum What<'a> {
    /// A key.
    Key(&'static str),
    /// A type.
    Type(&'a str),
    /// A union without a tag of its own.
    Untagged,
    /// Another run-only item.
    Holds(&'a str),
}

impl fmt::Display for Why<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.field, self.variant) {
            (None, _) => f.write_str("it")?,
            (Some(field), None) => write!(f, "field `{}`", field.name.value)?,
            (Some(field), Some(variant)) => {
                write!(f, "field `{}` of `{}`", field.name.value, variant.name.value)?;
            }
        }
        match self.what {
            What::Key(key) => write!(f, " has `{key}`"),
            What::Untagged => f.write_str(" has no `tag`"),
            What::Type(ty) => write!(f, " is of the type `{ty}`"),
            What::Holds(name) => write!(f, " holds `{name}`"),
        }
    }
}

impl<'a> RunOnly<'a> {
    /// Finds the run-only items of a schema.
    pub fn of(schema: &'a Schema) -> Self {
        let mut found = RunOnly::default();
        for item in &schema.enums {
            if item.wire.as_ref().is_some_and(|ty| found.is_ordered(ty)) {
                found.ordered.insert(&item.common.name.value);
            }
        }
        for union in &schema.unions {
            if union.tag.as_ref().is_some_and(|ty| found.is_ordered(ty)) {
                found.ordered.insert(&union.common.name.value);
            }
        }
        let why = |what| Why { variant: None, field: None, what };
        for union in &schema.unions {
            let what = match &union.tag {
                None => What::Untagged,
                Some(_) if union.peeks_tag => What::Type("ahead"),
                Some(_) if found.ordered.contains(union.common.name.value.as_str()) => {
                    What::Key("byte_order")
                }
                Some(_) => continue,
            };
            found.items.entry(&union.common.name.value).or_insert(why(what));
        }
        for record in &schema.records {
            let reason = match (&record.begins_with, record.run_only) {
                (Some(_), _) => Some(why(What::Key("begins_with"))),
                (None, true) => Some(why(What::Key("run_only"))),
                (None, false) => None,
            };
            if let Some(why) = reason.or_else(|| found.among(&record.fields)) {
                found.items.entry(&record.common.name.value).or_insert(why);
            }
        }
        // An item that contains a run-only item is run only.
        while found.grow(schema) {}
        found.add_outer_records(schema);
        while found.grow(schema) {}
        found
    }

    /// Adds the records that contain a record, if a file is one record: expressions use numbers of the inner one.
    fn add_outer_records(&mut self, schema: &'a Schema) {
        if schema.formats.iter().all(|format| format.file.is_none()) {
            return;
        }
        let names: HashSet<&str> =
            schema.records.iter().map(|record| record.common.name.value.as_str()).collect();
        let compiled = compiled(schema);
        let is_free = |record: &&Record| !compiled.contains(record.common.name.value.as_str());
        for record in schema.records.iter().filter(is_free) {
            let holds = record.fields.iter().find_map(|field| {
                let name = names.get(field.ty.name.as_str())?;
                Some(Why { variant: None, field: Some(&field.common), what: What::Holds(name) })
            });
            if let Some(why) = holds {
                self.items.entry(&record.common.name.value).or_insert(why);
            }
        }
    }

    /// Adds items that contain known ones. Returns whether there were any.
    fn grow(&mut self, schema: &'a Schema) -> bool {
        let before = self.items.len();
        for variant in &schema.variants {
            let Some(of) = &variant.of else { continue };
            if !self.items.contains_key(of.value.as_str())
                && let Some(why) = self.among(&variant.fields)
            {
                self.items.insert(&of.value, Why { variant: Some(&variant.common), ..why });
            }
        }
        for record in &schema.records {
            let name = record.common.name.value.as_str();
            if !self.items.contains_key(name)
                && let Some(why) = self.among(&record.fields)
            {
                self.items.insert(name, why);
            }
        }
        self.items.len() > before
    }

    /// The first of some fields that generated Rust does not support.
    fn among(&self, fields: &'a [Field]) -> Option<Why<'a>> {
        fields.iter().find_map(|field| {
            let what = self.what(field)?;
            Some(Why { variant: None, field: Some(&field.common), what })
        })
    }

    /// The part of a field that generated Rust does not support.
    pub fn what<'f>(&self, field: &'f Field) -> Option<What<'f>> {
        let key = field.run().first().map(What::Key);
        let ordered = || self.is_ordered(&field.ty).then_some(What::Key("byte_order"));
        let fixed = || is_packed_number(&field.ty).then_some(What::Type("packed<...>"));
        key.or_else(ordered).or_else(fixed).or_else(|| {
            let is_known = |ty: &&TypeExpr| RUN_ONLY.iter().any(|known| known.name == ty.name);
            let mut types = held(&field.ty);
            types.iter().copied().find(is_known).map(|ty| What::Type(&ty.name)).or_else(|| {
                types.retain(|ty| self.items.contains_key(ty.name.as_str()));
                types.first().map(|ty| What::Holds(&ty.name))
            })
        })
    }

    /// Whether a field of a run-only item is one step of its own kind; flags, bits and presence fields are the same as
    /// in generated Rust.
    pub fn is_step(&self, field: &Field) -> bool {
        let is_shared = matches!(field.ty.name.as_str(), "unit" | "flags" | "presence" | "packed");
        !is_shared && field.part.is_none() && self.what(field).is_some()
    }

    /// Whether a type has numbers whose byte order depends on the file, outside of records and of variants.
    pub fn is_ordered(&self, ty: &TypeExpr) -> bool {
        let of_argument = |arg: &TypeArg| matches!(arg, TypeArg::Type(ty) if self.is_ordered(ty));
        ty.has_selected_order
            || self.ordered.contains(ty.name.as_str())
            || ty.args.iter().any(of_argument)
    }

    /// The reason why a record or a union is run only.
    pub fn why(&self, name: &str) -> Option<&Why<'a>> {
        self.items.get(name)
    }

    /// Whether a record or a union is run only.
    pub fn has(&self, name: &str) -> bool {
        self.items.contains_key(name)
    }

    /// Whether the union of a variant is run only.
    pub fn has_variant(&self, variant: &Variant) -> bool {
        variant.of.as_ref().is_some_and(|of| self.has(&of.value))
    }

    /// Whether a union is run only.
    pub fn has_union(&self, union: &Union) -> bool {
        self.has(&union.common.name.value)
    }

    /// Whether no item is run only.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

/// The records and unions that cannot be run only: those with examples, those that begin another record, and all that they contain.
fn compiled(schema: &Schema) -> HashSet<&str> {
    let prefixes = schema.records.iter().filter_map(|record| record.begins_with.as_ref());
    let mut left: Vec<&str> = prefixes.map(|name| name.value.as_str()).collect();
    let records = schema.records.iter().map(|record| &record.common);
    let items = records.chain(schema.unions.iter().map(|union| &union.common));
    let shown = items.filter(|common| !common.examples.is_empty());
    left.extend(shown.map(|common| common.name.value.as_str()));
    let variants = schema.variants.iter().filter(|variant| !variant.common.examples.is_empty());
    left.extend(variants.filter_map(|variant| Some(variant.of.as_ref()?.value.as_str())));
    let mut all = HashSet::new();
    while let Some(name) = left.pop() {
        if all.insert(name) {
            let records = schema.records.iter().filter(|record| record.common.name.value == name);
            let of = |variant: &&Variant| variant.of.as_ref().is_some_and(|of| of.value == name);
            let variants = schema.variants.iter().filter(of).map(|variant| &variant.fields);
            let fields = records.map(|record| &record.fields).chain(variants).flatten();
            left.extend(fields.flat_map(|field| held(&field.ty)).map(|ty| ty.name.as_str()));
        }
    }
    all
}

/// Whether a type is a number of fixed width with fields.
fn is_packed_number(ty: &TypeExpr) -> bool {
    ty.name == "packed" && !ty.args.is_empty()
}

/// A type and its arguments, without tables that it refers to, fields that count elements, and the numbers of packed fields.
pub fn held(ty: &TypeExpr) -> Vec<&TypeExpr> {
    let mut all = vec![ty];
    if matches!(ty.name.as_str(), "ref" | "optional_ref" | "entry" | "packed") {
        return all;
    }
    let count = if ty.name == "repeat" { 1 } else { ty.args.len() };
    for arg in ty.args.iter().take(count) {
        if let TypeArg::Type(inner) = arg {
            all.extend(held(inner));
        }
    }
    all
}
