//! Which sections a file may have: both decoders and both writers go by the schema.

use crate::mlir::mlir_plan;
use crate::tile_ir_plan;
use crate::wasm::{self, MODULES, wasm_plan};
use bytespec::container::{Container, Part};
use bytespec::plan::data::Plan;
use bytespec::plan::{File, FileValue};
use bytespec::wire::{Cursor, Writer};
use bytespec::{Result, mlir, tile_ir};
use bytespec_tests::corpus::valid;
use bytespec_tests::mlir_corpus::mlir_corpus;

/// How many files of a format are taken apart.
const FILES: usize = 12;

/// Larger modules take longer and have the same sections.
const MAX_FILE: usize = 64 << 10;

/// A file with these of its sections, in this order.
fn rearranged(container: &Container, head: &[u8], parts: &[Part], order: &[usize]) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.bytes(head);
    order.iter().for_each(|at| container.write_part(&mut writer, &parts[*at]));
    writer.into_bytes()
}

/// Every way to leave one section out, to have one twice and to have two change places.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let all = || 0..count;
    let without = all().map(|left| all().filter(|at| *at != left).collect());
    let twice = all().map(|again| all().chain([again]).collect());
    let swapped = all().skip(1).map(|at| {
        let mut order: Vec<usize> = all().collect();
        order.swap(at - 1, at);
        order
    });
    without.chain(twice).chain(swapped).collect()
}

/// Takes files apart: what one decoder refuses the other one does, at the same place, and what readers refuse writers do.
fn disassembled<'f>(
    plan: &Plan,
    container: &Container,
    files: impl Iterator<Item = &'f [u8]>,
    open: impl Fn(&[u8]) -> Result<()>,
) -> [usize; 2] {
    let mut counts = [0; 2];
    for input in files.take(FILES) {
        let mut file = File::open(plan, input, &[]).expect("a file of the corpus");
        let value = file.read().expect("a file of the corpus");
        let start = file.sections().first().map_or(input.len(), |section| section.header);
        let mut cursor = Cursor::over(input, start, input.len()).expect("the sections");
        let version = file.executor().version().and_then(|name| {
            plan.name(plan.axes[0].versions).split(' ').position(|known| known == name)
        });
        let found = container.read(&mut cursor, version.unwrap_or(0) as u32);
        let found = found.expect("a file of the corpus");
        let parts: Result<Vec<Part>> = found.iter().map(|section| section.part(input)).collect();
        let parts = parts.expect("a file of the corpus");
        for order in orders(parts.len()) {
            let bytes = rearranged(container, &input[..start], &parts, &order);
            let read = File::open(plan, &bytes, &[]);
            match (open(&bytes), &read) {
                (Ok(()), Ok(_)) => {}
                (Err(one), Err(other)) => assert_eq!(one.offset(), other.offset(), "{order:?}"),
                (one, other) => {
                    panic!("{order:?}: generated {one:?}, interpreted {:?}", other.as_ref().err())
                }
            }
            let sections = order.iter().map(|at| value.sections[*at].clone()).collect();
            let written = file.write(&FileValue { sections, ..value.clone() });
            match (&read, written) {
                (Ok(_), Ok(written)) => {
                    assert_eq!(written, bytes, "{order:?}");
                    counts[0] += 1;
                }
                (Err(_), Err(_)) => counts[1] += 1,
                // What needs a section that is not there is found where it is read.
                (Ok(_), Err(_)) if order.len() < parts.len() => {}
                (read, written) => {
                    panic!("{order:?}: read {:?}, written {written:?}", read.as_ref().err())
                }
            }
        }
    }
    counts
}

#[test]
fn sections_of_mlir_come_once_and_some_together() {
    let files = mlir_corpus().iter().map(|file| file.bytes.as_slice());
    let open = |bytes: &[u8]| mlir::File::open(bytes).map(|_| ());
    let [taken, refused] = disassembled(mlir_plan(), &mlir::CONTAINER, files, open);
    assert!(taken > 0 && refused > 0, "{taken} taken, {refused} refused");
}

#[test]
fn sections_of_tile_ir_come_in_any_order() {
    let files = valid().map(|file| file.bytes.as_slice());
    let open = |bytes: &[u8]| tile_ir::File::open(bytes).map(|_| ());
    let [taken, refused] = disassembled(tile_ir_plan(), &tile_ir::CONTAINER, files, open);
    assert!(taken > 0 && refused > 0, "{taken} taken, {refused} refused");
}

#[test]
fn sections_of_wasm_come_once_and_in_order() {
    let files = MODULES.iter().map(|(_, bytes)| *bytes).filter(|bytes| bytes.len() < MAX_FILE);
    let open = |bytes: &[u8]| wasm::opened(bytes);
    let [taken, refused] = disassembled(wasm_plan(), &wasm::CONTAINER, files, open);
    assert!(taken > 0 && refused > 0, "{taken} taken, {refused} refused");
}
