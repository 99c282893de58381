//! Pages as data: the content that the generator produces, before a renderer prints it.
//!
//! Text inside a block is Markdown of one line (code spans, emphasis, links), like the summaries of a schema. A link within the
//! reference names a page and a heading, such as `/records.md#header`; the renderer decides where these are.

use super::diagram::Diagram;
use crate::model::Gate;

/// A page.
#[derive(Clone, Debug)]
pub struct Page {
    /// The path that links use, such as `operations/float.md`.
    pub path: String,
    /// Its heading.
    pub title: String,
    /// The item that it describes, if that is exactly one.
    pub item: Option<Item>,
    /// Its content.
    pub blocks: Vec<Block>,
}

/// The item that a page, or a part of one, describes.
#[derive(Clone, Debug, Default)]
pub struct Item {
    /// Its kind, such as `record`.
    pub kind: String,
    /// Its summary, one line; may be empty.
    pub summary: String,
    /// Its number among the items of its kind, such as an opcode or a tag, if it has one.
    pub number: Option<u64>,
    /// The versions that have it.
    pub gate: Gate,
    /// The place of its description in the schema, such as `ops.yaml:12`; may be empty.
    pub place: String,
}

/// A part of a page.
#[derive(Clone, Debug)]
pub enum Block {
    /// A heading. With an item, it begins the description of that item.
    Heading {
        /// The text of the heading.
        text: String,
        /// The item that is described up to the next heading with an item.
        item: Option<Item>,
    },
    /// Paragraphs of Markdown.
    Text(String),
    /// A list.
    List(Vec<String>),
    /// A table.
    Table {
        /// The title above the table; may be empty.
        title: String,
        /// The table.
        table: Table,
    },
    /// The bytes of an item.
    Diagram(Diagram),
    /// A whole file as an example.
    File(WholeFile),
}

/// A whole file.
#[derive(Clone, Debug)]
pub struct WholeFile {
    /// A description, in a few words.
    pub what: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The sections of the format, and the links to them.
    pub sections: Vec<(String, String)>,
}

impl WholeFile {
    /// The bytes in hexadecimal, sixteen per line, each line with the offset of its first byte in front.
    pub fn dump(&self) -> String {
        let mut text = String::new();
        for (line, bytes) in self.bytes.chunks(16).enumerate() {
            let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            text.push_str(&format!("{:06x}  {}\n", line * 16, hex.join(" ")));
        }
        text
    }
}

/// A table. Renderers omit columns without any content.
#[derive(Clone, Debug, Default)]
pub struct Table {
    heads: Vec<String>,
    rows: Vec<Row>,
}

/// A row of a table.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// A cell for each column.
    pub cells: Vec<String>,
    /// The name of the part of an item that it describes, such as a field; may be empty.
    pub part: String,
    /// The number of that part among its kind, if it has one.
    pub number: Option<i128>,
    /// The bytes of an example, if it describes one.
    pub bytes: Vec<u8>,
    /// The versions that have what the row describes, if there is such a gate.
    pub gate: Option<Gate>,
    /// The versions in which the presence of the part is encoded differently than in the version before.
    pub changed: Vec<usize>,
}

impl Table {
    /// A table without rows.
    pub fn new<const N: usize>(heads: [&str; N]) -> Self {
        Table { heads: heads.map(str::to_owned).into(), rows: Vec::new() }
    }

    /// A table with any number of columns.
    pub(super) fn with_heads(heads: Vec<String>) -> Self {
        Table { heads, rows: Vec::new() }
    }

    /// Adds a row that does not describe a part of an item.
    pub fn row(&mut self, cells: impl Into<Vec<String>>) {
        self.push(cells.into(), "", None);
    }

    /// Adds a row that describes an example.
    pub(super) fn example(&mut self, bytes: &[u8], cells: impl Into<Vec<String>>) {
        self.push(cells.into(), "", None).bytes = bytes.to_vec();
    }

    /// Adds a row about something that some versions may lack.
    pub(super) fn row_of(&mut self, gate: &Gate, cells: impl Into<Vec<String>>) {
        self.push(cells.into(), "", Some(gate));
    }

    /// Adds a row that describes a part of an item, with its name.
    pub fn part(&mut self, name: &str, gate: &Gate, cells: impl Into<Vec<String>>) -> &mut Row {
        self.push(cells.into(), name, Some(gate))
    }

    fn push(&mut self, cells: Vec<String>, part: &str, gate: Option<&Gate>) -> &mut Row {
        debug_assert_eq!(cells.len(), self.heads.len());
        let row = Row { cells, part: part.to_owned(), gate: gate.cloned(), ..Row::default() };
        self.rows.push(row);
        self.rows.last_mut().expect("a row was added")
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The rows.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The columns that have some content: their indexes and heads.
    pub fn columns(&self) -> impl Iterator<Item = (usize, &str)> {
        let heads = self.heads.iter().map(String::as_str).enumerate();
        heads.filter(|(column, _)| self.rows.iter().any(|row| !row.cells[*column].is_empty()))
    }
}

/// The anchor of a heading.
pub fn slug(heading: &str) -> String {
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
