use bytespec::wire::{ToWire, Writer};
use bytespec::{BytecodeAttribute, BytecodeRecord};

#[derive(BytecodeAttribute, Debug)]
#[bytecode(tag = "u8")]
enum Event<T> {
    #[bytecode(code = 256)]
    Said(T),
    #[bytecode(code = 1)]
    Group { events: Vec<Event<T>> },
}

#[derive(BytecodeRecord, Debug)]
struct Events {
    all: Vec<Event<u8>>,
}

fn main() {
    let _ = Events { all: vec![] }.to_wire(&mut Writer::new(), &mut ());
    let _ = bytespec::export::schema::<Events, ()>("events");
}
