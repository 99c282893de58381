//! Operations that are seen and made as values.

use bytespec::dialect::{OpRegion, OpResult, Registry};
use bytespec::mlir::{
    AttributeId, BlockId, Module, NewOperation, OpId, PropertyValue, Value, WriteOptions,
};
use bytespec::{Dialect, OpProperties, Operation};

/// Machines.
#[derive(Dialect)]
#[bytecode(name = "mill", versions("1.0", "1.1"), operations(Grind, Next))]
struct Mill;

#[derive(OpProperties, Clone, Debug, PartialEq)]
#[bytecode(dialect = Mill, operation = "grind")]
struct Limit {
    turns: u64,
    #[bytecode(name = "operandSegmentSizes")]
    operands: [u32; 3],
    #[bytecode(name = "resultSegmentSizes")]
    results: [u32; 2],
}

#[derive(Operation, Clone, Debug, PartialEq)]
#[bytecode(dialect = Mill, operation = "grind")]
struct Grind {
    speed: Value,
    brake: Option<Value>,
    grains: Vec<Value>,
    #[bytecode(type_of = "grains")]
    flour: Vec<OpResult>,
    rest: Option<OpResult>,
    each_turn: OpRegion,
    at_end: Option<OpRegion>,
    #[bytecode(properties)]
    limit: Limit,
    label: AttributeId,
    #[bytecode(name = "mill.note")]
    note: Option<AttributeId>,
}

/// Goes to another block.
#[derive(Operation, Clone, Debug, PartialEq)]
#[bytecode(dialect = Mill, operation = "next")]
struct Next {
    condition: Value,
    #[bytecode(name = "to")]
    target: BlockId,
    others: Vec<BlockId>,
}

fn module() -> (Module<'static>, Value) {
    let mut module = Module::new("MLIR22.1.8");
    module.set_registry(Registry::new().with::<Mill>());
    let (i32, body) = (module.integer_type(32).unwrap(), module.body());
    let mut end = module.at_end(body);
    let op = end.op("arith.constant").set("value", 85_i32).result(i32).build().unwrap();
    let value = module.results(op).next().unwrap();
    (module, value)
}

fn grind(module: &mut Module<'_>, value: Value) -> Grind {
    Grind {
        speed: value,
        brake: None,
        grains: vec![value, value],
        flour: vec![OpResult::default(), OpResult::default()],
        rest: None,
        each_turn: OpRegion::default(),
        at_end: None,
        limit: Limit { turns: 3, operands: [0; 3], results: [0; 2] },
        label: module.string_attribute("left").unwrap(),
        note: None,
    }
}

fn made(module: &mut Module<'_>, value: &Grind) -> (OpId, Grind) {
    let location = module.unknown_location().unwrap();
    let (op, view) = module.make_op(location, value).unwrap();
    module.append(module.body(), op).unwrap();
    (op, view)
}

#[test]
fn created_operations_are_viewed() {
    let (mut module, value) = module();
    let plain = grind(&mut module, value);
    let (i64, note) = (module.integer_type(64).unwrap(), module.string_attribute("note").unwrap());
    let full = Grind {
        brake: Some(value),
        rest: Some(i64.into()),
        at_end: Some(OpRegion::default()),
        note: Some(note),
        ..plain.clone()
    };
    for (grind, operands, results) in [(plain, [1, 0, 2], [2, 0]), (full, [1, 1, 2], [2, 1])] {
        let (op, view) = made(&mut module, &grind);
        assert_eq!((view.limit.operands, view.limit.results), (operands, results));
        let types: Vec<_> = view.flour.iter().map(|result| result.ty).collect();
        assert_eq!(types, vec![module.value_type(value); 2]);
        assert_eq!(view.rest.map(|rest| rest.ty), grind.rest.map(|rest| rest.ty));
        assert_eq!(view.at_end.is_some(), grind.at_end.is_some());
        assert!(view.each_turn.region.is_some());
        assert_eq!((view.label, view.note), (grind.label, grind.note));
        assert_eq!(module.view::<Grind>(op), Ok(Some(view.clone())));
        assert_eq!(module.view::<Next>(op), Ok(None));
        // A view is a value to make another one of.
        let (_, again) = made(&mut module, &view);
        assert_eq!(again.limit, view.limit);
    }
    let bytes = module.write(&WriteOptions::default()).unwrap();
    let mut read = Module::read(&bytes).unwrap();
    read.set_registry(Registry::new().with::<Mill>());
    let ops: Vec<_> = read.walk().filter(|op| read.name(*op).full() == "mill.grind").collect();
    assert_eq!(ops.len(), 4);
    for op in ops {
        assert!(read.view::<Grind>(op).unwrap().is_some());
    }
}

