//! How much memory a module takes: what its allocations add up to.
//!
//! In a program of its own, since counting allocations makes them slower.

use bytespec::tile_ir::{File, Module, Op, Version};
use bytespec_bench::sample::sample;
use bytespec_bench::tile_ir;

fn main() {
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
    let word = if resident < 100.0 { "met" } else { "MISSED" };
    println!("  aim: bytes for an operation = {resident:.1}, < 100: {word}");

    let encoded = allocation_counter::measure(|| drop(module.encode()));
    println!(
        "encode: {:.1} bytes for an operation at most, {:.3} allocations",
        per_op(encoded.bytes_max as i64),
        encoded.count_total as f64 / sample.ops as f64
    );
}
