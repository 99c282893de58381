//! The parts of a file: a record, or a header and sections.

use super::expressions::of_header;
use super::layout::{Expr, Kind, Layout, Member, Number, Operator, Repeat, Type, What};
use super::lower::Lower;
use super::shapes::filler;
use bytespec_plan::{Coding, Sign};

/// The encoding of the first byte of a section header.
const BYTE: Number = Number { coding: Coding::Little, bits: 8, sign: Sign::Unsigned };

impl Lower<'_> {
    /// The layout of a file, still without types and enums.
    pub(super) fn file(&mut self) -> Layout {
        let mut layout = Layout::default();
        let Some(file) = self.plan.file else { return layout };
        layout.magic = file.magic.of(&self.plan.bytes).to_vec();
        if let Some(content) = file.content {
            let content = self.type_of(content);
            layout.file.push(Member::new("content", What::Type(content, Vec::new())));
            return layout;
        }
        let header = self.type_of(file.header);
        layout.version = self.version_in_header.clone().map(|version| of_header(version, None));
        layout.file.push(Member::new("header", What::Type(header, Vec::new())));
        if file.producer {
            layout.file.push(Member::new("producer", What::Until(0, None)));
        }
        let end = self.plan.sections.iter().find(|section| section.end).map(|section| section.id);
        let section = self.section(end);
        let repeat = match self.types.get(section).and_then(|section| section.last.clone()) {
            Some(last) => Repeat::Until(last),
            None => Repeat::End,
        };
        let sections = Member::new("sections", What::Type(section, Vec::new()));
        layout.file.push(Member { repeat, ..sections });
        layout
    }

    /// The type of a section: its header, and a payload that depends on the id.
    fn section(&mut self, end: Option<u64>) -> usize {
        let name = self.names.give("section");
        let Some(file) = self.plan.file else { return 0 };
        let native = |name: &str| Expr::Member(name.to_owned(), Kind::Native);
        let number = Number { coding: file.coding, bits: 64, sign: Sign::Unsigned };
        let decoded = |name: &str| Expr::Member(name.to_owned(), Kind::Decoded);
        let mask = 1_u64.checked_shl(file.id_bits.into()).map_or(u64::MAX, |bit| bit - 1);
        let id = Expr::two(Operator::BitAnd, native("head"), Expr::Number(mask));
        let has_payload =
            end.map(|end| Expr::two(Operator::Differs, native("id"), Expr::Number(end)));
        let mut members = vec![
            Member::new("head", What::Number(BYTE, None)),
            Member::new("id", What::Value(id, None)),
            Member { when: has_payload.clone(), ..Member::new("size", What::Number(number, None)) },
        ];
        if let Some(bit) = file.aligned_bit {
            let bit = Expr::two(Operator::ShiftRight, native("head"), Expr::Number(bit.into()));
            let is_set = Expr::two(Operator::BitAnd, bit, Expr::Number(1)).truth();
            let when = Expr::both(has_payload.clone(), Some(is_set));
            let alignment = Member::new("alignment", What::Number(number, None));
            members.push(Member { when: when.clone(), ..alignment });
            let size = Some(filler(decoded("alignment"), None));
            members.push(Member { when, size, ..Member::new("filler", What::Bytes) });
        }
        let mut cases = Vec::new();
        for section in self.plan.sections.iter().filter(|section| !section.end) {
            cases.push((section.id.into(), self.type_of(section.item), Vec::new()));
        }
        let payload = What::Choice { on: native("id"), cases, is_open: true };
        let size = Some(decoded("size"));
        members.push(Member { when: has_payload, size, ..Member::new("payload", payload) });
        let about = "A part of a file".to_owned();
        let last = end.map(|end| Expr::two(Operator::Equal, native("id"), Expr::Number(end)));
        self.types.push(Type { name, about, members, last, ..Type::default() });
        self.types.len() - 1
    }
}
