//! An operation that the reader does not know survives being edited around.
//!
//! A sender writes a module with operations, an attribute and properties of a dialect of its own. An
//! older receiver that has never heard of the dialect reads it, renames the function, puts an
//! operation beside the foreign one, deletes another one and sends the module back. The sender finds
//! its own things as it wrote them.
//!
//! Files on the command line are of other tools: Torch, Triton and IREE, whose operations no schema describes. Dialects that know a part
//! of them offer a view of the rest, so that their properties can be listed, printed, edited and numbered anew.
//!
//! ```text
//! cargo run --release -p bytespec --example foreign_operations [FILE...]
//! ```

use bytespec::Result;
use bytespec::dialect::{
    Dialect, Entry, EntryReader, EntryWriter, Form, Reading, Registry, Unversioned, Writing,
};
use bytespec::mlir::{
    AttributeId, Module, NewOperation, Numbering, OpId, PropertyValue, WriteOptions,
};
use bytespec::properties::{Field, layout};
use bytespec::wire::{Cursor, Writer};

/// The dialect, as the sender knows it.
struct Motor;

impl Dialect for Motor {
    const NAME: &'static str = "motor";
    type Version = Unversioned;
    type Attributes<'a> = (Speed, ());
    type Types<'a> = ();
}

/// The dialect's own encoding: a code and a number, both varints.
#[derive(Debug, PartialEq)]
struct Speed(u64);

impl<'a> Entry<'a> for Speed {
    type Dialect = Motor;
    type Id = AttributeId;
    const CODES: &'static [u64] = &[1];

    fn read(cursor: &mut Cursor<'a>, cx: &Reading<'_, Unversioned>) -> Result<Self> {
        let mut reader = EntryReader::new(cursor, cx);
        reader.varint()?;
        reader.varint().map(Speed)
    }

    fn write(&self, writer: &mut Writer, cx: &mut Writing<'_, '_, Unversioned>) -> Result<()> {
        let mut writer = EntryWriter::new(writer, cx);
        writer.varint(1);
        writer.varint(self.0);
        Ok(())
    }
}

const SPEED: Speed = Speed(42);
/// The operation's properties in a layout that only the sender knows.
const SPIN_PROPERTIES: [u8; 3] = [1, 2, 3];

/// Properties without names: what bytes alone tell of attributes that must all be there.
static ATTRIBUTES: [Field; 4] = layout("first, second, third, fourth");
/// The properties of functions, as most dialects have them.
static FUNCTION: [Field; 5] =
    layout("arg_attrs?, function_type, res_attrs?, sym_name, sym_visibility?");

/// As many attributes as there are numbers.
fn attributes(bytes: &[u8]) -> Option<&'static [Field]> {
    let (mut cursor, mut count) = (Cursor::new(bytes), 0);
    while !cursor.is_empty() {
        cursor.prefix().ok()?;
        count += 1;
    }
    ATTRIBUTES.get(..count)
}

/// Torch: constants have a value. Of any other operation the attributes must all be there.
pub struct Torch;

impl Dialect for Torch {
    const NAME: &'static str = "torch";
    type Version = Unversioned;
    type Attributes<'a> = ();
    type Types<'a> = ();

    fn property_layout(operation: &str) -> Option<&'static [Field]> {
        static VALUE: [Field; 1] = layout("value");
        static NAME: [Field; 1] = layout("name");
        match operation {
            "operator" => Some(&NAME),
            "constant.none" => Some(&[]),
            "vtensor.literal" => Some(&VALUE),
            _ if operation.starts_with("constant.") => Some(&VALUE),
            _ => None,
        }
    }

    fn unknown_properties(_: &str, bytes: &[u8]) -> Option<&'static [Field]> {
        attributes(bytes)
    }
}

/// Triton: releases differ in what a store has, and the bytes tell.
pub struct Triton;

impl Dialect for Triton {
    const NAME: &'static str = "tt";
    type Version = Unversioned;
    type Attributes<'a> = ();
    type Types<'a> = ();

    fn property_layout(operation: &str) -> Option<&'static [Field]> {
        static CALL: [Field; 3] = layout("arg_attrs?, callee, res_attrs?");
        static LOAD: [Field; 4] = layout("cache?, evict?, isVolatile?, operandSegmentSizes[3]");
        static DOT: [Field; 2] = layout("inputPrecision?, maxNumImpreciseAcc?");
        static RANGE: [Field; 2] = layout("end, start");
        static DESCRIPTOR: [Field; 2] = layout("cache?, evict?");
        static AXIS: [Field; 1] = layout("axis");
        static ORDER: [Field; 1] = layout("order");
        static PADDING: [Field; 1] = layout("padding?");
        Some(match operation {
            "func" => &FUNCTION,
            "call" => &CALL,
            "load" => &LOAD,
            "dot" => &DOT,
            "make_range" => &RANGE,
            "descriptor_load" => &DESCRIPTOR,
            "expand_dims" | "get_num_programs" | "get_program_id" | "reduce" => &AXIS,
            "trans" => &ORDER,
            "make_tensor_descriptor" => &PADDING,
            _ => return None,
        })
    }

    fn unknown_properties(operation: &str, bytes: &[u8]) -> Option<&'static [Field]> {
        static STORE: [Field; 3] = layout("cache?, evict?, third?");
        match operation {
            "store" => Some(&STORE[..attributes(bytes)?.len().min(STORE.len())]),
            _ => attributes(bytes),
        }
    }
}

