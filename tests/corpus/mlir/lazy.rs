//! Nothing is decoded before it is asked for: what a file and a module count says so.

use bytespec::Result;
use bytespec::mlir::{
    AttributeId, BuiltinAttribute, BuiltinType, Decoded, Event, File, Module, NewOperation,
    NewResource, OpId, ReadOptions, Resource, Signedness, TypeId, WriteOptions,
};
use bytespec_tests::mlir_corpus::mlir_corpus;
use std::borrow::Cow;

const FUNCTIONS: usize = 5000;
/// Operations in each function.
const BODY: usize = 7;
const WEIGHTS: &[u8] = &[0x5a; 100_000];

/// A module of thousands of functions, each with operations, locations and attributes of its own.
fn large() -> Result<Vec<u8>> {
    let mut module = Module::new("MLIR22.1.8");
    let width = 32;
    let number =
        module.add_type(BuiltinType::IntegerType { signedness: Signedness::Signless, width })?;
    let filename = module.string_attribute("model.mlir")?;
    let weights = NewResource::Blob { alignment: 64, bytes: Cow::Borrowed(WEIGHTS) };
    module.add_resource(b"builtin", b"weights", weights)?;
    module.add_external_resource(b"tool", b"fast", NewResource::Bool(true))?;
    let Some(top) = module.walk().next() else { panic!("there is no operation at the top") };
    let Some(block) = module.regions(top).next().and_then(|region| module.blocks(region).next())
    else {
        panic!("there is no block in the module")
    };
    for function in 0..FUNCTIONS {
        let place = BuiltinAttribute::FileLineColLoc { filename, line: function as u64, column: 1 };
        let location = module.add_attribute(place)?;
        let operation = NewOperation { regions: 1, ..NewOperation::default() };
        let op = module.make("my.function", location, operation)?;
        module.append(block, op)?;
        let name = module.string_attribute(&format!("function_{function}"))?;
        module.set_attribute(op, "sym_name", Some(name))?;
        let Some(region) = module.regions(op).next() else { panic!("no region was made") };
        let body = module.add_block(region, &[number])?;
        let mut value = module.arguments(body).next();
        for _ in 0..BODY {
            let operands = value.into_iter().collect();
            let operation =
                NewOperation { operands, results: vec![number], ..NewOperation::default() };
            let op = module.make("my.step", location, operation)?;
            module.append(body, op)?;
            value = module.results(op).next();
        }
    }
    module.write(&WriteOptions::default())
}

fn file(bytes: &[u8]) -> File<'_> {
    match File::open(bytes) {
        Ok(file) => file,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn walking_one_function_decodes_only_its_own() -> Result<()> {
    let bytes = large()?;
    let file = file(&bytes);
    assert_eq!(file.decoded(), Decoded::default(), "opening decodes");
    let wanted = FUNCTIONS / 2;
    let mut names = Vec::new();
    let mut functions = 0;
    {
        let mut walker = file.walk();
        while let Some(event) = walker.next()? {
            let Event::Operation(operation) = event else { continue };
            if operation.regions.is_none() || operation.depth < 1 {
                if operation.depth > 1 {
                    names.push(file.op_name(operation.name)?.full());
                    file.attribute(operation.location)?;
                    for ty in operation.results() {
                        file.ty(*ty)?;
                    }
                }
                continue;
            }
            functions += 1;
            if functions < wanted {
                walker.skip_regions()?;
            } else if functions > wanted {
                break;
            }
        }
    }
    assert_eq!(names, ["my.step"; BODY]);
    // The module, the functions up to the one after the wanted one, and what is inside of that.
    let operations = 1 + (wanted + 1) + BODY;
    assert_eq!(file.decoded(), Decoded { attributes: BODY, types: BODY, operations });
    Ok(())
}

#[test]
fn reading_a_resource_decodes_nothing_else() -> Result<()> {
    let bytes = large()?;
    let file = file(&bytes);
    let mut found = Vec::new();
    for entry in file.resources()?.entries() {
        if let Resource::Blob { alignment, bytes: data, offset } = file.resource_data(entry)? {
            assert_eq!(offset as u64 % alignment, 0);
            let place = data.as_ptr() as usize - bytes.as_ptr() as usize;
            assert_eq!((place, data), (offset, WEIGHTS), "the data is not where it stands");
            found.push(file.string(entry.key)?);
        }
    }
    assert_eq!(found, [b"weights"]);
    assert_eq!(file.decoded(), Decoded::default());
    Ok(())
}

#[test]
fn regions_of_a_module_stay_unread_until_they_are_loaded() -> Result<()> {
    let bytes = large()?;
    let mut module = Module::read_with(&bytes, &ReadOptions::default().lazy(true))?;
    assert_eq!(module.op_count(), 1 + FUNCTIONS);
    let functions: Vec<OpId> = module.walk().skip(1).collect();
    assert!(functions.iter().all(|op| module.is_materializable(*op)));
    let one = functions[FUNCTIONS / 3];
    module.materialize(one)?;
    assert_eq!(module.op_count(), 1 + FUNCTIONS + BODY);
    assert_eq!(module.walk_op(one).count(), 1 + BODY);
    let unread = functions.iter().filter(|op| module.is_materializable(**op)).count();
    assert_eq!(unread, FUNCTIONS - 1);
    // An edit of what was read leaves the rest as it was.
    let name = module.string_attribute("other")?;
    module.set_attribute(one, "sym_name", Some(name))?;
    assert!(module.write(&WriteOptions::default())?.len().abs_diff(bytes.len()) < 100);
    assert_eq!(functions.iter().filter(|op| module.is_materializable(**op)).count(), FUNCTIONS - 1);
    module.materialize_all()?;
    assert_eq!(module.op_count(), 1 + FUNCTIONS * (1 + BODY));
    Ok(())
}

/// Attributes and types of real files are decoded one by one as well.
#[test]
fn one_entry_of_a_real_file_is_one_entry() -> Result<()> {
    for corpus_file in mlir_corpus() {
        let file = file(&corpus_file.bytes);
        let (attributes, types) = (file.attribute_count()?, file.type_count()?);
        let _ = (file.string_count()?, file.op_name_count()?, file.properties_count()?);
        file.resources()?;
        assert_eq!(file.decoded(), Decoded::default(), "{}", corpus_file.name);
        if let Some(last) = attributes.checked_sub(1) {
            file.attribute(AttributeId(last as u32))?;
        }
        if let Some(last) = types.checked_sub(1) {
            file.ty(TypeId(last as u32))?;
        }
        let decoded = file.decoded();
        let expected = (attributes.min(1), types.min(1), 0);
        assert_eq!((decoded.attributes, decoded.types, decoded.operations), expected);
    }
    Ok(())
}
