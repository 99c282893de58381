//! Operands, results, regions and successors by name.

use bytespec::mlir::{
    AttributeId, BlockId, BuiltinType, Event, File, Module, NewOperation as Operation,
    OPERAND_SEGMENT_SIZES, OpId, PropertyValue, RegionId, Release, Value, Version, section,
    section_since,
};
use bytespec::signatures::Trait;

const PRODUCER: &str = "MLIR22.1.8";

fn empty(version: Version) -> (Module<'static>, BlockId, AttributeId) {
    let mut module = Module::for_version(PRODUCER, version);
    let location = module.unknown_location().unwrap();
    let top = module.walk().next().unwrap();
    let body = module.blocks(module.regions(top).next().unwrap()).next().unwrap();
    (module, body, location)
}

/// A version without properties, and the newest.
fn versions() -> [Version; 2] {
    let since = section_since(section::PROPERTIES);
    let before = Version::ALL.iter().copied().rfind(|version| *version < since).unwrap();
    [before, Version::LATEST]
}

fn op(
    module: &mut Module<'_>,
    body: BlockId,
    name: &str,
    operands: &[Value],
    results: usize,
) -> (OpId, Vec<Value>) {
    let location = module.unknown_location().unwrap();
    let index = module.add_type(BuiltinType::IndexType).unwrap();
    let operation = Operation {
        operands: operands.to_vec(),
        results: vec![index; results],
        ..Operation::default()
    };
    let op = module.make(name, location, operation).unwrap();
    module.append(body, op).unwrap();
    let results = module.results(op).collect();
    (op, results)
}

#[test]
fn values_have_names() {
    for version in versions() {
        let (mut module, body, _) = empty(version);
        let (_, values) = op(&mut module, body, "test.values", &[], 3);
        let (a, b) = (values[0], values[1]);
        let (add, _) = op(&mut module, body, "arith.addf", &[a, b], 1);
        assert_eq!(module.operand(add, "lhs").unwrap(), Some(a));
        assert_eq!(module.operand(add, "rhs").unwrap(), Some(b));
        assert_eq!(module.operand(add, "acc").unwrap(), None);
        assert_eq!(module.operand(add, "").unwrap(), None);
        let (long, results) = op(&mut module, body, "arith.mului_extended", &[a, b], 2);
        assert_eq!(module.results_named(long, "high").unwrap(), Some(vec![results[1]]));
        // An operation that nobody knows, and one with too few operands.
        let (other, _) = op(&mut module, body, "test.other", &[a], 0);
        let (short, _) = op(&mut module, body, "arith.addf", &[a], 1);
        for op in [other, short] {
            assert_eq!(module.operand_groups(op).unwrap(), None);
        }
    }
}

#[test]
fn segment_sizes_distinguish_groups() {
    for version in versions() {
        let (mut module, body, _) = empty(version);
        let (_, values) = op(&mut module, body, "test.values", &[], 4);
        let (branch, _) = op(&mut module, body, "cf.cond_br", &values, 0);
        assert_eq!(module.operand_groups(branch).unwrap(), None, "nothing says the sizes");
        let sizes = PropertyValue::Segments(vec![1, 1, 2]);
        module.set_property(branch, OPERAND_SEGMENT_SIZES, sizes).unwrap();
        assert_eq!(module.operand(branch, "condition").unwrap(), Some(values[0]));
        let of = |name| module.operands_named(branch, name).unwrap();
        assert_eq!(of("trueDestOperands"), Some(&values[1..2]));
        assert_eq!(of("falseDestOperands"), Some(&values[2..]));
        assert_eq!(module.operand(branch, "falseDestOperands").unwrap(), None, "there are two");
        let sizes = PropertyValue::Segments(vec![1, 1, 1]);
        module.set_property(branch, OPERAND_SEGMENT_SIZES, sizes).unwrap();
        assert_eq!(module.operand_groups(branch).unwrap(), None, "they are not all");
    }
}

#[test]
fn files_say_the_same_as_modules() {
    for version in versions() {
        let (mut module, body, _) = empty(version);
        let (_, values) = op(&mut module, body, "test.values", &[], 3);
        let (branch, _) = op(&mut module, body, "cf.cond_br", &values, 0);
        let sizes = vec![1, 2, 0];
        module
            .set_property(branch, OPERAND_SEGMENT_SIZES, PropertyValue::Segments(sizes.clone()))
            .unwrap();
        let bytes = module.write(&Default::default()).unwrap();
        let file = File::open(&bytes).unwrap();
        let mut walk = file.walk();
        let mut found = None;
        while let Some(event) = walk.next().unwrap() {
            let Event::Operation(operation) = event else { continue };
            if file.op_name(operation.name).unwrap().full() == "cf.cond_br" {
                found = Some(operation.clone());
            }
        }
        let branch_read = found.unwrap();
        assert_eq!(file.segment_sizes(&branch_read).unwrap().operands, Some(sizes.clone()));
        let known = file.signature(branch_read.name).unwrap();
        assert_eq!(known, module.signature(branch).unwrap());
        assert_eq!(
            known.share_operands(3, Some(&sizes)),
            module.operand_groups(branch).unwrap(),
            "{version}"
        );
        assert!(known.has(Trait::Terminator) && !known.has(Trait::Isolated));
    }
}

#[test]
fn regions_have_names() {
    let (module, ..) = empty(Version::LATEST);
    let top = module.walk().next().unwrap();
    let regions: Vec<RegionId> = module.regions(top).collect();
    assert_eq!(module.regions_named(top, "bodyRegion").unwrap(), Some(regions));
    let known = module.signature(top).unwrap();
    assert!(known.has(Trait::SymbolTable) && known.has(Trait::Isolated));
}

/// What a release has is known of it alone; where none is told, what all agree on.
#[test]
fn a_release_decides() {
    let groups = |release: Option<Release>, name: &str| {
        let producer = match release {
            Some(release) => format!("MLIR{}.0.0", release.name()),
            None => "StableHLO_v1.0.0".to_owned(),
        };
        let mut module = Module::new(&producer);
        assert_eq!(module.release(), release);
        assert_eq!(module.inferred_releases().count(), 0);
        let location = module.unknown_location().unwrap();
        let operation = Operation { registered: Some(true), ..Operation::default() };
        let op = module.make(&format!("scf.{name}"), location, operation).unwrap();
        let known = module.signature(op).unwrap();
        known.operands.map(|groups| groups.iter().map(|group| group.name).collect::<Vec<_>>())
    };
    let named = |name: &str| name.parse::<Release>().ok();
    assert_eq!(groups(named("17"), "reduce"), Some(vec!["operand"]));
    assert_eq!(groups(named("18"), "reduce"), Some(vec!["operands"]));
    assert_eq!(groups(None, "reduce"), None);
    assert_eq!(groups(None, "condition"), Some(vec!["condition", "args"]));
    assert_eq!(groups(named("22"), "no_such"), None);
}
