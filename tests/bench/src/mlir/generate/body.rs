//! The body of a function.

use bytespec::Result;
use bytespec::mlir::{
    AttributeId, BlockId, BuiltinAttribute, BuiltinType, NewOperation, OpId, PropertyBlobId,
    RegionId, TypeId, Value,
};
use bytespec::wire::Writer;

use super::{DECLARED, Generator, declared_name, optional};
use crate::rng::Rng;

/// Operations in a function; the last statement may go beyond.
const OPS: u64 = 200;
/// Loops and branches inside each other.
const DEPTH: u32 = 3;

/// Values in scope, by type, the newest last.
#[derive(Default)]
struct Scope {
    floats: Vec<Value>,
    ints: Vec<Value>,
    bools: Vec<Value>,
    indices: Vec<Value>,
    tensors: Vec<Value>,
}

impl Scope {
    fn mark(&self) -> [usize; 5] {
        let Scope { floats, ints, bools, indices, tensors } = self;
        [floats, ints, bools, indices, tensors].map(Vec::len)
    }

    fn back_to(&mut self, mark: [usize; 5]) {
        let Scope { floats, ints, bools, indices, tensors } = self;
        for (values, len) in [floats, ints, bools, indices, tensors].into_iter().zip(mark) {
            values.truncate(len);
        }
    }
}

/// One of the values, and most often one of the newest.
fn pick(rng: &mut Rng, values: &[Value]) -> Value {
    let count = values.len() as u32;
    let back = rng.below(count).min(rng.below(16)).min(rng.below(64));
    values[(count - 1 - back) as usize]
}

/// Writes one function.
struct Body<'g> {
    generator: &'g mut Generator,
    block: BlockId,
    scope: Scope,
    memory: Value,
    tensor: TypeId,
    /// Where in the source it is written.
    file: usize,
    line: u64,
}

/// Appends a function to a block.
pub(super) fn function(generator: &mut Generator, top: BlockId, number: u32) -> Result<()> {
    let types = generator.types;
    let rng = &mut generator.rng;
    let shape = [rng.between(1, 6), rng.between(1, 5)].map(|power| 4i64 << power);
    let (file, line) = (rng.below(generator.files.len() as u32) as usize, rng.between(1, 5000));
    let cost = rng.below(1 << 20);
    let module = &mut generator.module;
    let shape = || shape.into_iter().collect();
    let (element, layout) = (types.float, generator.layout);
    let tensor = module.add_type(BuiltinType::RankedTensorType { shape: shape(), element })?;
    let memory = module.add_type(BuiltinType::MemRefType { shape: shape(), element, layout })?;
    let inputs = [memory, tensor, types.index, types.float, types.int, types.bool];
    let results = [types.float, types.int, tensor];

    let stage = module.string_attribute(&format!("stage {number}"))?;
    let cost = module.add_attribute(BuiltinAttribute::IntegerAttr {
        r#type: types.int,
        value: u64::from(cost).into(),
    })?;
    let names = [module.add_string(b"cost")?, module.add_string(b"stage")?];
    let attributes = module.dictionary_attribute(names.into_iter().zip([cost, stage]).collect())?;
    let location = generator.location(file, u64::from(line))?;
    let name = format!("stage_{number}");
    let op = generator.function(&name, &inputs, &results, None, attributes, location)?;
    generator.module.append(top, op)?;

    let region = generator.module.regions(op).next();
    let Some(region) = region else { return Ok(()) };
    let block = generator.module.add_block(region, &inputs)?;
    let arguments: Vec<Value> = generator.module.arguments(block).collect();
    for argument in &arguments {
        generator.module.set_argument_location(*argument, Some(location))?;
    }
    let &[memory, weights, size, scale, seed, flag] = arguments.as_slice() else { return Ok(()) };
    let scope = Scope {
        floats: vec![scale],
        ints: vec![seed],
        bools: vec![flag],
        indices: vec![size],
        tensors: vec![weights],
    };
    let line = u64::from(line);
    Body { generator, block, scope, memory, tensor, file, line }.all()
}

