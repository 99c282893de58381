//! The enums of the dialect `vhlo` that are the same in all its versions.

use bytespec::BytecodeEnum;

/// Truth value as a varint.
#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
#[bytecode(wire = "varint<u8>")]
pub(crate) enum BooleanV1 {
    /// No.
    #[bytecode(name = "false")]
    False = 0,
    /// Yes.
    #[bytecode(name = "true")]
    True = 1,
}

/// Relation that a comparison tests.
#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
#[bytecode(wire = "varint<u8>")]
pub(crate) enum ComparisonDirectionV1 {
    /// Equal.
    #[bytecode(name = "EQ")]
    Eq = 0,
    /// Not equal.
    #[bytecode(name = "NE")]
    Ne = 1,
    /// Greater or equal.
    #[bytecode(name = "GE")]
    Ge = 2,
    /// Greater.
    #[bytecode(name = "GT")]
    Gt = 3,
    /// Less or equal.
    #[bytecode(name = "LE")]
    Le = 4,
    /// Less.
    #[bytecode(name = "LT")]
    Lt = 5,
}

/// Order in which a comparison takes its elements.
#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
#[bytecode(wire = "varint<u8>")]
pub(crate) enum ComparisonTypeV1 {
    /// Up to the element type.
    #[bytecode(name = "NOTYPE")]
    Notype = 0,
    /// Floating point, in which NaN is unordered.
    #[bytecode(name = "FLOAT")]
    Float = 1,
    /// Floating point in total order, -NaN first and NaN last.
    #[bytecode(name = "TOTALORDER")]
    Totalorder = 2,
    /// Signed integers.
    #[bytecode(name = "SIGNED")]
    Signed = 3,
    /// Unsigned integers and truth values.
    #[bytecode(name = "UNSIGNED")]
    Unsigned = 4,
}

/// Kind of a fast Fourier transform.
#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
#[bytecode(wire = "varint<u8>")]
pub(crate) enum FftTypeV1 {
    /// Forward, complex to complex.
    #[bytecode(name = "FFT")]
    Fft = 0,
    /// Inverse, complex to complex.
    #[bytecode(name = "IFFT")]
    Ifft = 1,
    /// Forward, real to complex.
    #[bytecode(name = "RFFT")]
    Rfft = 2,
    /// Inverse, complex to real.
    #[bytecode(name = "IRFFT")]
    Irfft = 3,
}

/// Precision of a product or convolution.
#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
#[bytecode(wire = "varint<u8>")]
pub(crate) enum PrecisionV1 {
    /// Fastest, and least accurate.
    #[bytecode(name = "DEFAULT")]
    Default = 0,
    /// Slower, and more accurate.
    #[bytecode(name = "HIGH")]
    High = 1,
    /// Slowest, and most accurate.
    #[bytecode(name = "HIGHEST")]
    Highest = 2,
}

/// Algorithm of random bits.
#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
#[bytecode(wire = "varint<u8>")]
pub(crate) enum RngAlgorithmV1 {
    /// Up to the implementation.
    #[bytecode(name = "DEFAULT")]
    Default = 0,
    /// Threefry.
    #[bytecode(name = "THREE_FRY")]
    ThreeFry = 1,
    /// Philox.
    #[bytecode(name = "PHILOX")]
    Philox = 2,
}

/// Distribution of random numbers.
#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
#[bytecode(wire = "varint<u8>")]
pub(crate) enum RngDistributionV1 {
    /// Uniform between two bounds.
    #[bytecode(name = "UNIFORM")]
    Uniform = 1,
    /// Normal, by mean and standard deviation.
    #[bytecode(name = "NORMAL")]
    Normal = 2,
}

/// What is done to the matrix of a triangular system.
#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
#[bytecode(wire = "varint<u8>")]
pub(crate) enum TransposeV1 {
    /// Not a valid choice.
    #[bytecode(name = "TRANSPOSE_INVALID")]
    TransposeInvalid = 0,
    /// Taken as it is.
    #[bytecode(name = "NO_TRANSPOSE")]
    NoTranspose = 1,
    /// Transposed.
    #[bytecode(name = "TRANSPOSE")]
    Transpose = 2,
    /// Transposed and conjugated.
    #[bytecode(name = "ADJOINT")]
    Adjoint = 3,
}

/// How accurate a result must be.
#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
#[bytecode(wire = "varint<u8>")]
pub(crate) enum ResultAccuracyModeV1 {
    /// As accurate as the implementation is by default.
    #[bytecode(name = "DEFAULT")]
    Default = 0,
    /// As accurate as the implementation can be.
    #[bytecode(name = "HIGHEST")]
    Highest = 1,
    /// Within the tolerances that are stated.
    #[bytecode(name = "TOLERANCE")]
    Tolerance = 2,
}
