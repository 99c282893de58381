//! Versions of dialects that releases record.

use super::super::generated::{OpNameId, Release, release_layouts};
use super::super::module::Module;
use bytespec_core::wire::Writer;

/// The version that a release records for the dialect of an operation; 0 if it records none.
pub(super) fn record_of_release(release: Release, dialect: &str, operation: &str) -> u64 {
    let release = Release::ALL.iter().position(|other| *other == release).unwrap_or_default();
    let of_release = release_layouts(dialect, operation)
        .iter()
        .filter(|range| (range.since..=range.until).contains(&release));
    of_release.map(|range| range.record).max().unwrap_or(0)
}

/// The version record of a dialect that a release writes for the operation names of a module.
pub(super) fn recorded_version(
    module: &Module<'_>,
    dialect: &[u8],
    release: Release,
) -> Option<Vec<u8>> {
    let name = std::str::from_utf8(dialect).ok()?;
    let names =
        (0..module.op_names.len() as u32).filter_map(|id| module.op_name(OpNameId(id)).ok());
    let of_dialect = names.filter(|operation| operation.dialect == dialect);
    let records = of_dialect.filter_map(|operation| {
        Some(record_of_release(release, name, std::str::from_utf8(operation.name).ok()?))
    });
    let record = records.max().filter(|record| *record > 0)?;
    let mut writer = Writer::new();
    writer.prefix(record);
    Some(writer.as_slice().to_vec())
}
