//! Every type at every version, as the type of a parameter or of a value.

use crate::ops::coverage::model;
use crate::suite::{Suite, report};
use bytespec::tile_ir::{File, Module, PaddingValue, PtrAttr, TypeId, Version};
use bytespec::values::Value;
use bytespec_conformance::sample::{NUMBERS, number, ty, value};
use bytespec_conformance::tools::Tools;
use std::collections::BTreeSet;

/// The number types of a version, by name.
fn numbers(version: Version) -> Vec<&'static str> {
    let late = [
        ("f8E8M0FNU", Version::V13_2),
        ("f4E2M1FN", Version::V13_3),
        ("i4", Version::V13_3),
        ("fnv8E5M3FNU", Version::V13_4),
    ];
    let since = |name: &str| late.iter().find(|(late, _)| *late == name).map(|(_, since)| *since);
    let names = NUMBERS.iter().map(|(name, _)| *name);
    names.filter(|name| since(name).is_none_or(|since| version >= since)).collect()
}

/// The views of a version, with every member of the enumerations in them.
fn views(version: Version) -> Vec<String> {
    let mut tensors: Vec<String> = [
        "tensor_view<f32>",
        "tensor_view<16xi1, strides=[1]>",
        "tensor_view<16x32xf32, strides=[32,1]>",
        "tensor_view<?x32xf16, strides=[?,1]>",
        "tensor_view<?x?x?xbf16, strides=[?,?,?]>",
    ]
    .map(str::to_owned)
    .to_vec();
    let attrs = PtrAttr::ALL.iter().filter(|&&attr| match attr {
        PtrAttr::None => version >= Version::V13_4,
        _ => version >= Version::V13_5,
    });
    for attr in attrs {
        let attr = attr.name();
        tensors.push(format!("tensor_view<4xi8, strides=[?], #cuda_tile.ptr_attr<{attr}>>"));
    }
    let mut views = tensors;
    let tensor = "tensor_view<16x32xf32, strides=[32,1]>";
    let mut paddings = vec![String::new()];
    paddings.extend(
        PaddingValue::ALL.iter().map(|padding| format!(", padding_value = {}", padding.name())),
    );
    for padding in paddings {
        for map in ["", ", dim_map=[1, 0]"] {
            views.push(format!("partition_view<tile=(8x16){padding}, {tensor}{map}>"));
            if version >= Version::V13_3 {
                views.push(format!(
                    "strided_view<tile=(8x16), traversal_strides=[3,5]{padding}, {tensor}{map}>"
                ));
            }
        }
        for dim in [0, 1] {
            if version >= Version::V13_3 {
                views.push(format!(
                    "gather_scatter_view<tile=(8x16){padding}, {tensor}, sparse_dim={dim}>"
                ));
            }
        }
    }
    views.push(
        "partition_view<tile=(8), padding_value = zero, tensor_view<16xi32, strides=[1]>>".into(),
    );
    views
}

/// Types of pointers to a number type in a version.
fn pointers(version: Version, name: &str) -> Vec<String> {
    let mut pointers = Vec::new();
    // Nothing points to it.
    if name == "i4" {
        return pointers;
    }
    pointers.push(format!("ptr<{name}>"));
    if version >= Version::V13_4 {
        pointers.push(format!("ptr<{name}, <none>>"));
    }
    if version >= Version::V13_5 {
        pointers.push(format!("ptr<{name}, <unicast>>"));
        pointers.push(format!("ptr<{name}, <multicast>>"));
    }
    pointers
}

