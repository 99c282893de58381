//! Operations.

use super::cx::{Lower, text, texts};
use crate::ast;
use crate::model::{Arity, Op, OperandLayout, Port, Region};
use crate::operation_text;
use std::collections::HashMap;

impl Lower<'_> {
    fn port(&self, port: &ast::Port) -> Port {
        Port {
            docs: self.docs(&port.common),
            constraint: text(&port.ty),
            arity: match (port.variadic, port.optional) {
                (true, _) => Arity::Variadic,
                (false, true) => Arity::Optional,
                (false, false) => Arity::One,
            },
            bit: port.bit.as_ref().map(|bit| self.fit(bit.span, bit.value)),
            named: text(&port.named),
        }
    }

    pub(super) fn op(&self, item: &ast::Op, groups: &HashMap<String, usize>) -> Op {
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
                .map(|region| Region {
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
