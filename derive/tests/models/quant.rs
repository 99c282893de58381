// The dialect `quant`, which the library has from a schema, too.

use bytespec::mlir::{AttributeId, Double, TypeId};
use bytespec::{BytecodeRecord, BytecodeType, Dialect};

/// Numbers that stand for others.
#[derive(Dialect)]
#[bytecode(name = "quant_twin", types(QuantType))]
pub(crate) struct Quant;

/// Distance between neighbouring quantized values.
#[derive(BytecodeRecord, Clone, Copy, Debug, PartialEq)]
#[bytecode(dialect = Quant)]
pub(crate) struct Scale {
    /// The distance.
    pub(crate) value: Double,
}

/// Type of the dialect.
#[derive(BytecodeType, Clone, Debug, PartialEq)]
#[bytecode(dialect = Quant)]
pub(crate) enum QuantType {
    /// Quantized type of which the expressed type may be known.
    #[bytecode(form(code = 1, without = "expressed"), form(code = 2, with = "expressed"))]
    Any {
        /// Properties of the storage.
        #[bytecode(wire = "varint")]
        flags: u64,
        /// Integer type of the storage.
        storage: TypeId,
        /// Type of the numbers that it stands for.
        expressed: Option<TypeId>,
        /// Smallest stored number.
        #[bytecode(wire = "zigzag")]
        min: i64,
        /// Largest stored number.
        #[bytecode(wire = "zigzag")]
        max: i64,
    },
    /// Type of numbers whose range was measured.
    #[bytecode(code = 3)]
    Calibrated {
        /// Type of the numbers.
        expressed: TypeId,
        /// Smallest number.
        min: Double,
        /// Largest number.
        max: Double,
    },
    /// Stored numbers at equal distances.
    #[bytecode(code = 4)]
    Uniform {
        /// Properties of the storage.
        #[bytecode(wire = "varint")]
        flags: u64,
        /// Integer type of the storage.
        storage: TypeId,
        /// Type of the numbers that it stands for.
        expressed: TypeId,
        /// Distance between neighbours.
        scale: Double,
        /// Stored number that stands for zero.
        #[bytecode(wire = "zigzag")]
        zero_point: i64,
        /// Smallest stored number.
        #[bytecode(wire = "zigzag")]
        min: i64,
        /// Largest stored number.
        #[bytecode(wire = "zigzag")]
        max: i64,
    },
    /// Stored numbers at distances that depend on the position in one dimension.
    #[bytecode(code = 5)]
    UniformPerAxis {
        /// Properties of the storage.
        #[bytecode(wire = "varint")]
        flags: u64,
        /// Integer type of the storage.
        storage: TypeId,
        /// Type of the numbers that it stands for.
        expressed: TypeId,
        /// Dimension that decides.
        #[bytecode(wire = "varint")]
        dimension: u64,
        /// Smallest stored number.
        #[bytecode(wire = "zigzag")]
        min: i64,
        /// Largest stored number.
        #[bytecode(wire = "zigzag")]
        max: i64,
        /// Distance between neighbours at each position.
        scales: Vec<Scale>,
        /// Stored number that stands for zero at each position.
        #[bytecode(wire = "zigzag")]
        zero_points: Vec<i64>,
    },
    /// Stored numbers at distances that depend on the block of the position.
    #[bytecode(code = 6)]
    UniformSubChannel {
        /// Properties of the storage.
        #[bytecode(wire = "varint")]
        flags: u64,
        /// Integer type of the storage.
        storage: TypeId,
        /// Type of the numbers that it stands for.
        expressed: TypeId,
        /// Smallest stored number.
        #[bytecode(wire = "zigzag")]
        min: i64,
        /// Largest stored number.
        #[bytecode(wire = "zigzag")]
        max: i64,
        /// Dimensions that are divided into blocks.
        #[bytecode(wire = "zigzag")]
        dimensions: Vec<i64>,
        /// Size of a block in each of these dimensions.
        #[bytecode(wire = "zigzag")]
        block_sizes: Vec<i64>,
        /// Distance between neighbours in each block.
        scales: AttributeId,
        /// Stored number that stands for zero in each block.
        zero_points: AttributeId,
    },
}
