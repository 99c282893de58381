//! From checked nodes to the syntax tree. The shapes of values were checked before; wrong ones are
//! skipped here without a finding.

use std::collections::HashSet;

use super::node::{Kind, Node};
use super::source_map::SourceMap;
use super::spec::KindSpec;
use super::validate::get;
use crate::ast::{
    Codec, Common, Constant, Constraint, Conversion, Conversions, Dialect, Enum, Example, Field,
    Format, Group, Limit, Literal, Member, Op, Operations, Part, Port, Record, Region, Releases,
    Reserved, Schema, Section, SectionsHeader, SegmentSizes, Span, Spanned, Spelled, Table, Tag,
    TypeArg, TypeExpr, Union, Variant,
};
use crate::diagnostics::Diagnostics;
use crate::other_languages;
use crate::type_expr::parse_type;
use bytespec_plan::{Base, Encoding};

pub(super) struct Lower<'a> {
    pub(super) sources: &'a mut SourceMap,
    pub(super) out: &'a mut Diagnostics,
    pub(super) broken: &'a HashSet<Span>,
}

impl Lower<'_> {
    /// Adds the item of a node to the schema.
    pub(super) fn item(&mut self, kind: &KindSpec, node: &Node, schema: &mut Schema) {
        let common = self.common(node, kind.name);
        match kind.name {
            "format" => schema.formats.push(self.format(node, common)),
            "table" => schema.tables.push(Table { common, holds: text(node, "holds") }),
            "codec" => schema.codecs.push(Codec {
                common,
                value: text(node, "value"),
                borrowed: flag(node, "borrowed"),
                derived: flag(node, "derived"),
                readable: flag(node, "readable"),
                native: false,
                args: list(node, "args").iter().filter_map(spanned_text).collect(),
            }),
            "enum" => schema.enums.push(Enum {
                common,
                wire: self.ty(node, "wire"),
                flags: flag(node, "flags"),
                unknown: text(node, "unknown"),
                members: self.each(node, "members", Self::member),
                reserved: reserved(node, "value"),
            }),
            "record" => schema.records.push(Record {
                common,
                begins_with: text(node, "begins_with"),
                run_only: flag(node, "run_only"),
                fields: self.fields(node, "fields"),
            }),
            "union" => schema.unions.push(self.union(node, common)),
            "variant" => schema.variants.push(self.variant(node, common)),
            "section" => schema.sections.push(self.section(node, common)),
            "group" => schema.groups.push(Group { common, title: text(node, "title") }),
            "constraint" => schema.constraints.push(Constraint { common, is: text(node, "is") }),
            "op" => schema.ops.push(self.op(node, common)),
            "properties" => schema.properties.push(self.per_operation(node, common)),
            "signatures" => schema.signatures.push(self.per_operation(node, common)),
            "defaults" => schema.defaults.push(self.per_operation(node, common)),
            "dialect" => schema.dialects.push(Dialect { common, releases: releases(node) }),
            "constant" => schema.constants.push(Constant {
                common,
                table: text(node, "table"),
                bytes: text(node, "bytes"),
                like: text(node, "like"),
            }),
            "conversions" => schema.conversions.push(Conversions {
                common,
                steps: self.each(node, "steps", |_, node| conversion(node)),
                limits: self.each(node, "limits", |_, node| limit(node)),
            }),
            _ => {}
        }
    }

    fn union(&mut self, node: &Node, common: Common) -> Union {
        let (peeks_tag, tag) = match self.ty(node, "tag") {
            Some(TypeExpr { name, args, span, .. }) if name == "ahead" => {
                let number = match args.into_iter().next() {
                    Some(TypeArg::Type(number)) => number,
                    _ => TypeExpr { name, span, ..TypeExpr::default() },
                };
                (true, Some(number))
            }
            tag => (false, tag),
        };
        Union {
            common,
            tag,
            peeks_tag,
            unknown: text(node, "unknown"),
            traits: list(node, "traits").iter().filter_map(spanned_text).collect(),
            entries: text(node, "entries"),
            text_of: text(node, "text_of"),
            reserved: reserved(node, "tag"),
        }
    }

    fn variant(&mut self, node: &Node, common: Common) -> Variant {
        let tags = match get(node, "tag") {
            Some(Node { kind: Kind::Seq(tags), .. }) => tags.as_slice(),
            Some(tag) => std::slice::from_ref(tag),
            None => &[],
        };
        Variant {
            common,
            of: text(node, "of"),
            tags: tags.iter().filter_map(|node| self.tag(node)).collect(),
            text: text(node, "text"),
            listed_only: flag(node, "listed_only"),
            reads_as: text(node, "reads_as"),
            nesting: text(node, "nesting"),
            traits: facts(node, "traits"),
            called: pairs(node, "called"),
            fields: self.fields(node, "fields"),
        }
    }

    /// A number, a text, or a range of numbers.
    fn tag(&self, node: &Node) -> Option<Tag> {
        let digits = self.sources.snippet(node.span).strip_prefix("0x");
        let is_digit = |c: u8| c.is_ascii_hexdigit();
        let digits = digits.filter(|text| !text.is_empty() && text.bytes().all(is_digit));
        let digits = digits.map(str::to_owned);
        Some(Tag { digits, ..tag(node)? })
    }

    fn section(&mut self, node: &Node, common: Common) -> Section {
        Section {
            common,
            id: int(node, "id"),
            required: flag(node, "required"),
            align: int(node, "align"),
            align_forbidden: get(node, "aligned").is_some(),
            end: flag(node, "end"),
            repeated: flag(node, "repeated"),
            requires: text(node, "requires"),
            trailing: text(node, "trailing"),
            content: text(node, "content"),
            fields: self.fields(node, "fields"),
        }
    }

    fn format(&mut self, node: &Node, common: Common) -> Format {
        let sections = get(node, "sections").and_then(|node| {
            Some(SectionsHeader {
                id_bits: int(node, "id_bits")?,
                aligned_bit: int(node, "aligned_bit"),
                unknown: text(node, "unknown"),
                again: text(node, "again"),
                order: list(node, "order").iter().filter_map(spanned_text).collect(),
            })
        });
        let operations = get(node, "operations").and_then(|node| {
            Some(Operations {
                layout: list(node, "layout").iter().filter_map(spanned_text).collect(),
                opcode: self.ty(node, "opcode")?,
                types: text(node, "type")?,
                body: text(node, "body"),
            })
        });
        Format {
            common,
            title: text(node, "title"),
            magic: text(node, "magic"),
            file: text(node, "file"),
            byte_order: self.byte_order(node),
            varint: text(node, "varint"),
            pad: int(node, "pad"),
            filler: text(node, "filler"),
            versions: self.each(node, "versions", |cx, node| cx.common(node, "version")),
            features: self.each(node, "features", |cx, node| cx.common(node, "name")),
            releases: releases(node),
            sections,
            operations,
            header: get(node, "header").and_then(|node| {
                let features = get(node, "features").into_iter().flat_map(entries);
                Some(crate::ast::Header {
                    record: text(node, "record")?,
                    version: list(node, "version").iter().filter_map(spanned_text).collect(),
                    features: features
                        .filter_map(|(feature, field)| Some((feature, spanned_text(field)?)))
                        .collect(),
                    producer: flag(node, "producer"),
                })
            }),
            segment_sizes: get(node, "segment_sizes").and_then(|node| {
                Some(SegmentSizes {
                    attribute: text(node, "attribute")?,
                    sparse: text(node, "sparse")?,
                    operands: text(node, "operands"),
                    results: text(node, "results"),
                })
            }),
        }
    }

    fn op(&mut self, node: &Node, common: Common) -> Op {
        Op {
            common,
            opcode: int(node, "opcode"),
            group: text(node, "group"),
            form: text(node, "form"),
            results: self.each(node, "results", Self::port),
            attributes: self.fields(node, "attributes"),
            flags_since: text(node, "flags_since"),
            operands: self.each(node, "operands", Self::port),
            operand_layout: text(node, "operand_layout"),
            regions: self.each(node, "regions", |cx, node| Region {
                common: cx.common(node, "name"),
                may_be_empty: flag(node, "may_be_empty"),
                arguments: list(node, "arguments").iter().filter_map(spanned_text).collect(),
                implied: text(node, "implied"),
            }),
            same_type: list(node, "same_type").iter().filter_map(spanned_text).collect(),
            terminator: flag(node, "terminator"),
            pure: flag(node, "pure"),
            result_count: get(node, "result_count").and_then(|node| match node.kind {
                Kind::Bool(value) => Some(Spanned::new(value, node.span)),
                _ => None,
            }),
            text: text(node, "text"),
            names_results: flag(node, "names_results"),
        }
    }

    fn member(&mut self, node: &Node) -> Member {
        Member { common: self.common(node, "name"), value: int(node, "value") }
    }

    fn port(&mut self, node: &Node) -> Port {
        Port {
            common: self.common(node, "name"),
            ty: text(node, "type"),
            variadic: flag(node, "variadic"),
            optional: flag(node, "optional"),
            bit: int(node, "bit"),
            named: text(node, "named"),
        }
    }

    fn field(&mut self, node: &Node) -> Field {
        let mut common = self.common(node, "name");
        // The key states the dialect of an entry.
        common.dialect = None;
        let before = self.out.len();
        let presence = self.presence(node);
        let run = self.run_keys(node);
        common.broken |= self.out.len() > before;
        Field {
            common,
            ty: self.ty(node, "type").unwrap_or_default(),
            optional: flag(node, "optional") || get(node, "when").is_some(),
            presence,
            default: get(node, "default").and_then(spanned_literal),
            reject: list(node, "reject").iter().filter_map(spanned_int).collect(),
            spelled: list(node, "spelled").iter().filter_map(spelled).collect(),
            names: text(node, "names"),
            base: base(node),
            short: text(node, "short"),
            kinds: list(node, "kinds").iter().filter_map(spanned_text).collect(),
            nonempty: flag(node, "nonempty"),
            table: text(node, "table"),
            part: None,
            run,
        }
    }

    /// Fields; the parts of a packed field follow it.
    fn fields(&mut self, node: &Node, key: &str) -> Vec<Field> {
        let mut fields = Vec::new();
        for node in list(node, key).iter().filter(|node| matches!(node.kind, Kind::Map(_))) {
            let field = self.field(node);
            let packed = field.common.clone();
            fields.push(field);
            let mut parts = self.each(node, "parts", |cx, node| cx.part(node, &packed));
            if let Some(part) = parts.last_mut().and_then(|field| field.part.as_mut()) {
                part.last = true;
            }
            fields.append(&mut parts);
        }
        fields
    }

    fn part(&mut self, node: &Node, packed: &Common) -> Field {
        let mut common = self.common(node, "name");
        // A part has the versions of the packed field at most.
        common.since = common.since.or_else(|| packed.since.clone());
        common.until = common.until.or_else(|| packed.until.clone());
        common.since_release = common.since_release.or_else(|| packed.since_release.clone());
        common.until_release = common.until_release.or_else(|| packed.until_release.clone());
        common.feature = common.feature.or_else(|| packed.feature.clone());
        let bits = int(node, "bits");
        let run = self.run_keys(node);
        let ty = self.ty(node, "type").or_else(|| Some(part_type(bits.as_ref()?)));
        Field {
            common,
            ty: ty.unwrap_or_default(),
            default: get(node, "default").and_then(spanned_literal),
            reject: list(node, "reject").iter().filter_map(spanned_int).collect(),
            spelled: list(node, "spelled").iter().filter_map(spelled).collect(),
            base: base(node),
            nonempty: flag(node, "nonempty"),
            part: Some(Part { bits, last: false }),
            run,
            ..Field::default()
        }
    }

    fn each<T>(&mut self, node: &Node, key: &str, read: impl Fn(&mut Self, &Node) -> T) -> Vec<T> {
        let nodes = list(node, key).iter();
        let maps = nodes.filter(|node| matches!(node.kind, Kind::Map(_)));
        maps.map(|node| read(self, node)).collect()
    }

    fn common(&mut self, node: &Node, head: &str) -> Common {
        let name = text(node, head);
        Common {
            broken: name.is_none() || self.broken.contains(&node.span),
            name: name.clone().unwrap_or(Spanned::new(String::new(), node.span)),
            summary: text(node, "summary"),
            doc: text(node, "doc"),
            since: text(node, "since"),
            until: text(node, "until"),
            since_release: text(node, "since_release"),
            until_release: text(node, "until_release"),
            dialect: match head {
                "properties" | "signatures" | "defaults" | "conversions" => {
                    text(node, "dialect").or_else(|| name.clone())
                }
                _ => text(node, "dialect"),
            },
            feature: text(node, "feature"),
            source: text(node, "source"),
            label: text(node, "label"),
            examples: list(node, "examples")
                .iter()
                .filter_map(|node| {
                    let value = get(node, "value")?;
                    let shown = value.text().unwrap_or(self.sources.snippet(value.span));
                    Some(Example {
                        bytes: text(node, "bytes")?,
                        value: Spanned::new(shown.to_owned(), value.span),
                        summary: text(node, "summary"),
                        context: text(node, "context"),
                        version: text(node, "version"),
                    })
                })
                .collect(),
        }
    }

    fn ty(&mut self, node: &Node, key: &str) -> Option<TypeExpr> {
        let broken = self.broken.contains(&node.span);
        let node = get(node, key)?;
        let text = node.text()?;
        let sources = &mut *self.sources;
        let ty = parse_type(text, &mut |bytes| sources.part(node.span, text, bytes));
        match ty {
            Ok(ty) => Some(ty),
            // A comma without quotes cuts the text off; this was reported before.
            Err(error) if broken && error.bytes.start >= text.len() => None,
            Err(error) => {
                let span = self.sources.part(node.span, text, error.bytes);
                let found = self
                    .out
                    .found("type-syntax", format!("`{text}` is not a type"))
                    .at(span, error.message);
                if let Some(help) = other_languages::type_name(text) {
                    found.help(help);
                }
                Some(TypeExpr { span: node.span, ..TypeExpr::default() })
            }
        }
    }
}

