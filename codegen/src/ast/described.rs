//! What a field says that executors run: how many elements it has, where it ends, and what it is computed from.

use super::{Span, Spanned};
use bytespec_plan::{Checksum, Operator};
use std::fmt;

/// Keys of a field that generated Rust does not have.
#[derive(Clone, Debug, Default)]
pub struct RunKeys {
    /// Where the elements end, for one of several.
    pub count: Option<Repeat>,
    /// The last element stands first.
    pub reversed: bool,
    /// So many bytes belong to the value, or to each element.
    pub size: Option<Size>,
    /// The bytes that end bytes or a text, and belong to them.
    pub stop: Option<Spanned<Vec<u8>>>,
    /// The byte that fills bytes or a text up to their size.
    pub pad: Option<Spanned<i128>>,
    /// Where it stands, in bytes from the start of the file.
    pub at: Option<Expression>,
    /// The bytes that it is.
    pub constant: Option<Spanned<Vec<u8>>>,
    /// Whether it is there, where that is no question to one field.
    pub when: Option<Expression>,
    /// What it holds, as writers compute it.
    pub equals: Option<Expression>,
    /// What it is; it takes no bytes.
    pub value: Option<Expression>,
    /// What holds of every value.
    pub valid: Option<Expression>,
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
}

/// Where the elements of a field end.
#[derive(Clone, Debug)]
pub enum Repeat {
    /// After so many.
    Count(Expression),
    /// At the end of the bytes.
    Rest,
    /// As soon as the first number is not less than the second.
    While(Expression, Expression),
    /// With the first element of which this holds, an expression over fields of the element.
    Last(Expression),
}

/// How many bytes a value has.
#[derive(Clone, Debug)]
pub enum Size {
    /// So many.
    Bytes(Expression),
    /// All but the last.
    AllBut(Spanned<u64>),
    /// All that are left.
    Rest,
}

/// An expression over fields and lists.
#[derive(Clone, Debug)]
pub enum Expression {
    /// A number.
    Number(u64),
    /// The position of the element at hand.
    Index,
    /// Where the field stands, in bytes from the start of the file.
    Position,
    /// How many bytes are left up to the end of what is around it.
    Left,
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
    /// Where bytes begin that stand last in the file.
    FindLast(Spanned<Vec<u8>>),
    /// A check sum of the bytes of fields of the same item.
    Checksum(Checksum, Vec<Spanned<String>>),
    /// Whether it is zero.
    Not(Box<Expression>),
    /// The number with the other sign.
    Minus(Box<Expression>),
    /// What an operator makes of two numbers.
    Binary(Operator, Box<Expression>, Box<Expression>),
    /// The second where the first is not zero, and the third otherwise.
    If(Box<Expression>, Box<Expression>, Box<Expression>),
}

/// A field of a record or variant, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The record or variant.
    pub item: Spanned<String>,
    /// The field.
    pub field: Spanned<String>,
}

impl Place {
    /// `Item.field`; none where there is no dot.
    pub fn parse(text: &str, span: Span) -> Option<Self> {
        let word = |text: &str| Spanned::new(text.to_owned(), span);
        let (item, field) = text.split_once('.')?;
        Some(Place { item: word(item), field: word(field) })
    }
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

/// The keys of a field that has none of them.
static NONE: RunKeys = RunKeys {
    count: None,
    reversed: false,
    size: None,
    stop: None,
    pad: None,
    at: None,
    constant: None,
    when: None,
    equals: None,
    value: None,
    valid: None,
    align: None,
    of_file: false,
    dialect: None,
    operation: None,
    version_record: None,
};

impl RunKeys {
    /// Those of a field that has none.
    pub(crate) fn none() -> &'static RunKeys {
        &NONE
    }

    /// Every expression over fields of the record itself.
    pub fn expressions(&self) -> impl Iterator<Item = &Expression> {
        self.of_whole().chain(self.of_elements())
    }

    /// Those that are asked once for all elements.
    pub fn of_whole(&self) -> impl Iterator<Item = &Expression> {
        let (a, b) = match &self.count {
            Some(Repeat::Count(a)) => (Some(a), None),
            Some(Repeat::While(a, b)) => (Some(a), Some(b)),
            _ => (None, None),
        };
        let own = [&self.when, &self.equals, &self.value, &self.valid];
        a.into_iter().chain(b).chain(own.into_iter().flatten())
    }

