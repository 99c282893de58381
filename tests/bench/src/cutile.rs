//! `cutile-ir`: the writer of NVIDIA's cuTile for Rust, a peer for writing.
//!
//! It has an in-memory module and a writer for versions 13.2 to 13.4. Its
//! reader prints the tables and skips the bodies of functions unread, so it is
//! no peer for reading.
//!
//! Its writer looks every result up with a linear search through all values of
//! the module, so its cost for one operation grows with the module. Fair use
//! is many modules of the size of a real one: see [`build_modules`].

use cutile_ir::Module;
use cutile_ir::builder::{OpBuilder, append_op, build_single_block_region};
use cutile_ir::bytecode::{BytecodeVersion, Opcode, write_bytecode_version};
use cutile_ir::ir::{
    Attribute, BlockId, DYNAMIC, DenseElements, FuncType, Location, PartitionViewType, PointerType,
    RegionId, ScalarType, TensorViewType, TileElementType, TileType, Type, Value,
};

use crate::program::{Arm, Kernels, Op, PARAMS, Sink, Ty};

/// The version that [`encode`] writes: the newest that `cutile-ir` knows.
pub const VERSION_MINOR: u8 = 4;

/// A module of about `n_ops` operations, and their exact number. Kernels have
/// 200 to 2000 operations; a smaller module has one kernel.
pub fn build_module(n_ops: u32) -> (Module, u32) {
    build_next(&mut Kernels::new(), n_ops)
}

/// Modules of about `ops_per_module` operations each, `total_ops` together,
/// and the exact number of all operations.
pub fn build_modules(total_ops: u64, ops_per_module: u32) -> (Vec<Module>, u64) {
    let mut kernels = Kernels::new();
    let mut modules = Vec::new();
    let mut ops = 0;
    while ops < total_ops {
        let (module, count) = build_next(&mut kernels, ops_per_module);
        modules.push(module);
        ops += u64::from(count);
    }
    (modules, ops)
}

fn build_next(kernels: &mut Kernels, n_ops: u32) -> (Module, u32) {
    let mut file = CutileFile::new();
    let mut ops = 0;
    while ops < n_ops {
        let left = n_ops - ops;
        let (name, size) = kernels.next_kernel();
        let size = if left < 2000 { left } else { size };
        ops += file.kernel(&name, |file, params| kernels.fill(file, params, size));
    }
    (file.finish(), ops)
}

/// The module as bytecode of version 13.4.
///
/// # Panics
///
/// When `cutile-ir` refuses the module; it accepts all that this crate builds.
pub fn encode(module: &Module) -> Vec<u8> {
    write_bytecode_version(module, BytecodeVersion::V13_4).expect("the module is valid")
}

/// A block that is being built.
struct Open {
    region: RegionId,
    block: BlockId,
}

/// A [`Sink`] that builds a `cutile-ir` module.
pub struct CutileFile {
    module: Module,
    types: Vec<Type>,
    blocks: Vec<Open>,
}

impl CutileFile {
    /// An empty module.
    pub fn new() -> Self {
        Self {
            module: Module::new("bench"),
            types: Ty::ALL.map(type_of).to_vec(),
            blocks: Vec::new(),
        }
    }

    /// The module.
    pub fn finish(self) -> Module {
        self.module
    }

    fn kernel(&mut self, name: &str, fill: impl FnOnce(&mut Self, [Value; 6]) -> u32) -> u32 {
        let params = self.open(&PARAMS);
        let ops = fill(self, params.try_into().expect("six parameters"));
        let region = self.close();
        let signature = FuncType { inputs: PARAMS.map(|ty| self.ty(ty)).to_vec(), results: vec![] };
        let (entry, _) = new(Opcode::Entry)
            .attr("sym_name", Attribute::String(name.to_owned()))
            .attr("function_type", Attribute::Type(Type::Func(signature)))
            .region(region)
            .build(&mut self.module);
        self.module.functions.push(entry);
        ops
    }

    fn ty(&self, ty: Ty) -> Type {
        self.types[ty as usize].clone()
    }

    /// Builds the operation at the end of the innermost block.
    fn push(&mut self, builder: OpBuilder) -> Vec<Value> {
        let block = self.blocks.last().expect("a kernel is open").block;
        let (op, results) = builder.build(&mut self.module);
        append_op(&mut self.module, block, op);
        results
    }

