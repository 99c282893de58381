//! Pages as data: what the generator says, before a renderer prints it.
//!
//! Text inside of a block is Markdown of one line (code spans, emphasis, links), as the summaries of a schema are. A link of a
//! reference to itself names a page and a heading, such as `/records.md#header`; where these stand is a matter of the renderer.

use super::diagram::Diagram;
use crate::model::Gate;

/// A page.
#[derive(Clone, Debug)]
pub struct Page {
    /// What links name it by, such as `operations/float.md`.
    pub path: String,
    /// Its heading.
    pub title: String,
    /// What it is about, where that is one item.
    pub item: Option<Item>,
    /// What stands on it.
    pub blocks: Vec<Block>,
}

/// What a page, or a part of one, is about.
#[derive(Clone, Debug, Default)]
pub struct Item {
    /// What it is, such as `record`.
    pub kind: String,
    /// What it is, in a line; may be empty.
    pub summary: String,
    /// Its number among its kind, such as an opcode or a tag, where it has one.
    pub number: Option<u64>,
    /// The versions that have it.
    pub gate: Gate,
    /// Where the schema describes it, such as `ops.yaml:12`; may be empty.
    pub place: String,
}

/// A part of a page.
#[derive(Clone, Debug)]
pub enum Block {
    /// A heading; with an item it begins the description of that.
    Heading {
        /// The words.
        text: String,
        /// What is described up to the next such heading.
        item: Option<Item>,
    },
    /// Paragraphs of Markdown.
    Text(String),
    /// A list.
    List(Vec<String>),
    /// A table.
    Table {
        /// What stands above it; may be empty.
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
    /// What it is, in a few words.
    pub what: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The sections of the format, and the links to them.
    pub sections: Vec<(String, String)>,
}

impl WholeFile {
    /// The bytes in hexadecimal, sixteen in a line behind the offset of the first.
    pub fn dump(&self) -> String {
        let mut text = String::new();
        for (line, bytes) in self.bytes.chunks(16).enumerate() {
            let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            text.push_str(&format!("{:06x}  {}\n", line * 16, hex.join(" ")));
        }
        text
    }
}

/// A table; columns without any content are left out where it is printed.
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
    /// The part of an item that it describes, such as a field, by name; may be empty.
    pub part: String,
    /// Its number among its kind, where it has one.
    pub number: Option<u64>,
    /// The bytes of an example, where it is one.
    pub bytes: Vec<u8>,
    /// The versions that have what it describes, where it describes something.
    pub gate: Option<Gate>,
    /// The versions in which it is told in another way than in the one before whether that is there.
    pub changed: Vec<usize>,
}

impl Table {
    /// A table without rows.
    pub fn new<const N: usize>(heads: [&str; N]) -> Self {
        Table { heads: heads.map(str::to_owned).into(), rows: Vec::new() }
    }

    /// Of any number of columns.
    pub(super) fn with_heads(heads: Vec<String>) -> Self {
        Table { heads, rows: Vec::new() }
    }

    /// Adds a row that is about no part of an item.
    pub fn row(&mut self, cells: impl Into<Vec<String>>) {
        self.push(cells.into(), "", None);
    }

    /// Adds a row about an example.
    pub(super) fn example(&mut self, bytes: &[u8], cells: impl Into<Vec<String>>) {
        self.push(cells.into(), "", None).bytes = bytes.to_vec();
    }

    /// A row about something that not all versions may have.
    pub(super) fn row_of(&mut self, gate: &Gate, cells: impl Into<Vec<String>>) {
        self.push(cells.into(), "", Some(gate));
    }

    /// A row about a part of an item, with its name.
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

    /// The columns that have some content: their places and heads.
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
