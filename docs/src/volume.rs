//! The input of the site.

use bytespec_codegen::emit::docs::{self, Page};
use bytespec_codegen::model::{self, Model};
use std::collections::BTreeMap;

/// A file of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The path, relative to the folder of the site, such as `tile_ir/types.html`.
    pub path: String,
    /// The content.
    pub text: String,
}

/// The parts of a complete file.
#[derive(Clone, Debug)]
pub struct FileParts {
    /// The parts, without gap or overlap.
    pub parts: Vec<FilePart>,
    /// A listing with a line for each value.
    pub listing: String,
}

/// A part of a complete file.
#[derive(Clone, Debug)]
pub struct FilePart {
    /// The name.
    pub name: String,
    /// The name of the section, for a section with its header.
    pub section: Option<String>,
    /// The offset of its start, in bytes.
    pub start: usize,
    /// Its size in bytes.
    pub len: usize,
}

/// Pages with one table of contents.
#[derive(Clone, Debug)]
pub struct Volume {
    /// The folder.
    pub name: String,
    /// The title.
    pub title: String,
    /// A summary, in one line of Markdown.
    pub summary: String,
    /// The pages; the first one is the overview.
    pub pages: Vec<Page>,
    /// A listing of every byte of examples, by the place of their item in the schema and their bytes; can be empty.
    pub listings: BTreeMap<(String, Vec<u8>), String>,
    /// The parts of complete files among the examples, by their bytes; can be empty.
    pub files: BTreeMap<Vec<u8>, FileParts>,
    /// Versions of the format, oldest first.
    pub versions: Vec<String>,
    /// Releases of the producer.
    pub releases: Option<Releases>,
    /// Releases of dialects, by the index of the dialect in the model.
    pub dialects: BTreeMap<usize, Releases>,
}

/// The releases of the producer or of a dialect.
#[derive(Clone, Debug)]
pub struct Releases {
    /// The dialect, or `release` for the producer.
    pub of: String,
    /// The name of one of them in text.
    pub title: String,
    /// All of them, oldest first.
    pub names: Vec<String>,
}

impl Releases {
    fn new(of: &str, releases: &model::Releases) -> Self {
        let (title, names) = (releases.title.clone(), releases.names.clone());
        Releases { of: of.to_owned(), title, names }
    }
}

impl Volume {
    /// The reference of a format.
    pub fn of(model: &Model) -> Self {
        let pages = docs::pages(model);
        Volume {
            name: model.docs.name.clone(),
            title: pages.first().map(|page| page.title.clone()).unwrap_or_default(),
            summary: model.docs.summary.clone(),
            pages,
            listings: BTreeMap::new(),
            files: BTreeMap::new(),
            versions: model.versions.iter().map(|version| version.docs.name.clone()).collect(),
            releases: model.releases.as_ref().map(|releases| Releases::new("release", releases)),
            dialects: model
                .axes()
                .map(|(index, dialect, own)| (index, Releases::new(&dialect.docs.name, own)))
                .collect(),
        }
    }
}
