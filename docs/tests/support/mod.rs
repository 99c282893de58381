//! The site of the schemas of this repository.

use bytespec_codegen::model::{self, Model};
use bytespec_codegen::syntax::{list_folder, read_sources, render};
use bytespec_site::manual::{Command, CommandOption};
use bytespec_site::{File, Volume, manual, site};
use std::path::Path;

/// Schemas, from the top of the repository.
pub(crate) const SCHEMAS: [&str; 3] = ["schema/mlir", "schema/tile_ir", "examples/wasm/schema"];

/// What a schema says.
pub(crate) fn model(schema: &str) -> Model {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(schema);
    let files = list_folder(&folder).expect("a schema");
    let texts = files.into_iter().map(|path| {
        let text = std::fs::read_to_string(&path).expect("a schema file");
        (path, text)
    });
    let (tree, sources, found) = read_sources(texts.collect());
    assert!(found.is_empty(), "{}", render(&found, &sources, false));
    let placed = model::lower_placed(&tree, &|span| sources.line_in(&folder, span));
    placed.unwrap_or_else(|found| panic!("{}", render(&found, &sources, false)))
}

/// A command line of one command.
pub(crate) fn commands() -> Vec<Command> {
    let option = CommandOption { written: "--out <DIR>".to_owned(), ..CommandOption::default() };
    vec![Command { name: "bytespec docs".to_owned(), options: vec![option], ..Command::default() }]
}

/// All files.
pub(crate) fn files(models: &[Model]) -> Vec<File> {
    let mut volumes: Vec<Volume> = models.iter().map(Volume::of).collect();
    volumes.push(manual::volume(&commands()));
    site(&volumes)
}
