//! Listings of the disassembler, with the numbers that the builder gives to values.
//!
//! The disassembler invents names such as `%tile_0` and `%1#1`. This module renames values to numbers, as in an owned body:
//! parameters come first, then block arguments and results in order. The results of an operation with regions come after the values
//! in the regions.

use std::collections::HashMap;

/// A function of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The name, without `@`.
    pub name: String,
    /// The first line.
    pub head: String,
    /// The lines between the first and the last, with numbered values and without indentation.
    pub lines: Vec<String>,
}

/// The functions of a listing.
#[must_use]
pub fn functions(text: &str) -> Vec<Function> {
    let mut functions = Vec::new();
    let mut lines = text.lines();
    while let Some(head) = lines.next() {
        let Some(rest) = head.strip_prefix("entry @") else { continue };
        let name = rest.split('(').next().unwrap_or_default();
        let body: Vec<&str> =
            lines.by_ref().take_while(|line| *line != "}").map(str::trim).collect();
        functions.push(Function {
            name: name.trim_matches('"').to_owned(),
            head: head.to_owned(),
            lines: Numbering::default().function(rest, &body),
        });
    }
    functions
}

#[derive(Default)]
struct Numbering {
    next: u32,
    /// The visible names, innermost scope last, each with the number of its first value.
    scopes: Vec<HashMap<String, u32>>,
    /// The operations whose regions are open: the names of their results, and the line to complete.
    open: Vec<(String, usize)>,
    lines: Vec<String>,
}

impl Numbering {
    fn function(mut self, head: &str, body: &[&str]) -> Vec<String> {
        self.scopes.push(HashMap::new());
        self.define_arguments(head);
        let mut waiting = None;
        for (index, line) in body.iter().enumerate() {
            if let Some(operation) = waiting.take() {
                // This line has only the arguments of the region.
                self.open.push(operation);
                self.scopes.push(HashMap::new());
                self.define_arguments(line);
                let text = self.renamed(line);
                self.lines.push(text);
            } else if *line == "} else {" {
                self.scopes.pop();
                self.scopes.push(HashMap::new());
                self.lines.push((*line).to_owned());
            } else if *line == "}" {
                self.scopes.pop();
                self.lines.push((*line).to_owned());
                if let Some((results, line)) = self.open.pop() {
                    let results = self.define_results(&results);
                    self.lines[line].insert_str(0, &results);
                }
            } else {
                let (results, rest) = match line.split_once(" = ") {
                    Some((results, rest)) if line.starts_with('%') => (results, rest),
                    _ => ("", *line),
                };
                let operation = (results.to_owned(), self.lines.len());
                if line.ends_with('{') {
                    self.scopes.push(HashMap::new());
                    self.define_inline_arguments(rest);
                    self.open.push(operation);
                    let text = self.renamed(rest);
                    self.lines.push(text);
                } else if body.get(index + 1).is_some_and(|next| next.starts_with("(%")) {
                    let text = self.renamed(rest);
                    self.lines.push(text);
                    waiting = Some(operation);
                } else {
                    let text = self.renamed(rest);
                    let results = self.define_results(results);
                    self.lines.push(results + &text);
                }
            }
        }
        self.lines
    }

    /// Numbers `count` values under a name.
    fn define(&mut self, name: &str, count: u32) -> Vec<String> {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), self.next);
        }
        let first = self.next;
        self.next += count;
        (first..self.next).map(|number| format!("%{number}")).collect()
    }

    /// Numbers the results on the left of an operation: `%a, %b` or `%c:2`.
    fn define_results(&mut self, names: &str) -> String {
        let mut numbers = Vec::new();
        for name in names.split(", ").filter(|name| !name.is_empty()) {
            let (name, count) = name.split_once(':').unwrap_or((name, "1"));
            numbers.extend(self.define(name, count.parse().unwrap_or(1)));
        }
        if numbers.is_empty() { String::new() } else { format!("{} = ", numbers.join(", ")) }
    }

    /// Numbers the arguments in `(%a: type, %b: type)`.
    fn define_arguments(&mut self, text: &str) {
        for (name, rest) in names(text) {
            if rest.starts_with(": ") {
                self.define(name, 1);
            }
        }
    }

    /// Numbers the arguments in `for %a in (..) iter_values(%b = %c)`.
    fn define_inline_arguments(&mut self, text: &str) {
        for (name, rest) in names(text) {
            if rest.starts_with(" in (") || rest.starts_with(" = ") {
                self.define(name, 1);
            }
        }
    }

    fn renamed(&self, text: &str) -> String {
        let mut renamed = String::new();
        let mut end = 0;
        for (name, rest) in names(text) {
            let start = text.len() - rest.len() - name.len();
            renamed.push_str(&text[end..start]);
            end = start + name.len();
            let (base, offset) = name.split_once('#').unwrap_or((name, "0"));
            let number = self.scopes.iter().rev().find_map(|scope| scope.get(base));
            match (number, offset.parse::<u32>()) {
                (Some(number), Ok(offset)) => renamed.push_str(&format!("%{}", number + offset)),
                _ => renamed.push_str(name),
            }
        }
        renamed.push_str(&text[end..]);
        renamed
    }
}

/// The names of values in a line outside of strings, each with the text after it.
fn names(text: &str) -> Vec<(&str, &str)> {
    let mut names = Vec::new();
    let mut quoted = false;
    let mut chars = text.char_indices();
    while let Some((start, c)) = chars.next() {
        match c {
            '"' => quoted = !quoted,
            '\\' if quoted => {
                chars.next();
            }
            '%' if !quoted => {
                let length = text[start + 1..]
                    .find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '#'))
                    .map_or(text.len(), |length| start + 1 + length);
                names.push((&text[start..length], &text[length..]));
            }
            _ => {}
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::functions;

    #[test]
    fn values_are_numbered_in_the_order_of_an_owned_body() {
        let text = "\
entry @k(%arg0: tile<i1>) {
  %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
  %for = for %loopIdx in (%blockId_x to %blockId_y, step %blockId_z) : tile<i32> iter_values(%it = %blockId_x) -> (tile<i32>) {
    %0 = addi %it, %loopIdx : tile<i32>
    continue %0 : tile<i32>
  }
  %1 = print_tko \"%arg0\", %for : tile<i32> -> token
  return
}
";
        let functions = functions(text);
        assert_eq!(functions.len(), 1);
        assert_eq!(
            functions[0].lines,
            [
                "%1, %2, %3 = get_tile_block_id : tile<i32>",
                "%7 = for %4 in (%1 to %2, step %3) : tile<i32> iter_values(%5 = %1) -> (tile<i32>) {",
                "%6 = addi %5, %4 : tile<i32>",
                "continue %6 : tile<i32>",
                "}",
                "%8 = print_tko \"%arg0\", %7 : tile<i32> -> token",
                "return",
            ]
        );
    }
}
