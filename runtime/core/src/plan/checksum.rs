//! Checksums of bytes, by crates that know them.

use crate::error::{Error, ErrorKind, PlanFault, Result};
use bytespec_plan::{Checksum, Covered};

/// Bytes of zero, in place of a checksum.
pub(super) fn zeros(count: usize) -> &'static [u8] {
    const ZEROS: &[u8] = &[0; Covered::MAX_ZEROS];
    ZEROS.get(..count).unwrap_or(ZEROS)
}

/// The result of a checksum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    /// The number; 0 for a digest, which no expression uses as a number.
    pub(super) number: u64,
    /// The bytes of a digest; empty for a number.
    pub(super) digest: Vec<u8>,
}

impl From<u64> for Sum {
    fn from(number: u64) -> Self {
        Sum { number, ..Sum::default() }
    }
}

/// The digest of an algorithm of the crates of RustCrypto.
#[cfg(feature = "checksums")]
fn digest<'b, D: sha2::Digest>(pieces: impl Iterator<Item = &'b [u8]>) -> Sum {
    let mut digest = D::new();
    pieces.for_each(|piece| digest.update(piece));
    Sum { digest: digest.finalize().to_vec(), ..Sum::default() }
}

/// The checksum of pages of Ogg (RFC 3533, section 6), which the catalogue lacks.
#[cfg(feature = "checksums")]
const CRC_32_OGG: crc::Algorithm<u32> = crc::Algorithm {
    width: 32,
    poly: 0x04c1_1db7,
    init: 0,
    refin: false,
    refout: false,
    xorout: 0,
    check: 0x89a1_897f,
    residue: 0,
};

/// The checksum at the end of files of Redis, which the catalogue lacks.
#[cfg(feature = "checksums")]
const CRC_64_REDIS: crc::Algorithm<u64> = crc::Algorithm {
    width: 64,
    poly: 0xad93_d235_94c9_35a9,
    init: 0,
    refin: true,
    refout: true,
    xorout: 0,
    check: 0xe9c6_d914_c4b8_d9ca,
    residue: 0,
};

/// The checksum of an algorithm.
#[cfg(feature = "checksums")]
macro_rules! crc {
    ($width:ty, $algorithm:path, $pieces:expr) => {{
        static CRC: crc::Crc<$width> = crc::Crc::<$width>::new(&$algorithm);
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
pub(super) fn checksum<'b>(kind: Checksum, pieces: impl Iterator<Item = &'b [u8]>) -> Result<Sum> {
    use std::hash::Hasher as _;

    Ok(Sum::from(match kind {
        Checksum::Md5 => return Ok(digest::<md5::Md5>(pieces)),
        Checksum::Sha1 => return Ok(digest::<sha1::Sha1>(pieces)),
        Checksum::Sha256 => return Ok(digest::<sha2::Sha256>(pieces)),
        Checksum::Sha512 => return Ok(digest::<sha2::Sha512>(pieces)),
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
        Checksum::Xxh32 => {
            let mut digest = twox_hash::XxHash32::with_seed(0);
            pieces.for_each(|piece| digest.write(piece));
            digest.finish()
        }
        Checksum::Xxh64 => {
            let mut digest = twox_hash::XxHash64::with_seed(0);
            pieces.for_each(|piece| digest.write(piece));
            digest.finish()
        }
        Checksum::Crc32c => crc!(u32, crc::CRC_32_ISCSI, pieces),
        Checksum::Crc32Bzip2 => crc!(u32, crc::CRC_32_BZIP2, pieces),
        Checksum::Crc32Mpeg2 => crc!(u32, crc::CRC_32_MPEG_2, pieces),
        Checksum::Crc32Ogg => crc!(u32, CRC_32_OGG, pieces),
        Checksum::Crc64 => crc!(u64, crc::CRC_64_XZ, pieces),
        Checksum::Crc64Redis => crc!(u64, CRC_64_REDIS, pieces),
        Checksum::Crc8 => crc!(u8, crc::CRC_8_SMBUS, pieces),
        Checksum::Crc16 => crc!(u16, crc::CRC_16_ARC, pieces),
        Checksum::Crc16Ibm3740 => crc!(u16, crc::CRC_16_IBM_3740, pieces),
        Checksum::Crc16Kermit => crc!(u16, crc::CRC_16_KERMIT, pieces),
        Checksum::Crc16Modbus => crc!(u16, crc::CRC_16_MODBUS, pieces),
        Checksum::Crc16Umts => crc!(u16, crc::CRC_16_UMTS, pieces),
        Checksum::Crc16Xmodem => crc!(u16, crc::CRC_16_XMODEM, pieces),
        Checksum::Crc24 => crc!(u32, crc::CRC_24_OPENPGP, pieces),
        kind => return plain(kind, pieces),
    }))
}

#[cfg(not(feature = "checksums"))]
pub(super) use plain as checksum;

/// The checksum of pieces of bytes by an algorithm that needs no crate.
///
/// # Errors
/// A checksum that needs the feature `checksums`.
pub(super) fn plain<'b>(kind: Checksum, pieces: impl Iterator<Item = &'b [u8]>) -> Result<Sum> {
    Ok(Sum::from(match kind {
        Checksum::Internet => internet(pieces),
        Checksum::Sum => sum(pieces),
        Checksum::Sum16Le => sum_of(pieces, u16::from_le_bytes),
        Checksum::Sum16Be => sum_of(pieces, u16::from_be_bytes),
        Checksum::Sum32Le => sum_of(pieces, u32::from_le_bytes),
        Checksum::Sum32Be => sum_of(pieces, u32::from_be_bytes),
        Checksum::Xor8 => xor(pieces),
        Checksum::Size => size(pieces),
        kind => return Err(Error::new(ErrorKind::Plan(PlanFault::Checksum { name: kind.word() }))),
    }))
}

/// The Internet checksum of RFC 1071: the complement of the sum of big-endian numbers of 16 bits, where each carry is added
/// again. A byte of zero follows an odd number of bytes.
fn internet<'b>(pieces: impl Iterator<Item = &'b [u8]>) -> u64 {
    const BITS: u32 = u16::BITS;
    let mut high = true;
    let mut sum = 0u64;
    for byte in pieces.flatten() {
        let number = u64::from(*byte);
        sum += if high { number << u8::BITS } else { number };
        sum = (sum >> BITS) + (sum & u64::from(u16::MAX));
        high = !high;
    }
    u64::from(u16::MAX) - sum
}

