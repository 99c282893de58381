//! Bytes that are described step by step.

use super::{Common, Spanned, TypeExpr};
use bytespec_plan::{Checksum, Operator};
use std::fmt;

/// `layout`: bytes, step by step. Executors run it; no Rust is generated from it.
#[derive(Clone, Debug, Default)]
pub struct Described {
    /// Name and documentation.
    pub common: Common,
    /// The record whose fields come first.
    pub record: Option<Spanned<String>>,
    /// What follows them, in wire order.
    pub steps: Vec<DescribedStep>,
}

/// A step of a `layout`.
#[derive(Clone, Debug, Default)]
pub struct DescribedStep {
    /// Name and documentation.
    pub common: Common,
    /// Its type, or that of each element.
    pub ty: TypeExpr,
    /// Where the elements end, for one of several.
    pub repeat: Option<Repeat>,
    /// The last element stands first.
    pub reversed: bool,
    /// So many bytes belong to the value, or to each element.
    pub size: Option<Expression>,
    /// Whether it is there.
    pub when: Option<Expression>,
    /// What it holds, as writers compute it.
    pub is: Option<Expression>,
    /// What it is; it takes no bytes.
    pub value: Option<Expression>,
    /// A multiple of how many bytes filler leads to.
    pub align: Option<Expression>,
    /// Filler counts from the start of the file.
    pub of_file: bool,
    /// The string that is the name of a dialect.
    pub dialect: Option<Expression>,
    /// The string that is the name of an operation.
    pub operation: Option<Expression>,
    /// The number that the version record of the dialect is.
    pub version_record: Option<Expression>,
    /// The table whose next entry it is, or each element.
    pub table: Option<Spanned<String>>,
}

/// Where the elements of a step end.
#[derive(Clone, Debug)]
pub enum Repeat {
    /// After so many.
    Count(Expression),
    /// At the end of the bytes.
    End,
    /// Where two numbers are the same.
    Until(Expression, Expression),
}

/// An expression over steps and lists.
#[derive(Clone, Debug)]
pub enum Expression {
    /// A number.
    Number(u64),
    /// The position of the element at hand.
    Index,
    /// A field of the same item.
    Field(Spanned<String>),
    /// A field of an item around this one.
    Around(Place),
    /// What a field was at some time, in the order of the file.
    Listed(Place, Box<Expression>),
    /// How often a field was read so far.
    Count(Place),
    /// When a field first had a value.
    Find(Place, Box<Expression>),
    /// Something of a field of the same item.
    Of(Property, Spanned<String>),
    /// A byte, or a number, at a position of a field of the same item.
    Element(Spanned<String>, Box<Expression>),
    /// Text, as its bytes, which a field is compared with.
    Text(Spanned<String>),
    /// The number that the digits of a field say, in a base.
    Digits(Spanned<String>, u8),
    /// A check sum of the bytes of fields of the same item.
    Checksum(Checksum, Vec<Spanned<String>>),
    /// Whether it is zero.
    Not(Box<Expression>),
    /// What an operator makes of two numbers.
    Binary(Operator, Box<Expression>, Box<Expression>),
    /// The second where the first is not zero, and the third otherwise.
    If(Box<Expression>, Box<Expression>, Box<Expression>),
}

/// A field of a record or layout, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The record or layout.
    pub item: Spanned<String>,
    /// The field.
    pub field: Spanned<String>,
}

/// What an expression asks of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// The number of its elements.
    Elements,
    /// The number of bytes of each of its elements.
    Sizes,
    /// The number of its bytes.
    Size,
    /// Whether it is there.
    Present,
}

impl DescribedStep {
    /// Every expression of the step.
    pub fn expressions(&self) -> impl Iterator<Item = &Expression> {
        let (a, b) = match &self.repeat {
            Some(Repeat::Count(a)) => (Some(a), None),
            Some(Repeat::Until(a, b)) => (Some(a), Some(b)),
            _ => (None, None),
        };
        let own = [&self.size, &self.when, &self.is, &self.value, &self.align];
        let names = [&self.dialect, &self.operation, &self.version_record];
        a.into_iter().chain(b).chain(own.into_iter().chain(names).filter_map(Option::as_ref))
    }
}

impl Expression {
    /// Calls `visit` for the expression and every part of it.
    pub fn walk<'e>(&'e self, visit: &mut dyn FnMut(&'e Expression)) {
        visit(self);
        match self {
            Expression::Listed(_, a)
            | Expression::Element(_, a)
            | Expression::Find(_, a)
            | Expression::Not(a) => a.walk(visit),
            Expression::Binary(_, a, b) => {
                a.walk(visit);
                b.walk(visit);
            }
            Expression::If(a, b, c) => {
                a.walk(visit);
                b.walk(visit);
                c.walk(visit);
            }
            _ => {}
        }
    }
}

impl fmt::Display for Expression {
    /// The expression as the schema spells it, with the brackets that it needs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expression::Number(number) => write!(f, "{number}"),
            Expression::Index => f.write_str("index"),
            Expression::Field(name) => f.write_str(&name.value),
            Expression::Around(place) => write!(f, "{place}"),
            Expression::Listed(place, at) => write!(f, "{place}[{at}]"),
            Expression::Element(name, at) => write!(f, "{}[{at}]", name.value),
            Expression::Text(text) => write!(f, "\"{}\"", text.value),
            Expression::Digits(name, base) => write!(f, "digits({}, {base})", name.value),
            Expression::Checksum(kind, fields) => {
                let fields: Vec<&str> = fields.iter().map(|name| name.value.as_str()).collect();
                write!(f, "{}({})", kind.word(), fields.join(", "))
            }
            Expression::Count(place) => write!(f, "count({place})"),
            Expression::Find(place, value) => write!(f, "find({place}, {value})"),
            Expression::Of(property, name) => write!(f, "{}({})", property.word(), name.value),
            Expression::Not(a) => {
                f.write_str("not ")?;
                bracketed(f, a, a.rank() < self.rank())
            }
            Expression::Binary(operator @ (Operator::Min | Operator::Max), a, b) => {
                write!(f, "{}({a}, {b})", operator.word())
            }
            Expression::Binary(operator, a, b) => {
                // What compares stands beside nothing that compares.
                let chained = operator.rank() != Operator::Equal.rank();
                bracketed(f, a, a.rank() < self.rank() + u8::from(!chained))?;
                write!(f, " {} ", operator.word())?;
                bracketed(f, b, b.rank() <= self.rank())
            }
            Expression::If(test, then, otherwise) => {
                write!(f, "if {test} then {then} else {otherwise}")
            }
        }
    }
}

fn bracketed(f: &mut fmt::Formatter<'_>, of: &Expression, brackets: bool) -> fmt::Result {
    if brackets { write!(f, "({of})") } else { write!(f, "{of}") }
}

impl Expression {
    /// How tightly it binds.
    fn rank(&self) -> u8 {
        match self {
            Expression::If(..) => 0,
            Expression::Not(_) => Operator::Equal.rank() + 1,
            Expression::Binary(operator, ..) => operator.rank() + 1,
            _ => u8::MAX,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.item.value, self.field.value)
    }
}

impl Property {
    /// The word for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Property::Elements => "count",
            Property::Sizes => "sizes",
            Property::Size => "size",
            Property::Present => "has",
        }
    }
}
