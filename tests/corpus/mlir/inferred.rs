//! The release of a file that no one tells is found out, with evidence.

use bytespec::Result;
use bytespec::error::ErrorKind;
use bytespec::mlir::{
    Attribute, AttributeId, Event, File, Module, Numbering, OpNameId, OpenOptions, Property,
    PropertyBlobId, Release, TypeId, WriteOptions, release_layouts, rewritten_by,
};
use bytespec_tests::mlir_corpus::{MlirFile, mlir_corpus};
use expect_test::expect_file;
use std::collections::BTreeSet;
use std::fmt::Write;

fn open(file: &MlirFile) -> File<'_> {
    match File::open(&file.bytes) {
        Ok(open) => open,
        Err(error) => panic!("{}: {error}", file.name),
    }
}

/// The properties in a blob; none where no layout is known.
fn list(file: &File<'_>, name: OpNameId, blob: PropertyBlobId) -> Result<Option<Vec<Property>>> {
    match file.property_list(name, blob) {
        Err(error) if matches!(error.kind(), ErrorKind::NoLayout { .. }) => Ok(None),
        found => found,
    }
}

/// How many different blobs of operations that some release knows are read, and how many stay bytes.
fn blobs(file: &File<'_>) -> Result<(usize, usize)> {
    let (mut seen, mut read, mut bytes) = (BTreeSet::new(), 0, 0);
    let mut walk = file.walk();
    while let Some(event) = walk.next()? {
        let Event::Operation(operation) = event else { continue };
        let Some(blob) = operation.properties.filter(|blob| seen.insert((operation.name, *blob)))
        else {
            continue;
        };
        let name = file.op_name(operation.name)?;
        let of = |bytes| std::str::from_utf8(bytes).unwrap_or_default();
        if name.registered && !release_layouts(of(name.dialect), of(name.name)).is_empty() {
            match list(file, operation.name, blob)? {
                Some(_) => read += 1,
                None => bytes += 1,
            }
        }
    }
    Ok((read, bytes))
}

/// One line for each file of a build between releases.
#[test]
fn builds_between_releases() -> Result<()> {
    let mut table = String::new();
    for file in mlir_corpus() {
        let open = open(file);
        let Some(found) = open.inference()? else { continue };
        let releases: Vec<&str> = found.releases.iter().map(|release| release.name()).collect();
        let (read, bytes) = blobs(&open)?;
        assert_eq!(read + bytes, found.blobs, "{}", file.name);
        let _ = writeln!(
            table,
            "{:<58} {:<13} {:<6} {:>3} of {:>3} fit, {:>3} no other; {bytes} stay bytes",
            file.name,
            open.producer(),
            releases.join(" "),
            found.fitting,
            found.blobs,
            found.decisive,
        );
    }
    expect_file!["inferred.txt"].assert_eq(&table);
    Ok(())
}

/// Releases that rewrite a file to the same bytes agree with its properties and with its producer.
#[test]
fn releases_that_rewrite_the_same_bytes_include_the_stated_one() -> Result<()> {
    let (mut stated, mut alone, mut inferred) = (0, 0, 0);
    // Every one is written seven times.
    let small = mlir_corpus().iter().filter(|file| file.bytes.len() < 4096);
    for file in small.step_by(3) {
        let open = open(file);
        let found = rewritten_by(&file.bytes, &OpenOptions::default());
        assert_eq!(found, rewritten_by(&file.bytes, &OpenOptions::default()), "{}", file.name);
        if let Some(release) = open.release().filter(|_| file.name.starts_with("releases/")) {
            assert!(found.contains(&release), "{}: {found:?}", file.name);
            stated += 1;
            alone += usize::from(found.len() == 1);
        } else if let Some(by_fit) = open.inference()?
            && !found.is_empty()
        {
            let all = by_fit.releases.iter().all(|release| found.contains(release));
            assert!(all, "{}: {found:?}, by fit {:?}", file.name, by_fit.releases);
            inferred += 1;
        }
    }
    assert!(stated > 40 && alone > 10 && inferred > 5, "{stated} {alone} {inferred}");
    Ok(())
}