/// The sum of all bytes; no input has so many that 64 bits do not hold it.
fn sum<'b>(pieces: impl Iterator<Item = &'b [u8]>) -> u64 {
    pieces.flatten().fold(0, |sum, byte| sum.wrapping_add(u64::from(*byte)))
}

/// The sum of the numbers of N bytes; bytes of zero follow if the last number has fewer.
fn sum_of<'b, const N: usize, T: Into<u64>>(
    pieces: impl Iterator<Item = &'b [u8]>,
    number: impl Fn([u8; N]) -> T,
) -> u64 {
    let (mut sum, mut bytes, mut len) = (0u64, [0; N], 0);
    for byte in pieces.flatten() {
        bytes[len] = *byte;
        len += 1;
        if len == N {
            sum = sum.wrapping_add(number(bytes).into());
            (bytes, len) = ([0; N], 0);
        }
    }
    sum.wrapping_add(number(bytes).into())
}

/// All bytes, combined by exclusive or.
fn xor<'b>(pieces: impl Iterator<Item = &'b [u8]>) -> u64 {
    pieces.flatten().fold(0, |all, byte| all ^ u64::from(*byte))
}

/// The number of all bytes.
fn size<'b>(pieces: impl Iterator<Item = &'b [u8]>) -> u64 {
    pieces.map(|piece| piece.len() as u64).sum()
}

#[cfg(all(test, feature = "checksums"))]
mod tests {
    use super::checksum;
    use bytespec_plan::Checksum;

    #[test]
    fn the_check_value_of_each() {
        let pieces = || [&b"1234"[..], b"", b"56789"].into_iter();
        let number = |kind| match kind {
            Checksum::Crc32 => 0xcbf4_3926,
            Checksum::Crc32c => 0xe306_9283,
            Checksum::Crc32Mpeg2 => 0x0376_e6e7,
            Checksum::Crc32Bzip2 => 0xfc89_1918,
            Checksum::Xxh32 => 0x937b_ad67,
            Checksum::Xxh64 => 0x8cb8_41db_40e6_ae83,
            Checksum::Crc32Ogg => 0x89a1_897f,
            Checksum::Crc64 => 0x995d_c9bb_df19_39fa,
            Checksum::Crc16 => 0xbb3d,
            Checksum::Crc16Ibm3740 => 0x29b1,
            Checksum::Crc16Kermit => 0x2189,
            Checksum::Crc16Modbus => 0x4b37,
            Checksum::Crc16Xmodem => 0x31c3,
            Checksum::Adler32 => 0x091e_01de,
            Checksum::Internet => 0xf62a,
            Checksum::Crc64Redis => 0xe9c6_d914_c4b8_d9ca,
            Checksum::Crc8 => 0xf4,
            Checksum::Crc16Umts => 0xfee8,
            Checksum::Crc24 => 0x21_cf02,
            Checksum::Sum => 477,
            // 0x3231 + 0x3433 + 0x3635 + 0x3837 + 0x0039.
            Checksum::Sum16Le => 0xd509,
            // 0x3132 + 0x3334 + 0x3536 + 0x3738 + 0x3900.
            Checksum::Sum16Be => 0x1_09d4,
            // 0x34333231 + 0x38373635 + 0x00000039.
            Checksum::Sum32Le => 0x6c6a_689f,
            // 0x31323334 + 0x35363738 + 0x39000000.
            Checksum::Sum32Be => 0x9f68_6a6c,
            Checksum::Xor8 => 0x31,
            Checksum::Size => 9,
            _ => 0,
        };
        for kind in Checksum::ALL.into_iter().filter(|kind| kind.digest_size().is_none()) {
            assert_eq!(checksum(kind, pieces()), Ok(number(kind).into()), "{kind:?}");
        }
    }

    #[test]
    fn digests_of_abc() {
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        // RFC 1321, section A.5, and the examples of FIPS 180-4.
        for (kind, first) in [
            (Checksum::Md5, "900150983cd24fb0d6963f7d28e17f72"),
            (Checksum::Sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (Checksum::Sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (Checksum::Sha512, "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"),
        ] {
            let found = checksum(kind, [&b"a"[..], b"bc"].into_iter()).expect("it is a digest");
            assert_eq!(found.digest.len() as u64, kind.digest_size().expect("it has a size"));
            assert!(hex(&found.digest).starts_with(first), "{kind:?}");
        }
    }
}
