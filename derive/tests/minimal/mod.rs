//! The least that each macro is derived for: it compiles, and asks for nothing else.

#![allow(dead_code, reason = "only derived")]

use bytespec::mlir::AttributeId;
use bytespec::{
    BytecodeAttribute, BytecodeEnum, BytecodeRecord, BytecodeType, Dialect, OpProperties,
};

#[derive(BytecodeEnum, Clone, Copy)]
#[bytecode(wire = "u8")]
enum Mode {
    Add = 0,
}

#[derive(BytecodeRecord)]
struct Point<T> {
    mode: Mode,
    value: T,
}

#[derive(BytecodeAttribute)]
enum Event<'a> {
    #[bytecode(code = 0)]
    Nothing,
    #[bytecode(code = 1)]
    Said(&'a str),
    #[bytecode(code = 2)]
    At { place: Point<u8> },
}

#[derive(Dialect)]
#[bytecode(name = "motor", types(Size), operations(Spin))]
struct Motor;

#[derive(BytecodeType, Debug)]
#[bytecode(dialect = Motor, code = 0)]
struct Size {}

#[derive(OpProperties)]
#[bytecode(dialect = Motor, operation = "spin")]
struct Spin {
    speed: Option<AttributeId>,
}
