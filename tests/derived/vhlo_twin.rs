// The dialect `vhlo`, which the library has from a schema, too.

use super::vhlo_enums::{
    BooleanV1, ComparisonDirectionV1, ComparisonTypeV1, FftTypeV1, PrecisionV1,
    ResultAccuracyModeV1, RngAlgorithmV1, RngDistributionV1, TransposeV1,
};
use bytespec::mlir::{ApFloat, ApInt, AttributeId, Double, StringId, TypeId};
use bytespec::{BytecodeAttribute, BytecodeEnum, BytecodeRecord, BytecodeType, Dialect};

/// Operations of StableHLO, frozen by version.
#[derive(Dialect)]
#[bytecode(
    name = "vhl2",
    versions("0.9.0", "0.10.0", "0.11.0", "0.12.0", "0.13.0", "0.14.0", "0.15.0", "0.16.0", "0.17.0", "0.18.0", "0.19.0", "0.20.0", "1.0.0", "1.1.0", "1.2.0", "1.3.0", "1.4.0", "1.5.0", "1.6.0", "1.7.0", "1.8.0", "1.9.0", "1.10.0", "1.11.0", "1.12.0", "1.13.0", "1.14.0", "1.15.0", "1.16.0", "1.17.0", "1.18.0", "1.19.0", "1.20.0"),
    producer = "StableHLO_v",
    attributes(VhloAttribute<'a>),
    types(VhloType)
)]
pub(crate) struct Vhlo;

/// Calling convention of a custom call.
#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
#[bytecode(wire = "varint<u8>", dialect = Vhlo)]
pub(crate) enum CustomCallApiVersionV1 {
    /// Not stated.
    #[bytecode(name = "API_VERSION_UNSPECIFIED")]
    ApiVersionUnspecified = 0,
    /// First convention, which cannot report failure.
    #[bytecode(name = "API_VERSION_ORIGINAL")]
    ApiVersionOriginal = 1,
    /// Failure is reported through a status.
    #[bytecode(name = "API_VERSION_STATUS_RETURNING")]
    ApiVersionStatusReturning = 2,
    /// The same on every platform, with a status.
    #[bytecode(name = "API_VERSION_STATUS_RETURNING_UNIFIED")]
    ApiVersionStatusReturningUnified = 3,
    /// Typed foreign function interface, with a dictionary as configuration.
    #[bytecode(name = "API_VERSION_TYPED_FFI", since = "1.3.0")]
    ApiVersionTypedFfi = 4,
}

/// Entry of a dictionary.
#[derive(BytecodeRecord, Clone, Copy, Debug, PartialEq)]
#[bytecode(dialect = Vhlo)]
pub(crate) struct NamedAttributeV1 {
    /// Name, a StringV1Attr.
    pub(crate) name: AttributeId,
    /// Value.
    pub(crate) value: AttributeId,
}

/// What is meant of an axis.
#[derive(BytecodeAttribute, Clone, Copy, Debug, PartialEq)]
#[bytecode(dialect = Vhlo)]
pub(crate) enum SubAxis {
    /// All of it.
    #[bytecode(code = 0)]
    Whole,
    /// A part, a SubAxisInfoV1Attr.
    #[bytecode(code = 1)]
    Part(AttributeId),
}

