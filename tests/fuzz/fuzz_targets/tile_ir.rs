//! Any bytes as a CUDA Tile IR file.

#![no_main]

use bytespec_tests::hostile;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    hostile::check(bytes);
});
