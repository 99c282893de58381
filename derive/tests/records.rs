//! Derived records: bytes, options, nesting, errors.

use bytespec::wire::{Cursor, FromWire, ToWire, Writer};
use bytespec::{BytecodeAttribute, BytecodeEnum, BytecodeRecord};

#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
#[bytecode(wire = "u8")]
enum Mode {
    Off = 0,
    On = 1,
}

/// Any type with `FromWire` and `ToWire` can be a field.
type Id = u16;

#[derive(BytecodeRecord, Clone, Copy, Debug, PartialEq)]
struct Point {
    #[bytecode(wire = "varint<u32>")]
    x: u32,
    y: i64,
    #[bytecode(wire = "zigzag")]
    z: i64,
    mode: Mode,
    r#type: bool,
    id: Id,
}

#[derive(BytecodeRecord, Clone, Copy, Debug, PartialEq)]
#[bytecode(flags = "varint<u32>")]
struct Marked {
    #[bytecode(bit = 8)]
    point: Option<Point>,
    #[bytecode(bit = 0)]
    fast: bool,
    flags: u8,
    #[bytecode(bit = 1, wire = "varint<u64>")]
    size: Option<u64>,
    #[bytecode(present)]
    mode: Option<self::Mode>,
    has_limit: bool,
    #[bytecode(when = "has_limit")]
    limit: Option<i16>,
    #[bytecode(unless = "has_limit")]
    reason: Option<bool>,
}

/// Fields need no names, and those that are not on the wire need no encoding.
#[derive(BytecodeRecord, Clone, Copy, Debug, PartialEq)]
struct Span(
    #[bytecode(wire = "varint<u32>")] u32,
    #[bytecode(present)] Option<u8>,
    #[bytecode(skip)] Option<&'static str>,
    #[bytecode(skip, default = 3)] u128,
);

