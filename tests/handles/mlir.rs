//! Modules of MLIR.

mod calls;
mod copies;
mod edits;

use crate::sources;
use bytespec::ErrorKind;
use bytespec::dialect::Registry;
use bytespec::mlir::{
    AttributeId, BlockId, Module, NewOperation, NewResource, Numbering, OpId, OpNameId,
    PropertyBlobId, ReadOptions, RegionId, ResourceId, StringId, TypeId, Value, WriteOptions,
};
use calls::{Answer, CALLS, Toy};

/// One handle of each kind; operations and values twice, for calls that take two.
#[derive(Clone, Debug)]
pub(crate) struct Handles {
    pub(crate) op: OpId,
    pub(crate) other: OpId,
    pub(crate) block: BlockId,
    pub(crate) region: RegionId,
    pub(crate) value: Value,
    pub(crate) another: Value,
    pub(crate) attribute: AttributeId,
    pub(crate) ty: TypeId,
    pub(crate) string: StringId,
    pub(crate) op_name: OpNameId,
    pub(crate) properties: PropertyBlobId,
    pub(crate) resource: ResourceId,
}

/// A kind of handle that a call takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Op,
    Other,
    Block,
    Region,
    Value,
    Another,
    Attribute,
    Type,
    String,
    OpName,
    Properties,
    Resource,
}

impl Handles {
    /// The same with one kind of handle from elsewhere.
    fn with(&self, kind: Kind, from: &Handles) -> Handles {
        let mut mixed = self.clone();
        match kind {
            Kind::Op => mixed.op = from.op,
            Kind::Other => mixed.other = from.other,
            Kind::Block => mixed.block = from.block,
            Kind::Region => mixed.region = from.region,
            Kind::Value => mixed.value = from.value,
            Kind::Another => mixed.another = from.another,
            Kind::Attribute => mixed.attribute = from.attribute,
            Kind::Type => mixed.ty = from.ty,
            Kind::String => mixed.string = from.string,
            Kind::OpName => mixed.op_name = from.op_name,
            Kind::Properties => mixed.properties = from.properties,
            Kind::Resource => mixed.resource = from.resource,
        }
        mixed
    }
}

const PRODUCER: &str = "MLIR22.1.8";

fn body(module: &Module<'_>) -> BlockId {
    let top = module.ops(module.root()).next().unwrap();
    let region = module.regions(top).next().unwrap();
    module.blocks(region).next().unwrap()
}

/// Operations in regions of operations, `depth` deep, each with a result that the next one uses.
fn nested(module: &mut Module<'static>, block: BlockId, depth: usize) -> Handles {
    let attribute = module.unknown_location().unwrap();
    let ty = module.add_type_text(b"toy", "!toy.brick").unwrap();
    let outer = NewOperation { results: vec![ty], regions: 2, ..NewOperation::default() };
    let other = module.make("toy.outer", attribute, outer).unwrap();
    module.append(block, other).unwrap();
    let region = module.regions(other).next().unwrap();
    let inner = module.add_block(region, &[ty]).unwrap();
    let value = module.arguments(inner).next().unwrap();
    let target = module.add_block(region, &[]).unwrap();
    let user = NewOperation {
        operands: vec![value],
        results: vec![ty],
        successors: vec![target],
        ..NewOperation::default()
    };
    let op = module.make("toy.user", attribute, user).unwrap();
    module.append(inner, op).unwrap();
    let another = module.results(op).next().unwrap();
    let operands = NewOperation { operands: vec![another], ..NewOperation::default() };
    let last = module.make("toy.last", attribute, operands).unwrap();
    module.append(inner, last).unwrap();
    if depth > 0 {
        nested(module, inner, depth - 1);
    }
    let string = module.add_string(b"text").unwrap();
    let op_name = module.name_id(op).expect("the operation is there");
    let value_of = NewResource::Bool(true);
    let resource = module.add_resource(b"toy", b"key", value_of).unwrap();
    let properties = module.add_properties(&[1]).unwrap();
    let blocks = (inner, region);
    Handles {
        op,
        other,
        block: blocks.0,
        region: blocks.1,
        value,
        another,
        attribute,
        ty,
        string,
        op_name,
        properties,
        resource,
    }
}

fn small() -> (Module<'static>, Handles) {
    let mut module = Module::new(PRODUCER);
    module.set_registry(Registry::new().with::<Toy>());
    let block = body(&module);
    let handles = nested(&mut module, block, 0);
    (module, handles)
}

/// The last of everything in a module that has more of everything.
fn past() -> Handles {
    let mut module = Module::new(PRODUCER);
    module.set_registry(Registry::new().with::<Toy>());
    let block = body(&module);
    for number in 0..8 {
        nested(&mut module, block, 3);
        let name = format!("more{number}");
        module.add_type_text(b"toy", &format!("!toy.{name}")).unwrap();
        module.add_attribute_text(b"toy", &format!("#toy.{name}")).unwrap();
        module.add_string(name.as_bytes()).unwrap();
        module.add_properties(name.as_bytes()).unwrap();
        module.add_op_name(&name, true).unwrap();
    }
    let string = module.add_string(b"the last of all").unwrap();
    let handles = nested(&mut module, block, 0);
    Handles {
        attribute: module.add_attribute_text(b"toy", "#toy.last").unwrap(),
        ty: module.add_type_text(b"toy", "!toy.last").unwrap(),
        string,
        op_name: module.add_op_name("toy.the_last", true).unwrap(),
        properties: module.add_properties(b"the last").unwrap(),
        ..handles
    }
}

