//! Every attribute with a tag of its own: in hints at every version, on parameters since there are
//! attributes of parameters.

use crate::ops::coverage::model;
use crate::suite::report;
use bytespec::tile_ir::{
    Attribute, Feature, Features, Function, Module, MultimemReductionKind, NamedAttribute,
    PreviewAccess, PreviewMemorySpace, PreviewSynchronization, Type, Version,
};
use bytespec_conformance::listing::functions;
use bytespec_conformance::sample::ty;
use bytespec_conformance::tools::Tools;
use std::collections::BTreeSet;

/// Makes an attribute and says how it is printed: in an attribute of a parameter, and in a hint.
type Sample = (fn(&mut Module) -> Attribute, &'static str, &'static str);

fn integer(module: &mut Module, name: &str, value: u64) -> Attribute {
    Attribute::Integer { r#type: ty(module, name), value }
}

fn float(module: &mut Module, name: &str, value: u64) -> Attribute {
    Attribute::Float { r#type: ty(module, name), value: value.into() }
}

fn named(module: &mut Module, name: &str, value: Attribute) -> NamedAttribute {
    NamedAttribute { name: module.string(name), value }
}

/// Samples of what every version has. `DenseElements` is not among them: no released reader takes
/// it, which is a test below.
const COMMON: [Sample; 34] = [
    (|m| integer(m, "i1", 1), "true", "true"),
    (|m| integer(m, "i8", 200), "-56 : i8", "-56"),
    (|m| integer(m, "i16", 7), "7 : i16", "7"),
    (|m| integer(m, "i32", 0xffff_ffff), "-1 : i32", "-1"),
    (|m| integer(m, "i64", 1 << 63), "-9223372036854775808 : i64", "-9223372036854775808"),
    (|m| float(m, "f16", 0x3555), "3.332520e-01 : f16", "3.332520e-01"),
    (|m| float(m, "bf16", 0x7fc0), "0x7FC0 : bf16", "0x7FC0"),
    (|m| float(m, "tf32", 0x1f800), "5.000000e-01 : tf32", "5.000000e-01"),
    (|m| float(m, "f32", 0x3f80_0000), "1.000000e+00 : f32", "1.000000e+00"),
    (|m| float(m, "f32", 0x8000_0000), "-0.000000e+00 : f32", "-0.000000e+00"),
    (|m| float(m, "f32", 0x4ceb_79a3), "0x4CEB79A3 : f32", "0x4CEB79A3"),
    (|m| float(m, "f64", 0xbff0 << 48), "-1.000000e+00 : f64", "-1.000000e+00"),
    (
        |m| float(m, "f64", 0x3fd5_5555_5555_5555),
        "0.33333333333333331 : f64",
        "0.33333333333333331",
    ),
    (|m| float(m, "f8E4M3FN", 0x38), "1.000000e+00 : f8E4M3FN", "1.000000e+00"),
    (|m| float(m, "f8E5M2", 0xbc), "-1.000000e+00 : f8E5M2", "-1.000000e+00"),
    (|_| Attribute::Bool { value: true }, "true", "true"),
    (|_| Attribute::Bool { value: false }, "false", "false"),
    (|m| Attribute::Type { r#type: ty(m, "i32") }, "i32", "i32"),
    (|m| Attribute::Type { r#type: ty(m, "tile<4xf32>") }, TILE, TILE),
    (|m| Attribute::Type { r#type: ty(m, "token") }, "!cuda_tile.token", "!cuda_tile.token"),
    (function_type, FUNCTION, FUNCTION),
    (
        |m| Attribute::String { value: m.string("a\"b\\\n\u{e9}") },
        r#""a\22b\\\0A\C3\A9""#,
        r#""a\22b\\\0A\C3\A9""#,
    ),
    (|_| Attribute::Array { elements: [].into() }, "[]", "[]"),
    (array, "[7 : i32, [], true]", "[7 : i32, [], true]"),
    (div_by, "#cuda_tile.div_by<16>", "#cuda_tile.div_by<16>"),
    (
        |_| Attribute::DivBy { divisor: 16, every: Some(4), along: Some(1) },
        "#cuda_tile.div_by<16, every 4 along 1>",
        "#cuda_tile.div_by<16, every 4 along 1>",
    ),
    (
        |_| Attribute::SameElements { values: [4, -2].into() },
        "#cuda_tile.same_elements<[4, -2]>",
        "#cuda_tile.same_elements<[4, -2]>",
    ),
    (
        |_| Attribute::SameElements { values: [].into() },
        "#cuda_tile.same_elements<[]>",
        "#cuda_tile.same_elements<[]>",
    ),
    (|_| Attribute::Dictionary { entries: [].into() }, "{}", "{}"),
    (dictionary, "{a = 7 : i32, b.c = [true]}", "{a = 7 : i32, b.c = [true]}"),
    (|_| Attribute::OptimizationHints { entries: [].into() }, NO_HINTS, NO_HINTS),
    (
        |m| {
            let inner = integer(m, "i32", 7);
            let inner = Attribute::Dictionary { entries: [named(m, "latency", inner)].into() };
            Attribute::OptimizationHints { entries: [named(m, "sm_100", inner)].into() }
        },
        "#cuda_tile.optimization_hints<sm_100 = {latency = 7}>",
        "#cuda_tile.optimization_hints<sm_100 = {latency = 7}>",
    ),
    (
        |_| Attribute::Bounded { lower: Some(-5), upper: Some(i64::MAX) },
        "#cuda_tile.bounded<-5, 9223372036854775807>",
        "#cuda_tile.bounded<-5, 9223372036854775807>",
    ),
    (
        |_| Attribute::Bounded { lower: None, upper: None },
        "#cuda_tile.bounded<?, ?>",
        "#cuda_tile.bounded<?, ?>",
    ),
];

const TILE: &str = "!cuda_tile.tile<4xf32>";
const FUNCTION: &str = "(f32, !cuda_tile.tile<f32>) -> !cuda_tile.token";
const NO_HINTS: &str = "#cuda_tile.optimization_hints<>";

fn div_by(_: &mut Module) -> Attribute {
    Attribute::DivBy { divisor: 16, every: None, along: None }
}

fn function_type(module: &mut Module) -> Attribute {
    let params = ["f32", "tile<f32>"].map(|text| ty(module, text)).into();
    let results = [ty(module, "token")].into();
    Attribute::Type { r#type: module.ty(Type::Function { params, results }) }
}

fn array(module: &mut Module) -> Attribute {
    let elements = vec![
        integer(module, "i32", 7),
        Attribute::Array { elements: [].into() },
        Attribute::Bool { value: true },
    ];
    Attribute::Array { elements: elements.into() }
}

fn dictionary(module: &mut Module) -> Attribute {
    let truth = Attribute::Array { elements: vec![Attribute::Bool { value: true }].into() };
    let seven = integer(module, "i32", 7);
    // The disassembler sorts by name; the file keeps this order.
    let entries = vec![named(module, "b.c", truth), named(module, "a", seven)];
    Attribute::Dictionary { entries: entries.into() }
}

/// The samples of a version.
fn samples(version: Version) -> Vec<(Attribute, String, String, Module)> {
    let mut samples = Vec::new();
    for (make, parameter, hint) in COMMON {
        let mut module = Module::new(version);
        let attribute = make(&mut module);
        samples.push((attribute, parameter.to_owned(), hint.to_owned(), module));
    }
    if version >= Version::V13_5 {
        for &value in MultimemReductionKind::ALL {
            let printed = format!("#cuda_tile.multimem_reduction_kind<{}>", value.name());
            let attribute = Attribute::MultimemReductionKind { value };
            samples.push((attribute, printed.clone(), printed, Module::new(version)));
        }
    }
    samples
}

/// Adds a kernel with one scalar parameter to a module.
fn kernel(module: &mut Module) -> &mut Function {
    let f32 = module.scalar(Type::Float32);
    let built = module.kernel("k", &[f32], |b, _| b.return_([]).build());
    match built {
        Ok(function) => module.function_at_mut(function).expect("it was made"),
        Err(error) => panic!("{error}"),
    }
}

fn in_hint(module: &mut Module, attribute: Attribute) {
    let entries = vec![named(module, "x", attribute)].into();
    let hints = vec![named(module, "sm_100", Attribute::Dictionary { entries })].into();
    kernel(module).hints = Some(Attribute::OptimizationHints { entries: hints });
}

fn on_parameter(module: &mut Module, attribute: Attribute) {
    let entries = vec![named(module, "cuda_tile.x", attribute)].into();
    let elements = vec![Attribute::Dictionary { entries }].into();
    kernel(module).arg_attrs = Attribute::Array { elements };
}

/// Writes the modules, and checks that the head of each kernel ends in the text.
fn check(files: Vec<(String, Module, String)>, flags: &[&str]) {
    let mut wrong = Vec::new();
    let mut bytes = Vec::new();
    for (name, module, _) in &files {
        bytes.push(module.write(&Default::default()).unwrap_or_else(|error| {
            wrong.push(format!("{name}: not written: {error}"));
            Vec::new()
        }));
    }
    let results = Tools::get().disassemble_all(&bytes, flags);
    println!("{} files", files.len());
    for ((name, _, expected), result) in files.iter().zip(results) {
        match result {
            Err(refusal) => wrong.push(format!("{name}: {expected}: refused: {refusal}")),
            Ok(text) => {
                let functions = functions(&text);
                let head = functions.first().map_or(text.as_str(), |function| &function.head);
                if !head.ends_with(expected) {
                    wrong.push(format!("{name}: expected\n    {expected}\n  in\n    {head}"));
                }
            }
        }
    }
    report(&wrong);
}

#[test]
fn attributes_in_hints_are_printed_as_built() {
    let mut files = Vec::new();
    for &version in Version::ALL {
        for (attribute, _, printed, mut module) in samples(version) {
            let name = format!("{version} {}", attribute.variant_name());
            in_hint(&mut module, attribute);
            files.push((
                name,
                module,
                format!(" optimization_hints=<sm_100 = {{x = {printed}}}> {{"),
            ));
        }
    }
    check(files, &[]);
}

#[test]
fn attributes_of_parameters_are_printed_as_built() {
    let mut files = Vec::new();
    for (attribute, printed, _, mut module) in samples(Version::V13_5) {
        let name = attribute.variant_name().to_owned();
        on_parameter(&mut module, attribute);
        files.push((name, module, format!("(%arg0: tile<f32> {{cuda_tile.x = {printed}}}) {{")));
    }
    check(files, &[]);
}

#[test]
fn no_tool_takes_dense_elements() {
    for &version in Version::ALL {
        let mut module = Module::new(version);
        let r#type = ty(&mut module, "tile<4xi32>");
        let constant = module.constant([0; 16]);
        in_hint(&mut module, Attribute::DenseElements { r#type, constant });
        let bytes = module.write(&Default::default()).unwrap_or_default();
        assert!(Tools::get().disassemble(&bytes, &[]).is_err(), "{version}");
    }
}

#[test]
fn every_attribute_of_the_schema_has_a_sample() {
    let model = model();
    let union = model.unions.iter().find(|union| union.docs.name == "Attribute");
    for (index, &version) in Version::ALL.iter().enumerate() {
        let mut seen: BTreeSet<String> = samples(version)
            .iter()
            .map(|(attribute, ..)| attribute.variant_name().to_owned())
            .collect();
        seen.extend(preview().iter().map(|(attribute, ..)| attribute.variant_name().to_owned()));
        seen.insert("DenseElements".to_owned());
        let wanted: BTreeSet<String> = union
            .iter()
            .flat_map(|union| &union.variants)
            .filter(|variant| variant.docs.gate.has(index))
            .map(|variant| variant.docs.name.clone())
            .collect();
        assert!(!wanted.is_empty());
        assert_eq!(
            wanted.difference(&seen).collect::<Vec<_>>(),
            Vec::<&String>::new(),
            "{version}"
        );
    }
}

/// A module that announces preview content.
fn preview_module() -> Module {
    let mut module = Module::new(Version::LATEST);
    module.features = Features::NONE.with(Feature::Preview);
    module
}

/// An attribute in a module that announces preview content, and how it is printed.
fn preview_sample(
    make: &dyn Fn(&mut Module) -> Attribute,
    printed: &str,
) -> (Attribute, String, Module) {
    let mut module = preview_module();
    let attribute = make(&mut module);
    (attribute, format!("#cuda_tile<preview${printed}>"), module)
}

/// Samples of preview content.
fn preview() -> Vec<(Attribute, String, Module)> {
    let mut samples = Vec::new();
    let mut add = |make: &dyn Fn(&mut Module) -> Attribute, printed: &str| {
        samples.push(preview_sample(make, printed));
    };
    let n = |m: &mut Module| Attribute::PreviewExprVar { name: m.string("n") };
    let three = || Attribute::PreviewExprInt { value: 3 };
    add(&|_| three(), "expr_int<3>");
    add(&|_| Attribute::PreviewExprInt { value: -3 }, "expr_int<-3>");
    add(&n, "expr_var<\"n\">");
    let both = "#cuda_tile<preview$expr_var<\"n\">>, #cuda_tile<preview$expr_int<3>>";
    macro_rules! binary {
        ($($variant:ident $label:literal),*) => {$(
            add(
                &|m| Attribute::$variant { lhs: Box::new(n(m)), rhs: Box::new(three()) },
                &format!("{}<{both}>", $label),
            );
        )*};
    }
    binary!(
        PreviewExprMul "expr_mul",
        PreviewExprDiv "expr_div",
        PreviewExprAdd "expr_add",
        PreviewExprSub "expr_sub",
        PreviewExprFloorDiv "expr_floor_div",
        PreviewExprCeilDiv "expr_ceil_div"
    );
    add(
        &|m| Attribute::PreviewSymbolicTuple { values: vec![n(m), three()].into() },
        &format!("symbolic_tuple<[{both}]>"),
    );
    add(
        &|_| {
            let list = |numbers: [i64; 2]| {
                numbers.map(|value| Attribute::PreviewExprInt { value }).to_vec().into()
            };
            Attribute::PreviewLayout { shapes: list([4, 5]), strides: list([1, 4]) }
        },
        "layout<(4, 5):(1, 4)>",
    );
    add(&|m| Attribute::PreviewConcreteType { r#type: ty(m, "f32") }, "concrete_type<f32>");
    add(
        &|m| Attribute::PreviewExprNeg { operand: Box::new(n(m)) },
        "expr_neg<#cuda_tile<preview$expr_var<\"n\">>>",
    );
    samples.extend(preview_values());
    samples
}

/// Samples of preview content that is no arithmetic: members of enumerations, requests, parameters and builtins.
fn preview_values() -> Vec<(Attribute, String, Module)> {
    let mut samples = Vec::new();
    let mut add = |make: &dyn Fn(&mut Module) -> Attribute, printed: &str| {
        samples.push(preview_sample(make, printed));
    };
    for &value in PreviewMemorySpace::ALL {
        let make = move |_: &mut Module| Attribute::PreviewMemorySpaceValue { value };
        add(&make, &format!("memory_space<{}>", value.name()));
    }
    for &value in PreviewSynchronization::ALL {
        let make = move |_: &mut Module| Attribute::PreviewSynchronizationValue { value };
        add(&make, &format!("synchronization<{}>", value.name()));
    }
    for &value in PreviewAccess::ALL {
        let make = move |_: &mut Module| Attribute::PreviewAccessValue { value };
        add(&make, &format!("access<{}>", value.name()));
    }
    add(
        &|_| Attribute::PreviewScratchRequest {
            size: Box::new(Attribute::PreviewExprInt { value: 16 }),
            alignment: Box::new(Attribute::PreviewExprInt { value: 4 }),
        },
        "scratch_request<smem.size = #cuda_tile<preview$expr_int<16>>, smem.alignment = \
         #cuda_tile<preview$expr_int<4>>>",
    );
    add(
        &|m| {
            let r#type = m.ty(Type::PreviewIndex);
            Attribute::PreviewConstParam { name: m.string("n"), r#type }
        },
        "const_param<name = \"n\", type = index>",
    );
    add(
        &|m| {
            let r#type = m.ty(Type::PreviewIndex);
            Attribute::PreviewExprBuiltin { name: m.string("context.a"), r#type }
        },
        "expr_builtin<\"context.a\", index>",
    );
    add(&|m| Attribute::PreviewExprConstStr { value: m.string("a b") }, "expr_const_str<\"a b\">");
    samples
}

#[test]
fn preview_attributes_are_printed_as_built() {
    let mut files = Vec::new();
    for (attribute, printed, mut module) in preview() {
        let name = attribute.variant_name().to_owned();
        on_parameter(&mut module, attribute);
        files.push((name, module, format!("(%arg0: tile<f32> {{cuda_tile.x = {printed}}}) {{")));
    }
    check(files, &["--preview=simt"]);
}

#[test]
fn preview_types_are_printed_as_built() {
    let mut module = preview_module();
    let expr = || Attribute::PreviewExprInt { value: 4 };
    let name = module.string("T");
    let element = ty(&mut module, "f32");
    let numbers = |numbers: &[i64]| {
        numbers.iter().map(|&value| Attribute::PreviewExprInt { value }).collect()
    };
    let layout = |shapes, strides| Attribute::PreviewLayout {
        shapes: numbers(shapes),
        strides: numbers(strides),
    };
    let types = [
        (
            Type::PreviewSymT { expr: Attribute::PreviewExprVar { name } },
            "!cuda_tile<preview$sym_t<T>>",
        ),
        (
            Type::PreviewFragment {
                symbolic_shape: Attribute::PreviewSymbolicTuple { values: vec![expr()].into() },
                concrete_shape: [4].into(),
                element,
                memory_space: PreviewMemorySpace::Smem,
                mem_layout: layout(&[4], &[1]),
                fragmap: layout(&[1, 4, 1], &[0, 1, 0]),
                alignment: expr(),
            },
            "!cuda_tile<preview$fragment<4xf32, smem, mem_layout = <(4):(1)>, fragmap = <(1, 4, 1):(0, 1, 0)>, alignment = 4>>",
        ),
        (Type::PreviewDatatype, "!cuda_tile<preview$Datatype>"),
        (Type::PreviewShape, "!cuda_tile<preview$shape>"),
        (Type::PreviewString, "!cuda_tile<preview$string>"),
        (Type::PreviewIndex, "index"),
        (Type::PreviewNone, "none"),
    ];
    let mut seen = BTreeSet::new();
    let mut files = Vec::new();
    for (found, printed) in types {
        let name = found.variant_name().to_owned();
        seen.insert(name.clone());
        let mut module = module.clone();
        let r#type = module.ty(found);
        on_parameter(&mut module, Attribute::Type { r#type });
        files.push((name, module, format!("(%arg0: tile<f32> {{cuda_tile.x = {printed}}}) {{")));
    }
    check(files, &["--preview=simt"]);
    let model = model();
    let union = model.unions.iter().find(|union| union.docs.name == "Type");
    for variant in union.iter().flat_map(|union| &union.variants) {
        let preview = variant.docs.gate.feature.is_some();
        assert_eq!(preview, seen.contains(&variant.docs.name), "{}", variant.docs.name);
    }
}
