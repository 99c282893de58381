//! Readers, writers and editors of versioned binary formats that are described once, in a schema: MLIR bytecode
//! ([`mlir`], format versions 0 to 6) and CUDA Tile IR bytecode ([`tile_ir`], 13.1 to 13.5), both ways and in every
//! version, without LLVM; and what formats and dialects of one's own are generated on.
//!
//! # From bytes to text and back
//! A module is a file in memory. It is read from bytes or from text, and written as either; what nobody changes comes out as
//! it went in, byte for byte, what no schema describes included.
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
//! | look into a file, lazily and without copies | [`mlir::File`], [`mlir::File::walk`] | [`tile_ir::File`], [`tile_ir::BodyReader`] |
//! | hold it in memory | [`mlir::Module`] | [`tile_ir::Module`], [`tile_ir::Body`] |
//! | make one from nothing | [`mlir::Module::new`], [`mlir::Insertion`] | [`tile_ir::Module::kernel`], [`tile_ir::KernelBuilder`] |
//! | find operations, values and their uses | [`ops_named`], [`uses`], [`symbol`] | [`find`], [`users`] |
//! | change it | [`get`], [`set`], [`rename`], [`erase_where`] | [`build_at`], [`move_to`], [`body_erase`] |
//! | take operations from another module | [`mlir::Import`] | [`tile_ir::Import`] |
//! | print it as the reference tools do | [`mlir::Module::print`] | [`tile_ir::Module::print`] |
//! | read that text | [`mlir::Module::parse`] | [`tile_ir::Module::parse`] |
//! | write another version, and know what it lacks | [`write_lossy`], [`mlir::Loss`] | [`tile_ir::WriteOptions`] |
//! | go from one release of a dialect to another | [`convert_dialect`] | - |
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
//! # What holds everywhere
//! - **Any input is read without panic**, in memory in proportion to it: [`wire::Budget`] is one for all counts that a file
//!   announces, and depth ends at [`wire::MAX_DEPTH`].
//! - **An error says where and what**: the offset in bytes from the start of the file, the path of fields that led there, and a
//!   kind with fields for programs, [`ErrorKind`].
//! - **A format has a version, and may have a second axis**: the release of the producer, or of a dialect ([`axes`]). What no
//!   schema covers is carried as bytes, and said to be.
//! - **Numbers come from the schema**: opcodes, tags, flags and versions are generated, and documented where they are used.
//!
//! # A format or a dialect of one's own
//! A format is generated from its schema by `bytespec-codegen`, in a build script, and stands on [`wire`], [`container`],
//! [`values`], [`parts`], [`reflect`], [`by_release`], [`properties`], [`signatures`] and [`operation_text`]. Without
//! generated code a schema is run as it stands by [`plan`].
//!
//! With the feature `derive`, enums and structs of one's own get readers and writers by `BytecodeEnum`, `BytecodeRecord`,
//! `BytecodeAttribute` and `BytecodeType`. A [`dialect`] of MLIR is made of these, and [`export`] says in the language of
//! schemas what was derived.
//!
//! # Features
//! | feature | what comes with it |
//! | --- | --- |
//! | `mlir` | MLIR bytecode, its text and its dialects; on unless `default-features = false` says otherwise |
//! | `tile_ir` | CUDA Tile IR bytecode and its text; on, too |
//! | `derive` | the macros |
//! | `samples` | random values of every generated type, for tests |
//!
//! Who has a format of one's own needs none of them.

pub use bytespec_core::{
    BodyFault, Dimension, Error, ErrorKind, GateAxis, Misplacement, PlanFault, Result,
    SectionFault, TextFault, UseOrderFault, axes, by_release, container, error, operation_text,
    parts, plan, properties, reflect, signatures, small, text, upgrade, values, versions, wire,
};

// For generated code only.
#[doc(hidden)]
pub use bytespec_core::op_table;
#[cfg(feature = "samples")]
pub use bytespec_core::{edit, sample};
#[cfg(feature = "derive")]
pub use bytespec_derive::{
    BytecodeAttribute, BytecodeEnum, BytecodeRecord, BytecodeType, Dialect, OpProperties, Operation,
};
#[cfg(feature = "mlir")]
pub use bytespec_mlir::dialect;

/// MLIR bytecode.
///
/// [`File`](mlir::File) opens a file and looks things up on use; [`Module`](mlir::Module) is the same content in
/// memory, to walk, edit and write. Sections, records, attributes, types and their numbers are generated from
/// `schema/mlir`.
#[cfg(feature = "mlir")]
pub mod mlir {
    #[doc(inline)]
    pub use bytespec_mlir::*;
}

/// CUDA Tile IR bytecode.
///
/// [`File`](tile_ir::File) opens a file and looks things up on use; [`Module`](tile_ir::Module) is the same content
/// owned, to build, edit and write. The types, attributes, operations and their numbers are generated from
/// `schema/tile_ir`.
#[cfg(feature = "tile_ir")]
pub mod tile_ir {
    #[doc(inline)]
    pub use bytespec_tile_ir::*;
}

/// Derived items in the schema's own language.
pub mod export {
    pub use bytespec_core::export::*;
    #[cfg(feature = "mlir")]
    pub use bytespec_mlir::export::*;
}
