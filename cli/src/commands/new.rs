//! `new`: creates a crate for a format or a dialect of your own.

use crate::args::NewArgs;
use crate::failure::{Failure, Result, display};
use crate::output::{self, GOOD};
use crate::{files, schema};
use bytespec_codegen::syntax;
use std::path::{Path, PathBuf};

/// A file of a new crate: its path, and its text with placeholders for names.
type Template = (&'static str, &'static str);

const FORMAT: &[Template] = &[
    ("Cargo.toml", include_str!("../../templates/format/Cargo.toml.txt")),
    ("README.md", include_str!("../../templates/format/README.md.txt")),
    (".gitignore", include_str!("../../templates/gitignore.txt")),
    ("build.rs", include_str!("../../templates/format/build.rs.txt")),
    ("schema/format.yaml", include_str!("../../templates/format/schema.yaml.txt")),
    ("src/lib.rs", include_str!("../../templates/format/lib.rs.txt")),
    ("tests/round_trip.rs", include_str!("../../templates/format/round_trip.rs.txt")),
];

const DIALECT: &[Template] = &[
    ("Cargo.toml", include_str!("../../templates/dialect/Cargo.toml.txt")),
    ("README.md", include_str!("../../templates/dialect/README.md.txt")),
    (".gitignore", include_str!("../../templates/gitignore.txt")),
    ("src/lib.rs", include_str!("../../templates/dialect/lib.rs.txt")),
    ("src/main.rs", include_str!("../../templates/dialect/main.rs.txt")),
    ("tests/versions.rs", include_str!("../../templates/dialect/versions.rs.txt")),
    ("plugin/plugin.cpp", include_str!("../../templates/dialect/plugin.cpp.txt")),
];

/// The sources from which the command was built.
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The number of letters of the name that form the magic number.
const MAGIC: usize = 4;

/// Creates the crate.
pub(crate) fn run(args: &NewArgs) -> Result {
    let path = match (&args.path, &args.dialect) {
        (Some(path), _) => path.clone(),
        (None, dialect) => PathBuf::from(dialect.as_deref().unwrap_or_default()),
    };
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_name = |name: &str| {
        let mut letters = name.bytes();
        letters.next().is_some_and(|first| first.is_ascii_lowercase())
            && letters.all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-_".contains(&b))
    };
    if !is_name(name) {
        return Err(Failure::Usage(format!(
            "`{name}` is not a name of a crate: use lower-case letters, digits, `-` and `_`, with a letter first"
        )));
    }
    if std::fs::read_dir(&path).is_ok_and(|mut inside| inside.next().is_some()) {
        return Err(Failure::Usage(format!("{} exists and is not empty", display(&path))));
    }
    let is_dialect = |name: &str| !name.contains('-') && is_name(name);
    let dialect = args.dialect.as_deref().unwrap_or("dialect");
    if is_dialect(dialect) && ident(dialect).is_none() {
        return Err(Failure::Usage(format!(
            "`{dialect}` cannot be the name of a dialect: it is a keyword of Rust"
        )));
    }
    if !is_dialect(dialect) {
        return Err(Failure::Usage(format!(
            "`{dialect}` is not a name of a dialect: use lower-case letters, digits and `_`, with a letter first"
        )));
    }
    let templates = if args.dialect.is_some() { DIALECT } else { FORMAT };
    let mut filled: Vec<(PathBuf, String)> = templates
        .iter()
        .map(|(file, text)| (path.join(file), fill(text, name, dialect, args.bytespec.as_deref())))
        .collect();
    if args.dialect.is_none() {
        filled.push((path.join("schema/bytespec.schema.json"), syntax::json_schema()));
    }
    // A name that the schema cannot have is reported before anything is written.
    let yaml = filled.iter().filter(|(path, _)| path.extension().is_some_and(|end| end == "yaml"));
    if args.dialect.is_none() {
        schema::lower(&path, yaml.cloned().collect())
            .map_err(|(found, sources)| schema::show(&found, &sources))?;
    }
    for (path, text) in &filled {
        files::write_with_folders(path, text.as_bytes())?;
        output::line(format_args!("{GOOD}made{GOOD:#} {}", display(path)))?;
    }
    output::line(format_args!(
        "\nTry `cargo test` in `{}`; its README has the next steps.",
        display(&path)
    ))
}

/// The name of the Rust type for a dialect.
fn ident(dialect: &str) -> Option<String> {
    let words = dialect.split('_').filter(|word| !word.is_empty());
    let name: String = words
        .map(|word| {
            let mut word = word.to_owned();
            word[..1].make_ascii_uppercase();
            word
        })
        .collect();
    syn::parse_str::<syn::Ident>(&name).ok().map(|_| name)
}

/// A text with the placeholders replaced by the names of a crate and of a dialect.
fn fill(text: &str, name: &str, dialect: &str, sources: Option<&Path>) -> String {
    let module = name.replace('-', "_");
    let mut title = module.replace('_', " ");
    title[..1].make_ascii_uppercase();
    let magic = module.bytes().chain(std::iter::repeat(0)).take(MAGIC);
    let magic: Vec<String> = magic.map(|byte| format!("{byte:02x}")).collect();
    let built_from = Path::new(SOURCES).canonicalize().ok();
    let sources = sources.map(Path::to_owned).or(built_from);
    let source = |folder: &str| match &sources {
        Some(sources) => format!("path = {:?}", sources.join(folder).display().to_string()),
        None => format!("version = {:?}", env!("CARGO_PKG_VERSION")),
    };
    text.replace("{{crate}}", name)
        .replace("{{module}}", &module)
        .replace("{{dialect}}", dialect)
        .replace("{{type}}", &ident(dialect).unwrap_or_default())
        .replace("{{title}}", &title)
        .replace("{{magic}}", &magic.join(" "))
        .replace("{{runtime}}", &source("runtime"))
        .replace("{{codegen}}", &source("codegen"))
}
