//! Keys of fields that only executors read: the number of elements, the end, and expressions.

use super::{Span, Spanned};
use bytespec_plan::{Checksum, Operator, Transform};

/// Keys of a field that generated Rust does not support, except in the types of whole files.
#[derive(Clone, Debug, Default)]
pub struct RunKeys {
    /// The end of the elements, if the field has several.
    pub count: Option<Repeat>,
    /// The last element is first.
    pub reversed: bool,
    /// The number of bytes of the value, or of each element.
    pub size: Option<Size>,
    /// The marker after bytes or a text.
    pub stop: Option<Spanned<Vec<u8>>>,
    /// The filler byte of bytes or a text up to their size.
    pub pad: Option<Spanned<i128>>,
    /// The transform of its bytes, or of those of each element.
    pub transform: Option<Transformed>,
    /// Its offset in bytes from the start of the file.
    pub at: Option<Expression>,
    /// Its constant bytes.
    pub constant: Option<Spanned<Vec<u8>>>,
    /// The condition under which it is present, if it is not a test of one field.
    pub when: Option<Expression>,
    /// The expression that writers compute for it.
    pub equals: Option<Expression>,
    /// The expression for a field without bytes.
    pub value: Option<Expression>,
    /// The condition that every value must satisfy.
    pub valid: Option<Expression>,
    /// The multiple of bytes up to which filler goes.
    pub align: Option<Expression>,
    /// The offset in the file from which filler counts.
    pub from: Option<Expression>,
    /// The string with the name of a dialect.
    pub dialect: Option<Expression>,
    /// The string with the name of an operation.
    pub operation: Option<Expression>,
    /// The number in the version record of the dialect.
    pub version_record: Option<Expression>,
    /// The arguments of the record that it, or each element, is.
    pub arguments: Vec<Expression>,
}

/// The end of the elements of a field.
#[derive(Clone, Debug)]
pub enum Repeat {
    /// After a number of elements.
    Count(Expression),
    /// At the end of the bytes.
    Rest,
    /// As soon as the first number is not less than the second one.
    While(Expression, Expression),
    /// At the first element for which this holds.
    Last(Expression, LastOf),
}

/// The names in the condition that ends elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastOf {
    /// Fields of the record that each element is.
    Record,
    /// The name of the field is the element. Others are earlier fields.
    Element,
}

/// A transform of bytes.
#[derive(Clone, Debug)]
pub struct Transformed {
    /// The transform.
    pub by: Spanned<Transform<String>>,
    /// Its key.
    pub key: Option<Expression>,
}

/// The number of bytes of a value.
#[derive(Clone, Debug)]
pub enum Size {
    /// A number of bytes.
    Bytes(Expression),
    /// All remaining bytes except the last ones.
    AllBut(Spanned<u64>),
    /// All remaining bytes.
    Rest,
}

/// An expression over fields and lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A number.
    Number(u64),
    /// The index of the current element.
    Index,
    /// The offset of the field in bytes from the start of the file.
    Position,
    /// The number of bytes left up to the end of the enclosing value.
    Left,
    /// The argument of the record for this field, as the whole `let` of the field.
    Parameter,
    /// A member of an enum.
    Member(MemberName),
    /// A field of the same item.
    Field(Spanned<String>),
    /// A field of an enclosing item.
    Around(Place),
    /// A field of the record that an earlier field of the same item is; further names lead into records in that record.
    Inner(Spanned<String>, Vec<Spanned<String>>),
    /// The same of a field of an enclosing item.
    InnerAround(Place, Vec<Spanned<String>>),
    /// Whether an earlier field of the same item, which is a union, is a variant.
    Is(Spanned<String>, Spanned<String>),
    /// The value of a field at an index, in the order in which the file contains the values.
    Listed(Place, Box<Expression>),
    /// The number of times that a field was read.
    Count(Place),
    /// The index at which a field first had a value.
    Find(Place, Box<Expression>),
    /// A property of a field of the same item.
    Of(Property, Spanned<String>),
    /// A byte, or an element, at an index of a field of the same item.
    Element(Spanned<String>, Box<Expression>),
    /// Text, as its bytes, in a comparison with a field.
    Text(Spanned<String>),
    /// Bytes in a comparison with a field.
    Bytes(Spanned<Vec<u8>>),
    /// The digits of a number in hexadecimal; those that are compared with bytes become [`Expression::Bytes`].
    Hexadecimal(Spanned<String>),
    /// Digits with a point among them, which are compared with a floating-point number.
    Decimal(Spanned<String>),
    /// The number in the digits of a field, in a base.
    Digits(Spanned<String>, u8),
    /// The last offset of some bytes in the file.
    FindLast(Spanned<Vec<u8>>),
    /// A checksum of the bytes of fields of the same item, one after the other.
    Checksum(Checksum, Vec<Covered>),
    /// Whether it is zero.
    Not(Box<Expression>),
    /// The negated number.
    Minus(Box<Expression>),
    /// The result of an operator on two numbers.
    Binary(Operator, Box<Expression>, Box<Expression>),
    /// The second expression if the first one is not zero, otherwise the third one.
    If(Box<Expression>, Box<Expression>, Box<Expression>),
}

