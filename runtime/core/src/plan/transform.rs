//! Transforms of bytes, by crates that know them.

use super::Executor;
use crate::error::{Error, ErrorKind, PlanFault, Result};
use bytespec_plan::{Text, Transform};
use std::borrow::Cow;
use std::fmt;
use std::panic::RefUnwindSafe;
use std::sync::Arc;

/// Transforms that a schema names as `host(NAME)`, see [`Executor::with_transforms`].
pub trait HostTransforms: Send + Sync + RefUnwindSafe {
    /// Whether there is a transform of this name. The bytes of others stay opaque.
    fn has(&self, name: &str) -> bool;

    /// The bytes of which `bytes` are the transformed ones, of which there must be at most `max`.
    ///
    /// # Errors
    /// Bytes that are not the result of the transform, see [`HostTransforms::wrong`].
    fn reversed(&self, name: &str, bytes: &[u8], max: usize) -> Result<Vec<u8>>;

    /// The transformed bytes.
    ///
    /// # Errors
    /// Bytes that cannot be transformed, see [`HostTransforms::wrong`].
    fn applied(&self, name: &str, bytes: &[u8]) -> Result<Vec<u8>>;

    /// The error for bytes that a transform does not give, or cannot take.
    fn wrong(&self, name: &str, why: String) -> Error {
        wrong(name.to_owned(), why)
    }
}

/// The transforms of a host; none without a host.
#[derive(Clone, Default)]
pub(super) struct Host(Option<Arc<dyn HostTransforms>>);

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "transforms" } else { "no transforms" })
    }
}

impl<'p> Executor<'p> {
    /// The same executor with transforms of the host. Without them, bytes of such a transform are opaque: a reader gives
    /// [`Value::Opaque`](super::Value::Opaque) with [`Plan::NOWHERE`](bytespec_plan::Plan::NOWHERE), and a writer writes it back.
    ///
    /// ```
    /// # use bytespec_core as bytespec;
    /// use bytespec::plan::{Executor, HostTransforms};
    /// use std::sync::Arc;
    ///
    /// /// `host(reversed)`: the last byte first.
    /// struct Reversed;
    ///
    /// impl HostTransforms for Reversed {
    ///     fn has(&self, name: &str) -> bool {
    ///         name == "reversed"
    ///     }
    ///
    ///     fn reversed(&self, _: &str, bytes: &[u8], _: usize) -> bytespec::Result<Vec<u8>> {
    ///         Ok(bytes.iter().rev().copied().collect())
    ///     }
    ///
    ///     fn applied(&self, _: &str, bytes: &[u8]) -> bytespec::Result<Vec<u8>> {
    ///         Ok(bytes.iter().rev().copied().collect())
    ///     }
    /// }
    ///
    /// fn with_reversed<'p>(executor: &Executor<'p>) -> Executor<'p> {
    ///     executor.with_transforms(Arc::new(Reversed))
    /// }
    /// ```
    #[must_use]
    pub fn with_transforms(&self, transforms: Arc<dyn HostTransforms>) -> Self {
        Executor { host: Host(Some(transforms)), ..self.clone() }
    }

    /// A transform with a key; none for a transform that the host lacks.
    ///
    /// # Errors
    /// A number that is not one byte, and a key without bytes.
    pub(super) fn transform<'k>(
        &'k self,
        by: Transform,
        key: Key<'k>,
    ) -> Result<Option<Keyed<'k>>> {
        let by = match by.host() {
            None => Keyed::new(by, key)?,
            Some(name) => {
                let name = self.plan.name(*name);
                let host = self.host.0.as_deref().filter(|host| host.has(name));
                let Some(host) = host else { return Ok(None) };
                Keyed(By::Host(host, name))
            }
        };
        Ok(Some(by))
    }
}

/// The key of a transform.
#[derive(Clone, Debug)]
pub enum Key<'k> {
    /// A number; any number for a transform without a key.
    Number(u64),
    /// Bytes.
    Bytes(Cow<'k, [u8]>),
}

/// A transform and its key.
pub(super) struct Keyed<'k>(By<'k>);

enum By<'k> {
    Deflate(Transform),
    Xor(Cow<'k, [u8]>),
    RotateLeft(u32),
    Host(&'k dyn HostTransforms, &'k str),
}

impl<'k> Keyed<'k> {
    /// A transform with a key, without a host.
    ///
    /// # Errors
    /// A number that is not one byte or too many bits, and a key without bytes.
    fn new(by: Transform, key: Key<'k>) -> Result<Self> {
        match by {
            Transform::Xor => Self::xor(key).map(Keyed),
            Transform::RotateLeft => Self::rotate_left(key).map(Keyed),
            by => Ok(Keyed(By::Deflate(by))),
        }
    }

