//! The values that definitions give to properties that are absent.

use super::default_text::DefaultText;
use super::gap::Gap;
use super::operation::{ArgumentKind, Operation};
use crate::ast::defaults::SEPARATOR;
use crate::model::{DefaultValue, Property};

/// The default values of an operation's properties and of the attributes that stand for some, in the order of the definition.
pub(super) fn derive(operation: &Operation) -> Result<Vec<DefaultValue>, Gap> {
    let mut found = Vec::new();
    for argument in &operation.arguments {
        let (default, text, stays) = match &argument.kind {
            ArgumentKind::Attribute { default, text, optional, .. } => (default, text, *optional),
            ArgumentKind::Property { default, text, .. } => (default, text, false),
            ArgumentKind::Operand { .. } => continue,
        };
        let Some(default) = default else { continue };
        let value = plain(default);
        let gap = |text| Err(Gap::Default { property: argument.name.clone(), text });
        let (given, value) = match text {
            _ if stays => (false, value),
            DefaultText::Nothing => (false, value),
            DefaultText::Text(text) => (true, text.clone()),
            DefaultText::Unknown => return gap(value),
        };
        // An attribute that is no property and may be absent is no matter of any file.
        let has = |layout: &Vec<Property>| layout.iter().any(|known| known.name == argument.name);
        if !given && !operation.layout.as_ref().map_or(true, has) {
            continue;
        }
        if value.contains(SEPARATOR) {
            return gap(value);
        }
        if !value.is_empty() {
            found.push(DefaultValue { name: argument.name.clone(), given, value });
        }
    }
    Ok(found)
}

/// C++ without what only its compiler needs: casts, the namespace of all of MLIR, and spaces inside of brackets.
pub(super) fn plain(text: &str) -> String {
    const CAST: &str = "static_cast<";
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut text = words.join(" ");
    let mut from = 0;
    while let Some(found) = text[from..].find(CAST) {
        let start = from + found;
        from = start + CAST.len();
        let Some(open) = text[from..].find(">(").map(|at| from + at + 2) else { continue };
        let Some(close) = closing(&text[open..]).map(|at| open + at) else { continue };
        let inside = text[open..close].to_owned();
        text.replace_range(start..=close, &inside);
        from = start;
    }
    let text = text.strip_prefix("::").unwrap_or(&text);
    let text = text.strip_prefix("mlir::").unwrap_or(text);
    text.replace("{ ", "{").replace(" }", "}")
}

/// Where the bracket is closed that stands before a text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return Some(at),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn values_are_written_plainly() {
        for (text, expected) in [
            ("false", "false"),
            ("::mlir::arith::FastMathFlags::none", "arith::FastMathFlags::none"),
            ("mlir::acc::DataClause::acc_copy", "acc::DataClause::acc_copy"),
            ("{ static_cast<int64_t>(1),\n static_cast<int64_t>(-2) }", "{1, -2}"),
            ("static_cast<uint64_t>(f(1) + (2))", "f(1) + (2)"),
            ("static_cast<uint64_t>(1", "static_cast<uint64_t>(1"),
            ("\"memref.copy\"", "\"memref.copy\""),
            ("{}", "{}"),
            ("", ""),
        ] {
            assert_eq!(plain(text), expected);
        }
    }
}
