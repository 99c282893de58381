//! Derived items hold types that a schema describes, and a schema names derived types: with the bytes, the gates
//! and the errors of both.
//!
//! What the schemas generate is stored beside them; see the test `generated`.

#[allow(unreachable_pub, reason = "as in a library")]
mod host;
#[rustfmt::skip]
#[path = "../schema/shelf/generated.rs"]
mod shelf;
#[rustfmt::skip]
#[path = "../schema/tray/generated.rs"]
mod tray;

use bytespec::wire::{Cursor, FromWire, ToWire, Writer};
use bytespec::{BytecodeAttribute, BytecodeEnum, BytecodeRecord, Result};
use host::codec::{Note, Position};
use host::{Context, Encoder};
use shelf::{Binding, Book, Item, Place, Press, Size, Version, view};

/// Who has a book.
#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
#[bytecode(format = shelf, flags = "varint<u8>")]
struct Loan<'a> {
    reader: &'a str,
    book: view::Book<'a>,
    before: Book,
    #[bytecode(bit = 0)]
    binding: Option<Binding>,
    #[bytecode(wire = "varint")]
    days: Vec<u64>,
    items: Vec<Item>,
    size: Box<Size>,
    position: Position,
    #[bytecode(present)]
    press: Option<Press>,
}

#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
#[bytecode(format = shelf, wire = "varint<u16>")]
enum Mood {
    Calm = 0,
    Angry = 300,
}

#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
#[bytecode(format = shelf)]
struct Pair<T> {
    first: T,
    second: T,
}

#[derive(BytecodeAttribute, Clone, Debug, PartialEq)]
#[bytecode(format = shelf)]
enum Event<'a> {
    #[bytecode(code = 1)]
    Lent(Loan<'a>),
    #[bytecode(form(code = 2, without = "binding"), form(code = 200, with = "binding"))]
    Returned { item: view::Item<'a>, binding: Option<Binding>, moods: Vec<Mood> },
    #[bytecode(code = 3)]
    Changed(Pair<Place>),
}

#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
#[bytecode(format = tray)]
struct Order {
    #[bytecode(wire = "varint<u32>")]
    table: u32,
    kinds: Vec<tray::Kind>,
    vessel: tray::Vessel,
}

fn write<T: for<'w> ToWire<Encoder<'w>>>(value: &T, version: Version) -> Result<Vec<u8>> {
    let mut writer = Writer::new();
    value.to_wire(&mut writer, &mut Encoder { version, names: &[] })?;
    Ok(writer.into_bytes())
}

fn read<'a, T: FromWire<'a, Context<'a>>>(bytes: &'a [u8], version: Version) -> Result<T> {
    let mut cursor = Cursor::new(bytes);
    let value = T::from_wire(&mut cursor, &Context { version, names: &[] })?;
    assert!(cursor.is_empty());
    Ok(value)
}

fn book(binding: Binding, height: u16) -> Book {
    Book {
        title: b"It".to_vec(),
        binding,
        size: Size { width: 300, height },
        marks: vec![1, 200].into(),
    }
}

fn place() -> Place {
    Place {
        position: Position { row: 2, column: 300 },
        has_spare: true,
        spare: Some(Position { row: 1, column: 0 }),
        note: Note { text: "worn".to_owned(), on: Binding::Paper },
    }
}

