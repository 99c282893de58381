//! Integers and floats: their names in the schema language, what they hold, and their types in Rust.

use crate::ast::{TypeArg, TypeExpr};
pub use bytespec_plan::Sign;
use bytespec_plan::{Base, Digits, Vlq};

/// The numbers of bits of integers of fixed width that expressions can use.
pub const WIDTHS: [&str; 8] = ["8", "16", "24", "32", "40", "48", "56", "64"];

/// The numbers of bits of wider integers.
pub const WIDE_WIDTHS: [&str; 8] = ["72", "80", "88", "96", "104", "112", "120", "128"];

/// A number of its own, as it stands on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integer {
    /// Its bytes.
    pub coding: Coding,
    /// The width that it must fit.
    pub bits: u8,
    /// What its bits mean.
    pub sign: Sign,
}

/// The bytes of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// As many as its width says, the lowest first.
    Little,
    /// The same, the highest first.
    Big,
    /// The same, in the byte order that the file selects.
    Selected,
    /// What the format calls a varint.
    Varint,
    /// A varint with the highest bits first.
    Vlq(Vlq),
    /// Digits of ASCII.
    Digits(Digits),
}

/// Whether a type with this name is an integer that can state which integer type it must fit: `vlq<u32>`, `octal<u32, 8>`.
pub fn is_sized(name: &str) -> bool {
    Vlq::named(name).is_some() || Base::of_word(name).is_some()
}

impl Integer {
    /// A varint of 64 bits without a sign.
    pub const VARINT: Integer = Integer::varint(64);

    /// A varint without a sign.
    pub const fn varint(bits: u8) -> Integer {
        Integer { coding: Coding::Varint, bits, sign: Sign::Unsigned }
    }

    /// The number that a type is.
    pub fn of(ty: &TypeExpr) -> Option<Integer> {
        let ordered = |number: Integer| Integer {
            coding: if ty.has_selected_order { Coding::Selected } else { number.coding },
            ..number
        };
        let number = |coding, bits, sign| Some(Integer { coding, bits, sign });
        match (ty.name.as_str(), ty.args.first()) {
            ("varint", None) => Some(Integer::VARINT),
            ("varint", Some(TypeArg::Type(of))) => {
                Some(Integer { coding: Coding::Varint, ..Integer::of_rust(&of.name)? })
            }
            ("zigzag", None) => number(Coding::Varint, 64, Sign::Zigzag),
            ("zigzag", Some(TypeArg::Type(of))) => {
                number(Coding::Varint, Integer::of_rust(&of.name)?.bits, Sign::Zigzag)
            }
            ("signed", Some(TypeArg::Number(bits))) => {
                number(Coding::Varint, u8::try_from(*bits).ok()?, Sign::Extended)
            }
            (name, arg) if is_sized(name) => {
                let of = match arg {
                    Some(TypeArg::Type(of)) => Integer::of_rust(&of.name)?,
                    _ => Integer::VARINT,
                };
                let coding = match (Vlq::named(name), Base::of_word(name)) {
                    (Some(kind), _) => Coding::Vlq(kind),
                    (None, base) => Coding::Digits(Integer::digits(base?, ty)?),
                };
                Some(Integer { coding, ..of })
            }
            (name, _) => match name.strip_suffix("be") {
                None => Integer::fixed(name).map(ordered),
                Some(name) => Integer::fixed(name)
                    .filter(|little| little.bits > 8)
                    .map(|little| Integer { coding: Coding::Big, ..little }),
            },
        }
    }

    /// The digits that a type with the name of a base has: their number and the byte after them are its last arguments.
    fn digits(base: Base, ty: &TypeExpr) -> Option<Digits> {
        let number = |at: usize| match ty.args.get(at) {
            Some(TypeArg::Number(number)) => Some(*number),
            _ => None,
        };
        Digits::of(base, number(1), number(2))
    }

    /// The number of fixed width that has a name.
    pub fn fixed(name: &str) -> Option<Integer> {
        let is_width = |bits: &str| WIDTHS.contains(&bits) || WIDE_WIDTHS.contains(&bits);
        let (sign, bits) = match name.split_at_checked(1)? {
            ("u", bits) if is_width(bits) => (Sign::Unsigned, bits),
            ("i", bits) if is_width(bits) => (Sign::Twos, bits),
            ("f", bits @ ("16" | "32" | "64")) => (Sign::Float, bits),
            _ => return None,
        };
        Some(Integer { coding: Coding::Little, bits: bits.parse().ok()?, sign })
    }

