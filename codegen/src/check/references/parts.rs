//! Names in parts of items: versions, releases and features, fields, operands and entries of dialects.

use super::super::cx::{Named, Owner};
use super::Collect;
use crate::ast::described::MemberName;
use crate::ast::{
    ByRelease, ByteOrder, Common, Expression, Field, Op, PerOperation, Place, PresenceHow, Spanned,
    Test,
};
use std::collections::HashMap;
use std::ops::Range;

impl<'a> Collect<'_, 'a> {
    /// Fields, and members of enums, that state the presence of a field.
    pub(super) fn presence(&mut self, owner: &Owner<'_>, field: &Field) {
        for way in &field.presence {
            let (name, member) = match &way.how {
                PresenceHow::Bit(_) => continue,
                PresenceHow::Field(name) => (name, None),
                PresenceHow::When(Test { field, member })
                | PresenceHow::Unless(Test { field, member }) => (field, member.as_ref()),
            };
            let Some(member) = member else {
                let declared = self.part_of(owner, name);
                self.push(declared, &Spanned::new(name.clone(), way.span));
                continue;
            };
            self.push(self.part_of(owner, name), &Spanned::new(name.clone(), way.span));
            let source = owner.all().find(|other| other.common.name.value == *name);
            let declared = source.and_then(|source| self.member(source, member));
            // If both words are equal, their position is ambiguous.
            if member != name {
                self.push(declared, &Spanned::new(member.clone(), way.span));
            }
        }
    }

    /// Versions, features and releases of everything.
    pub(super) fn version_sources(&mut self) {
        for thing in self.cx.things() {
            let common = thing.common;
            let examples = common.examples.iter().filter_map(|example| example.version.as_ref());
            common.since.iter().chain(&common.until).chain(examples).for_each(|v| self.version(v));
            common.since_release.iter().chain(&common.until_release).for_each(|release| {
                self.release(common, release);
            });
            if let Some(feature) = &common.feature {
                self.of_format("feature", feature);
            }
            // The dialect of a part is that of its item.
            if thing.owner.is_none() {
                self.name(
                    "dialect",
                    common.dialect.as_ref().filter(|name| name.span != common.name.span),
                );
            }
        }
        for owner in self.cx.owners() {
            let ways = owner.fields.iter().flat_map(|field| &field.presence);
            ways.flat_map(|way| way.since.iter().chain(&way.until)).for_each(|v| self.version(v));
            owner.op.iter().filter_map(|op| op.flags_since.as_ref()).for_each(|v| self.version(v));
        }
        let schema = self.cx.schema;
        for sizes in schema.formats.iter().filter_map(|format| format.segment_sizes.as_ref()) {
            self.version(&sizes.attribute);
            self.version(&sizes.sparse);
        }
        for variant in &schema.variants {
            variant.called.iter().for_each(|(release, _)| self.release(&variant.common, release));
        }
        let formats = schema.formats.iter().map(|item| (None, &item.releases));
        let dialects = schema.dialects.iter();
        let dialects = dialects.map(|item| (Some(item.common.name.value.as_str()), &item.releases));
        for (dialect, releases) in formats.chain(dialects) {
            let Some(releases) = releases else { continue };
            let own = releases.undescribed.iter().chain(&releases.unreleased);
            let first = releases.formats.iter().map(|(release, _)| release);
            for release in own.chain(first).chain(releases.others.iter().map(|(_, r)| r)) {
                let names = self.releases.get(&dialect);
                let declared = names.and_then(|names| names.get(release.value.as_str()));
                self.push(declared.copied(), release);
            }
            releases.formats.iter().for_each(|(_, version)| self.version(version));
            releases.others.iter().for_each(|(variant, _)| self.name("variant", Some(variant)));
        }
    }

    fn version(&mut self, name: &Spanned<String>) {
        self.of_format("version", name);
    }

    /// A version or feature.
    fn of_format(&mut self, kind: &str, name: &Spanned<String>) {
        let mut formats = self.cx.schema.formats.iter();
        let declared = formats.find_map(|format| {
            let at = self.part(&format.common, &name.value)?;
            (self.found.declared[at].kind == kind).then_some(at)
        });
        self.push(declared, name);
    }

    /// A release on the axis of an item.
    fn release(&mut self, common: &Common, name: &Spanned<String>) {
        let dialect = common.dialect.as_ref().filter(|_| self.cx.has_own_releases(common));
        let dialect = dialect.map(|dialect| dialect.value.as_str());
        let mut found = self.releases.iter().filter(|(known, _)| **known == dialect);
        let declared = found.find_map(|(_, names)| names.get(name.value.as_str()).copied());
        self.push(declared, name);
    }

    pub(super) fn operations(&mut self) {
        let schema = self.cx.schema;
        let labels: HashMap<&str, usize> = schema
            .variants
            .iter()
            .rev()
            .filter_map(|variant| {
                let label = variant.common.label.as_ref().unwrap_or(&variant.common.name);
                let at = self.by_span.get(&variant.common.name.span)?;
                Some((label.value.as_str(), *at))
            })
            .collect();
        for op in &schema.ops {
            self.operation(op, &labels);
        }
        for set in schema.constraints.iter().filter_map(|item| item.is.as_ref()) {
            self.set(set, &labels);
        }
    }

    fn operation(&mut self, op: &'a Op, labels: &HashMap<&str, usize>) {
        self.name("group", op.group.as_ref());
        for name in &op.same_type {
            let declared = self.part(&op.common, &name.value);
            self.push(declared, name);
        }
        for set in op.results.iter().chain(&op.operands).filter_map(|port| port.ty.as_ref()) {
            let constraints = self.by_name.get("constraint");
            match constraints.and_then(|names| names.get(set.value.as_str())) {
                Some(at) => self.push(Some(*at), set),
                None if set.value.contains('<') => self.set(set, labels),
                None => self.push(labels.get(set.value.as_str()).copied(), set),
            }
        }
        op.regions.iter().for_each(|region| self.name("op", region.implied.as_ref()));
        if let Some(text) = &op.text {
            self.template(text, &op.common, &op.attributes);
        }
    }

    /// The types in a set such as `tile<f16|f32>`.
    fn set(&mut self, set: &Spanned<String>, labels: &HashMap<&str, usize>) {
        let Some(open) = set.value.find('<') else { return };
        let inner = set.value[open + 1..].trim_end_matches('>');
        let mut at = open + 1;
        for label in inner.split('|') {
            self.push_part(labels.get(label).copied(), set, at..at + label.len());
            at += label.len() + 1;
        }
    }

    pub(super) fn sections(&mut self) {
        let schema = self.cx.schema;
        for section in &schema.sections {
            self.name("section", section.requires.as_ref());
            self.name("record", section.content.as_ref());
        }
        for format in &schema.formats {
            let order = format.sections.iter().flat_map(|header| &header.order);
            order.for_each(|name| self.name("section", Some(name)));
            self.name("record", format.file.as_ref());
            // The expression names the record of each field, so any owner serves.
            if let Some(ByteOrder::Selected(test)) = &format.byte_order
                && let Some(owner) = self.cx.owners().next()
            {
                self.expression(&owner, test);
            }
            let Some(header) = &format.header else { continue };
            self.name("record", Some(&header.record));
            let record = schema.records.iter();
            let record =
                record.into_iter().find(|item| item.common.name.value == header.record.value);
            let fields = header.features.iter().map(|(_, field)| field);
            for field in header.version.iter().chain(fields) {
                let declared = record.and_then(|item| self.part(&item.common, &field.value));
                self.push(declared, field);
            }
            header.features.iter().for_each(|(feature, _)| self.of_format("feature", feature));
        }
    }

    /// The names in the keys of a run-only field.
    pub(super) fn run_only(&mut self, owner: &Owner<'_>, field: &Field) {
        let keys = field.run();
        keys.expressions().for_each(|expression| self.expression(owner, expression));
        if let Some(test) = keys.last()
            && let Some(Named::Record(element)) = self.cx.named(&field.ty.name)
            && let Some(element) = self.cx.owner(&element.common.name.value)
        {
            self.expression(&element, test);
        }
    }

    /// Fields of an item, and of enclosing items.
    pub(super) fn expression(&mut self, owner: &Owner<'_>, expression: &Expression) {
        expression.walk(&mut |part| {
            for name in part.fields() {
                self.push(self.part_of(owner, &name.value), name);
            }
            if let Some(place) = part.place() {
                self.place(place);
            }
            self.inner(owner, part);
            if let Expression::Member(member) = part {
                self.member_of(member);
            }
        });
    }

    /// A member of an enum, by name.
    pub(super) fn member_of(&mut self, member: &MemberName) {
        if let Some(Named::Enum(item)) = self.cx.named(&member.item) {
            self.push(self.part(&item.common, &member.name.value), &member.name);
        }
    }

    /// The fields of nested records.
    fn inner(&mut self, owner: &Owner<'_>, part: &Expression) {
        let Some((item, mut name, parts)) = part.path() else { return };
        let mut owner = item.map_or(Some(*owner), |item| self.cx.owner(&item.value));
        for part in parts {
            let of = owner.and_then(|owner| {
                let record = self.cx.record_of(&owner, &name.value);
                record.or_else(|| self.cx.element_of(&owner, &name.value))
            });
            self.push(of.and_then(|of| self.part_of(&of, &part.value)), part);
            (owner, name) = (of, part);
        }
    }

    /// A field of a record or variant, by the names of both.
    pub(super) fn place(&mut self, Place { item: of, field: name }: &Place) {
        let kinds = ["record", "variant"];
        let mut items =
            kinds.iter().filter_map(|kind| self.by_name.get(kind)?.get(of.value.as_str()).copied());
        let Some(item) = items.next() else { return };
        self.push(Some(item), of);
        let own = self.parts.get(&item).and_then(|names| names.get(&*name.value)).copied();
        let prefix = || self.part_of(&self.cx.owner(&of.value)?, &name.value);
        self.push(own.or_else(prefix), name);
    }

    /// A field of an item, or of the record that it begins with.
    pub(super) fn part_of(&self, owner: &Owner<'_>, name: &str) -> Option<usize> {
        self.part(owner.common, name).or_else(|| {
            let before = owner.before.iter().find(|field| field.common.name.value == name)?;
            self.by_span.get(&before.common.name.span).copied()
        })
    }

    /// Operations of dialects, releases that change them, and names in conversions.
    pub(super) fn dialects(&mut self) {
        let schema = self.cx.schema;
        let mut operations = HashMap::new();
        self.per_operation(&schema.properties, &mut operations);
        self.per_operation(&schema.signatures, &mut operations);
        self.per_operation(&schema.defaults, &mut operations);
        for constant in &schema.constants {
            self.name("table", constant.table.as_ref());
            for bytes in constant.bytes.iter().chain(&constant.like) {
                for (open, _) in bytes.value.match_indices('{') {
                    let rest = &bytes.value[open + 1..];
                    let at = open + 1..open + 1 + rest.find('}').unwrap_or(rest.len());
                    let constants = self.by_name.get("constant");
                    let declared = constants.and_then(|names| names.get(&bytes.value[at.clone()]));
                    self.push_part(declared.copied(), bytes, at);
                }
            }
        }
        for item in &schema.conversions {
            let dialect = item.common.name.value.as_str();
            for step in &item.steps {
                self.release(&item.common, &step.release);
                for operation in [&step.from, &step.to] {
                    self.push(operations.get(&(dialect, &*operation.value)).copied(), operation);
                }
                step.adds.iter().for_each(|(_, name)| self.name("constant", Some(name)));
            }
            for limit in &item.limits {
                self.release(&item.common, &limit.before);
                let operation = operations.get(&(dialect, &*limit.operation.value)).copied();
                self.push(operation, &limit.operation);
                let variants = limit.property.as_ref().map(|(_, variant)| variant);
                for variant in variants.into_iter().chain(&limit.operands) {
                    self.name("variant", Some(variant));
                }
            }
        }
    }

    fn per_operation<T>(
        &mut self,
        items: &'a [PerOperation<T>],
        operations: &mut HashMap<(&'a str, &'a str), usize>,
    ) {
        for item in items {
            let dialect = item.common.name.value.as_str();
            let mut last = None;
            for ByRelease { operation, release, .. } in &item.entries {
                if let Some(release) = release {
                    self.release(&item.common, release);
                }
                // Each release has an entry, and all entries have the name at the same position.
                if last.replace(operation.span) == Some(operation.span) {
                    continue;
                }
                match operations.get(&(dialect, operation.value.as_str())) {
                    Some(at) => self.push(Some(*at), operation),
                    None => {
                        operations.insert((dialect, &operation.value), self.found.declared.len());
                        self.declare("operation", operation, None, Some(&item.common));
                    }
                }
            }
            for (operation, _) in &item.summaries {
                self.push(operations.get(&(dialect, &*operation.value)).copied(), operation);
            }
        }
    }

    /// The names in the template of an item: its parts, members of their enums, and fields of types.
    pub(super) fn template(&mut self, text: &Spanned<String>, owner: &Common, fields: &'a [Field]) {
        let mut last = None;
        for (at, role) in heads(&text.value) {
            let word = &text.value[at.clone()];
            let declared = match role {
                Role::Part => self.part(owner, word),
                Role::Member => last.and_then(|field| self.labelled(field, word)),
                Role::Field => self.only_field(word),
            };
            if role == Role::Part {
                last = fields.iter().find(|field| field.common.name.value == *word);
            }
            self.push_part(declared, text, at);
        }
    }

    /// A member of the enum of a field, by its spelling in texts.
    fn labelled(&self, field: &Field, word: &str) -> Option<usize> {
        let Named::Enum(item) = self.cx.named(&field.ty.name)? else { return None };
        let mut members = item.members.iter().map(|member| &member.common);
        let found =
            members.find(|member| member.label.as_ref().unwrap_or(&member.name).value == word)?;
        self.part(&item.common, &found.name.value)
    }

    /// The field with a name in a variant, if no other variant has such a field.
    fn only_field(&self, name: &str) -> Option<usize> {
        let variants = self.cx.schema.variants.iter();
        let fields = variants.flat_map(|variant| &variant.fields);
        let mut named = fields.filter(|field| field.common.name.value == name);
        let first = named.next()?;
        let only = named.next().is_none();
        self.by_span.get(&first.common.name.span).copied().filter(|_| only)
    }
}

