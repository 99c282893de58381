//! The shapes of the schema language, and the positions that they can stand in.

use std::fmt::Write;

/// A type expression and what the positions need to know of it.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// The type.
    pub(crate) ty: String,
    /// A default of the type, as a schema writes it.
    default: String,
    /// Reaches to the end of its item, or shares nothing with other fields.
    alone: bool,
    /// Of no variable length, so that one `Copy` type serves readers and writers.
    plain: bool,
}

/// Types that are no list, each with a default.
const SCALARS: &[(&str, &str)] = &[
    ("u8", "7"),
    ("u16", "7"),
    ("u32", "7"),
    ("u64", "7"),
    ("i8", "-7"),
    ("i16", "-7"),
    ("i32", "-7"),
    ("i64", "-7"),
    ("u16be", "7"),
    ("u32be", "7"),
    ("u64be", "7"),
    ("i16be", "-7"),
    ("i32be", "-7"),
    ("i64be", "-7"),
    ("f32be", "none"),
    ("f64be", "none"),
    ("bool", "true"),
    ("varint", "7"),
    ("varint<u8>", "7"),
    ("varint<u16>", "7"),
    ("varint<u32>", "7"),
    ("varint<i8>", "-7"),
    ("varint<i32>", "-7"),
    ("varint<i64>", "-7"),
    ("zigzag", "-7"),
    ("zigzag<i16>", "-7"),
    ("signed<7>", "-7"),
    ("signed<33>", "-7"),
    ("signed<64>", "-7"),
    ("f16", "none"),
    ("f32", "none"),
    ("f64", "none"),
    ("ref<Thing>", "0"),
    ("optional_ref<Thing>", "none"),
    ("flagged<ref<Thing>>", "none"),
    ("flagged<varint>", "none"),
    ("flagged<varint<u8>>", "none"),
    ("shifted<varint>", "none"),
    ("shifted<varint<u8>>", "none"),
    ("unit", "false"),
    ("Color", "red"),
    ("Wide", "one"),
    ("Reused", "late"),
    ("Kept", "none"),
    ("Level", "low"),
    ("Depth", "below"),
    ("Point", "none"),
    ("Late", "none"),
    ("Ended", "none"),
    ("Hollow", "none"),
    ("Choice", "none"),
];

/// Types of variable length that are no list.
const OTHERS: &[(&str, &str)] = &[
    ("blob", "[]"),
    ("bytes", "[]"),
    ("utf8", "[]"),
    ("sized<Note>", "[]"),
    ("sized<Tree>", "[]"),
    ("balanced<Bracket>", "[]"),
    ("Note", "none"),
    ("Node", "none"),
    ("Tree", "[]"),
    ("Open", "none"),
    ("list<list<list<u8>>>", "[]"),
    ("list<aligned_list<u32, 4>>", "[]"),
    ("list<list<blob>>", "[]"),
];

/// Types that only the host can read.
const HOSTED: &[(&str, &str)] = &[
    ("amount", "7"),
    ("debt", "-7"),
    ("money", "none"),
    ("wide(count)", "none"),
    ("motto", "none"),
    ("padded(count)", "none"),
    ("coins", "none"),
    ("mark", "none"),
];

/// What makes a list of an element.
const LISTS: &[(&str, &str)] = &[
    ("list<", ">"),
    ("rest<", ">"),
    ("repeat<", ", count>"),
    ("aligned_list<", ", 8>"),
    ("offset_table<u32, ", ">"),
    ("offset_table<u64, ", ">"),
];

/// Elements of the lists that are not counted in front, and what a format with a host has.
const ELEMENTS: &[&str] = &[
    "u8",
    "bool",
    "varint<i64>",
    "ref<Thing>",
    "optional_ref<Thing>",
    "flagged<ref<Thing>>",
    "shifted<varint<u8>>",
    "unit",
    "Color",
    "Kept",
    "Level",
    "Depth",
    "Point",
    "Late",
    "Hollow",
    "blob",
    "bytes",
    "Note",
    "Tree",
    "Open",
    "amount",
    "motto",
    "coins",
    "mark",
];

/// Shapes that stand in every position, for all of their kind.
const EVERYWHERE: &[&str] = &[
    "u8",
    "bool",
    "varint",
    "varint<i64>",
    "zigzag",
    "ref<Thing>",
    "optional_ref<Thing>",
    "flagged<varint>",
    "shifted<varint>",
    "unit",
    "Color",
    "Reused",
    "Kept",
    "Level",
    "Depth",
    "Point",
    "Late",
    "Ended",
    "Choice",
    "blob",
    "bytes",
    "signed<33>",
    "u32be",
    "f64",
    "f64be",
    "utf8",
    "sized<Note>",
    "balanced<Bracket>",
    "Node",
    "Tree",
    "Open",
    "list<varint<i64>>",
    "list<list<blob>>",
    "list<Tree>",
    "rest<Point>",
    "repeat<blob, count>",
    "aligned_list<u8, 8>",
    "offset_table<u32, Tree>",
];

