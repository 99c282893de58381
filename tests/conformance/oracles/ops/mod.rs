//! Every operation at every version: written by us, read by the disassembler.

mod arithmetic;
mod control_flow;
mod core;
pub(crate) mod coverage;
mod memory;
mod refused;
mod views;

use crate::suite::{Suite, report};
use bytespec::tile_ir::Version;

/// The cases of a version.
pub(crate) fn cases(version: Version) -> Suite {
    let mut suite = Suite::new(version);
    arithmetic::add(&mut suite);
    control_flow::add(&mut suite);
    core::add(&mut suite);
    memory::add(&mut suite);
    views::add(&mut suite);
    suite
}

#[test]
fn the_disassembler_prints_what_was_built() {
    let mut wrong = Vec::new();
    for &version in Version::ALL {
        let suite = cases(version);
        let (bytes, findings) = suite.run(&[]);
        println!("{version}: {} kernels in {} bytes", suite.cases.len(), bytes.len());
        wrong.extend(findings);
    }
    report(&wrong);
}
