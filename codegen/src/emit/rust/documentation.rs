//! Documentation comments of generated code.

use proc_macro2::TokenStream;
use quote::quote;
use std::fmt::Write;

/// A text as documentation: a blank before each line, as in handwritten comments.
///
/// Code blocks in it are not run as tests, and no character of it changes the display of the source.
pub(super) fn document(text: &str) -> TokenStream {
    let lines = plain(text);
    let lines = lines.iter().map(|line| match line.trim_end() {
        "" => String::new(),
        line => format!(" {line}"),
    });
    quote!(#(#[doc = #lines])*)
}

/// The lines, without code blocks that Rust would run.
fn plain(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    // The open fence, whether the lines are indented code, and whether the next lines can begin a code block.
    let (mut fence, mut indented, mut blank, mut item) = (None::<String>, false, true, false);
    for line in text.lines() {
        let line = visible(line);
        let inner = line.trim_start();
        let indent = line.len() - inner.len();
        let mark = ["```", "~~~"].into_iter().find(|mark| inner.starts_with(mark));
        let is_code = indent >= 4 || line.starts_with('\t');
        if indented && !(is_code || inner.is_empty()) {
            lines.push("```".to_owned());
            indented = false;
        }
        match (&fence, mark) {
            (Some(open), _) => {
                let ends = inner.starts_with(open.as_str())
                    && inner.trim_end().chars().all(|c| open.starts_with(c));
                if ends {
                    fence = None;
                }
                lines.push(line.clone());
            }
            (None, Some(mark)) if !is_code => {
                let (head, language) = inner.split_at(
                    inner.len() - inner.trim_start_matches(|c| mark.starts_with(c)).len(),
                );
                fence = Some(head.to_owned());
                let language = if is_program(language) { "text" } else { language };
                lines.push(format!("{}{head}{language}", &line[..indent]));
            }
            _ => {
                if is_code && blank && !item && !indented && !inner.is_empty() {
                    lines.push("```text".to_owned());
                    indented = true;
                }
                if indent == 0 && !inner.is_empty() {
                    item = inner.starts_with(['-', '*', '+'])
                        || inner.starts_with(|c: char| c.is_ascii_digit());
                }
                lines.push(line.clone());
            }
        }
        blank = inner.is_empty();
    }
    if indented {
        lines.push("```".to_owned());
    }
    // An open fence is closed, so that it does not include text that the generator adds.
    lines.extend(fence);
    lines
}

/// Whether the words after a fence make the block a Rust program.
fn is_program(language: &str) -> bool {
    const WORDS: &[&str] =
        &["rust", "should_panic", "no_run", "compile_fail", "test_harness", "ignore"];
    let mut words = language.split([',', ' ', '\t', '{', '}']).filter(|word| !word.is_empty());
    words.all(|word| {
        WORDS.contains(&word) || word.starts_with("edition") || word.starts_with("ignore")
    })
}

/// The line, with escapes for characters that are invisible or that change the text direction.
fn visible(line: &str) -> String {
    let mut shown = String::new();
    for c in line.chars() {
        let hidden = c.is_control() && c != '\t'
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}');
        match hidden {
            true => {
                let _ = write!(shown, "{}", c.escape_unicode());
            }
            false => shown.push(c),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn no_block_is_a_test() {
        for (text, expected) in [
            ("a\n```\nb\n```\nc", "a\n```text\nb\n```\nc"),
            ("```rust,no_run\nb\n```", "```text\nb\n```"),
            ("```yaml\nb\n```", "```yaml\nb\n```"),
            ("~~~~\nb\n~~~\n~~~~\n```\nc", "~~~~text\nb\n~~~\n~~~~\n```text\nc\n```"),
            ("a\n\n    b\n\n    c\nd", "a\n\n```text\n    b\n\n    c\n```\nd"),
            ("a\n    b", "a\n    b"),
            ("- a\n\n    b", "- a\n\n    b"),
            ("a\u{202e}b\rc", "a\\u{202e}b\\u{d}c"),
        ] {
            assert_eq!(plain(text).join("\n"), expected, "{text:?}");
        }
    }
}
