//! Expressions: conditions, counts, sizes, and the values of derived steps.

use crate::crc::{CATALOGUE, Crc};
use crate::{Coding, ExprId, ItemId, Run};
use alloc::string::{String, ToString};

words! {
    /// A checksum of bytes that is no cyclic redundancy check: a number, or the bytes of a digest.
    pub enum Algorithm {
        /// Adler-32 of RFC 1950.
        Adler32 = "adler32";
        /// XXH32 with the seed 0, as in frames of LZ4.
        Xxh32 = "xxh32";
        /// XXH64 with the seed 0, as in frames of Zstandard.
        Xxh64 = "xxh64";
        /// The Internet checksum of RFC 1071, as in headers of IP, ICMP, TCP and UDP.
        Internet = "internet";
        /// The sum of all bytes.
        Sum = "sum";
        /// The sum of all numbers of two bytes, the lowest byte first. Missing bytes at the end are zeros.
        Sum16Le = "sum16le";
        /// The same, the highest byte first.
        Sum16Be = "sum16be";
        /// The sum of all numbers of four bytes, the lowest byte first. Missing bytes at the end are zeros.
        Sum32Le = "sum32le";
        /// The same, the highest byte first.
        Sum32Be = "sum32be";
        /// All bytes, combined by exclusive or.
        Xor8 = "xor8";
        /// The number of bytes.
        Size = "size";
        /// MD5 of RFC 1321, a digest.
        Md5 = "md5";
        /// SHA-1 of FIPS 180-4, a digest.
        Sha1 = "sha1";
        /// SHA-256 of FIPS 180-4, a digest.
        Sha256 = "sha256";
        /// SHA-512 of FIPS 180-4, a digest.
        Sha512 = "sha512";
    }
}

/// A checksum of bytes: a number, or the bytes of a digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Checksum {
    /// A cyclic redundancy check.
    Crc(Crc),
    /// Another algorithm.
    Of(Algorithm),
}

/// What a checksum gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Output {
    /// A number of this many bits.
    Bits(u32),
    /// A number that grows with the bytes.
    Any,
    /// This many bytes.
    Bytes(u64),
}

impl Checksum {
    /// The number of bytes.
    pub const SIZE: Checksum = Checksum::Of(Algorithm::Size);

    /// The function of a cyclic redundancy check whose parameters follow the fields.
    pub const PARAMETRISED: &str = "crc";

    /// All functions in schemas that have no parameters, by name.
    pub fn all() -> impl Iterator<Item = (&'static str, Self)> {
        let others = Algorithm::ALL.into_iter().map(|of| (of.word(), Checksum::Of(of)));
        CATALOGUE.iter().map(|(name, crc)| (*name, Checksum::Crc(*crc))).chain(others)
    }

    /// The function in schemas.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Crc(crc) => crc.name().unwrap_or(Self::PARAMETRISED),
            Self::Of(of) => of.word(),
        }
    }

    /// The parameters behind the fields in a schema; none of an algorithm with a name.
    #[must_use]
    pub fn parameters(self) -> String {
        match self {
            Self::Crc(crc) => crc.to_string(),
            Self::Of(_) => String::new(),
        }
    }

    /// The checksum with this name.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        let other = || Algorithm::of_word(word).map(Checksum::Of);
        Crc::named(word).map(Checksum::Crc).or_else(other)
    }

    fn output(self) -> Output {
        let of = match self {
            Self::Crc(crc) => return Output::Bits(crc.bits.into()),
            Self::Of(of) => of,
        };
        match of {
            Algorithm::Sum
            | Algorithm::Sum16Le
            | Algorithm::Sum16Be
            | Algorithm::Sum32Le
            | Algorithm::Sum32Be
            | Algorithm::Size => Output::Any,
            Algorithm::Xor8 => Output::Bits(8),
            Algorithm::Internet => Output::Bits(16),
            Algorithm::Adler32 | Algorithm::Xxh32 => Output::Bits(32),
            Algorithm::Xxh64 => Output::Bits(64),
            Algorithm::Md5 => Output::Bytes(16),
            Algorithm::Sha1 => Output::Bytes(20),
            Algorithm::Sha256 => Output::Bytes(32),
            Algorithm::Sha512 => Output::Bytes(64),
        }
    }

    /// The number of bits of a number; none for a digest, and for a number that grows with the bytes.
    #[must_use]
    pub fn bits(self) -> Option<u32> {
        match self.output() {
            Output::Bits(bits) => Some(bits),
            Output::Any | Output::Bytes(_) => None,
        }
    }

    /// The number of bytes of a digest; none for a number.
    #[must_use]
    pub fn digest_size(self) -> Option<u64> {
        match self.output() {
            Output::Bytes(size) => Some(size),
            Output::Any | Output::Bits(_) => None,
        }
    }
}

