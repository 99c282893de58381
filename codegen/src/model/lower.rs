//! From the syntax tree to the model.

use super::*;
use crate::ast;
use crate::check;
use crate::diagnostics::{Diagnostic, Diagnostics};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Display;

/// Checks a schema and lowers it.
///
/// # Errors
/// Every finding of the checks; no model is made from a schema with findings.
pub fn lower(schema: &ast::Schema) -> Result<Model, Diagnostics> {
    lower_placed(schema, &|_| String::new())
}

/// The same, with a word on where each item stands, such as `ops.yaml:12`.
///
/// # Errors
/// Those of [`lower`].
pub fn lower_placed(
    schema: &ast::Schema,
    place: &dyn Fn(ast::Span) -> String,
) -> Result<Model, Diagnostics> {
    let findings = check::check(schema);
    if findings.is_empty() { lower_checked(schema, place) } else { Err(findings) }
}

/// Lowers a schema that no rule complains about.
///
/// # Errors
/// A number that the model cannot hold, or a type that it has no shape for, each with its place.
pub(crate) fn lower_checked(
    schema: &ast::Schema,
    place: &dyn Fn(ast::Span) -> String,
) -> Result<Model, Diagnostics> {
    let cx = Lower::new(schema, place);
    let mut model = cx.schema(schema);
    break_cycles(&mut model);
    let findings = cx.findings.into_inner();
    if findings.is_empty() { Ok(model) } else { Err(findings) }
}

struct Lower<'p> {
    /// Says where a span is.
    place: &'p dyn Fn(ast::Span) -> String,
    versions: Vec<String>,
    features: Vec<String>,
    /// Those of the format's producer.
    releases: Vec<String>,
    /// Dialects, and the releases of those that have some.
    dialects: Vec<(String, Option<Vec<String>>)>,
    tables: HashMap<String, usize>,
    codecs: HashMap<String, usize>,
    enums: HashMap<String, usize>,
    records: HashMap<String, usize>,
    unions: HashMap<String, usize>,
    described: HashMap<String, usize>,
    /// The variants of each union, by index.
    variants: HashMap<String, Vec<usize>>,
    members: Vec<Vec<(u64, String)>>,
    /// What references may say that they lead to.
    kinds: kinds::Named,
    findings: RefCell<Diagnostics>,
}

fn index<'a>(names: impl Iterator<Item = &'a ast::Common>) -> HashMap<String, usize> {
    names.enumerate().map(|(index, common)| (common.name.value.clone(), index)).collect()
}

fn text(value: &Option<ast::Spanned<String>>) -> String {
    value.as_ref().map(|text| text.value.trim().to_owned()).unwrap_or_default()
}

fn texts(values: &[ast::Spanned<String>]) -> Vec<String> {
    values.iter().map(|text| text.value.clone()).collect()
}

fn pairs(values: &[(ast::Spanned<String>, ast::Spanned<String>)]) -> Vec<(String, String)> {
    values.iter().map(|(key, value)| (key.value.clone(), value.value.clone())).collect()
}

fn variants(schema: &ast::Schema) -> HashMap<String, Vec<usize>> {
    let mut variants: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, variant) in schema.variants.iter().enumerate() {
        variants.entry(text(&variant.of)).or_default().push(at);
    }
    variants
}

/// The table that is said to hold something.
fn holder(schema: &ast::Schema, what: &str) -> Option<usize> {
    schema.tables.iter().position(|table| table.is_of(what))
}

/// Bytes from hexadecimal pairs.
fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u32> = text.chars().filter_map(|c| c.to_digit(16)).collect();
    digits
        .chunks(2)
        .map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | *digit as u8))
        .collect()
}

