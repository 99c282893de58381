//! Lines of columns: generated code contains tables as text, which is read when it is needed.

use std::borrow::Cow;

/// Columns of a line, with tabs between them. `\\`, `\t`, `\n` and `\r` stand for a backslash, a tab and line breaks.
#[derive(Clone, Copy, Debug)]
pub struct Columns(&'static str);

impl Columns {
    /// The columns of a line.
    #[must_use]
    pub fn of(line: &'static str) -> Self {
        Columns(line)
    }

    /// The columns that are left, with their tabs and escapes.
    #[must_use]
    pub fn rest(&self) -> &'static str {
        self.0
    }
}

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
