//! Everything that can be done with bytes, done.

use bytespec::ErrorKind;
use bytespec::reflect::{FieldValue, Names, Reflect, Text, write_item};
use bytespec::tile_ir::{
    ConstantId, DebugId, Event, File, Module, Numbering, OpKind, Profile, Spelling, StringId,
    Structure, TypeId, Version, WriteOptions, view::VisitOp,
};
use std::fmt::{self, Write};

/// What was found in some bytes; for tests that must know how far reading came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// The file opened.
    pub opened: bool,
    /// Everything in it could be read.
    pub read: bool,
    /// Operations met while walking the bodies that can be walked.
    pub ops: u64,
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
    list_tables(&file, &mut listing);
    findings.ops = walk_bodies(&file, &mut listing);
    findings.listed = listing.characters;
    if let Ok(module) = Module::from_file(&file) {
        findings.read = true;
        write_all(&module);
    }
    findings
}

/// A place for text that only counts it, so that listings cost no memory.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    pub(crate) characters: u64,
}

impl Write for Listing {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.characters += text.len() as u64;
        Ok(())
    }
}

impl Listing {
    pub(crate) fn item(&mut self, item: &dyn Reflect, names: &dyn Names) {
        let written = write_item(self, item, names);
        debug_assert!(written.is_ok());
    }

    pub(crate) fn text(&mut self, item: &dyn Text, names: &dyn Names) {
        let written = item.text(self, names);
        debug_assert!(written.is_ok());
    }
}

fn list_tables(file: &File<'_>, listing: &mut Listing) {
    let names = Spelling::new(file);
    listing.item(&file.header(), &names);
    for section in file.sections() {
        let _ = section.cursor(file.input());
    }
    for index in 0..file.string_count() as u32 {
        let _ = file.string(StringId(index));
    }
    for index in 0..file.constant_count() as u32 {
        let _ = file.constant(ConstantId(index));
    }
    for index in 0..file.type_count() as u32 {
        if let Ok(ty) = file.ty(TypeId(index)) {
            listing.item(&ty, &names);
            listing.text(&ty, &names);
        }
    }
    if let Ok(Some(debug)) = file.debug() {
        for index in 0..debug.len() as u32 {
            if let Ok(entry) = debug.entry(DebugId(index)) {
                listing.item(&entry, &names);
                listing.text(&entry, &names);
            }
        }
    }
    for global in file.globals().unwrap_or_default() {
        listing.item(&global, &names);
    }
    let _ = file.producer();
}

/// Counts operations by visits.
struct Counter(u64);

impl VisitOp<'_> for Counter {
    type Output = ();

    fn visit_unhandled(&mut self, _: OpKind) {
        self.0 += 1;
    }
}

impl Structure<'_> for Counter {}

fn walk_bodies(file: &File<'_>, listing: &mut Listing) -> u64 {
    let names = Spelling::new(file);
    let Ok(functions) = file.functions() else { return 0 };
    let mut total = 0;
    for function in functions {
        listing.item(&function.entry(), &names);
        let Ok(body) = function.body() else { continue };
        let mut counter = Counter(0);
        let walked = body.walk(&mut counter);
        let mut listed = 0;
        let mut failed = None;
        for event in body.events() {
            match event {
                Ok(Event::Op(op)) => {
                    listed += 1;
                    list_op(&op, listing, &names);
                }
                Ok(_) => {}
                Err(error) => failed = Some(error),
            }
        }
        // An operation nested too deep was visited before its regions are found to be so.
        let too_deep = failed.as_ref().is_some_and(|e| matches!(e.kind(), ErrorKind::Limit { .. }));
        assert!(
            counter.0 == listed || too_deep && counter.0 == listed + 1,
            "{} visits and {listed} events",
            counter.0
        );
        assert_eq!(walked.err(), failed, "visits and events differ in their end");
        total += listed;
    }
    total
}

/// Lists an operation as a dump does: types of results and texts of attributes included.
fn list_op(op: &bytespec::tile_ir::view::Op<'_>, listing: &mut Listing, names: &Spelling<'_, '_>) {
    listing.item(op, names);
    op.fields(&mut |_, value| {
        if let FieldValue::Result { ty, .. } = value {
            let written = names.reference(listing, TypeId::TABLE, ty);
            debug_assert!(written.is_ok());
        }
    });
}

fn write_all(module: &Module) {
    // What was read can be written, reads again, and then stays as it is. Only references that lead
    // nowhere are found when writing: reading does not follow them.
    match module.write(&Default::default()) {
        Ok(written) => {
            let again = match Module::read(&written) {
                Ok(again) => again,
                Err(error) => panic!("what was written cannot be read: {error}"),
            };
            assert_eq!(
                again.write(&Default::default()).as_ref(),
                Ok(&written),
                "writing again gives other bytes"
            );
        }
        Err(error) if matches!(error.kind(), ErrorKind::Index { .. }) => {}
        Err(error) => panic!("what was read cannot be written: {error}"),
    }
    for profile in [Profile::Python, Profile::Cxx] {
        let numbering = Numbering::Canonical(profile);
        let _ = module.write(&WriteOptions::default().numbering(numbering));
    }
    for &version in Version::ALL {
        let options = WriteOptions::default().version(version).numbering(Numbering::Pinned);
        if version != module.version {
            let _ = module.write(&options);
        }
    }
}
