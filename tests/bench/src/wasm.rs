//! WebAssembly and `wasmparser`: a peer for reading.
//!
//! The two formats are alike where it matters: an opcode, then varints, in
//! nested structured control flow. `wasmparser` is the reader that engines
//! use, so its cost for one operation is the mark to reach.
//!
//! Both readers decode without validation. They count the operators and add up
//! what the operators carry, and must agree.

use wasm_encoder::{
    BlockType, CodeSection, ExportKind, ExportSection, Function, FunctionSection, InstructionSink,
    MemArg, MemArgTarget, MemorySection, MemoryType, Module, TypeSection, ValType,
};
use wasmparser::{Parser, Payload, VisitOperator, for_each_visit_operator};

use crate::rng::Rng;

/// Locals of each function: the parameters (two of each type) and others.
const LOCALS: u32 = 24;
/// The first local of type f32; those before are i32.
const FIRST_F32: u32 = 12;

/// A valid module of about `target_bytes` bytes: functions of 200 to 2000
/// statements' worth of operators, of type `(i32, f32) -> f32`.
pub fn wasm_sample(target_bytes: usize) -> Vec<u8> {
    let mut rng = Rng::new(0x7761_736D);
    let mut functions = FunctionSection::new();
    let mut code = CodeSection::new();
    let mut count = 0;
    while code.byte_len() < target_bytes {
        functions.function(0);
        let mut function =
            Function::new([(FIRST_F32 - 1, ValType::I32), (LOCALS - FIRST_F32, ValType::F32)]);
        let size = rng.between(200, 2000);
        let mut writer = Writer {
            out: function.instructions(),
            rng: &mut rng,
            functions: count + 1,
            left: size,
            depth: 0,
        };
        writer.body();
        code.function(&function);
        count += 1;
    }

    let mut types = TypeSection::new();
    types.ty().function([ValType::I32], [ValType::F32]);
    let mut memory = MemorySection::new();
    memory.memory(MemoryType {
        minimum: 16,
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    });
    let mut exports = ExportSection::new();
    exports.export("main", ExportKind::Func, 0);

    let mut module = Module::new();
    module.section(&types).section(&functions).section(&memory).section(&exports).section(&code);
    module.finish()
}

/// Writes the body of one function, statement by statement; the stack is empty
/// between statements.
struct Writer<'a> {
    out: InstructionSink<'a>,
    rng: &'a mut Rng,
    /// Functions that a call can name.
    functions: u32,
    /// Operators still to write.
    left: u32,
    depth: u32,
}

