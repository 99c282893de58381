//! Turns names of definitions into names and summaries of a schema.

use crate::emit::yaml::quoted;
use heck::ToSnakeCase as _;

/// A name in YAML. It is quoted unless it is a word that YAML reads as a string.
pub(super) fn identifier(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
    // Digits and a letter are a word, unless the letter is part of a number, as in `1e3`.
    let start = name.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = start.len() < name.len() && start.starts_with(['_', 'e', 'E', 'x', 'X', 'o', 'O']);
    let word = start.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && !number;
    // YAML does not read these words as strings.
    let reserved = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    let lower = name.to_ascii_lowercase();
    let safe = word && name.chars().all(plain) && !reserved.contains(&lower.as_str());
    if safe { name.to_owned() } else { quoted(name) }
}

/// A summary that consists of the words of a name.
pub(super) fn sentence(name: &str) -> String {
    let words = name.to_snake_case().replace('_', " ");
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    summary(&first.into_iter().chain(letters).collect::<String>())
}

/// A summary in YAML, without quotes if it consists only of words.
pub(super) fn summary(text: &str) -> String {
    let word = |c: char| c.is_ascii_alphanumeric() || c == ' ';
    let words =
        text.contains(' ') && text.chars().all(word) && text.starts_with(char::is_alphabetic);
    if words { text.to_owned() } else { identifier(text) }
}
