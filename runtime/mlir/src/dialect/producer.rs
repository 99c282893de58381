//! The versions that the producer of a file states.

use crate::Release;
use bytespec_core::axes;

/// The producer of a file: its name, and the release of LLVM if it is known.
#[derive(Clone, Copy, Debug)]
pub struct Producer<'a> {
    name: &'a [u8],
    release: Option<Release>,
}

impl<'a> Producer<'a> {
    pub(crate) fn new(name: &'a [u8], release: Option<Release>) -> Self {
        Producer { name, release }
    }

    /// The name as it is in the file.
    #[must_use]
    pub fn name(&self) -> &'a [u8] {
        self.name
    }

    /// The version after a prefix in the name, as an index into `names`, which are the versions of a dialect, oldest first: the
    /// newest one that is not newer than the stated version. `None` if the name has no version after the prefix, one that is
    /// older than all of `names`, or one that is newer than all of them. A version that differs from the newest only in the
    /// last of several numbers is not newer.
    ///
    /// For the prefix of LLVM's own releases, the version is the release with which the file is read or written. The name need
    /// not state it.
    #[must_use]
    pub fn version(&self, prefix: &str, names: &[&str]) -> Option<usize> {
        let name = std::str::from_utf8(self.name).unwrap_or_default();
        let known = match prefix == Release::PRODUCER {
            true => self.release?.name(),
            false => name.split_once(prefix)?.1,
        };
        let index = axes::of_dialect("", names, known)?;
        let newest = names.last().filter(|newest| !newest.contains('.'));
        let is_newer = newest.is_some_and(|newest| {
            let rest = known.strip_prefix(newest);
            rest.is_none_or(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        });
        (index + 1 < names.len() || !is_newer).then_some(index)
    }
}
