//! Paths to parts of a file.

use super::fault::{EditError, EditFault};
use std::fmt::Write as _;

/// A step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part<'t> {
    /// A field, or the name of a section or of the record of the file.
    Field(&'t str),
    /// An element of a list.
    Element(usize),
}

impl Part<'_> {
    /// Appends the step to a path.
    pub(super) fn append_to(self, path: &mut String) {
        // Writing to a string does not fail.
        let _ = match self {
            Part::Field(name) if path.is_empty() => write!(path, "{name}"),
            Part::Field(name) => write!(path, ".{name}"),
            Part::Element(index) => write!(path, "[{index}]"),
        };
    }
}

/// The steps of a path. Names of variants, which follow a field and a blank in the paths of errors, are left out.
///
/// # Errors
/// A text that is no path.
pub(super) fn parts(text: &str) -> Result<Vec<Part<'_>>, EditError> {
    let mut parts = Vec::new();
    let mut rest = text;
    loop {
        let at = text.len() - rest.len();
        let fault = |at, expected| EditFault::Path { at, expected }.at(text);
        let name = |text: &str| text.find(['.', '[', ' ']).unwrap_or(text.len());
        if let Some(inside) = rest.strip_prefix('[') {
            let end = inside.find(']').ok_or_else(|| fault(at + 1, "an index and `]`"))?;
            let index = inside[..end].parse().map_err(|_| fault(at + 1, "an index"))?;
            parts.push(Part::Element(index));
            rest = &inside[end + 1..];
        } else if let Some(inside) = rest.strip_prefix(' ').filter(|_| at > 0) {
            rest = &inside[name(inside)..];
        } else {
            let inside = rest.strip_prefix('.').filter(|_| at > 0).unwrap_or(rest);
            let (found, after) = inside.split_at(name(inside));
            if found.is_empty() || at > 0 && inside.len() == rest.len() {
                return Err(fault(text.len() - inside.len(), "the name of a field"));
            }
            parts.push(Part::Field(found));
            rest = after;
        }
        if rest.is_empty() {
            return Ok(parts);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Part, parts};

    #[test]
    fn paths_of_listings_and_errors() {
        let node = [
            Part::Field("root"),
            Part::Field("content"),
            Part::Field("parts"),
            Part::Element(12),
            Part::Field("name"),
        ];
        assert_eq!(parts("root.content.parts[12].name"), Ok(node.to_vec()));
        assert_eq!(parts("root.content Node.parts[12] Leaf.name"), Ok(node.to_vec()));
        assert_eq!(parts("a[1][2]").map(|parts| parts.len()), Ok(3));
    }

    #[test]
    fn other_texts_are_refused() {
        for (text, at) in [
            ("", 0),
            (".a", 0),
            ("a.", 2),
            ("a..b", 2),
            ("a[", 2),
            ("a[x]", 2),
            ("a[1]b", 4),
            (" a", 0),
        ] {
            let error = parts(text).expect_err(text).to_string();
            assert!(error.ends_with(&format!("at position {at}")), "{error}");
        }
    }
}
