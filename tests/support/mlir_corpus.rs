//! The corpus of real files of MLIR bytecode, unpacked once.

use crate::archive;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The archive; `tests/data/README.md` says what is in it and how it was made.
const ARCHIVE: &[u8] = include_bytes!("../data/mlir.tar.gz");

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
    for (path, bytes) in archive::unpack(ARCHIVE)? {
        if let Some(name) = path.strip_suffix(".mlirbc") {
            let name = name.to_owned();
            files.push(MlirFile { name, bytes, operations: None, use_order: None });
        } else if let Some(name) = path.strip_suffix(".useorder.txt") {
            use_orders.insert(name.to_owned(), archive::text(bytes)?);
        } else if path == "real/MANIFEST.tsv" {
            read_operations(&archive::text(bytes)?, &mut operations);
        }
    }
    for file in &mut files {
        file.operations = operations.get(&file.name).copied();
        // One text serves the files of all versions.
        let case = file.name.rsplit_once(".v").map_or(file.name.as_str(), |(case, _)| case);
        file.use_order = use_orders.get(case).cloned();
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}

/// Reads the numbers of operations from the table of the real files.
fn read_operations(table: &str, operations: &mut HashMap<String, u64>) {
    let mut lines = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let head = lines.next().unwrap_or_default();
    let column = |name| head.iter().position(|title| *title == name);
    let (Some(file), Some(count)) = (column("file"), column("operations")) else { return };
    for line in lines {
        let name = line.get(file).and_then(|file| file.strip_suffix(".mlirbc"));
        let count = line.get(count).and_then(|count| count.parse().ok());
        if let (Some(name), Some(count)) = (name, count) {
            operations.insert(format!("real/{name}"), count);
        }
    }
}