impl<'p> Lower<'p> {
    fn new(schema: &ast::Schema, place: &'p dyn Fn(ast::Span) -> String) -> Self {
        let format = schema.formats.first();
        let names = |list: &Vec<ast::Common>| list.iter().map(|c| c.name.value.clone()).collect();
        Lower {
            place,
            versions: format.map(|f| names(&f.versions)).unwrap_or_default(),
            features: format.map(|f| names(&f.features)).unwrap_or_default(),
            releases: format
                .and_then(|f| f.releases.as_ref())
                .map_or(Vec::new(), |releases| texts(&releases.names)),
            dialects: schema
                .dialects
                .iter()
                .map(|item| {
                    let names = item.releases.as_ref().map(|releases| texts(&releases.names));
                    (item.common.name.value.clone(), names)
                })
                .collect(),
            tables: index(schema.tables.iter().map(|item| &item.common)),
            codecs: index(schema.codecs.iter().map(|item| &item.common)),
            enums: index(schema.enums.iter().map(|item| &item.common)),
            records: index(schema.records.iter().map(|item| &item.common)),
            unions: index(schema.unions.iter().map(|item| &item.common)),
            described: index(schema.described.iter().map(|item| &item.common)),
            variants: variants(schema),
            members: schema
                .enums
                .iter()
                .map(|item| {
                    let mut members: Vec<_> = item
                        .members
                        .iter()
                        .map(|member| {
                            let value =
                                member.value.as_ref().and_then(|v| u64::try_from(v.value).ok());
                            (value.unwrap_or(u64::MAX), member.common.name.value.clone())
                        })
                        .collect();
                    members.sort();
                    members
                })
                .collect(),
            kinds: kinds::named(schema),
            findings: RefCell::default(),
        }
    }

    fn finding(&self, span: ast::Span, message: String) {
        self.findings.borrow_mut().push(Diagnostic::new("lower", message).at(span, "here"));
    }

    /// A number of the width that the model has for it.
    fn fit<N: Copy + Display, T: TryFrom<N> + std::default::Default>(
        &self,
        span: ast::Span,
        number: N,
    ) -> T {
        T::try_from(number).unwrap_or_else(|_| {
            self.finding(span, format!("{number} is too large or too small"));
            T::default()
        })
    }

    fn number<T: TryFrom<i128> + std::default::Default>(
        &self,
        value: &Option<ast::Spanned<i128>>,
    ) -> T {
        value.as_ref().map_or_else(T::default, |value| self.fit(value.span, value.value))
    }

    /// A text that is a template.
    fn parsed<T>(
        &self,
        template: &Option<ast::Spanned<String>>,
        parse: impl Fn(&str) -> Result<Vec<T>, String>,
    ) -> Vec<T> {
        let Some(template) = template else { return Vec::new() };
        parse(template.value.trim()).unwrap_or_else(|why| {
            self.finding(template.span, why);
            Vec::new()
        })
    }

    /// The table of a name.
    fn table_named(&self, name: &str, span: ast::Span) -> usize {
        self.tables.get(name).copied().unwrap_or_else(|| {
            self.finding(span, format!("no table is named `{name}`"));
            0
        })
    }

    fn version(&self, name: &Option<ast::Spanned<String>>) -> Option<VersionIndex> {
        let name = name.as_ref()?;
        self.versions.iter().position(|version| *version == name.value)
    }

    fn gate(&self, common: &ast::Common) -> Gate {
        Gate {
            since: self.version(&common.since).unwrap_or(0),
            until: self.version(&common.until),
            feature: common
                .feature
                .as_ref()
                .and_then(|name| self.features.iter().position(|feature| *feature == name.value)),
            releases: self.bounds(common),
        }
    }

    fn bounds(&self, common: &ast::Common) -> Bounds {
        let (dialect, names) = match self.clock(common) {
            Some((index, names)) => (Some(index), names),
            None => (None, self.releases.as_slice()),
        };
        let position = |name: &Option<ast::Spanned<String>>| {
            names.iter().position(|release| name.as_ref().is_some_and(|n| n.value == *release))
        };
        let (since, until) = (position(&common.since_release), position(&common.until_release));
        Bounds { dialect: dialect.filter(|_| since.or(until).is_some()), since, until }
    }

    /// The dialect of something, by index, and the releases that it has of its own.
    fn clock(&self, common: &ast::Common) -> Option<(usize, &[String])> {
        let dialect = common.dialect.as_ref()?;
        let index = self.dialects.iter().position(|(name, _)| *name == dialect.value)?;
        Some((index, self.dialects[index].1.as_deref()?))
    }