/// A text, or bytes, in a comparison.
#[derive(Clone, Copy, Debug)]
pub struct Literal<'e> {
    /// The bytes.
    pub bytes: &'e [u8],
    /// The text that they are, if they are written as one.
    pub text: Option<&'e str>,
    /// The position.
    pub span: Span,
}

/// A field whose bytes a checksum covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covered {
    /// The field.
    pub field: Spanned<String>,
    /// Whether the bytes are those before the transform of the field.
    pub plain: bool,
}

/// A path into a record, see [`Expression::path`].
pub type Path<'e> = (Option<&'e Spanned<String>>, &'e Spanned<String>, &'e [Spanned<String>]);

/// A member of an enum, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberName {
    /// Its name.
    pub name: Spanned<String>,
    /// The enum.
    pub item: String,
    /// Its number; none if the enum has no such member.
    pub value: Option<i128>,
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
    /// Parses `Item.field`; none without a dot.
    pub fn parse(text: &str, span: Span) -> Option<Self> {
        let word = |text: &str| Spanned::new(text.to_owned(), span);
        let (item, field) = text.split_once('.')?;
        Some(Place { item: word(item), field: word(field) })
    }
}

/// A property of a field in an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// The number of its elements.
    Elements,
    /// The number of bytes of each of its elements.
    Sizes,
    /// The number of its bytes.
    Size,
    /// Whether it is present.
    Present,
}

/// The keys of a field without any.
static NONE: RunKeys = RunKeys {
    count: None,
    reversed: false,
    size: None,
    stop: None,
    pad: None,
    transform: None,
    at: None,
    constant: None,
    when: None,
    equals: None,
    value: None,
    valid: None,
    align: None,
    from: None,
    dialect: None,
    operation: None,
    version_record: None,
    arguments: Vec::new(),
};

impl RunKeys {
    /// Whether the transform of the field ends itself, and no size says where.
    pub fn ends_itself(&self) -> bool {
        let ends = self.transform.as_ref().is_some_and(|given| given.by.value.ends_itself());
        ends && self.size.is_none()
    }

    /// Whether `stop` alone determines the end.
    pub fn ends_at_stop(&self) -> bool {
        self.stop.is_some() && self.size.is_none()
    }

    /// The key beside `size` that leaves bytes out of the value.
    pub fn filled(&self) -> Option<(&'static str, Span)> {
        let pad = self.pad.as_ref().map(|pad| ("pad", pad.span));
        let stop = self.stop.as_ref().filter(|_| self.size.is_some());
        pad.or_else(|| stop.map(|stop| ("stop", stop.span)))
    }

