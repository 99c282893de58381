//! Explains common mistakes in files that are not YAML. A parser only reports where it stopped;
//! this module searches for the mistake from the start of the file.

use std::ops::Range;

use super::keys;

/// A mistake: its place, a message and a help.
#[derive(Debug)]
pub(super) struct Mistake {
    pub(super) bytes: Range<usize>,
    pub(super) message: String,
    pub(super) help: String,
    /// A parser accepts it, but reads something else than the intended text.
    pub(super) silent: bool,
}

/// The first mistake that begins at most one line after `end`, where the parser stopped.
pub(super) fn find(text: &str, end: usize) -> Option<Mistake> {
    let mut scan =
        Scan { text, at: 0, open: Vec::new(), columns: Vec::new(), before: Before::Start };
    let found = scan.lines()?;
    let rest = &text[floor(text, end)..];
    let lines: usize = rest.split_inclusive('\n').take(2).map(str::len).sum();
    (found.bytes.start <= text.len() - rest.len() + lines).then_some(found)
}

fn floor(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// What precedes a line.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    /// Nothing, or something after which any line is allowed.
    Start,
    /// A key without a value: deeper lines are its value.
    Key,
    /// A value on the line of its key.
    Value,
    /// Plain text, which deeper lines continue.
    Text,
}

struct Scan<'t> {
    text: &'t str,
    /// The position of the scan in the line.
    at: usize,
    /// Open brackets.
    open: Vec<(char, usize)>,
    /// Columns of the open mappings and lists, from 0, and whether each is a list.
    columns: Vec<(usize, bool)>,
    before: Before,
}

fn mistake<T>(
    bytes: Range<usize>,
    message: impl Into<String>,
    help: impl Into<String>,
) -> Found<T> {
    Err(Mistake { bytes, message: message.into(), help: help.into(), silent: false })
}

type Found<T> = Result<T, Mistake>;

/// The text in quotes, with escapes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.trim().replace('\\', "\\\\").replace('"', "\\\""))
}

/// The length of a key at the start of a text, if a colon follows.
fn key(text: &str) -> Option<usize> {
    let len = match text.strip_prefix('"') {
        Some(quoted) => quoted.find(['"', '\\']).filter(|end| quoted[*end..].starts_with('"'))? + 2,
        None => {
            text.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-')))?
        }
    };
    let after = text[len..].strip_prefix(':')?;
    (len > 0 && (after.is_empty() || after.starts_with([' ', '\n']))).then_some(len)
}

/// Whether the language has a key of this name.
fn is_key(word: &str) -> bool {
    keys::item_kinds().iter().any(|kind| kind.key(word).is_some())
        || ["name", "type", "value", "bit", "default", "bytes"].contains(&word)
}

impl<'t> Scan<'t> {
    fn lines(&mut self) -> Option<Mistake> {
        let mut start = 0;
        // The column of the key of an open block of text.
        let mut block: Option<usize> = None;
        for line in self.text.split_inclusive('\n') {
            let content = line.trim_end();
            let indent = content.len() - content.trim_start_matches(' ').len();
            let first = start;
            start += line.len();
            let rest = &content[indent..];
            if rest.is_empty() || rest.starts_with('#') && block.is_none() {
                continue;
            }
            if block.is_some_and(|column| indent > column) {
                continue;
            }
            match self.line(first, indent, content) {
                Err(found) => return Some(found),
                Ok(found) => block = found,
            }
        }
        let (bracket, at) = self.open.first()?;
        Some(unclosed(*bracket, *at))
    }

    /// Checks a line. Returns the column of its key if a block of text follows.
    fn line(&mut self, start: usize, indent: usize, content: &str) -> Found<Option<usize>> {
        let text = &content[indent..];
        if text.starts_with('\t') {
            let at = start + indent;
            return mistake(at..at + 1, "a line is indented with a tab", "indent with spaces");
        }
        if content == "---" {
            let what = "the file is divided by `---`";
            return mistake(start..start + 3, what, "remove the line `---`");
        }
        if let Some((bracket, at)) = self.open.last().copied() {
            // In brackets, no line begins an item or is left of the first line.
            let outer = self.columns.last().map_or(0, |(column, _)| *column);
            if text.starts_with("- ") || indent <= outer && key(text).is_some() {
                return Err(unclosed(bracket, at));
            }
            self.at = start + indent;
            self.flow(start + content.len())?;
            return Ok(None);
        }
        self.block(start, indent, content)
    }

