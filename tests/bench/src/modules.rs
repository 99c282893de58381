//! Real WebAssembly modules through what is generated from `examples/wasm/schema`, put to the same use as `wasmparser` in
//! [`crate::wasm`]: the readers count the instructions and add up what these carry.

use crate::wasm::Counts;
use bytespec::container::Section;
use bytespec::wire::{Cursor, Enclosed, List};
use bytespec::{Error, Result};
use wasm_modules::wasm::view::{CodeSection, FunctionBody, Instruction, VisitInstruction};
use wasm_modules::wasm::{
    BlockType, BulkInstruction, CONTAINER, Context, Header, Locals, MemoryArgument, Version,
    read_magic, section,
};

/// The modules that stand beside the example.
pub const MODULES: &[(&str, &[u8])] = &[
    ("argon2", include_bytes!("../../../examples/wasm/tests/data/argon2.wasm")),
    ("mappings", include_bytes!("../../../examples/wasm/tests/data/mappings.wasm")),
    ("wasi_reactor", include_bytes!("../../../examples/wasm/tests/data/wasi_reactor.wasm")),
];

/// Calls `each` with every body of a module.
fn bodies<'a>(
    module: &'a [u8],
    cx: &Context,
    mut each: impl FnMut(Enclosed<'a, FunctionBody<'a>>) -> Result<()>,
) -> Result<()> {
    let mut cursor = Cursor::new(module);
    read_magic(&mut cursor)?;
    Header::read(&mut cursor, cx)?;
    let sections: Vec<Section<'a>> = CONTAINER.read(&mut cursor, cx.version() as u32)?;
    for section in sections.iter().filter(|section| section.id == section::CODE) {
        let code = CodeSection::read(&mut section.cursor(module)?, cx)?;
        code.bodies.iter().try_for_each(&mut each)?;
    }
    Ok(())
}

/// A cursor at the first instruction of a body.
fn instructions<'a>(body: &Enclosed<'a, FunctionBody<'a>>, cx: &Context) -> Result<Cursor<'a>> {
    let mut cursor = body.cursor();
    let count = cursor.bounded()?;
    List::<Locals>::read(&mut cursor, cx, count)?;
    Ok(cursor)
}

fn unclosed(cursor: &Cursor<'_>) -> Error {
    Error::invalid("the body does not end with its last `end`").or_at(cursor.position())
}

/// Reads every body as values of [`Instruction`].
///
/// # Errors
/// What is not as the schema says.
pub fn enum_counts(module: &[u8]) -> Result<Counts> {
    let cx = Context::new(Version::LATEST);
    let mut counts = Counts::default();
    bodies(module, &cx, |body| {
        let mut cursor = instructions(&body, &cx)?;
        let mut open = 1i64;
        while !cursor.is_empty() {
            let instruction = Instruction::read(&mut cursor, &cx)?;
            open += i64::from(instruction.nesting());
            counts.ops += 1;
            counts.payload = counts.payload.wrapping_add(carried(&instruction));
        }
        if open == 0 { Ok(()) } else { Err(unclosed(&cursor)) }
    })?;
    Ok(counts)
}

/// Reads every body with a visitor.
///
/// # Errors
/// What is not as the schema says.
pub fn visitor_counts(module: &[u8]) -> Result<Counts> {
    let cx = Context::new(Version::LATEST);
    let mut counter = Counter { counts: Counts::default(), open: 0 };
    bodies(module, &cx, |body| {
        let mut cursor = instructions(&body, &cx)?;
        counter.open = 1;
        while !cursor.is_empty() {
            Instruction::visit(&mut cursor, &cx, &mut counter)?;
        }
        if counter.open == 0 { Ok(()) } else { Err(unclosed(&cursor)) }
    })?;
    Ok(counter.counts)
}

/// The visitor that counts.
struct Counter {
    counts: Counts,
    /// How many blocks are open.
    open: i64,
}

/// A number made of what an instruction carries, as that of [`crate::wasm`].
trait Carried {
    fn number(&self) -> u64;
}

impl Carried for BlockType {
    fn number(&self) -> u64 {
        match self.code {
            -64 => 1,
            index @ 0.. => index as u64,
            _ => 2,
        }
    }
}

