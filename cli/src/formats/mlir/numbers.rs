//! Numbers, alone and many together, by their types.

use super::speller::{Speller, Text};
use crate::formats::{floats, hex};
use bytespec::mlir::{Signedness, Type, TypeId, view};
use std::rc::Rc;

/// The most elements that are listed.
const SHOWN: usize = 16;

/// Bits of the widest numbers that are reckoned with at once.
const BITS: u64 = u128::BITS as u64;

/// Bytes of the widest integers that are shown in decimal.
const MAX_WIDE: usize = 128;

/// What a type says of its numbers.
#[derive(Debug)]
pub(super) struct Number {
    kind: Kind,
    /// In bits, of each part.
    width: u64,
    /// Two numbers are one.
    complex: bool,
}

#[derive(Debug)]
enum Kind {
    Signed,
    Unsigned,
    Float(Rc<str>),
}

impl Kind {
    /// The kind of numbers of a type of `vhlo`, by the name of the builtin type that it stands for.
    fn of_vhlo(name: &str) -> Kind {
        match name {
            "bool" | "index" => Kind::Signed,
            _ if name.starts_with('i') => Kind::Signed,
            _ if name.starts_with('u') => Kind::Unsigned,
            "tf31" => Kind::Float("tf32".into()),
            _ => Kind::Float(name.into()),
        }
    }
}

