//! An operation that the reader does not know survives being edited around.
//!
//! A sender writes a module with operations, an attribute and properties of a dialect of its own. An
//! older receiver that has never heard of the dialect reads it, renames the function, puts an
//! operation beside the foreign one, deletes another one and sends the module back. The sender finds
//! its own things as it wrote them.
//!
//! ```text
//! cargo run --release -p bytespec --example foreign_operations
//! ```

use bytespec::Result;
use bytespec::dialect::{
    Dialect, Entry, EntryReader, EntryWriter, Form, Reading, Unversioned, Writing,
};
use bytespec::mlir::{AttributeId, Module, NewOperation, Op, WriteOptions};
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

fn main() -> Result<()> {
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

fn body(module: &Module<'_>) -> bytespec::mlir::Block {
    let root = module.ops(module.root()).next();
    let region = root.and_then(|root| module.regions(root).next());
    let block = region.and_then(|region| module.blocks(region).next());
    block.unwrap_or(module.root())
}

fn find(module: &Module<'_>, name: &str) -> Option<Op> {
    module.walk().find(|op| module.name(*op).full() == name)
}