impl Writer<'_> {
    fn body(&mut self) {
        while self.left > 0 {
            self.statement();
        }
        self.f32_value(2);
        self.out.end();
    }

    fn count(&mut self) {
        self.left = self.left.saturating_sub(1);
    }

    fn i32_local(&mut self) -> u32 {
        self.rng.below(FIRST_F32)
    }

    fn f32_local(&mut self) -> u32 {
        self.rng.between(FIRST_F32, LOCALS - 1)
    }

    fn memarg(&mut self) -> MemArg {
        MemArg {
            offset: u64::from(self.rng.below(256) * 4),
            align: 2,
            target: MemArgTarget::default(),
            ordering: None,
        }
    }

    fn statement(&mut self) {
        self.count();
        match self.rng.below(100) {
            0..35 => {
                self.f32_value(3);
                let local = self.f32_local();
                self.out.local_set(local);
            }
            35..62 => {
                self.i32_value(3);
                let local = self.i32_local();
                self.out.local_set(local);
            }
            62..72 => {
                self.i32_value(1);
                self.f32_value(2);
                let memarg = self.memarg();
                self.out.f32_store(memarg);
            }
            72..78 => {
                self.i32_value(1);
                self.i32_value(2);
                let memarg = self.memarg();
                self.out.i32_store(memarg);
            }
            78..84 => {
                self.i32_value(1);
                let (function, local) = (self.rng.below(self.functions), self.f32_local());
                self.out.call(function);
                self.count();
                self.out.local_set(local);
            }
            84..92 if self.depth < 4 => self.if_else(),
            92.. if self.depth < 4 => self.counted_loop(),
            _ => {
                let (from, to) = (self.i32_local(), self.i32_local());
                self.out.local_get(from);
                self.count();
                self.out.local_set(to);
            }
        }
    }

    fn statements(&mut self, count: u32) {
        self.depth += 1;
        for _ in 0..count {
            self.statement();
        }
        self.depth -= 1;
    }

    fn if_else(&mut self) {
        self.condition();
        self.out.if_(BlockType::Empty);
        let count = self.rng.between(1, 4);
        self.statements(count);
        if self.rng.percent(50) {
            self.count();
            self.out.else_();
            let count = self.rng.between(1, 4);
            self.statements(count);
        }
        self.count();
        self.out.end();
    }

    /// `block { loop { body; br_if 1; i += 1; br 0 } }`
    fn counted_loop(&mut self) {
        self.out.block(BlockType::Empty).loop_(BlockType::Empty);
        let count = self.rng.between(3, 10);
        self.statements(count);
        self.condition();
        let local = self.i32_local();
        self.out.br_if(1).local_get(local).i32_const(1).i32_add().local_set(local).br(0);
        self.out.end().end();
        self.left = self.left.saturating_sub(10);
    }

    fn condition(&mut self) {
        self.i32_value(1);
        self.i32_value(1);
        self.count();
        match self.rng.below(4) {
            0 => self.out.i32_lt_s(),
            1 => self.out.i32_eq(),
            2 => self.out.i32_ne(),
            _ => self.out.i32_ge_u(),
        };
    }

    /// An expression of type i32, `deep` operations deep at most.
    fn i32_value(&mut self, deep: u32) {
        self.count();
        if deep == 0 || self.rng.percent(30) {
            if self.rng.percent(70) {
                let local = self.i32_local();
                self.out.local_get(local);
            } else {
                let value =
                    if self.rng.percent(75) { self.rng.below(64) } else { self.rng.below(1 << 16) };
                self.out.i32_const(value as i32);
            }
            return;
        }
        match self.rng.below(10) {
            0 | 1 => {
                self.i32_value(deep - 1);
                let memarg = self.memarg();
                self.out.i32_load(memarg);
            }
            2 => {
                self.i32_value(deep - 1);
                self.i32_value(deep - 1);
                self.condition();
                self.out.select();
            }
            other => {
                self.i32_value(deep - 1);
                self.i32_value(deep - 1);
                match other {
                    3..6 => self.out.i32_add(),
                    6 => self.out.i32_sub(),
                    7 => self.out.i32_mul(),
                    8 => self.out.i32_and(),
                    _ => self.out.i32_shl(),
                };
            }
        }
    }

    /// An expression of type f32, `deep` operations deep at most.
    fn f32_value(&mut self, deep: u32) {
        self.count();
        if deep == 0 || self.rng.percent(30) {
            if self.rng.percent(85) {
                let local = self.f32_local();
                self.out.local_get(local);
            } else {
                let value = self.rng.below(64) as f32 / 8.0;
                self.out.f32_const(value.into());
            }
            return;
        }
        match self.rng.below(10) {
            0 | 1 => {
                self.i32_value(deep - 1);
                let memarg = self.memarg();
                self.out.f32_load(memarg);
            }
            2 => {
                self.i32_value(deep - 1);
                self.out.f32_convert_i32_s();
            }
            3 => {
                self.f32_value(deep - 1);
                self.out.f32_neg();
            }
            other => {
                self.f32_value(deep - 1);
                self.f32_value(deep - 1);
                match other {
                    4..7 => self.out.f32_add(),
                    7..9 => self.out.f32_mul(),
                    _ => self.out.f32_max(),
                };
            }
        }
    }
}

/// What a reader found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Operators.
    pub ops: u64,
    /// The sum of all that they carry.
    pub payload: u64,
}

impl Counts {
    /// Both numbers in one.
    fn digest(self) -> u64 {
        self.ops.wrapping_add(self.payload.rotate_left(32))
    }
}

/// Reads all function bodies with a visitor; gives a number that depends on
/// every operator and what it carries.
///
/// # Panics
///
/// When the module is malformed.
pub fn count_by_visitor(module: &[u8]) -> u64 {
    visitor_counts(module).digest()
}

/// Reads all function bodies as values of [`wasmparser::Operator`]; gives the
/// same number as [`count_by_visitor`].
///
/// # Panics
///
/// When the module is malformed.
pub fn count_by_enum(module: &[u8]) -> u64 {
    enum_counts(module).digest()
}

