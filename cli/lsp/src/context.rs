//! Where a cursor stands in an item, found in the text before it: files are not YAML while one types.

use bytespec_codegen::syntax::{KeySpec, KindSpec, Shape, item_kinds};

/// Where a cursor stands.
#[derive(Debug)]
pub(super) struct Context<'t> {
    /// The kind of the mapping; none where the kind of an item is still to be said.
    pub(super) kind: Option<&'static KindSpec>,
    /// The key whose value is being written; none where a key is.
    pub(super) key: Option<&'static KeySpec>,
    /// The value up to the word that is being written.
    pub(super) before: &'t str,
}

/// Something open around the cursor.
#[derive(Debug)]
struct Level<'t> {
    /// The column of its keys; none inside of brackets.
    column: Option<usize>,
    is_map: bool,
    /// The key whose value comes next.
    key: Option<&'t str>,
    /// Where that value begins.
    value: usize,
}

/// Where the end of a text stands, which begins with an item.
pub(super) fn context(text: &str) -> Context<'_> {
    let mut levels: Vec<Level<'_>> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        scan(text, start, line.trim_end_matches(['\r', '\n']), &mut levels);
        start += line.len();
    }
    // On a line of nothing but blanks a key is to come, as deep as these say.
    let last = &text[text.rfind('\n').map_or(0, |at| at + 1)..];
    if last.trim_start_matches(' ').is_empty()
        && levels.last().is_none_or(|level| level.column.is_some())
    {
        let column = last.len();
        levels.retain(|level| level.column.is_none_or(|known| known < column));
        levels.push(Level { column: Some(column), is_map: true, key: None, value: text.len() });
    }
    let kind = kind(text, &levels);
    let word_at = text.rfind(|c: char| !is_part(c)).map_or(0, |at| at + last_len(text, at));
    let value = levels.last().map_or(word_at, |level| level.value);
    let key = levels.iter().rfind(|level| level.is_map).and_then(|level| level.key);
    let key = key.and_then(|key| kind?.key(key));
    Context { kind, key, before: &text[value.min(word_at)..word_at] }
}

fn last_len(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(0, char::len_utf8)
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.')
}

/// Goes over a line that begins at a byte.
fn scan<'t>(text: &'t str, start: usize, line: &'t str, levels: &mut Vec<Level<'t>>) {
    let mut at = start;
    let end = start + line.len();
    if levels.last().is_none_or(|level| level.column.is_some()) {
        let content = line.trim_start_matches([' ', '-']);
        let column = line.len() - content.len();
        if content.is_empty() && !line.contains('-') || content.starts_with('#') {
            return;
        }
        let first = line.find(|c| c != ' ').unwrap_or(column);
        // The list that a dash belongs to may stand in the column of its key.
        let deepest = if line[first..].starts_with('-') { first + 1 } else { column };
        levels.retain(|level| level.column.is_none_or(|known| known < deepest));
        at = start + column;
        levels.push(Level { column: Some(column), is_map: true, key: None, value: at });
        if let Some(key) = key_of(&text[at..end]) {
            at += key.len() + 1;
            if let Some(level) = levels.last_mut() {
                level.key = Some(key);
                level.value = at;
            }
        }
    }
    flow(text, at, end, levels);
}

/// The key at the start of a text, where a colon follows.
fn key_of(text: &str) -> Option<&str> {
    let len = text.find(|c: char| !is_part(c)).filter(|len| *len > 0)?;
    let behind = text[len..].strip_prefix(':')?;
    (behind.is_empty() || behind.starts_with(' ')).then_some(&text[..len])
}