    fn docs(&self, common: &ast::Common) -> Docs {
        let name = common.name.value.clone();
        let label = common.label.as_ref().map_or_else(|| name.clone(), |label| label.value.clone());
        let gate = self.gate(common);
        let examples = common
            .examples
            .iter()
            .map(|example| Example {
                bytes: hex(&example.bytes.value),
                value: example.value.value.clone(),
                summary: text(&example.summary),
                context: text(&example.context),
                version: self
                    .version(&example.version)
                    .or(gate.until)
                    .unwrap_or(self.versions.len().saturating_sub(1)),
            })
            .collect();
        Docs {
            name,
            label,
            summary: text(&common.summary),
            doc: text(&common.doc),
            source: text(&common.source),
            place: (self.place)(common.name.span),
            gate,
            examples,
        }
    }

    fn schema(&self, schema: &ast::Schema) -> Model {
        let mut model = Model {
            tables: schema.tables.iter().map(|item| self.docs(&item.common)).collect(),
            strings: holder(schema, "strings"),
            attributes: holder(schema, "attributes"),
            codecs: schema
                .codecs
                .iter()
                .map(|item| Codec {
                    docs: self.docs(&item.common),
                    value: text(&item.value),
                    borrowed: item.borrowed,
                    derived: item.derived,
                    readable: item.readable,
                })
                .collect(),
            enums: schema.enums.iter().map(|item| self.enumeration(item)).collect(),
            records: schema
                .records
                .iter()
                .map(|item| Record {
                    docs: self.docs(&item.common),
                    fields: self.fields(&item.fields),
                })
                .collect(),
            unions: schema.unions.iter().map(|item| self.union(item, schema)).collect(),
            described: schema.described.iter().map(|item| self.described(item)).collect(),
            sections: schema.sections.iter().map(|item| self.section(item, schema)).collect(),
            groups: schema
                .groups
                .iter()
                .map(|item| Group { docs: self.docs(&item.common), title: text(&item.title) })
                .collect(),
            constraints: schema
                .constraints
                .iter()
                .map(|item| Constraint { docs: self.docs(&item.common), is: text(&item.is) })
                .collect(),
            ..Model::default()
        };
        let groups = index(schema.groups.iter().map(|item| &item.common));
        model.ops = schema.ops.iter().map(|item| self.op(item, &groups)).collect();
        model.ops.sort_by_key(|op| op.opcode);
        model.dialects = schema
            .dialects
            .iter()
            .map(|item| Dialect {
                docs: self.docs(&item.common),
                releases: item.releases.as_ref().map(|found| releases(found, &self.versions)),
            })
            .collect();
        model.constants = schema
            .constants
            .iter()
            .map(|item| {
                let name = item.table.as_ref().unwrap_or(&item.common.name);
                let table = self.table_named(&name.value, name.span);
                upgrade::constant(item, self.docs(&item.common), table)
            })
            .collect();
        model.conversions = schema
            .conversions
            .iter()
            .filter_map(|item| {
                let (dialect, names) = self.clock(&item.common)?;
                Some(upgrade::conversions(item, self.docs(&item.common), dialect, names))
            })
            .collect();
        if let Some(format) = schema.formats.first() {
            self.format(format, &mut model);
        }
        model.properties =
            self.per_operation(&schema.properties, &model, &|one| properties::fields(one));
        model.signatures =
            self.per_operation(&schema.signatures, &model, &|one| Signature::from(one));
        model.defaults = self.per_operation(&schema.defaults, &model, &|one| default_values(one));
        model
    }

    fn per_operation<W, T>(
        &self,
        items: &[ast::PerOperation<W>],
        model: &Model,
        value: &dyn Fn(&W) -> T,
    ) -> Vec<PerOperation<T>> {
        let lowered = items.iter().filter_map(|item| {
            let dialect = self.clock(&item.common).map(|(dialect, _)| dialect);
            let clock = model.clock(&Bounds { dialect, ..Bounds::default() })?;
            Some(per_operation::lower(item, self.docs(&item.common), dialect, clock, value))
        });
        lowered.collect()
    }

