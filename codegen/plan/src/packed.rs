//! The encoding of a plan as bytes, which generated code includes. Numbers are LEB128. A variant is its number in one byte and
//! then its fields.

use crate::{
    Absent, Algorithm, Axis, Base, Bound, Case, Checksum, Coding, Crc, Digits, Encoding, Expr,
    ExprId, Fact, FactValue, FileShape, Item, ItemId, Kind, Layout, Legacy, Length, Member,
    Operator, Origin, Otherwise, Place, Plan, Role, Run, Section, Shape, ShapeId, Sign, Step, Text,
    Transform, Until, Vlq,
};
use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;

impl Plan {
    /// The plan as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.pack(&mut out);
        out
    }

    /// The plan from the bytes of [`Plan::to_bytes`]; none for bytes that are not a plan.
    #[must_use]
    pub fn from_bytes(mut bytes: &[u8]) -> Option<Plan> {
        let plan = Plan::unpack(&mut bytes)?;
        bytes.is_empty().then_some(plan)
    }
}

trait Packed: Sized {
    fn pack(&self, out: &mut Vec<u8>);
    fn unpack(input: &mut &[u8]) -> Option<Self>;
}

/// The number of bits of a LEB128 byte that belong to the number.
const BITS: u32 = 7;

impl Packed for u128 {
    fn pack(&self, out: &mut Vec<u8>) {
        let mut left = *self;
        while left >> BITS != 0 {
            out.push(left as u8 | 1 << BITS);
            left >>= BITS;
        }
        out.push(left as u8);
    }

    fn unpack(input: &mut &[u8]) -> Option<Self> {
        let mut number = 0;
        for shift in (0..u128::BITS).step_by(BITS as usize) {
            let (&byte, rest) = input.split_first()?;
            *input = rest;
            number |= u128::from(byte & !(1 << BITS)) << shift;
            if byte >> BITS == 0 {
                return Some(number);
            }
        }
        None
    }
}

macro_rules! numbers {
    ($($name:ty)*) => {$(
        impl Packed for $name {
            fn pack(&self, out: &mut Vec<u8>) {
                u128::from(*self).pack(out);
            }

            fn unpack(input: &mut &[u8]) -> Option<Self> {
                <$name>::try_from(u128::unpack(input)?).ok()
            }
        }
    )*};
}

numbers!(u8 u32 u64);

impl Packed for Vlq {
    fn pack(&self, out: &mut Vec<u8>) {
        let at = Vlq::ALL.iter().position(|kind| kind == self);
        out.push(at.unwrap_or(Vlq::ALL.len()) as u8);
    }

    fn unpack(input: &mut &[u8]) -> Option<Self> {
        Vlq::ALL.get(usize::from(u8::unpack(input)?)).copied()
    }
}

impl Packed for Legacy {
    fn pack(&self, out: &mut Vec<u8>) {
        out.push(self.position() as u8);
    }

    fn unpack(input: &mut &[u8]) -> Option<Self> {
        Legacy::at(u8::unpack(input)?.into())
    }
}

impl Packed for bool {
    fn pack(&self, out: &mut Vec<u8>) {
        u8::from(*self).pack(out);
    }

    fn unpack(input: &mut &[u8]) -> Option<Self> {
        Some(u8::unpack(input)? != 0)
    }
}

impl Packed for i128 {
    fn pack(&self, out: &mut Vec<u8>) {
        (self.unsigned_abs() << 1 | u128::from(*self < 0)).pack(out);
    }

    fn unpack(input: &mut &[u8]) -> Option<Self> {
        let code = u128::unpack(input)?;
        let number = (code >> 1).cast_signed();
        Some(if code & 1 == 0 { number } else { -number })
    }
}

impl Packed for i8 {
    fn pack(&self, out: &mut Vec<u8>) {
        i128::from(*self).pack(out);
    }

    fn unpack(input: &mut &[u8]) -> Option<Self> {
        i8::try_from(i128::unpack(input)?).ok()
    }
}

impl<T: Packed> Packed for Option<T> {
    fn pack(&self, out: &mut Vec<u8>) {
        self.is_some().pack(out);
        if let Some(value) = self {
            value.pack(out);
        }
    }

    fn unpack(input: &mut &[u8]) -> Option<Self> {
        Some(if bool::unpack(input)? { Some(T::unpack(input)?) } else { None })
    }
}

