//! What a dialect says of its operations: which parts they have, and how they are printed.

use bytespec_core::operation_text::{Part, Piece};
use bytespec_core::properties::{Field, Kind};
use bytespec_core::signatures::Group;
use bytespec_core::versions::index_of;

/// A field of an [`Operation`](super::Operation): a group of operands, results, regions or successors, or an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpGroup {
    /// The name, and how many it has.
    pub group: Group,
    /// What they are.
    pub kind: OpPartKind,
    /// The operands whose type a result has of which no type is said; in the text of an operation those whose type others have.
    pub type_of: Option<&'static str>,
}

/// What an operation has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OpPartKind {
    /// An operand.
    Operand,
    /// A result.
    Result,
    /// A region.
    Region,
    /// A successor.
    Successor,
    /// An attribute that is no property.
    Attribute,
}

impl OpPartKind {
    /// The word for one.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            OpPartKind::Operand => "operand",
            OpPartKind::Result => "result",
            OpPartKind::Region => "region",
            OpPartKind::Successor => "successor",
            OpPartKind::Attribute => "attribute",
        }
    }
}

/// What a registry knows of an operation that a dialect lists. As a rule it is derived, with [`OpProperties`](super::OpProperties) or [`Operation`](super::Operation).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no operation that a dialect can list",
    note = "derive `OpProperties` or `Operation` for it"
)]
pub trait DialectOperation {
    /// The name of the operation without its dialect; [`EVERY_OPERATION`](bytespec_core::by_release::EVERY_OPERATION) for all
    /// operations of the dialect that it does not list.
    const OPERATION: &'static str;
    /// The properties in the order of the bytes.
    const LAYOUT: &'static [Field];
    /// How it is printed and parsed; none where it stands in the generic form alone.
    const TEXT: Option<&'static OpText> = None;
    /// What it has besides properties, where that is known.
    const PARTS: Option<&'static [OpGroup]> = None;
    /// One line about it, if there is one.
    const SUMMARY: Option<&'static str> = None;
}

/// What a dialect knows of an operation that it lists.
#[derive(Clone, Copy, Debug)]
pub struct ListedOperation {
    /// [`DialectOperation::OPERATION`].
    pub name: &'static str,
    /// [`DialectOperation::LAYOUT`].
    pub layout: &'static [Field],
    /// [`DialectOperation::TEXT`].
    pub text: Option<&'static OpText>,
    /// [`DialectOperation::PARTS`].
    pub parts: Option<&'static [OpGroup]>,
    /// [`DialectOperation::SUMMARY`].
    pub summary: Option<&'static str>,
}

impl ListedOperation {
    /// What is known of an operation.
    #[must_use]
    pub const fn of<T: DialectOperation>() -> Self {
        ListedOperation {
            name: T::OPERATION,
            layout: T::LAYOUT,
            text: T::TEXT,
            parts: T::PARTS,
            summary: T::SUMMARY,
        }
    }
}

/// How an operation is printed and parsed in a form of its own, the assembly format of MLIR: `motor.add %0, %1 : i32`.
///
/// Pieces name parts by their place among those of their kind, and properties by their name. A reader decides by one word or mark
/// whether a group is there, so that a group begins with one that nothing else there begins with; derived texts are held to that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpText {
    /// What the operation has besides properties.
    pub parts: &'static [OpGroup],
    /// The properties in the order of the bytes.
    pub layout: &'static [Field],
    /// The template; it begins with the name of the operation without its dialect.
    pub pieces: &'static [Piece],
}

/// The most results whose number and types stand nowhere but in front of an operation: what a text makes stays in proportion to it.
pub(crate) const MAX_UNSAID_RESULTS: usize = 64;

impl OpText {
    /// What the first piece has behind the name of the operation; none for a text that does not begin with the name.
    pub(crate) fn behind_name(&self, operation: &str) -> Option<&'static str> {
        let Piece::Literal(text) = self.pieces.first()? else { return None };
        let rest = text.strip_prefix(operation)?;
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
        let is_name = operation.chars().all(is_word) && !operation.is_empty();
        (is_name && !rest.starts_with(is_word)).then_some(rest)
    }

    /// Whether the text says the types of a part anywhere: where it does not, there is none then.
    pub(crate) fn says_type(&self, part: Part) -> bool {
        fn any(pieces: &[Piece], part: Part) -> bool {
            pieces.iter().any(|piece| match *piece {
                Piece::Type(of) => of == part,
                Piece::If(_, inner) => any(inner, part),
                _ => false,
            })
        }
        any(self.pieces, part)
    }
}

/// The text of an operation, named without its dialect, among those of a dialect.
#[must_use]
pub fn find_text(listed: &[ListedOperation], operation: &str) -> Option<&'static OpText> {
    listed.iter().find_map(|one| one.text.filter(|_| one.name == operation))
}

/// The kind of a property of a layout.
const fn kind_of(layout: &[Field], name: &str) -> Option<Kind> {
    let mut at = 0;
    while at < layout.len() {
        if index_of(&[layout[at].name], name) == 0 {
            return Some(layout[at].kind);
        }
        at += 1;
    }
    None
}

/// Whether a layout has a property that text can show; what a derived text is held to at compile time.
#[must_use]
pub const fn has_property(layout: &[Field], name: &str) -> bool {
    !matches!(kind_of(layout, name), None | Some(Kind::Segments(_)))
}

/// Whether a property is no attribute; what a derived text is held to at compile time.
#[must_use]
pub const fn is_plain_property(layout: &[Field], name: &str) -> bool {
    !matches!(kind_of(layout, name), Some(Kind::Attribute | Kind::OptionalAttribute))
}

/// Whether each property of a layout but sizes of segments is among some names; what a derived text is held to at compile time.
#[must_use]
pub const fn says_all(layout: &[Field], said: &[&str]) -> bool {
    let mut at = 0;
    while at < layout.len() {
        let is_said = (index_of(said, layout[at].name) as usize) < said.len();
        if !is_said && !matches!(layout[at].kind, Kind::Segments(_)) {
            return false;
        }
        at += 1;
    }
    true
}
