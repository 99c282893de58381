//! Pages as Markdown, and the Markdown of text inside blocks.

use super::page::{Block, Page, Table};

/// The text of a page.
pub(super) fn render(page: &Page) -> String {
    let mut text = format!("# {}\n", page.title);
    let mut para = |block: String| {
        let block = block.trim();
        if !block.is_empty() {
            text.push_str(&format!("\n{block}\n"));
        }
    };
    for block in &page.blocks {
        match block {
            Block::Heading { text, .. } => para(format!("## {text}")),
            Block::Text(text) => para(text.clone()),
            Block::List(items) => {
                let items = items.iter().map(|item| format!("- {}\n", item.replace('\n', " ")));
                para(items.collect());
            }
            Block::Table { title, table } => {
                para(if title.is_empty() { String::new() } else { format!("**{title}**") });
                para(self::table(table));
            }
            // The table of fields contains the same.
            Block::Diagram(_) => {}
            Block::File(file) => para(format!("```text\n{}```", file.dump())),
        }
    }
    link(&text, &page.path)
}

/// Turns links within the reference into links relative to the file of a page.
fn link(text: &str, page: &str) -> String {
    let mut pieces = text.split("](/");
    let mut linked = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (to, rest) = piece.split_once(')').unwrap_or((piece, ""));
        let (path, anchor) = to.split_at(to.find('#').unwrap_or(to.len()));
        let path =
            if path == page && !anchor.is_empty() { String::new() } else { relative(page, path) };
        linked.push_str(&format!("]({path}{anchor}){rest}"));
    }
    linked
}

fn table(table: &Table) -> String {
    let (shown, heads): (Vec<usize>, Vec<&str>) = table.columns().unzip();
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut text = line(heads.into_iter().map(cell).collect());
    text.push_str(&format!("|{}\n", " --- |".repeat(shown.len())));
    for row in table.rows() {
        text.push_str(&line(shown.iter().map(|&column| cell(&row.cells[column])).collect()));
    }
    text
}

/// Text of a table cell: on one line, without column separators.
fn cell(text: &str) -> String {
    text.trim().replace("\n\n", "<br>").replace('\n', " ").replace('|', "\\|")
}

/// A code span; the text may contain backticks.
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

/// Bytes as pairs of hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

/// A text with a full stop at its end.
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

/// The path of page `to` relative to page `from`. Both paths are relative to the folder of the reference.
pub fn relative(from: &str, to: &str) -> String {
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
    use crate::emit::docs::page::slug;

    #[test]
    fn empty_columns_vanish() {
        let mut table = Table::new(["A", "B", "C"]);
        table.row([String::from("x|y"), String::new(), String::from("two\n\nlines")]);
        assert_eq!(self::table(&table), "| A | C |\n| --- | --- |\n| x\\|y | two<br>lines |\n");
    }

    #[test]
    fn code_with_ticks() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a`b``c"), "``` a`b``c ```");
    }

    #[test]
    fn links_are_relative_to_their_page() {
        let text = "[a](/a.md#b) [c](/d/c.md) [e](/d/e.md#f) [g](https://g.org)";
        assert_eq!(link(text, "d/e.md"), "[a](../a.md#b) [c](c.md) [e](#f) [g](https://g.org)");
    }

    #[test]
    fn anchors_and_paths() {
        assert_eq!(slug("Version 13.2"), "version-132");
        assert_eq!(slug("`load_ptr_tko`"), "load_ptr_tko");
        assert_eq!(relative("README.md", "operations/a.md"), "operations/a.md");
        assert_eq!(relative("operations/a.md", "operations/b.md"), "b.md");
        assert_eq!(relative("operations/a.md", "types.md"), "../types.md");
        assert_eq!(relative("a/b/c.html", "a/d.html"), "../d.html");
    }
}
