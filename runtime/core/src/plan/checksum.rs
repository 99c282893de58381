//! Checksums of bytes, by crates that know them.

use crate::error::Result;
use bytespec_plan::Checksum;

/// The checksum of an algorithm of the catalogue.
#[cfg(feature = "checksums")]
macro_rules! crc {
    ($width:ty, $algorithm:ident, $pieces:expr) => {{
        static CRC: crc::Crc<$width> = crc::Crc::<$width>::new(&crc::$algorithm);
        let mut digest = CRC.digest();
        $pieces.for_each(|piece| digest.update(piece));
        u64::from(digest.finalize())
    }};
}

/// The checksum of pieces of bytes, one after the other.
///
/// # Errors
/// A checksum that needs the feature `checksums`.
#[cfg(feature = "checksums")]
pub(super) fn checksum<'b>(kind: Checksum, pieces: impl Iterator<Item = &'b [u8]>) -> Result<u64> {
    Ok(match kind {
        Checksum::Crc32 => {
            let mut digest = crc32fast::Hasher::new();
            pieces.for_each(|piece| digest.update(piece));
            digest.finalize().into()
        }
        Checksum::Adler32 => {
            let mut digest = adler2::Adler32::new();
            pieces.for_each(|piece| digest.write_slice(piece));
            digest.checksum().into()
        }
        Checksum::Sum => sum(pieces),
        Checksum::Crc32c => crc!(u32, CRC_32_ISCSI, pieces),
        Checksum::Crc32Mpeg2 => crc!(u32, CRC_32_MPEG_2, pieces),
        Checksum::Crc64 => crc!(u64, CRC_64_XZ, pieces),
        Checksum::Crc16 => crc!(u16, CRC_16_ARC, pieces),
        Checksum::Crc16Ibm3740 => crc!(u16, CRC_16_IBM_3740, pieces),
        Checksum::Crc16Kermit => crc!(u16, CRC_16_KERMIT, pieces),
        Checksum::Crc16Modbus => crc!(u16, CRC_16_MODBUS, pieces),
        Checksum::Crc16Xmodem => crc!(u16, CRC_16_XMODEM, pieces),
    })
}

/// The checksum of pieces of bytes, one after the other.
///
/// # Errors
/// A checksum that needs the feature `checksums`.
#[cfg(not(feature = "checksums"))]
pub(super) fn checksum<'b>(kind: Checksum, pieces: impl Iterator<Item = &'b [u8]>) -> Result<u64> {
    use crate::error::{Error, ErrorKind, PlanFault};
    match kind {
        Checksum::Sum => Ok(sum(pieces)),
        kind => Err(Error::new(ErrorKind::Plan(PlanFault::Checksum { name: kind.word() }))),
    }
}

/// The sum of all bytes; no input has so many that 64 bits do not hold it.
fn sum<'b>(pieces: impl Iterator<Item = &'b [u8]>) -> u64 {
    pieces.flatten().fold(0, |sum, byte| sum.wrapping_add(u64::from(*byte)))
}

#[cfg(all(test, feature = "checksums"))]
mod tests {
    use super::checksum;
    use bytespec_plan::Checksum;

    #[test]
    fn the_check_value_of_each() {
        let pieces = || [&b"1234"[..], b"", b"56789"].into_iter();
        let expected = |kind| match kind {
            Checksum::Crc32 => 0xcbf4_3926,
            Checksum::Crc32c => 0xe306_9283,
            Checksum::Crc32Mpeg2 => 0x0376_e6e7,
            Checksum::Crc64 => 0x995d_c9bb_df19_39fa,
            Checksum::Crc16 => 0xbb3d,
            Checksum::Crc16Ibm3740 => 0x29b1,
            Checksum::Crc16Kermit => 0x2189,
            Checksum::Crc16Modbus => 0x4b37,
            Checksum::Crc16Xmodem => 0x31c3,
            Checksum::Adler32 => 0x091e_01de,
            Checksum::Sum => 477,
        };
        for kind in Checksum::ALL {
            assert_eq!(checksum(kind, pieces()), Ok(expected(kind)), "{kind:?}");
        }
    }
}