fn releases(node: &Node) -> Option<Releases> {
    let node = get(node, "releases").filter(|node| matches!(node.kind, Kind::Map(_)))?;
    Some(Releases {
        title: text(node, "title"),
        summary: text(node, "summary"),
        doc: text(node, "doc"),
        source: text(node, "source"),
        producer: text(node, "producer"),
        record: int(node, "record"),
        writers_only: flag(node, "writers_only"),
        formats: pairs(node, "formats"),
        others: pairs(node, "others"),
        names: list(node, "names").iter().filter_map(spanned_text).collect(),
        undescribed: list(node, "undescribed").iter().filter_map(spanned_text).collect(),
        unreleased: list(node, "unreleased").iter().filter_map(spanned_text).collect(),
        span: node.span,
    })
}

fn limit(node: &Node) -> Limit {
    Limit {
        operation: text(node, "operation").unwrap_or_default(),
        before: text(node, "before").unwrap_or_default(),
        property: text(node, "property").zip(text(node, "is_not")),
        operands: text(node, "operands_are_not"),
        same: text(node, "same"),
    }
}

fn conversion(node: &Node) -> Conversion {
    Conversion {
        from: text(node, "from").unwrap_or_default(),
        to: text(node, "to").unwrap_or_default(),
        release: text(node, "release").unwrap_or_default(),
        adds: pairs(node, "adds"),
        drops: list(node, "drops").iter().filter_map(spanned_text).collect(),
        operands: int(node, "operands"),
        regions: int(node, "regions"),
    }
}

