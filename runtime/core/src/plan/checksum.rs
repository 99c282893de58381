//! Check sums of bytes, by crates that know them.

use crate::error::Result;
use bytespec_plan::Checksum;

/// The check sum of pieces of bytes, one after the other.
///
/// # Errors
/// A check sum that needs the feature `checksums`.
#[cfg(feature = "checksums")]
pub(super) fn checksum<'b>(kind: Checksum, pieces: impl Iterator<Item = &'b [u8]>) -> Result<u64> {
    const CRC_16: crc::Crc<u16> = crc::Crc::<u16>::new(&crc::CRC_16_ARC);
    Ok(match kind {
        Checksum::Crc32 => {
            let mut digest = crc32fast::Hasher::new();
            pieces.for_each(|piece| digest.update(piece));
            digest.finalize().into()
        }
        Checksum::Crc16 => {
            let mut digest = CRC_16.digest();
            pieces.for_each(|piece| digest.update(piece));
            digest.finalize().into()
        }
        Checksum::Adler32 => {
            let mut digest = adler2::Adler32::new();
            pieces.for_each(|piece| digest.write_slice(piece));
            digest.checksum().into()
        }
        Checksum::Sum => sum(pieces),
    })
}

/// The check sum of pieces of bytes, one after the other.
///
/// # Errors
/// A check sum that needs the feature `checksums`.
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
        for (kind, sum) in [
            (Checksum::Crc32, 0xcbf4_3926),
            (Checksum::Crc16, 0xbb3d),
            (Checksum::Adler32, 0x091e_01de),
            (Checksum::Sum, 477),
        ] {
            assert_eq!(checksum(kind, pieces()), Ok(sum), "{kind:?}");
        }
    }
}
