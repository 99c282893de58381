//! An item may have functions of its own by any name: what the macros make is behind traits.

use std::collections::BTreeSet;
use std::path::Path;

use bytespec::dialect::{Dialect, Registry};
use bytespec::mlir::{AttributeId, Module, NewOperation, StringId, TypeId};
use bytespec::wire::{Cursor, FromWire, ToWire, Writer};
use syn::{ImplItem, Item};

mod models;
use models::{log, motor, quant};

/// Every name of a function, constant or type that the macros give an item.
macro_rules! names {
    ($then:ident $($types:ty),*) => {
        $then! {
            ($($types),*)
            ALL CODES DEAD DIALECT IS_OPEN LAYOUT LISTED NAME OPERATION OPERATIONS PRODUCER RECORD SIZES SUMMARY VERSIONS
            Attributes Dialect Id Number Types Version
            as_text attribute_entries describe from_number from_properties from_text from_wire literal name number
            operation_text property_layout read spell to_properties to_wire type_entries union write
        }
    };
}

macro_rules! listed {
    (() $($name:ident)*) => { const NAMES: &[&str] = &[$(stringify!($name)),*]; };
}

macro_rules! own {
    (($($ty:ty),*) $($name:ident)*) => { own! { @ [$($ty),*] ($($name)*) } };
    (@ [$ty:ty $(, $more:ty)*] ($($name:ident)*)) => {
        #[allow(dead_code, non_snake_case, clippy::pedantic, clippy::wrong_self_convention)]
        impl $ty {
            $(pub(crate) fn $name(&self) -> &'static str { concat!("own ", stringify!($name)) })*
        }
        own! { @ [$($more),*] ($($name)*) }
    };
    (@ [] $names:tt) => {};
}

names!(listed);
names!(own log::Level, log::Node, log::Event<'_>, log::Pair<u8>, log::Pair<i16>, log::Pair<u32>);
names!(own motor::Motor, motor::Unit, motor::Limits, motor::MotorAttribute<'_>, motor::MotorType);
names!(own motor::Wire, motor::Spin, quant::Quant, quant::Scale, quant::QuantType);

#[test]
fn the_names_are_all_there_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expand");
    let mut found = BTreeSet::new();
    for name in ["log.rs", "motor.rs", "quant.rs"] {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        for item in syn::parse_file(&text).unwrap().items {
            let Item::Impl(item) = item else { continue };
            let (_, path, _) = item.trait_.expect("nothing is given outside of a trait");
            let first = &path.segments[0].ident;
            if ["Display", "From", "TryFrom", "std"].iter().any(|name| first == name) {
                continue;
            }
            found.extend(item.items.iter().filter_map(|item| match item {
                ImplItem::Const(item) => Some(item.ident.to_string()),
                ImplItem::Fn(item) => Some(item.sig.ident.to_string()),
                ImplItem::Type(item) => Some(item.ident.to_string()),
                _ => None,
            }));
        }
    }
    let named: BTreeSet<_> = NAMES.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(found, named);
}

#[test]
fn the_own_ones_win() {
    assert_eq!((motor::Unit::Hertz.name(), motor::Unit::Hertz.ALL()), ("own name", "own ALL"));
    assert_eq!(log::Level::number(&log::Level::Info), "own number");
    assert_eq!([motor::Unit::Rpm].iter().map(|unit| unit.number()).next(), Some("own number"));
    assert_eq!(motor::Motor.NAME(), "own NAME");
    assert_eq!(<motor::Unit as bytespec::wire::Enumeration>::name(motor::Unit::Hertz), "hz");
    assert_eq!(<motor::Motor as Dialect>::NAME, "motor");
}

#[test]
fn values_of_a_plain_format() {
    let event = log::Event::Tree {
        root: Box::new(log::Node {
            open: true,
            weight: Some(300),
            leaves: vec![log::Pair { first: 1, second: 2 }],
            rows: vec![vec![], vec![9, 8]],
            corners: [Some((1, false)), None],
            origin: log::Origin("here".into(), None),
        }),
        marks: vec![log::Pair { first: 1, second: 2 }],
    };
    let said = log::Event::Said { level: log::Level::Alarm, words: "on", speaker: None };
    let event = log::Event::Group { events: vec![event, said], rest: &[7] };
    let mut writer = Writer::new();
    ToWire::to_wire(&event, &mut writer, &mut ()).unwrap();
    let bytes = writer.into_bytes();
    let read = <log::Event<'_> as FromWire<'_, ()>>::from_wire(&mut Cursor::new(&bytes), &());
    assert_eq!(read, Ok(event));
    bytespec::export::schema::<log::Event<'static>, ()>("log").unwrap();
}

#[test]
fn a_dialect() {
    let mut module = Module::new("MLIR22.1.8");
    module.set_registry(Registry::new().with::<motor::Motor>().with::<quant::Quant>());
    let unit = module.string_attribute("rpm").unwrap();
    for attribute in [
        motor::MotorAttribute::Speed {
            value: 1,
            unit: motor::Unit::Hertz,
            limits: vec![motor::Limits { low: -1, high: 1 }],
        },
        motor::MotorAttribute::Place { space: Some(unit), fixed: true, coordinates: vec![1] },
        motor::MotorAttribute::Text("#motor.stop"),
    ] {
        let id = module.add_entry(&attribute).unwrap();
        assert_eq!(module.entry(id).unwrap().unwrap().value(), Some(attribute));
    }
    let wire = module.add_entry(&motor::Wire { phases: 3 }).unwrap();
    let mut text = String::new();
    assert_eq!(module.spell(wire, &mut text), Ok(true));
    assert_eq!(text, "Wire { phases: 3 }");
    let any =
        quant::QuantType::Any { flags: 0, storage: TypeId(0), expressed: None, min: 0, max: 1 };
    let id = module.add_entry(&any).unwrap();
    assert_eq!(module.entry(id).unwrap().unwrap().value(), Some(any));
    let spin = motor::Spin {
        speed: AttributeId(0),
        limit: None,
        turns: 1,
        gear: None,
        reverse: true,
        label: StringId(0),
        sizes: [0, 0],
    };
    let properties = module.add_op_properties(&spin).unwrap();
    let location = module.unknown_location().unwrap();
    let new = NewOperation { properties, ..NewOperation::default() };
    let op = module.make("motor.spin", location, new).unwrap();
    assert_eq!(module.op_properties::<motor::Spin>(op), Ok(Some(spin)));
    bytespec::export::dialect::<motor::Motor>().unwrap();
}
