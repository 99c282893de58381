//! Tile IR files, made with the library's own builder and writer.

use bytespec::tile_ir::{
    Builder, ComparisonOrdering, ComparisonPredicate, MemoryOrderingSemantics, Module,
    RoundingMode, Signedness, Type, TypeId, Version, ops,
};
use bytespec::values::Value;

use crate::program::{Arm, Kernels, Op, PARAMS, Sink, Ty};

/// A generated file.
#[derive(Debug, Clone)]
pub struct Sample {
    /// The file.
    pub bytes: Vec<u8>,
    /// Number of operations in it.
    pub ops: u64,
    /// Number of functions in it.
    pub functions: u64,
}

/// A file of at least `target_bytes` bytes, of kernels with 200 to 2000
/// operations each.
///
/// # Panics
///
/// When the library refuses what the generator makes.
pub fn sample(target_bytes: usize, version: Version) -> Sample {
    let mut file = SampleFile::new(version);
    let mut kernels = Kernels::new();
    // An operation takes about eleven bytes; whether that was enough is seen
    // when the file is written.
    let mut wanted = target_bytes as u64 / 11;
    loop {
        while file.ops < wanted {
            let (name, size) = kernels.next_kernel();
            file.kernel(&mut kernels, &name, size);
        }
        let sample = file.encode();
        if sample.bytes.len() >= target_bytes {
            return sample;
        }
        let missing = target_bytes - sample.bytes.len();
        wanted = file.ops + 1 + missing as u64 / 11;
    }
}

/// A file of `functions` kernels of about `ops` operations each.
///
/// # Panics
///
/// When the library refuses what the generator makes.
pub fn uniform(functions: u32, ops: u32, version: Version) -> Sample {
    let mut file = SampleFile::new(version);
    let mut kernels = Kernels::new();
    for _ in 0..functions {
        let (name, _) = kernels.next_kernel();
        file.kernel(&mut kernels, &name, ops);
    }
    file.encode()
}

/// Files of one kernel of about `ops` operations each, as many as asked for.
///
/// # Panics
///
/// When the library refuses what the generator makes.
pub fn single_kernels(files: u32, ops: u32, version: Version) -> Vec<Sample> {
    let mut kernels = Kernels::new();
    (0..files)
        .map(|_| {
            let mut file = SampleFile::new(version);
            let (name, _) = kernels.next_kernel();
            file.kernel(&mut kernels, &name, ops);
            file.encode()
        })
        .collect()
}

/// A module in the making.
struct SampleFile {
    module: Module,
    ops: u64,
}

impl SampleFile {
    fn new(version: Version) -> Self {
        let mut module = Module::new(version);
        for (index, ty) in types(&mut module).into_iter().enumerate() {
            assert_eq!(ty, id(Ty::ALL[index]), "the table holds what `id` says");
        }
        Self { module, ops: 0 }
    }

    fn kernel(&mut self, kernels: &mut Kernels, name: &str, size: u32) {
        let ops = &mut self.ops;
        self.module
            .kernel(name, &PARAMS.map(id), |builder, params| {
                let params = params.try_into().expect("six parameters");
                *ops += u64::from(kernels.fill(builder, params, size));
            })
            .expect("all values are of the kernel");
    }

    fn encode(&self) -> Sample {
        Sample {
            bytes: self.module.write(&Default::default()).expect("a valid module"),
            ops: self.ops,
            functions: self.module.functions.len() as u64,
        }
    }
}

/// Types that only other types refer to; they come first in the table.
const ELEMENTS: [Type; 3] = [Type::Int1, Type::Int32, Type::Float32];

/// Adds all types, those of [`Ty`] last and in order; gives those.
fn types(module: &mut Module) -> Vec<TypeId> {
    const DYNAMIC: i64 = i64::MIN;
    let [bool, int, float] = ELEMENTS.map(|ty| module.ty(ty));
    let pointer = module.ty(Type::Pointer { pointee: float, ptr_attr: None });
    let tile = |element: TypeId, shape: &[i64]| Type::Tile {
        element,
        shape: shape.into(),
        symbolic_shape: [].into(),
    };
    Ty::ALL
        .map(|ty| {
            let ty = match ty {
                Ty::Bool => tile(bool, &[]),
                Ty::Int => tile(int, &[]),
                Ty::Float => tile(float, &[]),
                Ty::Pointer => tile(pointer, &[]),
                Ty::VecBool => tile(bool, &[64]),
                Ty::VecInt => tile(int, &[64]),
                Ty::VecFloat => tile(float, &[64]),
                Ty::Row => tile(float, &[1, 64]),
                Ty::TileBool => tile(bool, &[16, 64]),
                Ty::Tile => tile(float, &[16, 64]),
                Ty::TensorView => Type::TensorView {
                    element: float,
                    shape: [DYNAMIC, DYNAMIC].into(),
                    strides: [DYNAMIC, 1].into(),
                    ptr_attr: None,
                },
                Ty::PartitionView => Type::PartitionView {
                    tile_shape: [16, 64].into(),
                    tensor_view: id(Ty::TensorView),
                    dim_map: [0, 1].into(),
                    padding_value: None,
                },
                Ty::Token => Type::Token,
            };
            module.ty(ty)
        })
        .to_vec()
}

/// The index of a type in the table of every sample.
fn id(ty: Ty) -> TypeId {
    TypeId(ELEMENTS.len() as u32 + 1 + ty as u32)
}

fn undefined(ty: Ty) -> bytespec::tile_ir::ResultValue {
    bytespec::values::Typed { value: Value::new(Value::MAX_INDEX), ty: id(ty) }
}

