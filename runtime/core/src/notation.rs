//! Short texts of schemas.

/// The parts of a list, which has a comma and a blank between them.
pub(crate) fn list(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split(", ").filter(|part| !part.is_empty())
}

/// A name and what follows it.
pub(crate) fn marked(text: &'static str) -> (&'static str, &'static str) {
    text.split_at(text.find(['?', ':', '[', '*']).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::{list, marked};

    #[test]
    fn names_and_marks() {
        assert_eq!(list("a, b?, c").collect::<Vec<_>>(), ["a", "b?", "c"]);
        assert_eq!(list("a").collect::<Vec<_>>(), ["a"]);
        assert_eq!(list("").count(), 0);
        assert_eq!(marked("a"), ("a", ""));
        assert_eq!(marked("a: varint?"), ("a", ": varint?"));
        assert_eq!(marked("a.b[12]"), ("a.b", "[12]"));
        assert_eq!(marked("**"), ("", "**"));
    }
}
