//! The graph of run-only items: which item contains which, and the fewest bytes of each.

use super::exclusive::is_one_present;
use crate::ast::described::Expression;
use crate::ast::{Common, Field, Repeat, Size, Spanned, TypeArg, TypeExpr};
use crate::builtin::encoding;
use crate::check::cx::{Cx, Named, fixed_width, mentions};
use std::collections::{HashMap, HashSet};

/// The levels of records in which the bytes of an item are counted.
const MAX_LEVELS: u32 = 8;

/// A record, or a variant of a union.
#[derive(Clone, Copy)]
pub(super) struct Item<'a> {
    pub(super) common: &'a Common,
    /// The record that it begins with.
    pub(super) begins_with: Option<&'a Spanned<String>>,
    /// The fields of that record.
    pub(super) before: &'a [Field],
    pub(super) fields: &'a [Field],
}

/// The run-only items of a schema, and the items in each of their fields.
pub(super) struct Graph<'a, 'c> {
    pub(super) cx: &'c Cx<'a>,
    /// Records, followed by variants.
    pub(super) items: Vec<Item<'a>>,
    records: usize,
    by_name: HashMap<&'a str, usize>,
    /// For each union, its variants, and whether it keeps bytes with any tag.
    unions: HashMap<&'a str, (Vec<usize>, bool)>,
    /// For each item, the items and fields that contain it.
    pub(super) holders: Vec<Vec<(usize, usize)>>,
    /// The items that are payloads of sections.
    pub(super) payloads: HashSet<usize>,
    /// The payloads that a file can have several times.
    repeated: HashSet<usize>,
    /// Items that can take no byte.
    empty: Vec<bool>,
    /// Items that extend to the end of their enclosing bytes.
    open: Vec<bool>,
}

impl<'a, 'c> Graph<'a, 'c> {
    pub(super) fn new(cx: &'c Cx<'a>) -> Self {
        let schema = cx.schema;
        let records = schema.records.iter();
        let records = records.filter(|record| cx.run_only.has(&record.common.name.value));
        let mut items: Vec<Item<'a>> = records
            .map(|record| Item {
                common: &record.common,
                begins_with: record.begins_with.as_ref(),
                before: cx.prefix(record),
                fields: &record.fields,
            })
            .collect();
        let count = items.len();
        let mut unions: HashMap<&str, (Vec<usize>, bool)> = HashMap::new();
        for union in schema.unions.iter().filter(|union| cx.run_only.has_union(union)) {
            let opaque = union.unknown.as_ref().is_some_and(|word| word.value == "opaque");
            unions.entry(&union.common.name.value).or_insert((Vec::new(), opaque));
        }
        for variant in &schema.variants {
            let of = variant.of.as_ref().map(|of| of.value.as_str());
            let Some((variants, _)) = of.and_then(|of| unions.get_mut(of)) else { continue };
            variants.push(items.len());
            let (common, fields) = (&variant.common, variant.fields.as_slice());
            items.push(Item { common, begins_with: None, before: &[], fields });
        }
        let mut by_name = HashMap::new();
        for (at, item) in items.iter().enumerate() {
            by_name.entry(item.common.name.value.as_str()).or_insert(at);
        }
        let (mut payloads, mut repeated) = (HashSet::new(), HashSet::new());
        for section in &schema.sections {
            let name = section.content.as_ref().map(|name| name.value.as_str());
            let place = name.and_then(|name| by_name.get(name).copied());
            let Some(at) = place.filter(|at| *at < count) else { continue };
            if !payloads.insert(at) || section.repeated {
                repeated.insert(at);
            }
        }
        let mut graph = Graph {
            cx,
            payloads,
            repeated,
            holders: vec![Vec::new(); items.len()],
            empty: vec![true; items.len()],
            open: vec![false; items.len()],
            items,
            records: count,
            by_name,
            unions,
        };
        for (at, item) in graph.items.clone().into_iter().enumerate() {
            for (index, field) in item.fields.iter().enumerate() {
                for inner in graph.held(&field.ty) {
                    graph.holders[inner].push((at, index));
                }
            }
        }
        graph.propagate();
        graph
    }

