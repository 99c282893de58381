//! The library's readers, put to the same use as those of `wasmparser` in [`crate::wasm`]: they
//! count the operations and add up what the operations carry.

use bytespec::tile_ir::{
    Event, File, OpKind, Structure, TypeId,
    view::{Op, VisitOp, ops},
};
use bytespec::values::{TypedValues, Value, Values};

use crate::wasm::Counts;

/// A number made of what an operation carries.
trait Carried {
    fn number(&self) -> u64;
}

impl Carried for Value {
    fn number(&self) -> u64 {
        u64::from(self.index())
    }
}

impl Carried for Option<Value> {
    fn number(&self) -> u64 {
        self.as_ref().map_or(0, Carried::number)
    }
}

impl Carried for Values<'_> {
    fn number(&self) -> u64 {
        self.len() as u64
    }
}

impl Carried for bytespec::tile_ir::ResultValue {
    fn number(&self) -> u64 {
        u64::from(self.ty.0)
    }
}

impl Carried for Option<bytespec::tile_ir::ResultValue> {
    fn number(&self) -> u64 {
        self.as_ref().map_or(0, Carried::number)
    }
}

impl Carried for TypedValues<'_, TypeId> {
    fn number(&self) -> u64 {
        self.len() as u64
    }
}

impl Carried for bytespec::tile_ir::ConstantId {
    fn number(&self) -> u64 {
        u64::from(self.0)
    }
}

impl Carried for bool {
    fn number(&self) -> u64 {
        u64::from(*self)
    }
}

macro_rules! enums {
    ($($ty:ident)*) => {$(
        impl Carried for bytespec::tile_ir::$ty {
            fn number(&self) -> u64 {
                *self as u64
            }
        }
    )*};
}

enums! {
    RoundingMode IntegerOverflow ComparisonPredicate ComparisonOrdering Signedness
    MemoryOrderingSemantics
}

/// For each kind of operation in the samples, its fields.
macro_rules! kinds {
    ($($method:ident $kind:ident $(<$lt:lifetime>)? { $($field:ident)* })*) => {
        impl<'a> VisitOp<'a> for Counter {
            type Output = ();

            #[inline]
            fn visit_unhandled(&mut self, _: OpKind) {
                self.0.ops += 1;
            }

            $(
                #[inline]
                fn $method(&mut self, op: ops::$kind $(<$lt>)?) {
                    let _ = &op;
                    self.0.ops += 1;
                    $(self.0.payload = self.0.payload.wrapping_add(op.$field.number());)*
                }
            )*
        }

        /// The sum of what the operation carries.
        fn payload_of(op: &Op<'_>) -> u64 {
            match op {
                $(Op::$kind(op) => {
                    let _ = op;
                    0_u64 $(.wrapping_add(op.$field.number()))*
                })*
                _ => 0,
            }
        }
    };
}

kinds! {
    visit_addf Addf { result rounding_mode flush_to_zero lhs rhs }
    visit_subf Subf { result rounding_mode flush_to_zero lhs rhs }
    visit_mulf Mulf { result rounding_mode flush_to_zero lhs rhs }
    visit_fma Fma { result rounding_mode flush_to_zero lhs rhs acc }
    visit_maxf Maxf { result propagate_nan flush_to_zero lhs rhs }
    visit_negf Negf { result source }
    visit_exp2 Exp2 { result flush_to_zero source }
    visit_addi Addi { result overflow lhs rhs }
    visit_subi Subi { result overflow lhs rhs }
    visit_muli Muli { result overflow lhs rhs }
    visit_cmpi Cmpi { result comparison_predicate signedness lhs rhs }
    visit_cmpf Cmpf { result comparison_predicate comparison_ordering lhs rhs }
    visit_select Select { result cond val_if_true val_if_false }
    visit_iota Iota { result }
    visit_itof Itof { to signedness rounding_mode from }
    visit_reshape Reshape { result source }
    visit_broadcast Broadcast { result source }
    visit_make_partition_view MakePartitionView { result tensor_view }
    visit_constant Constant { result value }
    visit_get_tile_block_id GetTileBlockId { block_id_x block_id_y block_id_z }
    visit_make_token MakeToken { result }
    visit_make_tensor_view MakeTensorView<'a> { result base dynamic_shape dynamic_strides }
    visit_load_view_tko LoadViewTko<'a> {
        tile result_token memory_ordering_semantics view index token
    }
    visit_store_view_tko StoreViewTko<'a> {
        result_token memory_ordering_semantics tile view index token
    }
    visit_for For<'a> { result_values lower_bound upper_bound step init_values }
    visit_if If<'a> { results condition }
    visit_continue Continue<'a> { operands }
    visit_yield Yield<'a> { operands }
    visit_return Return<'a> { operands }
}

/// The visitor that counts.
struct Counter(Counts);

impl<'a> Structure<'a> for Counter {
    #[inline]
    fn begin_block(&mut self, arguments: TypedValues<'a, TypeId>) {
        self.0.payload = self.0.payload.wrapping_add(arguments.number());
    }
}

/// Reads all bodies with a visitor.
///
/// # Panics
///
/// When the file is malformed.
pub fn visitor_counts(input: &[u8]) -> Counts {
    let mut counter = Counter(Counts::default());
    let file = File::open(input).expect("a well-formed file");
    for function in file.functions().expect("a well-formed function table") {
        let body = function.body().expect("a well-formed function");
        body.walk(&mut counter).expect("a well-formed body");
    }
    counter.0
}

/// Reads all bodies as values of [`Op`].
///
/// # Panics
///
/// When the file is malformed.
pub fn enum_counts(input: &[u8]) -> Counts {
    let mut counts = Counts::default();
    let file = File::open(input).expect("a well-formed file");
    for function in file.functions().expect("a well-formed function table") {
        let body = function.body().expect("a well-formed function");
        for event in body.events() {
            match event.expect("a well-formed body") {
                Event::Op(op) => {
                    counts.ops += 1;
                    counts.payload = counts.payload.wrapping_add(payload_of(&op));
                }
                Event::BeginBlock(arguments) => {
                    counts.payload = counts.payload.wrapping_add(arguments.number());
                }
                _ => {}
            }
        }
    }
    counts
}
