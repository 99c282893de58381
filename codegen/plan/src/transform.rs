//! Transforms of bytes.

use crate::Text;

/// A transform of bytes. Readers reverse it before they read a value, and writers apply it to the bytes of the value.
///
/// `N` is the name of a transform of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Transform<N = Text> {
    /// DEFLATE (RFC 1951), without a header.
    Deflate,
    /// DEFLATE in the format of zlib (RFC 1950): a header, compressed data and the Adler-32 of the data.
    Zlib,
    /// Each byte is combined by exclusive or with a key of one byte, or with a byte of a longer key. The first byte of the key
    /// follows its last one.
    Xor,
    /// The bits of each byte are rotated to the left by a number from 0 to 8.
    RotateLeft,
    /// A transform that the host of the plan provides. Where it does not, the transformed bytes are opaque.
    Host(N),
}

impl<N> Transform<N> {
    /// The transforms without a host.
    pub const OWN: [Transform<N>; 4] =
        [Transform::Deflate, Transform::Zlib, Transform::Xor, Transform::RotateLeft];

    /// Its name in schemas; `host` for a transform of the host.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Transform::Deflate => "deflate",
            Transform::Zlib => "zlib",
            Transform::Xor => "xor",
            Transform::RotateLeft => "rotate_left",
            Transform::Host(_) => "host",
        }
    }

    /// The transform of a name, without a host.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::OWN.into_iter().find(|transform| transform.word() == word)
    }

    /// Whether the transformed bytes say where they end. Other transforms take all remaining bytes.
    #[must_use]
    pub fn ends_itself(&self) -> bool {
        matches!(self, Transform::Deflate | Transform::Zlib)
    }

    /// Whether it takes a key.
    #[must_use]
    pub fn has_key(&self) -> bool {
        matches!(self, Transform::Xor | Transform::RotateLeft)
    }

    /// The name of a transform of the host.
    #[must_use]
    pub fn host(&self) -> Option<&N> {
        match self {
            Transform::Host(name) => Some(name),
            _ => None,
        }
    }

    /// The same with another kind of name.
    pub fn map<M>(self, name: impl FnOnce(N) -> M) -> Transform<M> {
        match self {
            Transform::Deflate => Transform::Deflate,
            Transform::Zlib => Transform::Zlib,
            Transform::Xor => Transform::Xor,
            Transform::RotateLeft => Transform::RotateLeft,
            Transform::Host(known) => Transform::Host(name(known)),
        }
    }
}
