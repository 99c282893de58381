//! A module made from nothing, with operations that the tools know and such that they do not, is
//! printed as it is meant in every version.

use super::compare::difference;
use super::kinds::{flat, int, integer, ty};
use super::sources::number;
use crate::suite::report;
use bytespec::mlir::{
    AttributeId, BlockId, BuiltinAttribute as A, BuiltinType as T, Losses, Module, NewOperation,
    NewResource, Numbering, OpId, PropertyValue, TypeId, Value, Version, WriteOptions,
};
use bytespec::{Dimension, Result};
use bytespec_conformance::generic::numbered;
use bytespec_conformance::mlir_opt::MlirOpt;
use bytespec_conformance::process::in_parallel;
use std::borrow::Cow;

const RELEASES: [MlirOpt; 2] = [MlirOpt { release: 19 }, MlirOpt { release: 22 }];

/// What is printed. `PROPERTIES` and `BOUNDS` depend on the version and the release.
const PRINTED: &str = r#""builtin.module"() <{sym_name = "made"}> ({
  "func.func"() <{function_type = (i32, memref<?xf32>) -> i32, sym_name = "compute", sym_visibility = "private"}> ({
  ^bb0(%a: i32 loc("a"), %m: memref<?xf32> loc(unknown)):
    %five = "arith.constant"() <{value = 5 : i32}> : () -> i32 loc("made.mlir":1:1)
    %sum = "arith.addi"(%a, %five) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32 loc("made.mlir":2:1)
    %less = "arith.cmpi"(%sum, %a) <{predicate = 2 : i64}> : (i32, i32) -> i1 loc(callsite("a" at "made.mlir":3:1))
    "cf.cond_br"(%less, %sum, %a, %a)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i32) -> () loc(unknown)
  ^bb1(%x: i32 loc(unknown)):  // pred: ^bb0
    %made:2 = "unk.make"(%x, %a)PROPERTIES {plain = "text"} : (i32, i32) -> (i32, !unk.ty<"x">) loc(unknown)
    %index = "arith.index_cast"(%made#0) : (i32) -> index loc(unknown)
    %buffer = "memref.alloc"(%index) <{alignment = 64 : i64, operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<?xf32> loc(unknown)
    "unk.use"(%buffer, %made#1) ({
      %inner = "func.call"(%x, %m) <{callee = @compute}> : (i32, memref<?xf32>) -> i32 loc(unknown)
      "unk.end"(%inner, %a) : (i32, i32) -> () loc(unknown)
    }, {
    }) {weights = dense_resource<weights> : tensor<2xi32>} : (memref<?xf32>, !unk.ty<"x">) -> () loc(unknown)
    "func.return"(%made#0) : (i32) -> () loc(unknown)
  ^bb2(%y: i32 loc(unknown), %z: i32 loc(unknown)):  // pred: ^bb0
    "func.return"(%y) : (i32) -> () loc(unknown)
  }) {unk.table = dense_resource<table> : tensor<3xi8>} : () -> () loc("made.mlir":9:1)
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (ptr)>, linkage = #llvm.linkage<external>, sym_name = "low", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%p: !llvm.ptr loc(unknown)):
    %q = "llvm.getelementptr"(%p) <{elem_type = i32, BOUNDS, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr) -> !llvm.ptr loc(unknown)
    "llvm.return"() : () -> () loc(unknown)
  }) : () -> () loc(unknown)
}) : () -> () loc(unknown)"#;

/// What stands at the end of the text, unless locations stand in their places.
const RESOURCES: &str = r#"{-#
  dialect_resources: {
    builtin: {
      weights: "0x40000000070000000B000000",
      table: "0x01000000010203"
    }
  },
  external_resources: {
    a_tool: {
      blob: "0x08000000DEADBEEF",
      flag: true,
      word: "said"
    }
  }
#-}"#;

/// What is printed by a release when the module has what came with version 5, or has lost it.
fn printed(tool: MlirOpt, native: bool) -> String {
    let bounds = match (tool.release, native) {
        (19, _) => "inbounds",
        (_, true) => "noWrapFlags = 3 : i32",
        (_, false) => "noWrapFlags = 0 : i32",
    };
    let properties = if native { " <{deep = [1 : i32], flag}>" } else { "" };
    PRINTED.replace("BOUNDS", bounds).replace("PROPERTIES", properties)
}

