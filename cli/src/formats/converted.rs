//! A file that was decoded and encoded, and what was carried without being decoded.

use super::content::Content;

/// A file that was decoded and encoded.
#[derive(Debug)]
pub(crate) struct Converted<'m> {
    /// The new file.
    pub(crate) content: Content<'m>,
    /// What was carried without being decoded.
    pub(crate) carried: Carried,
    /// The first entry of a table that came back otherwise, where that was looked for.
    pub(crate) difference: Option<String>,
    /// The version written.
    pub(crate) version: String,
    /// What the new file lacks and why.
    pub(crate) notes: Vec<String>,
}

/// What was carried without being decoded. Text is no part of it.
#[derive(Debug, Default)]
pub(crate) struct Carried {
    /// Number of bytes.
    pub(crate) bytes: usize,
    /// Number of bytes of text.
    pub(crate) text: usize,
    /// Sections that say what they say in more bytes than a writer would.
    pub(crate) kept: Vec<&'static str>,
    /// Whose they are, as `12 in attributes of stablehlo`.
    pub(crate) parts: Vec<String>,
}

/// The most owners of carried bytes that are named.
const MAX_OWNERS: usize = 8;

impl Carried {
    /// Of so many bytes in each of these, and so many bytes of text; the largest part comes first.
    pub(crate) fn of(mut parts: Vec<(usize, String)>, text: usize) -> Self {
        parts.retain(|(bytes, _)| *bytes > 0);
        parts.sort_by_key(|(bytes, _)| std::cmp::Reverse(*bytes));
        let bytes = parts.iter().map(|(bytes, _)| bytes).sum();
        let more: usize = parts.iter().skip(MAX_OWNERS).map(|(bytes, _)| bytes).sum();
        let named =
            parts.iter().take(MAX_OWNERS).map(|(bytes, whose)| format!("{bytes} in {whose}"));
        let mut named: Vec<String> = named.collect();
        if more > 0 {
            named.push(format!("{more} elsewhere"));
        }
        Carried { bytes, text, kept: Vec::new(), parts: named }
    }
}
