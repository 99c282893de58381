//! Reads the generic form of modules, as `mlir-opt` prints it: operations with their attributes, and aliases.

use std::collections::HashMap;

/// An operation in the generic form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Operation {
    /// The name, such as `func.func`.
    pub name: String,
    /// The content of `<..>`: the entries of `<{..}>`, or one entry without a name.
    pub properties: Vec<Entry>,
    /// The entries of `{..}`.
    pub attributes: Vec<Entry>,
}

/// An entry of a dictionary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name, without quotes.
    pub name: String,
    /// The value, empty for a unit.
    pub value: String,
}

/// The operations of a text in the generic form. Each operation comes before those in its regions. Aliases such as `#map` are
/// replaced by their definitions.
#[must_use]
pub fn operations(text: &str) -> Vec<Operation> {
    let names = aliases(text);
    let mut operations: Vec<Operation> = Vec::new();
    // The operations whose regions are open.
    let mut open: Vec<usize> = Vec::new();
    for line in text.lines() {
        let line = line.trim_start();
        if line.starts_with("})") || line.starts_with("}, {") {
            let Some(index) = open.last().copied() else { continue };
            if let Some(rest) = line.strip_prefix("}) ") {
                open.pop();
                operations[index].attributes = braces(rest, "{", "}", &names).0;
            } else if line.starts_with("})") {
                open.pop();
            }
            continue;
        }
        let Some(start) = operation_start(line) else { continue };
        let (quoted, rest) = string(&line[start..]);
        let mut operation = Operation { name: unquoted(quoted), ..Operation::default() };
        // Operands and successors.
        let mut rest = &rest[closing(rest)..];
        if rest.starts_with('[') {
            rest = &rest[closing(rest)..];
        }
        let (properties, after) = match rest.strip_prefix(" <") {
            Some(inside) if inside.starts_with('{') => {
                let (entries, _) = braces(inside, "{", "}", &names);
                (entries, &rest[1 + closing(&rest[1..])..])
            }
            Some(_) => {
                let end = 1 + closing(&rest[1..]);
                let value = replaced(&rest[2..end - 1], &names);
                (vec![Entry { name: String::new(), value }], &rest[end..])
            }
            None => (Vec::new(), rest),
        };
        operation.properties = properties;
        if after.trim_end() == " ({" {
            open.push(operations.len());
        } else {
            operation.attributes = braces(after.trim_start(), "{", "}", &names).0;
        }
        operations.push(operation);
    }
    operations
}

/// The text with values that are numbered in the order in which they occur. The tools number values in the whole module, so an
/// additional value changes the names of others.
#[must_use]
pub fn numbered(text: &str) -> String {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut result = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(['%', '"']) {
        result.push_str(&rest[..start]);
        rest = &rest[start..];
        if rest.starts_with('"') {
            let (quoted, after) = string(rest);
            result.push_str(quoted);
            rest = after;
            continue;
        }
        let end = rest[1..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let (name, after) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
        let next = numbers.len();
        result.push_str(&format!("%{}", numbers.entry(name).or_insert(next)));
        rest = after;
    }
    result + rest
}

/// The definitions of the aliases `#name` and `!name`.
fn aliases(text: &str) -> HashMap<String, String> {
    let mut names = HashMap::new();
    for line in text.lines() {
        if !line.starts_with(['#', '!']) {
            continue;
        }
        if let Some((name, value)) = line.split_once(" = ") {
            let value = replaced(value, &names);
            names.insert(name.to_owned(), value);
        }
    }
    names
}

/// The position of the name of an operation in a line: at the start, or after the results.
fn operation_start(line: &str) -> Option<usize> {
    if line.starts_with('"') {
        return Some(0);
    }
    if !line.starts_with('%') {
        return None;
    }
    let start = line.find(" = \"")? + " = ".len();
    Some(start)
}

/// The string at the beginning of a text, with its quotes, and the rest of the text.
fn string(text: &str) -> (&str, &str) {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|(_, c)| {
        let ends = *c == '"' && !escaped;
        escaped = *c == '\\' && !escaped;
        ends
    });
    text.split_at(end.map_or(text.len(), |(end, _)| end + 1))
}

fn unquoted(text: &str) -> String {
    text.trim_matches('"').to_owned()
}

