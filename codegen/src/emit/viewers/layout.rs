//! The content of a description for a viewer, independent of its language: types with members in wire order, and expressions over
//! the members.

pub(super) use bytespec_plan::Operator;
use bytespec_plan::{Coding, Encoding, Sign};

/// A format, as viewers see it.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// The name of the format in the schema.
    pub(super) name: String,
    /// The name in words.
    pub(super) title: String,
    /// A summary in one line.
    pub(super) summary: String,
    /// The magic number.
    pub(super) magic: Vec<u8>,
    /// The members of a file after the magic number; empty if the schema does not describe a file.
    pub(super) file: Vec<Member>,
    /// The version of a file, if its header contains it.
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
    /// Each number once, with a unique name.
    pub(super) members: Vec<(i128, String)>,
    pub(super) is_signed: bool,
}

/// A type: members in wire order.
#[derive(Clone, Debug, Default)]
pub(super) struct Type {
    pub(super) name: String,
    /// One line; may be empty.
    pub(super) about: String,
    /// The parameters; the enclosing type passes their values.
    pub(super) params: Vec<String>,
    pub(super) members: Vec<Member>,
    /// The condition under which a value is the last element of a list.
    pub(super) last: Option<Expr>,
}

/// A part of a type.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) name: String,
    /// One line; may be empty.
    pub(super) about: String,
    /// A note on what cannot be expressed; may be empty.
    pub(super) note: String,
    /// The condition under which it is present; none if it always is.
    pub(super) when: Option<Expr>,
    pub(super) what: What,
    /// The number of bytes of the member, or of each element if it is repeated.
    pub(super) size: Option<Expr>,
    /// The bytes in its size that are not part of the value.
    pub(super) filler: Option<Filler>,
    /// Its offset from the start of the file; none if it follows the previous member.
    pub(super) at: Option<Expr>,
    pub(super) repeat: Repeat,
    /// The number that it must be equal to; readers refuse any other.
    pub(super) equals: Option<Expr>,
    /// What must hold after it was read, over itself and earlier members; readers refuse other values.
    pub(super) valid: Option<Expr>,
}

/// The bytes in the size of bytes or of a text that are not part of the value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Filler {
    /// Bytes equal to this one at the end.
    Of(u8),
    /// This byte, and all bytes after it.
    After(u8),
}

/// How often a member occurs.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Repeat {
    Once,
    Count(Expr),
    /// To the end of the bytes.
    End,
    /// Up to and including the first element for which this is true, over the members of its type, see [`Type::last`].
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
    /// The same number for the type that decodes it. The width is kept only if the bytes or the sign depend on it.
    pub(super) fn decoded(self) -> Self {
        let coding = if self.coding == Coding::Bounded { Coding::Leb128 } else { self.coding };
        let counts = matches!(coding, Coding::Little | Coding::Big) || self.sign == Sign::Twos;
        Number { coding, bits: if counts { self.bits } else { 64 }, ..self }
    }

    /// Whether viewers have a type for it.
    pub(super) fn is_native(self) -> bool {
        let whole = matches!(self.bits, 8 | 16 | 32 | 64);
        let sign = match self.sign {
            Sign::Unsigned | Sign::Twos | Sign::Float => true,
            Sign::Zigzag | Sign::Extended => false,
        };
        whole && sign && matches!(self.coding, Coding::Little | Coding::Big)
    }
}

/// The content of a member.
#[derive(Clone, Debug)]
pub(super) enum What {
    /// An integer. The index is that of the enum that names its numbers, if there is one.
    Number(Number, Option<usize>),
    /// An integer in one of two native codings: the first if the test is true.
    Either(Expr, Number, Number),
    /// A type, with its arguments.
    Type(usize, Vec<Expr>),
    /// One of several types. `is_open` states whether a value without a case is allowed; it consists of all bytes that are left.
    Choice { on: Expr, cases: Vec<(i128, usize, Vec<Expr>)>, is_open: bool },
    /// As many bytes as the size of the member, or all that are left.
    Bytes,
    /// Bytes up to a byte with this value, as a text if there is an encoding.
    Until(u8, Option<Encoding>),
    /// The same bytes as [`What::Bytes`], as a text.
    Text(Encoding),
    /// The same bytes as [`What::Bytes`], the result of a transform by its name, with a key if it has one, and the type of the
    /// value in them. ImHex shows the bytes.
    Transformed(String, Option<Expr>, Option<(usize, Vec<Expr>)>),
    /// No bytes, and a value that viewers cannot express.
    Nothing,
    /// No bytes and no value: only a check of earlier members.
    Check,
    /// The value of an expression, without bytes of its own.
    Value(Expr, Option<usize>),
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expr {
    Number(u64),
    /// A member of the current type.
    Member(String, Kind),
    /// A parameter of the current type.
    Param(String),
    /// A member of the header of the file.
    Header(String, Kind),
    /// The version of the file, as [`Layout::version`] gives it.
    Version,
    /// The index of the current element.
    Index,
    /// The number of elements of a member.
    Length(String),
    /// An element of a member.
    Element(String, Kind, Box<Expr>),
    /// The number of bytes that are left.
    Left,
    /// The offset of the next byte.
    Position,
    /// The bytes of a member, which is a text if the flag is set: a choice compares them with texts, or with bytes.
    Bytes(String, bool),
    /// These bytes.
    Constant(Vec<u8>),
    /// Whether the bytes of a member, of which there are at most eight, are these.
    Is(String, bool, Vec<u8>),
    Not(Box<Expr>),
    If(Box<[Expr; 3]>),
    Two(Operator, Box<[Expr; 2]>),
}

/// How an expression gets the value of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An integer for which viewers have a type.
    Native,
    /// An integer that a type of this layout decodes.
    Decoded,
    /// A number with names.
    Named,
    /// A truth value without bytes of its own.
    Truth,
}

