//! The dialect `image`: a small dialect of one's own, with two versions.
//!
//! Everything here is what a dialect says once; the program `main.rs` and the tests are its users.

pub mod sample;

use bytespec::dialect::Registry;
use bytespec::mlir::{AttributeId, TypeId};
use bytespec::wire::Enumeration;
use bytespec::{BytecodeAttribute, BytecodeEnum, BytecodeType, Dialect, OpProperties};
use std::fmt;

/// Images, and filters over them.
#[derive(Dialect)]
#[bytecode(
    name = "image",
    versions("1", "2"),
    attributes(ImageAttribute),
    types(ImageType),
    operations(Filter)
)]
pub struct Image;

/// What one pixel holds.
#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq, Eq)]
#[bytecode(wire = "varint<u8>", dialect = Image)]
pub enum Pixel {
    /// Grey, 8 bits.
    #[bytecode(name = "gray8")]
    Gray8 = 0,
    /// Red, green and blue, 8 bits each.
    #[bytecode(name = "rgb8")]
    Rgb8 = 1,
    /// Grey, a float of 32 bits.
    #[bytecode(name = "gray_f32", since = "2")]
    GrayF32 = 2,
}

/// Types of the dialect.
#[derive(BytecodeType, Clone, Debug, PartialEq, Eq)]
#[bytecode(dialect = Image, display)]
pub enum ImageType {
    /// An image.
    #[bytecode(code = 0)]
    Picture {
        /// What one pixel holds.
        pixel: Pixel,
        /// In pixels.
        #[bytecode(wire = "varint<u32>")]
        width: u32,
        /// In pixels.
        #[bytecode(wire = "varint<u32>")]
        height: u32,
    },
    /// How many pixels have which brightness.
    #[bytecode(code = 1)]
    Histogram {
        /// The number of steps.
        #[bytecode(wire = "varint<u32>")]
        bins: u32,
        /// The type of a count.
        count: TypeId,
    },
}

impl fmt::Display for ImageType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ImageType::Picture { pixel, width, height } => {
                write!(f, "!image.picture<{width}x{height}, {}>", pixel.name())
            }
            ImageType::Histogram { bins, .. } => write!(f, "!image.histogram<{bins}>"),
        }
    }
}

/// Attributes of the dialect.
#[derive(BytecodeAttribute, Clone, Debug, PartialEq, Eq)]
#[bytecode(dialect = Image)]
pub enum ImageAttribute {
    /// A part of an image.
    #[bytecode(code = 0)]
    Region {
        /// The first column.
        #[bytecode(wire = "varint<u32>")]
        x: u32,
        /// The first row.
        #[bytecode(wire = "varint<u32>")]
        y: u32,
        /// In pixels.
        #[bytecode(wire = "varint<u32>")]
        width: u32,
        /// In pixels.
        #[bytecode(wire = "varint<u32>")]
        height: u32,
    },
    /// Weights of the pixels around a pixel.
    #[bytecode(code = 1)]
    Kernel {
        /// How many weights are a row.
        #[bytecode(wire = "varint<u32>")]
        columns: u32,
        /// The weights, row by row.
        #[bytecode(wire = "zigzag")]
        weights: Vec<i64>,
        /// What the sum is divided by.
        #[bytecode(wire = "varint<u32>", since = "2", default = 1)]
        divisor: u32,
    },
    /// Kernels to apply one after the other.
    #[bytecode(code = 2, since = "2")]
    Chain {
        /// The kernels.
        kernels: Vec<AttributeId>,
    },
}

/// What `image.filter` is told.
#[derive(OpProperties, Clone, Debug, PartialEq, Eq)]
#[bytecode(dialect = Image, operation = "filter")]
pub struct Filter {
    /// A kernel, or a chain of them.
    pub kernel: AttributeId,
    /// The part to change; the whole image when absent.
    pub region: Option<AttributeId>,
    /// How often.
    pub times: u64,
}

/// What readers and writers are given so that they know the dialect.
#[must_use]
pub fn registry() -> Registry {
    Registry::new().with::<Image>()
}
