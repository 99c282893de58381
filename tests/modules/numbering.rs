//! Canonical numbers: what is referred to has one, in an order that the operations give.

use bytespec::mlir::internals::encoder;
use bytespec::mlir::{
    AttributeEntry, AttributeId, BlockId, BuiltinAttribute, File, Module, NewOperation, Numbering,
    OpId, PropertyValue, WriteOptions,
};
use bytespec::small::ThinVec;
use bytespec::wire::Writer;
use bytespec::{Error, Result};

fn options() -> WriteOptions {
    WriteOptions::default().numbering(Numbering::Canonical)
}

fn module() -> Module<'static> {
    Module::new("MLIR22.1.8")
}

fn body(module: &Module<'_>) -> BlockId {
    let top = module.ops(module.root()).next().unwrap();
    let region = module.regions(top).next().unwrap();
    module.blocks(region).next().unwrap()
}

/// Appends an operation that the producer does not know.
fn append(module: &mut Module<'_>, name: &str, attributes: Option<AttributeId>) -> Result<OpId> {
    let location = module.unknown_location()?;
    let block = body(module);
    let op = module.make(name, location, NewOperation { attributes, ..NewOperation::default() })?;
    module.append(block, op)?;
    Ok(op)
}

fn array(module: &mut Module<'_>, elements: &[AttributeId]) -> Result<AttributeId> {
    let value: ThinVec<AttributeId> = elements.iter().copied().collect();
    module.add_attribute(BuiltinAttribute::ArrayAttr { value })
}

/// Writes a module, and again what is read from that.
fn canonical(module: &Module<'_>) -> Result<Vec<u8>> {
    let bytes = module.write(&options())?;
    let again = Module::read(&bytes)?.write(&options())?;
    assert_eq!(again, bytes);
    Ok(bytes)
}

fn refusal(module: &Module<'_>) -> String {
    module.write(&options()).map(|bytes| bytes.len()).unwrap_err().to_string()
}

#[test]
fn unreferenced_entries_are_dropped_and_the_order_of_insertion_is_ignored() -> Result<()> {
    let build = |first: &[&str]| {
        let mut module = module();
        for name in first {
            module.string_attribute(name)?;
            module.add_type_text(b"toy", &format!("!toy.{name}"))?;
            module.add_op_name(&format!("other.{name}"), false)?;
        }
        let two = module.string_attribute("two")?;
        let one = module.string_attribute("one")?;
        let both = array(&mut module, &[one, two, one])?;
        append(&mut module, "toy.a", Some(both))?;
        append(&mut module, "toy.b", Some(both))?;
        canonical(&module)
    };
    let plain = build(&[])?;
    assert_eq!(build(&["unused", "one", "two", "one"])?, plain);
    let read = Module::read(&plain)?;
    let names = File::open(&plain)?.op_name_count()?;
    assert_eq!((read.type_count(), names, read.dialects().len()), (0, 3, 2));
    // The unknown location, the array that two operations have, "one", "two".
    let names: Vec<&str> = (0..read.attribute_count() as u32)
        .map(|id| match read.attribute(AttributeId(id))?.builtin() {
            Some(attribute) => Ok(attribute.variant_name()),
            None => Err(Error::invalid("an attribute of another dialect")),
        })
        .collect::<Result<_>>()?;
    assert_eq!(names, ["UnknownLoc", "ArrayAttr", "StringAttr", "StringAttr"]);
    Ok(())
}

/// An array of what is not there yet, which only bytes can be.
fn array_of_later(module: &mut Module<'_>, ids: &[AttributeId]) -> Result<AttributeId> {
    let mut writer = Writer::new();
    let array =
        AttributeEntry::from(BuiltinAttribute::ArrayAttr { value: ids.iter().copied().collect() });
    array.write(&mut writer, &mut encoder(module))?;
    module.add_attribute_bytes(b"builtin", writer.as_slice())
}

#[test]
fn deep_nesting_and_circles() -> Result<()> {
    let mut module = module();
    let mut deepest = array(&mut module, &[])?;
    for _ in 0..200_000 {
        deepest = array(&mut module, &[deepest])?;
    }
    append(&mut module, "toy.deep", Some(deepest))?;
    let next = module.attribute_count() as u32;
    let itself = array_of_later(&mut module, &[AttributeId(next), AttributeId(next)])?;
    assert_eq!(itself.0, next);
    append(&mut module, "toy.self", Some(itself))?;
    let first = array_of_later(&mut module, &[AttributeId(next + 2)])?;
    let second = array(&mut module, &[first])?;
    assert_eq!((first.0, second.0), (next + 1, next + 2));
    append(&mut module, "toy.circle", Some(second))?;
    let bytes = canonical(&module)?;
    assert_eq!(Module::read(&bytes)?.attribute_count(), module.attribute_count());
    Ok(())
}

