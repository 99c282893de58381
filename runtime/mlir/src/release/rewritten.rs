//! Of which releases a file may be, by writing it anew: the strongest evidence, and the dearest.

use crate::file::OpenOptions;
use crate::generated::{Release, covers_properties};
use crate::module::Module;
use crate::module::read::ReadOptions;
use crate::write::{Numbering, WriteOptions};

/// The releases, oldest first, whose reference writer gives the bytes of a file: read as one of that release
/// and written with [`Numbering::Canonical`], it is the same. One that cannot read the file, or not write it,
/// is none of them; of a file that another program wrote, or one that was written pinned, there may be none.
///
/// The file is read and written once for each release whose layouts of properties are known. Where
/// `options` name a release, that one is left out of account.
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
