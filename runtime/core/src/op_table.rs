//! A schema's facts about operations. The generator writes them as rows of words, which are parsed at the first lookup.

use crate::operation_text::{Form, Part, Piece, Subject, Test};
use crate::reflect::{Arity, OpInfo, PortInfo, RegionInfo};
use crate::words::Words;
use std::ops::Deref;
use std::sync::OnceLock;

/// A table of operations.
#[derive(Debug)]
pub struct OpTable {
    rows: &'static [&'static str],
    read: OnceLock<Vec<OpInfo>>,
}

impl OpTable {
    /// A table of these rows. Each word in a row ends with a zero byte.
    #[must_use]
    pub const fn new(rows: &'static [&'static str]) -> Self {
        OpTable { rows, read: OnceLock::new() }
    }
}

impl Deref for OpTable {
    type Target = [OpInfo];

    fn deref(&self) -> &[OpInfo] {
        self.read.get_or_init(|| self.rows.iter().map(|row| Words::new(row).operation()).collect())
    }
}

impl Words {
    /// A list: the number of elements, and the elements.
    fn list<T>(&mut self, mut each: impl FnMut(&mut Self) -> T) -> &'static [T] {
        let count = self.number::<usize>();
        (0..count).map(|_| each(self)).collect::<Vec<T>>().leak()
    }

    fn operation(&mut self) -> OpInfo {
        OpInfo {
            name: self.word(),
            label: self.word(),
            summary: self.word(),
            group: self.word(),
            results: self.list(Self::port),
            attributes: self.list(Self::word),
            operands: self.list(Self::port),
            regions: self.list(|words| RegionInfo {
                name: words.word(),
                may_be_empty: words.flag(),
                arguments: words.list(Self::word),
                implied: words.word(),
            }),
            same_type: self.list(Self::word),
            terminator: self.flag(),
            pure: self.flag(),
            text: self.list(Self::piece),
            forms: self.list(Self::form),
            optional: self.list(Self::number),
            names_results: self.flag(),
        }
    }

    fn port(&mut self) -> PortInfo {
        PortInfo {
            name: self.word(),
            constraint: self.word(),
            arity: match self.word() {
                "optional" => Arity::Optional,
                "variadic" => Arity::Variadic,
                _ => Arity::One,
            },
            named: self.word(),
        }
    }

    fn part(&mut self) -> Part {
        let kind = self.word();
        let at = self.number();
        match kind {
            "operand" => Part::Operand(at),
            "result" => Part::Result(at),
            "region" => Part::Region(at),
            _ => Part::Attribute(at),
        }
    }

    fn piece(&mut self) -> Piece {
        match self.word() {
            "line" => Piece::Line,
            "comma" => Piece::Comma,
            "value" => Piece::Value(self.part(), self.word()),
            "type" => Piece::Type(self.part()),
            "types" => Piece::Types(self.part()),
            "first type" => Piece::FirstType(self.list(Self::part)),
            "full type" => Piece::FullType(self.part()),
            "full results" => Piece::FullResults(self.part()),
            "symbol" => Piece::Symbol(self.part()),
            "elements" => Piece::Elements(self.part(), self.list(Self::part).first().copied()),
            "mixed" => Piece::Mixed(self.part(), self.word(), self.part()),
            "argument" => Piece::Argument(self.part(), self.number(), self.part()),
            "assigned" => Piece::Assigned(self.part(), self.number(), self.part()),
            "parameters" => Piece::Parameters(self.part(), self.list(Self::part).first().copied()),
            "expressions" => Piece::Expressions(self.part(), self.word()),
            "dictionary" => Piece::Dictionary(self.list(Self::part)),
            "if" => Piece::If(self.list(|words| words.list(Self::test)), self.list(Self::piece)),
            "any order" => Piece::AnyOrder(self.list(Self::piece)),
            _ => Piece::Literal(self.word()),
        }
    }

    fn test(&mut self) -> Test {
        let negated = self.flag();
        let of = match self.word() {
            "is not" => Subject::IsNot(self.part(), self.word()),
            "any of" => Subject::AnyOf(self.part()),
            "has field" => Subject::HasField(self.part(), self.word()),
            _ => Subject::HasContent(self.part()),
        };
        Test { negated, of }
    }

    fn form(&mut self) -> Form {
        match self.word() {
            "flag" => Form::Flag,
            "integer" => Form::Integer,
            "member" => Form::Member(self.list(Self::word)),
            "reference" => Form::Reference(self.word()),
            "item" => Form::Item(self.word()),
            "flags" => Form::Flags,
            "integers" => Form::Integers,
            "items" => Form::Items(self.word()),
            _ => Form::Other,
        }
    }
}
