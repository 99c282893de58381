//! Edits whose fault shows later: values that cannot be seen where they are used, and uses that an edit
//! must find.

use super::{PRODUCER, body, canonical, check_sound, nested, pinned, small};
use bytespec::mlir::{
    AttributeId, BuiltinAttribute, Module, NewOperation, Numbering, OpId, PropertyValue, Version,
    VhloAttribute, WriteOptions,
};
use bytespec::{Error, ErrorKind};

fn refusals(module: &Module<'_>) -> Vec<Error> {
    [pinned(), canonical()].iter().filter_map(|options| module.write(options).err()).collect()
}

/// Every operation with every value of the module: written only where the value can be seen, and
/// then it is that value.
#[test]
fn a_value_is_seen_in_its_region_and_inside() {
    let (mut module, first) = small();
    let block = body(&module);
    let second = nested(&mut module, block, 1);
    let ops: Vec<OpId> = module.walk().collect();
    let values = [first.value, first.another, second.value, second.another];
    let results = ops.iter().flat_map(|op| module.results(*op)).collect::<Vec<_>>();
    let mut written = 0;
    let mut refused = 0;
    for &op in &ops {
        for &value in values.iter().chain(&results) {
            let mut edited = module.clone();
            edited.set_operands(op, &[value]).unwrap();
            check_sound("a use", &edited);
            let position = ops.iter().position(|other| *other == op).unwrap();
            let spelled = |module: &Module<'_>, op: OpId| {
                let value = module.operands(op)[0];
                format!("{:?}", module.definition(value))
            };
            for options in [pinned(), canonical()] {
                let Ok(bytes) = edited.write(&options) else {
                    refused += 1;
                    continue;
                };
                written += 1;
                // Handles of what was made in the order of the file are those of what is read.
                let read = Module::read(&bytes).unwrap();
                let same = read.walk().nth(position).unwrap();
                assert_eq!(spelled(&read, same), spelled(&edited, op), "{op:?} {value:?}");
            }
        }
    }
    assert!(written > 0 && refused > 0, "{written} {refused}");
}

#[test]
fn a_successor_is_a_block_of_the_same_region() {
    let (mut module, first) = small();
    let inner = body(&module);
    let second = nested(&mut module, inner, 0);
    for block in [module.root(), inner, second.block] {
        let operation = NewOperation { successors: vec![block], ..NewOperation::default() };
        let op = module.make("toy.branch", first.attribute, operation).unwrap();
        let mut module = module.clone();
        module.append(first.block, op).unwrap();
        let refusals = refusals(&module);
        assert_eq!(refusals.len(), 2);
        assert!(
            refusals[0].to_string().contains("is not a block of its region"),
            "{}",
            refusals[0]
        );
    }
}

#[test]
fn an_operation_cannot_be_inside_itself() {
    let (mut module, handles) = small();
    let count = module.walk().count();
    for removed in [false, true] {
        let error = module.append(handles.block, handles.other).unwrap_err();
        assert!(error.to_string().contains("inside itself"), "{error}");
        module.insert_before(handles.op, handles.other).unwrap_err();
        module.insert_before(handles.op, handles.op).unwrap_err();
        assert_eq!(module.walk().count(), if removed { 1 } else { count });
        module.remove(handles.other).unwrap();
    }
    module.append(body(&module), handles.other).unwrap();
    assert_eq!(module.walk().count(), count);
}

