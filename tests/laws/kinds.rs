//! Errors that a program can distinguish have kinds of their own, so that programs need not search their texts.

use bytespec::axes::DialectAxes as _;
use bytespec::mlir::{self, DialectReleases};
use bytespec::wire::Writer;
use bytespec::{Error, ErrorKind, tile_ir};
use bytespec_tests::corpus::valid;
use bytespec_tests::mlir_corpus::mlir_corpus;
use bytespec_tests::mutate::{Random, mutant};
use std::collections::{BTreeMap, BTreeSet};

/// Opens bytes as one of the formats.
type Open = fn(&[u8]) -> bytespec::Result<()>;

struct Format {
    title: &'static str,
    magic: &'static [u8],
    /// The names of the versions.
    names: &'static [&'static str],
    open: Open,
    /// A file.
    file: &'static [u8],
}

fn formats() -> [Format; 2] {
    let tile_ir = valid().next().expect("a corpus");
    let mlir = mlir_corpus().first().expect("a corpus");
    [
        Format {
            title: tile_ir::TITLE,
            magic: &tile_ir::MAGIC,
            names: tile_ir::Version::NAMES,
            open: |bytes| tile_ir::File::open(bytes).map(drop),
            file: &tile_ir.bytes,
        },
        Format {
            title: mlir::TITLE,
            magic: &mlir::MAGIC,
            names: mlir::Version::NAMES,
            open: |bytes| mlir::File::open(bytes).map(drop),
            file: &mlir.bytes,
        },
    ]
}

fn refused(open: Open, bytes: &[u8]) -> Error {
    open(bytes).expect_err("it is refused")
}

#[test]
fn a_wrong_magic_number() {
    for Format { title, magic, open, file, .. } in formats() {
        assert_eq!(open(file), Ok(()), "{title}");
        let damaged = (0..magic.len()).map(|at| {
            let mut bytes = file.to_vec();
            bytes[at] ^= 0x20;
            bytes
        });
        let cut = (0..magic.len()).map(|len| file[..len].to_vec());
        for bytes in damaged.chain(cut) {
            let error = refused(open, &bytes);
            assert_eq!(error.offset(), Some(0));
            let ErrorKind::Magic { format, expected } = error.kind() else { panic!("{error}") };
            assert_eq!((*format, &**expected), (title, magic));
        }
    }
}

/// The error states the format, the version that was found, and the known ones.
fn check_version(error: &Error, title: &str, spelled: &str, names: &[&str]) {
    let ErrorKind::Version { format, found, known } = error.kind() else { panic!("{error}") };
    assert_eq!((*format, found.as_str(), *known), (title, spelled, names));
    let range = format!("known: {} to {}", names[0], names[names.len() - 1]);
    assert!(error.to_string().ends_with(&range), "{error}");
}

#[test]
fn an_unsupported_version() {
    let [Format { title, magic, names, open, file }, of_mlir] = formats();
    let mut tried = 0;
    for number in 0..=u16::MAX {
        let [major, minor] = number.to_le_bytes();
        let spelled = format!("{major}.{minor}");
        if !names.contains(&spelled.as_str()) {
            let mut bytes = file.to_vec();
            bytes[magic.len()..][..2].copy_from_slice(&[major, minor]);
            check_version(&refused(open, &bytes), title, &spelled, names);
            tried += 1;
        }
    }
    for number in (0..1000).chain([u64::from(u32::MAX) + 1, u64::MAX]) {
        let spelled = number.to_string();
        if !of_mlir.names.contains(&spelled.as_str()) {
            let mut writer = Writer::new();
            writer.bytes(of_mlir.magic);
            writer.prefix(number);
            let error = refused(of_mlir.open, writer.as_slice());
            check_version(&error, of_mlir.title, &spelled, of_mlir.names);
            tried += 1;
        }
    }
    assert!(tried > 60_000, "{tried}");
    for name in ["", "newest", "1.", " 0"] {
        let error = name.parse::<tile_ir::Version>().expect_err("no version");
        check_version(&error, title, name, names);
        let error = name.parse::<mlir::Version>().expect_err("no version");
        check_version(&error, of_mlir.title, name, of_mlir.names);
    }
}

