//! Every builtin and quantized type, made by us, is printed as it is meant.

use super::kinds::{self, Sample, int, text, ty};
use bytespec::mlir::{
    BuiltinAttribute as A, BuiltinType as T, Module, QuantType as Q, Scale, TypeId,
};
use bytespec::{Dimension, Result};
use std::ops::RangeInclusive;

type Make = fn(&mut Module<'_>) -> Result<TypeId>;

const ANY: RangeInclusive<u8> = 16..=u8::MAX;
/// In quantized types: the storage is signed.
const SIGNED: u64 = 1;

/// How a type is made, how it is printed, and the releases that have it.
const SAMPLES: &[(Make, &str, RangeInclusive<u8>)] = &[
    (|m| int(m, 1), "i1", ANY),
    (|m| int(m, 0), "i0", ANY),
    (|m| int(m, 16_777_215), "i16777215", ANY),
    (|m| ty(m, kinds::signed(7)), "si7", ANY),
    (|m| ty(m, kinds::unsigned(64)), "ui64", ANY),
    (|m| ty(m, T::IndexType), "index", ANY),
    (|m| function(m, &[], &[]), "() -> ()", ANY),
    (
        |m| {
            let (i32, f32) = (int(m, 32)?, ty(m, T::Float32Type)?);
            let inner = function(m, &[i32], &[f32])?;
            function(m, &[inner, f32], &[i32, i32])
        },
        "((i32) -> f32, f32) -> (i32, i32)",
        ANY,
    ),
    (|m| ty(m, T::BFloat16Type), "bf16", ANY),
    (|m| ty(m, T::Float16Type), "f16", ANY),
    (|m| ty(m, T::Float32Type), "f32", ANY),
    (|m| ty(m, T::Float64Type), "f64", ANY),
    (|m| ty(m, T::Float80Type), "f80", ANY),
    (|m| ty(m, T::Float128Type), "f128", ANY),
    (
        |m| {
            let element = ty(m, T::Float32Type)?;
            ty(m, T::ComplexType { element })
        },
        "complex<f32>",
        ANY,
    ),
    (|m| memref(m, &[], "affine_map<() -> ()>"), "memref<f32>", ANY),
    (
        |m| memref(m, &[4, Dimension::Dynamic.into()], "affine_map<(d0, d1) -> (d0, d1)>"),
        "memref<4x?xf32>",
        ANY,
    ),
    (
        |m| memref(m, &[4, 4], "strided<[4, 1], offset: ?>"),
        "memref<4x4xf32, strided<[4, 1], offset: ?>>",
        ANY,
    ),
    (
        |m| {
            let (element, memory_space) = (int(m, 8)?, kinds::integer(m, 64, 3)?);
            let layout = text(m, "affine_map<(d0) -> (d0)>")?;
            let shape = [2].as_slice().into();
            ty(m, T::MemRefTypeWithMemSpace { memory_space, shape, element, layout })
        },
        "memref<2xi8, 3>",
        ANY,
    ),
    (|m| ty(m, T::NoneType), "none", ANY),
    (
        |m| {
            let element = int(m, 1)?;
            ty(
                m,
                T::RankedTensorType {
                    shape: [0, 1, Dimension::Dynamic.into()].as_slice().into(),
                    element,
                },
            )
        },
        "tensor<0x1x?xi1>",
        ANY,
    ),
    (
        |m| {
            let (element, encoding) = (int(m, 8)?, m.string_attribute("enc")?);
            let shape = [1 << 40].as_slice().into();
            ty(m, T::RankedTensorTypeWithEncoding { encoding, shape, element })
        },
        "tensor<1099511627776xi8, \"enc\">",
        ANY,
    ),
    (|m| ty(m, T::TupleType { types: [].as_slice().into() }), "tuple<>", ANY),
    (
        |m| {
            let types = [int(m, 8)?, ty(m, T::IndexType)?].as_slice().into();
            ty(m, T::TupleType { types })
        },
        "tuple<i8, index>",
        ANY,
    ),
    (
        |m| {
            let element = int(m, 8)?;
            ty(m, T::UnrankedMemRefType { element })
        },
        "memref<*xi8>",
        ANY,
    ),
    (
        |m| {
            let (element, memory_space) = (int(m, 8)?, m.string_attribute("far")?);
            ty(m, T::UnrankedMemRefTypeWithMemSpace { memory_space, element })
        },
        "memref<*xi8, \"far\">",
        ANY,
    ),
    (
        |m| {
            let element = int(m, 8)?;
            ty(m, T::UnrankedTensorType { element })
        },
        "tensor<*xi8>",
        ANY,
    ),
    (
        |m| {
            let element = int(m, 8)?;
            ty(m, T::VectorType { shape: [2, 3].as_slice().into(), element })
        },
        "vector<2x3xi8>",
        ANY,
    ),
    (
        |m| {
            let (element, shape) = (int(m, 8)?, [2, 3].as_slice().into());
            ty(m, T::VectorTypeWithNumScalableDims { num_scalable_dims: 1, shape, element })
        },
        "vector<2x[3]xi8>",
        16..=16,
    ),
    (
        |m| {
            let (element, shape) = (int(m, 8)?, [2, 3, 4].as_slice().into());
            let scalable = [true, false, true].as_slice().into();
            ty(m, T::VectorTypeWithScalableDims { scalable, shape, element })
        },
        "vector<[2]x3x[4]xi8>",
        19..=u8::MAX,
    ),
    (|m| m.add_type_text(b"builtin", "f8E5M2"), "f8E5M2", ANY),
    (|m| m.add_type_text(b"builtin", "f4E2M1FN"), "f4E2M1FN", 22..=u8::MAX),
    (|m| m.add_type_text(b"llvm", "!llvm.array<2 x f32>"), "!llvm.array<2 x f32>", ANY),
    (|m| m.add_type_text(b"unk", "!unk.ty<\"x\">"), "!unk.ty<\"x\">", ANY),
    (
        |m| {
            let storage_type = int(m, 8)?;
            let (storage_min, storage_max) = (-8, 7);
            let quantized =
                Q::AnyQuantizedType { flags: SIGNED, storage_type, storage_min, storage_max };
            m.add_type(quantized)
        },
        "!quant.any<i8<-8:7>>",
        19..=u8::MAX,
    ),
    (
        |m| {
            let quantized = Q::AnyQuantizedTypeWithExpressedType {
                flags: SIGNED,
                storage_type: int(m, 8)?,
                expressed_type: ty(m, T::Float32Type)?,
                storage_min: -8,
                storage_max: 7,
            };
            m.add_type(quantized)
        },
        "!quant.any<i8<-8:7>:f32>",
        19..=u8::MAX,
    ),
    (
        |m| {
            let expressed_type = ty(m, T::Float32Type)?;
            let (min, max) = ((-0.5).into(), 2.0.into());
            m.add_type(Q::CalibratedQuantizedType { expressed_type, min, max })
        },
        "!quant.calibrated<f32<-5.000000e-01:2.000000e+00>>",
        19..=u8::MAX,
    ),
    (
        |m| {
            let quantized = Q::UniformQuantizedType {
                flags: 0,
                storage_type: int(m, 8)?,
                expressed_type: ty(m, T::Float32Type)?,
                scale: 0.5.into(),
                zero_point: 3,
                storage_min: 0,
                storage_max: 255,
            };
            m.add_type(quantized)
        },
        "!quant.uniform<u8:f32, 5.000000e-01:3>",
        19..=u8::MAX,
    ),
    (
        |m| {
            let scale = |value: f64| Scale { value: value.into() };
            let quantized = Q::UniformQuantizedPerAxisType {
                flags: SIGNED,
                storage_type: int(m, 8)?,
                expressed_type: ty(m, T::Float32Type)?,
                quantized_dimension: 1,
                storage_min: -128,
                storage_max: 127,
                scales: [scale(200.0), scale(0.25)].as_slice().into(),
                zero_points: [0, 120].as_slice().into(),
            };
            m.add_type(quantized)
        },
        "!quant.uniform<i8:f32:1, {2.000000e+02,2.500000e-01:120}>",
        19..=u8::MAX,
    ),
    (
        |m| {
            let f32 = ty(m, T::Float32Type)?;
            let scales: Vec<u8> = [2f32, 3.0].iter().flat_map(|x| x.to_le_bytes()).collect();
            let quantized = Q::UniformQuantizedSubChannelType {
                flags: SIGNED,
                storage_type: int(m, 8)?,
                expressed_type: f32,
                storage_min: -128,
                storage_max: 127,
                quantized_dimensions: [0, 1].as_slice().into(),
                block_sizes: [1, 2].as_slice().into(),
                scales: elements(m, f32, &scales)?,
                zero_points: {
                    let i8 = int(m, 8)?;
                    elements(m, i8, &[10, 20])?
                },
            };
            m.add_type(quantized)
        },
        "!quant.uniform<i8:f32:{0:1, 1:2}, {{2.000000e+00:10, 3.000000e+00:20}}>",
        22..=u8::MAX,
    ),
];

fn function(m: &mut Module<'_>, inputs: &[TypeId], results: &[TypeId]) -> Result<TypeId> {
    ty(m, T::FunctionType { inputs: inputs.into(), results: results.into() })
}

fn memref(m: &mut Module<'_>, shape: &[i64], layout: &str) -> Result<TypeId> {
    let (element, layout) = (ty(m, T::Float32Type)?, text(m, layout)?);
    ty(m, T::MemRefType { shape: shape.into(), element, layout })
}

/// Two elements in a row.
fn elements(
    m: &mut Module<'_>,
    element: TypeId,
    bytes: &[u8],
) -> Result<bytespec::mlir::AttributeId> {
    let r#type = ty(m, T::RankedTensorType { shape: [1, 2].as_slice().into(), element })?;
    m.add_attribute(A::DenseIntOrFPElementsAttr { r#type, raw_data: bytes.to_vec() })
}

#[test]
fn types_are_printed_as_made() {
    let samples = SAMPLES.iter().map(|(make, printed, releases)| Sample {
        make: Box::new(|module| {
            let value = make(module)?;
            module.add_attribute(A::TypeAttr { value })
        }),
        printed: format!("x = {printed}"),
        releases: releases.clone(),
    });
    kinds::check("types", "BuiltinType", samples.collect());
}
