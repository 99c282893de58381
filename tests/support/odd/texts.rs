//! Texts that are wrong in one thing, and some beside them that are not.

/// A line each: what it is, and its text.
const LINES: &str = include_str!("refused.txt");

/// A type, an attribute or operations in MLIR's generic form.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    /// The line that it is.
    pub line: &'static str,
    kind: &'static str,
    text: &'static str,
}

impl Text {
    /// The text with an operation around.
    #[must_use]
    pub fn module(&self) -> String {
        let Text { kind, text, .. } = self;
        match *kind {
            "type" => format!("\"t.op\"() : () -> ({text})\n"),
            "attribute" => format!("\"t.op\"() {{a = {text}}} : () -> ()\n"),
            _ => format!("{text}\n"),
        }
    }
}

/// All of them.
pub fn texts() -> impl Iterator<Item = Text> {
    let parts = LINES.lines().filter_map(|line| Some((line, line.split_once(' ')?)));
    parts.map(|(line, (kind, text))| Text { line, kind, text })
}
