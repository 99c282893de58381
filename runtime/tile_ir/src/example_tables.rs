//! Contexts for the examples of the schema: tables for references in examples that do not show their tables.

use super::generated::examples::Example;
use super::generated::samples::VALUES;
use super::generated::{DebugEntry, Type};
use super::{File, Module};
use crate::codec::context::Context;
use crate::write::numbering::Encoder;

/// Number of entries of each table.
const ENTRIES: usize = 64;

/// Calls `attempt` with tables in which all types are the one that the example states, otherwise the first types of every file
/// of the Python front end.
pub(super) fn example(example: &Example, attempt: &mut dyn FnMut(&Context<'_>, &mut Encoder<'_>)) {
    let types = match example.context {
        "" => {
            let mut types = vec![Type::Float32; ENTRIES];
            types[..2].clone_from_slice(&[Type::Int1, Type::Int32]);
            types
        }
        "i1" => vec![Type::Int1; ENTRIES],
        "f64" => vec![Type::Float64; ENTRIES],
        _ => return,
    };
    let mut module = Module::new(example.version);
    module.types = types;
    module.strings = vec![b"text".as_slice().into(); ENTRIES];
    module.constants = vec![Box::default(); ENTRIES];
    module.debug = vec![DebugEntry::Unknown; ENTRIES];
    let Ok(bytes) = module.write(&Default::default()) else { return };
    let Ok(file) = File::open(&bytes) else { return };
    let context = Context { features: example.features, ..file.context() };
    let mut encoder = Encoder::new(&module, example.version, example.features, None);
    encoder.define_first(VALUES);
    attempt(&context, &mut encoder);
}