    /// Computes the properties of items from those of the items in them, until nothing changes.
    fn propagate(&mut self) {
        let mut left: Vec<usize> = (0..self.items.len()).collect();
        while let Some(at) = left.pop() {
            let item = self.items[at];
            let prefix = item.begins_with.map(|name| name.value.as_str());
            let empty = prefix.is_none_or(|name| self.record_may_be_empty(name))
                && item.fields.iter().all(|field| self.may_be_empty(field))
                && self.one_of_several(item.fields).is_none();
            let open = prefix.is_some_and(|name| self.is_open_type(&named(name)))
                || item.fields.iter().any(|field| self.is_open(field));
            let changed = empty != self.empty[at] || open != self.open[at];
            (self.empty[at], self.open[at]) = (empty, open);
            if changed {
                left.extend(self.holders[at].iter().map(|(holder, _)| *holder));
            }
        }
    }

    /// The record or variant with a name.
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        // A missing name is reported when it is read.
        let found = self.by_name.get(name).copied().filter(|_| !name.is_empty())?;
        // A record of generated code takes precedence over a variant with the same name.
        let hidden = found >= self.records && matches!(self.cx.named(name), Some(Named::Record(_)));
        (!hidden).then_some(found)
    }

    /// The record with a name.
    pub(super) fn record(&self, name: &str) -> Option<usize> {
        self.place(name).filter(|at| *at < self.records)
    }

    /// The variants of the union with a name.
    pub(super) fn union(&self, name: &str) -> Option<&[usize]> {
        self.unions.get(name).map(|(variants, _)| variants.as_slice())
    }

    /// Whether a type names a union that keeps bytes with any tag.
    pub(super) fn is_opaque(&self, name: &str) -> bool {
        self.unions.get(name).is_some_and(|(_, opaque)| *opaque)
    }

    /// Whether a type names a union with its own tag.
    pub(super) fn is_tagged(&self, name: &str) -> bool {
        let union = self.cx.named(name);
        self.unions.contains_key(name)
            && matches!(union, Some(Named::Union(union)) if union.tag.is_some() && !union.peeks_tag)
    }

    /// Whether a type names a run-only item.
    pub(super) fn is_item(&self, name: &str) -> bool {
        self.record(name).is_some() || self.unions.contains_key(name)
    }

    /// The items in a type.
    pub(super) fn held(&self, ty: &TypeExpr) -> Vec<usize> {
        let name = element(ty).name.as_str();
        match self.union(name) {
            Some(variants) => variants.to_vec(),
            None => self.record(name).into_iter().collect(),
        }
    }

    /// The arguments for a parameter of an item, and the items that give them.
    pub(super) fn given(
        &self,
        item: usize,
        parameter: &Field,
    ) -> impl Iterator<Item = (usize, &'a Expression)> {
        let place = self.items[item].fields.iter().position(|of| std::ptr::eq(of, parameter));
        let place = place.filter(|_| parameter.run().is_parameter()).unwrap_or(usize::MAX);
        self.holders[item].iter().filter_map(move |(holder, field)| {
            let field = &self.items[*holder].fields[*field];
            Some((*holder, field.run().arguments.get(place)?))
        })
    }

    /// Whether an item can take no byte.
    pub(super) fn is_empty(&self, item: usize) -> bool {
        self.empty[item]
    }

    fn record_may_be_empty(&self, name: &str) -> bool {
        let record = self.cx.named(name);
        matches!(record, Some(Named::Record(record)) if crate::check::type_shape::may_be_empty(self.cx, record))
    }

    /// The conditional fields that take bytes if they are present, if at least one of them always is.
    fn one_of_several<'f>(&self, fields: &'f [Field]) -> Option<Vec<&'f Field>> {
        let takes_bytes = |field: &&Field| {
            let is_conditional = field.optional && !is_gated(&field.common);
            is_conditional && !self.may_be_empty_if_present(field)
        };
        let fields: Vec<&Field> = fields.iter().filter(takes_bytes).collect();
        (fields.len() > 1 && is_one_present(&fields)).then_some(fields)
    }

    /// The least number of bytes of an item, as far as [`MAX_LEVELS`] levels of records show it.
    pub(super) fn least_bytes(&self, item: usize) -> u64 {
        match self.is_empty(item) {
            true => 0,
            false => self.least_of_fields(self.items[item].fields, 0).max(1),
        }
    }

    fn least_of_fields(&self, fields: &[Field], level: u32) -> u64 {
        let least = |field: &Field| match self.may_be_empty(field) {
            true => 0,
            false => self.least_of_field(field, level).max(1),
        };
        let some = self.one_of_several(fields).unwrap_or_default();
        let some = some.iter().map(|field| self.least_of_field(field, level)).min();
        fields.iter().fold(some.unwrap_or(0), |all: u64, field| all.saturating_add(least(field)))
    }

    fn least_of_field(&self, field: &Field, level: u32) -> u64 {
        let keys = field.run();
        if let Some(Expression::Number(size)) = keys.bytes() {
            return *size;
        }
        if let Some(stop) = keys.stop.as_ref().filter(|_| keys.ends_at_stop()) {
            return stop.value.len() as u64;
        }
        let ty = match (field.ty.name.as_str(), field.ty.args.first()) {
            ("packed", Some(TypeArg::Type(number))) => number,
            _ => &field.ty,
        };
        match (fixed_width(ty), self.cx.named(&ty.name)) {
            (Some(width), _) => width.into(),
            (None, Some(Named::Enum(of))) => {
                of.wire.as_ref().and_then(fixed_width).map_or(1, u64::from)
            }
            (None, Some(Named::Record(record))) if level < MAX_LEVELS => {
                self.least_of_fields(&record.fields, level + 1)
            }
            _ => 1,
        }
    }

    /// Whether a field can take no byte.
    pub(super) fn may_be_empty(&self, field: &Field) -> bool {
        is_gated(&field.common) || field.optional || self.may_be_empty_if_present(field)
    }

    fn may_be_empty_if_present(&self, field: &Field) -> bool {
        let keys = field.run();
        let absent = keys.value.is_some() || keys.at.is_some();
        // A list with a last element has that one.
        let some =
            matches!(&keys.count, Some(Repeat::Count(Expression::Number(1..)) | Repeat::Last(..)));
        let elements = keys.count.is_some() && !some;
        let content = match keys.bytes() {
            Some(size) => !matches!(size, Expression::Number(1..)),
            None => !keys.ends_at_stop() && !keys.ends_itself() && self.is_empty_type(&field.ty),
        };
        absent || elements || field.part.is_some() || content
    }

    /// Whether a value of a type can take no byte.
    pub(super) fn is_empty_type(&self, ty: &TypeExpr) -> bool {
        match ty.name.as_str() {
            "bytes" | "rest" | "repeat" | "unit" | "filler" | "entry" | "properties" => true,
            name if name != "utf8" && encoding(name).is_some() => true,
            name => match (self.record(name), self.cx.named(name)) {
                (Some(item), _) => self.empty[item],
                (None, Some(Named::Record(_))) => self.record_may_be_empty(name),
                (None, Some(Named::Codec(_))) => true,
                // A union whose tag is in another field has only the bytes of its variants.
                _ if self.unions.contains_key(name) && !self.is_tagged(name) => {
                    let (variants, opaque) = &self.unions[name];
                    *opaque || variants.iter().any(|at| self.empty[*at])
                }
                _ => false,
            },
        }
    }

    /// Whether a field extends to the end of its enclosing bytes.
    pub(super) fn is_open(&self, field: &Field) -> bool {
        let keys = field.run();
        let closed = keys.bytes().is_some() || keys.value.is_some() || keys.ends_at_stop();
        let closed = closed || keys.ends_itself();
        let rest = matches!(keys.size, Some(Size::Rest | Size::AllBut(_)));
        let open = matches!(keys.count, Some(Repeat::Rest)) || rest;
        keys.at.is_none() && (open || !closed && self.is_open_type(&field.ty))
    }

    /// Whether a type extends to the end of its enclosing bytes.
    pub(super) fn is_open_type(&self, ty: &TypeExpr) -> bool {
        match ty.name.as_str() {
            "entry" | "properties" => true,
            name => match (self.record(name), self.unions.get(name)) {
                (Some(item), _) => self.open[item],
                // A union whose tag is in another field consists only of its variants.
                (_, Some((variants, opaque))) => {
                    *opaque || variants.iter().any(|at| self.open[*at])
                }
                _ => crate::check::type_shape::is_open(self.cx, ty),
            },
        }
    }

    /// Whether every path from a section, or from an item that nothing contains, to the inner item leads through the outer one.
    pub(super) fn is_always_around(&self, outer: usize, inner: usize) -> bool {
        let mut seen = HashSet::from([outer]);
        let roots = self.roots().chain(self.transformed());
        let mut left: Vec<usize> = roots.filter(|root| *root != outer).collect();
        while let Some(at) = left.pop() {
            if at == inner {
                return false;
            }
            if seen.insert(at) {
                let held = self.items[at].fields.iter().flat_map(|field| self.held(&field.ty));
                left.extend(held.filter(|held| !seen.contains(held)));
            }
        }
        true
    }

    /// The items in transformed bytes. Expressions in them read nothing outside.
    fn transformed(&self) -> impl Iterator<Item = usize> {
        let fields = self.items.iter().flat_map(|item| item.fields);
        let transformed = fields.filter(|field| field.run().transform.is_some());
        transformed.flat_map(|field| self.held(&field.ty))
    }

    fn roots(&self) -> impl Iterator<Item = usize> {
        (0..self.items.len())
            .filter(|at| self.holders[*at].is_empty() || self.payloads.contains(at))
    }

    /// Whether an item is an element or inside one, on any path.
    pub(super) fn is_in_elements(&self, item: usize) -> bool {
        let repeats = |(holder, field): (usize, usize)| {
            let field = &self.items[holder].fields[field];
            field.element().is_some()
        };
        let mut seen = HashSet::new();
        let mut left = vec![item];
        while let Some(at) = left.pop() {
            if self.payloads.contains(&at) || self.holders[at].is_empty() {
                return false;
            }
            if seen.insert(at) {
                let holders = self.holders[at].iter().filter(|holder| !repeats(**holder));
                left.extend(holders.map(|(holder, _)| *holder));
            }
        }
        true
    }

    /// Whether a file has an item once at most: as the payload of a section or the file itself, or in one field of such an item.
    pub(super) fn is_once(&self, item: usize) -> bool {
        let (mut at, mut seen) = (item, HashSet::new());
        while seen.insert(at) {
            let (holder, field) = match self.holders[at].as_slice() {
                [] => return !self.repeated.contains(&at),
                [one] if !self.payloads.contains(&at) => *one,
                _ => return false,
            };
            let field = &self.items[holder].fields[field];
            if field.element().is_some() {
                return false;
            }
            at = holder;
        }
        false
    }

    /// Whether a field contains a record or a variant of a name, at any depth.
    pub(super) fn leads_to_name(&self, field: &Field, name: &str) -> bool {
        let is_named = |field: &Field| mentions(&field.ty, name);
        let (place, mut inside) = (self.place(name), self.inside(field).into_iter());
        let names = |at| place == Some(at) || self.items[at].fields.iter().any(is_named);
        is_named(field) || inside.any(names)
    }

    /// Whether a field contains an item, at any depth.
    pub(super) fn leads_to(&self, field: &Field, inner: usize) -> bool {
        self.inside(field).contains(&inner)
    }

    /// The items that a field contains, at any depth.
    pub(super) fn inside(&self, field: &Field) -> HashSet<usize> {
        let mut seen = HashSet::new();
        let mut left = self.held(&field.ty);
        while let Some(at) = left.pop() {
            if seen.insert(at) {
                left.extend(self.items[at].fields.iter().flat_map(|field| self.held(&field.ty)));
            }
        }
        seen
    }
}

/// The type of the elements of a list, or the type itself.
pub(super) fn element(ty: &TypeExpr) -> &TypeExpr {
    match (ty.name.as_str(), ty.args.first()) {
        ("list" | "rest", Some(TypeArg::Type(inner))) => inner,
        _ => ty,
    }
}

/// The bounds of the files that contain an item.
pub(super) fn bounds(common: &Common) -> [&Option<Spanned<String>>; 5] {
    let Common { since, until, since_release, until_release, feature, .. } = common;
    [since, until, since_release, until_release, feature]
}

/// Whether some files lack an item.
pub(super) fn is_gated(common: &Common) -> bool {
    bounds(common).into_iter().any(Option::is_some)
}

/// A type that consists only of a name.
pub(super) fn named(name: &str) -> TypeExpr {
    TypeExpr { name: name.to_owned(), ..TypeExpr::default() }
}