/// Goes over values, of which some open brackets.
fn flow<'t>(text: &'t str, mut at: usize, end: usize, levels: &mut Vec<Level<'t>>) {
    let mut quote = None;
    while at < end {
        let rest = &text[at..end];
        let c = rest.chars().next().unwrap_or(' ');
        let inside = levels.last().is_some_and(|level| level.column.is_none());
        let begins = text[..at].trim_end_matches(' ').ends_with([':', '[', '{', ',', '-']);
        at += c.len_utf8();
        match c {
            c if quote == Some(c) => quote = None,
            _ if quote.is_some() => {}
            '"' | '\'' if begins => quote = Some(c),
            '#' if text[..at - 1].ends_with(' ') => return,
            '{' | '[' if inside || begins => {
                levels.push(Level { column: None, is_map: c == '{', key: None, value: at });
            }
            '}' | ']' if inside => {
                levels.pop();
            }
            ',' if inside => {
                if let Some(level) = levels.last_mut() {
                    level.key = level.key.filter(|_| !level.is_map);
                    level.value = at;
                }
            }
            _ if inside && is_part(c) && begins => {
                let from = at - c.len_utf8();
                if let (Some(level), Some(key)) = (levels.last_mut(), key_of(&text[from..end]))
                    && level.is_map
                    && level.key.is_none()
                {
                    at = from + key.len() + 1;
                    (level.key, level.value) = (Some(key), at);
                }
            }
            _ => {}
        }
    }
}

/// The kind of the innermost mapping.
fn kind(text: &str, levels: &[Level<'_>]) -> Option<&'static KindSpec> {
    let head = key_of(text.trim_start_matches(['-', ' ']))?;
    let mut kind = item_kinds().iter().find(|kind| kind.name == head)?;
    let inner = levels.iter().rposition(|level| level.is_map).unwrap_or(0);
    let outer = levels.get(..inner).unwrap_or_default();
    let mut shape: Option<&'static Shape> = None;
    for level in outer {
        let Some(key) = level.key else { continue };
        shape = match shape {
            // A key of a free mapping is a name.
            Some(Shape::Entries(inner)) => Some(inner),
            _ => kind.key(key).map(|key| &key.shape),
        };
        let inner = shape.and_then(mapping);
        if let Some(inner) = inner {
            (kind, shape) = (inner, None);
        }
    }
    Some(kind)
}

/// The kind of mapping that a value holds.
fn mapping(shape: &'static Shape) -> Option<&'static KindSpec> {
    match shape {
        Shape::Map(kind) => Some(kind),
        Shape::List(inner) => mapping(inner),
        Shape::Either(a, b) => mapping(a).or_else(|| mapping(b)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::context;

    #[test]
    fn contexts_at_the_cursor() {
        let operands = "- op: a\n  operands:\n  - {name: x, type: any, summary: X}\n  - {na";
        let sections =
            "- format: a\n  versions: [{version: \"1.0\", summary: D}]\n  sections: {unk";
        for (text, kind, key, before) in [
            ("- op: add\n  su", Some("op"), None, ""),
            ("- op: add\n  opcode: 1", Some("op"), Some("opcode"), " "),
            ("- op: add\n", Some("op"), None, ""),
            ("- op: add\n  ", Some("op"), None, ""),
            ("- o", None, None, ""),
            (
                "- record: A\n  fields:\n    - {name: a, type: list<u",
                Some("field"),
                Some("type"),
                " list<",
            ),
            ("- record: A\n  fields:\n    - {name: a, ty", Some("field"), None, " "),
            ("- record: A\n  fields:\n    - name: a\n      ty", Some("field"), None, ""),
            (
                "- record: A\n  fields:\n    - name: a\n      type: u8\n  si",
                Some("record"),
                None,
                "",
            ),
            (operands, Some("operand or result"), None, ""),
            (sections, Some("section header"), None, ""),
            ("- format: a\n  sections: {unknown: er", Some("section header"), Some("unknown"), " "),
            ("- section: a\n  since: \"1.", Some("section"), Some("since"), " \""),
            ("- op: a\n  summary: \"a, {b: c\"\n  si", Some("op"), None, ""),
            ("- op: a\n  same_type: [x, y", Some("op"), Some("same_type"), " "),
        ] {
            let found = context(text);
            let words = (found.kind.map(|kind| kind.name), found.key.map(|key| key.name));
            assert_eq!((words, found.before), ((kind, key), before), "{text}");
        }
    }
}