    fn format(&self, format: &ast::Format, model: &mut Model) {
        model.docs = self.docs(&format.common);
        model.title = text(&format.title);
        model.magic = hex(&text(&format.magic));
        model.varint = match text(&format.varint).as_str() {
            "prefix" => VarintKind::Prefix,
            "bounded_leb128" => VarintKind::Bounded,
            _ => VarintKind::Leb128,
        };
        model.pad = self.number(&format.pad);
        model.versions = format
            .versions
            .iter()
            .map(|common| Version {
                docs: self.docs(common),
                parts: common.name.value.split('.').filter_map(|part| part.parse().ok()).collect(),
            })
            .collect();
        model.features = format.features.iter().map(|common| self.docs(common)).collect();
        model.releases = format.releases.as_ref().map(|found| releases(found, &self.versions));
        model.section_header = format.sections.as_ref().map(|header| SectionHeader {
            id_bits: self.fit(header.id_bits.span, header.id_bits.value),
            aligned_bit: header.aligned_bit.as_ref().map(|bit| self.fit(bit.span, bit.value)),
            unknown_error: text(&header.unknown) == "error",
            again_error: text(&header.again) == "error",
            filler_error: text(&header.filler) == "error",
        });
        model.segment_sizes = format.segment_sizes.as_ref().and_then(|sizes| {
            Some(SegmentSizes {
                attribute: self.version(&Some(sizes.attribute.clone()))?,
                sparse: self.version(&Some(sizes.sparse.clone()))?,
            })
        });
        model.header = format.header.as_ref().and_then(|header| {
            let features = header.features.iter().filter_map(|(feature, field)| {
                let index = self.features.iter().position(|known| *known == feature.value)?;
                Some((index, field.value.clone()))
            });
            Some(Header {
                record: self.records.get(&header.record.value).copied()?,
                version: texts(&header.version),
                features: features.collect(),
                producer: header.producer,
            })
        });
        model.segment_properties = match &format.segment_sizes {
            Some(sizes) => SegmentProperties {
                operands: sizes.operands.as_ref().map(|name| name.value.clone()),
                results: sizes.results.as_ref().map(|name| name.value.clone()),
            },
            None => SegmentProperties::default(),
        };
        model.operations = format.operations.as_ref().map(|operations| Operations {
            layout: operations.layout.iter().filter_map(|part| op_part(&part.value)).collect(),
            opcode: self.wire(&operations.opcode),
            types: self.table_named(&operations.types.value, operations.types.span),
            body: operations.body.as_ref().and_then(|body| {
                let (record, field) = body.value.split_once('.')?;
                Some((record.to_owned(), field.to_owned()))
            }),
        });
    }

    fn enumeration(&self, item: &ast::Enum) -> Enum {
        let mut members: Vec<Member> = item
            .members
            .iter()
            .map(|member| Member {
                docs: self.docs(&member.common),
                value: self.number(&member.value),
            })
            .collect();
        members.sort_by_key(|member| member.value);
        let wire =
            item.wire.as_ref().map_or(Wire::Integer(Integer::varint(32)), |wire| self.wire(wire));
        Enum {
            docs: self.docs(&item.common),
            wire,
            flags: item.flags,
            members,
            reserved: reserved(&item.reserved),
        }
    }

    fn union(&self, item: &ast::Union, schema: &ast::Schema) -> Union {
        let variants = self.variants.get(&item.common.name.value);
        let mut variants: Vec<Variant> = variants
            .into_iter()
            .flatten()
            .map(|at| &schema.variants[*at])
            .map(|variant| Variant {
                docs: self.docs(&variant.common),
                tag: self.number(&variant.tag),
                text: self.parsed(&variant.text, crate::text::parse),
                reads_as: variant.reads_as.as_ref().map(|name| name.value.clone()),
                nesting: match text(&variant.nesting).as_str() {
                    "open" => 1,
                    "close" => -1,
                    _ => 0,
                },
                traits: variant
                    .traits
                    .iter()
                    .map(|(name, value)| (name.value.clone(), value.value.clone()))
                    .collect(),
                called: pairs(&variant.called),
                fields: self.fields(&variant.fields),
            })
            .collect();
        variants.sort_by_key(|variant| variant.tag);
        Union {
            docs: self.docs(&item.common),
            tag: item.tag.as_ref().map_or(Wire::VARINT, |tag| self.wire(tag)),
            opaque: text(&item.unknown) == "opaque",
            traits: texts(&item.traits),
            variants,
            entries: item.entries.as_ref().and_then(|table| {
                let table = *self.tables.get(&table.value)?;
                Some(Entries { table, dialect: text(&item.common.dialect) })
            }),
            text_of: item.text_of.as_ref().map(|dialect| dialect.value.clone()),
            listed_only: item.listed_only,
            reserved: reserved(&item.reserved),
        }
    }

