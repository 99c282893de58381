//! The schemas that ship with Bytespec: MLIR bytecode in the folder `mlir`, CUDA Tile IR bytecode in
//! `tile_ir`, in the language that `README.md` describes. The crate `bytespec` is generated from them.

/// Folder that holds a folder of YAML files for each format, where the sources of this crate are.
///
/// A build script finds a schema by it, wherever cargo keeps the crate:
/// ```
/// let format = std::path::Path::new(bytespec_schema::FOLDER).join("tile_ir/format.yaml");
/// assert!(format.is_file());
/// ```
pub const FOLDER: &str = env!("CARGO_MANIFEST_DIR");

/// The documentation of the schema language, in Markdown.
pub const LANGUAGE: &str = include_str!("README.md");