/// The meaning of a word of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// A part of the item, or a word of the language.
    Part,
    /// A field of the type of the part before it.
    Field,
    /// A member of the enum of the part before it.
    Member,
}

/// The words at the heads of groups of a template, without separators and content.
fn heads(template: &str) -> Vec<(Range<usize>, Role)> {
    let mut found = Vec::new();
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut from = 0;
    while let Some(open) = template[from..].find('{').map(|at| from + at) {
        let rest = &template[open + 1..];
        // An escaped brace.
        if rest.starts_with('{') {
            from = open + 2;
            continue;
        }
        from = open + 1;
        let sigil = usize::from(rest.starts_with(['?', '~']));
        // The separator of a list is not a name, unlike the other list of `{~a:b|`.
        let ends: &[char] = if rest.starts_with('~') { &['|', '}'] } else { &['|', '}', ':', '{'] };
        let head = &rest[..rest.find(ends).unwrap_or(rest.len())];
        let mut at = sigil;
        while let Some(start) = head[at..].find(is_part).map(|skip| at + skip) {
            let end = head[start..].find(|c| !is_part(c)).map_or(head.len(), |len| start + len);
            let role = match head[..start].chars().next_back() {
                Some('.') => Role::Field,
                Some('=') => Role::Member,
                _ => Role::Part,
            };
            found.push((open + 1 + start..open + 1 + end, role));
            at = end;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::heads;

    #[test]
    fn names_at_the_heads_of_groups() {
        let names = |text: &'static str| -> Vec<&str> {
            heads(text).into_iter().map(|(at, _)| &text[at]).collect()
        };
        assert_eq!(
            names("t<{shape:x:}{?pad|, p = {pad}}{~map:of|{map:, }}>"),
            ["shape", "pad", "pad", "map", "of", "map"]
        );
        assert_eq!(
            names("{{go}} {?not mode.kind!=fast or a|{type a}}"),
            ["not", "mode", "kind", "fast", "or", "a", "type", "a"]
        );
    }
}