impl<A: Packed, B: Packed> Packed for (A, B) {
    fn pack(&self, out: &mut Vec<u8>) {
        self.0.pack(out);
        self.1.pack(out);
    }

    fn unpack(input: &mut &[u8]) -> Option<Self> {
        Some((A::unpack(input)?, B::unpack(input)?))
    }
}

impl<T: Packed + Clone> Packed for Cow<'static, [T]> {
    fn pack(&self, out: &mut Vec<u8>) {
        (self.len() as u64).pack(out);
        self.iter().for_each(|entry| entry.pack(out));
    }

    fn unpack(input: &mut &[u8]) -> Option<Self> {
        let count = u64::unpack(input)?;
        (0..count).map(|_| T::unpack(input)).collect::<Option<Vec<T>>>().map(Cow::Owned)
    }
}

impl Packed for Cow<'static, str> {
    fn pack(&self, out: &mut Vec<u8>) {
        (self.len() as u64).pack(out);
        out.extend_from_slice(self.as_bytes());
    }

    fn unpack(input: &mut &[u8]) -> Option<Self> {
        let len = usize::try_from(u64::unpack(input)?).ok()?;
        let (text, rest) = input.split_at_checked(len)?;
        *input = rest;
        let text: String = core::str::from_utf8(text).ok()?.to_owned();
        Some(Cow::Owned(text))
    }
}

/// Implements [`Packed`]: for a struct, the fields in order; for an enum, the fixed number of the variant and its fields.
macro_rules! packed {
    ($(struct $name:ident { $($field:tt)* })*) => {$(
        impl Packed for $name {
            fn pack(&self, out: &mut Vec<u8>) {
                $(self.$field.pack(out);)*
            }

            fn unpack(input: &mut &[u8]) -> Option<Self> {
                Some($name { $($field: Packed::unpack(input)?),* })
            }
        }
    )*};
    ($(enum $name:ident { $($tag:literal $variant:ident $({ $($field:tt $bound:ident)* })?;)* })*) => {$(
        impl Packed for $name {
            fn pack(&self, out: &mut Vec<u8>) {
                match self {
                    $($name::$variant $({ $($field: $bound),* })? => {
                        out.push($tag);
                        $($($bound.pack(out);)*)?
                    })*
                }
            }

            fn unpack(input: &mut &[u8]) -> Option<Self> {
                Some(match u8::unpack(input)? {
                    $($tag => $name::$variant $({ $($field: Packed::unpack(input)?),* })?,)*
                    _ => return None,
                })
            }
        }
    )*};
}

packed! {
    struct ItemId { 0 }
    struct ShapeId { 0 }
    struct ExprId { 0 }
    struct Text { 0 }
    struct Run { start len }
    struct Plan {
        text axes bounds exprs shapes steps items members cases facts numbers lists tables bytes file sections layouts files tags
    }
    struct Axis { name versions producer writers_only }
    struct Bound { axis since until }
    struct Item { name label kind gate steps order facts origin }
    struct Origin { file line }
    struct Step { name gate when shape role absent reject nonempty holds list base origin }
    struct Member { name label number gate removed }
    struct Case { tag last gate item nesting }
    struct Fact { name value }
    struct FileShape { magic pad id_bits aligned_bit coding header content version features producer unknown_error again_error filler_error }
    struct Section { id item required align unaligned end repeated requires place }
    struct Layout { dialect operation gate record item }
    struct Digits { base width pad }
    struct Crc { bits poly init reflect_in reflect_out xor }
}