/// The same, without its digits.
fn tag(node: &Node) -> Option<Tag> {
    let Some(text) = spanned_text(node) else { return spanned_int(node).map(Tag::from) };
    match tag_range(&text) {
        Some((number, last)) => Some(Tag { last: Some(last), ..Tag::from(number) }),
        None => Some(Tag::of_text(text, Encoding::Utf8)),
    }
}

/// The first and the last number of a range of tags, `0x80..0x8f`; of all tags, `..`.
fn tag_range(tag: &Spanned<String>) -> Option<(Spanned<i128>, Spanned<i128>)> {
    let number = |text: &str| {
        let text = text.trim();
        let (digits, sign) = text.strip_prefix('-').map_or((text, 1), |digits| (digits, -1));
        let number = match digits.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16),
            None => digits.parse(),
        };
        number.ok().map(|number| Spanned::new(i128::from(number) * sign, tag.span))
    };
    let (first, last) = match tag.value.trim() {
        ".." => return Some(Tag::all(tag.span)),
        range => range.split_once("..")?,
    };
    Some((number(first)?, number(last)?))
}

/// The type of a part with only a width.
fn part_type(bits: &Spanned<i128>) -> TypeExpr {
    let plain =
        |name: &str| TypeExpr { name: name.to_owned(), span: bits.span, ..TypeExpr::default() };
    let width = match bits.value {
        1 => return plain("bool"),
        ..=8 => "u8",
        9..=16 => "u16",
        17..=32 => "u32",
        _ => "u64",
    };
    TypeExpr { args: vec![TypeArg::Type(plain(width))], ..plain("varint") }
}