    /// A line outside of brackets.
    fn block(&mut self, start: usize, indent: usize, content: &str) -> Found<Option<usize>> {
        let mut column = indent;
        while let Some(rest) = content[column..].strip_prefix('-') {
            if !rest.is_empty() && !rest.starts_with(' ') {
                if rest.starts_with(|c: char| c.is_ascii_alphabetic()) && column == indent {
                    let at = start + column;
                    let help = format!("write `- {rest}`");
                    return mistake(at..at + 1, "a space is missing after `-`", help);
                }
                break;
            }
            self.place(start, column, content, true)?;
            self.before = Before::Key;
            column += 1 + (rest.len() - rest.trim_start().len());
            if rest.trim().is_empty() {
                return Ok(None);
            }
        }
        let text = &content[column..];
        let at = start + column;
        let Some(len) = key(text) else {
            return self.no_key(start, column, content).map(|()| None);
        };
        self.place(start, column, content, false)?;
        let name = &text[..len];
        let value = text[len + 1..].trim_start();
        self.before = Before::Key;
        if value.is_empty() || value.starts_with('#') {
            return Ok(None);
        }
        self.before = Before::Value;
        if value.starts_with(['|', '>']) {
            return Ok(Some(column));
        }
        self.at = start + content.len() - value.len();
        let end = start + content.len();
        if value.starts_with(['{', '[']) {
            return self.brackets(name, at, end).map(|()| None);
        }
        if value.starts_with(['"', '\'']) {
            return self.quotes(end).map(|_| None);
        }
        self.plain_start(name, value)?;
        self.before = Before::Text;
        let colon = value.find(": ").or(value.ends_with(':').then(|| value.len() - 1));
        match colon.filter(|colon| !value[..*colon].contains(" #")) {
            Some(colon) => {
                let at = self.at + colon;
                let help = format!("write `{name}: {}`", quoted(value));
                mistake(at..at + 1, "text with a colon needs quotes", help)
            }
            None => Ok(None),
        }
    }

    /// A value in brackets that begins on the line of its key.
    fn brackets(&mut self, name: &str, key: usize, end: usize) -> Found<()> {
        let from = self.at;
        self.flow(end)?;
        let rest = self.text[self.at..end].trim_start();
        if self.open.is_empty() && !rest.is_empty() && !rest.starts_with('#') {
            let at = end - rest.len();
            if let Some(bracket) = rest.chars().next().filter(|c| matches!(c, '}' | ']')) {
                let what = format!("`{bracket}` closes nothing");
                return mistake(at..at + 1, what, "remove it, or add the opening bracket");
            }
            let value = &self.text[from..end];
            let help = format!("write `{name}: {}`", quoted(value));
            return mistake(key..end, "text that begins with a bracket needs quotes", help);
        }
        Ok(())
    }

    /// Reports a key or item at a column that fits nothing above, and records the column.
    fn place(&mut self, start: usize, column: usize, content: &str, list: bool) -> Found<()> {
        let at = start + column;
        let inside = column > self.columns.last().map_or(0, |(last, _)| *last);
        let first = self.columns.is_empty();
        if first || inside {
            let opens = first || self.before == Before::Key || self.before == Before::Start;
            if !opens {
                let last = self.columns.last().map_or(1, |(last, _)| *last + 1);
                let help =
                    format!("write it at column {last}, or end the line above it with a colon");
                let what = "this line is indented deeper than the line above";
                return mistake(at..at + content[column..].len(), what, help);
            }
            self.columns.push((column, list));
            return Ok(());
        }
        let mut known: Vec<String> =
            self.columns.iter().map(|(column, _)| (column + 1).to_string()).collect();
        known.dedup();
        while self.columns.last().is_some_and(|(last, _)| *last > column) {
            self.columns.pop();
        }
        let width = content[column..].len();
        match self.columns.last().copied() {
            Some((last, is_list)) if last == column => {
                if is_list == list {
                    return Ok(());
                }
                if list && self.before == Before::Key {
                    // A list can begin at the column of its key.
                    self.columns.push((column, true));
                    return Ok(());
                }
                // Such a list has ended; the mapping around it continues.
                if !list && self.columns.iter().rev().nth(1) == Some(&(column, false)) {
                    self.columns.pop();
                    return Ok(());
                }
                match list {
                    true => mistake(
                        at..at + width,
                        "an item begins between the keys of a mapping",
                        "write `- ` at the column of the other items of the list",
                    ),
                    false => mistake(
                        at..at + width,
                        "`- ` is missing before an item",
                        format!("write `- {}`", &content[column..]),
                    ),
                }
            }
            _ => {
                let help = format!("the lines above begin at column {}", known.join(" or "));
                let what = format!("no line above begins at column {}", column + 1);
                mistake(at..at + width, what, help)
            }
        }
    }