/// What [`count_by_visitor`] counts.
///
/// # Panics
///
/// When the module is malformed.
pub fn visitor_counts(module: &[u8]) -> Counts {
    let mut counter = Counter(Counts::default());
    for payload in Parser::new(0).parse_all(module) {
        if let Payload::CodeSectionEntry(body) = payload.expect("a well-formed module") {
            let mut reader = body.get_operators_reader().expect("a well-formed body");
            while !reader.eof() {
                reader.visit_operator(&mut counter).expect("a well-formed operator");
            }
            reader.finish().expect("a well-formed end");
        }
    }
    counter.0
}

/// What [`count_by_enum`] counts.
///
/// # Panics
///
/// When the module is malformed.
pub fn enum_counts(module: &[u8]) -> Counts {
    let mut counts = Counts::default();
    for payload in Parser::new(0).parse_all(module) {
        if let Payload::CodeSectionEntry(body) = payload.expect("a well-formed module") {
            let mut reader = body.get_operators_reader().expect("a well-formed body");
            while !reader.eof() {
                let operator = reader.read().expect("a well-formed operator");
                counts.ops += 1;
                counts.payload = counts.payload.wrapping_add(payload_of(&operator));
            }
            reader.finish().expect("a well-formed end");
        }
    }
    counts
}

/// A number made of what an operator carries.
trait Carried {
    fn number(&self) -> u64 {
        0
    }
}

impl Carried for u8 {
    fn number(&self) -> u64 {
        u64::from(*self)
    }
}

impl Carried for u32 {
    fn number(&self) -> u64 {
        u64::from(*self)
    }
}

impl Carried for i32 {
    fn number(&self) -> u64 {
        *self as u64
    }
}

impl Carried for i64 {
    fn number(&self) -> u64 {
        *self as u64
    }
}

impl Carried for wasmparser::Ieee32 {
    fn number(&self) -> u64 {
        u64::from(self.bits())
    }
}

impl Carried for wasmparser::Ieee64 {
    fn number(&self) -> u64 {
        self.bits()
    }
}

impl Carried for wasmparser::MemArg {
    fn number(&self) -> u64 {
        self.offset + u64::from(self.align)
    }
}

impl Carried for wasmparser::BlockType {
    fn number(&self) -> u64 {
        match self {
            Self::Empty => 1,
            Self::Type(_) => 2,
            Self::FuncType(index) => u64::from(*index),
        }
    }
}

impl Carried for wasmparser::BrTable<'_> {}
impl Carried for wasmparser::HeapType {}
impl Carried for wasmparser::Ordering {}
impl Carried for wasmparser::RefType {}
impl Carried for wasmparser::ResumeTable {}
impl Carried for wasmparser::TryTable {}
impl Carried for wasmparser::ValType {}
impl Carried for Vec<wasmparser::ValType> {}

/// The visitor that counts.
struct Counter(Counts);

macro_rules! define_visit_operator {
    ($(@$proposal:ident $op:ident $({ $($arg:ident: $argty:ty),* })? => $visit:ident ($($ann:tt)*))*) => {
        $(
            #[inline]
            fn $visit(&mut self $($(, $arg: $argty)*)?) {
                self.0.ops += 1;
                $($(self.0.payload = self.0.payload.wrapping_add($arg.number());)*)?
            }
        )*
    };
}

impl<'a> VisitOperator<'a> for Counter {
    type Output = ();
    for_each_visit_operator!(define_visit_operator);
}

macro_rules! define_payload_of {
    ($(@$proposal:ident $op:ident $({ $($arg:ident: $argty:ty),* })? => $visit:ident ($($ann:tt)*))*) => {
        /// The sum of what the operator carries.
        fn payload_of(operator: &wasmparser::Operator<'_>) -> u64 {
            match operator {
                $(wasmparser::Operator::$op $({ $($arg),* })? => 0_u64 $($(.wrapping_add($arg.number()))*)?,)*
                // Vector operators, which the sample does not hold.
                #[allow(unreachable_patterns, reason = "reachable with the feature simd")]
                _ => 0,
            }
        }
    };
}
for_each_visit_operator!(define_payload_of);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_to_read_agree() {
        let module = wasm_sample(100_000);
        assert!((100_000..130_000).contains(&module.len()), "{}", module.len());
        let counts = visitor_counts(&module);
        assert_eq!(counts, enum_counts(&module));
        assert_eq!(count_by_visitor(&module), count_by_enum(&module));
        assert!(counts.ops > 30_000, "{counts:?}");
    }

    #[cfg(feature = "validate")]
    #[test]
    fn the_module_is_valid() {
        wasmparser::validate(&wasm_sample(1_000_000)).expect("valid");
    }
}