pub(super) fn spanned_text(node: &Node) -> Option<Spanned<String>> {
    Some(Spanned::new(node.text()?.to_owned(), node.span))
}

fn spanned_int(node: &Node) -> Option<Spanned<i128>> {
    match node.kind {
        Kind::Int(value) => Some(Spanned::new(value, node.span)),
        _ => None,
    }
}

fn spanned_literal(node: &Node) -> Option<Spanned<Literal>> {
    let value = match &node.kind {
        Kind::Int(value) => Literal::Int(*value),
        Kind::Bool(value) => Literal::Bool(*value),
        Kind::Text(value) => Literal::Text(value.clone()),
        Kind::Seq(nodes) if nodes.is_empty() => Literal::EmptyList,
        _ => return None,
    };
    Some(Spanned::new(value, node.span))
}

pub(super) fn text(node: &Node, key: &str) -> Option<Spanned<String>> {
    get(node, key).and_then(spanned_text)
}

pub(super) fn int(node: &Node, key: &str) -> Option<Spanned<i128>> {
    get(node, key).and_then(spanned_int)
}

pub(super) fn flag(node: &Node, key: &str) -> bool {
    matches!(get(node, key), Some(node) if matches!(node.kind, Kind::Bool(true)))
}

pub(super) fn list<'n>(node: &'n Node, key: &str) -> &'n [Node] {
    match get(node, key).map(|node| &node.kind) {
        Some(Kind::Seq(nodes)) => nodes,
        _ => &[],
    }
}

