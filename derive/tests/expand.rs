//! What the macros expand to is stored, and compiled here as it stands; the unit test `golden` keeps it.

use bytespec::mlir::{Module, WriteOptions};
use bytespec::wire::{Cursor, FromWire, ToWire, Writer};

macro_rules! expansions {
    ($($name:ident $path:literal;)*) => {$(
        #[rustfmt::skip]
        #[allow(dead_code, unused_imports, unused_parens, clippy::all, clippy::pedantic)]
        #[path = $path]
        mod $name;
    )*};
}

expansions! {
    log "expand/log.rs";
    motor "expand/motor.rs";
    quant "expand/quant.rs";
}

#[path = "models/mod.rs"]
mod derived;

#[test]
fn the_stored_code_has_the_same_bytes() {
    let pair = |first, second| log::Pair { first, second };
    let event = log::Event::Group {
        events: vec![
            log::Event::Said { level: log::Level::Alarm, words: "on", speaker: Some("me".into()) },
            log::Event::Measured(log::Pair { first: -1, second: 2 }),
        ],
        rest: &[7; 200],
    };
    let tree = log::Event::Tree {
        root: Box::new(log::Node {
            open: true,
            weight: Some(300),
            leaves: vec![log::Pair { first: 1, second: 2 }],
            rows: vec![vec![], vec![9, 8]],
            corners: [None, Some((300, true))],
            origin: log::Origin("here".into(), None),
        }),
        marks: vec![pair(1, 2)],
    };
    for value in [event, tree] {
        let mut writer = Writer::new();
        value.to_wire(&mut writer, &mut ()).unwrap();
        let bytes = writer.into_bytes();
        assert_eq!(log::Event::from_wire(&mut Cursor::new(&bytes), &()), Ok(value));
        let derived = derived::log::Event::from_wire(&mut Cursor::new(&bytes), &()).unwrap();
        let mut writer = Writer::new();
        derived.to_wire(&mut writer, &mut ()).unwrap();
        assert_eq!(writer.as_slice(), bytes);
    }
}

#[test]
fn the_stored_dialects_are_dialects() {
    let mut module = Module::new("MLIR22.1.8");
    let unit = module.string_attribute("rpm").unwrap();
    let place =
        motor::MotorAttribute::Place { space: Some(unit), fixed: true, coordinates: vec![1, 300] };
    let id = module.add_entry(&place).unwrap();
    let found = module.entry::<derived::motor::MotorAttribute<'_>>(id).unwrap().unwrap();
    assert_eq!(module.entry(id).unwrap().unwrap().value(), Some(place));
    let again = Module::read(&module.write(&WriteOptions::default()).unwrap()).map(|_| ());
    assert_eq!(again, Ok(()));
    assert!(found.value().is_some());
    let schemas = [
        (
            bytespec::export::dialect::<motor::Motor>(),
            bytespec::export::dialect::<derived::motor::Motor>(),
        ),
        (
            bytespec::export::dialect::<quant::Quant>(),
            bytespec::export::dialect::<derived::quant::Quant>(),
        ),
    ];
    for (stored, derived) in schemas {
        assert_eq!(stored, derived);
    }
}
