//! What the properties of an operation are on the wire, for formats that write them one after the
//! other, without names or tags.
//!
//! The layouts themselves are in a format's schema; what is generated from it finds them here.

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

/// The layouts of a dialect's operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dialect {
    /// The dialect, spelled as in the file.
    pub name: &'static str,
    /// The dialect whose releases are counted, mostly the same one; empty for those of the producer.
    pub clock: &'static str,
    /// Its operations, in the order of their names.
    pub operations: &'static [Operation],
}

/// The properties of an operation in all releases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Operation {
    /// The operation, without its dialect.
    pub name: &'static str,
    /// Its layouts, oldest first.
    pub ranges: &'static [Range],
}

/// The properties of an operation in some releases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    /// The first release, by its position in the list of releases.
    pub since: usize,
    /// The last release, inclusive.
    pub until: usize,
    /// Only files have it whose version record of the dialect is at least this number; 0 for all files.
    pub record: u64,
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
pub fn find(
    dialects: &[Dialect],
    dialect: &str,
    operation: &str,
) -> Option<(&'static str, &'static [Range])> {
    let dialect = dialects.binary_search_by(|entry| entry.name.cmp(dialect)).ok()?;
    let Dialect { clock, operations, .. } = dialects[dialect];
    let found = operations.binary_search_by(|entry| entry.name.cmp(operation)).ok()?;
    Some((clock, operations[found].ranges))
}

/// The layout that a release has in a file with a version record of the dialect, 0 where it has none.
#[must_use]
pub fn layout(ranges: &[Range], release: usize, record: u64) -> Option<&'static [Field]> {
    let of_release = ranges.iter().filter(|range| range.has(Some(release)));
    let known = of_release.filter(|range| range.record <= record);
    known.max_by_key(|range| range.record).map(|range| range.fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    static CALL: [Field; 2] =
        [Field::new("callee", Kind::Attribute), Field::new("sizes", Kind::Segments(3))];
    static NONE: [Range; 1] = [Range { since: 0, until: 4, record: 0, fields: &[] }];
    static SOME: [Range; 3] = [
        Range { since: 0, until: 1, record: 0, fields: &[] },
        Range { since: 2, until: 4, record: 0, fields: &CALL },
        Range { since: 4, until: 4, record: 2, fields: &[] },
    ];
    static CARD: [Operation; 2] =
        [Operation { name: "draw", ranges: &NONE }, Operation { name: "draw.two", ranges: &SOME }];
    static ALL: [Dialect; 2] = [
        Dialect { name: "card", clock: "", operations: &CARD },
        Dialect {
            name: "func",
            clock: "card",
            operations: &[Operation { name: "call", ranges: &SOME }],
        },
    ];

    #[test]
    fn what_is_known_and_what_is_not() {
        assert_eq!(find(&ALL, "card", "draw"), Some(("", NONE.as_slice())));
        assert_eq!(find(&ALL, "card", "draw.two"), Some(("", SOME.as_slice())));
        assert_eq!(find(&ALL, "func", "call"), Some(("card", SOME.as_slice())));
        for (dialect, operation) in [("func", "draw"), ("card", ""), ("", ""), ("fun", "call")] {
            assert_eq!(find(&ALL, dialect, operation), None, "{dialect}.{operation}");
        }
    }

    #[test]
    fn a_release_and_a_record_decide() {
        for (release, record, fields) in [
            (1, 9, Some([].as_slice())),
            (2, 0, Some(CALL.as_slice())),
            (4, 1, Some(CALL.as_slice())),
            (4, 2, Some([].as_slice())),
            (5, 0, None),
        ] {
            assert_eq!(layout(&SOME, release, record), fields, "{release} {record}");
        }
    }
}
