//! Expressions: conditions, counts, sizes, and what derived steps hold.

use crate::{Coding, ExprId, ItemId, Run};

/// A checksum of bytes: a number, or the bytes of a digest. Those named `Crc` are of the catalogue of parametrised CRC algorithms,
/// under the names that they have there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Checksum {
    /// CRC-32 of ISO 3309, as PNG, ZIP and gzip have it.
    Crc32,
    /// CRC-32C of Castagnoli, as iSCSI, Snappy and LevelDB have it.
    Crc32c,
    /// CRC-32 of MPEG-2, the highest bit first, as transport streams have it.
    Crc32Mpeg2,
    /// CRC-64 of ECMA-182 as XZ has it, the lowest bit first.
    Crc64,
    /// CRC-16 of ARC, the lowest bit first.
    Crc16,
    /// CRC-16 with the polynomial 0x1021 from 0xffff, often called CCITT-FALSE.
    Crc16Ibm3740,
    /// CRC-16 of KERMIT, the polynomial 0x1021 with the lowest bit first.
    Crc16Kermit,
    /// CRC-16 of MODBUS.
    Crc16Modbus,
    /// CRC-16 of XMODEM, the polynomial 0x1021 from zero.
    Crc16Xmodem,
    /// Adler-32 of RFC 1950.
    Adler32,
    /// The sum of all bytes.
    Sum,
    /// MD5 of RFC 1321, a digest.
    Md5,
    /// SHA-1 of FIPS 180-4, a digest.
    Sha1,
    /// SHA-256 of FIPS 180-4, a digest.
    Sha256,
    /// SHA-512 of FIPS 180-4, a digest.
    Sha512,
}

impl Checksum {
    /// All of them.
    pub const ALL: [Checksum; 15] = [
        Checksum::Crc32,
        Checksum::Crc32c,
        Checksum::Crc32Mpeg2,
        Checksum::Crc64,
        Checksum::Crc16,
        Checksum::Crc16Ibm3740,
        Checksum::Crc16Kermit,
        Checksum::Crc16Modbus,
        Checksum::Crc16Xmodem,
        Checksum::Adler32,
        Checksum::Sum,
        Checksum::Md5,
        Checksum::Sha1,
        Checksum::Sha256,
        Checksum::Sha512,
    ];

    /// How schemas spell it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Checksum::Crc32 => "crc32",
            Checksum::Crc32c => "crc32c",
            Checksum::Crc32Mpeg2 => "crc32_mpeg2",
            Checksum::Crc64 => "crc64",
            Checksum::Crc16 => "crc16",
            Checksum::Crc16Ibm3740 => "crc16_ibm_3740",
            Checksum::Crc16Kermit => "crc16_kermit",
            Checksum::Crc16Modbus => "crc16_modbus",
            Checksum::Crc16Xmodem => "crc16_xmodem",
            Checksum::Adler32 => "adler32",
            Checksum::Sum => "sum",
            Checksum::Md5 => "md5",
            Checksum::Sha1 => "sha1",
            Checksum::Sha256 => "sha256",
            Checksum::Sha512 => "sha512",
        }
    }

    /// The number of bytes of a digest; none for a number.
    #[must_use]
    pub fn digest_size(self) -> Option<u64> {
        match self {
            Checksum::Md5 => Some(16),
            Checksum::Sha1 => Some(20),
            Checksum::Sha256 => Some(32),
            Checksum::Sha512 => Some(64),
            Checksum::Crc32
            | Checksum::Crc32c
            | Checksum::Crc32Mpeg2
            | Checksum::Crc64
            | Checksum::Crc16
            | Checksum::Crc16Ibm3740
            | Checksum::Crc16Kermit
            | Checksum::Crc16Modbus
            | Checksum::Crc16Xmodem
            | Checksum::Adler32
            | Checksum::Sum => None,
        }
    }
}

/// An operator of two numbers, or of two truth values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operator {
    /// Whether both are not zero; the second is not looked at where the first is.
    And,
    /// Whether one is not zero; the second is not looked at where the first is not.
    Or,
    /// Whether both are the same.
    Equal,
    /// Whether they differ.
    Differs,
    /// Whether the first is less.
    Less,
    /// Whether the first is less, or both are the same.
    AtMost,
    /// Whether the first is greater.
    Greater,
    /// Whether the first is greater, or both are the same.
    AtLeast,
    /// The sum; one that 64 bits do not hold is an error of the bytes.
    Add,
    /// The difference; a negative one is an error of the bytes.
    Subtract,
    /// The product; one that 64 bits do not hold is an error of the bytes.
    Multiply,
    /// The quotient, rounded down; a divisor of zero is an error of the bytes.
    Divide,
    /// What division leaves; a divisor of zero is an error of the bytes.
    Remainder,
    /// The first, moved to higher bits; bits that 64 do not hold are an error of the bytes.
    ShiftLeft,
    /// The first, moved to lower bits; those below the lowest are lost.
    ShiftRight,
    /// The bits that both have.
    BitAnd,
    /// The bits that one has.
    BitOr,
    /// The bits that exactly one has.
    BitXor,
    /// The lesser one.
    Min,
    /// The greater one.
    Max,
}

impl Operator {
    /// All of them.
    pub const ALL: [Operator; 20] = [
        Operator::And,
        Operator::Or,
        Operator::Equal,
        Operator::Differs,
        Operator::Less,
        Operator::AtMost,
        Operator::Greater,
        Operator::AtLeast,
        Operator::Add,
        Operator::Subtract,
        Operator::Multiply,
        Operator::Divide,
        Operator::Remainder,
        Operator::ShiftLeft,
        Operator::ShiftRight,
        Operator::BitAnd,
        Operator::BitOr,
        Operator::BitXor,
        Operator::Min,
        Operator::Max,
    ];