/// The entries of a mapping from texts to texts.
fn pairs(node: &Node, key: &str) -> Vec<(Spanned<String>, Spanned<String>)> {
    let facts = facts(node, key).into_iter();
    facts
        .filter_map(|(name, value)| match value.value {
            Literal::Text(text) => Some((name, Spanned::new(text, value.span))),
            _ => None,
        })
        .collect()
}

fn facts(node: &Node, key: &str) -> Vec<(Spanned<String>, Spanned<Literal>)> {
    match get(node, key).map(|node| &node.kind) {
        Some(Kind::Map(entries)) => entries
            .iter()
            .filter_map(|(name, value)| Some((spanned_text(name)?, spanned_literal(value)?)))
            .collect(),
        _ => Vec::new(),
    }
}

fn base(node: &Node) -> Option<Spanned<Base>> {
    let word = text(node, "base")?;
    Some(Spanned::new(Base::of_word(&word.value)?, word.span))
}

fn spelled(node: &Node) -> Option<Spelled> {
    Some(Spelled { value: int(node, "value")?, text: text(node, "as")? })
}

/// Reserved numbers; `key` is the key of the number.
fn reserved(node: &Node, key: &str) -> Vec<Reserved> {
    let items = list(node, "reserved").iter();
    items
        .filter_map(|item| Some(Reserved { number: int(item, key)?, was: text(item, "was") }))
        .collect()
}

/// The entries of a mapping from texts; for a repeated key, the first value.
pub(super) fn entries(node: &Node) -> Vec<(Spanned<String>, &Node)> {
    let Kind::Map(entries) = &node.kind else { return Vec::new() };
    let mut seen = std::collections::HashSet::new();
    entries
        .iter()
        .filter_map(|(key, value)| Some((spanned_text(key)?, value)))
        .filter(|(key, _)| seen.insert(key.value.clone()))
        .collect()
}
