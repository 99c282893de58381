//! What a description for a viewer says, in no language: types of members in wire order, and expressions over them.

use bytespec_plan::{Coding, Encoding, Sign};

/// A format as viewers know one.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// The name of the format in the schema.
    pub(super) name: String,
    /// The name in words.
    pub(super) title: String,
    /// One line.
    pub(super) summary: String,
    /// The first bytes.
    pub(super) magic: Vec<u8>,
    /// The members of a file behind these; empty where the schema says no file.
    pub(super) file: Vec<Member>,
    /// The version of a file, where its header tells it.
    pub(super) version: Option<Expr>,
    /// Named numbers.
    pub(super) enums: Vec<Enum>,
    /// The types.
    pub(super) types: Vec<Type>,
}

/// Named numbers.
#[derive(Clone, Debug)]
pub(super) struct Enum {
    pub(super) name: String,
    /// Each number once, with a name of its own.
    pub(super) members: Vec<(u64, String)>,
}

/// A type: members in wire order.
#[derive(Clone, Debug, Default)]
pub(super) struct Type {
    pub(super) name: String,
    /// One line; may be empty.
    pub(super) about: String,
    /// The parameters that the type around gives it.
    pub(super) params: Vec<String>,
    /// One more parameter says where its bytes end.
    pub(super) needs_end: bool,
    pub(super) members: Vec<Member>,
    /// Whether it is the last element of a list.
    pub(super) last: Option<Expr>,
}

/// A part of a type.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) name: String,
    /// One line; may be empty.
    pub(super) about: String,
    /// What cannot be said of it; may be empty.
    pub(super) note: String,
    /// Whether it is there; none where it always is.
    pub(super) when: Option<Expr>,
    pub(super) what: What,
    /// It has so many bytes to itself, each element where it is repeated.
    pub(super) size: Option<Expr>,
    /// The byte that fills its bytes up at their end.
    pub(super) pad: Option<u8>,
    /// Its offset from the start of the file, where it does not follow what is before it.
    pub(super) at: Option<Expr>,
    pub(super) repeat: Repeat,
    /// What readers refuse otherwise: the number that it is.
    pub(super) equals: Option<Expr>,
}

/// How often a member is there.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Repeat {
    Once,
    Count(Expr),
    /// To the end of the bytes.
    End,
    /// Up to the first element of which this holds, over the members of its type, which has it as [`Type::last`].
    Until(Expr),
}

/// An integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Number {
    pub(super) coding: Coding,
    pub(super) bits: u8,
    pub(super) sign: Sign,
}

impl Number {
    /// The same for what decodes it: its width counts only where the bytes or the sign depend on it.
    pub(super) fn decoded(self) -> Self {
        let coding = if self.coding == Coding::Bounded { Coding::Leb128 } else { self.coding };
        let counts = matches!(coding, Coding::Little | Coding::Big) || self.sign == Sign::Twos;
        Number { coding, bits: if counts { self.bits } else { 64 }, ..self }
    }

    /// Viewers read it as it stands.
    pub(super) fn is_native(self) -> bool {
        let whole = matches!(self.bits, 8 | 16 | 32 | 64);
        let sign = match self.sign {
            Sign::Unsigned | Sign::Twos => true,
            Sign::Float => self.bits >= 32,
            Sign::Zigzag | Sign::Extended => false,
        };
        whole && sign && matches!(self.coding, Coding::Little | Coding::Big)
    }
}

/// What a member is.
#[derive(Clone, Debug)]
pub(super) enum What {
    /// An integer, by its index in the enums where its numbers have names.
    Number(Number, Option<usize>),
    /// An integer of one of two codings: the first if the test holds. Viewers read both as they stand.
    Either(Expr, Number, Number),
    /// A type, with its arguments.
    Type(usize, Vec<Expr>),
    /// One of several types; none where bytes that no case has are an error.
    Choice { on: Expr, cases: Vec<(u64, usize, Vec<Expr>)>, is_open: bool },
    /// As many bytes as the member has, or all that are left.
    Bytes,
    /// Bytes up to this one, or a text in an encoding.
    Until(u8, Option<Encoding>),
    /// As many bytes as the member has, or all that are left, as a text.
    Text(Encoding),
    /// No bytes, and nothing that a viewer can say.
    Nothing,
    /// No bytes: what an expression gives.
    Value(Expr, Option<usize>),
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expr {
    Number(u64),
    /// A member of the type at hand.
    Member(String, Kind),
    /// A parameter of the type at hand.
    Param(String),
    /// A member of the header of the file.
    Header(String, Kind),
    /// The version of the file, as [`Layout::version`] gives it.
    Version,
    /// The position of the element at hand.
    Index,
    /// How many elements a member has.
    Length(String),
    /// An element of a member.
    Element(String, Kind, Box<Expr>),
    /// How many bytes are left.
    Left,
    /// Where the next byte stands.
    Position,
    Not(Box<Expr>),
    If(Box<[Expr; 3]>),
    Two(Operator, Box<[Expr; 2]>),
}

/// What a member is to an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An integer that viewers read as it stands.
    Native,
    /// An integer that a type of this description decodes.
    Decoded,
    /// A number with names.
    Named,
    /// A truth value that takes no bytes.
    Truth,
}

