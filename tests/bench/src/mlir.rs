//! MLIR bytecode: inputs ([`generate`], [`weights`]), what attributes hold ([`fields`]), the library
//! put to use, and the C++ reference beside it ([`mod@reference`]).

pub mod fields;
pub mod generate;
pub mod reference;
pub mod weights;

use bytespec::mlir::{Event, File};

/// What a walk over a file meets.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Operations.
    pub ops: u64,
    /// A number made of what the operations carry, so that all of it is read.
    pub payload: u64,
}

/// Walks over all operations, with the numbers of their operands, results and attributes.
///
/// # Panics
/// When the file is malformed.
pub fn walk_counts(input: &[u8]) -> Counts {
    let file = File::open(input).expect("a well-formed file");
    let mut counts = Counts::default();
    let mut walker = file.walk();
    while let Some(event) = walker.next().expect("well-formed operations") {
        match event {
            Event::Operation(operation) => {
                let record = &operation.record;
                let mut sum = u64::from(record.name.0) + u64::from(record.location.0);
                sum += record.attributes.map_or(0, |id| u64::from(id.0));
                sum += record.properties.map_or(0, |id| u64::from(id.0));
                if let Some(types) = &record.results {
                    sum += types.iter().map(|ty| u64::from(ty.0)).sum::<u64>();
                }
                if let Some(values) = &record.operands {
                    sum += values.iter().map(|value| u64::from(value.0)).sum::<u64>();
                }
                if let Some(blocks) = &record.successors {
                    sum += blocks.iter().map(|block| u64::from(block.0)).sum::<u64>();
                }
                counts.ops += 1;
                counts.payload = counts.payload.wrapping_add(sum);
            }
            Event::Block(block) => {
                if let Some(arguments) = &block.record.arguments {
                    let types = arguments.iter().map(|argument| u64::from(argument.r#type.0));
                    counts.payload = counts.payload.wrapping_add(types.sum());
                }
            }
            _ => {}
        }
    }
    counts
}
