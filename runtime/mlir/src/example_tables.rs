//! Contexts for the examples of the schema: tables for references in examples that do not show their tables.

use super::Module;
use super::generated::examples::Example;
use super::generated::{BuiltinType, Signedness};
use crate::codec::context::Context;
use crate::codec::context::HasTypes;
use crate::codec::encoder::{Encoder, EntryNumbers};

/// Number of entries of the type table.
const MAX_ENTRIES: usize = 100;

/// Calls `attempt` with a table of integers of the width that the example states, otherwise of 32 bits.
pub(super) fn example(example: &Example, attempt: &mut dyn FnMut(&Context<'_>, &mut Encoder<'_>)) {
    let width = match example.context {
        "" => Ok(32),
        context => context.trim_end_matches(" bits").parse(),
    };
    let mut module = Module::for_version("", example.version);
    module.release = example.release;
    module.dialect_releases = example.dialects;
    let signedness = Signedness::Signless;
    let ty = width.map(|width| module.add_type(BuiltinType::IntegerType { signedness, width }));
    let Ok(Ok(ty)) = ty else { return };
    let Some(entry) = module.types.get(ty.0 as usize) else { return };
    module.types = vec![entry; MAX_ENTRIES].into();
    let types = Some(&module as &dyn HasTypes);
    let mut encoder =
        Encoder::new(example.version, example.release, types, EntryNumbers::UNCHECKED)
            .with_dialects(example.dialects);
    attempt(&module.context(), &mut encoder);
}