/// Makes operations at the end of a block.
struct Builder<'b> {
    module: &'b mut Module<'static>,
    block: BlockId,
}

/// An operation to be.
#[derive(Default)]
struct Parts<'p> {
    own: &'p [(&'p str, PropertyValue)],
    other: &'p [(&'p str, AttributeId)],
    operands: &'p [Value],
    results: &'p [TypeId],
    successors: &'p [BlockId],
    regions: u32,
}

impl Builder<'_> {
    fn op(&mut self, name: &str, location: AttributeId, parts: Parts<'_>) -> Result<OpId> {
        let module = &mut *self.module;
        let mut entries = Vec::new();
        for (key, value) in parts.other {
            entries.push((module.add_string(key.as_bytes())?, *value));
        }
        let native = module.version() >= Version::V5;
        let properties = if native && !parts.own.is_empty() {
            module.make_properties(name, parts.own)?
        } else {
            None
        };
        let operation = NewOperation {
            attributes: module.dictionary_attribute(entries)?,
            properties,
            operands: parts.operands.to_vec(),
            results: parts.results.to_vec(),
            successors: parts.successors.to_vec(),
            regions: parts.regions,
            ..NewOperation::default()
        };
        let op = module.make(name, location, operation)?;
        for (key, value) in parts.own {
            // Earlier versions only have attributes.
            if !native && !matches!(value, PropertyValue::Number(_)) {
                module.set_property(op, key, value.clone())?;
            }
        }
        module.append(self.block, op)?;
        Ok(op)
    }

    /// The value of an operation with one result.
    fn value(&mut self, name: &str, location: AttributeId, parts: Parts<'_>) -> Result<Value> {
        let op = self.op(name, location, parts)?;
        Ok(only(self.module.results(op)))
    }
}

fn only<T>(mut items: impl Iterator<Item = T>) -> T {
    match items.next() {
        Some(item) => item,
        None => panic!("there is one"),
    }
}

fn point(m: &mut Module<'_>, line: u64) -> Result<AttributeId> {
    let filename = m.string_attribute("made.mlir")?;
    m.add_attribute(A::FileLineColLoc { filename, line, column: 1 })
}

