//! Attributes and types that hold one another, in chains and circles longer than any stack: every
//! command comes to its end.

use bytespec::Result;
use bytespec::mlir::{
    AttributeId, BuiltinAttribute, BuiltinType, File, Module, NewOperation, Signedness, TypeId,
    VhloAttribute, VhloType, WriteOptions,
};
use std::io::Write as _;
use std::process::{Command, Stdio};

const DEPTH: u32 = 30_000;

/// What an attribute is made of that refers to these two others.
type Link = fn([AttributeId; 2]) -> bytespec::mlir::AttributeEntry;

/// A module with an operation at a location, whose attribute `a` is the first of many, each of which
/// refers to the next twice; the last refers to the one that `last` chooses.
fn chain(dialect: &str, link: Link, last: impl Fn(AttributeId) -> AttributeId) -> Result<Vec<u8>> {
    let mut module = Module::new("StableHLO_v1.15.0");
    let location = module.unknown_location()?;
    let name = module.add_string(b"a")?;
    let first = module.attribute_count() as u32;
    // Nothing can be added that refers to what comes later, so that the bytes are from a module in which
    // there is something already wherever they refer to.
    let mut other = Module::new("StableHLO_v1.15.0");
    for index in 0..first + DEPTH {
        other.string_attribute(&index.to_string())?;
    }
    let mut links = Vec::new();
    for index in first..first + DEPTH {
        let next = match index + 1 == first + DEPTH {
            true => last(AttributeId(first)),
            false => AttributeId(index + 1),
        };
        links.push(other.add_attribute(link([next, next]))?);
    }
    let bytes = other.write(&WriteOptions::default())?;
    let file = File::open(&bytes)?;
    for (index, link) in links.into_iter().enumerate() {
        let bytes = file.attribute_bytes(link)?.1;
        let added = module.add_attribute_bytes(dialect.as_bytes(), bytes)?;
        assert_eq!(added, AttributeId(first + index as u32));
    }
    finish(module, location, name, AttributeId(first))
}

/// The same of functions that take one another, two at a time.
fn types(last: impl Fn(TypeId) -> TypeId) -> Result<Vec<u8>> {
    let mut module = Module::new("StableHLO_v1.15.0");
    let location = module.unknown_location()?;
    let name = module.add_string(b"a")?;
    let first = module.type_count() as u32;
    let mut other = Module::new("StableHLO_v1.15.0");
    for width in 0..u64::from(first + DEPTH) {
        other.add_type(BuiltinType::IntegerType { signedness: Signedness::Signless, width })?;
    }
    let mut links = Vec::new();
    for index in first..first + DEPTH {
        let next = match index + 1 == first + DEPTH {
            true => last(TypeId(first)),
            false => TypeId(index + 1),
        };
        let list: &[TypeId] = &[next, next];
        let link = VhloType::FunctionV1Type { inputs: list.into(), outputs: list.into() };
        links.push(other.add_type(link)?);
    }
    let bytes = other.write(&WriteOptions::default())?;
    let file = File::open(&bytes)?;
    for link in links {
        module.add_type_bytes(b"vhlo", file.type_bytes(link)?.1)?;
    }
    let value = module.add_attribute(VhloAttribute::TypeV1Attr { value: TypeId(first) })?;
    finish(module, location, name, value)
}

fn finish(
    mut module: Module<'_>,
    location: AttributeId,
    name: bytespec::mlir::StringId,
    value: AttributeId,
) -> Result<Vec<u8>> {
    let attributes = module.dictionary_attribute(vec![(name, value)])?;
    let operation = NewOperation { attributes, ..NewOperation::default() };
    let op = module.make("test.op", location, operation)?;
    let body = module.walk().next().and_then(|root| module.regions(root).next());
    let body = body.and_then(|region| module.blocks(region).next());
    if let Some(body) = body {
        module.append(body, op)?;
    }
    module.write(&WriteOptions::default())
}

#[track_caller]
fn check(what: &str, bytes: &[u8]) {
    for arguments in [
        &["info", "-"][..],
        &["dump", "-"],
        &["dump", "-g", "-"],
        &["roundtrip", "-"],
        &["convert", "-", "--to", "6", "--canonical=cxx", "-o", "-"],
        &["convert", "-", "--dialect", "vhlo=0.9.0", "-o", "-"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bytespec"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut stdin = child.stdin.take().expect("the input is a pipe");
        let input = bytes.to_vec();
        let writer = std::thread::spawn(move || stdin.write_all(&input));
        let output = child.wait_with_output().expect("the command ends");
        let _ = writer.join();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{what}, {arguments:?}: {said}");
        assert!(!output.stdout.is_empty());
    }
}

#[test]
fn chains_and_circles_of_attributes() -> Result<()> {
    let links: [(&str, &str, Link); 3] = [
        ("arrays", "vhlo", |next| {
            let value = next.as_slice().into();
            VhloAttribute::ArrayV1Attr { value }.into()
        }),
        ("dictionaries", "vhlo", |[name, value]| {
            let entry = bytespec::mlir::NamedAttributeV1 { name, value };
            VhloAttribute::DictionaryV1Attr { value: [entry].as_slice().into() }.into()
        }),
        ("arrays of builtin", "builtin", |next| {
            let value = next.as_slice().into();
            BuiltinAttribute::ArrayAttr { value }.into()
        }),
    ];
    for (what, dialect, link) in links {
        check(&format!("a chain of {what}"), &chain(dialect, link, |_| AttributeId(0))?);
        check(&format!("a circle of {what}"), &chain(dialect, link, |first| first)?);
    }
    Ok(())
}

#[test]
fn circles_of_types() -> Result<()> {
    check("a circle of functions", &types(|first| first)?);
    Ok(())
}
