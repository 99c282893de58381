//! Cyclic redundancy checks, by the parameters of the catalogue of parametrised CRC algorithms.

use core::fmt;

/// A cyclic redundancy check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Crc {
    /// The number of bits, from 1 to 64.
    pub bits: u8,
    /// The polynomial without its highest term, the term of the highest power in the highest bit.
    pub poly: u64,
    /// The first value.
    pub init: u64,
    /// The bits of each byte come lowest first.
    pub reflect_in: bool,
    /// The bits of the result are reversed.
    pub reflect_out: bool,
    /// The number with which the result is combined by exclusive or.
    pub xor: u64,
}

impl Crc {
    /// CRC-32 of ISO 3309, as in PNG, ZIP and gzip.
    pub const CRC_32: Crc = crc(32, 0x4c1_1db7, 0xffff_ffff, BOTH, 0xffff_ffff);

    /// The parameters in a schema, which are numbers, in order.
    pub const PARAMETERS: [&str; 5] = ["bits", "poly", "init", "reflect", "xor"];

    /// The algorithm with these parameters; none if one of them is out of range. `reflect` is 1 for both bytes and result.
    #[must_use]
    pub fn of(parameters: [u64; 5]) -> Option<Self> {
        let [bits, poly, init, reflect, xor] = parameters;
        let bits = u8::try_from(bits).ok().filter(|bits| (1..=64).contains(bits))?;
        let fits = |number: u64| number >> (bits - 1) >> 1 == 0;
        let is_reflected = reflect == 1;
        let crc =
            Crc { bits, poly, init, reflect_in: is_reflected, reflect_out: is_reflected, xor };
        (reflect <= 1 && [poly, init, xor].into_iter().all(fits)).then_some(crc)
    }

    /// The algorithm with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        CATALOGUE.iter().find(|(known, _)| *known == name).map(|(_, crc)| *crc)
    }

    /// Its name, if it has one.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        CATALOGUE.iter().find(|(_, crc)| *crc == self).map(|(name, _)| *name)
    }
}

/// The parameters in a schema, as they follow the fields; nothing for an algorithm with a name.
impl fmt::Display for Crc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name().is_some() {
            return Ok(());
        }
        write!(f, ", bits = {}, poly = {:#x}", self.bits, self.poly)?;
        for (word, number) in
            [("init", self.init), ("reflect", self.reflect_in.into()), ("xor", self.xor)]
        {
            match number {
                0 => {}
                number => write!(f, ", {word} = {number:#x}")?,
            }
        }
        Ok(())
    }
}

/// What is reflected.
type Reflected = (bool, bool);
const NONE: Reflected = (false, false);
const BOTH: Reflected = (true, true);
const RESULT: Reflected = (false, true);

const fn crc(
    bits: u8,
    poly: u64,
    init: u64,
    (reflect_in, reflect_out): Reflected,
    xor: u64,
) -> Crc {
    Crc { bits, poly, init, reflect_in, reflect_out, xor }
}

