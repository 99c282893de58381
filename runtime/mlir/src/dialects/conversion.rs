//! Conversion of modules to other versions of their dialects.

use super::{has_dialect_versions, no_dialect_version};
use crate::dialect::{Hooks, Record, Table};
use crate::generated::Release;
use crate::module::Module;
use crate::release::losses::{Loss, Losses};
use crate::tables::data::Entry as Stored;
use crate::tables::release_cache::ReleaseCache;
use bytespec_core::error::{Context as _, Error, ErrorKind, Result};
use bytespec_core::interner::Interner;
use bytespec_core::wire::Writer;

/// The entries of a dialect in another version, and the record of this version.
#[derive(Debug)]
pub(crate) struct Recoded {
    dialect: u32,
    record: Option<Vec<u8>>,
    entries: Vec<(Table, usize, Vec<u8>)>,
}

/// The name of a producer with another version after a prefix. If the name lacks the prefix, both are put in front.
fn renamed(producer: &str, prefix: &str, version: &str) -> String {
    let Some((before, found)) = producer.split_once(prefix) else {
        return format!("{prefix}{version} {producer}").trim_end().to_owned();
    };
    let rest = found.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    format!("{before}{prefix}{version}{rest}")
}

impl Module<'_> {
    /// Converts the module to the version of a dialect with a name, or to its newest version. Numbers stay the same. On an
    /// error the module is unchanged.
    ///
    /// For a dialect of the registry, every entry is rewritten in the version, and the version of the dialect is set, which
    /// also applies to entries that are added later. Format versions that do not record versions of dialects have the oldest
    /// one. A version that the name of the producer states is changed there; the version of LLVM is that of the whole file, and
    /// is refused.
    ///
    /// For a dialect whose schema has releases, such as `vhlo` with the versions of StableHLO, operations that the release does
    /// not have are replaced by their equivalents in the release. Content of operations without an equivalent, and attributes
    /// and types that the release does not have, are refused with their name. If files of the release have a certain format
    /// version, the module is converted to it. The release is recorded where files state it: in the name of the producer, or in
    /// the record of the dialect's version. Canonical writing leaves out entries without references; with pinned numbers they
    /// stay, and a reader of the release can refuse them.
    ///
    /// # Errors
    /// An unknown dialect, an unknown version, and the errors of entries with their place, including values that the version
    /// cannot represent.
    pub fn convert_dialect(&mut self, dialect: &str, version: Option<&str>) -> Result<()> {
        self.convert_dialect_with(dialect, version, Losses::Refuse).map(|_| ())
    }

    /// The same as [`Module::convert_dialect`], but content that the format version of the files cannot represent can be
    /// dropped, and is then returned; see [`Module::convert`].
    ///
    /// # Errors
    /// Those of [`Module::convert_dialect`].
    pub fn convert_dialect_with(
        &mut self,
        dialect: &str,
        version: Option<&str>,
        losses: Losses,
    ) -> Result<Vec<Loss>> {
        let Some(hooks) = self.registry.get(dialect.as_bytes()) else {
            return self.convert_release(dialect, version, losses);
        };
        if let Some((prefix, version)) = hooks.producer(version)? {
            let converted = self.renamed(hooks, &prefix, &version)?;
            *self = converted;
            return Ok(Vec::new());
        }
        let target = self.target_record(hooks, version)?;
        let Some(index) = self.find_dialect(dialect) else {
            if target.is_some() {
                self.set_dialect_version(dialect.as_bytes(), target.as_deref())?;
            }
            return Ok(Vec::new());
        };
        let changed = self.recoded(hooks, index, self, target.as_deref())?;
        self.recode(changed);
        Ok(Vec::new())
    }

    /// The module in another version of a dialect whose version is in the name of the producer.
    fn renamed(&self, hooks: &dyn Hooks, prefix: &str, version: &str) -> Result<Self> {
        if prefix == Release::PRODUCER {
            let item = format!("a version of the dialect {} alone", hooks.name()).into();
            let why = "does not exist: it is the release of the whole file";
            return Err(Error::new(ErrorKind::Absent { item, why }));
        }
        let mut target = self.clone();
        target.producer = renamed(&self.producer(), prefix, version).into_bytes();
        if let Some(index) = self.find_dialect(hooks.name()) {
            let recoded = self.recoded(hooks, index, &target, None)?;
            target.recode(recoded);
        }
        Ok(target)
    }

    /// The entries of a dialect in another version: that of a record, or of the producer of `to`.
    fn recoded(
        &self,
        hooks: &dyn Hooks,
        index: u32,
        to: &Module<'_>,
        target: Record<'_>,
    ) -> Result<Recoded> {
        let found = self.record(index);
        let mut cx = to.pinned();
        let mut changed = Vec::new();
        for (of, entries) in [(Table::Attribute, &self.attributes), (Table::Type, &self.types)] {
            for (id, entry) in entries.iter().enumerate() {
                if entry.dialect() != index || !entry.custom() {
                    continue;
                }
                let mut writer = Writer::new();
                self.transcode(hooks, of, entry, (found, target), &mut writer, &mut cx)
                    .and_then(|()| to.check_entry(hooks, of, writer.as_slice(), target))
                    .index(id as u64)
                    .field(of.field())?;
                changed.push((of, id, writer.into_bytes()));
            }
        }
        Ok(Recoded { dialect: index, record: target.map(<[u8]>::to_vec), entries: changed })
    }

    /// Replaces the original entries.
    pub(crate) fn recode(&mut self, recoded: Recoded) {
        for (of, id, bytes) in recoded.entries {
            let span = self.append_bytes(&bytes);
            let Some(entry) = Stored::new(recoded.dialect, true, span) else { continue };
            self.table_mut(of).set(id, entry);
        }
        let version = recoded.record.map(|bytes| self.append_bytes(&bytes));
        self.dialects[recoded.dialect as usize].version = version;
        self.interners.attributes = Interner::default();
        self.interners.types = Interner::default();
        self.release_cache = ReleaseCache::default();
    }

    /// The record of a version for files of this format version, which cannot record all versions.
    fn target_record(&self, hooks: &dyn Hooks, version: Option<&str>) -> Result<Option<Vec<u8>>> {
        let record = hooks.record(version)?;
        if has_dialect_versions(self.version) || record.is_none() {
            return Ok(record);
        }
        let unrecorded = hooks.version(None)?;
        match version {
            Some(_) if hooks.version(record.as_deref())? != unrecorded => {
                Err(no_dialect_version(hooks.name(), self.version))
            }
            _ => Ok(None),
        }
    }

    /// The dialects whose version files without versions of dialects cannot have: by number, with their entries for such files
    /// if the registry has the dialect.
    pub(crate) fn unrecordable_versions(&self) -> Result<Vec<(u32, Option<Recoded>)>> {
        let mut versions = Vec::new();
        for index in 0..self.dialects.len() as u32 {
            let Some(record) = self.record(index) else { continue };
            match self.registry.get(self.dialect_name(index)) {
                None => versions.push((index, None)),
                Some(hooks) if hooks.version(Some(record))? == hooks.version(None)? => {}
                Some(hooks) => {
                    versions.push((index, Some(self.recoded(hooks, index, self, None)?)))
                }
            }
        }
        Ok(versions)
    }
}
