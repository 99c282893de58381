//! Writes a kernel that multiplies matrices of `f16` into one of `f32`: loops and carried values.
//!
//! ```text
//! cargo run -p bytespec --example matmul -- matmul.tileirbc [--version 13.1]
//! tileiras --gpu-name=sm_100 -o matmul.cubin matmul.tileirbc
//! ```
//!
//! `c = a * b`, where `a` is m by k, `b` is k by n and `c` is m by n, all stored row after row. The
//! tile block with index `(x, y)` computes one 128 by 128 tile of `c`: it walks along a row of tiles of
//! `a` and a column of tiles of `b`, 64 elements at a time. Launch `(m + 127) / 128` by `(n + 127) / 128`
//! blocks. `vector_add` explains what is not explained here.
//!
//! Parameters, in order: `a` and `b` (device pointers to `f16`), `c` (to `f32`), all multiples of 16; `m`,
//! `n`, `k` (`i32`).

use bytespec::tile_ir::{
    Builder, Dimension, MemoryOrderingSemantics, Module, PaddingValue, Type, Version, WriteOptions,
};
use bytespec::{Result, values::Value};

/// Rows and columns of the tile of `c` that a block computes.
const TILE_M: i32 = 128;
const TILE_N: i32 = 128;
/// Columns of `a`, and rows of `b`, in one step.
const TILE_K: i32 = 64;

pub(crate) fn matmul(version: Version) -> Result<Module> {
    let mut module = Module::new(version);
    let halves = module.pointer(Type::Float16);
    let floats = module.pointer(Type::Float32);
    let i32 = module.scalar(Type::Int32);

    module.kernel("matmul", &[halves, halves, floats, i32, i32, i32], |b, params| {
        let start = b.make_token().build();
        let [m, n, k] = [3, 4, 5].map(|index| b.assume_bounded(params[index], Some(0), None));

        // In the last step along k the tiles reach past the edge of the matrices. Elements there
        // must count as zero for the sum, so the views of `a` and `b` have a padding value.
        let zero = Some(PaddingValue::Zero);
        let lhs = matrix_view(b, Type::Float16, params[0], [m, k], [TILE_M, TILE_K], zero);
        let rhs = matrix_view(b, Type::Float16, params[1], [k, n], [TILE_K, TILE_N], zero);
        let out = matrix_view(b, Type::Float32, params[2], [m, n], [TILE_M, TILE_N], None);

        let [x, y, _] = b.tile_block_id();

        let lhs_type = b.tile(Type::Float16, &[TILE_M.into(), TILE_K.into()]);
        let rhs_type = b.tile(Type::Float16, &[TILE_K.into(), TILE_N.into()]);
        let out_type = b.tile(Type::Float32, &[TILE_M.into(), TILE_N.into()]);

        // How many steps there are along k: the second number of tiles of `a`.
        let steps = b.get_index_space_shape([i32, i32], lhs).build()[1];

        // Values never change; a loop hands its carried values from round to round instead. Here it
        // is the accumulator, which starts as a tile of zeros. A constant whose elements are all
        // equal takes the bytes of one.
        let zeros = b.splat(out_type, &0_f32.to_le_bytes());
        let (first, step) = (b.i32(0), b.i32(1));

        // The region of a `for` has the loop's index and then the carried values as arguments.
        // `continue` ends a round and gives the next one its values; the last ones are the results.
        let sum = b
            .for_(first, steps, step, [zeros])
            .body(&[i32, out_type], |b, arguments| {
                let (index, sum) = (arguments[0], arguments[1]);
                let weak = MemoryOrderingSemantics::Weak;
                let (lhs, _) =
                    b.load_view_tko(lhs_type, lhs, [x, index], weak).token(start).build();
                let (rhs, _) =
                    b.load_view_tko(rhs_type, rhs, [index, y], weak).token(start).build();

                // The product of two tiles, added to a third: what tensor cores do.
                let sum = b.mmaf(lhs, rhs, sum).build();
                b.continue_([sum]).build();
            })
            .build()[0];

        b.store_view_tko(sum, out, [x, y], MemoryOrderingSemantics::Weak).token(start).build();
        b.return_([]).build();
    })?;
    Ok(module)
}

/// Describes a matrix stored row after row as a grid of tiles.
fn matrix_view(
    b: &mut Builder<'_>,
    element: Type,
    pointer: Value,
    [rows, columns]: [Value; 2],
    tile: [i32; 2],
    padding_value: Option<PaddingValue>,
) -> Value {
    let base = b.assume_div_by(pointer, 16);

    // Three numbers are left to run time: both sizes, and the distance between two rows, which is
    // the number of columns. Operands come in that order, sizes first.
    let tensor = b.tensor_view(
        element,
        &[Dimension::Dynamic; 2],
        &[Dimension::Dynamic, Dimension::Fixed(1)],
    );
    let view = b.make_tensor_view(tensor, base, [rows, columns], [columns]).build();

    // `Builder::partition_view` makes this type without a padding value; every type can also be
    // written out.
    let partition = b.ty(Type::PartitionView {
        tile_shape: tile.into(),
        tensor_view: tensor,
        // Dimension i of a tile lies along this dimension of the tensor; [1, 0] would transpose.
        dim_map: [0, 1].into(),
        padding_value,
    });
    b.make_partition_view(partition, view).build()
}

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (mut path, mut version) = (None, Version::V13_1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--version" => version = arguments.next().ok_or("--version needs a number")?.parse()?,
            _ => path = Some(argument),
        }
    }
    let path = path.ok_or("usage: matmul OUT.tileirbc [--version 13.1]")?;
    let bytes = matmul(version)?.write(&WriteOptions::default())?;
    std::fs::write(&path, &bytes)?;
    println!("{path}: {} bytes of version {version}", bytes.len());
    Ok(())
}