/// A piece of the bytes that a checksum covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Covered {
    /// The bytes of a step, by its position in the item.
    Step(u32),
    /// The bytes of which those of a step are the transformed ones; none if the step has no bytes.
    Plain(u32),
    /// The bytes that the number of a computed step without bytes would have, by its position in the item.
    Number(u32),
    /// This many bytes of zero, in place of the checksum itself.
    Zeros(usize),
}

impl Covered {
    /// The largest number of bytes of zero: the largest digest has this size.
    pub const MAX_ZEROS: usize = 64;

    /// The number that stands for the first step with transformed bytes.
    const PLAIN: i128 = 1 << u32::BITS;
    /// The number that stands for the first computed step.
    const NUMBER: i128 = 2 << u32::BITS;

    /// The piece that a number of [`crate::Plan::numbers`] stands for: the position of a step; that position plus 2^32 for the
    /// bytes before the transform, plus 2^33 for the bytes of a computed number; or a negative number of bytes of zero.
    #[must_use]
    pub fn of(number: i128) -> Self {
        if let Ok(step) = u32::try_from(number) {
            return Covered::Step(step);
        }
        if let Ok(step) = u32::try_from(number.saturating_sub(Self::PLAIN)) {
            return Covered::Plain(step);
        }
        if let Ok(step) = u32::try_from(number.saturating_sub(Self::NUMBER)) {
            return Covered::Number(step);
        }
        match usize::try_from(number.saturating_neg()) {
            Ok(zeros) => Covered::Zeros(zeros.min(Self::MAX_ZEROS)),
            Err(_) => Covered::Step(u32::MAX),
        }
    }

    /// The pieces of a run of [`crate::Plan::numbers`].
    pub fn all(run: Run, numbers: &[i128]) -> impl Iterator<Item = Self> + '_ {
        run.of(numbers).iter().map(|number| Covered::of(*number))
    }

    /// The step; none for bytes of zero.
    #[must_use]
    pub fn step(self) -> Option<u32> {
        match self {
            Covered::Step(step) | Covered::Plain(step) | Covered::Number(step) => Some(step),
            Covered::Zeros(_) => None,
        }
    }

    /// The number that stands for the piece.
    #[must_use]
    pub fn number(self) -> i128 {
        match self {
            Covered::Step(step) => step.into(),
            Covered::Plain(step) => Self::PLAIN + i128::from(step),
            Covered::Number(step) => Self::NUMBER + i128::from(step),
            Covered::Zeros(zeros) => -(zeros as i128),
        }
    }
}

words! {
    /// An operator on two numbers, or on two truth values.
    pub enum Operator {
        /// Whether both are not zero. The second is evaluated only if the first is not zero.
        And = "and";
        /// Whether at least one is not zero. The second is evaluated only if the first is zero.
        Or = "or";
        /// Whether both are equal.
        Equal = "=";
        /// Whether they differ.
        Differs = "!=";
        /// Whether the first is less.
        Less = "<";
        /// Whether the first is less, or both are equal.
        AtMost = "<=";
        /// Whether the first is greater.
        Greater = ">";
        /// Whether the first is greater, or both are equal.
        AtLeast = ">=";
        /// The sum; overflow of 64 bits is an error.
        Add = "+";
        /// The difference; a negative one is an error for unsigned numbers.
        Subtract = "-";
        /// The product; overflow of 64 bits is an error.
        Multiply = "*";
        /// The quotient, rounded down; a divisor of zero is an error.
        Divide = "/";
        /// The remainder of the division; a divisor of zero is an error.
        Remainder = "%";
        /// The first, shifted left by the second; overflow of 64 bits is an error.
        ShiftLeft = "<<";
        /// The first, shifted right by the second.
        ShiftRight = ">>";
        /// The bitwise and.
        BitAnd = "&";
        /// The bitwise or.
        BitOr = "|";
        /// The bitwise exclusive or.
        BitXor = "^";
        /// The lesser number.
        Min = "min";
        /// The greater number.
        Max = "max";
    }
}

