//! A file that was decoded and encoded, and the content that was not decoded.

use super::content::Content;

/// A file that was decoded and encoded.
#[derive(Debug)]
pub(crate) struct Converted<'m> {
    /// The new file.
    pub(crate) content: Content<'m>,
    /// The content that was not decoded.
    pub(crate) carried: Carried,
    /// The first table entry that changed, if this was checked.
    pub(crate) difference: Option<String>,
    /// The version written.
    pub(crate) version: String,
    /// The content that the new file lacks, and why.
    pub(crate) notes: Vec<String>,
}

/// The content that was kept as bytes. Text does not count.
#[derive(Debug, Default)]
pub(crate) struct Carried {
    /// Number of bytes.
    pub(crate) bytes: usize,
    /// Number of bytes of text.
    pub(crate) text: usize,
    /// Sections that were kept because a writer would encode the same content in fewer bytes.
    pub(crate) verbatim: Vec<&'static str>,
    /// The owners of the bytes, such as `12 in attributes of stablehlo`.
    pub(crate) parts: Vec<String>,
}

/// The maximum number of owners that are named.
const MAX_OWNERS: usize = 8;

impl Carried {
    /// From the number of bytes of each owner, and the number of bytes of text. The largest owner comes first.
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
        Carried { bytes, text, verbatim: Vec::new(), parts: named }
    }
}
