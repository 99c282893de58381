//! Readers, writers and editors of versioned binary formats. A schema describes each format once. Two formats are included, for
//! reading and writing in every version, without LLVM: MLIR bytecode ([`mlir`], format versions 0 to 6) and CUDA Tile IR bytecode
//! ([`tile_ir`], 13.1 to 13.5). The crate also has the runtime support for formats and dialects of your own.
//!
//! # From bytes to text and back
//! A module is a file in memory. You read it from bytes or from text, and write it as either. Unedited content is written with the
//! same bytes, including content that no schema describes.
//! ```
//! use bytespec::mlir::{Module, ParseOptions, PrintOptions, Version, WriteOptions};
//!
//! let text = r#""builtin.module"() ({
//!   "func.func"() <{function_type = (i32) -> i32, sym_name = "same"}> ({
//!   ^bb0(%arg0: i32):
//!     "func.return"(%arg0) : (i32) -> ()
//!   }) : () -> ()
//! }) : () -> ()
//! "#;
//! let module = Module::parse(text, &ParseOptions::default())?;
//! let bytes = module.write(&WriteOptions::default())?;
//! let read = Module::read(&bytes)?;
//! let function = read.function("same").expect("it is there");
//! assert_eq!(read.display(function.signature()?).to_string(), "(i32) -> i32");
//! assert_eq!(read.print(&PrintOptions::default())?.trim_end(), text.trim_end());
//!
//! let options = WriteOptions::default().version(Version::V0);
//! let (older, losses) = read.write_lossy(&options)?;
//! assert!(Module::read(&older)?.version() == Version::V0 && losses.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to go
//! | to | MLIR | CUDA Tile IR |
//! | --- | --- | --- |
//! | inspect a file, lazily and without copies | [`mlir::File`], [`mlir::File::walk`] | [`tile_ir::File`], [`tile_ir::BodyReader`] |
//! | hold it in memory | [`mlir::Module`] | [`tile_ir::Module`], [`tile_ir::Body`] |
//! | create one from nothing | [`mlir::Module::new`], [`mlir::Insertion`] | [`tile_ir::Module::kernel`], [`tile_ir::KernelBuilder`] |
//! | find operations, values and their uses | [`ops_named`], [`uses`], [`symbol`] | [`find`], [`users`] |
//! | edit it | [`get`], [`set`], [`rename`], [`erase_where`] | [`build_at`], [`move_to`], [`body_erase`] |
//! | copy operations from another module | [`mlir::Import`] | [`tile_ir::Import`] |
//! | print it as the reference tools do | [`mlir::Module::print`] | [`tile_ir::Module::print`] |
//! | parse that text | [`mlir::Module::parse`] | [`tile_ir::Module::parse`] |
//! | write another version, and list what it loses | [`write_lossy`], [`mlir::Loss`] | [`tile_ir::WriteOptions`] |
//! | convert from one release of a dialect to another | [`convert_dialect`] | - |
//! | spell single entries in a listing | [`mlir::Spelling`] | [`tile_ir::Spelling`] |
//!
//! [`ops_named`]: mlir::Module::ops_named
//! [`uses`]: mlir::Module::uses
//! [`symbol`]: mlir::Module::symbol
//! [`find`]: tile_ir::Body::find
//! [`users`]: tile_ir::Body::users
//! [`get`]: mlir::Module::get
//! [`set`]: mlir::Module::set
//! [`rename`]: mlir::Module::rename
//! [`erase_where`]: mlir::Module::erase_where
//! [`build_at`]: tile_ir::Module::build_at
//! [`move_to`]: tile_ir::Body::move_to
//! [`body_erase`]: tile_ir::Body::erase_where
//! [`convert_dialect`]: mlir::Module::convert_dialect
//! [`write_lossy`]: mlir::Module::write_lossy
//!
//! # Guarantees
//! - **Reading never panics**, for any input, and uses memory in proportion to the input: all counts in a file share one
//!   [`wire::Budget`], and [`wire::MAX_DEPTH`] limits depth.
//! - **An error states the place and the fault**: the offset in bytes from the start of the file, the path of fields, and a kind with
//!   fields for programs, [`ErrorKind`].
//! - **A format has a version, and may have a second axis**: the release of the producer, or of a dialect ([`axes`]). Content that no
//!   schema covers is kept as bytes, and reported.
//! - **Numbers come from the schema**: opcodes, tags, flags and versions are generated, and documented at their use.
//!
//! # A format or a dialect of your own
//! `bytespec-codegen` generates a format from its schema, in a build script. The generated code uses [`wire`], [`container`],
//! [`values`], [`parts`], [`reflect`], [`by_release`], [`properties`], [`signatures`] and [`operation_text`]. [`plan`] executes a schema
//! directly, without generated code.
//!
//! [`forest`] stores the nesting of operations, blocks and regions for an intermediate representation (IR) of your own, with walks
//! and edits.
//!
//! With the feature `derive`, `BytecodeEnum`, `BytecodeRecord`, `BytecodeAttribute` and `BytecodeType` derive readers and writers for
//! your own enums and structs. A [`dialect`] of MLIR consists of these. [`export`] writes derived items as a schema.
//!
//! # Features
//! | feature | contents |
//! | --- | --- |
//! | `mlir` | MLIR bytecode and its dialects; on by default |
//! | `text` | the text form of MLIR, a third of the time to compile: printing and parsing; on by default |
//! | `tile_ir` | CUDA Tile IR bytecode and its text; on by default |
//! | `derive` | the macros |
//! | `samples` | random values of every generated type, for tests |
//!
//! A format of your own needs none of these features. To turn off the defaults, set `default-features = false`.

pub use bytespec_core::{
    BodyFault, Dimension, Error, ErrorKind, GateAxis, Misplacement, OtherTag, PlanFault, Result,
    SectionFault, TextFault, UseOrderFault, axes, by_release, container, error, forest,
    operation_text, parts, plan, properties, reflect, signatures, small, text, upgrade, values,
    versions, wire,
};

// For generated code only.
#[cfg(feature = "samples")]
pub use bytespec_core::{edit, sample};
#[doc(hidden)]
pub use bytespec_core::{op_table, operation_conversions, operation_parts, table_index, words};
#[cfg(feature = "derive")]
pub use bytespec_derive::{
    BytecodeAttribute, BytecodeEnum, BytecodeRecord, BytecodeType, Dialect, OpProperties, Operation,
};
#[cfg(feature = "mlir")]
pub use bytespec_mlir::dialect;

/// MLIR bytecode.
///
/// [`File`](mlir::File) opens a file and decodes its content on use. [`Module`](mlir::Module) holds the same content in memory,
/// to walk, edit and write. Sections, records, attributes, types and their numbers are generated from `schema/mlir`.
#[cfg(feature = "mlir")]
pub mod mlir {
    #[doc(inline)]
    pub use bytespec_mlir::*;
}

/// CUDA Tile IR bytecode.
///
/// [`File`](tile_ir::File) opens a file and decodes its content on use. [`Module`](tile_ir::Module) owns the same content, to
/// build, edit and write. The types, attributes, operations and their numbers are generated from `schema/tile_ir`.
#[cfg(feature = "tile_ir")]
pub mod tile_ir {
    #[doc(inline)]
    pub use bytespec_tile_ir::*;
}

/// Writes derived items in the schema language.
pub mod export {
    pub use bytespec_core::export::*;
    #[cfg(feature = "mlir")]
    pub use bytespec_mlir::export::*;
}