    /// Those that are asked for each element.
    pub fn of_elements(&self) -> impl Iterator<Item = &Expression> {
        let own = [&self.align, &self.at, &self.dialect, &self.operation, &self.version_record];
        self.bytes().into_iter().chain(own.into_iter().flatten())
    }

    /// How many bytes it has, where an expression says that.
    pub fn bytes(&self) -> Option<&Expression> {
        match &self.size {
            Some(Size::Bytes(size)) => Some(size),
            _ => None,
        }
    }

    /// What holds of the last element and of no other one: an expression over fields of the element.
    pub fn last(&self) -> Option<&Expression> {
        match &self.count {
            Some(Repeat::Last(test)) => Some(test),
            _ => None,
        }
    }

    /// How many bytes it leaves at the end.
    pub fn left(&self) -> Option<&Spanned<u64>> {
        match &self.size {
            Some(Size::AllBut(left)) => Some(left),
            _ => None,
        }
    }

    /// The first of the keys that it has.
    pub fn first(&self) -> Option<&'static str> {
        let count = match self.count {
            Some(Repeat::While(..)) => "while",
            Some(Repeat::Last(_)) => "last",
            _ => "count",
        };
        let keys = [
            (count, self.count.is_some()),
            ("reversed", self.reversed),
            ("size", self.size.is_some()),
            ("stop", self.stop.is_some()),
            ("pad", self.pad.is_some()),
            ("at", self.at.is_some()),
            ("equals", self.equals.is_some() || self.constant.is_some()),
            ("let", self.value.is_some()),
            ("valid", self.valid.is_some()),
            ("align", self.align.is_some()),
            ("of_file", self.of_file),
            ("dialect", self.dialect.is_some()),
            ("operation", self.operation.is_some()),
            ("version_record", self.version_record.is_some()),
            ("when", self.when.is_some()),
        ];
        keys.into_iter().find(|(_, given)| *given).map(|(key, _)| key)
    }
}

impl Expression {
    /// The fields of the same item that it names, itself and not by its parts.
    pub fn fields(&self) -> &[Spanned<String>] {
        match self {
            Expression::Field(field)
            | Expression::Of(_, field)
            | Expression::Element(field, _)
            | Expression::Digits(field, _) => std::slice::from_ref(field),
            Expression::Checksum(_, fields) => fields,
            _ => &[],
        }
    }

    /// The field of another item that it names.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Expression::Around(place)
            | Expression::Listed(place, _)
            | Expression::Count(place)
            | Expression::Find(place, _) => Some(place),
            _ => None,
        }
    }

    /// Whether something holds of the expression or of a part of it.
    pub fn any(&self, test: impl Fn(&Expression) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |part| found |= test(part));
        found
    }

    /// Calls `visit` for the expression and every part of it.
    pub fn walk<'e>(&'e self, visit: &mut dyn FnMut(&'e Expression)) {
        visit(self);
        match self {
            Expression::Listed(_, a)
            | Expression::Element(_, a)
            | Expression::Find(_, a)
            | Expression::Not(a)
            | Expression::Minus(a) => a.walk(visit),
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
            Expression::Position => f.write_str("position"),
            Expression::Left => f.write_str("left"),
            Expression::Field(name) => f.write_str(&name.value),
            Expression::Around(place) => write!(f, "{place}"),
            Expression::Listed(place, at) => write!(f, "{place}[{at}]"),
            Expression::Element(name, at) => write!(f, "{}[{at}]", name.value),
            Expression::Text(text) => write!(f, "\"{}\"", text.value),
            Expression::Digits(name, base) => write!(f, "digits({}, {base})", name.value),
            Expression::FindLast(bytes) => {
                let bytes = bytes.value.iter().map(|byte| format!("{byte:02x}"));
                write!(f, "find_last(\"{}\")", bytes.collect::<Vec<_>>().join(" "))
            }
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
            Expression::Minus(a) => {
                f.write_str("-")?;
                bracketed(f, a, a.rank() < u8::MAX)
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
