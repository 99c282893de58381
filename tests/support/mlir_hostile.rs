//! Everything that can be done with bytes of MLIR bytecode, done.

use crate::hostile::Listing;
use bytespec::mlir::{
    Attribute, AttributeId, Event, File, Module, Numbering, OpNameId, PropertyBlobId, ReadOptions,
    ResourceId, StringId, Type, TypeId, Version, WriteOptions,
};
use bytespec::reflect::Names;
use std::fmt::{self, Write};

/// What was found in some bytes; for tests that must know how far reading came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// The file opened.
    pub opened: bool,
    /// It was read into memory.
    pub read: bool,
    /// It was written with new numbers.
    pub renumbered: bool,
    /// Operations met by the walk.
    pub operations: u64,
    /// Attributes and types that could be decoded.
    pub entries: u64,
    /// Attributes and types that could not.
    pub damaged: u64,
    /// Characters of the listing of everything.
    pub listed: u64,
}

/// Opens, walks, lists, reads and writes the bytes. Any outcome is fine but a panic, a hang, or
/// more memory than a small multiple of the bytes.
///
/// # Panics
/// Results that contradict each other: a module that was read and cannot be written back, walks that
/// see different operations.
pub fn check(bytes: &[u8]) -> Findings {
    let mut findings = Findings::default();
    let Ok(file) = File::open(bytes) else {
        assert!(Module::read(bytes).is_err(), "a file that does not open was read");
        return findings;
    };
    findings.opened = true;
    let mut listing = Listing::default();
    list_tables(&file, &mut listing, &mut findings);
    let walked = walk(&file, &mut findings);
    findings.listed = listing.characters;
    if let Ok(module) = Module::from_file(&file, &ReadOptions::default()) {
        findings.read = true;
        assert!(walked, "a module was read whose operations cannot be walked");
        assert_eq!(module.op_count() as u64, findings.operations, "operations in memory");
        assert_eq!(module.walk().count(), module.op_count(), "operations of a walk in memory");
        let damaged = file.resources().is_ok_and(|table| {
            table.entries().iter().any(|entry| file.resource_data(entry).is_err())
        });
        pinned(&module, damaged);
        lazily(&file, &module, damaged);
        findings.renumbered = rewrite(&module);
    }
    findings
}

/// References as they are, by number.
struct Numbers;

impl Names for Numbers {
    fn reference(&self, f: &mut dyn Write, table: &'static str, index: u32) -> fmt::Result {
        write!(f, "{table} {index}")
    }
}

fn list_tables(file: &File<'_>, listing: &mut Listing, findings: &mut Findings) {
    let _ = (file.producer(), file.release(), file.header_len());
    for section in file.sections() {
        let _ = section.cursor(file.bytes());
    }
    for index in 0..file.string_count().unwrap_or(0) as u32 {
        let _ = file.text(StringId(index));
    }
    if let Ok(dialects) = file.dialects() {
        dialects.for_each(|dialect| {
            let _ = (dialect.name, dialect.version);
        });
    }
    for index in 0..file.op_name_count().unwrap_or(0) as u32 {
        if let Ok(name) = file.op_name(OpNameId(index)) {
            let _ = name.full();
        }
    }
    let mut count = |found: bool| {
        findings.entries += u64::from(found);
        findings.damaged += u64::from(!found);
    };
    for index in 0..file.attribute_count().unwrap_or(0) as u32 {
        let id = AttributeId(index);
        let _ = file.attribute_bytes(id);
        let attribute = file.attribute(id);
        count(attribute.is_ok());
        if let Ok(Attribute::Typed(attribute)) = attribute {
            listing.item(&attribute, &Numbers);
            listing.text(&attribute, &Numbers);
            let _ = attribute.to_owned();
        }
    }
    for index in 0..file.type_count().unwrap_or(0) as u32 {
        let id = TypeId(index);
        let _ = file.type_bytes(id);
        let ty = file.ty(id);
        count(ty.is_ok());
        if let Ok(Type::Typed(ty)) = ty {
            listing.item(&ty, &Numbers);
            listing.text(&ty, &Numbers);
            let _ = ty.to_owned();
        }
    }
    for index in 0..file.properties_count().unwrap_or(0) as u32 {
        let _ = file.properties(PropertyBlobId(index));
    }
    if let Ok(resources) = file.resources() {
        for entry in resources.entries() {
            let _ = file.resource_data(entry);
        }
        for index in 0..resources.dialect_entries().len() as u32 {
            let _ = file.resource(ResourceId(index));
        }
    }
}