    fn described(&self, item: &ast::Described) -> Described {
        let record = item.record.as_ref().and_then(|name| self.records.get(&name.value).copied());
        let steps = item.steps.iter().map(|step| DescribedStep {
            docs: self.docs(&step.common),
            ty: self.step_type(&step.ty, step),
            repeat: step.repeat.clone(),
            reversed: step.reversed,
            size: step.size.clone(),
            when: step.when.clone(),
            is: step.is.clone(),
            value: step.value.clone(),
            table: step.table.as_ref().and_then(|name| self.tables.get(&name.value).copied()),
        });
        let steps = steps.collect();
        Described { docs: self.docs(&item.common), record, steps }
    }

    fn step_type(&self, ty: &ast::TypeExpr, step: &ast::DescribedStep) -> StepType {
        let given = |key: &Option<ast::Expression>| key.clone().unwrap_or(ast::Expression::Index);
        let inner = match ty.args.first() {
            Some(ast::TypeArg::Type(inner)) => Some(inner),
            _ => None,
        };
        match (ty.name.as_str(), inner) {
            ("list", Some(inner)) => StepType::List(Box::new(self.step_type(inner, step))),
            ("rest", Some(inner)) => StepType::Rest(Box::new(self.step_type(inner, step))),
            ("entry", _) => StepType::Entry(self.table(ty), given(&step.dialect)),
            ("properties", _) => {
                let record = step.version_record.clone();
                StepType::Properties(given(&step.dialect), given(&step.operation), record)
            }
            ("filler", _) => StepType::Filler(given(&step.align), step.of_file),
            ("up_to", _) => match ty.args.first() {
                Some(ast::TypeArg::Number(marker)) => StepType::UpTo(self.fit(ty.span, *marker)),
                _ => StepType::UpTo(0),
            },
            ("all_but", _) => match ty.args.first() {
                Some(ast::TypeArg::Number(left)) => StepType::AllBut(self.fit(ty.span, *left)),
                _ => StepType::AllBut(0),
            },
            (name, _) => match self.described.get(name) {
                Some(index) => StepType::Described(*index),
                None => StepType::Wire(self.wire(ty)),
            },
        }
    }

    fn section(&self, item: &ast::Section, schema: &ast::Schema) -> Section {
        let formats = schema.formats.iter();
        let mut order =
            formats.flat_map(|format| &format.sections).flat_map(|header| &header.order);
        let place = order.position(|name| name.value == item.common.name.value);
        let mut sections = schema.sections.iter();
        let required = item
            .requires
            .as_ref()
            .and_then(|name| sections.find(|section| section.common.name.value == name.value));
        Section {
            docs: self.docs(&item.common),
            id: self.number(&item.id),
            required: item.required,
            align: item.align.as_ref().and_then(|align| u64::try_from(align.value).ok()),
            align_forbidden: item.align_forbidden,
            end: item.end,
            repeated: item.repeated,
            requires: required.map(|section| self.number(&section.id)),
            place: place.map(|place| self.fit(item.common.name.span, place + 1)),
            trailing_error: text(&item.trailing) == "error",
            layout: item.layout.as_ref().and_then(|name| self.described.get(&name.value).copied()),
            fields: self.fields(&item.fields),
        }
    }

    fn fields(&self, fields: &[ast::Field]) -> Vec<Field> {
        let mut lowered: Vec<Field> = fields.iter().map(|field| self.field(field)).collect();
        for (at, field) in lowered.iter_mut().enumerate() {
            if let FieldKind::Packed { parts } = &mut field.kind {
                *parts = fields[at + 1..].iter().take_while(|field| field.part.is_some()).count();
            }
        }
        lowered
    }

