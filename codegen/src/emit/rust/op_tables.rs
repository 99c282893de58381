//! The properties of operations as rows of words, which the library parses on demand: `runtime/core/src/op_table.rs`.
//!
//! As constants, they would be a sixth of the generated code of a format with a hundred operations.

use super::Cx;
use super::operation::resolved;
use super::operation_text::{attributes, item};
use super::words::Words;
use crate::model::{Arity, Default, Field, FieldKind, Kind, Op, Port, Sequence, Wire};
use crate::operation_text::{OTHERS, Piece, Test, Word};
use proc_macro2::TokenStream;
use quote::quote;

/// A table of the properties of operations.
pub(super) fn emit<'m>(cx: &Cx<'m>, ops: impl Iterator<Item = &'m Op>) -> TokenStream {
    let runtime = &cx.options.runtime;
    let rows = ops.map(|op| {
        let mut row = Row { cx, op, words: Words::default() };
        row.write();
        row.words
    });
    quote!(#runtime::op_table::OpTable::new(&[#(#rows),*]))
}

/// The words of an operation.
struct Row<'c, 'm> {
    cx: &'c Cx<'m>,
    op: &'c Op,
    words: Words,
}

impl Row<'_, '_> {
    fn word(&mut self, word: &str) {
        self.words.word(word);
    }

    fn number(&mut self, number: usize) {
        self.words.number(number);
    }

    /// The number of elements, and then each element.
    fn list<T>(&mut self, elements: &[T], mut each: impl FnMut(&mut Self, &T)) {
        self.number(elements.len());
        elements.iter().for_each(|element| each(self, element));
    }

    fn names<S: AsRef<str>>(&mut self, names: &[S]) {
        self.list(names, |row, name| row.word(name.as_ref()));
    }

    fn write(&mut self) {
        let (cx, op) = (self.cx, self.op);
        self.word(&op.docs.name);
        self.word(&op.docs.label);
        self.word(&op.docs.summary);
        let group = op.group.and_then(|index| cx.model.groups.get(index));
        self.word(group.map_or("", |group| group.docs.name.as_str()));
        self.ports(&op.results);
        let attributes: Vec<&Field> = attributes(op).collect();
        self.list(&attributes, |row, field| row.word(&field.docs.name));
        self.ports(&op.operands);
        self.list(&op.regions, |row, region| {
            row.word(&region.docs.name);
            row.flag(region.may_be_empty);
            row.names(&region.arguments);
            row.word(&region.implied);
        });
        self.names(&op.same_type);
        self.flag(op.terminator);
        self.flag(op.pure);
        self.pieces(&op.text);
        self.list(&attributes, |row, field| row.form(field));
        let optional = attributes.iter().enumerate();
        let optional = optional.filter(|(_, field)| matches!(field.kind, FieldKind::Optional(..)));
        let optional: Vec<usize> = optional.map(|(at, _)| at).collect();
        self.list(&optional, |row, at| row.number(*at));
        self.flag(op.names_results);
    }

    fn flag(&mut self, holds: bool) {
        self.words.flag(holds);
    }

    fn ports(&mut self, ports: &[Port]) {
        let cx = self.cx;
        self.list(ports, |row, port| {
            row.word(&port.docs.name);
            row.word(resolved(cx, &port.constraint));
            row.word(match port.arity {
                Arity::One => "one",
                Arity::Optional => "optional",
                Arity::Variadic => "variadic",
            });
            row.word(&port.named);
        });
    }

    fn pieces(&mut self, pieces: &[Piece]) {
        self.list(pieces, Self::piece);
    }

    fn piece(&mut self, piece: &Piece) {
        match piece {
            Piece::Literal(text) => {
                self.word("literal");
                self.word(text);
            }
            Piece::Line => self.word("line"),
            Piece::Comma => self.word("comma"),
            Piece::AnyOrder(inner) => {
                self.word("any order");
                self.pieces(inner);
            }
            Piece::If(any, inner) => {
                self.word("if");
                self.list(any, |row, all| row.list(all, Self::test));
                self.pieces(inner);
            }
            Piece::Part { word, of, separator } => self.parts_of(*word, of, separator),
        }
    }

