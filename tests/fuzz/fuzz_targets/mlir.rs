//! Any bytes as a file of MLIR bytecode.

#![no_main]

use bytespec_tests::mlir_hostile;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    mlir_hostile::check(bytes);
});