/// Walks all operations, and then only those of the outermost regions; whether the first walk came to
/// its end.
fn walk(file: &File<'_>, findings: &mut Findings) -> bool {
    let mut walker = file.walk();
    let mut outer = 0;
    let whole = loop {
        match walker.next() {
            Ok(None) => break true,
            Err(_) => break false,
            Ok(Some(Event::Operation(operation))) => {
                findings.operations += 1;
                outer += u64::from(operation.depth < 2);
                let record = operation.record();
                let results: Vec<_> = record.results.iter().flat_map(|list| list.iter()).collect();
                let operands: Vec<_> =
                    record.operands.iter().flat_map(|list| list.iter()).collect();
                let blocks: Vec<_> =
                    record.successors.iter().flat_map(|list| list.iter()).collect();
                assert_eq!(operation.results(), results);
                assert_eq!(operation.operands(), operands);
                assert_eq!(operation.successors(), blocks);
                let _ = operation.use_lists().map_or(0, |lists| lists.iter().count());
            }
            Ok(Some(_)) => {}
        }
    };
    let mut walker = file.walk();
    let mut walked = 0;
    let passed = loop {
        let passed = match walker.next() {
            Ok(None) => break true,
            Err(_) => break false,
            Ok(Some(Event::Operation(operation))) => {
                walked += 1;
                operation.depth == 0 || walker.skip_regions().is_ok()
            }
            // There is nothing to pass here.
            Ok(Some(Event::Region(_) | Event::EndRegion)) => walker.skip_regions().is_ok(),
            Ok(Some(_)) => true,
        };
        if !passed {
            break false;
        }
    };
    assert!(passed || !whole, "regions that can be walked cannot be passed");
    assert!(walked == outer || !whole, "{walked} operations where {outer} are outermost");
    whole
}

/// What was read is written, reads again, and then stays as it is. Only a resource's data is not
/// looked at when a module is read.
fn pinned(module: &Module<'_>, damaged: bool) {
    let written = match module.write(&WriteOptions::default()) {
        Ok(written) => written,
        Err(_) if damaged => return,
        Err(error) => panic!("what was read cannot be written: {error}"),
    };
    let again = match Module::read(&written) {
        Ok(again) => again.write(&WriteOptions::default()),
        Err(error) => panic!("what was written cannot be read: {error}"),
    };
    assert!(again.as_ref() == Ok(&written), "writing again gives other bytes");
}

/// A module whose isolated regions stay unread can be written as well, and reading them later finds
/// what reading at once does.
fn lazily(file: &File<'_>, module: &Module<'_>, damaged: bool) {
    let options = ReadOptions::default().lazy(true);
    let mut lazy = match Module::from_file(file, &options) {
        Ok(lazy) => lazy,
        Err(error) => panic!("what can be read cannot be read lazily: {error}"),
    };
    assert!(lazy.op_count() <= module.op_count());
    match lazy.write(&WriteOptions::default()) {
        Ok(written) => assert!(Module::read(&written).is_ok(), "unread regions were damaged"),
        Err(error) => assert!(damaged, "what was read lazily cannot be written: {error}"),
    }
    if let Err(error) = lazy.materialize_all() {
        panic!("regions cannot be read later: {error}");
    }
    assert_eq!(lazy.op_count(), module.op_count(), "operations read later");
}

/// Writes with new numbers and in every version; whether the former succeeded.
fn rewrite(module: &Module<'_>) -> bool {
    let canonical = WriteOptions::default().numbering(Numbering::Canonical);
    let renumbered = module.write(&canonical);
    if let Ok(written) = &renumbered {
        let again = Module::read(written).and_then(|module| module.write(&canonical));
        assert!(again.as_ref() == Ok(written), "new numbers are not the same the second time");
    }
    for &version in Version::ALL {
        let options = WriteOptions::default().version(version);
        if version == module.version() {
            continue;
        }
        if let Ok(written) = module.write(&options)
            && let Err(error) = Module::read(&written)
        {
            panic!("what was written as version {version} cannot be read: {error}");
        }
    }
    renumbered.is_ok()
}