/// A module from which something was erased, and the handles of that.
fn erased() -> (Module<'static>, Handles, Handles) {
    let (mut module, handles) = small();
    let block = body(&module);
    let gone = nested(&mut module, block, 1);
    module.erase(gone.other).unwrap();
    // Entries of tables are never erased.
    let wrong = Handles {
        attribute: handles.attribute,
        ty: handles.ty,
        string: handles.string,
        op_name: handles.op_name,
        properties: handles.properties,
        resource: handles.resource,
        ..gone
    };
    (module, handles, wrong)
}

fn pinned() -> WriteOptions {
    WriteOptions::default().numbering(Numbering::Pinned)
}

fn canonical() -> WriteOptions {
    WriteOptions::default().numbering(Numbering::Canonical)
}

/// Whatever a module became, it ends when it is walked, and what is written of it can be read.
fn check_sound(what: &str, module: &Module<'_>) {
    assert!(module.walk().take(module.op_count() + 1).count() <= module.op_count(), "{what}");
    for options in [pinned(), canonical()] {
        let Ok(bytes) = module.write(&options) else { continue };
        let read = Module::read(&bytes);
        let read = read.unwrap_or_else(|error| panic!("{what}: {options:?}: {error}"));
        let mut loaded = module.clone();
        loaded.materialize_all().unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(read.walk().count(), loaded.walk().count(), "{what}: {options:?}");
    }
}

fn refuses_all(module: &Module<'static>, good: &Handles, wrong: &Handles, why: &str) {
    let before = module.write(&pinned()).unwrap();
    for call in CALLS {
        for &kind in call.takes {
            let what = format!("{} with {kind:?} {why}", call.name);
            let in_table =
                ![Kind::Op, Kind::Other, Kind::Block, Kind::Region, Kind::Value, Kind::Another]
                    .contains(&kind);
            if in_table && why == "erased" {
                continue;
            }
            let mut module = module.clone();
            match (call.call)(&mut module, &good.with(kind, wrong)) {
                Answer::Refused(error) => {
                    let is_expected =
                        matches!(error.kind(), ErrorKind::Handle { .. } | ErrorKind::Index { .. });
                    assert!(is_expected, "{what}: {error}");
                }
                Answer::Nothing => {}
                Answer::Something => panic!("{what} is taken"),
            }
            check_sound(&what, &module);
            // A call that was refused changed nothing; entries may have been added before.
            let after = Module::read(&module.write(&pinned()).unwrap()).unwrap().walk().count();
            assert_eq!(after, Module::read(&before).unwrap().walk().count(), "{what}");
        }
    }
}

#[test]
fn the_table_of_calls_is_complete() {
    let handles = [
        "OpId",
        "BlockId",
        "RegionId",
        "Value",
        "AttributeId",
        "TypeId",
        "StringId",
        "OpNameId",
        "PropertyBlobId",
        "ResourceId",
        "DialectId",
        "Operation",
        "NewResource",
        "PropertyValue",
        "Entry",
        "OpProperties",
        "Index",
        "AttributeEntry",
        "TypeEntry",
        "Handle",
        "Id",
        "Displayed",
    ];
    let mut methods = sources::methods("mlir", "Module", &handles);
    for call in CALLS {
        assert!(methods.remove(call.name), "{} takes no handle any more", call.name);
        assert!(!call.takes.is_empty(), "{}", call.name);
    }
    assert!(methods.is_empty(), "no test calls {methods:?}");
}

#[test]
fn right_handles_are_taken() {
    for call in CALLS {
        let (mut module, handles) = small();
        if let Answer::Refused(error) = (call.call)(&mut module, &handles) {
            assert!(call.refuses, "{}: {error}", call.name);
        }
        check_sound(call.name, &module);
    }
}

#[test]
fn handles_past_the_end_are_refused() {
    let (module, good) = small();
    refuses_all(&module, &good, &past(), "past the end");
}

#[test]
fn erased_handles_are_refused() {
    let (module, good, wrong) = erased();
    refuses_all(&module, &good, &wrong, "erased");
}

/// Handles that a module cannot tell from its own are those of its own things: every call with every
/// handle of the module, in every combination of two.
#[test]
fn handles_of_the_same_number_lead_to_nothing_bad() {
    let (module, good) = small();
    let bytes: &'static [u8] = module.write(&pinned()).unwrap().leak();
    let lazy = ReadOptions::default().lazy(true);
    for read in [module.clone(), Module::read_with(bytes, &lazy).unwrap()] {
        let ops: Vec<OpId> = module.walk().collect();
        let regions: Vec<RegionId> = ops.iter().flat_map(|op| module.regions(*op)).collect();
        let inner = regions.iter().flat_map(|region| module.blocks(*region));
        let blocks: Vec<BlockId> = std::iter::once(module.root()).chain(inner).collect();
        let results = ops.iter().flat_map(|op| module.results(*op));
        let arguments = blocks.iter().flat_map(|block| module.arguments(*block));
        let values: Vec<Value> = results.chain(arguments).collect();
        let most = ops.len().max(regions.len()).max(blocks.len()).max(values.len());
        for (first, second) in (0..most).flat_map(|a| (0..most).map(move |b| (a, b))) {
            let mixed = Handles {
                op: ops[first % ops.len()],
                other: ops[second % ops.len()],
                region: regions[first % regions.len()],
                block: blocks[second % blocks.len()],
                value: values[first % values.len()],
                another: values[second % values.len()],
                ..good.clone()
            };
            for call in CALLS {
                let mut module = read.clone();
                (call.call)(&mut module, &mixed);
                check_sound(&format!("{} with {mixed:?}", call.name), &module);
            }
        }
    }
}