impl Carried for MemoryArgument {
    fn number(&self) -> u64 {
        self.offset + u64::from(self.align)
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

impl Carried for bytespec::wire::F32 {
    fn number(&self) -> u64 {
        self.0.into()
    }
}

impl Carried for bytespec::wire::F64 {
    fn number(&self) -> u64 {
        self.0
    }
}

macro_rules! indices {
    ($($id:ident)*) => {$(
        impl Carried for wasm_modules::wasm::$id {
            fn number(&self) -> u64 {
                self.0.into()
            }
        }
    )*};
}

indices!(LabelId FunctionId TypeId TableId MemoryId LocalId GlobalId);

impl Carried for BulkInstruction {
    fn number(&self) -> u64 {
        use BulkInstruction as Bulk;
        u64::from(match *self {
            Bulk::MemoryInit { data, memory } => data.0.wrapping_add(memory.0),
            Bulk::DataDrop { data } => data.0,
            Bulk::MemoryCopy { target, source } => target.0.wrapping_add(source.0),
            Bulk::MemoryFill { memory } => memory.0,
            Bulk::TableInit { element, table } => element.0.wrapping_add(table.0),
            Bulk::ElemDrop { element } => element.0,
            Bulk::TableCopy { target, source } => target.0.wrapping_add(source.0),
            Bulk::TableGrow { table } | Bulk::TableSize { table } | Bulk::TableFill { table } => {
                table.0
            }
            _ => 0,
        })
    }
}

macro_rules! carrying {
    ($($visit:ident $variant:ident ($($arg:ident: $ty:ty),*) $opens:literal;)*) => {
        impl<'a> VisitInstruction<'a> for Counter {
            type Output = ();

            #[inline(always)]
            fn otherwise(&mut self, _: u64) {
                self.counts.ops += 1;
            }

            #[inline(always)]
            fn visit_end(&mut self) {
                self.counts.ops += 1;
                self.open -= 1;
            }

            $(
                #[inline(always)]
                fn $visit(&mut self, $($arg: $ty),*) {
                    self.counts.ops += 1;
                    self.open += $opens;
                    $(self.counts.payload = self.counts.payload.wrapping_add($arg.number());)*
                }
            )*
        }

        /// What an instruction carries.
        #[inline(always)]
        fn carried(instruction: &Instruction<'_>) -> u64 {
            match instruction {
                $(Instruction::$variant { $($arg),* } => 0u64 $(.wrapping_add($arg.number()))*,)*
                _ => 0,
            }
        }
    };
}

carrying! {
    visit_block Block (r#type: BlockType) 1;
    visit_loop Loop (r#type: BlockType) 1;
    visit_if If (r#type: BlockType) 1;
    visit_br Br (label: wasm_modules::wasm::LabelId) 0;
    visit_br_if BrIf (label: wasm_modules::wasm::LabelId) 0;
    visit_call Call (function: wasm_modules::wasm::FunctionId) 0;
    visit_call_indirect CallIndirect (r#type: wasm_modules::wasm::TypeId, table: wasm_modules::wasm::TableId) 0;
    visit_local_get LocalGet (local: wasm_modules::wasm::LocalId) 0;
    visit_local_set LocalSet (local: wasm_modules::wasm::LocalId) 0;
    visit_local_tee LocalTee (local: wasm_modules::wasm::LocalId) 0;
    visit_global_get GlobalGet (global: wasm_modules::wasm::GlobalId) 0;
    visit_global_set GlobalSet (global: wasm_modules::wasm::GlobalId) 0;
    visit_table_get TableGet (table: wasm_modules::wasm::TableId) 0;
    visit_table_set TableSet (table: wasm_modules::wasm::TableId) 0;
    visit_ref_func RefFunc (function: wasm_modules::wasm::FunctionId) 0;
    visit_memory_size MemorySize (memory: wasm_modules::wasm::MemoryId) 0;
    visit_memory_grow MemoryGrow (memory: wasm_modules::wasm::MemoryId) 0;
    visit_i32_const I32Const (value: i32) 0;
    visit_i64_const I64Const (value: i64) 0;
    visit_f32_const F32Const (value: bytespec::wire::F32) 0;
    visit_f64_const F64Const (value: bytespec::wire::F64) 0;
    visit_bulk Bulk (instruction: BulkInstruction) 0;
    visit_i32_load I32Load (argument: MemoryArgument) 0;
    visit_i64_load I64Load (argument: MemoryArgument) 0;
    visit_f32_load F32Load (argument: MemoryArgument) 0;
    visit_f64_load F64Load (argument: MemoryArgument) 0;
    visit_i32_load8_s I32Load8S (argument: MemoryArgument) 0;
    visit_i32_load8_u I32Load8U (argument: MemoryArgument) 0;
    visit_i32_load16_s I32Load16S (argument: MemoryArgument) 0;
    visit_i32_load16_u I32Load16U (argument: MemoryArgument) 0;
    visit_i64_load8_s I64Load8S (argument: MemoryArgument) 0;
    visit_i64_load8_u I64Load8U (argument: MemoryArgument) 0;
    visit_i64_load16_s I64Load16S (argument: MemoryArgument) 0;
    visit_i64_load16_u I64Load16U (argument: MemoryArgument) 0;
    visit_i64_load32_s I64Load32S (argument: MemoryArgument) 0;
    visit_i64_load32_u I64Load32U (argument: MemoryArgument) 0;
    visit_i32_store I32Store (argument: MemoryArgument) 0;
    visit_i64_store I64Store (argument: MemoryArgument) 0;
    visit_f32_store F32Store (argument: MemoryArgument) 0;
    visit_f64_store F64Store (argument: MemoryArgument) 0;
    visit_i32_store8 I32Store8 (argument: MemoryArgument) 0;
    visit_i32_store16 I32Store16 (argument: MemoryArgument) 0;
    visit_i64_store8 I64Store8 (argument: MemoryArgument) 0;
    visit_i64_store16 I64Store16 (argument: MemoryArgument) 0;
    visit_i64_store32 I64Store32 (argument: MemoryArgument) 0;
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_modules::wasm::{AggregateInstruction, VectorInstruction};
    use wasmparser::{BinaryReader, OperatorsReader, for_each_operator};

    #[test]
    fn every_reader_counts_the_same() {
        for (name, module) in MODULES {
            let peer = crate::wasm::visitor_counts(module);
            assert!(peer.ops > 10_000, "{name}");
            assert_eq!(visitor_counts(module), Ok(peer), "{name}");
            assert_eq!(enum_counts(module), Ok(peer), "{name}");
            assert_eq!(crate::wasm::enum_counts(module), peer, "{name}");
        }
    }

    macro_rules! define_proposal {
        ($(@$proposal:ident $op:ident $({ $($arg:ident: $argty:ty),* })? => $visit:ident ($($ann:tt)*))*) => {
            /// The name of an operator, and the proposal that it is of.
            fn named(operator: &wasmparser::Operator<'_>) -> (&'static str, &'static str) {
                match operator {
                    $(wasmparser::Operator::$op { .. } => (stringify!($op), stringify!($proposal)),)*
                    _ => ("?", "?"),
                }
            }
        };
    }
    for_each_operator!(define_proposal);

    /// Proposals that are no part of version 3.0.
    const OTHERS: &[&str] = &[
        "custom_descriptors",
        "legacy_exceptions",
        "memory_control",
        "shared_everything_threads",
        "stack_switching",
        "threads",
        "wide_arithmetic",
    ];

    /// What the peer calls in another way.
    const RENAMED: &[(&str, &str)] = &[
        ("SelectTyped", "TypedSelect"),
        ("RefTest", "RefTestNonNull"),
        ("RefTestNull", "RefTestNullable"),
        ("RefCast", "RefCastNonNull"),
        ("RefCastNull", "RefCastNullable"),
    ];

    /// The name of an instruction, and how many bytes it takes.
    fn ours(bytes: &[u8]) -> Option<(&'static str, usize)> {
        let mut cursor = Cursor::new(bytes);
        let read = Instruction::read(&mut cursor, &Context::new(Version::LATEST)).ok()?;
        let name = match &read {
            Instruction::Bulk { instruction } => BulkInstruction::variant_name(instruction),
            Instruction::Aggregate { instruction } => {
                AggregateInstruction::variant_name(instruction)
            }
            Instruction::Vector { instruction } => VectorInstruction::variant_name(instruction),
            instruction => instruction.variant_name(),
        };
        let renamed = RENAMED.iter().find(|(known, _)| *known == name);
        Some((renamed.map_or(name, |(_, theirs)| theirs), cursor.position()))
    }

    /// The same, and the proposal.
    fn theirs(bytes: &[u8]) -> Option<((&'static str, usize), &'static str)> {
        let mut reader = OperatorsReader::new(BinaryReader::new(bytes, 0));
        let operator = reader.read().ok()?;
        let (name, proposal) = named(&operator);
        // It has a name of its own for several types.
        let name = name.strip_suffix("Multi").unwrap_or(name);
        Some(((name, reader.original_position() as usize), proposal))
    }

    #[test]
    fn the_peer_knows_the_same_instructions() {
        let prefixed = (0xfb..=0xfd_u8).flat_map(|first| {
            (0..0x140_u32).map(move |number| {
                // In two bytes, whatever it is.
                vec![first, number as u8 | 0x80, (number >> 7) as u8]
            })
        });
        let plain =
            (0..=0xff_u8).filter(|first| !(0xfb..=0xfd).contains(first)).map(|first| vec![first]);
        let (mut known, mut wrong) = (0, Vec::new());
        for instruction in plain.chain(prefixed) {
            // What follows is zero, and it is one.
            for immediate in [0, 1] {
                let bytes = [&instruction[..], &[immediate; 64][..]].concat();
                let vectors = instruction[0] == 0xfd && !cfg!(feature = "wasm-default-features");
                match (ours(&bytes), theirs(&bytes)) {
                    (Some(our), Some((their, _)))
                        if our.0.eq_ignore_ascii_case(their.0) && our.1 == their.1 =>
                    {
                        known += 1;
                    }
                    (None, None) => {}
                    (None, Some((_, proposal))) if OTHERS.contains(&proposal) => {}
                    (Some(_), None) if vectors => {}
                    // The peer wants an `if` in front of it.
                    (Some(("Else", _)), None) => {}
                    (our, their) => wrong.push(format!("{instruction:02x?}: {our:?} {their:?}")),
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(known > 400, "{known}");
    }
}
