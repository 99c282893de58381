//! The layouts of properties in the schema are those that the tool reads: every operation is written
//! with all the properties that there are samples for, and printed by the tool by name.

use super::kinds::{array, flat, integer, model};
use super::properties::{Counts, compare};
use crate::suite::report;
use bytespec::Result;
use bytespec::mlir::{
    AttributeId, BuiltinAttribute as A, BuiltinType as T, Module, NewOperation, OpId,
    PropertyValue, Version, WriteOptions,
};
use bytespec_codegen::model::{Property, PropertyKind};
use bytespec_conformance::generic::operations;
use bytespec_conformance::mlir_opt::MlirOpt;
use bytespec_conformance::process::in_parallel;
use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

/// The kinds of attributes that properties take.
const KINDS: &str = include_str!("property_kinds.txt");

/// Attributes of other dialects by their kinds: the dialect and the text of one.
const TEXTS: &[(&str, &str, &str)] = &[
    ("AffineMapAttr", "builtin", "affine_map<(d0) -> (d0)>"),
    ("IntegerSetAttr", "builtin", "affine_set<(d0) : (d0 >= 0)>"),
    ("LLVM.CConvAttr", "llvm", "#llvm.cconv<fastcc>"),
    ("LLVM.ConstantRangeAttr", "llvm", "#llvm.constant_range<i32, 0, 12>"),
    ("LLVM.FastmathFlagsAttr", "llvm", "#llvm.fastmath<fast>"),
    ("LLVM.LinkageAttr", "llvm", "#llvm.linkage<internal>"),
    ("NVVM.MMALayoutAttr", "nvvm", "#nvvm.mma_layout<row>"),
    ("NVVM.MMATypesAttr", "nvvm", "#nvvm.mma_type<f16>"),
    ("NVVM.MemScopeKindAttr", "nvvm", "#nvvm.mem_scope<cta>"),
    ("acc.DataClauseAttr", "acc", "#acc<data_clause acc_copy>"),
    ("acc.DataClauseModifierAttr", "acc", "#acc<data_clause_modifier zero>"),
    ("arith.FastMathFlagsAttr", "arith", "#arith.fastmath<fast>"),
    ("arith.IntegerOverflowFlagsAttr", "arith", "#arith.overflow<nsw>"),
    ("arm_sme.TileSliceLayoutAttr", "arm_sme", "#arm_sme.layout<vertical>"),
    ("gpu.DimensionAttr", "gpu", "#gpu<dim y>"),
    ("gpu.TransposeModeAttr", "gpu", "#gpu<mat_transpose_mode TRANSPOSE>"),
    ("omp.ReductionModifierAttr", "omp", "#omp<reduction_modifier(task)>"),
    ("spirv.GroupOperationAttr", "spirv", "#spirv.group_operation<Reduce>"),
    ("spirv.MemoryAccessAttr", "spirv", "#spirv.memory_access<Volatile>"),
    ("spirv.MemorySemanticsAttr", "spirv", "#spirv.memory_semantics<Acquire>"),
    ("spirv.ScopeAttr", "spirv", "#spirv.scope<Device>"),
    ("tosa.NanPropagationModeAttr", "tosa", "#tosa.nan_mode<PROPAGATE>"),
    ("vector.CombiningKindAttr", "vector", "#vector.kind<add>"),
    ("xegpu.CachePolicyAttr", "xegpu", "#xegpu.cache_hint<cached>"),
];

/// Enumerations that are integers of 64 bits.
const NUMBERS: &[&str] = &[
    "LLVM.AtomicBinOpAttr",
    "LLVM.AtomicOrderingAttr",
    "LLVM.FCmpPredicateAttr",
    "LLVM.FPExceptionBehaviorAttr",
    "LLVM.ICmpPredicateAttr",
    "LLVM.RoundingModeAttr",
    "LLVM.UnnamedAddrAttr",
    "LLVM.VisibilityAttr",
    "arith.AtomicRMWKindAttr",
    "arith.CmpFPredicateAttr",
    "arith.CmpIPredicateAttr",
    "smt.BVCmpPredicateAttr",
    "smt.IntPredicateAttr",
];