impl Operator {
    /// The precedence: an operator with a higher number binds tighter. Operators with the highest number are spelled as
    /// functions.
    #[must_use]
    pub fn rank(self) -> u8 {
        match self {
            Operator::Or => 0,
            Operator::And => 1,
            Operator::Equal
            | Operator::Differs
            | Operator::Less
            | Operator::AtMost
            | Operator::Greater
            | Operator::AtLeast => 2,
            Operator::BitOr => 3,
            Operator::BitXor => 4,
            Operator::BitAnd => 5,
            Operator::ShiftLeft | Operator::ShiftRight => 6,
            Operator::Add | Operator::Subtract => 7,
            Operator::Multiply | Operator::Divide | Operator::Remainder => 8,
            Operator::Min | Operator::Max => 9,
        }
    }

    /// The result for two unsigned 64-bit numbers; none if it is an error.
    #[must_use]
    pub fn apply(self, a: u64, b: u64) -> Option<u64> {
        Some(match self {
            Operator::And => (a != 0 && b != 0).into(),
            Operator::Or => (a != 0 || b != 0).into(),
            Operator::Equal => (a == b).into(),
            Operator::Differs => (a != b).into(),
            Operator::Less => (a < b).into(),
            Operator::AtMost => (a <= b).into(),
            Operator::Greater => (a > b).into(),
            Operator::AtLeast => (a >= b).into(),
            Operator::Add => a.checked_add(b)?,
            Operator::Subtract => a.checked_sub(b)?,
            Operator::Multiply => a.checked_mul(b)?,
            Operator::Divide => a.checked_div(b)?,
            Operator::Remainder => a.checked_rem(b)?,
            Operator::ShiftLeft if a == 0 => 0,
            Operator::ShiftLeft => {
                let moved = a.checked_shl(u32::try_from(b).ok()?)?;
                (moved >> b == a).then_some(moved)?
            }
            Operator::ShiftRight => match u32::try_from(b) {
                Ok(bits) => a.checked_shr(bits).unwrap_or(0),
                Err(_) => 0,
            },
            Operator::BitAnd => a & b,
            Operator::BitOr => a | b,
            Operator::BitXor => a ^ b,
            Operator::Min => a.min(b),
            Operator::Max => a.max(b),
        })
    }

    /// The result of a comparison for the bits of two IEEE 754 numbers of this many bits: zeros are equal, and a NaN differs from every
    /// number. Zero for an operator that compares nothing.
    #[must_use]
    pub fn apply_float(self, bits: u8, a: u64, b: u64) -> u64 {
        let (Some(a), Some(b)) = (place_of_float(bits, a), place_of_float(bits, b)) else {
            return (self == Operator::Differs).into();
        };
        let result = match self {
            Operator::Equal => a == b,
            Operator::Differs => a != b,
            Operator::Less => a < b,
            Operator::AtMost => a <= b,
            Operator::Greater => a > b,
            Operator::AtLeast => a >= b,
            _ => false,
        };
        result.into()
    }

    /// The result for two signed 64-bit numbers in two's complement; none if it is an error. Division rounds down, and the
    /// remainder has the sign of the divisor. The number of bits of a shift is unsigned.
    #[must_use]
    pub fn apply_signed(self, left: u64, right: u64) -> Option<u64> {
        let (a, b) = (left.cast_signed(), right.cast_signed());
        let number = match self {
            Operator::Less => i64::from(a < b),
            Operator::AtMost => i64::from(a <= b),
            Operator::Greater => i64::from(a > b),
            Operator::AtLeast => i64::from(a >= b),
            Operator::Add => a.checked_add(b)?,
            Operator::Subtract => a.checked_sub(b)?,
            Operator::Multiply => a.checked_mul(b)?,
            Operator::Divide => {
                let quotient = a.checked_div(b)?;
                quotient - i64::from(a % b != 0 && (a < 0) != (b < 0))
            }
            Operator::Remainder => match a.checked_rem(b)? {
                rest if rest != 0 && (rest < 0) != (b < 0) => rest + b,
                rest => rest,
            },
            Operator::ShiftLeft => {
                let moved = a.checked_shl(u32::try_from(right).ok()?)?;
                (moved >> right == a).then_some(moved)?
            }
            Operator::ShiftRight => a >> right.min(63),
            Operator::Min => a.min(b),
            Operator::Max => a.max(b),
            Operator::And
            | Operator::Or
            | Operator::Equal
            | Operator::Differs
            | Operator::BitAnd
            | Operator::BitOr
            | Operator::BitXor => return self.apply(left, right),
        };
        Some(number.cast_unsigned())
    }
}

