//! JSON that people can read.

use std::fmt::Write;

/// A value.
pub(super) enum Json {
    Bool(bool),
    Number(i128),
    Text(String),
    List(Vec<Json>),
    Map(Vec<(String, Json)>),
}

/// A mapping.
pub(super) fn map<K: Into<String>>(entries: impl IntoIterator<Item = (K, Json)>) -> Json {
    Json::Map(entries.into_iter().map(|(key, value)| (key.into(), value)).collect())
}

/// A list.
pub(super) fn list(values: impl IntoIterator<Item = Json>) -> Json {
    Json::List(values.into_iter().collect())
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Json::Text(text.to_owned())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        Json::Text(text)
    }
}

/// The maximum width of a list or mapping on one line.
const WIDTH: usize = 100;

impl Json {
    /// The text, over several lines if it is long.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        self.write(0, &mut out);
        out.push('\n');
        out
    }

    fn write(&self, depth: usize, out: &mut String) {
        let mut line = String::new();
        self.line(&mut line);
        let (open, close, count) = match self {
            Json::List(values) => ('[', ']', values.len()),
            Json::Map(entries) => ('{', '}', entries.len()),
            _ => (' ', ' ', 0),
        };
        if count == 0 || line.len() + depth * 2 <= WIDTH {
            out.push_str(&line);
            return;
        }
        out.push(open);
        let begin = |at: usize, out: &mut String| {
            out.push_str(if at > 0 { ",\n" } else { "\n" });
            out.push_str(&"  ".repeat(depth + 1));
        };
        match self {
            Json::List(values) => values.iter().enumerate().for_each(|(at, value)| {
                begin(at, out);
                value.write(depth + 1, out);
            }),
            Json::Map(entries) => entries.iter().enumerate().for_each(|(at, (key, value))| {
                begin(at, out);
                quote(key, out);
                out.push_str(": ");
                value.write(depth + 1, out);
            }),
            _ => {}
        }
        out.push('\n');
        out.push_str(&"  ".repeat(depth));
        out.push(close);
    }

    fn line(&self, out: &mut String) {
        match self {
            Json::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Json::Number(value) => out.push_str(&value.to_string()),
            Json::Text(text) => quote(text, out),
            Json::List(values) => {
                out.push('[');
                for (at, value) in values.iter().enumerate() {
                    out.push_str(if at > 0 { ", " } else { "" });
                    value.line(out);
                }
                out.push(']');
            }
            Json::Map(entries) => {
                out.push('{');
                for (at, (key, value)) in entries.iter().enumerate() {
                    out.push_str(if at > 0 { ", " } else { "" });
                    quote(key, out);
                    out.push_str(": ");
                    value.line(out);
                }
                out.push('}');
            }
        }
    }
}

fn quote(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
