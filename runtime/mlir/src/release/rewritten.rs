//! Finds the possible releases of a file by writing it as each of them: the strongest evidence, at the highest cost.

use crate::file::OpenOptions;
use crate::generated::{Release, covers_properties};
use crate::module::Module;
use crate::module::read::ReadOptions;
use crate::write::{Numbering, WriteOptions};

/// The releases, oldest first, whose reference writer produces the bytes of a file: the file, read with this release and
/// written with [`Numbering::Canonical`], has the same bytes. A release that cannot read or write the file is not included. For
/// a file of another program, or one that was written pinned, the list can be empty.
///
/// Reads and writes the file once for each release with known property layouts. A release in `options` is ignored.
#[must_use]
pub fn rewritten_by(bytes: &[u8], options: &OpenOptions) -> Vec<Release> {
    let known = Release::ALL.iter().copied().filter(|release| covers_properties(*release));
    let same = known.filter(|release| {
        let open = options.release(*release);
        let module = Module::read_with(bytes, &ReadOptions::default().open(open));
        let canonical = WriteOptions::default().numbering(Numbering::Canonical);
        module.and_then(|module| module.write(&canonical)).is_ok_and(|new| new == bytes)
    });
    same.collect()
}