/// The characters outside of strings, arrows and `>=`, for counting brackets.
fn brackets(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut position = 0;
    std::iter::from_fn(move || {
        while let Some(c) = text[position..].chars().next() {
            let start = position;
            if c == '"' {
                position += string(&text[position..]).0.len();
                continue;
            }
            if text[position..].starts_with("->") || text[position..].starts_with(">=") {
                position += 2;
                continue;
            }
            position += c.len_utf8();
            return Some((start, c));
        }
        None
    })
}

/// The position after the bracket that closes the one at the beginning of a text.
fn closing(text: &str) -> usize {
    let mut depth = 0;
    for (start, c) in brackets(text) {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return start + c.len_utf8();
        }
    }
    text.len()
}

/// The entries of the dictionary at the beginning of a text, and the rest of the text.
fn braces<'t>(
    text: &'t str,
    first: &str,
    last: &str,
    names: &HashMap<String, String>,
) -> (Vec<Entry>, &'t str) {
    if !text.starts_with(first) {
        return (Vec::new(), text);
    }
    let end = closing(text);
    let inside = &text[first.len()..end - last.len()];
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in brackets(inside) {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inside[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !inside.is_empty() {
        parts.push(&inside[start..]);
    }
    let entries = parts.into_iter().map(|part| {
        let part = part.trim();
        let (name, value) = match part.starts_with('"') {
            true => {
                let (name, rest) = string(part);
                (name, rest.strip_prefix(" = ").unwrap_or_default())
            }
            false => part.split_once(" = ").unwrap_or((part, "")),
        };
        Entry { name: unquoted(name), value: replaced(value, names) }
    });
    (entries.collect(), &text[end..])
}

/// A text with aliases replaced by their definitions.
fn replaced(text: &str, names: &HashMap<String, String>) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(['#', '!', '"']) {
        result.push_str(&rest[..start]);
        rest = &rest[start..];
        let length = if rest.starts_with('"') {
            string(rest).0.len()
        } else {
            let end = rest[1..].find(|c: char| !c.is_ascii_alphanumeric() && !"_.$".contains(c));
            end.map_or(rest.len(), |end| end + 1)
        };
        let (name, after) = rest.split_at(length);
        result.push_str(names.get(name).map_or(name, String::as_str));
        rest = after;
    }
    result.push_str(rest);
    result
}

#[cfg(test)]
mod tests {
    use super::{Entry, Operation, numbered, operations};

    fn entries(entries: &[(&str, &str)]) -> Vec<Entry> {
        let entry =
            |&(name, value): &(&str, &str)| Entry { name: name.into(), value: value.into() };
        entries.iter().map(entry).collect()
    }

    #[test]
    fn values_are_numbered_in_the_order_of_the_text() {
        let text = r#"%5:2 = "a"(%arg0, %5#1) {x = "%5"} %7"#;
        assert_eq!(numbered(text), r#"%0:2 = "a"(%1, %0#1) {x = "%5"} %2"#);
    }

    #[test]
    fn operations_have_their_properties_and_attributes() {
        let text = r##"
#map = affine_map<(d0) -> (d0)>
"builtin.module"() ({
  %0:2 = "a.b"(%1, %2)[^bb1, ^bb2] <{m = #map, s = "x, }\22>", u}> ({
  ^bb0(%arg0: i32 loc("f":1:2)):
    "a.c"() <"text"> {"odd name" = [1, {k = 2}]} : () -> () loc(#loc1)
  }, {
  }) {x = 1 : i32} : (i32, i32) -> (i32, (i32) -> i32) loc(#loc2)
}) : () -> () loc(#loc)
"##;
        assert_eq!(
            operations(text),
            [
                Operation { name: "builtin.module".into(), ..Operation::default() },
                Operation {
                    name: "a.b".into(),
                    properties: entries(&[
                        ("m", "affine_map<(d0) -> (d0)>"),
                        ("s", r#""x, }\22>""#),
                        ("u", "")
                    ]),
                    attributes: entries(&[("x", "1 : i32")]),
                },
                Operation {
                    name: "a.c".into(),
                    properties: entries(&[("", "\"text\"")]),
                    attributes: entries(&[("odd name", "[1, {k = 2}]")]),
                },
            ]
        );
    }
}
