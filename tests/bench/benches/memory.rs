//! How much memory a module takes: what its allocations add up to.
//!
//! In a program of its own, since counting allocations makes them slower.

use bytespec::tile_ir::{File, Module, Op, Version};
use bytespec_bench::mlir::generate;
use bytespec_bench::mlir::reference::{Reference, Scratch, rewritten};
use bytespec_bench::sample::sample;
use bytespec_bench::{mlir, tile_ir};

fn main() {
    tile_ir_module();
    mlir_module();
}

/// Of MLIR, where the module stays beside the file that it was read from.
fn mlir_module() {
    let bytes = generate::sample(10_000_000).bytes;
    let bytes = rewritten(&bytes).unwrap_or(bytes);
    let ops = mlir::walk_counts(&bytes).ops;
    let of_file = |number: f64| number / bytes.len() as f64;
    println!("\nMLIR memory: {ops} operations in {} bytes", bytes.len());

    let walked = allocation_counter::measure(|| {
        mlir::walk_counts(&bytes);
    });
    println!("walk: {} bytes at most, {} allocations", walked.bytes_max, walked.count_total);

    let mut module = None;
    let read = allocation_counter::measure(|| module = bytespec::mlir::Module::read(&bytes).ok());
    let module = module.expect("a well-formed file");
    let resident = 1.0 + of_file(read.bytes_current as f64);
    println!(
        "read a module: {:.1} bytes for an operation, {:.3} allocations; with the file {resident:.2} \
         times its size, {:.2} at most while reading",
        read.bytes_current as f64 / ops as f64,
        read.count_total as f64 / ops as f64,
        1.0 + of_file(read.bytes_max as f64),
    );
    let word = if resident < 4.0 { "met" } else { "MISSED" };
    println!("  aim: memory with the file / file = {resident:.2}, < 4: {word}");
    if let Some(grown) = Reference::memory(Scratch::with(&bytes).path()) {
        println!("LLVM, read a module: {:.2} times the file at most", of_file(grown as f64));
    }

    let options = bytespec::mlir::WriteOptions::default();
    let written = allocation_counter::measure(|| drop(module.write(&options)));
    println!("write, pinned: {:.2} times the file at most", of_file(written.bytes_max as f64));
}

fn tile_ir_module() {
    let sample = sample(10_000_000, Version::LATEST);
    let per_op = |bytes: i64| bytes as f64 / sample.ops as f64;
    println!("\nmemory: {} operations in {} bytes", sample.ops, sample.bytes.len());

    let mut file = None;
    let opened = allocation_counter::measure(|| file = File::open(&sample.bytes).ok());
    let walked = allocation_counter::measure(|| {
        tile_ir::visitor_counts(&sample.bytes);
    });
    println!("open: {} bytes in {} allocations", opened.bytes_current, opened.count_total);
    println!("walk: {} bytes at most, {} allocations", walked.bytes_max, walked.count_total);

    let mut module = None;
    let read = allocation_counter::measure(|| module = Module::read(&sample.bytes).ok());
    let module = module.expect("a well-formed file");
    println!(
        "read a module: {:.1} bytes for an operation ({:.1} at most while reading), {:.3} \
         allocations; size of `Op`: {}",
        per_op(read.bytes_current),
        per_op(read.bytes_max as i64),
        read.count_total as f64 / sample.ops as f64,
        size_of::<Op>()
    );
    let resident = per_op(read.bytes_current);
    let word = if resident < 90.0 { "met" } else { "MISSED" };
    println!("  aim: bytes for an operation = {resident:.1}, < 90: {word}");

    let encoded = allocation_counter::measure(|| drop(module.write(&Default::default())));
    println!(
        "encode: {:.1} bytes for an operation at most, {:.3} allocations",
        per_op(encoded.bytes_max as i64),
        encoded.count_total as f64 / sample.ops as f64
    );
}
