//! The description of the language: kinds of mappings, their keys, and the shapes of values.

/// A kind of mapping: an item, or a mapping inside one.
#[derive(Debug)]
pub struct KindSpec {
    /// The kind's name; for an item, also the key that has the item's name.
    pub name: &'static str,
    /// One line of documentation.
    pub doc: &'static str,
    /// The key with the name, if the kind has a name.
    pub head: Option<&'static str>,
    /// The kind's own keys.
    pub own: &'static [KeySpec],
    /// Keys shared with other kinds.
    pub shared: &'static [&'static [KeySpec]],
}

impl KindSpec {
    /// Every key, the kind's own ones first.
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
    /// The shape of its value.
    pub shape: Shape,
    /// Whether it is required.
    pub required: bool,
    /// One line of documentation.
    pub doc: &'static str,
}

/// A rule about several keys at once, for editors: if one condition is true, another one must be true.
///
/// `check` has its own rules for this, with messages that name the item.
#[derive(Clone, Copy, Debug)]
pub struct Together {
    /// If this is true,
    pub when: Condition,
    /// this must be true.
    pub then: Condition,
}

/// A condition on a mapping.
#[derive(Clone, Copy, Debug)]
pub enum Condition {
    /// Any mapping.
    Always,
    /// It has a key.
    Has(&'static str),
    /// The value of a key is the word, or true for `true`.
    Is(&'static str, &'static str),
    /// A type has this head.
    Head(&'static str, &'static [&'static str]),
    /// A list has at least this many entries.
    Least(&'static str, usize),
    /// All of these conditions.
    All(&'static [Condition]),
    /// At least one of these conditions.
    Any(&'static [Condition]),
    /// Exactly one of these conditions.
    One(&'static [Condition]),
    /// The opposite.
    Not(&'static Condition),
}

/// The shape of a value.
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
    /// A whole number, a range of them, or a text.
    Tag,
    /// The same, or a list of such tags.
    Tags,
    /// True or false.
    Bool,
    /// One line without a full stop.
    Summary,
    /// A set of types, or the name of one.
    Set,
    /// A type expression.
    Type,
    /// The type of an integer.
    Integer,
    /// The type of an unsigned number.
    Number,
    /// The same, or `ahead<...>` with one.
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
    /// A transform of bytes, and its key in brackets.
    Transform,
    /// One of some words, each with its meaning.
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
    /// The expected value, in words.
    pub fn describe(&self) -> String {
        match self {
            Shape::Text => "text".into(),
            Shape::Name => "a name".into(),
            Shape::Version => "a version in quotes, such as \"1.0\"".into(),
            Shape::Hex => "bytes as text, such as \"7f 45\"".into(),
            Shape::Int => "a whole number".into(),
            Shape::Natural => "a whole number from 0".into(),
            Shape::Tag | Shape::Tags => {
                "a whole number, a range of them such as `0x80..0x8f`, or text of at most 255 bytes"
                    .into()
            }
            Shape::Bool => "true or false".into(),
            Shape::Set => "a set of types, such as `any`".into(),
            Shape::Summary => "text".into(),
            Shape::Integer => "the type of an integer, such as `i8`".into(),
            Shape::Number => "the type of a number, such as `varint`".into(),
            Shape::TagType => "the type of a number, or `ahead<u8>`".into(),
            Shape::Type | Shape::PartType => "a type, such as `list<u8>`".into(),
            Shape::Literal => "a number, true or false, text or []".into(),
            Shape::Test => "a field, or `field=member`".into(),
            Shape::Condition => "a field, `field=member`, or an expression".into(),
            Shape::Comparison => "a comparison, such as `a < b`".into(),
            Shape::Transform => "a transform, such as `zlib` or `xor(0x5a)`".into(),
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
