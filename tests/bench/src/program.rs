//! Which operations the generated Tile IR files hold.
//!
//! [`Kernels::fill`] writes one kernel into a [`Sink`]. There is one sink for
//! our own builder ([`crate::sample`]) and one for `cutile-ir`
//! ([`crate::cutile`]), so both hold the same program, and another writer is
//! one more sink away.
//!
//! A kernel reads two matrices and writes a third. It is made of what real
//! kernels are made of: arithmetic on tiles and on scalars, constants, masks,
//! views, loads and stores in token order, `for` loops up to two deep that
//! carry a tile and a token, and `if` with a result.

use crate::rng::Rng;

/// The types of the values. The sinks keep one type table for all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ty {
    /// `tile<i1>`
    Bool,
    /// `tile<i32>`
    Int,
    /// `tile<f32>`
    Float,
    /// `tile<ptr<f32>>`
    Pointer,
    /// `tile<64xi1>`
    VecBool,
    /// `tile<64xi32>`
    VecInt,
    /// `tile<64xf32>`
    VecFloat,
    /// `tile<1x64xf32>`
    Row,
    /// `tile<16x64xi1>`
    TileBool,
    /// `tile<16x64xf32>`
    Tile,
    /// `tensor_view<?x?xf32, strides=[?,1]>`
    TensorView,
    /// `partition_view<tile=(16x64), ...>`
    PartitionView,
    /// `token`
    Token,
}

impl Ty {
    /// Every type, in the order of the enum.
    pub const ALL: [Self; 13] = [
        Self::Bool,
        Self::Int,
        Self::Float,
        Self::Pointer,
        Self::VecBool,
        Self::VecInt,
        Self::VecFloat,
        Self::Row,
        Self::TileBool,
        Self::Tile,
        Self::TensorView,
        Self::PartitionView,
        Self::Token,
    ];
}

/// The types of the parameters of every kernel: three matrices, rows, columns
/// and the row stride.
pub const PARAMS: [Ty; 6] = [Ty::Pointer, Ty::Pointer, Ty::Pointer, Ty::Int, Ty::Int, Ty::Int];

/// Operations with one result and a fixed number of operands.
///
/// Attributes that the variant does not carry have one value in all files:
/// rounding `nearest_even`, overflow `none`, signedness `signed`, ordering
/// `ordered`, and no flag set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "named like the operations")]
pub enum Op {
    AddF,
    SubF,
    MulF,
    Fma,
    MaxF,
    NegF,
    Exp2,
    AddI,
    SubI,
    MulI,
    /// With the number of the predicate.
    CmpI(u8),
    /// With the number of the predicate.
    CmpF(u8),
    Select,
    Iota,
    IToF,
    Reshape,
    Broadcast,
    MakePartitionView,
}

/// Takes the operations of a program in order.
pub trait Sink {
    /// A value of the program.
    type Value: Copy;

    /// One of the simple operations.
    fn op(&mut self, op: Op, operands: &[Self::Value], result: Ty) -> Self::Value;
    /// `constant`; `data` holds the elements in little endian, or one for all.
    fn constant(&mut self, ty: Ty, data: &[u8]) -> Self::Value;
    /// `get_tile_block_id`
    fn tile_block_id(&mut self) -> [Self::Value; 3];
    /// `make_token`
    fn make_token(&mut self) -> Self::Value;
    /// `make_tensor_view` with two dynamic sizes and one dynamic stride.
    fn make_tensor_view(
        &mut self,
        base: Self::Value,
        shape: [Self::Value; 2],
        stride: Self::Value,
    ) -> Self::Value;
    /// `load_view_tko weak`; gives the tile and the token.
    fn load_view(
        &mut self,
        view: Self::Value,
        index: [Self::Value; 2],
        token: Self::Value,
    ) -> [Self::Value; 2];
    /// `store_view_tko weak`; gives the token.
    fn store_view(
        &mut self,
        tile: Self::Value,
        view: Self::Value,
        index: [Self::Value; 2],
        token: Self::Value,
    ) -> Self::Value;

