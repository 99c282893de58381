//! A plan: the byte-level content of a schema, as data.
//!
//! Everything that a schema can declare becomes an *item*: a record, the fields of a variant, a section, an operation, a
//! layout of properties. An item is a run of [`Step`]s in wire order. A step has a name, a *gate* (every
//! [`Bound`] of it must hold), a condition, a [`Shape`] and a [`Role`]. Constructs that differ in a schema but are the same on
//! the wire are the same in a plan:
//!
//! | a schema says | a plan has |
//! | --- | --- |
//! | `list<X>` | an item with a derived count and a sequence of that many X |
//! | `blob` | an item with a derived size and that many bytes |
//! | `optional_ref<T>` | an item with a derived code, and an index computed from the code if it is not zero |
//! | `flagged<X>` | an item of bits: a derived presence, and X in the bits above |
//! | `flags<W>` with `bit` and `unit`, `presence`, `packed` | bits of an integer, each a step; a presence is derived |
//! | `offset_table<O, X>` | an item with a derived count, filler, derived offsets and X at each offset |
//! | a string table | derived sizes, and as many values, each with its number of bytes |
//! | entries whose sizes are elsewhere | values whose number of bytes an expression takes from a list |
//! | a union, an operation | an item with a derived tag and a choice by it |
//! | a property of segment sizes | bits of an integer, and a sequence |
//!
//! Items that only hold one value for the surrounding item are *transparent*: a value has no level for them.
//!
//! A plan contains no YAML, no Rust and no format. Names are plain names. Codecs that a schema cannot describe are function
//! calls by name.
//!
//! # Invariants
//! * All pools are flat, and all references into them are indices. A plan can therefore be made at run time, or be a constant of a
//!   program. [`Plan::check`] reports any index outside its pool. Executors rely on nothing else.
//! * An expression of a step refers to *earlier* steps of the same item or of the items around it, by position, and to lists of the
//!   values of steps in any section. The expression of a derived step refers to steps of the item at any position, because a writer
//!   has the values before the bytes.
//! * The parts of an integer directly follow it, in the order of their bits. They have no bytes of their own.
//! * A writer can compute everything in a derived or constant step. A reader refuses a different value.
//! * [`Absent`] gives the value of a step whose gate is closed or whose condition is false. Such a step is not on the wire.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

#[macro_use]
mod words;

mod base;
mod build;
mod check;
mod coding;
mod crc;
mod display;
mod encoding;
mod expr;
pub mod float;
mod index;
mod item;
mod legacy;
mod packed;
mod shape;
mod store;
mod tag;
mod transform;

pub use base::Base;
pub use build::{Builder, place};
pub use check::Fault;
pub use coding::{Coding, Digits, Vlq};
pub use crc::Crc;
pub use encoding::{Encoding, find};
pub use expr::{Algorithm, Checksum, Covered, Expr, Operator};
pub use index::{ExprId, ItemId, Run, ShapeId, Text};
pub use item::{
    Absent, Axis, Bound, Case, Fact, FactValue, FileShape, Item, Kind, Layout, Member, Origin,
    Role, Section, Step, bits_of,
};
pub use legacy::Legacy;
pub use shape::{ElementLimit, Length, Otherwise, Place, Shape, Sign, Until};
pub use store::Plan;
pub use tag::{is_short_tag, short_tag, tag_among, tag_of};
pub use transform::Transform;