/// A chain of operations is taken apart from both ends: what each edit costs is what it touches.
#[test]
fn edits_of_a_long_module() {
    const LEN: usize = 100_000;
    let mut module = Module::new(PRODUCER);
    let block = body(&module);
    let location = module.unknown_location().unwrap();
    let ty = module.add_type_text(b"toy", "!toy.brick").unwrap();
    let mut ops = Vec::new();
    let mut operands = Vec::new();
    for _ in 0..LEN {
        let operation = NewOperation { operands, results: vec![ty], ..NewOperation::default() };
        let op = module.make("toy.step", location, operation).unwrap();
        module.append(block, op).unwrap();
        operands = module.results(op).collect();
        ops.push(op);
    }
    let results: Vec<_> = ops.iter().map(|op| module.results(*op).next().unwrap()).collect();
    assert!(module.erase(ops[0]).is_err(), "its result is used");
    for index in (2..LEN).step_by(2) {
        // The user of the one between becomes a user of the one before.
        module.replace_uses(results[index - 1], results[index - 2]).unwrap();
        assert_eq!(module.users(results[index - 1]).count(), 0);
        module.erase(ops[index - 1]).unwrap();
    }
    let users: Vec<OpId> = module.users(results[0]).collect();
    assert_eq!(users, [ops[2]]);
    for &op in ops.iter().step_by(2).rev() {
        if module.unused(op) {
            module.erase(op).unwrap();
        }
    }
    // The last one still has a user, the one that was between it and the end.
    assert!(module.walk().count() <= LEN / 2 + 2);
    check_sound("a long module", &module);
}

#[test]
fn uses_are_known_through_every_edit() {
    let (mut module, handles) = small();
    let count = |module: &Module<'_>, value| module.users(value).count();
    assert_eq!((count(&module, handles.value), count(&module, handles.another)), (1, 1));
    module.set_operands(handles.op, &[handles.value, handles.value, handles.another]).unwrap();
    assert_eq!((count(&module, handles.value), count(&module, handles.another)), (2, 2));
    module.replace_uses(handles.value, handles.another).unwrap();
    assert_eq!((count(&module, handles.value), count(&module, handles.another)), (0, 4));
    module.set_operands(handles.op, &[]).unwrap();
    module.replace_uses(handles.another, handles.another).unwrap();
    assert_eq!((count(&module, handles.value), count(&module, handles.another)), (0, 1));
    let uses = NewOperation { operands: vec![handles.value; 3], ..NewOperation::default() };
    let made = module.make("toy.more", handles.attribute, uses).unwrap();
    assert_eq!(count(&module, handles.value), 3);
    module.erase(made).unwrap();
    assert_eq!(count(&module, handles.value), 0);
    module.erase(made).unwrap_err();
    module.append(handles.block, made).unwrap_err();
}

#[test]
fn a_reference_past_its_table_is_never_added() {
    let mut module = Module::new(PRODUCER);
    let before = module.attribute_count();
    let value = vec![AttributeId(999)].into();
    let error = module.add_attribute(BuiltinAttribute::ArrayAttr { value }).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Index { found: 999, .. }), "{error}");
    assert_eq!(module.attribute_count(), before);
}

/// Whatever a module calls its producer, a reader of its file knows the release that it was made for.
#[test]
fn readers_know_the_release_of_a_file() {
    let producers =
        ["", "my-compiler 1.0", "MLIR19.1.7", "MLIR22.1.8", "MLIR99.0", "StableHLO_v1.15.0", "a b"];
    for producer in producers {
        let module = Module::new(producer);
        let bytes = module.write(&pinned()).unwrap();
        let mut read = Module::read(&bytes).unwrap();
        assert_eq!(read.release(), module.release(), "{producer}");
        assert!(read.producer().starts_with(producer), "{producer}");
        let op = read.walk().next().unwrap();
        assert_eq!(read.symbol_name(op).unwrap(), None, "{producer}");
        read.set_symbol_name(op, "name").unwrap();
        assert_eq!(read.symbol_name(op).unwrap().as_deref(), Some("name"), "{producer}");
    }
    assert!(Module::new("my-compiler 1.0").release().is_some());
}

