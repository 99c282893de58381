//! Nesting deeper than any stack, and circles.

use super::bytes::{
    Forged, REGIONS, block, custom, i32_type, isolated, module, op, outcome, region,
    unknown_location, varints,
};
use bytespec::Result;
use bytespec::mlir::{
    AttributeId, Event, File, Module, Numbering, ReadOptions, WriteOptions, section,
};
use bytespec_tests::mlir_hostile;

const DEPTH: usize = 200_000;

fn canonical() -> WriteOptions {
    WriteOptions::default().numbering(Numbering::Canonical)
}

/// A file whose attributes hold one another, each the one that `next` says; the module is at the
/// location of the first.
fn chain(next: impl Fn(u64) -> u64) -> Vec<u8> {
    let mut attributes = vec![unknown_location()];
    for index in 1..=DEPTH as u64 {
        attributes.push(varints(&[0, 1, next(index)]));
    }
    let mut ir = module(6, 0, &[]);
    ir.splice(3..4, varints(&[1]));
    Forged::new()
        .with_entries(&custom(&attributes), &custom(&[i32_type()]))
        .with(section::IR, ir)
        .bytes()
}

pub(super) fn survives(bytes: &[u8]) -> Result<()> {
    let findings = mlir_hostile::check(bytes);
    assert!(findings.read && findings.renumbered && findings.damaged == 0, "{findings:?}");
    let module = Module::read(bytes)?;
    assert_eq!(
        module.location(module.walk().next().unwrap_or_else(|| panic!())),
        Some(AttributeId(1))
    );
    assert_eq!(module.reencode()?.difference, None);
    let written = module.write(&canonical())?;
    assert!(Module::read(&written)?.write(&canonical())? == written);
    Ok(())
}

#[test]
fn chains_of_attributes() -> Result<()> {
    survives(&chain(|index| if index == DEPTH as u64 { 0 } else { index + 1 }))
}

#[test]
fn circles_of_attributes() -> Result<()> {
    survives(&chain(|index| if index == DEPTH as u64 { 1 } else { index + 1 }))?;
    // One that holds itself.
    survives(&chain(|index| index))
}

#[test]
fn chains_and_circles_of_types() -> Result<()> {
    for last in [0, 1] {
        let mut types = vec![i32_type()];
        for index in 1..=DEPTH as u64 {
            let next = if index == DEPTH as u64 { last } else { index + 1 };
            types.push(varints(&[2, 1, next, 0]));
        }
        let attributes = custom(&[unknown_location(), varints(&[6, 1])]);
        let mut ir = module(6, 0, &[]);
        ir.splice(3..4, varints(&[1]));
        survives(
            &Forged::new().with_entries(&attributes, &custom(&types)).with(section::IR, ir).bytes(),
        )?;
    }
    Ok(())
}

/// An operation in a region of an operation, and so on.
fn nested(version: u8, depth: usize, is_isolated: bool) -> Vec<u8> {
    // From the inside out, the lengths of nested sections are known; what is in front of an
    // operation is collected backwards.
    let mut parts: Vec<Vec<u8>> = Vec::new();
    let mut len = 0;
    for level in 0..depth {
        let inner = varints(&[1, 0, u64::from(level > 0) << 1]);
        let mut head = op(REGIONS, &[1 << 1 | u64::from(is_isolated)]);
        if is_isolated && version >= 2 {
            head.push(section::IR);
            head.extend(varints(&[(len + inner.len()) as u64]));
        }
        head.extend(inner);
        len += head.len();
        parts.push(head);
    }
    parts.reverse();
    let mut ops = Vec::new();
    if depth > 0 {
        ops.push(parts.concat());
    }
    Forged::with_ops(version, 0, &ops).bytes()
}

#[test]
fn regions_in_regions() -> Result<()> {
    let mut written = Vec::new();
    for (version, is_isolated) in [(0, true), (6, false), (6, true)] {
        let bytes = nested(version, DEPTH, is_isolated);
        let findings = mlir_hostile::check(&bytes);
        assert!(findings.read && findings.renumbered, "{findings:?}");
        assert_eq!(findings.operations, DEPTH as u64 + 1);
        let module = Module::read(&bytes)?;
        assert!(module.write(&WriteOptions::default())? == bytes, "pinned");
        if version == 6 {
            written.push(module.write(&canonical())?);
        }
    }
    // Everything is isolated that uses nothing from outside.
    assert!(written[0] == written[1]);
    Ok(())
}

#[test]
fn regions_that_are_passed_one_by_one() -> Result<()> {
    let bytes = nested(6, DEPTH, true);
    let mut module = Module::read_with(&bytes, &ReadOptions::default().lazy(true))?;
    assert_eq!(module.op_count(), 2);
    module.materialize_all()?;
    assert_eq!(module.op_count(), DEPTH + 1);
    let file = File::open(&bytes)?;
    let mut walker = file.walk();
    let mut passed = 0;
    while let Some(event) = walker.next()? {
        if let Event::Operation(operation) = event
            && operation.depth == 1
        {
            walker.skip_regions()?;
            passed += 1;
        }
    }
    assert_eq!(passed, 1);
    Ok(())
}

/// The helpers above make what they say.
#[test]
fn shallow_nesting_is_what_it_should_be() {
    let inner = [op(REGIONS, &[]), isolated(6, 1, &region(0, &[block(&[])]))].concat();
    let outer = [op(REGIONS, &[]), isolated(6, 1, &region(0, &[block(&[inner])]))].concat();
    let expected = Forged::with_ops(6, 0, &[outer]).bytes();
    assert_eq!(nested(6, 2, true), expected);
    assert_eq!(outcome(&expected), "accepted");
    assert_eq!(outcome(&nested(6, 3, false)), "accepted");
}
