//! Modules in other versions of their dialects.

use super::{has_dialect_versions, no_dialect_version, table};
use crate::dialect::{Hooks, Record, Table};
use crate::generated::Release;
use crate::module::Module;
use crate::release::losses::{Loss, Losses};
use crate::tables::data::Entry as Stored;
use crate::tables::release_cache::ReleaseCache;
use bytespec_core::error::{Context as _, Error, ErrorKind, Result};
use bytespec_core::interner::Interner;
use bytespec_core::wire::Writer;

/// The entries of a dialect in another version of it, and the record of that.
#[derive(Debug)]
pub(crate) struct Recoded {
    dialect: u32,
    record: Option<Vec<u8>>,
    entries: Vec<(Table, usize, Vec<u8>)>,
}

/// The name of a producer with another version behind a prefix, which is put in front where it is not there.
fn renamed(producer: &str, prefix: &str, version: &str) -> String {
    let Some((before, found)) = producer.split_once(prefix) else {
        return format!("{prefix}{version} {producer}").trim_end().to_owned();
    };
    let rest = found.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    format!("{before}{prefix}{version}{rest}")
}

impl Module<'_> {
    /// Makes this a module of another version of a dialect, by its name, or of the newest one. Numbers
    /// stay. On an error the module stays as it was.
    ///
    /// Of a dialect of the registry every entry is rewritten in the version, and the version of the
    /// dialect is set, also for entries that are added later. Format versions without versions of dialects have
    /// the oldest one. A version that the name of the producer tells is put there; that of LLVM is of the whole file, and is refused.
    ///
    /// Of a dialect whose schema has releases, such as `vhlo` with the versions of StableHLO,
    /// operations that the release does not have are replaced by those that it has in their place.
    /// What they have beyond that, and attributes and types that the release does not have, are refused
    /// by name. Where files of the release have a certain format version, the module is converted to
    /// that. The release is put where files tell it: into the name of the producer, or into the record
    /// of the dialect's version. Entries that nothing refers to any more are left out by canonical
    /// writing; they stay with pinned numbers, and a reader of the release may refuse them there.
    ///
    /// # Errors
    /// No such dialect, no such version, and the errors of entries with their place; values that the
    /// version cannot carry among them.
    pub fn convert_dialect(&mut self, dialect: &str, version: Option<&str>) -> Result<()> {
        self.convert_dialect_with(dialect, version, Losses::Refuse).map(|_| ())
    }

    /// The same as [`Module::convert_dialect`], where what the format version of the files cannot say may be
    /// dropped and is then returned; see [`Module::convert`].
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
        let index =
            (0..self.dialects.len() as u32).find(|&id| self.dialect_name(id) == dialect.as_bytes());
        let Some(index) = index else {
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
        let mut dialects = 0..self.dialects.len() as u32;
        if let Some(index) = dialects.find(|&id| self.dialect_name(id) == hooks.name().as_bytes()) {
            let recoded = self.recoded(hooks, index, &target, None)?;
            target.recode(recoded);
        }
        Ok(target)
    }

    /// The entries of a dialect as a version of it has them: that of a record, or of the producer of `to`.
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
                    .field(table(of))?;
                changed.push((of, id, writer.into_bytes()));
            }
        }
        Ok(Recoded { dialect: index, record: target.map(<[u8]>::to_vec), entries: changed })
    }

    /// Puts entries in the place of those that they were made from.
    pub(crate) fn recode(&mut self, recoded: Recoded) {
        for (of, id, bytes) in recoded.entries {
            let span = self.append_bytes(&bytes);
            let Some(entry) = Stored::new(recoded.dialect, true, span) else { continue };
            match of {
                Table::Attribute => self.attributes.set(id, entry),
                Table::Type => self.types.set(id, entry),
            }
        }
        let version = recoded.record.map(|bytes| self.append_bytes(&bytes));
        self.dialects[recoded.dialect as usize].version = version;
        self.interners.attributes = Interner::default();
        self.interners.types = Interner::default();
        self.release_cache = ReleaseCache::default();
    }

    /// The record of a version in files of this format version, which may have none.
    fn target_record(&self, hooks: &dyn Hooks, version: Option<&str>) -> Result<Option<Vec<u8>>> {
        let record = hooks.record(version)?;
        if has_dialect_versions(self.version) || record.is_none() {
            return Ok(record);
        }
        let unsaid = hooks.version(None)?;
        match version {
            Some(_) if hooks.version(record.as_deref())? != unsaid => {
                Err(no_dialect_version(hooks.name(), self.version))
            }
            _ => Ok(None),
        }
    }

    /// The dialects whose version files without versions of dialects do not have: by number, with the entries as
    /// such files have them where the registry knows the dialect.
    pub(crate) fn unsaid_versions(&self) -> Result<Vec<(u32, Option<Recoded>)>> {
        let mut unsaid = Vec::new();
        for index in 0..self.dialects.len() as u32 {
            let Some(record) = self.record(index) else { continue };
            match self.registry.get(self.dialect_name(index)) {
                None => unsaid.push((index, None)),
                Some(hooks) if hooks.version(Some(record))? == hooks.version(None)? => {}
                Some(hooks) => unsaid.push((index, Some(self.recoded(hooks, index, self, None)?))),
            }
        }
        Ok(unsaid)
    }
}
