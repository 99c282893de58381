//! What operations have, by dialect, name and release, for facts that no file tells.
//!
//! The facts themselves are in a format's schema; what is generated from it holds them as text, a table for each dialect,
//! that is read when something of the dialect is first asked for.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

/// What a dialect's operations have.
#[derive(Debug)]
pub struct Dialect<T: 'static> {
    name: &'static str,
    axis: &'static str,
    rows: &'static str,
    operations: OnceLock<Box<[Operation<T>]>>,
}

impl<T> Dialect<T> {
    /// A dialect, spelled as in the file; the dialect whose releases are counted, mostly the same one, empty for those of
    /// the producer; and its operations.
    ///
    /// `rows` has a line for each range of releases, in the order of the operations' names and oldest first. In a line, and
    /// with tabs between them, stand the operation without its dialect, empty where it is that of the line before, the
    /// numbers of a [`Range`], and the columns of its value. [`Columns`] has the escapes.
    #[must_use]
    pub const fn new(name: &'static str, axis: &'static str, rows: &'static str) -> Self {
        Dialect { name, axis, rows, operations: OnceLock::new() }
    }
}

impl<T: FromColumns> Dialect<T> {
    fn operations(&self) -> &[Operation<T>] {
        self.operations.get_or_init(|| read(self.rows))
    }
}

/// What an operation has in all releases.
#[derive(Debug)]
struct Operation<T> {
    name: &'static str,
    /// What it has, oldest first.
    ranges: Vec<Range<T>>,
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
    /// Whether a release has it; one that is not known may have any.
    #[must_use]
    pub fn has(&self, release: Option<usize>) -> bool {
        release.is_none_or(|release| (self.since..=self.until).contains(&release))
    }
}

/// A value of a table.
pub trait FromColumns: Copy {
    /// The value that columns spell. It lives as long as the program, as the table does.
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

/// The operations of a table. What the same columns spell is made once.
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

/// The name in the place of an operation that stands for all operations of the dialect without an entry of their own.
pub const EVERY_OPERATION: &str = "*";

/// What an operation has and the dialect whose releases that counts, from tables that are in the order of
/// their names. An operation without an entry has what [`EVERY_OPERATION`] has.
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

    /// The columns as they are spelled.
    impl FromColumns for &'static [&'static str] {
        fn from_columns(columns: Columns) -> Self {
            columns.collect::<Vec<_>>().leak()
        }
    }

    type Value = &'static [&'static str];

    static ALL: [Dialect<Value>; 3] = [
        Dialect::new(
            "card",
            "",
            "draw\t0\t4\t0\ndraw.two\t0\t1\t0\n\t2\t4\t0\tcallee\n\t4\t4\t2\t\\\\a\\n\\t\t\tb\n",
        ),
        Dialect::new("func", "card", "call\t1\t2\t0\tcallee"),
        Dialect::new("toy", "", "*\t0\t4\t0\trest\nroll\t0\t4\t0"),
    ];

    fn range(since: usize, until: usize, record: u64, value: Value) -> Range<Value> {
        Range { since, until, record, value }
    }

    #[test]
    fn what_is_known_and_what_is_not() {
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
