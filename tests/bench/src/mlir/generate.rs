//! Modules of realistic MLIR, made through the library's own [`Module`].
//!
//! A module is a pipeline of functions with some 200 operations each, of the dialects that a model
//! goes through on its way down: arithmetic on scalars and indices, constants, loops that carry a
//! value, branches with a result, memory, tensors and calls. Nearly every operation has a location
//! of its own, as in what a compiler's front end makes.

mod body;

use bytespec::Result;
use bytespec::mlir::{
    AttributeId, BlockId, BuiltinAttribute, BuiltinType, Module, NewOperation, OpId,
    PropertyBlobId, Signedness, TypeId, WriteOptions,
};
use bytespec::wire::Writer;

use crate::rng::Rng;

/// A generated file.
#[derive(Debug, Clone)]
pub struct Sample {
    /// The file.
    pub bytes: Vec<u8>,
    /// Operations in it.
    pub ops: u64,
}

/// What a function adds to the file, about.
const FUNCTION_BYTES: usize = 5300;
/// Functions that are declared and not defined.
const DECLARED: u32 = 24;

/// A file of about `size` bytes, valid for LLVM 22.
///
/// # Panics
/// Never: what is made is valid.
pub fn sample(size: usize) -> Sample {
    let functions = (size / FUNCTION_BYTES).max(1) as u32;
    let mut generator = Generator::new().expect("nothing is too large");
    generator.functions(functions).expect("nothing is too large");
    let bytes = generator.module.write(&WriteOptions::default()).expect("a valid module");
    Sample { bytes, ops: generator.ops }
}

/// Types that every function uses.
#[derive(Debug, Clone, Copy)]
struct Types {
    index: TypeId,
    bool: TypeId,
    int: TypeId,
    float: TypeId,
}

/// The module on its way, and what all functions share.
struct Generator {
    module: Module<'static>,
    rng: Rng,
    types: Types,
    /// Names of files and of what stands in them.
    files: Vec<AttributeId>,
    scopes: Vec<AttributeId>,
    /// The layout of every memref.
    layout: AttributeId,
    /// Property blobs, the most common first.
    fastmath: [PropertyBlobId; 3],
    overflow: [PropertyBlobId; 2],
    ops: u64,
}

/// Writes an optional attribute among properties.
fn optional(writer: &mut Writer, id: Option<AttributeId>) {
    writer.prefix(id.map_or(0, |id| u64::from(id.0) << 1 | 1));
}

impl Generator {
    fn new() -> Result<Self> {
        let mut module = Module::new("MLIR22.1.8");
        let integer = |width| BuiltinType::IntegerType { signedness: Signedness::Signless, width };
        let types = Types {
            index: module.add_type(BuiltinType::IndexType)?,
            bool: module.add_type(integer(1))?,
            int: module.add_type(integer(32))?,
            float: module.add_type(BuiltinType::Float32Type)?,
        };
        let mut strings = |count: u32, name: fn(u32) -> String| {
            (0..count).map(|n| module.string_attribute(&name(n))).collect::<Result<Vec<_>>>()
        };
        let files = strings(48, |n| format!("pipeline/stage_{n:02}.py"))?;
        let scopes = strings(12, |n| format!("encoder.block{n}"))?;
        let layout = module.add_attribute_text(b"builtin", "affine_map<(d0, d1) -> (d0, d1)>")?;
        let mut blob = |text: &str| {
            let id = module.add_attribute_text(b"arith", text)?;
            let mut writer = Writer::new();
            optional(&mut writer, Some(id));
            module.add_properties(writer.as_slice())
        };
        let fastmath = [
            blob("#arith.fastmath<none>")?,
            blob("#arith.fastmath<fast>")?,
            blob("#arith.fastmath<contract>")?,
        ];
        let overflow = [blob("#arith.overflow<none>")?, blob("#arith.overflow<nsw>")?];
        let rng = Rng::new(0x6d6c_6972);
        Ok(Generator { module, rng, types, files, scopes, layout, fastmath, overflow, ops: 1 })
    }

