//! Versions that are stated as the one before another version, for derive macros: a macro does not know the versions of its
//! dialect.

/// Marks the start and the end of a version whose predecessor is meant.
pub const BEFORE: char = '\u{5}';

/// The version before another one, as a marked name.
#[must_use]
pub fn before(version: &str) -> String {
    format!("{BEFORE}{version}{BEFORE}")
}

/// The version after a marked one; none for a name that [`before`] did not make.
#[must_use]
pub fn later(version: &str) -> Option<&str> {
    version.strip_prefix(BEFORE)?.strip_suffix(BEFORE)
}
