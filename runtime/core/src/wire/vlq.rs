//! Varints with the highest bits first, see [`Vlq`].

use super::cursor::{Cursor, end_error};
use super::{MAX_VLQ, Writer};
use crate::error::{Error, ErrorKind, Result};
use bytespec_plan::Vlq;

/// The bit of a byte that marks whether the number continues.
const MARK: u8 = 0x80;

impl Cursor<'_> {
    /// A varint of at most 64 bits with the highest bits first, in at most ten bytes.
    ///
    /// # Errors
    /// [`ErrorKind::VarintTooLong`] for more than 64 bits or ten bytes, [`ErrorKind::UnexpectedEnd`].
    pub fn vlq(&mut self, kind: Vlq) -> Result<u64> {
        if kind.is_leading() {
            return self.leading_vlq(kind);
        }
        let (start, mut value) = (self.position(), 0u64);
        let full = kind.full().map(usize::from);
        for index in 0..MAX_VLQ {
            let expected = if index == 0 { "a varint" } else { "the rest of a varint" };
            let byte = self.u8().map_err(|_| end_error(start, expected))?;
            if full == Some(index + 1) {
                return Ok(value << 8 | u64::from(byte));
            }
            if value >> 57 != 0 {
                break;
            }
            value = value << 7 | u64::from(byte & !MARK);
            if (byte >= MARK) == kind.marks_end() {
                return Ok(value);
            }
        }
        Err(Error::at(start, ErrorKind::VarintTooLong))
    }

    /// A varint whose first byte states its length.
    fn leading_vlq(&mut self, kind: Vlq) -> Result<u64> {
        let start = self.position();
        let first = self.u8().map_err(|_| end_error(start, "a varint"))?;
        let length = kind.stated(first).unwrap_or(1);
        let statement = kind.statement(length);
        let statement = statement.ok_or_else(|| Error::at(start, ErrorKind::VarintTooLong))?;
        let rest = self.bytes(length - 1).map_err(|_| end_error(start, "the rest of a varint"))?;
        if kind.unknown(length) == Some(first) && rest.iter().all(|byte| *byte == u8::MAX) {
            return Ok(u64::MAX);
        }
        let high = u64::from(first & !statement);
        Ok(rest.iter().fold(high, |value, byte| value << 8 | u64::from(*byte)))
    }
}

impl Writer {
    /// A varint with the highest bits first, in at least `width` bytes, of which there are at most ten. The kind has an encoding of
    /// the number, see [`Vlq::needed`].
    pub fn vlq(&mut self, value: u64, width: usize, kind: Vlq) {
        let needed = kind.needed(value, width.min(MAX_VLQ)).or_else(|| kind.needed(value, 1));
        let bytes = needed.unwrap_or(1);
        if let Some(first) = kind.unknown(bytes).filter(|_| value == u64::MAX) {
            self.u8(first);
            return (1..bytes).for_each(|_| self.u8(u8::MAX));
        }
        if let Some(statement) = kind.statement(bytes) {
            for index in (0..bytes).rev() {
                let byte = value.checked_shr(8 * index as u32).unwrap_or(0) as u8;
                let is_first = index + 1 == bytes;
                self.u8(if is_first { byte | statement } else { byte });
            }
            return;
        }
        let (more, end) = if kind.marks_end() { (0, MARK) } else { (MARK, 0) };
        if let Some(full) = kind.full().map(usize::from).filter(|full| bytes >= *full) {
            for index in (0..full - 1).rev() {
                self.u8((value >> (8 + 7 * index)) as u8 & !MARK | more);
            }
            return self.u8(value as u8);
        }
        for index in (0..bytes).rev() {
            let mark = if index > 0 { more } else { end };
            self.u8((value >> (7 * index)) as u8 & !MARK | mark);
        }
    }

