//! Every integer of Rust in every coding, in every position that tells a part how it is written.

use bytespec::BytecodeRecord;
use bytespec::wire::{Cursor, FromWire, Prefixed, ToWire, Writer};
use std::num::NonZero;

/// How the bytes of a number are made, by the words of the chapter on types.
#[derive(Clone, Copy)]
enum Coding {
    Little,
    Big,
    Varint,
    Zigzag,
    Signed,
}

impl Coding {
    /// Whether a number that a type of so many bits lacks has a code that no number of the type has.
    fn has_wider(self, bits: u32, number: i128) -> bool {
        match self {
            Coding::Little | Coding::Big => false,
            Coding::Varint => (1 << bits..1 << 64).contains(&number),
            Coding::Zigzag | Coding::Signed => i64::try_from(number).is_ok(),
        }
    }
}

/// What a varint is.
#[derive(Clone, Copy)]
enum Varint {
    Leb128,
    Prefix,
}

fn varint(varint: Varint, code: u64, out: &mut Vec<u8>) {
    let bits = (u64::BITS - (code | 1).leading_zeros()) as usize;
    match varint {
        Varint::Leb128 => {
            let groups = bits.div_ceil(7);
            out.extend((0..groups).map(|at| {
                let more = if at + 1 < groups { 0x80 } else { 0 };
                (code >> (7 * at)) as u8 & 0x7f | more
            }));
        }
        Varint::Prefix if bits > 56 => {
            out.push(0);
            out.extend(code.to_le_bytes());
        }
        Varint::Prefix => {
            let bytes = bits.div_ceil(7);
            let all = (u128::from(code) << 1 | 1) << (bytes - 1);
            out.extend(&all.to_le_bytes()[..bytes]);
        }
    }
}

/// The bytes of a number of so many bits.
fn encode(coding: Coding, kind: Varint, bits: u32, number: i128, out: &mut Vec<u8>) {
    let pattern = (number as u64) & (u64::MAX >> (u64::BITS - bits));
    let bytes = bits as usize / 8;
    match coding {
        Coding::Little => out.extend(&pattern.to_le_bytes()[..bytes]),
        Coding::Big => out.extend(&pattern.to_be_bytes()[8 - bytes..]),
        Coding::Varint => varint(kind, pattern, out),
        Coding::Zigzag if number < 0 => varint(kind, (-2 * number - 1) as u64, out),
        Coding::Zigzag => varint(kind, 2 * number as u64, out),
        Coding::Signed => {
            let magnitude = if number < 0 { !number } else { number } as u64;
            let groups = (u64::BITS - magnitude.leading_zeros() + 1).div_ceil(7);
            out.extend((0..groups).map(|at| {
                let more = if at + 1 < groups { 0x80 } else { 0 };
                (number >> (7 * at)) as u8 & 0x7f | more
            }));
        }
    }
}

/// Numbers at the ends of a type and around those of bytes and groups.
fn numbers(low: i128, high: i128) -> Vec<i128> {
    let around = [0, 63, 64, 127, 128, 255, 8191, 8192, 16383, 16384, 65535, 1 << 31];
    let around = around.into_iter().flat_map(|number| [number, -number, -number - 1]);
    around.chain([low, low + 1, high - 1, high]).filter(|it| (low..=high).contains(it)).collect()
}