/// An expression over steps of the item that contains it, and over axes. Numbers have 64 bits; a truth value is 0 or 1. An
/// expression without a result is an error of the reader.
///
/// Steps are given by their position in the item. Steps of other items are those of enclosing items, or are in *lists*. A list
/// contains all numbers of a step, in the order in which they were read from the file, in any section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Expr {
    /// A number.
    Number(u64),
    /// The number of an earlier step; for an absent step, its default or zero.
    Field(u32),
    /// Whether a step has a value.
    Present(u32),
    /// The number of elements of a step.
    Elements(u32),
    /// The number of bytes of a step.
    Bytes(u32),
    /// The offset of each element of a step with a sequence, in bytes from the start of the sequence. The result is a sequence.
    Starts(u32),
    /// The number of bytes of each element of a step with a sequence. The result is a sequence.
    Sizes(u32),
    /// The tag of the case in a step.
    Tag(u32),
    /// The number of a step of an enclosing item: the item, and the position of the step in it. If several enclosing items have
    /// this id, the innermost one counts.
    Around(ItemId, u32),
    /// The number of a step inside the value of an earlier step: the earlier step, its item, and the position in the item. See
    /// [`crate::Plan::inner_steps`].
    Inner(u32, ItemId, u32),
    /// 1 if the value of the step before this one, a choice, is this item, and 0 otherwise: a step, and the item. Readers evaluate it
    /// directly behind that step.
    Is(u32, ItemId),
    /// The argument at a position that was given last, by [`Shape::With`](crate::Shape::With). An item reads its arguments in its
    /// first steps, before another item takes any.
    Argument(u32),
    /// The index of the current element in the innermost sequence, from zero.
    Index,
    /// The number at a position of a list, which is given by its index in [`crate::Plan::lists`]. A position past the end of the
    /// list is an error. For a step with bytes, the number is decoded from all of them in the coding of section headers; it is 0
    /// if they are not exactly one number.
    Listed(u32, ExprId),
    /// The number at a position of a step with bytes, text or a sequence of fixed-width integers. A position past the end is an
    /// error.
    Element(u32, ExprId),
    /// Whether a step contains exactly these bytes, a run of [`crate::Plan::bytes`].
    Matches(u32, Run),
    /// The bytes of a step, at most eight, as a big-endian number; [`crate::Plan::NOWHERE`] for more bytes.
    Big(u32),
    /// The bytes of a step, as the key of a transform.
    Content(u32),
    /// These bytes, a run of [`crate::Plan::bytes`], as the key of a transform.
    Constant(Run),
    /// The number in the digits of a step, in a base of 2 to 16. Blanks and zero bytes may surround the digits. Anything else is
    /// an error.
    Digits(u32, u8),
    /// A checksum of the concatenated bytes of [`Covered`] pieces, which are a run of [`crate::Plan::numbers`]. A digest is the
    /// value of a step with bytes.
    Checksum(Checksum, Run),
    /// The position of the step with this expression, in bytes from the start of the file.
    Position,
    /// The number of bytes from the step with this expression to the end of the enclosing value.
    Left,
    /// The unsigned number at the current position, with this coding and width in bits. It is not consumed.
    Peek(Coding, u8),
    /// The offset of the last occurrence of these bytes, a run of [`crate::Plan::bytes`], from the start of the file. A file
    /// without them is an error.
    FindLast(Run),
    /// The current number of entries of a list.
    Count(u32),
    /// The number at a position of a list after the whole file has been read. Only the role of a step has it. A position past the
    /// end of the list is an error.
    Later(u32, ExprId),
    /// The number of entries of a list after the whole file has been read. Only the role of a step has it.
    Total(u32),
    /// The position of the first entry of a list that equals a number; [`crate::Plan::NOWHERE`] if there is none.
    Find(u32, ExprId),
    /// Whether all bounds hold, a run of [`crate::Plan::bounds`].
    Open(Run),
    /// Whether a number is zero.
    Not(ExprId),
    /// The result of an operator on two unsigned numbers.
    Binary(Operator, ExprId, ExprId),
    /// The result of an operator on two signed numbers, see [`Operator::apply_signed`].
    Signed(Operator, ExprId, ExprId),
    /// A number below 2^63, which is the same whether signed or unsigned. Any other number is an error. The second part is whether
    /// the number is signed.
    Natural(ExprId, bool),
    /// The second if the first is not zero, otherwise the third.
    If(ExprId, ExprId, ExprId),
    /// The comparison of the bits of two IEEE 754 numbers of this many bits, see [`Operator::apply_float`].
    Float(Operator, u8, ExprId, ExprId),
}

