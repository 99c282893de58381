//! The syntax tree of a schema: its content with positions, and without name resolution.
//!
//! Both front ends build this tree: the YAML reader ([`crate::syntax`]) and the derive macros. The rules in [`crate::check`] run over
//! it, so each rule is written once. A [`Span`] is a number. Only the front end that made it can turn it into a file and a line.

pub mod before;
pub mod defaults;
pub mod described;
pub mod format;
pub mod kinds;
pub mod layout;
pub mod presence;
pub mod signature;
mod spelling;
pub mod tag;
pub mod upgrade;

use bytespec_plan::Base;
pub use defaults::{DefaultValue, DefaultValues, Defaults};
pub use described::{Covered, Expression, Place, Repeat, RunKeys, Size, Transformed};
pub use format::{
    ByteOrder, Dialect, Format, Header, Operations, Releases, SectionsHeader, SegmentSizes,
};
pub use kinds::{NamedKind, named_kinds};
pub use layout::{
    ByRelease, EVERY_OPERATION, Layout, PerOperation, Properties, Property, PropertyKind,
};
pub use presence::{Presence, PresenceHow, Test};
pub use signature::{Count, Group as SignatureGroup, Signature, Signatures, Trait};
pub use tag::Tag;
pub use upgrade::{Constant, Conversion, Conversions, Limit};

/// A position in the source, by a number of the front end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span(pub u32);

/// A value and its position in the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// The position.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Pairs a value with its position.
    pub fn new(value: T, span: Span) -> Self {
        Spanned { value, span }
    }
}

/// Common keys of every item, field, member, operand, result and region.
#[derive(Clone, Debug, Default)]
pub struct Common {
    /// The name, as written in the schema.
    pub name: Spanned<String>,
    /// One line, without a full stop.
    pub summary: Option<Spanned<String>>,
    /// Longer text, Markdown.
    pub doc: Option<Spanned<String>>,
    /// First format version that has it.
    pub since: Option<Spanned<String>>,
    /// Last format version that has it.
    pub until: Option<Spanned<String>>,
    /// First release of the producer that has it.
    pub since_release: Option<Spanned<String>>,
    /// Last release of the producer that has it.
    pub until_release: Option<Spanned<String>>,
    /// The dialect with these releases. The releases are those of the format's producer if no dialect is named, or if the dialect
    /// has no releases of its own.
    pub dialect: Option<Spanned<String>>,
    /// The feature that files must announce to have it.
    pub feature: Option<Spanned<String>>,
    /// The source of the information.
    pub source: Option<Spanned<String>>,
    /// The spelling in listings, if it differs from the name.
    pub label: Option<Spanned<String>>,
    /// Real bytes and their values.
    pub examples: Vec<Example>,
    /// The front end has reported it already: rules do not report what it lacks.
    pub broken: bool,
}

/// Bytes of an item and their value, which are shown in the documentation and run as a test.
#[derive(Clone, Debug)]
pub struct Example {
    /// The bytes, as hexadecimal pairs.
    pub bytes: Spanned<String>,
    /// The value of the bytes, as listings spell it.
    pub value: Spanned<String>,
    /// What the value means, in one line.
    pub summary: Option<Spanned<String>>,
    /// The context for the host, if the value depends on one.
    pub context: Option<Spanned<String>>,
    /// The format version of the bytes; by default the newest.
    pub version: Option<Spanned<String>>,
}

/// A whole schema: every item of every file.
#[derive(Clone, Debug, Default)]
pub struct Schema {
    /// The format itself (one in a YAML schema).
    pub formats: Vec<Format>,
    /// Index spaces.
    pub tables: Vec<Table>,
    /// Hand-written codecs.
    pub codecs: Vec<Codec>,
    /// Enumerations.
    pub enums: Vec<Enum>,
    /// Plain sequences of fields.
    pub records: Vec<Record>,
    /// Tagged choices.
    pub unions: Vec<Union>,
    /// The alternatives of the unions.
    pub variants: Vec<Variant>,
    /// Sections of the file.
    pub sections: Vec<Section>,
    /// Groups of operations.
    pub groups: Vec<Group>,
    /// Named sets of types.
    pub constraints: Vec<Constraint>,
    /// Operations.
    pub ops: Vec<Op>,
    /// Dialects.
    pub dialects: Vec<Dialect>,
    /// Layouts of the properties of operations.
    pub properties: Vec<Properties>,
    /// The operands, results, regions and successors of operations.
    pub signatures: Vec<Signatures>,
    /// Values of absent properties.
    pub defaults: Vec<Defaults>,
    /// Attributes and types that conversions need.
    pub constants: Vec<Constant>,
    /// The changes of operations between releases of a dialect.
    pub conversions: Vec<Conversions>,
    /// The front end could not read all of it: rules do not report undeclared names.
    pub incomplete: bool,
}