    fn field(&self, field: &ast::Field) -> Field {
        let presence: Vec<Presence> = field
            .presence
            .iter()
            .map(|presence| Presence {
                how: match &presence.how {
                    ast::PresenceHow::Bit(bit) => PresenceHow::Bit(self.fit(presence.span, *bit)),
                    ast::PresenceHow::Field(name) => PresenceHow::Field(name.clone()),
                    ast::PresenceHow::When(test) => PresenceHow::When(test.clone()),
                    ast::PresenceHow::Unless(test) => PresenceHow::Unless(test.clone()),
                },
                gate: Gate {
                    since: self.version(&presence.since).unwrap_or(0),
                    until: self.version(&presence.until),
                    ..Gate::default()
                },
            })
            .collect();
        let bit = presence.iter().find_map(|presence| presence.how.bit());
        let kind = match field.ty.name.as_str() {
            "unit" => FieldKind::Unit {
                bit: bit.unwrap_or_else(|| {
                    self.finding(field.ty.span, "a unit has a bit".into());
                    0
                }),
            },
            "flags" => FieldKind::Flags(self.argument(&field.ty, 0)),
            "presence" => FieldKind::Presence,
            "packed" => FieldKind::Packed { parts: 0 },
            _ if field.part.is_some() => FieldKind::Part(self.wire(&field.ty), bits(field)),
            _ if field.optional => FieldKind::Optional(self.wire(&field.ty), presence),
            _ => FieldKind::Value(self.wire(&field.ty)),
        };
        let default = field.default.as_ref().map(|default| self.default(default, &kind));
        Field {
            docs: self.docs(&field.common),
            kind,
            default,
            reject: field.reject.iter().map(|value| value.value).collect(),
            spelled: field
                .spelled
                .iter()
                .map(|spelled| (spelled.value.value, spelled.text.value.clone()))
                .collect(),
            names: field.names.as_ref().and_then(|name| self.enums.get(&name.value).copied()),
            short: field.short.as_ref().map(|word| word.value.clone()),
            kinds: kinds::of(&self.kinds, &field.kinds),
            nonempty: field.nonempty,
            table: field.table.as_ref().and_then(|table| self.tables.get(&table.value).copied()),
        }
    }

    fn default(&self, default: &ast::Spanned<Literal>, kind: &FieldKind) -> super::Default {
        match (&default.value, kind.wire()) {
            (Literal::Text(name), Some(Wire::Item(Kind::Enum, item))) => super::Default::Member({
                let mut members = self.members[*item].iter();
                members.position(|(_, member)| member == name).unwrap_or_else(|| {
                    self.finding(default.span, format!("no member is named `{name}`"));
                    0
                })
            }),
            (Literal::Text(text), _) if text.starts_with("false*") => {
                super::Default::FalseTimes(text["false*".len()..].to_owned())
            }
            (literal, _) => super::Default::Literal(literal.clone()),
        }
    }

    fn argument(&self, ty: &ast::TypeExpr, index: usize) -> Wire {
        match ty.args.get(index) {
            Some(ast::TypeArg::Type(ty)) => self.wire(&ty.clone()),
            _ => Wire::VARINT,
        }
    }

    fn table(&self, ty: &ast::TypeExpr) -> usize {
        match ty.args.first() {
            Some(ast::TypeArg::Type(table)) => self.table_named(&table.name, table.span),
            _ => 0,
        }
    }

