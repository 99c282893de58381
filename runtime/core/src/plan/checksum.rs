//! Checksums of bytes, by crates that know them.

use crate::error::{Error, ErrorKind, PlanFault, Result};
use bytespec_plan::{Algorithm, Checksum, Covered, Crc};

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

/// The checksum of pieces of bytes, one after the other.
///
/// # Errors
/// A checksum that needs the feature `checksums`.
#[cfg(feature = "checksums")]
pub(super) fn checksum<'b>(kind: Checksum, pieces: impl Iterator<Item = &'b [u8]>) -> Result<Sum> {
    use std::hash::Hasher as _;

    Ok(Sum::from(match kind {
        Checksum::Of(Algorithm::Md5) => return Ok(digest::<md5::Md5>(pieces)),
        Checksum::Of(Algorithm::Sha1) => return Ok(digest::<sha1::Sha1>(pieces)),
        Checksum::Of(Algorithm::Sha256) => return Ok(digest::<sha2::Sha256>(pieces)),
        Checksum::Of(Algorithm::Sha512) => return Ok(digest::<sha2::Sha512>(pieces)),
        Checksum::Crc(Crc::CRC_32) => {
            let mut digest = crc32fast::Hasher::new();
            pieces.for_each(|piece| digest.update(piece));
            digest.finalize().into()
        }
        Checksum::Of(Algorithm::Adler32) => {
            let mut digest = adler2::Adler32::new();
            pieces.for_each(|piece| digest.write_slice(piece));
            digest.checksum().into()
        }
        Checksum::Of(Algorithm::Xxh32) => {
            let mut digest = twox_hash::XxHash32::with_seed(0);
            pieces.for_each(|piece| digest.write(piece));
            digest.finish()
        }
        Checksum::Of(Algorithm::Xxh64) => {
            let mut digest = twox_hash::XxHash64::with_seed(0);
            pieces.for_each(|piece| digest.write(piece));
            digest.finish()
        }
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
        Checksum::Crc(crc) => remainder(crc, pieces),
        Checksum::Of(Algorithm::Internet) => internet(pieces),
        Checksum::Of(Algorithm::Sum) => sum(pieces),
        Checksum::Of(Algorithm::Sum16Le) => sum_of(pieces, u16::from_le_bytes),
        Checksum::Of(Algorithm::Sum16Be) => sum_of(pieces, u16::from_be_bytes),
        Checksum::Of(Algorithm::Sum32Le) => sum_of(pieces, u32::from_le_bytes),
        Checksum::Of(Algorithm::Sum32Be) => sum_of(pieces, u32::from_be_bytes),
        Checksum::Of(Algorithm::Xor8) => xor(pieces),
        Checksum::Of(Algorithm::Size) => size(pieces),
        kind => return Err(Error::new(ErrorKind::Plan(PlanFault::Checksum { name: kind.word() }))),
    }))
}

