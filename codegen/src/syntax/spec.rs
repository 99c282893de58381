//! How the language is described: kinds of mappings, their keys, and what may stand there.

/// A kind of mapping: an item, or a mapping inside one.
#[derive(Debug)]
pub struct KindSpec {
    /// The kind's name; for an item also the key that holds the item's name.
    pub name: &'static str,
    /// One line of documentation.
    pub doc: &'static str,
    /// The key that holds the name, if the kind has a name.
    pub head: Option<&'static str>,
    /// The kind's own keys.
    pub own: &'static [KeySpec],
    /// Keys shared with other kinds.
    pub shared: &'static [&'static [KeySpec]],
}

impl KindSpec {
    /// Every key, own ones first.
    pub fn keys(&self) -> impl Iterator<Item = &'static KeySpec> {
        let shared = self.shared.iter().flat_map(|keys| keys.iter());
        self.own.iter().chain(shared)
    }

    /// A key by its name.
    pub fn key(&self, name: &str) -> Option<&'static KeySpec> {
        self.keys().find(|key| key.name == name)
    }
}

/// A key of a mapping.
#[derive(Debug)]
pub struct KeySpec {
    /// The key.
    pub name: &'static str,
    /// What its value may be.
    pub shape: Shape,
    /// Whether every mapping of the kind must have it.
    pub required: bool,
    /// One line of documentation.
    pub doc: &'static str,
}

/// What must be so where something else is: what an editor is told of several keys at once.
///
/// Rules of `check` hold a schema to it in words that know the item.
#[derive(Clone, Copy, Debug)]
pub struct Together {
    /// Where this is so,
    pub when: Condition,
    /// this must be so.
    pub then: Condition,
}

/// A question to a mapping.
#[derive(Clone, Copy, Debug)]
pub enum Condition {
    /// Any mapping.
    Always,
    /// It has a key.
    Has(&'static str),
    /// A key is the word, or true for `true`.
    Is(&'static str, &'static str),
    /// A type has this head.
    Head(&'static str, &'static [&'static str]),
    /// A list has at least so many entries.
    Least(&'static str, usize),
    /// All of them.
    All(&'static [Condition]),
    /// One of them or more.
    Any(&'static [Condition]),
    /// Exactly one of them.
    One(&'static [Condition]),
    /// Not this.
    Not(&'static Condition),
}

/// What a value may be.
#[derive(Debug)]
pub enum Shape {
    /// Any text.
    Text,
    /// A name: letters, digits and underscores.
    Name,
    /// A format version, quoted.
    Version,
    /// Bytes as hexadecimal pairs.
    Hex,
    /// A whole number.
    Int,
    /// A whole number from 0.
    Natural,
    /// A whole number, or a text of eight bytes at most.
    Tag,
    /// True or false.
    Bool,
    /// One line without a full stop.
    Summary,
    /// A set of types, or the name of one.
    Set,
    /// A type expression.
    Type,
    /// The type of a number that is not negative.
    Number,
    /// The same, or `ahead` with one between its brackets.
    TagType,
    /// The type of a part of a packed field.
    PartType,
    /// A number, true or false, text or the empty list.
    Literal,
    /// A field, or a field and a member of its enum, as `field=member`; or `not` and one of these.
    Test,
    /// The same, or an expression.
    Condition,
    /// An expression over fields, such as `count(strings)`.
    Expression,
    /// Two expressions that are compared.
    Comparison,
    /// One of some words, each with what it means.
    OneOf(&'static [(&'static str, &'static str)]),
    /// A list.
    List(&'static Shape),
    /// A mapping of a kind.
    Map(&'static KindSpec),
    /// A mapping from free names to literals.
    Facts,
    /// A layout of properties.
    Layout,
    /// A signature of an operation.
    Signature,
    /// Default values of properties.
    Defaults,
    /// A mapping from free texts to values of one shape.
    Entries(&'static Shape),
    /// The first for a plain value, the second for a list or mapping.
    Either(&'static Shape, &'static Shape),
}

impl Shape {
    /// What is expected, in words.
    pub fn describe(&self) -> String {
        match self {
            Shape::Text => "text".into(),
            Shape::Name => "a name".into(),
            Shape::Version => "a version in quotes, such as \"1.0\"".into(),
            Shape::Hex => "bytes as text, such as \"7f 45\"".into(),
            Shape::Int => "a whole number".into(),
            Shape::Natural => "a whole number from 0".into(),
            Shape::Tag => {
                "a whole number, a range of them such as `0x80..0x8f`, or text of at most 8 bytes"
                    .into()
            }
            Shape::Bool => "true or false".into(),
            Shape::Set => "a set of types, such as `any`".into(),
            Shape::Summary => "text".into(),
            Shape::Number => "the type of a number, such as `varint`".into(),
            Shape::TagType => "the type of a number, or `ahead<u8>`".into(),
            Shape::Type | Shape::PartType => "a type, such as `list<u8>`".into(),
            Shape::Literal => "a number, true or false, text or []".into(),
            Shape::Test => "a field, or `field=member`".into(),
            Shape::Condition => "a field, `field=member`, or an expression".into(),
            Shape::Comparison => "a comparison, such as `a < b`".into(),
            Shape::Expression => "an expression, such as `count(strings)`".into(),
            Shape::OneOf(words) => {
                let words: Vec<_> = words.iter().map(|(word, _)| *word).collect();
                format!("one of {}", words.join(", "))
            }
            Shape::List(_) => "a list".into(),
            Shape::Layout => "a layout, such as \"name, other?\"".into(),
            Shape::Signature => "a signature, such as \"(lhs, rhs) -> (result)\"".into(),
            Shape::Defaults => "default values, such as \"name = 0; other = false\"".into(),
            Shape::Map(_) | Shape::Facts | Shape::Entries(_) => "a mapping".into(),
            Shape::Either(a, b) => format!("{} or {}", a.describe(), b.describe()),
        }
    }
}
