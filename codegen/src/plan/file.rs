//! Lowers the shape of a file, except the payloads of its sections.

use super::Lower;
use bytespec_plan::{FileShape, Kind, Run};

impl Lower<'_> {
    /// A file that is one record.
    fn whole_file(&mut self, name: &str) {
        let Some(content) = self.record_named(name) else { return };
        let header = self.builder.reserve();
        self.define(header, Kind::Record, &super::shapes::named("header"), &[]);
        let empty = Run::EMPTY;
        let file = FileShape {
            magic: empty,
            pad: self.model.pad,
            id_bits: 8,
            aligned_bit: None,
            coding: self.varint_coding(),
            header,
            content: Some(content),
            version: empty,
            features: empty,
            producer: false,
            unknown_error: true,
            again_error: true,
            filler_error: self.model.filler_error,
        };
        self.builder.file(file);
    }

    pub(super) fn file(&mut self) {
        let model = self.model;
        if let Some(name) = &model.file {
            return self.whole_file(name);
        }
        let (Some(header), Some(sections)) = (&model.header, &model.section_header) else { return };
        let claims = super::fields::claims(&model.records[header.record].fields);
        let places = super::fields::places(&model.records[header.record].fields, &claims, 0);
        let at = |name: &str| i128::from(super::shapes::position(&places, name));
        let version: Vec<i128> = header.version.iter().map(|name| at(name)).collect();
        let features: Vec<i128> = header
            .features
            .iter()
            .flat_map(|(feature, name)| [at(name), self.feature(*feature).into()])
            .collect();
        let coding = self.varint_coding();
        let file = FileShape {
            magic: self.builder.bytes(&model.magic),
            pad: model.pad,
            id_bits: sections.id_bits,
            aligned_bit: sections.aligned_bit,
            coding,
            header: self.records[header.record],
            content: None,
            version: self.builder.numbers(&version),
            features: self.builder.numbers(&features),
            producer: header.producer,
            unknown_error: sections.unknown_error,
            again_error: sections.again_error,
            filler_error: model.filler_error,
        };
        self.builder.file(file);
    }
}