/// Every shape, for a format with a host or without one.
pub(crate) fn shapes(host: bool) -> Vec<Shape> {
    let wanted = |ty: &str| !host || ELEMENTS.contains(&ty);
    let all = SCALARS.iter().chain(OTHERS).filter(|(ty, _)| wanted(ty));
    let hosted = HOSTED.iter().filter(|_| host);
    let all: Vec<(&str, &str)> = all.chain(hosted).copied().collect();
    let mut shapes: Vec<Shape> = all
        .iter()
        .map(|(ty, default)| Shape {
            ty: (*ty).to_owned(),
            default: (*default).to_owned(),
            alone: matches!(*ty, "bytes" | "Open") || ty.contains('('),
            plain: SCALARS.iter().any(|(scalar, _)| scalar == ty),
        })
        .collect();
    for (open, close) in LISTS {
        let elements = all
            .iter()
            .filter(|(element, _)| open.starts_with("list") || ELEMENTS.contains(element));
        shapes.extend(elements.map(|(element, _)| Shape {
            ty: format!("{open}{element}{close}"),
            default: "[]".to_owned(),
            alone: open.starts_with("rest") || open.starts_with("offset") || element.contains('('),
            plain: false,
        }));
    }
    shapes
}

/// Where a field of a shape can stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) name: &'static str,
    item: Item,
    field: Field,
}

