//! Varints with the highest bits first: variable-length quantities, as in MIDI, and those of SQLite.

use super::cursor::{Cursor, end_error};
use super::{MAX_VLQ, MAX_VLQ9, Writer};
use crate::error::{Error, ErrorKind, Result};

impl Cursor<'_> {
    /// A variable-length quantity of at most 64 bits in at most ten bytes: seven bits a byte, the highest first. The top bit of a
    /// byte marks that more bytes follow.
    ///
    /// Source: "Standard MIDI Files 1.0", section "Variable-Length Quantities". That format has at most four bytes.
    ///
    /// # Errors
    /// [`ErrorKind::VarintTooLong`] for more than 64 bits or ten bytes, [`ErrorKind::UnexpectedEnd`].
    pub fn vlq(&mut self) -> Result<u64> {
        let (start, mut value) = (self.position(), 0u64);
        for index in 0..MAX_VLQ {
            let byte = self.vlq_byte(start, index)?;
            if value >> 57 != 0 {
                break;
            }
            value = value << 7 | u64::from(byte & 0x7f);
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(Error::at(start, ErrorKind::VarintTooLong))
    }

    /// The same in at most nine bytes. All eight bits of a ninth byte are bits of the number.
    ///
    /// Source: "Database File Format" of SQLite, section 1.6, "B-tree Pages".
    ///
    /// # Errors
    /// [`ErrorKind::UnexpectedEnd`].
    pub fn vlq9(&mut self) -> Result<u64> {
        let (start, mut value) = (self.position(), 0u64);
        for index in 0..MAX_VLQ9 - 1 {
            let byte = self.vlq_byte(start, index)?;
            value = value << 7 | u64::from(byte & 0x7f);
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Ok(value << 8 | u64::from(self.vlq_byte(start, MAX_VLQ9 - 1)?))
    }

    fn vlq_byte(&mut self, start: usize, index: usize) -> Result<u8> {
        let expected = if index == 0 { "a varint" } else { "the rest of a varint" };
        self.u8().map_err(|_| end_error(start, expected))
    }
}

impl Writer {
    /// A variable-length quantity in at least `width` bytes, of which there are at most ten.
    pub fn vlq(&mut self, value: u64, width: usize) {
        let needed = (64 - (value | 1).leading_zeros()).div_ceil(7) as usize;
        for index in (0..needed.max(width.min(MAX_VLQ))).rev() {
            let more = u8::from(index > 0) << 7;
            self.u8((value >> (7 * index)) as u8 & 0x7f | more);
        }
    }

    /// The same in at most nine bytes, see [`Cursor::vlq9`].
    pub fn vlq9(&mut self, value: u64, width: usize) {
        if value >> 56 == 0 && width < MAX_VLQ9 {
            return self.vlq(value, width);
        }
        for index in (0..MAX_VLQ9 - 1).rev() {
            self.u8((value >> (8 + 7 * index)) as u8 | 0x80);
        }
        self.u8(value as u8);
    }

    /// Pads the variable-length quantity that was written from `start` on to `width` bytes.
    pub(crate) fn pad_vlq(&mut self, start: usize, width: usize) {
        let written = self.as_slice().get(start..).unwrap_or_default();
        if let Ok(value) = Cursor::new(written).vlq() {
            self.truncate(start);
            self.vlq(value, width);
        }
    }

    /// The same of at most nine bytes.
    pub(crate) fn pad_vlq9(&mut self, start: usize, width: usize) {
        let written = self.as_slice().get(start..).unwrap_or_default();
        if let Ok(value) = Cursor::new(written).vlq9() {
            self.truncate(start);
            self.vlq9(value, width);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cursor, Writer};
    use crate::error::ErrorKind;

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
            assert_eq!(written(|writer| writer.vlq(value, 1)), bytes);
            assert_eq!(Cursor::new(bytes).vlq(), Ok(value));
            assert_eq!(written(|writer| writer.vlq9(value, 1)), bytes);
            assert_eq!(Cursor::new(bytes).vlq9(), Ok(value));
        }
    }

    #[test]
    fn every_width_comes_back() {
        for bits in 0..=64 {
            let value = u64::MAX.checked_shr(64 - bits).unwrap_or(0);
            for width in 1..=10 {
                let bytes = written(|writer| writer.vlq(value, width));
                assert_eq!(Cursor::new(&bytes).vlq(), Ok(value), "{bits} {width}");
                let padded = written(|writer| {
                    writer.vlq(value, 1);
                    writer.pad_vlq(0, width);
                });
                assert_eq!(padded, bytes);
            }
            for width in 1..=9 {
                let bytes = written(|writer| writer.vlq9(value, width));
                assert!(bytes.len() >= width && bytes.len() <= 9);
                assert_eq!(Cursor::new(&bytes).vlq9(), Ok(value), "{bits} {width}");
                let padded = written(|writer| {
                    writer.vlq9(value, 1);
                    writer.pad_vlq9(0, width);
                });
                assert_eq!(padded, bytes);
            }
        }
        assert_eq!(Cursor::new(&[0xff; 9]).vlq9(), Ok(u64::MAX));
    }

    #[test]
    fn what_is_too_long_or_ends_is_refused() {
        let kind = |bytes: &[u8]| Cursor::new(bytes).vlq().map_err(|error| error.kind().clone());
        assert_eq!(kind(&[0x80; 11]), Err(ErrorKind::VarintTooLong));
        // The 65th bit.
        let mut bytes = [0xff; 10];
        (bytes[0], bytes[9]) = (0x82, 0x7f);
        assert_eq!(kind(&bytes), Err(ErrorKind::VarintTooLong));
        bytes[0] = 0x81;
        assert_eq!(kind(&bytes), Ok(u64::MAX));
        assert!(matches!(kind(&[]), Err(ErrorKind::UnexpectedEnd { .. })));
        assert!(matches!(kind(&[0x80]), Err(ErrorKind::UnexpectedEnd { .. })));
        assert!(Cursor::new(&[0x80; 8]).vlq9().is_err());
    }
}
