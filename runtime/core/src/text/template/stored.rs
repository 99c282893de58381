//! Templates as generated code contains them: a row of words for each variant, which is read at the first use.

use super::{
    Absence, Field, I8, I16, I32, I64, Integer, Members, Piece, Shape, Template, U8, U16, U32, U64,
};
use crate::words::Words;
use std::sync::OnceLock;

/// The templates of a type.
#[derive(Debug)]
pub struct Stored {
    rows: &'static [&'static str],
    members: &'static [&'static dyn Members],
    templates: OnceLock<Box<[Template]>>,
}

impl Stored {
    /// The templates that the rows contain. Their enums are positions in `members`.
    ///
    /// A row has the words of a template: whether it is whole; the number of its pieces, and the pieces; the number of its fields,
    /// and the fields. Pieces, absences and shapes begin with a word, behind which their parts follow.
    #[must_use]
    pub const fn new(
        rows: &'static [&'static str],
        members: &'static [&'static dyn Members],
    ) -> Self {
        Stored { rows, members, templates: OnceLock::new() }
    }

    /// The templates, in order of the variants.
    pub fn get(&self) -> &[Template] {
        let read = |row| Row { words: Words::new(row), members: self.members }.template();
        self.templates.get_or_init(|| self.rows.iter().copied().map(read).collect())
    }
}

/// The words of a template that are left, and the enums of all templates.
struct Row {
    words: Words,
    members: &'static [&'static dyn Members],
}

impl Row {
    // Generated code stores templates in statics, so what they refer to lives as long as the program.
    fn template(mut self) -> Template {
        let whole = self.words.flag();
        let pieces = self.list(Self::piece);
        let fields = self.list(|row| {
            let absence = match row.word() {
                "default" => Absence::Default,
                "optional" => Absence::Optional,
                _ => Absence::Refused,
            };
            Field(row.shape(), absence)
        });
        Template { pieces, fields, whole }
    }

    fn word(&mut self) -> &'static str {
        self.words.word()
    }

    fn number(&mut self) -> usize {
        self.words.number()
    }

    /// A list: the number of elements, and the elements.
    fn list<T>(&mut self, mut each: impl FnMut(&mut Self) -> T) -> &'static [T] {
        let count = self.number();
        (0..count).map(|_| each(self)).collect::<Vec<T>>().leak()
    }

    fn piece(&mut self) -> Piece {
        match self.word() {
            "literal" => Piece::Literal(self.word()),
            "field" => Piece::Field(self.number(), self.word(), self.words.flag()),
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
                Shape::Spelled(self.integer(), self.list(|row| (row.words.number(), row.word())))
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
        self.members[at]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::template::Enum;

    static NOTES: Enum<u8> = Enum(&[3, 5], |_| "note", |note| note.into());
    static MEMBERS: [&dyn Members; 1] = [&NOTES];

    /// Each piece, absence and shape, as the generator writes it.
    #[test]
    fn every_word_of_the_generator_is_read() {
        let rows = [
            "yes|5|literal|a\tb|comma|field|0|, |yes|present|1|1|order|2|0|0|3|refused|bool|\
                 default|list|number|i16|optional|optional|none|entry|Type|",
            "|1|order|0|-|0|9|refused|spelled|u8|2|-1|none|7|all|default|named|u32|0|\
                 default|flags|u64|0|refused|member|0|refused|shortened|Type|card|a<|>|\
                 refused|only|record|refused|offsets|refused|other|refused|nested|4|",
            "|0|0|",
        ];
        let rows: Vec<&str> = rows.map(|row| &*row.replace('|', "\0").leak()).to_vec();
        let stored = Stored::new(rows.leak(), &MEMBERS);
        let [whole, shapes, empty] = stored.get() else { panic!("{stored:?}") };
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