/// A book of each version as a view, and what it is then used for.
fn with_events(version: Version, then: impl Fn(Event<'_>)) {
    let (binding, height) = match version {
        Version::V1 => (Binding::Paper, 0),
        Version::V2 => (Binding::Leather, 9),
    };
    let bytes = write(&book(binding, height), version).unwrap();
    let item = Item::Single { book: book(binding, height), place: place() };
    let item_bytes = write(&item, version).unwrap();
    let stack = Item::Stack { sizes: vec![Size { width: 1, height }].into() };
    then(Event::Lent(Loan {
        reader: "Ann",
        book: read(&bytes, version).unwrap(),
        before: book(binding, height),
        binding: Some(binding),
        days: vec![1, 1000],
        items: if version == Version::V1 { vec![item] } else { vec![item, stack] },
        size: Box::new(Size { width: 7, height }),
        position: Position { row: 1, column: 2 },
        press: (version == Version::V2).then_some(Press { force: 3 }),
    }));
    for binding in [None, Some(binding)] {
        let item = read(&item_bytes, version).unwrap();
        then(Event::Returned { item, binding, moods: vec![Mood::Angry, Mood::Calm] });
    }
    then(Event::Changed(Pair {
        first: place(),
        second: Place { note: Note { text: String::new(), on: binding }, ..place() },
    }));
}

#[test]
fn values_come_back_at_every_version() {
    for &version in Version::ALL {
        with_events(version, |event| {
            let bytes = write(&event, version).unwrap();
            let again = read::<Event<'_>>(&bytes, version).unwrap();
            assert_eq!(format!("{again:?}"), format!("{event:?}"));
            assert_eq!(write(&again, version).as_ref(), Ok(&bytes));
            // Every part that is missing is missed, and no damage is worse than an error.
            for end in 0..bytes.len() {
                let cut = Event::from_wire(
                    &mut Cursor::new(&bytes[..end]),
                    &Context { version, names: &[] },
                );
                assert!(cut.is_err(), "{end} bytes of {event:?}");
            }
            for at in 0..bytes.len() {
                let mut damaged = bytes.clone();
                damaged[at] ^= 0x41;
                let cx = Context { version, names: &[] };
                if let Ok(other) = Event::from_wire(&mut Cursor::new(&damaged), &cx) {
                    write(&other, version).unwrap();
                }
            }
        });
    }
}

#[test]
fn both_have_the_same_bytes() {
    let (mut derived, mut schema) = (Writer::new(), Writer::new());
    let mut cx = Encoder { version: Version::V2, names: &[] };
    Pair { first: place(), second: place() }.to_wire(&mut derived, &mut cx).unwrap();
    place().write(&mut schema, &mut cx).unwrap();
    place().write(&mut schema, &mut cx).unwrap();
    assert_eq!(derived.as_slice(), schema.as_slice());
    // A derived type inside a record of the schema: the prefix varint of the format.
    assert_eq!(derived.as_slice()[..3], [2, 0xb2, 0x04]);
}

#[test]
fn gates_of_the_schema_hold_inside_derived_items() {
    let old = Pair { first: Binding::Paper, second: Binding::Leather };
    assert_eq!(
        write(&old, Version::V1).unwrap_err().to_string(),
        "second: `Binding.leather` needs version 2 or later, but the version is 1"
    );
    let bytes = write(&old, Version::V2).unwrap();
    assert_eq!(
        read::<Pair<Binding>>(&bytes, Version::V1).unwrap_err().to_string(),
        "at byte 1 (0x1), second: `Binding.leather` needs version 2 or later, but the version is 1"
    );
    let tall = Pair { first: Size { width: 1, height: 0 }, second: Size { width: 1, height: 2 } };
    assert_eq!(
        write(&tall, Version::V1).unwrap_err().to_string(),
        "second: `Size.height` needs version 2 or later, but the version is 1"
    );
    let press = Pair { first: Press { force: 1 }, second: Press { force: 1 } };
    assert!(write(&press, Version::V1).is_err());
    assert!(read::<Pair<Press>>(&[1, 1], Version::V1).is_err());
    assert_eq!(read(&[1, 1], Version::V2), Ok(press));
    let cx = Context { version: Version::V2, names: &[] };
    let stack = Event::Returned {
        item: view::Item::Stack { sizes: bytespec::wire::List::empty(&cx) },
        binding: None,
        moods: vec![],
    };
    assert!(write(&stack, Version::V2).is_ok());
    let error = write(&stack, Version::V1).unwrap_err().to_string();
    assert!(error.contains("`Stack` needs version 2 or later"), "{error}");
}

#[test]
fn gates_hold_inside_derived_types_of_the_schema() {
    let mut place = place();
    place.note.on = Binding::Leather;
    let bytes = write(&place, Version::V2).unwrap();
    for error in
        [write(&place, Version::V1).unwrap_err(), read::<Place>(&bytes, Version::V1).unwrap_err()]
    {
        let error = error.to_string();
        assert!(error.contains("on: `Binding.leather` needs version 2 or later"), "{error}");
    }
}

#[test]
fn errors_say_the_way_through_both() {
    let mut bytes =
        write(&Event::Changed(Pair { first: place(), second: place() }), Version::V2).unwrap();
    let at = bytes.len() - 2;
    bytes[at] = 0xff;
    let error = read::<Event<'_>>(&bytes, Version::V2).unwrap_err().to_string();
    let place = format!("at byte {at} ({at:#x}), Changed.value.second.note.text: ");
    assert_eq!(error, place + "the text is not UTF-8");
    let error = read::<Pair<Binding>>(&[1, 15], Version::V2).unwrap_err().to_string();
    assert_eq!(error, "at byte 1 (0x1), second: 7 is not a known Binding");
}

#[test]
fn functions_by_hand_have_the_contexts_of_the_format() {
    #[derive(BytecodeRecord, Debug, PartialEq)]
    #[bytecode(format = shelf)]
    struct Owner {
        #[bytecode(with = host::name)]
        name: u8,
        binding: Binding,
    }

    let owner = Owner { name: 1, binding: Binding::Paper };
    let version = Version::LATEST;
    let names = &["Ann", "Bob"];
    let mut writer = Writer::new();
    owner.to_wire(&mut writer, &mut Encoder { version, names }).unwrap();
    let mut cursor = Cursor::new(writer.as_slice());
    assert_eq!(Owner::from_wire(&mut cursor, &Context { version, names }), Ok(owner));
    let error = read::<Owner>(writer.as_slice(), version).unwrap_err();
    assert_eq!(error.to_string(), "name: nobody has this name");
}

#[test]
fn a_format_without_a_host() {
    let order = Order {
        table: 300,
        kinds: vec![tray::Kind::Cup, tray::Kind::Glass],
        vessel: tray::Vessel { kind: tray::Kind::Glass, volume: 200 },
    };
    let mut cx = tray::Context::new(tray::Version::V2);
    let mut writer = Writer::new();
    order.to_wire(&mut writer, &mut cx).unwrap();
    assert_eq!(writer.as_slice(), [0xac, 2, 2, 0, 1, 1, 0xc8, 1]);
    assert_eq!(Order::from_wire(&mut Cursor::new(writer.as_slice()), &cx), Ok(order.clone()));
    let mut cx = tray::Context::new(tray::Version::V1);
    assert_eq!(
        Order::from_wire(&mut Cursor::new(writer.as_slice()), &cx).unwrap_err().to_string(),
        "at byte 4 (0x4), kinds[1]: `Kind.glass` needs version 2 or later, but the version is 1"
    );
    let error = order.to_wire(&mut Writer::new(), &mut cx).unwrap_err().to_string();
    assert_eq!(error, "kinds[1]: `Kind.glass` needs version 2 or later, but the version is 1");
}

/// Shades of a cover.
#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
#[bytecode(format = shelf, wire = "u8")]
enum Shade {
    Pale = 0,
    #[bytecode(since = "2")]
    Dark = 1,
    #[bytecode(until = "1")]
    Gray = 2,
}

#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
#[bytecode(format = shelf, gone(dust: u8, until = "1", default = 7))]
struct Cover {
    shade: Shade,
    #[bytecode(since = "2", default = 0)]
    gloss: u8,
}

#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
#[bytecode(format = shelf, since = "2")]
struct Ribbon {
    length: u8,
}

/// What a label was in version 1.
#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
#[bytecode(format = shelf)]
struct ShortLabel {
    number: u8,
}

#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
#[bytecode(format = shelf, upgrade(from = ShortLabel, before = "2", back))]
struct Label {
    number: u16,
    place: Place,
}

impl From<ShortLabel> for Label {
    fn from(label: ShortLabel) -> Label {
        Label { number: label.number.into(), place: place() }
    }
}

impl TryFrom<Label> for ShortLabel {
    type Error = std::num::TryFromIntError;

    fn try_from(label: Label) -> std::result::Result<Self, Self::Error> {
        Ok(ShortLabel { number: label.number.try_into()? })
    }
}

#[derive(BytecodeAttribute, Clone, Debug, PartialEq)]
#[bytecode(format = shelf)]
enum Extra<T> {
    #[bytecode(code = 0)]
    Cover(Cover),
    #[bytecode(code = 1, since = "2")]
    Ribbon(Ribbon),
    #[bytecode(code = 2, until = "1")]
    Cord(T),
    #[bytecode(code = 3)]
    Label(Label),
}

#[test]
fn derived_items_have_versions_of_the_format() {
    type Extras = Extra<Shade>;
    let cover = |shade, gloss| Extras::Cover(Cover { shade, gloss });
    let label = |number| Extras::Label(Label { number, place: place() });
    let (ribbon, cord) = (Extras::Ribbon(Ribbon { length: 9 }), Extras::Cord(Shade::Gray));
    let newest = write(&label(3), Version::V2).unwrap();
    for (version, value, bytes) in [
        (Version::V1, cover(Shade::Gray, 0), &[0, 2, 7][..]),
        (Version::V2, cover(Shade::Dark, 5), &[0, 1, 5]),
        (Version::V2, ribbon.clone(), &[1, 9]),
        (Version::V1, cord.clone(), &[2, 2]),
        (Version::V1, label(3), &[3, 3]),
        (Version::V2, label(3), &newest),
    ] {
        // The prefix varint of the format: codes are doubled.
        let mut expected = bytes.to_vec();
        if bytes != newest {
            expected[0] = expected[0] * 2 + 1;
        }
        assert_eq!(write(&value, version).unwrap(), expected, "{value:?} in {version}");
        assert_eq!(read::<Extras>(&expected, version), Ok(value));
    }
    for (version, value, message) in [
        (
            Version::V1,
            cover(Shade::Dark, 0),
            "`Shade.Dark` needs version 2 or later, but the version is 1",
        ),
        (
            Version::V2,
            cover(Shade::Gray, 0),
            "`Shade.Gray` needs version 1 or earlier, but the version is 2",
        ),
        (
            Version::V1,
            cover(Shade::Pale, 1),
            "`Cover.gloss` needs version 2 or later, but the version is 1",
        ),
        (Version::V1, ribbon, "`Ribbon` needs version 2 or later, but the version is 1"),
        (Version::V2, cord, "`Cord` needs version 1 or earlier, but the version is 2"),
        (Version::V1, label(256), "out of range integral type conversion attempted"),
    ] {
        let error = write(&value, version).unwrap_err().to_string();
        assert!(error.ends_with(message), "{value:?} in {version}: {error}");
    }
    for (version, bytes, message) in [
        (
            Version::V1,
            &[1, 1, 7][..],
            "at byte 1 (0x1), Cover.value.shade: `Shade.Dark` needs version 2 or later, but the version is 1",
        ),
        (
            Version::V1,
            &[3, 9],
            "at byte 0 (0x0): `Ribbon` needs version 2 or later, but the version is 1",
        ),
    ] {
        let error = read::<Extras>(bytes, version).unwrap_err().to_string();
        assert_eq!(error, message);
    }
}