macro_rules! integers {
    ($($name:ident: $ty:ty = $wire:literal, $coding:ident;)*) => {$(
        mod $name {
            use super::*;

            #[derive(BytecodeRecord, Debug, PartialEq)]
            struct Numbers {
                #[bytecode(wire = $wire)]
                one: $ty,
                #[bytecode(wire = $wire, present)]
                option: Option<$ty>,
                #[bytecode(wire = $wire)]
                list: Vec<$ty>,
                #[bytecode(wire = $wire)]
                array: [$ty; 2],
                #[bytecode(wire = $wire)]
                tuple: ($ty, $ty),
                #[bytecode(wire = $wire)]
                boxed: Box<$ty>,
                #[bytecode(wire = $wire, present)]
                deep: Vec<Option<$ty>>,
                #[bytecode(wire = $wire)]
                not_zero: NonZero<$ty>,
            }

            #[derive(BytecodeRecord, Clone, Copy, Debug, PartialEq)]
            struct Alone {
                #[bytecode(wire = $wire)]
                one: $ty,
            }

            /// The value and its bytes.
            fn sample(number: i128, kind: Varint) -> (Numbers, Vec<u8>) {
                let one = <$ty>::try_from(number).unwrap();
                let not_zero = NonZero::new(one).unwrap_or(NonZero::<$ty>::MAX);
                let value = Numbers {
                    one,
                    option: Some(one),
                    list: vec![one; 3],
                    array: [one; 2],
                    tuple: (one, one),
                    boxed: Box::new(one),
                    deep: vec![None, Some(one)],
                    not_zero,
                };
                let code = |number: i128| {
                    let mut bytes = Vec::new();
                    encode(Coding::$coding, kind, <$ty>::BITS, number, &mut bytes);
                    bytes
                };
                let count = |count: u64| {
                    let mut bytes = Vec::new();
                    varint(kind, count, &mut bytes);
                    bytes
                };
                let number = code(number);
                let bytes = [
                    number.clone(),
                    [vec![1], number.clone()].concat(),
                    [count(3), number.repeat(3)].concat(),
                    number.repeat(2),
                    number.repeat(2),
                    number.clone(),
                    [count(2), vec![0, 1], number].concat(),
                    code(not_zero.get().into()),
                ];
                (value, bytes.concat())
            }

            #[test]
            fn bytes_are_those_of_the_coding() {
                for number in numbers(<$ty>::MIN.into(), <$ty>::MAX.into()) {
                    let (value, expected) = sample(number, Varint::Leb128);
                    let mut writer = Writer::new();
                    value.to_wire(&mut writer, &mut ()).unwrap();
                    assert_eq!(writer.as_slice(), expected, "{number}");
                    assert_eq!(Numbers::from_wire(&mut Cursor::new(&expected), &()), Ok(value));

                    let (value, expected) = sample(number, Varint::Prefix);
                    let mut writer = Writer::new();
                    value.to_wire(&mut writer, &mut Prefixed).unwrap();
                    assert_eq!(writer.as_slice(), expected, "{number}");
                    let found = Numbers::from_wire(&mut Cursor::new(&expected), &Prefixed);
                    assert_eq!(found, Ok(value));
                }
            }

            #[test]
            fn numbers_out_of_range_are_refused() {
                let (low, high) = (i128::from(<$ty>::MIN), i128::from(<$ty>::MAX));
                let beyond = [low - 1, high + 1, 2 * low - 1, 2 * high + 2];
                let has_code = |number: &i128| Coding::$coding.has_wider(<$ty>::BITS, *number);
                for number in beyond.into_iter().filter(has_code) {
                    for kind in [Varint::Leb128, Varint::Prefix] {
                        let mut bytes = Vec::new();
                        encode(Coding::$coding, kind, u64::BITS, number, &mut bytes);
                        let mut cursor = Cursor::new(&bytes);
                        let found = match kind {
                            Varint::Leb128 => Alone::from_wire(&mut cursor, &()),
                            Varint::Prefix => Alone::from_wire(&mut cursor, &Prefixed),
                        };
                        assert!(found.is_err(), "{number} is {found:?}");
                    }
                }
            }

            #[test]
            fn sizes_hold() {
                let (least, most) = (
                    <Alone as ToWire<()>>::MIN_ENCODED_LEN,
                    <Alone as ToWire<()>>::MAX_ENCODED_LEN.unwrap(),
                );
                let sizes = numbers(<$ty>::MIN.into(), <$ty>::MAX.into()).into_iter().map(|number| {
                    let mut bytes = Vec::new();
                    encode(Coding::$coding, Varint::Leb128, <$ty>::BITS, number, &mut bytes);
                    bytes.len()
                });
                let sizes: Vec<_> = sizes.collect();
                assert_eq!(sizes.iter().min(), Some(&least));
                assert_eq!(sizes.iter().max(), Some(&most));
            }
        }
    )*};
}

integers! {
    u8_little: u8 = "u8", Little;
    u8_varint: u8 = "varint<u8>", Varint;
    u16_little: u16 = "u16", Little;
    u16_big: u16 = "u16be", Big;
    u16_varint: u16 = "varint<u16>", Varint;
    u32_little: u32 = "u32", Little;
    u32_big: u32 = "u32be", Big;
    u32_varint: u32 = "varint<u32>", Varint;
    u64_little: u64 = "u64", Little;
    u64_big: u64 = "u64be", Big;
    u64_varint: u64 = "varint<u64>", Varint;
    i8_little: i8 = "i8", Little;
    i8_varint: i8 = "varint<i8>", Varint;
    i8_zigzag: i8 = "zigzag<i8>", Zigzag;
    i8_signed: i8 = "signed<8>", Signed;
    i16_little: i16 = "i16", Little;
    i16_big: i16 = "i16be", Big;
    i16_varint: i16 = "varint<i16>", Varint;
    i16_zigzag: i16 = "zigzag<i16>", Zigzag;
    i16_signed: i16 = "signed<16>", Signed;
    i32_little: i32 = "i32", Little;
    i32_big: i32 = "i32be", Big;
    i32_varint: i32 = "varint<i32>", Varint;
    i32_zigzag: i32 = "zigzag<i32>", Zigzag;
    i32_signed: i32 = "signed<32>", Signed;
    i64_little: i64 = "i64", Little;
    i64_big: i64 = "i64be", Big;
    i64_varint: i64 = "varint<i64>", Varint;
    i64_zigzag: i64 = "zigzag<i64>", Zigzag;
    i64_signed: i64 = "signed<64>", Signed;
}
