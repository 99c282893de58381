//! What the properties of an operation are on the wire, for formats that write them one after the
//! other, without names or tags.
//!
//! The layouts themselves are in a format's schema; what is generated from it finds them here.

/// The layouts of a dialect's operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dialect {
    /// The dialect, spelled as in the file.
    pub name: &'static str,
    /// Its operations, in the order of their names.
    pub operations: &'static [Layout],
}

/// The properties of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// The operation, without its dialect.
    pub operation: &'static str,
    /// Its properties in wire order.
    pub fields: &'static [Field],
}

impl Layout {
    /// The properties of an operation.
    #[must_use]
    pub const fn new(operation: &'static str, fields: &'static [Field]) -> Self {
        Layout { operation, fields }
    }
}

/// A property of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// The name.
    pub name: &'static str,
    /// What it is on the wire.
    pub kind: Kind,
}

impl Field {
    /// A property.
    #[must_use]
    pub const fn new(name: &'static str, kind: Kind) -> Self {
        Field { name, kind }
    }
}

/// What a property is on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An index into the table of attributes, as a varint.
    Attribute,
    /// A varint: 0 for none, otherwise twice an index into the table of attributes, and one more.
    OptionalAttribute,
    /// A varint.
    Varint,
    /// One byte that is 0 for none, or 1 and a varint.
    OptionalVarint,
    /// One byte, 0 or 1.
    Bool,
    /// An index into the table of strings, as a varint.
    String,
    /// The sizes of this many segments of the operation's operands or results.
    ///
    /// Older versions of a format have them here as an [`Attribute`](Kind::Attribute), newer ones as
    /// sparse arrays after all other properties, in the order of the layout.
    Segments(u32),
}

/// The layouts of the operations of a dialect that has releases of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RangedDialect {
    /// The dialect, spelled as in the file.
    pub name: &'static str,
    /// The dialect whose releases are counted: mostly the same one.
    pub clock: &'static str,
    /// Its operations, in the order of their names.
    pub operations: &'static [RangedLayout],
}

/// The properties of an operation in all releases of its dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RangedLayout {
    /// The operation, without its dialect.
    pub operation: &'static str,
    /// Its layouts, oldest first.
    pub ranges: &'static [Range],
}

/// The properties of an operation in some releases of its dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    /// The first release, by its position in the dialect's list.
    pub since: usize,
    /// The last release, inclusive.
    pub until: usize,
    /// The properties in wire order.
    pub fields: &'static [Field],
}

impl Range {
    /// Whether a release has the layout; one that is not known may have any.
    #[must_use]
    pub fn has(&self, release: Option<usize>) -> bool {
        release.is_none_or(|release| (self.since..=self.until).contains(&release))
    }
}

/// The layouts of an operation and the dialect whose releases they count, from tables that are in the
/// order of their names.
#[must_use]
pub fn find_ranges(
    dialects: &[RangedDialect],
    dialect: &str,
    operation: &str,
) -> Option<(&'static str, &'static [Range])> {
    let dialect = dialects.binary_search_by(|entry| entry.name.cmp(dialect)).ok()?;
    let RangedDialect { clock, operations, .. } = dialects[dialect];
    let layout = operations.binary_search_by(|layout| layout.operation.cmp(operation)).ok()?;
    Some((clock, operations[layout].ranges))
}

/// The properties of an operation, from tables that are in the order of their names.
#[must_use]
pub fn find(dialects: &[Dialect], dialect: &str, operation: &str) -> Option<&'static [Field]> {
    let dialect = dialects.binary_search_by(|entry| entry.name.cmp(dialect)).ok()?;
    let operations = dialects[dialect].operations;
    let layout = operations.binary_search_by(|layout| layout.operation.cmp(operation)).ok()?;
    Some(operations[layout].fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    static CALL: [Field; 2] =
        [Field::new("callee", Kind::Attribute), Field::new("sizes", Kind::Segments(3))];
    static CARD: [Layout; 2] = [Layout::new("draw", &[]), Layout::new("draw.two", &CALL)];
    static ALL: [Dialect; 2] = [
        Dialect { name: "card", operations: &CARD },
        Dialect { name: "func", operations: &[Layout::new("call", &CALL)] },
    ];

    #[test]
    fn what_is_known_and_what_is_not() {
        assert_eq!(find(&ALL, "card", "draw"), Some([].as_slice()));
        assert_eq!(find(&ALL, "card", "draw.two"), Some(CALL.as_slice()));
        assert_eq!(find(&ALL, "func", "call"), Some(CALL.as_slice()));
        for (dialect, operation) in [("func", "draw"), ("card", ""), ("", ""), ("fun", "call")] {
            assert_eq!(find(&ALL, dialect, operation), None, "{dialect}.{operation}");
        }
    }
}