#[derive(BytecodeRecord, Clone, Copy, Debug, PartialEq)]
struct Checked(#[bytecode(name = "checksum")] Mode);

#[derive(BytecodeRecord, Clone, Copy, Debug, PartialEq)]
struct Nothing;

fn check<T>(value: T, expected: &[u8])
where
    T: ToWire<()> + for<'a> FromWire<'a, ()> + PartialEq + std::fmt::Debug,
{
    let mut writer = Writer::new();
    value.to_wire(&mut writer, &mut ()).unwrap();
    assert_eq!(writer.as_slice(), expected);
    let mut cursor = Cursor::new(expected);
    assert_eq!(T::from_wire(&mut cursor, &()).unwrap(), value);
    assert!(cursor.is_empty());
    for end in 0..expected.len() {
        assert!(T::from_wire(&mut Cursor::new(&expected[..end]), &()).is_err(), "cut at {end}");
    }
}

const POINT: Point = Point { x: 300, y: -2, z: -2, mode: Mode::On, r#type: true, id: 0x0102 };
const POINT_BYTES: &[u8] =
    &[0xac, 2, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 3, 1, 1, 2, 1];

#[test]
fn fields_are_in_order() {
    check(POINT, POINT_BYTES);
}

#[test]
fn nothing_that_is_optional() {
    let value = Marked {
        point: None,
        fast: false,
        flags: 9,
        size: None,
        mode: None,
        has_limit: false,
        limit: None,
        reason: Some(true),
    };
    check(value, &[0, 9, 0, 0, 1]);
}

#[test]
fn all_that_is_optional() {
    let value = Marked {
        point: Some(POINT),
        fast: true,
        flags: 9,
        size: Some(128),
        mode: Some(Mode::Off),
        has_limit: true,
        limit: Some(-1),
        reason: None,
    };
    let mut expected = vec![0x83, 0x02];
    expected.extend(POINT_BYTES);
    expected.extend([9, 0x80, 1, 1, 0, 1, 0xff, 0xff]);
    check(value, &expected);
}

#[test]
fn every_integer_at_its_ends() {
    #[derive(BytecodeRecord, Clone, Copy, Debug, PartialEq)]
    #[bytecode(varint = "prefix")]
    struct Ints {
        a: u8,
        b: i8,
        c: u16,
        d: i16,
        e: u32,
        f: i32,
        g: u64,
        h: i64,
        #[bytecode(wire = "varint<i32>")]
        i: i32,
        #[bytecode(wire = "varint")]
        j: u64,
        #[bytecode(wire = "zigzag")]
        k: i64,
        #[bytecode(wire = "u32")]
        l: u32,
    }
    let low = Ints {
        a: 0,
        b: i8::MIN,
        c: 0,
        d: i16::MIN,
        e: 0,
        f: i32::MIN,
        g: 0,
        h: i64::MIN,
        i: i32::MIN,
        j: 0,
        k: i64::MIN,
        l: 0,
    };
    let high = Ints {
        a: u8::MAX,
        b: i8::MAX,
        c: u16::MAX,
        d: i16::MAX,
        e: u32::MAX,
        f: i32::MAX,
        g: u64::MAX,
        h: i64::MAX,
        i: -1,
        j: u64::MAX,
        k: i64::MAX,
        l: u32::MAX,
    };
    for value in [low, high] {
        let mut writer = Writer::new();
        value.to_wire(&mut writer, &mut ()).unwrap();
        check(value, &writer.into_bytes());
    }
}

#[test]
fn errors_say_where() {
    let fault =
        |bytes: &[u8]| Marked::from_wire(&mut Cursor::new(bytes), &()).unwrap_err().to_string();
    assert_eq!(fault(&[4]), "at byte 0 (0x0): bits 0x4 belong to no field in this version");
    assert_eq!(
        fault(&[0x80, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7]),
        "at byte 12 (0xc), point.mode: 7 is not a known Mode"
    );
    assert_eq!(
        fault(&[0, 9, 2]),
        "at byte 2 (0x2), mode_present: 2 is not a known boolean (0 or 1)"
    );
}

#[test]
fn an_option_must_agree_with_its_boolean() {
    let value = Marked {
        point: None,
        fast: false,
        flags: 0,
        size: None,
        mode: None,
        has_limit: true,
        limit: None,
        reason: None,
    };
    let error = value.to_wire(&mut Writer::new(), &mut ()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`Marked.limit` must be present if and only if `has_limit` is true"
    );
}

#[test]
fn records_in_a_list_and_records_of_nothing() {
    #[derive(BytecodeRecord, Clone, Copy, Debug, PartialEq)]
    struct Nothing {}
    check(Nothing {}, &[]);

    let bytes = [POINT_BYTES, POINT_BYTES].concat();
    check(vec![POINT, POINT], &[&[2], bytes.as_slice()].concat());
}

#[test]
fn macros_pass_types_on() {
    macro_rules! pair {
        ($name:ident, $ty:ty, $number:expr) => {
            #[derive(BytecodeRecord, Clone, Copy, Debug, PartialEq)]
            #[bytecode(flags = "u8")]
            struct $name {
                a: $ty,
                #[bytecode(bit = $number)]
                b: Option<$ty>,
            }
        };
    }
    pair!(Bytes, u8, 3);
    check(Bytes { a: 1, b: Some(2) }, &[8, 1, 2]);
}

#[test]
fn records_inside_themselves_and_bytes_to_the_end() {
    #[derive(BytecodeRecord, Clone, Debug, PartialEq)]
    struct Tree {
        mark: u8,
        children: Vec<Tree>,
        #[bytecode(present)]
        twin: Option<Box<Tree>>,
    }
    let leaf = Tree { mark: 7, children: vec![], twin: None };
    let tree = Tree { mark: 1, children: vec![leaf.clone()], twin: Some(Box::new(leaf)) };
    check(tree, &[1, 1, 7, 0, 0, 1, 7, 0, 0]);
    let deep = [1, 1].repeat(1 << 20);
    let error = Tree::from_wire(&mut Cursor::new(&deep), &()).unwrap_err();
    assert!(error.kind().to_string().contains("nesting depth"), "{}", error.kind());

    #[derive(BytecodeRecord, Clone, Debug, PartialEq)]
    struct Rest<'x> {
        head: u8,
        #[bytecode(wire = "bytes")]
        rest: &'x [u8],
    }
    let read = Rest::from_wire(&mut Cursor::new(&[1, 2, 3]), &());
    assert_eq!(read, Ok(Rest { head: 1, rest: &[2, 3] }));
    let mut writer = Writer::new();
    Rest { head: 1, rest: &[2, 3] }.to_wire(&mut writer, &mut ()).unwrap();
    assert_eq!(writer.as_slice(), [1, 2, 3]);
}

#[test]
fn fields_need_no_names() {
    check(Span(300, Some(7), None, 3), &[0xac, 2, 1, 7]);
    check((Checked(Mode::On), Nothing), &[1]);
    let fault = |bytes| Span::from_wire(&mut Cursor::new(bytes), &()).unwrap_err().to_string();
    assert_eq!(
        fault(&[5, 2]),
        "at byte 1 (0x1), value1_present: 2 is not a known boolean (0 or 1)"
    );
    let error = Checked::from_wire(&mut Cursor::new(&[9]), &()).unwrap_err();
    assert_eq!(error.to_string(), "at byte 0 (0x0), checksum: 9 is not a known Mode");
}

#[test]
fn fields_without_bytes_are_not_in_the_schema() {
    let schema = bytespec::export::schema::<(Span, Checked, Nothing), ()>("span").unwrap();
    let fields: Vec<_> = schema.lines().filter(|line| line.contains("- {name")).collect();
    assert_eq!(fields.len(), 9, "{schema}");
    assert!(fields.iter().any(|field| field.contains("\"checksum\", type: \"Mode\"")), "{schema}");
}

#[test]
fn floats_have_a_byte_order_at_any_depth() {
    #[derive(BytecodeRecord, Clone, Debug, PartialEq)]
    struct Floats {
        #[bytecode(wire = "f32be")]
        one: f32,
        #[bytecode(wire = "f64be", present)]
        list: Vec<Option<f64>>,
        #[bytecode(wire = "f64")]
        little: Box<f64>,
        last: u8,
    }

    let value = Floats { one: 1.0, list: vec![Some(-2.0), None], little: Box::new(0.5), last: 7 };
    let one = [0x3f, 0x80, 0, 0];
    let list = [2, 1, 0xc0, 0, 0, 0, 0, 0, 0, 0, 0];
    let little = [0, 0, 0, 0, 0, 0, 0xe0, 0x3f, 7];
    check(value, &[&one[..], &list, &little].concat());

    // No number that is none changes on the way.
    let bits = 0x7fa0_0001_u32;
    let bytes = [&bits.to_be_bytes()[..], &[0; 10]].concat();
    let read = Floats::from_wire(&mut Cursor::new(&bytes), &()).unwrap();
    let mut writer = Writer::new();
    read.to_wire(&mut writer, &mut ()).unwrap();
    assert_eq!(writer.as_slice(), bytes);
}

/// A number that a module writes as text.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Decimal(u64);

mod decimal {
    use super::Decimal;
    use bytespec::Error;
    use bytespec::wire::{Convention, Cursor, FromWire, ToWire, Writer};

    pub(super) fn read<C: Convention>(cursor: &mut Cursor<'_>, cx: &C) -> Result<Decimal, Error> {
        let at = cursor.position();
        let text = <&str>::from_wire(cursor, cx)?;
        text.parse().map(Decimal).map_err(|_| Error::invalid("not digits").or_at(at))
    }

    pub(super) fn write<C: Convention>(
        value: &Decimal,
        writer: &mut Writer,
        cx: &mut C,
    ) -> Result<(), Error> {
        value.0.to_string().to_wire(writer, cx)
    }
}

#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
#[allow(clippy::type_complexity, reason = "parts are found at any depth")]
struct Parts {
    #[bytecode(with = decimal, of = Decimal)]
    list: Vec<Decimal>,
    #[bytecode(present, with = decimal, of = Decimal)]
    deep: Option<Box<[(u8, Option<Decimal>); 2]>>,
    #[bytecode(try_from = u32, of = std::net::Ipv4Addr)]
    hosts: Vec<std::net::Ipv4Addr>,
}

#[test]
fn parts_of_one_type_go_through_a_module_or_another_type() {
    let deep = Some(Box::new([(1, None), (2, Some(Decimal(7)))]));
    let hosts = vec![std::net::Ipv4Addr::LOCALHOST];
    let parts = Parts { list: vec![Decimal(3), Decimal(12)], deep, hosts };
    #[rustfmt::skip]
    check(parts, &[
        2, 1, b'3', 2, b'1', b'2',
        1, 1, 0, 2, 1, 1, b'7',
        1, 1, 0, 0, 127,
    ]);
    let error = Parts::from_wire(&mut Cursor::new(&[1, 1, b'x']), &()).unwrap_err();
    assert_eq!(error.to_string(), "at byte 1 (0x1), list[0]: not digits");
    let schema = bytespec::export::schema::<Parts, ()>("parts").unwrap();
    assert!(schema.contains("type: \"list<PartDecimalCodec>\""), "{schema}");
    assert!(schema.contains("- codec: decimal_codec\n  value: \"Decimal\""), "{schema}");
    let (_, _, found) = bytespec_codegen::syntax::read_and_check(vec![("own.yaml".into(), schema)]);
    assert!(found.is_empty(), "{found:?}");
}

/// The fewest and the most bytes.
fn sizes<T: ToWire<C>, C>() -> (usize, Option<usize>) {
    (T::MIN_ENCODED_LEN, T::MAX_ENCODED_LEN)
}

#[derive(BytecodeEnum, Clone, Copy, Debug)]
#[bytecode(wire = "varint<u32>")]
enum Code {
    Short = 127,
    Long = 0x4000,
}

#[derive(BytecodeRecord, Clone, Debug)]
struct Pair<T> {
    one: T,
    #[bytecode(present)]
    other: Option<T>,
}

#[derive(BytecodeAttribute, Clone, Debug)]
enum Tree {
    #[bytecode(code = 0)]
    Leaf(u16),
    #[bytecode(code = 0x80)]
    Branch(Box<Tree>, Box<Tree>),
}

#[test]
fn sizes_are_constants() {
    use bytespec::wire::Prefixed;

    assert_eq!(sizes::<Point, ()>(), (1 + 8 + 1 + 1 + 1 + 2, Some(5 + 8 + 10 + 1 + 1 + 2)));
    assert_eq!(sizes::<Point, Prefixed>().1, Some(5 + 8 + 9 + 1 + 1 + 2));
    assert_eq!(sizes::<Marked, ()>(), (4, Some(5 + 27 + 1 + 10 + 2 + 1 + 2 + 1)));
    assert_eq!(sizes::<Nothing, ()>(), (0, Some(0)));
    assert_eq!(sizes::<Code, ()>(), (1, Some(3)));
    assert_eq!(sizes::<Pair<u16>, ()>(), (3, Some(5)));
    assert_eq!(sizes::<Pair<[Code; 3]>, ()>(), (4, Some(19)));
    assert_eq!(sizes::<Pair<String>, ()>(), (2, None));
    // It holds itself: nothing is known of what stands behind its pointers.
    assert_eq!(sizes::<Tree, ()>(), (2, None));
    const { assert!(<Point as ToWire<()>>::MIN_ENCODED_LEN == 14) };
}

#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
struct Shifted {
    #[bytecode(shifted)]
    whole: Option<u64>,
    #[bytecode(shifted, wire = "varint<u8>")]
    parts: Vec<(u8, Option<u8>)>,
    #[bytecode(shifted)]
    boxed: Box<[Option<u32>; 2]>,
}

#[test]
fn a_number_that_may_be_absent_is_one_more() {
    let parts = vec![(1, None), (2, Some(255))];
    let shifted = Shifted { whole: Some(0), parts, boxed: Box::new([None, Some(u32::MAX)]) };
    #[rustfmt::skip]
    check(shifted.clone(), &[
        1,
        2, 1, 0, 2, 0x80, 2,
        0, 0x80, 0x80, 0x80, 0x80, 0x10,
    ]);
    let most = Shifted { whole: Some(u64::MAX - 1), ..shifted.clone() };
    let mut writer = Writer::new();
    most.to_wire(&mut writer, &mut ()).unwrap();
    assert_eq!(Shifted::from_wire(&mut Cursor::new(writer.as_slice()), &()).unwrap(), most);
    let above = Shifted { whole: Some(u64::MAX), ..shifted };
    let error = above.to_wire(&mut writer, &mut ()).unwrap_err();
    assert_eq!(error.to_string(), "whole: the value 18446744073709551615 is not allowed here");

    let error = Shifted::from_wire(&mut Cursor::new(&[0, 1, 9, 0x81, 2]), &()).unwrap_err();
    assert_eq!(error.offset(), Some(3));
    assert!(error.to_string().contains("parts[0][1]: "), "{error}");
}

#[derive(BytecodeAttribute, Clone, Debug, PartialEq)]
#[bytecode(tag = "varint<u16>", reserved(5), dead(6, "a tempo"))]
enum Message<'a> {
    #[bytecode(code = 0)]
    Start(u16),
    #[bytecode(code = 300)]
    Stop,
    #[bytecode(other)]
    Other(u64, &'a [u8]),
}

#[derive(BytecodeAttribute, Clone, Debug, PartialEq)]
enum Owned {
    #[bytecode(code = 0)]
    Known,
    #[bytecode(other)]
    Other { code: u64, bytes: Box<[u8]> },
}

#[test]
fn a_code_without_a_name_is_kept_with_its_bytes() {
    let other = Message::Other(200, &[1, 2]);
    let mut writer = Writer::new();
    other.to_wire(&mut writer, &mut ()).unwrap();
    assert_eq!(writer.as_slice(), [200, 1, 1, 2]);
    assert_eq!(Message::from_wire(&mut Cursor::new(writer.as_slice()), &()).unwrap(), other);
    let bytes = [9, 7];
    let owned = Owned::from_wire(&mut Cursor::new(&bytes), &()).unwrap();
    assert_eq!(owned, Owned::Other { code: 9, bytes: Box::new([7]) });
    const { assert!(<Message<'_> as ToWire<()>>::IS_OPEN && <Owned as ToWire<()>>::IS_OPEN) };

    let read = |bytes| Message::from_wire(&mut Cursor::new(bytes), &()).unwrap_err().to_string();
    assert_eq!(read(&[5]), "at byte 0 (0x0): 5 is not a known Message");
    assert!(read(&[6]).contains("a tempo"), "{}", read(&[6]));
    let refused = |code| {
        let error = Message::Other(code, &[]).to_wire(&mut Writer::new(), &mut ()).unwrap_err();
        error.to_string()
    };
    for code in [0, 5, 6, 300] {
        assert_eq!(refused(code), format!("the value {code} is not allowed here"));
    }
    assert_eq!(refused(0x1_0000), "the value 0x10000 does not fit in 16 bits");
}
