//! Types of fields, with what their attributes say.

use super::{Field, Generator};

/// Types of the standard library that read themselves.
const STANDARD: &[&str] = &[
    "f32",
    "f64",
    "std::num::NonZeroU8",
    "std::num::NonZero<i64>",
    "std::borrow::Cow<'a, str>",
    "std::borrow::Cow<'a, [u8]>",
    "std::sync::Arc<str>",
    "std::rc::Rc<[u32; 2]>",
    "Box<str>",
];

/// Integers of Rust that a file can hold.
const INTEGERS: &[&str] = &["u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"];

impl Generator {
    /// A field behind which nothing follows: it may take all bytes that are left.
    pub(super) fn last(&mut self) -> Field {
        let open = self.items.iter().filter(|item| item.is_open && item.gate.is_empty());
        let mut open: Vec<Field> = open.map(|item| item.field("")).collect();
        match self.random.below(4) {
            0 => {
                let keys = vec!["wire = \"bytes\"".to_owned()];
                Field { keys, is_open: true, ..Field::of("&'a [u8]", None) }
            }
            1 if !open.is_empty() => open.swap_remove(self.random.below(open.len())),
            _ => self.value(false),
        }
    }

    /// A field behind which another can follow.
    pub(super) fn value(&mut self, generic: bool) -> Field {
        match self.random.below(if self.dialect { 20 } else { 19 }) {
            0 => Field::of(self.any(&["&'a [u8]", "&'a str"]), None),
            1 => Field::of("String", None),
            2 => Field::of("bool", Some("true")),
            3 if generic => Field::of("P", None),
            4 | 5 => {
                let element = self.value(generic);
                if element.is_converted() {
                    return element;
                }
                Field { default: Some("[]".to_owned()), ..element.within("Vec") }
            }
            6..=8 => self.item(),
            18 => self.shifted(),
            19 => Field::of(self.any(&["AttributeId", "TypeId", "StringId"]), None),
            11 | 12 => {
                let (one, other) = (self.bare(generic), self.bare(generic));
                let ty = match self.random.below(4) {
                    0 => format!("({one}, {other})"),
                    1 => format!("({one},)"),
                    _ => format!("[{one}; {}]", 1 + self.random.below(4)),
                };
                Field::of(&ty, None)
            }
            13 => {
                let key = self.any(&["u8", "u64", "String", "(bool, i16)"]);
                let value = self.bare(generic);
                let ty = format!("std::collections::BTreeMap<{key}, {value}>");
                Field::of(&ty, None)
            }
            14 => Field::of(self.any(STANDARD), None),
            15 | 16 => self.encoded_parts(),
            17 => {
                let keys = vec!["try_from = u32".to_owned()];
                Field { keys, ..Field::of("std::net::Ipv4Addr", None) }
            }
            9 if self.dialect => {
                Field::of(self.any(&["Option<AttributeId>", "Option<TypeId>"]), Some("None"))
            }
            _ => self.integer(),
        }
    }

    /// A type that knows itself how it is written.
    fn bare(&mut self, generic: bool) -> String {
        loop {
            let field = self.value(generic);
            if !field.has_encoding_key() && !field.is_converted() {
                return field.ty;
            }
        }
    }

    /// Numbers and options inside of something; a key states how they are encoded.
    fn encoded_parts(&mut self) -> Field {
        let mut ty = self.any(INTEGERS).to_owned();
        let is_signed = ty.starts_with('i');
        let mut keys = vec![self.wire(&ty)];
        if self.chance(4) {
            ty = format!("std::num::NonZero<{ty}>");
        } else if !is_signed && self.chance(4) {
            ty = "bool".to_owned();
        }
        if self.chance(5) {
            ty = self.any(&["f32", "f64"]).to_owned();
            keys = vec![format!("wire = \"{ty}{}\"", self.any(&["", "be"]))];
        }
        for _ in 0..self.random.below(4) {
            ty = match self.random.below(6) {
                0 => format!("[{ty}; {}]", 1 + self.random.below(3)),
                1 => format!("({}, {ty})", self.any(&["String", "Vec<String>"])),
                2 => format!("Box<{ty}>"),
                3 if !ty.starts_with("Option") => format!("Option<{ty}>"),
                _ => format!("Vec<{ty}>"),
            };
        }
        if ty.contains("Option") {
            keys.push("present".to_owned());
        }
        Field { keys, ..Field::of(&ty, None) }
    }

    /// Numbers that may be absent, of which their code tells, inside of something.
    fn shifted(&mut self) -> Field {
        let ty = self.any(&["u8", "u16", "u32", "u64"]);
        let mut keys = vec!["shifted".to_owned()];
        if self.chance(3) {
            keys.push(format!("wire = \"varint<{ty}>\""));
        }
        let mut ty = format!("Option<{ty}>");
        let mut default = Some("None".to_owned());
        for _ in 0..self.random.below(3) {
            ty = match self.random.below(4) {
                0 => format!("[{ty}; {}]", 1 + self.random.below(3)),
                1 => format!("(String, {ty})"),
                2 => format!("Box<{ty}>"),
                _ => format!("Vec<{ty}>"),
            };
            default = None;
        }
        Field { keys, default, ..Field::of(&ty, None) }
    }

    pub(super) fn integer(&mut self) -> Field {
        let ty = self.any(INTEGERS);
        let mut field = Field::of(ty, Some("7"));
        if self.chance(2) {
            field.keys.push(self.wire(ty));
        }
        field
    }

    /// One of the ways to write an integer.
    fn wire(&mut self, ty: &str) -> String {
        let bits = &ty[1..];
        let mut wires = vec![ty.to_owned(), format!("varint<{ty}>")];
        wires.extend((bits != "8").then(|| format!("{ty}be")));
        if ty.starts_with('i') {
            wires.extend([format!("zigzag<{ty}>"), format!("signed<{bits}>")]);
        }
        format!("wire = \"{}\"", wires[self.random.below(wires.len())])
    }

    /// An item that stands before, and behind which another field can follow; an integer where there is none.
    pub(super) fn item(&mut self) -> Field {
        let argument = self.any(&["u8", "Vec<bool>", "String"]);
        let closed = self.items.iter().filter(|item| !item.is_open && item.gate.is_empty());
        let mut closed: Vec<Field> = closed.map(|item| item.field(argument)).collect();
        if closed.is_empty() {
            return self.integer();
        }
        let field = closed.swap_remove(self.random.below(closed.len()));
        match self.chance(4) {
            true => Field { default: None, ..field.within("Box") },
            false => field,
        }
    }

    /// A field of an item that not all versions have, which are those of the field; none where there is no such item.
    pub(super) fn gated(&mut self) -> Option<Field> {
        if self.is_gated {
            return None;
        }
        let gated = self.items.iter().filter(|item| !item.is_open && !item.gate.is_empty());
        let mut gated: Vec<(Vec<String>, Field)> =
            gated.map(|item| (item.gate.clone(), item.field("u8"))).collect();
        if gated.is_empty() {
            return None;
        }
        let (mut keys, mut field) = gated.swap_remove(self.random.below(gated.len()));
        match field.default.take() {
            Some(default) => keys.push(format!("default = {default}")),
            None => {
                field = field.within("Option");
                keys.push("present".to_owned());
            }
        }
        Some(Field { keys, ..field })
    }
}