    /// A line that is neither a key nor an item.
    fn no_key(&mut self, start: usize, column: usize, content: &str) -> Found<()> {
        let text = &content[column..];
        let at = start + column;
        let end = start + content.len();
        self.at = at;
        if text.starts_with(['{', '[']) {
            self.before = Before::Value;
            return self.brackets("", at, end);
        }
        let outer = self.columns.last().map_or(0, |(last, _)| *last);
        if self.before == Before::Text && column > outer {
            return Ok(());
        }
        if text.starts_with(['"', '\'']) {
            self.before = Before::Value;
            return self.quotes(end).map(|_| ());
        }
        let word = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(0);
        if word > 0 && text[word..].starts_with(':') && is_key(&text[..word]) {
            let (name, value) = (&text[..word], &text[word + 1..]);
            let help = format!("write `{name}: {value}`");
            return mistake(at + word..at + word + 1, "a space is missing after the colon", help);
        }
        if self.before == Before::Key && column > outer {
            self.before = Before::Text;
            return Ok(());
        }
        mistake(
            at..end,
            "this line is neither `key: value` nor an item `- key: value`",
            "indent the next lines of a text deeper than its key, also after `|`",
        )
    }

    /// Reports plain text with a first character that needs quotes.
    fn plain_start(&self, name: &str, value: &str) -> Found<()> {
        let first = value.chars().next().unwrap_or(' ');
        if !matches!(first, '`' | '@' | '%' | '*' | '&' | '!') {
            return Ok(());
        }
        let what = format!("text that begins with `{first}` needs quotes");
        let what = what.replace("```", "a backtick");
        let help = format!("write `{name}: {}`", quoted(value));
        let bytes = self.at..self.at + value.len();
        Err(Mistake { bytes, message: what, help, silent: matches!(first, '&' | '!') })
    }

    /// Reads text in quotes up to the end of its line; nothing else may follow. Returns whether it
    /// ends.
    fn quotes(&mut self, end: usize) -> Found<()> {
        let from = self.at;
        self.string(end)?;
        let rest = self.text[self.at..end].trim_start();
        if !rest.is_empty() && !rest.starts_with('#') {
            let at = end - rest.len();
            let help = format!("write {}", quoted(&self.text[from..end]));
            return mistake(at..end, "text continues after its closing quote", help);
        }
        Ok(())
    }

    /// Moves past text in quotes.
    fn string(&mut self, end: usize) -> Found<()> {
        let from = self.at;
        let line = &self.text[from..end];
        let quote = line.chars().next().unwrap_or('"');
        let mut chars = line.char_indices().skip(1);
        while let Some((offset, c)) = chars.next() {
            if c == '\\' && quote == '"' {
                match chars.next() {
                    None => break,
                    Some((_, c)) if "0abtnvfre \"/\\N_LPxuU\t".contains(c) => {}
                    Some((_, c)) => {
                        let at = from + offset;
                        let what = format!("`\\{c}` is not an escape in quotes");
                        let help = format!("write `\\\\{c}` for a backslash");
                        return mistake(at..at + 1 + c.len_utf8(), what, help);
                    }
                }
            } else if c == quote {
                if quote == '\'' && line[offset + 1..].starts_with('\'') {
                    chars.next();
                    continue;
                }
                self.at = from + offset + 1;
                return Ok(());
            }
        }
        mistake(from..end, "a quote is not closed", format!("end the text with `{quote}`"))
    }