/// Attribute of the dialect vhlo.
#[derive(BytecodeAttribute, Clone, Debug, PartialEq)]
#[bytecode(dialect = Vhlo)]
pub(crate) enum VhloAttribute<'a> {
    /// List of attributes.
    #[bytecode(code = 1)]
    ArrayV1Attr {
        /// Elements.
        value: Vec<AttributeId>,
    },
    /// Truth value.
    #[bytecode(code = 2)]
    BooleanV1Attr {
        /// The value.
        value: BooleanV1,
    },
    /// Relation that a comparison tests.
    #[bytecode(code = 3)]
    ComparisonDirectionV1Attr {
        /// The value.
        value: ComparisonDirectionV1,
    },
    /// Order in which a comparison takes its elements.
    #[bytecode(code = 4)]
    ComparisonTypeV1Attr {
        /// The value.
        value: ComparisonTypeV1,
    },
    /// Calling convention of a custom call.
    #[bytecode(code = 5)]
    CustomCallApiVersionV1Attr {
        /// The value.
        value: CustomCallApiVersionV1,
    },
    /// Attributes with names.
    #[bytecode(code = 6)]
    DictionaryV1Attr {
        /// Entries.
        value: Vec<NamedAttributeV1>,
    },
    /// Kind of a fast Fourier transform.
    #[bytecode(code = 7)]
    FftTypeV1Attr {
        /// The value.
        value: FftTypeV1,
    },
    /// Floating-point number of a type.
    #[bytecode(code = 8)]
    FloatV1Attr {
        /// Type of the number, a floating-point type of the dialect.
        r#type: TypeId,
        /// Bits of the number.
        #[bytecode(wire = "ap_float(type)")]
        value: ApFloat,
    },
    /// Integer of a type.
    #[bytecode(code = 9)]
    IntegerV1Attr {
        /// Type of the number, an integer type or the index type of the dialect.
        r#type: TypeId,
        /// The number.
        #[bytecode(wire = "ap_int(type)")]
        value: ApInt,
    },
    /// Part of an operand whose memory a part of the result shares.
    #[bytecode(code = 10)]
    OutputOperandAliasV1Attr {
        /// Path through nested tuples to the part of the result.
        #[bytecode(wire = "zigzag")]
        output_tuple_indices: Vec<i64>,
        /// Number of the operand, from zero.
        #[bytecode(wire = "zigzag")]
        operand_index: i64,
        /// Path through nested tuples to the part of the operand.
        #[bytecode(wire = "zigzag")]
        operand_tuple_indices: Vec<i64>,
    },
    /// Precision of a product or convolution.
    #[bytecode(code = 11)]
    PrecisionV1Attr {
        /// The value.
        value: PrecisionV1,
    },
    /// Algorithm of random bits.
    #[bytecode(code = 12)]
    RngAlgorithmV1Attr {
        /// The value.
        value: RngAlgorithmV1,
    },
    /// Distribution of random numbers.
    #[bytecode(code = 13)]
    RngDistributionV1Attr {
        /// The value.
        value: RngDistributionV1,
    },
    /// Text.
    #[bytecode(code = 14)]
    StringV1Attr {
        /// The text.
        value: StringId,
    },
    /// Numbers in a shape.
    #[bytecode(code = 15)]
    TensorV1Attr {
        /// Shaped type of the elements.
        r#type: TypeId,
        /// The elements.
        data: &'a [u8],
    },
    /// What is done to the matrix of a triangular system.
    #[bytecode(code = 16)]
    TransposeV1Attr {
        /// The value.
        value: TransposeV1,
    },
    /// Type as a value.
    #[bytecode(code = 17)]
    TypeV1Attr {
        /// The type.
        value: TypeId,
    },
    /// Encoding of a tensor type with bounds of its dimensions.
    #[bytecode(code = 18)]
    TypeExtensionsV1Attr {
        /// Upper bound of the size of each dimension.
        #[bytecode(wire = "zigzag")]
        bounds: Vec<i64>,
    },
    /// How accurate a result must be.
    #[bytecode(code = 19, since = "1.9.0")]
    ResultAccuracyModeV1Attr {
        /// The value.
        value: ResultAccuracyModeV1,
    },
    /// Tolerances of a result.
    #[bytecode(code = 20, since = "1.9.0")]
    ResultAccuracyV1Attr {
        /// Absolute tolerance.
        atol: Double,
        /// Relative tolerance.
        rtol: Double,
        /// Tolerance in units in the last place.
        #[bytecode(wire = "zigzag")]
        ulps: i64,
        /// How accurate the result must be, a ResultAccuracyModeV1Attr.
        mode: AttributeId,
    },
    /// Part of an axis of a mesh.
    #[bytecode(code = 21, since = "1.16.0")]
    SubAxisInfoV1Attr {
        /// Product of the sizes of the parts before it.
        #[bytecode(wire = "zigzag")]
        pre_size: i64,
        /// Number of devices along the part.
        #[bytecode(wire = "zigzag")]
        size: i64,
    },
    /// Axis of a mesh, or a part of one.
    #[bytecode(code = 22, since = "1.16.0")]
    AxisRefV1Attr {
        /// Name of the axis, a StringV1Attr.
        name: AttributeId,
        /// The part.
        sub_axis_info: SubAxis,
    },
    /// Groups of replicas that lie along axes of a mesh.
    #[bytecode(code = 23, since = "1.16.0")]
    ReplicaGroupMeshAxesV1Attr {
        /// The mesh, or its name.
        mesh: AttributeId,
        /// The axes, an ArrayV1Attr of AxisRefV1Attr.
        axes: AttributeId,
    },
    /// Axis of a mesh.
    #[bytecode(code = 24, since = "1.16.0")]
    MeshAxisV1Attr {
        /// Name of the axis, a StringV1Attr.
        name: AttributeId,
        /// Number of devices along the axis.
        #[bytecode(wire = "zigzag")]
        size: i64,
    },
    /// Devices as an array with named axes.
    #[bytecode(code = 25, since = "1.16.0")]
    MeshV1Attr {
        /// The axes, an ArrayV1Attr of MeshAxisV1Attr.
        axes: AttributeId,
        /// Numbers of the devices where they are not in order, a TensorV1Attr.
        device_ids: Option<AttributeId>,
    },
}

