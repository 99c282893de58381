//! What is known of operations fits what real files have of them.

use bytespec::Result;
use bytespec::mlir::{Event, File};
use bytespec::signatures::{CommonSignature, Group, Members};
use bytespec_tests::mlir_corpus::mlir_corpus;
use expect_test::expect;
use std::collections::BTreeMap;
use std::fmt::Write;

/// How many lists of operands, results, regions and successors have names, and how many that are known of
/// the release do not fit.
#[derive(Default)]
struct Found {
    named: [usize; 4],
    misfits: BTreeMap<String, usize>,
}

const PARTS: [&str; 4] = ["operands", "results", "regions", "successors"];

impl Found {
    fn see(
        &mut self,
        part: usize,
        name: &str,
        count: usize,
        groups: Option<&[Group]>,
        found: Option<Vec<Members>>,
    ) {
        let Some(groups) = groups else { return };
        match found {
            Some(found) => {
                let sum: usize = found.iter().map(|members| members.places.len()).sum();
                assert_eq!((sum, found.len()), (count, groups.len()), "{name}");
                self.named[part] += 1;
            }
            None => {
                *self.misfits.entry(format!("{name}: {count} {}", PARTS[part])).or_default() += 1
            }
        }
    }
}

#[test]
fn every_operation_fits_its_signature() -> Result<()> {
    let mut found = Found::default();
    for file in mlir_corpus() {
        let open = File::open(&file.bytes)?;
        let mut walk = open.walk();
        while let Some(event) = walk.next()? {
            let Event::Operation(operation) = event else { continue };
            let known: CommonSignature = open.signature(operation.name)?;
            if known == CommonSignature::default() {
                continue;
            }
            let name = open.op_name(operation.name)?.full();
            let sizes = open.segment_sizes(operation)?;
            let operands = operation.operands().len();
            let shared = known.share_operands(operands, sizes.operands.as_deref());
            found.see(0, &name, operands, known.operands, shared);
            let results = operation.results().len();
            let shared = known.share_results(results, sizes.results.as_deref());
            found.see(1, &name, results, known.results, shared);
            let regions = operation.regions.map_or(0, |header| header.regions as usize);
            found.see(2, &name, regions, known.regions, known.share_regions(regions));
            let successors = operation.successors().len();
            let shared = known.share_successors(successors);
            found.see(3, &name, successors, known.successors, shared);
        }
    }
    let mut text = format!("{:?} named\n", found.named);
    for (what, count) in &found.misfits {
        let _ = writeln!(text, "{what}: {count}");
    }
    expect![[r#"
        [87984, 87996, 87996, 87996] named
    "#]]
    .assert_eq(&text);
    Ok(())
}