    /// The keys of a field without any.
    pub(crate) fn none() -> &'static RunKeys {
        &NONE
    }

    /// Every expression over fields of the same record.
    pub fn expressions(&self) -> impl Iterator<Item = &Expression> {
        self.of_whole().chain(self.of_elements())
    }

    /// The expressions that are evaluated once for all elements.
    pub fn of_whole(&self) -> impl Iterator<Item = &Expression> {
        let (a, b) = match &self.count {
            Some(Repeat::Count(a) | Repeat::Last(a, LastOf::Element)) => (Some(a), None),
            Some(Repeat::While(a, b)) => (Some(a), Some(b)),
            _ => (None, None),
        };
        let own = [&self.when, &self.equals, &self.value, &self.valid, &self.at];
        a.into_iter().chain(b).chain(own.into_iter().flatten())
    }

    /// The expressions that are evaluated for each element.
    pub fn of_elements(&self) -> impl Iterator<Item = &Expression> {
        let own = [&self.align, &self.from, &self.dialect, &self.operation, &self.version_record];
        let key = self.transform.iter().flat_map(|transform| &transform.key);
        self.bytes().into_iter().chain(key).chain(own.into_iter().flatten()).chain(&self.arguments)
    }

    /// Every expression over fields of the same record.
    pub fn expressions_mut(&mut self) -> impl Iterator<Item = &mut Expression> {
        let (a, b) = match &mut self.count {
            Some(Repeat::Count(a) | Repeat::Last(a, LastOf::Element)) => (Some(a), None),
            Some(Repeat::While(a, b)) => (Some(a), Some(b)),
            _ => (None, None),
        };
        let size = match &mut self.size {
            Some(Size::Bytes(size)) => Some(size),
            _ => None,
        };
        let whole = [&mut self.when, &mut self.equals, &mut self.value, &mut self.valid];
        let each = [
            &mut self.align,
            &mut self.from,
            &mut self.at,
            &mut self.dialect,
            &mut self.operation,
            &mut self.version_record,
        ];
        let key = self.transform.iter_mut().flat_map(|transform| &mut transform.key);
        let own = whole.into_iter().chain(each).flatten().chain(&mut self.arguments);
        a.into_iter().chain(b).chain(size).chain(key).chain(own)
    }

    /// Whether the field is a parameter of its record.
    pub fn is_parameter(&self) -> bool {
        matches!(self.value, Some(Expression::Parameter))
    }

    /// The number of bytes, if an expression states it.
    pub fn bytes(&self) -> Option<&Expression> {
        match &self.size {
            Some(Size::Bytes(size)) => Some(size),
            _ => None,
        }
    }

    /// The condition that holds only for the last element, over fields of its record.
    pub fn last(&self) -> Option<&Expression> {
        match &self.count {
            Some(Repeat::Last(test, LastOf::Record)) => Some(test),
            _ => None,
        }
    }

    /// The condition that holds only for the last element, over the element itself.
    pub fn last_of_element(&self) -> Option<&Expression> {
        match &self.count {
            Some(Repeat::Last(test, LastOf::Element)) => Some(test),
            _ => None,
        }
    }

    /// The condition that holds only for the last element, over fields of its record.
    pub fn last_mut(&mut self) -> Option<&mut Expression> {
        match &mut self.count {
            Some(Repeat::Last(test, LastOf::Record)) => Some(test),
            _ => None,
        }
    }

    /// The number of bytes that it leaves at the end.
    pub fn left(&self) -> Option<&Spanned<u64>> {
        match &self.size {
            Some(Size::AllBut(left)) => Some(left),
            _ => None,
        }
    }

    /// The word with which the field depends on its offset in the file.
    pub fn offset_word(&self) -> Option<&'static str> {
        let mut word = self.at.is_some().then_some("at");
        for expression in self.expressions().chain(self.last()) {
            expression.walk(&mut |part| match part {
                Expression::Position => word = Some("position"),
                Expression::FindLast(_) => word = Some("find_last"),
                _ => {}
            });
        }
        word
    }

    /// The first of its keys.
    pub fn first(&self) -> Option<&'static str> {
        let count = match self.count {
            Some(Repeat::While(..)) => "while",
            Some(Repeat::Last(..)) => "last",
            _ => "count",
        };
        let keys = [
            (count, self.count.is_some()),
            ("reversed", self.reversed),
            ("size", self.size.is_some()),
            ("stop", self.stop.is_some()),
            ("pad", self.pad.is_some()),
            ("transform", self.transform.is_some()),
            ("at", self.at.is_some()),
            ("equals", self.equals.is_some() || self.constant.is_some()),
            ("let", self.value.is_some()),
            ("valid", self.valid.is_some()),
            ("align", self.align.is_some()),
            ("from", self.from.is_some()),
            ("dialect", self.dialect.is_some()),
            ("operation", self.operation.is_some()),
            ("version_record", self.version_record.is_some()),
            ("when", self.when.is_some()),
        ];
        keys.into_iter().find(|(_, given)| *given).map(|(key, _)| key)
    }
}

impl Expression {
    /// What a word stands for, if it is none of a field.
    pub fn word(name: &str) -> Option<Self> {
        Some(match name {
            "index" => Expression::Index,
            "position" => Expression::Position,
            "left" => Expression::Left,
            "parameter" => Expression::Parameter,
            _ => return None,
        })
    }

    /// The fields of the same item in this expression itself, without its parts.
    pub fn fields(&self) -> impl Iterator<Item = &Spanned<String>> {
        let one = match self {
            Expression::Field(field)
            | Expression::Inner(field, _)
            | Expression::Is(field, _)
            | Expression::Of(_, field)
            | Expression::Element(field, _)
            | Expression::Digits(field, _) => Some(field),
            _ => None,
        };
        one.into_iter().chain(self.covered().iter().map(|piece| &piece.field))
    }

    /// What a checksum covers; nothing for other expressions.
    pub fn covered(&self) -> &[Covered] {
        match self {
            Expression::Checksum(_, pieces) => pieces,
            _ => &[],
        }
    }

