//! Integers: bytes to 64 bits and back. Negative numbers are extended by their sign.

use super::prepared_step::{Integer, Short};
use super::{Executor, Value};
use crate::error::{Error, ErrorKind, PlanFault, Result};
use crate::wire::{Cursor, MAX_PREFIX, Writer, zigzag_decode, zigzag_encode};
use bytespec_plan::{Base, Coding, ExprId, ItemId, Run, Shape, ShapeId, Sign};

/// The error of a shape of another kind than the plan requires.
#[cold]
pub(super) fn no(expected: &'static str) -> ErrorKind {
    ErrorKind::Plan(PlanFault::Shape { expected })
}

impl Executor<'_> {
    /// The number that takes all of these bytes, in the coding of section headers; 0 if they are not such a number.
    pub(super) fn whole_number(&self, bytes: &[u8]) -> u64 {
        let coding = self.plan().file.map_or(Coding::Leb128, |file| file.coding);
        let mut cursor = Cursor::new(bytes);
        let number = read(&mut cursor, coding, 64, Sign::Unsigned);
        number.ok().filter(|_| cursor.is_empty()).unwrap_or(0)
    }
}

/// The name of the integer type with this number of bits.
fn type_name(bits: u8, is_signed: bool) -> &'static str {
    let (unsigned, signed) = match bits {
        8 => ("u8", "i8"),
        16 => ("u16", "i16"),
        24 => ("u24", "i24"),
        32 => ("u32", "i32"),
        40 => ("u40", "i40"),
        48 => ("u48", "i48"),
        56 => ("u56", "i56"),
        _ => ("u64", "i64"),
    };
    if is_signed { signed } else { unsigned }
}

/// A number from a varint, narrowed to an integer of fewer bits.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn narrowed(at: usize, number: u64, bits: u8, sign: Sign) -> Result<u64> {
    if bits < 64 && number >> bits != 0 && sign != Sign::Extended {
        let expected = type_name(bits, false);
        return Err(Error::at(at, ErrorKind::VarintRange { expected, found: number }));
    }
    Ok(match sign {
        Sign::Unsigned | Sign::Float | Sign::Extended => number,
        Sign::Twos => extended(number, bits),
        Sign::Zigzag => zigzag_decode(number).cast_unsigned(),
    })
}

/// Adds the digits of a number.
pub(super) fn push_number(text: &mut String, number: u64) {
    if number < 10 {
        text.push(char::from(b'0' + number as u8));
        return;
    }
    let mut digits = [0u8; 20];
    let (mut at, mut left) = (digits.len(), number);
    while left > 0 {
        at -= 1;
        digits[at] = b'0' + (left % 10) as u8;
        left /= 10;
    }
    text.push_str(std::str::from_utf8(&digits[at..]).unwrap_or_default());
}

/// The number with this two's complement of `bits` bits.
pub(super) fn extended(number: u64, bits: u8) -> u64 {
    let shift = 64 - u32::from(bits.clamp(1, 64));
    ((number << shift).cast_signed() >> shift).cast_unsigned()
}

#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn read(cursor: &mut Cursor<'_>, coding: Coding, bits: u8, sign: Sign) -> Result<u64> {
    let at = cursor.position();
    if let (Sign::Extended, Coding::Leb128 | Coding::Bounded) = (sign, coding) {
        return cursor.signed_of(bits.into()).map(i64::cast_unsigned);
    }
    let number = match (coding, bits) {
        (Coding::Bounded, bits) => cursor.bounded_of(bits)?,
        (Coding::Leb128, _) => cursor.leb128()?,
        (Coding::Prefix, _) => cursor.prefix()?,
        (Coding::Vlq(kind), _) => cursor.vlq(kind)?,
        (Coding::Digits(of), _) => {
            let number = cursor.digits(of, sign == Sign::Twos)?;
            return fits(number, bits, sign).map(|()| number).map_err(|error| error.or_at(at));
        }
        (Coding::Little, 8) => u64::from(cursor.u8()?),
        (Coding::Little, 16) => u64::from(cursor.u16()?),
        (Coding::Little, 32) => u64::from(cursor.u32()?),
        (Coding::Little, 64) => cursor.u64()?,
        (Coding::Little, _) => {
            let bytes = cursor.bytes(usize::from(bits / 8))?.iter().rev();
            bytes.fold(0, |number, byte| number << 8 | u64::from(*byte))
        }
        (Coding::Big, 16) => u64::from(cursor.u16_be()?),
        (Coding::Big, 32) => u64::from(cursor.u32_be()?),
        (Coding::Big, 64) => cursor.u64_be()?,
        (Coding::Big, _) => {
            let bytes = cursor.bytes(usize::from(bits / 8))?;
            bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
        }
    };
    narrowed(at, number, bits, sign)
}