/// Operators of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    Modulo,
    ShiftRight,
    BitAnd,
    Less,
    AtLeast,
    Equal,
    Differs,
    And,
    Or,
}

impl Operator {
    fn is_truth(self) -> bool {
        use Operator::{And, AtLeast, Differs, Equal, Less, Or};
        matches!(self, Less | AtLeast | Equal | Differs | And | Or)
    }
}

impl Expr {
    /// Whether it is of members of the type at hand, and of nothing else.
    pub(super) fn is_of_members(&self) -> bool {
        match self {
            Expr::Number(_) | Expr::Member(..) | Expr::Length(_) => true,
            Expr::Element(_, _, at) => at.is_of_members(),
            Expr::Not(of) => of.is_of_members(),
            Expr::If(parts) => parts.iter().all(Expr::is_of_members),
            Expr::Two(_, parts) => parts.iter().all(Expr::is_of_members),
            Expr::Param(_)
            | Expr::Header(..)
            | Expr::Version
            | Expr::Index
            | Expr::Left
            | Expr::Position => false,
        }
    }

    /// An operator and what it is of; what is known is left out.
    pub(super) fn two(operator: Operator, a: Expr, b: Expr) -> Expr {
        use Expr::Number;
        match (operator, &a, &b) {
            (Operator::And, first, Expr::Two(Operator::And, second)) if *first == second[0] => b,
            (Operator::And, Number(0), _) | (Operator::And, _, Number(0)) => Number(0),
            (Operator::And, Number(_), _) | (Operator::Or, Number(0), _) => b,
            (Operator::And, _, Number(_)) | (Operator::Or, _, Number(0)) => a,
            (Operator::Or, Number(_), _) | (Operator::Or, _, Number(_)) => Number(1),
            (Operator::Add | Operator::Subtract | Operator::ShiftRight, _, Number(0)) => a,
            (Operator::Add, Number(0), _) => b,
            (Operator::Add, Number(one), Number(other)) => Number(one.saturating_add(*other)),
            _ => Expr::Two(operator, Box::new([a, b])),
        }
    }

    /// What it is where a condition holds, and what else.
    pub(super) fn either(when: Expr, a: Expr, b: Expr) -> Expr {
        match when {
            Expr::Number(0) => b,
            Expr::Number(_) => a,
            when => Expr::If(Box::new([when, a, b])),
        }
    }

    /// Whether it is a truth value, and no number.
    pub(super) fn is_truth(&self) -> bool {
        match self {
            Expr::Member(_, kind) | Expr::Header(_, kind) | Expr::Element(_, kind, _) => {
                *kind == Kind::Truth
            }
            Expr::Not(_) => true,
            Expr::Two(operator, _) => operator.is_truth(),
            _ => false,
        }
    }

    /// As a truth value; numbers that are known stay.
    pub(super) fn truth(self) -> Expr {
        match self {
            Expr::Number(_) => self,
            truth if truth.is_truth() => truth,
            number => Expr::two(Operator::Differs, number, Expr::Number(0)),
        }
    }

    /// As a number.
    pub(super) fn number(self) -> Expr {
        match self.is_truth() {
            true => Expr::either(self, Expr::Number(1), Expr::Number(0)),
            false => self,
        }
    }

    /// The other truth value.
    pub(super) fn negated(self) -> Expr {
        match self {
            Expr::Number(number) => Expr::Number(u64::from(number == 0)),
            Expr::Two(Operator::Differs, parts) => Expr::Two(Operator::Equal, parts),
            other => Expr::Not(Box::new(other)),
        }
    }

    /// Both, where there is a first.
    pub(super) fn both(first: Option<Expr>, second: Option<Expr>) -> Option<Expr> {
        match (first, second) {
            (Some(a), Some(b)) => Some(Expr::two(Operator::And, a, b)),
            (a, b) => a.or(b),
        }
    }
}

impl Member {
    /// A member that is there once and always.
    pub(super) fn new(name: &str, what: What) -> Self {
        Member {
            name: name.to_owned(),
            about: String::new(),
            note: String::new(),
            when: None,
            what,
            size: None,
            pad: None,
            at: None,
            repeat: Repeat::Once,
            equals: None,
        }
    }
}

/// An entry of a pool; none past its end.
pub(super) fn nth<T>(pool: &[T], index: u32) -> Option<&T> {
    pool.get(usize::try_from(index).ok()?)
}