impl Schema {
    /// Copies the dialect of an item to each of its parts, and that of a union to each of its variants.
    pub fn propagate_dialects(&mut self) {
        fn parts<'p>(
            dialect: &Option<Spanned<String>>,
            parts: impl Iterator<Item = &'p mut Common>,
        ) {
            parts.for_each(|part| part.dialect.clone_from(dialect));
        }
        for item in &mut self.enums {
            parts(&item.common.dialect, item.members.iter_mut().map(|member| &mut member.common));
        }
        for item in &mut self.records {
            parts(&item.common.dialect, item.fields.iter_mut().map(|field| &mut field.common));
        }
        let unions = self.unions.iter().rev();
        let unions: std::collections::HashMap<&str, &Common> =
            unions.map(|union| (union.common.name.value.as_str(), &union.common)).collect();
        for variant in &mut self.variants {
            let union = variant.of.as_ref().and_then(|of| unions.get(of.value.as_str()));
            variant.common.dialect = union.and_then(|union| union.dialect.clone());
            let fields = variant.fields.iter_mut().map(|field| &mut field.common);
            parts(&variant.common.dialect, fields);
        }
    }
}

/// `table`: an index space.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Name and documentation.
    pub common: Common,
    /// What it holds, for references of the language: `strings` or `attributes`.
    pub holds: Option<Spanned<String>>,
}

impl Table {
    /// Whether it is declared to hold something.
    pub(crate) fn is_of(&self, what: &str) -> bool {
        self.holds.as_ref().is_some_and(|holds| holds.value == what)
    }
}

/// `codec`: a hand-written codec.
#[derive(Clone, Debug, Default)]
pub struct Codec {
    /// Name and documentation.
    pub common: Common,
    /// Rust type of the value.
    pub value: Option<Spanned<String>>,
    /// A value that is read borrows from the input.
    pub borrowed: bool,
    /// The type implements reading and writing, with `FromWire` and `ToWire`.
    pub derived: bool,
    /// The host can parse it from text.
    pub readable: bool,
    /// A Rust type that the front end cannot inspect: Rust itself checks the defaults.
    pub native: bool,
    /// The types of the fields that it takes as arguments.
    pub args: Vec<Spanned<String>>,
}

/// `enum`: named numbers.
#[derive(Clone, Debug, Default)]
pub struct Enum {
    /// Name and documentation.
    pub common: Common,
    /// Wire type of the number.
    pub wire: Option<TypeExpr>,
    /// Members are bits, of which a number can have several.
    pub flags: bool,
    /// The treatment of an unknown number.
    pub unknown: Option<Spanned<String>>,
    /// Members.
    pub members: Vec<Member>,
    /// Numbers that no member may have.
    pub reserved: Vec<Reserved>,
}

/// A number that must not be used.
#[derive(Clone, Debug)]
pub struct Reserved {
    /// The number.
    pub number: Spanned<i128>,
    /// Its former meaning.
    pub was: Option<Spanned<String>>,
}

impl Enum {
    /// Whether an unknown number is kept.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.unknown.as_ref().is_some_and(|word| word.value == "keep")
    }
}

/// A member of an enum.
#[derive(Clone, Debug, Default)]
pub struct Member {
    /// Name and documentation.
    pub common: Common,
    /// The number on the wire.
    pub value: Option<Spanned<i128>>,
}

/// A type expression such as `list<ref<Type>>` or `integer_bits(type)`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeExpr {
    /// The head: `list`, `varint`, `Type`, ...
    pub name: String,
    /// The arguments in angle brackets.
    pub args: Vec<TypeArg>,
    /// The arguments in round brackets: the fields that a codec takes, the tag of a union, or the arguments of a record.
    pub arguments: Vec<Expression>,
    /// It is a number whose byte order the file states.
    pub has_selected_order: bool,
    /// The position in the source.
    pub span: Span,
}

impl TypeExpr {
    /// The arguments in round brackets, as they are spelled.
    pub fn spelled_arguments(&self) -> impl Iterator<Item = String> {
        self.arguments.iter().map(ToString::to_string)
    }
}

/// An argument of a type expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeArg {
    /// A type.
    Type(TypeExpr),
    /// A number, such as an alignment.
    Number(u64),
}