/// The number at a position in bytes that are numbers of fixed width, or single bytes if their coding has no fixed width. The
/// error is the number of elements, if the position is outside.
#[inline]
pub(super) fn element(
    bytes: &[u8],
    at: u64,
    (coding, bits, sign): (Coding, u8, Sign),
) -> Result<Result<u64>, u64> {
    let width = coding.fixed_bytes(bits).map_or(1, usize::from);
    let found = usize::try_from(at).ok().and_then(|at| {
        let start = at.checked_mul(width)?;
        bytes.get(start..start.checked_add(width)?)
    });
    let found = found.ok_or((bytes.len() / width.max(1)) as u64)?;
    Ok(match coding.fixed_bytes(bits) {
        Some(_) => read(&mut Cursor::new(found), coding, bits, sign),
        None => Ok(found.first().copied().unwrap_or_default().into()),
    })
}

/// `width` bits of a number (64 for all remaining ones) from bit `from` on, and the first bit after them.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn bits_of(number: u64, from: u32, width: u8) -> (u64, u32) {
    let bits = number.checked_shr(from).unwrap_or(0);
    match width {
        1..64 => (bits & (u64::MAX >> (64 - width)), from + u32::from(width)),
        _ => (bits, 0),
    }
}

/// The fewest bytes of a number in a varint.
pub(super) fn fewest(number: u64, (coding, bits, sign): (Coding, u8, Sign)) -> usize {
    let raw = match sign {
        Sign::Extended => {
            let number = number.cast_signed();
            let magnitude = if number < 0 { !number } else { number };
            return (65 - magnitude.leading_zeros()).div_ceil(7) as usize;
        }
        _ => raw_bits(number, bits, sign),
    };
    let groups = (64 - (raw | 1).leading_zeros()).div_ceil(7) as usize;
    match coding {
        Coding::Vlq(kind) => kind.needed(raw, 1).unwrap_or(groups),
        Coding::Prefix => groups.min(MAX_PREFIX),
        _ => groups,
    }
}

/// The bits of a number as they are written, without bits above its width.
fn raw_bits(number: u64, bits: u8, sign: Sign) -> u64 {
    match sign {
        Sign::Zigzag => zigzag_encode(number.cast_signed()),
        Sign::Twos if bits < 64 => number & ((1 << bits) - 1),
        _ => number,
    }
}

/// Writes a number.
///
/// # Errors
/// A number that does not fit this number of bits, or the digits of its coding.
fn write(writer: &mut Writer, number: u64, coding: Coding, bits: u8, sign: Sign) -> Result<()> {
    fits(number, bits, sign)?;
    if let (Sign::Extended, Coding::Leb128 | Coding::Bounded) = (sign, coding) {
        // `fits` has refused a number that does not fit.
        let _ = writer.signed_of(number.cast_signed(), 64);
        return Ok(());
    }
    let raw = raw_bits(number, bits, sign);
    match (coding, bits) {
        (Coding::Digits(of), _) => return writer.digits(number, of, sign == Sign::Twos),
        (Coding::Vlq(kind), _) if kind.needed(raw, 1).is_none() => {
            let expected = kind.word();
            return Err(Error::new(ErrorKind::VarintRange { expected, found: raw }));
        }
        (Coding::Vlq(kind), _) => writer.vlq(raw, 1, kind),
        (Coding::Leb128 | Coding::Bounded, _) => writer.leb128(raw),
        (Coding::Prefix, _) => writer.prefix(raw),
        (Coding::Little, 8) => writer.u8(raw as u8),
        (Coding::Little, 16) => writer.u16(raw as u16),
        (Coding::Little, 32) => writer.u32(raw as u32),
        (Coding::Little, 64) => writer.u64(raw),
        (Coding::Little, _) => writer.bytes(&raw.to_le_bytes()[..usize::from(bits / 8)]),
        (Coding::Big, 16) => writer.u16_be(raw as u16),
        (Coding::Big, 32) => writer.u32_be(raw as u32),
        (Coding::Big, 64) => writer.u64_be(raw),
        (Coding::Big, _) => writer.bytes(&raw.to_be_bytes()[8 - usize::from(bits / 8)..]),
    }
    Ok(())
}

