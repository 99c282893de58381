//! The two front doors lead into one house: what a schema says and what a derive says of the same
//! enum have the same bytes, names and errors.
//!
//! `schema/yaml/generated.rs` is what the schema generates; see the test `generated`.

use bytespec::BytecodeEnum;
use bytespec::wire::{Cursor, Enumeration, FromWire, ToWire, Writer};

#[rustfmt::skip]
#[path = "schema/yaml/generated.rs"]
mod generated;

#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
#[bytecode(wire = "varint<u16>")]
enum Rounding {
    #[bytecode(name = "nearest_even")]
    NearestEven = 0,
    #[bytecode(name = "zero")]
    Zero = 1,
    #[bytecode(name = "exact")]
    Full = 200,
}

#[test]
fn both_forms_are_the_same() {
    let mut context = generated::Context::new(generated::Version::LATEST);
    assert_eq!(Rounding::ALL.len(), generated::Rounding::ALL.len());
    for (derived, from_schema) in Rounding::ALL.iter().zip(generated::Rounding::ALL) {
        assert_eq!(derived.number(), from_schema.number());
        assert_eq!(derived.name(), from_schema.name());
        let (mut a, mut b) = (Writer::new(), Writer::new());
        derived.to_wire(&mut a, &mut ()).unwrap();
        from_schema.write(&mut b, &mut context).unwrap();
        assert_eq!(a.as_slice(), b.as_slice());
        let read = generated::Rounding::read(&mut Cursor::new(a.as_slice()), &context).unwrap();
        assert_eq!(read.number(), derived.number());
    }
    for first in 0..=u8::MAX {
        let bytes = [first, 1];
        let derived = Rounding::from_wire(&mut Cursor::new(&bytes), &()).map(Rounding::number);
        let from_schema = generated::Rounding::read(&mut Cursor::new(&bytes), &context);
        assert_eq!(derived, from_schema.map(generated::Rounding::number), "{first}");
    }
}