/// A literal value of a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// A number.
    Int(i128),
    /// True or false.
    Bool(bool),
    /// A name (an enum member) or text.
    Text(String),
    /// An empty list.
    EmptyList,
}

/// The bits of a field that is a part of the packed field before it.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// The number of bits; none for the last part, which takes the remaining bits.
    pub bits: Option<Spanned<i128>>,
    /// It is the last part.
    pub last: bool,
}

/// A value of an integer that listings do not spell as a number.
#[derive(Clone, Debug)]
pub struct Spelled {
    /// The value.
    pub value: Spanned<i128>,
    /// Its text.
    pub text: Spanned<String>,
}

/// A field of a record, variant, section or operation (there called attribute).
#[derive(Clone, Debug, Default)]
pub struct Field {
    /// Name and documentation.
    pub common: Common,
    /// Its type.
    pub ty: TypeExpr,
    /// Whether it can be absent.
    pub optional: bool,
    /// The sources of its presence, from `bit:`, `present:` and `when:`.
    pub presence: Vec<Presence>,
    /// Value in versions that lack the field.
    pub default: Option<Spanned<Literal>>,
    /// Values that are rejected.
    pub reject: Vec<Spanned<i128>>,
    /// Values with a spelling of their own in listings.
    pub spelled: Vec<Spelled>,
    /// The enum whose members listings show instead of numbers.
    pub names: Option<Spanned<String>>,
    /// The base in which listings show its numbers.
    pub base: Option<Spanned<Base>>,
    /// The word at the start of the referenced entry, which texts omit.
    pub short: Option<Spanned<String>>,
    /// Variants of the entries that it may refer to, or their traits; if empty, it may refer to any entry.
    pub kinds: Vec<Spanned<String>>,
    /// The string that it refers to must not be empty.
    pub nonempty: bool,
    /// The table that this field holds (sections).
    pub table: Option<Spanned<String>>,
    /// It is a part of the packed field before it; the parts of a packed field follow each other.
    pub part: Option<Part>,
    /// Keys that generated Rust does not support.
    pub run: Option<Box<RunKeys>>,
}

impl Field {
    /// Keys that generated Rust does not support.
    pub fn run(&self) -> &RunKeys {
        self.run.as_deref().unwrap_or(RunKeys::none())
    }

    /// The type of each element, if the field has several.
    pub fn element(&self) -> Option<&TypeExpr> {
        match (&self.run().count, self.ty.name.as_str(), self.ty.args.first()) {
            (Some(_), ..) => Some(&self.ty),
            (None, "list" | "rest", Some(TypeArg::Type(inner))) => Some(inner),
            _ => None,
        }
    }

    /// The condition `valid` if it is one on each element: it uses the name of the field as a value, and the field has several.
    pub fn valid_of_element(&self) -> Option<&Expression> {
        let own = |name: &Spanned<String>| name.value == self.common.name.value;
        let is_value = |part: &Expression| match part {
            Expression::Field(name)
            | Expression::Inner(name, _)
            | Expression::Is(name, _)
            | Expression::Digits(name, _) => own(name),
            _ => false,
        };
        let valid = self.run().valid.as_ref()?;
        (self.element().is_some() && valid.any(is_value)).then_some(valid)
    }

    /// The conditions in which the name of the field is an element.
    pub fn conditions_of_element(&self) -> impl Iterator<Item = &Expression> {
        self.valid_of_element().into_iter().chain(self.run().last_of_element())
    }
}

/// `record`: fields in order.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// Name and documentation.
    pub common: Common,
    /// The record whose fields come first.
    pub begins_with: Option<Spanned<String>>,
    /// It is declared as run only.
    pub run_only: bool,
    /// Fields in wire order.
    pub fields: Vec<Field>,
}

/// `union`: a tag and one of several layouts.
#[derive(Clone, Debug, Default)]
pub struct Union {
    /// Name and documentation.
    pub common: Common,
    /// Wire type of the tag.
    pub tag: Option<TypeExpr>,
    /// The tag is the first number of the variant, and belongs to the variant.
    pub peeks_tag: bool,
    /// `error` or `opaque`.
    pub unknown: Option<Spanned<String>>,
    /// Names of the traits that variants may state.
    pub traits: Vec<Spanned<String>>,
    /// The table of these entries; the dialect is that of `common`.
    pub entries: Option<Spanned<String>>,
    /// The dialect whose texts contain the variants, if they occur in no file.
    pub text_of: Option<Spanned<String>>,
    /// Numbers that no variant may have.
    pub reserved: Vec<Reserved>,
}