    /// The fields whose bytes it measures or sums itself, without its parts.
    pub fn measured(&self) -> impl Iterator<Item = &Spanned<String>> {
        let one = match self {
            Expression::Of(Property::Size | Property::Sizes, field) => Some(field),
            _ => None,
        };
        one.into_iter().chain(self.covered().iter().map(|piece| &piece.field))
    }

    /// The number of bytes of the digest that it is; none for a number.
    pub fn digest_size(&self) -> Option<u64> {
        match self {
            Expression::Checksum(kind, _) => kind.digest_size(),
            _ => None,
        }
    }

    /// The field of another item in this expression itself.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Expression::Around(place)
            | Expression::InnerAround(place, _)
            | Expression::Listed(place, _)
            | Expression::Count(place)
            | Expression::Find(place, _) => Some(place),
            _ => None,
        }
    }

    /// The path that this expression itself is: the enclosing item with the first field, none for the same item; that field; and
    /// the names that lead on from it.
    pub fn path(&self) -> Option<Path<'_>> {
        match self {
            Expression::Inner(field, parts) => Some((None, field, parts)),
            Expression::InnerAround(Place { item, field }, parts) => {
                Some((Some(item), field, parts))
            }
            Expression::Around(Place { item, field }) => Some((Some(item), field, &[])),
            _ => None,
        }
    }

    /// The field, or the path to one, that this expression compares with a text or with bytes, and these.
    pub fn compared(&self) -> Option<(&Expression, Literal<'_>)> {
        let Expression::Binary(Operator::Equal | Operator::Differs, a, b) = self else {
            return None;
        };
        let is_field = |of: &Expression| matches!(of, Expression::Field(_)) || of.path().is_some();
        match (a.bytes(), b.bytes()) {
            (None, Some(bytes)) if is_field(a) => Some((a, bytes)),
            (Some(bytes), None) if is_field(b) => Some((b, bytes)),
            _ => None,
        }
    }

    /// The sides of a comparison.
    pub fn sides(&self) -> Option<(&Expression, &Expression)> {
        match self {
            Expression::Binary(
                Operator::Equal
                | Operator::Differs
                | Operator::Less
                | Operator::AtMost
                | Operator::Greater
                | Operator::AtLeast,
                a,
                b,
            ) => Some((a, b)),
            _ => None,
        }
    }

    /// The digits of a number, with its sign and its point.
    pub fn decimal(&self) -> Option<String> {
        match self {
            Expression::Number(number) => Some(number.to_string()),
            Expression::Decimal(digits) => Some(digits.value.clone()),
            Expression::Minus(of) => Some(format!("-{}", of.decimal()?)),
            _ => None,
        }
    }

    /// The bytes that it is.
    pub fn bytes(&self) -> Option<Literal<'_>> {
        match self {
            Expression::Text(Spanned { value, span }) => {
                Some(Literal { bytes: value.as_bytes(), text: Some(value), span: *span })
            }
            Expression::Bytes(Spanned { value, span }) => {
                Some(Literal { bytes: value, text: None, span: *span })
            }
            _ => None,
        }
    }

    /// Whether it depends on the number of bytes left.
    pub fn reads_left(&self) -> bool {
        self.any(|part| matches!(part, Expression::Left))
    }

    /// Whether `test` holds for the expression or for one of its parts.
    pub fn any(&self, test: impl Fn(&Expression) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |part| found |= test(part));
        found
    }

    /// Calls `visit` for the expression and every part of it.
    pub fn walk<'e>(&'e self, visit: &mut dyn FnMut(&'e Expression)) {
        self.walk_while(&mut |part| {
            visit(part);
            true
        });
    }

    /// Calls `visit` for the expression, and for the parts of each expression for which it returns true.
    pub fn walk_while<'e>(&'e self, visit: &mut dyn FnMut(&'e Expression) -> bool) {
        if !visit(self) {
            return;
        }
        match self {
            Expression::Listed(_, a)
            | Expression::Element(_, a)
            | Expression::Find(_, a)
            | Expression::Not(a)
            | Expression::Minus(a) => a.walk_while(visit),
            Expression::Binary(_, a, b) => {
                a.walk_while(visit);
                b.walk_while(visit);
            }
            Expression::If(a, b, c) => {
                a.walk_while(visit);
                b.walk_while(visit);
                c.walk_while(visit);
            }
            _ => {}
        }
    }
}

/// Names with dots between them.
pub fn dotted(names: &[Spanned<String>]) -> String {
    let names: Vec<&str> = names.iter().map(|name| name.value.as_str()).collect();
    names.join(".")
}

impl Property {
    /// Its name.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Property::Elements => "count",
            Property::Sizes => "sizes",
            Property::Size => "size",
            Property::Present => "has",
        }
    }
}