impl Sink for Builder<'_> {
    type Value = Value;

    fn op(&mut self, op: Op, operands: &[Value], result: Ty) -> Value {
        let ty = id(result);
        match (op, operands) {
            (Op::AddF, &[lhs, rhs]) => self.addf(lhs, rhs).build(),
            (Op::SubF, &[lhs, rhs]) => self.subf(lhs, rhs).build(),
            (Op::MulF, &[lhs, rhs]) => self.mulf(lhs, rhs).build(),
            (Op::Fma, &[lhs, rhs, acc]) => self.fma(lhs, rhs, acc).build(),
            (Op::MaxF, &[lhs, rhs]) => self.maxf(lhs, rhs).build(),
            (Op::NegF, &[source]) => self.negf(source).build(),
            (Op::Exp2, &[source]) => self.exp2(source).build(),
            (Op::AddI, &[lhs, rhs]) => self.addi(lhs, rhs).build(),
            (Op::SubI, &[lhs, rhs]) => self.subi(lhs, rhs).build(),
            (Op::MulI, &[lhs, rhs]) => self.muli(lhs, rhs).build(),
            (Op::CmpI(predicate), &[lhs, rhs]) => {
                let predicate = predicate_of(predicate);
                self.cmpi(ty, lhs, rhs, predicate, Signedness::Signed).build()
            }
            (Op::CmpF(predicate), &[lhs, rhs]) => {
                let predicate = predicate_of(predicate);
                self.cmpf(ty, lhs, rhs, predicate, ComparisonOrdering::Ordered).build()
            }
            (Op::Select, &[condition, a, b]) => self.select(condition, a, b).build(),
            (Op::Iota, &[]) => self.iota(ty).build(),
            (Op::IToF, &[from]) => {
                self.itof(ty, from, Signedness::Signed, RoundingMode::NearestEven).build()
            }
            (Op::Reshape, &[source]) => self.reshape(ty, source).build(),
            (Op::Broadcast, &[source]) => self.broadcast(ty, source).build(),
            (Op::MakePartitionView, &[view]) => self.make_partition_view(ty, view).build(),
            _ => panic!("{op:?} does not take {} operands", operands.len()),
        }
    }

    fn constant(&mut self, ty: Ty, data: &[u8]) -> Value {
        self.splat(id(ty), data)
    }

    fn tile_block_id(&mut self) -> [Value; 3] {
        let int = id(Ty::Int);
        self.get_tile_block_id(int, int, int).build().into()
    }

    fn make_token(&mut self) -> Value {
        // The builder's own method looks the type up, which takes longer than
        // all else here.
        let op = self.add(ops::MakeToken { result: undefined(Ty::Token) });
        self.result(op, 0)
    }

    fn make_tensor_view(&mut self, base: Value, shape: [Value; 2], stride: Value) -> Value {
        self.make_tensor_view(id(Ty::TensorView), base, shape, [stride]).build()
    }

    fn load_view(&mut self, view: Value, index: [Value; 2], token: Value) -> [Value; 2] {
        self.load_view_tko(id(Ty::Tile), view, index, MemoryOrderingSemantics::Weak)
            .token(token)
            .build()
            .into()
    }

    fn store_view(&mut self, tile: Value, view: Value, index: [Value; 2], token: Value) -> Value {
        self.store_view_tko(tile, view, index, MemoryOrderingSemantics::Weak).token(token).build()
    }

    fn for_loop(
        &mut self,
        bounds: [Value; 3],
        init: [Value; 2],
        body: impl FnOnce(&mut Self, [Value; 3]) -> [Value; 2],
    ) -> [Value; 2] {
        let results = self
            .for_(bounds[0], bounds[1], bounds[2], init)
            .body(&[Ty::Int, Ty::Tile, Ty::Token].map(id), |builder, values| {
                let next = body(builder, [values[0], values[1], values[2]]);
                builder.continue_(next).build();
            })
            .build();
        [results[0], results[1]]
    }

    fn if_else(&mut self, condition: Value, mut arm: impl FnMut(&mut Self, Arm) -> Value) -> Value {
        self.if_([id(Ty::Tile)], condition)
            .then(&[], |builder, _| {
                let result = arm(builder, Arm::Then);
                builder.yield_([result]).build();
            })
            .else_(&[], |builder, _| {
                let result = arm(builder, Arm::Else);
                builder.yield_([result]).build();
            })
            .build()[0]
    }

    fn finish(&mut self) {
        self.return_([]).build();
    }
}

fn predicate_of(number: u8) -> ComparisonPredicate {
    ComparisonPredicate::ALL[usize::from(number)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile_ir::{enum_counts, visitor_counts};

    #[test]
    fn samples_are_read_and_written_back() {
        for &version in Version::ALL {
            let sample = sample(100_000, version);
            assert!((100_000..125_000).contains(&sample.bytes.len()), "{}", sample.bytes.len());
            let module = Module::read(&sample.bytes).expect("readable");
            assert_eq!(module.version, version);
            assert_eq!(module.opaque_bytes(), 0);
            let ops: usize = module.functions.iter().map(|function| function.body.op_count()).sum();
            assert_eq!(ops as u64, sample.ops);
            assert!(
                module.write(&Default::default()).expect("writable") == sample.bytes,
                "{version}"
            );
        }
    }

    #[test]
    fn both_ways_to_read_agree() {
        let sample = sample(100_000, Version::LATEST);
        let counts = visitor_counts(&sample.bytes);
        assert_eq!(counts.ops, sample.ops);
        assert_eq!(counts, enum_counts(&sample.bytes));
    }

    #[test]
    fn uniform_files_have_the_functions_asked_for() {
        let sample = uniform(100, 90, Version::LATEST);
        assert_eq!(sample.functions, 100);
        assert!(sample.ops.abs_diff(9_000) < 900, "{}", sample.ops);
    }
}