#[test]
fn missing_and_extra_parts_are_named() {
    let (mut module, value) = module();
    let grind = grind(&mut module, value);
    let (op, _) = made(&mut module, &grind);
    let fault = |module: &Module<'_>, op| module.view::<Grind>(op).unwrap_err().to_string();

    module.set_attribute(op, "label", None).unwrap();
    assert_eq!(fault(&module, op), "the attribute `label` of `mill.grind` is missing");
    module.set_attribute(op, "label", Some(grind.label)).unwrap();

    module.set_operands(op, &[]).unwrap();
    assert_eq!(fault(&module, op), "the operand `speed` of `mill.grind` is missing");
    module.set_operands(op, &[value; 4]).unwrap();
    let sizes = "`operandSegmentSizes` of `mill.grind` is missing or does not fit";
    assert!(fault(&module, op).starts_with(sizes));
    let sizes = PropertyValue::Segments(vec![1, 1, 2]);
    module.set_property(op, "operandSegmentSizes", sizes).unwrap();
    assert!(module.view::<Grind>(op).is_ok());

    let location = module.unknown_location().unwrap();
    let no_type = Grind { rest: Some(OpResult::default()), ..grind.clone() };
    let error = module.make_op(location, &no_type).unwrap_err().to_string();
    assert_eq!(error, "the type of the result `rest` of `mill.grind` is missing");

    for (regions, error) in [
        (0, "the region `each_turn` of `mill.grind` is missing"),
        (3, "the region 2 of `mill.grind`, counted from 0, is one too many"),
    ] {
        let properties = module.add_op_properties(&grind.limit).unwrap();
        let other = NewOperation {
            properties,
            operands: vec![value],
            regions,
            registered: Some(true),
            ..NewOperation::default()
        };
        let other = module.make("mill.grind", location, other).unwrap();
        let sizes = PropertyValue::Segments(vec![1, 0, 0]);
        module.set_property(other, "operandSegmentSizes", sizes).unwrap();
        assert_eq!(fault(&module, other), error);
    }
}

#[test]
fn successors() {
    let (mut module, value) = module();
    let grind = grind(&mut module, value);
    let (_, grind) = made(&mut module, &grind);
    let region = grind.each_turn.region.unwrap();
    let [from, first, second] = [(); 3].map(|()| module.add_block(region, &[]).unwrap());
    let location = module.unknown_location().unwrap();
    let next = Next { condition: value, target: first, others: vec![second, first] };
    let (op, view) = module.make_op(location, &next).unwrap();
    module.append(from, op).unwrap();
    assert_eq!(view, next);
    let none = NewOperation { operands: vec![value], ..NewOperation::default() };
    let none = module.make("mill.next", location, none).unwrap();
    let error = module.view::<Next>(none).unwrap_err().to_string();
    assert_eq!(error, "the successor `to` of `mill.next` is missing");
    let two = NewOperation { operands: vec![value; 2], ..NewOperation::default() };
    let two = module.make("mill.next", location, two).unwrap();
    let error = module.view::<Next>(two).unwrap_err().to_string();
    assert_eq!(error, "the operand 1 of `mill.next`, counted from 0, is one too many");
}

/// The dialect says what its operations have, and no rule of schemas finds fault with it.
#[test]
fn operations_are_described() {
    let yaml = bytespec::export::dialect::<Mill>().unwrap();
    let (_, operations) = yaml.split_once("- dialect: ").unwrap();
    assert_eq!(
        operations,
        r#""mill"
  summary: "Machines"
  releases:
    title: version
    record: 2
    names: ["1.0", "1.1"]
- properties: "mill"
  since_release: "1.0"
  summary: Properties of operations
  operations:
    "grind": "turns: varint, operandSegmentSizes[3], resultSegmentSizes[2]"
- signatures: "mill"
  since_release: "1.0"
  summary: What operations have besides properties
  operations:
    "grind": "(speed, brake?, grains*) -> (flour*, rest?) {each_turn, at_end*}"
    "next": "(condition) [to, others*] terminator"
  summaries:
    "grind": "Grind"
    "next": "Goes to another block"
"#
    );
    let (schema, _, found) =
        bytespec_codegen::syntax::read_and_check(vec![("mill.yaml".into(), yaml)]);
    assert!(found.is_empty(), "{found:?}");
    let model = bytespec_codegen::model::lower(&schema).unwrap();
    assert_eq!(model.properties.len(), 1);
    assert_eq!(model.signatures.len(), 1);
}