/// `variant`: one layout of a union.
#[derive(Clone, Debug, Default)]
pub struct Variant {
    /// Name and documentation.
    pub common: Common,
    /// The union.
    pub of: Option<Spanned<String>>,
    /// The numbers on the wire that select it.
    pub tags: Vec<Tag>,
    /// Spelling in listings.
    pub text: Option<Spanned<String>>,
    /// The text is only for listings: nothing parses it.
    pub listed_only: bool,
    /// The variant with the same text that is read in its place.
    pub reads_as: Option<Spanned<String>>,
    /// Facts about the variant.
    pub traits: Vec<(Spanned<String>, Spanned<Literal>)>,
    /// `open` or `close`: its effect on the blocks of a `balanced` sequence.
    pub nesting: Option<Spanned<String>>,
    /// The names that definitions use for it, from a release on.
    pub called: Vec<(Spanned<String>, Spanned<String>)>,
    /// Fields in wire order.
    pub fields: Vec<Field>,
}

impl Variant {
    /// The number on the wire; the first one of several.
    pub fn tag(&self) -> Option<&Spanned<i128>> {
        self.tags.first().map(|tag| &tag.number)
    }
}

/// `section`: a part of the file.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// Name and documentation.
    pub common: Common,
    /// The number in the section header.
    pub id: Option<Spanned<i128>>,
    /// Whether every file has it.
    pub required: bool,
    /// The alignment must be a multiple of this, in bytes.
    pub align: Option<Spanned<i128>>,
    /// The header must not contain an alignment.
    pub align_forbidden: bool,
    /// It ends the file.
    pub end: bool,
    /// A file may have several.
    pub repeated: bool,
    /// Another section that a file with this one must contain.
    pub requires: Option<Spanned<String>>,
    /// Bytes after the last field are kept (`ignore`) or refused (`error`).
    pub trailing: Option<Spanned<String>>,
    /// The record of the payload.
    pub content: Option<Spanned<String>>,
    /// Fields in wire order.
    pub fields: Vec<Field>,
}

/// `group`: a chapter of operations.
#[derive(Clone, Debug, Default)]
pub struct Group {
    /// Name and documentation.
    pub common: Common,
    /// Title of the chapter.
    pub title: Option<Spanned<String>>,
}

/// `constraint`: a named set of types.
#[derive(Clone, Debug, Default)]
pub struct Constraint {
    /// Name and documentation.
    pub common: Common,
    /// The set.
    pub is: Option<Spanned<String>>,
}

/// An operand or result group of an operation.
#[derive(Clone, Debug, Default)]
pub struct Port {
    /// Name and documentation.
    pub common: Common,
    /// The set of types it may have.
    pub ty: Option<Spanned<String>>,
    /// Any number of values.
    pub variadic: bool,
    /// One value or none.
    pub optional: bool,
    /// The flag bit that states the presence of an optional operand.
    pub bit: Option<Spanned<i128>>,
    /// The name of a result in text.
    pub named: Option<Spanned<String>>,
}

/// A region of an operation.
#[derive(Clone, Debug, Default)]
pub struct Region {
    /// Name and documentation.
    pub common: Common,
    /// It may have no block.
    pub may_be_empty: bool,
    /// The names of its arguments in text.
    pub arguments: Vec<Spanned<String>>,
    /// The terminator that text omits if it has no operands.
    pub implied: Option<Spanned<String>>,
}

/// `op`: an operation.
#[derive(Clone, Debug, Default)]
pub struct Op {
    /// Name and documentation.
    pub common: Common,
    /// The number on the wire.
    pub opcode: Option<Spanned<i128>>,
    /// Chapter of the documentation.
    pub group: Option<Spanned<String>>,
    /// `section` if it never occurs as an instruction of a body.
    pub form: Option<Spanned<String>>,
    /// Results in order.
    pub results: Vec<Port>,
    /// Attributes in wire order.
    pub attributes: Vec<Field>,
    /// First version whose wire has the flags.
    pub flags_since: Option<Spanned<String>>,
    /// Operands in wire order.
    pub operands: Vec<Port>,
    /// `fixed`, `counted` or `segments`.
    pub operand_layout: Option<Spanned<String>>,
    /// Regions in order.
    pub regions: Vec<Region>,
    /// Values that must have the same type.
    pub same_type: Vec<Spanned<String>>,
    /// It ends a block.
    pub terminator: bool,
    /// It has no effect besides its results, for any operands.
    pub pure: bool,
    /// The number of results is on the wire.
    pub result_count: Option<Spanned<bool>>,
    /// Its syntax in text.
    pub text: Option<Spanned<String>>,
    /// Text treats its results as named, although they have numbers.
    pub names_results: bool,
}