    /// Reads the content of brackets, up to the end of the line or past the outermost closing bracket.
    fn flow(&mut self, end: usize) -> Found<()> {
        while self.at < end {
            let rest = &self.text[self.at..end];
            let c = rest.chars().next().unwrap_or(' ');
            match c {
                ' ' | ',' => self.at += 1,
                '\t' => self.at += 1,
                '#' => self.at = end,
                '{' | '[' => {
                    self.open.push((c, self.at));
                    self.at += 1;
                }
                '}' | ']' => {
                    let Some((bracket, at)) = self.open.pop() else { return Ok(()) };
                    if closing(bracket) != c {
                        return Err(unclosed(bracket, at));
                    }
                    self.at += 1;
                    if self.open.is_empty() {
                        return Ok(());
                    }
                }
                '"' | '\'' => {
                    let from = self.at;
                    self.string(end)?;
                    let rest = self.text[self.at..end].trim_start();
                    if !rest.is_empty() && !rest.starts_with([',', '}', ']', ':', '#']) {
                        let len = rest.find([',', '}', ']']).unwrap_or(rest.len());
                        let at = end - rest.len();
                        let help = format!("write {}", quoted(&self.text[from..at + len]));
                        let what = "text continues after its closing quote";
                        return mistake(at..at + len, what, help);
                    }
                    self.at = end - rest.len();
                    if rest.starts_with(':') {
                        self.at += 1;
                    }
                }
                _ => self.flow_plain(end)?,
            }
        }
        Ok(())
    }

    /// A key or plain text in brackets.
    fn flow_plain(&mut self, end: usize) -> Found<()> {
        let rest = &self.text[self.at..end];
        let Some(len) = key(rest).filter(|_| self.open.last().is_some_and(|(c, _)| *c == '{'))
        else {
            let stop = rest.find([',', '}', ']']).unwrap_or(rest.len());
            self.at += stop;
            return Ok(());
        };
        let name = &rest[..len];
        let value = rest[len + 1..].trim_start();
        self.at = end - value.len();
        if value.starts_with(['{', '[', '"', '\'', ',', '}', ']']) || value.is_empty() {
            return Ok(());
        }
        let stop = value.find([',', '}', ']']).unwrap_or(value.len());
        self.plain_start(name, &value[..stop])?;
        let stop = value.find(['{', '[', ',', '}', ']']).unwrap_or(value.len());
        let colon = value[..stop].find(": ");
        if let Some(colon) = colon {
            let before = value[..colon].rsplit(' ').next().unwrap_or("");
            let at = self.at + colon - before.len();
            if value[..colon].contains(' ') && is_key(before) {
                let what = format!("a comma is missing before `{before}`");
                return mistake(at..at + before.len(), what, format!("write `, {before}: `"));
            }
            let at = self.at + colon;
            let whole = value.find([',', '}', ']']).unwrap_or(value.len());
            let help = format!("write `{name}: {}`", quoted(&value[..whole]));
            return mistake(at..at + 1, "text with a colon needs quotes", help);
        }
        if value[stop..].starts_with(['{', '[']) {
            // Up to the bracket that closes the mapping.
            let close = value.rfind(['}', ']']).unwrap_or(value.len());
            let whole = value[..close].find(", ").map_or(close, |comma| comma.max(stop));
            let at = self.at + stop;
            let help = format!("write `{name}: {}`", quoted(&value[..whole]));
            return mistake(at..at + 1, "text with a bracket needs quotes", help);
        }
        self.at += stop;
        Ok(())
    }
}

fn closing(bracket: char) -> char {
    if bracket == '{' { '}' } else { ']' }
}

fn unclosed(bracket: char, at: usize) -> Mistake {
    Mistake {
        bytes: at..at + 1,
        message: format!("`{bracket}` is not closed"),
        help: format!("write `{}` where it ends", closing(bracket)),
        silent: false,
    }
}

#[cfg(test)]
mod tests {
    use super::find;
    use std::path::Path;

    /// Readable files have no mistakes.
    #[test]
    fn schemas_have_no_mistakes() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut count = 0;
        for folder in ["../schema", "tests/docs", "tests/check/pass", "tests/check/several"] {
            for path in crate::syntax::list_folder(&root.join(folder)).expect("a folder") {
                let text = std::fs::read_to_string(&path).expect("a schema");
                let found = find(&text, text.len());
                assert!(found.is_none(), "{}: {found:?}", path.display());
                count += 1;
            }
        }
        assert!(count > 20);
    }
}
