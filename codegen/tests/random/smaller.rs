//! Makes a schema that fails smaller.

/// A schema without the lines that its failure does not need.
pub(crate) fn smaller(text: &str, mut fails: impl FnMut(&str) -> bool) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut size = lines.len() / 2;
    while size > 0 {
        let mut at = 0;
        while at < lines.len() {
            let mut fewer = lines.clone();
            fewer.drain(at..(at + size).min(lines.len()));
            if fails(&(fewer.join("\n") + "\n")) {
                lines = fewer;
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    lines.join("\n") + "\n"
}