/// A cyclic redundancy check, four bits at a time.
fn remainder<'b>(crc: Crc, pieces: impl Iterator<Item = &'b [u8]>) -> u64 {
    // The number stands at one end of 64 bits: the end that the bits of a byte come to first.
    let top = u64::BITS - u32::from(crc.bits.clamp(1, 64));
    let reversed = |number: u64| (number << top).reverse_bits();
    let (poly, init) = match crc.reflect_in {
        true => (reversed(crc.poly), reversed(crc.init)),
        false => (crc.poly << top, crc.init << top),
    };
    let mut table = [0u64; 16];
    for (at, entry) in (0u64..).zip(&mut table) {
        *entry = if crc.reflect_in { at } else { at << (u64::BITS - 4) };
        for _ in 0..4 {
            *entry = match crc.reflect_in {
                true => (*entry >> 1) ^ if *entry & 1 == 0 { 0 } else { poly },
                false => (*entry << 1) ^ if entry.leading_zeros() > 0 { 0 } else { poly },
            };
        }
    }
    let sum = pieces.flatten().fold(init, |mut sum, byte| {
        let byte = u64::from(*byte);
        sum ^= if crc.reflect_in { byte } else { byte << (u64::BITS - 8) };
        for _ in 0..2 {
            sum = match crc.reflect_in {
                true => (sum >> 4) ^ table[(sum & 0xf) as usize],
                false => (sum << 4) ^ table[(sum >> (u64::BITS - 4)) as usize],
            };
        }
        sum
    });
    let sum = if crc.reflect_in { sum } else { sum >> top };
    crc.xor ^ if crc.reflect_in == crc.reflect_out { sum } else { reversed(sum) }
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
    use super::{checksum, plain};
    use bytespec_plan::{Algorithm, Checksum, Crc};
    use std::collections::BTreeMap;

    /// The check values of the catalogue of parametrised CRC algorithms, those of the bytes `123456789`.
    const CHECKS: &str = "crc3_gsm 4; crc3_rohc 6; crc4_g_704 7; crc4_interlaken b; crc5_epc_c1g2 0; crc5_g_704 7; crc5_usb 19; \
        crc6_cdma2000_a d; crc6_cdma2000_b 3b; crc6_darc 26; crc6_g_704 6; crc6_gsm 13; crc7_mmc 75; crc7_rohc 53; \
        crc7_umts 61; crc8 f4; crc8_autosar df; crc8_bluetooth 26; crc8_cdma2000 da; crc8_darc 15; crc8_dvb_s2 bc; \
        crc8_gsm_a 37; crc8_gsm_b 94; crc8_hitag b4; crc8_i_432_1 a1; crc8_i_code 7e; crc8_lte ea; crc8_maxim_dow a1; \
        crc8_mifare_mad 99; crc8_nrsc_5 f7; crc8_opensafety 3e; crc8_rohc d0; crc8_sae_j1850 4b; crc8_tech_3250 97; \
        crc8_wcdma 25; crc10_atm 199; crc10_cdma2000 233; crc10_gsm 12a; crc11_flexray 5a3; crc11_umts 61; crc12_cdma2000 d4d; \
        crc12_dect f5b; crc12_gsm b34; crc12_umts daf; crc13_bbc 4fa; crc14_darc 82d; crc14_gsm 30ae; crc15_can 59e; \
        crc15_mpt1327 2566; crc16 bb3d; crc16_cdma2000 4c06; crc16_cms aee7; crc16_dds_110 9ecf; crc16_dect_r 7e; \
        crc16_dect_x 7f; crc16_dnp ea82; crc16_en_13757 c2b7; crc16_genibus d64e; crc16_gsm ce3c; crc16_ibm_3740 29b1; \
        crc16_ibm_sdlc 906e; crc16_iso_iec_14443_3_a bf05; crc16_kermit 2189; crc16_lj1200 bdf4; crc16_m17 772b; \
        crc16_maxim_dow 44c2; crc16_mcrf4xx 6f91; crc16_modbus 4b37; crc16_nrsc_5 a066; crc16_opensafety_a 5d38; \
        crc16_opensafety_b 20fe; crc16_profibus a819; crc16_riello 63d0; crc16_spi_fujitsu e5cc; crc16_t10_dif d0db; \
        crc16_teledisk fb3; crc16_tms37157 26b1; crc16_umts fee8; crc16_usb b4c8; crc16_xmodem 31c3; crc17_can_fd 4f03; \
        crc21_can_fd ed841; crc24 21cf02; crc24_ble c25a56; crc24_flexray_a 7979bd; crc24_flexray_b 1f23b8; \
        crc24_interlaken b4f3e6; crc24_lte_a cde703; crc24_lte_b 23ef52; crc24_os_9 200fa5; crc30_cdma 4c34abf; \
        crc31_philips ce9e46c; crc32 cbf43926; crc32_aixm 3010bf7f; crc32_autosar 1697d06a; crc32_base91_d 87315576; \
        crc32_bzip2 fc891918; crc32_cd_rom_edc 6ec2edc4; crc32_cksum 765e7680; crc32_jamcrc 340bc6d9; crc32_mef d2c22f51; \
        crc32_mpeg2 376e6e7; crc32_ogg 89a1897f; crc32_xfer bd0be338; crc32c e3069283; crc40_gsm d4164fc646; \
        crc64 995dc9bbdf1939fa; crc64_ecma_182 6c40df5f0b497347; crc64_go_iso b90956c775a41001; crc64_ms 75d4b74f024eceea; \
        crc64_nvme ae8b14860a799888; crc64_redis e9c6d914c4b8d9ca; crc64_we 62ec59e3f1a4f00a;";

    #[test]
    fn the_check_value_of_each() {
        let pieces = || [&b"1234"[..], b"", b"56789"].into_iter();
        let checks = CHECKS.split_terminator(';').filter_map(|row| row.trim().split_once(' '));
        let checks: BTreeMap<&str, u64> = checks
            .map(|(name, check)| (name, u64::from_str_radix(check, 16).expect("a number")))
            .collect();
        let of = |name: &str, kind| match kind {
            Checksum::Crc(_) => *checks.get(name).expect("a check value"),
            Checksum::Of(of) => match of {
                Algorithm::Xxh32 => 0x937b_ad67,
                Algorithm::Xxh64 => 0x8cb8_41db_40e6_ae83,
                Algorithm::Adler32 => 0x091e_01de,
                Algorithm::Internet => 0xf62a,
                Algorithm::Sum => 477,
                // 0x3231 + 0x3433 + 0x3635 + 0x3837 + 0x0039.
                Algorithm::Sum16Le => 0xd509,
                // 0x3132 + 0x3334 + 0x3536 + 0x3738 + 0x3900.
                Algorithm::Sum16Be => 0x1_09d4,
                // 0x34333231 + 0x38373635 + 0x00000039.
                Algorithm::Sum32Le => 0x6c6a_689f,
                // 0x31323334 + 0x35363738 + 0x39000000.
                Algorithm::Sum32Be => 0x9f68_6a6c,
                Algorithm::Xor8 => 0x31,
                Algorithm::Size => 9,
                _ => 0,
            },
        };
        for (name, kind) in Checksum::all().filter(|(_, kind)| kind.digest_size().is_none()) {
            assert_eq!(checksum(kind, pieces()), Ok(of(name, kind).into()), "{name}");
            assert_eq!(Checksum::of_word(kind.word()), Some(kind), "{name}");
        }
        let crc32 = Crc::of([32, 0x04c1_1db7, 0xffff_ffff, 1, 0xffff_ffff]).expect("in range");
        assert_eq!(plain(Checksum::Crc(crc32), pieces()), Ok(0xcbf4_3926.into()));
    }

    #[test]
    fn digests_of_abc() {
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        // RFC 1321, section A.5, and the examples of FIPS 180-4.
        for (kind, first) in [
            (Algorithm::Md5, "900150983cd24fb0d6963f7d28e17f72"),
            (Algorithm::Sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (Algorithm::Sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (Algorithm::Sha512, "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"),
        ] {
            let kind = Checksum::Of(kind);
            let found = checksum(kind, [&b"a"[..], b"bc"].into_iter()).expect("it is a digest");
            assert_eq!(found.digest.len() as u64, kind.digest_size().expect("it has a size"));
            assert!(hex(&found.digest).starts_with(first), "{kind:?}");
        }
    }
}
