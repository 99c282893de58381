//! Functions for the tests of this crate. They are not part of its public interface.

use crate::codec::context::Context;
use crate::edit::values::AttributeValue;
use crate::file::File;
use crate::generated::{Features, Op, OpKind, ResultValue, TypeId, Version};
use crate::module::Module;
use crate::text::{Assemble as _, Parts};
use crate::write::numbering::Encoder;
use bytespec_core::error::Result;
use bytespec_core::values::{RegionId, Value};

/// The context for reading entries of a file, with these features in place of those in its header.
#[must_use]
pub fn context<'a>(file: &'a File<'_>, features: Features) -> Context<'a> {
    Context { features, ..file.context() }
}

/// The context for writing entries of a module, and operations that use the first `defined` values.
#[must_use]
pub fn encoder(module: &Module, version: Version, features: Features, defined: u32) -> Encoder<'_> {
    let mut encoder = Encoder::new(module, version, features, None);
    encoder.define_first(defined);
    encoder
}

/// An operation from its parts: the types of its results, its attributes, its operands and its regions, by groups.
///
/// # Errors
/// Parts that the operation does not have, or that do not fit.
pub fn assemble(
    kind: OpKind,
    results: &[Vec<TypeId>],
    attributes: Vec<Option<AttributeValue>>,
    operands: Vec<Vec<Value>>,
    regions: Vec<RegionId>,
) -> Result<Op> {
    let undefined = |ty: &TypeId| ResultValue { value: Value::new(Value::MAX_INDEX), ty: *ty };
    let results = results.iter().map(|group| group.iter().map(undefined).collect()).collect();
    Op::assemble(kind, &mut Parts { results, attributes, operands, regions, ..Parts::default() })
}
