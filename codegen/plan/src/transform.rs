//! Transforms of bytes.

/// A transform of bytes. Readers reverse it before they read a value, and writers apply it to the bytes of the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Transform {
    /// DEFLATE (RFC 1951), without a header.
    Deflate,
    /// DEFLATE in the format of zlib (RFC 1950): a header, compressed data and the Adler-32 of the data.
    Zlib,
    /// Each byte is combined with a key of one byte by exclusive or.
    Xor,
}

impl Transform {
    /// All transforms.
    pub const ALL: [Transform; 3] = [Transform::Deflate, Transform::Zlib, Transform::Xor];

    /// Its name in schemas.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Transform::Deflate => "deflate",
            Transform::Zlib => "zlib",
            Transform::Xor => "xor",
        }
    }

    /// The transform of a name.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|transform| transform.word() == word)
    }

    /// Whether the transformed bytes say where they end. Other transforms take all remaining bytes.
    #[must_use]
    pub fn ends_itself(self) -> bool {
        matches!(self, Transform::Deflate | Transform::Zlib)
    }

    /// Whether it takes a key.
    #[must_use]
    pub fn has_key(self) -> bool {
        matches!(self, Transform::Xor)
    }
}