/// The item that has the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    Record { keys: &'static str },
    Variant { keys: &'static str, of: &'static str },
    Op { keys: &'static str },
    Section { keys: &'static str },
}

/// How the field is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    /// Always, or with these keys, in which `D` stands for the default of the shape.
    Keys(&'static str),
    /// When its bit is set; also with these keys.
    Bit(&'static str),
    /// As this field before it announces, with these keys.
    Announced(&'static str, &'static str),
    /// As bits of a number, between these keys; the last part or another one.
    Part { keys: &'static str, last: bool },
}

const fn at(name: &'static str, item: Item, field: Field) -> Position {
    Position { name, item, field }
}

const RECORD: Item = Item::Record { keys: "" };
const VARIANT: Item = Item::Variant { keys: "", of: "" };
const OP: Item = Item::Op { keys: "" };
const SECTION: Item = Item::Section { keys: "" };
const LATE: &str = "since: \"2\", default: D";

/// Every position.
pub(crate) const POSITIONS: &[Position] = &[
    at("Plain", RECORD, Field::Keys("")),
    at("Since", RECORD, Field::Keys(LATE)),
    at("Until", RECORD, Field::Keys("until: \"2\", default: D")),
    at("Extra", RECORD, Field::Keys("feature: extra, default: D")),
    at("GatedRecord", Item::Record { keys: "since: \"2\"" }, Field::Keys("")),
    at("EndedRecord", Item::Record { keys: "until: \"2\"" }, Field::Keys("")),
    at("ExtraRecord", Item::Record { keys: "feature: extra" }, Field::Keys("")),
    at("Bit", RECORD, Field::Bit("")),
    at("BitSince", RECORD, Field::Bit("since: \"2\"")),
    at("Present", RECORD, Field::Announced("presence<u8>", "present: P")),
    at("When", RECORD, Field::Announced("bool", "when: P")),
    at("Unless", RECORD, Field::Announced("Color", "when: not P=red")),
    at(
        "Changed",
        RECORD,
        Field::Announced("bool", "present: [{bit: B, until: \"1\"}, {when: P, since: \"2\"}]"),
    ),
    at("LastPart", RECORD, Field::Part { keys: "", last: true }),
    at("InnerPart", RECORD, Field::Part { keys: "", last: false }),
    at("LatePart", RECORD, Field::Part { keys: LATE, last: false }),
    at("Variant", VARIANT, Field::Keys("")),
    at("VariantBit", VARIANT, Field::Bit("")),
    at("VariantSince", VARIANT, Field::Keys(LATE)),
    at("GatedVariant", Item::Variant { keys: "since: \"2\"", of: "" }, Field::Keys("")),
    at("OpenVariant", Item::Variant { keys: "", of: "unknown: opaque" }, Field::Keys("")),
    at("GatedUnion", Item::Variant { keys: "", of: "since: \"2\"" }, Field::Keys("")),
    at("Op", OP, Field::Keys("")),
    at("OpBit", OP, Field::Bit("")),
    at("OpSince", OP, Field::Keys(LATE)),
    at("GatedOp", Item::Op { keys: "since: \"2\"" }, Field::Keys("")),
    at("Section", SECTION, Field::Keys("")),
    at("SectionSince", SECTION, Field::Keys(LATE)),
    at("SectionBit", SECTION, Field::Bit("")),
    at("GatedSection", Item::Section { keys: "since: \"2\"" }, Field::Keys("")),
];

/// How many shapes one item takes.
const ROOM: usize = 16;

impl Position {
    /// Whether a shape is tried here.
    pub(crate) fn tries(self, shape: &Shape) -> bool {
        let hosted = HOSTED.iter().any(|(ty, _)| *ty == shape.ty);
        let every = ["Plain", "Since", "Bit"].contains(&self.name);
        let counted = !shape.alone && ["Variant", "Op", "Section"].contains(&self.name);
        every || counted || hosted || EVERYWHERE.contains(&shape.ty.as_str())
    }

    /// The shapes in groups of those that one item can hold together.
    pub(crate) fn groups(self, shapes: &[&Shape]) -> Vec<Vec<Shape>> {
        let mut groups: Vec<Vec<Shape>> = Vec::new();
        for plain in [true, false] {
            let together = shapes.iter().filter(|shape| !shape.alone && shape.plain == plain);
            let together: Vec<Shape> = together.map(|shape| (*shape).clone()).collect();
            groups.extend(together.chunks(ROOM).map(<[Shape]>::to_vec));
        }
        groups.extend(shapes.iter().filter(|s| s.alone).map(|shape| vec![(*shape).clone()]));
        groups
    }

    /// The items, as a schema, for fields of some shapes; `number` tells them from others.
    pub(crate) fn items(self, number: usize, shapes: &[Shape]) -> String {
        let name = format!("{}{number}", self.name);
        let fields = self.fields(shapes);
        let summary = "summary: An item";
        let join =
            |keys: &str| keys.split(", ").map(|key| format!("\n  {key}")).collect::<String>();
        let keys = |keys: &str| if keys.is_empty() { String::new() } else { join(keys) };
        match self.item {
            Item::Record { keys: own } => {
                format!("- record: {name}\n  {summary}{}\n  fields:{fields}\n", keys(own))
            }
            Item::Variant { keys: own, of } => format!(
                "- union: {name}\n  tag: varint<u16>\n  {summary}{}\n\
                 - variant: Only\n  of: {name}\n  tag: 300\n  {summary}{}\n  fields:{fields}\n\
                 - variant: None\n  of: {name}\n  tag: 1\n  {summary}\n",
                keys(of),
                keys(own),
            ),
            Item::Op { keys: own } => format!(
                "- op: {}\n  opcode: {}\n  {summary}{}\n  attributes:{fields}\n",
                name.to_lowercase(),
                1000 + number,
                keys(own),
            ),
            Item::Section { keys: own } => format!(
                "- section: {}\n  id: {}\n  {summary}{}\n  fields:{fields}\n",
                name.to_lowercase(),
                number % 250 + 1,
                keys(own),
            ),
        }
    }

    fn fields(self, shapes: &[Shape]) -> String {
        let mut fields = String::new();
        let mut add = |field: &str| {
            let _ = write!(fields, "\n    - {{{field}, summary: A field}}");
        };
        let changed = matches!(self.field, Field::Announced(_, keys) if keys.contains("bit"));
        let bits = changed || matches!(self.field, Field::Bit(_));
        if bits && !matches!(self.item, Item::Op { .. }) {
            add("name: flags, type: flags<varint>");
        }
        if shapes.iter().any(|shape| shape.ty.contains("count")) {
            add("name: count, type: varint<u8>");
        }
        for (at, shape) in shapes.iter().enumerate() {
            let own = format!("name: value_{at}, type: \"{}\"", shape.ty);
            // Only a bit can announce a unit.
            let unit = shape.ty == "unit";
            match self.field {
                Field::Keys("") => add(&own),
                Field::Keys(keys) => add(&format!("{own}, {}", keys.replace('D', &shape.default))),
                Field::Bit(keys) => {
                    let comma = if keys.is_empty() { "" } else { ", " };
                    let optional = if unit { "" } else { "optional: true, " };
                    add(&format!("{own}, {optional}bit: {at}{comma}{keys}"));
                }
                Field::Announced(ty, keys) => {
                    let announcer = format!("announced_{at}");
                    add(&format!("name: {announcer}, type: {ty}"));
                    let keys = keys.replace('P', &announcer).replace('B', &at.to_string());
                    add(&format!("{own}, optional: true, {keys}"));
                }
                Field::Part { keys, last } => {
                    let keys = keys.replace('D', &shape.default);
                    let comma = if keys.is_empty() { "" } else { ", " };
                    let part = |field: &str| format!("{{{field}, summary: A part}}");
                    let low = part(&format!("name: low_{at}, bits: 3"));
                    let parts = match last {
                        true => [low, part(&format!("{own}{comma}{keys}"))].join(", "),
                        false => {
                            let bits = if shape.ty == "bool" { 1 } else { 3 };
                            let own = part(&format!("{own}, bits: {bits}{comma}{keys}"));
                            [low, own, part(&format!("name: high_{at}, type: varint<u8>"))]
                                .join(", ")
                        }
                    };
                    add(&format!("name: packed_{at}, type: packed, parts: [{parts}]"));
                }
            }
        }
        fields
    }
}