    fn wire(&self, ty: &ast::TypeExpr) -> Wire {
        if let Some(integer) = Integer::of(ty) {
            return Wire::Integer(integer);
        }
        let sequence = |element, until| Wire::Sequence(Sequence { element, until });
        let inner = |at| Box::new(self.argument(ty, at));
        match (ty.name.as_str(), ty.args.get(1)) {
            ("bool", _) => Wire::Bool,
            ("ref", _) => Wire::Index(self.table(ty)),
            ("optional_ref", _) => {
                Wire::Optional(Box::new(Wire::Index(self.table(ty))), Mark::PlusOne)
            }
            ("flagged", _) => Wire::Optional(inner(0), Mark::Flagged),
            ("list", _) => sequence(inner(0), Until::Count(None)),
            ("aligned_list", Some(ast::TypeArg::Number(align))) => {
                sequence(inner(0), Until::Count(Some(*align)))
            }
            ("rest", _) => sequence(inner(0), Until::End),
            ("balanced", _) => sequence(inner(0), Until::Balanced),
            ("repeat", Some(ast::TypeArg::Type(count))) => {
                sequence(inner(0), Until::Field(count.name.clone()))
            }
            ("offset_table", _) => Wire::OffsetTable {
                offset: inner(0).integer().unwrap_or(Integer::VARINT),
                entry: inner(1),
            },
            ("blob", _) => Wire::Bytes(Extent::Counted, Content::Raw),
            ("bytes", _) => Wire::Bytes(Extent::Rest, Content::Raw),
            ("utf8", _) => Wire::Bytes(Extent::Counted, Content::Text),
            ("sized", _) => Wire::Bytes(Extent::Counted, Content::Value(inner(0))),
            (name, _) => {
                let item = |kind, known: &HashMap<String, usize>| {
                    known.get(name).map(|index| Wire::Item(kind, *index))
                };
                let found = item(Kind::Enum, &self.enums)
                    .or_else(|| item(Kind::Record, &self.records))
                    .or_else(|| item(Kind::Union, &self.unions));
                let codec = self.codecs.get(name);
                found.or_else(|| Some(Wire::Codec(*codec?, ty.fields.clone()))).unwrap_or_else(
                    || {
                        self.finding(ty.span, format!("unknown type `{name}`"));
                        Wire::Bool
                    },
                )
            }
        }
    }

    fn port(&self, port: &ast::Port) -> Port {
        Port {
            docs: self.docs(&port.common),
            constraint: text(&port.ty),
            arity: match (port.variadic, port.optional) {
                (true, _) => Arity::Variadic,
                (false, true) => Arity::Optional,
                (false, false) => Arity::One,
            },
            bit: port.bit.as_ref().and_then(|bit| u32::try_from(bit.value).ok()),
            named: text(&port.named),
        }
    }

    fn op(&self, item: &ast::Op, groups: &HashMap<String, usize>) -> Op {
        let attributes = self.fields(&item.attributes);
        let results: Vec<Port> = item.results.iter().map(|port| self.port(port)).collect();
        let operands: Vec<Port> = item.operands.iter().map(|port| self.port(port)).collect();
        let since = self.gate(&item.common).since;
        // The flags exist from the first version in which a bit of them is claimed.
        let bits =
            attributes.iter().filter(|f| !f.claims().is_empty()).map(|field| &field.docs.gate);
        let bits = bits
            .chain(operands.iter().filter(|port| port.bit.is_some()).map(|port| &port.docs.gate));
        let flags = bits.map(|gate| gate.since.max(since)).min();
        let flags = self.version(&item.flags_since).or(flags);
        let variadic = |ports: &[Port]| ports.iter().any(|port| port.arity == Arity::Variadic);
        let result_count = match &item.result_count {
            Some(stated) => stated.value,
            None => variadic(&results) || variadic(&operands),
        };
        Op {
            docs: self.docs(&item.common),
            opcode: self.number(&item.opcode),
            group: item.group.as_ref().and_then(|group| groups.get(&group.value).copied()),
            section_form: text(&item.form) == "section",
            results,
            result_count,
            flags,
            attributes,
            operands,
            operand_layout: match text(&item.operand_layout).as_str() {
                "counted" => OperandLayout::Counted,
                "segments" => OperandLayout::Segments,
                _ => OperandLayout::Fixed,
            },
            regions: item
                .regions
                .iter()
                .map(|region| super::Region {
                    docs: self.docs(&region.common),
                    may_be_empty: region.may_be_empty,
                    arguments: texts(&region.arguments),
                    implied: text(&region.implied),
                })
                .collect(),
            same_type: texts(&item.same_type),
            terminator: item.terminator,
            pure: item.pure,
            text: self.parsed(&item.text, operation_text::parse),
            names_results: item.names_results,
        }
    }
}

