//! Short texts of schemas.

/// The first of several that have a comma and a blank between them, and the others.
pub(crate) const fn next(text: &'static str) -> (&'static str, &'static str) {
    let (one, left) = text.split_at(find(text, b","));
    (one, left.split_at(if left.len() < 2 { left.len() } else { 2 }).1)
}

/// All of several that have a comma and a blank between them.
pub(crate) fn list(mut text: &'static str) -> impl Iterator<Item = &'static str> {
    std::iter::from_fn(move || {
        let (one, left) = next(text);
        text = left;
        (!one.is_empty()).then_some(one)
    })
}

/// A name and what follows it.
pub(crate) const fn marked(text: &'static str) -> (&'static str, &'static str) {
    text.split_at(find(text, b"?:[*"))
}

/// The number that digits say.
pub(crate) const fn number(mut digits: &[u8]) -> u32 {
    let mut number = 0_u32;
    while let [digit, left @ ..] = digits {
        number = number.wrapping_mul(10).wrapping_add(digit.wrapping_sub(b'0') as u32);
        digits = left;
    }
    number
}

/// The offset of the first of some ASCII characters, or the length of the text without one.
const fn find(text: &str, any: &[u8]) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let mut each = 0;
        while each < any.len() {
            if bytes[at] == any[each] {
                return at;
            }
            each += 1;
        }
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::{list, marked, next, number};

    #[test]
    fn names_and_marks() {
        assert_eq!(next("a, b?, c"), ("a", "b?, c"));
        assert_eq!(next("a"), ("a", ""));
        assert_eq!(next(""), ("", ""));
        assert_eq!(next(", b"), ("", "b"));
        assert_eq!(list("a, b?").collect::<Vec<_>>(), ["a", "b?"]);
        assert_eq!(list("").count(), 0);
        assert_eq!(marked("a"), ("a", ""));
        assert_eq!(marked("a: varint?"), ("a", ": varint?"));
        assert_eq!(marked("a.b[12]"), ("a.b", "[12]"));
        assert_eq!(marked("**"), ("", "**"));
        assert_eq!(number(b"120"), 120);
    }
}
