//! The corpus of real files of MLIR bytecode, unpacked once.

use crate::archive;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The archive; `tests/data/README.md` says what is in it and how it was made.
const ARCHIVE: &[u8] = include_bytes!("../data/mlir.tar.gz");

/// The texts that tools print of the files.
const TEXTS: &[u8] = include_bytes!("../data/mlir_text.tar.gz");

/// A file of the corpus. Every one of them is valid.
#[derive(Clone, Debug)]
pub struct MlirFile {
    /// Path in the archive without the ending.
    pub name: String,
    /// The bytecode.
    pub bytes: Vec<u8>,
    /// Number of operations, where the tool that made the file was asked for it.
    pub operations: Option<u64>,
    /// For a file whose values have uses in an unusual order: a line for each value with several
    /// uses that names them in their order.
    pub use_order: Option<String>,
    /// Path, in the archive of texts, of what a tool prints of it: `mlir-opt` 22 for `small`, otherwise the tool that made
    /// the file.
    pub text: Option<String>,
}

impl MlirFile {
    /// The folders of the name, such as `real/mlir-opt-19`.
    #[must_use]
    pub fn folder(&self) -> &str {
        self.name.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// The name without its folders.
    #[must_use]
    pub fn short_name(&self) -> &str {
        self.name.rsplit_once('/').map_or(&self.name, |(_, name)| name)
    }

    /// Whether `mlir-opt` of LLVM 17 or later wrote the file.
    #[must_use]
    pub fn is_by_reference(&self) -> bool {
        match self.folder() {
            "real/mlir-opt-19" | "real/mlir-opt-22" => true,
            folder if folder.starts_with("releases/") => true,
            folder => folder.starts_with("small/") && !self.name.ends_with(".llvm16"),
        }
    }
}

/// All files, in the order of their names.
///
/// # Panics
/// An archive that cannot be read.
pub fn mlir_corpus() -> &'static [MlirFile] {
    static FILES: OnceLock<Vec<MlirFile>> = OnceLock::new();
    FILES.get_or_init(|| match unpack() {
        Ok(files) => files,
        Err(error) => panic!("the corpus archive cannot be read: {error}"),
    })
}

fn unpack() -> std::io::Result<Vec<MlirFile>> {
    let mut files = Vec::new();
    let mut use_orders = HashMap::new();
    let mut operations = HashMap::new();
    let mut texts = HashMap::new();
    for (path, bytes) in archive::unpack(ARCHIVE)? {
        if let Some(name) = path.strip_suffix(".mlirbc") {
            let name = name.to_owned();
            files.push(MlirFile { name, bytes, operations: None, use_order: None, text: None });
        } else if let Some(name) = path.strip_suffix(".useorder.txt") {
            use_orders.insert(name.to_owned(), archive::text(bytes)?);
        } else if path == "real/MANIFEST.tsv" {
            let table = archive::text(bytes)?;
            read_column(&table, "operations", |name, count| {
                operations.insert(name, count.parse().ok());
            });
            read_column(&table, "generic_text", |name, text| {
                let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
                texts.insert(name.clone(), format!("{folder}/{text}"));
            });
        }
    }
    for file in &mut files {
        file.operations = operations.get(&file.name).copied().flatten();
        // One text serves the files of all versions.
        let case = file.name.rsplit_once(".v").map_or(file.name.as_str(), |(case, _)| case);
        file.use_order = use_orders.get(case).cloned();
        let named = texts.remove(&file.name).unwrap_or_else(|| format!("{}.mlir", file.name));
        let own = format!("{}.generic.mlir", file.name);
        let shared = format!(
            "{0}/{1}.generic.mlir",
            file.folder(),
            file.folder().rsplit('/').next().unwrap_or_default()
        );
        let candidates = [named, own, shared];
        file.text = candidates.into_iter().find(|path| mlir_texts().contains_key(path));
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}

/// Reads a column of the table of the real files: the name of each file, and what stands there.
fn read_column(table: &str, title: &str, mut found: impl FnMut(String, &str)) {
    let mut lines = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let head = lines.next().unwrap_or_default();
    let column = |name| head.iter().position(|title| *title == name);
    let (Some(file), Some(column)) = (column("file"), column(title)) else { return };
    for line in lines {
        let name = line.get(file).and_then(|file| file.strip_suffix(".mlirbc"));
        if let (Some(name), Some(value)) = (name, line.get(column)) {
            found(format!("real/{name}"), value);
        }
    }
}

/// What tools print, by path.
///
/// # Panics
/// An archive that cannot be read.
pub fn mlir_texts() -> &'static HashMap<String, Vec<u8>> {
    static TEXTS_BY_PATH: OnceLock<HashMap<String, Vec<u8>>> = OnceLock::new();
    TEXTS_BY_PATH.get_or_init(|| match archive::unpack(TEXTS) {
        Ok(texts) => texts.into_iter().collect(),
        Err(error) => panic!("the archive of texts cannot be read: {error}"),
    })
}
