//! What the site is made of.

use bytespec_codegen::emit::docs::{self, Page};
use bytespec_codegen::model::{self, Model};
use std::collections::BTreeMap;

/// A file of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Where it stands, relative to the folder of the site, such as `tile_ir/types.html`.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// What a whole file is made of.
#[derive(Clone, Debug)]
pub struct FileParts {
    /// The parts, without gap or overlap.
    pub parts: Vec<FilePart>,
    /// A line for every value.
    pub listing: String,
}

/// A part of a whole file.
#[derive(Clone, Debug)]
pub struct FilePart {
    /// What it is.
    pub name: String,
    /// The section that it is, with its header, by name.
    pub section: Option<String>,
    /// Where it begins, in bytes.
    pub start: usize,
    /// How many bytes it has.
    pub len: usize,
}

/// Pages with one table of contents.
#[derive(Clone, Debug)]
pub struct Volume {
    /// The folder.
    pub name: String,
    /// The title.
    pub title: String,
    /// What it is about, in a line of Markdown.
    pub summary: String,
    /// The pages; the first one is the overview.
    pub pages: Vec<Page>,
    /// What every byte of an example is, by the place of its item in the schema and its bytes; there need be none.
    pub listings: BTreeMap<(String, Vec<u8>), String>,
    /// What stands where in the whole files that are examples, by their bytes; there need be none.
    pub files: BTreeMap<Vec<u8>, FileParts>,
    /// Versions of the format, oldest first.
    pub versions: Vec<String>,
    /// Releases of the producer.
    pub releases: Option<Releases>,
    /// Those that dialects have of their own, by the index of the dialect in the model.
    pub dialects: BTreeMap<usize, Releases>,
}

/// Releases that items may be of.
#[derive(Clone, Debug)]
pub struct Releases {
    /// The dialect that has them, or `release` for those of the producer.
    pub of: String,
    /// What one is called.
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
