//! Templates as generated code contains them: a line of columns for each variant, which is read at the first use.

use super::{
    Absence, Field, I8, I16, I32, I64, Integer, Members, Piece, Shape, Template, U8, U16, U32, U64,
};
use crate::columns::Columns;
use std::sync::OnceLock;

/// The templates of a type.
#[derive(Debug)]
pub struct Stored {
    text: &'static str,
    members: &'static [&'static dyn Members],
    templates: OnceLock<Box<[Template]>>,
}

impl Stored {
    /// The templates that `text` contains. Its enums are positions in `members`.
    ///
    /// A line has the columns of a template: 1 if it is whole, otherwise 0; the number of its pieces, and the pieces; the fields to
    /// the end of the line. Pieces, absences and shapes begin with a word, behind which their parts follow.
    #[must_use]
    pub const fn new(text: &'static str, members: &'static [&'static dyn Members]) -> Self {
        Stored { text, members, templates: OnceLock::new() }
    }

    /// The templates, in order of the variants.
    pub fn get(&self) -> &[Template] {
        self.templates.get_or_init(|| {
            let lines = self.text.lines();
            lines.map(|line| Line { columns: Columns::of(line), of: self }.template()).collect()
        })
    }
}

/// The columns of a template that are left.
struct Line<'s> {
    columns: Columns,
    of: &'s Stored,
}

impl Line<'_> {
    fn template(mut self) -> Template {
        let whole = self.number() == 1;
        let pieces = (0..self.number()).map(|_| self.piece()).collect::<Vec<_>>();
        let mut fields = Vec::new();
        while let Some(absence) = self.columns.next() {
            let absence = match absence {
                "default" => Absence::Default,
                "optional" => Absence::Optional,
                _ => Absence::Refused,
            };
            fields.push(Field(self.shape(), absence));
        }
        // Generated code stores them in statics, so they live as long as the program.
        Template { pieces: pieces.leak(), fields: fields.leak(), whole }
    }

    fn word(&mut self) -> &'static str {
        self.columns.next().unwrap_or_default()
    }

    fn number(&mut self) -> usize {
        self.word().parse().unwrap_or_default()
    }

    fn piece(&mut self) -> Piece {
        match self.word() {
            "literal" => Piece::Literal(self.word()),
            "field" => Piece::Field(self.number(), self.word(), self.number() == 1),
            "present" => Piece::IfPresent(self.number(), self.number()),
            "order" => {
                let (at, of) = (self.number(), self.word());
                Piece::IfNotIdentity(at, of.parse().ok(), self.number())
            }
            _ => Piece::Comma,
        }
    }

    fn shape(&mut self) -> Shape {
        match self.word() {
            "bool" => Shape::Bool,
            "number" => Shape::Number(self.integer()),
            "spelled" => {
                let (integer, count) = (self.integer(), self.number());
                let mut word = || (self.word().parse().unwrap_or_default(), self.word());
                Shape::Spelled(integer, (0..count).map(|_| word()).collect::<Vec<_>>().leak())
            }
            "named" => Shape::Named(self.integer(), self.members()),
            "flags" => Shape::Flags(self.integer(), self.members()),
            "member" => Shape::Member(self.members()),
            "entry" => Shape::Entry(self.word()),
            "shortened" => Shape::Shortened {
                table: self.word(),
                dialect: self.word(),
                before: self.word(),
                after: self.word(),
            },
            "optional" => Shape::Optional(self.word(), self.inner()),
            "list" => Shape::List(self.inner()),
            "only" => Shape::Only(self.inner()),
            "record" => Shape::Record,
            "offsets" => Shape::Offsets,
            "nested" => Shape::Nested(self.number()),
            _ => Shape::Other,
        }
    }

    fn inner(&mut self) -> &'static Shape {
        Box::leak(Box::new(self.shape()))
    }

    fn integer(&mut self) -> Integer {
        match self.word() {
            "u8" => U8,
            "u16" => U16,
            "u32" => U32,
            "i8" => I8,
            "i16" => I16,
            "i32" => I32,
            "i64" => I64,
            _ => U64,
        }
    }

    fn members(&mut self) -> &'static dyn Members {
        let at = self.number();
        // The generator counted them.
        self.of.members[at]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::template::Enum;

    static NOTES: Enum<u8> = Enum(&[3, 5], |_| "note", |note| note as u64);

    /// Each piece, absence and shape, as the generator writes it.
    #[test]
    fn every_word_of_the_generator_is_read() {
        static STORED: Stored = Stored::new(
            "1\t5\tliteral\ta\\tb\tcomma\tfield\t0\t, \t1\tpresent\t1\t1\torder\t2\t0\t0\trefused\tbool\t\
             default\tlist\tnumber\ti16\toptional\toptional\tnone\tentry\tType\n\
             0\t1\torder\t0\t-\t0\trefused\tspelled\tu8\t2\t-1\tnone\t7\tall\tdefault\tnamed\tu32\t0\t\
             default\tflags\tu64\t0\trefused\tmember\t0\trefused\tshortened\tType\tcard\ta<\t>\t\
             refused\tonly\trecord\trefused\toffsets\trefused\tother\trefused\tnested\t4\n0\t0\n",
            &[&NOTES],
        );
        let [whole, shapes, empty] = STORED.get() else { panic!("{STORED:?}") };
        assert!(whole.whole && !shapes.whole && empty.pieces.is_empty());
        assert_eq!(
            format!("{:?}", whole.pieces),
            "[Literal(\"a\\tb\"), Comma, Field(0, \", \", true), IfPresent(1, 1), \
             IfNotIdentity(2, Some(0), 0)]"
        );
        assert_eq!(
            format!("{:?}", whole.fields),
            "[Field(Bool, Refused), Field(List(Number(Integer(16, true))), Default), \
             Field(Optional(\"none\", Entry(\"Type\")), Optional)]"
        );
        assert_eq!(format!("{:?}", shapes.pieces), "[IfNotIdentity(0, None, 0)]");
        let members = "Enum(2)";
        assert_eq!(
            format!("{:?}", shapes.fields),
            format!(
                "[Field(Spelled(Integer(8, false), [(-1, \"none\"), (7, \"all\")]), Refused), \
                 Field(Named(Integer(32, false), {members}), Default), \
                 Field(Flags(Integer(64, false), {members}), Default), \
                 Field(Member({members}), Refused), Field(Shortened {{ table: \"Type\", \
                 dialect: \"card\", before: \"a<\", after: \">\" }}, Refused), \
                 Field(Only(Record), Refused), Field(Offsets, Refused), Field(Other, Refused), \
                 Field(Nested(4), Refused)]"
            )
        );
    }
}