fn reserved(list: &[ast::Reserved]) -> Vec<Reserved> {
    let number = |item: &ast::Reserved| u64::try_from(item.number.value).ok();
    let list = list.iter().filter_map(|item| Some((number(item)?, text(&item.was))));
    list.map(|(number, was)| Reserved { number, was }).collect()
}

/// Puts a pointer where something holds itself without a list in between: before a union, and where it
/// may be absent.
fn break_cycles(model: &mut Model) {
    let unions = model.unions.len();
    let held = |wire: &Wire| match wire {
        Wire::Item(Kind::Union, index) => Some(*index),
        Wire::Item(Kind::Record, index) => Some(unions + index),
        _ => None,
    };
    let arrows: Vec<Vec<usize>> = (0..unions + model.records.len())
        .map(|holder| {
            holder_fields(model, holder).filter_map(Field::wire).filter_map(held).collect()
        })
        .collect();
    let circles = super::circles::circles(&arrows);
    let cut = |holder: usize, field: &mut Field| {
        let optional = matches!(field.kind, FieldKind::Optional(..));
        if let FieldKind::Value(wire) | FieldKind::Optional(wire, _) = &mut field.kind
            && let Some(index) = held(wire)
            && (index < unions || optional)
            && circles[index] == circles[holder]
        {
            *wire = Wire::Indirect(Box::new(wire.clone()));
        }
    };
    for (holder, union) in model.unions.iter_mut().enumerate() {
        let fields = union.variants.iter_mut().flat_map(|variant| &mut variant.fields);
        fields.for_each(|field| cut(holder, field));
    }
    for (holder, record) in model.records.iter_mut().enumerate() {
        record.fields.iter_mut().for_each(|field| cut(unions + holder, field));
    }
}

/// The fields of a union, or of a record where the number is past the unions.
fn holder_fields(model: &Model, holder: usize) -> impl Iterator<Item = &Field> {
    let union = model.unions.get(holder);
    let record = holder.checked_sub(model.unions.len()).and_then(|at| model.records.get(at));
    let variants = union.into_iter().flat_map(|union| &union.variants);
    let fields = variants.flat_map(|variant| &variant.fields);
    fields.chain(record.into_iter().flat_map(|record| &record.fields))
}

fn releases(releases: &ast::Releases, versions: &[String]) -> Releases {
    let names = texts(&releases.names);
    let place = |names: &[String], wanted: &ast::Spanned<String>| {
        names.iter().position(|name| *name == wanted.value)
    };
    Releases {
        title: text(&releases.title),
        summary: text(&releases.summary),
        doc: text(&releases.doc),
        source: text(&releases.source),
        producer: text(&releases.producer),
        record: releases.record.as_ref().and_then(|count| usize::try_from(count.value).ok()),
        writers_only: releases.writers_only,
        formats: releases
            .formats
            .iter()
            .filter_map(|(release, version)| {
                Some((place(&names, release)?, place(versions, version)?))
            })
            .collect(),
        others: releases
            .others
            .iter()
            .filter_map(|(variant, release)| Some((variant.value.clone(), place(&names, release)?)))
            .collect(),
        undescribed: releases.undescribed.iter().filter_map(|name| place(&names, name)).collect(),
        unreleased: releases.unreleased.iter().filter_map(|name| place(&names, name)).collect(),
        names,
    }
}

/// The width of a part that is not the last.
fn bits(field: &ast::Field) -> Option<u32> {
    let part = field.part.as_ref().filter(|part| !part.last)?;
    part.bits.as_ref().and_then(|bits| u32::try_from(bits.value).ok())
}

fn op_part(name: &str) -> Option<OpPart> {
    Some(match name {
        "opcode" => OpPart::Opcode,
        "result_count" => OpPart::ResultCount,
        "result_types" => OpPart::ResultTypes,
        "flags" => OpPart::Flags,
        "attributes" => OpPart::Attributes,
        "operands" => OpPart::Operands,
        "regions" => OpPart::Regions,
        _ => return None,
    })
}