    /// The block of the module operation.
    fn top(&self) -> BlockId {
        let region =
            self.module.ops(self.module.root()).find_map(|op| self.module.regions(op).next());
        region.and_then(|region| self.module.blocks(region).next()).unwrap_or(self.module.root())
    }

    fn functions(&mut self, count: u32) -> Result<()> {
        let top = self.top();
        for number in 0..DECLARED {
            let location = self.module.unknown_location()?;
            let types = ([self.types.float, self.types.int], [self.types.float]);
            let name = declared_name(number);
            let op = self.function(&name, &types.0, &types.1, Some("private"), None, location)?;
            self.module.append(top, op)?;
        }
        for number in 0..count {
            body::function(self, top, number)?;
        }
        Ok(())
    }

    /// A `func.func` with one empty region, which stands nowhere yet.
    fn function(
        &mut self,
        name: &str,
        inputs: &[TypeId],
        results: &[TypeId],
        visibility: Option<&str>,
        attributes: Option<AttributeId>,
        location: AttributeId,
    ) -> Result<OpId> {
        let module = &mut self.module;
        let ty = module.add_type(BuiltinType::FunctionType {
            inputs: inputs.iter().copied().collect(),
            results: results.iter().copied().collect(),
        })?;
        let ty = module.add_attribute(BuiltinAttribute::TypeAttr { value: ty })?;
        let name = module.string_attribute(name)?;
        let visibility = visibility.map(|text| module.string_attribute(text)).transpose()?;
        let mut properties = Writer::new();
        optional(&mut properties, None); // arg_attrs
        properties.prefix(u64::from(ty.0)); // function_type
        optional(&mut properties, None); // no_inline
        optional(&mut properties, None); // res_attrs
        properties.prefix(u64::from(name.0)); // sym_name
        optional(&mut properties, visibility); // sym_visibility
        let properties = Some(module.add_properties(properties.as_slice())?);
        let operation =
            NewOperation { attributes, properties, regions: 1, ..NewOperation::default() };
        self.ops += 1;
        module.make("func.func", location, operation)
    }

    /// A place in a source file; a quarter are places in what is called, a tenth have a name.
    fn location(&mut self, file: usize, line: u64) -> Result<AttributeId> {
        let column = u64::from(self.rng.between(1, 90));
        let filename = self.files[file];
        let place = BuiltinAttribute::FileLineColLoc { filename, line, column };
        let place = self.module.add_attribute(place)?;
        let kind = self.rng.below(100);
        if kind < 65 {
            return Ok(place);
        }
        let name = self.scopes[self.rng.below(self.scopes.len() as u32) as usize];
        let named = BuiltinAttribute::NameLoc { name, child: place };
        let named = self.module.add_attribute(named)?;
        if kind >= 90 {
            return Ok(named);
        }
        let filename = self.files[self.rng.below(self.files.len() as u32) as usize];
        let (line, column) = (self.rng.between(1, 700), self.rng.between(1, 60));
        let caller = self.module.add_attribute(BuiltinAttribute::FileLineColLoc {
            filename,
            line: line.into(),
            column: column.into(),
        })?;
        self.module.add_attribute(BuiltinAttribute::CallSiteLoc { callee: named, caller })
    }
}

/// The name of a function without a body.
fn declared_name(number: u32) -> String {
    format!("library_{number}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mlir::walk_counts;

    #[test]
    fn samples_are_deterministic_and_of_the_size_asked_for() {
        let sample = sample(300_000);
        assert!((200_000..400_000).contains(&sample.bytes.len()), "{}", sample.bytes.len());
        assert_eq!(walk_counts(&sample.bytes).ops, sample.ops);
        assert!(super::sample(300_000).bytes == sample.bytes);
    }

    #[test]
    fn samples_come_back() {
        let sample = sample(100_000);
        let module = Module::read(&sample.bytes).expect("a well-formed file");
        let written = module.write(&WriteOptions::default()).expect("a valid module");
        assert!(written == sample.bytes);
    }
}