    /// `for` that carries a tile and a token. `body` is given the induction
    /// variable, the tile and the token inside the loop, and gives the two for
    /// `continue`; the results are those of the loop.
    fn for_loop(
        &mut self,
        bounds: [Self::Value; 3],
        init: [Self::Value; 2],
        body: impl FnOnce(&mut Self, [Self::Value; 3]) -> [Self::Value; 2],
    ) -> [Self::Value; 2];
    /// `if` with a tile as result; each arm gives the value for `yield`. `arm`
    /// is called for the first arm and then for the second.
    fn if_else(
        &mut self,
        condition: Self::Value,
        arm: impl FnMut(&mut Self, Arm) -> Self::Value,
    ) -> Self::Value;
    /// `return`
    fn finish(&mut self);
}

/// An arm of an `if`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arm {
    /// Taken when the condition holds.
    Then,
    /// Taken otherwise.
    Else,
}

/// The values in scope, by type, the newest last.
struct Scope<V> {
    ints: Vec<V>,
    bools: Vec<V>,
    rows: Vec<V>,
    tiles: Vec<V>,
    masks: Vec<V>,
}

/// How much of a [`Scope`] there was when a region began.
type Mark = [usize; 5];

impl<V: Copy> Scope<V> {
    fn mark(&self) -> Mark {
        [self.ints.len(), self.bools.len(), self.rows.len(), self.tiles.len(), self.masks.len()]
    }

    fn back_to(&mut self, mark: Mark) {
        self.ints.truncate(mark[0]);
        self.bools.truncate(mark[1]);
        self.rows.truncate(mark[2]);
        self.tiles.truncate(mark[3]);
        self.masks.truncate(mark[4]);
    }
}

/// One of the values, and most often one of the newest, as in real programs.
fn pick<V: Copy>(rng: &mut Rng, values: &[V]) -> V {
    let count = values.len() as u32;
    let back = rng.below(count).min(rng.below(24)).min(rng.below(24));
    values[(count - 1 - back) as usize]
}

/// Decides on the operations of one kernel.
struct Writer<'a, S: Sink> {
    rng: &'a mut Rng,
    scope: Scope<S::Value>,
    views: [S::Value; 3],
    token: S::Value,
    ops: u32,
}

fn fill<S: Sink>(sink: &mut S, params: [S::Value; 6], rng: &mut Rng, size: u32) -> u32 {
    let [a, b, c, rows, columns, stride] = params;
    let blocks = sink.tile_block_id();
    let token = sink.make_token();
    let views = [a, b, c].map(|base| {
        let view = sink.make_tensor_view(base, [rows, columns], stride);
        sink.op(Op::MakePartitionView, &[view], Ty::PartitionView)
    });
    let mut ints = vec![rows, columns, stride];
    ints.extend(blocks);
    let zero = sink.constant(Ty::Tile, &0_f32.to_le_bytes());
    let condition = sink.op(Op::CmpI(2), &[blocks[0], rows], Ty::Bool);
    let mask = sink.op(Op::CmpF(4), &[zero, zero], Ty::TileBool);
    let lane = sink.op(Op::Iota, &[], Ty::VecInt);
    let lane = sink.op(Op::IToF, &[lane], Ty::VecFloat);
    let row = sink.op(Op::Reshape, &[lane], Ty::Row);
    let mut writer = Writer::<S> {
        rng,
        scope: Scope {
            ints,
            bools: vec![condition],
            rows: vec![row],
            tiles: vec![zero],
            masks: vec![mask],
        },
        views,
        token,
        ops: 14,
    };
    writer.statements(sink, size.saturating_sub(17), 0);
    let tile = writer.tile();
    writer.store(sink, tile);
    sink.finish();
    writer.ops + 1
}