    /// How schemas spell it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Operator::And => "and",
            Operator::Or => "or",
            Operator::Equal => "=",
            Operator::Differs => "!=",
            Operator::Less => "<",
            Operator::AtMost => "<=",
            Operator::Greater => ">",
            Operator::AtLeast => ">=",
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::Remainder => "%",
            Operator::ShiftLeft => "<<",
            Operator::ShiftRight => ">>",
            Operator::BitAnd => "&",
            Operator::BitOr => "|",
            Operator::BitXor => "^",
            Operator::Min => "min",
            Operator::Max => "max",
        }
    }

    /// How tightly it binds: an operator of a higher number before one of a lower; those of the highest are spelled as functions.
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

    /// What it makes of two numbers of 64 bits without a sign; none where there is no such number.
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

    /// The same of two numbers with a sign, in two's complement. Division rounds down, and what it leaves has the sign of the
    /// divisor. A shift is by `b` without a sign.
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

/// An expression over steps of the item that it stands in, and over axes. Numbers are 64 bits; a truth value is 0 or 1.
///
/// Steps are named by their position in the item. Steps of other items are looked for among the items that are open around
/// this one, or in *lists*: all numbers that a step was, in the order of the file, whatever section it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Expr {
    /// A number.
    Number(u64),
    /// The number that an earlier step holds; of a step that is absent the number of its default, or zero.
    Field(u32),
    /// Whether a step has a value.
    Present(u32),
    /// The number of elements of a step.
    Elements(u32),
    /// The number of bytes of a step.
    Bytes(u32),
    /// Where the elements of a step begin, counted from its start: a sequence.
    Starts(u32),
    /// The number of bytes of each element of a step: a sequence.
    Sizes(u32),
    /// The tag of the case that a step is.
    Tag(u32),
    /// The number that a step of an item around this one holds: the step at a position, of the innermost item that is this one.
    Around(ItemId, u32),
    /// The number that a step of the item holds that an earlier step is: the earlier step, its item, and the position in it. The
    /// steps that are asked for are [`crate::Plan::inner_steps`].
    Inner(u32, ItemId, u32),
    /// The position, among the elements of the innermost sequence, of the one at hand.
    Index,
    /// A number of a list of [`crate::Plan::lists`], at a position; where the list has none there, the bytes are wrong. Bytes
    /// are the number that is all of them, in the coding of section headers, and 0 where there is none.
    Listed(u32, ExprId),
    /// A number at a position of a step that is bytes, text or a sequence of integers of fixed width, which are not read again
    /// for it; where the step has none there, the bytes are wrong.
    Element(u32, ExprId),
    /// Whether a step is exactly these bytes, a run of [`crate::Plan::bytes`].
    Matches(u32, Run),
    /// All bytes of a step of at most eight bytes as one number, the first byte highest.
    Big(u32),
    /// The number that the digits of a step say in a base of 2 to 16, with blanks or zero bytes around them; where they say
    /// none, the bytes are wrong.
    Digits(u32, u8),
    /// A checksum of the bytes of steps of the item, a run of [`crate::Plan::numbers`], one after the other. A digest is bytes, and
    /// the value of a step that is bytes.
    Checksum(Checksum, Run),
    /// Where the step stands that asks, in bytes from the start of the file.
    Position,
    /// How many bytes are left, where the step stands that asks, up to the end of what is around it.
    Left,
    /// The unsigned number of so many bits ahead of the step that asks, which takes no bytes by that.
    Ahead(Coding, u8),
    /// Where bytes, a run of [`crate::Plan::bytes`], begin that stand last in the file; a file without them is wrong.
    FindLast(Run),
    /// How many numbers a list has so far.
    Count(u32),
    /// Where a number stands first in a list; where it does not, [`crate::Plan::NOWHERE`].
    Find(u32, ExprId),
    /// Whether every bound of [`crate::Plan::bounds`] holds.
    Open(Run),
    /// Whether a number is zero.
    Not(ExprId),
    /// What an operator makes of two numbers.
    Binary(Operator, ExprId, ExprId),
    /// The same of two numbers with a sign, in two's complement; division rounds down. A shift is by a number without a sign.
    Signed(Operator, ExprId, ExprId),
    /// A number below 2^63, which is the same with a sign and without; another one is an error.
    Natural(ExprId),
    /// The second where the first is not zero, and the third otherwise.
    If(ExprId, ExprId, ExprId),
}

impl Expr {
    /// The expressions that it is made of, the first one first: three at most.
    pub fn parts(self) -> impl DoubleEndedIterator<Item = ExprId> {
        let parts = match self {
            Expr::Binary(_, a, b) | Expr::Signed(_, a, b) => [Some(a), Some(b), None],
            Expr::If(a, b, c) => [Some(a), Some(b), Some(c)],
            Expr::Not(a)
            | Expr::Natural(a)
            | Expr::Listed(_, a)
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
            | Expr::Index
            | Expr::Position
            | Expr::Left
            | Expr::Ahead(..)
            | Expr::FindLast(_)
            | Expr::Count(_)
            | Expr::Matches(..)
            | Expr::Big(_)
            | Expr::Digits(..)
            | Expr::Checksum(..)
            | Expr::Open(_) => [None, None, None],
        };
        parts.into_iter().flatten()
    }
}
