//! MLIR bytecode: inputs ([`generate`], [`weights`]), what attributes hold ([`fields`]), the library
//! put to use, and the C++ reference beside it ([`mod@reference`]).

pub mod fields;
pub mod generate;
pub mod reference;
pub mod weights;

use bytespec::mlir::{Event, File};
use bytespec::wire::{Cursor, Writer};

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
                let mut sum = u64::from(operation.name.0) + u64::from(operation.location.0);
                sum += operation.attributes.map_or(0, |id| u64::from(id.0));
                sum += operation.properties.map_or(0, |id| u64::from(id.0));
                sum += operation.results().iter().map(|ty| u64::from(ty.0)).sum::<u64>();
                sum += operation.operands().iter().map(|value| u64::from(value.0)).sum::<u64>();
                sum += operation.successors().iter().map(|block| u64::from(block.0)).sum::<u64>();
                counts.ops += 1;
                counts.payload = counts.payload.wrapping_add(sum);
            }
            Event::Block(block) => {
                if block.arguments > 0
                    && let Some(arguments) = &block.record().arguments
                {
                    let types = arguments.iter().map(|argument| u64::from(argument.r#type.0));
                    counts.payload = counts.payload.wrapping_add(types.sum());
                }
            }
            _ => {}
        }
    }
    counts
}

/// The numbers that a walk over a file meets, one after the other and nothing between them: what [`bare`] reads.
///
/// # Panics
/// When the file is malformed.
pub fn numbers(input: &[u8]) -> Vec<u8> {
    let file = File::open(input).expect("a well-formed file");
    let mut writer = Writer::new();
    let mut walker = file.walk();
    let list = |writer: &mut Writer, numbers: &mut dyn ExactSizeIterator<Item = u32>| {
        writer.prefix(numbers.len() as u64);
        numbers.for_each(|number| writer.prefix(number.into()));
    };
    while let Some(event) = walker.next().expect("well-formed operations") {
        match event {
            Event::Operation(operation) => {
                let record = operation.record();
                writer.prefix(record.name.0.into());
                // The mask takes a byte.
                writer.prefix(0);
                writer.prefix(record.location.0.into());
                record.attributes.iter().for_each(|id| writer.prefix(id.0.into()));
                record.properties.iter().for_each(|id| writer.prefix(id.0.into()));
                if let Some(types) = &record.results {
                    list(&mut writer, &mut types.iter().map(|ty| ty.0));
                }
                if let Some(values) = &record.operands {
                    list(&mut writer, &mut values.iter().map(|value| value.0));
                }
                if let Some(blocks) = &record.successors {
                    list(&mut writer, &mut blocks.iter().map(|block| block.0));
                }
                operation.regions.iter().for_each(|header| writer.prefix(header.regions << 1));
            }
            Event::Region(header) => {
                writer.prefix(header.blocks);
                header.values.iter().for_each(|values| writer.prefix(*values));
            }
            Event::Block(block) => {
                writer.prefix(block.operations << 1);
                if let Some(arguments) = &block.record().arguments {
                    writer.prefix(arguments.len() as u64);
                    for argument in arguments.iter() {
                        writer.prefix(u64::from(argument.r#type.0) << 1);
                        argument.location.iter().for_each(|id| writer.prefix(id.0.into()));
                    }
                }
            }
            _ => {}
        }
    }
    writer.into_bytes()
}

/// The sum of prefix varints, in a loop that checks bounds and does nothing else: the least that a walk over them can take.
///
/// # Panics
/// When they end inside of a number.
pub fn bare(numbers: &[u8]) -> u64 {
    let mut cursor = Cursor::new(numbers);
    let mut sum = 0u64;
    while !cursor.is_empty() {
        sum = sum.wrapping_add(cursor.prefix().expect("whole numbers"));
    }
    sum
}
