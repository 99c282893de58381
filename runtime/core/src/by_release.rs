//! Facts about operations that files do not contain, by dialect, name and release.
//!
//! The schema of a format contains the facts. The generator stores them as text, with a table for each dialect. A table is parsed
//! at the first lookup in its dialect.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The facts about the operations of a dialect.
#[derive(Debug)]
pub struct Dialect<T: 'static> {
    name: &'static str,
    axis: &'static str,
    text: &'static str,
    start: usize,
    end: usize,
    operations: OnceLock<Box<[Operation<T>]>>,
}

impl<T> Dialect<T> {
    /// The table of the dialect `name`, spelled as in the file. `axis` is the dialect whose releases the ranges count, usually the
    /// same one, or empty for the releases of the producer.
    ///
    /// The table are the bytes of `text` from `start` to `end`, without `end`. It has a line for each range of releases, sorted by
    /// the names of the operations, oldest range first. A line has columns with tabs between them: the operation without its
    /// dialect, or nothing if it is the one of the previous line; the numbers of a [`Range`]; and the columns of its value.
    /// [`Columns`] describes the escapes.
    #[must_use]
    pub const fn new(
        name: &'static str,
        axis: &'static str,
        text: &'static str,
        start: usize,
        end: usize,
    ) -> Self {
        Dialect { name, axis, text, start, end, operations: OnceLock::new() }
    }
}

impl<T: FromColumns> Dialect<T> {
    fn operations(&self) -> &[Operation<T>] {
        self.operations.get_or_init(|| {
            // The generator wrote both, so the place is in the text.
            self.text.get(self.start..self.end).map(read).unwrap_or_default()
        })
    }
}

/// What an operation has in all releases.
#[derive(Debug)]
struct Operation<T> {
    name: &'static str,
    /// What it has, oldest first.
    ranges: Vec<Range<T>>,
}

/// A fact about an operation that holds in a range of releases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Range<T> {
    /// The first release, by its position in the list of releases.
    pub since: usize,
    /// The last release, inclusive.
    pub until: usize,
    /// The least number in the version record of the dialect of the files that have it; 0 for all files.
    pub record: u64,
    /// The fact.
    pub value: T,
}

impl<T> Range<T> {
    /// Whether a release is in the range. An unknown release may be in any range.
    #[must_use]
    pub fn has(&self, release: Option<usize>) -> bool {
        release.is_none_or(|release| (self.since..=self.until).contains(&release))
    }
}

/// A value of a table.
pub trait FromColumns: Copy {
    /// The value of some columns. It may borrow from the table, which is static.
    fn from_columns(columns: Columns) -> Self;
}

/// Columns of a line, with tabs between them. `\\`, `\t`, `\n` and `\r` stand for a backslash, a tab and line breaks.
#[derive(Clone, Copy, Debug)]
pub struct Columns(&'static str);

impl Iterator for Columns {
    type Item = &'static str;

    fn next(&mut self) -> Option<&'static str> {
        if self.0.is_empty() {
            return None;
        }
        let (column, others) = self.0.split_once('\t').unwrap_or((self.0, ""));
        self.0 = others;
        Some(match unescaped(column) {
            Cow::Borrowed(column) => column,
            Cow::Owned(column) => column.leak(),
        })
    }
}

