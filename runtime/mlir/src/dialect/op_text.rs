//! Descriptions of a dialect's operations: their parts and their text templates.

use bytespec_core::operation_text::{Part, Piece};
use bytespec_core::properties::{Field, Kind};
use bytespec_core::signatures::Group;
use bytespec_core::versions::index_of;

/// A field of an [`Operation`](super::Operation): a group of operands, results, regions or successors, or an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpGroup {
    /// The name and the number of members.
    pub group: Group,
    /// The kind of the members.
    pub kind: OpPartKind,
    /// The operands that determine the type of a result without an explicit type; in the text of an operation, the operands
    /// that determine the types of others.
    pub type_of: Option<&'static str>,
}

/// The kind of a part of an operation.
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
    /// An attribute that is not a property.
    Attribute,
}

impl OpPartKind {
    /// The word for one such part.
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

/// The description of an operation that a dialect lists. You usually derive it, with [`OpProperties`](super::OpProperties) or
/// [`Operation`](super::Operation).
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
    /// The text template; `None` if the operation has only the generic form.
    const TEXT: Option<&'static OpText> = None;
    /// The parts besides properties, if they are known.
    const PARTS: Option<&'static [OpGroup]> = None;
    /// A summary in one line, if there is one.
    const SUMMARY: Option<&'static str> = None;
}

/// The description of an operation that a dialect lists.
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
    /// The description of an operation.
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

/// The text template of an operation, called assembly format in MLIR: `motor.add %0, %1 : i32`.
///
/// Pieces refer to parts by their index among the parts of the same kind, and to properties by their name. The parser decides
/// by one word or punctuation mark whether an optional group is present. A group therefore starts with one that nothing else at
/// this position starts with; derived templates are checked for this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpText {
    /// The parts of the operation besides properties.
    pub parts: &'static [OpGroup],
    /// The properties in the order of the bytes.
    pub layout: &'static [Field],
    /// The template. It starts with the name of the operation without its dialect.
    pub pieces: &'static [Piece],
}

/// The maximum number of results whose number and types follow only from the result names before the operation. The limit keeps
/// the result of parsing in proportion to the text.
pub(crate) const MAX_UNTYPED_RESULTS: usize = 64;

impl OpText {
    /// The rest of the first piece after the name of the operation; `None` for a template that does not start with the name.
    pub(crate) fn behind_name(&self, operation: &str) -> Option<&'static str> {
        let Piece::Literal(text) = self.pieces.first()? else { return None };
        let rest = text.strip_prefix(operation)?;
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
        let is_name = operation.chars().all(is_word) && !operation.is_empty();
        (is_name && !rest.starts_with(is_word)).then_some(rest)
    }

    /// Whether the template states the types of a part. If it does, and a text has no types for the part, the part has no
    /// members.
    pub(crate) fn states_types(&self, part: Part) -> bool {
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

/// The template of an operation, named without its dialect, in a dialect's list.
#[must_use]
pub fn find_text(listed: &[ListedOperation], operation: &str) -> Option<&'static OpText> {
    listed.iter().find_map(|one| one.text.filter(|_| one.name == operation))
}

/// The kind of a property in a layout.
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

/// Whether a layout has a property that text can show. Derived templates check it at compile time.
#[must_use]
pub const fn has_property(layout: &[Field], name: &str) -> bool {
    !matches!(kind_of(layout, name), None | Some(Kind::Segments(_)))
}

/// Whether a property is not an attribute. Derived templates check it at compile time.
#[must_use]
pub const fn is_plain_property(layout: &[Field], name: &str) -> bool {
    !matches!(kind_of(layout, name), Some(Kind::Attribute | Kind::OptionalAttribute))
}

/// Whether `shown` names every property of a layout except segment sizes. Derived templates check it at compile time.
#[must_use]
pub const fn shows_every_property(layout: &[Field], shown: &[&str]) -> bool {
    let mut at = 0;
    while at < layout.len() {
        let is_shown = (index_of(shown, layout[at].name) as usize) < shown.len();
        if !is_shown && !matches!(layout[at].kind, Kind::Segments(_)) {
            return false;
        }
        at += 1;
    }
    true
}