/// The bytes of words, lowest first.
pub(super) fn little_endian(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The name of the builtin type that a type of numbers of the dialect `vhlo` stands for, from its spelling.
fn builtin_name(spelled: &str) -> Option<&str> {
    spelled.strip_prefix("!vhlo.")?.strip_suffix("_v1")
}

/// The number whose bytes are given, lowest first, with the other sign.
fn negate(bytes: &mut [u8]) {
    let mut carry = true;
    for byte in bytes {
        (*byte, carry) = (!*byte).overflowing_add(u8::from(carry));
    }
}

fn decimal(mut bytes: Vec<u8>) -> String {
    let mut digits = Vec::new();
    while bytes.iter().any(|byte| *byte != 0) {
        let mut rest = 0u16;
        for byte in bytes.iter_mut().rev() {
            let number = rest << 8 | u16::from(*byte);
            *byte = (number / 10) as u8;
            rest = number % 10;
        }
        digits.push(char::from(b'0' + rest as u8));
    }
    if digits.is_empty() {
        digits.push('0');
    }
    digits.iter().rev().collect()
}

impl Number {
    /// What a type says, if it is one of numbers.
    pub(super) fn of(speller: &Speller<'_, '_>, id: TypeId) -> Option<Number> {
        use view::BuiltinType as T;
        match speller.file.ty(id).ok()? {
            Type::Typed(
                view::TypeEntry::Builtin(T::ComplexType { element })
                | view::TypeEntry::Vhlo(view::VhloType::ComplexV1Type { element }),
            ) => {
                let part = Number::plain(speller, element)?;
                Some(Number { complex: true, ..part })
            }
            _ => Number::plain(speller, id),
        }
    }

    fn plain(speller: &Speller<'_, '_>, id: TypeId) -> Option<Number> {
        use view::BuiltinType as T;
        let (kind, width) = match speller.file.ty(id).ok()? {
            Type::Typed(view::TypeEntry::Builtin(ty)) => match ty {
                T::IntegerType { signedness: Signedness::Unsigned, width } => {
                    (Kind::Unsigned, width)
                }
                T::IntegerType { width, .. } => (Kind::Signed, width),
                T::IndexType => (Kind::Signed, ty.width()?),
                _ => (Kind::Float(speller.ty(id)), ty.width()?),
            },
            Type::Typed(view::TypeEntry::Vhlo(ty)) => {
                let width = ty.width()?;
                let spelled = speller.ty(id);
                (Kind::of_vhlo(builtin_name(&spelled)?), width)
            }
            // The small floats have no codes of their own in many releases.
            Type::Text { .. } => {
                let name = speller.ty(id);
                let width = floats::width(&name)?;
                (Kind::Float(name), width)
            }
            _ => return None,
        };
        Some(Number { kind, width, complex: false })
    }

    /// Whether the numbers are truth values.
    pub(super) fn is_bool(&self) -> bool {
        matches!(self.kind, Kind::Signed) && self.width == 1 && !self.complex
    }

    fn part_size(&self) -> usize {
        usize::try_from(self.width.div_ceil(8)).unwrap_or(usize::MAX).max(1)
    }

    /// Bytes that a number takes among others.
    fn size(&self) -> usize {
        if self.complex { self.part_size().saturating_mul(2) } else { self.part_size() }
    }

    /// A number from its bytes, lowest first; those that are not there are zero.
    pub(super) fn spell(&self, bytes: &[u8]) -> String {
        if self.complex {
            let (real, imaginary) = bytes.split_at(self.part_size().min(bytes.len()));
            return format!("({},{})", self.spell_part(real), self.spell_part(imaginary));
        }
        self.spell_part(bytes)
    }

    /// A number of more bits than there is arithmetic for.
    fn spell_wide(&self, bytes: &[u8]) -> String {
        let len = self.part_size();
        if len > MAX_WIDE || matches!(self.kind, Kind::Float(_)) {
            return format!("<{}>", hex::preview(bytes));
        }
        let mut number: Vec<u8> = bytes.iter().copied().take(len).collect();
        number.resize(len, 0);
        let sign = 1 << ((self.width - 1) % 8);
        let last = number.last().copied().unwrap_or(0);
        let negative = matches!(self.kind, Kind::Signed) && last & sign != 0;
        if negative {
            if let Some(last) = number.last_mut() {
                *last |= !(sign - 1);
            }
            negate(&mut number);
        }
        let minus = if negative { "-" } else { "" };
        format!("{minus}{}", decimal(number))
    }

    fn spell_part(&self, bytes: &[u8]) -> String {
        let mut low = [0; 16];
        for (to, from) in low.iter_mut().zip(bytes) {
            *to = *from;
        }
        let bits = u128::from_le_bytes(low);
        let unused = match self.width {
            0 => return "0".to_owned(),
            1..=BITS => (BITS - self.width) as u32,
            _ => return self.spell_wide(bytes),
        };
        let bits = bits << unused >> unused;
        match &self.kind {
            Kind::Signed if self.is_bool() => (bits != 0).to_string(),
            Kind::Signed => ((bits << unused).cast_signed() >> unused).to_string(),
            Kind::Unsigned => bits.to_string(),
            Kind::Float(name) => match u64::try_from(bits) {
                Ok(bits) => floats::spell(name, self.width, bits),
                Err(_) => {
                    format!("0x{bits:0digits$X}", digits = self.width.div_ceil(4) as usize)
                }
            },
        }
    }
}

impl<'f> Text<'_, 'f, '_> {
    /// Adds the elements of a shaped type.
    pub(super) fn dense(&mut self, ty: TypeId, bytes: &[u8]) {
        let shape = self.speller.file.ty(ty).ok().and_then(|ty| ty.shape());
        let shape = shape.and_then(|(shape, element)| {
            let mut sizes = shape.iter();
            let count = sizes
                .try_fold(1usize, |count, size| count.checked_mul(usize::try_from(size).ok()?));
            count.map(|count| (count, element))
        });
        let Some((count, element)) = shape else { return self.bytes(bytes) };
        let truth = Number::of(self.speller, element).is_some_and(|number| number.is_bool());
        match bytes {
            [] => {}
            // All bits of a byte are alike when one value stands for all elements.
            [byte @ (0 | u8::MAX)] if truth => self.push(if *byte == 0 { "false" } else { "true" }),
            _ if truth && bytes.len() == count.div_ceil(8) => {
                let bits: Vec<u8> = (0..count.min(SHOWN + 1))
                    .map(|place| bytes[place / 8] >> (place % 8) & 1)
                    .collect();
                self.numbered(element, &bits, count);
            }
            _ => self.elements(element, bytes, true),
        }
    }

    /// Adds numbers of a type that stand one after the other; with `splat` a single one stands for
    /// all and thus alone.
    pub(super) fn elements(&mut self, element: TypeId, bytes: &[u8], splat: bool) {
        let Some(number) = Number::of(self.speller, element) else { return self.bytes(bytes) };
        let size = number.size();
        if !bytes.len().is_multiple_of(size) {
            return self.bytes(bytes);
        }
        if splat && bytes.len() == size {
            let spelled = number.spell(bytes);
            return self.push(&spelled);
        }
        let count = bytes.len() / size;
        if splat {
            self.numbered(element, bytes, count);
        } else {
            self.some(&number, bytes, count);
        }
    }

    fn numbered(&mut self, element: TypeId, bytes: &[u8], count: usize) {
        let Some(number) = Number::of(self.speller, element) else { return self.bytes(bytes) };
        self.push("[");
        self.some(&number, bytes, count);
        self.push("]");
    }

    /// Adds the first elements, and how many there are when those are not all.
    fn some(&mut self, number: &Number, bytes: &[u8], count: usize) {
        let elements = bytes.chunks_exact(number.size()).take(SHOWN);
        self.list(", ", elements, |text, bytes| text.push(&number.spell(bytes)));
        if count > SHOWN {
            self.format(format_args!(", ... {count} elements"));
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.format(format_args!("{} bytes: {}", bytes.len(), hex::preview(bytes)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(kind: Kind, width: u64, bytes: &[u8]) -> String {
        Number { kind, width, complex: false }.spell(bytes)
    }

    #[test]
    fn integers_of_any_width() {
        assert_eq!(spelled(Kind::Signed, 0, &[]), "0");
        assert_eq!(spelled(Kind::Signed, 1, &[1]), "true");
        assert_eq!(spelled(Kind::Signed, 3, &[0x05]), "-3");
        assert_eq!(spelled(Kind::Unsigned, 8, &[0xff]), "255");
        assert_eq!(spelled(Kind::Signed, 128, &[0xff; 16]), "-1");
        assert_eq!(spelled(Kind::Signed, 129, &[0xff; 17]), "-1");
        assert_eq!(spelled(Kind::Signed, 256, &[]), "0");
        let mut bytes = [0; 32];
        bytes[16] = 1;
        let two_to_128 = "340282366920938463463374607431768211456";
        assert_eq!(spelled(Kind::Signed, 256, &bytes), two_to_128);
        negate(&mut bytes);
        assert_eq!(spelled(Kind::Signed, 256, &bytes), format!("-{two_to_128}"));
        assert_eq!(spelled(Kind::Signed, 8192, &[1]), "<01>");
    }

    #[test]
    fn complex_numbers_have_two_parts() {
        let number = Number { kind: Kind::Signed, width: 8, complex: true };
        assert_eq!(number.size(), 2);
        assert_eq!(number.spell(&[1, 0xff]), "(1,-1)");
        assert_eq!(number.spell(&[]), "(0,0)");
    }
}
