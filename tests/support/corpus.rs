//! The corpus of real files of CUDA Tile IR, unpacked once.

use crate::archive;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The archive; `tests/data/README.md` says what is in it and how it was made.
const ARCHIVE: &[u8] = include_bytes!("../data/tile_ir.tar.gz");

/// What the reference disassembler prints for each file that it takes, plain and with locations.
const TEXTS: &[u8] = include_bytes!("../data/tile_ir_text.tar.gz");

/// Who made a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The encoders of the `cuda-tile` Python package.
    Python,
    /// Put together by hand for an edge case.
    Assembled,
    /// The C++ writer of the reference implementation.
    ReferenceWriter,
    /// A test file of the reference implementation that readers accept.
    ShippedValid,
    /// A test file of the reference implementation that readers must refuse.
    ShippedInvalid,
}

/// A file of the corpus.
#[derive(Clone, Debug)]
pub struct CorpusFile {
    /// Path in the archive without the ending.
    pub name: String,
    /// The bytecode.
    pub bytes: Vec<u8>,
    /// What the reference disassembler prints for a file of the Python encoders, and the module as
    /// generic MLIR for the others.
    pub text: Option<String>,
    /// What the reference disassembler prints with locations, for whole kernels.
    pub text_with_locations: Option<String>,
    /// What the reference disassembler of release 13.5 prints for it, plain and with locations; none where it refuses
    /// the file.
    pub printed: Option<[String; 2]>,
    /// Who made it.
    pub kind: Kind,
}

impl CorpusFile {
    /// Whether a reader must accept the file.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.kind != Kind::ShippedInvalid
    }

    /// The name without its folders.
    #[must_use]
    pub fn short_name(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or(&self.name)
    }
}

/// Shipped test files that a reader must refuse.
const INVALID: [&str; 7] = [
    "excessive_section_length",
    "f4e2m1fn-in-13.1",
    "invalid_attribute_name",
    "invalid_dense_map_value",
    "invalid_magic_number",
    "invalid_section_id",
    "unsupported_version",
];

/// Endings of names, the longer of two first where one ends with the other.
const ENDINGS: [(&str, Part); 6] = [
    (".tileirbc.mlir", Part::Text),
    (".g.txt", Part::TextWithLocations),
    (".txt", Part::Text),
    (".mlir", Part::Text),
    (".tileirbc", Part::Bytes),
    (".bc", Part::Bytes),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Bytes,
    Text,
    TextWithLocations,
}

fn kind(name: &str) -> Kind {
    let (folder, rest) = name.split_once('/').unwrap_or(("", name));
    match folder {
        "cutile_python" if rest.starts_with("raw_") => Kind::Assembled,
        "cutile_python" => Kind::Python,
        "reference_writer" => Kind::ReferenceWriter,
        _ if INVALID.contains(&rest) => Kind::ShippedInvalid,
        _ => Kind::ShippedValid,
    }
}

/// All files, in the order of their names.
///
/// # Panics
/// An archive that cannot be read.
pub fn corpus() -> &'static [CorpusFile] {
    static FILES: OnceLock<Vec<CorpusFile>> = OnceLock::new();
    FILES.get_or_init(|| match unpack() {
        Ok(files) => files,
        Err(error) => panic!("the corpus archive cannot be read: {error}"),
    })
}

/// The files that readers must accept.
pub fn valid() -> impl Iterator<Item = &'static CorpusFile> {
    corpus().iter().filter(|file| file.is_valid())
}

fn unpack() -> std::io::Result<Vec<CorpusFile>> {
    let mut files: HashMap<String, CorpusFile> = HashMap::new();
    for (path, bytes) in archive::unpack(ARCHIVE)? {
        let found =
            ENDINGS.iter().find_map(|&(ending, part)| Some((path.strip_suffix(ending)?, part)));
        let Some((name, part)) = found else { continue };
        let file = files.entry(name.to_owned()).or_insert_with(|| CorpusFile {
            name: name.to_owned(),
            bytes: Vec::new(),
            text: None,
            text_with_locations: None,
            printed: None,
            kind: kind(name),
        });
        match part {
            Part::Bytes => file.bytes = bytes,
            Part::Text => file.text = Some(archive::text(bytes)?),
            Part::TextWithLocations => file.text_with_locations = Some(archive::text(bytes)?),
        }
    }
    let mut printed: HashMap<String, [String; 2]> = HashMap::new();
    for (path, bytes) in archive::unpack(TEXTS)? {
        let Some(name) = path.strip_suffix(".txt") else { continue };
        let (name, at) = name.strip_suffix(".g").map_or((name, 0), |name| (name, 1));
        printed.entry(name.to_owned()).or_default()[at] = archive::text(bytes)?;
    }
    for (name, texts) in printed {
        if let Some(file) = files.get_mut(&name) {
            file.printed = Some(texts);
        }
    }
    let mut files: Vec<CorpusFile> = files.into_values().collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}