/// Refuses a number that does not fit an integer of this number of bits.
fn fits(number: u64, bits: u8, sign: Sign) -> Result<()> {
    let (fits, is_signed) = match sign {
        Sign::Unsigned | Sign::Float => (bits >= 64 || number >> bits == 0, false),
        Sign::Twos | Sign::Zigzag | Sign::Extended => (extended(number, bits) == number, true),
    };
    let expected = type_name(bits, is_signed);
    if fits { Ok(()) } else { Err(Error::new(ErrorKind::VarintRange { expected, found: number })) }
}

impl Integer {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn read(self, cursor: &mut Cursor<'_>) -> Result<u64> {
        let short = match self.short {
            Short::Prefix => cursor.short_prefix(),
            Short::Leb128 => cursor.short_leb128(),
            Short::No => None,
        };
        if let Some(number) = short {
            return Ok(number);
        }
        read(cursor, self.coding, self.bits, self.sign)
    }
}

impl Executor<'_> {
    /// The value of a number of a shape, with a sign if the shape has one.
    pub(super) fn signed(&self, shape: ShapeId, number: u64) -> i128 {
        match self.plan.shapes.get(shape.index()) {
            Some(Shape::Integer { sign: Sign::Unsigned, .. }) => number.into(),
            Some(Shape::Integer { .. }) => number.cast_signed().into(),
            Some(
                Shape::Part { value, .. }
                | Shape::Computed { shape: value, .. }
                | Shape::At { value, .. }
                | Shape::Sized { value, .. }
                | Shape::Either { then: value, .. }
                | Shape::Enum { number: value, .. },
            ) => self.signed(*value, number),
            _ => number.into(),
        }
    }

    /// The error of a number that differs from the expected one.
    #[cold]
    pub(super) fn other_number(
        &self,
        (shape, base): (ShapeId, Base),
        expected: u64,
        found: u64,
    ) -> ErrorKind {
        let [expected, found] = [expected, found].map(|number| self.signed(shape, number));
        ErrorKind::Plan(PlanFault::Checked { expected, found, base })
    }

    /// The error for a value that does not meet the condition of a step of an item. `numbers` are those of
    /// [`bytespec_plan::Plan::terms_in`], as far as they are known.
    #[cold]
    pub(super) fn invalid(
        &self,
        (item, condition): (ItemId, ExprId),
        numbers: impl IntoIterator<Item = Option<u64>>,
    ) -> ErrorKind {
        let (condition, values) = self.condition((item, condition), numbers);
        ErrorKind::Plan(PlanFault::Invalid { condition, values })
    }

    /// A condition as the schema spells it, and the values in it.
    pub(super) fn condition(
        &self,
        (item, condition): (ItemId, ExprId),
        numbers: impl IntoIterator<Item = Option<u64>>,
    ) -> (String, Vec<(String, String)>) {
        let terms = self.plan.terms_in(item, condition).into_iter().zip(numbers);
        let values = terms.filter_map(|(term, number)| {
            Some((self.plan.show_expr(item, term).to_string(), self.term(item, term, number?)))
        });
        let values = values.collect();
        let condition = self.plan.without_negations(condition);
        (self.plan.show_expr(item, condition).to_string(), values)
    }

    /// The value of a term of a condition, as listings have it.
    pub(super) fn term(&self, item: ItemId, term: ExprId, number: u64) -> String {
        let shape = self.plan.term_shape(item, term);
        let shape = shape.and_then(|(id, base)| Some((self.plan.shapes.get(id.index())?, base)));
        let Some((shape, base)) = shape else { return number.to_string() };
        let mut value = String::new();
        // Writing to a string does not fail.
        let _ = self.number_value(shape, number).spell_in(base, self.plan, &mut value);
        value
    }

    /// The value of a number, if it is one of the rejected ones, which are a run of [`bytespec_plan::Plan::numbers`].
    pub(super) fn rejects(&self, reject: Run, shape: ShapeId, number: u64) -> Option<i128> {
        let value = self.signed(shape, number);
        reject.of(&self.plan.numbers).contains(&value).then_some(value)
    }

    /// Reads a number of a shape whose values are numbers.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn read_number(&self, cursor: &mut Cursor<'_>, shape: &Shape) -> Result<u64> {
        match *shape {
            Shape::Integer { coding, bits, sign } => read(cursor, coding, bits, sign),
            Shape::Bool => cursor.bool().map(u64::from),
            Shape::Index { number, .. } => self.read_inner(cursor, number),
            Shape::Enum { number: inner, .. } => {
                let at = cursor.position();
                let number = self.read_inner(cursor, inner)?;
                self.member(shape, number).map_err(|error| error.or_at(at))?;
                Ok(number)
            }
            _ => Err(cursor.error(no("a number"))),
        }
    }

    fn read_inner(&self, cursor: &mut Cursor<'_>, shape: ShapeId) -> Result<u64> {
        match self.plan.shapes.get(shape.index()) {
            Some(Shape::Integer { coding, bits, sign }) => read(cursor, *coding, *bits, *sign),
            _ => Err(cursor.error(no("an integer"))),
        }
    }

    /// Writes a number of a shape whose values are numbers.
    pub(super) fn write_number(
        &self,
        writer: &mut Writer,
        shape: &Shape,
        number: u64,
    ) -> Result<()> {
        match *shape {
            Shape::Integer { coding, bits, sign } => {
                write(writer, number, coding, bits, sign)?;
            }
            Shape::Bool => writer.bool(truth(number)?),
            Shape::Index { number: inner, .. } => {
                self.write_inner(writer, inner, number)?;
            }
            Shape::Enum { number: inner, .. } => {
                self.member(shape, number)?;
                self.write_inner(writer, inner, number)?;
            }
            _ => return Err(Error::new(no("a number"))),
        }
        Ok(())
    }

    fn write_inner(&self, writer: &mut Writer, shape: ShapeId, number: u64) -> Result<()> {
        match self.plan.shapes.get(shape.index()) {
            Some(&Shape::Integer { coding, bits, sign }) => {
                write(writer, number, coding, bits, sign)
            }
            _ => Err(Error::new(no("an integer"))),
        }
    }

    /// The bytes of a number of a shape.
    pub(super) fn number_bytes(&self, shape: ShapeId, number: u64) -> Result<Vec<u8>> {
        let mut writer = Writer::new();
        if let Some(shape) = self.plan.shapes.get(shape.index()) {
            self.write_number(&mut writer, shape, number)?;
        }
        Ok(writer.into_bytes())
    }

    /// Checks a number of a shape that comes from bits or an expression, not from bytes of its own. The error has no offset.
    #[inline]
    pub(super) fn take_number(&self, shape: &Shape, number: u64) -> Result<u64> {
        match *shape {
            Shape::Integer { bits, sign: Sign::Extended, .. } => Ok(extended(number, bits)),
            Shape::Integer { bits, sign, .. } => narrowed(0, number, bits, sign),
            Shape::Bool => truth(number).map(u64::from),
            Shape::Index { number: inner, .. } => match self.plan.shapes.get(inner.index()) {
                Some(&Shape::Integer { bits, sign, .. }) => narrowed(0, number, bits, sign),
                _ => Ok(number),
            },
            Shape::Enum { .. } => self.member(shape, number).map(|_| number),
            _ => Ok(number),
        }
    }

    /// The bits of a number that must fit a part.
    pub(super) fn bits_of_part(&self, shape: &Shape, number: u64) -> Result<u64> {
        match *shape {
            Shape::Integer { bits, sign: sign @ Sign::Extended, .. } => {
                fits(number, bits, sign)?;
                Ok(number & (u64::MAX >> (64 - u32::from(bits.clamp(1, 64)))))
            }
            _ => self.take_number(shape, number),
        }
    }

    /// Checks a number that an expression gives for a field without bytes, with a sign if the field has one.
    #[inline]
    pub(super) fn computed_number(&self, shape: &Shape, number: u64) -> Result<u64> {
        match *shape {
            Shape::Integer { bits, sign, .. } => fits(number, bits, sign).map(|()| number),
            _ => self.take_number(shape, number),
        }
    }

    /// Refuses a member that does not exist at these versions and releases, even if another member has its number.
    pub(super) fn check_member(&self, shape: &Shape, value: &Value) -> Result<()> {
        let (&Shape::Enum { name, gate, .. }, &Value::Member { member, .. }) = (shape, value)
        else {
            return Ok(());
        };
        match self.plan.members.get(member as usize) {
            Some(member) if self.open(gate) && !self.open(member.gate) => {
                let item = format!("{}.{}", self.plan.name(name), self.plan.name(member.label));
                Err(self.closed(item, member.gate))
            }
            _ => Ok(()),
        }
    }

    /// The member of an enum with a number, by index in the plan; none for an unknown number, which an open enum keeps.
    pub(super) fn member(&self, shape: &Shape, number: u64) -> Result<Option<u32>> {
        let Shape::Enum { name, gate, members, open, number: integer } = *shape else {
            return Ok(None);
        };
        let mut found: Option<u32> = None;
        for (at, member) in members.of(&self.plan.members).iter().enumerate() {
            if member.bits() == number {
                found = Some(members.start + at as u32);
                if self.open(member.gate) {
                    break;
                }
            }
        }
        let what = self.plan.name(name);
        let Some((index, member)) =
            found.and_then(|index| Some((index, self.plan.members.get(index as usize)?)))
        else {
            if open && self.open(gate) {
                return Ok(None);
            }
            let (what, found) = (what.to_owned(), self.signed(integer, number));
            return Err(match open {
                true => self.closed(what, gate),
                false => Error::new(ErrorKind::Unknown { what: what.into(), found }),
            });
        };
        if member.removed {
            let (what, was) = (what.to_owned(), self.plan.name(member.name).to_owned());
            return Err(Error::new(ErrorKind::Removed { what, found: member.number, was }));
        }
        if !self.open(gate) {
            return Err(self.closed(what.to_owned(), gate));
        }
        if !self.open(member.gate) {
            let item = format!("{what}.{}", self.plan.name(member.label));
            return Err(self.closed(item, member.gate));
        }
        Ok(Some(index))
    }
}

fn truth(number: u64) -> Result<bool> {
    match number {
        0 => Ok(false),
        1 => Ok(true),
        found => {
            let (what, found) = ("boolean (0 or 1)".into(), found.into());
            Err(Error::new(ErrorKind::Unknown { what, found }))
        }
    }
}

/// The number of a text of digits, which can have blanks or zero bytes around it.
pub(super) fn digits(bytes: &[u8], base: u8) -> Result<u64> {
    let blank = |byte: &u8| matches!(byte, 0 | b' ');
    let start = bytes.iter().position(|byte| !blank(byte)).unwrap_or(bytes.len());
    let end = bytes.iter().rposition(|byte| !blank(byte)).map_or(start, |last| last + 1);
    let text = bytes.get(start..end).unwrap_or_default();
    let text = std::str::from_utf8(text).ok().filter(|text| !text.starts_with('+'));
    let number = text.and_then(|text| u64::from_str_radix(text, base.clamp(2, 16).into()).ok());
    number.ok_or_else(|| {
        let fault = PlanFault::Digits { base, found: bytes.to_vec() };
        Error::new(ErrorKind::Plan(fault))
    })
}