impl<S: Sink> Writer<'_, S> {
    fn int(&mut self) -> S::Value {
        pick(self.rng, &self.scope.ints)
    }

    fn tile(&mut self) -> S::Value {
        pick(self.rng, &self.scope.tiles)
    }

    fn op(&mut self, sink: &mut S, op: Op, operands: &[S::Value], result: Ty) -> S::Value {
        self.ops += 1;
        sink.op(op, operands, result)
    }

    fn constant(&mut self, sink: &mut S, ty: Ty, data: &[u8]) -> S::Value {
        self.ops += 1;
        sink.constant(ty, data)
    }

    fn int_constant(&mut self, sink: &mut S) -> S::Value {
        // Mostly small numbers and powers of two, as sizes and strides are.
        let value = match self.rng.below(4) {
            0 => 1 << self.rng.below(20),
            _ => self.rng.below(64),
        };
        self.constant(sink, Ty::Int, &value.to_le_bytes())
    }

    fn store(&mut self, sink: &mut S, tile: S::Value) {
        let index = [self.int(), self.int()];
        self.ops += 1;
        self.token = sink.store_view(tile, self.views[2], index, self.token);
    }

    /// Statements of about `size` operations, `depth` loops or branches deep.
    fn statements(&mut self, sink: &mut S, size: u32, depth: u32) {
        let end = self.ops + size;
        while self.ops < end {
            let left = end - self.ops;
            match self.rng.below(100) {
                0..40 => self.tile_arithmetic(sink),
                40..64 => self.int_arithmetic(sink),
                64..74 => self.mask_and_select(sink),
                74..80 => self.row(sink),
                80..88 => self.load(sink),
                88..92 => {
                    let tile = self.tile();
                    self.store(sink, tile);
                }
                92..96 if depth < 2 && left > 16 => {
                    let body = self.rng.between(8, left.min(80) - 8);
                    self.for_loop(sink, body, depth);
                }
                96.. if depth < 3 && left > 12 => self.if_else(sink, depth),
                _ => self.tile_arithmetic(sink),
            }
        }
    }

    fn tile_arithmetic(&mut self, sink: &mut S) {
        let (a, b) = (self.tile(), self.tile());
        let tile = match self.rng.below(20) {
            0..5 => self.op(sink, Op::AddF, &[a, b], Ty::Tile),
            5..10 => self.op(sink, Op::MulF, &[a, b], Ty::Tile),
            10..14 => {
                let c = self.tile();
                self.op(sink, Op::Fma, &[a, b, c], Ty::Tile)
            }
            14..16 => self.op(sink, Op::SubF, &[a, b], Ty::Tile),
            16 => self.op(sink, Op::MaxF, &[a, b], Ty::Tile),
            17 => self.op(sink, Op::NegF, &[a], Ty::Tile),
            18 => self.op(sink, Op::Exp2, &[a], Ty::Tile),
            _ => {
                let value = self.rng.below(64) as f32 / 8.0;
                self.constant(sink, Ty::Tile, &value.to_le_bytes())
            }
        };
        self.scope.tiles.push(tile);
    }

    fn int_arithmetic(&mut self, sink: &mut S) {
        let (a, b) = (self.int(), self.int());
        let int = match self.rng.below(12) {
            0..4 => self.op(sink, Op::AddI, &[a, b], Ty::Int),
            4..6 => self.op(sink, Op::MulI, &[a, b], Ty::Int),
            6 => self.op(sink, Op::SubI, &[a, b], Ty::Int),
            7..9 => {
                let predicate = self.rng.below(6) as u8;
                let condition = self.op(sink, Op::CmpI(predicate), &[a, b], Ty::Bool);
                self.scope.bools.push(condition);
                return;
            }
            9 => {
                let condition = pick(self.rng, &self.scope.bools);
                self.op(sink, Op::Select, &[condition, a, b], Ty::Int)
            }
            _ => self.int_constant(sink),
        };
        self.scope.ints.push(int);
    }

    fn mask_and_select(&mut self, sink: &mut S) {
        let (a, b) = (self.tile(), self.tile());
        if self.rng.percent(50) {
            let predicate = self.rng.below(6) as u8;
            let mask = self.op(sink, Op::CmpF(predicate), &[a, b], Ty::TileBool);
            self.scope.masks.push(mask);
        } else {
            let mask = pick(self.rng, &self.scope.masks);
            let tile = self.op(sink, Op::Select, &[mask, a, b], Ty::Tile);
            self.scope.tiles.push(tile);
        }
    }

    /// A row from lane numbers or from memory-sized data, spread over a tile.
    fn row(&mut self, sink: &mut S) {
        if self.rng.percent(40) {
            let lanes = match self.rng.below(20) {
                0 => {
                    let first = self.rng.below(16);
                    let table: Vec<u8> =
                        (0..64).flat_map(|lane| (first + lane * 3).to_le_bytes()).collect();
                    self.constant(sink, Ty::VecInt, &table)
                }
                _ => self.op(sink, Op::Iota, &[], Ty::VecInt),
            };
            let scale = self.constant(sink, Ty::VecInt, &self.scope.mark()[0].to_le_bytes()[..4]);
            let lanes = self.op(sink, Op::MulI, &[lanes, scale], Ty::VecInt);
            let inside = self.op(sink, Op::CmpI(2), &[lanes, scale], Ty::VecBool);
            let lanes = self.op(sink, Op::Select, &[inside, lanes, scale], Ty::VecInt);
            let lanes = self.op(sink, Op::IToF, &[lanes], Ty::VecFloat);
            let row = self.op(sink, Op::Reshape, &[lanes], Ty::Row);
            self.scope.rows.push(row);
        }
        let row = pick(self.rng, &self.scope.rows);
        let tile = self.op(sink, Op::Broadcast, &[row], Ty::Tile);
        self.scope.tiles.push(tile);
    }

    fn load(&mut self, sink: &mut S) {
        let view = self.views[self.rng.below(2) as usize];
        let index = [self.int(), self.int()];
        self.ops += 1;
        let [tile, token] = sink.load_view(view, index, self.token);
        self.scope.tiles.push(tile);
        self.token = token;
    }

    fn for_loop(&mut self, sink: &mut S, body: u32, depth: u32) {
        let bounds = [self.int_constant(sink), self.int(), self.int_constant(sink)];
        let init = [self.tile(), self.token];
        let mark = self.scope.mark();
        self.ops += 2;
        let [tile, token] = sink.for_loop(bounds, init, |sink, [index, tile, token]| {
            self.scope.ints.push(index);
            self.scope.tiles.push(tile);
            self.token = token;
            self.statements(sink, body, depth + 1);
            let next = [self.tile(), self.token];
            self.scope.back_to(mark);
            next
        });
        self.scope.tiles.push(tile);
        self.token = token;
    }

    fn if_else(&mut self, sink: &mut S, depth: u32) {
        let condition = pick(self.rng, &self.scope.bools);
        let mark = self.scope.mark();
        let token = self.token;
        self.ops += 3;
        let tile = sink.if_else(condition, |sink, arm| {
            let most = if arm == Arm::Then { 6 } else { 4 };
            let size = self.rng.between(1, most);
            self.statements(sink, size, depth + 1);
            let tile = self.tile();
            self.scope.back_to(mark);
            self.token = token;
            tile
        });
        self.scope.tiles.push(tile);
    }
}

/// The sizes and names of kernels, one after another.
#[derive(Debug, Clone)]
pub struct Kernels {
    rng: Rng,
    number: u32,
}

impl Kernels {
    /// The sequence that all samples use.
    pub fn new() -> Self {
        Self { rng: Rng::new(0x6279_7465_7370_6563), number: 0 }
    }

    /// The name of the next kernel, and its size: 200 to 2000 operations.
    pub fn next_kernel(&mut self) -> (String, u32) {
        let size = self.rng.between(200, 2000);
        let name = format!("kernel_{:05}", self.number);
        self.number += 1;
        (name, size)
    }

    /// Writes a kernel of about `size` operations (at least about 30) into
    /// `sink`; gives their exact number.
    pub fn fill<S: Sink>(&mut self, sink: &mut S, params: [S::Value; 6], size: u32) -> u32 {
        fill(sink, params, &mut self.rng, size)
    }
}

impl Default for Kernels {
    fn default() -> Self {
        Self::new()
    }
}