#[test]
fn an_unknown_release_of_a_dialect() {
    let mut module = mlir::Module::new("a test");
    for dialect in DialectReleases::dialects() {
        let names = DialectReleases::names(dialect);
        for name in ["", "latest", "999999.0.0", "1.x"] {
            let mut releases = DialectReleases::default();
            let set = releases.set_named(dialect, name).expect_err("no release");
            let converted = module.convert_dialect(dialect, Some(name)).expect_err("no release");
            for error in [set, converted] {
                let title = DialectReleases::title(dialect).expect("a title").to_owned();
                let (dialect, found) = (dialect.to_owned(), name.to_owned());
                let kind = ErrorKind::Release { dialect, title, found, known: names };
                assert_eq!(*error.kind(), kind);
            }
        }
        for name in names {
            assert_eq!(DialectReleases::default().set_named(dialect, name), Ok(()));
        }
    }
}

/// The name of a kind, and of its case.
fn variant(kind: &ErrorKind) -> String {
    let text = format!("{kind:?}");
    let end = text.find(['(', ' ', '{']).unwrap_or(text.len());
    text[..end].to_owned()
}

/// The errors of damaged files of a format: the number of errors of each kind, and the texts of those without a kind.
fn refusals(
    files: &[&[u8]],
    seed: u64,
    open: fn(&[u8]) -> bytespec::Result<()>,
) -> (BTreeMap<String, u32>, BTreeSet<String>) {
    let mut random = Random::new(seed);
    let (mut kinds, mut words) = (BTreeMap::new(), BTreeSet::new());
    for _ in 0..MUTANTS {
        let (file, other) = (random.below(files.len()), random.below(files.len()));
        let Err(error) = open(&mutant(&mut random, files[file], files[other])) else { continue };
        *kinds.entry(variant(error.kind())).or_default() += 1;
        if let ErrorKind::Invalid(text) = error.kind() {
            words.insert(text.chars().filter(|c| !c.is_ascii_digit()).collect());
        }
    }
    (kinds, words)
}

/// Reads a file of MLIR with all its entries.
fn all_of(bytes: &[u8]) -> bytespec::Result<()> {
    let file = mlir::File::open(bytes)?;
    mlir::Module::read(bytes)?;
    (0..file.attribute_count()? as u32)
        .try_for_each(|index| file.attribute(mlir::AttributeId(index)).map(drop))?;
    (0..file.type_count()? as u32).try_for_each(|index| file.ty(mlir::TypeId(index)).map(drop))?;
    let entries = file.resources()?.entries();
    entries.iter().try_for_each(|entry| file.resource_data(entry).map(drop))
}

/// Damaged files of each format.
const MUTANTS: usize = 20_000;

/// Every error of a reader has a kind with fields, whatever is damaged.
#[test]
fn faults_in_the_bytes_of_a_file_have_kinds() {
    let of_mlir = mlir_corpus().iter().map(|file| file.bytes.as_slice());
    let of_mlir: Vec<&[u8]> = of_mlir.filter(|bytes| bytes.len() <= 2048).collect();
    let of_tile_ir: Vec<&[u8]> = valid().map(|file| file.bytes.as_slice()).collect();
    let (kinds, words) = refusals(&of_mlir, 31, all_of);
    println!("{kinds:?}");
    assert_eq!(words, BTreeSet::new());
    for kind in ["Section", "Trailing", "NoZeroByte", "UnexpectedEnd", "Index", "Limit", "Unknown"]
    {
        assert!(kinds.contains_key(kind), "{kind} is not found: {kinds:?}");
    }
    let (kinds, words) = refusals(&of_tile_ir, 32, |bytes| tile_ir::Module::read(bytes).map(drop));
    println!("{kinds:?}");
    assert_eq!(words, BTreeSet::new());
    for kind in ["Section", "Offset", "Alignment", "UnexpectedEnd", "Index", "Unknown", "Flags"] {
        assert!(kinds.contains_key(kind), "{kind} is not found: {kinds:?}");
    }
}