/// The kind of attribute that a property of an operation takes.
fn kind(operation: &str, property: &str) -> Option<&'static str> {
    static KNOWN: OnceLock<HashMap<&'static str, &'static str>> = OnceLock::new();
    let known = KNOWN.get_or_init(|| {
        let lines = KINDS.lines().filter(|line| !line.starts_with('#'));
        let words = lines.filter_map(|line| line.split_once(' '));
        words.flat_map(|(kind, names)| names.split(' ').map(move |name| (name, kind))).collect()
    });
    known.get(format!("{operation}.{property}").as_str()).or_else(|| known.get(property)).copied()
}

/// An attribute of a kind, another one for every number.
fn sample(m: &mut Module<'_>, kind: &str, name: &str, number: u64) -> Result<Option<AttributeId>> {
    if let Some((_, dialect, text)) = TEXTS.iter().find(|(known, ..)| *known == kind) {
        return m.add_attribute_text(dialect.as_bytes(), text).map(Some);
    }
    if NUMBERS.contains(&kind) {
        return integer(m, 64, 1).map(Some);
    }
    let int = |m: &mut Module<'_>, width| super::kinds::int(m, width);
    let numbers = |m: &mut Module<'_>, width: u64| {
        let element_type = int(m, width)?;
        let bytes = usize::try_from(width.div_ceil(8)).unwrap_or_default();
        let value = if width == 1 { number % 2 } else { number % 100 };
        let raw_data = value.to_le_bytes()[..bytes].to_vec();
        m.add_attribute(A::DenseArrayAttr { element_type, size: 1, raw_data })
    };
    let label = format!("{name}{number}");
    Ok(Some(match kind {
        "Attribute" | "IntegerAttr" | "TypedAttr" => integer(m, 64, number)?,
        "StringAttr" => m.string_attribute(&label)?,
        "UnitAttr" => m.add_attribute(A::UnitAttr)?,
        "BoolAttr" => integer(m, 1, number % 2)?,
        "ArrayAttr" => {
            let label = m.string_attribute(&label)?;
            array(m, &[label])?
        }
        "DictionaryAttr" => {
            let entry = (m.add_string(label.as_bytes())?, m.add_attribute(A::UnitAttr)?);
            return m.dictionary_attribute(vec![entry]);
        }
        "TypeAttr" => {
            let value = int(m, number)?;
            m.add_attribute(A::TypeAttr { value })?
        }
        "FlatSymbolRefAttr" | "SymbolRefAttr" => flat(m, &label)?,
        "DenseBoolArrayAttr" => numbers(m, 1)?,
        "DenseI8ArrayAttr" => numbers(m, 8)?,
        "DenseI16ArrayAttr" => numbers(m, 16)?,
        "DenseI32ArrayAttr" => numbers(m, 32)?,
        "DenseI64ArrayAttr" => numbers(m, 64)?,
        "DenseIntElementsAttr" | "ElementsAttr" => {
            let element = int(m, 64)?;
            let shape = [1].as_slice().into();
            let r#type = m.add_type(T::RankedTensorType { shape, element })?;
            let raw_data = number.to_le_bytes().to_vec();
            m.add_attribute(A::DenseIntOrFPElementsAttr { r#type, raw_data })?
        }
        "FloatAttr" => {
            let r#type = m.add_type(T::Float32Type)?;
            let value = u64::from((number as f32).to_bits()).into();
            m.add_attribute(A::FloatAttr { r#type, value })?
        }
        _ => return Ok(None),
    }))
}

/// An operation with all properties that there are samples for; none where one is needed for which
/// there is none.
fn operation(
    m: &mut Module<'_>,
    name: &str,
    fields: &[Property],
    number: &mut u64,
) -> Result<Option<OpId>> {
    let mut values = Vec::new();
    for field in fields {
        *number += 1;
        let value = match field.kind {
            PropertyKind::Attribute | PropertyKind::OptionalAttribute => {
                let kind = kind(name, &field.name).unwrap_or_default();
                match sample(m, kind, &field.name, *number)? {
                    Some(id) => PropertyValue::Attribute(id),
                    None if field.kind == PropertyKind::Attribute => return Ok(None),
                    None => continue,
                }
            }
            PropertyKind::Varint | PropertyKind::OptionalVarint => PropertyValue::Number(1),
            PropertyKind::Bool => PropertyValue::Bool(true),
            PropertyKind::Segments(count) => {
                PropertyValue::Segments((0..count).map(|index| index % 3).collect())
            }
            _ => continue,
        };
        values.push((field.name.as_str(), value));
    }
    let properties = m.make_properties(name, &values)?;
    let location = m.unknown_location()?;
    m.make(name, location, NewOperation { properties, ..NewOperation::default() }).map(Some)
}

/// The operations of a dialect with their properties.
type Dialect = BTreeMap<String, Vec<Property>>;

#[derive(Default)]
struct Outcome {
    operations: usize,
    without_sample: usize,
    counts: Counts,
    wrong: Vec<String>,
}

fn check(tool: MlirOpt, dialect: &Dialect, version: Version) -> Result<Outcome> {
    let mut outcome = Outcome::default();
    let mut module = Module::for_version(&format!("MLIR{}.0.0", tool.release), version);
    let root = module.walk().next();
    let body = root.and_then(|root| module.regions(root).next());
    let Some(body) = body.and_then(|region| module.blocks(region).next()) else {
        panic!("a new module has a block");
    };
    let mut number = 0;
    for (name, fields) in dialect {
        match operation(&mut module, name, fields, &mut number)? {
            Some(op) => module.append(body, op)?,
            None => outcome.without_sample += 1,
        }
    }
    let bytes = module.write(&WriteOptions::default())?;
    let printed = match tool.print_unverified(&bytes) {
        Ok(printed) => operations(&printed),
        Err(refusal) => {
            outcome.wrong.push(format!("refused: {refusal}"));
            return Ok(outcome);
        }
    };
    let ops: Vec<OpId> = module.walk().collect();
    outcome.operations = ops.len() - 1;
    if ops.len() != printed.len() {
        outcome.wrong.push(format!("{} of {} operations are printed", printed.len(), ops.len()));
    }
    for (op, printed) in ops.into_iter().zip(&printed) {
        outcome.wrong.extend(compare(&module, op, printed, true, &mut outcome.counts)?);
    }
    Ok(outcome)
}

#[test]
fn layouts_are_those_of_the_tool() {
    let tool = MlirOpt::NEWEST;
    let release = tool.release.to_string();
    let mut cases = Vec::new();
    // A dialect that the tool is built without.
    let known = model().properties.iter().filter(|properties| properties.docs.name != "vcix");
    let names = model().releases.iter().flat_map(|releases| &releases.names);
    let at = names.into_iter().position(|name| *name == release).expect("a release of the schema");
    for properties in known.filter(|properties| properties.dialect.is_none()) {
        let dialect = &properties.docs.name;
        let layouts = properties.entries.iter();
        let layouts = layouts.filter(|layout| layout.record == 0);
        let layouts = layouts.filter(|layout| (layout.range.0..=layout.range.1).contains(&at));
        let dialect: Dialect = layouts
            .map(|layout| (format!("{dialect}.{}", layout.operation), layout.value.clone()))
            .collect();
        if !dialect.is_empty() {
            cases.push((properties.docs.name.as_str(), dialect.clone(), Version::V5));
            cases.push((properties.docs.name.as_str(), dialect, Version::V6));
        }
    }
    let outcomes = in_parallel(&cases, |(_, dialect, version)| check(tool, dialect, *version));
    let mut sum = Outcome::default();
    for ((dialect, _, version), outcome) in cases.iter().zip(outcomes) {
        match outcome {
            Ok(outcome) => {
                sum.operations += outcome.operations;
                sum.without_sample += outcome.without_sample;
                sum.counts.names += outcome.counts.names;
                sum.counts.values += outcome.counts.values;
                let wrong = outcome.wrong.into_iter();
                sum.wrong.extend(wrong.map(|what| format!("{dialect} in {version}: {what}")));
            }
            Err(error) => sum.wrong.push(format!("{dialect} in {version}: {error}")),
        }
    }
    println!(
        "{} operations of {} dialects in two versions: {} properties by name, {} of them by value; no \
         samples for {} operations",
        sum.operations,
        cases.len() / 2,
        sum.counts.names,
        sum.counts.values,
        sum.without_sample,
    );
    report(&sum.wrong);
    assert!(sum.operations > 4500 && sum.counts.values > 5000);
}