    /// A piece that refers to parts.
    fn parts_of(&mut self, word: Word, of: &[String], separator: &str) {
        self.word(match word {
            Word::Value => "value",
            Word::Type => "type",
            Word::Types => "types",
            Word::FirstType => "first type",
            Word::FullType => "full type",
            Word::FullResults => "full results",
            Word::Symbol => "symbol",
            Word::Elements => "elements",
            Word::Mixed => "mixed",
            Word::Argument => "argument",
            Word::Assigned => "assigned",
            Word::Parameters => "parameters",
            Word::Expressions => "expressions",
            Word::Dictionary => "dictionary",
        });
        match word {
            Word::Value | Word::Expressions => {
                self.part(&of[0]);
                self.word(separator);
            }
            Word::FirstType => self.list(of, |row, name| row.part(name)),
            Word::Dictionary if of == [OTHERS] => self.number(0),
            Word::Dictionary => self.list(of, |row, name| row.part(name)),
            Word::Elements | Word::Parameters => {
                self.part(&of[0]);
                self.list(&of[1..], |row, name| row.part(name));
            }
            Word::Mixed => {
                let (result, field) = match of[0].split_once('.') {
                    Some((result, field)) => (result, field),
                    None => (of[0].as_str(), ""),
                };
                self.part(result);
                self.word(field);
                self.part(&of[1]);
            }
            Word::Argument | Word::Assigned => {
                self.part(&of[0]);
                self.word(&of[1]);
                self.part(&of[2]);
            }
            Word::Type | Word::Types | Word::FullType | Word::FullResults | Word::Symbol => {
                self.part(&of[0])
            }
        }
    }

    /// The part with a name. The rules ensure that it exists.
    fn part(&mut self, name: &str) {
        let op = self.op;
        let port = |ports: &[Port]| ports.iter().position(|port| port.docs.name == name);
        let region = || op.regions.iter().position(|region| region.docs.name == name);
        let attribute = || attributes(op).position(|field| field.docs.name == name);
        let kinds: [(&str, &dyn Fn() -> Option<usize>); 4] = [
            ("operand", &|| port(&op.operands)),
            ("result", &|| port(&op.results)),
            ("region", &region),
            ("attribute", &attribute),
        ];
        let found = kinds.into_iter().find_map(|(kind, find)| Some((kind, find()?)));
        if let Some((kind, at)) = found {
            self.word(kind);
            self.number(at);
        }
    }

    fn test(&mut self, test: &Test) {
        let field = attributes(self.op).find(|field| field.docs.name == test.part);
        let default = field.and_then(|field| field.default.as_ref());
        self.flag(test.negated);
        let (subject, word) = match (&test.field, &test.member, default) {
            (Some(field), ..) => ("has field", Some(field)),
            (_, Some(member), _) => ("is not", Some(member)),
            (_, _, Some(Default::Member(member))) => {
                let Some(Wire::Item(Kind::Enum, index)) = field.and_then(Field::wire) else {
                    return;
                };
                ("is not", Some(&self.cx.model.enums[*index].members[*member].docs.label))
            }
            (_, _, Some(Default::FalseTimes(_))) => ("any of", None),
            _ => ("has content", None),
        };
        self.word(subject);
        self.part(&test.part);
        if let Some(word) = word {
            self.word(word);
        }
    }

    /// The form of an attribute in text.
    fn form(&mut self, field: &Field) {
        let cx = self.cx;
        let wire = match &field.kind {
            FieldKind::Value(wire) | FieldKind::Part(wire, _) | FieldKind::Optional(wire, _) => {
                wire
            }
            _ => return self.word("flag"),
        };
        match wire {
            Wire::Bool => self.word("flag"),
            Wire::Item(Kind::Enum, index) => {
                self.word("member");
                let members = &cx.model.enums[*index].members;
                self.list(members, |row, member| row.word(&member.docs.label));
            }
            Wire::Index(table) => {
                self.word("reference");
                self.word(&cx.model.tables[*table].name);
            }
            wire if wire.is_whole() => self.word("integer"),
            Wire::Item(_, _) => {
                self.word("item");
                self.word(item(cx, wire));
            }
            Wire::Sequence(Sequence { element, .. }) => match &**element {
                Wire::Bool => self.word("flags"),
                element if element.is_whole() => self.word("integers"),
                element => {
                    self.word("items");
                    self.word(item(cx, element));
                }
            },
            _ => self.word("other"),
        }
    }
}