    /// The integer of fixed width that a type of Rust is, up to 64 bits.
    pub fn of_rust(name: &str) -> Option<Integer> {
        let is_rust = |number: &Integer| {
            number.bits.is_power_of_two() && !number.is_wide() && !number.float()
        };
        Integer::fixed(name).filter(is_rust)
    }

    /// The type as a schema spells it.
    pub fn spelling(self) -> String {
        match (self.coding, self.sign) {
            (Coding::Varint, Sign::Zigzag) if self.bits == 64 => "zigzag".to_owned(),
            (Coding::Varint, Sign::Zigzag) => format!("zigzag<{}>", self.rust()),
            (Coding::Varint, Sign::Extended) => format!("signed<{}>", self.bits),
            (Coding::Varint, _) if self == Integer::VARINT => "varint".to_owned(),
            (Coding::Varint, _) => format!("varint<{}>", self.rust()),
            (Coding::Vlq(kind), _) if self.bits == 64 => kind.word().to_owned(),
            (Coding::Vlq(kind), _) => format!("{}<{}>", kind.word(), self.rust()),
            (Coding::Digits(Digits { base, width, pad }), _) => match (width, pad) {
                (0, _) => format!("{}<{}>", base.word(), self.rust()),
                (width, None) => format!("{}<{}, {width}>", base.word(), self.rust()),
                (width, Some(pad)) => {
                    format!("{}<{}, {width}, {pad:#04x}>", base.word(), self.rust())
                }
            },
            (coding, sign) => {
                let letter = match sign {
                    Sign::Float => 'f',
                    _ if self.signed() => 'i',
                    _ => 'u',
                };
                let order = if coding == Coding::Big { "be" } else { "" };
                format!("{letter}{}{order}", self.bits)
            }
        }
    }

    /// The integer of Rust that holds its value; for a float its bits.
    pub fn rust(self) -> &'static str {
        match (self.signed(), self.bits) {
            (true, ..=8) => "i8",
            (true, ..=16) => "i16",
            (true, ..=32) => "i32",
            (true, _) if self.sign == Sign::Extended => "i64",
            (true, ..=64) => "i64",
            (true, _) => "i128",
            (false, ..=8) => "u8",
            (false, ..=16) => "u16",
            (false, ..=32) => "u32",
            (false, ..=64) => "u64",
            (false, _) => "u128",
        }
    }

    /// Whether it can be negative, and is no float.
    pub fn signed(self) -> bool {
        matches!(self.sign, Sign::Twos | Sign::Zigzag | Sign::Extended)
    }

    /// Whether it has more bits than the numbers of expressions.
    pub fn is_wide(self) -> bool {
        self.bits > 64
    }

    /// Whether it is a float.
    pub fn float(self) -> bool {
        self.sign == Sign::Float
    }

    /// The smallest and the largest number that it can be, of a varint with a sign that its type of Rust can be; none for a float
    /// and for a wide number.
    pub fn range(self) -> Option<(i128, i128)> {
        let bits = match self.sign {
            Sign::Extended => u32::from(self.bits.clamp(8, 64)).next_power_of_two(),
            _ => u32::from(self.bits),
        };
        let (low, high) = match (self.float() || self.is_wide(), self.signed()) {
            (true, _) => return None,
            (_, true) => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            (_, false) => (0, (1 << bits) - 1),
        };
        let Coding::Digits(Digits { base, width: width @ 1.., .. }) = self.coding else {
            return Some((low, high));
        };
        // A sign takes the place of a digit.
        let below = |digits: u8| i128::from(base.radix()).saturating_pow(digits.into());
        Some((low.max(1 - below(width - 1)), high.min(below(width) - 1)))
    }

    /// The number of bytes, if each number has as many.
    pub fn bytes(self) -> Option<u32> {
        match self.coding {
            Coding::Digits(Digits { width: width @ 1.., .. }) => Some(width.into()),
            _ => self.width(),
        }
    }

    /// The number of bytes of a number whose bits they are, where that is fixed.
    pub fn width(self) -> Option<u32> {
        let is_fixed = matches!(self.coding, Coding::Little | Coding::Big | Coding::Selected);
        is_fixed.then_some(u32::from(self.bits) / 8)
    }
}
