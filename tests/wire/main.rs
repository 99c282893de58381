//! The wire layer: what is written is what is read.

use bytespec::wire::{
    Big, Cursor, Leb128, List, OffsetTable, Prefix, TableBuilder, Writer, padding, zigzag_decode,
    zigzag_encode,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// Numbers of every length on the wire, not only of the longest.
fn number() -> impl Strategy<Value = u64> {
    (any::<u64>(), 0..64u32).prop_map(|(number, shift)| number >> shift)
}

/// Writes, reads, and checks that reading ends where writing did.
fn read_back<T>(write: impl FnOnce(&mut Writer), read: impl FnOnce(&mut Cursor<'_>) -> T) -> T {
    let mut writer = Writer::new();
    write(&mut writer);
    let mut cursor = Cursor::new(writer.as_slice());
    let value = read(&mut cursor);
    assert!(cursor.is_empty(), "{} bytes are left", cursor.remaining());
    value
}

proptest! {
    #[test]
    fn leb128(value in number()) {
        prop_assert_eq!(read_back(|w| w.leb128(value), |c| c.leb128()), Ok(value));
        prop_assert_eq!(read_back(|w| w.leb128(value), |c| c.leb128_wide()), Ok(u128::from(value)));
    }

    #[test]
    fn leb128_is_as_short_as_it_can_be(value in number()) {
        let mut writer = Writer::new();
        writer.leb128(value);
        let bits = 64 - (value | 1).leading_zeros();
        prop_assert_eq!(writer.len() as u32, bits.div_ceil(7));
    }

    #[test]
    fn numbers_padded_with_zeros_are_read(value in 0..1u64 << 56, more in 0usize..9) {
        let mut leb128 = vec![value as u8 & 0x7f];
        while leb128.len() < 10 && (value >> (7 * leb128.len()) != 0 || leb128.len() <= more) {
            *leb128.last_mut().unwrap() |= 0x80;
            leb128.push((value >> (7 * leb128.len())) as u8 & 0x7f);
        }
        prop_assert_eq!(Cursor::new(&leb128).leb128(), Ok(value), "{:02x?}", leb128);
        let bytes = (64 - value.leading_zeros() as usize).div_ceil(7).max(more + 1);
        let prefix = match bytes {
            ..9 => (value << bytes | 1 << (bytes - 1)).to_le_bytes()[..bytes].to_vec(),
            _ => [&[0][..], &value.to_le_bytes()].concat(),
        };
        prop_assert_eq!(Cursor::new(&prefix).prefix(), Ok(value), "{:02x?}", prefix);
    }

    #[test]
    fn prefix(value in number()) {
        prop_assert_eq!(read_back(|w| w.prefix(value), |c| c.prefix()), Ok(value));
    }

    #[test]
    fn prefix_is_as_short_as_it_can_be(value in number()) {
        let mut writer = Writer::new();
        writer.prefix(value);
        let bits = 64 - (value | 1).leading_zeros();
        prop_assert_eq!(writer.len() as u32, bits.div_ceil(7).min(9));
    }

    #[test]
    fn narrow_numbers_fit_or_are_refused(value in number()) {
        let narrow = |read: fn(&mut Cursor<'_>) -> bytespec::Result<u32>, bytes: &Writer| {
            read(&mut Cursor::new(bytes.as_slice())).ok()
        };
        let (mut leb128, mut prefix) = (Writer::new(), Writer::new());
        leb128.leb128(value);
        prefix.prefix(value);
        prop_assert_eq!(narrow(|c| c.leb128_u32(), &leb128), u32::try_from(value).ok());
        prop_assert_eq!(narrow(|c| c.prefix_u32(), &prefix), u32::try_from(value).ok());
    }

    #[test]
    fn zigzag(value in any::<i64>(), shift in 0..64u32) {
        let value = value >> shift;
        prop_assert_eq!(zigzag_decode(zigzag_encode(value)), value);
        prop_assert_eq!(read_back(|w| w.leb128_zigzag(value), |c| c.leb128_zigzag()), Ok(value));
        prop_assert_eq!(read_back(|w| w.prefix_zigzag(value), |c| c.prefix_zigzag()), Ok(value));
    }

    #[test]
    fn fixed_widths(value in any::<u64>()) {
        prop_assert_eq!(read_back(|w| w.u64(value), |c| c.u64()), Ok(value));
        prop_assert_eq!(read_back(|w| w.i32(value as i32), |c| c.i32()), Ok(value as i32));
        prop_assert_eq!(read_back(|w| w.u16(value as u16), |c| c.u16()), Ok(value as u16));
    }

    #[test]
    fn the_highest_byte_first(value in any::<u64>()) {
        let bytes = value.to_be_bytes();
        let mut writer = Writer::new();
        writer.u64_be(value);
        prop_assert_eq!(writer.as_slice(), bytes);
        prop_assert_eq!(Cursor::new(&bytes).u64_be(), Ok(value));
        prop_assert_eq!(Cursor::new(&bytes).i32_be(), Ok((value >> 32) as i32));
        let list = List::<Big<u16>>::read(&mut Cursor::new(&bytes), &(), 4).unwrap();
        let parts = [48, 32, 16, 0].map(|shift| (value >> shift) as u16);
        prop_assert_eq!(list.iter().collect::<Vec<_>>(), parts);
    }

    #[test]
    fn lists(values in vec(number(), 0..50)) {
        fn check<'a, T: bytespec::wire::Decode<'a, Value = u64, Context = ()>>(
            bytes: &'a [u8],
            values: &[u64],
        ) {
            let mut cursor = Cursor::new(bytes);
            let list = List::<T>::read(&mut cursor, &(), values.len() as u64);
            let Ok(list) = list else { panic!("{list:?}") };
            assert_eq!(list.iter().collect::<Vec<_>>(), values);
            assert_eq!(list.len(), values.len());
            assert!(cursor.is_empty());
        }
        let (mut leb128, mut prefix) = (Writer::new(), Writer::new());
        for &value in &values {
            leb128.leb128(value);
            prefix.prefix(value);
        }
        check::<Leb128<u64>>(leb128.as_slice(), &values);
        check::<Prefix<u64>>(prefix.as_slice(), &values);
    }

    #[test]
    fn tables(entries in vec(vec(any::<u8>(), 0..20), 0..20), before in 0..9usize) {
        let mut table = TableBuilder::new();
        for entry in &entries {
            table.entry().bytes(entry);
        }
        let mut writer = Writer::new();
        writer.bytes(&vec![0; before]);
        prop_assert_eq!(table.write::<u32>(&mut writer, 0xee), Ok(()));
        let mut cursor = Cursor::new(writer.as_slice());
        prop_assert!(cursor.bytes(before).is_ok());
        let table = OffsetTable::<u32>::read(&mut cursor, entries.len() as u64, 0);
        let Ok(table) = table else { panic!("{table:?}") };
        for (index, entry) in entries.iter().enumerate() {
            prop_assert_eq!(table.entry("test", index).map(|cursor| cursor.rest()), Ok(&entry[..]));
        }
        prop_assert!(table.entry("test", entries.len()).is_err());
    }

    #[test]
    fn alignment(position in 0..1000usize, shift in 0..10u32) {
        let filler = padding(position, 1 << shift);
        prop_assert_eq!((position + filler) % (1 << shift), 0);
        prop_assert!(filler < 1 << shift);
    }

    /// Any bytes at all: a number or an error, never more bytes than there are.
    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..24)) {
        for read in [
            Cursor::leb128,
            Cursor::prefix,
            |cursor: &mut Cursor<'_>| cursor.leb128_wide().map(|value| value as u64),
        ] {
            let mut cursor = Cursor::new(&bytes);
            match read(&mut cursor) {
                Ok(_) => prop_assert!(cursor.position() > 0 && cursor.position() <= bytes.len()),
                Err(error) => prop_assert!(error.offset().is_some_and(|at| at <= bytes.len())),
            }
        }
    }
}

#[test]
fn a_number_has_no_eleventh_byte() {
    let bytes = [[0x80; 10].as_slice(), &[0]].concat();
    assert!(Cursor::new(&bytes).leb128().is_err());
}
