//! How fast the attributes of dialects are decoded and encoded, on an artifact that JAX exported.
//!
//! `cargo bench -p bytespec-bench --bench dialects [-- ROUNDS]`

use bytespec::mlir::{Attribute, AttributeEntry, AttributeId, File, Module};
use bytespec::wire::Writer;
use bytespec_bench::mlir::fields::fields;
use bytespec_bench::race::Race;
use bytespec_tests::mlir_corpus::mlir_corpus;

/// The training step of a model with 24 layers: the largest artifact of the corpus.
const ARTIFACT: &str = "real/jax/gpt24_train_adam.vhlo";

fn main() {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with("--"));
    let rounds = words.next().and_then(|word| word.parse().ok()).unwrap_or(21);
    let found = mlir_corpus().iter().find(|file| file.name == ARTIFACT);
    let bytes = &found.expect("the artifact is in the corpus").bytes;
    let file = File::open(bytes).expect("a well-formed file");
    let count = file.attribute_count().expect("a well-formed table") as u32;
    let attribute = |index| match file.attribute(AttributeId(index)) {
        Ok(Attribute::Typed(attribute)) => attribute,
        other => panic!("attribute {index} is not typed: {other:?}"),
    };
    let total: u64 = (0..count).map(|index| fields(&attribute(index))).sum();
    let size: usize = (0..count)
        .filter_map(|index| Some(file.attribute_bytes(AttributeId(index)).ok()?.1.len()))
        .sum();
    let size = size as u64;
    let owned: Vec<AttributeEntry> = (0..count).map(|index| attribute(index).to_owned()).collect();
    let module = Module::read(bytes).expect("a well-formed file");

    let title = format!("dialects: {count} attributes with {total} fields in {size} bytes");
    let mut race = Race::new(title, "field", rounds);
    let decode = race.add("decode", total, size, || {
        (0..count).map(|index| attribute(index).tag()).fold(0, u64::wrapping_add)
    });
    race.add("decode, all fields by name", total, size, || {
        (0..count).map(|index| fields(&attribute(index))).sum::<u64>()
    });
    race.add("decode to owned", total, size, || {
        (0..count).map(|index| attribute(index).to_owned()).collect::<Vec<_>>()
    });
    race.add("encode", total, size, || {
        let mut encoder = module.encoder();
        let mut writer = Writer::new();
        for attribute in &owned {
            attribute.write(&mut writer, &mut encoder).expect("a valid attribute");
        }
        writer.len()
    });
    race.aim_rate(decode, 50.0);
    race.run();
}
