//! Chapters of `docs` are programs, which run; `write-a-dialect.md` is a schema, too, which is the same dialect. Blocks of the README and of the chapter about files run.

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

#[allow(missing_docs, dead_code, unused_variables, reason = "written as a user would")]
mod readme {
    include!(concat!(env!("OUT_DIR"), "/readme.rs"));

    /// The blocks do what the text around them says.
    #[test]
    fn the_blocks_run() {
        let mut module = bytespec::mlir::Module::new("MLIR22.1.8");
        let body = module.body();
        module.at_end(body).function("before", &[], &[]).unwrap();
        let bytes = module.write(&Default::default()).unwrap();
        let renamed = walked(bytes).unwrap();
        let read = bytespec::mlir::Module::read(&renamed).unwrap();
        let text = read.print(&Default::default()).unwrap();
        assert!(text.contains("sym_name = \"renamed\"") && !text.contains("before"), "{text}");
        let text = edited(made().unwrap()).unwrap();
        assert!(text.contains("muli %arg0, %arg0") && !text.contains("addi"), "{text}");
        let (bytes, yaml) = derived().unwrap();
        assert!(bytespec::mlir::Module::read(&bytes).is_ok());
        assert!(yaml.contains("Speed") && yaml.contains("zigzag"), "{yaml}");
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
