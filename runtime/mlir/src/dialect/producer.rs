//! What the producer of a file tells of versions.

use crate::Release;
use bytespec_core::axes;

/// The producer of a file: its name, and the release of LLVM where it is known.
#[derive(Clone, Copy, Debug)]
pub struct Producer<'a> {
    name: &'a [u8],
    release: Option<Release>,
}

impl<'a> Producer<'a> {
    pub(crate) fn new(name: &'a [u8], release: Option<Release>) -> Self {
        Producer { name, release }
    }

    /// The name, as in the file.
    #[must_use]
    pub fn name(&self) -> &'a [u8] {
        self.name
    }

    /// The position of the version behind a prefix among those of a dialect, oldest first: the newest that is not newer. None where the
    /// producer tells none, or one that is newer than all in more than the last of several numbers.
    ///
    /// Behind the prefix of LLVM's own releases stands the release that the file is read or written with, which need not
    /// be in the name.
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