    /// Pads the varint that was written from `start` on to `width` bytes.
    pub(crate) fn pad_vlq(&mut self, start: usize, width: usize, kind: Vlq) {
        let written = self.as_slice().get(start..).unwrap_or_default();
        if let Ok(value) = Cursor::new(written).vlq(kind) {
            self.truncate(start);
            self.vlq(value, width, kind);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cursor, Writer};
    use crate::error::ErrorKind;
    use bytespec_plan::Vlq;

    fn written(write: impl FnOnce(&mut Writer)) -> Vec<u8> {
        let mut writer = Writer::new();
        write(&mut writer);
        writer.into_bytes()
    }

    #[test]
    fn numbers_of_the_midi_specification() {
        for (value, bytes) in [
            (0, &[0][..]),
            (0x40, &[0x40]),
            (0x7f, &[0x7f]),
            (0x80, &[0x81, 0x00]),
            (0x2000, &[0xc0, 0x00]),
            (0x3fff, &[0xff, 0x7f]),
            (0x4000, &[0x81, 0x80, 0x00]),
            (0x0fff_ffff, &[0xff, 0xff, 0xff, 0x7f]),
        ] {
            for kind in [Vlq::Plain, Vlq::Nine] {
                assert_eq!(written(|writer| writer.vlq(value, 1, kind)), bytes);
                assert_eq!(Cursor::new(bytes).vlq(kind), Ok(value));
            }
        }
    }

    #[test]
    fn every_width_comes_back_and_every_bit_has_a_place() {
        for (kind, bits) in Vlq::ALL.into_iter().flat_map(|kind| (0..=64).map(move |n| (kind, n))) {
            let value = u64::MAX.checked_shr(64 - bits).unwrap_or(0);
            for width in 1..=kind.longest().map_or(10, usize::from) {
                let Some(needed) = kind.needed(value, width) else { continue };
                let bytes = written(|writer| writer.vlq(value, width, kind));
                assert!(bytes.len() == needed && needed >= width);
                assert_eq!(Cursor::new(&bytes).vlq(kind), Ok(value), "{kind:?} {bits} {width}");
                let padded = written(|writer| {
                    writer.vlq(value, 1, kind);
                    writer.pad_vlq(0, width, kind);
                });
                assert_eq!(padded, bytes);
                let is_unknown = kind.unknown(bytes.len()).is_some() && value == u64::MAX;
                for bit in 0..if is_unknown { 0 } else { kind.bits(bytes.len()) } {
                    let place = kind.place(bit, bytes.len()).unwrap();
                    let found = bytes[place / 8] >> (place % 8) & 1;
                    let expected = value.checked_shr(bit as u32).unwrap_or(0) & 1;
                    assert_eq!(u64::from(found), expected, "{kind:?} {bits} {width} {bit}");
                }
            }
        }
        assert_eq!(Cursor::new(&[0xff; 9]).vlq(Vlq::Nine), Ok(u64::MAX));
    }

    /// RFC 9000, section A.1; RFC 8794, sections 4.4 and 6.2; X.690, sections 8.1.3.5 and 8.1.3.6.
    #[test]
    fn the_first_byte_states_the_length() {
        for (kind, value, bytes) in [
            (Vlq::Quic, 37, &[0x25][..]),
            (Vlq::Quic, 15_293, &[0x7b, 0xbd]),
            (Vlq::Quic, 494_878_333, &[0x9d, 0x7f, 0x3e, 0x7d]),
            (Vlq::Quic, 151_288_809_941_952_652, &[0xc2, 0x19, 0x7c, 0x5e, 0xff, 0x14, 0xe8, 0x8c]),
            (Vlq::Ebml, 2, &[0x82]),
            (Vlq::Ebml, 126, &[0xfe]),
            (Vlq::Ebml, 127, &[0x40, 0x7f]),
            (Vlq::Ebml, (1 << 56) - 2, &[1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe]),
            (Vlq::Ebml, u64::MAX, &[0xff]),
            (Vlq::Der, 38, &[0x26]),
            (Vlq::Der, 201, &[0x81, 0xc9]),
            (Vlq::Der, 0x1234, &[0x82, 0x12, 0x34]),
            (Vlq::Der, u64::MAX, &[0x80]),
        ] {
            assert_eq!(written(|writer| writer.vlq(value, 1, kind)), bytes, "{kind:?} {value}");
            assert_eq!(Cursor::new(bytes).vlq(kind), Ok(value), "{kind:?} {value}");
        }
        for (kind, bytes) in [
            (Vlq::Quic, &[0x40, 0x25][..]),
            (Vlq::Ebml, &[0x10, 0, 0, 2]),
            (Vlq::Ebml, &[1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
            (Vlq::Der, &[0x82, 0, 0x26]),
        ] {
            let value = Cursor::new(bytes).vlq(kind).expect("it has more bytes than it needs");
            assert_eq!(written(|writer| writer.vlq(value, bytes.len(), kind)), bytes, "{kind:?}");
        }
        assert_eq!(Vlq::Quic.needed(1 << 62, 1), None);
        assert_eq!(Vlq::Ebml.needed((1 << 56) - 1, 1), None);
        assert!(Cursor::new(&[0; 9]).vlq(Vlq::Ebml).is_err());
        assert!(Cursor::new(&[0x89; 12]).vlq(Vlq::Der).is_err());
        assert!(Cursor::new(&[0x82, 1]).vlq(Vlq::Der).is_err());
    }

    #[test]
    fn the_last_byte_is_marked_in_lua() {
        for (value, bytes) in
            [(0, &[0x80][..]), (0x7f, &[0xff]), (0x80, &[0x01, 0x80]), (300, &[0x02, 0xac])]
        {
            assert_eq!(written(|writer| writer.vlq(value, 1, Vlq::End)), bytes);
            assert_eq!(Cursor::new(bytes).vlq(Vlq::End), Ok(value));
        }
    }

    #[test]
    fn long_and_incomplete_numbers_are_refused() {
        let kind =
            |bytes: &[u8]| Cursor::new(bytes).vlq(Vlq::Plain).map_err(|error| error.kind().clone());
        assert_eq!(kind(&[0x80; 11]), Err(ErrorKind::VarintTooLong));
        // The 65th bit.
        let mut bytes = [0xff; 10];
        (bytes[0], bytes[9]) = (0x82, 0x7f);
        assert_eq!(kind(&bytes), Err(ErrorKind::VarintTooLong));
        bytes[0] = 0x81;
        assert_eq!(kind(&bytes), Ok(u64::MAX));
        assert!(matches!(kind(&[]), Err(ErrorKind::UnexpectedEnd { .. })));
        assert!(matches!(kind(&[0x80]), Err(ErrorKind::UnexpectedEnd { .. })));
        assert!(Cursor::new(&[0x80; 8]).vlq(Vlq::Nine).is_err());
    }
}
