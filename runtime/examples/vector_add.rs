//! Writes a kernel that adds two vectors of `f32`: a first look at CUDA Tile IR and at the builders.
//!
//! ```text
//! cargo run -p bytespec --example vector_add -- vector_add.tileirbc [--version 13.1]
//! tileiras --gpu-name=sm_90 -o vector_add.cubin vector_add.tileirbc
//! ```
//!
//! The kernel in one line: the tile block with index `x` adds tile `x` of `a` and of `b`, 1024
//! elements each, and stores the sum as tile `x` of `c`. Launched with `(n + 1023) / 1024` blocks it
//! adds vectors of any length `n`: what lies past the end is neither read nor written.
//!
//! Parameters, in order: `a`, `b` and `c` (device pointers to `f32`, multiples of 16), `n` (`i32`).

use bytespec::tile_ir::{
    Builder, Dimension, MemoryOrderingSemantics, Module, Type, TypeId, Version, WriteOptions,
};
use bytespec::{Result, values::Value};

/// Elements that one tile block works on. Dimensions of tiles are powers of two.
const TILE: i32 = 1024;

/// Builds the module. Nothing here depends on the version but the number that is kept in it: the
/// same module can be written in every version that has what it uses, see `Module::write`.
pub(crate) fn vector_add(version: Version) -> Result<Module> {
    let mut module = Module::new(version);

    // Types stand in a table of the module; asking for one gives its index. The parameters of a
    // kernel are tiles of rank zero: `tile<ptr<f32>>` is one pointer, `tile<i32>` one number.
    let pointer = module.pointer(Type::Float32);
    let i32 = module.scalar(Type::Int32);

    // A kernel is a function that the host can launch; in listings it is an `entry`.
    module.kernel("vector_add", &[pointer, pointer, pointer, i32], |b, params| {
        // Memory operations are ordered by tokens, not by their place in the text. This token stands
        // for everything before the kernel; loads of the inputs need to wait for nothing else.
        let start = b.make_token().build();

        // `assume` gives a value back with a promise attached. The compiler can't see what the host
        // passes; promises are what lets it use wide, aligned accesses.
        let length = b.assume_bounded(params[3], Some(0), None);
        let lhs = vector_view(b, params[0], length);
        let rhs = vector_view(b, params[1], length);
        let out = vector_view(b, params[2], length);

        // The same code runs once for each tile block of the grid; the index tells them apart.
        let [x, _, _] = b.tile_block_id();

        let tile = b.tile(Type::Float32, &[i64::from(TILE)]);
        let lhs = load_tile(b, tile, lhs, x, start);
        let rhs = load_tile(b, tile, rhs, x, start);

        // Operations on tiles work element by element. Attributes that are not set have the default
        // of the format, here rounding to nearest even.
        let sum = b.addf(lhs, rhs).build();

        b.store_view_tko(sum, out, [x], MemoryOrderingSemantics::Weak).token(start).build();
        b.return_([]).build();
    })?;
    Ok(module)
}

/// Describes `length` elements behind `pointer` as a tensor that can be read and written by tiles.
fn vector_view(b: &mut Builder<'_>, pointer: Value, length: Value) -> Value {
    let base = b.assume_div_by(pointer, 16);

    // The tensor: its element type, shape and strides are in the type, and what is only known at run
    // time comes as operands. `tensor_view<?xf32, strides=[1]>` has one open size and no open stride.
    let tensor = b.tensor_view(Type::Float32, &[Dimension::Dynamic], &[Dimension::Fixed(1)]);
    let view = b.make_tensor_view(tensor, base, [length], []).build();

    // The grid of tiles over it: from here on an index counts tiles, not elements.
    let partition = b.partition_view(tensor, &[TILE]);
    b.make_partition_view(partition, view).build()
}

/// Loads the tile at `index`. A load has two results, the tile and a token for those who must wait
/// for it; nobody does here.
fn load_tile(b: &mut Builder<'_>, ty: TypeId, view: Value, index: Value, after: Value) -> Value {
    let load = b.load_view_tko(ty, view, [index], MemoryOrderingSemantics::Weak).token(after);
    let (tile, _token) = load.build();
    tile
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
    let path = path.ok_or("usage: vector_add OUT.tileirbc [--version 13.1]")?;
    let bytes = vector_add(version)?.write(&WriteOptions::default())?;
    std::fs::write(&path, &bytes)?;
    println!("{path}: {} bytes of version {version}", bytes.len());
    Ok(())
}