packed! {
    enum Kind {
        0 Record; 1 Union; 2 Variant; 3 Section; 4 Operations; 5 Operation; 6 Region; 7 Block; 8 Properties; 9 Layout;
        10 Transparent;
    }
    enum Role { 0 Visible; 1 Derived { 0 by }; 2 Checked { 0 by }; 3 Whole; 4 Constant { 0 bytes }; 5 CheckedAtEnd { 0 by }; 6 Filler; }
    enum Absent {
        0 Never; 1 Nothing; 2 Number { 0 number }; 3 Empty; 4 EmptyCase { 0 item }; 5 Zeros { 0 step };
    }
    enum FactValue { 0 Number { 0 number }; 1 Text { 0 text }; }
    enum Coding { 0 Little; 1 Leb128; 2 Prefix; 3 Bounded; 4 Big; 5 Vlq { 0 kind }; 6 Digits { 0 of }; }
    enum Base { 0 Decimal; 1 Hexadecimal; 2 Octal; 3 Binary; }
    enum Sign { 0 Unsigned; 1 Twos; 2 Zigzag; 3 Extended; 4 Float; }
    enum Place { 0 Bit { 0 bit }; 1 Next; }
    enum Until { 0 Count { 0 count }; 1 End; 2 Reached { 0 have 1 want }; 3 Balanced; 4 Holds { 0 test }; }
    enum Length { 0 Count { 0 count }; 1 Rest; 2 Except { 0 count }; 3 Marker { 0 bytes }; 4 First { 0 step };
        5 Padded { 0 count 1 byte }; 6 Ended { 0 count 1 bytes };
    }
    enum Encoding {
        0 Utf8; 1 Ascii; 2 Latin1; 3 Utf16Little; 4 Utf16Big; 5 Mutf8; 6 Utf32Little; 7 Utf32Big; 8 Cp437; 9 Legacy { 0 legacy };
    }
    enum Operator {
        0 And; 1 Or; 2 Equal; 3 Less; 4 Add; 5 Subtract; 6 Multiply; 7 Divide; 8 Remainder; 9 ShiftLeft; 10 ShiftRight; 11 BitAnd;
        12 BitOr; 13 BitXor; 14 Differs; 15 AtMost; 16 Greater; 17 AtLeast; 18 Min; 19 Max;
    }
    enum Checksum { 0 Crc { 0 crc }; 1 Of { 0 of }; }
    enum Algorithm {
        0 Adler32; 1 Sum; 2 Md5; 3 Sha1; 4 Sha256; 5 Sha512; 6 Internet; 7 Size; 8 Sum16Le; 9 Sum16Be; 10 Sum32Le; 11 Sum32Be;
        12 Xor8; 13 Xxh32; 14 Xxh64;
    }
    enum Transform { 0 Deflate; 1 Zlib; 2 Xor; 3 Host { 0 name }; 4 RotateLeft; }
    enum Otherwise { 0 Error; 1 Opaque; }
    enum Shape {
        0 Integer { coding coding bits bits sign sign };
        1 Bool;
        2 Enum { name name number number gate gate members members open open };
        3 Index { table table number number };
        4 Bits { number number parts parts };
        5 Part { place place width width value value };
        6 Sequence { element element until until reversed reversed };
        7 Offsets { element element offsets offsets };
        8 Bytes { 0 length };
        9 Sized { size size value value };
        10 Padding { align align strict strict from from };
        11 Item { 0 item };
        12 Choice { name name tag tag cases cases otherwise otherwise };
        13 Named { name name texts texts dialect dialect operation operation record record among among };
        14 Computed { value value shape shape };
        15 Function { name name arguments arguments };
        16 Text { length length encoding encoding strict strict };
        17 Either { test test then then otherwise otherwise };
        18 At { offset offset value value };
        19 With { argument argument by by value value };
        20 Transformed { by by key key value value };
        21 Wide { coding coding bits bits sign sign };
    }
    enum Expr {
        0 Number { 0 number };
        1 Field { 0 step };
        2 Present { 0 step };
        3 Elements { 0 step };
        4 Bytes { 0 step };
        5 Starts { 0 step };
        6 Sizes { 0 step };
        7 Tag { 0 step };
        8 Around { 0 item 1 step };
        9 Index;
        10 Listed { 0 list 1 at };
        11 Count { 0 list };
        12 Find { 0 list 1 number };
        13 Open { 0 gate };
        14 Not { 0 a };
        15 Binary { 0 operator 1 a 2 b };
        16 Element { 0 step 1 at };
        17 Matches { 0 step 1 bytes };
        18 Big { 0 step };
        19 Checksum { 0 kind 1 steps };
        20 If { 0 test 1 then 2 otherwise };
        21 Digits { 0 step 1 base };
        22 Position;
        23 FindLast { 0 bytes };
        24 Peek { 0 coding 1 bits };
        25 Signed { 0 operator 1 a 2 b };
        26 Natural { 0 a 1 signed };
        27 Left;
        28 Inner { 0 step 1 item 2 part };
        29 Argument { 0 argument };
        30 Is { 0 step 1 item };
        31 Later { 0 list 1 at };
        32 Total { 0 list };
        33 Content { 0 step };
        34 Constant { 0 bytes };
        35 Float { 0 operator 1 bits 2 a 3 b };
    }
}