fn unescaped(column: &'static str) -> Cow<'static, str> {
    if !column.contains('\\') {
        return Cow::Borrowed(column);
    }
    let (mut text, mut characters) = (String::with_capacity(column.len()), column.chars());
    while let Some(character) = characters.next() {
        text.push(match character {
            '\\' => match characters.next() {
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                other => other.unwrap_or('\\'),
            },
            other => other,
        });
    }
    Cow::Owned(text)
}

/// The operations of a table. Rows with equal columns share one value.
fn read<T: FromColumns>(rows: &'static str) -> Box<[Operation<T>]> {
    let mut operations: Vec<Operation<T>> = Vec::new();
    let mut values: HashMap<&'static str, T> = HashMap::new();
    for row in rows.lines() {
        let mut columns = Columns(row);
        let name = columns.next().unwrap_or_default();
        let mut number =
            || columns.next().and_then(|number| number.parse::<u64>().ok()).unwrap_or(0);
        let [since, until] = [number(), number()].map(|release| release as usize);
        let record = number();
        let value = *values.entry(columns.0).or_insert_with(|| T::from_columns(columns));
        if !name.is_empty() || operations.is_empty() {
            operations.push(Operation { name, ranges: Vec::new() });
        }
        if let Some(operation) = operations.last_mut() {
            operation.ranges.push(Range { since, until, record, value });
        }
    }
    operations.into()
}

/// The name of the entry for all operations of a dialect that have no entry of their own.
pub const EVERY_OPERATION: &str = "*";

/// The ranges of an operation, and the dialect whose releases they count. `dialects` are sorted by name. An operation without
/// an entry has the ranges of [`EVERY_OPERATION`].
#[must_use]
pub fn find<T: FromColumns>(
    dialects: &'static [Dialect<T>],
    dialect: &str,
    operation: &str,
) -> Option<(&'static str, &'static [Range<T>])> {
    let dialect = dialects.binary_search_by(|entry| entry.name.cmp(dialect)).ok()?;
    let dialect = &dialects[dialect];
    let operations = dialect.operations();
    let place = |name: &str| operations.binary_search_by(|entry| entry.name.cmp(name)).ok();
    let found = place(operation).or_else(|| place(EVERY_OPERATION))?;
    Some((dialect.axis, &operations[found].ranges))
}

/// The fact for a release, in a file with the number `record` in the version record of the dialect; 0 for a file without one.
#[must_use]
pub fn value<T: Copy>(ranges: &[Range<T>], release: usize, record: u64) -> Option<T> {
    let of_release = ranges.iter().filter(|range| range.has(Some(release)));
    let known = of_release.filter(|range| range.record <= record);
    known.max_by_key(|range| range.record).map(|range| range.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The columns as they are spelled.
    impl FromColumns for &'static [&'static str] {
        fn from_columns(columns: Columns) -> Self {
            columns.collect::<Vec<_>>().leak()
        }
    }

    type Value = &'static [&'static str];

    const CARD: &str =
        "draw\t0\t4\t0\ndraw.two\t0\t1\t0\n\t2\t4\t0\tcallee\n\t4\t4\t2\t\\\\a\\n\\t\t\tb\n";
    const FUNC_AND_TOY: &str = "call\t1\t2\t0\tcallee\n*\t0\t4\t0\trest\nroll\t0\t4\t0";

    static ALL: [Dialect<Value>; 3] = [
        Dialect::new("card", "", CARD, 0, CARD.len()),
        Dialect::new("func", "card", FUNC_AND_TOY, 0, 18),
        Dialect::new("toy", "", FUNC_AND_TOY, 18, FUNC_AND_TOY.len()),
    ];

    fn range(since: usize, until: usize, record: u64, value: Value) -> Range<Value> {
        Range { since, until, record, value }
    }

    #[test]
    fn known_and_unknown_ranges() {
        let (card, func) = (Some(""), Some("card"));
        for (dialect, operation, axis, expected) in [
            ("card", "draw", card, vec![range(0, 4, 0, &[])]),
            (
                "card",
                "draw.two",
                card,
                vec![
                    range(0, 1, 0, &[]),
                    range(2, 4, 0, &["callee"]),
                    range(4, 4, 2, &["\\a\n\t", "", "b"]),
                ],
            ),
            ("func", "call", func, vec![range(1, 2, 0, &["callee"])]),
            ("toy", "roll", Some(""), vec![range(0, 4, 0, &[])]),
            ("toy", "z", Some(""), vec![range(0, 4, 0, &["rest"])]),
            ("toy", "*", Some(""), vec![range(0, 4, 0, &["rest"])]),
            ("toy", "", Some(""), vec![range(0, 4, 0, &["rest"])]),
            ("func", "draw", None, vec![]),
            ("card", "", None, vec![]),
            ("", "", None, vec![]),
            ("fun", "call", None, vec![]),
        ] {
            let (found, ranges) = find(&ALL, dialect, operation).unzip();
            assert_eq!(found, axis, "{dialect}.{operation}");
            assert_eq!(ranges.unwrap_or_default(), expected, "{dialect}.{operation}");
        }
    }

    #[test]
    fn a_release_and_a_record_decide() {
        let (_, ranges) = find(&ALL, "card", "draw.two").expect("it is there");
        let found = |release, record| value(ranges, release, record);
        assert_eq!(found(1, 9), Some(&[][..]));
        assert_eq!(found(2, 0), Some(&["callee"][..]));
        assert_eq!(found(4, 1), Some(&["callee"][..]));
        assert_eq!(found(4, 2), Some(&["\\a\n\t", "", "b"][..]));
        assert_eq!(found(5, 0), None);
    }
}
