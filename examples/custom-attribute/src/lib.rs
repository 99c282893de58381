//! The record of a build, as an attribute of MLIR bytecode.
//!
//! The record is an attribute of a dialect of its own, `build`, on the outermost operation. Programs that do
//! not know the dialect carry it along.

use bytespec::mlir::{Module, OpId, WriteOptions};
use bytespec::{BytecodeAttribute, BytecodeRecord, Dialect, Error, Result};

/// The name under which the outermost operation has the record.
pub const NAME: &str = "build.record";

/// Who built what from what.
#[derive(Dialect)]
#[bytecode(name = "build", attributes(BuildRecord<'a>))]
pub struct Build;

/// How a module was built.
#[derive(BytecodeAttribute, Clone, Debug, PartialEq, Eq)]
#[bytecode(dialect = Build, code = 0)]
pub struct BuildRecord<'a> {
    /// The program.
    pub tool: &'a str,
    /// When, in seconds since 1970.
    #[bytecode(wire = "varint")]
    pub time: u64,
    /// The files it was built from.
    pub inputs: Vec<Input>,
}

/// A file that was an input of the build.
#[derive(BytecodeRecord, Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The path.
    pub path: String,
    /// The FNV-1a hash of the content: it tells of changes, not of forgery.
    pub hash: u64,
}

impl Input {
    /// An input by its path and content.
    #[must_use]
    pub fn new(path: impl Into<String>, content: &[u8]) -> Self {
        let start = 0xcbf2_9ce4_8422_2325_u64;
        let hash = content
            .iter()
            .fold(start, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
        Input { path: path.into(), hash }
    }
}

fn outermost(module: &Module<'_>) -> Result<OpId> {
    module.ops(module.root()).next().ok_or_else(|| Error::invalid("the file has no operation"))
}

/// The file with a record in it, in the place of an earlier one. All else stays as it is.
///
/// # Errors
/// A file that is no MLIR bytecode, or is damaged.
pub fn store(file: &[u8], record: &BuildRecord<'_>) -> Result<Vec<u8>> {
    let mut module = Module::read(file)?;
    let op = outermost(&module)?;
    let id = module.add_entry(record)?;
    module.set_attribute(op, NAME, Some(id))?;
    module.write(&WriteOptions::default())
}

/// The record in a module; none where it has none.
///
/// # Errors
/// A record that is damaged.
pub fn find<'m>(module: &'m Module<'_>) -> Result<Option<BuildRecord<'m>>> {
    let Some(id) = module.get_attribute(outermost(module)?, NAME)? else { return Ok(None) };
    Ok(module.entry::<BuildRecord<'m>>(id)?.and_then(|form| form.value()))
}