/// Elements in a resource.
fn resource(
    m: &mut Module<'_>,
    key: &str,
    size: i64,
    width: u64,
    alignment: u64,
    bytes: &'static [u8],
) -> Result<AttributeId> {
    let blob = NewResource::Blob { alignment, bytes: Cow::Borrowed(bytes) };
    let handle = m.add_resource(b"builtin", key.as_bytes(), blob)?;
    let element = int(m, width)?;
    let r#type = ty(m, T::RankedTensorType { shape: [size].as_slice().into(), element })?;
    m.add_attribute(A::DenseResourceElementsAttr { r#type, handle })
}

/// What operations of the module refer to.
#[derive(Clone, Copy)]
struct Entries {
    unknown: AttributeId,
    i1: TypeId,
    i32: TypeId,
    i64: TypeId,
    index: TypeId,
    buffer: TypeId,
    foreign: TypeId,
    pointer: TypeId,
    signature: AttributeId,
    name: AttributeId,
    private: AttributeId,
    plain: AttributeId,
    /// The location of an argument.
    a: AttributeId,
    first: AttributeId,
    second: AttributeId,
    last: AttributeId,
    call_site: AttributeId,
    table: AttributeId,
    weights: AttributeId,
}

/// Adds the entries, and resources of a tool that nothing refers to.
fn entries(m: &mut Module<'static>, unknown: AttributeId) -> Result<Entries> {
    let [i1, i32, i64] = [int(m, 1)?, int(m, 32)?, int(m, 64)?];
    let (f32, index) = (ty(m, T::Float32Type)?, ty(m, T::IndexType)?);
    let layout = m.add_attribute_text(b"builtin", "affine_map<(d0) -> (d0)>")?;
    let shape = [Dimension::Dynamic.into()].as_slice().into();
    let buffer = ty(m, T::MemRefType { shape, element: f32, layout })?;
    let foreign = m.add_type_text(b"unk", "!unk.ty<\"x\">")?;
    let pointer = m.add_type_text(b"llvm", "!llvm.ptr")?;
    let inputs = [i32, buffer].as_slice().into();
    let signature = ty(m, T::FunctionType { inputs, results: [i32].as_slice().into() })?;
    let signature = m.add_attribute(A::TypeAttr { value: signature })?;
    let [name, private, plain] = [
        m.string_attribute("compute")?,
        m.string_attribute("private")?,
        m.string_attribute("text")?,
    ];
    let a = m.string_attribute("a")?;
    let a = m.add_attribute(A::NameLoc { name: a, child: unknown })?;
    let [first, second, third, last] = [point(m, 1)?, point(m, 2)?, point(m, 3)?, point(m, 9)?];
    let call_site = m.add_attribute(A::CallSiteLoc { callee: a, caller: third })?;
    let table = resource(m, "table", 3, 8, 1, &[1, 2, 3])?;
    let weights = resource(m, "weights", 2, 32, 64, &[7, 0, 0, 0, 11, 0, 0, 0])?;
    let word = m.add_string(b"said")?;
    let blob = NewResource::Blob { alignment: 8, bytes: Cow::Borrowed(&[0xde, 0xad, 0xbe, 0xef]) };
    m.add_external_resource(b"a_tool", b"blob", blob)?;
    m.add_external_resource(b"a_tool", b"flag", NewResource::Bool(true))?;
    m.add_external_resource(b"a_tool", b"word", NewResource::String(word))?;
    Ok(Entries {
        unknown,
        i1,
        i32,
        i64,
        index,
        buffer,
        foreign,
        pointer,
        signature,
        name,
        private,
        plain,
        a,
        first,
        second,
        last,
        call_site,
        table,
        weights,
    })
}

fn module(tool: MlirOpt, version: Version) -> Result<Module<'static>> {
    let mut module = Module::for_version(&format!("MLIR{}.0.0", tool.release), version);
    let m = &mut module;
    let unknown = m.unknown_location()?;
    let root = only(m.walk());
    m.set_symbol_name(root, "made")?;
    let top = only(m.regions(root));
    let top = only(m.blocks(top));
    let entries = entries(m, unknown)?;
    let mut b = Builder { module: m, block: top };
    compute(&mut b, &entries)?;
    b.block = top;
    low(&mut b, &entries, tool)?;
    Ok(module)
}

/// Makes the function `compute`, of three blocks.
fn compute(b: &mut Builder<'_>, entries: &Entries) -> Result<()> {
    use PropertyValue::Attribute;
    let &Entries { unknown, i32, buffer, signature, name, private, a, last, table, .. } = entries;
    let own = [
        ("function_type", Attribute(signature)),
        ("sym_name", Attribute(name)),
        ("sym_visibility", Attribute(private)),
    ];
    let parts = Parts { own: &own, other: &[("unk.table", table)], regions: 1, ..Parts::default() };
    let function = b.op("func.func", last, parts)?;
    let region = only(b.module.regions(function));
    let entry = b.module.add_block(region, &[i32, buffer])?;
    let one = b.module.add_block(region, &[i32])?;
    let two = b.module.add_block(region, &[i32, i32])?;
    let arguments: Vec<Value> = b.module.arguments(entry).collect();
    b.module.set_argument_location(arguments[0], Some(a))?;
    let [a, memory] = arguments[..] else { panic!("there are two arguments") };

    b.block = entry;
    branch(b, entries, a, [one, two])?;
    b.block = one;
    use_outside(b, entries, [a, memory])?;

    b.block = two;
    let y = only(b.module.arguments(two));
    b.op("func.return", unknown, Parts { operands: &[y], ..Parts::default() })?;
    Ok(())
}

/// Makes the operations of the first block of `compute`, of which the last one branches.
fn branch(b: &mut Builder<'_>, entries: &Entries, a: Value, blocks: [BlockId; 2]) -> Result<()> {
    use PropertyValue::{Attribute, Segments};
    let &Entries { unknown, i1, i32, first, second, call_site, .. } = entries;
    let five = Attribute(integer(b.module, 32, 5)?);
    let parts = Parts { own: &[("value", five)], results: &[i32], ..Parts::default() };
    let five = b.value("arith.constant", first, parts)?;
    let flags = Attribute(b.module.add_attribute_text(b"arith", "#arith.overflow<nsw>")?);
    let own = [("overflowFlags", flags)];
    let parts = Parts { own: &own, operands: &[a, five], results: &[i32], ..Parts::default() };
    let sum = b.value("arith.addi", second, parts)?;
    let own = [("predicate", Attribute(integer(b.module, 64, 2)?))];
    let parts = Parts { own: &own, operands: &[sum, a], results: &[i1], ..Parts::default() };
    let less = b.value("arith.cmpi", call_site, parts)?;
    let own = [("operandSegmentSizes", Segments(vec![1, 1, 2]))];
    let (operands, successors) = ([less, sum, a, a], blocks);
    let parts =
        Parts { own: &own, operands: &operands, successors: &successors, ..Parts::default() };
    b.op("cf.cond_br", unknown, parts)?;
    Ok(())
}

/// Makes the operations of the second block of `compute`, of which one has regions that use values from outside.
fn use_outside(b: &mut Builder<'_>, entries: &Entries, [a, memory]: [Value; 2]) -> Result<()> {
    use PropertyValue::{Attribute, Segments};
    let &Entries { unknown, i32, index, buffer, foreign, plain, weights, .. } = entries;
    let block = b.block;
    let x = only(b.module.arguments(block));
    let (operands, results) = ([x, a], [i32, foreign]);
    let parts = Parts {
        other: &[("plain", plain)],
        operands: &operands,
        results: &results,
        ..Parts::default()
    };
    let made = b.op("unk.make", unknown, parts)?;
    if b.module.version() >= Version::V5 {
        let one = integer(b.module, 32, 1)?;
        let deep = b.module.add_attribute(A::ArrayAttr { value: [one].as_slice().into() })?;
        let flag = b.module.add_attribute(A::UnitAttr)?;
        b.module.set_property(made, "flag", Attribute(flag))?;
        b.module.set_property(made, "deep", Attribute(deep))?;
    }
    let made: Vec<Value> = b.module.results(made).collect();
    let parts = Parts { operands: &made[..1], results: &[index], ..Parts::default() };
    let size = b.value("arith.index_cast", unknown, parts)?;
    let alignment = Attribute(integer(b.module, 64, 64)?);
    let own = [("alignment", alignment), ("operandSegmentSizes", Segments(vec![1, 0]))];
    let parts = Parts { own: &own, operands: &[size], results: &[buffer], ..Parts::default() };
    let allocated = b.value("memref.alloc", unknown, parts)?;
    let operands = [allocated, made[1]];
    let parts = Parts {
        other: &[("weights", weights)],
        operands: &operands,
        regions: 2,
        ..Parts::default()
    };
    let user = b.op("unk.use", unknown, parts)?;
    let parts = Parts { operands: &made[..1], ..Parts::default() };
    b.op("func.return", unknown, parts)?;

    // Its regions use values from outside.
    let inner = only(b.module.regions(user));
    b.block = b.module.add_block(inner, &[])?;
    let own = [("callee", Attribute(flat(b.module, "compute")?))];
    let parts = Parts { own: &own, operands: &[x, memory], results: &[i32], ..Parts::default() };
    let called = b.value("func.call", unknown, parts)?;
    b.op("unk.end", unknown, Parts { operands: &[called, a], ..Parts::default() })?;
    Ok(())
}

/// Makes the function `low` of the dialect `llvm`.
fn low(b: &mut Builder<'_>, entries: &Entries, tool: MlirOpt) -> Result<()> {
    use PropertyValue::{Attribute, Number};
    let &Entries { unknown, i32, i64, pointer, .. } = entries;
    let ty = b.module.add_type_text(b"llvm", "!llvm.func<void (ptr)>")?;
    let zero = Attribute(b.module.add_attribute(A::IntegerAttr { r#type: i64, value: 0.into() })?);
    let own = [
        ("CConv", Attribute(b.module.add_attribute_text(b"llvm", "#llvm.cconv<ccc>")?)),
        ("function_type", Attribute(b.module.add_attribute(A::TypeAttr { value: ty })?)),
        ("linkage", Attribute(b.module.add_attribute_text(b"llvm", "#llvm.linkage<external>")?)),
        ("sym_name", Attribute(b.module.string_attribute("low")?)),
        ("unnamed_addr", zero.clone()),
        ("visibility_", zero),
    ];
    let function =
        b.op("llvm.func", unknown, Parts { own: &own, regions: 1, ..Parts::default() })?;
    let region = only(b.module.regions(function));
    b.block = b.module.add_block(region, &[pointer])?;
    let base = only(b.module.arguments(b.block));
    let bounds = match tool.release {
        19 => ("inbounds", Attribute(b.module.add_attribute(A::UnitAttr)?)),
        _ => ("noWrapFlags", Number(3)),
    };
    let raw_data = vec![1, 0, 0, 0];
    let indices = A::DenseArrayAttr { element_type: i32, size: 1, raw_data };
    let own = [
        ("elem_type", Attribute(b.module.add_attribute(A::TypeAttr { value: i32 })?)),
        bounds,
        ("rawConstantIndices", Attribute(b.module.add_attribute(indices)?)),
    ];
    let parts = Parts { own: &own, operands: &[base], results: &[pointer], ..Parts::default() };
    b.value("llvm.getelementptr", unknown, parts)?;
    b.op("llvm.return", unknown, Parts::default())?;
    Ok(())
}

#[test]
fn a_made_module_is_printed_as_meant() {
    let mut cases = Vec::new();
    for tool in RELEASES {
        for &made in Version::ALL {
            for &written in Version::ALL {
                cases.push((tool, made, written, Numbering::Pinned));
                cases.push((tool, made, written, Numbering::Canonical));
            }
        }
    }
    let findings = in_parallel(&cases, |&(tool, made, written, numbering)| {
        let what = format!(
            "made for {}, written for {}, {numbering:?}: {tool}",
            number(made),
            number(written)
        );
        let options = WriteOptions::default().numbering(numbering).version(written);
        let bytes = match module(tool, made).and_then(|module| module.write_lossy(&options)) {
            Ok((bytes, _)) => bytes,
            Err(error) => return Some(format!("{what}: {error}")),
        };
        let native = made.min(written) >= Version::V5;
        let expected = numbered(&printed(tool, native));
        let (local, whole) = match (tool.print_local(&bytes), tool.print(&bytes)) {
            (Ok(local), Ok(whole)) => (numbered(local.trim_end()), whole),
            (Err(refusal), _) | (_, Err(refusal)) => {
                return Some(format!("{what} refuses it: {refusal}"));
            }
        };
        if expected != local {
            return Some(format!("{what}: {}", difference(&expected, &local)));
        }
        let resources = whole.find("{-#").map(|start| &whole[start..]);
        let (expected, found) = (RESOURCES, resources.unwrap_or_default().trim());
        (expected != found).then(|| format!("{what}: {}", difference(expected, found)))
    });
    println!("{} files made from nothing", cases.len());
    report(&findings.into_iter().flatten().collect::<Vec<_>>());
}

/// What a version cannot carry is only left out on demand.
#[test]
fn losses_of_a_created_module_are_listed() {
    for tool in RELEASES {
        let mut made = match module(tool, Version::LATEST) {
            Ok(made) => made,
            Err(error) => panic!("{error}"),
        };
        assert!(made.clone().convert(Version::V4, Losses::Refuse).is_err());
        let lost = match made.convert(Version::V4, Losses::Allow) {
            Ok(lost) => lost,
            Err(error) => panic!("{error}"),
        };
        let names: Vec<&str> = lost.iter().map(|loss| loss.name.as_str()).collect();
        match tool.release {
            19 => assert_eq!(names, ["unk.make"]),
            _ => assert_eq!(names, ["unk.make", "llvm.getelementptr"]),
        }
    }
}
