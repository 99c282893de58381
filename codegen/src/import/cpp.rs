//! Values as C++ expressions.

/// Removes the parts of a C++ expression that do not matter to a reader: casts, the namespace `mlir`, and spaces inside braces.
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

/// The position of the bracket that closes the one directly before a text.
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