/// Functions of IREE.
pub struct Util;

impl Dialect for Util {
    const NAME: &'static str = "util";
    type Version = Unversioned;
    type Attributes<'a> = ();
    type Types<'a> = ();

    fn property_layout(operation: &str) -> Option<&'static [Field]> {
        static FUNC: [Field; 7] = layout(
            "arg_attrs?, function_type, inlining_policy?, res_attrs?, sym_name, sym_visibility?, tied_operands?",
        );
        (operation == "func").then_some(&FUNC)
    }
}

/// The dialects by which files of other tools are read.
pub fn registry() -> Registry {
    Registry::new().with::<Torch>().with::<Triton>().with::<Util>()
}

/// The properties of the operations of a dialect that no schema describes, in lines.
pub fn seen(module: &Module<'_>) -> Result<Vec<(OpId, String)>> {
    let (mut lines, registry) = (Vec::new(), registry());
    for op in module.walk() {
        let name = module.name(op);
        if registry.get(name.dialect).is_some()
            && let Some(properties) = module.property_list(op)?
        {
            let names: Vec<&str> = properties.iter().map(|property| property.name).collect();
            lines.push((op, format!("{}: {}", name.full(), names.join(", "))));
        }
    }
    Ok(lines)
}

/// Gives every function of such a dialect another name, and numbers everything anew.
pub fn renamed(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut module = Module::read(bytes)?;
    module.set_registry(registry());
    let known: Vec<OpId> = seen(&module)?.into_iter().map(|(op, _)| op).collect();
    for (index, op) in known.into_iter().enumerate() {
        if module.property(op, "sym_name")?.is_some() {
            let name = module.string_attribute(&format!("function_{index}"))?;
            module.set_property(op, "sym_name", PropertyValue::Attribute(name))?;
        }
    }
    module.write(&WriteOptions::default().numbering(Numbering::Canonical))
}

fn main() -> Result<()> {
    for file in std::env::args_os().skip(1) {
        let bytes = std::fs::read(&file).map_err(|error| bytespec::Error::io(&error))?;
        let mut module = Module::read(&bytes)?;
        module.set_registry(registry());
        for (_, line) in seen(&module)? {
            println!("{line}");
        }
        let edited = renamed(&bytes)?;
        println!("{}: {} bytes, {} after the edit", file.display(), bytes.len(), edited.len());
    }
    let sent = sender()?;
    let returned = receiver(&sent)?;
    let module = Module::read(&returned)?;
    let spin = find(&module, "motor.spin");
    let Some(spin) = spin else { panic!("the foreign operation is there") };
    let properties = module.properties_id(spin).map(|id| module.properties(id)).transpose()?;
    assert_eq!(properties, Some(SPIN_PROPERTIES.as_slice()));
    let Some(speed) = module.get_attribute(spin, "speed")? else { panic!("the speed is there") };
    assert_eq!(module.entry::<Speed>(speed)?, Some(Form::Value(SPEED)));
    assert!(find(&module, "motor.stop").is_none());
    for op in module.walk() {
        println!("{}", module.name(op).full());
    }
    println!("the foreign operation came back as it was sent");
    Ok(())
}

/// Knows the dialect `motor`.
fn sender() -> Result<Vec<u8>> {
    let mut module = Module::new("MLIR22.1.8");
    let location = module.unknown_location()?;
    let speed = module.add_entry(&SPEED)?;
    let properties = module.add_properties(&SPIN_PROPERTIES)?;
    let name = module.add_string(b"speed")?;
    let attributes = module.dictionary_attribute(vec![(name, speed)])?;
    let spin = NewOperation {
        registered: Some(true),
        attributes,
        properties: Some(properties),
        ..NewOperation::default()
    };
    let spin = module.make("motor.spin", location, spin)?;
    let stop = module.make("motor.stop", location, NewOperation::default())?;
    let body = body(&module);
    module.append(body, spin)?;
    module.append(body, stop)?;
    module.write(&WriteOptions::default())
}

/// Has never heard of the dialect `motor`.
fn receiver(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut module = Module::read(bytes)?;
    let location = module.unknown_location()?;
    let spin = find(&module, "motor.spin");
    let stop = find(&module, "motor.stop");
    let mark = module.make("audit.seen", location, NewOperation::default())?;
    if let (Some(spin), Some(stop)) = (spin, stop) {
        module.insert_before(spin, mark)?;
        module.erase(stop)?;
    }
    module.write(&WriteOptions::default())
}

fn body(module: &Module<'_>) -> bytespec::mlir::BlockId {
    let root = module.ops(module.root()).next();
    let region = root.and_then(|root| module.regions(root).next());
    let block = region.and_then(|region| module.blocks(region).next());
    block.unwrap_or(module.root())
}

fn find(module: &Module<'_>, name: &str) -> Option<OpId> {
    module.walk().find(|op| module.name(*op).full() == name)
}
