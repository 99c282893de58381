//! Chapters of `docs` are programs, which run; `write-a-dialect.md` is a schema, too, which is the same dialect.

use bytespec_codegen::build::generate;
use bytespec_codegen::emit::rust::Options;
use std::path::Path;

#[allow(missing_docs, dead_code, reason = "written as a user would")]
mod program {
    include!(concat!(env!("OUT_DIR"), "/write_a_dialect.rs"));

    #[test]
    fn the_program_runs() {
        main().unwrap();
    }

    pub(super) fn exported() -> String {
        export().unwrap()
    }
}

#[allow(missing_docs, dead_code, reason = "written as a user would")]
mod editing {
    include!(concat!(env!("OUT_DIR"), "/edit_a_module.rs"));

    #[test]
    fn the_program_runs() {
        main().unwrap();
    }
}

const CHAPTER: &str = include_str!("../../docs/write-a-dialect.md");

/// What is generated from a schema of one file.
fn generated(name: &str, schema: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("schema.yaml"), schema).unwrap();
    match generate(&folder, &Options { samples: true, ..Options::default() }) {
        Ok(source) => source,
        Err(findings) => panic!("{findings}"),
    }
}

#[test]
fn yaml_and_derive_are_the_same_dialect() {
    let (_, rest) = CHAPTER.split_once("```yaml\n").unwrap();
    let (by_hand, _) = rest.split_once("```").unwrap();
    let exported = program::exported();
    let derived = generated("derived", &exported);
    assert!(derived.contains("ChordWithName"));
    assert!(generated("by_hand", by_hand) == derived, "the export is\n{exported}");
}
