//! What operations have, by dialect, name and release, for facts that no file tells.
//!
//! The facts themselves are in a format's schema; what is generated from it finds them here.

/// What a dialect's operations have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dialect<T: 'static> {
    /// The dialect, spelled as in the file.
    pub name: &'static str,
    /// The dialect whose releases are counted, mostly the same one; empty for those of the producer.
    pub clock: &'static str,
    /// Its operations, in the order of their names.
    pub operations: &'static [Operation<T>],
}

impl<T> Dialect<T> {
    /// A dialect.
    #[must_use]
    pub const fn new(
        name: &'static str,
        clock: &'static str,
        operations: &'static [Operation<T>],
    ) -> Self {
        Dialect { name, clock, operations }
    }
}

/// What an operation has in all releases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Operation<T: 'static> {
    /// The operation, without its dialect.
    pub name: &'static str,
    /// What it has, oldest first.
    pub ranges: &'static [Range<T>],
}

impl<T> Operation<T> {
    /// An operation.
    #[must_use]
    pub const fn new(name: &'static str, ranges: &'static [Range<T>]) -> Self {
        Operation { name, ranges }
    }
}

/// What an operation has in some releases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Range<T> {
    /// The first release, by its position in the list of releases.
    pub since: usize,
    /// The last release, inclusive.
    pub until: usize,
    /// Only files have it whose version record of the dialect is at least this number; 0 for all files.
    pub record: u64,
    /// What it has.
    pub value: T,
}

impl<T> Range<T> {
    /// What an operation has from a release to another one, and from a version record on.
    #[must_use]
    pub const fn new(since: usize, until: usize, record: u64, value: T) -> Self {
        Range { since, until, record, value }
    }

    /// Whether a release has it; one that is not known may have any.
    #[must_use]
    pub fn has(&self, release: Option<usize>) -> bool {
        release.is_none_or(|release| (self.since..=self.until).contains(&release))
    }
}

/// What an operation has and the dialect whose releases that counts, from tables that are in the order of
/// their names.
#[must_use]
pub fn find<T>(
    dialects: &[Dialect<T>],
    dialect: &str,
    operation: &str,
) -> Option<(&'static str, &'static [Range<T>])> {
    let dialect = dialects.binary_search_by(|entry| entry.name.cmp(dialect)).ok()?;
    let Dialect { clock, operations, .. } = &dialects[dialect];
    let found = operations.binary_search_by(|entry| entry.name.cmp(operation)).ok()?;
    Some((clock, operations[found].ranges))
}

/// What a release has in a file with a version record of the dialect, 0 where it has none.
#[must_use]
pub fn value<T: Copy>(ranges: &[Range<T>], release: usize, record: u64) -> Option<T> {
    let of_release = ranges.iter().filter(|range| range.has(Some(release)));
    let known = of_release.filter(|range| range.record <= record);
    known.max_by_key(|range| range.record).map(|range| range.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    static NONE: [Range<&str>; 1] = [Range { since: 0, until: 4, record: 0, value: "" }];
    static SOME: [Range<&str>; 3] = [
        Range { since: 0, until: 1, record: 0, value: "" },
        Range { since: 2, until: 4, record: 0, value: "callee" },
        Range { since: 4, until: 4, record: 2, value: "" },
    ];
    static CARD: [Operation<&str>; 2] =
        [Operation { name: "draw", ranges: &NONE }, Operation { name: "draw.two", ranges: &SOME }];
    static ALL: [Dialect<&str>; 2] = [
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
        for (release, record, found) in [
            (1, 9, Some("")),
            (2, 0, Some("callee")),
            (4, 1, Some("callee")),
            (4, 2, Some("")),
            (5, 0, None),
        ] {
            assert_eq!(value(&SOME, release, record), found, "{release} {record}");
        }
    }
}
