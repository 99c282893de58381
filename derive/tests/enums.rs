//! Derived enums: numbers, names, bytes.

use bytespec::wire::{Cursor, Enumeration, FromWire, Prefixed, ToWire, Writer};
use bytespec::{BytecodeEnum, ErrorKind};

/// How numbers are combined.
#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq, Eq)]
#[bytecode(wire = "varint<u32>")]
enum Combine {
    Add = 0,
    #[bytecode(name = "max")]
    Max = 300,
    r#Move = 0x05,
}

fn bytes(value: impl ToWire<()>) -> Vec<u8> {
    let mut writer = Writer::new();
    value.to_wire(&mut writer, &mut ()).unwrap();
    writer.into_bytes()
}

#[test]
fn numbers_and_names() {
    assert_eq!(Combine::ALL, [Combine::Add, Combine::Move, Combine::Max]);
    assert_eq!(Combine::ALL.iter().map(|m| m.number()).collect::<Vec<_>>(), [0, 5, 300]);
    assert_eq!(Combine::ALL.iter().map(|m| m.name()).collect::<Vec<_>>(), ["Add", "Move", "max"]);
    for &member in Combine::ALL {
        assert_eq!(Combine::from_number(member.number()), Some(member));
    }
    assert_eq!(Combine::from_number(1), None);
}

#[test]
fn bytes_round_trip() {
    for (member, expected) in
        [(Combine::Add, &[0][..]), (Combine::Move, &[5]), (Combine::Max, &[0xac, 0x02])]
    {
        let mut writer = Writer::new();
        member.to_wire(&mut writer, &mut ()).unwrap();
        assert_eq!(writer.as_slice(), expected);
        assert_eq!(bytes(member), expected);
        let mut cursor = Cursor::new(expected);
        assert_eq!(Combine::from_wire(&mut cursor, &()).unwrap(), member);
        assert!(cursor.is_empty());
    }
}

#[test]
fn an_unknown_number_is_an_error_with_its_place() {
    let mut cursor = Cursor::new(&[0, 7]);
    Combine::from_wire(&mut cursor, &()).unwrap();
    let error = Combine::from_wire(&mut cursor, &()).unwrap_err();
    assert_eq!(error.to_string(), "at byte 1 (0x1): 7 is not a known Combine");
    assert_eq!(*error.kind(), ErrorKind::Unknown { what: "Combine".into(), found: 7 });
    assert!(Combine::from_wire(&mut Cursor::new(&[]), &()).is_err());
}

#[test]
fn a_list_of_members() {
    let list = Vec::<Combine>::from_wire(&mut Cursor::new(&[3, 5, 0, 0xac, 2]), &());
    assert_eq!(list, Ok(vec![Combine::Move, Combine::Add, Combine::Max]));
    assert_eq!(bytes(vec![Combine::Max, Combine::Add]), [2, 0xac, 2, 0]);
}

#[test]
fn the_context_tells_the_varint() {
    let mut writer = Writer::new();
    Combine::Max.to_wire(&mut writer, &mut Prefixed).unwrap();
    assert_eq!(writer.as_slice(), [0xb2, 0x04]);
    let read = Combine::from_wire(&mut Cursor::new(writer.as_slice()), &Prefixed);
    assert_eq!(read, Ok(Combine::Max));
}

/// What a file may have more of.
#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[bytecode(wire = "u16be", reserved(4), dead(5, "the fifth"))]
enum Machine {
    None = 0,
    Sparc = 2,
    #[bytecode(other)]
    Other(u64),
}

#[test]
fn numbers_without_a_name_come_back() {
    for number in 0..=u16::MAX {
        let read = Machine::from_wire(&mut Cursor::new(&number.to_be_bytes()), &());
        let expected = match number {
            0 => Machine::None,
            2 => Machine::Sparc,
            4 => {
                let error = "at byte 0 (0x0): 4 is not a known Machine";
                assert_eq!(read.unwrap_err().to_string(), error);
                continue;
            }
            5 => {
                let error = "at byte 0 (0x0): 5 is a removed Machine: it was the fifth";
                assert_eq!(read.unwrap_err().to_string(), error);
                continue;
            }
            number => Machine::Other(number.into()),
        };
        assert_eq!(read, Ok(expected));
        assert_eq!(bytes(expected), number.to_be_bytes());
        assert_eq!(expected.number(), number.into());
        assert_eq!(Machine::from_number(number.into()), Some(expected));
    }
    assert_eq!(Machine::Other(7).name(), "Other");
    assert_eq!(Machine::ALL, [Machine::None, Machine::Sparc]);
}

#[test]
fn a_number_with_a_name_is_no_other_number() {
    for (number, error) in [
        (0, "the value 0 is not allowed here"),
        (2, "the value 2 is not allowed here"),
        (4, "the value 4 is not allowed here"),
        (5, "the value 5 is not allowed here"),
        (0x1_0000, "the value 0x10000 does not fit in 16 bits"),
    ] {
        let found = Machine::Other(number).to_wire(&mut Writer::new(), &mut ()).unwrap_err();
        assert_eq!(found.to_string(), error);
    }
}

/// Every wire type, and the numbers at its end.
mod wires {
    use super::*;

    macro_rules! wire {
        ($test:ident, $wire:literal $(, $varint:literal)?: $max:literal => $bytes:expr) => {
            #[test]
            fn $test() {
                #[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
                #[repr(u64)]
                #[bytecode(wire = $wire $(, varint = $varint)?)]
                enum Sample {
                    Low = 0,
                    High = $max,
                }
                let expected: &[u8] = &$bytes;
                assert_eq!(bytes(Sample::High), expected);
                assert_eq!(Sample::from_wire(&mut Cursor::new(expected), &()).unwrap(), Sample::High);
                assert_eq!(Sample::Low.number(), 0);
                assert_eq!(Sample::High.number(), $max);
            }
        };
    }

    wire!(u8, "u8": 0xff => [0xff]);
    wire!(u16, "u16": 0x1234 => [0x34, 0x12]);
    wire!(u32, "u32": 0xffff_fffe => [0xfe, 0xff, 0xff, 0xff]);
    wire!(u64, "u64": 0xffff_ffff_ffff_ffff => [0xff; 8]);
    wire!(leb128, "varint": 0x80 => [0x80, 0x01]);
    wire!(leb128_u8, "varint<u8>", "leb128": 0xff => [0xff, 0x01]);
    wire!(leb128_u16, "varint<u16>": 0x80 => [0x80, 0x01]);
    wire!(prefix, "varint", "prefix": 0x80 => [0x02, 0x02]);
    wire!(prefix_u32, "varint<u32>", "prefix": 5 => [0x0b]);
}

#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
#[bytecode(wire = "i8")]
#[repr(i64)]
enum Level {
    Low = -2,
    High = 1,
    #[bytecode(other)]
    Other(i64),
}

#[test]
fn numbers_with_a_sign() {
    assert_eq!(Level::ALL, [Level::Low, Level::High]);
    for (byte, level) in [(0xfe, Level::Low), (1, Level::High), (0xff, Level::Other(-1))] {
        let bytes = [byte];
        assert_eq!(Level::from_wire(&mut Cursor::new(&bytes), &()), Ok(level));
        assert_eq!(level.number(), i64::from(byte.cast_signed()));
        let mut writer = Writer::new();
        level.to_wire(&mut writer, &mut ()).expect("a level");
        assert_eq!(writer.as_slice(), bytes);
    }
    for number in [-2, 128, 255, -129] {
        assert!(Level::Other(number).to_wire(&mut Writer::new(), &mut ()).is_err(), "{number}");
    }
}
