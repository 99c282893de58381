//! The codes and fields of the attributes and types of a dialect in definitions.

use super::Result;
use super::dump::{Dump, Record};

/// What a dialect encodes its attributes or its types as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeTable {
    /// The dialect, as its C++ spells it.
    pub dialect: String,
    /// These are types; otherwise attributes.
    pub types: bool,
    /// The meaning of each code, from 0 on; none for an unused code.
    pub codes: Vec<Option<Code>>,
}

/// The meaning of a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The name of its definition.
    pub name: String,
    /// Its fields in wire order.
    pub members: Vec<Member>,
}

/// A field of an encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The name.
    pub name: String,
    /// What it is on the wire; none if handwritten C++ determines it.
    pub shape: Option<Shape>,
    /// What each element of a list is; none if handwritten C++ determines it.
    pub element: Option<Shape>,
    /// The C++ that writes it, where that decides.
    pub writer: String,
}

/// What a field is on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A varint.
    Varint,
    /// A zigzag varint.
    Zigzag,
    /// A byte that is 0 or 1.
    Bool,
    /// A string of the table.
    String,
    /// Bytes behind their number.
    Blob,
    /// An attribute.
    Attribute,
    /// An attribute or none.
    OptionalAttribute,
    /// A type.
    Type,
    /// A number of elements, and these.
    List,
}

impl Shape {
    /// The value of a field in releases that lack it; none if there is no empty value.
    pub(super) fn nothing(self) -> Option<&'static str> {
        match self {
            Shape::OptionalAttribute => Some("none"),
            Shape::Bool => Some("false"),
            Shape::Varint | Shape::Zigzag => Some("0"),
            Shape::List => Some("[]"),
            Shape::String | Shape::Blob | Shape::Attribute | Shape::Type => None,
        }
    }

    /// It in a word.
    pub(super) fn word(self) -> &'static str {
        match self {
            Shape::Varint => "varint",
            Shape::Zigzag => "zigzag",
            Shape::Bool => "bool",
            Shape::String => "string",
            Shape::Blob => "blob",
            Shape::Attribute => "attribute",
            Shape::OptionalAttribute => "attribute?",
            Shape::Type => "type",
            Shape::List => "list",
        }
    }
}

/// What C++ writes by calling this.
const WRITERS: [(&str, Shape); 8] = [
    ("$_writer.writeVarInt(", Shape::Varint),
    ("$_writer.writeSignedVarInt(", Shape::Zigzag),
    ("$_writer.writeOwnedBool(", Shape::Bool),
    ("$_writer.writeOwnedString(", Shape::String),
    ("$_writer.writeOwnedBlob(", Shape::Blob),
    ("$_writer.writeAttribute(", Shape::Attribute),
    ("$_writer.writeOptionalAttribute(", Shape::OptionalAttribute),
    ("$_writer.writeType(", Shape::Type),
];

/// Reads the encodings of a dump.
pub(super) fn read(dump: &Dump) -> Result<Vec<CodeTable>> {
    let mut tables = Vec::new();
    for (class, types) in [("DialectAttributes", false), ("DialectTypes", true)] {
        for record in dump.instances(class)? {
            let codes = record.list("elems")?.into_iter().map(code).collect::<Result<_>>()?;
            let dialect = record.needed_text("dialect")?.to_owned();
            tables.push(CodeTable { dialect, types, codes });
        }
    }
    Ok(tables)
}

fn code(record: Record<'_>) -> Result<Option<Code>> {
    if !record.is("DialectAttribute") && !record.is("DialectType") {
        // A place that is kept.
        return Ok(None);
    }
    let mut members = Vec::new();
    for (member, name) in record.dag("members")? {
        let writer = member.text("cPrinter")?;
        if writer == Some("") {
            // The member is computed from others.
            continue;
        }
        let element = match member.reference("elemT")? {
            Some(element) => shape_of(element)?,
            None => None,
        };
        members.push(Member {
            name: name.to_owned(),
            shape: shape_of(member)?,
            element,
            writer: writer.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" "),
        });
    }
    Ok(Some(Code { name: record.name.to_owned(), members }))
}

fn shape_of(member: Record<'_>) -> Result<Option<Shape>> {
    if member.is("Array") {
        // A list of known size has no count.
        return Ok(Some(Shape::List).filter(|_| !member.is("ArrayWithKnownSize")));
    }
    let writer = member.text("cPrinter")?.unwrap_or_default();
    let found = WRITERS.iter().find(|(text, _)| writer.starts_with(text));
    Ok(found.map(|(_, shape)| *shape))
}

impl Code {
    /// What its fields are on the wire.
    pub(super) fn shapes(&self) -> Vec<Option<Shape>> {
        self.members.iter().map(|member| member.shape).collect()
    }

    /// The gap in the definition, if any.
    pub(super) fn gap(&self) -> Option<String> {
        let open = self.members.iter().find(|member| member.ty().is_none())?;
        let how = match open.writer.as_str() {
            "" => "is made of what C++ of its own writes".to_owned(),
            writer => format!("is written by {writer}"),
        };
        Some(format!("field {} {how}", open.name))
    }
}

impl Member {
    /// The type in the language; none if handwritten C++ determines it.
    pub(super) fn ty(&self) -> Option<String> {
        let plain = |shape: Shape| match shape {
            Shape::Varint => Some("varint"),
            Shape::Zigzag => Some("zigzag"),
            Shape::Bool => Some("bool"),
            Shape::String => Some("ref<String>"),
            Shape::Attribute => Some("ref<Attribute>"),
            Shape::Type => Some("ref<Type>"),
            Shape::Blob | Shape::OptionalAttribute | Shape::List => None,
        };
        match self.shape? {
            Shape::Blob => Some("blob".to_owned()),
            Shape::OptionalAttribute => Some("flagged<ref<Attribute>>".to_owned()),
            Shape::List => Some(format!("list<{}>", plain(self.element?)?)),
            shape => plain(shape).map(str::to_owned),
        }
    }
}

impl CodeTable {
    /// The table of the schema that has such entries.
    pub(super) fn entries(&self) -> &'static str {
        if self.types { "Type" } else { "Attribute" }
    }

    /// Whether it is of a dialect, which is spelled in another way in C++.
    pub(super) fn is_of(&self, dialect: &str) -> bool {
        plain(&self.dialect) == plain(dialect)
    }

    pub(super) fn kind(&self) -> &'static str {
        if self.types { "type" } else { "attribute" }
    }
}

/// The name of a dialect without the differences between C++ and files.
fn plain(name: &str) -> String {
    name.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect()
}