/// Kernels with values of all types.
pub(crate) fn suite(version: Version) -> Suite {
    let mut suite = Suite::new(version);
    for name in numbers(version) {
        // A tile of f4E2M1FN has an even number of elements.
        let shapes: &[&str] =
            if name == "f4E2M1FN" { &["2x", "4x8x"] } else { &["", "1x", "4x8x", "2x1x4x2x"] };
        for shape in shapes {
            let tile = format!("tile<{shape}{name}>");
            suite.line(format!("value_{tile}"), move |b| {
                let x = value(b, &tile);
                if name == "i4" {
                    let wide = tile.replace("i4", "i8");
                    let wide_value = Value::new(x.index() - 1);
                    return format!("{x} = trunci {wide_value} : {wide} -> {tile}");
                }
                let zero = match (name, number(name).and_then(|ty| ty.class())) {
                    ("i1", _) => "false".to_owned(),
                    (_, Some("integer")) => "0".to_owned(),
                    // It has no zero.
                    ("f8E8M0FNU", _) => "5.877470e-39".to_owned(),
                    _ => "0.000000e+00".to_owned(),
                };
                format!("{x} = constant <{name}: {zero}> : {tile}")
            });
        }
        for pointer in pointers(version, name) {
            suite.line(format!("value_{pointer}"), move |b| {
                // Its elements are less than a byte, so that there are no tiles of pointers to it.
                let shape = if name == "f4E2M1FN" { "" } else { "2x" };
                let tile = format!("tile<{shape}{pointer}>");
                let x = value(b, &tile);
                let addresses = Value::new(x.index() - 1);
                format!("{x} = int_to_ptr {addresses} : tile<{shape}i64> -> {tile}")
            });
        }
    }
    for view in views(version) {
        suite.line(format!("value_{view}"), move |b| {
            let x = value(b, &view);
            let kind = view.split('<').next().unwrap_or_default();
            if kind != "tensor_view" {
                let from = Value::new(x.index() - 1);
                return format!("{x} = make_{kind} {from} : {view}");
            }
            // The operation that makes it spells its shape once more; to ask it for its shape does
            // not. Of a tensor of rank zero, which has no shape, the disassembler crashes on that.
            let rank = view.matches('x').count();
            if rank == 0 {
                let base = Value::new(x.index() - 1);
                return format!("{x} = make_tensor_view {base}, shape = [], strides = [] : {view}");
            }
            let to = ty(b.module(), "tile<i64>");
            let sizes = b.get_tensor_shape(vec![to; rank], x).build();
            let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
            format!("{} = get_tensor_shape {x} : {view} -> tile<i64>", sizes.join(", "))
        });
    }
    suite.line("token", |b| format!("{} = make_token : token", value(b, "token")));
    suite
}

#[test]
fn types_are_printed_as_built() {
    let model = model();
    let mut wrong = Vec::new();
    for (index, &version) in Version::ALL.iter().enumerate() {
        let suite = suite(version);
        let (bytes, findings) = suite.run(&[]);
        println!("{version}: {} types in {} bytes", suite.cases.len(), bytes.len());
        wrong.extend(findings);
        let seen = match seen(&bytes) {
            Ok(seen) => seen,
            Err(error) => panic!("{version}: {error}"),
        };
        let union = model.unions.iter().find(|union| union.docs.name == "Type");
        for variant in union.iter().flat_map(|union| &union.variants) {
            let gate = &variant.docs.gate;
            if gate.feature.is_none() && gate.has(index) != seen.contains(&variant.docs.name) {
                wrong.push(format!("{version}: no type {}", variant.docs.name));
            }
        }
    }
    report(&wrong);
}

fn seen(bytes: &[u8]) -> bytespec::Result<BTreeSet<String>> {
    let file = File::open(bytes)?;
    let ids = 0..u32::try_from(file.type_count()).unwrap_or(u32::MAX);
    ids.map(|id| Ok(file.ty(TypeId(id))?.variant_name().to_owned())).collect()
}

#[test]
fn types_of_parameters_are_printed_as_built() {
    let mut wrong = Vec::new();
    for &version in Version::ALL {
        let mut params = Vec::new();
        for name in numbers(version) {
            // A single element of it is not a tile.
            if name != "f4E2M1FN" {
                params.push(format!("tile<{name}>"));
            }
            params.extend(pointers(version, name).iter().map(|pointer| format!("tile<{pointer}>")));
        }
        let mut module = Module::new(version);
        let types: Vec<TypeId> = params.iter().map(|text| ty(&mut module, text)).collect();
        if let Err(error) = module.kernel("k", &types, |b, _| b.return_([]).build()) {
            panic!("{error}");
        }
        let printed: Vec<String> =
            params.iter().enumerate().map(|(index, ty)| format!("%arg{index}: {ty}")).collect();
        let expected = format!("entry @k({}) {{", printed.join(", "));
        let bytes = module.write(&Default::default()).unwrap_or_default();
        match Tools::get().disassemble(&bytes, &[]) {
            Ok(text) if text.starts_with(&expected) => {}
            Ok(text) => {
                wrong.push(format!("{version}: expected\n    {expected}\n  in\n    {text}"))
            }
            Err(refusal) => wrong.push(format!("{version}: {refusal}")),
        }
    }
    report(&wrong);
}
