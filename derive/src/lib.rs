//! Derive macros of [Bytespec]: readers and writers of plain enums and structs, and of dialects.
//!
//! Use them through the crate `bytespec` with its feature `derive`. A derived item takes the same path as an item of a schema: it is
//! lowered into the same tree, checked by the same rules, and emitted by the same emitter. An item in Rust and the same item in YAML
//! therefore have the same bytes. All faults of an item are reported at once. Each finding points at its token and names its rule.
//!
//! | macro | for |
//! | --- | --- |
//! | [`BytecodeEnum`] | enums without fields |
//! | [`BytecodeRecord`] | structs: fields in order |
//! | [`BytecodeAttribute`], [`BytecodeType`] | a code and fields: attributes and types of a dialect, tagged values of a plain format |
//! | [`Dialect`](macro@Dialect) | a dialect of MLIR: name, versions, entries |
//! | [`OpProperties`] | the properties of an operation |
//! | [`Operation`](macro@Operation) | an operation with all its parts |
//!
//! The type of a field determines how it is read and written, by the traits `FromWire` and `ToWire` of `bytespec::wire`. An alias, a
//! type parameter, or a type with handwritten implementations works as well as a derived type. An item without `dialect` and `format`
//! accepts the context of every format, so you can use it as a part of any format.
//!
//! [Bytespec]: https://docs.rs/bytespec

#[cfg(feature = "schema")]
mod agreement;
#[cfg(not(feature = "schema"))]
#[path = "no_agreement.rs"]
mod agreement;
mod coding;
mod dialects;
mod enums;
mod expand;
mod fields;
mod forms;
mod generics;
#[cfg(test)]
mod golden;
mod item;
mod keys;
mod members;
mod op_texts;
mod operations;
mod place;
mod rebuilt;
mod records;
mod stub;
mod texts;
mod types;
mod unions;
mod upgrades;
mod versions;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

#[doc = include_str!("../docs/enum.md")]
#[proc_macro_derive(BytecodeEnum, attributes(bytecode))]
pub fn bytecode_enum(input: TokenStream) -> TokenStream {
    derive("BytecodeEnum", input)
}

#[doc = include_str!("../docs/record.md")]
#[proc_macro_derive(BytecodeRecord, attributes(bytecode))]
pub fn bytecode_record(input: TokenStream) -> TokenStream {
    derive("BytecodeRecord", input)
}

#[doc = include_str!("../docs/attribute.md")]
#[proc_macro_derive(BytecodeAttribute, attributes(bytecode))]
pub fn bytecode_attribute(input: TokenStream) -> TokenStream {
    derive("BytecodeAttribute", input)
}

#[doc = include_str!("../docs/type.md")]
#[proc_macro_derive(BytecodeType, attributes(bytecode))]
pub fn bytecode_type(input: TokenStream) -> TokenStream {
    derive("BytecodeType", input)
}

#[doc = include_str!("../docs/dialect.md")]
#[proc_macro_derive(Dialect, attributes(bytecode))]
pub fn dialect(input: TokenStream) -> TokenStream {
    derive("Dialect", input)
}

#[doc = include_str!("../docs/properties.md")]
#[proc_macro_derive(OpProperties, attributes(bytecode))]
pub fn op_properties(input: TokenStream) -> TokenStream {
    derive("OpProperties", input)
}

#[doc = include_str!("../docs/operation.md")]
#[proc_macro_derive(Operation, attributes(bytecode))]
pub fn operation(input: TokenStream) -> TokenStream {
    derive("Operation", input)
}

fn derive(name: &str, input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand::by_name(name, &input).unwrap_or_default().into()
}