/// Distance between neighbouring quantized values.
#[derive(BytecodeRecord, Clone, Copy, Debug, PartialEq)]
#[bytecode(dialect = Vhlo)]
pub(crate) struct Scale {
    /// The distance.
    pub(crate) value: Double,
}

/// Type of the dialect vhlo.
#[derive(BytecodeType, Clone, Debug, PartialEq)]
#[bytecode(dialect = Vhlo)]
pub(crate) enum VhloType {
    /// Truth value.
    #[bytecode(code = 0, width = 1)]
    BooleanV1Type,
    /// Complex number.
    #[bytecode(code = 1)]
    ComplexV1Type {
        /// Type of the real and the imaginary part.
        element: TypeId,
    },
    /// Upper half of a single-precision number.
    #[bytecode(code = 2, width = 16)]
    FloatBF16V1Type,
    /// Half-precision floating point.
    #[bytecode(code = 3, width = 16)]
    FloatF16V1Type,
    /// Single-precision floating point.
    #[bytecode(code = 4, width = 32)]
    FloatF32V1Type,
    /// Double-precision floating point.
    #[bytecode(code = 5, width = 64)]
    FloatF64V1Type,
    /// 8-bit floating point with four bits of exponent and three of fraction, without infinities.
    #[bytecode(code = 6, width = 8)]
    FloatF8E4M3FNV1Type,
    /// 8-bit floating point with five bits of exponent and two of fraction.
    #[bytecode(code = 7, width = 8)]
    FloatF8E5M2V1Type,
    /// Signature of a function.
    #[bytecode(code = 8)]
    FunctionV1Type {
        /// Types of the arguments.
        inputs: Vec<TypeId>,
        /// Types of the results.
        outputs: Vec<TypeId>,
    },
    /// Integer that counts and indexes.
    #[bytecode(code = 9, width = 64)]
    IndexV1Type,
    /// Integer of 4 bits, signless in builtin.
    #[bytecode(code = 10, width = 4)]
    IntegerSI4V1Type,
    /// Integer of 8 bits, signless in builtin.
    #[bytecode(code = 11, width = 8)]
    IntegerSI8V1Type,
    /// Integer of 16 bits, signless in builtin.
    #[bytecode(code = 12, width = 16)]
    IntegerSI16V1Type,
    /// Integer of 32 bits, signless in builtin.
    #[bytecode(code = 13, width = 32)]
    IntegerSI32V1Type,
    /// Integer of 64 bits, signless in builtin.
    #[bytecode(code = 14, width = 64)]
    IntegerSI64V1Type,
    /// Unsigned integer of 4 bits.
    #[bytecode(code = 15, width = 4)]
    IntegerUI4V1Type,
    /// Unsigned integer of 8 bits.
    #[bytecode(code = 16, width = 8)]
    IntegerUI8V1Type,
    /// Unsigned integer of 16 bits.
    #[bytecode(code = 17, width = 16)]
    IntegerUI16V1Type,
    /// Unsigned integer of 32 bits.
    #[bytecode(code = 18, width = 32)]
    IntegerUI32V1Type,
    /// Unsigned integer of 64 bits.
    #[bytecode(code = 19, width = 64)]
    IntegerUI64V1Type,
    /// Tensor of known rank.
    #[bytecode(code = 20)]
    RankedTensorV1Type {
        /// Size of each dimension.
        #[bytecode(wire = "zigzag")]
        shape: Vec<i64>,
        /// Type of the elements.
        element: TypeId,
    },
    /// Tensor of known rank with an encoding.
    #[bytecode(code = 21)]
    RankedTensorV1TypeWithEncoding {
        /// Encoding, such as a TypeExtensionsV1Attr.
        encoding: AttributeId,
        /// Size of each dimension.
        #[bytecode(wire = "zigzag")]
        shape: Vec<i64>,
        /// Type of the elements.
        element: TypeId,
    },
    /// Token that orders side effects.
    #[bytecode(code = 22)]
    TokenV1Type,
    /// Values of several types.
    #[bytecode(code = 23)]
    TupleV1Type {
        /// Types of the parts.
        types: Vec<TypeId>,
    },
    /// Stored numbers at equal distances.
    #[bytecode(code = 24)]
    UniformQuantizedV1Type {
        /// Properties of the storage.
        #[bytecode(wire = "varint")]
        flags: u64,
        /// Integer type of the storage.
        storage_type: TypeId,
        /// Type of the numbers that it stands for.
        expressed_type: TypeId,
        /// Distance between neighbours.
        scale: Double,
        /// Stored number that stands for zero.
        #[bytecode(wire = "zigzag")]
        zero_point: i64,
        /// Smallest stored number.
        #[bytecode(wire = "zigzag")]
        storage_min: i64,
        /// Largest stored number.
        #[bytecode(wire = "zigzag")]
        storage_max: i64,
    },
    /// Tensor of unknown rank.
    #[bytecode(code = 25)]
    UnrankedTensorV1Type {
        /// Type of the elements.
        element: TypeId,
    },
    /// Proof that a constraint on shapes holds.
    #[bytecode(code = 26)]
    WitnessV1Type,
    /// 8-bit floating point with four bits of exponent and three of fraction, without infinities and negative zero.
    #[bytecode(code = 27, since = "0.10.0", width = 8)]
    FloatF8E4M3FNUZV1Type,
    /// 8-bit floating point with five bits of exponent and two of fraction, without infinities and negative zero.
    #[bytecode(code = 28, since = "0.10.0", width = 8)]
    FloatF8E5M2FNUZV1Type,
    /// 8-bit floating point with four bits of exponent of bias 11 and three of fraction, without infinities and negative zero.
    #[bytecode(code = 29, since = "0.11.0", width = 8)]
    FloatF8E4M3B11FNUZV1Type,
    /// Stored numbers at distances that depend on the position in one dimension.
    #[bytecode(code = 30, since = "0.18.0")]
    UniformQuantizedPerAxisV1Type {
        /// Properties of the storage.
        #[bytecode(wire = "varint")]
        flags: u64,
        /// Integer type of the storage.
        storage_type: TypeId,
        /// Type of the numbers that it stands for.
        expressed_type: TypeId,
        /// Dimension that decides.
        #[bytecode(wire = "varint")]
        quantized_dimension: u64,
        /// Smallest stored number.
        #[bytecode(wire = "zigzag")]
        storage_min: i64,
        /// Largest stored number.
        #[bytecode(wire = "zigzag")]
        storage_max: i64,
        /// Distance between neighbours at each position.
        scales: Vec<Scale>,
        /// Stored number that stands for zero at each position.
        #[bytecode(wire = "zigzag")]
        zero_points: Vec<i64>,
    },
    /// Integer of 2 bits, signless in builtin.
    #[bytecode(code = 31, since = "1.2.0", width = 2)]
    IntegerSI2V1Type,
    /// Unsigned integer of 2 bits.
    #[bytecode(code = 32, since = "1.2.0", width = 2)]
    IntegerUI2V1Type,
    /// No type.
    #[bytecode(code = 33, since = "1.6.0")]
    NoneV1Type,
    /// Single-precision floating point cut to 19 bits.
    #[bytecode(code = 34, since = "1.6.0", width = 19)]
    FloatTF32V1Type,
    /// 8-bit floating point with four bits of exponent and three of fraction.
    #[bytecode(code = 35, since = "1.7.0", width = 8)]
    FloatF8E4M3V1Type,
    /// 8-bit floating point with three bits of exponent and four of fraction.
    #[bytecode(code = 36, since = "1.7.0", width = 8)]
    FloatF8E3M4V1Type,
    /// 4-bit floating point with two bits of exponent and one of fraction.
    #[bytecode(code = 37, since = "1.8.0", width = 4)]
    FloatF4E2M1FNV1Type,
    /// 6-bit floating point with two bits of exponent and three of fraction.
    #[bytecode(code = 38, since = "1.8.0", width = 6)]
    FloatF6E2M3FNV1Type,
    /// 6-bit floating point with three bits of exponent and two of fraction.
    #[bytecode(code = 39, since = "1.8.0", width = 6)]
    FloatF6E3M2FNV1Type,
    /// 8-bit power of two without a sign.
    #[bytecode(code = 40, since = "1.8.0", width = 8)]
    FloatF8E8M0FNUV1Type,
    /// Buffer in memory of known rank.
    #[bytecode(code = 41, since = "1.13.0")]
    RankedBufferV1Type {
        /// Size of each dimension.
        #[bytecode(wire = "zigzag")]
        shape: Vec<i64>,
        /// Type of the elements.
        element: TypeId,
    },
    /// Results of an asynchronous operation that are still to come.
    #[bytecode(code = 42, since = "1.15.0")]
    FutureV1Type {
        /// Types of the results.
        types: Vec<TypeId>,
    },
}
