//! Markdown: tables, code spans, anchors and relative links.

/// A table; columns without any content are left out.
pub(super) struct Table {
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new<const N: usize>(heads: [&str; N]) -> Self {
        Table { heads: heads.map(str::to_owned).into(), rows: Vec::new() }
    }

    /// Of any number of columns.
    pub(super) fn with_heads(heads: Vec<String>) -> Self {
        Table { heads, rows: Vec::new() }
    }

    pub(super) fn row(&mut self, cells: impl Into<Vec<String>>) {
        let cells = cells.into();
        debug_assert_eq!(cells.len(), self.heads.len());
        self.rows.push(cells);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn render(&self) -> String {
        let shown: Vec<usize> = (0..self.heads.len())
            .filter(|&column| self.rows.iter().any(|row| !row[column].is_empty()))
            .collect();
        let line = |cells: &[String]| {
            let cells: Vec<String> = shown.iter().map(|&column| cell(&cells[column])).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let mut text = line(&self.heads);
        text.push_str(&format!("|{}\n", " --- |".repeat(shown.len())));
        for row in &self.rows {
            text.push_str(&line(row));
        }
        text
    }
}

/// Text that stands on one line, without column marks.
fn cell(text: &str) -> String {
    text.trim().replace("\n\n", "<br>").replace('\n', " ").replace('|', "\\|")
}

/// A code span, whatever the text has in it.
pub(super) fn code(text: &str) -> String {
    let text = text.replace('\n', " ");
    let ticks = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    if ticks == 0 {
        return format!("`{text}`");
    }
    let fence = "`".repeat(ticks + 1);
    format!("{fence} {text} {fence}")
}

/// A name and other names in code spans, with commas.
pub(super) fn codes<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().map(code).collect::<Vec<_>>().join(", ")
}

/// Bytes as hexadecimal pairs.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

/// A line with its full stop.
pub(super) fn sentence(text: &str) -> String {
    match text.trim() {
        text if text.is_empty() || text.ends_with(['.', '?', '!', ':']) => text.to_owned(),
        text => format!("{text}."),
    }
}

/// `1 field`, `2 fields`.
pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// The anchor that renderers give to a heading.
pub(super) fn slug(heading: &str) -> String {
    heading
        .chars()
        .filter_map(|c| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || matches!(c, '-' | '_') => Some(c),
            _ => None,
        })
        .flat_map(char::to_lowercase)
        .collect()
}

/// The path of page `to` as seen from page `from`.
pub(super) fn relative(from: &str, to: &str) -> String {
    let (mut from, mut to) = (from, to);
    while let (Some((a, rest_a)), Some((b, rest_b))) = (from.split_once('/'), to.split_once('/')) {
        if a != b {
            break;
        }
        (from, to) = (rest_a, rest_b);
    }
    format!("{}{to}", "../".repeat(from.matches('/').count()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_columns_vanish() {
        let mut table = Table::new(["A", "B", "C"]);
        table.row([String::from("x|y"), String::new(), String::from("two\n\nlines")]);
        assert_eq!(table.render(), "| A | C |\n| --- | --- |\n| x\\|y | two<br>lines |\n");
    }

    #[test]
    fn code_with_ticks() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a`b``c"), "``` a`b``c ```");
    }

    #[test]
    fn anchors_and_paths() {
        assert_eq!(slug("Version 13.2"), "version-132");
        assert_eq!(slug("`load_ptr_tko`"), "load_ptr_tko");
        assert_eq!(relative("README.md", "operations/a.md"), "operations/a.md");
        assert_eq!(relative("operations/a.md", "operations/b.md"), "b.md");
        assert_eq!(relative("operations/a.md", "types.md"), "../types.md");
    }
}