impl Body<'_> {
    fn all(mut self) -> Result<()> {
        let end = self.generator.ops + OPS;
        for number in 0..3 {
            self.index(number)?;
        }
        for _ in 0..4 {
            self.constant()?;
        }
        while self.generator.ops < end {
            self.statement(0)?;
        }
        let results = [self.float(), self.int(), self.tensor()];
        self.op("func.return", &results, &[], None)?;
        Ok(())
    }

    fn below(&mut self, limit: u32) -> u32 {
        self.generator.rng.below(limit)
    }

    fn float(&mut self) -> Value {
        pick(&mut self.generator.rng, &self.scope.floats)
    }

    fn int(&mut self) -> Value {
        pick(&mut self.generator.rng, &self.scope.ints)
    }

    fn index_value(&mut self) -> Value {
        pick(&mut self.generator.rng, &self.scope.indices)
    }

    fn tensor(&mut self) -> Value {
        pick(&mut self.generator.rng, &self.scope.tensors)
    }

    fn location(&mut self) -> Result<AttributeId> {
        // Most lines hold one operation or two.
        self.line += u64::from(self.generator.rng.below(4) / 2);
        self.generator.location(self.file, self.line)
    }

    fn place(&mut self, name: &str, operation: NewOperation) -> Result<OpId> {
        let location = self.location()?;
        let module = &mut self.generator.module;
        let op = module.make(name, location, operation)?;
        module.append(self.block, op)?;
        self.generator.ops += 1;
        Ok(op)
    }

    fn op(
        &mut self,
        name: &str,
        operands: &[Value],
        results: &[TypeId],
        properties: Option<PropertyBlobId>,
    ) -> Result<Option<Value>> {
        let op = self.place(
            name,
            NewOperation {
                properties,
                operands: operands.to_vec(),
                results: results.to_vec(),
                ..NewOperation::default()
            },
        )?;
        Ok(self.generator.module.results(op).next())
    }

    fn statement(&mut self, depth: u32) -> Result<()> {
        match self.below(100) {
            0..34 => self.float_arithmetic(),
            34..54 => self.int_arithmetic(),
            54..60 => self.compare_and_select(),
            60..66 => self.constant(),
            66..74 => self.memory(),
            74..82 => self.tensors(),
            82..84 => {
                let number = self.below(256);
                self.index(number)
            }
            84..91 if depth < DEPTH => self.repeat(depth),
            91..96 if depth < DEPTH => self.branch(depth),
            96.. => self.call(),
            _ => self.float_arithmetic(),
        }
    }

    fn float_arithmetic(&mut self) -> Result<()> {
        let (a, b) = (self.float(), self.float());
        let choice = self.below(20);
        let flags = self.generator.fastmath[[0, 0, 0, 1, 2][self.below(5) as usize]];
        let two = ["arith.addf", "arith.mulf", "arith.subf", "arith.divf", "arith.maximumf"];
        let one = ["arith.negf", "math.exp", "math.tanh", "math.rsqrt"];
        let ty = [self.generator.types.float];
        let value = match choice {
            0..16 => self.op(two[choice as usize % 5], &[a, b], &ty, Some(flags))?,
            _ => self.op(one[choice as usize % 4], &[a], &ty, Some(flags))?,
        };
        self.scope.floats.extend(value);
        Ok(())
    }

    fn int_arithmetic(&mut self) -> Result<()> {
        let types = self.generator.types;
        let choice = self.below(10) as usize;
        let overflow = self.generator.overflow[self.below(8) as usize / 7];
        if choice == 9 {
            let (a, b) = (self.index_value(), self.index_value());
            let value = self.op("arith.addi", &[a, b], &[types.index], Some(overflow))?;
            self.scope.indices.extend(value);
            return Ok(());
        }
        let (a, b) = (self.int(), self.int());
        let plain = ["arith.xori", "arith.andi", "arith.ori"];
        let flagged = ["arith.addi", "arith.muli", "arith.subi"];
        let value = match choice {
            0..6 => self.op(flagged[choice % 3], &[a, b], &[types.int], Some(overflow))?,
            _ => self.op(plain[choice % 3], &[a, b], &[types.int], None)?,
        };
        self.scope.ints.extend(value);
        Ok(())
    }

    fn compare_and_select(&mut self) -> Result<()> {
        let types = self.generator.types;
        let module = &mut self.generator.module;
        let wide = module.add_type(BuiltinType::IntegerType {
            signedness: bytespec::mlir::Signedness::Signless,
            width: 64,
        })?;
        let value = u64::from(self.generator.rng.below(6)).into();
        let predicate = BuiltinAttribute::IntegerAttr { r#type: wide, value };
        let properties = self.required(predicate)?;
        let operands = [self.int(), self.int()];
        let found = self.op("arith.cmpi", &operands, &[types.bool], Some(properties))?;
        self.scope.bools.extend(found);
        let flag = pick(&mut self.generator.rng, &self.scope.bools);
        let operands = [flag, self.float(), self.float()];
        let value = self.op("arith.select", &operands, &[types.float], None)?;
        self.scope.floats.extend(value);
        Ok(())
    }

    /// Properties that are one attribute.
    fn required(&mut self, attribute: BuiltinAttribute) -> Result<PropertyBlobId> {
        let module = &mut self.generator.module;
        let id = module.add_attribute(attribute)?;
        let mut writer = Writer::new();
        writer.prefix(u64::from(id.0));
        module.add_properties(writer.as_slice())
    }

    fn constant(&mut self) -> Result<()> {
        let types = self.generator.types;
        if self.below(2) == 0 {
            // Numbers of all magnitudes around one, as weights are.
            let value = (self.below(1 << 24) as f32 / 8_388_608.0 - 1.0) * 4.0;
            let value = u64::from(value.to_bits()).into();
            let value = BuiltinAttribute::FloatAttr { r#type: types.float, value };
            let properties = self.required(value)?;
            let value = self.op("arith.constant", &[], &[types.float], Some(properties))?;
            self.scope.floats.extend(value);
        } else {
            let value = u64::from(self.below(1 << 20)).into();
            let value = BuiltinAttribute::IntegerAttr { r#type: types.int, value };
            let properties = self.required(value)?;
            let value = self.op("arith.constant", &[], &[types.int], Some(properties))?;
            self.scope.ints.extend(value);
        }
        Ok(())
    }

    fn index(&mut self, number: u32) -> Result<()> {
        let ty = self.generator.types.index;
        let value = u64::from(number).into();
        let properties = self.required(BuiltinAttribute::IntegerAttr { r#type: ty, value })?;
        let value = self.op("arith.constant", &[], &[ty], Some(properties))?;
        self.scope.indices.extend(value);
        Ok(())
    }

    fn memory(&mut self) -> Result<()> {
        let place = [self.index_value(), self.index_value()];
        if self.below(3) < 2 {
            let ty = [self.generator.types.float];
            let value = self.op("memref.load", &[self.memory, place[0], place[1]], &ty, None)?;
            self.scope.floats.extend(value);
        } else {
            let value = self.float();
            self.op("memref.store", &[value, self.memory, place[0], place[1]], &[], None)?;
        }
        Ok(())
    }

    fn tensors(&mut self) -> Result<()> {
        let ty = [self.generator.types.float];
        let tensor = self.tensor();
        let place = [self.index_value(), self.index_value()];
        match self.below(6) {
            0..3 => {
                let value = self.op("tensor.extract", &[tensor, place[0], place[1]], &ty, None)?;
                self.scope.floats.extend(value);
            }
            3..5 => {
                let operands = [self.float(), tensor, place[0], place[1]];
                let value = self.op("tensor.insert", &operands, &[self.tensor], None)?;
                self.scope.tensors.extend(value);
            }
            _ => {
                let value = self.op("tensor.empty", &[], &[self.tensor], None)?;
                self.scope.tensors.extend(value);
            }
        }
        Ok(())
    }

    /// An operation with regions; `fill` writes each of them.
    fn nest(
        &mut self,
        name: &str,
        operands: Vec<Value>,
        regions: u32,
        arguments: &[TypeId],
        mut fill: impl FnMut(&mut Self, BlockId) -> Result<()>,
    ) -> Result<()> {
        let results = vec![self.generator.types.float];
        let operation = NewOperation { operands, results, regions, ..NewOperation::default() };
        let op = self.place(name, operation)?;
        let outside = (self.block, self.scope.mark());
        let inside: Vec<RegionId> = self.generator.module.regions(op).collect();
        for region in inside {
            let location = self.location()?;
            let module = &mut self.generator.module;
            self.block = module.add_block(region, arguments)?;
            for argument in module.arguments(self.block) {
                module.set_argument_location(argument, Some(location))?;
            }
            fill(self, self.block)?;
            let value = self.float();
            self.op("scf.yield", &[value], &[], None)?;
            self.scope.back_to(outside.1);
        }
        self.block = outside.0;
        self.scope.floats.extend(self.generator.module.results(op));
        Ok(())
    }

    /// A loop that carries a number.
    fn repeat(&mut self, depth: u32) -> Result<()> {
        let types = self.generator.types;
        let operands =
            vec![self.index_value(), self.index_value(), self.index_value(), self.float()];
        self.nest("scf.for", operands, 1, &[types.index, types.float], |body, block| {
            let arguments: Vec<Value> = body.generator.module.arguments(block).collect();
            body.scope.indices.extend(arguments.first());
            body.scope.floats.extend(arguments.last());
            body.memory()?;
            let statements = 2 + body.below(6);
            (0..statements).try_for_each(|_| body.statement(depth + 1))
        })
    }

    fn branch(&mut self, depth: u32) -> Result<()> {
        let flag = pick(&mut self.generator.rng, &self.scope.bools);
        self.nest("scf.if", vec![flag], 2, &[], |body, _| {
            let statements = 1 + body.below(3);
            (0..statements).try_for_each(|_| body.statement(depth + 1))
        })
    }

    fn call(&mut self) -> Result<()> {
        let callee = declared_name(self.below(DECLARED));
        let module = &mut self.generator.module;
        let root = module.string_attribute(&callee)?;
        let callee = module.add_attribute(BuiltinAttribute::FlatSymbolRefAttr { root })?;
        let mut properties = Writer::new();
        optional(&mut properties, None); // arg_attrs
        properties.prefix(u64::from(callee.0)); // callee
        optional(&mut properties, None); // no_inline
        optional(&mut properties, None); // res_attrs
        let properties = module.add_properties(properties.as_slice())?;
        let operands = [self.float(), self.int()];
        let ty = [self.generator.types.float];
        let value = self.op("func.call", &operands, &ty, Some(properties))?;
        self.scope.floats.extend(value);
        Ok(())
    }
}
