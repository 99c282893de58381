//! The schema as a whole, and its format.

use super::cx::{Lower, hex, index, text, texts};
use crate::ast;
use crate::model::{
    Bounds, Codec, Constraint, Dialect, Group, Header, Model, OpPart, Operations, PerOperation,
    Record, Releases, SectionHeader, SegmentProperties, SegmentSizes, Signature, VarintKind,
    Version, default_values, per_operation, properties, upgrade,
};

/// The table that is declared to hold something.
fn holder(schema: &ast::Schema, what: &str) -> Option<usize> {
    schema.tables.iter().position(|table| table.is_of(what))
}

impl Lower<'_> {
    /// The model of a schema.
    pub(super) fn schema(&self, schema: &ast::Schema) -> Model {
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
                .filter(|item| !self.run_only.has(&item.common.name.value))
                .map(|item| Record {
                    docs: self.docs(&item.common),
                    fields: self.fields(&item.fields),
                })
                .collect(),
            unions: schema
                .unions
                .iter()
                .filter(|item| !self.run_only.has_union(item))
                .map(|item| self.union(item, schema))
                .collect(),
            run_records: self.run_records(schema),
            run_unions: self.run_unions(schema),
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
                releases: item.releases.as_ref().map(|found| self.releases(found)),
            })
            .collect();
        self.conversions(schema, &mut model);
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

    /// Lowers the changes of operations between releases of a dialect, and the constants for these changes.
    fn conversions(&self, schema: &ast::Schema, model: &mut Model) {
        model.constants = schema
            .constants
            .iter()
            .map(|item| {
                let name = item.table.as_ref().unwrap_or(&item.common.name);
                let table = self.table_named(&name.value, name.span);
                let finding = |span, message| self.finding(span, message);
                upgrade::constant(item, self.docs(&item.common), table, &finding)
            })
            .collect();
        model.conversions = schema
            .conversions
            .iter()
            .filter_map(|item| {
                let (dialect, names) = self.axis(&item.common)?;
                let finding = |span, message| self.finding(span, message);
                let docs = self.docs(&item.common);
                Some(upgrade::conversions(item, docs, dialect, names, &finding))
            })
            .collect();
    }

    fn per_operation<W, T>(
        &self,
        items: &[ast::PerOperation<W>],
        model: &Model,
        value: &dyn Fn(&W) -> T,
    ) -> Vec<PerOperation<T>> {
        let lowered = items.iter().filter_map(|item| {
            let dialect = self.axis(&item.common).map(|(dialect, _)| dialect);
            let axis = model.axis(&Bounds { dialect, ..Bounds::default() })?;
            Some(per_operation::lower(item, self.docs(&item.common), dialect, axis, value))
        });
        lowered.collect()
    }

    fn format(&self, format: &ast::Format, model: &mut Model) {
        model.docs = self.docs(&format.common);
        let title = format.title.as_ref().unwrap_or(&format.common.name);
        title.value.trim().clone_into(&mut model.title);
        model.magic = hex(&text(&format.magic));
        model.varint = match text(&format.varint).as_str() {
            "prefix" => VarintKind::Prefix,
            "bounded_leb128" => VarintKind::Bounded,
            _ => VarintKind::Leb128,
        };
        model.pad = self.number(&format.pad);
        model.filler_error = text(&format.filler) == "error";
        model.versions = format
            .versions
            .iter()
            .map(|common| Version {
                docs: self.docs(common),
                parts: common.name.value.split('.').filter_map(|part| part.parse().ok()).collect(),
            })
            .collect();
        model.features = format.features.iter().map(|common| self.docs(common)).collect();
        model.releases = format.releases.as_ref().map(|found| self.releases(found));
        model.file = format.file.as_ref().map(|name| name.value.clone());
        model.byte_order = match &format.byte_order {
            Some(ast::ByteOrder::Selected(test)) => Some(test.clone()),
            _ => None,
        };
        model.section_header = format.sections.as_ref().map(|header| SectionHeader {
            id_bits: self.fit(header.id_bits.span, header.id_bits.value),
            aligned_bit: header.aligned_bit.as_ref().map(|bit| self.fit(bit.span, bit.value)),
            unknown_error: text(&header.unknown) == "error",
            again_error: text(&header.again) == "error",
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

    fn releases(&self, releases: &ast::Releases) -> Releases {
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
            record: releases.record.as_ref().map(|count| self.fit(count.span, count.value)),
            writers_only: releases.writers_only,
            formats: releases
                .formats
                .iter()
                .filter_map(|(release, version)| {
                    Some((place(&names, release)?, place(&self.versions, version)?))
                })
                .collect(),
            others: releases
                .others
                .iter()
                .filter_map(|(variant, release)| {
                    Some((variant.value.clone(), place(&names, release)?))
                })
                .collect(),
            undescribed: releases
                .undescribed
                .iter()
                .filter_map(|name| place(&names, name))
                .collect(),
            unreleased: releases.unreleased.iter().filter_map(|name| place(&names, name)).collect(),
            names,
        }
    }
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