    fn rotate_left(key: Key<'_>) -> Result<By<'k>> {
        let number = match key {
            Key::Number(number) => u32::try_from(number).ok().filter(|bits| *bits <= u8::BITS),
            Key::Bytes(_) => None,
        };
        let by = Transform::<Text>::RotateLeft;
        let bits = number.ok_or_else(|| wrong(by.word(), "its key is not a number up to 8"))?;
        Ok(By::RotateLeft(bits))
    }

    fn xor(key: Key<'k>) -> Result<By<'k>> {
        let by = Transform::<Text>::Xor;
        let key = match key {
            Key::Bytes(key) => key,
            Key::Number(key) => match u8::try_from(key) {
                Ok(key) => vec![key].into(),
                Err(_) => {
                    return Err(wrong(by.word(), format!("its key {key} has more than one byte")));
                }
            },
        };
        match key.is_empty() {
            true => Err(wrong(by.word(), "its key has no bytes")),
            false => Ok(By::Xor(key)),
        }
    }

    /// The bytes of which the first of these are the transformed ones, if there are at most `max`, and the number of transformed
    /// bytes.
    ///
    /// # Errors
    /// Bytes that are not the result of the transform, more than `max` bytes, and a transform that needs the feature
    /// `transforms`.
    pub(super) fn reversed(&self, bytes: &[u8], max: usize) -> Result<(Vec<u8>, usize)> {
        match &self.0 {
            By::Deflate(by) => deflate::inflated(*by, bytes, max),
            By::Xor(key) => Ok((combined(bytes, key), bytes.len())),
            By::RotateLeft(bits) => {
                Ok((bytes.iter().map(|byte| byte.rotate_right(*bits)).collect(), bytes.len()))
            }
            By::Host(host, name) => {
                let found = host.reversed(name, bytes, max)?;
                if found.len() > max {
                    Err(too_many(found.len(), max))
                } else {
                    Ok((found, bytes.len()))
                }
            }
        }
    }

    /// Whether `bytes` are, all of them, a result of the transform of `plain`.
    pub(super) fn gives(&self, bytes: &[u8], plain: &[u8]) -> bool {
        let found = self.reversed(bytes, plain.len());
        found.is_ok_and(|(found, size)| found == plain && size == bytes.len())
    }

    /// The transformed bytes.
    ///
    /// # Errors
    /// A transform that needs the feature `transforms`, and an error of the host.
    pub(super) fn applied(&self, bytes: &[u8]) -> Result<Vec<u8>> {
        match &self.0 {
            By::Deflate(by) => deflate::deflated(*by, bytes),
            By::Xor(key) => Ok(combined(bytes, key)),
            By::RotateLeft(bits) => Ok(bytes.iter().map(|byte| byte.rotate_left(*bits)).collect()),
            By::Host(host, name) => host.applied(name, bytes),
        }
    }
}

/// Bytes, each combined with the byte of a repeated key by exclusive or.
fn combined(bytes: &[u8], key: &[u8]) -> Vec<u8> {
    bytes.iter().zip(key.iter().cycle()).map(|(byte, key)| byte ^ key).collect()
}

/// The bytes of which those of a field are the transformed ones; none for a field without bytes. The field was read or written
/// before, so that the size of the result has a limit. The transform is not one of a host.
///
/// # Errors
/// The errors of [`Keyed::new`] and [`Keyed::reversed`].
pub(super) fn plain(by: Transform, key: Key<'_>, bytes: &[u8]) -> Result<Vec<u8>> {
    match bytes {
        [] => Ok(Vec::new()),
        bytes => Ok(Keyed::new(by, key)?.reversed(bytes, usize::MAX)?.0),
    }
}

/// The error for a value that cannot be written because the host lacks a transform.
#[cold]
pub(super) fn lacking(name: &str) -> Error {
    wrong(name.to_owned(), "the program does not have this transform")
}

/// The error for bytes that a transform does not give.
#[cold]
fn wrong(name: impl Into<Cow<'static, str>>, why: impl Into<Cow<'static, str>>) -> Error {
    Error::new(ErrorKind::Plan(PlanFault::Transform { name: name.into(), why: why.into() }))
}

#[cold]
fn too_many(found: usize, max: usize) -> Error {
    let (limit, found, max) = ("bytes of transforms", found as u64, max as u64);
    Error::new(ErrorKind::Limit { limit, found, max })
}

#[cfg(feature = "transforms")]
mod deflate {
    use super::{too_many, wrong};
    use crate::error::Result;
    use bytespec_plan::Transform;
    use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

    /// The least number of bytes by which the output grows.
    const STEP: usize = 4096;

    pub(super) fn inflated(by: Transform, bytes: &[u8], max: usize) -> Result<(Vec<u8>, usize)> {
        let mut run = Decompress::new(by == Transform::Zlib);
        let mut out = Vec::new();
        loop {
            if out.len() == out.capacity() {
                out.reserve(STEP);
            }
            let before = (run.total_in(), out.len());
            let rest = consumed(bytes, run.total_in());
            let status = run.decompress_vec(rest, &mut out, FlushDecompress::None);
            let status = status.map_err(|_| wrong(by.word(), "the bytes are damaged"))?;
            if out.len() > max {
                return Err(too_many(out.len(), max));
            }
            match status {
                Status::StreamEnd => {
                    return Ok((out, bytes.len() - consumed(bytes, run.total_in()).len()));
                }
                _ if out.len() < out.capacity() && before == (run.total_in(), out.len()) => {
                    return Err(wrong(by.word(), "the bytes end too early"));
                }
                _ => {}
            }
        }
    }

    pub(super) fn deflated(by: Transform, bytes: &[u8]) -> Result<Vec<u8>> {
        let mut run = Compress::new(Compression::default(), by == Transform::Zlib);
        let mut out = Vec::new();
        loop {
            out.reserve(STEP);
            let rest = consumed(bytes, run.total_in());
            let status = run.compress_vec(rest, &mut out, FlushCompress::Finish);
            match status.map_err(|_| wrong(by.word(), "the bytes cannot be compressed"))? {
                Status::StreamEnd => return Ok(out),
                Status::Ok | Status::BufError => {}
            }
        }
    }

    /// The bytes after those that were consumed.
    fn consumed(bytes: &[u8], count: u64) -> &[u8] {
        usize::try_from(count).ok().and_then(|count| bytes.get(count..)).unwrap_or_default()
    }
}

#[cfg(not(feature = "transforms"))]
mod deflate {
    use super::wrong;
    use crate::error::{Error, Result};
    use bytespec_plan::Transform;

    fn needs_feature(by: Transform) -> Error {
        wrong(by.word(), "this needs the feature `transforms`")
    }

    pub(super) fn inflated(by: Transform, _: &[u8], _: usize) -> Result<(Vec<u8>, usize)> {
        Err(needs_feature(by))
    }

    pub(super) fn deflated(by: Transform, _: &[u8]) -> Result<Vec<u8>> {
        Err(needs_feature(by))
    }
}

#[cfg(all(test, feature = "transforms"))]
mod tests {
    use super::{Key, Keyed};
    use bytespec_plan::Transform;

    const MAX: usize = 1 << 20;

    fn of(by: Transform) -> Keyed<'static> {
        Keyed::new(by, Key::Number(5)).expect("it is few bits")
    }

    #[test]
    fn reversing_undoes_each() {
        let all = [vec![], b"a".to_vec(), vec![7; 100_000], (0..=255).cycle().take(9000).collect()];
        for by in Transform::OWN {
            for bytes in &all {
                let stored = of(by).applied(bytes).expect("it can be transformed");
                let expected = (bytes.clone(), stored.len());
                assert_eq!(of(by).reversed(&stored, MAX), Ok(expected.clone()), "{by:?}");
                if by.ends_itself() {
                    let longer = [&stored[..], b"more"].concat();
                    assert_eq!(of(by).reversed(&longer, MAX), Ok(expected), "{by:?}");
                }
            }
        }
    }

    #[test]
    fn known_bytes() {
        // A stored block of RFC 1951, section 3.2.4, and the same in the format of RFC 1950.
        let block = [1, 2, 0, 0xfd, 0xff, b'h', b'i'];
        let zlib = [&[0x78, 1][..], &block, &[1, 0x3b, 0, 0xd2]].concat();
        let hi = |consumed| Ok((b"hi".to_vec(), consumed));
        assert_eq!(of(Transform::Deflate).reversed(&block, MAX), hi(block.len()));
        assert_eq!(of(Transform::Zlib).reversed(&zlib, MAX), hi(zlib.len()));
        assert_eq!(of(Transform::Xor).reversed(&[0x6d, 0x6c], MAX), hi(2));
        assert_eq!(of(Transform::RotateLeft).reversed(&[0x0d, 0x2d], MAX), hi(2));
        assert!(Keyed::new(Transform::RotateLeft, Key::Number(9)).is_err());
        assert!(Keyed::new(Transform::Xor, Key::Number(256)).is_err());
        let long = |key: &'static [u8]| Keyed::new(Transform::Xor, Key::Bytes(key.into()));
        let stored = long(&[0, 1, 2]).and_then(|by| by.applied(b"abcde"));
        assert_eq!(stored.as_deref(), Ok(&b"acadd"[..]));
        assert!(long(&[]).is_err());
    }

    #[test]
    fn wrong_bytes() {
        let reverse = |by, bytes: &[u8], max| {
            of(by)
                .reversed(bytes, max)
                .map_err(|error| error.to_string())
                .expect_err("it is refused")
        };
        let stored = of(Transform::Zlib).applied(&[7; 5000]).expect("it can be transformed");
        let cut = &stored[..stored.len() - 1];
        for (found, expected) in [
            (reverse(Transform::Zlib, cut, MAX), "the bytes end too early"),
            (reverse(Transform::Zlib, b"", MAX), "the bytes end too early"),
            (reverse(Transform::Zlib, b"no zlib", MAX), "the bytes are damaged"),
            (reverse(Transform::Deflate, &[7, 0], MAX), "the bytes are damaged"),
            (reverse(Transform::Zlib, &stored, 4999), "bytes of transforms"),
        ] {
            assert!(found.contains(expected), "{found}");
        }
    }
}
