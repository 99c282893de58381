//! Edited modules are printed as the original with the same edit made in its text.

use super::compare::difference;
use super::sources::{in_version, number};
use crate::suite::report;
use bytespec::mlir::{
    AttributeId, BuiltinAttribute, BuiltinType, Module, NewOperation, Numbering, OpId,
    PropertyBlobId, PropertyValue, Signedness, TypeId, Version, WriteOptions,
};
use bytespec::{Dimension, Result};
use bytespec_conformance::generic::numbered;
use bytespec_conformance::mlir_opt::MlirOpt;

/// The lines of a text.
type Lines = Vec<String>;
/// An edit of a module and of its text.
type Edit = fn(&mut Module<'_>, &mut Lines) -> Result<()>;

const EDITS: [(&str, Edit); 5] = [
    ("rename a symbol", rename),
    ("delete an operation", delete),
    ("append an operation", append),
    ("insert an operation", insert),
    ("add a function", add_function),
];

#[track_caller]
fn find(module: &Module<'_>, name: &str) -> OpId {
    match module.walk().find(|op| module.name(*op).full() == name) {
        Some(op) => op,
        None => panic!("there is no {name}"),
    }
}

/// The place of the line that contains a text.
#[track_caller]
fn line(lines: &Lines, text: &str) -> usize {
    match lines.iter().position(|line| line.contains(text)) {
        Some(index) => index,
        None => panic!("there is no line with {text}"),
    }
}

/// The value on the left of a line.
fn result(line: &str) -> &str {
    line.trim_start().split(' ').next().unwrap_or_default()
}

fn int(module: &mut Module<'_>, width: u64) -> Result<TypeId> {
    module.add_type(BuiltinType::IntegerType { signedness: Signedness::Signless, width })
}

/// A point in a file of its own.
fn location(module: &mut Module<'_>, line: u64) -> Result<AttributeId> {
    let filename = module.string_attribute("edited.mlir")?;
    module.add_attribute(BuiltinAttribute::FileLineColLoc { filename, line, column: 5 })
}

/// Attributes that belong to an operation, where its version has them.
fn own(
    module: &mut Module<'_>,
    name: &str,
    values: &[(&str, AttributeId)],
) -> Result<(Option<AttributeId>, Option<PropertyBlobId>)> {
    if module.version() >= Version::V5 {
        let values: Vec<_> =
            values.iter().map(|(name, id)| (*name, PropertyValue::Attribute(*id))).collect();
        return Ok((None, module.make_properties(name, &values)?));
    }
    let entries: Result<Vec<_>> =
        values.iter().map(|(name, id)| Ok((module.add_string(name.as_bytes())?, *id))).collect();
    Ok((module.dictionary_attribute(entries?)?, None))
}

fn rename(module: &mut Module<'_>, lines: &mut Lines) -> Result<()> {
    let op = find(module, "func.func");
    assert_eq!(module.symbol_name(op)?.as_deref(), Some("props"));
    module.set_symbol_name(op, "a_new name")?;
    let index = line(lines, "sym_name = \"props\"");
    lines[index] = lines[index].replace("\"props\"", "\"a_new name\"");
    Ok(())
}

fn delete(module: &mut Module<'_>, lines: &mut Lines) -> Result<()> {
    let op = find(module, "memref.store");
    module.erase(op)?;
    lines.remove(line(lines, "\"memref.store\""));
    // An operation with regions goes with all that is in them.
    let op = find(module, "scf.parallel");
    module.erase(op)?;
    let start = line(lines, "\"scf.parallel\"");
    let end = start + line(&lines[start..].to_vec(), "}) : (index, index, index) -> ()");
    lines.drain(start..=end);
    Ok(())
}

/// An operation that nobody knows, with attributes and types that the module did not have.
fn append(module: &mut Module<'_>, lines: &mut Lines) -> Result<()> {
    let [i17, i64] = [int(module, 17)?, int(module, 64)?];
    let f64 = module.add_type(BuiltinType::Float64Type)?;
    let foreign = module.add_type_text(b"new", "!new.type<\"x\">")?;
    let shape = [2, Dimension::Dynamic.into()].as_slice().into();
    let tensor = module.add_type(BuiltinType::RankedTensorType { shape, element: f64 })?;
    let count =
        module.add_attribute(BuiltinAttribute::IntegerAttr { r#type: i17, value: 7.into() })?;
    let half = module.add_attribute(BuiltinAttribute::FloatAttr {
        r#type: f64,
        value: 0.5f64.to_bits().into(),
    })?;
    let name = module.string_attribute("say \"hi\"\n")?;
    let symbol = module.string_attribute("callee")?;
    let symbol = module.add_attribute(BuiltinAttribute::FlatSymbolRefAttr { root: symbol })?;
    let value = [count, symbol, half].as_slice().into();
    let list = module.add_attribute(BuiltinAttribute::ArrayAttr { value })?;
    let unit = module.add_attribute(BuiltinAttribute::UnitAttr)?;
    let text = module.add_attribute_text(b"new", "#new.attr<1>")?;
    let numbers = module.add_attribute(BuiltinAttribute::DenseArrayAttr {
        element_type: i64,
        size: 2,
        raw_data: [1i64, -2].iter().flat_map(|number| number.to_le_bytes()).collect(),
    })?;
    let mut entries = Vec::new();
    for (key, value) in [
        ("z", numbers),
        ("count", count),
        ("flag", unit),
        ("list", list),
        ("name", name),
        ("text", text),
    ] {
        entries.push((module.add_string(key.as_bytes())?, value));
    }
    let attributes = module.dictionary_attribute(entries)?;
    let at = location(module, 1)?;
    let results = vec![i17, foreign, tensor];
    let op =
        module.make("new.op", at, NewOperation { attributes, results, ..Default::default() })?;
    let root = find(module, "builtin.module");
    let body = module.regions(root).next().and_then(|region| module.blocks(region).next());
    if let Some(body) = body {
        module.append(body, op)?;
    }
    let last = lines.len() - 1;
    lines.insert(
        last,
        "  %new:3 = \"new.op\"() {count = 7 : i17, flag, list = [7 : i17, @callee, 5.000000e-01], \
         name = \"say \\22hi\\22\\0A\", text = #new.attr<1>, z = array<i64: 1, -2>} : () -> (i17, \
         !new.type<\"x\">, tensor<2x?xf64>) loc(\"edited.mlir\":1:5)"
            .to_owned(),
    );
    Ok(())
}

/// Operations between others, that use values of before and whose own are used.
fn insert(module: &mut Module<'_>, lines: &mut Lines) -> Result<()> {
    let before = find(module, "func.return");
    let constant = find(module, "arith.constant");
    let Some(value) = module.results(constant).next() else { panic!("a constant has a result") };
    let unknown = module.unknown_location()?;
    let i32 = int(module, 32)?;
    let make = NewOperation {
        operands: vec![value, value],
        results: vec![i32, i32],
        ..NewOperation::default()
    };
    let make = module.make("new.make", unknown, make)?;
    module.insert_before(before, make)?;
    let operands = module.results(make).collect();
    let take = NewOperation { operands, ..NewOperation::default() };
    let take = module.make("new.take", unknown, take)?;
    module.insert_before(before, take)?;
    let name = result(&lines[line(lines, "\"arith.constant\"")]).to_owned();
    let index = line(lines, "\"func.return\"");
    let new = [
        format!(
            "    %made:2 = \"new.make\"({name}, {name}) : (index, index) -> (i32, i32) loc(unknown)"
        ),
        "    \"new.take\"(%made#0, %made#1) : (i32, i32) -> () loc(unknown)".to_owned(),
    ];
    lines.splice(index..index, new);
    Ok(())
}

/// `func.func @added(%a: i24) -> i24` with two blocks.
fn add_function(module: &mut Module<'_>, lines: &mut Lines) -> Result<()> {
    let i24 = int(module, 24)?;
    let ty: &[TypeId] = &[i24];
    let ty =
        module.add_type(BuiltinType::FunctionType { inputs: ty.into(), results: ty.into() })?;
    let ty = module.add_attribute(BuiltinAttribute::TypeAttr { value: ty })?;
    let name = module.string_attribute("added")?;
    let private = module.string_attribute("private")?;
    let own_values = [("function_type", ty), ("sym_name", name), ("sym_visibility", private)];
    let (attributes, properties) = own(module, "func.func", &own_values)?;
    let at = location(module, 2)?;
    let function = NewOperation { attributes, properties, regions: 1, ..NewOperation::default() };
    let function = module.make("func.func", at, function)?;
    let Some(region) = module.regions(function).next() else { panic!("a function has a region") };
    let entry = module.add_block(region, &[i24])?;
    let exit = module.add_block(region, &[i24])?;
    let Some(argument) = module.arguments(entry).next() else {
        panic!("the entry has an argument")
    };
    module.set_argument_location(argument, Some(at))?;
    let Some(last) = module.arguments(exit).next() else { panic!("the exit has an argument") };

    let flags = module.add_attribute_text(b"arith", "#arith.overflow<nsw>")?;
    let (attributes, properties) = own(module, "arith.addi", &[("overflowFlags", flags)])?;
    let sum = NewOperation {
        attributes,
        properties,
        operands: vec![argument, argument],
        results: vec![i24],
        ..NewOperation::default()
    };
    let sum = module.make("arith.addi", at, sum)?;
    let branch = NewOperation {
        operands: module.results(sum).collect(),
        successors: vec![exit],
        ..NewOperation::default()
    };
    let branch = module.make("cf.br", at, branch)?;
    let end = NewOperation { operands: vec![last], ..NewOperation::default() };
    let end = module.make("func.return", at, end)?;
    module.append(entry, sum)?;
    module.append(entry, branch)?;
    module.append(exit, end)?;
    let first = find(module, "func.func");
    module.insert_before(first, function)?;

    let new = r#"
  "func.func"() <{function_type = (i24) -> i24, sym_name = "added", sym_visibility = "private"}> ({
  ^bb0(%added: i24 loc("edited.mlir":2:5)):
    %sum = "arith.addi"(%added, %added) <{overflowFlags = #arith.overflow<nsw>}> : (i24, i24) -> i24 loc("edited.mlir":2:5)
    "cf.br"(%sum)[^bb1] : (i24) -> () loc("edited.mlir":2:5)
  ^bb1(%last: i24 loc(unknown)):  // pred: ^bb0
    "func.return"(%last) : (i24) -> () loc("edited.mlir":2:5)
  }) : () -> () loc("edited.mlir":2:5)"#;
    let index = line(lines, "\"func.func\"");
    lines.splice(index..index, new.lines().skip(1).map(str::to_owned));
    Ok(())
}

/// Makes the edits, and compares what is printed.
fn check(source: &str, version: Version, edits: &[Edit], numbering: Numbering) -> Option<String> {
    let Some(source) = in_version(source, version) else { panic!("there is no {source}") };
    let tool = source.producer;
    let Ok(original) = tool.print_local(source.bytes) else { panic!("{tool} refuses it") };
    let mut lines: Lines = original.trim_end().lines().map(str::to_owned).collect();
    let mut module = source.module();
    let mut write = || {
        module.materialize_all()?;
        for edit in edits {
            edit(&mut module, &mut lines)?;
        }
        module.write(&WriteOptions::default().numbering(numbering))
    };
    let ours = match write() {
        Ok(ours) => ours,
        Err(error) => return Some(error.to_string()),
    };
    let expected = numbered(&lines.join("\n"));
    match tool.print_local(&ours) {
        Err(refusal) => Some(format!("refused: {refusal}")),
        Ok(found) => {
            let found = numbered(found.trim_end());
            (expected != found).then(|| difference(&expected, &found))
        }
    }
}

#[test]
fn edits_are_printed() {
    let source = "small/08_properties_upstream/08_properties_upstream";
    let all: Vec<Edit> = EDITS.iter().map(|(_, edit)| *edit).collect();
    let singles = EDITS.iter().map(|(name, edit)| (*name, std::slice::from_ref(edit)));
    let mut wrong = Vec::new();
    let mut count = 0;
    for (name, edits) in singles.chain([("all edits", all.as_slice())]) {
        for &version in Version::ALL {
            for numbering in [Numbering::Pinned, Numbering::Canonical] {
                count += 1;
                if let Some(finding) = check(source, version, edits, numbering) {
                    wrong.push(format!("{name}, {}, {numbering:?}: {finding}", number(version)));
                }
            }
        }
    }
    println!("{count} edited files printed by {}", MlirOpt::NEWEST);
    report(&wrong);
}