impl What {
    /// Whether it is as many bytes as the size of the member, or all that are left.
    pub(super) fn is_bytes(&self) -> bool {
        matches!(self, What::Bytes | What::Text(_) | What::Transformed(..))
    }
}

/// Whether an operator gives a truth value.
fn is_truth(operator: Operator) -> bool {
    operator.rank() <= Operator::Equal.rank()
}

impl Expr {
    /// Whether this holds for the expression or for a part of it.
    pub(super) fn any(&self, holds: &mut impl FnMut(&Expr) -> bool) -> bool {
        let parts: &[Expr] = match self {
            Expr::Element(_, _, of) | Expr::Not(of) => std::slice::from_ref(of),
            Expr::If(parts) => &**parts,
            Expr::Two(_, parts) => &**parts,
            Expr::Number(_)
            | Expr::Member(..)
            | Expr::Length(_)
            | Expr::Bytes(..)
            | Expr::Constant(_)
            | Expr::Is(..)
            | Expr::Param(_)
            | Expr::Header(..)
            | Expr::Version
            | Expr::Index
            | Expr::Left
            | Expr::Position => &[],
        };
        holds(self) || parts.iter().any(|part| part.any(holds))
    }

    /// Whether it depends only on members of the current type.
    pub(super) fn is_of_members(&self) -> bool {
        !self.any(&mut |part| {
            matches!(
                part,
                Expr::Param(_)
                    | Expr::Header(..)
                    | Expr::Version
                    | Expr::Index
                    | Expr::Left
                    | Expr::Position
            )
        })
    }

    /// An operator with two operands. Constant operands are folded where the result is known.
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

    /// The value `a` if a condition holds, else `b`.
    pub(super) fn either(when: Expr, a: Expr, b: Expr) -> Expr {
        match when {
            Expr::Number(0) => b,
            Expr::Number(_) => a,
            when => Expr::If(Box::new([when, a, b])),
        }
    }

    /// Whether it is a truth value rather than a number.
    pub(super) fn is_truth(&self) -> bool {
        match self {
            Expr::Member(_, kind) | Expr::Header(_, kind) | Expr::Element(_, kind, _) => {
                *kind == Kind::Truth
            }
            Expr::Not(_) | Expr::Is(..) => true,
            Expr::Two(operator, _) => is_truth(*operator),
            _ => false,
        }
    }

    /// The expression as a truth value; constants stay numbers.
    pub(super) fn truth(self) -> Expr {
        match self {
            Expr::Number(_) => self,
            truth if truth.is_truth() => truth,
            number => Expr::two(Operator::Differs, number, Expr::Number(0)),
        }
    }

    /// The expression as a number.
    pub(super) fn number(self) -> Expr {
        match self.is_truth() {
            true => Expr::either(self, Expr::Number(1), Expr::Number(0)),
            false => self,
        }
    }

    /// The negation of a truth value.
    pub(super) fn negated(self) -> Expr {
        match self {
            Expr::Number(number) => Expr::Number(u64::from(number == 0)),
            Expr::Two(Operator::Differs, parts) => Expr::Two(Operator::Equal, parts),
            Expr::Two(Operator::Equal, parts) => Expr::Two(Operator::Differs, parts),
            Expr::Not(of) if of.is_truth() => *of,
            other => Expr::Not(Box::new(other)),
        }
    }

    /// Both conditions; one of them alone if the other is absent.
    pub(super) fn both(first: Option<Expr>, second: Option<Expr>) -> Option<Expr> {
        match (first, second) {
            (Some(a), Some(b)) => Some(Expr::two(Operator::And, a, b)),
            (a, b) => a.or(b),
        }
    }
}

impl Member {
    /// A member that is always present and occurs once.
    pub(super) fn new(name: &str, what: What) -> Self {
        Member {
            name: name.to_owned(),
            about: String::new(),
            note: String::new(),
            when: None,
            what,
            size: None,
            filler: None,
            at: None,
            repeat: Repeat::Once,
            equals: None,
            valid: None,
        }
    }
}

impl Member {
    /// Whether it is one value with bytes.
    pub(super) fn has_one_value(&self) -> bool {
        let has_bytes = !matches!(self.what, What::Nothing | What::Check | What::Value(..));
        has_bytes && self.repeat == Repeat::Once
    }
}

/// The entry of a pool at an index; none past its end.
pub(super) fn nth<T>(pool: &[T], index: u32) -> Option<&T> {
    pool.get(usize::try_from(index).ok()?)
}