#[test]
fn a_blob_of_operations_with_other_layouts_is_two() -> Result<()> {
    let mut module = module();
    let attributes: Vec<AttributeId> = (0..300)
        .map(|number| module.string_attribute(&format!("{number}")))
        .collect::<Result<_>>()?;
    let ids = array(&mut module, &attributes)?;
    append(&mut module, "toy.all", Some(ids))?;
    // The same byte is the number of an attribute, or that of another one that may be absent.
    let blob = module.add_properties(&[0x0b])?;
    for name in ["func.constant", "arith.addf", "func.constant"] {
        let (block, location) = (body(&module), module.unknown_location()?);
        let operation = NewOperation { properties: Some(blob), ..NewOperation::default() };
        let op = module.make(name, location, operation)?;
        module.append(block, op)?;
    }
    let text = |module: &Module<'_>, op: OpId| -> Result<String> {
        let list = module.property_list(op)?.unwrap_or_default();
        let PropertyValue::Attribute(id) = list[0].value else { return Ok(String::new()) };
        let string = module.string_of(id)?;
        Ok(String::from_utf8_lossy(module.string(string)?).into_owned())
    };
    let found = |module: &Module<'_>| -> Result<Vec<String>> {
        let ops: Vec<OpId> = module.ops(body(module)).skip(1).collect();
        ops.into_iter().map(|op| text(module, op)).collect()
    };
    let expected = found(&module)?;
    let bytes = canonical(&module)?;
    let read = Module::read(&bytes)?;
    assert_eq!(found(&read)?, expected);
    assert_ne!(expected[0], expected[1]);
    // That of the module itself, and the two.
    assert_eq!(File::open(&bytes)?.properties_count()?, 3);
    Ok(())
}

#[test]
fn arguments_without_a_location_bring_the_unknown_one() -> Result<()> {
    let mut module = Module::new("MLIR22.1.8");
    let named = module.string_attribute("place")?;
    let child = module.unknown_location()?;
    let place = module.add_attribute(BuiltinAttribute::NameLoc { name: named, child })?;
    let top = module.ops(module.root()).next().unwrap();
    module.set_location(top, place)?;
    let ty = module.add_type_text(b"toy", "!toy.brick")?;
    let location = Some(place);
    let region = module.regions(top).next().unwrap();
    let unknown = Some(child);
    for locations in [&[None, location][..], &[unknown]] {
        let block = module.add_block(region, &vec![ty; locations.len()])?;
        for (argument, location) in module.arguments(block).zip(locations) {
            module.set_argument_location(argument, *location)?;
        }
    }
    let bytes = canonical(&module)?;
    let read = Module::read(&bytes)?;
    let region = read.regions(read.ops(read.root()).next().unwrap()).next().unwrap();
    let stated: Vec<bool> = read
        .blocks(region)
        .flat_map(|block| {
            let read = &read;
            read.arguments(block).map(|argument| read.argument_location(argument).is_some())
        })
        .collect();
    assert_eq!(stated, [false, true, false]);
    Ok(())
}

#[test]
fn unknown_encodings_are_named() -> Result<()> {
    let mut module = module();
    let strange = module.add_attribute_bytes(b"strange", &[1, 2, 3])?;
    module.add_attribute_bytes(b"strange", &[4])?;
    append(&mut module, "toy.a", Some(strange))?;
    let message = refusal(&module);
    assert!(message.starts_with(&format!("attributes[{}]: ", strange.0)), "{message}");
    assert!(message.contains("dialect strange") && message.contains("pinned"), "{message}");

    let mut module = Module::new("MLIR22.1.8");
    let properties = Some(module.add_properties(&[1])?);
    let (block, location) = (body(&module), module.unknown_location()?);
    let new = NewOperation { registered: Some(true), properties, ..NewOperation::default() };
    let op = module.make("strange.op", location, new)?;
    module.append(block, op)?;
    let message = refusal(&module);
    assert!(message.contains("strange.op") && message.contains("pinned"), "{message}");

    let mut module = Module::new("MLIR22.1.8");
    let error = append(&mut module, "toy.c", Some(AttributeId(77))).unwrap_err();
    assert!(error.to_string().contains("77"), "{error}");
    Ok(())
}
