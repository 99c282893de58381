//! How operations are spelled: the `text` of each in the schema, as tables that print and read.

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
    /// A property of this name, which stands beside the attributes.
    Property(&'static str),
}

/// A piece of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text as it is.
    Literal(&'static str),
    /// A line end, and the blanks that the operation begins with.
    Line,
    /// A comma and a blank, where it is not the first one of its group.
    Comma,
    /// The names of operands, an attribute, or a region; elements of a list have this between them.
    Value(Part, &'static str),
    /// The types of values.
    Type(Part),
    /// One type where all values have it, else one for each.
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
    /// The numbers that a field of the type of a result has, of which unknown ones are operands.
    Mixed(Part, &'static str, Part),
    /// The name of an argument of a region, which has the type of an operand.
    Argument(Part, u16, Part),
    /// Arguments of a region, from one on, and the operands that are their first values.
    Assigned(Part, u16, Part),
    /// Arguments of a region and their types, and what a list of attributes says of them.
    Parameters(Part, Option<Part>),
    /// Attributes in their short form, as arguments of a call, with this between them.
    Expressions(Part, &'static str),
    /// A dictionary of those attributes that are there; of all that nothing else says, where none is named.
    Dictionary(&'static [Part]),
    /// Pieces that are there where one of several conditions holds, each of tests that all hold.
    If(&'static [&'static [Test]], &'static [Piece]),
    /// Groups that are read in any order.
    AnyOrder(&'static [Piece]),
}

/// A question to an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    /// It must not be so.
    pub negated: bool,
    /// What is asked.
    pub of: Subject,
}

/// What is asked of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The part is there: values, a block of a region, an attribute that is present, true, not zero, not empty.
    Says(Part),
    /// The attribute is another member.
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
    /// Something that no template can say.
    Other,
}
