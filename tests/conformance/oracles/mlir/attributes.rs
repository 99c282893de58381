//! Every builtin attribute, made by us, is printed as it is meant.

use super::kinds::{self, Sample, array, flat, int, integer, text, ty};
use bytespec::Result;
use bytespec::mlir::{
    ApInt, AttributeId, BuiltinAttribute as A, BuiltinType as T, Module, NamedAttribute,
    NewResource, TypeId,
};

type Make = fn(&mut Module<'_>) -> Result<AttributeId>;

/// How an attribute is made, how it is printed, and the first release that has it.
const SAMPLES: &[(Make, &str, u8)] = &[
    (|m| array(m, &[]), "[]", 16),
    (
        |m| {
            let parts = [integer(m, 32, 7)?, array(m, &[])?, m.add_attribute(A::UnitAttr)?];
            array(m, &parts)
        },
        "[7 : i32, [], unit]",
        16,
    ),
    (|m| m.add_attribute(A::DictionaryAttr { value: [].as_slice().into() }), "{}", 16),
    (
        |m| {
            let inner = integer(m, 8, 1)?;
            let inner = dictionary(m, &[("c", inner)])?;
            let unit = m.add_attribute(A::UnitAttr)?;
            dictionary(m, &[("b", inner), ("a", unit)])
        },
        "{a, b = {c = 1 : i8}}",
        16,
    ),
    (|m| m.string_attribute(""), "\"\"", 16),
    (|m| m.string_attribute("say \"hi\"\n\u{e9}"), r#""say \22hi\22\0A\C3\A9""#, 16),
    (
        |m| {
            let (value, r#type) = (m.add_string(b"typed")?, int(m, 32)?);
            m.add_attribute(A::StringAttrWithType { value, r#type })
        },
        "\"typed\" : i32",
        16,
    ),
    (|m| flat(m, "flat"), "@flat", 16),
    (|m| flat(m, "odd name"), "@\"odd name\"", 16),
    (
        |m| {
            let root = m.string_attribute("root")?;
            let nested = [flat(m, "inner")?, flat(m, "most")?].as_slice().into();
            m.add_attribute(A::SymbolRefAttr { root, nested })
        },
        "@root::@inner::@most",
        16,
    ),
    (
        |m| {
            let value = int(m, 32)?;
            m.add_attribute(A::TypeAttr { value })
        },
        "i32",
        16,
    ),
    (|m| m.add_attribute(A::UnitAttr), "", 16),
    (|m| integer(m, 1, 1), "true", 16),
    (|m| integer(m, 1, 0), "false", 16),
    (|m| integer(m, 8, 0xff), "-1 : i8", 16),
    (|m| integer(m, 3, 5), "-3 : i3", 16),
    (|m| integer(m, 16, 0x8000), "-32768 : i16", 16),
    (|m| integer(m, 32, 0x7fff_ffff), "2147483647 : i32", 16),
    (|m| integer(m, 64, 1 << 63), "-9223372036854775808 : i64", 16),
    (|m| wide(m, 65, &[0, 1]), "-18446744073709551616 : i65", 16),
    (|m| wide(m, 128, &[u64::MAX, u64::MAX]), "-1 : i128", 16),
    (|m| wide(m, 128, &[0, 0]), "0 : i128", 16),
    (|m| number(m, T::IndexType, u64::MAX), "-1 : index", 16),
    (|m| number(m, kinds::unsigned(8), 0xff), "255 : ui8", 16),
    (|m| number(m, kinds::unsigned(64), u64::MAX), "18446744073709551615 : ui64", 16),
    (|m| number(m, kinds::signed(16), 0xfffd), "-3 : si16", 16),
    (|m| float(m, T::Float16Type, &[0x3c00]), "1.000000e+00 : f16", 16),
    (|m| float(m, T::BFloat16Type, &[0xbf80]), "-1.000000e+00 : bf16", 16),
    (|m| float(m, T::Float32Type, &[0x3fc0_0000]), "1.500000e+00 : f32", 16),
    (|m| float(m, T::Float32Type, &[0x7fc0_0000]), "0x7FC00000 : f32", 16),
    (|m| float(m, T::Float64Type, &[0xbfd5_5555_5555_5555]), "-0.33333333333333331 : f64", 16),
    (|m| float(m, T::Float80Type, &[1 << 63, 0x3fff]), "1.000000e+00 : f80", 16),
    (|m| float(m, T::Float128Type, &[0, 0x4000 << 48]), "2.000000e+00 : f128", 16),
    (
        |m| {
            let (callee, caller) = (name(m, "callee")?, point(m, 3)?);
            m.add_attribute(A::CallSiteLoc { callee, caller })
        },
        "loc(callsite(\"callee\" at \"f.mlir\":3:4))",
        16,
    ),
    (|m| point(m, 70_000), "loc(\"f.mlir\":70000:4)", 16),
    (
        |m| {
            let locations = [name(m, "a")?, point(m, 1)?].as_slice().into();
            m.add_attribute(A::FusedLoc { locations })
        },
        "loc(fused[\"a\", \"f.mlir\":1:4])",
        16,
    ),
    (
        |m| {
            let locations = [name(m, "a")?].as_slice().into();
            let metadata = m.string_attribute("more")?;
            m.add_attribute(A::FusedLocWithMetadata { locations, metadata })
        },
        "loc(fused<\"more\">[\"a\"])",
        16,
    ),
    (
        |m| {
            let (name, child) = (m.string_attribute("x")?, point(m, 1)?);
            m.add_attribute(A::NameLoc { name, child })
        },
        "loc(\"x\"(\"f.mlir\":1:4))",
        16,
    ),
    (|m| m.add_attribute(A::UnknownLoc), "loc(unknown)", 16),
    (
        |m| {
            let bytes = [1u8, 2, 3].as_slice().into();
            let handle =
                m.add_resource(b"builtin", b"a_key", NewResource::Blob { alignment: 1, bytes })?;
            let r#type = shaped(m, &[3], 8)?;
            m.add_attribute(A::DenseResourceElementsAttr { r#type, handle })
        },
        "dense_resource<a_key> : tensor<3xi8>",
        16,
    ),
    (|m| dense_array(m, 32, 2, &[1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff]), "array<i32: 1, -2>", 16),
    (|m| dense_array(m, 1, 3, &[1, 0, 1]), "array<i1: true, false, true>", 16),
    (|m| dense_array(m, 64, 0, &[]), "array<i64>", 16),
    (|m| dense(m, &[3], 16, &[1, 0, 2, 0, 0xff, 0xff]), "dense<[1, 2, -1]> : tensor<3xi16>", 16),
    (|m| dense(m, &[4, 4], 32, &[7, 0, 0, 0]), "dense<7> : tensor<4x4xi32>", 16),
    (|m| dense(m, &[3], 1, &[0b101]), "dense<[true, false, true]> : tensor<3xi1>", 16),
    (|m| dense(m, &[9], 1, &[0xff]), "dense<true> : tensor<9xi1>", 16),
    (|m| dense(m, &[2], 24, &[3, 0, 0, 5, 0, 0]), "dense<[3, 5]> : tensor<2xi24>", 16),
    (
        |m| {
            let element = ty(m, T::Float32Type)?;
            let element = ty(m, T::ComplexType { element })?;
            let shape = [2].as_slice().into();
            let r#type = ty(m, T::RankedTensorType { shape, element })?;
            let raw_data = [1f32, 2.0, 3.0, -4.0].iter().flat_map(|x| x.to_le_bytes()).collect();
            m.add_attribute(A::DenseIntOrFPElementsAttr { r#type, raw_data })
        },
        "dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,-4.000000e+00)]> : tensor<2xcomplex<f32>>",
        16,
    ),
    (|m| dense_strings(m, false, &["x", "yy"]), "dense<[\"x\", \"yy\"]> : tensor<2x!unk.str>", 16),
    (|m| dense_strings(m, true, &["x"]), "dense<\"x\"> : tensor<2x!unk.str>", 16),
    (
        |m| {
            let numbers = [0i64, 0, 1, 2].iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<_>>();
            let indices = dense(m, &[2, 2], 64, &numbers)?;
            let values = dense(m, &[2], 8, &[1, 5])?;
            let r#type = shaped(m, &[3, 4], 8)?;
            m.add_attribute(A::SparseElementsAttr { r#type, indices, values })
        },
        "sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi8>",
        16,
    ),
    (
        |m| {
            let referenced = integer(m, 32, 42)?;
            m.add_attribute(A::DistinctAttr { referenced })
        },
        "distinct[0]<42 : i32>",
        19,
    ),
    (
        |m| {
            let referenced = integer(m, 32, 42)?;
            m.add_attribute(A::DistinctAttr { referenced })
        },
        "distinct[1]<42 : i32>",
        19,
    ),
    (
        |m| {
            let referenced = m.add_attribute(A::UnitAttr)?;
            m.add_attribute(A::DistinctAttr { referenced })
        },
        "distinct[2]<>",
        19,
    ),
    (|m| range(m, &[10, 20, 30]), "loc(\"f.mlir\":10:20 to :30)", 22),
    (|m| range(m, &[10, 20, 11, 5]), "loc(\"f.mlir\":10:20 to 11:5)", 22),
    (|m| text(m, "affine_map<(d0)[s0] -> (d0 + s0)>"), "affine_map<(d0)[s0] -> (d0 + s0)>", 16),
    (|m| text(m, "affine_set<(d0) : (d0 - 1 >= 0)>"), "affine_set<(d0) : (d0 - 1 >= 0)>", 16),
    (|m| text(m, "strided<[?, 1], offset: 2>"), "strided<[?, 1], offset: 2>", 16),
    (|m| m.add_attribute_text(b"unk", "#unk.thing<1, \"x\">"), "#unk.thing<1, \"x\">", 16),
    (|m| m.add_attribute_text(b"arith", "#arith.fastmath<fast>"), "#arith.fastmath<fast>", 16),
];

fn dictionary(m: &mut Module<'_>, entries: &[(&str, AttributeId)]) -> Result<AttributeId> {
    let mut value = Vec::new();
    for (name, id) in entries {
        value.push(NamedAttribute { name: m.string_attribute(name)?, value: *id });
    }
    // The names are in order in a file.
    value.reverse();
    m.add_attribute(A::DictionaryAttr { value: value.as_slice().into() })
}

fn wide(m: &mut Module<'_>, width: u64, words: &[u64]) -> Result<AttributeId> {
    let r#type = int(m, width)?;
    // Words that are zero are not written after the first one.
    let used = words.iter().rposition(|word| *word != 0).map_or(1, |last| last + 1);
    m.add_attribute(A::IntegerAttr { r#type, value: ApInt::Words(words[..used].to_vec()) })
}

fn number(m: &mut Module<'_>, of: T, value: u64) -> Result<AttributeId> {
    let r#type = ty(m, of)?;
    m.add_attribute(A::IntegerAttr { r#type, value: value.into() })
}

fn float(m: &mut Module<'_>, of: T, words: &[u64]) -> Result<AttributeId> {
    let r#type = ty(m, of)?;
    let value = match words {
        [word] => ApInt::Small(*word),
        words => ApInt::Words(words.to_vec()),
    };
    m.add_attribute(A::FloatAttr { r#type, value })
}

fn name(m: &mut Module<'_>, text: &str) -> Result<AttributeId> {
    let (name, child) = (m.string_attribute(text)?, m.unknown_location()?);
    m.add_attribute(A::NameLoc { name, child })
}

fn point(m: &mut Module<'_>, line: u64) -> Result<AttributeId> {
    let filename = m.string_attribute("f.mlir")?;
    m.add_attribute(A::FileLineColLoc { filename, line, column: 4 })
}

fn range(m: &mut Module<'_>, data: &[u64]) -> Result<AttributeId> {
    let filename = m.string_attribute("f.mlir")?;
    m.add_attribute(A::FileLineColRange { filename, data: data.into() })
}

fn shaped(m: &mut Module<'_>, shape: &[i64], width: u64) -> Result<TypeId> {
    let element = int(m, width)?;
    ty(m, T::RankedTensorType { shape: shape.into(), element })
}

fn dense_array(m: &mut Module<'_>, width: u64, size: u64, bytes: &[u8]) -> Result<AttributeId> {
    let element_type = int(m, width)?;
    m.add_attribute(A::DenseArrayAttr { element_type, size, raw_data: bytes.to_vec() })
}

fn dense(m: &mut Module<'_>, shape: &[i64], width: u64, bytes: &[u8]) -> Result<AttributeId> {
    let r#type = shaped(m, shape, width)?;
    m.add_attribute(A::DenseIntOrFPElementsAttr { r#type, raw_data: bytes.to_vec() })
}

fn dense_strings(m: &mut Module<'_>, is_splat: bool, texts: &[&str]) -> Result<AttributeId> {
    let element = m.add_type_text(b"unk", "!unk.str")?;
    let shape = [2].as_slice().into();
    let r#type = ty(m, T::RankedTensorType { shape, element })?;
    let mut strings = Vec::new();
    for text in texts {
        strings.push(m.add_string(text.as_bytes())?);
    }
    let (is_splat, strings) = (u64::from(is_splat), strings.as_slice().into());
    m.add_attribute(A::DenseStringElementsAttr { r#type, is_splat, strings })
}

#[test]
fn attributes_are_printed_as_made() {
    let samples = SAMPLES.iter().map(|&(make, printed, since)| Sample {
        make: Box::new(make),
        printed: if printed.is_empty() { "x".to_owned() } else { format!("x = {printed}") },
        releases: since..=u8::MAX,
    });
    kinds::check("attributes", "BuiltinAttribute", samples.collect());
}