/// The place of the bits of an IEEE 754 number among those of its width, as a number with a sign; none for a NaN.
fn place_of_float(bits: u8, number: u64) -> Option<i64> {
    let (sign, infinity) = match bits {
        16 => (1 << 15, 0x7c00),
        32 => (1 << 31, 0x7f80_0000),
        _ => (1 << 63, 0x7ff0_0000_0000_0000),
    };
    let magnitude = number & (sign - 1);
    let place = magnitude.cast_signed();
    (magnitude <= infinity).then_some(if number & sign == 0 { place } else { -place })
}

impl Expr {
    /// The same expression with other operands, in the order of [`Expr::parts`].
    #[must_use]
    pub fn with_parts(self, mut part: impl FnMut() -> ExprId) -> Self {
        match self {
            Expr::Binary(operator, ..) => Expr::Binary(operator, part(), part()),
            Expr::Signed(operator, ..) => Expr::Signed(operator, part(), part()),
            Expr::Float(operator, bits, ..) => Expr::Float(operator, bits, part(), part()),
            Expr::If(..) => Expr::If(part(), part(), part()),
            Expr::Not(_) => Expr::Not(part()),
            Expr::Natural(_, signed) => Expr::Natural(part(), signed),
            Expr::Listed(list, _) => Expr::Listed(list, part()),
            Expr::Later(list, _) => Expr::Later(list, part()),
            Expr::Find(list, _) => Expr::Find(list, part()),
            Expr::Element(step, _) => Expr::Element(step, part()),
            other => other,
        }
    }

    /// The list that it uses.
    #[must_use]
    pub fn list(self) -> Option<u32> {
        match self {
            Expr::Count(list) | Expr::Listed(list, _) | Expr::Find(list, _) => Some(list),
            _ => self.later_list(),
        }
    }

    /// The list that it uses after the whole file has been read.
    #[must_use]
    pub fn later_list(self) -> Option<u32> {
        match self {
            Expr::Later(list, _) | Expr::Total(list) => Some(list),
            _ => None,
        }
    }

    /// The operands, in order: at most three.
    pub fn parts(self) -> impl DoubleEndedIterator<Item = ExprId> {
        let parts = match self {
            Expr::Binary(_, a, b) | Expr::Signed(_, a, b) | Expr::Float(_, _, a, b) => {
                [Some(a), Some(b), None]
            }
            Expr::If(a, b, c) => [Some(a), Some(b), Some(c)],
            Expr::Not(a)
            | Expr::Natural(a, _)
            | Expr::Listed(_, a)
            | Expr::Later(_, a)
            | Expr::Find(_, a)
            | Expr::Element(_, a) => [Some(a), None, None],
            Expr::Number(_)
            | Expr::Field(_)
            | Expr::Present(_)
            | Expr::Elements(_)
            | Expr::Bytes(_)
            | Expr::Starts(_)
            | Expr::Sizes(_)
            | Expr::Tag(_)
            | Expr::Around(..)
            | Expr::Inner(..)
            | Expr::Is(..)
            | Expr::Argument(_)
            | Expr::Index
            | Expr::Position
            | Expr::Left
            | Expr::Peek(..)
            | Expr::FindLast(_)
            | Expr::Count(_)
            | Expr::Total(_)
            | Expr::Matches(..)
            | Expr::Big(_)
            | Expr::Content(_)
            | Expr::Constant(_)
            | Expr::Digits(..)
            | Expr::Checksum(..)
            | Expr::Open(_) => [None, None, None],
        };
        parts.into_iter().flatten()
    }
}