    fn open(&mut self, arguments: &[Ty]) -> Vec<Value> {
        let types: Vec<Type> = arguments.iter().map(|&ty| self.ty(ty)).collect();
        let (region, block, values) = build_single_block_region(&mut self.module, &types);
        self.blocks.push(Open { region, block });
        values
    }

    /// An operation without results at the end of the innermost block.
    fn terminator(&mut self, opcode: Opcode, operands: &[Value]) {
        self.push(new(opcode).operands(operands.iter().copied()));
    }

    /// Ends the innermost region.
    fn close(&mut self) -> RegionId {
        self.blocks.pop().expect("every end has its begin").region
    }
}

impl Default for CutileFile {
    fn default() -> Self {
        Self::new()
    }
}

fn new(opcode: Opcode) -> OpBuilder {
    OpBuilder::new(opcode, Location::Unknown)
}

/// The attribute that splits the operands into groups.
fn segments(sizes: &[i64]) -> Attribute {
    Attribute::Array(sizes.iter().map(|&size| Attribute::i32(size)).collect())
}

fn type_of(ty: Ty) -> Type {
    let tile = |element, shape: &[i64]| {
        let element_type = TileElementType::Scalar(element);
        Type::Tile(TileType { shape: shape.to_vec(), element_type })
    };
    let tensor_view = TensorViewType {
        element_type: ScalarType::F32,
        shape: vec![DYNAMIC, DYNAMIC],
        strides: vec![DYNAMIC, 1],
    };
    match ty {
        Ty::Bool => tile(ScalarType::I1, &[]),
        Ty::Int => tile(ScalarType::I32, &[]),
        Ty::Float => tile(ScalarType::F32, &[]),
        Ty::Pointer => Type::Tile(TileType {
            shape: vec![],
            element_type: TileElementType::Pointer(Box::new(PointerType {
                pointee: ScalarType::F32,
            })),
        }),
        Ty::VecBool => tile(ScalarType::I1, &[64]),
        Ty::VecInt => tile(ScalarType::I32, &[64]),
        Ty::VecFloat => tile(ScalarType::F32, &[64]),
        Ty::Row => tile(ScalarType::F32, &[1, 64]),
        Ty::TileBool => tile(ScalarType::I1, &[16, 64]),
        Ty::Tile => tile(ScalarType::F32, &[16, 64]),
        Ty::TensorView => Type::TensorView(tensor_view),
        Ty::PartitionView => Type::PartitionView(PartitionViewType {
            tile_shape: vec![16, 64],
            tensor_view,
            dim_map: vec![0, 1],
            padding_value: None,
        }),
        Ty::Token => Type::Token,
    }
}

impl Sink for CutileFile {
    type Value = Value;

    fn op(&mut self, op: Op, operands: &[Value], result: Ty) -> Value {
        let (opcode, attributes): (Opcode, &[(&str, i64)]) = match &op {
            Op::AddF => (Opcode::AddF, &[("rounding_mode", 0)]),
            Op::SubF => (Opcode::SubF, &[("rounding_mode", 0)]),
            Op::MulF => (Opcode::MulF, &[("rounding_mode", 0)]),
            Op::Fma => (Opcode::Fma, &[("rounding_mode", 0)]),
            Op::MaxF => (Opcode::MaxF, &[]),
            Op::NegF => (Opcode::NegF, &[]),
            Op::Exp2 => (Opcode::Exp2, &[]),
            Op::AddI => (Opcode::AddI, &[("overflow", 0)]),
            Op::SubI => (Opcode::SubI, &[("overflow", 0)]),
            Op::MulI => (Opcode::MulI, &[("overflow", 0)]),
            Op::CmpI(predicate) => (
                Opcode::CmpI,
                &[("comparison_predicate", i64::from(*predicate)), ("signedness", 1)],
            ),
            Op::CmpF(predicate) => (
                Opcode::CmpF,
                &[("comparison_predicate", i64::from(*predicate)), ("comparison_ordering", 1)],
            ),
            Op::Select => (Opcode::Select, &[]),
            Op::Iota => (Opcode::Iota, &[]),
            Op::IToF => (Opcode::IToF, &[("signedness", 1), ("rounding_mode", 0)]),
            Op::Reshape => (Opcode::Reshape, &[]),
            Op::Broadcast => (Opcode::Broadcast, &[]),
            Op::MakePartitionView => (Opcode::MakePartitionView, &[]),
        };
        let mut builder = new(opcode).operands(operands.iter().copied()).result(self.ty(result));
        for &(name, value) in attributes {
            builder = builder.attr(name, Attribute::i32(value));
        }
        self.push(builder)[0]
    }