#[test]
fn properties_without_a_layout_are_not_absent() {
    let mut module = Module::new("MLIR22.1.8");
    let block = body(&module);
    let text = module.string_attribute("f").unwrap();
    let named = vec![
        ("sym_name", PropertyValue::Attribute(text)),
        ("function_type", PropertyValue::Attribute(text)),
    ];
    let operation = NewOperation { named, ..NewOperation::default() };
    let location = module.unknown_location().unwrap();
    let function = module.make("func.func", location, operation).unwrap();
    module.append(block, function).unwrap();
    assert_eq!(module.symbol_name(function).unwrap().as_deref(), Some("f"));
    let bytes = module.write(&pinned()).unwrap();
    // A release of which only that is known that did not change with the next one.
    let from = bytes.windows(10).position(|window| window == b"MLIR22.1.8").unwrap();
    let unknown = [&bytes[..from], b"MLIR20.1.8", &bytes[from + 10..]].concat();
    let read = Module::read(&unknown).unwrap();
    let op = read.walk().find(|op| read.name(*op).full() == "func.func").unwrap();
    for error in [
        read.property(op, "function_type").unwrap_err(),
        read.property(op, "nonsense").unwrap_err(),
        read.property_list(op).unwrap_err(),
        read.symbol_name(op).unwrap_err(),
    ] {
        let ErrorKind::NoLayout { operation, release } = error.kind() else { panic!("{error}") };
        assert_eq!((operation.as_str(), release.as_deref()), ("func.func", Some("LLVM 20")));
    }
}

#[test]
fn an_operation_is_made_with_its_properties_in_every_version() {
    for &version in Version::ALL {
        let mut module = Module::for_version("MLIR22.1.8", version);
        let block = body(&module);
        let text = module.string_attribute("f").unwrap();
        let location = module.unknown_location().unwrap();
        let named = vec![("callee", PropertyValue::Attribute(text))];
        let operation = NewOperation { named, ..NewOperation::default() };
        let op = module.make("func.call", location, operation).unwrap();
        module.append(block, op).unwrap();
        let bytes = module.write(&pinned()).unwrap();
        let read = Module::read(&bytes).unwrap();
        let op = read.walk().last().unwrap();
        let Some(PropertyValue::Attribute(id)) = read.property(op, "callee").unwrap() else {
            panic!("{version}");
        };
        assert_eq!(read.string(read.string_of(id).unwrap()).unwrap(), b"f");
        // Without values there is nothing that a version could not have.
        module.make_properties("func.return", &[]).unwrap();
    }
}

#[test]
fn a_symbol_of_vhlo_is_a_string_of_vhlo() {
    let mut module = Module::new("StableHLO_v1.15.0");
    let block = body(&module);
    let location = module.unknown_location().unwrap();
    let string = |module: &mut Module<'_>, text: &str| {
        let value = module.add_string(text.as_bytes()).unwrap();
        module.add_attribute(VhloAttribute::StringV1Attr { value }).unwrap()
    };
    let old = PropertyValue::Attribute(string(&mut module, "old"));
    let empty = module.add_attribute(VhloAttribute::ArrayV1Attr { value: Default::default() });
    let empty = PropertyValue::Attribute(empty.unwrap());
    let named = vec![
        ("sym_name", old.clone()),
        ("sym_visibility", old.clone()),
        ("function_type", empty.clone()),
        ("arg_attrs", empty.clone()),
        ("res_attrs", empty),
    ];
    let operation = NewOperation { named, ..NewOperation::default() };
    let op = module.make("vhlo.func_v1", location, operation).unwrap();
    module.append(block, op).unwrap();
    assert_eq!(module.symbol_name(op).unwrap().as_deref(), Some("old"));
    module.set_symbol_name(op, "new").unwrap();
    assert_eq!(module.symbol_name(op).unwrap().as_deref(), Some("new"));
    let new = PropertyValue::Attribute(string(&mut module, "new"));
    assert_eq!(module.property(op, "sym_name").unwrap(), Some(new));
}

#[test]
fn losses_are_returned() {
    let mut module = Module::new("MLIR22.1.8");
    module.set_dialect_version(b"toy", Some(&[1])).unwrap();
    let version = Some(Version::ALL[0]);
    for numbering in [Numbering::Pinned, Numbering::Canonical] {
        let options = WriteOptions::default().numbering(numbering).version(version);
        module.write(&options).unwrap_err();
        let (bytes, losses) = module.write_lossy(&options).unwrap();
        let losses: Vec<String> = losses.iter().map(ToString::to_string).collect();
        assert_eq!(losses, ["the version of toy"]);
        assert_eq!(Module::read(&bytes).unwrap().version(), Version::ALL[0]);
    }
}
