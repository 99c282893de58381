//! Versions that are known by the one after them, as derives know them: a macro does not see which versions its dialect has.

/// Stands around a version in the place of the one before it.
pub const BEFORE: char = '\u{5}';

/// The version before another one.
#[must_use]
pub fn before(version: &str) -> String {
    format!("{BEFORE}{version}{BEFORE}")
}

/// The version before which another one is, where the name is that of [`before`].
#[must_use]
pub fn later(version: &str) -> Option<&str> {
    version.strip_prefix(BEFORE)?.strip_suffix(BEFORE)
}
