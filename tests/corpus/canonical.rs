//! Writing from scratch gives the bytes of the reference writers.

use bytespec::tile_ir::{Module, Numbering, Profile, WriteOptions};
use bytespec_tests::corpus::{CorpusFile, Kind, corpus};

/// Files that come out the same, and the names of the others.
fn compare(
    kinds: &[Kind],
    profile: Profile,
) -> (Vec<&'static CorpusFile>, Vec<&'static CorpusFile>) {
    let options = WriteOptions::default().numbering(Numbering::Canonical(profile));
    corpus().iter().filter(|file| kinds.contains(&file.kind)).partition(|file| match Module::read(
        &file.bytes,
    )
    .and_then(|module| module.write(&options))
    {
        Ok(written) => written == file.bytes,
        Err(error) => panic!("{}: {error}", file.name),
    })
}

fn names(files: &[&CorpusFile]) -> Vec<String> {
    files.iter().map(|file| file.name.clone()).collect()
}

#[test]
fn every_file_of_the_cxx_writer_is_the_same() {
    let (same, other) = compare(&[Kind::ReferenceWriter, Kind::ShippedValid], Profile::Cxx);
    assert_eq!(names(&other), Vec::<String>::new());
    assert_eq!(same.len(), 300);
}

#[test]
fn whole_kernels_of_the_python_front_end_are_the_same() {
    let (same, other) = compare(&[Kind::Python], Profile::Python);
    let kernels = |files: &[&CorpusFile]| {
        files.iter().filter(|file| file.short_name().starts_with("kernel_")).count()
    };
    assert_eq!((kernels(&same), kernels(&other)), (15, 0));
}

/// A module says everything but the order in which its tables were filled. The Python encoders fill
/// them while they run, in wire order for code that the front end compiles; canonical writing does the
/// same. Most files of one operation each were made by a program that called the encoders by hand and
/// named the type of the tested operation's result before it made the operands, so their type tables
/// are in an order that nothing in the module tells (and six of them have debug entries made out of
/// order). Those files keep their bytes by pinned writing; from scratch, this many come out the same.
#[test]
fn python_files_in_wire_order_are_the_same() {
    let (same, other) = compare(&[Kind::Python], Profile::Python);
    println!("{} the same, {} in another order", same.len(), other.len());
    assert!(same.len() >= 518, "only {} files are the same", same.len());
    // The order is all that differs: with the same entries the length is the same.
    for file in other {
        let Ok(module) = Module::read(&file.bytes) else { panic!("{} is not read", file.name) };
        let numbering = Numbering::Canonical(Profile::Python);
        let written = module.write(&WriteOptions::default().numbering(numbering));
        let difference = written.map(|written| written.len().abs_diff(file.bytes.len()));
        let unused_entries = file.short_name().starts_with("debug.");
        assert!(unused_entries || difference == Ok(0), "{}: {difference:?}", file.name);
    }
}