/// Files whose release is known, taken for those of a build on the way to the next one: the release is
/// among those that are found, or only neighbours that read the file in the same way are.
#[test]
fn stated_releases_are_inferred() -> Result<()> {
    let (mut files, mut alone) = (0, 0);
    for file in mlir_corpus().iter().filter(|file| file.name.starts_with("releases/")) {
        let stated = open(file);
        let (Some(release), producer) = (stated.release(), stated.producer()) else { continue };
        let at = file.bytes.windows(producer.len()).position(|bytes| bytes == producer.as_bytes());
        let (Some(at), Some(dot)) = (at, producer.find('.')) else { continue };
        // `MLIR23.1.4` becomes `MLIR23.gg4`.
        let mut bytes = file.bytes.clone();
        bytes[at + dot + 1..at + producer.len() - 1].fill(b'g');
        let between = File::open(&bytes)?;
        assert_eq!(between.release(), None, "{}", file.name);
        let Some(found) = between.inference()? else { continue };
        files += 1;
        assert_eq!(found.fitting, found.blobs, "{}: {found:?}", file.name);
        let own = found.fits.iter().find(|(known, _)| *known == release);
        assert_eq!(own.map(|(_, fits)| *fits), Some(found.blobs), "{}: {found:?}", file.name);
        alone += usize::from(found.releases == [release]);
        let mut walk = between.walk();
        while let Some(event) = walk.next()? {
            let Event::Operation(operation) = event else { continue };
            let Some(blob) = operation.properties else { continue };
            let guessed = list(&between, operation.name, blob)?;
            // What several releases read in different ways stays bytes.
            assert!(guessed.is_none() || guessed == list(&stated, operation.name, blob)?);
        }
    }
    println!("{files} files, {alone} of them are of no other release");
    assert!(files > 100 && alone > 20, "{files} files, {alone} alone");
    Ok(())
}

/// What is said overrides what is found.
#[test]
fn an_option_overrides() -> Result<()> {
    let Some(file) = mlir_corpus().iter().find(|file| file.name.starts_with("real/torch-mlir/"))
    else {
        panic!("no file of torch-mlir");
    };
    let options = OpenOptions::default().release("19".parse::<Release>().ok());
    assert!(File::open_with(&file.bytes, &options)?.inference()?.is_none());
    assert!(open(file).inference()?.is_some());
    Ok(())
}

/// A file of a known release, taken for that of a producer that nobody knows: the program that wrote it does
/// not change what its attributes and types are.
fn unknown(file: &MlirFile) -> Option<Vec<u8>> {
    let stated = open(file);
    stated.release()?;
    let producer = stated.producer();
    let at = file.bytes.windows(producer.len()).position(|found| found == producer.as_bytes())?;
    let mut bytes = file.bytes.clone();
    bytes[at..at + producer.len()].fill(b'x');
    Some(bytes)
}

/// Attributes and types whose encoding changed by release are typed by the release that is found out, read on use
/// and in memory, and are renumbered as those of a file that tells its release.
#[test]
fn entries_are_typed_by_the_inferred_release() -> Result<()> {
    let (mut files, mut typed, mut changed) = (0, 0, BTreeSet::new());
    for file in mlir_corpus() {
        let Some(bytes) = unknown(file) else { continue };
        let (stated, found) = (open(file), File::open(&bytes)?);
        assert_eq!(found.release(), None, "{}", file.name);
        let releases = match found.inference()? {
            Some(found) => found.releases.clone(),
            None => continue,
        };
        let module = Module::read(&bytes)?;
        // Of several releases that the file may be of, the others may read other values.
        let alone =
            Some(releases.as_slice()) == stated.release().as_ref().map(std::slice::from_ref);
        files += usize::from(alone);
        for id in (0..stated.attribute_count()? as u32).map(AttributeId) {
            let (known, inferred) = (stated.attribute(id)?, found.attribute(id)?);
            assert_eq!(inferred, module.attribute(id)?, "{}: attribute {}", file.name, id.0);
            match known {
                Attribute::Typed(value) if alone => {
                    assert_eq!(inferred, known, "{}: attribute {}", file.name, id.0);
                    typed += 1;
                    changed.extend(value.dialect().eq("llvm").then_some(stated.release()));
                }
                // What is typed is what was written.
                Attribute::Typed(_) => {
                    let opaque = matches!(inferred, Attribute::Opaque { .. });
                    assert!(opaque || inferred == known, "{}: attribute {}", file.name, id.0);
                }
                _ => assert_eq!(inferred, known, "{}: attribute {}", file.name, id.0),
            }
        }
        for id in (0..stated.type_count()? as u32).map(TypeId) {
            let (known, inferred) = (stated.ty(id)?, found.ty(id)?);
            assert_eq!(inferred, module.ty(id)?, "{}: type {}", file.name, id.0);
            assert!(!alone || inferred == known, "{}: type {}", file.name, id.0);
        }
        if alone {
            let options = WriteOptions::default().numbering(Numbering::Canonical);
            let mut expected = Module::read(&file.bytes)?.write(&options)?;
            let producer = stated.producer();
            let at =
                expected.windows(producer.len()).position(|found| found == producer.as_bytes());
            let at = at.expect("the producer");
            expected[at..at + producer.len()].fill(b'x');
            assert!(module.write(&options)? == expected, "{}", file.name);
            module.reencode()?;
        }
    }
    assert!(files > 20 && typed > 500, "{files} {typed}");
    assert_eq!(changed.len(), 3, "attributes of llvm in files of {changed:?}");
    Ok(())
}
