//! The textual form of operations: the `text` of each in the schema, as tables for printing and parsing.

/// A part of an operation, by its position among those of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// An attribute.
    Attribute(u16),
    /// A group of operands.
    Operand(u16),
    /// A group of results.
    Result(u16),
    /// A region.
    Region(u16),
    /// A group of successors.
    Successor(u16),
    /// A property of this name, which is stored apart from the attributes.
    Property(&'static str),
}

/// A piece of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text as it is.
    Literal(&'static str),
    /// A line end, and the indentation of the operation.
    Line,
    /// A comma and a space, except the first time in its group.
    Comma,
    /// The names of operands, an attribute, or a region. The text is the separator between the elements of a list.
    Value(Part, &'static str),
    /// The types of values.
    Type(Part),
    /// One type if all values have the same type, otherwise one type for each.
    Types(Part),
    /// The type of the first value of the first group that has one.
    FirstType(&'static [Part]),
    /// Types as attributes spell them.
    FullType(Part),
    /// Types of results as the type of a function has them.
    FullResults(Part),
    /// A string as the name of a symbol.
    Symbol(Part),
    /// A constant: its elements and the type that they have, which is that of a result.
    Elements(Part, Option<Part>),
    /// The numbers in a field of the type of a result, where each unknown number is an operand.
    Mixed(Part, &'static str, Part),
    /// The name of an argument of a region, which has the type of an operand.
    Argument(Part, u16, Part),
    /// Arguments of a region, from a position on, and the operands that are their initial values.
    Assigned(Part, u16, Part),
    /// Arguments of a region and their types, and the attributes of each, from a list.
    Parameters(Part, Option<Part>),
    /// Attributes in their short form, as arguments of a call. The text is the separator between them.
    Expressions(Part, &'static str),
    /// A dictionary of these attributes, where they are present. Without names, it has all attributes that no other piece shows.
    Dictionary(&'static [Part]),
    /// Pieces that are present if one of the conditions holds. A condition holds if all of its tests hold.
    If(&'static [&'static [Test]], &'static [Piece]),
    /// Groups that are read in any order.
    AnyOrder(&'static [Piece]),
}

/// A test of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    /// The test holds if its subject does not.
    pub negated: bool,
    /// The subject.
    pub of: Subject,
}

/// The subject of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The part has something to show: values, a block in a region, an attribute that is present, true, not zero, or not empty.
    HasContent(Part),
    /// The attribute is not this member.
    IsNot(Part, &'static str),
    /// One of the truth values is true.
    AnyOf(Part),
    /// The type of the result has this field.
    HasField(Part, &'static str),
}

/// The form of an attribute in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A truth value.
    Flag,
    /// An integer.
    Integer,
    /// One of these words.
    Member(&'static [&'static str]),
    /// An entry of this table.
    Reference(&'static str),
    /// An item of the schema, by its name.
    Item(&'static str),
    /// Truth values.
    Flags,
    /// Integers.
    Integers,
    /// Items of the schema, by their name.
    Items(&'static str),
    /// Something that no template can show.
    Other,
}
