//! Fields that are gone, types of other crates, and items that are made into ones which borrow nothing.

use bytespec::mlir::{Module, WriteOptions};
use bytespec::wire::{Cursor, FromWire, IntoOwned, ToWire, Writer};
use bytespec::{BytecodeAttribute, BytecodeEnum, BytecodeRecord, Dialect};
use std::borrow::Cow;

#[derive(Dialect)]
#[bytecode(name = "oven", versions("1.0", "1.1", "2.0"), attributes(Heat))]
struct Oven;

#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
#[bytecode(wire = "u8", dialect = Oven)]
enum Unit {
    Celsius = 1,
}

#[derive(BytecodeRecord, Debug, PartialEq)]
#[bytecode(
    dialect = Oven,
    gone(unit: Unit, until = "1.1", default = Unit::Celsius, before = "degrees"),
    gone(notes: Vec<u8>, since = "1.1", until = "1.1", default = []),
    gone(fan: Option<u16>, until = "1.0", present)
)]
struct Step {
    degrees: u16,
}

#[derive(BytecodeAttribute, Debug, PartialEq)]
#[bytecode(dialect = Oven)]
enum Heat {
    #[bytecode(code = 0, gone(level: u8, until = "1.0", default = 3, before = "steps"))]
    Program { steps: Vec<Step> },
}

/// The bytes of an entry at a version.
fn heat(heat: &Heat, version: &str) -> Vec<u8> {
    let mut module = Module::new("MLIR22.1.8");
    module.set_registry(bytespec::dialect::Registry::new().with::<Oven>());
    let id = module.add_entry(heat).unwrap();
    module.convert_dialect("oven", Some(version)).unwrap();
    let bytes = module.write(&WriteOptions::default()).unwrap();
    let file = bytespec::mlir::File::open(&bytes).unwrap();
    assert_eq!(file.entry::<Heat>(id).unwrap().unwrap().value().as_ref(), Some(heat));
    file.attribute_bytes(id).unwrap().1.to_vec()
}

#[test]
fn a_removed_field_exists_in_older_versions() {
    let program = Heat::Program { steps: vec![Step { degrees: 0x0102 }] };
    assert_eq!(heat(&program, "1.0"), [1, 3, 3, 1, 2, 1, 0]);
    assert_eq!(heat(&program, "1.1"), [1, 3, 1, 2, 1, 1]);
    assert_eq!(heat(&program, "2.0"), [1, 3, 2, 1]);
    let schema = bytespec::export::dialect::<Oven>().unwrap();
    let gone = r#"{name: "unit", type: "Unit", default: Celsius, until: "1.1""#;
    assert!(schema.contains(gone), "{schema}");
}

/// Another crate.
mod shapes {
    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Point {
        pub(crate) x: i64,
        pub(crate) y: i64,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(crate) enum Shape {
        Dot(Point),
        Circle { middle: Point, radius: u32 },
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(crate) enum Side {
        Left,
        Right,
    }
}

#[derive(BytecodeRecord)]
#[bytecode(remote = shapes::Point)]
struct PointDef {
    #[bytecode(wire = "zigzag")]
    x: i64,
    #[bytecode(wire = "zigzag")]
    y: i64,
}

#[derive(BytecodeAttribute)]
#[bytecode(remote = self::shapes::Shape)]
enum ShapeDef {
    #[bytecode(code = 0)]
    Dot(#[bytecode(try_from = PointDef)] shapes::Point),
    #[bytecode(code = 7)]
    Circle {
        #[bytecode(try_from = PointDef)]
        middle: shapes::Point,
        radius: u32,
    },
}

#[derive(BytecodeEnum, Clone, Copy)]
#[bytecode(wire = "u8", remote = shapes::Side)]
enum SideDef {
    Left = 0,
    Right = 1,
}

#[derive(BytecodeRecord, Debug, PartialEq)]
struct Picture {
    #[bytecode(try_from = ShapeDef, of = shapes::Shape)]
    shapes: Vec<shapes::Shape>,
    #[bytecode(try_from = SideDef)]
    side: shapes::Side,
    #[bytecode(try_from = u32, into = Wide)]
    wide: char,
}

/// What is written in the place of a `u32`, which is read.
#[derive(BytecodeRecord)]
struct Wide(u32);

impl From<char> for Wide {
    fn from(letter: char) -> Self {
        Wide(letter.into())
    }
}

#[test]
fn types_of_other_crates_are_written_as_their_likenesses() {
    let dot = shapes::Shape::Dot(shapes::Point { x: -1, y: 1 });
    let middle = shapes::Point { x: 0, y: 2 };
    let circle = shapes::Shape::Circle { middle, radius: 5 };
    let side = shapes::Side::Right;
    assert_ne!(side, shapes::Side::Left);
    let picture = Picture { shapes: vec![dot, circle], side, wide: 'a' };
    let bytes = [2, 0, 1, 2, 7, 0, 4, 5, 0, 0, 0, 1, 97, 0, 0, 0];
    let mut writer = Writer::new();
    picture.to_wire(&mut writer, &mut ()).unwrap();
    assert_eq!(writer.as_slice(), bytes);
    assert_eq!(Picture::from_wire(&mut Cursor::new(&bytes), &()).unwrap(), picture);
}

#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
#[bytecode(into_owned)]
struct Name<'a, T> {
    first: Cow<'a, str>,
    others: Vec<Cow<'a, str>>,
    #[bytecode(present)]
    title: Option<(u8, Cow<'a, str>)>,
    tag: T,
    age: u8,
}

#[derive(BytecodeAttribute, Clone, Debug, PartialEq)]
#[bytecode(into_owned)]
enum Entry<'a> {
    #[bytecode(code = 0)]
    Nothing,
    #[bytecode(code = 1)]
    Names([Box<Name<'a, u16>>; 1]),
    #[bytecode(other)]
    Other(u64, Cow<'a, [u8]>),
}

/// A value that outlives its bytes.
fn read(bytes: &[u8]) -> Entry<'static> {
    Entry::from_wire(&mut Cursor::new(bytes), &()).unwrap().into_owned()
}

#[test]
fn borrowed_values_are_made_owned() {
    let bytes = vec![1, 1, b'a', 1, 2, b'b', b'c', 1, 9, 1, b'd', 3, 0, 40];
    let entry = read(&bytes.clone());
    let name = Name {
        first: "a".into(),
        others: vec!["bc".into()],
        title: Some((9, "d".into())),
        tag: 3,
        age: 40,
    };
    assert_eq!(entry, Entry::Names([Box::new(name)]));
    let Entry::Names([name]) = &entry else { panic!("{entry:?}") };
    assert!(matches!(name.others[0], Cow::Owned(_)) && matches!(name.first, Cow::Owned(_)));
    let mut writer = Writer::new();
    entry.to_wire(&mut writer, &mut ()).unwrap();
    assert_eq!(writer.as_slice(), bytes);
    assert_eq!(read(&[5, 6]), Entry::Other(5, vec![6].into()));
    assert_eq!(read(&[0]), Entry::Nothing);
}