/// The algorithms with names. Those of the most common ones are short: `crc8` is CRC-8/SMBUS, `crc16` is CRC-16/ARC, `crc24` is
/// CRC-24/OPENPGP, `crc32` is CRC-32/ISO-HDLC, `crc32c` is CRC-32/ISCSI, and `crc64` is CRC-64/XZ. `crc32_ogg` is that of pages of
/// Ogg (RFC 3533), which the catalogue lacks.
pub(crate) const CATALOGUE: &[(&str, Crc)] = &[
    ("crc3_gsm", crc(3, 3, 0, NONE, 7)),
    ("crc3_rohc", crc(3, 3, 7, BOTH, 0)),
    ("crc4_g_704", crc(4, 3, 0, BOTH, 0)),
    ("crc4_interlaken", crc(4, 3, 0xf, NONE, 0xf)),
    ("crc5_epc_c1g2", crc(5, 9, 9, NONE, 0)),
    ("crc5_g_704", crc(5, 0x15, 0, BOTH, 0)),
    ("crc5_usb", crc(5, 5, 0x1f, BOTH, 0x1f)),
    ("crc6_cdma2000_a", crc(6, 0x27, 0x3f, NONE, 0)),
    ("crc6_cdma2000_b", crc(6, 7, 0x3f, NONE, 0)),
    ("crc6_darc", crc(6, 0x19, 0, BOTH, 0)),
    ("crc6_g_704", crc(6, 3, 0, BOTH, 0)),
    ("crc6_gsm", crc(6, 0x2f, 0, NONE, 0x3f)),
    ("crc7_mmc", crc(7, 9, 0, NONE, 0)),
    ("crc7_rohc", crc(7, 0x4f, 0x7f, BOTH, 0)),
    ("crc7_umts", crc(7, 0x45, 0, NONE, 0)),
    ("crc8", crc(8, 7, 0, NONE, 0)),
    ("crc8_autosar", crc(8, 0x2f, 0xff, NONE, 0xff)),
    ("crc8_bluetooth", crc(8, 0xa7, 0, BOTH, 0)),
    ("crc8_cdma2000", crc(8, 0x9b, 0xff, NONE, 0)),
    ("crc8_darc", crc(8, 0x39, 0, BOTH, 0)),
    ("crc8_dvb_s2", crc(8, 0xd5, 0, NONE, 0)),
    ("crc8_gsm_a", crc(8, 0x1d, 0, NONE, 0)),
    ("crc8_gsm_b", crc(8, 0x49, 0, NONE, 0xff)),
    ("crc8_hitag", crc(8, 0x1d, 0xff, NONE, 0)),
    ("crc8_i_432_1", crc(8, 7, 0, NONE, 0x55)),
    ("crc8_i_code", crc(8, 0x1d, 0xfd, NONE, 0)),
    ("crc8_lte", crc(8, 0x9b, 0, NONE, 0)),
    ("crc8_maxim_dow", crc(8, 0x31, 0, BOTH, 0)),
    ("crc8_mifare_mad", crc(8, 0x1d, 0xc7, NONE, 0)),
    ("crc8_nrsc_5", crc(8, 0x31, 0xff, NONE, 0)),
    ("crc8_opensafety", crc(8, 0x2f, 0, NONE, 0)),
    ("crc8_rohc", crc(8, 7, 0xff, BOTH, 0)),
    ("crc8_sae_j1850", crc(8, 0x1d, 0xff, NONE, 0xff)),
    ("crc8_tech_3250", crc(8, 0x1d, 0xff, BOTH, 0)),
    ("crc8_wcdma", crc(8, 0x9b, 0, BOTH, 0)),
    ("crc10_atm", crc(10, 0x233, 0, NONE, 0)),
    ("crc10_cdma2000", crc(10, 0x3d9, 0x3ff, NONE, 0)),
    ("crc10_gsm", crc(10, 0x175, 0, NONE, 0x3ff)),
    ("crc11_flexray", crc(11, 0x385, 0x1a, NONE, 0)),
    ("crc11_umts", crc(11, 0x307, 0, NONE, 0)),
    ("crc12_cdma2000", crc(12, 0xf13, 0xfff, NONE, 0)),
    ("crc12_dect", crc(12, 0x80f, 0, NONE, 0)),
    ("crc12_gsm", crc(12, 0xd31, 0, NONE, 0xfff)),
    ("crc12_umts", crc(12, 0x80f, 0, RESULT, 0)),
    ("crc13_bbc", crc(13, 0x1cf5, 0, NONE, 0)),
    ("crc14_darc", crc(14, 0x805, 0, BOTH, 0)),
    ("crc14_gsm", crc(14, 0x202d, 0, NONE, 0x3fff)),
    ("crc15_can", crc(15, 0x4599, 0, NONE, 0)),
    ("crc15_mpt1327", crc(15, 0x6815, 0, NONE, 1)),
    ("crc16", crc(16, 0x8005, 0, BOTH, 0)),
    ("crc16_cdma2000", crc(16, 0xc867, 0xffff, NONE, 0)),
    ("crc16_cms", crc(16, 0x8005, 0xffff, NONE, 0)),
    ("crc16_dds_110", crc(16, 0x8005, 0x800d, NONE, 0)),
    ("crc16_dect_r", crc(16, 0x589, 0, NONE, 1)),
    ("crc16_dect_x", crc(16, 0x589, 0, NONE, 0)),
    ("crc16_dnp", crc(16, 0x3d65, 0, BOTH, 0xffff)),
    ("crc16_en_13757", crc(16, 0x3d65, 0, NONE, 0xffff)),
    ("crc16_genibus", crc(16, 0x1021, 0xffff, NONE, 0xffff)),
    ("crc16_gsm", crc(16, 0x1021, 0, NONE, 0xffff)),
    ("crc16_ibm_3740", crc(16, 0x1021, 0xffff, NONE, 0)),
    ("crc16_ibm_sdlc", crc(16, 0x1021, 0xffff, BOTH, 0xffff)),
    ("crc16_iso_iec_14443_3_a", crc(16, 0x1021, 0xc6c6, BOTH, 0)),
    ("crc16_kermit", crc(16, 0x1021, 0, BOTH, 0)),
    ("crc16_lj1200", crc(16, 0x6f63, 0, NONE, 0)),
    ("crc16_m17", crc(16, 0x5935, 0xffff, NONE, 0)),
    ("crc16_maxim_dow", crc(16, 0x8005, 0, BOTH, 0xffff)),
    ("crc16_mcrf4xx", crc(16, 0x1021, 0xffff, BOTH, 0)),
    ("crc16_modbus", crc(16, 0x8005, 0xffff, BOTH, 0)),
    ("crc16_nrsc_5", crc(16, 0x80b, 0xffff, BOTH, 0)),
    ("crc16_opensafety_a", crc(16, 0x5935, 0, NONE, 0)),
    ("crc16_opensafety_b", crc(16, 0x755b, 0, NONE, 0)),
    ("crc16_profibus", crc(16, 0x1dcf, 0xffff, NONE, 0xffff)),
    ("crc16_riello", crc(16, 0x1021, 0xb2aa, BOTH, 0)),
    ("crc16_spi_fujitsu", crc(16, 0x1021, 0x1d0f, NONE, 0)),
    ("crc16_t10_dif", crc(16, 0x8bb7, 0, NONE, 0)),
    ("crc16_teledisk", crc(16, 0xa097, 0, NONE, 0)),
    ("crc16_tms37157", crc(16, 0x1021, 0x89ec, BOTH, 0)),
    ("crc16_umts", crc(16, 0x8005, 0, NONE, 0)),
    ("crc16_usb", crc(16, 0x8005, 0xffff, BOTH, 0xffff)),
    ("crc16_xmodem", crc(16, 0x1021, 0, NONE, 0)),
    ("crc17_can_fd", crc(17, 0x1685b, 0, NONE, 0)),
    ("crc21_can_fd", crc(21, 0x10_2899, 0, NONE, 0)),
    ("crc24", crc(24, 0x86_4cfb, 0xb7_04ce, NONE, 0)),
    ("crc24_ble", crc(24, 0x65b, 0x55_5555, BOTH, 0)),
    ("crc24_flexray_a", crc(24, 0x5d_6dcb, 0xfe_dcba, NONE, 0)),
    ("crc24_flexray_b", crc(24, 0x5d_6dcb, 0xab_cdef, NONE, 0)),
    ("crc24_interlaken", crc(24, 0x32_8b63, 0xff_ffff, NONE, 0xff_ffff)),
    ("crc24_lte_a", crc(24, 0x86_4cfb, 0, NONE, 0)),
    ("crc24_lte_b", crc(24, 0x80_0063, 0, NONE, 0)),
    ("crc24_os_9", crc(24, 0x80_0063, 0xff_ffff, NONE, 0xff_ffff)),
    ("crc30_cdma", crc(30, 0x2030_b9c7, 0x3fff_ffff, NONE, 0x3fff_ffff)),
    ("crc31_philips", crc(31, 0x4c1_1db7, 0x7fff_ffff, NONE, 0x7fff_ffff)),
    ("crc32", Crc::CRC_32),
    ("crc32_aixm", crc(32, 0x8141_41ab, 0, NONE, 0)),
    ("crc32_autosar", crc(32, 0xf4ac_fb13, 0xffff_ffff, BOTH, 0xffff_ffff)),
    ("crc32_base91_d", crc(32, 0xa833_982b, 0xffff_ffff, BOTH, 0xffff_ffff)),
    ("crc32_bzip2", crc(32, 0x4c1_1db7, 0xffff_ffff, NONE, 0xffff_ffff)),
    ("crc32_cd_rom_edc", crc(32, 0x8001_801b, 0, BOTH, 0)),
    ("crc32_cksum", crc(32, 0x4c1_1db7, 0, NONE, 0xffff_ffff)),
    ("crc32_jamcrc", crc(32, 0x4c1_1db7, 0xffff_ffff, BOTH, 0)),
    ("crc32_mef", crc(32, 0x741b_8cd7, 0xffff_ffff, BOTH, 0)),
    ("crc32_mpeg2", crc(32, 0x4c1_1db7, 0xffff_ffff, NONE, 0)),
    ("crc32_ogg", crc(32, 0x4c1_1db7, 0, NONE, 0)),
    ("crc32_xfer", crc(32, 0xaf, 0, NONE, 0)),
    ("crc32c", crc(32, 0x1edc_6f41, 0xffff_ffff, BOTH, 0xffff_ffff)),
    ("crc40_gsm", crc(40, 0x482_0009, 0, NONE, 0xff_ffff_ffff)),
    ("crc64", crc(64, 0x42f0_e1eb_a9ea_3693, 0xffff_ffff_ffff_ffff, BOTH, 0xffff_ffff_ffff_ffff)),
    ("crc64_ecma_182", crc(64, 0x42f0_e1eb_a9ea_3693, 0, NONE, 0)),
    ("crc64_go_iso", crc(64, 0x1b, 0xffff_ffff_ffff_ffff, BOTH, 0xffff_ffff_ffff_ffff)),
    ("crc64_ms", crc(64, 0x259c_84cb_a642_6349, 0xffff_ffff_ffff_ffff, BOTH, 0)),
    (
        "crc64_nvme",
        crc(64, 0xad93_d235_94c9_3659, 0xffff_ffff_ffff_ffff, BOTH, 0xffff_ffff_ffff_ffff),
    ),
    ("crc64_redis", crc(64, 0xad93_d235_94c9_35a9, 0, BOTH, 0)),
    (
        "crc64_we",
        crc(64, 0x42f0_e1eb_a9ea_3693, 0xffff_ffff_ffff_ffff, NONE, 0xffff_ffff_ffff_ffff),
    ),
];
