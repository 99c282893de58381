//! A plan: what a schema says about bytes, as data.
//!
//! Whatever can be written down in a schema becomes *items*: a record, the fields of a variant, a section, an operation, a
//! layout of properties. An item is a run of [`Step`]s in wire order. A step has a name, a *gate* (every
//! [`Bound`] of it must hold), a condition, a [`Shape`] and a [`Role`]. What reads well in a schema and is the same on
//! the wire is the same here:
//!
//! | a schema says | a plan has |
//! | --- | --- |
//! | `list<X>` | an item of a derived count and a sequence of as many X |
//! | `blob` | an item of a derived size and so many bytes |
//! | `optional_ref<T>` | an item of a derived code and an index computed from it, if the code is not zero |
//! | `flagged<X>` | an item of bits: a derived presence, and X in the bits above |
//! | `flags<W>` with `bit` and `unit`, `presence`, `packed` | bits of an integer, of which each is a step; a presence is derived |
//! | `offset_table<O, X>` | an item of a derived count, filler, derived offsets and X at each offset |
//! | a string table | derived sizes, and as many values, each in so many bytes |
//! | entries whose sizes stand elsewhere | values in so many bytes, which an expression takes from a list |
//! | a union, an operation | an item of a derived tag and a choice by it |
//! | a property of segment sizes | bits of an integer, and a sequence |
//!
//! Items that only hold one value for what is around them are *transparent*: a value has no level for
//! them.
//!
//! A plan knows no YAML, no Rust and no format: names are names, and codecs that a schema cannot
//! describe are calls of functions by name.
//!
//! # Invariants
//! * All pools are flat, and everything refers to them by index, so that a plan can be made at run time or stand in a
//!   program as constants. [`Plan::check`] says whether every index is inside its pool; executors rely on nothing else.
//! * An expression of a step refers to *earlier* steps of the same item, by their position in it, of the items around it, and
//!   to lists of what steps of any section were. The expression of a derived step refers to steps of the item at any
//!   position: a writer has the values before the bytes.
//! * The parts of an integer stand right after it, in the order of their bits, and are no bytes of their own.
//! * A derived or constant step holds nothing that a writer could not compute; a reader refuses what differs.
//! * What a step is when its gate is closed or its condition is false, its [`Absent`] says; it is on no wire.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod build;
mod check;
mod display;
mod encoding;
mod expr;
mod index;
mod item;
mod packed;
mod shape;
mod store;

pub use build::{Builder, place};
pub use check::Fault;
pub use encoding::{Encoding, find};
pub use expr::{Checksum, Expr, Operator};
pub use index::{ExprId, ItemId, Run, ShapeId, Text};
pub use item::{
    Absent, Axis, Bound, Case, Fact, FactValue, FileShape, Item, Kind, Layout, Member, Origin,
    Role, Section, Step,
};
pub use shape::{Coding, Length, Otherwise, Place, Shape, Sign, Until};
pub use store::Plan;