    fn constant(&mut self, ty: Ty, data: &[u8]) -> Value {
        let element_type = self.ty(ty);
        let Type::Tile(tile) = &element_type else { panic!("constants are tiles") };
        let value = DenseElements {
            shape: tile.shape.clone(),
            element_type: element_type.clone(),
            data: data.to_vec(),
        };
        let builder = new(Opcode::Constant)
            .attr("value", Attribute::DenseElements(value))
            .result(element_type);
        self.push(builder)[0]
    }

    fn tile_block_id(&mut self) -> [Value; 3] {
        let results = [(); 3].map(|()| self.ty(Ty::Int));
        let values = self.push(new(Opcode::GetTileBlockId).results(results));
        [values[0], values[1], values[2]]
    }

    fn make_token(&mut self) -> Value {
        self.push(new(Opcode::MakeToken).result(Type::Token))[0]
    }

    fn make_tensor_view(&mut self, base: Value, shape: [Value; 2], stride: Value) -> Value {
        let builder = new(Opcode::MakeTensorView)
            .operands([base, shape[0], shape[1], stride])
            .attr("operandSegmentSizes", segments(&[1, 2, 1]))
            .result(self.ty(Ty::TensorView));
        self.push(builder)[0]
    }

    fn load_view(&mut self, view: Value, index: [Value; 2], token: Value) -> [Value; 2] {
        let builder = new(Opcode::LoadViewTko)
            .operands([view, index[0], index[1], token])
            .attr("memory_ordering_semantics", Attribute::i32(0))
            .attr("operandSegmentSizes", segments(&[1, 2, 1]))
            .result(self.ty(Ty::Tile))
            .result(Type::Token);
        let values = self.push(builder);
        [values[0], values[1]]
    }

    fn store_view(&mut self, tile: Value, view: Value, index: [Value; 2], token: Value) -> Value {
        let builder = new(Opcode::StoreViewTko)
            .operands([tile, view, index[0], index[1], token])
            .attr("memory_ordering_semantics", Attribute::i32(0))
            .attr("operandSegmentSizes", segments(&[1, 1, 2, 1]))
            .result(Type::Token);
        self.push(builder)[0]
    }

    fn for_loop(
        &mut self,
        bounds: [Value; 3],
        init: [Value; 2],
        body: impl FnOnce(&mut Self, [Value; 3]) -> [Value; 2],
    ) -> [Value; 2] {
        let values = self.open(&[Ty::Int, Ty::Tile, Ty::Token]);
        let next = body(self, [values[0], values[1], values[2]]);
        self.terminator(Opcode::Continue, &next);
        let region = self.close();
        let builder = new(Opcode::For)
            .operands(bounds.into_iter().chain(init))
            .result(self.ty(Ty::Tile))
            .result(Type::Token)
            .region(region);
        let values = self.push(builder);
        [values[0], values[1]]
    }

    fn if_else(&mut self, condition: Value, mut arm: impl FnMut(&mut Self, Arm) -> Value) -> Value {
        let regions = [Arm::Then, Arm::Else].map(|which| {
            self.open(&[]);
            let result = arm(self, which);
            self.terminator(Opcode::Yield, &[result]);
            self.close()
        });
        let builder =
            new(Opcode::If).operands([condition]).result(self.ty(Ty::Tile)).regions(regions);
        self.push(builder)[0]
    }

    fn finish(&mut self) {
        self.terminator(Opcode::Return, &[]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_have_the_size_asked_for_and_encode() {
        for size in [100, 1000, 3000] {
            let (module, ops) = build_module(size);
            assert!(ops.abs_diff(size) < 120, "{ops} for {size}");
            let bytes = encode(&module);
            assert!(bytes.len() > 4 * ops as usize);
            assert_eq!(bytes[..10], *b"\x7FTileIR\0\x0D\x04");
        }
    }
}
